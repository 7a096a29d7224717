/*
 * ingest_kernelbot.c - GPU MODE's KernelBot: rows of its data set, submissions with their runs,
 * results of its runners and ranked lists of its interface.
 *
 * A run of a submission is a sample of the leaderboard's task; runs of one mode (test, benchmark,
 * leaderboard) are a run here, because one submission has several.  A score is in seconds, the
 * times of a result in nanoseconds.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_split.h"

#define SUITE          "kernelbot"
#define US_IN_S        1e6
#define NS_IN_US       1e3
#define MAX_BENCHMARKS 4096
#define EXIT_TIMEOUT   114 /* of its runners */

struct kb_run {
    const struct json *row; /* that names it */
    const struct json *result, *compilation, *meta, *system;
    const char *mode, *runner;
    const struct json *passed;
    double score_s;
    bool secret;
};

static const struct json *object_or_null(const struct json *j)
{
    return j != NULL && json_type(j) == JSON_OBJECT ? j : NULL;
}

/* The data set's columns begin with "run_". */
static const struct json *member(struct arena *a, const struct json *j, bool flat, const char *key)
{
    return json_get(j, flat ? arena_printf(a, "run_%s", key) : key);
}

static struct kb_run run_of(struct arena *a, const struct json *j, bool flat)
{
    struct kb_run r = { .row = j, .score_s = (double)NAN };
    const char *s = NULL;
    r.result = object_or_null(member(a, j, flat, "result"));
    r.compilation = object_or_null(member(a, j, flat, "compilation"));
    r.meta = object_or_null(member(a, j, flat, "meta"));
    r.system = object_or_null(member(a, j, flat, flat ? "system_info" : "system"));
    r.passed = member(a, j, flat, "passed");
    r.mode = json_string(member(a, j, flat, "mode"), &s) ? s : "leaderboard";
    r.runner = json_string(member(a, j, flat, "runner"), &s) ? s : "";
    r.score_s = sample_number(j, flat ? "run_score" : "score");
    json_bool(json_get(j, "secret"), &r.secret);
    return r;
}

static double of_benchmark(struct arena *a, const struct json *result, int i, const char *what)
{
    return sample_number(result, arena_printf(a, "benchmark.%d.%s", i, what)) / NS_IN_US;
}

/* The score, else the geometric mean of the benchmarks, as the leaderboard ranks. */
static void take_times(struct arena *a, const struct kb_run *r, struct ingest_sample *s)
{
    double logs = 0;
    int n = 0;
    for (; n < MAX_BENCHMARKS; n++) {
        double mean_us = of_benchmark(a, r->result, n, "mean");
        if (!(mean_us > 0))
            break;
        logs += log(mean_us);
    }
    if (n == 1) {
        double runs = sample_number(r->result, "benchmark.0.runs");
        s->timing.min_us = of_benchmark(a, r->result, 0, "best");
        s->timing.max_us = of_benchmark(a, r->result, 0, "worst");
        s->timing.std_us = of_benchmark(a, r->result, 0, "std");
        s->timing.n_samples = runs >= 1 && runs < 1e12 ? (int64_t)runs : -1;
    }
    if (r->score_s > 0)
        s->timing.runtime_us = r->score_s * US_IN_S;
    else if (n > 0)
        s->timing.runtime_us = n == 1 ? of_benchmark(a, r->result, 0, "mean") : exp(logs / n);
    if (n > 1)
        s->message =
            arena_printf(a, "%s of %d benchmarks", r->score_s > 0 ? "score" : "geometric mean", n);
}

static const char *first_error(struct arena *a, const struct json *result)
{
    for (const struct json *m = json_first(result); m != NULL; m = json_next(m)) {
        const char *text = NULL;
        if (str_ends_with(json_key(m), ".error") && json_string(m, &text) && *text != '\0')
            return sample_first_line(a, text);
    }
    return NULL;
}

static void take_verdict(struct arena *a, const struct kb_run *r, struct ingest_sample *s)
{
    bool passed = false;
    bool compiled = true;
    bool success = true;
    sample_bool(json_get(r->compilation, "success"), &compiled);
    if (!sample_bool(r->passed, &passed) && compiled)
        return; /* not judged yet */
    sample_bool(json_get(r->meta, "success"), &success);
    s->compiled = compiled;
    s->correct = passed && compiled;
    if (s->correct) {
        s->outcome = "measured";
        take_times(a, r, s);
        return;
    }
    const char *error = first_error(a, r->result);
    const char *text = sample_string(a, compiled ? r->meta : r->compilation, "stderr");
    s->message = error != NULL ? error : sample_first_line(a, text);
    s->log = compiled ? NULL : text;
    s->outcome = !compiled ? "compile" : error != NULL ? "mismatch" : "crash";
    if (sample_index(r->meta, "exit_code") == EXIT_TIMEOUT)
        s->outcome = "timeout";
    else if (error == NULL && compiled && success)
        s->outcome = "mismatch";
}

static const char *task_of(struct arena *a, const struct json *j)
{
    const char *name = sample_string(a, j, "leaderboard_name");
    int id = sample_index(j, "leaderboard_id");
    if (name != NULL && *name != '\0')
        return name;
    return id < 0 ? NULL : arena_printf(a, "leaderboard %d", id);
}

static void add_run(struct ingest_batch *out, const char *where, const char *task,
                    const struct json *submission, const struct kb_run *r)
{
    static const char *const code_key[] = { "code", "runs" };
    struct arena *a = out->arena;
    struct ingest_run *run = arena_alloc(a, sizeof(*run));
    struct ingest_sample *s = ingest_batch_add(out, SUITE, task);
    const char *gpu = sample_first_line(a, sample_string(a, r->system, "gpu"));
    *run = ingest_run_of_source(out->source);
    run->name =
        arena_printf(a, "%s/%.40s%s", out->source->target, r->mode, r->secret ? "-secret" : "");
    run->settles = true;
    s->run = run;
    s->where = where;
    s->sample = sample_index(r->row, "run_id");
    if (s->sample < 0)
        s->sample = INGEST_BY_CONTENT;
    s->code = ingest_text(sample_string(a, submission, "code"));
    s->hardware = gpu != NULL ? gpu : arena_strdup(a, r->runner);
    s->extra = sample_json_without(a, submission, code_key, ARRAY_LEN(code_key));
    if (r->row != submission)
        s->extra =
            arena_printf(a, "{\"submission\":%s,\"run\":%s}", s->extra, sample_json(a, r->row));
    take_verdict(a, r, s);
}

/* What a runner writes of one submission: its runs by mode, and no word of task or code.  The file
 * is named after the task. */
static void take_result(struct ingest_batch *out, const char *where, const struct json *j,
                        const struct json *runs)
{
    struct arena *a = out->arena;
    const char *error = sample_first_line(a, sample_string(a, j, "error"));
    const struct json *first = json_first(runs);
    if (first == NULL)
        ingest_refuse(out->source, where, "the submission has no run%s%s",
                      error == NULL ? "" : ": ", error == NULL ? "" : error);
    for (const struct json *item = first; item != NULL; item = json_next(item)) {
        const struct json *run = object_or_null(json_get(item, "run"));
        const struct kb_run r = {
            .row = item,
            .result = object_or_null(json_get(run, "result")),
            .compilation = object_or_null(json_get(item, "compilation")),
            .meta = run,
            .system = object_or_null(json_get(j, "system")),
            .passed = json_get(run, "passed"),
            .mode = json_key(item),
            .runner = "",
            .score_s = (double)NAN,
        };
        add_run(out, where, path_stem(a, out->source->path), j, &r);
        out->items[out->n - 1].n_records = item == first;
    }
}

/* A place of a leaderboard has a score only, which its check passed. */
static void take_ranked(struct ingest_batch *out, const char *where, const struct json *j)
{
    struct arena *a = out->arena;
    double score_s = sample_number(j, "submission_score");
    if (!(score_s > 0)) {
        ingest_refuse(out->source, where, "submission_score is not a number above 0");
        return;
    }
    const char *gpu = sample_string(a, j, "gpu_type");
    struct ingest_sample *s = ingest_batch_add(out, SUITE, task_of(a, j));
    s->where = where;
    s->sample = sample_index(j, "submission_id");
    if (s->sample < 0)
        s->sample = INGEST_BY_CONTENT;
    s->hardware = gpu == NULL ? "" : gpu;
    s->extra = sample_json(a, j);
    s->outcome = "measured";
    s->compiled = s->correct = true;
    s->timing.runtime_us = score_s * US_IN_S;
}

static void kernelbot_take(struct ingest_batch *out, const struct ingest_record *record)
{
    const struct json *j = record->json;
    const struct json *runs = json_get(j, "runs");
    struct arena *a = out->arena;
    if (json_type(j) == JSON_OBJECT && object_or_null(runs) != NULL && task_of(a, j) == NULL) {
        take_result(out, record->where, j, runs);
    } else if (json_type(j) != JSON_OBJECT || task_of(a, j) == NULL) {
        ingest_refuse(out->source, record->where,
                      "has neither leaderboard_name nor leaderboard_id");
    } else if (json_get(j, "submission_score") != NULL) {
        take_ranked(out, record->where, j);
    } else if (json_get(j, "run_mode") != NULL || json_get(j, "run_passed") != NULL) {
        const struct kb_run r = run_of(a, j, true);
        add_run(out, record->where, task_of(a, j), j, &r);
    } else if (json_type(runs) == JSON_ARRAY && json_count(runs) > 0) {
        for (const struct json *item = json_first(runs); item != NULL; item = json_next(item)) {
            const struct kb_run r = run_of(a, item, false);
            add_run(out, record->where, task_of(a, j), j, &r);
            out->items[out->n - 1].n_records = item == json_first(runs);
        }
    } else {
        ingest_refuse(out->source, record->where,
                      "the submission has no run: neither run_mode, runs nor submission_score");
    }
}

static const char *kernelbot_recognise(const struct ingest_probe *p)
{
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_keys(p, "submission_id", "run_mode") ||
        ingest_probe_has_keys(p, "leaderboard_id", "run_result"))
        return "records with submission_id and run_mode";
    if (ingest_probe_has_keys(p, "submission_score", "leaderboard_name"))
        return "records with submission_score and leaderboard_name";
    if (ingest_probe_has_keys(p, "leaderboard_name", "runs") && ingest_probe_has_key(p, "code"))
        return "JSON with leaderboard_name, code and runs";
    if (ingest_probe_has_keys(p, "device_count", "compilation") &&
        ingest_probe_has_keys(p, "runs", "exit_code"))
        return "JSON with a runner's system, runs and exit_code";
    return NULL;
}

const struct ingest_format format_kernelbot = {
    .name = "kernelbot",
    .summary = "GPU MODE's KernelBot: submissions with runs, rows of its data set, leaderboards",
    .version = 2,
    .naming = INGEST_RUN_OF_FILE,
    .recognise = kernelbot_recognise,
    .take = kernelbot_take,
};
