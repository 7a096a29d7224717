/*
 * routes.c - which row of which table a request means, and the rows that answer at once.
 */
#include "src/server/route.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/base/err.h"
#include "src/base/str.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/server/errands.h"
#include "src/server/kernel_queue.h"
#include "src/server/listener/listener.h"
#include "src/server/log_route.h"
#include "src/server/server_internal.h"
#include "src/server/spool/drain.h"

static void answer_health(struct server *p, struct client *k);
static void answer_metrics(struct server *p, struct client *k);
static void answer_index(struct server *p, struct client *k);

static const struct route own_routes[] = {
    { "GET", "/health", ROUTE_NO_TOKEN, .ready = answer_health, .help = "is everything stored?" },
    { "GET", "/metrics", 0, .ready = answer_metrics, .help = "counters for Prometheus" },
    { "POST", "/evaluate", ROUTE_TAGGED, .ready = ask_ready,
      .help = "a kernel in, its verdict out" },
    { "POST", "/evaluate/batch", ROUTE_TAGGED, .ready = ask_batch_ready,
      .help = "many kernels, a line for each verdict" },
    { "POST", "/log", 0, .answer = log_route_answer, .help = "rollouts of a training loop" },
    { NULL, "/", ROUTE_UPSTREAM | ROUTE_TAGGED | ROUTE_BELOW, .begun = forward_begin,
      .ready = forward_ready, .help = "other requests: the model's server, written down" },
    { "GET", "/", 0, .ready = answer_index, .help = "this table" },
};

const struct route *routes_own(size_t *out_count)
{
    *out_count = ARRAY_LEN(own_routes);
    return own_routes;
}

static const struct route_table own_table = { own_routes, ARRAY_LEN(own_routes) };

static const struct route_table *table_at(const struct server *p, size_t i)
{
    return i < p->options->n_tables ? &p->options->tables[i] : &own_table;
}

static bool exists(const struct server *p, const struct route *r)
{
    return (r->needs & ROUTE_UPSTREAM) == 0 || p->upstream != NULL;
}

static bool takes_method(const struct route *r, const char *method)
{
    return r->method == NULL || strcmp(r->method, method) == 0 ||
           (strcmp(r->method, "GET") == 0 && strcmp(method, "HEAD") == 0);
}

static bool takes_path(const struct route *r, const char *target, const char *rest)
{
    const char *path = (r->needs & ROUTE_TAGGED) != 0 ? rest : target;
    size_t n = strcspn(path, "?"), own = strlen(r->path);
    return (n == own || ((r->needs & ROUTE_BELOW) != 0 && n > own)) &&
           strncmp(path, r->path, own) == 0;
}

struct route_found {
    struct tags tags;
    const char *rest;
    const struct route *route; /* NULL: none has this path */
    const struct route *other; /* that has the path, with another method */
    const char *allowed;       /* every such method */
};

static int find_route(const struct server *p, struct client *k, struct route_found *out,
                      struct err *err)
{
    const char *target = client_target(k), *method = client_method(k);
    *out = (struct route_found){ .tags = tags_none };
    int rc = tags_take_target(&out->tags, target, client_arena(k), &out->rest, err);
    for (size_t t = 0; rc == 0 && t <= p->options->n_tables; t++) {
        const struct route_table *table = table_at(p, t);
        for (size_t i = 0; i < table->n; i++) {
            const struct route *r = &table->rows[i];
            if (!exists(p, r) || !takes_path(r, target, out->rest))
                continue;
            bool is_rest = (r->needs & ROUTE_BELOW) != 0 && out->other != NULL;
            if (takes_method(r, method) && !is_rest) {
                out->route = r;
                return 0;
            }
            if (takes_method(r, method))
                continue;
            out->allowed = out->other == NULL
                               ? r->method
                               : arena_printf(client_arena(k), "%s, %s", out->allowed, r->method);
            out->other = out->other == NULL ? r : out->other;
        }
    }
    return rc;
}

static const char *screen(const struct server *p, const struct client *k, const struct route *r,
                          int *out_status)
{
    const struct screen_request request = {
        .host = client_header(k, "Host"),
        .origin = client_header(k, "Origin"),
        .authorization = client_header(k, "Authorization"),
        .token = client_header(k, "X-Rollbook-Token"),
        .is_health = r != NULL && (r->needs & ROUTE_NO_TOKEN) != 0,
        .is_ours = r == NULL || (r->needs & ROUTE_UPSTREAM) == 0,
    };
    return screen_refuses(&p->screen, &request, out_status);
}

/* HTTP wants the methods in the head as well. */
static void refuse_method(struct client *k, const struct route_found *f)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    const struct http_header headers[] = { { "Content-Type", "application/json" },
                                           { "Allow", f->allowed } };
    client_error_put(
        &b, "method",
        arena_printf(client_arena(k), "%s must be requested with %s", f->other->path, f->allowed));
    client_answer(k, 405, headers, ARRAY_LEN(headers), (int64_t)b.len);
    client_send(k, buf_text(&b), b.len);
    client_finish(k, true);
}

static void refuse_unknown(struct server *p, struct client *k, const struct route_found *f)
{
    if (f->other != NULL)
        refuse_method(k, f);
    else if (p->upstream == NULL)
        client_refuse(k, 404, "no_route",
                      "this server has no such path: GET / lists its paths, and --upstream URL "
                      "passes other requests to a model's server");
    else
        client_refuse(k, 404, "no_route", "this server has no such path");
}

void routes_begun(void *context, struct client *k)
{
    struct server *p = context;
    struct route_found f;
    struct err err = { 0 };
    int status = 400;
    if (find_route(p, k, &f, &err) < 0) {
        client_refuse(k, 400, "bad_tag", err.msg);
        return;
    }
    const char *why = screen(p, k, f.route, &status);
    if (p->stop_by_ns != 0)
        client_refuse(k, 503, "stopping", "the server is being stopped");
    else if (why != NULL)
        client_refuse(k, status, status == 401 ? "no_token" : "refused", why);
    else if (f.route == NULL)
        refuse_unknown(p, k, &f);
    else if (f.route->begun != NULL)
        f.route->begun(p, k, &f.tags, f.rest);
}

/* ---- rows that answer on a thread ---- */

struct visit {
    const struct client_work *work; /* first */
    struct client *client;          /* NULL: gone */
    const struct route *route;
    struct arena arena;
    struct route_request request;
    struct route_answer answer;
};

static void visit_gone(struct server *p, void *work, bool complete)
{
    struct visit *v = work;
    (void)p, (void)complete;
    v->client = NULL;
}

static const struct client_work visit_work = { .gone = visit_gone };

static void visit_run(void *context)
{
    struct visit *v = context;
    v->route->answer(v->route->context, &v->request, &v->answer);
}

static void visit_free(struct visit *v)
{
    buf_release(&v->answer.body);
    arena_release(&v->answer.arena);
    arena_release(&v->arena);
    free(v);
}

static void visit_done(void *context)
{
    struct visit *v = context;
    struct client *k = v->client;
    const struct route_answer *a = &v->answer;
    if (k != NULL) {
        const struct http_header headers[] = { { "Content-Type", a->content_type },
                                               { "X-Content-Type-Options", "nosniff" },
                                               { a->header[0], a->header[1] } };
        client_set_user(k, NULL);
        client_answer(k, a->status, headers, a->header[0] != NULL ? 3 : 2, (int64_t)a->body.len);
        client_send(k, buf_text(&a->body), a->body.len);
        client_finish(k, true);
    }
    visit_free(v);
}

static void visit_begin(struct server *p, struct client *k, const struct route *r)
{
    struct visit *v = mem_alloc(sizeof(*v));
    struct arena *a = &v->arena;
    const struct http_header *headers;
    size_t n = client_headers(k, &headers);
    struct http_header *copies = arena_array(a, n + 1, sizeof(*copies));
    const char *target = arena_strdup(a, client_target(k));
    size_t path_len = strcspn(target, "?");
    for (size_t i = 0; i < n; i++)
        copies[i] = (struct http_header){ arena_strdup(a, headers[i].name),
                                          arena_strdup(a, headers[i].value) };
    *v = (struct visit){ .work = &visit_work, .client = k, .route = r, .arena = v->arena };
    v->request = (struct route_request){
        .server = p,
        .method = arena_strdup(&v->arena, client_method(k)),
        .target = target,
        .path = url_decode(&v->arena, target, path_len, false),
        .query = target[path_len] == '?' ? target + path_len + 1 : "",
        .headers = copies,
        .n_headers = n,
        .body = arena_strndup(&v->arena, buf_text(client_body(k)), client_body(k)->len),
        .len = client_body(k)->len,
    };
    v->answer = (struct route_answer){ .status = 200, .content_type = "text/html; charset=utf-8" };
    if (v->request.path == NULL) {
        client_refuse(k, 400, "bad_path", "the path contains a zero byte");
        visit_free(v);
        return;
    }
    client_set_user(k, v);
    if (errands_start(p->errands, visit_run, visit_done, v))
        return;
    client_set_user(k, NULL);
    client_refuse(k, 503, "busy", "too many requests are being answered: ask again");
    visit_free(v);
}

const char *route_header(const struct route_request *q, const char *name)
{
    for (size_t i = 0; i < q->n_headers; i++)
        if (strcasecmp(q->headers[i].name, name) == 0)
            return q->headers[i].value;
    return NULL;
}

void route_refuse(struct route_answer *out, int status, const char *code, const char *message)
{
    out->status = status;
    out->content_type = "application/json";
    buf_clear(&out->body);
    client_error_put(&out->body, code, message);
}

void routes_ready(void *context, struct client *k)
{
    struct server *p = context;
    struct route_found f;
    struct err err = { 0 };
    if (find_route(p, k, &f, &err) < 0)
        client_refuse(k, 400, "bad_tag", err.msg);
    else if (f.route == NULL)
        refuse_unknown(p, k, &f);
    else if (f.route->answer != NULL)
        visit_begin(p, k, f.route);
    else
        f.route->ready(p, k);
}

void routes_drained(void *context, struct client *k)
{
    const struct client_work *const *work = client_user(k);
    (void)context;
    if (work != NULL && (*work)->drained != NULL)
        (*work)->drained(client_user(k));
}

void routes_gone(void *context, struct client *k, bool complete)
{
    const struct client_work *const *work = client_user(k);
    if (work != NULL)
        (*work)->gone(context, client_user(k), complete);
}

/* ---- rows that answer at once ---- */

enum count_kind { COUNTER, GAUGE, FLAG };

struct server_count {
    const char *name, *metric; /* of /health and of /metrics; name NULL: not there */
    enum count_kind kind;
    uint64_t value;
};

#define COUNTS_MOST 10

/* What both /health and /metrics tell. */
static size_t count_all(struct server *p, struct server_count out[COUNTS_MOST])
{
    struct drain_state state;
    drain_look(p->drain, &state);
    const struct server_count counts[COUNTS_MOST] = {
        { "stored", "rollbook_exchanges_stored_total", COUNTER, state.stored },
        { "waiting", "rollbook_exchanges_waiting", GAUGE, state.waiting },
        { "spool_bytes", "rollbook_spool_bytes", GAUGE, state.spool_bytes },
        { "spool_max_bytes", "rollbook_spool_max_bytes", GAUGE, p->options->max_spool },
        { "database_held_up", "rollbook_database_held_up", FLAG, state.held_up },
        { "spool_fails", "rollbook_spool_fails", FLAG, p->spool_fails },
        { "spool_bytes_unreadable", "rollbook_spool_unreadable_bytes_total", COUNTER,
          state.skipped },
        { "requests", "rollbook_requests", GAUGE, listener_clients(p->listener) },
        { "evaluations", "rollbook_evaluations", GAUGE, kernel_queue_size(p->kernels) },
        { NULL, "rollbook_evaluations_asked_total", COUNTER, p->n_asked },
    };
    memcpy(out, counts, sizeof(counts));
    return COUNTS_MOST;
}

static void answer_health(struct server *p, struct client *k)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    struct server_count counts[COUNTS_MOST];
    size_t n = count_all(p, counts);
    bool waits = false;
    for (size_t i = 0; i < n; i++)
        waits = waits || (counts[i].kind == FLAG && counts[i].value != 0);
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "status", waits ? "waiting" : "ok");
    for (size_t i = 0; i < n; i++) {
        if (counts[i].name != NULL && counts[i].kind == FLAG)
            json_add_bool(root, counts[i].name, counts[i].value != 0);
        else if (counts[i].name != NULL)
            json_add_int(root, counts[i].name, (int64_t)counts[i].value);
    }
    json_print(root, false, &b);
    client_reply(k, 200, NULL, buf_text(&b), b.len);
}

static void reply_text(struct client *k, const char *type, const struct buf *b)
{
    const struct http_header header = { "Content-Type", type };
    client_answer(k, 200, &header, 1, (int64_t)b->len);
    client_send(k, buf_text(b), b->len);
    client_finish(k, true);
}

static void answer_metrics(struct server *p, struct client *k)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    struct server_count counts[COUNTS_MOST];
    size_t n = count_all(p, counts);
    for (size_t i = 0; i < n; i++)
        buf_printf(&b, "# TYPE %s %s\n%s %llu\n", counts[i].metric,
                   counts[i].kind == COUNTER ? "counter" : "gauge", counts[i].metric,
                   (unsigned long long)counts[i].value);
    reply_text(k, "text/plain; version=0.0.4; charset=utf-8", &b);
}

static void answer_index(struct server *p, struct client *k)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    for (size_t t = 0; t <= p->options->n_tables; t++)
        for (size_t i = 0; i < table_at(p, t)->n; i++) {
            const struct route *r = &table_at(p, t)->rows[i];
            if (exists(p, r) && r->help != NULL)
                buf_printf(&b, "%-5s %-20s %s\n", r->method == NULL ? "any" : r->method, r->path,
                           r->help);
        }
    reply_text(k, "text/plain; charset=utf-8", &b);
}
