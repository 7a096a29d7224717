/* folder_list_test.c - a list of kernels as a folder of them: which lines name a problem, which
 * samples they become, and what is refused in which words. */
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
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/folder_list.h"
#include "tests/support/write_file.h"

static char place[] = "/tmp/rollbook-list-test.XXXXXX";

static void put_file(const char *name, const char *text, size_t len)
{
    char path[300];
    snprintf(path, sizeof(path), "%s/%s", place, name);
    write_file(path, text, len);
}

static int setup(void **state)
{
    (void)state;
    static const char *const names[] = { "a.py",
                                         "b.py",
                                         "with blank.py",
                                         "level_1_problem_3_sample_4_kernel.py",
                                         "level_2_problem_19_sample_0_kernel.py",
                                         "problem_5_sample_6_kernel.py" };
    assert_non_null(mkdtemp(place));
    assert_int_equal(setenv("TMPDIR", place, 1), 0);
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        put_file(names[i], names[i], strlen(names[i]));
    return 0;
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", place);
    return system(command);
}

static int gather(const char *text, size_t len, int level, struct arena *a, const char **out,
                  struct err *err)
{
    char path[300];
    snprintf(path, sizeof(path), "%s/list.txt", place);
    put_file("list.txt", text, len);
    *out = NULL;
    return folder_list_gather(path, level, NULL, a, out, err);
}

/* "NAME=TEXT" of each file that there may be, in order. */
static const char *files_in(const char *folder, struct arena *a)
{
    struct buf CLEANUP(buf_release) all = { 0 };
    for (int level = 0; level < 10; level++)
        for (int problem = 0; problem < 100; problem++)
            for (int sample = 0; sample < 8; sample++) {
                struct buf CLEANUP(buf_release) text = { 0 };
                struct err err = { 0 };
                const char *name = arena_printf(a, "level_%d_problem_%d_sample_%d_kernel.py", level,
                                                problem, sample);
                const char *path = arena_printf(a, "%s/%s", folder, name);
                if (access(path, F_OK) != 0)
                    continue;
                assert_int_equal(file_read(path, 1000, &text, &err), 0);
                buf_printf(&all, "%d/%d.%d=%s|", level, problem, sample, buf_text(&text));
            }
    return arena_strdup(a, buf_text(&all));
}

static void test_lines_become_samples(void **state)
{
    static const struct {
        const char *list, *want;
        int level;
    } cases[] = {
        { "a.py l1/19", "1/19.0=a.py|", 0 },
        { "a.py l1/19\n", "1/19.0=a.py|", 0 },
        { "\xEF\xBB\xBF# a remark\r\n\r\na.py l1/19\r\n", "1/19.0=a.py|", 0 },
        { "a.py l1/19\nb.py l1/19\na.py l2/19\n", "1/19.0=a.py|1/19.1=b.py|2/19.0=a.py|", 0 },
        { "with blank.py   l3/2", "3/2.0=with blank.py|", 0 },
        { "level_1_problem_3_sample_4_kernel.py", "1/3.4=level_1_problem_3_sample_4_kernel.py|",
          0 },
        { "level_1_problem_3_sample_4_kernel.py", "1/3.4=level_1_problem_3_sample_4_kernel.py|",
          2 },
        { "problem_5_sample_6_kernel.py", "3/5.6=problem_5_sample_6_kernel.py|", 3 },
        { "level_1_problem_3_sample_4_kernel.py l2/7",
          "2/7.0=level_1_problem_3_sample_4_kernel.py|", 0 },
        { "level_2_problem_19_sample_0_kernel.py\na.py l2/19",
          "2/19.0=level_2_problem_19_sample_0_kernel.py|2/19.1=a.py|", 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        const char *folder = NULL;
        if (gather(cases[i].list, strlen(cases[i].list), cases[i].level, &a, &folder, &err) != 0)
            fail_msg("case %zu: %s", i, err.msg);
        assert_string_equal(files_in(folder, &a), cases[i].want);
        assert_true(str_starts_with(folder, place));
        folder_list_end(folder);
        assert_int_not_equal(access(folder, F_OK), 0);
    }
}

/* Files are found beside the list, or where their whole path says. */
static void test_paths(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    const char *folder = NULL;
    (void)state;
    const char *list = arena_printf(&a, "%s/b.py l4/1\n./a.py l4/1", place);
    assert_int_equal(gather(list, strlen(list), 0, &a, &folder, &err), 0);
    assert_string_equal(files_in(folder, &a), "4/1.0=b.py|4/1.1=a.py|");
    folder_list_end(folder);
    assert_int_equal(chdir(place), 0);
    assert_int_equal(folder_list_gather("list.txt", 0, NULL, &a, &folder, &err), 0);
    assert_string_equal(files_in(folder, &a), "4/1.0=b.py|4/1.1=a.py|");
    folder_list_end(folder);
    folder_list_end(NULL);
    assert_true(folder_list_is("list.txt"));
    assert_false(folder_list_is(place));
    assert_false(folder_list_is("none.txt"));
}

static void test_lists_that_are_refused(void **state)
{
#define UNNAMED(name)                                                                              \
    "'" name "' is not named level_L_problem_P_sample_S_kernel.py; write its problem after "       \
    "it, as in 'a.py l1/19', or the name of an imported one"
    static const struct {
        const char *list;
        size_t len; /* 0: to its end */
        const char *why;
        int level;
    } cases[] = {
        { "", 0, "list.txt: names no file", 0 },
        { "# only\n\n", 0, "list.txt: names no file", 0 },
        { "a.py\0 l1/2", 10, "list.txt: contains a zero byte (byte 4)", 0 },
        { "\0", 1, "list.txt: contains a zero byte (byte 0)", 0 },
        { "a.py", 0, "list.txt:1: " UNNAMED("a.py"), 0 },
        { "a.py l1/2\nb.py l1", 0, "list.txt:2: " UNNAMED("b.py l1"), 0 },
        { "a.py l1/2x", 0, "list.txt:1: " UNNAMED("a.py l1/2x"), 0 },
        { "a.py l11/2", 0, "list.txt:1: " UNNAMED("a.py l11/2"), 0 },
        { "a.py l1/123456", 0, "list.txt:1: " UNNAMED("a.py l1/123456"), 0 },
        { "a.py 1/2", 0, "list.txt:1: " UNNAMED("a.py 1/2"), 0 },
        { "problem_5_sample_6_kernel.py", 0, "list.txt:1: " UNNAMED("problem_5_sample_6_kernel.py"),
          0 },
        { "problem_5_sample_6_kernel.pyc", 0,
          "list.txt:1: " UNNAMED("problem_5_sample_6_kernel.pyc"), 3 },
        { "problem_5_sample_6_kernel", 0, "list.txt:1: " UNNAMED("problem_5_sample_6_kernel"), 3 },
        { "level_1_problem_3_sample_4_kernel.pyc", 0,
          "list.txt:1: " UNNAMED("level_1_problem_3_sample_4_kernel.pyc"), 0 },
        { "level_1_problem_3_sample_4_kernel", 0,
          "list.txt:1: " UNNAMED("level_1_problem_3_sample_4_kernel"), 0 },
        { "\n#\nlevel_1_problem_3_sample_4_kernel.py\n./level_1_problem_3_sample_4_kernel.py", 0,
          "list.txt:4: a second file of level 1, problem 3, sample 4; write 'l1/3' after it to "
          "make it the next sample",
          0 },
        { "none.py l1/2", 0, "none.py: cannot open: No such file or directory", 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        const char *folder = NULL;
        size_t len = cases[i].len > 0 ? cases[i].len : strlen(cases[i].list);
        assert_int_equal(gather(cases[i].list, len, cases[i].level, &a, &folder, &err), ERR_USAGE);
        const char *why = strstr(err.msg, cases[i].why);
        if (why == NULL || strlen(why) != strlen(cases[i].why))
            fail_msg("case %zu: '%s'", i, err.msg);
        folder_list_end(folder);
    }
}

static void test_lists_that_cannot_be_read(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    const char *folder = NULL;
    (void)state;
    assert_true(folder_list_gather("/nowhere/list.txt", 0, NULL, &a, &folder, &err) < 0);
    assert_string_equal(err.msg, "/nowhere/list.txt: cannot open: No such file or directory");
    assert_null(folder);
    assert_int_equal(setenv("TMPDIR", "/nowhere", 1), 0);
    assert_true(gather("a.py l1/19", 10, 0, &a, &folder, &err) < 0);
    assert_int_equal(unsetenv("TMPDIR"), 0);
    assert_int_equal(gather("a.py l1/19", 10, 0, &a, &folder, &err), 0);
    assert_true(str_starts_with(folder, "/tmp/rollbook-list"));
    folder_list_end(folder);
    assert_int_equal(setenv("TMPDIR", place, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_become_samples),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_lists_that_are_refused),
        cmocka_unit_test(test_lists_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
