/*
 * worker_pool_test.c - jobs ahead, lost workers and several GPUs.
 *
 * The test program is its own worker: it greets as one of two GPUs and answers at once.  A text
 * that begins with "loud" gets a megabyte, one with "die" ends it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/eval.h"
#include "src/worker/transport.h"
#include "src/worker/worker_process.h"
#include "src/worker/worker_proto.h"

/* One at hand, others ahead. */
#define JOBS_OF_A_WORKER ((int64_t)evaluator_habits("cuda").jobs_ahead + 1)

static char *megabyte(struct arena *a)
{
    size_t n = (size_t)1 << 20;
    char *text = arena_alloc(a, n + 1);
    memset(text, 'x', n);
    return text;
}

static bool answer(const struct eval_job *job, const struct device_info *d, struct arena *a)
{
    struct buf frame = { .max = FRAME_MAX_BYTES };
    struct result_message m = { .id = job->id };
    eval_result_init(&m.result, OUTCOME_MISMATCH, job->task_id);
    memcpy(m.result.code_sha256, job->code_sha256, sizeof m.result.code_sha256);
    snprintf(m.result.device_uuid, sizeof m.result.device_uuid, "%s", d->uuid);
    if (strncmp(job->kernel_text, "loud", 4) == 0)
        m.result.compile_log = megabyte(a);
    result_encode(&m, &frame);
    bool ok = frame_write(STDOUT_FILENO, &frame);
    buf_release(&frame);
    return ok;
}

/* How many settings of that name there are, or all of them. */
static int count_environment(const char *name)
{
    int n = 0;
    for (char **e = environ; *e != NULL; e++)
        n += strncmp(*e, name, strlen(name)) == 0;
    return n;
}

/* Says so where it is asked to, after some work of its own. */
static void end(void)
{
    const char *fd = getenv("WORKER_ENDS");
    const struct timespec work = { .tv_nsec = 20000000 };
    if (fd == NULL)
        return;
    (void)nanosleep(&work, NULL);
    (void)!write((int)strtol(fd, NULL, 10), "e", 1);
}

static int pretend(char **argv)
{
    const char *gpu = getenv("ROLLBOOK_GPU");
    struct device_info d = { .backend = "cuda", .n_devices = 2 };
    struct buf hello = { 0 };
    snprintf(d.name, sizeof d.name, "%s, %s threads, core %s, %d of %d settings", argv[2], argv[3],
             argv[4], count_environment("ROLLBOOK_GPU="), count_environment(""));
    bool going = true;
    snprintf(d.uuid, sizeof d.uuid, "GPU-%s", gpu != NULL ? gpu : "0");
    hello_encode(&d, &hello);
    if (!frame_write(STDOUT_FILENO, &hello))
        return 1;
    while (going) {
        struct arena a = { 0 };
        struct buf frame = { .max = FRAME_MAX_BYTES };
        struct eval_job job;
        going = frame_read(STDIN_FILENO, &frame) > 0 &&
                job_decode(frame.data, frame.len, &a, &job, NULL) == 0 &&
                strncmp(job.kernel_text, "die", 3) != 0 && answer(&job, &d, &a);
        buf_release(&frame);
        arena_release(&a);
    }
    end();
    return 0;
}

static struct transport *open_pool(unsigned workers)
{
    struct transport_options options = { .backend = "cuda", .workers = workers };
    struct transport *pool = NULL;
    struct err err = { 0 };
    if (transport_local->open(&options, &pool, &err) != 0)
        fail_msg("%s", err.msg);
    return pool;
}

static int submit(struct transport *pool, int64_t id, const char *text)
{
    struct err err = { 0 };
    struct eval_job job = { .id = id,
                            .task_id = "l1/4",
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .kernel_text = text,
                            .kernel_len = strlen(text) };
    return pool->kind->submit(pool, &job, &err);
}

static int64_t next(struct transport *pool, enum outcome outcome, char uuid[64])
{
    struct arena a = { 0 };
    struct eval_result r;
    struct err err = { 0 };
    int64_t id = -1;
    assert_int_equal(pool->kind->next(pool, NULL, &a, &id, &r, &err), 1);
    assert_int_equal(r.outcome, outcome);
    if (uuid != NULL)
        memcpy(uuid, r.device_uuid, 64);
    arena_release(&a);
    return id;
}

static void a_worker_takes_jobs_ahead_and_answers_in_order(void **state)
{
    struct transport *pool = open_pool(1);
    (void)state;
    for (int64_t id = 0; id < JOBS_OF_A_WORKER; id++) {
        assert_true(pool->kind->has_room(pool));
        assert_int_equal(submit(pool, id, "text"), 0);
    }
    assert_false(pool->kind->has_room(pool));
    assert_int_equal(submit(pool, 99, "text"), ERR_BUSY);
    for (int64_t id = 0; id < JOBS_OF_A_WORKER; id++)
        assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), id);
    assert_int_equal(pool->kind->outstanding(pool), 0);
    transport_close(pool);
}

/* Larger than any pipe: neither side may wait for the other to read. */
static void large_jobs_wait_until_they_are_at_hand(void **state)
{
    struct arena a = { 0 };
    struct transport *pool = open_pool(1);
    char *text = megabyte(&a);
    (void)state;
    memcpy(text, "loud", 4);
    for (int64_t id = 0; id < JOBS_OF_A_WORKER; id++)
        assert_int_equal(submit(pool, id, id % 2 == 0 ? text : "loud"), 0);
    for (int64_t id = 0; id < JOBS_OF_A_WORKER; id++)
        assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), id);
    transport_close(pool);
    arena_release(&a);
}

static void a_job_that_ends_workers_costs_the_jobs_behind_it_nothing(void **state)
{
    struct transport *pool = open_pool(1);
    (void)state;
    assert_int_equal(submit(pool, 0, "first"), 0);
    assert_int_equal(submit(pool, 1, "die"), 0);
    assert_int_equal(submit(pool, 2, "third"), 0);
    assert_int_equal(submit(pool, 3, "fourth"), 0);
    assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), 0);
    assert_int_equal(next(pool, OUTCOME_INFRA, NULL), 1);
    assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), 2);
    assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), 3);
    transport_close(pool);
}

static void workers_are_spread_over_gpus_and_results_name_theirs(void **state)
{
    struct transport *pool = open_pool(4);
    unsigned of[2] = { 0 };
    (void)state;
    for (unsigned w = 0; w < 4; w++)
        assert_string_equal(pool->kind->device(pool, w)->uuid, w % 2 == 0 ? "GPU-0" : "GPU-1");
    for (int64_t id = 0; id < 8; id++)
        assert_int_equal(submit(pool, id, "text"), 0);
    for (int i = 0; i < 8; i++) {
        char uuid[64];
        (void)next(pool, OUTCOME_MISMATCH, uuid);
        assert_true(strcmp(uuid, "GPU-0") == 0 || strcmp(uuid, "GPU-1") == 0);
        of[uuid[4] - '0']++;
    }
    assert_int_equal(of[0], 4);
    assert_int_equal(of[1], 4);
    transport_close(pool);
}

static void a_cancelled_job_delivers_nothing(void **state)
{
    struct transport *pool = open_pool(1);
    (void)state;
    for (int64_t id = 0; id < 4; id++)
        assert_int_equal(submit(pool, id, "text"), 0);
    assert_true(pool->kind->cancel(pool, 0)); /* at hand: its worker is replaced */
    assert_true(pool->kind->cancel(pool, 2));
    assert_false(pool->kind->cancel(pool, 2));
    assert_int_equal(pool->kind->outstanding(pool), 2);
    assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), 1);
    assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), 3);
    assert_int_equal(submit(pool, 9, "text"), 0);
    assert_true(pool->kind->cancel(pool, 9));
    assert_int_equal(submit(pool, 10, "text"), 0);
    assert_int_equal(next(pool, OUTCOME_MISMATCH, NULL), 10);
    transport_close(pool);
}

static void the_environment_keeps_all_workers_on_one_gpu(void **state)
{
    (void)state;
    assert_int_equal(setenv("ROLLBOOK_GPU", "1", 1), 0);
    struct transport *pool = open_pool(3);
    for (unsigned w = 0; w < 3; w++)
        assert_string_equal(pool->kind->device(pool, w)->uuid, "GPU-1");
    transport_close(pool);
    assert_int_equal(unsetenv("ROLLBOOK_GPU"), 0);
}

static int count_open(void)
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) != -1;
    return n;
}

/* Half of the pipe is for jobs ahead.  Of the environment one setting is the worker's own. */
static void a_worker_is_started_with_pipes_and_a_device(void **state)
{
    char backend[] = "cuda", want[100];
    const struct worker_setting setting = { .backend = backend, .threads = 3 };
    struct err err = { 0 };
    (void)state;
    for (int own = 0; own < 2; own++) {
        struct worker w = { .cpu = 2, .gpu = own == 1 ? 12 : -1, .grace_ms = 1000 };
        assert_int_equal(setenv("ROLLBOOK_GPU", "7", 1), 0);
        int before = count_open();
        if (worker_start(&setting, &w, &err) != 0)
            fail_msg("%s", err.msg);
        pid_t pid = w.pid;
        int to = w.to, from = w.from;
        assert_true(pid > 0);
        assert_string_equal(w.device.uuid, own == 1 ? "GPU-12" : "GPU-7");
        snprintf(want, sizeof want, "cuda, 3 threads, core 2, 1 of %d settings",
                 count_environment(""));
        assert_string_equal(w.device.name, want);
        assert_int_equal(w.ahead_max, fcntl(to, F_GETPIPE_SZ) / 2);
        assert_int_equal(fcntl(to, F_GETFD), FD_CLOEXEC);
        assert_int_equal(fcntl(from, F_GETFD), FD_CLOEXEC);
        assert_int_equal(count_open(), before + 2); /* not the worker's ends */
        worker_stop(&w);
        assert_int_equal(w.pid, 0);
        assert_int_equal(w.to, -1);
        assert_int_equal(w.from, -1);
        assert_int_equal(kill(pid, 0), -1);
        assert_int_equal(fcntl(to, F_GETFD), -1);
        assert_int_equal(fcntl(from, F_GETFD), -1);
        worker_stop(&w); /* once more does nothing */
        assert_int_equal(w.pid, 0);
    }
    assert_int_equal(unsetenv("ROLLBOOK_GPU"), 0);
}

/* An idle worker has time to end by itself; without a grace none is waited for. */
static void an_idle_worker_ends_by_itself(void **state)
{
    char backend[] = "cuda", number[16], said = 0;
    const struct worker_setting setting = { .backend = backend, .threads = 1 };
    struct err err = { 0 };
    int ends[2];
    (void)state;
    for (int grace = 0; grace < 2; grace++) {
        struct worker w = { .cpu = -1, .gpu = -1, .grace_ms = grace == 1 ? 10000 : 0 };
        assert_int_equal(pipe(ends), 0);
        snprintf(number, sizeof number, "%d", ends[1]);
        assert_int_equal(setenv("WORKER_ENDS", number, 1), 0);
        assert_int_equal(worker_start(&setting, &w, &err), 0);
        assert_int_equal(close(ends[1]), 0);
        worker_stop(&w);
        assert_int_equal(read(ends[0], &said, 1), grace);
        assert_int_equal(close(ends[0]), 0);
    }
    assert_int_equal(unsetenv("WORKER_ENDS"), 0);
}

static int nobody(void *context)
{
    (void)context;
    return -1;
}

static void a_worker_that_cannot_be_started_is_said(void **state)
{
    static const struct {
        const char *program; /* NULL: behind a socket */
        const char *message;
    } rows[] = {
        { "/none/rollbook", "cannot start a worker: No such file or directory" },
        { "/bin/true", "a worker ended before it was ready (see its message)" },
        { NULL, "no worker can be reached" },
    };
    char backend[] = "cuda";
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct worker_setting setting = {
            .backend = backend, .threads = 1, .connect = rows[i].program == NULL ? nobody : NULL
        };
        struct worker w = { .cpu = -1, .gpu = -1 };
        struct err err = { 0 };
        int before = count_open();
        if (rows[i].program != NULL)
            assert_int_equal(setenv("ROLLBOOK_BIN", rows[i].program, 1), 0);
        assert_int_equal(worker_start(&setting, &w, &err), ERR_INTEGRITY);
        assert_string_equal(err.msg, rows[i].message);
        assert_int_equal(w.pid, 0);
        assert_int_equal(count_open(), before);
        assert_int_equal(unsetenv("ROLLBOOK_BIN"), 0);
    }
}

static void results_can_be_waited_for_by_others(void **state)
{
    struct transport *pool = open_pool(2);
    struct arena a = { 0 };
    struct eval_result r;
    int fds[4];
    int64_t id = -1;
    (void)state;
    assert_int_equal(pool->kind->size(pool), 2);
    assert_non_null(strstr(pool->kind->device(pool, 1)->name, "cuda, 1 threads, core -1, 1 of "));
    assert_int_equal(pool->kind->watch(pool, fds, ARRAY_LEN(fds)), 0);
    assert_int_equal(pool->kind->poll(pool, &a, &id, &r), 0);
    assert_int_equal(submit(pool, 5, "text"), 0);
    assert_int_equal(pool->kind->watch(pool, fds, ARRAY_LEN(fds)), 1);
    assert_int_equal(submit(pool, 6, "text"), 0);
    assert_int_equal(pool->kind->watch(pool, fds, 1), 1);
    assert_int_equal(pool->kind->watch(pool, fds, 0), 0);
    assert_int_equal(pool->kind->watch(pool, fds, ARRAY_LEN(fds)), 2);
    assert_int_not_equal(fds[0], fds[1]);
    for (size_t i = 0; i < 2; i++) {
        struct pollfd ready = { .fd = fds[1 - i], .events = POLLIN };
        assert_int_equal(poll(&ready, 1, 10000), 1);
    }
    assert_int_equal(pool->kind->outstanding(pool), 2);
    assert_int_equal(pool->kind->poll(pool, &a, &id, &r), 1);
    assert_int_equal(id, 5);
    assert_string_equal(r.device_uuid, "GPU-0");
    assert_int_equal(pool->kind->poll(pool, &a, &id, &r), 1);
    assert_int_equal(id, 6);
    assert_string_equal(r.device_uuid, "GPU-1");
    assert_int_equal(pool->kind->poll(pool, &a, &id, &r), 0);
    assert_int_equal(pool->kind->outstanding(pool), 0);
    transport_close(pool);
    arena_release(&a);
}

static void what_is_said_of_jobs_that_have_no_result(void **state)
{
    struct transport *pool = open_pool(1);
    struct arena a = { 0 };
    struct eval_result r;
    struct err err = { 0 };
    struct eval_job job = { .id = 1, .task_id = "l1/4", .kernel_text = "die", .kernel_len = 3 };
    volatile sig_atomic_t stop = 1;
    char hash[65];
    int64_t id = -1;
    (void)state;
    assert_int_equal(pool->kind->next(pool, &stop, &a, &id, &r, &err), 0); /* there is none */
    assert_int_equal(pool->kind->submit(pool, &job, &err), 0);
    assert_int_equal(pool->kind->next(pool, &stop, &a, &id, &r, &err), ERR_INTERRUPTED);
    assert_string_equal(err.msg, "interrupted");
    stop = 0;
    assert_int_equal(pool->kind->next(pool, &stop, &a, &id, &r, &err), 1);
    assert_int_equal(id, 1);
    assert_int_equal(r.outcome, OUTCOME_INFRA);
    assert_string_equal(r.message, "the worker was lost 3 times");
    sha256_hex("die", 3, hash);
    assert_string_equal(r.code_sha256, hash);
    assert_true(isnan(r.compile_ms) && isnan(r.total_ms));
    job.kernel_text = "text";
    job.kernel_len = 4;
    while (pool->kind->submit(pool, &job, &err) == 0)
        job.id++;
    assert_int_equal(job.id, 1 + JOBS_OF_A_WORKER);
    assert_string_equal(err.msg, "every worker has its jobs");
    transport_close(pool); /* with jobs under way */
    arena_release(&a);
}

static void sockets_are_named_by_who_opens_them(void **state)
{
    static const struct {
        unsigned workers;
        int (*connect)(void *context);
        const char *message;
    } rows[] = {
        { 1, NULL, "workers on sockets cannot be named" },
        { 0, nobody, "workers on sockets cannot be named" },
        { 2, nobody, "no worker can be reached" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct transport_options options = { .backend = "cuda",
                                                   .workers = rows[i].workers,
                                                   .connect = rows[i].connect };
        struct transport *t = NULL;
        struct err err = { 0 };
        int rc = transport_kind_socket.open(&options, &t, &err);
        assert_int_equal(rc, i < 2 ? ERR_USAGE : ERR_INTEGRITY);
        assert_string_equal(err.msg, rows[i].message);
        assert_null(t);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "worker") == 0)
        return pretend(argv);
    (void)unsetenv("ROLLBOOK_BIN"); /* workers are this program */
    (void)unsetenv("ROLLBOOK_GPU");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_worker_takes_jobs_ahead_and_answers_in_order),
        cmocka_unit_test(large_jobs_wait_until_they_are_at_hand),
        cmocka_unit_test(a_job_that_ends_workers_costs_the_jobs_behind_it_nothing),
        cmocka_unit_test(workers_are_spread_over_gpus_and_results_name_theirs),
        cmocka_unit_test(a_cancelled_job_delivers_nothing),
        cmocka_unit_test(the_environment_keeps_all_workers_on_one_gpu),
        cmocka_unit_test(a_worker_is_started_with_pipes_and_a_device),
        cmocka_unit_test(an_idle_worker_ends_by_itself),
        cmocka_unit_test(a_worker_that_cannot_be_started_is_said),
        cmocka_unit_test(results_can_be_waited_for_by_others),
        cmocka_unit_test(what_is_said_of_jobs_that_have_no_result),
        cmocka_unit_test(sockets_are_named_by_who_opens_them),
    };
    return cmocka_run_group_tests_name("worker_pool", tests, NULL, NULL);
}
