/*
 * tinker_draw.c - samples: a block is asked for, then its results are awaited.
 *
 * A request is announced before it is sent and ends with its result, so what a killed process had
 * asked for is on record, with the names of the results that it was promised: who continues fetches
 * them, and asks anew for what the server has forgotten.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/sample/tinker/tinker_internal.h"
#include "src/wire/wire.h"
#include "tasks/task.h"

struct tinker_request {
    size_t request;
    int64_t seq;
    int n_prompt;
    char prompt_sha256[65];
    const char *promise; /* NULL: none, or fulfilled */
    bool inherited;      /* from a killed process */
};

struct tinker_drawing {
    struct tinker *t;
    const struct sample_request *requests;
    const struct sample_sink *sink;
    struct tinker_request *block;
    size_t *waiting; /* places of the block that are sent, or polled for */
    bool *disowned;  /* inherited promises that were not kept, by request */
    size_t *todo;    /* requests */
    size_t n_todo;
    size_t *dropped; /* oldest exchanges, by request */
    struct arena arena, arena_of_block, arena_of_answer;
    char body_sha256[65];
    bool polling;
    size_t n_failed;
    const char *why;
};

static struct tinker_request *place_of(struct tinker_drawing *d, size_t sent)
{
    return &d->block[d->waiting[sent]];
}

static int put_question(struct tinker_drawing *d, struct tinker_request *x, struct json *body,
                        struct arena *a, struct err *err)
{
    const struct tinker_config *c = &d->t->config;
    const struct sample_request *q = &d->requests[x->request];
    const struct tinker_prompt p = { .task = q->task,
                                     .prompt = q->prompt,
                                     .exchanges = q->exchanges,
                                     .first = d->dropped[x->request],
                                     .n_exchanges = q->n_exchanges };
    struct token_ids ids = { 0 };
    int rc = tinker_prompt_ids(d->t, &p, a, &ids, x->prompt_sha256, err);
    x->n_prompt = (int)ids.n;
    json_add_int(body, "num_samples", 1);
    tinker_add_input(body, "prompt", ids.ids, ids.n);
    struct json *s = json_add_object(body, "sampling_params");
    json_add_int(s, "max_tokens", c->max_tokens);
    json_add_number(s, "temperature", q->temperature);
    json_add_number(s, "top_p", c->top_p);
    json_add_int(s, "top_k", c->top_k);
    json_add_int(s, "seed", sample_seed(q));
    tinker_add_ids(s, "stop", d->t->stops, d->t->n_stops);
    json_add_string(body, "sampling_session_id", d->t->live.sampler);
    json_add_int(body, "seq_id", x->seq);
    json_add_string(body, "type", "sample");
    return rc;
}

static int make(void *context, size_t sent, struct http_request *out, struct buf *body,
                struct err *err)
{
    struct tinker_drawing *d = context;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct tinker_request *x = place_of(d, sent);
    struct json *CLEANUP(json_free_ptr) j = json_new_object();
    int rc = 0;
    if (d->polling) {
        json_add_string(j, "request_id", x->promise);
        json_add_bool(j, "allow_metadata_only", false);
    } else
        rc = put_question(d, x, j, &a, err);
    json_print(j, false, body);
    sha256_hex(body->data, body->len, d->body_sha256);
    *out =
        (struct http_request){ .method = "POST",
                               .url = tinker_url(d->t, d->polling ? "retrieve_future" : "asample",
                                                 &d->arena_of_block) };
    return rc;
}

static int before(void *context, size_t sent, int attempt, struct err *err)
{
    struct tinker_drawing *d = context;
    (void)attempt;
    return d->polling ? 0
                      : d->sink->announce(d->sink->context, place_of(d, sent)->request,
                                          d->body_sha256, err);
}

static int tell_end(struct tinker_drawing *d, const struct tinker_request *x,
                    const struct http_answer *h, struct err *err)
{
    const struct sample_attempt end = { .end = http_end_name(h->end),
                                        .status = h->status,
                                        .detail = h->detail,
                                        .request_id = x->promise == NULL ? "" : x->promise,
                                        .first_byte_ms = h->first_byte_ms,
                                        .total_ms = h->total_ms,
                                        .response = h->body,
                                        .response_len = h->body_len,
                                        .keep_response = d->t->config.keep_responses };
    return d->sink->ended(d->sink->context, x->request, &end, err);
}

static int fail(struct tinker_drawing *d, const struct tinker_request *x,
                const struct http_answer *h, const char *detail, struct err *err)
{
    CLEANUP(buf_release) struct buf why = { 0 };
    const struct sample_request *q = &d->requests[x->request];
    if (x->inherited && h->end == HTTP_ANSWERED && h->status != 401 && h->status != 403) {
        d->disowned[x->request] = true;
        d->todo[d->n_todo++] = x->request;
        return 0;
    }
    if (h->status >= 400 && q->n_exchanges > 0 && wire_is_too_long(h->body)) {
        if (q->n_exchanges - d->dropped[x->request] <= 1)
            return d->sink->too_long(d->sink->context, x->request, err);
        d->dropped[x->request]++;
        d->todo[d->n_todo++] = x->request;
        return 0;
    }
    if (h->end == HTTP_ANSWERED)
        buf_printf(&why, "status %d: ", h->status);
    if (detail == NULL && h->end == HTTP_ANSWERED)
        wire_read_error(h->body, h->body_len, &why);
    else
        buf_puts(&why, detail == NULL ? h->detail : detail);
    if (h->status == 401 || h->status == 403 || h->status == 404 || h->end == HTTP_UNTRUSTED)
        return err_set(err, ERR_INTEGRITY, "%s: %s", d->t->config.base_url, buf_text(&why));
    if (d->n_failed++ == 0)
        d->why = arena_strdup(&d->arena, buf_text(&why));
    return 0;
}

static int read_sequence(const struct json *sequence, struct arena *a, struct completion *c,
                         struct err *err)
{
    const struct json *tokens = NULL;
    int rc = json_need_array(sequence, "the sampled sequence", "tokens", &tokens, err);
    if (rc < 0)
        return rc;
    const struct json *logprobs = json_get(sequence, "logprobs");
    c->n_tokens = json_count(tokens);
    c->token_ids = arena_array(a, c->n_tokens + 1, sizeof(*c->token_ids));
    size_t i = 0;
    for (const struct json *e = json_first(tokens); e != NULL; e = json_next(e)) {
        int64_t id = -1;
        if (!json_int(e, &id) || id < 0 || id > INT32_MAX)
            return err_set(err, ERR_INTEGRITY, "token %zu of the sampled sequence is not an id", i);
        c->token_ids[i++] = (int32_t)id;
    }
    if (logprobs == NULL || json_type(logprobs) == JSON_NULL)
        return 0;
    if (json_count(logprobs) != c->n_tokens)
        return err_set(err, ERR_INTEGRITY, "%zu log-probs for %zu tokens", json_count(logprobs),
                       c->n_tokens);
    c->logprobs = arena_array(a, c->n_tokens + 1, sizeof(*c->logprobs));
    i = 0;
    for (const struct json *e = json_first(logprobs); e != NULL; e = json_next(e)) {
        double v = (double)NAN;
        if (!json_number_lenient(e, &v) || !isfinite(v)) {
            v = (double)NAN;
            c->logprobs_have_gaps = true;
        }
        c->logprobs[i++] = (float)v;
    }
    return 0;
}

static double logprob_temperature(const struct tinker_config *c, double sampled_at)
{
    if (strcmp(c->semantics, "unknown") == 0)
        return sampled_at >= 1 && sampled_at <= 1 ? 1 : (double)NAN;
    return strcmp(c->semantics, "raw") == 0 ? 1 : sampled_at;
}

static int hand_over(struct tinker_drawing *d, const struct tinker_request *x,
                     const struct json *answer, struct err *err)
{
    struct arena *a = &d->arena_of_answer;
    CLEANUP(buf_release) struct buf text = { 0 };
    struct completion c = { .finish_reason = "incomplete" };
    const struct json *sequence = json_first(json_get(answer, "sequences"));
    int rc = read_sequence(sequence, a, &c, err);
    if (rc == 0)
        rc = tinker_decode(d->t, &c, a, err);
    if (rc < 0)
        return rc;
    struct json *CLEANUP(json_free_ptr) extra = json_new_object();
    json_add_string(extra, "server", "tinker");
    json_add_string(extra, "template_sha256", d->t->template_sha256);
    json_add_string(extra, "logprob_semantics", d->t->config.semantics);
    json_add_string(extra, "request_id", x->promise);
    json_add_string(extra, "weights", d->t->live.sampler_weights);
    json_add_string(extra, "prompt_tokens_sha256", x->prompt_sha256);
    json_print(extra, false, &text);
    (void)json_string(json_get(sequence, "stop_reason"), &c.finish_reason);
    c.logprob_temperature = logprob_temperature(&d->t->config, d->requests[x->request].temperature);
    c.prompt_tokens = x->n_prompt;
    c.n_dropped = d->dropped[x->request];
    c.extra = buf_text(&text);
    return d->sink->done(d->sink->context, x->request, &c, err);
}

/* Whatever is wrong with an answer concerns its sample alone. */
static int take_answer(struct tinker_drawing *d, struct tinker_request *x,
                       const struct http_answer *h, bool *out_ended, struct err *err)
{
    struct err why = { 0 };
    const char *promise = NULL;
    *out_ended = true;
    if (h->end != HTTP_ANSWERED || h->status != 200)
        return fail(d, x, h, NULL, err);
    const struct json *answer =
        wire_parse("answer", h->body, h->body_len, &d->arena_of_answer, NULL, &why);
    int ready = answer == NULL ? ERR_INTEGRITY : tinker_is_ready(answer, &why);
    if (ready > 0 && !d->polling && json_string(json_get(answer, "request_id"), &promise)) {
        x->promise = arena_strdup(&d->arena_of_block, promise);
        *out_ended = false;
        if (d->sink->promised != NULL)
            return d->sink->promised(d->sink->context, x->request, promise, err);
    } else if (ready > 0 && d->polling && json_count(json_get(answer, "sequences")) > 0)
        return hand_over(d, x, answer, err);
    else if (ready == 0 && d->polling)
        *out_ended = false;
    else
        return fail(d, x, h, ready < 0 ? why.msg : "the answer contains no sample", err);
    return 0;
}

/* Polls cost nothing and are not told of, but for the last. */
static int after(void *context, size_t sent, const struct http_answer *h, struct err *err)
{
    struct tinker_drawing *d = context;
    struct tinker_request *x = place_of(d, sent);
    bool ended = !d->polling;
    int rc = h->final ? take_answer(d, x, h, &ended, err) : 0;
    arena_rewind(&d->arena_of_answer);
    if (rc == 0 && ended) {
        rc = tell_end(d, x, h, err);
        if (h->final)
            x->promise = NULL;
    }
    return rc;
}

static int settle(void *context, struct err *err)
{
    struct tinker_drawing *d = context;
    return d->sink->settle(d->sink->context, err);
}

static int beside(void *context, struct err *err)
{
    struct tinker_drawing *d = context;
    int rc = tinker_beat(d->t, err);
    return rc < 0 || d->sink->beside == NULL ? rc : d->sink->beside(d->sink->context, err);
}

static size_t watch(void *context, int *fds, size_t most)
{
    struct tinker_drawing *d = context;
    return d->sink->watch(d->sink->context, fds, most);
}

static size_t find_waiting(struct tinker_drawing *d, size_t n_block, bool promised)
{
    size_t n = 0;
    for (size_t i = 0; i < n_block; i++)
        if ((d->block[i].promise != NULL) == promised)
            d->waiting[n++] = i;
    return n;
}

static struct tinker_request next_request(struct tinker_drawing *d)
{
    const size_t request = d->todo[--d->n_todo];
    const char *promise = d->disowned[request] ? NULL : d->requests[request].promise;
    return (struct tinker_request){ .request = request,
                                    .promise = promise,
                                    .inherited = promise != NULL,
                                    .seq = promise != NULL ? 0 : d->t->live.sample_seq++ };
}

/* Of a result that another process asked for. */
static int count_prompt(struct tinker_drawing *d, struct tinker_request *x, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct sample_request *q = &d->requests[x->request];
    const struct tinker_prompt p = { .task = q->task, .prompt = q->prompt };
    struct token_ids ids = { 0 };
    int rc = x->inherited ? tinker_prompt_ids(d->t, &p, &a, &ids, x->prompt_sha256, err) : 0;
    x->n_prompt = (int)ids.n;
    return rc;
}

static int draw_block(struct tinker_drawing *d, size_t n, const struct http_hooks *hooks,
                      struct err *err)
{
    const int64_t start = clock_monotonic_ns();
    const struct tinker_config *c = &d->t->config;
    size_t n_waiting = 0;
    int rc = tinker_need_sampler(d->t, err);
    for (size_t i = 0; i < n; i++)
        d->block[i] = next_request(d);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = count_prompt(d, &d->block[i], err);
    d->polling = false;
    n_waiting = find_waiting(d, n, false);
    if (rc == 0 && n_waiting > 0)
        rc = http_send(d->t->http, NULL, n_waiting, hooks, err);
    d->polling = true;
    for (int pass = 0; rc == 0 && (n_waiting = find_waiting(d, n, true)) > 0; pass++) {
        rc = http_send(d->t->http, NULL, n_waiting, hooks, err);
        if (rc == 0 && clock_monotonic_ns() - start > c->give_up_ms * INT64_C(1000000))
            return err_set(err, ERR_INTEGRITY, "%s: %zu samples have no result after %d ms",
                           c->base_url, find_waiting(d, n, true), c->give_up_ms);
        if (rc == 0 && find_waiting(d, n, true) > 0)
            tinker_sleep_ms(tinker_pause_ms(d->t, pass));
    }
    d->t->live.used_ns = clock_monotonic_ns();
    arena_rewind(&d->arena_of_block);
    return rc;
}

int tinker_draw(struct policy *p, const struct sample_request *requests, size_t n,
                const struct sample_sink *sink, struct err *err)
{
    struct tinker_drawing d = { .t = (struct tinker *)p, .requests = requests, .sink = sink };
    const size_t most = (size_t)d.t->config.max_in_flight;
    const struct http_hooks hooks = { .make = make,
                                      .before = before,
                                      .after = after,
                                      .settle = settle,
                                      .beside = beside,
                                      .watch = sink->watch == NULL ? NULL : watch,
                                      .context = &d,
                                      .stop = sink->stop };
    int rc = 0;
    d.block = arena_array(&d.arena, most, sizeof(*d.block));
    d.waiting = arena_array(&d.arena, most, sizeof(*d.waiting));
    d.todo = arena_array(&d.arena, n + 1, sizeof(*d.todo));
    d.dropped = arena_array(&d.arena, n + 1, sizeof(*d.dropped));
    d.disowned = arena_array(&d.arena, n + 1, sizeof(*d.disowned));
    for (d.n_todo = 0; d.n_todo < n; d.n_todo++)
        d.todo[d.n_todo] = n - 1 - d.n_todo;
    while (rc == 0 && d.n_todo > 0)
        rc = draw_block(&d, d.n_todo < most ? d.n_todo : most, &hooks, err);
    if (rc == 0 && d.n_failed > 0)
        rc = err_set(err, ERR_INTEGRITY,
                     "%zu of %zu samples were not drawn (%s); resuming tries again", d.n_failed, n,
                     d.why);
    arena_release(&d.arena_of_answer);
    arena_release(&d.arena_of_block);
    arena_release(&d.arena);
    return rc;
}
