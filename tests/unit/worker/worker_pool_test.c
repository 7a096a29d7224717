/*
 * worker_pool_test.c - jobs ahead, lost workers and several GPUs.
 *
 * The test program is its own worker: it greets as one of two GPUs and answers at once.  A text
 * that begins with "loud" gets a megabyte, one with "die" ends it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "src/worker/transport.h"
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

static int pretend(void)
{
    const char *gpu = getenv("ROLLBOOK_GPU");
    struct device_info d = { .backend = "cuda", .name = "none", .n_devices = 2 };
    struct buf hello = { 0 };
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

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "worker") == 0)
        return pretend();
    (void)unsetenv("ROLLBOOK_BIN"); /* workers are this program */
    (void)unsetenv("ROLLBOOK_GPU");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_worker_takes_jobs_ahead_and_answers_in_order),
        cmocka_unit_test(large_jobs_wait_until_they_are_at_hand),
        cmocka_unit_test(a_job_that_ends_workers_costs_the_jobs_behind_it_nothing),
        cmocka_unit_test(workers_are_spread_over_gpus_and_results_name_theirs),
        cmocka_unit_test(a_cancelled_job_delivers_nothing),
        cmocka_unit_test(the_environment_keeps_all_workers_on_one_gpu),
    };
    return cmocka_run_group_tests_name("worker_pool", tests, NULL, NULL);
}
