/*
 * worker_child.c - the child's side.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/eval/eval.h"
#include "src/worker/worker.h"
#include "src/worker/worker_proto.h"

/* With those read ahead. */
#define MAX_JOBS 16

struct queued_job {
    struct arena arena;
    struct eval_job job; /* task NULL: no such id */
};

struct worker_child {
    struct evaluator *evaluator;
    unsigned threads;
    size_t most_jobs;
    int in, out;
    size_t n_jobs;
    struct queued_job jobs[MAX_JOBS];
};

static int send_hello(struct worker_child *c, struct err *err)
{
    struct device_info device;
    struct buf payload = { 0 };
    int rc = evaluator_device(c->evaluator, &device, err);
    if (rc < 0)
        return rc;
    hello_encode(&device, &payload);
    bool ok = frame_write(c->out, &payload);
    buf_release(&payload);
    return ok ? 0 : err_set(err, ERR_INTEGRITY, "worker: the pipe is closed");
}

static void evaluate(struct worker_child *c, struct queued_job *q, struct eval_result *out)
{
    struct err err = { 0 };
    struct eval_job *job = &q->job;
    int rc = job_find_task(job, &q->arena, &err);
    if (rc == 0)
        rc = evaluator_run(c->evaluator, job, &q->arena, out, &err);
    if (rc < 0) {
        eval_result_init(out, OUTCOME_INFRA, arena_strdup(&q->arena, err.msg));
        memcpy(out->code_sha256, job->code_sha256, sizeof(out->code_sha256));
    }
}

/* 1: a job, 0: the pipe is closed, or negative. */
static int read_job(struct worker_child *c, struct err *err)
{
    struct buf frame = { .max = FRAME_MAX_BYTES };
    struct queued_job *q = &c->jobs[c->n_jobs];
    struct err unknown = { 0 }; /* said when its turn comes */
    *q = (struct queued_job){ .job.task = NULL };
    int rc = frame_read(c->in, &frame);
    if (rc < 0)
        rc = err_set(err, ERR_INTEGRITY, "worker: a job was cut");
    if (rc > 0) {
        c->n_jobs++;
        rc = job_decode(frame.data, frame.len, &q->arena, &q->job, err);
        if (rc == 0)
            (void)job_find_task(&q->job, &q->arena, &unknown);
        q->job.threads = c->threads;
        rc = rc == 0 ? 1 : rc;
    }
    buf_release(&frame);
    return rc;
}

static bool has_message(const struct worker_child *c)
{
    struct pollfd f = { .fd = c->in, .events = POLLIN };
    return poll(&f, 1, 0) > 0 && (f.revents & POLLIN) != 0;
}

static int read_ahead(struct worker_child *c, struct err *err)
{
    int rc = 1;
    while (rc > 0 && c->n_jobs < c->most_jobs && has_message(c)) {
        rc = read_job(c, err);
        if (rc > 0 && c->jobs[c->n_jobs - 1].job.task != NULL)
            evaluator_prepare(c->evaluator, &c->jobs[c->n_jobs - 1].job);
    }
    return rc;
}

static void drop_first(struct worker_child *c)
{
    arena_release(&c->jobs[0].arena);
    memmove(c->jobs, c->jobs + 1, --c->n_jobs * sizeof(*c->jobs));
}

/* 1: go on, 0: the pipe is closed, or negative. */
static int serve_one(struct worker_child *c, struct err *err)
{
    struct buf frame = { .max = FRAME_MAX_BYTES };
    enum trace_phase before = trace_enter(PHASE_IDLE);
    int rc = c->n_jobs > 0 ? 1 : read_job(c, err);
    (void)trace_enter(PHASE_COMPILE);
    if (rc > 0)
        rc = read_ahead(c, err);
    trace_leave(before);
    if (rc > 0) {
        struct result_message m = { .id = c->jobs[0].job.id };
        evaluate(c, &c->jobs[0], &m.result);
        before = trace_enter(PHASE_ROWS);
        result_encode(&m, &frame);
        rc = frame_write(c->out, &frame) ? 1 : 0;
        trace_leave(before);
    }
    if (c->n_jobs > 0)
        drop_first(c);
    buf_release(&frame);
    return rc;
}

int worker_serve(const char *backend, unsigned threads, int in, int out, struct err *err)
{
    struct worker_child *c = mem_alloc(sizeof(*c));
    size_t ahead = evaluator_habits(backend).jobs_ahead;
    *c = (struct worker_child){ .in = in,
                                .out = out,
                                .threads = threads,
                                .most_jobs = 1 + (ahead < MAX_JOBS ? ahead : MAX_JOBS - 1) };
    int rc = evaluator_open(backend, &c->evaluator, err);
    if (rc == 0)
        rc = send_hello(c, err);
    if (rc == 0) {
        do {
            rc = serve_one(c, err);
        } while (rc > 0);
    }
    trace_phases_print("a worker");
    evaluator_close(c->evaluator);
    free(c);
    return rc;
}

/* argv: rollbook worker BACKEND THREADS CPU; CPU -1: not pinned. */
int worker_main(int argc, char **argv)
{
    struct err err = { 0 };
    int64_t threads;
    int64_t cpu;
    if (argc != 5 || !str_to_i64(argv[3], &threads) || !str_to_i64(argv[4], &cpu))
        return 2;
    trace_begin();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* A terminal or a batch system sends them to the whole group; the parent says when to end. */
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    mem_keep_freed();
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(STDERR_FILENO, STDOUT_FILENO); /* only frames reach the pipe */
    if (cpu >= 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET((size_t)cpu, &set);
        sched_setaffinity(0, sizeof(set), &set);
    }
    int rc = worker_serve(argv[2], (unsigned)threads, STDIN_FILENO, out, &err);
    if (rc < 0)
        fprintf(stderr, "rollbook worker: %s\n", err.msg);
    return err_exit_status(rc);
}
