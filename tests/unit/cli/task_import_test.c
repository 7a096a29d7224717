/*
 * task_import_test.c - problems of a folder that become tasks, and folders that are refused, held
 * to a text that somebody has read: tests/approved/units/task_import.txt.
 *
 * What counts a problem's work needs torch; that is left out of the text, as it may not be here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <sys/stat.h>

#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

static void write_module(const char *name, int factor)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fprintf(
        f,
        "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        return x "
        "+ %d\ndef get_inputs():\n    return [torch.rand(8, 4)]\ndef get_init_inputs():\n    "
        "return []\n",
        factor);
    assert_int_equal(fclose(f), 0);
}

static int setup(void **state)
{
    static const char *const folders[] = { "kb", "kb/level1", "kb/level3", "plain", "many" };
    (void)state;
    if (said_setup() != 0)
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++)
        if (mkdir(folders[i], 0700) != 0)
            return -1;
    write_module("kb/level1/2_two.py", 2);
    write_module("kb/level1/1_one.py", 1);
    write_module("kb/level3/7_seven.py", 7);
    write_module("plain/named.py", 5);
    for (int i = 1; i <= 51; i++) {
        char name[40];
        snprintf(name, sizeof name, "many/%d.py", i);
        write_module(name, i);
    }
    return 0;
}

/* Six cells of each row of CSV. */
static void say_counts(const char *line)
{
    struct buf before = out;
    out = (struct buf){ 0 };
    say(line);
    for (const char *at = buf_text(&out); *at != '\0';) {
        size_t len = strcspn(at, "\n"), commas = 0, end = 0;
        bool is_row = strstr(at, ",level,") == at + 5 || strstr(at, ",NA,") != NULL;
        while (end < len && (commas < 6 || !is_row))
            commas += at[end++] == ',';
        buf_printf(&before, "%.*s\n", (int)end, at);
        at += len + (at[len] == '\n');
    }
    buf_release(&out);
    out = before;
}

static void put_tasks(void)
{
    say_rows("tasks",
             "SELECT suite || ' ' || level || ' ' || problem_id || ' ' || t.name || ' ' || "
             "t.kind || ' ' || origin || ' ' || (t.sha256 = b.sha256) || ' ' || b.kind || "
             "' ' || length(b.text) FROM task t JOIN blob b ON blob_id = module_blob_id "
             "WHERE suite <> 'many' ORDER BY task_id");
}

#define SIXTY "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static void test_what_is_refused(void **state)
{
    static const char *const options[] = {
        "--suite=",    "--suite " SIXTY, "--suite " SIXTY "a",  "--suite a/b",
        "--suite a:b", "--suite A-z_0.", "--suite kernelbench", "--levels 0",
        "--levels 12", "--levels 1,x",   "--levels 1;2",        "--levels 1,9",
        "--levels 2",  "--levels 2,4,9",
    };
    (void)state;
    say("init");
    buf_clear(&out);
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        say(arena_printf(&a, "task import-kernelbench kb %s --python ./none", options[i]));
    }
    say("task import-kernelbench none");
    put_tasks();
    approved_check_exactly("task_import_refused", &out);
}

static void test_modules_become_tasks(void **state)
{
    (void)state;
    if (system("python3 -c 'import ast' 2>&1") != 0) {
        print_message("no Python here\n");
        skip();
    }
    buf_clear(&out);
    say_counts("task import-kernelbench kb --levels 3 --format csv");
    say_counts("task import-kernelbench kb --levels 1,3 --format csv");
    say_counts("task import-kernelbench plain --suite mine --format csv");
    say_counts("task import-kernelbench many --suite many --format csv");
    write_module("kb/level1/1_one.py", 11);
    write_module("kb/level1/3_three.py", 3);
    say_counts("task import-kernelbench kb --format csv");
    put_tasks();
    approved_check_exactly("task_import", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_modules_become_tasks),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
