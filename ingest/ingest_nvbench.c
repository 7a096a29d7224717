/*
 * ingest_nvbench.c - nvbench JSON: a state of a benchmark is a task, its GPU mean a measurement.
 *
 * Skipped states stay in the book as states that were skipped: outcome infra, the reason as
 * message, no time.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_rows.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define SUITE   "nvbench"
#define US_IN_S 1e6

/* The first that a state has is its time. */
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

/* The value of a summary; NaN when the state has none of this tag. */
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

static void take_times(struct ingest_job *job, struct sample_row *r, const struct json *state)
{
    for (size_t i = 0; i < ARRAY_LEN(sources); i++) {
        const struct source *s = &sources[i];
        double mean = summary(state, s->time);
        double samples = summary(state, s->samples);
        if (!(mean > 0))
            continue;
        r->runtime_us = mean * US_IN_S;
        r->std_us = summary(state, s->std_relative) * r->runtime_us;
        r->min_us = summary(state, s->min) * US_IN_S;
        r->max_us = summary(state, s->max) * US_IN_S;
        r->n_samples = samples >= 1 && samples < 1e12 ? (size_t)samples : 0;
        r->message = s->time;
        return;
    }
    r->message = "no time in it";
    ingest_remark(job, "%s: no time in it", r->where);
}

static const char *device_name(struct arena *a, const struct json *root, const struct json *state)
{
    int64_t id = -1;
    int64_t other = -1;
    const struct json *list = json_get(root, "devices");
    if (!json_int(json_get(state, "device"), &id) || list == NULL || json_type(list) != JSON_ARRAY)
        return NULL;
    for (const struct json *d = json_first(list); d != NULL; d = json_next(d))
        if (json_int(json_get(d, "id"), &other) && other == id)
            return sample_string(a, d, "name");
    return NULL;
}

static void take_state(struct ingest_job *job, struct sample_batch *b, const struct json *root,
                       const char *benchmark, size_t index, const struct json *state)
{
    struct arena *a = job->arena;
    const char *where = arena_printf(a, "%.80s, state %zu", benchmark, index);
    const char *name = sample_string(a, state, "name");
    bool skipped = false;
    if (json_type(state) != JSON_OBJECT || name == NULL) {
        ingest_refuse(job, where, "the state has no name");
        return;
    }
    struct sample_row *r =
        sample_batch_add(job, b, SUITE, arena_printf(a, "%s %s", benchmark, name));
    r->where = where;
    r->hardware = device_name(a, root, state);
    r->extra = sample_json(a, state);
    json_bool(json_get(state, "is_skipped"), &skipped);
    if (skipped) {
        const char *why = sample_first_line(a, sample_string(a, state, "skip_reason"));
        r->outcome = "infra";
        r->message = arena_printf(a, "skipped: %s", why == NULL ? "no reason given" : why);
        return;
    }
    r->outcome = "measured"; /* nobody says whether the result was right: correct stays 0 */
    r->compiled = true;
    take_times(job, r, state);
}

static void take_root(struct ingest_job *job, void *context, const char *where,
                      const struct json *root)
{
    const struct json *list = json_get(root, "benchmarks");
    if (list == NULL || json_type(list) != JSON_ARRAY) {
        ingest_refuse(job, where, "no nvbench result: no list \"benchmarks\"");
        return;
    }
    size_t n = 0;
    for (const struct json *k = json_first(list); k != NULL; k = json_next(k), n++) {
        const char *name = sample_string(job->arena, k, "name");
        const struct json *states = json_get(k, "states");
        if (name == NULL || states == NULL || json_type(states) != JSON_ARRAY) {
            ingest_refuse(job, arena_printf(job->arena, "benchmark %zu", n),
                          "no name or no states");
            continue;
        }
        size_t i = 0;
        for (const struct json *s = json_first(states); s != NULL; s = json_next(s), i++)
            take_state(job, context, root, name, i, s);
    }
}

int nvbench_parse(struct ingest_job *job, struct err *err)
{
    struct sample_batch *b = sample_batch_new(job);
    int rc = sample_each_value(job, take_root, b, err);
    return rc < 0 ? rc : sample_batch_finish(job, b, SAMPLE_RUN_OF_FILE, err);
}
