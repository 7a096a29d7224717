/*
 * ask.c - POST /evaluate: a kernel in, its verdict out, a row behind it; /evaluate/batch: many, a
 * line for each as it ends.
 *
 * The verdict is in the spool before it is answered.  The answer has the row's id when the database
 * takes it soon, else it says that it waits.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "src/http/http.h"
#include "src/server/ask_request.h"
#include "src/server/evaluate_here.h"
#include "src/server/kernel_queue.h"
#include "src/server/listener/listener.h"
#include "src/server/server_internal.h"
#include "src/server/spool/drain.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/tags.h"
#include "src/server/verdict.h"
#include "src/spool/spool.h"

#define NS_PER_MS 1000000
#define STORED_MS 2000 /* for the row's id */

#define BATCH_MOST 4096 /* lines */

/* Who asked: one answer for one evaluation, or a stream of lines. */
struct asker {
    const struct client_work *work; /* first */
    struct client *client;          /* NULL: gone or answered */
    struct inquiry *inquiry;        /* of server_evaluate; NULL: none, or answered */
    bool streams;
    bool is_patient; /* waits for room in the queue, as streams do */
    size_t n_asks;   /* that refer to it */
    size_t n_open;   /* without an answer */
    struct asker *next;
};

struct ask {
    struct asker *asker;
    size_t index;  /* of the line */
    bool answered; /* or nobody waits */
    bool waits;    /* for room in the queue */
    bool wants_record;
    const char *backend;
    struct arena arena;
    uint64_t number;
    struct evaluation_record record;
    struct arena result_arena;
    bool checked, logged;
    int64_t answer_by_ns; /* 504, or the verdict without id */
    struct ask *previous, *next;
};

struct stored_answer {
    uint64_t number;
    int64_t rollout_id, evaluation_id;
    struct stored_answer *next;
};

/* A thread that waits for a verdict; the loop never touches it once it is done. */
struct inquiry {
    const struct ask_input *in;
    struct server_call *call;
    struct server_verdict *out;
    struct err *err;
    int rc;
    bool done;   /* guarded by the server's mutex */
    bool is_new; /* not seen by the loop */
    struct inquiry *next;
};

static void let_go(struct asker *who)
{
    if (who->client != NULL)
        client_set_user(who->client, NULL);
    who->client = NULL;
}

static void free_asker(struct server *p, struct asker *who)
{
    struct asker **at = &p->askers;
    while (*at != who)
        at = &(*at)->next;
    *at = who->next;
    let_go(who);
    free(who);
}

static void free_ask(struct server *p, struct ask *a)
{
    if (--a->asker->n_asks == 0)
        free_asker(p, a->asker);
    if (a->previous != NULL)
        a->previous->next = a->next;
    else
        p->asks = a->next;
    if (a->next != NULL)
        a->next->previous = a->previous;
    arena_release(&a->arena);
    arena_release(&a->result_arena);
    free(a);
}

/* A batch leaves half of the queue to others, waits, and lets single kernels go before it. */
static int submit(struct server *p, struct ask *a, struct err *err)
{
    bool streams = a->asker->streams;
    bool is_patient = streams || a->asker->is_patient;
    bool full = streams && kernel_queue_size(p->kernels) >= (p->options->queue + 1) / 2;
    int rc =
        full ? ERR_BUSY : kernel_queue_add(p->kernels, a->backend, &a->record.job, streams, err);
    a->waits = is_patient && rc == ERR_BUSY;
    a->answer_by_ns = clock_monotonic_ns() + p->options->evaluate_ms * NS_PER_MS;
    return a->waits ? 0 : rc;
}

static void ask_gone(struct server *p, void *work, bool complete);
static const struct client_work asker_work = { .gone = ask_gone };

static struct asker *add_asker(struct server *p, struct client *k, bool streams)
{
    struct asker *who = mem_alloc(sizeof(*who));
    *who =
        (struct asker){ .work = &asker_work, .client = k, .streams = streams, .next = p->askers };
    p->askers = who;
    if (k != NULL)
        client_set_user(k, who);
    return who;
}

static struct ask *add_ask(struct server *p, struct asker *who, size_t index)
{
    struct ask *a = mem_alloc(sizeof(*a));
    a->asker = who;
    a->index = index;
    who->n_asks++;
    who->n_open++;
    a->number = p->next_number++;
    p->n_asked++;
    a->answer_by_ns = clock_monotonic_ns() + p->options->evaluate_ms * NS_PER_MS;
    a->next = p->asks;
    if (p->asks != NULL)
        p->asks->previous = a;
    p->asks = a;
    return a;
}

/* Copies what is the client's: the evaluation may outlive it. */
static int read_ask(struct server *p, struct ask *a, struct ask_input *in, struct err *err)
{
    struct ask_request q;
    in->body = arena_strndup(&a->arena, in->body, in->len);
    in->problems = p->options->problems;
    in->takes_problems = p->options->any_problem;
    int rc = ask_request_read(in, &a->arena, &q, err);
    if (rc < 0)
        return rc;
    a->backend = q.backend;
    a->wants_record = q.wants_record;
    rc = ask_request_record(&q, a->number, &a->arena, &a->record, &a->checked, err);
    if (rc == 0 && !a->checked)
        rc = submit(p, a, err);
    p->retries = p->retries || (rc == 0 && a->checked);
    return rc;
}

static bool is_heard(const struct ask *a)
{
    return !a->answered && (a->asker->client != NULL || a->asker->inquiry != NULL);
}

/* An answer has gone out; the last one ends a stream. */
static void settle(struct ask *a)
{
    a->answered = true;
    if (--a->asker->n_open > 0 || a->asker->client == NULL)
        return;
    if (a->asker->streams)
        client_finish(a->asker->client, true);
    let_go(a->asker);
}

/* The thread goes on, and the inquiry is gone. */
static void end_inquiry(struct server *p, struct asker *who, int rc, const char *message)
{
    struct inquiry *q = who->inquiry;
    who->inquiry = NULL;
    if (rc < 0)
        (void)err_set(q->err, (enum err_code)rc, "%s", message);
    q->rc = rc;
    pthread_mutex_lock(&p->mutex);
    struct inquiry **at = &p->inquiries;
    while (*at != q)
        at = &(*at)->next;
    *at = q->next;
    q->done = true;
    pthread_cond_broadcast(&p->answered);
    pthread_mutex_unlock(&p->mutex);
}

static void refuse(struct server *p, struct ask *a, int status, const char *code,
                   const char *message)
{
    struct buf line = { 0 };
    if (!is_heard(a))
        return;
    if (a->asker->inquiry != NULL) {
        a->answered = true;
        a->asker->n_open--;
        end_inquiry(p, a->asker,
                    status == 503   ? ERR_BUSY
                    : status == 400 ? ERR_USAGE
                                    : ERR_INTEGRITY,
                    message);
        return;
    }
    if (a->asker->streams) {
        buf_printf(&line, "{\"index\":%zu,\"error\":{\"code\":\"%s\",\"message\":", a->index, code);
        buf_put_json_string(&line, message, strlen(message));
        buf_puts(&line, "}}\n");
        client_send(a->asker->client, buf_text(&line), line.len);
        buf_release(&line);
    } else {
        client_refuse(a->asker->client, status, code, message);
    }
    settle(a);
}

static void refuse_request(struct server *p, struct ask *a, int rc, const struct err *err)
{
    refuse(p, a,
           rc == ERR_BUSY        ? 503
           : rc == ERR_INTEGRITY ? 500
                                 : 400,
           rc == ERR_BUSY ? "queue_full" : "bad_request", err->msg);
    free_ask(p, a);
}

static void begin_ask(struct server *p, struct ask *a, struct ask_input *in)
{
    struct err err = { 0 };
    int rc = read_ask(p, a, in, &err);
    if (rc < 0)
        refuse_request(p, a, rc, &err);
}

/* With the tags of the request's path and headers. */
static void begin_client_ask(struct server *p, struct client *k, struct ask *a,
                             struct ask_input *in)
{
    struct tags all = tags_none;
    const char *rest = NULL;
    const struct http_header *headers;
    struct err err = { 0 };
    size_t n = client_headers(k, &headers);
    int rc = tags_take_target(&all, client_target(k), &a->arena, &rest, &err);
    if (rc == 0)
        rc = tags_take_headers(&all, headers, n, &a->arena, &err);
    in->target = client_target(k);
    in->tags = &all;
    if (rc < 0)
        refuse_request(p, a, rc, &err);
    else
        begin_ask(p, a, in);
}

void ask_ready(struct server *p, struct client *k)
{
    const struct buf *body = client_body(k);
    struct ask_input in = { .content_type = client_header(k, "Content-Type"),
                            .body = buf_text(body),
                            .len = body->len };
    begin_client_ask(p, k, add_ask(p, add_asker(p, k, false), 0), &in);
}

/* Lines that hold something. */
static size_t count_lines(const char *at, const char *end)
{
    size_t n = 0;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop == NULL ? end : stop;
        n += stop > at;
        at = stop + 1;
    }
    return n;
}

void ask_batch_ready(struct server *p, struct client *k)
{
    static const struct http_header type = { "Content-Type", "application/x-ndjson" };
    const struct buf *body = client_body(k);
    const char *at = buf_text(body), *end = at + body->len;
    size_t n = count_lines(at, end);
    if (n == 0 || n > BATCH_MOST) {
        client_refuse(k, 400, "bad_request",
                      n == 0 ? "the body has a line of JSON for each evaluation"
                             : "a batch has at most 4096 lines");
        return;
    }
    struct asker *who = add_asker(p, k, true);
    client_answer(k, 200, &type, 1, -1);
    who->n_open = who->n_asks = 1; /* it stays until all lines are read */
    for (size_t i = 0; at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop == NULL ? end : stop;
        if (stop > at) {
            struct ask_input in = { .content_type = "application/json",
                                    .body = at,
                                    .len = (size_t)(stop - at) };
            begin_client_ask(p, k, add_ask(p, who, i), &in);
        }
        at = stop + 1;
    }
    if (--who->n_open == 0) {
        client_finish(k, true);
        let_go(who);
    }
    if (--who->n_asks == 0)
        free_asker(p, who);
}

/* What a batch has not begun is dropped without its client; a single kernel is judged for its row.
 */
static void ask_gone(struct server *p, void *work, bool complete)
{
    struct asker *who = work;
    struct ask *next = NULL;
    (void)complete;
    who->client = NULL;
    who->n_asks++; /* it outlives its asks here */
    for (struct ask *a = p->asks; a != NULL; a = next) {
        next = a->next;
        if (a->asker == who && who->streams && !a->checked &&
            (a->waits || kernel_queue_drop(p->kernels, a->number)))
            free_ask(p, a);
    }
    if (--who->n_asks == 0)
        free_asker(p, who);
}

/* The verdict's memory is the inquiry's from now on. */
static void answer_inquiry(struct server *p, struct ask *a, int64_t rollout_id,
                           int64_t evaluation_id)
{
    *a->asker->inquiry->out = (struct server_verdict){ .record = a->record,
                                                       .arenas = { a->arena, a->result_arena },
                                                       .rollout_id = rollout_id,
                                                       .evaluation_id = evaluation_id };
    a->arena = a->result_arena = (struct arena){ 0 };
    a->answered = true;
    a->asker->n_open--;
    end_inquiry(p, a->asker, 0, NULL);
}

static void answer(struct server *p, struct ask *a, int64_t rollout_id, int64_t evaluation_id)
{
    struct buf json = { 0 };
    if (!is_heard(a))
        return;
    if (a->asker->inquiry != NULL) {
        answer_inquiry(p, a, rollout_id, evaluation_id);
        return;
    }
    if (a->asker->streams)
        buf_printf(&json, "{\"index\":%zu,\"verdict\":", a->index);
    verdict_put(&(struct verdict_ids){ rollout_id, evaluation_id }, &a->record, a->wants_record,
                &json);
    if (a->asker->streams) {
        buf_puts(&json, "}\n");
        client_send(a->asker->client, buf_text(&json), json.len);
    } else {
        client_reply(a->asker->client, 200, NULL, buf_text(&json), json.len);
    }
    buf_release(&json);
    settle(a);
}

static bool log_verdict(struct server *p, struct ask *a)
{
    struct buf record = { 0 };
    evaluation_record_put(&record, &a->record);
    a->logged = server_log(p, SPOOL_EVALUATION, a->number, record.data, record.len);
    buf_release(&record);
    if (!a->logged)
        return false;
    a->answer_by_ns = clock_monotonic_ns() + (int64_t)STORED_MS * NS_PER_MS;
    drain_wake(p->drain);
    return true;
}

static struct ask *find_ask(struct server *p, uint64_t number)
{
    struct ask *a = p->asks;
    while (a != NULL && a->number != number)
        a = a->next;
    return a;
}

static void take_results(struct server *p)
{
    struct kernel_done done;
    while (kernel_queue_next(p->kernels, &done)) {
        struct ask *a = find_ask(p, done.id);
        if (a == NULL) {
            arena_release(&done.arena);
            continue;
        }
        a->result_arena = done.arena;
        a->record.result = done.result;
        a->record.has_device = done.has_device;
        a->record.device = done.device;
        a->checked = true;
    }
}

void ask_stored(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id)
{
    struct server *p = context;
    const uint64_t one = 1;
    struct stored_answer *s = mem_alloc(sizeof(*s));
    *s = (struct stored_answer){ .number = number,
                                 .rollout_id = rollout_id,
                                 .evaluation_id = evaluation_id };
    pthread_mutex_lock(&p->mutex);
    s->next = p->stored;
    p->stored = s;
    pthread_mutex_unlock(&p->mutex);
    ssize_t n = write(p->wake, &one, sizeof(one));
    (void)n;
}

static void take_stored(struct server *p)
{
    pthread_mutex_lock(&p->mutex);
    struct stored_answer *s = p->stored;
    p->stored = NULL;
    pthread_mutex_unlock(&p->mutex);
    while (s != NULL) {
        struct stored_answer *next = s->next;
        struct ask *a = find_ask(p, s->number);
        if (a != NULL) {
            answer(p, a, s->rollout_id, s->evaluation_id);
            free_ask(p, a);
        }
        free(s);
        s = next;
    }
}

/* The oldest first: asks are listed from the newest. */
static void submit_waiting(struct server *p)
{
    for (;;) {
        struct err err = { 0 };
        struct ask *oldest = NULL;
        for (struct ask *a = p->asks; a != NULL; a = a->next)
            oldest = a->waits ? a : oldest;
        int rc = oldest == NULL ? 0 : submit(p, oldest, &err);
        if (oldest == NULL || oldest->waits)
            return;
        if (rc < 0)
            refuse_request(p, oldest, rc, &err);
    }
}

/* The next inquiry that is new, or whose call was cancelled. */
static struct inquiry *next_inquiry(struct server *p, bool is_new)
{
    pthread_mutex_lock(&p->mutex);
    struct inquiry *q = p->inquiries;
    while (q != NULL && !(is_new ? q->is_new : q->call->cancelled && !q->is_new))
        q = q->next;
    if (q != NULL)
        q->is_new = false;
    pthread_mutex_unlock(&p->mutex);
    return q;
}

/* What has begun is judged for its row. */
static void drop_inquiry(struct server *p, const struct inquiry *q)
{
    struct asker *who = p->askers;
    while (who->inquiry != q)
        who = who->next;
    end_inquiry(p, who, ERR_INTERRUPTED, "the call was cancelled");
    for (struct ask *a = p->asks; a != NULL; a = a->next) {
        if (a->asker != who)
            continue;
        if (!a->checked && (a->waits || kernel_queue_drop(p->kernels, a->number)))
            free_ask(p, a);
        return;
    }
}

static void take_inquiries(struct server *p)
{
    struct inquiry *q;
    while ((q = next_inquiry(p, true)) != NULL) {
        struct ask_input in = *q->in;
        struct asker *who = add_asker(p, NULL, false);
        who->inquiry = q;
        who->is_patient = true;
        begin_ask(p, add_ask(p, who, 0), &in);
    }
    while ((q = next_inquiry(p, false)) != NULL)
        drop_inquiry(p, q);
}

/* ---- calls of tools ---- */

struct noted_call {
    struct buf record;
    struct noted_call *next;
};

static void wake(struct server *p)
{
    const uint64_t one = 1;
    ssize_t n = write(p->wake, &one, sizeof(one));
    (void)n;
}

int server_evaluate(struct server *p, const struct ask_input *in, struct server_call *call,
                    struct server_verdict *out, struct err *err)
{
    struct inquiry q = { .in = in, .call = call, .out = out, .err = err, .is_new = true };
    *out = (struct server_verdict){ 0 };
    pthread_mutex_lock(&p->mutex);
    if (p->inquiries_closed || call->cancelled) {
        pthread_mutex_unlock(&p->mutex);
        return err_set(err, ERR_INTERRUPTED, "the call was cancelled before it was evaluated");
    }
    q.next = p->inquiries;
    p->inquiries = &q;
    wake(p);
    while (!q.done)
        pthread_cond_wait(&p->answered, &p->mutex);
    pthread_mutex_unlock(&p->mutex);
    return q.rc;
}

static void keep_call(struct server *p, struct noted_call *c)
{
    pthread_mutex_lock(&p->mutex);
    c->next = p->calls;
    p->calls = c;
    pthread_mutex_unlock(&p->mutex);
}

void server_note_call(struct server *p, const struct call_record *call)
{
    struct noted_call *c = mem_alloc(sizeof(*c));
    call_record_put(&c->record, call);
    keep_call(p, c);
    wake(p);
}

/* In the order in which they came. */
static struct noted_call *take_calls(struct server *p)
{
    struct noted_call *all = NULL, *c;
    pthread_mutex_lock(&p->mutex);
    while ((c = p->calls) != NULL) {
        p->calls = c->next;
        c->next = all;
        all = c;
    }
    pthread_mutex_unlock(&p->mutex);
    return all;
}

/* True: the spool takes nothing, so they wait. */
static bool log_calls(struct server *p)
{
    struct noted_call *all = take_calls(p), *c;
    bool waits = false;
    const bool any = all != NULL;
    while ((c = all) != NULL) {
        all = c->next;
        waits = waits ||
                !server_log(p, SPOOL_EVALUATION, p->next_number, c->record.data, c->record.len);
        if (waits) {
            keep_call(p, c);
            continue;
        }
        p->next_number++;
        buf_release(&c->record);
        free(c);
    }
    if (any)
        drain_wake(p->drain);
    return waits;
}

void server_cancel(struct server *p, struct server_call *call)
{
    pthread_mutex_lock(&p->mutex);
    call->cancelled = true;
    wake(p);
    pthread_mutex_unlock(&p->mutex);
}

void server_verdict_release(struct server_verdict *v)
{
    arena_release(&v->arenas[0]);
    arena_release(&v->arenas[1]);
}

void ask_close_inquiries(struct server *p)
{
    pthread_mutex_lock(&p->mutex);
    p->inquiries_closed = true;
    for (struct inquiry *q = p->inquiries; q != NULL; q = q->next)
        q->call->cancelled = true;
    pthread_mutex_unlock(&p->mutex);
    take_inquiries(p);
}

bool ask_work(struct server *p)
{
    bool again = false;
    int64_t now = clock_monotonic_ns();
    take_inquiries(p);
    again = log_calls(p);
    take_results(p);
    submit_waiting(p);
    for (struct ask *a = p->asks, *next; a != NULL; a = next) {
        next = a->next;
        if (a->checked && !a->logged && !log_verdict(p, a))
            again = true;
        if (a->waits || now < a->answer_by_ns)
            continue;
        if (!a->logged) {
            refuse(p, a, 504, "evaluation_timeout",
                   "the evaluation takes longer than --evaluate-timeout; its row will be stored");
        } else {
            answer(p, a, 0, 0);
            free_ask(p, a);
        }
    }
    take_stored(p);
    return again;
}

int ask_wait_ms(const struct server *p)
{
    int64_t wait = -1;
    int64_t now = clock_monotonic_ns();
    for (const struct ask *a = p->asks; a != NULL; a = a->next) {
        int64_t left = (a->answer_by_ns - now) / NS_PER_MS + 1;
        if (a->waits || (!is_heard(a) && !a->logged))
            continue;
        left = left < 0 ? 0 : left;
        wait = wait < 0 || left < wait ? left : wait;
    }
    return (int)wait;
}

void ask_free_all(struct server *p)
{
    while (p->asks != NULL)
        free_ask(p, p->asks);
    for (struct noted_call *c = take_calls(p), *next; c != NULL; c = next) {
        next = c->next;
        buf_release(&c->record);
        free(c);
    }
    take_stored(p);
}
