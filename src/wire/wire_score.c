#include "src/wire/wire_score.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

/* Unknown: -1 or NULL. */
struct scored_token {
    const struct json *logprob;
    const struct json *by_id; /* candidates, with the given one */
    int64_t id;
    const char *token;
    int64_t offset; /* characters before */
};

struct entries {
    struct scored_token *items;
    size_t n;
    int64_t n_generated; /* behind the given ones; -1 unknown */
};

static bool is_kind(const struct json *j, enum json_type type)
{
    return j != NULL && json_type(j) == type;
}

static bool id_at(const struct json *j, int64_t *out)
{
    return json_int(j, out) && *out >= 0 && *out <= INT32_MAX;
}

static const struct json *first_choice(const struct json *root)
{
    const struct json *choices = json_get(root, "choices");
    return is_kind(choices, JSON_ARRAY) ? json_first(choices) : NULL;
}

static const struct json *in_choice_or_root(const struct json *root, const char *key)
{
    const struct json *found = json_get(first_choice(root), key);
    return is_kind(found, JSON_ARRAY) ? found : json_get(root, key);
}

/* Several candidates are told apart by the given id. */
static void read_only_candidate(const struct json *candidates, struct scored_token *e)
{
    const struct json *only = json_count(candidates) == 1 ? json_first(candidates) : NULL;
    e->by_id = candidates;
    if (only == NULL || !str_to_i64(json_key(only), &e->id))
        return;
    e->logprob = json_get(only, "logprob");
    json_string(json_get(only, "decoded_token"), &e->token);
}

static bool read_prompt_logprobs(const struct json *root, struct arena *a, struct entries *out)
{
    const struct json *list = in_choice_or_root(root, "prompt_logprobs");
    if (!is_kind(list, JSON_ARRAY))
        return false;
    out->items = arena_array(a, json_count(list) + 1, sizeof(*out->items));
    for (const struct json *p = json_first(list); p != NULL; p = json_next(p)) {
        struct scored_token *e = &out->items[out->n++];
        *e = (struct scored_token){ .id = -1, .offset = -1 };
        if (json_type(p) == JSON_OBJECT)
            read_only_candidate(p, e);
    }
    return true;
}

static bool read_triples(const struct json *root, struct arena *a, struct entries *out)
{
    const struct json *one = is_kind(root, JSON_ARRAY) ? json_first(root) : root;
    const struct json *list = json_get(json_get(one, "meta_info"), "input_token_logprobs");
    if (!is_kind(list, JSON_ARRAY))
        return false;
    out->items = arena_array(a, json_count(list) + 1, sizeof(*out->items));
    for (const struct json *p = json_first(list); p != NULL; p = json_next(p)) {
        struct scored_token *e = &out->items[out->n++];
        *e = (struct scored_token){ .id = -1, .offset = -1 };
        e->logprob = is_kind(p, JSON_ARRAY) ? json_first(p) : NULL;
        const struct json *id = e->logprob == NULL ? NULL : json_next(e->logprob);
        if (!id_at(id, &e->id))
            e->id = -1;
        json_string(id == NULL ? NULL : json_next(id), &e->token);
    }
    return true;
}

static const struct json *next_of(const struct json *item)
{
    return item == NULL ? NULL : json_next(item);
}

static const struct json *list_start(const struct json *list)
{
    return is_kind(list, JSON_ARRAY) ? json_first(list) : NULL;
}

static bool read_echo(const struct json *root, struct arena *a, struct entries *out)
{
    const struct json *lp = json_get(first_choice(root), "logprobs");
    const struct json *values = json_get(lp, "token_logprobs");
    const struct json *objects = json_get(lp, "content");
    bool parallel = is_kind(values, JSON_ARRAY);
    if (!parallel && !is_kind(objects, JSON_ARRAY))
        return false;
    const struct json *list = parallel ? values : objects;
    const struct json *token = parallel ? list_start(json_get(lp, "tokens")) : NULL;
    const struct json *offset = parallel ? list_start(json_get(lp, "text_offset")) : NULL;
    out->items = arena_array(a, json_count(list) + 1, sizeof(*out->items));
    for (const struct json *p = json_first(list); p != NULL; p = json_next(p)) {
        struct scored_token *e = &out->items[out->n++];
        const char *word = NULL;
        *e = (struct scored_token){ .id = -1, .offset = -1 };
        e->logprob = parallel ? p : json_get(p, "logprob");
        json_string(parallel ? token : json_get(p, "token"), &word);
        e->token = word;
        if (word == NULL || !str_starts_with(word, "token_id:") ||
            !str_to_i64(word + strlen("token_id:"), &e->id))
            e->id = -1;
        else
            e->token = NULL;
        if (!parallel)
            id_at(json_get(p, "id"), &e->id);
        json_int(offset, &e->offset);
        token = next_of(token);
        offset = next_of(offset);
    }
    if (!json_int(json_get(json_get(root, "usage"), "completion_tokens"), &out->n_generated))
        out->n_generated = -1;
    return true;
}

static bool read_entries(enum wire_scoring way, const struct json *root, struct arena *a,
                         struct entries *out)
{
    *out = (struct entries){ .n_generated = 0 };
    switch (way) {
    case WIRE_SCORE_PROMPT_LOGPROBS:
        return read_prompt_logprobs(root, a, out);
    case WIRE_SCORE_ECHO:
        return read_echo(root, a, out);
    case WIRE_SCORE_GENERATE:
        return read_triples(root, a, out);
    case WIRE_SCORE_STEPS:
    case WIRE_SCORE_NONE:
        break;
    }
    return false;
}

static int64_t count_characters(const char *s, size_t len)
{
    int64_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)s[i] & 0xC0) != 0x80;
    return n;
}

/* Drops what the server generated: one token unless it says otherwise. */
static void drop_generated(struct entries *e, const struct wire_given *g)
{
    int64_t n = e->n_generated < 0 ? 1 : e->n_generated;
    if (e->n_generated < 0 && g->ids == NULL && e->n > 0 && e->items[0].offset >= 0) {
        int64_t end =
            count_characters(g->prompt, g->prompt_len) + count_characters(g->text, g->text_len);
        for (n = 0; (size_t)n < e->n && e->items[e->n - 1 - (size_t)n].offset >= end;)
            n++;
    }
    e->n -= (uint64_t)n < e->n ? (size_t)n : e->n;
}

static int begin_by_ids(struct entries *e, const struct wire_given *g, size_t *out, struct err *err)
{
    if (e->n < g->n_completion)
        return err_set(err, ERR_NODATA, "the server tells %zu tokens, the completion has %zu", e->n,
                       g->n_completion);
    size_t begin = e->n - g->n_completion;
    for (size_t i = 0; i < g->n_completion; i++) {
        struct scored_token *at = &e->items[begin + i];
        int32_t wanted = g->ids[g->n_ids - g->n_completion + i];
        char key[16];
        snprintf(key, sizeof(key), "%d", wanted);
        const struct json *mine = at->by_id == NULL ? NULL : json_get(at->by_id, key);
        if (at->by_id != NULL && mine == NULL)
            return err_set(err, ERR_NODATA,
                           "token %zu of the completion is %d, for which the server gave no "
                           "log-prob: its tokens differ from the given tokens",
                           i, wanted);
        if (at->by_id == NULL && at->id >= 0 && at->id != wanted)
            return err_set(err, ERR_NODATA,
                           "token %zu of the completion is %d, the server's is %lld", i, wanted,
                           (long long)at->id);
        if (mine != NULL)
            at->logprob = json_get(mine, "logprob");
    }
    *out = begin;
    return 0;
}

static int begin_by_words(const struct entries *e, const struct wire_given *g, size_t *out,
                          struct err *err)
{
    size_t left = g->text_len;
    size_t i = e->n;
    while (left > 0 && i > 0) {
        const char *word = e->items[--i].token;
        size_t len = word == NULL ? 0 : strlen(word);
        if (word == NULL)
            return err_set(err, ERR_NODATA, "the server tells neither id nor text of its tokens");
        if (len > left)
            return err_set(
                err, ERR_NODATA,
                "a token of the server reaches over from the prompt into the completion");
        if (memcmp(g->text + left - len, word, len) != 0)
            return err_set(err, ERR_NODATA, "the tokens of the server spell another text");
        left -= len;
    }
    if (left > 0)
        return err_set(err, ERR_NODATA,
                       "the tokens of the server end %zu bytes before the "
                       "completion begins",
                       left);
    *out = i;
    return 0;
}

static int find_begin(struct entries *e, const struct wire_given *g, size_t *out, struct err *err)
{
    if (g->ids != NULL)
        return begin_by_ids(e, g, out, err);
    if (e->n > 0 && e->items[0].offset >= 0) {
        int64_t wanted = count_characters(g->prompt, g->prompt_len);
        for (size_t i = 0; i < e->n; i++) {
            if (e->items[i].offset == wanted) {
                *out = i;
                return 0;
            }
        }
        return err_set(
            err, ERR_NODATA,
            "no token of the server begins where the completion does (character %lld): one "
            "reaches over from the prompt",
            (long long)wanted);
    }
    return begin_by_words(e, g, out, err);
}

static int take_logprob(const struct json *value, size_t j, float *out, struct err *err)
{
    double v = (double)NAN;
    if (!json_number(value, &v) || !isfinite(v) || v <= WIRE_LOGPROB_SENTINEL)
        return err_set(err, ERR_NODATA, "token %zu of the completion has no log-prob", j);
    if (v > WIRE_LOGPROB_ROUNDING)
        return err_set(err, ERR_NODATA,
                       "token %zu of the completion has %g, which is above 0: no log-prob", j, v);
    *out = (float)fmin(v, 0);
    return 0;
}

static int take_logprobs(const struct entries *e, size_t begin, float *out, struct err *err)
{
    int rc = 0;
    for (size_t i = begin; i < e->n && rc == 0; i++)
        rc = take_logprob(e->items[i].logprob, i - begin, &out[i - begin], err);
    return rc;
}

int wire_read_scores(enum wire_scoring way, const struct json_text *answer,
                     const struct wire_given *g, struct arena *a, struct wire_scores *out,
                     struct err *err)
{
    struct entries e;
    size_t begin = 0;
    const struct json *root = wire_parse_without(answer, NULL, a, NULL, err);
    if (root == NULL)
        return err->code;
    if (!read_entries(way, root, a, &e)) {
        struct buf why = { 0 };
        wire_read_error(answer->text, answer->len, &why);
        int rc = err_set(err, ERR_INTEGRITY, "%s: no log-probs of given tokens (%s): %s",
                         answer->name, wire_scoring_name(way), buf_text(&why));
        buf_release(&why);
        return rc;
    }
    drop_generated(&e, g);
    int rc = find_begin(&e, g, &begin, err);
    float *logprobs = arena_array(a, e.n - begin + 1, sizeof(*logprobs));
    if (rc == 0)
        rc = take_logprobs(&e, begin, logprobs, err);
    if (rc == 0 && e.n == begin)
        rc = err_set(err, ERR_NODATA, "the completion has no token");
    if (rc < 0)
        return rc;
    *out = (struct wire_scores){ logprobs, e.n - begin };
    return 0;
}

bool wire_read_prompt_ids(const char *body, size_t len, struct arena *a, int32_t **out,
                          size_t *out_count)
{
    struct err ignored = { 0 };
    const struct json *root = wire_parse("answer", body, len, a, NULL, &ignored);
    const struct json *list = root == NULL ? NULL : in_choice_or_root(root, "prompt_token_ids");
    if (root != NULL && !is_kind(list, JSON_ARRAY))
        list = json_get(root, "tokens");
    if (!is_kind(list, JSON_ARRAY) || json_count(list) == 0)
        return false;
    size_t n = 0;
    int32_t *ids = arena_array(a, json_count(list), sizeof(*ids));
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        int64_t id = -1;
        if (!id_at(j, &id))
            return false;
        ids[n++] = (int32_t)id;
    }
    *out = ids;
    *out_count = n;
    return true;
}

const char *wire_read_template(const char *body, size_t len, struct arena *a)
{
    struct err ignored = { 0 };
    const char *text = NULL;
    json_string(json_get(wire_parse("answer", body, len, a, NULL, &ignored), "prompt"), &text);
    return text;
}

int wire_read_step(const struct json_text *answer, int32_t id, struct arena *a, float *out,
                   struct err *err)
{
    const struct json *root = wire_parse_without(answer, NULL, a, NULL, err);
    const struct json *list = json_get(root, "completion_probabilities");
    const struct json *drawn = is_kind(list, JSON_ARRAY) ? json_first(list) : NULL;
    const struct json *others = json_get(drawn, "top_logprobs");
    int64_t at = -1;
    if (root == NULL)
        return err->code;
    if (!is_kind(others, JSON_ARRAY))
        return err_set(err, ERR_INTEGRITY, "%s: no log-probs of possible next tokens",
                       answer->name);
    if (id_at(json_get(drawn, "id"), &at) && at == id)
        return take_logprob(json_get(drawn, "logprob"), 0, out, err) < 0 ? err->code : 1;
    for (const struct json *o = json_first(others); o != NULL; o = json_next(o))
        if (id_at(json_get(o, "id"), &at) && at == id)
            return take_logprob(json_get(o, "logprob"), 0, out, err) < 0 ? err->code : 1;
    return 0;
}
