/*
 * cuda_runs.c - checked, trusted, counted and recorded runs of a session.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/trace.h"
#include "src/eval/cuda/cuda_session.h"

/* A clock this far below nominal was held back. */
#define THROTTLED_SHARE 0.75

/* Waiting for other processes is not the candidate's time. */
static void take_turn(struct kernel_session *s)
{
    int64_t start_ns = clock_monotonic_ns();
    gpu_lock(s->c);
    trace_stop("  wait for the GPU", start_ns);
    s->deadline_ns += clock_monotonic_ns() - start_ns;
}

static void trace_request(const struct kernel_session *s, const struct run *run, int64_t start_ns,
                          int64_t spent_ns)
{
    const struct cuda_control *c = s->process.control;
    bool trusted = run->key != NULL && run->key->trusted;
    trace_add(trusted              ? "  baseline request"
              : s->n_launches == 1 ? "  first request"
                                   : "  request",
              spent_ns);
    trace_add("    until it came", c->received_ns - start_ns);
    trace_add("    module", (int64_t)(c->load_us * 1e3));
    trace_add("    flush and queue", (int64_t)(c->queue_us * 1e3));
    trace_add("    on the device", (int64_t)(c->device_us * 1e3));
    trace_add("    wall", (int64_t)(c->wall_us * 1e3));
}

static bool request(struct kernel_session *s, const struct run *run, enum cuda_command command,
                    struct launch_report *r)
{
    s->process.control->at_end = (uint32_t)run->at_end;
    int64_t start_ns = clock_monotonic_ns();
    enum gpu_answer answer = gpu_process_ask(&s->process, command, NULL, 0, s->deadline_ns);
    r->spent_ns = clock_monotonic_ns() - start_ns + 1;
    trace_request(s, run, start_ns, r->spent_ns);
    if (!session_answered(s, answer, r))
        return false;
    const struct cuda_control *c = s->process.control;
    r->device_us = fmax(0.0, c->device_us - c->overhead_us);
    r->cpu_us = c->wall_us - c->wall_overhead_us;
    r->host_us = r->cpu_us;
    r->clock_mhz = c->clock_mhz;
    r->throttled =
        c->clock_mhz > 0.0 && c->clock_mhz * 1e3 < THROTTLED_SHARE * (double)s->c->gpu.clock_khz;
    r->disturbed = c->late != 0 || r->throttled;
    r->state_modified = s->has_state;
    return true;
}

static int run_trial(struct kernel_session *s, const struct run *run, enum cuda_command command,
                     struct launch_report *r, struct err *err)
{
    const struct expected *want = NULL;
    cuda_address inputs[RUNNER_MAX_BUFFERS] = { 0 };
    int64_t start_ns = clock_monotonic_ns();
    int rc = session_fill(s, run, err);
    for (uint32_t i = 0; i < s->layout.first_output; i++)
        inputs[i] = session_place(s, i, run->at_end).at;
    int64_t oracle_ns = trace_start();
    if (rc == 0)
        rc = expected_get(s->c, run->key, inputs, &want, err);
    trace_stop("  expected", oracle_ns);
    if (rc != 0)
        return rc;
    s->deadline_ns += clock_monotonic_ns() - start_ns; /* preparing is not the candidate's time */
    if (!request(s, run, command, r))
        return 0;
    return session_check(s, run, want, r, err);
}

static bool is_held(const struct held *h, const struct trial_key *key)
{
    return h->valid && h->seed == key->seed && h->trial == key->trial &&
           h->task_case == key->task_case && strcmp(h->task_sha256, key->task->sha256) == 0;
}

static void hold(struct held *h, const struct trial_key *key, int at_end)
{
    *h = (struct held){ .task_case = key->task_case,
                        .seed = key->seed,
                        .trial = key->trial,
                        .at_end = at_end,
                        .valid = true };
    memcpy(h->task_sha256, key->task->sha256, sizeof h->task_sha256);
}

static int run_trusted(struct kernel_session *s, struct run *run, struct launch_report *r,
                       struct err *err)
{
    struct held *h = &s->c->held;
    int rc = 0;
    if (is_held(h, run->key))
        run->at_end = h->at_end;
    else
        rc = session_fill(s, run, err);
    if (rc == 0)
        (void)request(s, run, CUDA_RUN, r);
    return rc;
}

static int begin_run(struct kernel_session *s, struct run *run, struct launch_report *r,
                     struct err *err)
{
    *r = (struct launch_report){ .status = LAUNCH_OK };
    if (s->process.pid == 0)
        return err_set(err, ERR_INTEGRITY, "the GPU process of this session has ended");
    run->at_end = (int)(s->n_launches++ % 2 == 0);
    run->poison = rng_secret();
    return 0;
}

int cuda_session_trial(struct kernel_session *s, const struct trial_key *key, bool keep_state,
                       struct launch_report *report, struct err *err)
{
    struct run run = { .key = key };
    int rc = begin_run(s, &run, report, err);
    if (rc != 0)
        return rc;
    enum cuda_command command = keep_state ? CUDA_AGAIN : key->repeated ? CUDA_DISTURB : CUDA_RUN;
    take_turn(s);
    s->c->held.valid = s->c->held.valid && key->trusted;
    rc =
        key->trusted ? run_trusted(s, &run, report, err) : run_trial(s, &run, command, report, err);
    if (rc == 0 && report->status == LAUNCH_OK && report->input_modified_bytes == 0)
        hold(&s->c->held, key, run.at_end);
    gpu_unlock(s->c);
    s->stained = s->stained || rc != 0 || report->guard_modified_bytes != 0 ||
                 report->input_modified_bytes != 0;
    return rc;
}

int cuda_session_launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                        struct launch_report *report, struct err *err)
{
    struct run run = { .inputs = inputs };
    int rc = begin_run(s, &run, report, err);
    if (rc != 0)
        return rc;
    take_turn(s);
    s->c->held.valid = false;
    rc = session_fill(s, &run, err);
    if (rc == 0 && request(s, &run, keep_state ? CUDA_AGAIN : CUDA_RUN, report)) {
        rc = session_check(s, &run, NULL, report, err);
        if (rc == 0) {
            struct gpu *g = &s->c->gpu;
            for (size_t o = 0; o < s->task->n_outputs && rc == 0; o++) {
                uint32_t i = s->layout.first_output + (uint32_t)o;
                struct place p = session_place(s, i, run.at_end);
                if (s->outputs[o] == NULL)
                    s->outputs[o] = mem_alloc(p.bytes);
                rc = cuda_check(g->d, g->d->copy_to_host(s->outputs[o], p.at, p.bytes),
                                "copying outputs", err);
                report->outputs[o] = s->outputs[o];
                report->poison_seed[o] = buffer_poison_seed(run.poison, i);
            }
        }
    }
    gpu_unlock(s->c);
    return rc;
}

const struct cuda_control *cuda_session_answer(const struct kernel_session *s)
{
    return s->process.control;
}

int cuda_session_count(struct kernel_session *s, const struct trial_key *key,
                       struct launch_report *report, struct err *err)
{
    struct run run = { .key = key };
    int rc = begin_run(s, &run, report, err);
    if (rc != 0)
        return rc;
    take_turn(s);
    s->c->held.valid = false;
    rc = run_trial(s, &run, CUDA_COUNT, report, err);
    gpu_unlock(s->c);
    s->stained = s->stained || rc != 0 || report->guard_modified_bytes != 0;
    return rc;
}

static void read_witness(const struct cuda_control *c, struct witness *out)
{
    bool came = c->witness != 0;
    *out = (struct witness){ .us = came ? c->witness_us : (double)NAN,
                             .events_us = c->witness_events_us,
                             .why = came ? NULL : "no activity records here (CUPTI)" };
    for (uint32_t i = 0; i < c->plan.n_launches; i++) {
        out->kernel_us[i] = came ? c->kernel_us[i] : (double)NAN;
        out->registers[i] = c->registers[i];
        out->local_bytes[i] = c->local_bytes[i];
        out->shared_bytes[i] = c->shared_bytes[i];
    }
}

int cuda_session_witness(struct kernel_session *s, const struct trial_key *key, struct witness *out,
                         struct err *err)
{
    struct run run = { .key = key };
    struct launch_report report;
    *out = (struct witness){ .us = (double)NAN, .why = "the GPU process ended" };
    int rc = begin_run(s, &run, &report, err);
    if (rc != 0)
        return rc;
    take_turn(s);
    s->c->held.valid = false;
    rc = session_fill(s, &run, err);
    if (rc == 0 && request(s, &run, CUDA_WITNESS, &report))
        read_witness(s->process.control, out);
    gpu_unlock(s->c);
    return rc;
}
