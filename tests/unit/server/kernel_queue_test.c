/*
 * kernel_queue_test.c - evaluations between the proxy and workers that are the test's: order, room,
 * failures, and what is left at the end.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/server/kernel_queue.h"
#include "src/worker/transport.h"

enum { MOST_JOBS = 16, LONG_MS = 20000, BATCH_FROM = 1000 /* ids of jobs that yield */ };

struct pool {
    struct transport base;
    char backend[16];
    struct device_info devices[2];
};

/* What the workers do; the mutex guards all. */
static struct {
    pthread_mutex_t mutex;
    struct buf log;
    const char *full; /* a backend without room; NULL: none */
    bool withholds;   /* results */
    const char *uuid; /* of the device that results name */
    struct {
        int64_t id;
        const struct transport *pool;
    } taken[MOST_JOBS];
    size_t n_taken;
    int event;
} work = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void note(const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&work.mutex);
    buf_puts(&work.log, text);
    pthread_mutex_unlock(&work.mutex);
}

static struct pool *pool_of(const struct transport *t)
{
    return (struct pool *)(uintptr_t)t;
}

static int open_pool(const struct transport_options *o, struct transport **out, struct err *err);

static void close_pool(struct transport *t)
{
    note("close %s|", pool_of(t)->backend);
    free(t);
}

static unsigned two(const struct transport *t)
{
    (void)t;
    return 2;
}

static const struct device_info *device_at(const struct transport *t, unsigned i)
{
    assert_true(i < 2);
    return &pool_of(t)->devices[i];
}

static bool has_room(const struct transport *t)
{
    pthread_mutex_lock(&work.mutex);
    bool room = work.full == NULL || strcmp(work.full, pool_of(t)->backend) != 0;
    pthread_mutex_unlock(&work.mutex);
    return room;
}

static int submit(struct transport *t, const struct eval_job *job, struct err *err)
{
    note("%s %lld %s '%.*s' %s|", pool_of(t)->backend, (long long)job->id, job->task_id,
         (int)job->kernel_len, job->kernel_text, job->problem == NULL ? "-" : job->problem);
    assert_null(job->task);
    if (strcmp(job->task_id, "refused") == 0)
        return err_set(err, ERR_INTEGRITY, "no worker takes it");
    pthread_mutex_lock(&work.mutex);
    work.taken[work.n_taken].id = job->id;
    work.taken[work.n_taken++].pool = t;
    pthread_mutex_unlock(&work.mutex);
    return 0;
}

static int poll_pool(struct transport *t, struct arena *a, int64_t *out_id, struct eval_result *out)
{
    pthread_mutex_lock(&work.mutex);
    size_t at = 0;
    while (at < work.n_taken && work.taken[at].pool != t)
        at++;
    bool any = at < work.n_taken && !work.withholds;
    if (any) {
        *out_id = work.taken[at].id;
        work.n_taken--;
        memmove(&work.taken[at], &work.taken[at + 1], (work.n_taken - at) * sizeof(*work.taken));
    }
    const char *uuid = work.uuid;
    pthread_mutex_unlock(&work.mutex);
    if (!any)
        return 0;
    eval_result_init(out, OUTCOME_CRASH, arena_printf(a, "job %lld", (long long)*out_id));
    snprintf(out->device_uuid, sizeof(out->device_uuid), "%s", uuid);
    return 1;
}

static size_t watch(const struct transport *t, int *fds, size_t most)
{
    (void)t;
    assert_true(most > 0 && most <= 256);
    fds[0] = work.event;
    return 1;
}

static const struct transport_kind way = { .name = "test",
                                           .open = open_pool,
                                           .close = close_pool,
                                           .size = two,
                                           .device = device_at,
                                           .has_room = has_room,
                                           .submit = submit,
                                           .poll = poll_pool,
                                           .watch = watch };

static int open_pool(const struct transport_options *o, struct transport **out, struct err *err)
{
    note("open %s %u|", o->backend, o->workers);
    if (strcmp(o->backend, "cuda") == 0)
        return err_set(err, ERR_INTEGRITY, "no GPU here");
    struct pool *p = mem_alloc(sizeof(*p));
    p->base.kind = &way;
    snprintf(p->backend, sizeof(p->backend), "%s", o->backend);
    for (int i = 0; i < 2; i++) {
        snprintf(p->devices[i].uuid, sizeof(p->devices[i].uuid), "uuid-%d", i);
        snprintf(p->devices[i].name, sizeof(p->devices[i].name), "%.16s %d", o->backend, i);
    }
    *out = &p->base;
    return 0;
}

/* Descriptors that are open. */
static size_t count_open(void)
{
    size_t n = 0;
    DIR *dir = opendir("/proc/self/fd");
    assert_non_null(dir);
    while (readdir(dir) != NULL)
        n++;
    closedir(dir);
    return n;
}

static int begin(void **state)
{
    (void)state;
    buf_clear(&work.log);
    work.full = NULL;
    work.withholds = false;
    work.uuid = "uuid-1";
    work.n_taken = 0;
    work.event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return work.event < 0;
}

static int end(void **state)
{
    (void)state;
    close(work.event);
    buf_release(&work.log);
    return 0;
}

/* What the workers do from now on. */
static void change(const char *full, bool withholds)
{
    const uint64_t one = 1;
    pthread_mutex_lock(&work.mutex);
    work.full = full;
    work.withholds = withholds;
    pthread_mutex_unlock(&work.mutex);
    assert_int_equal(write(work.event, &one, sizeof(one)), sizeof(one));
}

static struct kernel_queue *open_queue(size_t most)
{
    struct kernel_queue *q = NULL;
    struct err err = { 0 };
    assert_int_equal(kernel_queue_open(&way, 3, most, &q, &err), 0);
    assert_int_equal(kernel_queue_size(q), 0);
    return q;
}

static int add(struct kernel_queue *q, const char *backend, int64_t id, const char *task)
{
    struct err err = { 0 };
    char task_id[32];
    char text[16] = "text!";
    char problem[16] = "problem";
    struct eval_job job = { .id = id, .task_id = task_id, .kernel_text = text, .kernel_len = 4 };
    snprintf(task_id, sizeof(task_id), "%s", task);
    if (id == 2)
        job.problem = problem;
    int rc = kernel_queue_add(q, backend, &job, id >= BATCH_FROM, &err);
    memset(task_id, 'x', sizeof(task_id) - 1); /* the queue has its own */
    memset(text, 'x', sizeof(text) - 1);
    memset(problem, 'x', sizeof(problem) - 1);
    if (rc < 0)
        note("%s|", err.msg);
    return rc;
}

/* "ID outcome message device" */
static void assert_done(struct kernel_queue *q, const char *want)
{
    struct kernel_done done;
    char got[200];
    struct pollfd p = { .fd = kernel_queue_fd(q), .events = POLLIN };
    while (!kernel_queue_next(q, &done))
        assert_int_equal(poll(&p, 1, LONG_MS), 1);
    snprintf(got, sizeof(got), "%llu %s %s %s%s", (unsigned long long)done.id,
             outcome_name(done.result.outcome), done.result.message,
             done.has_device ? done.device.name : "-", isnan(done.result.total_ms) ? " nan" : "");
    arena_release(&done.arena);
    assert_string_equal(got, want);
}

static void assert_log(const char *want)
{
    pthread_mutex_lock(&work.mutex);
    char *got = mem_strdup(buf_text(&work.log));
    pthread_mutex_unlock(&work.mutex);
    assert_string_equal(got, want);
    free(got);
}

static void test_jobs_of_each_backend(void **state)
{
    const size_t before = count_open();
    struct kernel_queue *q = open_queue(4);
    (void)state;
    assert_int_equal(add(q, "cpu", 0, "l1/1"), 0);
    assert_done(q, "0 crash job 0 cpu 1");
    work.uuid = "uuid-0";
    assert_int_equal(add(q, "cpu", 1, "l1/2"), 0);
    assert_done(q, "1 crash job 1 cpu 0");
    work.uuid = "of nobody";
    assert_int_equal(add(q, "torch-cuda", 2, "l1/3"), 0);
    assert_done(q, "2 crash job 2 torch-cuda 0");
    assert_int_equal(add(q, "cuda", 3, "l1/4"), 0);
    assert_done(q, "3 infra no GPU here - nan");
    assert_int_equal(add(q, "torch-cpu", 4, "refused"), 0);
    assert_done(q, "4 infra no worker takes it - nan");
    assert_int_equal(add(q, "cpu2", 5, "l1/5"), ERR_USAGE);
    assert_int_equal(kernel_queue_size(q), 0);
    kernel_queue_close(q);
    assert_log("open cpu 3|cpu 0 l1/1 'text' -|cpu 1 l1/2 'text' -|open torch-cuda 3|torch-cuda 2 "
               "l1/3 'text' problem|open cuda 3|open torch-cpu 3|torch-cpu 4 refused 'text' -|"
               "backend: 'cpu2' is not cpu or cuda|close cpu|close torch-cpu|close torch-cuda|");
    assert_int_equal(count_open(), before);
    kernel_queue_close(NULL);
}

static void test_single_jobs_go_before_a_batch(void **state)
{
    struct kernel_queue *q = open_queue(8);
    (void)state;
    assert_int_equal(add(q, "cpu", 10, "a"), 0);
    assert_done(q, "10 crash job 10 cpu 1");
    change("cpu", false);
    assert_int_equal(add(q, "cpu", BATCH_FROM, "a"), 0);
    assert_int_equal(add(q, "cpu", BATCH_FROM + 1, "a"), 0);
    assert_int_equal(add(q, "cpu", 11, "a"), 0);
    assert_int_equal(add(q, "cpu", BATCH_FROM + 2, "a"), 0);
    assert_int_equal(add(q, "cpu", 12, "a"), 0);
    change(NULL, false);
    assert_done(q, "11 crash job 11 cpu 1");
    assert_done(q, "12 crash job 12 cpu 1");
    for (int i = 0; i < 3; i++) {
        char want[64];
        snprintf(want, sizeof(want), "%d crash job %d cpu 1", BATCH_FROM + i, BATCH_FROM + i);
        assert_done(q, want);
    }
    kernel_queue_close(q);
}

/* A backend without room holds up its own jobs only; what waits can be dropped. */
static void test_jobs_that_wait(void **state)
{
    struct kernel_queue *q = open_queue(4);
    struct kernel_done done;
    (void)state;
    assert_int_equal(add(q, "cpu", 10, "a"), 0);
    assert_done(q, "10 crash job 10 cpu 1");
    change("cpu", false);
    for (int64_t id = 11; id <= 14; id++)
        assert_int_equal(add(q, id == 13 ? "torch-cpu" : "cpu", id, "a"), 0);
    assert_done(q, "13 crash job 13 torch-cpu 1");
    assert_int_equal(kernel_queue_size(q), 3);
    assert_int_equal(add(q, "cpu", 15, "a"), 0);
    assert_int_equal(add(q, "cpu", 16, "a"), ERR_BUSY);
    assert_int_equal(kernel_queue_size(q), 4);
    assert_true(kernel_queue_drop(q, 12));
    assert_false(kernel_queue_drop(q, 12));
    assert_true(kernel_queue_drop(q, 15)); /* the last */
    assert_int_equal(add(q, "cpu", 17, "a"), 0);
    assert_true(kernel_queue_drop(q, 11)); /* the first */
    assert_int_equal(kernel_queue_size(q), 2);
    assert_false(kernel_queue_next(q, &done));
    change(NULL, false);
    assert_done(q, "14 crash job 14 cpu 1");
    assert_done(q, "17 crash job 17 cpu 1");
    assert_int_equal(kernel_queue_size(q), 0);
    kernel_queue_close(q);
    assert_log("open cpu 3|cpu 10 a 'text' -|open torch-cpu 3|torch-cpu 13 a 'text' -|4 "
               "evaluations wait or run already|cpu 14 a 'text' -|cpu 17 a 'text' -|close cpu|"
               "close torch-cpu|");
}

static void wait_until_taken(size_t n)
{
    for (int i = 0; i < LONG_MS; i++) {
        pthread_mutex_lock(&work.mutex);
        size_t taken = work.n_taken;
        pthread_mutex_unlock(&work.mutex);
        if (taken == n)
            return;
        (void)poll(NULL, 0, 1);
    }
    fail_msg("the jobs are not taken");
}

/* A job that runs is not dropped, and a result of nobody's job is none. */
static void test_jobs_that_run(void **state)
{
    const size_t before = count_open();
    struct kernel_queue *q = open_queue(8);
    (void)state;
    change(NULL, true);
    for (int64_t id = 20; id < 24; id++)
        assert_int_equal(add(q, "cpu", id, "a"), 0);
    wait_until_taken(4);
    assert_false(kernel_queue_drop(q, 20));
    assert_int_equal(kernel_queue_size(q), 4);
    pthread_mutex_lock(&work.mutex);
    work.taken[0].id = 99; /* instead of 20 */
    work.taken[1].id = 22;
    work.taken[2].id = 21;
    pthread_mutex_unlock(&work.mutex);
    change(NULL, false);
    assert_done(q, "22 crash job 22 cpu 1");
    assert_done(q, "21 crash job 21 cpu 1");
    assert_done(q, "23 crash job 23 cpu 1");
    assert_int_equal(kernel_queue_size(q), 1); /* that which nobody finished */
    kernel_queue_close(q);
    assert_int_equal(count_open(), before);
}

/* Whatever is left at the end, waiting, running or done, goes with the queue. */
static void test_a_queue_that_is_closed_with_jobs(void **state)
{
    struct kernel_queue *q = open_queue(8);
    struct pollfd p = { .fd = kernel_queue_fd(q), .events = POLLIN };
    (void)state;
    assert_int_equal(add(q, "cpu", 30, "a"), 0);
    assert_int_equal(poll(&p, 1, LONG_MS), 1);
    change(NULL, true);
    assert_int_equal(add(q, "cpu", 31, "a"), 0);
    wait_until_taken(1);
    change("cpu", true);
    assert_int_equal(add(q, "cpu", 32, "a"), 0);
    assert_int_equal(kernel_queue_size(q), 2);
    kernel_queue_close(q);
    assert_log("open cpu 3|cpu 30 a 'text' -|cpu 31 a 'text' -|close cpu|");
}

#define QUEUE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        QUEUE_TEST(test_jobs_of_each_backend),
        QUEUE_TEST(test_single_jobs_go_before_a_batch),
        QUEUE_TEST(test_jobs_that_wait),
        QUEUE_TEST(test_jobs_that_run),
        QUEUE_TEST(test_a_queue_that_is_closed_with_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
