/*
 * openai_draw.c - samples of a language model.
 *
 * One request a sample, with a seed from (run, task, step, sample): a retry concerns one sample,
 * and a resumed run asks for what is missing.  Configured so, neighbouring samples of a task share
 * a request and the first one's seed; missing ones are asked for alone.  A turn that exceeds the
 * context is asked again without its oldest exchange.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/sample/openai/openai_internal.h"
#include "src/sample/prompt.h"
#include "src/wire/wire.h"
#include "tasks/task.h"

#define ANSWER_KEPT_BYTES ((size_t)4 << 20)

struct sent {
    size_t first, n;
};

struct openai_drawing {
    struct openai *o;
    const struct sample_request *requests;
    const struct sample_sink *sink;
    struct sent *pass;  /* now */
    size_t *dropped;    /* oldest exchanges, by request */
    struct sent *again; /* too long, or missing in an answer */
    size_t n_again;
    const char *url;
    const struct task *prompt_task; /* of prompt */
    struct buf prompt;
    char body_sha256[65];
    struct arena arena;
    struct arena arena_of_answer;
    struct wire_answer answer; /* the last one, if readable */
    struct err unreadable;     /* else why */
    size_t n_overloaded;       /* in turn */
    bool has_noted;            /* of the overload */
    size_t n_failed;
    const char *why;
};

static void put_body(const struct openai *o, const struct sample_request *q, const char *prompt,
                     size_t dropped, size_t n_samples, struct buf *out)
{
    const struct openai_config *c = &o->config;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct wire_message *messages =
        arena_array(&a, OPENAI_PROMPT_MESSAGES + 2 * q->n_exchanges, sizeof(*messages));
    size_t n = openai_messages(o, prompt, messages);
    for (size_t i = dropped; i < q->n_exchanges; i++) {
        messages[n++] = (struct wire_message){ "assistant", q->exchanges[i].answer };
        messages[n++] = (struct wire_message){ "user", q->exchanges[i].feedback };
    }
    struct wire_request r = { .server = o->server,
                              .api = c->api,
                              .model = o->model,
                              .messages = messages,
                              .n_messages = n,
                              .n = (int)n_samples,
                              .has_seed = true,
                              .seed = sample_seed(q),
                              .temperature = q->temperature,
                              .top_p = c->top_p,
                              .top_k = c->top_k,
                              .max_tokens = c->max_tokens,
                              .stops = c->stops,
                              .n_stops = c->n_stops,
                              .logprobs = c->logprobs };
    wire_put_request(&r, out);
}

/* Samples of a task are adjacent and share its prompt. */
static int make(void *context, size_t sent, struct http_request *out, struct buf *body,
                struct err *err)
{
    struct openai_drawing *d = context;
    struct sent s = d->pass[sent];
    const struct sample_request *q = &d->requests[s.first];
    int rc = 0;
    if (q->prompt == NULL && d->prompt_task != q->task) {
        buf_clear(&d->prompt);
        rc = openai_put_prompt(d->o, q->task, &d->prompt, err);
        d->prompt_task = rc == 0 ? q->task : NULL;
    }
    if (rc < 0)
        return rc;
    put_body(d->o, q, q->prompt != NULL ? q->prompt : buf_text(&d->prompt), d->dropped[s.first],
             s.n, body);
    sha256_hex(body->data, body->len, d->body_sha256);
    *out = (struct http_request){ .method = "POST", .url = d->url };
    return 0;
}

static int hand_over(struct openai_drawing *d, struct sent s, size_t place, struct wire_choice *c,
                     const struct http_answer *h, struct err *err)
{
    size_t request = s.first + place;
    struct openai_choice choice = { .answer = &d->answer,
                                    .choice = c,
                                    .http = h,
                                    .place = place,
                                    .n_places = s.n,
                                    .temperature = d->requests[request].temperature };
    struct completion out;
    openai_completion(d->o, &choice, &d->arena_of_answer, &out);
    out.n_dropped = d->dropped[request];
    return d->sink->done(d->sink->context, request, &out, err);
}

static const char *describe_failure(struct openai_drawing *d, const struct http_answer *h)
{
    struct buf why = { 0 };
    buf_puts(&why, http_end_name(h->end));
    if (h->end == HTTP_ANSWERED)
        buf_printf(&why, " with status %d", h->status);
    buf_puts(&why, ": ");
    if (h->end == HTTP_ANSWERED)
        wire_read_error(h->body, h->body_len, &why);
    else
        buf_puts(&why, h->detail);
    if (h->retry_after_ms > 0)
        buf_printf(&why, " (to be asked again in %lld s)", (long long)(h->retry_after_ms / 1000));
    const char *text = arena_strndup(&d->arena, buf_text(&why), why.len);
    buf_release(&why);
    return text;
}

static bool is_overloaded(const struct http_answer *h)
{
    return h->end == HTTP_ANSWERED && (h->status == 429 || h->status == 503);
}

static int before(void *context, size_t sent, int attempt, struct err *err)
{
    struct openai_drawing *d = context;
    struct sent s = d->pass[sent];
    int rc = 0;
    (void)attempt; /* the sink counts all processes */
    for (size_t i = 0; i < s.n && rc == 0; i++)
        rc = d->sink->announce(d->sink->context, s.first + i, d->body_sha256, err);
    return rc;
}

/* A shared answer's bytes are kept with its first sample. */
static int tell_end(struct openai_drawing *d, struct sent s, const struct http_answer *h,
                    struct err *err)
{
    int rc = 0;
    struct sample_attempt a = {
        .end = http_end_name(h->end),
        .status = h->status,
        .detail = h->detail,
        .request_id = h->request_id,
        .first_byte_ms = h->first_byte_ms,
        .total_ms = h->total_ms,
        .response = h->body,
        .response_len = h->body_len,
    };
    for (size_t i = 0; i < s.n && rc == 0; i++) {
        a.keep_response = i == 0 && d->o->config.keep_responses;
        rc = d->sink->ended(d->sink->context, s.first + i, &a, err);
    }
    return rc;
}

static const char *refuse(void *context, size_t sent, const struct http_answer *h)
{
    struct openai_drawing *d = context;
    (void)sent;
    return wire_read_answer("answer", h->body, h->body_len, &d->arena_of_answer, &d->answer,
                            &d->unreadable) == 0
               ? NULL
               : d->unreadable.msg;
}

static int take_completions(struct openai_drawing *d, struct sent s, const struct http_answer *h,
                            struct err *err)
{
    if (h->end == HTTP_ANSWERED && h->status == 200) {
        /* Choices belong to places by index; samples without one are asked for alone. */
        const struct wire_answer *w = &d->answer;
        int rc = 0;
        for (size_t place = 0; place < s.n && rc == 0; place++) {
            struct wire_choice *found = s.n == 1 ? &w->choices[0] : NULL;
            for (size_t i = 0; i < w->n_choices && found == NULL; i++)
                if (w->choices[i].index == (int)place)
                    found = &w->choices[i];
            if (found != NULL)
                rc = hand_over(d, s, place, found, h, err);
            else
                d->again[d->n_again++] = (struct sent){ s.first + place, 1 };
        }
        return rc;
    }
    if (d->requests[s.first].n_exchanges > 0 && h->end == HTTP_ANSWERED && h->status >= 400 &&
        wire_is_too_long(h->body)) {
        /* Drops the oldest exchange, or gives up. */
        size_t request = s.first;
        if (d->requests[request].n_exchanges - d->dropped[request] <= 1)
            return d->sink->too_long(d->sink->context, request, err);
        d->dropped[request]++;
        d->again[d->n_again++] = (struct sent){ request, 1 };
        return 0;
    }
    /* Every other request would end in the same way: the server is wrong, or had no time for two
     * requests in turn. */
    if (h->end == HTTP_UNTRUSTED || d->n_overloaded > 1 ||
        (h->end == HTTP_ANSWERED && (h->status == 401 || h->status == 403 || h->status == 404)))
        return err_set(err, ERR_INTEGRITY, "%s: %s", d->o->config.base_url, describe_failure(d, h));
    if (d->n_failed == 0)
        d->why = describe_failure(d, h);
    d->n_failed += s.n;
    return 0;
}

/* Said once. */
static void note_waiting(struct openai_drawing *d, const struct http_answer *h)
{
    if (h->final || !is_overloaded(h) || d->has_noted || d->sink->note == NULL)
        return;
    d->has_noted = true;
    d->sink->note(d->sink->context,
                  arena_printf(&d->arena, "note: %s has too much to do (%s); waiting",
                               d->o->config.base_url, describe_failure(d, h)));
}

static int after(void *context, size_t sent, const struct http_answer *h, struct err *err)
{
    struct openai_drawing *d = context;
    struct sent s = d->pass[sent];
    struct err ignored = { 0 };
    note_waiting(d, h);
    if (h->final)
        d->n_overloaded = is_overloaded(h) ? d->n_overloaded + 1 : 0;
    int rc = h->final ? take_completions(d, s, h, err) : 0;
    /* A hostile answer may have taken much. */
    if (d->arena_of_answer.used_bytes > ANSWER_KEPT_BYTES)
        arena_release(&d->arena_of_answer);
    else
        arena_rewind(&d->arena_of_answer);
    int told = tell_end(d, s, h, rc < 0 ? &ignored : err);
    return rc < 0 ? rc : told;
}

static int settle(void *context, struct err *err)
{
    struct openai_drawing *d = context;
    return d->sink->settle(d->sink->context, err);
}

static int beside(void *context, struct err *err)
{
    struct openai_drawing *d = context;
    return d->sink->beside(d->sink->context, err);
}

static size_t watch(void *context, int *fds, size_t most)
{
    struct openai_drawing *d = context;
    return d->sink->watch(d->sink->context, fds, most);
}

/* Neighbours share a request within a block of samples, whichever of them are stored already. */
static bool may_share(const struct sample_request *a, const struct sample_request *b, int block)
{
    return a->task == b->task && a->step == b->step && a->turn == b->turn &&
           a->n_exchanges + b->n_exchanges == 0 && a->prompt == NULL && b->prompt == NULL &&
           a->sample / block == b->sample / block;
}

static int send_all(struct openai_drawing *d, size_t n, const struct http_hooks *hooks,
                    struct err *err)
{
    int rc = 0;
    d->pass = arena_array(&d->arena, n, sizeof(*d->pass));
    d->again = arena_array(&d->arena, n, sizeof(*d->again));
    d->dropped = arena_array(&d->arena, n, sizeof(*d->dropped));
    int block = d->o->config.n_per_request;
    for (size_t i = 0; i < n; i++) {
        struct sent *last = d->n_again == 0 ? NULL : &d->again[d->n_again - 1];
        if (last != NULL && may_share(&d->requests[last->first], &d->requests[i], block))
            last->n++;
        else
            d->again[d->n_again++] = (struct sent){ i, 1 };
    }
    while (rc == 0 && d->n_again > 0) {
        struct sent *sent = d->again;
        size_t n_sent = d->n_again;
        d->again = d->pass;
        d->n_again = 0;
        d->pass = sent;
        rc = http_send(d->o->http, NULL, n_sent, hooks, err);
    }
    return rc;
}

int openai_draw(struct policy *p, const struct sample_request *requests, size_t n,
                const struct sample_sink *sink, struct err *err)
{
    struct openai *o = (struct openai *)p;
    struct openai_drawing d = { .o = o, .requests = requests, .sink = sink };
    struct http_hooks hooks = { .make = make,
                                .before = before,
                                .after = after,
                                .settle = settle,
                                .refuse = refuse,
                                .beside = sink->beside == NULL ? NULL : beside,
                                .watch = sink->watch == NULL ? NULL : watch,
                                .context = &d,
                                .stop = sink->stop };
    d.url = arena_printf(&d.arena, "%s%s", o->config.base_url, wire_path(o->config.api));
    int rc = send_all(&d, n, &hooks, err);
    if (rc == 0 && d.n_failed > 0)
        rc = err_set(err, ERR_INTEGRITY,
                     "%zu of %zu samples were not drawn (%s); resuming tries again", d.n_failed, n,
                     d.why);
    buf_release(&d.prompt);
    arena_release(&d.arena_of_answer);
    arena_release(&d.arena);
    return rc;
}

/*
 * One request and its answer, beside the samples.
 */

struct listening {
    struct arena *arena;
    struct openai_reply *reply;
};

static int take(void *context, size_t request, const struct http_answer *a, struct err *err)
{
    struct listening *l = context;
    (void)request;
    (void)err;
    l->reply->status = a->end == HTTP_ANSWERED ? a->status : 0;
    l->reply->detail = arena_strdup(l->arena, a->detail);
    l->reply->body = arena_strndup(l->arena, a->body, a->body_len);
    l->reply->len = a->body_len;
    return 0;
}

int openai_call(struct openai *o, const char *url, const struct buf *body, struct arena *a,
                struct openai_reply *out, struct err *err)
{
    struct http_request r = { .method = body == NULL ? "GET" : "POST", .url = url };
    struct listening l = { .arena = a, .reply = out };
    struct http_hooks hooks = { .after = take, .context = &l };
    if (body != NULL) {
        r.body = buf_text(body);
        r.body_len = body->len;
    }
    *out = (struct openai_reply){ .detail = "", .body = "" };
    return http_send(o->http, &r, 1, &hooks, err);
}

int openai_reply_refused(const struct openai *o, const struct openai_reply *r, struct err *err)
{
    struct buf why = { 0 };
    if (r->status == 0)
        return err_set(err, ERR_INTEGRITY, "%s does not answer: %s", o->config.base_url, r->detail);
    wire_read_error(r->body, r->len, &why);
    int rc = err_set(err, ERR_INTEGRITY, "%s answers with status %d: %s", o->config.base_url,
                     r->status, buf_text(&why));
    buf_release(&why);
    return rc;
}

const char *openai_base_url(const struct openai *o, const char *path, struct arena *a)
{
    return arena_printf(a, "%s%s", o->config.base_url, path);
}

const char *openai_root_url(const struct openai *o, const char *path, struct arena *a)
{
    const char *base = o->config.base_url;
    size_t len = strlen(base);
    if (len >= 3 && strcmp(base + len - 3, "/v1") == 0)
        len -= 3;
    return arena_printf(a, "%.*s%s", (int)len, base, path);
}

/*
 * A choice of a server's answer as a completion.
 */

/* The rollout's row has no columns for these. */
static const char *extra_of(const struct openai *o, const struct openai_choice *x, struct arena *a)
{
    struct buf text = { 0 };
    struct json *CLEANUP(json_free_ptr) j = json_new_object();
    json_add_string(j, "server", o->server->name);
    json_add_string(j, "template_sha256", o->template_sha256);
    json_add_string(j, "logprob_semantics", wire_semantics_name(o->server->semantics));
    if (x->http->request_id[0] != '\0')
        json_add_string(j, "request_id", x->http->request_id);
    json_add_int(j, "attempts", x->http->attempt);
    json_add_number(j, "latency_ms", x->http->total_ms);
    if (x->n_places > 1) {
        json_add_int(j, "n_per_request", (int64_t)x->n_places);
        json_add_int(j, "choice", (int64_t)x->place);
    }
    wire_add_remarks(j, x->answer, x->choice);
    json_print(j, false, &text);
    const char *copy = arena_strndup(a, buf_text(&text), text.len);
    buf_release(&text);
    return copy;
}

/* Usage counts all choices together, so several have no counts of their own. */
static int64_t completion_tokens(const struct openai_choice *x)
{
    if (x->n_places == 1)
        return x->answer->completion_tokens > 0 ? x->answer->completion_tokens : 0;
    return x->choice->n_tokens > 0 ? (int64_t)x->choice->n_tokens : -1;
}

/* The prompt is billed once and counts with the first choice. */
static int prompt_tokens(const struct openai_choice *x)
{
    int64_t n = x->place == 0 ? x->answer->prompt_tokens : 0;
    return n > INT32_MAX ? INT32_MAX : (int)n;
}

void openai_completion(const struct openai *o, const struct openai_choice *x, struct arena *a,
                       struct completion *out)
{
    struct wire_choice *c = x->choice;
    wire_hide_sentinels(c);
    bool logits = c->n_positive > 0; /* not log-probs */
    *out = (struct completion){
        .text = c->text,
        .text_len = c->text_len,
        .finish_reason = c->finish_reason == NULL ? "incomplete" : c->finish_reason,
        .n_tokens = c->n_tokens,
        .token_ids = c->token_ids,
        .logprobs = logits ? NULL : c->logprobs,
        .logprobs_have_gaps = c->n_missing > 0,
        .logprob_temperature = wire_logprob_temperature(o->server, x->temperature),
        .prompt_tokens = prompt_tokens(x),
        .completion_tokens = completion_tokens(x),
        .extra = extra_of(o, x, a),
    };
}
