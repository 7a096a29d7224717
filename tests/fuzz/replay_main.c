/*
 * replay_main.c - runs a fuzz target over the files of folders and seeded mutations of each,
 * without a fuzzer and with any compiler.
 *
 * fuzz_ingest_NAME MUTATIONS FOLDER...
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

#define LARGEST_SEED ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const struct buf *b)
{
    LLVMFuzzerTestOneInput((const uint8_t *)buf_text(b), b->len);
}

/* Bytes that mean something to JSON, CSV and C come up often. */
static void mutate(struct buf *b, struct rng *r)
{
    static const char telling[] = "{}[]:,\"\\0123456789-+.eENnIitf \n/*#'@()<>%RuL";
    for (uint32_t i = 0; i <= rng_below(r, 4) && b->len > 0; i++) {
        size_t at = rng_below(r, (uint32_t)b->len);
        b->data[at] = rng_below(r, 3) == 0 ? (char)rng_below(r, 256)
                                           : telling[rng_below(r, sizeof(telling) - 1)];
    }
    if (rng_below(r, 4) == 0)
        b->len = rng_below(r, (uint32_t)b->len + 1);
}

static size_t replay_file(const char *path, uint64_t mutations)
{
    struct buf seed = { 0 };
    struct err err = { 0 };
    if (file_read(path, LARGEST_SEED, &seed, &err) < 0) {
        fprintf(stderr, "%s\n", err.msg);
        exit(1);
    }
    run(&seed);
    for (uint64_t i = 0; i < mutations; i++) {
        struct buf changed = { 0 };
        struct rng r;
        rng_init(&r, i, RNG_SHUFFLE, seed.len, 0, 0);
        buf_add(&changed, buf_text(&seed), seed.len);
        mutate(&changed, &r);
        run(&changed);
        buf_release(&changed);
    }
    buf_release(&seed);
    return 1;
}

static int is_seed(const struct dirent *e)
{
    return e->d_name[0] != '.' && e->d_type != DT_DIR;
}

static size_t replay_folder(const char *folder, uint64_t mutations)
{
    struct arena a = { 0 };
    struct dirent **names = NULL;
    size_t n_files = 0;
    int n = scandir(folder, &names, is_seed, alphasort);
    for (int i = 0; i < n; i++) {
        n_files += replay_file(arena_printf(&a, "%s/%s", folder, names[i]->d_name), mutations);
        free(names[i]);
    }
    free(names);
    arena_release(&a);
    return n_files;
}

int main(int argc, char **argv)
{
    static const struct buf nothing = { 0 };
    size_t n = 0;
    if (argc < 3)
        return 2;
    run(&nothing);
    for (int i = 2; i < argc; i++)
        n += replay_folder(argv[i], strtoull(argv[1], NULL, 10));
    printf("%zu files, %s mutations each\n", n, argv[1]);
    return n == 0 ? 1 : 0;
}
