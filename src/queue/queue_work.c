/*
 * queue_work.c - a worker of the queue: claim, evaluate by the local transport, answer.
 *
 * One loop does everything but the evaluations, which are other processes' and never see the
 * connection.  What is answered while the server is away waits here.
 */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/queue/queue.h"
#include "src/queue/queue_client.h"
#include "src/worker/worker_proto.h"

#define AHEAD     2 /* jobs claimed for each evaluation at a time */
#define MS_NS     INT64_C(1000000)
#define SECOND_NS INT64_C(1000000000)
#define WAIT_MS   200
#define MOST_HELD (AHEAD * WORKER_MAX)

enum held_state { HELD_WAITS, HELD_RUNS, HELD_DONE };

struct leased {
    int64_t id, fence;
    enum held_state state;
    struct arena arena; /* of the job */
    struct eval_job job;
    struct buf answer;
};

struct work {
    struct queue_client *client;
    const struct queue_work_options *o;
    struct queue_work_summary *sum;
    struct transport *local;
    int64_t worker_id;
    int64_t lease_ns, renewed_ns, claimed_ns, reaped_ns;
    unsigned notices;
    bool may_claim; /* room, or jobs, since the last claim */
    bool told;
    size_t n;
    struct leased held[MOST_HELD];
};

/* Devices of the local evaluators, each once. */
static int enlist(struct work *w, struct err *err)
{
    struct buf classes = { 0 };
    struct buf devices = { 0 };
    char host[256] = "?", pid[16], capacity[16], class[128];
    struct queue_rows rows;
    const struct transport_kind *kind = w->local->kind;
    unsigned n = kind->size(w->local);
    queue_array_add(&classes, w->o->local.backend, strlen(w->o->local.backend));
    if (w->o->device_class != NULL) {
        queue_class(w->o->local.backend, w->o->device_class, class);
        queue_array_add(&classes, class, strlen(class));
    }
    for (unsigned i = 0; i < n; i++) {
        struct buf one = { 0 };
        const struct device_info *d = kind->device(w->local, i);
        unsigned before = 0;
        while (before < i && strcmp(kind->device(w->local, before)->uuid, d->uuid) != 0)
            before++;
        hello_encode(d, &one);
        if (before == i)
            queue_array_add(&devices, one.data, one.len);
        buf_release(&one);
    }
    (void)gethostname(host, sizeof(host) - 1);
    snprintf(pid, sizeof(pid), "%d", (int)getpid());
    snprintf(capacity, sizeof(capacity), "%u", n);
    const char *args[] = {
        host, pid, build_version(), queue_array_end(&classes), queue_array_end(&devices), capacity
    };
    int rc = queue_run(w->client, "register", ARRAY_LEN(args), args, &rows, err);
    buf_release(&classes);
    buf_release(&devices);
    if (rc < 0)
        return rc;
    w->worker_id = queue_int(&rows, 0, 0);
    w->lease_ns = queue_int(&rows, 0, 1) * MS_NS;
    queue_rows_end(&rows);
    return queue_listen(w->client, QUEUE_READY | QUEUE_CANCEL, err);
}

static void drop(struct work *w, size_t at)
{
    arena_release(&w->held[at].arena);
    buf_release(&w->held[at].answer);
    w->n--;
    memmove(w->held + at, w->held + at + 1, (w->n - at) * sizeof(*w->held));
    w->may_claim = true;
}

static void answer(struct leased *h, const struct eval_result *result)
{
    const struct result_message m = { .id = h->id, .result = *result };
    h->answer = (struct buf){ .max = FRAME_MAX_BYTES };
    result_encode(&m, &h->answer);
    h->state = HELD_DONE;
}

static void answer_failure(struct leased *h, const char *message)
{
    struct eval_result r;
    eval_result_init(&r, OUTCOME_INFRA, message);
    r.compile_ms = r.total_ms = (double)__builtin_nanf("");
    memcpy(r.code_sha256, h->job.code_sha256, sizeof(r.code_sha256));
    answer(h, &r);
}

static int claim(struct work *w, struct err *err)
{
    char id[24], most[24];
    size_t room = (size_t)AHEAD * w->local->kind->size(w->local) - w->n;
    struct queue_rows rows;
    const char *args[] = { id, most };
    snprintf(id, sizeof(id), "%" PRId64, w->worker_id);
    snprintf(most, sizeof(most), "%zu", room);
    int rc = queue_run(w->client, "claim", ARRAY_LEN(args), args, &rows, err);
    if (rc < 0)
        return rc;
    w->claimed_ns = clock_monotonic_ns();
    w->may_claim = (size_t)rows.n == room;
    for (int i = 0; i < rows.n && (size_t)i < room; i++) {
        struct err why = { 0 };
        struct leased *h = &w->held[w->n++];
        const char *body = queue_text(&rows, i, 2);
        *h = (struct leased){ .id = queue_int(&rows, i, 0), .fence = queue_int(&rows, i, 1) };
        if (job_decode(body, strlen(body), &h->arena, &h->job, &why) < 0)
            answer_failure(h, why.msg);
        h->job.id = h->id;
    }
    queue_rows_end(&rows);
    return 0;
}

/* Ids and fences of what is held in a state (or not done). */
static size_t list_held(const struct work *w, bool done, struct buf *ids, struct buf *fences,
                        struct buf *answers)
{
    size_t n = 0;
    for (size_t i = 0; i < w->n; i++) {
        const struct leased *h = &w->held[i];
        if ((h->state == HELD_DONE) != done)
            continue;
        queue_array_add_int(ids, h->id);
        queue_array_add_int(fences, h->fence);
        if (answers != NULL)
            queue_array_add(answers, h->answer.data, h->answer.len);
        n++;
    }
    queue_array_end(ids);
    queue_array_end(fences);
    if (answers != NULL)
        queue_array_end(answers);
    return n;
}

static bool is_among(const struct queue_rows *rows, int64_t id)
{
    for (int i = 0; i < rows->n; i++)
        if (queue_int(rows, i, 0) == id)
            return true;
    return false;
}

/* Jobs whose leases are gone are stopped. */
static int renew(struct work *w, struct err *err)
{
    struct buf ids = { 0 };
    struct buf fences = { 0 };
    struct queue_rows rows;
    char id[24];
    snprintf(id, sizeof(id), "%" PRId64, w->worker_id);
    (void)list_held(w, false, &ids, &fences, NULL);
    const char *args[] = { id, buf_text(&ids), buf_text(&fences) };
    int rc = queue_run(w->client, "renew", ARRAY_LEN(args), args, &rows, err);
    buf_release(&ids);
    buf_release(&fences);
    if (rc < 0)
        return rc;
    w->renewed_ns = clock_monotonic_ns();
    for (size_t i = w->n; i-- > 0;) {
        const struct leased *h = &w->held[i];
        if (h->state == HELD_DONE || is_among(&rows, h->id))
            continue;
        if (h->state == HELD_RUNS)
            (void)w->local->kind->cancel(w->local, h->id);
        drop(w, i);
        w->sum->late++;
    }
    queue_rows_end(&rows);
    return 0;
}

static int finish(struct work *w, struct err *err)
{
    struct buf ids = { 0 };
    struct buf fences = { 0 };
    struct buf answers = { 0 };
    struct queue_rows rows;
    size_t n = list_held(w, true, &ids, &fences, &answers);
    const char *args[] = { buf_text(&ids), buf_text(&fences), buf_text(&answers) };
    int rc = n == 0 ? 0 : queue_run(w->client, "finish", ARRAY_LEN(args), args, &rows, err);
    buf_release(&ids);
    buf_release(&fences);
    buf_release(&answers);
    if (rc < 0 || n == 0)
        return rc;
    uint64_t taken = (uint64_t)queue_int(&rows, 0, 0);
    queue_rows_end(&rows);
    w->sum->finished += taken;
    w->sum->late += n - taken;
    for (size_t i = w->n; i-- > 0;)
        if (w->held[i].state == HELD_DONE)
            drop(w, i);
    return 0;
}

static int reap(struct work *w, struct err *err)
{
    struct queue_rows rows;
    int rc = queue_run(w->client, "reap", 0, NULL, &rows, err);
    w->reaped_ns = clock_monotonic_ns();
    if (rc == 0)
        queue_rows_end(&rows);
    return rc;
}

static int give_back(struct work *w, bool leaving, struct err *err)
{
    struct buf ids = { 0 };
    struct queue_rows rows;
    char id[24];
    snprintf(id, sizeof(id), "%" PRId64, w->worker_id);
    for (size_t i = 0; i < w->n; i++)
        if (leaving || w->held[i].state == HELD_WAITS)
            queue_array_add_int(&ids, w->held[i].id);
    const char *args[] = { id, queue_array_end(&ids), leaving ? "t" : "f" };
    int rc = queue_run(w->client, "give_back", ARRAY_LEN(args), args, &rows, err);
    buf_release(&ids);
    if (rc < 0)
        return rc;
    w->sum->given_back += (uint64_t)queue_int(&rows, 0, 0);
    queue_rows_end(&rows);
    for (size_t i = w->n; i-- > 0;)
        if (leaving || w->held[i].state == HELD_WAITS)
            drop(w, i);
    return 0;
}

static bool is_stopping(const struct work *w)
{
    return w->o->stop != NULL && *w->o->stop != 0;
}

static bool has_waiting(const struct work *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->held[i].state == HELD_WAITS)
            return true;
    return false;
}

/* What is due between the server and here. */
static int exchange(struct work *w, struct err *err)
{
    int rc = queue_is_connected(w->client) ? 0 : queue_reconnect(w->client, err);
    w->notices |= queue_notices(w->client);
    int64_t now = clock_monotonic_ns();
    if (rc == 0)
        rc = finish(w, err);
    if (rc == 0 && ((w->notices & QUEUE_CANCEL) != 0 || now - w->renewed_ns > w->lease_ns / 3))
        rc = renew(w, err);
    if (rc == 0 && now - w->reaped_ns > w->lease_ns / 3)
        rc = reap(w, err);
    bool has_room = w->n < (size_t)AHEAD * w->local->kind->size(w->local);
    bool is_due =
        (w->notices & QUEUE_READY) != 0 || w->may_claim || now - w->claimed_ns > SECOND_NS;
    if (rc == 0 && is_stopping(w) && has_waiting(w))
        rc = give_back(w, false, err);
    else if (rc == 0 && !is_stopping(w) && has_room && is_due)
        rc = claim(w, err);
    if (rc == 0)
        w->notices = 0;
    if (rc == ERR_BUSY && !w->told && w->o->note != NULL) {
        char text[600];
        size_t n = 0;
        for (size_t i = 0; i < w->n; i++)
            n += w->held[i].state == HELD_DONE;
        snprintf(text, sizeof(text), "%.400s; %zu answers wait for it", err->msg, n);
        w->o->note(w->o->note_context, text);
    }
    w->told = rc == ERR_BUSY;
    return rc == ERR_BUSY ? 0 : rc;
}

static void feed(struct work *w)
{
    struct err err = { 0 };
    for (size_t i = 0; i < w->n && w->local->kind->has_room(w->local); i++) {
        struct leased *h = &w->held[i];
        if (h->state != HELD_WAITS)
            continue;
        if (w->local->kind->submit(w->local, &h->job, &err) < 0)
            answer_failure(h, err.msg);
        else
            h->state = HELD_RUNS;
    }
}

/* True: something was answered. */
static bool take_results(struct work *w)
{
    struct arena a = { 0 };
    struct eval_result result;
    int64_t id;
    bool any = false;
    while (w->local->kind->poll(w->local, &a, &id, &result) > 0) {
        for (size_t i = 0; i < w->n; i++)
            if (w->held[i].id == id)
                answer(&w->held[i], &result);
        arena_reset(&a);
        any = true;
    }
    arena_release(&a);
    return any;
}

static void wait_for_news(const struct work *w)
{
    struct pollfd fds[WORKER_MAX + 1];
    int from[WORKER_MAX];
    nfds_t n = 0;
    size_t n_from = w->local->kind->watch(w->local, from, WORKER_MAX);
    for (size_t i = 0; i < n_from; i++)
        fds[n++] = (struct pollfd){ .fd = from[i], .events = POLLIN };
    fds[n++] = (struct pollfd){ .fd = queue_socket(w->client), .events = POLLIN };
    (void)poll(fds, n, WAIT_MS);
}

static int loop(struct work *w, struct err *err)
{
    int64_t stopped_ns = 0;
    for (;;) {
        int rc = exchange(w, err);
        if (rc < 0)
            return rc;
        feed(w);
        if (is_stopping(w)) {
            int64_t now = clock_monotonic_ns();
            stopped_ns = stopped_ns == 0 ? now : stopped_ns;
            if (w->n == 0 || (double)(now - stopped_ns) > w->o->stop_s * (double)SECOND_NS)
                return 0;
        }
        if (!take_results(w))
            wait_for_news(w);
    }
}

int queue_work(struct queue_client *c, const struct queue_work_options *o,
               struct queue_work_summary *out, struct err *err)
{
    struct work *w = mem_alloc(sizeof(*w));
    struct err ignored;
    *w = (struct work){ .client = c, .o = o, .sum = out, .may_claim = true };
    int rc = transport_local->open(&o->local, &w->local, err);
    if (rc == 0)
        rc = enlist(w, err);
    if (rc == 0)
        rc = loop(w, err);
    size_t waiting = 0;
    for (size_t i = 0; i < w->n; i++)
        waiting += w->held[i].state == HELD_DONE;
    if (rc == 0 && waiting > 0)
        rc = err_set(err, ERR_BUSY,
                     "the queue cannot be reached and %zu answers are lost: their jobs are done "
                     "again by another worker",
                     waiting);
    if (w->worker_id != 0)
        (void)give_back(w, true, &ignored);
    while (w->n > 0)
        drop(w, w->n - 1);
    transport_close(w->local);
    free(w);
    return rc;
}
