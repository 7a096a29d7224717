/*
 * cpu_cache_test.c - an object of the compile cache stays the file it is while the same one is
 * stored.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/process/cpu_cache.h"
#include "src/eval/seam/backend.h"

/* The inode under which the cache holds an object of that text. */
static ino_t store(struct cache *c, const char *text)
{
    struct arena a = { 0 };
    struct artifact out = { 0 };
    struct err err = { 0 };
    struct stat s;
    char object[4096];
    snprintf(object, sizeof(object), "%s/object", c->dir);
    FILE *f = fopen(object, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(cache_store(c, "key", object, &a, &out, &err), 0);
    assert_int_not_equal(access(object, F_OK), 0);
    assert_int_equal(stat(out.path, &s), 0);
    arena_release(&a);
    return s.st_ino;
}

static void the_same_object_keeps_its_file(void **state)
{
    char dir[] = "/tmp/rollbook-cache-XXXXXX";
    struct cache c = { 0 };
    struct err err = { 0 };
    (void)state;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", dir, 1), 0);
    assert_int_equal(cache_open(&c, &err), 0);
    ino_t first = store(&c, "one");
    assert_true(store(&c, "one") == first);
    ino_t other = store(&c, "another");
    assert_true(other != first);
    assert_true(store(&c, "another") == other);
    char command[64];
    snprintf(command, sizeof(command), "rm -rf %s", dir);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_same_object_keeps_its_file) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
