/* transport_test.c - loopback, and sockets with a lost peer. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/eval.h"
#include "src/worker/transport.h"
#include "src/worker/worker_proto.h"
#include "tests/unit/worker/loopback.h"

static int submit(struct transport *t, int64_t id, const char *text)
{
    struct err err = { 0 };
    struct eval_job job = { .id = id,
                            .task_id = "l1/4",
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .kernel_text = text,
                            .kernel_len = strlen(text) };
    return t->kind->submit(t, &job, &err);
}

static int64_t next(struct transport *t, enum outcome outcome)
{
    struct arena a = { 0 };
    struct eval_result r;
    struct err err = { 0 };
    int64_t id = -1;
    assert_int_equal(t->kind->next(t, NULL, &a, &id, &r, &err), 1);
    assert_int_equal(r.outcome, outcome);
    assert_int_equal(strlen(r.code_sha256), 64);
    arena_release(&a);
    return id;
}

static void loopback_gives_results_in_the_order_of_jobs(void **state)
{
    struct transport_options options = { .backend = "cpu" };
    struct transport *t = NULL;
    struct err err = { 0 };
    int64_t id = 0;
    (void)state;
    assert_int_equal(transport_kind_loopback.open(&options, &t, &err), 0);
    assert_string_equal(t->kind->device(t, 0)->backend, "cpu");
    while (t->kind->has_room(t))
        assert_int_equal(submit(t, id++, "no kernel file at all"), 0);
    assert_int_equal(submit(t, 99, "one too many"), ERR_BUSY);
    assert_true(t->kind->cancel(t, 1));
    assert_false(t->kind->cancel(t, 1));
    assert_int_equal(next(t, OUTCOME_PARSE), 0);
    assert_int_equal(next(t, OUTCOME_PARSE), 2);
    while (t->kind->outstanding(t) > 0)
        (void)next(t, OUTCOME_PARSE);
    struct arena a = { 0 };
    struct eval_result r;
    assert_int_equal(t->kind->next(t, NULL, &a, &id, &r, &err), 0);
    arena_release(&a);
    transport_close(t);
}

static void refuses(struct transport *t, const char *text, const char *task, const char *says)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_job job = { .id = 41,
                            .task_id = task,
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .kernel_text = text,
                            .kernel_len = strlen(text) };
    struct eval_result r;
    struct err err = { 0 };
    char hash[65];
    int64_t id = -1;
    int fds[2] = { -7, -7 };
    sha256_hex(text, strlen(text), hash);
    assert_int_equal(t->kind->submit(t, &job, &err), 0);
    assert_int_equal(t->kind->outstanding(t), 1);
    assert_int_equal(t->kind->watch(t, fds, 2), 0);
    assert_int_equal(fds[0], -7);
    assert_int_equal(t->kind->poll(t, &a, &id, &r), 1);
    assert_int_equal(id, 41);
    assert_int_equal(r.outcome, OUTCOME_INFRA);
    assert_string_equal(r.code_sha256, hash);
    assert_string_equal(r.message, says);
    assert_int_equal(t->kind->outstanding(t), 0);
    assert_int_equal(t->kind->poll(t, &a, &id, &r), 0);
}

static void loopback_says_what_it_has_and_cannot_do(void **state)
{
    struct transport_options options = { .backend = "cpu", .threads = 2 };
    static const volatile sig_atomic_t stops = 1, goes_on = 0;
    const struct transport_kind *k = &transport_kind_loopback;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct transport *t = NULL;
    struct eval_result r;
    struct err err = { 0 };
    int64_t id = -1;
    (void)state;
    assert_int_equal(k->open(&options, &t, &err), 0);
    assert_ptr_equal(t->kind, k);
    assert_string_equal(k->name, "loopback");
    assert_int_equal(k->size(t), 1);
    assert_int_equal(k->outstanding(t), 0);
    refuses(t, "a text", "l9/99", "no task 'l9/99': see rollbook task list; did you mean 'l1/99'?");
    for (int i = 0; i < 4; i++) {
        assert_true(k->has_room(t));
        assert_int_equal(submit(t, i, "no kernel file at all"), 0);
        assert_int_equal(k->outstanding(t), i + 1);
    }
    assert_false(k->has_room(t));
    struct eval_job more = { .id = 5, .task_id = "l1/4", .kernel_text = "" };
    assert_int_equal(k->submit(t, &more, &err), ERR_BUSY);
    assert_string_equal(err.msg, "the evaluator has its jobs");
    assert_int_equal(k->next(t, &stops, &a, &id, &r, &err), ERR_INTERRUPTED);
    assert_string_equal(err.msg, "interrupted");
    assert_int_equal(k->outstanding(t), 4);
    assert_false(k->cancel(t, 4));
    assert_true(k->cancel(t, 3));
    assert_true(k->cancel(t, 0));
    assert_int_equal(k->outstanding(t), 2);
    assert_int_equal(k->next(t, &goes_on, &a, &id, &r, &err), 1);
    assert_int_equal(id, 1);
    assert_int_equal(r.outcome, OUTCOME_PARSE);
    transport_close(t); /* with a job left */
    transport_close(NULL);
    options.backend = "abacus";
    t = NULL;
    assert_int_equal(k->open(&options, &t, &err), ERR_USAGE);
    assert_null(t);
    assert_string_equal(err.msg, "unknown backend 'abacus' (there are: cpu, cuda)");
}

/* They count what they are asked, each in a thread. */
struct peers {
    atomic_int connected, seen_die, answered;
    int refuse_after;
    pthread_t threads[16];
};

struct peer {
    struct peers *all;
    int fd;
};

static void reply(struct peer *p, const struct eval_job *job)
{
    struct buf frame = { .max = FRAME_MAX_BYTES };
    struct result_message m = { .id = job->id };
    eval_result_init(&m.result, OUTCOME_MISMATCH, "from a peer");
    memcpy(m.result.code_sha256, job->code_sha256, sizeof(m.result.code_sha256));
    result_encode(&m, &frame);
    atomic_fetch_add(&p->all->answered, 1);
    if (strncmp(job->kernel_text, "twice", 5) == 0)
        (void)frame_write(p->fd, &frame);
    (void)frame_write(p->fd, &frame);
    buf_release(&frame);
}

static void *serve(void *context)
{
    struct peer *p = context;
    struct device_info d = { .backend = "cpu", .name = "elsewhere", .uuid = "PEER" };
    struct buf frame = { .max = FRAME_MAX_BYTES };
    bool going = true;
    hello_encode(&d, &frame);
    (void)frame_write(p->fd, &frame);
    buf_release(&frame);
    while (going) {
        struct arena a = { 0 };
        struct eval_job job;
        struct buf text = { .max = FRAME_MAX_BYTES };
        going =
            frame_read(p->fd, &text) > 0 && job_decode(text.data, text.len, &a, &job, NULL) == 0;
        /* The first peer asked to die does, with its job. */
        if (going && strncmp(job.kernel_text, "die", 3) == 0)
            going = atomic_fetch_add(&p->all->seen_die, 1) > 0 && job.kernel_text[3] == '\0';
        if (going)
            reply(p, &job);
        buf_release(&text);
        arena_release(&a);
    }
    close(p->fd);
    free(p);
    return NULL;
}

static int connect_peer(void *context)
{
    struct peers *all = context;
    int pair[2];
    int n = atomic_fetch_add(&all->connected, 1);
    if (all->refuse_after != 0 && n >= all->refuse_after)
        return -1;
    assert_true(n < (int)ARRAY_LEN(all->threads));
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    struct peer *p = mem_alloc(sizeof(*p));
    *p = (struct peer){ .all = all, .fd = pair[1] };
    assert_int_equal(pthread_create(&all->threads[n], NULL, serve, p), 0);
    return pair[0];
}

static struct transport *open_sockets(struct peers *all, unsigned workers)
{
    struct transport_options options = {
        .backend = "cpu", .workers = workers, .connect = connect_peer, .context = all
    };
    struct transport *t = NULL;
    struct err err = { 0 };
    if (transport_kind_socket.open(&options, &t, &err) != 0)
        fail_msg("%s", err.msg);
    return t;
}

static void end(struct transport *t, struct peers *all)
{
    int made = atomic_load(&all->connected);
    transport_close(t);
    if (all->refuse_after != 0 && made > all->refuse_after)
        made = all->refuse_after;
    for (int i = 0; i < made; i++)
        assert_int_equal(pthread_join(all->threads[i], NULL), 0);
}

static void jobs_reach_peers_behind_sockets(void **state)
{
    struct peers all = { .refuse_after = 0 };
    struct transport *t = open_sockets(&all, 2);
    (void)state;
    assert_int_equal(t->kind->size(t), 2);
    assert_string_equal(t->kind->device(t, 1)->uuid, "PEER");
    assert_int_equal(submit(t, 1, "text"), 0);
    assert_int_equal(submit(t, 2, "text"), 0);
    assert_int_equal(next(t, OUTCOME_MISMATCH) + next(t, OUTCOME_MISMATCH), 3);
    end(t, &all);
}

static void the_job_of_a_lost_peer_runs_again_once(void **state)
{
    struct peers all = { .refuse_after = 0 };
    struct transport *t = open_sockets(&all, 1);
    (void)state;
    assert_int_equal(submit(t, 7, "die"), 0);
    assert_int_equal(next(t, OUTCOME_MISMATCH), 7);
    assert_int_equal(atomic_load(&all.connected), 2);
    assert_int_equal(atomic_load(&all.seen_die), 2);
    assert_int_equal(atomic_load(&all.answered), 1);
    assert_int_equal(t->kind->outstanding(t), 0);
    end(t, &all);
}

static void a_job_that_loses_every_peer_is_infra_and_no_score(void **state)
{
    struct peers all = { .refuse_after = 0 };
    struct transport *t = open_sockets(&all, 1);
    (void)state;
    assert_int_equal(submit(t, 7, "die always"), 0);
    assert_int_equal(next(t, OUTCOME_INFRA), 7);
    assert_int_equal(submit(t, 8, "text"), 0);
    assert_int_equal(next(t, OUTCOME_MISMATCH), 8);
    end(t, &all);
}

static void without_a_peer_left_jobs_become_infra(void **state)
{
    struct peers all = { .refuse_after = 1 };
    struct transport *t = open_sockets(&all, 1);
    (void)state;
    assert_int_equal(submit(t, 7, "die"), 0);
    assert_int_equal(next(t, OUTCOME_INFRA), 7);
    end(t, &all);
}

static void a_doubled_answer_is_not_the_next_jobs(void **state)
{
    struct peers all = { .refuse_after = 0 };
    struct transport *t = open_sockets(&all, 1);
    (void)state;
    assert_int_equal(submit(t, 1, "twice"), 0);
    assert_int_equal(next(t, OUTCOME_MISMATCH), 1);
    assert_int_equal(submit(t, 2, "text"), 0);
    assert_int_equal(next(t, OUTCOME_MISMATCH), 2);
    end(t, &all);
}

static void sockets_need_somebody_to_connect(void **state)
{
    struct transport_options options = { .backend = "cpu", .workers = 1 };
    struct transport *t = NULL;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(transport_kind_socket.open(&options, &t, &err), ERR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loopback_gives_results_in_the_order_of_jobs),
        cmocka_unit_test(loopback_says_what_it_has_and_cannot_do),
        cmocka_unit_test(jobs_reach_peers_behind_sockets),
        cmocka_unit_test(the_job_of_a_lost_peer_runs_again_once),
        cmocka_unit_test(a_job_that_loses_every_peer_is_infra_and_no_score),
        cmocka_unit_test(without_a_peer_left_jobs_become_infra),
        cmocka_unit_test(a_doubled_answer_is_not_the_next_jobs),
        cmocka_unit_test(sockets_need_somebody_to_connect),
    };
    return cmocka_run_group_tests_name("transport", tests, NULL, NULL);
}
