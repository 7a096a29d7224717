/*
 * map_lists.c - fields of a record that are lists: tokens, single times, evidence, rewards.
 */
#include <math.h>
#include <stdint.h>

#include "ingest/formats/import_map.h"
#include "ingest/ingest_sample.h"
#include "ingest/sample_text.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/json/json.h"

static const char *refused(const struct map_record *r, enum map_field f, const char *what)
{
    return arena_printf(r->arena, "%s is not %s", import_map_field_name(f), what);
}

/* NULL without a reason: absent or empty. */
static const struct json *list_of(const struct map_record *r, enum map_field f, const char **why)
{
    bool bad = false;
    const struct json *j = map_json(r, f, &bad);
    if (bad || (j != NULL && json_type(j) != JSON_ARRAY))
        *why = refused(r, f, "a list");
    return *why != NULL || json_count(j) == 0 ? NULL : j;
}

static const int32_t *whole_numbers(const struct map_record *r, enum map_field f, size_t *out_n,
                                    const char **why)
{
    const struct json *list = list_of(r, f, why);
    *out_n = list == NULL ? 0 : json_count(list);
    if (list == NULL)
        return NULL;
    int32_t *out = arena_array(r->arena, *out_n, sizeof(*out));
    size_t i = 0;
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        int64_t v = 0;
        if (!json_int(j, &v) || v < INT32_MIN || v > INT32_MAX) {
            *why = refused(r, f, "a list of 32-bit whole numbers");
            return NULL;
        }
        out[i++] = (int32_t)v;
    }
    return out;
}

/* null is NaN where least is -Infinity. */
static const double *numbers(const struct map_record *r, enum map_field f, double least,
                             size_t *out_n, const char **why)
{
    const struct json *list = list_of(r, f, why);
    *out_n = list == NULL ? 0 : json_count(list);
    if (list == NULL)
        return NULL;
    double *out = arena_array(r->arena, *out_n, sizeof(*out));
    size_t i = 0;
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        double v = (double)NAN;
        const bool absent = json_type(j) == JSON_NULL && isinf(least);
        if (!absent && (!json_number(j, &v) || !isfinite(v) || v < least)) {
            *why = refused(r, f, least < 0 ? "a list of numbers" : "a list of times from 0 us");
            return NULL;
        }
        out[i++] = v;
    }
    return out;
}

static void take_tokens(const struct map_record *r, struct ingest_sample *s, const char **why)
{
    size_t n_ids = 0, n_logprobs = 0;
    const int32_t *ids = whole_numbers(r, MAP_TOKEN_IDS, &n_ids, why);
    const double *logprobs =
        *why == NULL ? numbers(r, MAP_LOGPROBS, -(double)INFINITY, &n_logprobs, why) : NULL;
    if (*why != NULL)
        return;
    if (n_ids > 0 && n_logprobs > 0 && n_ids != n_logprobs) {
        *why = arena_printf(r->arena, "%zu token_ids and %zu logprobs", n_ids, n_logprobs);
        return;
    }
    float *values = n_logprobs == 0 ? NULL : arena_array(r->arena, n_logprobs, sizeof(*values));
    for (size_t i = 0; i < n_logprobs; i++) {
        if (logprobs[i] > 0)
            *why = "a log-prob is positive; it may be a raw logit, which is not a log-prob";
        values[i] = (float)logprobs[i];
    }
    s->n_tokens = n_ids > 0 ? n_ids : n_logprobs;
    s->token_ids = ids;
    s->logprobs = values;
}

/* What the record does not say of them follows from the single times. */
static const char *take_samples(const struct map_record *r, enum map_field f,
                                struct ingest_timing *out)
{
    const char *why = NULL;
    size_t n = 0;
    double sum = 0, squares = 0, least = (double)INFINITY, most = 0;
    const double *values = numbers(r, f, 0, &n, &why);
    if (values == NULL)
        return why;
    if (!(out->runtime_us > 0))
        return arena_printf(r->arena, "%s without the time that is scored",
                            import_map_field_name(f));
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    for (size_t i = 0; i < n; i++)
        squares += (values[i] - sum / (double)n) * (values[i] - sum / (double)n);
    out->samples_us = values;
    out->n_samples = (int64_t)n;
    if (isnan(out->min_us))
        out->min_us = least;
    if (isnan(out->max_us))
        out->max_us = most;
    if (isnan(out->std_us) && n > 1)
        out->std_us = sqrt(squares / (double)(n - 1));
    return NULL;
}

static void take_evidence(const struct map_record *r, struct ingest_sample *s, const char **why)
{
    const struct json *list = list_of(r, MAP_EVIDENCE, why);
    if (list == NULL)
        return;
    struct evidence *rows = arena_array(r->arena, json_count(list), sizeof(*rows));
    size_t n = 0;
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        struct evidence *e = &rows[n++];
        *e = (struct evidence){ .kind = sample_string(r->arena, j, "kind"),
                                .value = sample_number(j, "value"),
                                .bound = sample_number(j, "bound"),
                                .unit = sample_string(r->arena, j, "unit"),
                                .detail = sample_string(r->arena, j, "detail") };
        if (e->kind == NULL || !sample_bool(json_get(j, "pass"), &e->pass)) {
            *why = refused(r, MAP_EVIDENCE, "a list of objects with kind and pass");
            return;
        }
        e->unit = e->unit == NULL ? "" : e->unit;
    }
    s->evidence = rows;
    s->n_evidence = n;
}

static void take_rewards(const struct map_record *r, struct ingest_sample *s, const char **why)
{
    bool bad = false;
    const struct json *all = map_json(r, MAP_REWARDS, &bad);
    const bool named = json_type(all) == JSON_OBJECT;
    if (bad || (all != NULL && !named && json_type(all) != JSON_ARRAY))
        *why = refused(r, MAP_REWARDS, "a list or an object of numbers");
    if (*why != NULL || all == NULL)
        return;
    struct ingest_reward *rows = arena_array(r->arena, json_count(all) + 1, sizeof(*rows));
    size_t n = 0;
    for (const struct json *j = json_first(all); j != NULL; j = json_next(j)) {
        struct ingest_reward w = { json_key(j), (double)NAN, (double)NAN };
        if (named) {
            (void)json_number(j, &w.value);
        } else {
            w.recipe = sample_string(r->arena, j, "recipe");
            w.value = sample_number(j, "value");
            w.advantage = sample_number(j, "advantage");
        }
        if (w.recipe == NULL || !isfinite(w.value)) {
            *why = refused(r, MAP_REWARDS, "made of recipes with numbers");
            return;
        }
        rows[n++] = w;
    }
    s->rewards = rows;
    s->n_rewards = n;
}

const char *map_take_lists(const struct map_record *r, struct ingest_sample *s)
{
    const char *why = NULL;
    take_tokens(r, s, &why);
    if (why == NULL)
        why = take_samples(r, MAP_SAMPLES_US, &s->timing);
    if (why == NULL)
        why = take_samples(r, MAP_BASELINE_SAMPLES_US, &s->reference);
    if (why == NULL && s->timing.samples_us != NULL && s->statistic == NULL)
        s->statistic = "median";
    if (why == NULL)
        take_evidence(r, s, &why);
    if (why == NULL)
        take_rewards(r, s, &why);
    return why;
}
