/*
 * worker_pool.c - the transports "local" and "socket": start, feed, watch and replace workers.
 *
 * Local workers are this program by exec: forking a process with a database and threads would not
 * be safe.  A worker has one job at hand and, where its backend prepares jobs, some behind it;
 * results keep the order.
 */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/trace.h"
#include "src/worker/transport.h"
#include "src/worker/worker_process.h"

static const struct transport_kind transport_kind_local;

#define MAX_ATTEMPTS 3
#define WAIT_MS      200 /* for a signal handler's flag */
/* Beyond the evaluator's own limits: the worker is lost. */
#define LOST_AFTER_S 180
#define SECOND_NS    INT64_C(1000000000)
#define TOLD_MS      2000 /* a worker that prints its phases */

struct worker_pool {
    struct transport base; /* first */
    struct worker_setting setting;
    unsigned n;
    size_t depth;
    int64_t lost_after_ns;
    size_t outstanding;
    struct worker *workers;
    struct worker **known; /* in the order of their first messages */
    unsigned n_known;
};

static struct worker_pool *pool_of(struct transport *t)
{
    return (struct worker_pool *)t;
}

static const struct worker_pool *const_pool_of(const struct transport *t)
{
    return (const struct worker_pool *)t;
}

/* The backend and its devices decide, unless the caller did. */
static unsigned suitable_workers(unsigned most, const struct backend_habits *habits,
                                 unsigned devices)
{
    unsigned n = habits->workers_a_device == 0 ? most : habits->workers_a_device * devices;
    return n < most ? n : most;
}

static void note_known(struct worker_pool *pool, struct worker *w)
{
    for (unsigned i = 0; i < pool->n_known; i++)
        if (pool->known[i] == w)
            return;
    pool->known[pool->n_known++] = w;
}

static int get_to_know(struct worker_pool *pool, struct worker *w, struct err *err)
{
    int rc = worker_greeted(w, err);
    if (rc >= 0)
        note_known(pool, w);
    return rc;
}

/* The first worker tells the number of devices; the others start together. */
static int start_workers(struct worker_pool *pool, const struct backend_habits *habits,
                         const struct transport_options *options, struct err *err)
{
    const char *chosen = getenv("ROLLBOOK_GPU");
    struct worker *first = &pool->workers[0];
    bool is_pinned = habits->workers_a_device == 0;
    first->gpu = -1;
    first->cpu = is_pinned ? worker_core(0, pool->n, pool->setting.threads) : -1;
    int rc = worker_begin(&pool->setting, first, err);
    if (rc == 0)
        rc = get_to_know(pool, first, err);
    int devices = first->device.n_devices;
    first->gpu = worker_gpu(0, devices, chosen);
    if (options->workers == 0)
        pool->n = suitable_workers(pool->n, habits, first->gpu < 0 ? 1 : (unsigned)devices);
    for (unsigned i = 1; i < pool->n && rc == 0; i++) {
        struct worker *w = &pool->workers[i];
        w->gpu = worker_gpu(i, devices, chosen);
        w->cpu = is_pinned ? worker_core(i, pool->n, pool->setting.threads) : -1;
        rc = worker_begin(&pool->setting, w, err);
    }
    for (unsigned i = 1; i < pool->n && rc == 0 && !options->is_eager; i++)
        rc = get_to_know(pool, &pool->workers[i], err);
    return rc;
}

static void pool_close(struct transport *t)
{
    struct worker_pool *pool = pool_of(t);
    for (unsigned i = 0; i < pool->n; i++)
        worker_dismiss(&pool->workers[i]);
    for (unsigned i = 0; i < pool->n; i++)
        worker_stop(&pool->workers[i]);
    free(pool->workers);
    free(pool->known);
    free(pool->setting.backend);
    free(pool);
}

static int open_pool(const struct transport_kind *kind, const struct transport_options *options,
                     struct transport **out, struct err *err)
{
    struct worker_pool *pool = mem_alloc(sizeof(*pool));
    pool->base.kind = kind;
    struct backend_habits habits = evaluator_habits(options->backend);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    pool->setting =
        (struct worker_setting){ .backend = mem_strdup(options->backend),
                                 .threads = options->threads == 0 ? 1 : options->threads,
                                 .connect = options->connect,
                                 .context = options->context };
    pool->lost_after_ns =
        SECOND_NS * (habits.lost_after_s > 0 ? habits.lost_after_s : LOST_AFTER_S);
    pool->depth = 1 + (habits.jobs_ahead < MAX_QUEUE ? habits.jobs_ahead : MAX_QUEUE - 1);
    pool->n = options->workers > WORKER_MAX ? WORKER_MAX
              : options->workers == 0       ? (unsigned)(cores < 1 ? 1 : cores)
                                            : options->workers;
    pool->workers = mem_array(pool->n, sizeof(*pool->workers));
    pool->known = mem_array(pool->n, sizeof(struct worker *));
    for (unsigned i = 0; i < pool->n; i++)
        pool->workers[i].grace_ms = habits.grace_ms + (trace_tells_phases() ? TOLD_MS : 0);
    signal(SIGPIPE, SIG_IGN);
    int rc = start_workers(pool, &habits, options, err);
    if (rc < 0) {
        pool_close(&pool->base);
        return rc;
    }
    *out = &pool->base;
    return 0;
}

static int open_local(const struct transport_options *options, struct transport **out,
                      struct err *err)
{
    struct transport_options local = *options;
    local.connect = NULL;
    return open_pool(&transport_kind_local, &local, out, err);
}

static int open_socket(const struct transport_options *options, struct transport **out,
                       struct err *err)
{
    if (options->connect == NULL || options->workers == 0)
        return err_set(err, ERR_USAGE, "workers on sockets cannot be named");
    return open_pool(&transport_kind_socket, options, out, err);
}

static const struct device_info *pool_device(const struct transport *t, unsigned worker)
{
    return &const_pool_of(t)->known[worker]->device;
}

static unsigned pool_size(const struct transport *t)
{
    return const_pool_of(t)->n_known;
}

static size_t pool_outstanding(const struct transport *t)
{
    return const_pool_of(t)->outstanding;
}

static struct worker *find_room(const struct worker_pool *pool)
{
    struct worker *best = NULL;
    for (unsigned i = 0; i < pool->n; i++) {
        struct worker *w = &pool->workers[i];
        if (w->is_greeted && w->n_jobs < pool->depth && (best == NULL || w->n_jobs < best->n_jobs))
            best = w;
    }
    return best;
}

static bool pool_has_room(const struct transport *t)
{
    return find_room(const_pool_of(t)) != NULL;
}

/* 1: sent, 0: wait, -1: the worker is lost. */
static int send_job(struct worker *w, size_t i)
{
    struct buf payload = { .max = FRAME_MAX_BYTES };
    struct queued *q = &w->jobs[i];
    job_encode(&q->job, &payload);
    size_t bytes = payload.len + sizeof(uint32_t);
    /* A busy worker reads nothing: jobs sent ahead must fit its pipe. */
    int rc = (i == 0 || w->ahead + bytes <= w->ahead_max) ? 1 : 0;
    if (rc > 0 && (payload.overflow || !frame_write(w->to, &payload)))
        rc = -1;
    buf_release(&payload);
    if (rc > 0) {
        q->sent = true;
        q->ahead = i == 0 ? 0 : bytes;
        w->ahead += q->ahead;
    }
    return rc;
}

static bool send_jobs(struct worker *w)
{
    int rc = 1;
    for (size_t i = 0; i < w->n_jobs && rc > 0; i++) {
        if (!w->jobs[i].sent)
            rc = send_job(w, i);
        if (i == 0 && w->n_jobs == 1)
            w->since_ns = clock_monotonic_ns();
    }
    return rc >= 0;
}

/* Only the job at hand can have lost the worker; all go to the new one. */
static bool restart(struct worker_pool *pool, struct worker *w)
{
    struct err ignored;
    worker_stop(w);
    w->ahead = 0;
    w->since_ns = clock_monotonic_ns();
    for (size_t i = 0; i < w->n_jobs; i++)
        w->jobs[i].sent = false;
    return worker_start(&pool->setting, w, &ignored) == 0 && send_jobs(w);
}

/* False: the job at hand was lost too often. */
static bool retry(struct worker_pool *pool, struct worker *w)
{
    while (w->jobs[0].attempts < MAX_ATTEMPTS) {
        w->jobs[0].attempts++;
        if (restart(pool, w))
            return true;
    }
    worker_stop(w);
    return false;
}

static int pool_submit(struct transport *t, const struct eval_job *job, struct err *err)
{
    struct worker_pool *pool = pool_of(t);
    struct worker *w = find_room(pool);
    if (w == NULL)
        return err_set(err, ERR_BUSY, "every worker has its jobs");
    if (w->pid == 0) {
        int rc = worker_start(&pool->setting, w, err);
        if (rc < 0)
            return rc;
        note_known(pool, w);
    }
    struct queued *q = &w->jobs[w->n_jobs++];
    *q = (struct queued){ .job = *job, .attempts = 1 };
    sha256_hex(job->kernel_text, job->kernel_len, q->job.code_sha256);
    if (!send_jobs(w) && !retry(pool, w)) {
        w->n_jobs--;
        return err_set(err, ERR_INTEGRITY, "a worker does not take jobs");
    }
    pool->outstanding++;
    return 0;
}

/* False for a late answer: another job or other code. */
static bool read_result(struct worker *w, struct arena *a, struct eval_result *out)
{
    struct buf frame = { .max = FRAME_MAX_BYTES };
    struct result_message m = { 0 };
    struct err ignored;
    bool ok = frame_read(w->from, &frame) > 0 &&
              result_decode(frame.data, frame.len, a, &m, &ignored) == 0 &&
              m.id == w->jobs[0].job.id &&
              strcmp(m.result.code_sha256, w->jobs[0].job.code_sha256) == 0;
    buf_release(&frame);
    if (ok)
        *out = m.result;
    return ok;
}

static bool is_starting(const struct worker *w)
{
    return !w->is_greeted && w->pid != 0;
}

/* *out_overdue: the worker is lost.  NULL, with a worker that has come up: there is more room. */
static struct worker *wait_any(struct worker_pool *pool, int timeout_ms, bool *out_overdue)
{
    struct pollfd fds[WORKER_MAX];
    struct worker *of[WORKER_MAX];
    struct err ignored = { 0 };
    nfds_t n = 0;
    for (unsigned i = 0; i < pool->n && n < ARRAY_LEN(fds); i++) {
        struct worker *w = &pool->workers[i];
        if (w->n_jobs == 0 && !is_starting(w))
            continue;
        *out_overdue = w->pid == 0; /* not restarted */
        if (*out_overdue)
            return w;
        fds[n].fd = w->from;
        fds[n].events = POLLIN;
        of[n++] = w;
    }
    int ready = poll(fds, n, timeout_ms);
    *out_overdue = false;
    for (nfds_t i = 0; i < n && ready > 0; i++)
        if (fds[i].revents != 0 && is_starting(of[i]))
            (void)get_to_know(pool, of[i], &ignored);
        else if (fds[i].revents != 0)
            return of[i];
    int64_t now = clock_monotonic_ns();
    for (nfds_t i = 0; i < n; i++)
        if (of[i]->n_jobs > 0 && now - of[i]->since_ns > pool->lost_after_ns) {
            *out_overdue = true;
            return of[i];
        }
    return NULL;
}

/* 1: the result, 0: its job runs again. */
static int take_result(struct worker_pool *pool, struct worker *w, bool overdue, struct arena *a,
                       int64_t *out_id, struct eval_result *out)
{
    bool ok = !overdue && read_result(w, a, out);
    if (!ok && retry(pool, w))
        return 0;
    if (!ok) {
        const struct queued *q = &w->jobs[0];
        eval_result_init(out, OUTCOME_INFRA,
                         arena_printf(a, "the worker was lost %u times", q->attempts));
        out->compile_ms = out->total_ms = (double)__builtin_nanf("");
        memcpy(out->code_sha256, q->job.code_sha256, sizeof(out->code_sha256));
    }
    *out_id = w->jobs[0].job.id;
    w->n_jobs--;
    memmove(w->jobs, w->jobs + 1, w->n_jobs * sizeof(*w->jobs));
    w->since_ns = clock_monotonic_ns();
    w->ahead -= w->n_jobs > 0 ? w->jobs[0].ahead : 0;
    w->jobs[0].ahead = 0;
    pool->outstanding--;
    if (w->n_jobs > 0 && (w->pid == 0 || !send_jobs(w)))
        (void)retry(pool, w); /* a failure shows at the next look */
    return 1;
}

static int pool_next(struct transport *t, volatile const sig_atomic_t *stop, struct arena *a,
                     int64_t *out_id, struct eval_result *out, struct err *err)
{
    struct worker_pool *pool = pool_of(t);
    const unsigned n_known = pool->n_known;
    while (pool->outstanding > 0 && pool->n_known == n_known) {
        bool overdue;
        struct worker *w = wait_any(pool, WAIT_MS, &overdue);
        if (stop != NULL && *stop != 0)
            return err_set(err, ERR_INTERRUPTED, "interrupted");
        if (w != NULL && take_result(pool, w, overdue, a, out_id, out) > 0)
            return 1;
    }
    return 0;
}

static int pool_poll(struct transport *t, struct arena *a, int64_t *out_id, struct eval_result *out)
{
    struct worker_pool *pool = pool_of(t);
    bool overdue = false;
    struct worker *w = pool->outstanding > 0 ? wait_any(pool, 0, &overdue) : NULL;
    return w == NULL ? 0 : take_result(pool, w, overdue, a, out_id, out);
}

static size_t pool_watch(const struct transport *t, int *fds, size_t most)
{
    const struct worker_pool *pool = const_pool_of(t);
    size_t n = 0;
    for (unsigned i = 0; i < pool->n && n < most; i++)
        if (pool->workers[i].pid != 0 &&
            (pool->workers[i].n_jobs > 0 || is_starting(&pool->workers[i])))
            fds[n++] = pool->workers[i].from;
    return n;
}

/* A sent job cannot be taken back: its worker is replaced and keeps the others. */
static bool pool_cancel(struct transport *t, int64_t id)
{
    struct worker_pool *pool = pool_of(t);
    for (unsigned i = 0; i < pool->n; i++) {
        struct worker *w = &pool->workers[i];
        size_t at = 0;
        while (at < w->n_jobs && w->jobs[at].job.id != id)
            at++;
        if (at == w->n_jobs)
            continue;
        bool sent = w->jobs[at].sent;
        w->n_jobs--;
        memmove(w->jobs + at, w->jobs + at + 1, (w->n_jobs - at) * sizeof(*w->jobs));
        pool->outstanding--;
        if (sent && w->n_jobs == 0)
            worker_stop(w); /* the next job starts it */
        else if (sent && !restart(pool, w))
            (void)retry(pool, w);
        return true;
    }
    return false;
}

#define POOL_FUNCTIONS                                                                             \
    .close = pool_close, .size = pool_size, .device = pool_device, .has_room = pool_has_room,      \
    .outstanding = pool_outstanding, .submit = pool_submit, .next = pool_next, .poll = pool_poll,  \
    .watch = pool_watch, .cancel = pool_cancel

static const struct transport_kind transport_kind_local = { .name = "local",
                                                            .open = open_local,
                                                            POOL_FUNCTIONS };
const struct transport_kind transport_kind_socket = { .name = "socket",
                                                      .open = open_socket,
                                                      POOL_FUNCTIONS };

const struct transport_kind *const transport_local = &transport_kind_local;
