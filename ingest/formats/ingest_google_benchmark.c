/*
 * ingest_google_benchmark.c - google-benchmark JSON: an entry is a measurement of real time.
 *
 * Repetitions of a name are its samples in order.  Aggregates that are no time (deviation,
 * coefficient of variation, complexity) have none.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json_split.h"

#define SUITE "google-benchmark"
#define LIST  "benchmarks"

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

/* Old files say error_occurred, new ones skipped: "ERROR_OCCURRED" or another word. */
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

static void take_entry(struct ingest_batch *out, const char *where, const struct json *j)
{
    struct arena *a = out->arena;
    struct ingest_source *source = out->source;
    const char *name = sample_string(a, j, "name");
    const char *unit = sample_string(a, j, "time_unit");
    const char *aggregate = sample_string(a, j, "aggregate_name");
    const char *skipped = skip_reason(a, j);
    double us = us_in_unit(unit == NULL ? "ns" : unit);
    double time = sample_number(j, "real_time");
    double iterations = sample_number(j, "iterations");
    if (name == NULL) {
        ingest_refuse(source, where, "the benchmark has no name");
        return;
    }
    if (skipped == NULL && is_time(aggregate) && !(time >= 0 && us > 0)) {
        ingest_refuse(source, where, "%.80s: %s", name,
                      us > 0 ? "has no real_time" : "its time_unit is none of ns, us, ms and s");
        return;
    }
    struct ingest_sample *r = ingest_batch_add(out, SUITE, name);
    r->where = where;
    r->hardware = source->state; /* the host */
    r->extra = sample_json(a, j);
    r->compiled = skipped == NULL;
    r->outcome = skipped == NULL ? "measured" : "infra";
    r->message = skipped;
    if (skipped != NULL || !is_time(aggregate))
        return;
    r->timing.runtime_us = time * us;
    r->timing.n_samples = iterations >= 1 && iterations < 1e15 ? (int64_t)iterations : -1;
    r->statistic = aggregate != NULL && strcmp(aggregate, "median") == 0 ? "median" : "mean";
}

/* {"context": {...}, "benchmarks": [...]}, or lists of entries alone. */
static void google_benchmark_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct ingest_source *source = out->source;
    if (r->n_keys == 1 && r->keys[0] != NULL) {
        if (strcmp(r->keys[0], "context") == 0)
            source->state = (void *)(uintptr_t)sample_string(source->arena, r->json, "host_name");
    } else if (r->n_keys != 2 || r->keys[0] == NULL || strcmp(r->keys[0], LIST) != 0) {
        ingest_refuse(source, r->where,
                      "not a result of google-benchmark: it has no list \"" LIST "\"");
    } else if (json_get(r->json, "states") != NULL) {
        ingest_refuse(
            source, arena_printf(out->arena, "entry %lld", (long long)r->index),
            "the entry has states, as nvbench writes them; use 'rollbook ingest nvbench FILE'");
    } else {
        take_entry(out, arena_printf(out->arena, "entry %lld", (long long)r->index), r->json);
    }
}

static bool google_benchmark_enters(const struct ingest_source *source, const struct json_split *at)
{
    const char *key = json_split_key(at, 0);
    (void)source;
    if (json_split_depth(at) == 0)
        return json_split_begins_with_container(at);
    return json_split_depth(at) == 1 && key != NULL && strcmp(key, LIST) == 0 &&
           json_split_first(at) == '[';
}

static const char *google_benchmark_recognise(const struct ingest_probe *p)
{
    if (ingest_probe_is_json(p) && ingest_probe_has_keys(p, "benchmarks", "real_time") &&
        !ingest_probe_has_key(p, "states"))
        return "JSON with benchmarks and real_time";
    return NULL;
}

const struct ingest_format format_google_benchmark = {
    .name = "google-benchmark",
    .summary = "google-benchmark JSON: real times, repetitions, aggregates",
    .version = 1,
    .naming = INGEST_RUN_OF_FILE,
    .recognise = google_benchmark_recognise,
    .enters = google_benchmark_enters,
    .take = google_benchmark_take,
};
