/*
 * fake_cupti.c - a CUPTI for machines without a GPU: it checks its calls and counts made-up
 * numbers. FAKE_CUPTI: "STAGE=CODE" makes a stage fail, "endless" never has enough passes, "lost"
 * decodes one range too few.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/eval/cuda/driver/cupti_abi.h"

#define EXPORT  __attribute__((visibility("default")))
#define INVALID 1
#define PASSES  2
#define IMAGE   96
#define DATA    256
#define HOST    ((void *)&objects[0])
#define RANGES  ((void *)&objects[1])

static char objects[2];
static bool enabled, started, pushed;
static size_t max_ranges, pushes, passes;

/* The code this stage has to fail with; INVALID unless size is the documented one. */
static int stage(const char *name, size_t size, size_t documented, const void *unused, bool keeps)
{
    const char *wish = getenv("FAKE_CUPTI");
    size_t n = strlen(name);
    if (size != documented || unused != NULL || !keeps)
        return INVALID;
    if (wish != NULL && strncmp(wish, name, n) == 0 && wish[n] == '=')
        return (int)strtol(wish + n + 1, NULL, 10);
    return CUPTI_OK;
}

static bool wished(const char *what)
{
    const char *wish = getenv("FAKE_CUPTI");
    return wish != NULL && strcmp(wish, what) == 0;
}

EXPORT int cuptiProfilerInitialize(struct cupti_initialize *p);
EXPORT int cuptiProfilerInitialize(struct cupti_initialize *p)
{
    return stage("initialize", p->size, 16, p->unused, true);
}

EXPORT int cuptiDeviceGetChipName(struct cupti_chip_name *p);
EXPORT int cuptiDeviceGetChipName(struct cupti_chip_name *p)
{
    p->out_name = "FAKE100";
    return stage("chip", p->size, 32, p->unused, p->device == 0);
}

EXPORT int cuptiProfilerHostInitialize(struct cupti_host_open *p);
EXPORT int cuptiProfilerHostInitialize(struct cupti_host_open *p)
{
    p->out_host = HOST;
    return stage("host", p->size, 48, p->unused,
                 p->profiler == CUPTI_RANGE_PROFILER && strcmp(p->chip, "FAKE100") == 0);
}

/* The device counts no bytes of its second-level cache. */
EXPORT int cuptiProfilerHostGetMetricProperties(struct cupti_metric_properties *p);
EXPORT int cuptiProfilerHostGetMetricProperties(struct cupti_metric_properties *p)
{
    int r = stage("properties", p->size, 60, p->unused, p->host == HOST);
    return r == CUPTI_OK && strcmp(p->metric, "lts__t_bytes.sum") == 0 ? CUPTI_INVALID_METRIC : r;
}

EXPORT int cuptiProfilerHostConfigAddMetrics(struct cupti_add_metrics *p);
EXPORT int cuptiProfilerHostConfigAddMetrics(struct cupti_add_metrics *p)
{
    bool known = p->n > 0;
    for (size_t i = 0; i < p->n; i++)
        known = known && strcmp(p->metrics[i], "lts__t_bytes.sum") != 0;
    return stage("add", p->size, 40, p->unused, known && p->host == HOST);
}

EXPORT int cuptiProfilerHostGetConfigImageSize(struct cupti_config_size *p);
EXPORT int cuptiProfilerHostGetConfigImageSize(struct cupti_config_size *p)
{
    p->out_bytes = IMAGE;
    return stage("size", p->size, 32, p->unused, p->host == HOST);
}

EXPORT int cuptiProfilerHostGetConfigImage(struct cupti_config_get *p);
EXPORT int cuptiProfilerHostGetConfigImage(struct cupti_config_get *p)
{
    if (p->bytes == IMAGE)
        memset(p->image, 0x5a, IMAGE);
    return stage("image", p->size, 40, p->unused, p->bytes == IMAGE);
}

EXPORT int cuptiProfilerHostGetNumOfPasses(struct cupti_config_passes *p);
EXPORT int cuptiProfilerHostGetNumOfPasses(struct cupti_config_passes *p)
{
    p->out_passes = PASSES;
    return stage("passes", p->size, 40, p->unused, p->bytes == IMAGE && p->image[0] == 0x5a);
}

EXPORT int cuptiRangeProfilerEnable(struct cupti_range_enable *p);
#ifndef FAKE_CUPTI_OLD
EXPORT int cuptiRangeProfilerEnable(struct cupti_range_enable *p)
{
    int r = stage("enable", p->size, 32, p->unused, !enabled && p->context != NULL);
    enabled = r == CUPTI_OK;
    passes = 0;
    p->out_ranges = RANGES;
    return r;
}
#endif

EXPORT int cuptiRangeProfilerDisable(struct cupti_range_plain *p);
EXPORT int cuptiRangeProfilerDisable(struct cupti_range_plain *p)
{
    bool was = enabled;
    enabled = started = pushed = false;
    return stage("disable", p->size, 24, p->unused, was);
}

EXPORT int cuptiRangeProfilerGetCounterDataSize(struct cupti_range_data_size *p);
EXPORT int cuptiRangeProfilerGetCounterDataSize(struct cupti_range_data_size *p)
{
    max_ranges = p->max_ranges;
    p->out_bytes = DATA;
    return stage("data", p->size, 64, p->unused, enabled && p->max_nodes >= p->max_ranges);
}

EXPORT int cuptiRangeProfilerCounterDataImageInitialize(struct cupti_range_data_init *p);
EXPORT int cuptiRangeProfilerCounterDataImageInitialize(struct cupti_range_data_init *p)
{
    if (p->bytes == DATA)
        memset(p->data, 0, DATA);
    return stage("init", p->size, 40, p->unused, enabled && p->bytes == DATA);
}

EXPORT int cuptiRangeProfilerSetConfig(struct cupti_range_config *p);
EXPORT int cuptiRangeProfilerSetConfig(struct cupti_range_config *p)
{
    return stage("config", p->size, 90, p->unused,
                 enabled && p->config_bytes == IMAGE && p->config[0] == 0x5a &&
                     p->data_bytes == DATA && p->range == CUPTI_USER_RANGE &&
                     p->replay == CUPTI_USER_REPLAY && p->max_ranges == max_ranges &&
                     p->nesting_levels == 1 && p->least_nesting_level == 1);
}

EXPORT int cuptiRangeProfilerStart(struct cupti_range_plain *p);
EXPORT int cuptiRangeProfilerStart(struct cupti_range_plain *p)
{
    int r = stage("start", p->size, 24, p->unused, enabled && !started);
    started = true;
    pushes = 0;
    return r;
}

EXPORT int cuptiRangeProfilerPushRange(struct cupti_range_push *p);
EXPORT int cuptiRangeProfilerPushRange(struct cupti_range_push *p)
{
    char name[16];
    snprintf(name, sizeof name, "%zu", pushes);
    int r = stage("push", p->size, 32, p->unused, started && !pushed && strcmp(p->name, name) == 0);
    pushed = true;
    pushes++;
    return r;
}

EXPORT int cuptiRangeProfilerPopRange(struct cupti_range_plain *p);
EXPORT int cuptiRangeProfilerPopRange(struct cupti_range_plain *p)
{
    int r = stage("pop", p->size, 24, p->unused, pushed);
    pushed = false;
    return r;
}

EXPORT int cuptiRangeProfilerStop(struct cupti_range_stop *p);
EXPORT int cuptiRangeProfilerStop(struct cupti_range_stop *p)
{
    int r = stage("stop", p->size, 41, p->unused, started && !pushed && pushes == max_ranges);
    started = false;
    p->out_all_passes = ++passes >= PASSES && !wished("endless");
    return r;
}

EXPORT int cuptiRangeProfilerDecodeData(struct cupti_range_decode *p);
EXPORT int cuptiRangeProfilerDecodeData(struct cupti_range_decode *p)
{
    p->out_dropped = 0;
    return stage("decode", p->size, 32, p->unused, enabled && !started && passes == PASSES);
}

EXPORT int cuptiRangeProfilerGetCounterDataInfo(struct cupti_range_info *p);
EXPORT int cuptiRangeProfilerGetCounterDataInfo(struct cupti_range_info *p)
{
    p->out_ranges = max_ranges - wished("lost");
    return stage("info", p->size, 40, p->unused, p->bytes == DATA);
}

/* Metric i of range r is 100 r + i, in the order of adding. */
EXPORT int cuptiProfilerHostEvaluateToGpuValues(struct cupti_evaluate *p);
EXPORT int cuptiProfilerHostEvaluateToGpuValues(struct cupti_evaluate *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->values[i] = 100.0 * (double)p->range + (double)i;
    return stage("evaluate", p->size, 72, p->unused, p->host == HOST && p->bytes == DATA);
}
