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
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/contract/backend.h"
#include "src/eval/cuda/driver/cuda_gpu.h"
#include "src/eval/device_report.h"
#include "src/eval/eval.h"
#include "src/eval/process/runner_compile.h"

static struct device_report report;

/* Those of a device, in order: "property text". */
static void list(const char *device, struct buf *out)
{
    device_report(false, &report);
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

static const char *line_of(const char *text, const char *key, struct buf *out)
{
    const char *line = strstr(text, key);
    buf_clear(out);
    if (line != NULL)
        line = strchr(line, ':') + 2;
    if (line != NULL)
        buf_add(out, line, strcspn(line, "\n"));
    return buf_text(out);
}

/* Its identity is of model and instruction set, with the number of cores. */
static void a_processor_has_its_own_name(void **state)
{
    struct buf CLEANUP(buf_release) info = { 0 }, name = { 0 }, flags = { 0 };
    struct evaluator *e = NULL;
    struct device_info d;
    struct err err = { 0 };
    struct sha256 s;
    char hash[65], uuid[64];
    (void)state;
    assert_int_equal(file_read("/proc/cpuinfo", (size_t)4 << 20, &info, &err), 0);
    if (line_of(buf_text(&info), "model name", &name)[0] == '\0')
        buf_puts(&name, "unknown processor");
    sha256_init(&s);
    sha256_update(&s, buf_text(&name), name.len + 1);
    line_of(buf_text(&info), "flags", &flags);
    sha256_update(&s, buf_text(&flags), flags.len < 4096 ? flags.len : 4095);
    sha256_final_hex(&s, hash);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(uuid, sizeof uuid, "cpu-%.16s-%ld", hash, cores);
    assert_int_equal(evaluator_open("cpu", &e, &err), 0);
    assert_int_equal(evaluator_device(e, &d, &err), 0);
    evaluator_close(e);
    assert_string_equal(d.backend, "cpu");
    assert_int_equal(strncmp(d.name, buf_text(&name), sizeof d.name - 1), 0);
    assert_string_equal(d.uuid, uuid);
    assert_int_equal(d.cores, cores);
    assert_int_equal(d.n_devices, 0);
    assert_string_equal(d.flags, compile_flags_text);
    assert_non_null(strstr(d.sandbox, "seccomp"));
}

/* No machine copies less than half a GB or more than 10 TB a second of its first cache. */
static void the_row_of_the_processor(void **state)
{
    const struct backend *b = backend_find("cpu");
    (void)state;
    assert_ptr_equal(b, &backend_cpu);
    assert_ptr_equal(backend_find("cuda"), &backend_cuda);
    assert_null(backend_find("abacus"));
    assert_int_equal(b->max_baselines, 4);
    assert_float_equal(b->light_factor, 4, 0);
    double rate = b->copy_bytes_per_s(NULL);
    assert_true(rate > 5e8 && rate < 1e13);
    assert_int_equal(evaluator_habits("cpu").jobs_ahead, b->habits.jobs_ahead);
    assert_int_equal(evaluator_habits("abacus").jobs_ahead, 0);
    assert_int_equal(evaluator_habits("cuda").jobs_ahead, backend_cuda.habits.jobs_ahead);
    assert_false(evaluator_library_has("cpu", NULL));
    assert_false(evaluator_library_has("abacus", NULL));
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

static int pageable;

static cuda_result memory_of(size_t *out, int device)
{
    assert_int_equal(device, 3);
    *out = (size_t)3 << 29;
    return CUDA_OK;
}

static cuda_result attribute_of(int *out, int attribute, int device)
{
    assert_int_equal(device, 3);
    *out = attribute == CUDA_ATTR_PAGEABLE_ACCESS      ? pageable
           : attribute == CUDA_ATTR_SHARED_OPTIN_BYTES ? 232448
                                                       : -1;
    return CUDA_OK;
}

static cuda_result no_context(struct cuda_context_object **out, int device)
{
    (void)out;
    return device == 3 ? CUDA_OK + 1 : CUDA_OK;
}

/* As a driver of this test describes it. */
static void a_gpu_is_described(void **state)
{
    static const struct cuda_driver driver = { .device_memory = memory_of,
                                               .device_attribute = attribute_of,
                                               .context_retain = no_context };
    const struct gpu g = { .d = &driver,
                           .device = 3,
                           .multiprocessors = 132,
                           .clock_khz = 1980000,
                           .memory_khz = 2619000,
                           .bus_bits = 5120,
                           .l2_bytes = 52428800,
                           .name = "a GPU",
                           .uuid = "GPU-7",
                           .arch = "sm_90" };
    (void)state;
    for (pageable = 0; pageable < 2; pageable++) {
        struct buf CLEANUP(buf_release) got = { 0 }, want = { 0 };
        report.n = 0;
        device_report_gpu(&report, &g, "cuda:3");
        for (size_t i = 0; i < report.n; i++) {
            const struct device_fact *f = &report.facts[i];
            assert_string_equal(f->device, "cuda:3");
            if (strcmp(f->property, "counters_given") == 0) /* the machine's, which may have one */
                assert_true(f->text[0] != '\0');
            else if (isnan(f->number))
                buf_printf(&got, "%s %s\n", f->property, f->text);
            else
                buf_printf(&got, "%s %.10g %s\n", f->property, f->number, f->unit);
        }
        buf_printf(&want,
                   "name a GPU\nuuid GPU-7\narchitecture sm_90\nmultiprocessors 132 \n"
                   "clock 1980 MHz\nmemory_clock 2619 MHz\nmemory_bus 5120 bits\n"
                   "memory_peak 3.35232 TB/s\nmemory 1.5 GiB\nl2_cache 50 MiB\n"
                   "shared_memory_per_block 227 KiB\nreads_host_memory %s\n",
                   pageable == 1 ? "yes" : "no");
        assert_string_equal(buf_text(&got), buf_text(&want));
        assert_int_equal(report.n, 13);
    }
    /* What there is no room for is dropped. */
    report.n = DEVICE_MAX_FACTS - 1;
    device_report_gpu(&report, &g, "cuda:3");
    assert_int_equal(report.n, DEVICE_MAX_FACTS);
    assert_string_equal(report.facts[DEVICE_MAX_FACTS - 1].property, "name");
}

/* Facts of the processor come first, then those of the compiler for GPUs, of torch and of GPUs. */
static void devices_come_in_this_order(void **state)
{
    static const char *const order[] = { "cpu", "cuda", "torch", "cuda" };
    size_t at = 0;
    (void)state;
    device_report(false, &report);
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
        cmocka_unit_test(a_processor_has_its_own_name),
        cmocka_unit_test(the_row_of_the_processor),
        cmocka_unit_test(a_processor_without_a_compiler_says_so),
        cmocka_unit_test(a_python_is_described),
        cmocka_unit_test(a_gpu_is_described),
        cmocka_unit_test(devices_come_in_this_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
