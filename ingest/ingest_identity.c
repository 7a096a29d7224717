/*
 * ingest_identity.c - what a record says beside its verdict: the run that it belongs to, the step,
 * log-probs.
 */
#include "ingest/ingest_identity.h"

#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/mem.h"
#include "src/base/str.h"

static const char *const run_keys[] = { "run_id", "run_name" };
static const char *const model_keys[] = { "model", "model_id", "model_name" };
static const char *const strategy_keys[] = { "strategy" };
static const char *const step_keys[] = { "step", "step_idx", "global_step", "iteration" };

const char *ingest_strategy(struct arena *a, const char *text)
{
    const char *known = text == NULL ? NULL : path_strategy_of_name(text);
    return known != NULL || text == NULL ? known : arena_strdup(a, text);
}

/* A text that says something: "" and "None" do not. */
static const char *name_of(struct arena *a, const struct json *record, const char *const *keys,
                           size_t n)
{
    const char *name = sample_string_of(a, record, keys, n);
    return name == NULL || *name == '\0' || strcmp(name, "None") == 0 ? NULL : name;
}

static int step_of(const struct json *record)
{
    int step = -1;
    for (size_t i = 0; i < ARRAY_LEN(step_keys) && step < 0; i++)
        step = sample_index(record, step_keys[i]);
    return step;
}

/* A whole number, or text that is one; -1 otherwise. */
static int64_t seed_of(const struct json *record)
{
    const struct json *j = json_get(record, "seed");
    const char *text = NULL;
    int64_t v = -1;
    if (!json_int(j, &v) && (!json_string(j, &text) || !str_to_i64(text, &v)))
        return -1;
    return v;
}

/* The run of the record; NULL when it says nothing of it. */
static const struct ingest_run *run_of(const struct ingest_batch *out, const struct json *record,
                                       const struct ingest_run *known)
{
    struct arena *a = out->arena;
    const char *name = name_of(a, record, run_keys, ARRAY_LEN(run_keys));
    const char *model = name_of(a, record, model_keys, ARRAY_LEN(model_keys));
    const char *strategy = name_of(a, record, strategy_keys, ARRAY_LEN(strategy_keys));
    const int64_t seed = seed_of(record);
    const bool has_seed = seed >= 0;
    if (name == NULL && model == NULL && strategy == NULL && !has_seed)
        return NULL;
    struct ingest_run *run = arena_alloc(a, sizeof(*run));
    *run = known != NULL ? *known : ingest_run_of_source(out->source);
    run->own_name = name;
    if (model != NULL && out->source->options->model == NULL) {
        run->model = model;
        run->model_origin = "the record";
    }
    run->strategy = ingest_strategy(a, strategy);
    run->has_seed = has_seed;
    run->seed = has_seed ? seed : 0;
    run->of_record = true;
    return run;
}

/* A list of tokens or ids beside the log-probs that differs from them in number. */
static bool is_unlike(const struct json *record, size_t n)
{
    static const char *const lists[] = { "tokens", "token_ids", "output_ids", "completion_ids",
                                         "response_ids" };
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        const struct json *list = json_get(record, lists[i]);
        if (list != NULL && json_type(list) == JSON_ARRAY && json_count(list) > 0 &&
            json_count(list) != n)
            return true;
    }
    return false;
}

static void take_tokens(struct arena *a, const struct json *list, struct ingest_sample *s)
{
    float *values = arena_array(a, json_count(list), sizeof(*values));
    double sum = 0;
    size_t n = 0;
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        double v = 1;
        if (!json_number(j, &v) || !(v <= 0) || !isfinite(v))
            return;
        values[n++] = (float)v;
        sum += v;
    }
    s->logprobs = values;
    s->n_tokens = n;
    s->sum_logprob = sum;
    s->mean_logprob = sum / (double)n;
    if (s->completion_tokens < 0)
        s->completion_tokens = (int64_t)n;
}

/* Log-probs of the sample: one a token, their sum, their mean; raw logits are none. */
static void read_logprobs(const struct ingest_batch *out, const struct json *record,
                          struct ingest_sample *s)
{
    const struct json *list = json_get(record, "logprobs");
    const double mean = sample_number(record, "mean_logprob");
    const double sum = sample_number(record, "sum_logprob");
    const int n = sample_index(record, "completion_tokens");
    if (s->completion_tokens < 0)
        s->completion_tokens = n;
    if (!isnan(s->mean_logprob) || s->n_tokens > 0)
        return;
    if (list != NULL && json_type(list) == JSON_ARRAY && json_count(list) > 0) {
        if (is_unlike(record, json_count(list)))
            out->source->counts.unlike++;
        else
            take_tokens(out->arena, list, s);
        return;
    }
    if (mean <= 0)
        s->mean_logprob = mean;
    else if (sum <= 0 && n > 0)
        s->mean_logprob = sum / n;
    if (sum <= 0)
        s->sum_logprob = sum;
}

void ingest_identify(const struct ingest_batch *out, size_t first, const struct json *record)
{
    if (first >= out->n || record == NULL || json_type(record) != JSON_OBJECT)
        return;
    const int step = step_of(record);
    const struct ingest_run *known = out->items[first].run;
    const struct ingest_run *run = run_of(out, record, known);
    for (size_t i = first; i < out->n; i++) {
        struct ingest_sample *s = &out->items[i];
        if (s->step < 0)
            s->step = step;
        if (out->n == first + 1)
            read_logprobs(out, record, s);
        if (run != NULL && s->run != known)
            s->run = run_of(out, record, s->run);
        else if (run != NULL)
            s->run = run;
    }
}
