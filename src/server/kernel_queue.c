#include "src/server/kernel_queue.h"

#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/worker/transport.h"

#define MAX_WATCHED 256
#define POLL_MS     500 /* between looks for lost workers */

static const char *const backends[] = { "cpu", "cuda", "torch-cpu", "torch-cuda" };
#define N_BACKENDS ARRAY_LEN(backends)

struct queued_kernel {
    struct eval_job job;
    struct arena arena;
    size_t backend;
    bool yields;              /* to those that do not */
    struct kernel_done *done; /* NULL: waiting or running */
    struct queued_kernel *next;
};

struct kernel_list {
    struct queued_kernel *first, *last;
};

struct kernel_queue {
    const struct transport_kind *way;
    unsigned workers;
    size_t most;
    int wake, ready; /* events: to do, done */
    pthread_t thread;
    bool started;
    struct transport *pools[N_BACKENDS]; /* the thread's */
    struct kernel_list running;          /* the thread's */
    pthread_mutex_t mutex;               /* guards the rest */
    struct kernel_list waiting, done;
    size_t size;
    bool stopping;
};

static void append(struct kernel_list *l, struct queued_kernel *i)
{
    i->next = NULL;
    if (l->last != NULL)
        l->last->next = i;
    else
        l->first = i;
    l->last = i;
}

static struct queued_kernel *take_id(struct kernel_list *l, uint64_t id)
{
    struct queued_kernel *before = NULL;
    struct queued_kernel *i = l->first;
    while (i != NULL && (uint64_t)i->job.id != id) {
        before = i;
        i = i->next;
    }
    if (i == NULL)
        return NULL;
    if (before != NULL)
        before->next = i->next;
    else
        l->first = i->next;
    if (l->last == i)
        l->last = before;
    return i;
}

static void free_item(struct queued_kernel *i)
{
    arena_release(&i->arena);
    free(i);
}

static void free_list(struct kernel_list *l)
{
    while (l->first != NULL) {
        struct queued_kernel *i = take_id(l, (uint64_t)l->first->job.id);
        if (i->done != NULL)
            arena_release(&i->done->arena);
        free(i->done);
        free_item(i);
    }
}

static void signal_fd(int fd)
{
    const uint64_t one = 1;
    ssize_t n = write(fd, &one, sizeof(one));
    (void)n; /* a full counter is readable too */
}

static void clear_fd(int fd)
{
    uint64_t count;
    ssize_t n = read(fd, &count, sizeof(count));
    (void)n;
}

static void deliver(struct kernel_queue *q, struct queued_kernel *i, struct kernel_done *done)
{
    done->id = (uint64_t)i->job.id;
    i->done = done;
    pthread_mutex_lock(&q->mutex);
    append(&q->done, i);
    q->size--;
    pthread_mutex_unlock(&q->mutex);
    signal_fd(q->ready);
}

static void start_job(struct kernel_queue *q, struct queued_kernel *i)
{
    struct err err = { 0 };
    const struct transport_options options = { .backend = backends[i->backend],
                                               .workers = q->workers };
    int rc = q->pools[i->backend] != NULL ? 0 : q->way->open(&options, &q->pools[i->backend], &err);
    if (rc == 0)
        rc = q->way->submit(q->pools[i->backend], &i->job, &err);
    if (rc == 0)
        append(&q->running, i);
    else {
        struct kernel_done *done = mem_alloc(sizeof(*done));
        eval_result_init(&done->result, OUTCOME_INFRA, arena_strdup(&done->arena, err.msg));
        done->result.compile_ms = done->result.total_ms = (double)NAN;
        deliver(q, i, done);
    }
}

/* The first whose workers have room: one backend must not hold up another. */
static struct queued_kernel *take_startable(struct kernel_queue *q)
{
    struct queued_kernel *found = NULL;
    pthread_mutex_lock(&q->mutex);
    for (struct queued_kernel *i = q->waiting.first; i != NULL; i = i->next) {
        const struct transport *pool = q->pools[i->backend];
        if (pool != NULL && !pool->kind->has_room(pool))
            continue;
        if (found == NULL || (found->yields && !i->yields))
            found = i;
    }
    if (found != NULL)
        take_id(&q->waiting, (uint64_t)found->job.id);
    pthread_mutex_unlock(&q->mutex);
    return found;
}

/* Workers use several devices; the result names its own. */
static const struct device_info *device_of(const struct transport *pool,
                                           const struct eval_result *r)
{
    for (unsigned i = 0; i < pool->kind->size(pool); i++)
        if (strcmp(pool->kind->device(pool, i)->uuid, r->device_uuid) == 0)
            return pool->kind->device(pool, i);
    return pool->kind->device(pool, 0);
}

/* A result of no running job is nobody's. */
static void take_results(struct kernel_queue *q, struct transport *pool)
{
    for (;;) {
        struct kernel_done *done = mem_alloc(sizeof(*done));
        int64_t id = 0;
        int rc = pool->kind->poll(pool, &done->arena, &id, &done->result);
        struct queued_kernel *i = rc > 0 ? take_id(&q->running, (uint64_t)id) : NULL;
        if (i != NULL) {
            done->has_device = true;
            done->device = *device_of(pool, &done->result);
            deliver(q, i, done);
            continue;
        }
        arena_release(&done->arena);
        free(done);
        if (rc <= 0)
            return;
    }
}

static void wait_for_work(struct kernel_queue *q)
{
    struct pollfd fds[1 + MAX_WATCHED];
    int watched[MAX_WATCHED];
    nfds_t n = 1;
    fds[0] = (struct pollfd){ .fd = q->wake, .events = POLLIN };
    for (size_t b = 0; b < N_BACKENDS; b++) {
        size_t more =
            q->pools[b] == NULL ? 0 : q->way->watch(q->pools[b], watched, MAX_WATCHED - (n - 1));
        for (size_t i = 0; i < more; i++)
            fds[n++] = (struct pollfd){ .fd = watched[i], .events = POLLIN };
    }
    poll(fds, n, POLL_MS);
    if (fds[0].revents != 0)
        clear_fd(q->wake);
}

static bool is_stopping(struct kernel_queue *q)
{
    pthread_mutex_lock(&q->mutex);
    bool stopping = q->stopping;
    pthread_mutex_unlock(&q->mutex);
    return stopping;
}

static void *run(void *context)
{
    struct kernel_queue *q = context;
    while (!is_stopping(q)) {
        struct queued_kernel *i;
        while ((i = take_startable(q)) != NULL)
            start_job(q, i);
        for (size_t b = 0; b < N_BACKENDS; b++)
            if (q->pools[b] != NULL)
                take_results(q, q->pools[b]);
        wait_for_work(q);
    }
    for (size_t b = 0; b < N_BACKENDS; b++)
        transport_close(q->pools[b]);
    return NULL;
}

int kernel_queue_open(const struct transport_kind *way, unsigned workers, size_t most,
                      struct kernel_queue **out, struct err *err)
{
    struct kernel_queue *q = mem_alloc(sizeof(*q));
    q->way = way;
    q->workers = workers;
    q->most = most;
    q->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    q->ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&q->mutex, NULL);
    q->started = q->wake >= 0 && q->ready >= 0 && pthread_create(&q->thread, NULL, run, q) == 0;
    if (!q->started) {
        kernel_queue_close(q);
        return err_set(err, ERR_INTEGRITY, "no thread for evaluations");
    }
    *out = q;
    return 0;
}

void kernel_queue_close(struct kernel_queue *q)
{
    if (q == NULL)
        return;
    pthread_mutex_lock(&q->mutex);
    q->stopping = true;
    pthread_mutex_unlock(&q->mutex);
    if (q->started) {
        signal_fd(q->wake);
        pthread_join(q->thread, NULL);
    }
    free_list(&q->waiting);
    free_list(&q->running);
    free_list(&q->done);
    close(q->wake);
    close(q->ready);
    pthread_mutex_destroy(&q->mutex);
    free(q);
}

static bool find_backend(const char *name, size_t *out)
{
    for (*out = 0; *out < N_BACKENDS; (*out)++)
        if (strcmp(backends[*out], name) == 0)
            return true;
    return false;
}

int kernel_queue_add(struct kernel_queue *q, const char *name, const struct eval_job *job,
                     bool yields, struct err *err)
{
    size_t backend = 0;
    if (!find_backend(name, &backend))
        return err_set(err, ERR_USAGE, "backend: '%.40s' is not cpu or cuda", name);
    struct queued_kernel *i = mem_alloc(sizeof(*i));
    i->job = *job;
    i->backend = backend;
    i->yields = yields;
    i->job.task_id = arena_strdup(&i->arena, job->task_id);
    i->job.task = NULL; /* the caller's; workers find it */
    if (job->problem != NULL)
        i->job.problem = arena_strdup(&i->arena, job->problem);
    i->job.kernel_text = arena_strndup(&i->arena, job->kernel_text, job->kernel_len);
    pthread_mutex_lock(&q->mutex);
    bool full = q->size >= q->most;
    if (!full) {
        append(&q->waiting, i);
        q->size++;
    }
    pthread_mutex_unlock(&q->mutex);
    if (full) {
        free_item(i);
        return err_set(err, ERR_BUSY, "%zu evaluations wait or run already", q->most);
    }
    signal_fd(q->wake);
    return 0;
}

bool kernel_queue_drop(struct kernel_queue *q, uint64_t id)
{
    pthread_mutex_lock(&q->mutex);
    struct queued_kernel *i = take_id(&q->waiting, id);
    q->size -= i != NULL;
    pthread_mutex_unlock(&q->mutex);
    if (i != NULL)
        free_item(i);
    return i != NULL;
}

size_t kernel_queue_size(struct kernel_queue *q)
{
    pthread_mutex_lock(&q->mutex);
    size_t n = q->size;
    pthread_mutex_unlock(&q->mutex);
    return n;
}

int kernel_queue_fd(const struct kernel_queue *q)
{
    return q->ready;
}

bool kernel_queue_next(struct kernel_queue *q, struct kernel_done *out)
{
    clear_fd(q->ready); /* first: later results set it again */
    pthread_mutex_lock(&q->mutex);
    struct queued_kernel *i =
        q->done.first == NULL ? NULL : take_id(&q->done, (uint64_t)q->done.first->job.id);
    pthread_mutex_unlock(&q->mutex);
    if (i == NULL)
        return false;
    *out = *i->done;
    free(i->done);
    free_item(i);
    return true;
}
