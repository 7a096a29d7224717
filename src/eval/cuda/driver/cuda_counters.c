#include "src/eval/cuda/driver/cuda_counters.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_launch.h"
#include "src/eval/cuda/driver/cuda_library.h"
#include "src/eval/cuda/driver/cupti_abi.h"

/* Bounds a library that never says that all passes are done. */
#define MAX_PASSES 16

#define THREADS_OF(op) "smsp__sass_thread_inst_executed_op_" op "_pred_on.sum"

static const char *const metric_names[PROFILE_COUNTERS] = {
    [COUNTER_TIME_NS] = "gpu__time_duration.sum",
    [COUNTER_DRAM_READ_BYTES] = "dram__bytes_read.sum",
    [COUNTER_DRAM_WRITE_BYTES] = "dram__bytes_write.sum",
    [COUNTER_L2_BYTES] = "lts__t_bytes.sum",
    [COUNTER_L2_READ_SECTORS] = "lts__t_sectors_op_read.sum",
    [COUNTER_L2_WRITE_SECTORS] = "lts__t_sectors_op_write.sum",
    [COUNTER_OCCUPANCY_PERCENT] = "sm__warps_active.avg.pct_of_peak_sustained_active",
    [COUNTER_ISSUE_PERCENT] = "sm__inst_issued.avg.pct_of_peak_sustained_elapsed",
    [COUNTER_TENSOR_FLOAT] = "sm__inst_executed_pipe_tensor_op_hmma.sum",
    [COUNTER_TENSOR_MOVES] = "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum",
    [COUNTER_TENSOR_INTEGER] = "sm__inst_executed_pipe_tensor_op_imma.sum",
    [COUNTER_FADD] = THREADS_OF("fadd"),
    [COUNTER_FMUL] = THREADS_OF("fmul"),
    [COUNTER_FFMA] = THREADS_OF("ffma"),
    [COUNTER_DADD] = THREADS_OF("dadd"),
    [COUNTER_DMUL] = THREADS_OF("dmul"),
    [COUNTER_DFMA] = THREADS_OF("dfma"),
    [COUNTER_HADD] = THREADS_OF("hadd"),
    [COUNTER_HMUL] = THREADS_OF("hmul"),
    [COUNTER_HFMA] = THREADS_OF("hfma"),
};

struct profiler_library {
    int (*initialize)(struct cupti_initialize *p);
    int (*chip_name)(struct cupti_chip_name *p);
    int (*host_open)(struct cupti_host_open *p);
    int (*metric_properties)(struct cupti_metric_properties *p);
    int (*add_metrics)(struct cupti_add_metrics *p);
    int (*config_size)(struct cupti_config_size *p);
    int (*config_get)(struct cupti_config_get *p);
    int (*config_passes)(struct cupti_config_passes *p);
    int (*evaluate)(struct cupti_evaluate *p);
    int (*enable)(struct cupti_range_enable *p);
    int (*disable)(struct cupti_range_plain *p);
    int (*data_size)(struct cupti_range_data_size *p);
    int (*data_init)(struct cupti_range_data_init *p);
    int (*set_config)(struct cupti_range_config *p);
    int (*start)(struct cupti_range_plain *p);
    int (*stop)(struct cupti_range_stop *p);
    int (*push)(struct cupti_range_push *p);
    int (*pop)(struct cupti_range_plain *p);
    int (*decode)(struct cupti_range_decode *p);
    int (*info)(struct cupti_range_info *p);
};

#define SYMBOL(name, member)                                                                       \
    {                                                                                              \
        name, offsetof(struct profiler_library, member)                                            \
    }
static const struct library_symbol symbols[] = {
    SYMBOL("cuptiProfilerInitialize", initialize),
    SYMBOL("cuptiDeviceGetChipName", chip_name),
    SYMBOL("cuptiProfilerHostInitialize", host_open),
    SYMBOL("cuptiProfilerHostGetMetricProperties", metric_properties),
    SYMBOL("cuptiProfilerHostConfigAddMetrics", add_metrics),
    SYMBOL("cuptiProfilerHostGetConfigImageSize", config_size),
    SYMBOL("cuptiProfilerHostGetConfigImage", config_get),
    SYMBOL("cuptiProfilerHostGetNumOfPasses", config_passes),
    SYMBOL("cuptiProfilerHostEvaluateToGpuValues", evaluate),
    SYMBOL("cuptiRangeProfilerEnable", enable),
    SYMBOL("cuptiRangeProfilerDisable", disable),
    SYMBOL("cuptiRangeProfilerGetCounterDataSize", data_size),
    SYMBOL("cuptiRangeProfilerCounterDataImageInitialize", data_init),
    SYMBOL("cuptiRangeProfilerSetConfig", set_config),
    SYMBOL("cuptiRangeProfilerStart", start),
    SYMBOL("cuptiRangeProfilerStop", stop),
    SYMBOL("cuptiRangeProfilerPushRange", push),
    SYMBOL("cuptiRangeProfilerPopRange", pop),
    SYMBOL("cuptiRangeProfilerDecodeData", decode),
    SYMBOL("cuptiRangeProfilerGetCounterDataInfo", info),
};

static struct profiler_state {
    bool tried, is_open;
    char chip[32];
    struct profiler_library lib;
    struct cupti_host_object *host;
    const char *metrics[PROFILE_COUNTERS];
    enum counter which[PROFILE_COUNTERS];
    size_t n_metrics;
    uint8_t *config;
    size_t config_bytes;
    struct cupti_range_object *ranges;
    uint8_t *data;
    size_t data_bytes, n_ranges;
    unsigned passes;
    char why[200];
} profiler;

static const struct {
    int code;
    const char *text;
} reasons[] = {
    { CUPTI_HARDWARE_BUSY, "another program uses the counters" },
    { CUPTI_NOT_SUPPORTED, "the device has no counters for this" },
    { CUPTI_VIRTUAL_DEVICE, "a virtual device has no counters" },
    { CUPTI_NOT_PERMITTED, "not permitted: the driver gives counters only to administrators" },
    { CUPTI_OTHER_SUBSCRIBER, "another profiler is attached" },
    { CUPTI_VIRTUAL_NOT_PERMITTED, "not permitted on this virtual device" },
    { CUPTI_CONFIDENTIAL, "not there in confidential computing" },
    { CUPTI_PARTITIONED_DEVICE, "not there on a partitioned device" },
    { CUPTI_UNKNOWN_CHIP, "this CUPTI does not know the device" },
};

/* Notes why there are no counters. */
static bool check(int r, const char *what)
{
    if (r == CUPTI_OK)
        return true;
    const char *text = "it failed";
    for (size_t i = 0; i < ARRAY_LEN(reasons); i++)
        if (reasons[i].code == r)
            text = reasons[i].text;
    snprintf(profiler.why, sizeof profiler.why, "%s (CUPTI error %d at %s)", text, r, what);
    return false;
}

const char *counters_why(void)
{
    return profiler.why[0] != '\0' ? profiler.why : NULL;
}

static bool open_library(void)
{
    static const char *const names[] = { "libcupti.so.13", "libcupti.so.12", "libcupti.so", NULL };
    struct err err = { .msg = "" };
    void *library = library_open(names);
    if (library == NULL)
        snprintf(profiler.why, sizeof profiler.why, "there is no CUPTI here");
    else if (library_bind(library, "libcupti", symbols, ARRAY_LEN(symbols), &profiler.lib, &err) !=
             0)
        snprintf(profiler.why, sizeof profiler.why, "%.190s", err.msg);
    else
        return true;
    return false;
}

static bool open_host(int device)
{
    struct cupti_initialize init = { .size = CUPTI_SIZE(cupti_initialize, unused) };
    struct cupti_chip_name chip = { .size = CUPTI_SIZE(cupti_chip_name, out_name),
                                    .device = (size_t)device };
    if (!check(profiler.lib.initialize(&init), "initialising") ||
        !check(profiler.lib.chip_name(&chip), "naming the chip"))
        return false;
    struct cupti_host_open host = { .size = CUPTI_SIZE(cupti_host_open, out_host),
                                    .profiler = CUPTI_RANGE_PROFILER,
                                    .chip = chip.out_name };
    if (!check(profiler.lib.host_open(&host), "describing the chip"))
        return false;
    profiler.host = host.out_host;
    snprintf(profiler.chip, sizeof profiler.chip, "%s", chip.out_name);
    return true;
}

static bool has_metric(const char *metric)
{
    struct cupti_metric_properties m = { .size = CUPTI_SIZE(cupti_metric_properties, out_type),
                                         .host = profiler.host,
                                         .metric = metric };
    return profiler.lib.metric_properties(&m) == CUPTI_OK;
}

static bool choose_metrics(void)
{
    profiler.n_metrics = 0;
    for (size_t i = 0; i < PROFILE_COUNTERS; i++) {
        if (!has_metric(metric_names[i]))
            continue;
        profiler.which[profiler.n_metrics] = (enum counter)i;
        profiler.metrics[profiler.n_metrics++] = metric_names[i];
    }
    struct cupti_add_metrics add = { .size = CUPTI_SIZE(cupti_add_metrics, n),
                                     .host = profiler.host,
                                     .metrics = profiler.metrics,
                                     .n = profiler.n_metrics };
    if (profiler.n_metrics != 0)
        return check(profiler.lib.add_metrics(&add), "choosing counters");
    snprintf(profiler.why, sizeof profiler.why, "the device offers no counter that Rollbook reads");
    return false;
}

static bool make_config(void)
{
    struct cupti_config_size size = { .size = CUPTI_SIZE(cupti_config_size, out_bytes),
                                      .host = profiler.host };
    if (!check(profiler.lib.config_size(&size), "planning passes") || size.out_bytes == 0)
        return false;
    profiler.config_bytes = size.out_bytes;
    profiler.config = mem_alloc(profiler.config_bytes);
    struct cupti_config_get get = { .size = CUPTI_SIZE(cupti_config_get, image),
                                    .host = profiler.host,
                                    .bytes = profiler.config_bytes,
                                    .image = profiler.config };
    struct cupti_config_passes passes = { .size = CUPTI_SIZE(cupti_config_passes, out_passes),
                                          .bytes = profiler.config_bytes,
                                          .image = profiler.config };
    return check(profiler.lib.config_get(&get), "planning passes") &&
           check(profiler.lib.config_passes(&passes), "planning passes");
}

/* A plan serves all devices of one kind. */
static bool is_same_chip(int device)
{
    struct cupti_chip_name chip = { .size = CUPTI_SIZE(cupti_chip_name, out_name),
                                    .device = (size_t)device };
    if (!check(profiler.lib.chip_name(&chip), "naming the chip"))
        return false;
    if (strcmp(chip.out_name, profiler.chip) == 0)
        return true;
    snprintf(profiler.why, sizeof profiler.why, "this process counts on %s", profiler.chip);
    return false;
}

bool counters_open(int device)
{
    if (profiler.tried)
        return profiler.is_open && is_same_chip(device);
    profiler.tried = true;
    profiler.is_open = open_library() && open_host(device) && choose_metrics() && make_config();
    return profiler.is_open;
}

static struct cupti_range_plain plain(void)
{
    return (struct cupti_range_plain){ .size = CUPTI_SIZE(cupti_range_plain, ranges),
                                       .ranges = profiler.ranges };
}

static bool make_data(void)
{
    struct cupti_range_data_size size = { .size = CUPTI_SIZE(cupti_range_data_size, out_bytes),
                                          .ranges = profiler.ranges,
                                          .metrics = profiler.metrics,
                                          .n = profiler.n_metrics,
                                          .max_ranges = profiler.n_ranges,
                                          .max_nodes = (uint32_t)profiler.n_ranges };
    if (!check(profiler.lib.data_size(&size), "sizing the data"))
        return false;
    profiler.data_bytes = size.out_bytes;
    profiler.data = mem_alloc(profiler.data_bytes);
    struct cupti_range_data_init init = { .size = CUPTI_SIZE(cupti_range_data_init, data),
                                          .ranges = profiler.ranges,
                                          .bytes = profiler.data_bytes,
                                          .data = profiler.data };
    return check(profiler.lib.data_init(&init), "preparing the data");
}

static bool set_config(void)
{
    struct cupti_range_config config = { .size =
                                             CUPTI_SIZE(cupti_range_config, target_nesting_level),
                                         .ranges = profiler.ranges,
                                         .config_bytes = profiler.config_bytes,
                                         .config = profiler.config,
                                         .data_bytes = profiler.data_bytes,
                                         .data = profiler.data,
                                         .range = CUPTI_USER_RANGE,
                                         .replay = CUPTI_USER_REPLAY,
                                         .max_ranges = profiler.n_ranges,
                                         .nesting_levels = 1,
                                         .least_nesting_level = 1 };
    return check(profiler.lib.set_config(&config), "configuring");
}

bool counters_begin(struct cuda_context_object *context, size_t n_ranges)
{
    struct cupti_range_enable enable = { .size = CUPTI_SIZE(cupti_range_enable, out_ranges),
                                         .context = context };
    if (!profiler.is_open || n_ranges == 0)
        return false;
    profiler.why[0] = '\0';
    if (!check(profiler.lib.enable(&enable), "enabling"))
        return false;
    profiler.ranges = enable.out_ranges;
    profiler.n_ranges = n_ranges;
    profiler.passes = 0;
    return make_data() && set_config();
}

bool counters_pass_begin(void)
{
    struct cupti_range_plain start = plain();
    return check(profiler.lib.start(&start), "starting a pass");
}

bool counters_range_begin(size_t range)
{
    char name[16];
    struct cupti_range_push push = { .size = CUPTI_SIZE(cupti_range_push, name),
                                     .ranges = profiler.ranges,
                                     .name = name };
    snprintf(name, sizeof name, "%zu", range);
    return check(profiler.lib.push(&push), "beginning a range");
}

bool counters_range_end(void)
{
    struct cupti_range_plain pop = plain();
    return check(profiler.lib.pop(&pop), "ending a range");
}

bool counters_pass_end(bool *out_more)
{
    struct cupti_range_stop stop = { .size = CUPTI_SIZE(cupti_range_stop, out_all_passes),
                                     .ranges = profiler.ranges };
    if (!check(profiler.lib.stop(&stop), "ending a pass"))
        return false;
    *out_more = stop.out_all_passes == 0;
    if (!*out_more || ++profiler.passes < MAX_PASSES)
        return true;
    snprintf(profiler.why, sizeof profiler.why, "counting did not end after %d passes", MAX_PASSES);
    return false;
}

static bool read_range(size_t range, double values[PROFILE_COUNTERS])
{
    double read[PROFILE_COUNTERS];
    struct cupti_evaluate evaluate = { .size = CUPTI_SIZE(cupti_evaluate, values),
                                       .host = profiler.host,
                                       .data = profiler.data,
                                       .bytes = profiler.data_bytes,
                                       .range = range,
                                       .metrics = profiler.metrics,
                                       .n = profiler.n_metrics,
                                       .values = read };
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        values[i] = (double)NAN;
    if (!check(profiler.lib.evaluate(&evaluate), "reading the counters"))
        return false;
    for (size_t i = 0; i < profiler.n_metrics; i++)
        values[profiler.which[i]] = read[i];
    return true;
}

static bool read_all(double (*values)[PROFILE_COUNTERS])
{
    struct cupti_range_decode decode = { .size = CUPTI_SIZE(cupti_range_decode, out_dropped),
                                         .ranges = profiler.ranges };
    if (!check(profiler.lib.decode(&decode), "decoding"))
        return false;
    struct cupti_range_info info = { .size = CUPTI_SIZE(cupti_range_info, out_ranges),
                                     .data = profiler.data,
                                     .bytes = profiler.data_bytes };
    if (!check(profiler.lib.info(&info), "decoding"))
        return false;
    if (decode.out_dropped != 0 || info.out_ranges != profiler.n_ranges) {
        snprintf(profiler.why, sizeof profiler.why, "%zu of %zu kernels were counted",
                 info.out_ranges, profiler.n_ranges);
        return false;
    }
    for (size_t i = 0; i < profiler.n_ranges; i++)
        if (!read_range(i, values[i]))
            return false;
    return true;
}

void counters_abandon(void)
{
    struct cupti_range_plain disable = plain();
    if (profiler.ranges != NULL)
        (void)profiler.lib.disable(&disable);
    profiler.ranges = NULL;
    free(profiler.data);
    profiler.data = NULL;
}

bool counters_end(double (*values)[PROFILE_COUNTERS])
{
    bool ok = read_all(values);
    counters_abandon();
    return ok;
}

#define BUFFER_BYTES      ((size_t)256 * 1024)
#define MAX_RECORDS       256
#define CONCURRENT_KERNEL 10
#define FLUSH_FORCED      1

struct cupti {
    int (*callbacks)(void (*requested)(uint8_t **, size_t *, size_t *),
                     void (*completed)(void *, uint32_t, uint8_t *, size_t, size_t));
    int (*enable)(int kind);
    int (*disable)(int kind);
    int (*flush)(uint32_t flag);
    int (*next)(uint8_t *buffer, size_t bytes, const unsigned char **record);
};

static const struct library_symbol record_symbols[] = {
    { "cuptiActivityRegisterCallbacks", offsetof(struct cupti, callbacks) },
    { "cuptiActivityEnable", offsetof(struct cupti, enable) },
    { "cuptiActivityDisable", offsetof(struct cupti, disable) },
    { "cuptiActivityFlushAll", offsetof(struct cupti, flush) },
    { "cuptiActivityGetNextRecord", offsetof(struct cupti, next) },
};

/* Offsets of fields in the documented record, unchanged from CUDA 12 to 13. */
enum { RECORD_START = 16, RECORD_END = 24, RECORD_NAME = 104 };

struct kernel_record {
    uint64_t start_ns, end_ns;
    char name[CUDA_NAME_BYTES];
};

static struct cupti cupti;
static bool is_open;
static struct kernel_record records[MAX_RECORDS];
static size_t n_records;

static void buffer_requested(uint8_t **buffer, size_t *bytes, size_t *max_records)
{
    *buffer = mem_alloc(BUFFER_BYTES); /* CUPTI wants 8-byte alignment */
    *bytes = BUFFER_BYTES;
    *max_records = 0;
}

static void keep(const unsigned char *record)
{
    uint32_t kind;
    const char *name = NULL;
    struct kernel_record *k = &records[n_records];
    memcpy(&kind, record, sizeof kind);
    if (kind != CONCURRENT_KERNEL || n_records == MAX_RECORDS)
        return;
    memcpy(&k->start_ns, record + RECORD_START, sizeof k->start_ns);
    memcpy(&k->end_ns, record + RECORD_END, sizeof k->end_ns);
    memcpy(&name, record + RECORD_NAME, sizeof name);
    if (name == NULL || strlen(name) >= sizeof k->name)
        return;
    memcpy(k->name, name, strlen(name) + 1);
    n_records++;
}

static void buffer_completed(void *context, uint32_t stream, uint8_t *buffer, size_t bytes,
                             size_t valid)
{
    const unsigned char *record = NULL;
    (void)context;
    (void)stream;
    (void)bytes;
    while (valid > 0 && cupti.next(buffer, valid, &record) == 0)
        keep(record);
    free(buffer);
}

static bool open_records(void)
{
    static const char *const names[] = { "libcupti.so.13", "libcupti.so.12", "libcupti.so", NULL };
    static bool tried;
    if (tried)
        return is_open;
    tried = true;
    void *library = library_open(names);
    is_open = library != NULL &&
              library_bind(library, "libcupti", record_symbols, ARRAY_LEN(record_symbols), &cupti,
                           NULL) == 0 &&
              cupti.callbacks(buffer_requested, buffer_completed) == 0;
    return is_open;
}

bool cupti_start(void)
{
    return open_records() && cupti.enable(CONCURRENT_KERNEL) == 0;
}

void cupti_stop(void)
{
    if (is_open)
        (void)cupti.disable(CONCURRENT_KERNEL);
}

void cupti_clear(void)
{
    if (is_open)
        (void)cupti.flush(FLUSH_FORCED);
    n_records = 0;
}

static bool is_of_plan(const char *name, const struct cuda_plan *plan)
{
    for (uint32_t i = 0; i < plan->n_launches; i++)
        if (strcmp(plan->launches[i].name, name) == 0)
            return true;
    return false;
}

bool cupti_span(const struct cuda_plan *plan, double *out_us)
{
    uint64_t from_ns = UINT64_MAX, to_ns = 0;
    uint32_t found = 0;
    if (!is_open || cupti.flush(FLUSH_FORCED) != 0)
        return false;
    for (size_t i = 0; i < n_records; i++) {
        if (!is_of_plan(records[i].name, plan))
            continue;
        from_ns = records[i].start_ns < from_ns ? records[i].start_ns : from_ns;
        to_ns = records[i].end_ns > to_ns ? records[i].end_ns : to_ns;
        found++;
    }
    if (found != plan->n_launches || to_ns < from_ns)
        return false;
    *out_us = (double)(to_ns - from_ns) / 1e3;
    return true;
}

static const struct kernel_record *next_record(const struct cuda_plan *plan,
                                               const struct kernel_record *before)
{
    const struct kernel_record *found = NULL;
    for (size_t i = 0; i < n_records; i++) {
        const struct kernel_record *k = &records[i];
        if (is_of_plan(k->name, plan) && (before == NULL || k->start_ns > before->start_ns) &&
            (found == NULL || k->start_ns < found->start_ns))
            found = k;
    }
    return found;
}

bool cupti_kernels(const struct cuda_plan *plan, double *out_us)
{
    const struct kernel_record *k = NULL;
    if (!is_open || cupti.flush(FLUSH_FORCED) != 0)
        return false;
    for (uint32_t i = 0; i < plan->n_launches; i++) {
        k = next_record(plan, k);
        if (k == NULL || strcmp(k->name, plan->launches[i].name) != 0)
            return false;
        out_us[i] = (double)(k->end_ns - k->start_ns) / 1e3;
    }
    return next_record(plan, k) == NULL;
}

bool cupti_duration(const char *name, double *out_us)
{
    bool found = false;
    if (!is_open || cupti.flush(FLUSH_FORCED) != 0)
        return false;
    for (size_t i = 0; i < n_records; i++)
        if (strcmp(records[i].name, name) == 0) {
            *out_us = (double)(records[i].end_ns - records[i].start_ns) / 1e3;
            found = true;
        }
    return found;
}

static cuda_result count_launches(const struct counted_runs *j, bool *counting)
{
    const struct cuda_driver *d = j->timer->d;
    cuda_result e = CUDA_OK;
    for (uint32_t i = 0; i < j->plan->n_launches && e == CUDA_OK && *counting; i++) {
        *counting = counters_range_begin(i);
        if (*counting)
            e = cuda_program_run_one(d, j->program, j->plan, i, j->buffers, j->timer->stream);
        *counting = *counting && counters_range_end();
    }
    cuda_result over = d->stream_sync(j->timer->stream);
    return e == CUDA_OK ? over : e;
}

static cuda_result count_pass(const struct counted_runs *j, bool *counting, bool *more)
{
    struct cuda_reading unused;
    cuda_result e = j->reload(j->arg);
    if (e == CUDA_OK)
        e = cuda_timer_run(j->timer, false, NULL, NULL, &unused); /* for its cold caches */
    *counting = e == CUDA_OK && counters_pass_begin();
    if (*counting)
        e = count_launches(j, counting);
    *counting = e == CUDA_OK && *counting && counters_pass_end(more);
    return e;
}

cuda_result cuda_count(const struct counted_runs *job, double (*values)[PROFILE_COUNTERS],
                       bool *out_counted)
{
    bool counting = counters_begin(job->context, job->plan->n_launches), more = counting;
    cuda_result e = CUDA_OK;
    while (counting && more && e == CUDA_OK)
        e = count_pass(job, &counting, &more);
    *out_counted = counting && e == CUDA_OK && counters_end(values);
    if (!*out_counted)
        counters_abandon();
    return e;
}
