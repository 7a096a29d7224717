/*
 * ingest_nvbench.c - nvbench JSON: a state is a task, its GPU mean a measurement.
 *
 * Skipped states are kept: outcome infra, the reason as message, no time.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json_split.h"

#define SUITE   "nvbench"
#define LIST    "benchmarks"
#define US_IN_S 1e6

struct nv_device {
    int64_t id;
    const char *name;
};

struct nv_reading {
    struct nv_device devices[64];
    size_t n_devices;
    const char *benchmark;
};

/* The first one present is a state's time. */
static const struct source {
    const char *time, *samples, *std_relative, *min, *max;
} sources[] = {
    { "nv/cold/time/gpu/mean", "nv/cold/sample_size", "nv/cold/time/gpu/stdev/relative",
      "nv/cold/time/gpu/min", "nv/cold/time/gpu/max" },
    { "nv/batch/time/gpu/mean", "nv/batch/sample_size", "nv/batch/time/gpu/stdev/relative",
      "nv/batch/time/gpu/min", "nv/batch/time/gpu/max" },
    { "nv/cpu_only/time/cpu/mean", "nv/cpu_only/sample_size", "nv/cpu_only/time/cpu/stdev/relative",
      "nv/cpu_only/time/cpu/min", "nv/cpu_only/time/cpu/max" },
};

/* NaN: no such tag. */
static double summary(const struct json *state, const char *tag)
{
    const struct json *list = json_get(state, "summaries");
    const char *is = NULL;
    if (list == NULL || json_type(list) != JSON_ARRAY)
        return (double)NAN;
    for (const struct json *s = json_first(list); s != NULL; s = json_next(s)) {
        const struct json *data = json_get(s, "data");
        if (!json_string(json_get(s, "tag"), &is) || strcmp(is, tag) != 0 || data == NULL ||
            json_type(data) != JSON_ARRAY)
            continue;
        for (const struct json *d = json_first(data); d != NULL; d = json_next(d)) {
            double v = sample_number(d, "value");
            if (isfinite(v))
                return v;
        }
    }
    return (double)NAN;
}

static void take_times(struct ingest_source *source, struct ingest_sample *r,
                       const struct json *state)
{
    for (size_t i = 0; i < ARRAY_LEN(sources); i++) {
        const struct source *s = &sources[i];
        double mean = summary(state, s->time);
        double samples = summary(state, s->samples);
        if (!(mean > 0))
            continue;
        r->timing.runtime_us = mean * US_IN_S;
        r->timing.std_us = summary(state, s->std_relative) * r->timing.runtime_us;
        r->timing.min_us = summary(state, s->min) * US_IN_S;
        r->timing.max_us = summary(state, s->max) * US_IN_S;
        r->timing.n_samples = samples >= 1 && samples < 1e12 ? (int64_t)samples : -1;
        r->message = s->time;
        return;
    }
    r->message = "the record has no time";
    ingest_remark(source, "%s: the record has no time", r->where);
}

static const char *device_name(const struct nv_reading *w, const struct json *state)
{
    int64_t id = -1;
    if (json_int(json_get(state, "device"), &id))
        for (size_t i = 0; i < w->n_devices; i++)
            if (w->devices[i].id == id)
                return w->devices[i].name;
    return NULL;
}

static void take_state(struct ingest_batch *out, const struct nv_reading *w, size_t index,
                       const struct json *state)
{
    struct arena *a = out->arena;
    struct ingest_source *source = out->source;
    const char *benchmark = w->benchmark;
    const char *where = arena_printf(a, "%.80s, state %zu", benchmark, index);
    const char *name = sample_string(a, state, "name");
    bool skipped = false;
    if (json_type(state) != JSON_OBJECT || name == NULL) {
        ingest_refuse(source, where, "the state has no name");
        return;
    }
    struct ingest_sample *r =
        ingest_batch_add(out, SUITE, arena_printf(a, "%s %s", benchmark, name));
    r->where = where;
    r->hardware = device_name(w, state);
    r->extra = sample_json(a, state);
    json_bool(json_get(state, "is_skipped"), &skipped);
    if (skipped) {
        const char *why = sample_first_line(a, sample_string(a, state, "skip_reason"));
        r->outcome = "infra";
        r->message = arena_printf(a, "skipped: %s", why == NULL ? "no reason given" : why);
        return;
    }
    r->outcome = "measured"; /* correctness is unknown */
    r->compiled = true;
    take_times(source, r, state);
}

static void take_benchmark(struct ingest_batch *out, const struct ingest_record *r)
{
    struct nv_reading *w = out->source->state;
    const struct json *states = json_get(r->json, "states");
    w->benchmark = sample_string(out->arena, r->json, "name");
    if (w->benchmark == NULL || states == NULL || json_type(states) != JSON_ARRAY) {
        ingest_refuse(out->source, arena_printf(out->arena, "benchmark %lld", (long long)r->index),
                      "the benchmark has no name or no states");
        return;
    }
    size_t i = 0;
    for (const struct json *s = json_first(states); s != NULL; s = json_next(s), i++)
        take_state(out, w, i, s);
}

static void nvbench_take(struct ingest_batch *out, const struct ingest_record *r)
{
    const char *list = r->n_keys == 0 ? NULL : r->keys[0];
    bool item = r->n_keys == 2 && r->keys[1] == NULL;
    if (list != NULL && item && strcmp(list, "devices") == 0) {
        struct nv_reading *w = out->source->state;
        const char *name = sample_string(out->source->arena, r->json, "name");
        int64_t id = -1;
        if (name != NULL && json_int(json_get(r->json, "id"), &id) &&
            w->n_devices < ARRAY_LEN(w->devices))
            w->devices[w->n_devices++] = (struct nv_device){ id, name };
    } else if (list != NULL && item && strcmp(list, LIST) == 0)
        take_benchmark(out, r);
    else if (list == NULL || strcmp(list, LIST) == 0)
        ingest_refuse(out->source, r->where,
                      "not a result of nvbench: it has no list \"" LIST "\"");
}

static bool nvbench_enters(const struct ingest_source *source, const struct json_split *at)
{
    const char *key = json_split_key(at, 0);
    (void)source;
    if (json_split_depth(at) == 0)
        return json_split_begins_with_container(at);
    return json_split_depth(at) == 1 && key != NULL && json_split_first(at) == '[' &&
           (strcmp(key, LIST) == 0 || strcmp(key, "devices") == 0);
}

static int nvbench_begin(struct ingest_source *source, struct err *err)
{
    (void)err;
    source->state = arena_alloc(source->arena, sizeof(struct nv_reading));
    return 0;
}

static const char *nvbench_recognise(const struct ingest_probe *p)
{
    if (ingest_probe_is_json(p) && ingest_probe_has_keys(p, "benchmarks", "states") &&
        ingest_probe_has_key(p, "is_skipped"))
        return "JSON with benchmarks, states and is_skipped";
    return NULL;
}

const struct ingest_format format_nvbench = {
    .name = "nvbench",
    .summary = "nvbench JSON: GPU times of benchmark states, skipped ones too",
    .version = 1,
    .naming = INGEST_RUN_OF_FILE,
    .recognise = nvbench_recognise,
    .begin = nvbench_begin,
    .enters = nvbench_enters,
    .take = nvbench_take,
};
