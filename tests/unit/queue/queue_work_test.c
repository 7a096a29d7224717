/*
 * queue_work_test.c - a worker of the queue between a server and evaluators that are the test's:
 * what it asks of both, in its order, and what is left of answers.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/base/build_info.h"
#include "src/base/sha256.h"
#include "src/queue/queue.h"
#include "src/queue/queue_spool.h"
#include "tests/unit/queue/queue_server.h"

#define MOST_STEPS 60

/* What the test decides and sees. */
static struct {
    unsigned evaluators, room; /* room: jobs that they take at once */
    const char *uuids[4];
    int64_t lease_ms;
    int first, n_jobs;      /* jobs that the server hands out, from this id on */
    const char *bad_body;   /* of the first job */
    const char *lost;       /* ",ID,ID," of leases that are gone */
    int taken;              /* how many answers the queue takes of those it is given; -1: all */
    bool refuses_answers;   /* as damaged */
    bool refuses_submits;   /* evaluators, each job */
    enum outcome outcome;   /* of every job */
    bool withholds;         /* results */
    int stops_at;           /* step at which the worker is told to stop; 0: when nothing is held */
    int away_from, away_to; /* steps while which the server is away */
    int64_t s_each_step;    /* that the clock goes on */
    int64_t later_s, n_looks;
    int n_answered;
    int step;
    int64_t held[16]; /* by the evaluators */
    size_t n_held;
    struct buf notes;
} plan;

static volatile sig_atomic_t stop;
static char folder[64];

/* The clock is the test's: a look takes it a microsecond, a step as long as the test says. */
int clock_gettime(clockid_t id, struct timespec *t)
{
    (void)id;
    *t = (struct timespec){ .tv_sec = 1000 + plan.later_s, .tv_nsec = 1000 * ++plan.n_looks };
    return 0;
}

static void on_note(void *context, const char *text)
{
    buf_printf(context, "%s\n", text);
}

/* Each look for results is a step. */
static void take_step(void)
{
    plan.step++;
    plan.later_s += plan.s_each_step;
    server.is_away = plan.step >= plan.away_from && plan.step < plan.away_to;
    if (plan.step == plan.stops_at)
        stop = 1;
    if (plan.step > MOST_STEPS)
        fail_msg("it does not end: %s", buf_text(&server.log));
}

struct evaluators {
    struct transport base;
    struct device_info devices[4];
};

static void close_evaluators(struct transport *t)
{
    buf_puts(&server.log, "close|");
    free(t);
}

static unsigned size_of(const struct transport *t)
{
    (void)t;
    return plan.evaluators;
}

static const struct device_info *device_of(const struct transport *t, unsigned evaluator)
{
    assert_true(evaluator < plan.evaluators);
    return &((const struct evaluators *)(const void *)t)->devices[evaluator];
}

static bool has_room(const struct transport *t)
{
    (void)t;
    return plan.n_held < plan.room;
}

static size_t outstanding(const struct transport *t)
{
    (void)t;
    return plan.n_held;
}

static int submit(struct transport *t, const struct eval_job *job, struct err *err)
{
    (void)t;
    buf_printf(&server.log, "submit %lld %s|", (long long)job->id, job->task_id);
    if (plan.refuses_submits)
        return err_set(err, ERR_INTEGRITY, "no evaluator for %lld", (long long)job->id);
    plan.held[plan.n_held++] = job->id;
    return 0;
}

static int poll_results(struct transport *t, struct arena *a, int64_t *out_id,
                        struct eval_result *out)
{
    (void)t;
    (void)a;
    take_step();
    if (plan.stops_at == 0 && plan.n_answered == plan.n_jobs)
        stop = 1;
    if (plan.n_held == 0 || plan.withholds)
        return 0;
    *out_id = plan.held[0];
    memmove(plan.held, &plan.held[1], --plan.n_held * sizeof(*plan.held));
    eval_result_init(out, plan.outcome, plan.outcome == OUTCOME_INFRA ? "broken" : NULL);
    return 1;
}

static size_t watch(const struct transport *t, int *fds, size_t most)
{
    (void)t;
    assert_int_equal(most, WORKER_MAX);
    fds[0] = 17;
    return 1;
}

static bool cancel(struct transport *t, int64_t id)
{
    (void)t;
    buf_printf(&server.log, "cancel %lld|", (long long)id);
    for (size_t i = 0; i < plan.n_held; i++)
        if (plan.held[i] == id) {
            memmove(&plan.held[i], &plan.held[i + 1], (--plan.n_held - i) * sizeof(*plan.held));
            return true;
        }
    return false;
}

static int open_evaluators(const struct transport_options *options, struct transport **out,
                           struct err *err);

static const struct transport_kind evaluators_kind = { .name = "local",
                                                       .open = open_evaluators,
                                                       .close = close_evaluators,
                                                       .size = size_of,
                                                       .device = device_of,
                                                       .has_room = has_room,
                                                       .outstanding = outstanding,
                                                       .submit = submit,
                                                       .poll = poll_results,
                                                       .watch = watch,
                                                       .cancel = cancel };
const struct transport_kind *const transport_local = &evaluators_kind;

static int open_evaluators(const struct transport_options *options, struct transport **out,
                           struct err *err)
{
    if (options->workers == 99)
        return err_set(err, ERR_INTEGRITY, "no evaluator starts");
    struct evaluators *e = mem_alloc(sizeof(*e));
    e->base.kind = &evaluators_kind;
    for (unsigned i = 0; i < plan.evaluators; i++)
        snprintf(e->devices[i].uuid, sizeof(e->devices[i].uuid), "%s", plan.uuids[i]);
    *out = &e->base;
    return 0;
}

const char *queue_identity(const struct queue_client *c)
{
    assert_ptr_equal(c, &no_client);
    return "queue-1";
}

void queue_array_add(struct buf *b, const char *text, size_t len)
{
    buf_printf(b, "%s%.*s", b->len > 0 ? "," : "", (int)len, text);
}

static void serve_claim(int most, struct queue_rows *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    for (; plan.first <= plan.n_jobs && out->n < most; plan.first++) {
        struct buf CLEANUP(buf_release) body = { 0 };
        struct eval_job job = { .task_id = arena_printf(&a, "l1/%d", plan.first),
                                .kernel_text = "k",
                                .kernel_len = 1 };
        sha256_hex("k", 1, job.code_sha256);
        job_encode(&job, &body);
        bool bad = plan.bad_body != NULL && plan.first == 1;
        put_row(out, arena_printf(&a, "%d", plan.first), arena_printf(&a, "%d", plan.first + 100),
                bad ? plan.bad_body : buf_text(&body), NULL, NULL);
    }
}

static void serve_renew(const char *ids, struct queue_rows *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **list;
    size_t n = ids[0] == '\0' ? 0 : str_split(&a, ids, ',', &list);
    for (size_t i = 0; i < n; i++)
        if (plan.lost == NULL || strstr(plan.lost, arena_printf(&a, ",%s,", list[i])) == NULL)
            put_row(out, list[i], NULL, NULL, NULL, NULL);
}

int queue_run(struct queue_client *c, const char *name, int n_args, const char *const *args,
              struct queue_rows *out, struct err *err)
{
    assert_ptr_equal(c, &no_client);
    if (server.is_away)
        return err_set(err, ERR_BUSY, "the server is away");
    buf_puts(&server.log, name);
    bool registers = strcmp(name, "register") == 0;
    for (int i = registers ? 3 : 0; i < n_args; i++)
        buf_printf(&server.log, " %s", args[i]);
    buf_puts(&server.log, "|");
    *out = (struct queue_rows){ mem_alloc(sizeof(struct rows)), 0 };
    if (registers) {
        struct arena CLEANUP(arena_release) a = { 0 };
        char host[256] = "";
        assert_int_equal(gethostname(host, sizeof(host) - 1), 0);
        assert_string_equal(args[0], host);
        assert_string_equal(args[1], arena_printf(&a, "%d", (int)getpid()));
        assert_string_equal(args[2], build_version());
        put_row(out, "42", arena_printf(&a, "%lld", (long long)plan.lease_ms), NULL, NULL, NULL);
    } else if (strcmp(name, "claim") == 0) {
        int64_t most = 0;
        assert_true(str_to_i64(args[1], &most));
        serve_claim((int)most, out);
    } else if (strcmp(name, "renew") == 0) {
        serve_renew(args[1], out);
    } else if (strcmp(name, "give_back") == 0) {
        put_row(out, args[1][0] == '\0' ? "0" : "1", NULL, NULL, NULL, NULL);
    }
    return 0;
}

int queue_run_texts(struct queue_client *c, const struct queue_call *call, struct queue_rows *out,
                    struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **bodies;
    (void)c;
    if (server.is_away)
        return err_set(err, ERR_BUSY, "the server is away");
    const char *const *args = call->args;
    assert_string_equal(call->name, "finish");
    assert_true(call->n_args == 2 && call->n_texts == 1);
    size_t n = str_split(&a, buf_text((struct buf *)(uintptr_t)call->texts), '\n', &bodies) - 1;
    buf_printf(&server.log, "finish %s %s", args[0], args[1]);
    for (size_t i = 0; i < n; i++) {
        struct result_message m;
        assert_int_equal(result_decode(bodies[i], strlen(bodies[i]), &a, &m, err), 0);
        buf_printf(&server.log, " %lld:%s%s%s", (long long)m.id, outcome_name(m.result.outcome),
                   m.result.message == NULL ? "" : ":",
                   m.result.message == NULL ? "" : m.result.message);
    }
    buf_puts(&server.log, "|");
    plan.n_answered += (int)n;
    if (plan.refuses_answers)
        return err_set(err, ERR_INTEGRITY, "the queue refuses it");
    *out = (struct queue_rows){ mem_alloc(sizeof(struct rows)), 0 };
    put_row(out, arena_printf(&a, "%zu", plan.taken < 0 ? n : (size_t)plan.taken), NULL, NULL, NULL,
            NULL);
    return 0;
}

static int begin(void **state)
{
    (void)state;
    memset(&server, 0, sizeof(server));
    memset(&plan, 0, sizeof(plan));
    plan.evaluators = plan.room = 2;
    plan.uuids[0] = "A";
    plan.uuids[1] = "B";
    plan.uuids[2] = "A";
    plan.first = 1;
    plan.lease_ms = 1000000000;
    plan.taken = -1;
    plan.outcome = OUTCOME_MISMATCH;
    stop = 0;
    snprintf(folder, sizeof(folder), "/tmp/rollbook-work.XXXXXX");
    return mkdtemp(folder) == NULL;
}

static int end(void **state)
{
    char command[128];
    (void)state;
    buf_release(&server.log);
    buf_release(&plan.notes);
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

static int work(const struct queue_work_options *o, struct queue_work_summary *sum, struct err *err)
{
    struct queue_work_options all = *o;
    all.local.backend = "cpu";
    all.stop = &stop;
    all.note = on_note;
    all.note_context = &plan.notes;
    *sum = (struct queue_work_summary){ 0 };
    return queue_work((struct queue_client *)(void *)&no_client, &all, sum, err);
}

static void assert_sum(const struct queue_work_summary *s, unsigned finished, unsigned late,
                       unsigned given_back, unsigned kept)
{
    assert_int_equal(s->finished, finished);
    assert_int_equal(s->late, late);
    assert_int_equal(s->given_back, given_back);
    assert_int_equal(s->kept, kept);
}

/* "@" is the test's folder. */
static void assert_notes(const char *want)
{
    struct buf CLEANUP(buf_release) all = { 0 };
    for (const char *at = want; *at != '\0'; at++)
        if (*at == '@')
            buf_puts(&all, folder);
        else
            buf_putc(&all, *at);
    assert_string_equal(buf_text(&plan.notes), buf_text(&all));
}

#define DEVICE(uuid)                                                                               \
    "{\"backend\":null,\"name\":null,\"uuid\":\"" uuid                                             \
    "\",\"cores\":0,\"n_devices\":0,\"compiler\":null,\"flags\":null,\"sandbox\":null}"
#define DEVICES  DEVICE("A") "," DEVICE("B")
#define REGISTER "register cpu " DEVICES " 2"

static void test_jobs_are_claimed_ahead_and_answered(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 7;
    plan.evaluators = 3;
    const struct queue_work_options o = { .device_class = "big", .spool = folder };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_string_equal(
        buf_text(&server.log),
        "register cpu,cpu:big " DEVICES " 3"
        "|claim 42 6|submit 1 l1/1|submit 2 l1/2|finish 1,2 101,102 1:mismatch 2:mismatch|claim 42 "
        "2|submit 3 l1/3|submit 4 l1/4|finish 3,4 103,104 3:mismatch 4:mismatch|claim 42 3|submit "
        "5 l1/5|submit 6 l1/6|finish 5,6 105,106 5:mismatch 6:mismatch|claim 42 5|submit 7 "
        "l1/7|finish 7 107 7:mismatch|claim 42 6|give_back 42  t|close|");
    assert_sum(&sum, 7, 0, 0, 0);
    assert_int_equal(server.listens, QUEUE_READY | QUEUE_CANCEL);
    assert_notes(
        "answers are kept in @/queue-1/0 until the queue has stored them; 0 are waiting\n");
}

static void test_jobs_that_cannot_be_evaluated_are_answered_as_well(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 2;
    plan.bad_body = "no job";
    plan.taken = 0;
    plan.refuses_submits = true;
    const struct queue_work_options o = { .spool = folder };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_string_equal(
        buf_text(&server.log),
        REGISTER "|claim 42 4|submit 2 l1/2|finish 1,2 101,102 1:infra:job:1:1: 'n'; expected a "
                 "value 2:infra:no evaluator for 2|claim 42 4|give_back 42  t|close|");
    assert_sum(&sum, 0, 2, 0, 0);
}

/* Three failures in a row: no job is taken for two leases, then one; with a verdict all is well. */
static void test_a_host_that_fails_takes_a_rest(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 8;
    plan.outcome = OUTCOME_INFRA;
    plan.lease_ms = 3000;
    plan.s_each_step = 1;
    plan.stops_at = 16;
    const struct queue_work_options o = { .spool = folder, .stop_s = 100 };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_string_equal(
        buf_text(&server.log), REGISTER
        "|renew 42  |reap|claim 42 4|submit 1 l1/1|submit 2 l1/2|finish 1,2 101,102 1:infra:broken "
        "2:infra:broken|renew 42 3,4 103,104|reap|claim 42 2|submit 3 l1/3|submit 4 l1/4|finish "
        "3,4 103,104 3:infra:broken 4:infra:broken|renew 42 5,6 105,106|reap|give_back 42 5,6 "
        "f|renew 42  |reap|renew 42  |reap|renew 42  |reap|renew 42  |reap|claim 42 1|submit 7 "
        "l1/7|finish 7 107 7:infra:broken|renew 42  |reap|renew 42  |reap|renew 42  |reap|renew 42 "
        " |reap|renew 42  |reap|give_back 42  t|close|");
    assert_notes("answers are kept in @/queue-1/0 until the queue has stored them; 0 are "
                 "waiting\n3 evaluations in a row failed on this host, the last with: broken; no "
                 "job is taken for 6 s, then one\n5 evaluations in a row failed on this host, the "
                 "last with: broken; no job is taken for 6 s, then one\n");
}

/* Leases are renewed after a third of their time or when some were cancelled. */
static void test_jobs_whose_leases_are_gone_are_stopped(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 4;
    plan.room = 1;
    plan.withholds = true;
    plan.lost = ",1,3,";
    server.notices = QUEUE_CANCEL;
    plan.stops_at = 3;
    const struct queue_work_options o = { .spool = folder, .stop_s = -1 };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_string_equal(buf_text(&server.log), REGISTER
                        "|renew 42  |claim 42 4|submit 1 l1/1|renew 42 1,2,3,4 "
                        "101,102,103,104|cancel 1|claim 42 2|submit 2 l1/2|renew 42 2,4 "
                        "102,104|renew 42 2,4 102,104|give_back 42 4 f|give_back 42 2 t|close|");
    assert_sum(&sum, 0, 2, 2, 0);
}

static void test_leases_are_renewed_and_ended_ones_reaped(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 2;
    plan.withholds = true;
    plan.lease_ms = 6000;
    plan.s_each_step = 1;
    plan.stops_at = 8;
    const struct queue_work_options o = { .spool = folder, .stop_s = 2.5 };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_string_equal(buf_text(&server.log), REGISTER
                        "|renew 42  |reap|claim 42 4|submit 1 l1/1|submit 2 l1/2|claim 42 2|renew "
                        "42 1,2 101,102|reap|claim 42 2|claim 42 2|renew 42 1,2 101,102|reap|claim "
                        "42 2|claim 42 2|renew 42 1,2 101,102|reap|claim 42 2|claim 42 2|renew 42 "
                        "1,2 101,102|reap|renew 42 1,2 101,102|reap|give_back 42 1,2 t|close|");
    assert_sum(&sum, 0, 0, 1, 0);
}

/* Once it is told to stop it gives back what waits, and ends when the rest is answered. */
static void test_a_worker_that_is_told_to_stop(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 9;
    plan.stops_at = 1;
    plan.room = 1;
    server.notices = QUEUE_READY;
    const struct queue_work_options o = { .spool = folder, .stop_s = 100 };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_string_equal(buf_text(&server.log),
                        REGISTER "|claim 42 4|submit 1 l1/1|finish 1 101 1:mismatch|give_back 42 "
                                 "2,3,4 f|give_back 42  t|close|");
    assert_sum(&sum, 1, 0, 1, 0);
}

/* Answers wait on the disk, are told of once, and handed in by the next worker. */
static void test_a_server_that_is_away(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 3;
    plan.away_from = 2;
    plan.away_to = 1000;
    plan.stops_at = 9;
    const struct queue_work_options o = { .spool = folder, .stop_s = 1000 };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_string_equal(buf_text(&server.log),
                        REGISTER "|claim 42 4|submit 1 l1/1|submit 2 l1/2|submit 3 l1/3|close|");
    assert_notes("answers are kept in @/queue-1/0 until the queue has stored them; 0 are "
                 "waiting\nthe server is away; 2 answers wait for it in @/queue-1/0\n");
    assert_sum(&sum, 0, 0, 0, 3);
    buf_clear(&server.log);
    buf_clear(&plan.notes);
    stop = 0;
    plan.step = 0;
    server.is_away = false;
    plan.away_from = 1000;
    plan.stops_at = 1;
    plan.taken = 0;
    assert_int_equal(work(&o, &sum, &err), 0);
    for (int i = 1; i <= 3; i++) {
        char want[64];
        snprintf(want, sizeof(want), "|finish %d 10%d %d:mismatch|", i, i, i);
        assert_non_null(strstr(buf_text(&server.log), want));
    }
    assert_notes(
        "answers are kept in @/queue-1/0 until the queue has stored them; 3 are waiting\n");
    assert_sum(&sum, 0, 3, 0, 0);
}

static void test_answers_that_the_queue_refuses_are_set_aside(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    plan.n_jobs = 1;
    plan.away_from = 2;
    plan.away_to = 1000;
    plan.stops_at = 4;
    const struct queue_work_options o = { .spool = folder, .stop_s = 1000 };
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_sum(&sum, 0, 0, 0, 1);
    buf_clear(&plan.notes);
    stop = 0;
    plan.step = 0;
    server.is_away = false;
    plan.away_from = 1000;
    plan.stops_at = 1;
    plan.refuses_answers = true;
    assert_int_equal(work(&o, &sum, &err), 0);
    assert_sum(&sum, 0, 0, 0, 0);
    assert_notes(
        "answers are kept in @/queue-1/0 until the queue has stored them; 1 are "
        "waiting\n@/queue-1/0/1-101.answer: the queue refuses it; it is set aside as .refused\n");
}

/* Without a spool what the server does not get is lost. */
static void test_answers_without_a_spool(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    const char *home = getenv("HOME");
    char *kept CLEANUP(mem_free_ptr) = mem_strdup(home == NULL ? "" : home);
    (void)state;
    setenv("HOME", "below", 1);
    setenv("XDG_STATE_HOME", "below", 1);
    plan.n_jobs = 2;
    plan.away_from = 2;
    plan.away_to = 1000;
    plan.stops_at = 5;
    plan.s_each_step = 2;
    const struct queue_work_options o = { .stop_s = 3 };
    assert_int_equal(work(&o, &sum, &err), ERR_BUSY);
    assert_string_equal(err.msg, "the queue cannot be reached and 2 answers are lost: their jobs "
                                 "are done again by another worker");
    assert_notes("no home folder for a spool: answers are lost with this process (--spool)\nthe "
                 "server is away; 2 answers wait for it\n");
    assert_string_equal(buf_text(&server.log),
                        REGISTER "|claim 42 4|submit 1 l1/1|submit 2 l1/2|close|");
    assert_sum(&sum, 0, 0, 0, 0);
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", kept, 1);
}

static void test_where_answers_are_kept(void **state)
{
    static const struct {
        const char *home, *xdg, *spool,
            *want; /* below the test's folder, when they begin with "/" */
        int rc;
    } cases[] = {
        { "/home", NULL, NULL, "/home/.local/state/rollbook/spool/queue-1/0", 0 },
        { "/home", "/state", NULL, "/state/rollbook/spool/queue-1/0", 0 },
        { "/home", "relative", NULL, "/home/.local/state/rollbook/spool/queue-1/0", 0 },
        { "/home", "/state", "/own", "/own/queue-1/0", 0 },
        { NULL, NULL, NULL, NULL, 0 },
        { "/home", NULL, "/file", NULL, ERR_USAGE },
    };
    const char *home = getenv("HOME");
    char *kept CLEANUP(mem_free_ptr) = mem_strdup(home == NULL ? "" : home);
    char path[128];
    (void)state;
    snprintf(path, sizeof(path), "%s/file", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fclose(f);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct queue_work_summary sum;
        struct err err = { 0 };
        const char *const given[] = { cases[i].home, cases[i].xdg };
        static const char *const names[] = { "HOME", "XDG_STATE_HOME" };
        for (size_t n = 0; n < ARRAY_LEN(names); n++)
            if (given[n] == NULL)
                unsetenv(names[n]);
            else
                setenv(names[n],
                       arena_printf(&a, "%s%s", given[n][0] == '/' ? folder : "", given[n]), 1);
        buf_clear(&plan.notes);
        const struct queue_work_options o = {
            .spool =
                cases[i].spool == NULL ? NULL : arena_printf(&a, "%s%s", folder, cases[i].spool)
        };
        plan.step = 0;
        plan.stops_at = 1;
        stop = 0;
        assert_int_equal(work(&o, &sum, &err), cases[i].rc);
        if (cases[i].rc < 0)
            assert_string_equal(err.msg,
                                arena_printf(&a, "the spool %s/file is not a folder", folder));
        else if (cases[i].want == NULL)
            assert_string_equal(buf_text(&plan.notes),
                                "no home folder for a spool: answers are lost with this process "
                                "(--spool)\n");
        else
            assert_string_equal(
                buf_text(&plan.notes),
                arena_printf(
                    &a, "answers are kept in %s%s until the queue has stored them; 0 are waiting\n",
                    folder, cases[i].want));
    }
    setenv("HOME", kept, 1);
    unsetenv("XDG_STATE_HOME");
}

static void test_without_evaluators_nothing_is_asked(void **state)
{
    struct queue_work_summary sum;
    struct err err = { 0 };
    (void)state;
    const struct queue_work_options o = { .spool = folder, .local = { .workers = 99 } };
    assert_int_equal(work(&o, &sum, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "no evaluator starts");
    assert_string_equal(buf_text(&server.log), "");
    server.is_away = true;
    const struct queue_work_options p = { .spool = folder };
    assert_int_equal(work(&p, &sum, &err), ERR_BUSY);
    assert_string_equal(buf_text(&server.log), "close|");
}

#define WORK_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORK_TEST(test_jobs_are_claimed_ahead_and_answered),
        WORK_TEST(test_jobs_that_cannot_be_evaluated_are_answered_as_well),
        WORK_TEST(test_a_host_that_fails_takes_a_rest),
        WORK_TEST(test_jobs_whose_leases_are_gone_are_stopped),
        WORK_TEST(test_leases_are_renewed_and_ended_ones_reaped),
        WORK_TEST(test_a_worker_that_is_told_to_stop),
        WORK_TEST(test_a_server_that_is_away),
        WORK_TEST(test_answers_that_the_queue_refuses_are_set_aside),
        WORK_TEST(test_answers_without_a_spool),
        WORK_TEST(test_where_answers_are_kept),
        WORK_TEST(test_without_evaluators_nothing_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
