/*
 * ingest_google_benchmark.c - google-benchmark JSON: one measurement an entry, real time.
 *
 * Repetitions of a name are its samples in the order of the file.  Aggregates that are no time
 * (deviation, coefficient of variation, complexity) are kept without one.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_rows.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define SUITE "google-benchmark"

static double us_in_unit(const char *unit)
{
    static const struct {
        const char *name;
        double us;
    } units[] = { { "ns", 1e-3 }, { "us", 1 }, { "ms", 1e3 }, { "s", 1e6 } };
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (strcmp(unit, units[i].name) == 0)
            return units[i].us;
    return (double)NAN;
}

/* Set in old files as error_occurred, in new ones as skipped: "ERROR_OCCURRED" or another word. */
static const char *skip_reason(struct arena *a, const struct json *j)
{
    static const char *const texts[] = { "error_message", "skip_message" };
    const struct json *skipped = json_get(j, "skipped");
    bool failed = false;
    json_bool(json_get(j, "error_occurred"), &failed);
    if (skipped != NULL) {
        bool flag = true;
        failed = failed || !json_bool(skipped, &flag) || flag;
    }
    if (!failed)
        return NULL;
    const char *why = sample_first_line(a, sample_string_of(a, j, texts, ARRAY_LEN(texts)));
    return arena_printf(a, "skipped: %s", why == NULL ? "no reason given" : why);
}

static bool is_time(const char *aggregate)
{
    static const char *const times[] = { "mean", "median", "min", "max" };
    for (size_t i = 0; i < ARRAY_LEN(times); i++)
        if (aggregate == NULL || strcmp(aggregate, times[i]) == 0)
            return true;
    return false;
}

static void take_entry(struct ingest_job *job, struct sample_batch *b, const char *host,
                       size_t index, const struct json *j)
{
    struct arena *a = job->arena;
    const char *where = arena_printf(a, "entry %zu", index);
    const char *name = sample_string(a, j, "name");
    const char *unit = sample_string(a, j, "time_unit");
    const char *aggregate = sample_string(a, j, "aggregate_name");
    const char *skipped = skip_reason(a, j);
    double us = us_in_unit(unit == NULL ? "ns" : unit);
    double time = sample_number(j, "real_time");
    double iterations = sample_number(j, "iterations");
    if (name == NULL) {
        ingest_refuse(job, where, "has no name");
        return;
    }
    if (skipped == NULL && is_time(aggregate) && !(time >= 0 && us > 0)) {
        ingest_refuse(job, where, "%.80s: %s", name,
                      us > 0 ? "no real_time" : "an unknown time_unit");
        return;
    }
    struct sample_row *r = sample_batch_add(job, b, SUITE, name);
    r->where = where;
    r->hardware = host;
    r->extra = sample_json(a, j);
    r->compiled = skipped == NULL;
    r->outcome = skipped == NULL ? "measured" : "infra";
    r->message = skipped;
    if (skipped != NULL || !is_time(aggregate))
        return;
    r->runtime_us = time * us;
    r->n_samples = iterations >= 1 && iterations < 1e15 ? (size_t)iterations : 0;
    r->statistic = aggregate != NULL && strcmp(aggregate, "median") == 0 ? "median" : "mean";
}

static void take_root(struct ingest_job *job, void *context, const char *where,
                      const struct json *root)
{
    const struct json *list = json_get(root, "benchmarks");
    const char *host = sample_string(job->arena, json_get(root, "context"), "host_name");
    size_t i = 0;
    if (list == NULL || json_type(list) != JSON_ARRAY) {
        ingest_refuse(job, where, "no google-benchmark result: no list \"benchmarks\"");
        return;
    }
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j), i++) {
        if (json_get(j, "states") != NULL)
            ingest_refuse(job, arena_printf(job->arena, "entry %zu", i),
                          "has states: this is an nvbench file");
        else
            take_entry(job, context, host, i, j);
    }
}

int google_benchmark_parse(struct ingest_job *job, struct err *err)
{
    struct sample_batch *b = sample_batch_new(job);
    int rc = sample_each_value(job, take_root, b, err);
    return rc < 0 ? rc : sample_batch_finish(job, b, SAMPLE_RUN_OF_FILE, err);
}
