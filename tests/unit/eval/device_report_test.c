/*
 * device_report_test.c - what evaluations can run on here, fact by fact, on a machine without a
 * GPU or with one.
 */
#include <math.h>
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

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/device_report.h"
#include "src/eval/eval.h"

static struct device_report report;

/* Those of a device, in order: "property text". */
static void list(const char *device, struct buf *out)
{
    struct err err = { 0 };
    assert_int_equal(device_report(false, &report, &err), 0);
    for (size_t i = 0; i < report.n; i++) {
        const struct device_fact *f = &report.facts[i];
        if (strcmp(f->device, device) != 0)
            continue;
        assert_string_equal(f->unit, "");
        assert_int_equal(isnan(f->number), f->text[0] != '\0');
        if (isnan(f->number))
            buf_printf(out, "%s %s\n", f->property, f->text);
        else
            buf_printf(out, "%s %.17g\n", f->property, f->number);
    }
}

static void the_processor_is_described(void **state)
{
    struct buf CLEANUP(buf_release) want = { 0 }, got = { 0 };
    struct evaluator *e = NULL;
    struct device_info d;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(evaluator_open("cpu", &e, &err), 0);
    assert_int_equal(evaluator_device(e, &d, &err), 0);
    evaluator_close(e);
    assert_true(d.cores > 0 && d.name[0] != '\0' && d.compiler[0] != '\0');
    assert_int_equal(strncmp(d.uuid, "cpu-", 4), 0);
    buf_printf(&want, "available yes\nname %s\ncores %d\ncompiler %s\nsandbox %s\n", d.name,
               d.cores, d.compiler, d.sandbox);
    list("cpu", &got);
    assert_string_equal(buf_text(&got), buf_text(&want));
}

static void a_processor_without_a_compiler_says_so(void **state)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    (void)state;
    assert_int_equal(setenv("CXX", "/no/such/compiler", 1), 0);
    list("cpu", &got);
    assert_int_equal(unsetenv("CXX"), 0);
    assert_string_equal(buf_text(&got), "available the cpu backend needs g++ and binutils: "
                                        "'/no/such/compiler' is not on PATH\n");
}

static void a_python_is_described(void **state)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    (void)state;
    assert_int_equal(setenv("ROLLBOOK_PYTHON", "/no/such/python", 1), 0);
    list("torch", &got);
    assert_int_equal(unsetenv("ROLLBOOK_PYTHON"), 0);
    assert_int_equal(strncmp(buf_text(&got), "available ", 10), 0);
    assert_non_null(strstr(buf_text(&got), "/no/such/python"));
    assert_null(strchr(strchr(buf_text(&got), '\n') + 1, '\n'));
}

/* Facts of the processor come first, then those of the compiler for GPUs, of torch and of GPUs. */
static void devices_come_in_this_order(void **state)
{
    static const char *const order[] = { "cpu", "cuda", "torch", "cuda" };
    struct err err = { 0 };
    size_t at = 0;
    (void)state;
    assert_int_equal(device_report(false, &report, &err), 0);
    for (size_t i = 0; i < report.n && at < ARRAY_LEN(order); i++)
        if (strcmp(report.facts[i].device, order[at]) != 0) {
            at++;
            assert_true(at == ARRAY_LEN(order) || strcmp(report.facts[i].device, order[at]) == 0);
        }
    assert_true(at >= ARRAY_LEN(order) - 1);
    assert_true(report.n < DEVICE_MAX_FACTS);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_processor_is_described),
        cmocka_unit_test(a_processor_without_a_compiler_says_so),
        cmocka_unit_test(a_python_is_described),
        cmocka_unit_test(devices_come_in_this_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
