/*
 * problem_folder_test.c - which modules a folder has, under which level and number, and what is no
 * folder of modules, held to a text that somebody has read:
 * tests/approved/units/problem_folder.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/problem/problem.h"
#include "tests/support/approved.h"
#include "tests/support/write_file.h"

static char place[] = "/tmp/rollbook-problem-test.XXXXXX";

static int setup(void **state)
{
    (void)state;
    return mkdtemp(place) == NULL || chdir(place) != 0 ? -1 : 0;
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", place);
    return chdir("/") == 0 ? system(command) : -1;
}

/* With the folders that lead to it. */
static void put_file(const char *path, const char *text, size_t len)
{
    char folder[200];
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        (void)mkdir(folder, 0700);
    }
    if (str_ends_with(path, "/"))
        return;
    write_file(path, text, len);
}

static void put_folder(const char *path, struct buf *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct problem_folder *f = arena_alloc(&a, sizeof *f);
    struct err err = { 0 };
    memset(f, 0x5a, sizeof *f);
    int rc = problem_folder_read(path, &a, f, &err);
    buf_printf(out, "%s: %d%s%s\n", path, rc, rc < 0 ? " " : "", rc < 0 ? err.msg : "");
    if (rc < 0)
        return;
    buf_printf(out, "  %s, %zu\n", f->has_levels ? "levels" : "no levels", f->n);
    for (size_t i = 0; i < f->n; i++) {
        const struct problem_level *l = &f->levels[i];
        buf_printf(out, "  level %d, version %s, %zu modules\n", l->level,
                   l->version == NULL ? "-" : l->version, l->n);
        for (size_t k = 0; k < l->n; k++) {
            const struct problem_file *p = &l->files[k];
            char sha256[65];
            sha256_hex(p->text, strlen(p->text), sha256);
            assert_string_equal(p->sha256, sha256);
            buf_printf(out, "    %d %s %s %s [%s]\n", p->problem_id, p->name, p->place, p->path,
                       p->text);
        }
    }
}

static void test_modules_of_folders(void **state)
{
    static const char *const files[] = {
        "kb/KernelBench/level1/19_ReLU.py",
        "kb/KernelBench/level1/2_b.py",
        "kb/KernelBench/level1/100_c.py",
        "kb/KernelBench/level1/_private.py",
        "kb/KernelBench/level1/.hidden.py",
        "kb/KernelBench/level1/readme.md",
        "kb/KernelBench/level9/1.py",
        "kb/KernelBench/level10/1.py",
        "kb/KernelBench/level2/",
        "kb/level3/1_no.py",
        "plain/7_seven.py",
        "plain/named.py",
        "plain/0_zero.py",
        "plain/08_eight.py",
        "plain/9x.py",
        "plain/1073741823_last.py",
        "plain/1073741824_beyond.py",
        "plain/99999999999_eleven.py",
        "plain/999999999999_twelve.py",
        "plain/5.py",
        "twice/4_a.py",
        "twice/04_b.py",
        "empty/",
        "levels/level1/",
        "one/level4/3_a.py",
        "one/level0/3_a.py",
        "one/levels/3_a.py",
        "one/level/3_a.py",
        "one/Level4/3_a.py",
        "one/level44/3_a.py",
    };
    static const char *const folders[] = {
        "kb",           "kb/",        "kb/KernelBench", "kb/KernelBench/level1",
        "plain",        "twice",      "empty",          "levels",
        "one",          "one/level4", "one/level4//",   "one/level0",
        "one/levels",   "one/level",  "one/Level4",     "one/level44",
        "none",         "plain/5.py", "text",           "binary",
        "lines/level1",
    };
    struct buf CLEANUP(buf_release) out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(files); i++)
        put_file(files[i], "text", 4);
    put_file("text/1_a.py", "", 0);
    put_file("binary/1_a.py", "a\nb\0c", 5);
    put_file("lines/level1/1_a.py", "\n\n\xc3\xa4\n\xff", 6);
    for (size_t i = 0; i < ARRAY_LEN(folders); i++)
        put_folder(folders[i], &out);
    approved_check_exactly("problem_folder", &out);
}

/* More files than a first list has room for. */
static void test_many_modules(void **state)
{
    (void)state;
    for (int i = 1; i <= 300; i++) {
        char name[40];
        snprintf(name, sizeof name, "many/level2/%d_p.py", i);
        put_file(name, name, strlen(name));
    }
    struct arena CLEANUP(arena_release) a = { 0 };
    struct problem_folder *f = arena_alloc(&a, sizeof *f);
    struct err err = { 0 };
    assert_int_equal(problem_folder_read("many", &a, f, &err), 0);
    assert_int_equal(f->n, 1);
    assert_int_equal(f->levels[0].n, 300);
    for (int i = 0; i < 300; i++) {
        char name[40];
        snprintf(name, sizeof name, "many/level2/%d_p.py", i + 1);
        assert_int_equal(f->levels[0].files[i].problem_id, i + 1);
        assert_string_equal(f->levels[0].files[i].path, name);
        assert_string_equal(f->levels[0].files[i].text, name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modules_of_folders),
        cmocka_unit_test(test_many_modules),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
