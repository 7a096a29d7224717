/*
 * tinker_call.c - requests and the results that they promise.
 */
#include <string.h>
#include <time.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/sample/tinker/tinker_internal.h"
#include "src/wire/wire.h"

#define NS_PER_MS INT64_C(1000000)
#define BEAT_NS   (INT64_C(10000) * NS_PER_MS)

struct reply {
    struct tinker *t;
    const char *path;
    struct arena *arena;
    const struct json *answer;
};

static int take(void *context, size_t request, const struct http_answer *h, struct err *err)
{
    struct reply *r = context;
    CLEANUP(buf_release) struct buf why = { 0 };
    (void)request;
    if (!h->final)
        return 0;
    if (h->end != HTTP_ANSWERED)
        return err_set(err, ERR_INTEGRITY, "%s does not answer: %s", r->t->config.base_url,
                       h->detail);
    if (h->status != 200) {
        wire_read_error(h->body, h->body_len, &why);
        return err_set(err, h->status == 401 || h->status == 403 ? ERR_USAGE : ERR_INTEGRITY,
                       "%s: %s answers with status %d: %s", r->t->config.base_url, r->path,
                       h->status, buf_text(&why));
    }
    r->answer = wire_parse(r->path, h->body, h->body_len, r->arena, NULL, err);
    return r->answer == NULL ? ERR_INTEGRITY : 0;
}

const char *tinker_url(const struct tinker *t, const char *path, struct arena *a)
{
    return arena_printf(a, "%s/api/v1/%s", t->config.base_url, path);
}

static int beside(void *context, struct err *err)
{
    struct reply *r = context;
    return tinker_beat(r->t, err);
}

static int post(struct tinker *t, const char *path, const struct json *body, struct arena *a,
                const struct json **out, struct err *err)
{
    CLEANUP(buf_release) struct buf text = { 0 };
    struct reply r = { .t = t, .path = path, .arena = a };
    const struct http_hooks hooks = { .after = take, .beside = beside, .context = &r };
    json_print(body, false, &text);
    const struct http_request q = { .method = "POST",
                                    .url = tinker_url(t, path, a),
                                    .body = buf_text(&text),
                                    .body_len = text.len };
    int rc = http_send(t->http, &q, 1, &hooks, err);
    *out = r.answer;
    t->live.used_ns = clock_monotonic_ns();
    return rc;
}

void tinker_tell(struct tinker *t, const char *path, const struct json *body)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    CLEANUP(buf_release) struct buf text = { 0 };
    const struct http_hooks hooks = { 0 };
    struct err ignored = { 0 };
    json_print(body, false, &text);
    const struct http_request q = { .method = "POST",
                                    .url = tinker_url(t, path, &a),
                                    .body = buf_text(&text),
                                    .body_len = text.len };
    (void)http_send(t->aside, &q, 1, &hooks, &ignored);
}

int tinker_beat(struct tinker *t, struct err *err)
{
    const int64_t now = clock_monotonic_ns();
    (void)err;
    if (t->live.session[0] == '\0' || now - t->live.beaten_ns < BEAT_NS)
        return 0;
    t->live.beaten_ns = now;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "session_id", t->live.session);
    json_add_string(body, "type", "session_heartbeat");
    tinker_tell(t, "session_heartbeat", body);
    return 0;
}

int tinker_is_ready(const struct json *answer, struct err *err)
{
    CLEANUP(buf_release) struct buf text = { 0 };
    const char *type = "";
    (void)json_string(json_get(answer, "type"), &type);
    if (strcmp(type, "try_again") == 0)
        return 0;
    if (json_get(answer, "error") == NULL && strcmp(type, "RequestFailedResponse") != 0)
        return 1;
    json_print(answer, false, &text);
    return err_set(err, ERR_INTEGRITY, "the request failed: %.400s", buf_text(&text));
}

void tinker_sleep_ms(int64_t ms)
{
    const struct timespec s = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * NS_PER_MS };
    (void)nanosleep(&s, NULL);
}

int tinker_pause_ms(const struct tinker *t, int pass)
{
    int ms = 20 << (pass < 10 ? pass : 10);
    return ms < t->config.poll_ms ? ms : t->config.poll_ms;
}

static int await(struct tinker *t, const char *request_id, struct arena *a, const struct json **out,
                 struct err *err)
{
    const int64_t start = clock_monotonic_ns();
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "request_id", request_id);
    json_add_bool(body, "allow_metadata_only", false);
    for (int pass = 0;; pass++) {
        int rc = post(t, "retrieve_future", body, a, out, err);
        if (rc == 0)
            rc = tinker_is_ready(*out, err);
        if (rc != 0)
            return rc < 0 ? rc : 0;
        if (clock_monotonic_ns() - start > t->config.give_up_ms * NS_PER_MS)
            return err_set(err, ERR_INTEGRITY, "%s: no result of %s in %d ms", t->config.base_url,
                           request_id, t->config.give_up_ms);
        tinker_sleep_ms(tinker_pause_ms(t, pass));
    }
}

int tinker_ask(struct tinker *t, const char *path, const struct json *body, struct arena *a,
               const struct json **out, struct err *err)
{
    const char *promise = NULL;
    int rc = post(t, path, body, a, out, err);
    if (rc == 0 && json_string(json_get(*out, "request_id"), &promise))
        rc = await(t, promise, a, out, err);
    return rc < 0 ? err_context(err, "%s", path) : 0;
}

static void hash_work(const struct tinker *t, const struct tinker_work *w, char out[65])
{
    CLEANUP(buf_release) struct buf text = { 0 };
    buf_printf(&text, "%s\n%s\n%s\n%s\n", w->operation, t->config.base_url, t->config.model,
               w->model);
    json_print(w->content, false, &text);
    sha256_hex(buf_text(&text), text.len, out);
}

/* 1: it came; 0: the server has forgotten it, or it failed. */
static int take_promised(struct tinker *t, const struct policy_request *q, struct arena *a,
                         const struct json **out, struct err *err)
{
    const struct policy_record *r = t->record;
    const char *promise = NULL;
    struct err why = { 0 };
    int64_t id = 0;
    int rc = r->find_promise(r->context, q, a, &id, &promise, err);
    if (rc <= 0)
        return rc;
    const int came = await(t, promise, a, out, &why);
    if (came == ERR_INTERRUPTED) {
        *err = why;
        return came;
    }
    rc = r->ended(r->context, id, came < 0 ? why.msg : NULL, err);
    return rc < 0 ? rc : came == 0;
}

int tinker_ask_for(struct tinker *t, const struct tinker_work *w, const char *path,
                   const struct json *body, struct arena *a, const struct json **out,
                   struct err *err)
{
    const struct policy_record *r = t->record;
    const char *promise = NULL;
    char sha256[65];
    int64_t id = 0;
    if (r == NULL)
        return tinker_ask(t, path, body, a, out, err);
    hash_work(t, w, sha256);
    const struct policy_request q = { w->operation, sha256, w->n_sequences, w->n_tokens };
    int rc = w->resumes ? take_promised(t, &q, a, out, err) : 0;
    if (rc != 0)
        return rc < 0 ? err_context(err, "%s", path) : 0;
    rc = r->sent(r->context, &q, &id, err);
    if (rc < 0)
        return rc;
    rc = post(t, path, body, a, out, err);
    if (rc == 0 && json_string(json_get(*out, "request_id"), &promise)) {
        rc = r->promised(r->context, id, promise, err);
        if (rc == 0)
            rc = await(t, promise, a, out, err);
    }
    if (rc < 0)
        err_context(err, "%s", path);
    if (rc != ERR_INTERRUPTED) {
        struct err later = { 0 };
        int ended = r->ended(r->context, id, rc < 0 ? err->msg : NULL, &later);
        if (rc == 0 && ended < 0) {
            *err = later;
            rc = ended;
        }
    }
    return rc;
}
