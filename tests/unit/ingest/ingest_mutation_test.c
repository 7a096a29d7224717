/*
 * ingest_mutation_test.c - damaged files never crash an importer, and every outcome is accounted
 * for.
 *
 * Seeded changes of the fixtures are read or refused with a message, and what is read breaks no
 * constraint.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingest/ingest.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/store/db.h"

#define ROUNDS    700
#define MAX_SEEDS 32
#define IN_FILE   "ingest_mutation_input"

struct corpus {
    struct buf files[MAX_SEEDS];
    size_t n;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* readdir's order differs between machines. */
static void load_corpus(struct corpus *c)
{
    struct arena a = { 0 };
    char *names[MAX_SEEDS];
    size_t n = 0;
    const char *root = getenv("ROLLBOOK_SOURCE_DIR");
    const char *folder =
        arena_printf(&a, "%s/tests/fixtures/kernelbench", root == NULL ? "." : root);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e != NULL && n < MAX_SEEDS; e = readdir(dir))
        if (str_ends_with(e->d_name, ".json"))
            names[n++] = arena_strdup(&a, e->d_name);
    closedir(dir);
    qsort(names, n, sizeof(*names), by_name);
    for (size_t i = 0; i < n; i++) {
        struct err err = { 0 };
        const char *path = arena_printf(&a, "%s/%s", folder, names[i]);
        assert_int_equal(file_read(path, 1 << 20, &c->files[c->n], &err), 0);
        if (c->files[c->n].len > 0)
            c->n++;
    }
    assert_true(c->n >= 8);
    arena_release(&a);
}

static char some_byte(struct rng *r)
{
    static const char telling[] = "{}[]:,\"\\0123456789-+.eENnIitf \n";
    if (rng_below(r, 4) == 0)
        return (char)rng_below(r, 256);
    return telling[rng_below(r, sizeof(telling) - 1)];
}

static void mutate_once(struct rng *r, struct buf *text)
{
    struct buf out = { 0 };
    size_t at = rng_below(r, (uint32_t)text->len + 1);
    size_t len = rng_below(r, 24);
    if (at + len > text->len)
        len = text->len - at;
    buf_add(&out, buf_text(text), at);
    switch (rng_below(r, 5)) {
    case 0:
        buf_putc(&out, some_byte(r));
        len = at < text->len ? 1 : 0;
        break;
    case 1:
        buf_putc(&out, some_byte(r));
        len = 0;
        break;
    case 2:
        break;
    case 3:
        buf_add(&out, buf_text(text) + at, len);
        len = 0;
        break;
    case 4:
        len = rng_below(r, 8) == 0 ? text->len - at : 0;
        break;
    }
    buf_add(&out, buf_text(text) + at + len, text->len - at - len);
    buf_release(text);
    *text = out;
}

static int import(struct db *db, const struct ingest_format *format, const struct buf *text)
{
    static const struct ingest_options options = {
        .run_name = "r", .baseline_name = "b", .level = 1, .dry_run = true
    };
    struct arena arena = { 0 };
    struct ingest_source source;
    struct err err = { 0 };
    FILE *f = fopen(IN_FILE, "wb");
    assert_non_null(f);
    fwrite(buf_text(text), 1, text->len, f);
    assert_int_equal(fclose(f), 0);
    ingest_source_init(&source, format, &options, IN_FILE, &arena);
    int rc = ingest_import(&source, db, &err);
    if (rc == 0) {
        assert_true(source.counts.stored >= 1);
    } else {
        if (strstr(err.msg, "constraint") != NULL)
            fail_msg("a record that was read could not be stored: %s", err.msg);
        assert_true(err.code == ERR_INTEGRITY || err.code == ERR_NOMATCH || err.code == ERR_USAGE);
        assert_true(err.msg[0] != '\0');
    }
    arena_release(&arena);
    return rc;
}

static void test_mutations(void **state)
{
    (void)state;
    struct corpus corpus = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    static const char *const names[2] = { "kernelbench", "kernelbench-baseline" };
    size_t read[2] = { 0, 0 };
    load_corpus(&corpus);
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct rng r;
        struct buf text = { 0 };
        rng_init(&r, 20240601, RNG_TRIAL, round, 0, 0);
        const struct buf *seed = &corpus.files[rng_below(&r, (uint32_t)corpus.n)];
        buf_add(&text, seed->data, seed->len);
        unsigned changes = 1 + rng_below(&r, 4);
        for (unsigned i = 0; i < changes; i++)
            mutate_once(&r, &text);
        for (size_t f = 0; f < 2; f++)
            read[f] += import(db, ingest_find_format(names[f]), &text) == 0;
        buf_release(&text);
    }
    /* Otherwise only syntax errors were seen. */
    assert_true(read[0] > ROUNDS / 20);
    assert_true(read[1] > ROUNDS / 100);
    db_close(db);
    unlink(IN_FILE);
    for (size_t i = 0; i < MAX_SEEDS; i++)
        buf_release(&corpus.files[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
