#include "ingest/kernelbench/kernelbench_record.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ingest/ingest.h"
#include "ingest/ingest_stated.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/mem.h"

#define REFERENCE "reference"

static const char *const compiled_keys[] = { "compiled", "compilation" };
static const char *const correct_keys[] = { "correctness", "correct", "is_correct" };
static const char *const nested_keys[] = { "eval_result", "eval" };
static const char *const runtime_keys[] = { "runtime", "avg_runtime", "runtime_ms",
                                            "mean_runtime" };

static const char *const reference_keys[] = { "ref_runtime", "reference_runtime_ms",
                                              "ref_runtime_ms", "reference_runtime",
                                              "baseline_runtime_ms" };
static const char *const reference_stats_keys[] = { "ref_runtime_stats",
                                                    "reference_runtime_stats" };
static const char *const prompt_keys[] = { "prompt" };
static const char *const completion_keys[] = { "raw_response", "response", "completion" };
static const char *const code_keys[] = { "extracted_code", "kernel_code", "generated_code",
                                         "generated_kernel" };

const char *kb_text(struct arena *a, const struct json *object, const char *key)
{
    const struct json *j = json_get(object, key);
    const char *s;
    bool flag;
    if (j == NULL || json_type(j) == JSON_NULL || (json_bool(j, &flag) && !flag))
        return NULL;
    if (json_string(j, &s))
        return *s == '\0' ? NULL : arena_strdup(a, s);
    return sample_json(a, j);
}

double kb_runtime_us(double runtime_ms)
{
    double us = runtime_ms * 1000.0;
    return isfinite(us) && us > 0 ? us : (double)NAN;
}

static double member_us(const struct json *object, const char *key)
{
    double ms = (double)NAN;
    json_number_lenient(json_get(object, key), &ms);
    return kb_runtime_us(ms);
}

/* Python writes true, other scripts 1 and "True". */
static bool lenient_bool(const struct json *j, bool *out)
{
    double v = 0;
    const char *s;
    if (json_bool(j, out))
        return true;
    if (json_string(j, &s) && (strcasecmp(s, "true") == 0 || strcasecmp(s, "false") == 0)) {
        *out = strcasecmp(s, "true") == 0;
        return true;
    }
    if (!json_number_lenient(j, &v) || !(fabs(v) <= 0 || fabs(v - 1) <= 0))
        return false;
    *out = v > 0.5;
    return true;
}

/* An empty text is an empty cell. */
static const struct json *first_member(const struct json *object, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct json *j = json_get(object, keys[i]);
        const char *s = "x";
        json_string(j, &s);
        if (j != NULL && json_type(j) != JSON_NULL && *s != '\0')
            return j;
    }
    return NULL;
}

static bool is_object(const struct json *j)
{
    return j != NULL && json_type(j) == JSON_OBJECT;
}

bool kb_is_record(const struct json *j)
{
    static const char *const marks[] = { "sample_id", "metadata", "runtime_stats", "eval_result",
                                         "turns",     "mean",     "problem_id" };
    return is_object(j) && (first_member(j, compiled_keys, ARRAY_LEN(compiled_keys)) != NULL ||
                            first_member(j, correct_keys, ARRAY_LEN(correct_keys)) != NULL ||
                            first_member(j, runtime_keys, ARRAY_LEN(runtime_keys)) != NULL ||
                            first_member(j, marks, ARRAY_LEN(marks)) != NULL);
}

void kb_timing_read(const struct json *stats, struct ingest_timing *out)
{
    double trials = -1;
    double std_ms = (double)NAN;
    *out = (struct ingest_timing){
        .runtime_us = member_us(stats, "mean"),
        .min_us = member_us(stats, "min"),
        .max_us = member_us(stats, "max"),
        .n_samples = -1,
    };
    json_number_lenient(json_get(stats, "std"), &std_ms);
    out->std_us = isfinite(std_ms * 1000.0) && std_ms >= 0 ? std_ms * 1000.0 : (double)NAN;
    if (json_number_lenient(json_get(stats, "num_trials"), &trials) && trials >= 1 &&
        trials <= INT_MAX)
        out->n_samples = (int)trials;
}

static void read_trials(const char *text, struct ingest_sample *r)
{
    char *end;
    if (text == NULL)
        return;
    text += strcspn(text, "0123456789");
    long passed = strtol(text, &end, 10);
    if (end == text)
        return;
    end += strspn(end, " /");
    const char *second = end;
    long run = strtol(second, &end, 10);
    if (end == second || passed < 0 || run < passed || run > INT_MAX)
        return;
    r->trials_passed = (int)passed;
    r->trials_run = (int)run;
}

/* In ["1.02", "nan"] or "['1.02', '0.9']". */
static double largest_number(const char *text)
{
    double largest = (double)NAN;
    while (text != NULL && *text != '\0') {
        char *end;
        text += strcspn(text, "0123456789");
        double v = strtod(text, &end);
        if (end == text)
            break;
        if (isfinite(v) && !(v <= largest))
            largest = v;
        text = end;
    }
    return largest;
}

static bool read_verdicts(const struct json *result, struct ingest_sample *r, bool *out_guessed,
                          const char **why)
{
    const struct json *compiled = first_member(result, compiled_keys, ARRAY_LEN(compiled_keys));
    const struct json *correct = first_member(result, correct_keys, ARRAY_LEN(correct_keys));
    if (compiled != NULL && !lenient_bool(compiled, &r->compiled)) {
        *why = "compiled is neither true nor false";
        return false;
    }
    if (correct != NULL && !lenient_bool(correct, &r->correct)) {
        *why = "correctness is neither true nor false";
        return false;
    }
    if (correct == NULL && (compiled == NULL || r->compiled)) {
        *why = json_get(result, "mean") != NULL
                   ? "no correctness (a file of baseline times? its format is kernelbench-baseline)"
                   : "no correctness";
        return false;
    }
    *out_guessed = compiled == NULL && !r->correct;
    if (compiled == NULL)
        r->compiled = r->correct;
    if (r->correct && !r->compiled) {
        *why = "it is correct, but not compiled";
        return false;
    }
    return true;
}

/* Words for samples that were never judged. */
static const struct {
    const char *status, *outcome;
} statuses[] = {
    { "static_failed", "parse" },
    { "static_check_failed", "parse" },
    { "generation_failed", "no_code" },
    { "generation_error", "infra" },
    { "evaluation_error", "infra" },
    { "extraction_failed", "no_code" },
    { "no_code", "no_code" },
    { "compile_failed", "compile" },
    { "compilation_failed", "compile" },
    { "timeout", "timeout" },
    { "timed_out", "timeout" },
};

const char *kb_status_word(size_t i)
{
    return i < ARRAY_LEN(statuses) ? statuses[i].status : NULL;
}

/* False: nothing known. */
static bool read_status(struct arena *a, const struct json *record, struct ingest_sample *r)
{
    const char *status = NULL;
    const struct json *errors = json_get(record, "static_errors");
    const char *first = NULL;
    if (!json_string(json_get(record, "status"), &status))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(statuses); i++)
        if (strcmp(status, statuses[i].status) == 0)
            r->outcome = statuses[i].outcome;
    if (errors != NULL && json_type(errors) == JSON_ARRAY)
        json_string(json_first(errors), &first);
    r->message = first == NULL ? arena_strdup(a, status) : kb_message(a, status, first);
    return r->outcome != NULL;
}

/* A generation loop failed: success is false, error says why. */
static bool read_given_up(struct arena *a, const struct json *record, struct ingest_sample *r)
{
    bool success = true;
    const char *error = kb_text(a, record, "error");
    if (error == NULL || !json_bool(json_get(record, "success"), &success) || success)
        return false;
    r->outcome = "infra";
    r->message = error;
    return true;
}

static bool read_runtime(const struct json *result, struct ingest_sample *r, const char **why)
{
    const struct json *runtime = first_member(result, runtime_keys, ARRAY_LEN(runtime_keys));
    const struct json *stats = json_get(result, "runtime_stats");
    double ms = (double)NAN;
    const struct json *reference =
        first_member(result, reference_stats_keys, ARRAY_LEN(reference_stats_keys));
    const struct json *ref_runtime =
        first_member(result, reference_keys, ARRAY_LEN(reference_keys));
    double ref_ms = (double)NAN;
    kb_timing_read(is_object(stats) ? stats : NULL, &r->timing);
    kb_timing_read(is_object(reference) ? reference : NULL, &r->reference);
    json_number_lenient(ref_runtime, &ref_ms);
    r->reference.runtime_us = kb_runtime_us(ref_ms);
    if (runtime == NULL)
        return true;
    if (!json_number_lenient(runtime, &ms)) {
        *why = "the runtime is not a number";
        return false;
    }
    r->timing.runtime_us = kb_runtime_us(ms);
    return true;
}

/* Without "compiled" only having run shows that it did. */
static bool has_run(const struct json *metadata, const struct ingest_sample *r)
{
    static const char *const ran[] = { "correctness_issue", "runtime_error", "max_difference",
                                       "correctness_trials" };
    return first_member(metadata, ran, ARRAY_LEN(ran)) != NULL || isfinite(r->timing.runtime_us);
}

static const struct json *metadata_of(const struct json *result)
{
    const struct json *metadata = json_get(result, "metadata");
    const struct json *wrapped = json_get(metadata, "eval_0");
    if (is_object(wrapped))
        metadata = wrapped;
    return is_object(metadata) ? metadata : NULL;
}

static void read_success(struct arena *a, const struct json *metadata, struct ingest_sample *r)
{
    r->outcome = "measured";
    if (isfinite(r->timing.runtime_us))
        return;
    const char *why = kb_text(a, metadata, "error_during_performance");
    r->message =
        why == NULL ? "correct, but not timed" : kb_message(a, "correct, but not timed", why);
}

static struct ingest_text take_text(struct arena *a, const struct json *record,
                                    const char *const *keys, size_t n, const char **out_key)
{
    const struct json *j = first_member(record, keys, n);
    const char *s = NULL;
    *out_key = NULL;
    if (!json_string(j, &s) || *s == '\0')
        return ingest_text(NULL);
    *out_key = json_key(j);
    return ingest_text(arena_strdup(a, s));
}

/* Texts have their own place; the rest is kept. */
static void read_texts(struct arena *a, const struct json *record, struct ingest_sample *out)
{
    const char *placed[3];
    const char *keys[3];
    size_t n = 0;
    out->prompt = take_text(a, record, prompt_keys, ARRAY_LEN(prompt_keys), &placed[0]);
    out->completion = take_text(a, record, completion_keys, ARRAY_LEN(completion_keys), &placed[1]);
    out->code = take_text(a, record, code_keys, ARRAY_LEN(code_keys), &placed[2]);
    for (size_t i = 0; i < ARRAY_LEN(placed); i++)
        if (placed[i] != NULL)
            keys[n++] = placed[i];
    out->extra = n == 0 ? sample_json(a, record) : sample_json_without(a, record, keys, n);
}

void kb_record_read_unjudged(struct arena *a, const struct json *record, struct ingest_sample *out)
{
    read_texts(a, record, out);
}

static void read_judged(struct arena *a, const struct json *result, bool guessed,
                        struct ingest_sample *out)
{
    const struct json *metadata = metadata_of(result);
    bool flagged = false;
    if (guessed)
        out->compiled = has_run(metadata, out);
    const char *name = kb_text(a, metadata, "hardware");
    if (name == NULL)
        name = kb_text(a, json_get(result, "runtime_stats"), "hardware");
    if (name == NULL)
        name = kb_text(a, result, "hardware");
    out->hardware = name == NULL ? "" : name;
    read_trials(kb_text(a, metadata, "correctness_trials"), out);
    out->max_abs_err = largest_number(kb_text(a, metadata, "max_difference"));
    out->excessive_speedup =
        lenient_bool(json_get(metadata, "excessive_speedup"), &flagged) && flagged;
    if (out->correct)
        read_success(a, metadata, out);
    else
        kb_outcome_of_failure(a, metadata, out);
}

bool kb_record_read(struct arena *a, const struct json *record, struct ingest_sample *out,
                    bool *out_guessed, const char **out_why)
{
    const struct json *nested = first_member(record, nested_keys, ARRAY_LEN(nested_keys));
    const struct json *result = is_object(nested) ? nested : record;
    bool unjudged = !(first_member(result, compiled_keys, ARRAY_LEN(compiled_keys)) != NULL ||
                      first_member(result, correct_keys, ARRAY_LEN(correct_keys)) != NULL) &&
                    (read_status(a, record, out) || read_given_up(a, record, out));
    *out_guessed = false;
    if (!unjudged) {
        if (!read_verdicts(result, out, out_guessed, out_why) ||
            !read_runtime(result, out, out_why))
            return false;
        read_judged(a, result, *out_guessed, out);
    }
    const char *name = kb_text(a, record, "problem_name");
    if (name != NULL && kb_problem_of_name(name) > 0)
        out->task_name = kb_task_name(a, name);
    if (out->correct)
        ingest_claim(a, out, ingest_stated_speedup(record));
    read_texts(a, record, out);
    return true;
}

struct ingest_sample *kb_add(struct ingest_batch *out)
{
    struct ingest_sample *s = ingest_batch_add(out, "kernelbench", "");
    s->number_decides = true;
    s->reference_name = REFERENCE;
    return s;
}

void kb_place(const struct ingest_batch *out, const struct kb_config *config, const char *run,
              const struct kb_id *id, struct ingest_sample *s)
{
    const struct ingest_options *options = out->source->options;
    struct ingest_run *r = arena_alloc(out->arena, sizeof(*r));
    *r = (struct ingest_run){
        .name = run == NULL ? out->source->target : run,
        .model = options->model != NULL ? options->model : config->model,
        .model_origin = options->model != NULL ? "--model" : config->path,
        .configuration = config->path,
        .verbatim = config->text,
        .pass_at_k = config->pass_at_k,
        .hardware = s->hardware,
        .baseline = isfinite(s->reference.runtime_us) ? REFERENCE : NULL,
        .temperature = config->temperature,
        .settles = true,
    };
    s->run = r;
    s->level = id->level;
    s->problem = id->problem;
    s->step = id->step;
    s->sample = id->sample;
    /* A source with the reference says more than results do. */
    s->adds_evaluation = s->adds_evaluation || isfinite(s->reference.runtime_us);
}
