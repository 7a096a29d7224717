/*
 * record_mutation_test.c - damaged logs, tables and records never crash an importer, and every
 * record is accounted for.
 */
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
#include "src/store/db.h"

#define ROUNDS 500

static const char conversations[] =
    "{\"uid\": \"u\", \"turns\": [{\"turn_id\": 1, \"response\": \"```py\\nx\\n```\", \"metrics\": "
    "{\"correctness\": true, \"compilation\": true, \"performance\": 2, \"tool_response\": "
    "\"{\\\"kernel_runtime\\\": 1}\"}}, {\"turn_id\": 2, \"response\": \"no\"}]}\n"
    "{\"task_id\": \"a\", \"base_task_id\": \"a\", \"result\": {\"compiled\": true, "
    "\"correctness\": false, \"error_code\": \"RUNTIME_ERROR\"}}\n"
    "{\"input\": \"q\", \"outputs\": [\"a\", \"b\"]}\n";

static const struct {
    const char *format;
    const char *fixture; /* NULL: conversations */
} seeds[] = {
    { "kernelbench-log", "kernelbench-log/two_levels.log" },
    { "cuda-l1", "records/cuda_l1.json" },
    { "cuda-l2", "records/cuda_l2.csv" },
    { "traces", "records/traces.jsonl" },
    { "kernelgym", NULL },
};

static void load_seed(size_t i, struct buf *out)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    const char *root = getenv("ROLLBOOK_SOURCE_DIR");
    if (seeds[i].fixture == NULL)
        buf_puts(out, conversations);
    else
        assert_int_equal(file_read(arena_printf(&a, "%s/tests/fixtures/%s",
                                                root == NULL ? "." : root, seeds[i].fixture),
                                   1 << 20, out, &err),
                         0);
    arena_release(&a);
}

static void mutate(struct rng *r, struct buf *text)
{
    static const char telling[] = "{}[]:,\"'\\0123456789-+.eEnN_()=tF \n";
    struct buf out = { 0 };
    size_t at = rng_below(r, (uint32_t)text->len + 1);
    size_t cut = rng_below(r, 3) == 0 ? rng_below(r, 40) : rng_below(r, 2);
    if (at + cut > text->len)
        cut = text->len - at;
    buf_add(&out, buf_text(text), at);
    if (rng_below(r, 3) > 0)
        buf_putc(&out, rng_below(r, 8) == 0 ? (char)rng_below(r, 256)
                                            : telling[rng_below(r, sizeof(telling) - 1)]);
    buf_add(&out, buf_text(text) + at + cut, text->len - at - cut);
    buf_release(text);
    *text = out;
}

static int import(struct db *db, const char *name, const char *path, const struct buf *text)
{
    static const struct ingest_options options = { .run_name = "r", .level = 1, .dry_run = true };
    const struct ingest_format *format = ingest_find_format(name);
    struct arena arena = { 0 };
    struct ingest_source source;
    struct err err = { 0 };
    ingest_source_init(&source, format, &options, path, &arena);
    (void)unlink(path);
    assert_int_equal(file_write_atomic(path, buf_text(text), text->len, &err), 0);
    int rc = ingest_import(&source, db, &err);
    if (rc < 0) {
        assert_true(err.msg[0] != '\0');
        if (err.code != ERR_INTEGRITY && err.code != ERR_NOMATCH && err.code != ERR_USAGE)
            fail_msg("%s: %s", name, err.msg);
        if (strstr(err.msg, "constraint") != NULL)
            fail_msg("%s: %s", name, err.msg);
    } else {
        assert_true(source.counts.stored + source.counts.duplicate + source.counts.refused > 0);
    }
    arena_release(&arena);
    return rc;
}

static void test_mutations(void **state)
{
    (void)state;
    char path[] = "/tmp/rollbook-mutation-XXXXXX";
    size_t read[sizeof(seeds) / sizeof(seeds[0])] = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t i = round % (sizeof(seeds) / sizeof(seeds[0]));
        struct rng r;
        struct buf text = { 0 };
        rng_init(&r, 20240603, RNG_TRIAL, round, 0, 0);
        load_seed(i, &text);
        for (unsigned n = 1 + rng_below(&r, 4); n > 0; n--)
            mutate(&r, &text);
        read[i] += import(db, seeds[i].format, path, &text) == 0;
        buf_release(&text);
    }
    for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++)
        if (read[i] < ROUNDS / 100)
            fail_msg("%s: read %zu times: the importer saw nothing but refusals", seeds[i].format,
                     read[i]);
    db_close(db);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
