/*
 * exchange_read.c - the completions of an exchange, whatever server answered and however.
 *
 * A stream is joined first; src/wire reads choices, the readers of imports other dialects.  A
 * rollout of the proxy then looks like one of a run.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/sample/policy.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/tags.h"
#include "src/wire/completion_answer.h"
#include "src/wire/wire.h"
#include "src/wire/wire_stream.h"

struct exchange_reading {
    const struct transcript *x;
    struct arena *a;
    const struct api *api;
    const struct json *request; /* NULL: no JSON object */
    const struct wire_server *server;
    struct exchange_answer *out;
    size_t n_repairs;
};

static const char *text_of(const struct json *object, const char *key)
{
    const char *s = NULL;
    return json_string(json_get(object, key), &s) ? s : NULL;
}

/* The rollout's row has no columns for these. */
static const char *extra_of(const struct exchange_reading *r, const struct wire_answer *w,
                            const struct wire_choice *c)
{
    struct buf text = { 0 };
    struct wire_answer seen = *w;
    struct json *CLEANUP(json_free_ptr) j = json_new_object();
    json_add_string(j, "exchange", r->x->id);
    json_add_string(j, "server", r->server->name);
    json_add_string(j, "logprob_semantics", wire_semantics_name(r->server->semantics));
    if (r->x->request_id != NULL)
        json_add_string(j, "request_id", r->x->request_id);
    if (isfinite(r->x->total_ms))
        json_add_number(j, "latency_ms", r->x->total_ms);
    if (r->out->streamed)
        json_add_bool(j, "streamed", true);
    seen.n_repairs = r->n_repairs;
    wire_add_remarks(j, &seen, c);
    json_print(j, false, &text);
    if (r->request != NULL && r->api != NULL) {
        text.len--;
        buf_printf(&text, ",\"request\":%s}", api_settings(r->api, r->request, r->a));
    }
    const char *copy = arena_strndup(r->a, buf_text(&text), text.len);
    buf_release(&text);
    return copy;
}

static void add_completion(struct exchange_reading *r, const struct wire_answer *w,
                           struct wire_choice *c)
{
    struct exchange_answer *out = r->out;
    wire_hide_sentinels(c);
    out->prompts[out->n] = r->request == NULL || r->api == NULL
                               ? NULL
                               : api_prompt(r->api, r->request, c->index, r->a);
    out->completions[out->n++] = (struct completion){
        .text = c->text,
        .text_len = c->text_len,
        .finish_reason = c->finish_reason == NULL ? "incomplete" : c->finish_reason,
        .n_tokens = c->n_tokens,
        .token_ids = c->token_ids,
        .logprobs = c->n_positive > 0 ? NULL : c->logprobs, /* positive: logits */
        .logprobs_have_gaps = c->n_missing > 0,
        .logprob_temperature = wire_logprob_temperature(r->server, out->temperature),
        .prompt_tokens = w->prompt_tokens > INT32_MAX ? INT32_MAX : (int)w->prompt_tokens,
        .completion_tokens =
            w->n_choices == 1 && w->completion_tokens > 0 ? w->completion_tokens : 0,
        .extra = extra_of(r, w, c),
    };
}

static void reserve(struct exchange_reading *r, size_t n)
{
    r->out->completions = arena_array(r->a, n, sizeof(*r->out->completions));
    r->out->prompts = arena_array(r->a, n, sizeof(*r->out->prompts));
}

/* Ollama's, and Responses' list of summaries. */
static void find_reasoning(const struct json *root, struct arena *a, struct wire_choice *c)
{
    const char *thinking = text_of(root, "thinking");
    const struct json *output = json_get(root, "output");
    struct buf text = { 0 };
    if (thinking == NULL)
        thinking = text_of(json_get(root, "message"), "thinking");
    for (const struct json *item = output == NULL ? NULL : json_first(output); item != NULL;
         item = json_next(item)) {
        const char *type = text_of(item, "type");
        const struct json *parts = json_get(item, "summary");
        if (type == NULL || strcmp(type, "reasoning") != 0 || parts == NULL)
            continue;
        for (const struct json *p = json_first(parts); p != NULL; p = json_next(p))
            if (text_of(p, "text") != NULL)
                buf_puts(&text, text_of(p, "text"));
    }
    if (text.len > 0)
        thinking = arena_strndup(a, buf_text(&text), text.len);
    buf_release(&text);
    c->reasoning = thinking != NULL && thinking[0] != '\0' ? thinking : NULL;
    c->reasoning_field = output != NULL ? "reasoning" : "thinking";
}

static void *copy(struct arena *a, const void *data, size_t n, size_t size)
{
    void *to = arena_array(a, n, size);
    return n == 0 ? to : memcpy(to, data, n * size);
}

/* One answer a response. */
static bool read_single(struct exchange_reading *r, const struct json *root, int index)
{
    struct completion_answer answer = { .response = root, .where = "answer", .sample = -1 };
    answer.prompt_tokens = answer.completion_tokens = -1;
    if (!completion_answer_read(r->a, &answer))
        return false;
    struct wire_answer w = { .n_choices = 1,
                             .model = text_of(root, "model"),
                             .prompt_tokens = answer.prompt_tokens,
                             .completion_tokens = answer.completion_tokens,
                             .cached_tokens = -1,
                             .reasoning_tokens = -1 };
    struct wire_choice c = { .index = index, .text = answer.text, .finish_reason = answer.finish };
    struct completion_tokens t = { 0 };
    if (completion_tokens_read(&t, root) && t.n > 0 && !t.after_sampling) {
        c.n_tokens = t.n;
        c.logprobs = copy(r->a, t.logprobs, t.n, sizeof(*t.logprobs));
        c.n_null = t.n_null;
        c.n_sentinel = t.n_sentinel;
        c.n_positive = t.n_positive;
        if (t.n_ids == t.n)
            c.token_ids = copy(r->a, t.token_ids, t.n, sizeof(*t.token_ids));
    }
    if (c.text == NULL)
        c.text = arena_strndup(r->a, buf_text(&t.text), t.text.len);
    completion_tokens_release(&t);
    find_reasoning(root, r->a, &c);
    c.text_len = strlen(c.text);
    r->out->model = w.model;
    add_completion(r, &w, &c);
    return true;
}

static void read_value(struct exchange_reading *r, const struct json *root)
{
    if (json_type(root) != JSON_ARRAY) {
        reserve(r, 1);
        if (json_type(root) == JSON_OBJECT)
            read_single(r, root, 0);
        return;
    }
    int index = 0;
    reserve(r, json_count(root));
    for (const struct json *j = json_first(root); j != NULL; j = json_next(j), index++)
        if (json_type(j) == JSON_OBJECT)
            read_single(r, j, index);
}

static void complain(struct exchange_reading *r, const char *why)
{
    r->out->problem = arena_strdup(r->a, why);
}

static bool read_choices(struct exchange_reading *r, const char *text, size_t len, struct err *err)
{
    static const char member[] = "\"choices\"";
    struct wire_answer w;
    if (len == 0 || memmem(text, len, member, sizeof(member) - 1) == NULL ||
        wire_read_answer("answer", text, len, r->a, &w, err) < 0)
        return false;
    r->out->model = w.model;
    r->n_repairs = w.n_repairs;
    reserve(r, w.n_choices);
    for (size_t i = 0; i < w.n_choices; i++)
        add_completion(r, &w, &w.choices[i]);
    return true;
}

static void read_whole(struct exchange_reading *r, const char *text, size_t len)
{
    struct err err = { 0 };
    struct buf repaired = { 0 };
    if (read_choices(r, text, len, &err))
        return;
    r->n_repairs = wire_repair(text, len, &repaired);
    const struct json *root =
        json_parse_arena("answer", 1, buf_text(&repaired), repaired.len, r->a, &err);
    buf_release(&repaired);
    if (root != NULL)
        read_value(r, root);
    if (r->out->n == 0)
        complain(r, err.msg[0] != '\0' ? err.msg : "no completion in the answer");
}

static void read_stream(struct exchange_reading *r, enum wire_framing framing)
{
    struct err err = { 0 };
    struct buf whole = { 0 };
    struct wire_stream_end end;
    r->out->streamed = true;
    const struct json_text body = { "stream", r->x->response, r->x->response_len, 1, 1 };
    int rc = wire_assemble(framing, &body, r->a, &whole, &end, &err);
    if (end.error != NULL)
        complain(r, arena_printf(r->a, "an error in the stream: %s", end.error));
    else if (rc < 0)
        complain(r, err.msg);
    else if (!end.complete)
        complain(r, "the stream ended before it was complete");
    else
        read_whole(r, buf_text(&whole), whole.len);
    buf_release(&whole);
}

void exchange_read(const struct transcript *x, struct arena *a, struct exchange_answer *out)
{
    struct exchange_reading r = { .x = x, .a = a, .api = api_named(x->api), .out = out };
    *out = (struct exchange_answer){ .temperature = (double)NAN, .problem = "" };
    /* Ollama streams by default and says so by its Content-Type. */
    enum wire_framing framing = wire_framing_of(x->content_type, x->response, x->response_len);
    struct err ignored = { 0 };
    const struct json *root =
        json_parse_arena("request", 1, r.x->request, r.x->request_len, r.a, &ignored);
    r.request = root != NULL && json_type(root) == JSON_OBJECT ? root : NULL;
    if (r.request != NULL && r.api != NULL)
        r.out->temperature = api_temperature(r.api, r.request);
    r.server = x->server != NULL ? x->server : wire_recognise_answer(x->response, x->response_len);
    if (x->status == 0)
        complain(&r, x->detail[0] != '\0' ? x->detail : "no answer");
    else if (x->status < 200 || x->status > 299) {
        struct buf why = { 0 };
        wire_read_error(r.x->response, r.x->response_len, &why);
        complain(&r, buf_text(&why));
        buf_release(&why);
    } else if (x->content_encoding != NULL && strcmp(x->content_encoding, "identity") != 0)
        complain(&r, arena_printf(a, "the answer is encoded (%.40s)", x->content_encoding));
    else if (framing == WIRE_WHOLE)
        read_whole(&r, x->response, x->response_len);
    else
        read_stream(&r, framing);
}
