/*
 * queue_transport_test.c - jobs that pass through the queue: what is asked of the server, and what
 * becomes of its answers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/queue/queue.h"
#include "src/worker/worker_proto.h"
#include "tests/unit/queue/queue_server.h"

/* "CPU A,CPU B" as a list of greetings. */
static void put_devices(const char *names, struct buf *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **list;
    size_t n = names[0] == '\0' ? 0 : str_split(&a, names, ',', &list);
    buf_puts(out, "[");
    for (size_t i = 0; i < n; i++) {
        struct device_info d = { .backend = "cpu", .n_devices = 1 };
        struct buf CLEANUP(buf_release) text = { 0 };
        snprintf(d.name, sizeof(d.name), "%s", list[i]);
        snprintf(d.uuid, sizeof(d.uuid), "%s", list[i]);
        hello_encode(&d, &text);
        buf_puts(out, i == 0 ? "" : ",");
        buf_put_json_text(out, buf_text(&text));
    }
    buf_puts(out, "]");
}

static void serve_workers(struct queue_rows *out)
{
    struct buf CLEANUP(buf_release) devices = { 0 };
    char capacity[16];
    snprintf(capacity, sizeof(capacity), "%d", server.capacity);
    if (server.others != NULL)
        put_row(out, "2", "50", NULL, "f", server.others);
    if (server.devices == NULL)
        return;
    put_devices(server.devices, &devices);
    put_row(out, "1", capacity, buf_text(&devices), "t", "cpu");
}

static void all_done(void)
{
    for (int i = 0; i < MOST_JOBS; i++)
        if (server.jobs[i].state == JOB_WAITS)
            server.jobs[i].state = JOB_DONE;
}

static int number(const char *text)
{
    int64_t v = 0;
    assert_true(str_to_i64(text, &v));
    return (int)v;
}

static void serve_results(const char *mailbox, const char *seen, const char *most,
                          struct queue_rows *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *all = arena_printf(&a, ",%s,", seen);
    if (server.done_after > 0 && --server.done_after == 0)
        all_done();
    snprintf(server.seen, sizeof(server.seen), "%s", seen);
    snprintf(server.most, sizeof(server.most), "%s", most);
    for (int i = 0; i < MOST_JOBS && out->n < number(most); i++) {
        struct server_job *j = &server.jobs[i];
        const char *id = arena_printf(&a, "%d", i + 1);
        if (j->state < JOB_DONE || strcmp(j->mailbox, mailbox) != 0 ||
            strstr(all, arena_printf(&a, ",%s,", id)) != NULL)
            continue;
        struct result_message m = { .id = i + 1 };
        struct buf CLEANUP(buf_release) text = { 0 };
        eval_result_init(&m.result, OUTCOME_MISMATCH, arena_printf(&a, "job %s", id));
        memcpy(m.result.code_sha256, j->code_sha256, 65);
        memcpy(m.result.device_uuid, server.uuid, sizeof(server.uuid));
        result_encode(&m, &text);
        if (j->state == JOB_DEAD)
            put_row(out, id, NULL, NULL, "3", "killed by signal 9");
        else
            put_row(out, id, "worker 1", j->answer != NULL ? j->answer : buf_text(&text), NULL,
                    NULL);
    }
}

static void forget(const char *ids)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **list;
    size_t n = str_split(&a, ids, ',', &list);
    for (size_t i = 0; i < n; i++)
        server.jobs[number(list[i]) - 1].state = JOB_NONE;
}

int queue_run(struct queue_client *c, const char *name, int n_args, const char *const *args,
              struct queue_rows *out, struct err *err)
{
    assert_ptr_equal(c, &no_client);
    if (server.is_away)
        return err_set(err, ERR_BUSY, "the server is away");
    *out = (struct queue_rows){ mem_alloc(sizeof(struct rows)), 0 };
    if (strcmp(name, "serving") == 0) {
        serve_workers(out);
    } else if (strcmp(name, "collect") == 0) {
        assert_int_equal(n_args, 3);
        serve_results(args[0], args[1], args[2], out);
    } else if (strcmp(name, "devices_of") == 0) {
        struct buf CLEANUP(buf_release) devices = { 0 };
        assert_string_equal(args[0], "worker 1");
        put_devices(server.other_devices, &devices);
        put_row(out, buf_text(&devices), NULL, NULL, NULL, NULL);
    } else if (strcmp(name, "reap") != 0) {
        assert_int_equal(n_args, 2);
        buf_printf(&server.log, "%s %s|", name, args[1]);
        forget(args[1]);
    }
    return 0;
}

/* A key that is known keeps its job.  The answer is in the opposite order. */
int queue_run_texts(struct queue_client *c, const struct queue_call *call, struct queue_rows *out,
                    struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **keys;
    char **bodies;
    (void)c;
    if (server.is_away)
        return err_set(err, ERR_BUSY, "the server is away");
    const char *const *args = call->args;
    const struct buf *texts = call->texts;
    assert_string_equal(call->name, "submit");
    assert_true(call->n_args == 3 && call->n_texts == 2);
    size_t n = str_split(&a, buf_text((struct buf *)(uintptr_t)&texts[0]), '\n', &keys) - 1;
    assert_int_equal(str_split(&a, buf_text((struct buf *)(uintptr_t)&texts[1]), '\n', &bodies),
                     n + 1);
    buf_printf(&server.log, "submit %zu|", n);
    snprintf(server.kind, sizeof(server.kind), "%s %s", args[1], args[2]);
    *out = (struct queue_rows){ mem_alloc(sizeof(struct rows)), 0 };
    for (size_t i = n; i-- > 0;) {
        int at = 0;
        int free_place = -1;
        struct eval_job job;
        while (at < MOST_JOBS &&
               (server.jobs[at].state == JOB_NONE || strcmp(server.jobs[at].key, keys[i]) != 0)) {
            if (free_place < 0 && server.jobs[at].state == JOB_NONE &&
                server.jobs[at].key[0] == '\0')
                free_place = at;
            at++;
        }
        if (at == MOST_JOBS) {
            at = free_place;
            assert_true(at >= 0);
            assert_int_equal(job_decode(bodies[i], strlen(bodies[i]), &a, &job, err), 0);
            struct server_job *j = &server.jobs[at];
            j->state = JOB_WAITS;
            memcpy(j->key, keys[i], 65);
            memcpy(j->code_sha256, job.code_sha256, 65);
        }
        snprintf(server.jobs[at].mailbox, 33, "%s", args[0]);
        put_row(out, arena_printf(&a, "%d", at + 1), keys[i], NULL, NULL, NULL);
    }
    return 0;
}

static int begin(void **state)
{
    (void)state;
    memset(&server, 0, sizeof(server));
    server.devices = "CPU A";
    server.capacity = 2;
    server.notices = QUEUE_DONE;
    snprintf(server.uuid, sizeof(server.uuid), "CPU A");
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (int i = 0; i < MOST_JOBS; i++)
        free(server.jobs[i].answer);
    buf_release(&server.log);
    return server.connections;
}

static int open_queue(const char *address, struct transport **out, struct err *err)
{
    const struct transport_options options = { .backend = "cpu",
                                               .queue = address,
                                               .device_class = "big" };
    return transport_kind_queue.open(&options, out, err);
}

static struct transport *opened(void)
{
    struct transport *t = NULL;
    struct err err = { 0 };
    if (open_queue("here", &t, &err) != 0)
        fail_msg("%s", err.msg);
    assert_int_equal(server.listens, QUEUE_DONE);
    return t;
}

static int submit(struct transport *t, int64_t id, int64_t row_id, const char *text)
{
    struct err err = { 0 };
    const struct eval_job job = { .id = id,
                                  .row_id = row_id,
                                  .task_id = "l1/4",
                                  .task_case = CASE_TINY,
                                  .mode = EVAL_FAST,
                                  .kernel_text = text,
                                  .kernel_len = strlen(text) };
    return t->kind->submit(t, &job, &err);
}

/* The id of a result, 0: there is none. */
static int64_t take(struct transport *t, struct arena *a, struct eval_result *out)
{
    int64_t id = 0;
    int rc = t->kind->poll(t, a, &id, out);
    assert_int_equal(rc, id != 0);
    return id;
}

static void assert_log(const char *want)
{
    assert_string_equal(buf_text(&server.log), want);
    buf_clear(&server.log);
}

static void test_what_cannot_be_opened(void **state)
{
    static const struct {
        const char *address, *devices, *others;
        int capacity, rc;
        const char *why;
    } cases[] = {
        { NULL, "CPU A", NULL, 2, ERR_USAGE, "the queue has no address (--queue)" },
        { "nowhere", "CPU A", NULL, 2, ERR_BUSY, "nobody is there" },
        { "here", NULL, NULL, 2, ERR_INTEGRITY, "no worker of the queue serves 'cpu:big'" },
        { "here", NULL, "cpu:small", 2, ERR_INTEGRITY, "; one serves cpu:small" },
        { "here", "", NULL, 0, ERR_INTEGRITY, "no worker of the queue serves 'cpu:big'" },
        { "here", "CPU A", NULL, 0, 0, "" },
        { "here", "CPU A", "cpu:small", 2, 0, "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct transport *t = NULL;
        struct err err = { 0 };
        server.devices = cases[i].devices;
        server.others = cases[i].others;
        server.capacity = cases[i].capacity;
        int rc = open_queue(cases[i].address, &t, &err);
        if (rc != cases[i].rc || strstr(err.msg, cases[i].why) == NULL)
            fail_msg("%zu: %d, '%s'", i, rc, err.msg);
        transport_close(t);
        assert_int_equal(server.connections, 0);
    }
}

static void test_the_devices_of_its_workers(void **state)
{
    struct err err = { 0 };
    struct transport *t = NULL;
    struct buf CLEANUP(buf_release) many = { 0 };
    (void)state;
    server.devices = "CPU A,CPU B,CPU A";
    t = opened();
    assert_int_equal(t->kind->size(t), 2);
    assert_string_equal(t->kind->device(t, 0)->name, "CPU A");
    assert_string_equal(t->kind->device(t, 1)->name, "CPU B");
    transport_close(t);
    for (int i = 0; i < WORKER_MAX; i++)
        buf_printf(&many, "%sCPU %d", i == 0 ? "" : ",", i);
    server.devices = buf_text(&many);
    t = opened();
    assert_int_equal(t->kind->size(t), WORKER_MAX);
    transport_close(t);
    buf_puts(&many, ",one more");
    server.devices = buf_text(&many);
    assert_int_equal(open_queue("here", &t, &err), ERR_NODATA);
}

static void test_jobs_go_in_a_batch_and_each_result_comes_back_once(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    char hash[65];
    char build[200];
    (void)state;
    struct transport *t = opened();
    for (int64_t id = 11; id <= 18; id++) {
        assert_true(t->kind->has_room(t));
        assert_int_equal(submit(t, id, 0, "x"), 0);
    }
    assert_false(t->kind->has_room(t)); /* 4 of each that a worker takes on */
    assert_int_equal(submit(t, 19, 0, "x"), ERR_BUSY);
    assert_int_equal(t->kind->outstanding(t), 8);
    assert_int_equal(take(t, &a, &r), 0);
    assert_log("submit 8|");
    snprintf(build, sizeof(build), "cpu:big %s", build_version());
    assert_string_equal(server.kind, build);
    assert_string_equal(server.most, "256");
    all_done();
    int64_t sum = 0;
    sha256_hex("x", 1, hash);
    for (int i = 0; i < 8; i++) {
        int64_t id = take(t, &a, &r);
        assert_true(id >= 11 && id <= 18);
        assert_int_equal(r.outcome, OUTCOME_MISMATCH);
        assert_string_equal(r.code_sha256, hash);
        /* The server was given them in the opposite order. */
        assert_string_equal(r.message, arena_printf(&a, "job %d", (int)(18 - id + 1)));
        sum += id;
    }
    assert_int_equal(sum, 8 * (11 + 18) / 2);
    assert_int_equal(t->kind->outstanding(t), 0);
    assert_int_equal(take(t, &a, &r), 0);
    assert_int_equal(submit(t, 20, 0, "y"), 0);
    assert_int_equal(take(t, &a, &r), 0);
    assert_string_equal(server.seen, "1,2,3,4,5,6,7,8");
    assert_string_equal(server.most, "248");
    assert_log("submit 1|");
    all_done();
    assert_int_equal(take(t, &a, &r), 20);
    transport_close(t);
    assert_log("forget 1,2,3,4,5,6,7,8,9|");
}

static void test_a_row_that_asks_again_asks_for_the_same_job(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    (void)state;
    struct transport *t = opened();
    assert_int_equal(submit(t, 1, 5, "x"), 0);
    assert_int_equal(submit(t, 2, 6, "x"), 0);
    assert_int_equal(submit(t, 3, 0, "x"), 0);
    assert_int_equal(submit(t, 4, 0, "x"), 0);
    assert_int_equal(take(t, &a, &r), 0);
    int different = 0;
    for (int i = 0; i < 4; i++) {
        different += server.jobs[i].key[0] != '\0';
        for (int j = 0; j < i; j++)
            assert_string_not_equal(server.jobs[i].key, server.jobs[j].key);
    }
    assert_int_equal(different, 4);
    assert_log("submit 4|");
    all_done();
    for (int i = 0; i < 4; i++)
        assert_true(take(t, &a, &r) != 0);
    /* It is delivered again though it was seen. */
    assert_int_equal(submit(t, 7, 5, "x"), 0);
    assert_int_equal(take(t, &a, &r), 7);
    assert_string_equal(r.message, "job 4");
    /* Another text of the same row is another job. */
    assert_int_equal(submit(t, 8, 5, "y"), 0);
    assert_int_equal(take(t, &a, &r), 0);
    all_done();
    assert_int_equal(take(t, &a, &r), 8);
    assert_string_equal(r.message, "job 5");
    transport_close(t);
}

/* Who asks with its key after another process has ended gets what was done meanwhile. */
static void test_another_process_is_given_the_job_of_its_row(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    (void)state;
    struct transport *first = opened();
    struct transport *second = opened();
    assert_int_equal(submit(first, 1, 5, "x"), 0);
    assert_int_equal(take(first, &a, &r), 0);
    assert_int_equal(submit(second, 2, 5, "x"), 0);
    assert_int_equal(take(second, &a, &r), 0);
    all_done();
    assert_int_equal(take(second, &a, &r), 2);
    assert_string_equal(r.message, "job 1");
    assert_string_equal(server.jobs[1].key, "");
    /* Each has a mailbox of its own, and the job went to who asked last. */
    assert_int_equal(strlen(server.jobs[0].mailbox), 16);
    assert_int_equal(take(first, &a, &r), 0);
    assert_int_equal(first->kind->outstanding(first), 1);
    transport_close(second);
    transport_close(first);
}

static void test_answers_that_are_none(void **state)
{
    static const struct {
        const char *answer; /* NULL: the job is dead */
        const char *why;
    } cases[] = {
        { NULL, "poison: 3 workers were lost with it (killed by signal 9)" },
        { "{", "result" },
        { "another job", "the answer is another job's" },
        { "another code", "the answer is another job's" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        struct eval_result r;
        char hash[65];
        end(NULL);
        begin(NULL);
        struct transport *t = opened();
        assert_int_equal(submit(t, 7, 0, "x"), 0);
        assert_int_equal(take(t, &a, &r), 0);
        struct result_message m = { .id = i == 2 ? 2 : 1 };
        eval_result_init(&m.result, OUTCOME_MISMATCH, "well");
        sha256_hex(i == 3 ? "y" : "x", 1, m.result.code_sha256);
        result_encode(&m, &text);
        if (cases[i].answer != NULL)
            server.jobs[0].answer = copy(i == 1 ? cases[i].answer : buf_text(&text));
        server.jobs[0].state = cases[i].answer == NULL ? JOB_DEAD : JOB_DONE;
        assert_int_equal(take(t, &a, &r), 7);
        assert_int_equal(r.outcome, OUTCOME_INFRA);
        if (strstr(r.message, cases[i].why) == NULL)
            fail_msg("%zu: %s", i, r.message);
        sha256_hex("x", 1, hash);
        assert_string_equal(r.code_sha256, hash);
        if (cases[i].answer == NULL)
            assert_true(isnan(r.compile_ms) && isnan(r.total_ms));
        assert_int_equal(t->kind->outstanding(t), 0);
        /* What was wrong is forgotten at once, so that it is done again when it is asked for again.
         */
        assert_log(cases[i].answer == NULL ? "submit 1|" : "submit 1|forget 1|");
        transport_close(t);
        assert_log("");
    }
}

static void test_cancelled_jobs(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    (void)state;
    struct transport *t = opened();
    assert_int_equal(submit(t, 1, 0, "x"), 0);
    assert_true(t->kind->cancel(t, 1)); /* the server never heard of it */
    assert_false(t->kind->cancel(t, 1));
    assert_log("");
    for (int64_t id = 2; id <= 5; id++)
        assert_int_equal(submit(t, id, 0, "x"), 0);
    assert_int_equal(take(t, &a, &r), 0);
    assert_true(t->kind->cancel(t, 3));
    assert_false(t->kind->cancel(t, 9));
    assert_log("submit 4|cancel 3|");
    assert_int_equal(t->kind->outstanding(t), 3);
    all_done();
    assert_int_equal(take(t, &a, &r), 5);
    assert_int_equal(take(t, &a, &r), 4);
    transport_close(t);
    assert_log("cancel 4|forget 1,2|");
}

static void on_note(void *context, const char *text)
{
    buf_printf(context, "%s|", text);
}

static void test_while_the_server_is_away_jobs_wait(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) notes = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    int fds[2];
    struct transport *t = NULL;
    const struct transport_options options = {
        .backend = "cpu", .queue = "here", .note = on_note, .note_context = &notes
    };
    (void)state;
    assert_int_equal(transport_kind_queue.open(&options, &t, &err), 0);
    assert_int_equal(t->kind->watch(t, fds, 2), 1);
    assert_int_equal(fds[0], 17);
    assert_int_equal(t->kind->watch(t, fds, 0), 0);
    for (int round = 0; round < 2; round++) {
        server.is_away = true;
        assert_int_equal(t->kind->watch(t, fds, 2), 0);
        assert_int_equal(submit(t, 1, 0, "x"), 0);
        assert_int_equal(take(t, &a, &r), 0);
        assert_int_equal(take(t, &a, &r), 0);
        assert_string_equal(buf_text(&notes), "the server is away; 1 evaluations wait for it|");
        buf_clear(&notes);
        server.is_away = false;
        assert_int_equal(take(t, &a, &r), 0);
        all_done();
        assert_int_equal(take(t, &a, &r), 1);
        assert_string_equal(buf_text(&notes), "");
    }
    transport_close(t);
}

/* The list of workers is looked at with the first results, and then every five seconds. */
static void test_it_is_said_when_no_worker_is_left(void **state)
{
    static const struct {
        const char *devices, *others, *want;
    } cases[] = {
        { "A", NULL, "" },
        { NULL, NULL,
          "for two leases no worker of the queue has served 'cpu' with build %s; 1 evaluations "
          "wait|" },
        { NULL, "cuda with build 7",
          "for two leases no worker of the queue has served 'cpu' with build %s; one serves cuda "
          "with build 7; 1 evaluations wait|" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) notes = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        struct transport *t = NULL;
        const struct transport_options options = {
            .backend = "cpu", .queue = "here", .note = on_note, .note_context = &notes
        };
        server.devices = "A";
        server.others = NULL;
        assert_int_equal(transport_kind_queue.open(&options, &t, &err), 0);
        assert_int_equal(submit(t, 1, 0, "x"), 0);
        server.devices = cases[i].devices;
        server.others = cases[i].others;
        assert_int_equal(take(t, &a, &r), 0);
        assert_int_equal(take(t, &a, &r), 0); /* and not again */
        const char *at = strstr(cases[i].want, "%s");
        const char *want = at == NULL ? cases[i].want
                                      : arena_printf(&a, "%.*s%s%s", (int)(at - cases[i].want),
                                                     cases[i].want, build_version(), at + 2);
        assert_string_equal(buf_text(&notes), want);
        transport_close(t);
    }
}

static void test_many_jobs_go_in_several_batches(void **state)
{
    enum { MANY = 300 };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    (void)state;
    server.capacity = MANY / 4;
    struct transport *t = opened();
    for (int64_t id = 1; id <= MANY; id++)
        assert_int_equal(submit(t, id, 0, "x"), 0);
    assert_int_equal(take(t, &a, &r), 0);
    assert_log("submit 256|submit 44|");
    all_done();
    bool seen[MANY + 1] = { false };
    for (int i = 0; i < MANY; i++) {
        int64_t id = take(t, &a, &r);
        assert_true(id >= 1 && id <= MANY && !seen[id]);
        seen[id] = true;
    }
    /* The half that was delivered first has been stored since. */
    assert_int_equal(strncmp(buf_text(&server.log), "forget 1,2,3,", 13), 0);
    assert_non_null(strstr(buf_text(&server.log), ",127,128|"));
    buf_clear(&server.log);
    assert_string_equal(server.most, "128");
    transport_close(t);
    assert_int_equal(strncmp(buf_text(&server.log), "forget 129,130,", 15), 0);
}

/* Texts of 8 MiB go at a time; a longer one goes alone. */
static void test_long_jobs_go_alone(void **state)
{
    static const struct {
        size_t len, n;
        const char *log;
    } cases[] = { { (size_t)9 << 20, 2, "submit 1|submit 1|" },
                  { (size_t)3 << 20, 3, "submit 2|submit 1|" } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct eval_result r;
        char *text = mem_array(cases[i].len + 1, 1);
        memset(text, 'x', cases[i].len);
        struct transport *t = opened();
        for (size_t j = 0; j < cases[i].n; j++)
            assert_int_equal(submit(t, (int64_t)j + 1, 0, text), 0);
        assert_int_equal(take(t, &a, &r), 0);
        assert_log(cases[i].log);
        transport_close(t);
        buf_clear(&server.log);
        free(text);
    }
}

static void test_a_worker_that_came_later_brings_its_devices(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    (void)state;
    struct transport *t = opened();
    server.other_devices = "CPU A,CPU C";
    snprintf(server.uuid, sizeof(server.uuid), "CPU C");
    assert_int_equal(submit(t, 1, 0, "x"), 0);
    assert_int_equal(take(t, &a, &r), 0);
    assert_int_equal(t->kind->size(t), 1);
    all_done();
    assert_int_equal(take(t, &a, &r), 1);
    assert_int_equal(r.outcome, OUTCOME_MISMATCH);
    assert_int_equal(t->kind->size(t), 2);
    assert_string_equal(t->kind->device(t, 1)->name, "CPU C");
    transport_close(t);
}

static void test_waiting_ends_with_a_result_or_a_signal(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct eval_result r;
    struct err err = { 0 };
    volatile sig_atomic_t stop = 1;
    int64_t id = 0;
    (void)state;
    struct transport *t = opened();
    assert_int_equal(t->kind->next(t, &stop, &a, &id, &r, &err), 0); /* nothing is asked for */
    assert_int_equal(submit(t, 1, 0, "x"), 0);
    assert_int_equal(t->kind->next(t, &stop, &a, &id, &r, &err), ERR_INTERRUPTED);
    all_done();
    assert_int_equal(t->kind->next(t, &stop, &a, &id, &r, &err), 1);
    assert_int_equal(id, 1);
    assert_int_equal(submit(t, 2, 0, "x"), 0);
    assert_int_equal(submit(t, 3, 0, "x"), 0);
    assert_int_equal(t->kind->next(t, &stop, &a, &id, &r, &err), ERR_INTERRUPTED);
    all_done();
    stop = 0;
    assert_int_equal(t->kind->next(t, &stop, &a, &id, &r, &err), 1);
    int64_t other = id;
    assert_int_equal(t->kind->next(t, &stop, &a, &id, &r, &err),
                     1); /* it was collected with the first */
    assert_int_equal(id + other, 5);
    assert_int_equal(t->kind->next(t, NULL, &a, &id, &r, &err), 0);
    for (int round = 0; round < 2; round++) {
        server.done_after = 3;
        assert_int_equal(submit(t, 4, 0, "x"), 0);
        assert_int_equal(t->kind->next(t, round == 0 ? &stop : NULL, &a, &id, &r, &err), 1);
        assert_int_equal(id, 4);
        assert_int_equal(server.done_after, 0);
    }
    transport_close(t);
}

static void test_the_class_of_devices(void **state)
{
    static const struct {
        const char *backend, *class, *want;
    } cases[] = { { "cpu", NULL, "cpu" }, { "cpu", "", "cpu" }, { "cuda", "h100", "cuda:h100" } };
    char out[128];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_string_equal(queue_class(cases[i].backend, cases[i].class, out), cases[i].want);
}

#define SERVED(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(test_what_cannot_be_opened),
        SERVED(test_the_devices_of_its_workers),
        SERVED(test_jobs_go_in_a_batch_and_each_result_comes_back_once),
        SERVED(test_a_row_that_asks_again_asks_for_the_same_job),
        SERVED(test_another_process_is_given_the_job_of_its_row),
        SERVED(test_answers_that_are_none),
        SERVED(test_cancelled_jobs),
        SERVED(test_while_the_server_is_away_jobs_wait),
        SERVED(test_it_is_said_when_no_worker_is_left),
        SERVED(test_many_jobs_go_in_several_batches),
        SERVED(test_long_jobs_go_alone),
        SERVED(test_a_worker_that_came_later_brings_its_devices),
        SERVED(test_waiting_ends_with_a_result_or_a_signal),
        cmocka_unit_test(test_the_class_of_devices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
