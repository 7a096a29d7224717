#include "src/eval/device_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/cuda/compile/cuda_compile.h"
#include "src/eval/cuda/driver/cuda_counters.h"
#include "src/eval/cuda/driver/cuda_gpu.h"
#include "src/eval/cuda/driver/cuda_nvrtc.h"
#include "src/eval/eval.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"

#define MEASURED_RUNS 31

static struct device_fact *add(struct device_report *r, const char *device, const char *property)
{
    static struct device_fact dropped;
    struct device_fact *f = r->n < DEVICE_MAX_FACTS ? &r->facts[r->n++] : &dropped;
    *f = (struct device_fact){ .number = (double)NAN, .unit = "" };
    snprintf(f->device, sizeof f->device, "%s", device);
    snprintf(f->property, sizeof f->property, "%s", property);
    return f;
}

static void add_text(struct device_report *r, const char *device, const char *property,
                     const char *text)
{
    struct device_fact *f = add(r, device, property);
    snprintf(f->text, sizeof f->text, "%.199s", text);
}

static void add_number(struct device_report *r, const char *device, const char *property,
                       double number, const char *unit)
{
    struct device_fact *f = add(r, device, property);
    f->number = number;
    f->unit = unit;
}

static void add_cpu(struct device_report *r)
{
    struct evaluator *e = NULL;
    struct device_info d;
    struct err err = { .msg = "" };
    if (evaluator_open("cpu", &e, &err) != 0 || evaluator_device(e, &d, &err) != 0) {
        add_text(r, "cpu", "available", err.msg);
    } else {
        add_text(r, "cpu", "available", "yes");
        add_text(r, "cpu", "name", d.name);
        add_number(r, "cpu", "cores", d.cores, "");
        add_text(r, "cpu", "compiler", d.compiler);
        add_text(r, "cpu", "sandbox", d.sandbox);
    }
    evaluator_close(e);
}

/* A torch that is there and does not start is not one that is missing. */
static const char *why_no_torch(struct torch_probe *p)
{
    bool asked = torch_host_probe(NULL, p, NULL) == 0;
    return asked && !p->works && p->cause[0] != '\0' ? p->cause : "this Python has no torch";
}

static void add_torch(struct device_report *r)
{
    static const char *const no = "none";
    struct torch_python p;
    struct torch_probe probe;
    struct err err = { .msg = "" };
    if (torch_python_ask(NULL, &p, &err) != 0) {
        add_text(r, "torch", "available", err.msg);
        return;
    }
    add_text(r, "torch", "available", p.torch[0] != '\0' ? "yes" : why_no_torch(&probe));
    add_text(r, "torch", "interpreter", p.program);
    add_text(r, "torch", "python", p.python);
    add_text(r, "torch", "torch", p.torch[0] != '\0' ? p.torch : no);
    add_text(r, "torch", "triton", p.triton[0] != '\0' ? p.triton : no);
    add_text(r, "torch", "cuda", p.cuda[0] != '\0' ? p.cuda : no);
}

/* Whom the driver gives performance counters to. */
static const char *counters_given(void)
{
    struct buf b = { 0 };
    const char *answer = "unknown";
    if (file_read("/proc/driver/nvidia/params", (size_t)1 << 16, &b, NULL) == 0) {
        const char *line = strstr(buf_text(&b), "RmProfilingAdminOnly: ");
        if (line != NULL)
            answer = line[strlen("RmProfilingAdminOnly: ")] == '0' ? "to everybody"
                                                                   : "to administrators";
    }
    buf_release(&b);
    return answer;
}

/* The first pass of a process takes most of a second. */
static bool count_nothing(struct cuda_context_object *context)
{
    double values[1][PROFILE_COUNTERS];
    bool more = true, ok = counters_begin(context, 1);
    while (ok && more)
        ok = counters_pass_begin() && counters_range_begin(0) && counters_range_end() &&
             counters_pass_end(&more);
    if (ok && counters_end(values))
        return true;
    counters_abandon();
    return false;
}

static void add_counters(struct device_report *r, const struct gpu *g, const char *device)
{
    struct cuda_context_object *context;
    char text[200];
    if (g->d->context_retain(&context, g->device) != CUDA_OK)
        return;
    bool ok = g->d->context_current(context) == CUDA_OK && counters_open(g->ordinal) &&
              count_nothing(context);
    snprintf(text, sizeof text, "no: %.190s", counters_why() != NULL ? counters_why() : "unknown");
    add_text(r, device, "counters_permitted", ok ? "yes" : text);
    (void)g->d->context_release(g->device);
}

void device_report_gpu(struct device_report *r, const struct gpu *g, const char *device)
{
    size_t bytes = 0;
    int pageable = 0, shared = 0;
    (void)g->d->device_memory(&bytes, g->device);
    (void)g->d->device_attribute(&pageable, CUDA_ATTR_PAGEABLE_ACCESS, g->device);
    (void)g->d->device_attribute(&shared, CUDA_ATTR_SHARED_OPTIN_BYTES, g->device);
    add_text(r, device, "name", g->name);
    add_text(r, device, "uuid", g->uuid);
    add_text(r, device, "architecture", g->arch);
    add_number(r, device, "multiprocessors", g->multiprocessors, "");
    add_number(r, device, "clock", g->clock_khz / 1e3, "MHz");
    add_number(r, device, "memory_clock", g->memory_khz / 1e3, "MHz");
    add_number(r, device, "memory_bus", g->bus_bits, "bits");
    add_number(r, device, "memory_peak", 2.0 * g->memory_khz * 1e3 * g->bus_bits / 8.0 / 1e12,
               "TB/s");
    add_number(r, device, "memory", (double)bytes / 1073741824.0, "GiB");
    add_number(r, device, "l2_cache", g->l2_bytes / 1048576.0, "MiB");
    add_number(r, device, "shared_memory_per_block", shared / 1024.0, "KiB");
    add_text(r, device, "reads_host_memory", pageable != 0 ? "yes" : "no");
    add_text(r, device, "counters_given", counters_given());
    add_counters(r, g, device);
}

struct spin {
    struct gpu *g;
    uint64_t span_ns; /* 0: an empty kernel */
};

static cuda_result queue_spin(void *arg)
{
    struct spin *j = arg;
    void *args[] = { &j->span_ns };
    if (j->span_ns == 0)
        return cuda_timer_null(&j->g->timer);
    return j->g->d->launch(j->g->kernels[GPU_SPIN], 1, 1, 1, 1, 1, 1, 0, j->g->timer.stream, args,
                           NULL);
}

static double median_time(struct gpu *g, cuda_result (*queue)(void *), void *arg)
{
    double us[MEASURED_RUNS];
    struct cuda_reading s;
    for (int i = -2; i < MEASURED_RUNS; i++) {
        if (cuda_timer_run(&g->timer, i > -2, queue, arg, &s) != CUDA_OK)
            return (double)NAN;
        if (i >= 0)
            us[i] = s.device_us;
    }
    return median_of(us, MEASURED_RUNS);
}

static double recorded_time(struct gpu *g, struct spin *j)
{
    const char *name =
        j->span_ns == 0 ? timer_kernel_names[TIMER_NULL] : gpu_kernel_names[GPU_SPIN];
    double us[MEASURED_RUNS];
    struct cuda_reading s;
    for (int i = -1; i < MEASURED_RUNS; i++) {
        cupti_clear();
        if (cuda_timer_run(&g->timer, true, queue_spin, j, &s) != CUDA_OK ||
            !cupti_duration(name, i < 0 ? &us[0] : &us[i]))
            return (double)NAN;
    }
    return median_of(us, MEASURED_RUNS);
}

static void add_clocks(struct device_report *r, struct gpu *g, const char *device)
{
    static const unsigned spans_us[] = { 0, 1, 5, 20, 100 };
    struct cuda_reading s;
    double events_us[ARRAY_LEN(spans_us)];
    double gap_us = median_time(g, NULL, NULL);
    if (cuda_timer_run(&g->timer, true, NULL, NULL, &s) == CUDA_OK)
        add_number(r, device, "clock_measured", s.clock_mhz, "MHz");
    add_number(r, device, "event_gap", gap_us, "us");
    for (size_t i = 0; i < ARRAY_LEN(spans_us); i++) {
        struct spin j = { .g = g, .span_ns = spans_us[i] * 1000 };
        events_us[i] = median_time(g, queue_spin, &j);
    }
    bool has_records = cupti_start();
    for (size_t i = 0; i < ARRAY_LEN(spans_us); i++) {
        char property[48];
        struct spin j = { .g = g, .span_ns = spans_us[i] * 1000 };
        snprintf(property, sizeof property, "spin_%u_us_by_events", spans_us[i]);
        add_number(r, device, property, events_us[i] - gap_us, "us");
        snprintf(property, sizeof property, "spin_%u_us_by_records", spans_us[i]);
        add_number(r, device, property, has_records ? recorded_time(g, &j) : (double)NAN, "us");
    }
    cupti_stop();
}

static void measure_gpu(struct device_report *r, struct gpu *g, const char *device)
{
    struct cuda_compiler compiler = { .server = { .socket = -1 } };
    struct buf own = { 0 };
    struct err err = { .msg = "" };
    int rc = cuda_compiler_open(&compiler, &err);
    cuda_compiler_target(&compiler, g->arch);
    if (rc == 0)
        rc = cuda_own_build(&compiler, &own, &err);
    if (rc == 0)
        rc = gpu_open(g, &own, &err);
    if (rc != 0) {
        add_text(r, device, "measured", err.msg);
    } else {
        add_number(r, device, "copy_rate", gpu_copy_rate(g) / 1e12, "TB/s");
        add_clocks(r, g, device);
    }
    gpu_close(g);
    cuda_compiler_close(&compiler);
    buf_release(&own);
}

static void add_compiler(struct device_report *r)
{
    const struct nvrtc *n;
    struct err err = { .msg = "" };
    char version[64];
    if (nvrtc_open(NULL, &n, &err) != 0) {
        add_text(r, "cuda", "compiler", err.msg);
        return;
    }
    nvrtc_version(n, version, sizeof version);
    add_text(r, "cuda", "compiler", version);
    add_text(r, "cuda", "compiler_library", nvrtc_path(n));
}

void device_report(bool measure, struct device_report *out)
{
    const struct cuda_driver *d = NULL;
    struct err why = { .msg = "" };
    int count = 0, version = 0;
    out->n = 0;
    add_cpu(out);
    add_compiler(out);
    add_torch(out);
    if (cuda_driver_open(&d, &why) != 0) {
        add_text(out, "cuda", "available", why.msg);
        return;
    }
    (void)d->driver_version(&version);
    (void)d->device_count(&count);
    add_text(out, "cuda", "available", "yes");
    char driver[32];
    snprintf(driver, sizeof driver, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    add_text(out, "cuda", "driver", driver);
    for (int i = 0; i < count && i < 16; i++) {
        CLEANUP(mem_free_ptr) struct gpu *g = mem_alloc(sizeof *g);
        char device[24];
        snprintf(device, sizeof device, "cuda:%d", i);
        if (gpu_find(i, g, &why) != 0) {
            add_text(out, device, "available", why.msg);
            continue;
        }
        device_report_gpu(out, g, device);
        if (measure)
            measure_gpu(out, g, device);
    }
}
