/*
 * tinker_session.c - sessions, samplers and models, made when they are needed.
 *
 * A checkpoint is a name on the server.  A process that continues a run begins with a new model and
 * loads it, so an update that was cut short leaves no trace in what is learned.  Weights for
 * sampling are saved anew from that model, since a server may drop them with the model that they
 * came from.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/eval/torch/torch_host.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/sample/prompt.h"
#include "src/sample/tinker/tinker_internal.h"
#include "src/wire/wire.h"
#include "tasks/task.h"

/* Servers unload the models of a session that was silent for longer. */
#define SILENCE_NS INT64_C(100000000000)

static int keep(const struct json *answer, const char *key, char *out, size_t size, struct err *err)
{
    const char *text = NULL;
    int rc = json_need_string(answer, "the server's answer", key, &text, err);
    if (rc == 0 && (text[0] == '\0' || strlen(text) >= size))
        rc = err_set(err, ERR_INTEGRITY, "the server's %s has %zu bytes", key, strlen(text));
    if (rc == 0)
        (void)snprintf(out, size, "%s", text);
    return rc;
}

int tinker_need_session(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    const bool silent = clock_monotonic_ns() - t->live.used_ns > SILENCE_NS;
    if (t->live.session[0] != '\0' && (!silent || t->live.changed))
        return 0;
    tinker_drop_model(t);
    t->live = (struct tinker_live){ .session = "" };
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_array(body, "tags");
    json_add_object(body, "user_metadata");
    json_add_string(body, "sdk_version", "0.25.0");
    json_add_string(body, "type", "create_session");
    int rc = tinker_ask(t, "create_session", body, &a, &answer, err);
    return rc < 0 ? rc : keep(answer, "session_id", t->live.session, sizeof t->live.session, err);
}

static int save_as(struct tinker *t, const char *path, char *out, size_t size, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", t->live.model);
    json_add_int(body, "seq_id", ++t->live.train_seq);
    json_add_string(body, "path", arena_printf(&a, "rollbook-%lld", (long long)t->live.train_seq));
    json_add_string(body, "type", path);
    int rc = tinker_ask(t, path, body, &a, &answer, err);
    return rc < 0 ? rc : keep(answer, "path", out, size, err);
}

int tinker_need_sampler(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    int rc = tinker_need_session(t, err);
    if (rc < 0 || t->live.sampler[0] != '\0')
        return rc;
    if (t->weights[0] != '\0' && t->live.sampler_weights[0] == '\0')
        rc = tinker_need_model(t, err);
    if (rc == 0 && t->weights[0] != '\0' && t->live.sampler_weights[0] == '\0')
        rc = save_as(t, "save_weights_for_sampler", t->live.sampler_weights,
                     sizeof t->live.sampler_weights, err);
    if (rc < 0)
        return rc;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "session_id", t->live.session);
    json_add_int(body, "sampling_session_seq_id", t->live.n_samplers++);
    if (t->live.sampler_weights[0] != '\0')
        json_add_string(body, "model_path", t->live.sampler_weights);
    else
        json_add_string(body, "base_model", t->config.model);
    json_add_string(body, "type", "create_sampling_session");
    t->live.sample_seq = 0;
    rc = tinker_ask(t, "create_sampling_session", body, &a, &answer, err);
    return rc < 0
               ? rc
               : keep(answer, "sampling_session_id", t->live.sampler, sizeof t->live.sampler, err);
}

static int load_weights(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", t->live.model);
    json_add_int(body, "seq_id", ++t->live.train_seq);
    json_add_string(body, "path", t->weights);
    json_add_bool(body, "optimizer", !t->forget_moments);
    json_add_string(body, "type", "load_weights");
    return tinker_ask(t, "load_weights", body, &a, &answer, err);
}

int tinker_need_model(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    int rc = tinker_need_session(t, err);
    if (rc < 0 || t->live.model[0] != '\0')
        return rc;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "session_id", t->live.session);
    json_add_int(body, "model_seq_id", t->live.n_models++);
    json_add_string(body, "base_model", t->config.model);
    struct json *lora = json_add_object(body, "lora_config");
    json_add_int(lora, "rank", t->config.rank);
    json_add_int(lora, "seed", t->config.seed);
    json_add_bool(lora, "train_unembed", true);
    json_add_bool(lora, "train_mlp", true);
    json_add_bool(lora, "train_attn", true);
    json_add_string(body, "type", "create_model");
    t->live.train_seq = 0;
    rc = tinker_ask(t, "create_model", body, &a, &answer, err);
    if (rc == 0)
        rc = keep(answer, "model_id", t->live.model, sizeof t->live.model, err);
    if (rc == 0 && t->weights[0] != '\0')
        rc = load_weights(t, err);
    if (rc < 0)
        tinker_drop_model(t);
    return rc;
}

/* Sends and hopes: whether it came is not looked at. */
static void tinker_tell(struct tinker *t, const char *path, const struct json *body)
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

void tinker_drop_model(struct tinker *t)
{
    if (t->live.model[0] == '\0')
        return;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", t->live.model);
    json_add_string(body, "type", "unload_model");
    tinker_tell(t, "unload_model", body);
    t->live.model[0] = t->live.sampler[0] = t->live.sampler_weights[0] = '\0';
}

int tinker_save(struct policy *p, struct buf *out, struct err *err)
{
    struct tinker *t = (struct tinker *)p;
    int rc = 0;
    if (t->live.changed) {
        rc = save_as(t, "save_weights", t->weights, sizeof t->weights, err);
        if (rc == 0)
            rc = save_as(t, "save_weights_for_sampler", t->live.sampler_weights,
                         sizeof t->live.sampler_weights, err);
        if (rc < 0)
            return rc;
        (void)snprintf(t->sampler_weights, sizeof t->sampler_weights, "%s",
                       t->live.sampler_weights);
        t->live.changed = false;
        t->live.sampler[0] = '\0';
        t->forget_moments = false;
    }
    struct json *CLEANUP(json_free_ptr) state = json_new_object();
    json_add_string(state, "weights", t->weights);
    json_add_string(state, "sampler_weights", t->sampler_weights);
    json_add_bool(state, "forget_moments", t->forget_moments);
    json_print(state, false, out);
    return rc;
}

int tinker_load(struct policy *p, const void *data, size_t len, struct err *err)
{
    struct tinker *t = (struct tinker *)p;
    const char *weights = NULL;
    const char *sampler = NULL;
    bool forget = false;
    struct json *CLEANUP(json_free_ptr) state = json_parse("checkpoint", data, len, err);
    if (state == NULL)
        return ERR_INTEGRITY;
    if (!json_string(json_get(state, "weights"), &weights) ||
        !json_string(json_get(state, "sampler_weights"), &sampler) ||
        !json_bool(json_get(state, "forget_moments"), &forget) ||
        strlen(weights) >= sizeof t->weights || strlen(sampler) >= sizeof t->sampler_weights)
        return err_set(err, ERR_INTEGRITY, "this is not a checkpoint of the policy tinker");
    if (!t->live.changed && strcmp(weights, t->weights) == 0 &&
        strcmp(sampler, t->sampler_weights) == 0 && forget == t->forget_moments)
        return 0;
    (void)snprintf(t->weights, sizeof t->weights, "%s", weights);
    (void)snprintf(t->sampler_weights, sizeof t->sampler_weights, "%s", sampler);
    t->forget_moments = forget;
    tinker_drop_model(t);
    t->live.sampler[0] = t->live.sampler_weights[0] = '\0';
    t->live.changed = false;
    return 0;
}

/*
 * Requests and the results that they promise.
 */

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

/* Where the promise stands that was made ahead and has no row; NULL there: none. */
static struct tinker_promise **find_ahead(struct tinker *t, const char *sha256)
{
    struct tinker_promise **p = &t->ahead;
    while (*p != NULL && strcmp((*p)->sha256, sha256) != 0)
        p = &(*p)->next;
    return p;
}

static void keep_ahead(struct tinker *t, const char *sha256, const char *promise)
{
    struct tinker_promise *p = arena_alloc(&t->arena, sizeof(*p));
    *p = (struct tinker_promise){ .next = t->ahead,
                                  .sha256 = arena_strdup(&t->arena, sha256),
                                  .promise = arena_strdup(&t->arena, promise) };
    t->ahead = p;
}

/* 1: it came; 0: the server has forgotten it, or it failed. */
static int take_promised(struct tinker *t, const struct policy_request *q, struct arena *a,
                         const struct json **out, struct err *err)
{
    const struct policy_record *r = t->record;
    struct tinker_promise **ahead = find_ahead(t, q->content_sha256);
    const char *promise = NULL;
    struct err why = { 0 };
    int64_t id = 0;
    int rc = 1;
    if (*ahead != NULL) {
        promise = (*ahead)->promise;
        *ahead = (*ahead)->next;
    } else {
        rc = r->find_promise(r->context, q, a, &id, &promise, err);
    }
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

/* rc is how it went; why: what is missing though it went well, or NULL.  The end of what was
 * interrupted was not seen. */
static int tell_end(const struct tinker *t, const struct tinker_work *w, int64_t id, int rc,
                    const char *why, struct err *err)
{
    const struct policy_record *r = t->record;
    struct err later = { 0 };
    if (rc < 0)
        err_context(err, "%s", w->path);
    if (rc == ERR_INTERRUPTED)
        return rc;
    const int ended = r->ended(r->context, id, rc < 0 ? err->msg : why, &later);
    if (rc < 0 || ended == 0)
        return rc;
    *err = later;
    return ended;
}

int tinker_ask_ahead(struct tinker *t, const struct tinker_work *w, const struct json *body,
                     struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct policy_record *r = t->record;
    const struct json *answer = NULL;
    const char *promise = NULL;
    char sha256[65];
    int64_t id = 0;
    if (r == NULL)
        return 0;
    hash_work(t, w, sha256);
    const struct policy_request q = { w->operation, sha256, w->n_sequences, w->n_tokens };
    int rc = *find_ahead(t, sha256) != NULL
                 ? 1
                 : r->find_promise(r->context, &q, &a, &id, &promise, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    rc = r->sent(r->context, &q, &id, err);
    if (rc < 0)
        return rc;
    rc = post(t, w->path, body, &a, &answer, err);
    if (rc < 0 || !json_string(json_get(answer, "request_id"), &promise))
        return tell_end(t, w, id, rc, "no promise came", err);
    if (id == 0)
        keep_ahead(t, sha256, promise);
    return id == 0 ? 0 : r->promised(r->context, id, promise, err);
}

int tinker_ask_for(struct tinker *t, const struct tinker_work *w, const struct json *body,
                   struct arena *a, const struct json **out, struct err *err)
{
    const char *path = w->path;
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
    return tell_end(t, w, id, rc, NULL, err);
}

/*
 * Texts as token ids and back: by transformers' tokenizer in a Python process, or
 * as bytes.
 *
 * "bytes" is a toy for tests: texts are joined by blank lines, a token is a byte, and 256 ends an
 * answer.
 */

#define ASK_NS     INT64_C(300000000000)
#define BYTES_STOP 256

void tinker_add_ids(struct json *parent, const char *key, const int32_t *ids, size_t n)
{
    struct json *list = json_add_array(parent, key);
    for (size_t i = 0; i < n; i++)
        json_add_int(list, NULL, ids[i]);
}

void tinker_add_input(struct json *parent, const char *key, const int32_t *ids, size_t n)
{
    struct json *chunk =
        json_add_object(json_add_array(json_add_object(parent, key), "chunks"), NULL);
    json_add_string(chunk, "type", "encoded_text");
    tinker_add_ids(chunk, "tokens", ids, n);
}

static int read_ids(const struct json *list, int32_t *out, size_t n, struct err *err)
{
    size_t at = 0;
    for (const struct json *e = json_first(list); e != NULL && at < n; e = json_next(e)) {
        int64_t v = 0;
        if (!json_int(e, &v) || v < 0 || v > INT32_MAX)
            return err_set(err, ERR_INTEGRITY,
                           "the tokenizer's answer contains something other than ids");
        out[at++] = (int32_t)v;
    }
    return 0;
}

static int ask(struct tinker *t, const struct json *question, struct json **out, struct err *err)
{
    int rc = torch_ask_reference(t->tokens, question, clock_monotonic_ns() + ASK_NS, out, err);
    if (rc == ERR_NEGATIVE) /* this Python or this model, not a result */
        err->code = rc = ERR_USAGE;
    return rc < 0 ? err_context(err, "tokenizer of %s", t->config.tokenizer) : 0;
}

int tinker_tokens_open(struct tinker *t, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    if (strcmp(t->config.tokenizer, "bytes") == 0) {
        t->stops[t->n_stops++] = BYTES_STOP;
        return 0;
    }
    int rc = torch_host_open_tool(t->config.python, "tokens.py", &t->tokens, err);
    if (rc < 0)
        return rc;
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(question, "op", "open");
    json_add_string(question, "tokenizer", t->config.tokenizer);
    rc = ask(t, question, &answer, err);
    if (rc < 0)
        return rc;
    const struct json *stops = json_get(answer, "stops");
    t->n_stops = json_count(stops) < ARRAY_LEN(t->stops) ? json_count(stops) : ARRAY_LEN(t->stops);
    return read_ids(stops, t->stops, t->n_stops, err);
}

static int encode_bytes(const struct tinker_message *messages, size_t n, struct arena *a,
                        struct token_ids *out)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += strlen(messages[i].text) + 2;
    int32_t *ids = arena_array(a, total + 1, sizeof(*ids));
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        for (const char *s = messages[i].text; *s != '\0'; s++)
            ids[used++] = (unsigned char)*s;
        ids[used++] = '\n';
        ids[used++] = '\n';
    }
    *out = (struct token_ids){ ids, used };
    return 0;
}

static int encode(struct tinker *t, const struct tinker_message *messages, size_t n,
                  struct arena *a, struct token_ids *out, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const struct json *ids = NULL;
    if (t->tokens == NULL)
        return encode_bytes(messages, n, a, out);
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(question, "op", "encode");
    json_add_string(question, "reasoning_effort", t->config.reasoning);
    struct json *list = json_add_array(question, "messages");
    for (size_t i = 0; i < n; i++) {
        struct json *m = json_add_object(list, NULL);
        json_add_string(m, "role", messages[i].role);
        json_add_string(m, "content", messages[i].text);
    }
    int rc = ask(t, question, &answer, err);
    if (rc == 0)
        rc = json_need_array(answer, "tokenizer", "ids", &ids, err);
    if (rc < 0)
        return rc;
    out->n = json_count(ids);
    out->ids = arena_array(a, out->n + 1, sizeof(*out->ids));
    return read_ids(ids, out->ids, out->n, err);
}

static void hash_text(struct sha256 *h, const char *s)
{
    const char *text = s == NULL ? "" : s;
    sha256_update(h, text, strlen(text) + 1);
}

int tinker_decode(struct tinker *t, struct completion *c, struct arena *a, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const char *text = NULL;
    if (t->tokens == NULL) {
        char *bytes = arena_alloc(a, c->n_tokens + 1);
        c->text_len = 0;
        for (size_t i = 0; i < c->n_tokens; i++)
            if (c->token_ids[i] > 0 && c->token_ids[i] < BYTES_STOP)
                bytes[c->text_len++] = (char)c->token_ids[i];
        c->text = bytes;
        return 0;
    }
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(question, "op", "decode");
    tinker_add_ids(question, "ids", c->token_ids, c->n_tokens);
    int rc = ask(t, question, &answer, err);
    if (rc == 0)
        rc = json_need_string(answer, "tokenizer", "text", &text, err);
    if (rc < 0)
        return rc;
    c->text = arena_strdup(a, text);
    c->text_len = strlen(text);
    return 0;
}

int tinker_put_prompt(const struct tinker *t, const struct task *task, struct buf *out,
                      struct err *err)
{
    const char *name = t->config.template_name;
    const struct prompt_settings settings = {
        .template_name = name == NULL && task->module != NULL ? PROMPT_MODULE_TEMPLATE : name,
        .hardware = t->config.hardware,
    };
    return prompt_render_with(&settings, task, out, err);
}

int tinker_prompt_ids(struct tinker *t, const struct tinker_prompt *p, struct arena *a,
                      struct token_ids *out, char out_sha256[65], struct err *err)
{
    const struct policy_record *r = t->record;
    CLEANUP(buf_release) struct buf prompt = { 0 };
    struct tinker_message *m = arena_array(a, 2 + 2 * p->n_exchanges, sizeof(*m));
    size_t n = 0;
    int rc = p->prompt == NULL ? tinker_put_prompt(t, p->task, &prompt, err) : 0;
    if (rc < 0)
        return rc;
    if (t->config.system != NULL)
        m[n++] = (struct tinker_message){ "system", t->config.system };
    m[n++] = (struct tinker_message){ "user", p->prompt == NULL ? buf_text(&prompt) : p->prompt };
    for (size_t i = p->first; i < p->n_exchanges; i++) {
        m[n++] = (struct tinker_message){ "assistant", p->exchanges[i].answer };
        m[n++] = (struct tinker_message){ "user", p->exchanges[i].feedback };
    }
    struct sha256 h;
    sha256_init(&h);
    hash_text(&h, t->config.tokenizer);
    hash_text(&h, t->config.reasoning);
    for (size_t i = 0; i < n; i++) {
        hash_text(&h, m[i].role);
        hash_text(&h, m[i].text);
    }
    sha256_final_hex(&h, out_sha256);
    rc = r == NULL ? 0 : r->find_prompt(r->context, out_sha256, a, &out->ids, &out->n, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    rc = encode(t, m, n, a, out, err);
    if (rc == 0 && out->n > 0 && r != NULL)
        rc = r->keep_prompt(r->context, out_sha256, t->config.tokenizer, out->ids, out->n, err);
    return rc;
}
