/*
 * tests/fixtures/code_identity.txt has the identities that the first release gave to the tree's
 * kernels and cheats (but for include_macro.cu, whose #include is cut by a splice, and for renamed
 * identities of kernels whose name follows __launch_bounds__).  A row counts
 * for a file that still has these bytes; a file without a row is new.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "tasks/text/code_identity.h"

#define MAX_BYTES     ((size_t)1 << 20)
#define LEAST_KERNELS 60

static void read_source(const char *name, struct buf *out)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    const char *root = getenv("ROLLBOOK_SOURCE_DIR");
    assert_non_null(root);
    if (file_read(arena_printf(&a, "%s/%s", root, name), MAX_BYTES, out, &err) < 0)
        buf_clear(out);
    arena_release(&a);
}

static void identities_of_kernels_stay(void **state)
{
    struct buf table = { 0 };
    size_t n = 0;
    (void)state;
    read_source("tests/fixtures/code_identity.txt", &table);
    for (const char *at = buf_text(&table); *at != '\0'; at = strchr(at, '\n') + 1) {
        char name[256], want[IDENTITY_COUNT][65], hash[65];
        struct buf text = { 0 };
        assert_int_equal(sscanf(at, "%255s %64s %64s %64s", name, want[0], want[1], want[2]), 4);
        read_source(name, &text);
        code_identity(IDENTITY_BYTES, buf_text(&text), text.len, hash);
        bool counts = strcmp(hash, want[IDENTITY_BYTES]) == 0;
        for (int level = IDENTITY_STRIPPED; counts && level < IDENTITY_COUNT; level++) {
            code_identity((enum identity_level)level, buf_text(&text), text.len, hash);
            if (strcmp(hash, want[level]) != 0)
                fail_msg("%s: another %s identity", name,
                         identity_level_name((enum identity_level)level));
        }
        n += counts;
        buf_release(&text);
    }
    buf_release(&table);
    if (n < LEAST_KERNELS)
        fail_msg("only %zu kernels are those of the table", n);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(identities_of_kernels_stay) };
    return cmocka_run_group_tests_name("code_golden", tests, NULL, NULL);
}
