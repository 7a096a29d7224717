/*
 * queue_work.c - a worker of the queue: claim, evaluate by the local transport, answer.
 *
 * One loop does everything but the evaluations, which are other processes' and never see the
 * connection.  What is answered lies in the spool until the server has acknowledged it, also what a
 * worker left that was killed.
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
#include "src/queue/queue_spool.h"
#include "src/worker/worker_proto.h"

#define AHEAD       2 /* jobs claimed for each evaluation at a time */
#define MS_NS       INT64_C(1000000)
#define SECOND_NS   INT64_C(1000000000)
#define WAIT_MS     200
#define MOST_HELD   (AHEAD * WORKER_MAX)
#define MOST_FAILED 3 /* evaluations without a verdict in a row: the host is to blame */
#define REST_LEASES 2

enum held_state { HELD_WAITS, HELD_RUNS, HELD_DONE };

struct leased {
    int64_t id, fence;
    enum held_state state;
    bool is_kept, is_synced; /* the answer, in the spool */
    struct arena arena;      /* of the job */
    struct eval_job job;
    struct buf answer;
};

struct work {
    struct queue_client *client;
    const struct queue_work_options *o;
    struct queue_work_summary *sum;
    struct transport *local;
    struct queue_spool *spool; /* NULL: none */
    int64_t worker_id;
    int64_t lease_ns, renewed_ns, claimed_ns, reaped_ns;
    unsigned notices;
    bool may_claim;    /* room, or jobs, since the last claim */
    unsigned n_failed; /* in a row */
    int64_t rests_until_ns;
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
    w->worker_id = queue_int(&rows, 0, "worker_id");
    w->lease_ns = queue_int(&rows, 0, "lease_ms") * MS_NS;
    queue_rows_end(&rows);
    return queue_listen(w->client, QUEUE_READY | QUEUE_CANCEL, err);
}

static void note(const struct work *w, const char *text)
{
    if (w->o->note != NULL)
        w->o->note(w->o->note_context, text);
}

static void drop(struct work *w, size_t at)
{
    arena_release(&w->held[at].arena);
    buf_release(&w->held[at].answer);
    w->n--;
    memmove(w->held + at, w->held + at + 1, (w->n - at) * sizeof(*w->held));
    w->may_claim = true;
}

/* The answer is here and on the disk from now on. */
static void answer(struct work *w, struct leased *h, const struct eval_result *result)
{
    const struct result_message m = { .id = h->id, .result = *result };
    struct err err;
    h->answer = (struct buf){ .max = FRAME_MAX_BYTES };
    result_encode(&m, &h->answer);
    h->state = HELD_DONE;
    h->is_kept =
        w->spool != NULL && queue_spool_put(w->spool, h->id, h->fence, &h->answer, &err) == 0;
    if (w->spool != NULL && !h->is_kept)
        note(w, err.msg);
}

static void answer_failure(struct work *w, struct leased *h, const char *message)
{
    struct eval_result r;
    eval_result_init(&r, OUTCOME_INFRA, message);
    r.compile_ms = r.total_ms = (double)__builtin_nanf("");
    memcpy(r.code_sha256, h->job.code_sha256, sizeof(r.code_sha256));
    answer(w, h, &r);
}

/* Behind a rest one job shows whether the host is well again. */
static size_t room_of(const struct work *w)
{
    size_t all = w->n_failed >= MOST_FAILED ? 1 : (size_t)AHEAD * w->local->kind->size(w->local);
    return w->n < all && clock_monotonic_ns() >= w->rests_until_ns ? all - w->n : 0;
}

static int claim(struct work *w, struct err *err)
{
    char id[24], most[24];
    size_t room = room_of(w);
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
        const char *body = queue_text(&rows, i, "job_body");
        *h = (struct leased){ .id = queue_int(&rows, i, "job_id"),
                              .fence = queue_int(&rows, i, "job_fence") };
        if (job_decode(body, strlen(body), &h->arena, &h->job, &why) < 0)
            answer_failure(w, h, why.msg);
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
            queue_texts_add(answers, h->answer.data, h->answer.len);
        n++;
    }
    return n;
}

static bool is_among(const struct queue_rows *rows, int64_t id)
{
    for (int i = 0; i < rows->n; i++)
        if (queue_int(rows, i, "renew") == id)
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
    const char *args[] = { id, queue_array_end(&ids), queue_array_end(&fences) };
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

/* Ids, fences and results of n jobs; releases them. */
static int send_answers(struct work *w, size_t n, struct buf *ids, struct buf *fences,
                        struct buf *answers, struct err *err)
{
    struct queue_rows rows;
    const char *args[] = { queue_array_end(ids), queue_array_end(fences) };
    const struct queue_call call = {
        .name = "finish", .n_args = ARRAY_LEN(args), .args = args, .texts = answers, .n_texts = 1
    };
    int rc = n == 0 ? 0 : queue_run_texts(w->client, &call, &rows, err);
    if (rc == 0 && n > 0) {
        uint64_t taken = (uint64_t)queue_int(&rows, 0, "finish");
        queue_rows_end(&rows);
        w->sum->finished += taken;
        w->sum->late += n - taken;
    }
    buf_release(ids);
    buf_release(fences);
    buf_release(answers);
    return rc;
}

static int finish(struct work *w, struct err *err)
{
    struct buf ids = { 0 };
    struct buf fences = { 0 };
    struct buf answers = { 0 };
    queue_texts_begin(&answers);
    size_t n = list_held(w, true, &ids, &fences, &answers);
    int rc = send_answers(w, n, &ids, &fences, &answers, err);
    for (size_t i = w->n; rc == 0 && i-- > 0;)
        if (w->held[i].state == HELD_DONE) {
            if (w->held[i].is_kept)
                queue_spool_remove(w->spool, w->held[i].id, w->held[i].fence);
            drop(w, i);
        }
    return rc;
}

/* What an ended worker left; the queue takes it as that worker's, if nobody else has the job. */
static int hand_in(struct work *w, struct err *err)
{
    struct buf text = { .max = 2 * FRAME_MAX_BYTES };
    int64_t job = 0;
    int64_t fence = 0;
    int rc = 0;
    while (rc == 0 && w->spool != NULL && queue_spool_first(w->spool, &job, &fence, &text)) {
        struct buf ids = { 0 };
        struct buf fences = { 0 };
        struct buf answers = { 0 };
        queue_array_add_int(&ids, job);
        queue_array_add_int(&fences, fence);
        queue_texts_begin(&answers);
        queue_texts_add(&answers, text.data, text.len);
        rc = send_answers(w, 1, &ids, &fences, &answers, err);
        if (rc == 0)
            queue_spool_remove(w->spool, job, fence);
        if (rc == ERR_INTEGRITY) {
            queue_spool_refuse(w->spool, err->msg);
            rc = 0;
        }
    }
    buf_release(&text);
    return rc;
}

/* The server is away for who knows how long: what is kept has to outlast the host too. */
static void sync_kept(struct work *w)
{
    struct err err;
    bool any = false;
    for (size_t i = 0; i < w->n; i++) {
        struct leased *h = &w->held[i];
        any |= h->state == HELD_DONE && h->is_kept && !h->is_synced;
        h->is_synced |= h->state == HELD_DONE && h->is_kept;
    }
    if (any && queue_spool_sync(w->spool, &err) < 0)
        note(w, err.msg);
}

static int reap(struct work *w, struct err *err)
{
    struct queue_rows rows;
    int rc = queue_run(w->client, "reap", 0, NULL, &rows, err);
    w->reaped_ns = clock_monotonic_ns();
    if (rc == 0)
        queue_rows_end(&rows);
    if (w->spool != NULL)
        queue_spool_adopt(w->spool);
    return rc;
}

/* A kept answer's lease stays, so that the answer counts when it is handed in. */
static bool goes_back(const struct leased *h, bool leaving)
{
    return h->state == HELD_WAITS || (leaving && !h->is_kept);
}

static int give_back(struct work *w, bool leaving, struct err *err)
{
    struct buf ids = { 0 };
    struct queue_rows rows;
    char id[24];
    snprintf(id, sizeof(id), "%" PRId64, w->worker_id);
    for (size_t i = 0; i < w->n; i++)
        if (goes_back(&w->held[i], leaving))
            queue_array_add_int(&ids, w->held[i].id);
    const char *args[] = { id, queue_array_end(&ids), leaving ? "t" : "f" };
    int rc = queue_run(w->client, "give_back", ARRAY_LEN(args), args, &rows, err);
    buf_release(&ids);
    if (rc < 0)
        return rc;
    w->sum->given_back += (uint64_t)queue_int(&rows, 0, "give_back");
    queue_rows_end(&rows);
    for (size_t i = w->n; i-- > 0;)
        if (goes_back(&w->held[i], leaving))
            drop(w, i);
    return 0;
}

static bool is_stopping(const struct work *w)
{
    return w->o->stop != NULL && *w->o->stop != 0;
}

static size_t count(const struct work *w, enum held_state state)
{
    size_t n = 0;
    for (size_t i = 0; i < w->n; i++)
        n += w->held[i].state == state;
    return n;
}

/* What is due between the server and here. */
static int exchange(struct work *w, struct err *err)
{
    int rc = queue_is_connected(w->client) ? 0 : queue_reconnect(w->client, err);
    w->notices |= queue_notices(w->client);
    int64_t now = clock_monotonic_ns();
    if (rc == 0)
        rc = finish(w, err);
    if (rc == 0)
        rc = hand_in(w, err);
    if (rc == 0 && ((w->notices & QUEUE_CANCEL) != 0 || now - w->renewed_ns > w->lease_ns / 3))
        rc = renew(w, err);
    if (rc == 0 && now - w->reaped_ns > w->lease_ns / 3)
        rc = reap(w, err);
    bool is_due =
        (w->notices & QUEUE_READY) != 0 || w->may_claim || now - w->claimed_ns > SECOND_NS;
    bool takes_none = is_stopping(w) || now < w->rests_until_ns;
    if (rc == 0 && takes_none && count(w, HELD_WAITS) > 0)
        rc = give_back(w, false, err);
    else if (rc == 0 && !takes_none && room_of(w) > 0 && is_due)
        rc = claim(w, err);
    if (rc == 0)
        w->notices = 0;
    if (rc == ERR_BUSY && !w->told) {
        char text[900];
        snprintf(text, sizeof(text), "%.400s; %zu answers wait for it%s%.300s", err->msg,
                 count(w, HELD_DONE) + (w->spool == NULL ? 0 : queue_spool_left(w->spool)),
                 w->spool == NULL ? "" : " in ",
                 w->spool == NULL ? "" : queue_spool_path(w->spool));
        note(w, text);
    }
    if (rc == ERR_BUSY)
        sync_kept(w);
    w->told = rc == ERR_BUSY;
    return rc == ERR_BUSY ? 0 : rc;
}

/* A host that can evaluate nothing would soon have taken every job of the queue.  failure NULL:
 * there was a verdict. */
static void note_verdict(struct work *w, const char *failure)
{
    char text[900];
    int64_t now = clock_monotonic_ns();
    w->n_failed = failure != NULL ? w->n_failed + 1 : 0;
    if (w->n_failed < MOST_FAILED || now < w->rests_until_ns)
        return;
    w->rests_until_ns = now + REST_LEASES * w->lease_ns;
    snprintf(text, sizeof(text),
             "%u evaluations in a row failed on this host, the last with: %.400s; no job is taken "
             "for %.0f s, then one",
             w->n_failed, failure, (double)(REST_LEASES * w->lease_ns) / SECOND_NS);
    note(w, text);
}

static void feed(struct work *w)
{
    struct err err = { 0 };
    for (size_t i = 0; i < w->n && w->local->kind->has_room(w->local); i++) {
        struct leased *h = &w->held[i];
        if (h->state != HELD_WAITS)
            continue;
        if (w->local->kind->submit(w->local, &h->job, &err) < 0) {
            answer_failure(w, h, err.msg);
            note_verdict(w, err.msg);
        } else {
            h->state = HELD_RUNS;
        }
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
        const char *message = result.message == NULL ? "no reason" : result.message;
        note_verdict(w, result.outcome == OUTCOME_INFRA ? message : NULL);
        for (size_t i = 0; i < w->n; i++)
            if (w->held[i].id == id)
                answer(w, &w->held[i], &result);
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

/* The server is away and nothing but what is on the disk waits for it. */
static bool may_leave(const struct work *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->held[i].state != HELD_DONE || !w->held[i].is_kept)
            return false;
    return w->told;
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
            if (w->n == 0 || may_leave(w) ||
                (double)(now - stopped_ns) > w->o->stop_s * (double)SECOND_NS)
                return 0;
        }
        if (!take_results(w))
            wait_for_news(w);
    }
}

/* $XDG_STATE_HOME/rollbook/spool, or below the home folder.  False: there is neither. */
static bool default_folder(struct buf *out)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (state != NULL && state[0] == '/')
        buf_printf(out, "%s/rollbook/spool", state);
    else if (home != NULL && home[0] == '/')
        buf_printf(out, "%s/.local/state/rollbook/spool", home);
    return out->len > 0;
}

/* A folder that was asked for has to be usable. */
static int open_spool(struct work *w, struct err *err)
{
    struct buf own = { 0 };
    struct buf text = { 0 };
    int rc = 0;
    const char *folder = w->o->spool;
    if (folder == NULL)
        folder = default_folder(&own) ? buf_text(&own) : NULL;
    if (folder == NULL) {
        rc = err_set(err, ERR_USAGE, "no home folder for a spool");
    } else {
        const struct queue_spool_options o = {
            .folder = folder,
            .identity = queue_identity(w->client),
            .note = w->o->note,
            .note_context = w->o->note_context,
        };
        rc = queue_spool_open(&o, &w->spool, err);
    }
    if (rc == 0)
        buf_printf(&text, "answers are kept in %s until the queue has stored them; %zu are waiting",
                   queue_spool_path(w->spool), queue_spool_left(w->spool));
    else
        buf_printf(&text, "%s: answers are lost with this process (--spool)", err->msg);
    if (rc == 0 || w->o->spool == NULL)
        note(w, buf_text(&text));
    buf_release(&own);
    buf_release(&text);
    return w->o->spool == NULL ? 0 : rc;
}

/* Without a spool what waits is lost. */
static int count_waiting(struct work *w, struct err *err)
{
    size_t lost = 0;
    for (size_t i = 0; i < w->n; i++)
        lost += w->held[i].state == HELD_DONE && !w->held[i].is_kept;
    w->sum->kept = count(w, HELD_DONE) - lost;
    if (w->spool != NULL)
        w->sum->kept += queue_spool_left(w->spool);
    return lost == 0 ? 0
                     : err_set(err, ERR_BUSY,
                               "the queue cannot be reached and %zu answers are lost: their jobs "
                               "are done again by another worker",
                               lost);
}

int queue_work(struct queue_client *c, const struct queue_work_options *o,
               struct queue_work_summary *out, struct err *err)
{
    struct work *w = mem_alloc(sizeof(*w));
    struct err ignored;
    *w = (struct work){ .client = c, .o = o, .sum = out, .may_claim = true };
    int rc = open_spool(w, err);
    if (rc == 0)
        rc = transport_local->open(&o->local, &w->local, err);
    if (rc == 0)
        rc = enlist(w, err);
    if (rc == 0)
        rc = loop(w, err);
    if (rc == 0)
        rc = count_waiting(w, err);
    else
        (void)count_waiting(w, &ignored);
    if (w->worker_id != 0)
        (void)give_back(w, true, &ignored);
    while (w->n > 0)
        drop(w, w->n - 1);
    transport_close(w->local);
    queue_spool_close(w->spool);
    free(w);
    return rc;
}
