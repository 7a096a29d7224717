/*
 * task_command_test.c - what is told of tasks, their kernels, inputs and splits, and of one kernel
 * that is evaluated, held to texts that somebody has read: tests/approved/units/task_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

static const char problems[] =
    "INSERT INTO blob (blob_id, sha256, kind, bytes, text) VALUES "
    "(1, replace(hex(zeroblob(32)), '0', 'b'), 'import', 12, 'import torch');"
    "INSERT INTO task (suite, level, problem_id, name, sha256, kind, module_blob_id, origin, "
    "flops, "
    "bytes, work_unknown) VALUES "
    "('own', 1, 4, 'four', replace(hex(zeroblob(32)), '0', 'b'), 'torch', 1, 'here', 12, 34.5, "
    "NULL),"
    "('own', 2, 8, 'eight', replace(hex(zeroblob(32)), '0', 'b'), 'torch', 1, NULL, NULL, NULL, "
    "'no count'),"
    "('other', 1, 1, 'one', replace(hex(zeroblob(32)), '0', 'b'), 'torch', 1, 'there', NULL, NULL, "
    "NULL)";

static int setup(void **state)
{
    (void)state;
    if (said_setup() != 0)
        return -1;
    say("init");
    change(problems);
    return 0;
}

static void say_all(const char *const *lines, size_t n)
{
    buf_clear(&out);
    for (size_t i = 0; i < n; i++)
        say(lines[i]);
}

static void test_tasks_are_shown(void **state)
{
    static const char *const lines[] = {
        "task show l1/4",
        "task show 5 --json",
        "task show l1/14 --json",
        "task show l1/94 --json",
        "task show l1/95 --json",
        "task show l1/36 --json",
        "task show l1/89 --json",
        "task show l1/4 --kernel baseline",
        "task show l1/4 --kernel oracle",
        "task show l1/4 --kernel tuned",
        "task show l1/4 --kernel wrong_none",
        "task show l1/4 --kernel wrong",
        "task list --suite own",
        "task list --suite all --json",
        "task list --suite other --format csv",
        "task list --suite none",
        "task show own:l1/4",
        "task show own:l2/8 --json",
        "task show own:l1/4 --kernel module",
        "task show own:l1/4 --kernel oracle",
        "task show own:l1/5",
        "task check l1/4 --case big",
        "task check l1/4 l1/999 --case tiny",
        "split make --level 1 --seed 42",
        "split make --level 3 --seed 7 --train-fraction 0.5 --json",
        "split make --level 2 --seed 7 --fingerprint abc --out s.json",
        "split check s.json --json",
        "split make --level 4 --seed 0 --out -",
        "split make --level 1 --out none/s.json",
        "split make --level 0",
        "split make --level 5",
        "split make --level 4294967297",
        "split make --train-fraction 1",
        "split make --train-fraction 0",
        "split make --seed -1",
        "split check l1_seed42",
        "split check l1_seed4",
    };
    (void)state;
    say_all(lines, ARRAY_LEN(lines));
    approved_check_exactly("task_shown", &out);
}

/* The text of the header, and each element in hexadecimal digits. */
static void put_npy(const char *name)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    assert_int_equal(file_read(name, 1 << 20, &text, &err), 0);
    const unsigned char *b = (const unsigned char *)text.data;
    size_t head = 10 + (size_t)b[8] + 256 * (size_t)b[9];
    buf_printf(&out, "%s, %zu bytes:", name, text.len);
    for (size_t i = 0; i < text.len; i++)
        if (i < 10 || i >= head)
            buf_printf(&out, "%s%02x", i % 4 == 0 ? " " : "", b[i]);
        else
            buf_printf(&out, b[i] == '\n' ? "|" : "%c", b[i]);
    buf_puts(&out, "\n");
}

static void test_inputs_are_written(void **state)
{
    static const char *const lines[] = {
        "task inputs l1/4 --case tiny --dims m=3,k=2 --by reference --out a",
        "task inputs l1/95 --case tiny --dims m=2,n=3 --by reference --seed 18446744073709551615 "
        "--trial 3 --out b --json",
        "task inputs l1/28 --case tiny --dims n=5 --by reference --draw second --out c --format "
        "csv",
        "task inputs l1/4 --case big",
        "task inputs l1/4 --draw third",
        "task inputs l1/4 --by me",
        "task inputs l1/4 --seed 18446744073709551616",
        "task inputs l1/4 --seed -1",
        "task inputs l1/4 --trial -1",
        "task inputs l1/95 --draw second",
        "task inputs l1/51 --draw second --case tiny --by reference --out none/there",
        "task inputs l1/4 --dims z=3",
        "task inputs l1/4 --dims m=0",
        "task inputs l9/9",
    };
    (void)state;
    say_all(lines, ARRAY_LEN(lines));
    put_npy("a/A.npy");
    put_npy("a/x.npy");
    put_npy("a/y.npy");
    put_npy("b/targets.npy");
    put_npy("c/x.npy");
    approved_check_exactly("task_inputs", &out);
}

static void test_evaluations_that_are_refused(void **state)
{
    static const char *const lines[] = {
        "eval k.cu",
        "eval k.cu --task l1/4 --problem p.py",
        "eval k.cu --problem p.py --kind library",
        "eval k.cu --task l1/4 --case big",
        "eval k.cu --task l1/4 --mode slow",
        "eval k.cu --task l1/4 --correct-trials 1001",
        "eval k.cu --task l1/4 --threads -1",
        "eval k.cu --task l1/4 --threads 1025",
        "eval k.cu --task l1/4 --threads 1024 --deadline -1",
        "eval k.cu --task l1/4 --threads 0 --deadline 1000000001",
        "eval k.cu --task l1/4 --deadline 1000000000 --adaptive",
        "eval k.cu --task l1/4 --adaptive --timed-runs 10",
        "eval none.cu --task l1/4 --adaptive --timed-runs 11",
        "eval none.cu --task l1/4 --seed x",
        "eval none.cu --task l1/4 --seed 18446744073709551615",
        "eval none.cu --task l1/4 --dims m=0",
        "eval none.cu --task l1/4 --dims m=2,k=3",
        "eval none.cu --task l1/999",
        "eval none.cu --task l1/4 --backend zz",
        "eval none.cu --task l1/4 --inputs signed",
        "eval none.cu --task own:l1/4 --trust --inputs zz",
        "eval none.py --problem none.py --rule zz",
        "eval none.py --problem none.py --baseline zz",
        "eval none.py --problem none.py --inputs suite",
        "eval none.py --problem zero.py",
        "eval none.py --problem t.py --kind torch",
        "eval none.cu --task own:l1/4 --trust --rule kernelbench --inputs signed",
    };
    FILE *f = fopen("zero.py", "w");
    (void)state;
    assert_non_null(f);
    assert_int_equal(fwrite("ab\0c", 1, 4, f), 4);
    assert_int_equal(fclose(f), 0);
    say_all(lines, ARRAY_LEN(lines));
    approved_check_exactly("task_eval_refused", &out);
}

/* What depends on the machine is left out: lines of that beginning, and what follows a fifth comma.
 */
static void say_plainly(const char *line)
{
    static const char *const odd[] = { "device ", "took ", "sandbox ", "guard_zone " };
    static const char *const drawn[] = { " worst at", " largest error" };
    struct buf before = out;
    out = (struct buf){ 0 };
    say(line);
    for (const char *at = buf_text(&out); *at != '\0';) {
        size_t len = strcspn(at, "\n"), commas = 0, end = 0;
        bool is_odd = false;
        for (size_t i = 0; i < ARRAY_LEN(odd); i++)
            is_odd = is_odd || str_starts_with(at, odd[i]);
        while (end < len && (commas < 5 || !str_starts_with(at, "l1/")))
            commas += at[end++] == ',';
        for (size_t i = 0; i < ARRAY_LEN(drawn); i++) {
            const char *number = strstr(at, drawn[i]);
            if (number != NULL && number < at + end)
                end = (size_t)(number - at);
        }
        while (end > 0 && at[end - 1] == ' ')
            end--;
        if (!is_odd)
            buf_printf(&before, "%.*s\n", (int)end, at);
        at += len + (at[len] == '\n');
    }
    buf_release(&out);
    out = before;
}

static void write_kernel(const char *name, const char *launch, const char *body)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fprintf(
        f,
        "//@ launch f(A, x, y, m, k) %s\n"
        "extern \"C\" __global__ void f(const float *A, const float *x, float *y, int m, int k)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    %s\n"
        "}\n",
        launch, body);
    assert_int_equal(fclose(f), 0);
}

static void test_kernels_that_are_not_right(void **state)
{
    static const char usual[] = "grid=ceil_div(m, 64) block=64";
    (void)state;
    write_kernel("wrong.cu", usual, "if (i < m) y[i] = i;");
    write_kernel("crash.cu", usual, "if (i < m) y[i] = ((float *)0)[8];");
    write_kernel("beyond.cu", usual, "y[i] = 0.0f;");
    write_kernel("parse.cu", "grid=m", "");
    buf_clear(&out);
    say_plainly("eval wrong.cu --task l1/4 --case tiny --seed 5");
    say_plainly(
        "eval wrong.cu --task l1/4 --dims m=3,k=2 --seed 7 --correct-trials 2 --timed-runs 3");
    say_plainly("eval parse.cu --task l1/4 --case tiny --seed 18446744073709551615");
    say_plainly("eval parse.cu --task l1/4 --kind zz --seed 1");
    say_plainly("eval crash.cu --task l1/4 --case tiny --seed 5");
    say_plainly("eval beyond.cu --task l1/4 --case tiny --seed 5");
    say_plainly("task check l1/4 l1/28 --case tiny --seed 3 --format csv");
    approved_check_exactly("task_eval", &out);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return cli_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN"); /* kernels are run by this program */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tasks_are_shown),
        cmocka_unit_test(test_inputs_are_written),
        cmocka_unit_test(test_evaluations_that_are_refused),
        cmocka_unit_test(test_kernels_that_are_not_right),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
