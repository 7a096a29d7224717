/*
 * wire_answer.c - the body of an answer as completions; completion_places.c reads tokens.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/wire/completion_tokens.h"
#include "src/wire/wire.h"

static const char *text_of(const struct json *object, const char *key)
{
    const char *s = NULL;
    return json_string(json_get(object, key), &s) ? s : NULL;
}

static int64_t count_of(const struct json *object, const char *key)
{
    int64_t n = -1;
    return object != NULL && json_int(json_get(object, key), &n) && n >= 0 ? n : -1;
}

static bool is_list(const struct json *j)
{
    return j != NULL && json_type(j) == JSON_ARRAY;
}

static void *copy(struct arena *a, const void *from, size_t n, size_t size)
{
    void *to = arena_array(a, n, size);
    if (n > 0)
        memcpy(to, from, n * size);
    return to;
}

static void read_ids(struct wire_choice *c, const struct json *list, struct arena *a)
{
    size_t n = 0;
    int32_t *ids = arena_array(a, json_count(list), sizeof(*ids));
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e)) {
        int64_t id = -1;
        if (!json_int(e, &id) || id < 0 || id > INT32_MAX) {
            c->ids_do_not_fit = true;
            return;
        }
        ids[n++] = (int32_t)id;
    }
    c->token_ids = n > 0 ? ids : NULL;
    c->n_tokens = n;
}

/* A list of ids is better than those in the log-probs. */
static void read_tokens(struct wire_choice *c, const struct json *choice, struct arena *a)
{
    const struct json *ids = json_get(choice, "token_ids");
    struct completion_tokens t = { .skip_text = true, .skip_ids = is_list(ids) };
    bool any = completion_tokens_read(&t, choice);
    if (any) {
        bool fit = t.n > 0 && t.n_ids == t.n;
        c->n_tokens = t.n;
        c->logprobs = copy(a, t.logprobs, t.n, sizeof(*t.logprobs));
        c->token_ids = fit ? copy(a, t.token_ids, t.n, sizeof(*t.token_ids)) : NULL;
        c->ids_do_not_fit = is_list(ids) && !fit && json_count(ids) + t.n > 0;
        c->n_null = t.n_null;
        c->n_sentinel = t.n_sentinel;
        c->n_positive = t.n_positive;
    }
    completion_tokens_release(&t);
    if (!any && is_list(ids))
        read_ids(c, ids, a);
}

static void read_reasoning(struct wire_choice *c, const struct json *message)
{
    static const char *const fields[] = { "reasoning_content", "reasoning" };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        const char *s = text_of(message, fields[i]);
        if (s == NULL || s[0] == '\0' || c->reasoning != NULL)
            continue;
        c->reasoning = s;
        c->reasoning_field = fields[i];
    }
}

static void read_choice(struct wire_choice *c, const struct json *choice, int position,
                        struct arena *a)
{
    const struct json *message = json_get(choice, "message");
    int64_t index = count_of(choice, "index");
    const char *text = message != NULL ? text_of(message, "content") : text_of(choice, "text");
    *c = (struct wire_choice){ .index = index >= 0 && index < INT_MAX ? (int)index : position };
    c->text = text == NULL ? "" : text;
    c->text_len = strlen(c->text);
    c->finish_reason = text_of(choice, "finish_reason");
    if (message != NULL)
        read_reasoning(c, message);
    read_tokens(c, choice, a);
}

static void read_usage(struct wire_answer *out, const struct json *usage)
{
    const struct json *details = json_get(usage, "completion_tokens_details");
    out->prompt_tokens = count_of(usage, "prompt_tokens");
    out->completion_tokens = count_of(usage, "completion_tokens");
    out->cached_tokens = count_of(json_get(usage, "prompt_tokens_details"), "cached_tokens");
    out->reasoning_tokens = count_of(details, "reasoning_tokens");
    if (out->reasoning_tokens < 0)
        out->reasoning_tokens = count_of(usage, "reasoning_tokens");
}

/*
 * llama.cpp's server has one entry for several tokens of one character, and none for a character
 * without end.  The end's token and hidden reasoning are no gaps.
 */
static void count_missing(const struct wire_answer *w, struct wire_choice *c)
{
    int64_t missing = w->completion_tokens - (int64_t)c->n_tokens;
    bool ended = c->finish_reason != NULL && strcmp(c->finish_reason, "stop") == 0;
    if (w->reasoning_tokens > 0)
        missing -= w->reasoning_tokens;
    if (w->completion_tokens < 0 || c->logprobs == NULL || missing <= (ended ? 1 : 0))
        return;
    c->n_missing = (size_t)missing;
    c->token_ids = NULL;
}

/* Log-probs of another text are worse than none: one more than usage may be the end's, others
 * are somebody else's. */
static void drop_surplus(struct wire_answer *w)
{
    size_t all = 0;
    for (size_t i = 0; i < w->n_choices; i++)
        all += w->choices[i].n_tokens;
    bool too_many = w->completion_tokens >= 0 && all > (size_t)w->completion_tokens + w->n_choices;
    for (size_t i = 0; i < w->n_choices; i++) {
        struct wire_choice *c = &w->choices[i];
        bool is_empty = c->text_len == 0 && c->reasoning == NULL;
        if (c->n_tokens > 0 && (too_many || (is_empty && c->n_tokens > 1))) {
            c->n_surplus = c->n_tokens;
            c->n_tokens = 0;
            c->logprobs = NULL;
            c->token_ids = NULL;
            c->n_null = c->n_sentinel = c->n_positive = 0;
        }
    }
}

int wire_read_answer(const char *name, const char *body, size_t len, struct arena *a,
                     struct wire_answer *out, struct err *err)
{
    static const char *const unused[] = { "bytes", "top_logprobs", NULL };
    size_t n_repairs = 0;
    int position = 0;
    const struct json *root = wire_parse_without(&(struct json_text){ name, body, len, 1, 1 },
                                                 unused, a, &n_repairs, err);
    if (root == NULL)
        return err->code;
    const struct json *choices = json_get(root, "choices");
    if (!is_list(choices) || json_count(choices) == 0) {
        struct buf why = { 0 };
        wire_read_error(body, len, &why);
        int rc =
            err_set(err, ERR_INTEGRITY, "%s: no choices in the answer: %s", name, buf_text(&why));
        buf_release(&why);
        return rc;
    }
    *out = (struct wire_answer){ .n_repairs = n_repairs, .model = text_of(root, "model") };
    out->choices = arena_array(a, json_count(choices), sizeof(*out->choices));
    for (const struct json *c = json_first(choices); c != NULL; c = json_next(c)) {
        if (json_type(c) != JSON_OBJECT)
            return err_set(err, ERR_INTEGRITY, "%s: choice %d is no object", name, position);
        read_choice(&out->choices[out->n_choices++], c, position++, a);
    }
    read_usage(out, json_get(root, "usage"));
    drop_surplus(out);
    if (out->n_choices == 1)
        count_missing(out, &out->choices[0]);
    return 0;
}

void wire_hide_sentinels(struct wire_choice *c)
{
    for (size_t i = 0; c->n_sentinel > 0 && c->logprobs != NULL && i < c->n_tokens; i++)
        if ((double)c->logprobs[i] <= WIRE_LOGPROB_SENTINEL)
            c->logprobs[i] = NAN;
}
