/*
 * worker_child_test.c - the process of a worker: where it runs, what it answers, and when it ends.
 *
 * Each worker is a child that runs what the hidden command "worker" runs, with pipes for its input
 * and output.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/eval.h"
#include "src/worker/worker.h"
#include "src/worker/worker_proto.h"

#define LONG_MS 60000

struct child {
    pid_t pid;
    int to, from, said; /* said: what it prints, its standard error */
};

/* In the child; the pipes' other ends close with their writers. */
_Noreturn static void become_worker(char **argv, int in[2], int out[2], int said[2])
{
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(said[1], STDERR_FILENO);
    close(in[0]);
    close(in[1]);
    close(out[0]);
    close(out[1]);
    close(said[0]);
    close(said[1]);
    int status = worker_main(argc, argv);
    fflush(NULL);
    _exit(status);
}

static struct child start(const char *backend, const char *threads, const char *cpu)
{
    char name[] = "rollbook", command[] = "worker", b[16], t[16], c[16];
    char *argv[] = { name, command, b, t, c, NULL };
    int in[2], out[2], said[2];
    snprintf(b, sizeof(b), "%s", backend);
    snprintf(t, sizeof(t), "%s", threads);
    if (cpu != NULL)
        snprintf(c, sizeof(c), "%s", cpu);
    else
        argv[4] = NULL;
    assert_int_equal(pipe2(in, O_CLOEXEC) | pipe2(out, O_CLOEXEC) | pipe2(said, O_CLOEXEC), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        become_worker(argv, in, out, said);
    close(in[0]);
    close(out[1]);
    close(said[1]);
    return (struct child){ pid, in[1], out[0], said[0] };
}

/* Its exit status, with what it printed. */
static int end(struct child *c, char *out, size_t size)
{
    int status = 0;
    size_t len = 0;
    ssize_t n;
    if (c->to >= 0)
        close(c->to);
    while (len + 1 < size && (n = read(c->said, out + len, size - 1 - len)) > 0)
        len += (size_t)n;
    out[len] = '\0';
    close(c->from);
    close(c->said);
    assert_int_equal(waitpid(c->pid, &status, 0), c->pid);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void assert_ends(struct child *c, int status, const char *said)
{
    char text[500];
    int got = end(c, text, sizeof(text));
    if (got != status || strstr(text, said) == NULL)
        fail_msg("%d: '%s'", got, text);
}

static void greet(const struct child *c, struct device_info *out)
{
    struct buf CLEANUP(buf_release) frame = { .max = FRAME_MAX_BYTES };
    struct err err = { 0 };
    assert_int_equal(frame_read(c->from, &frame), 1);
    assert_int_equal(hello_decode(frame.data, frame.len, out, &err), 0);
}

static void submit(const struct child *c, int64_t id, const char *task)
{
    struct buf CLEANUP(buf_release) frame = { 0 };
    struct eval_job job = { .id = id,
                            .task_id = task,
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .kernel_text = "x",
                            .kernel_len = 1 };
    sha256_hex("x", 1, job.code_sha256);
    job_encode(&job, &frame);
    assert_true(frame_write(c->to, &frame));
}

static void assert_answers(const struct child *c, int64_t id, const char *message)
{
    struct buf CLEANUP(buf_release) frame = { .max = FRAME_MAX_BYTES };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct result_message m;
    struct err err = { 0 };
    char hash[65];
    sha256_hex("x", 1, hash);
    assert_int_equal(frame_read(c->from, &frame), 1);
    assert_int_equal(result_decode(frame.data, frame.len, &a, &m, &err), 0);
    assert_int_equal(m.id, id);
    assert_int_equal(m.result.outcome, OUTCOME_INFRA);
    assert_string_equal(m.result.code_sha256, hash);
    if (m.result.message == NULL || strstr(m.result.message, message) == NULL)
        fail_msg("'%s'", m.result.message);
}

static void test_a_worker_stays_on_its_processor(void **state)
{
    cpu_set_t all;
    size_t last = 0;
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof(all), &all), 0);
    for (size_t i = 0; i < CPU_SETSIZE; i++)
        last = CPU_ISSET(i, &all) ? i : last;
    for (int pinned = 0; pinned < 2; pinned++) {
        char cpu[16];
        cpu_set_t set, want;
        struct device_info device;
        CPU_ZERO(&want);
        CPU_SET(last, &want);
        snprintf(cpu, sizeof(cpu), "%d", pinned == 1 ? (int)last : -1);
        struct child c = start("cpu", "1", cpu);
        greet(&c, &device);
        assert_string_equal(device.backend, "cpu");
        assert_int_equal(sched_getaffinity(c.pid, sizeof(set), &set), 0);
        assert_true(CPU_EQUAL(&set, pinned == 1 ? &want : &all));
        assert_ends(&c, 0, "");
    }
}

/* The first processor is one as well, where the system gives it. */
static void test_processor_0_is_a_processor(void **state)
{
    cpu_set_t all, set;
    struct device_info device;
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof(all), &all), 0);
    if (!CPU_ISSET(0, &all))
        skip();
    struct child c = start("cpu", "1", "0");
    greet(&c, &device);
    assert_int_equal(sched_getaffinity(c.pid, sizeof(set), &set), 0);
    assert_true(CPU_COUNT(&set) == 1 && CPU_ISSET(0, &set));
    assert_ends(&c, 0, "");
}

/* Jobs that are read ahead are answered in their order, and a task that is none costs no other job.
 */
static void test_each_job_is_answered_in_its_turn(void **state)
{
    enum { MANY = 20 };
    struct device_info device;
    (void)state;
    struct child c = start("cpu", "1", "-1");
    greet(&c, &device);
    kill(c.pid, SIGINT); /* meant for who waits for it */
    for (int64_t id = 1; id <= MANY; id++)
        submit(&c, id, "l9/99");
    for (int64_t id = 1; id <= MANY; id++)
        assert_answers(&c, id, "no task 'l9/99'");
    assert_ends(&c, 0, "");
}

/* What is no kernel has a verdict, from the device that greeted, and the job's hash. */
static void test_a_verdict_comes_back(void **state)
{
    struct buf CLEANUP(buf_release) frame = { .max = FRAME_MAX_BYTES };
    struct arena CLEANUP(arena_release) a = { 0 };
    struct device_info device;
    struct result_message m;
    struct err err = { 0 };
    char hash[65];
    (void)state;
    struct child c = start("cpu", "1", "-1");
    greet(&c, &device);
    submit(&c, 5, "l1/28");
    submit(&c, 6, "l9/99");
    assert_int_equal(frame_read(c.from, &frame), 1);
    assert_int_equal(result_decode(frame.data, frame.len, &a, &m, &err), 0);
    sha256_hex("x", 1, hash);
    assert_int_equal(m.id, 5);
    assert_int_equal(m.result.outcome, OUTCOME_PARSE);
    assert_string_equal(m.result.kind, "kernel_file");
    assert_string_equal(m.result.code_sha256, hash);
    assert_string_equal(m.result.device_uuid, device.uuid);
    assert_false(m.result.correct);
    assert_answers(&c, 6, "no task 'l9/99'");
    assert_ends(&c, 0, "");
}

static void test_a_broken_message_ends_a_worker(void **state)
{
    static const struct {
        const char *bytes;
        size_t len;
        const char *why;
    } cases[] = {
        { "\7\0\0", 3, "a job was cut" },           { "\7\0\0\0{}", 6, "a job was cut" },
        { "\377\377\377\377", 4, "a job was cut" }, { "\2\0\0\0{}", 6, "rollbook worker: " },
        { "\1\0\0\0{", 5, "rollbook worker: " },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct device_info device;
        struct child c = start("cpu", "1", "-1");
        greet(&c, &device);
        assert_int_equal(write(c.to, cases[i].bytes, cases[i].len), cases[i].len);
        assert_ends(&c, -ERR_INTEGRITY, cases[i].why);
    }
}

static void test_what_cannot_be_started(void **state)
{
    static const struct {
        const char *backend, *threads, *cpu;
        int status;
        const char *why;
    } cases[] = {
        { "cpu", "1", NULL, 2, "" },
        { "cpu", "one", "-1", 2, "" },
        { "cpu", "1", "x", 2, "" },
        { "abacus", "1", "-1", 2, "abacus" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct child c = start(cases[i].backend, cases[i].threads, cases[i].cpu);
        assert_ends(&c, cases[i].status, cases[i].why);
    }
}

/* What a candidate prints is no answer. */
static void test_standard_output_is_no_pipe_of_answers(void **state)
{
    struct device_info device;
    char path[64], out[128] = "", errors[128] = "";
    (void)state;
    struct child c = start("cpu", "1", "-1");
    greet(&c, &device);
    snprintf(path, sizeof(path), "/proc/%d/fd/1", (int)c.pid);
    assert_true(readlink(path, out, sizeof(out) - 1) > 0);
    snprintf(path, sizeof(path), "/proc/%d/fd/2", (int)c.pid);
    assert_true(readlink(path, errors, sizeof(errors) - 1) > 0);
    assert_string_equal(out, errors);
    assert_ends(&c, 0, "");
}

/* The process between this one and the worker ends; the worker's input stays open. */
static void test_a_worker_ends_with_who_started_it(void **state)
{
    int go[2];
    int to[2];
    struct child c = { 0 };
    struct device_info device;
    int pipes[2];
    (void)state;
    assert_int_equal(pipe2(go, O_CLOEXEC) | pipe2(to, O_CLOEXEC) | pipe2(pipes, O_CLOEXEC), 0);
    pid_t between = fork();
    assert_true(between >= 0);
    if (between == 0) {
        char b = 0;
        pid_t worker = fork();
        if (worker == 0) {
            char name[] = "rollbook", command[] = "worker", backend[] = "cpu", one[] = "1",
                 none[] = "-1";
            char *argv[] = { name, command, backend, one, none, NULL };
            int said[2] = { dup(STDERR_FILENO), dup(STDERR_FILENO) };
            close(go[0]);
            close(go[1]);
            become_worker(argv, to, pipes, said);
        }
        close(pipes[1]);
        (void)!read(go[0], &b, 1);
        _exit(0);
    }
    close(pipes[1]);
    c.from = pipes[0];
    greet(&c, &device);
    assert_int_equal(write(go[1], "", 1), 1);
    assert_int_equal(waitpid(between, NULL, 0), between);
    struct pollfd p = { .fd = pipes[0], .events = POLLIN };
    assert_int_equal(poll(&p, 1, LONG_MS), 1);
    assert_true((p.revents & POLLHUP) != 0);
    close(pipes[0]);
    close(go[0]);
    close(go[1]);
    close(to[0]);
    close(to[1]);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN"); /* what compiles for a worker is this program */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_worker_stays_on_its_processor),
        cmocka_unit_test(test_processor_0_is_a_processor),
        cmocka_unit_test(test_each_job_is_answered_in_its_turn),
        cmocka_unit_test(test_a_verdict_comes_back),
        cmocka_unit_test(test_a_broken_message_ends_a_worker),
        cmocka_unit_test(test_what_cannot_be_started),
        cmocka_unit_test(test_standard_output_is_no_pipe_of_answers),
        cmocka_unit_test(test_a_worker_ends_with_who_started_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
