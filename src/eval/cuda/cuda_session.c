/*
 * cuda_session.c - one candidate (or baseline) in a GPU process: memory, loading, failures.
 *
 * The evaluator's own context writes inputs and poison and reads outputs through memory that both
 * processes map.  Expected values never leave it.
 */
#define _GNU_SOURCE

#include "src/eval/cuda/cuda_session.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/trace.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cuda/cuda_context.h"
#include "src/eval/cuda/driver/cuda_bundle.h"

#define START_NS ((int64_t)60 * 1000000000)

static void say(struct launch_report *r, enum launch_status status, const char *kind,
                const char *message)
{
    r->status = status;
    r->kind = kind;
    snprintf(r->message, sizeof r->message, "%s", message);
}

static void describe_failure(const struct cuda_control *control, struct launch_report *r)
{
    char message[sizeof control->message];
    memcpy(message, control->message, sizeof message);
    message[sizeof message - 1] = '\0';
    const struct cuda_fault *f = cuda_classify(control->code);
    static const enum launch_status status[] = { [CUDA_BLAME_NONE] = LAUNCH_INFRA,
                                                 [CUDA_BLAME_CRASH] = LAUNCH_CRASH,
                                                 [CUDA_BLAME_LAUNCH] = LAUNCH_REFUSED,
                                                 [CUDA_BLAME_TIMEOUT] = LAUNCH_TIMEOUT,
                                                 [CUDA_BLAME_DEVICE] = LAUNCH_INFRA };
    say(r, status[f->blame], f->kind, message);
}

/* False: the run failed, the report says why and the process is gone. */
static bool session_answered(struct kernel_session *s, enum gpu_answer answer,
                             struct launch_report *r)
{
    switch (answer) {
    case GPU_ANSWERED:
        if (s->process.control->status == CUDA_STATUS_OK)
            return true;
        describe_failure(s->process.control, r);
        break;
    case GPU_DIED:
        say(r, LAUNCH_CRASH, "ended", "the GPU process ended without an answer");
        break;
    case GPU_LATE:
        say(r, LAUNCH_TIMEOUT, "deadline", "killed at the deadline");
        break;
    }
    gpu_process_end(s->c, &s->process);
    return false;
}

static int take_regions(struct kernel_session *s, const struct session_spec *spec, struct err *err)
{
    int rc = buffers_layout(spec->task, spec->task_case, &kernel_candidate(spec->candidate)->plan,
                            spec->outputs_f64, &s->layout, err);
    struct cuda_control *control = s->process.control;
    for (uint32_t i = 0; i < s->layout.n && rc == 0; i++) {
        uint64_t bytes = s->layout.buffers[i].bytes;
        if (s->regions[i] != NULL)
            continue;
        rc = gpu_region_take(&s->c->gpu, i, gpu_buffer_bytes(bytes), &s->regions[i], err);
        if (rc != 0)
            break;
        control->plan.bytes[i] = bytes;
        control->region_id[i] = s->regions[i]->id;
        control->region_bytes[i] = s->regions[i]->bytes;
    }
    return rc;
}

static void send_program(struct kernel_session *s, int program, struct launch_report *r)
{
    /* A library needs no program: our own kernels fill its place. */
    int fds[2 + RUNNER_MAX_BUFFERS] = { s->c->own_fd, program >= 0 ? program : s->c->own_fd };
    s->process.control->has_state = s->has_state;
    for (uint32_t i = 0; i < s->layout.n; i++)
        fds[2 + i] = s->regions[i]->fd;
    enum gpu_answer answer = gpu_process_ask(&s->process, CUDA_LOAD, fds, 2 + s->layout.n,
                                             clock_monotonic_ns() + START_NS);
    if (!session_answered(s, answer, r))
        return;
    r->sandbox_layers = s->process.control->sandbox_layers;
    const struct cuda_control *c = s->process.control;
    size_t used = 0;
    if (c->purpose == CUDA_BLAS)
        snprintf(r->resources, sizeof r->resources, "%.*s", (int)sizeof c->library, c->library);
    for (uint32_t i = 0; i < c->plan.n_launches && used < sizeof r->resources; i++) {
        int n = snprintf(r->resources + used, sizeof r->resources - used,
                         "%s%.40s: %d registers, %d bytes local, %d bytes shared",
                         i == 0 ? "" : "; ", c->plan.launches[i].name, c->registers[i],
                         c->local_bytes[i], c->shared_bytes[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

static enum cuda_purpose purpose_of(const struct session_spec *spec)
{
    return spec->counts                                    ? CUDA_COUNTERS
           : kernel_candidate(spec->candidate)->is_library ? CUDA_BLAS
                                                           : CUDA_CANDIDATES;
}

int cuda_session_load(struct backend_context *c, const struct session_spec *spec,
                      struct kernel_session **out, struct launch_report *report, struct err *err)
{
    struct kernel_session *s = mem_alloc(sizeof *s);
    int program = -1;
    s->c = c;
    s->task = spec->task;
    s->task_case = spec->task_case;
    s->outputs_f64 = spec->outputs_f64;
    s->deadline_ns = spec->deadline_ns;
    s->has_state =
        !kernel_candidate(spec->candidate)->is_library && spec->artifact->state_bytes != 0;
    s->process = (struct gpu_process){ .socket = -1, .control_file = { .fd = -1 } };
    *report = (struct launch_report){ .status = LAUNCH_OK };
    *out = NULL;
    int rc = gpu_process_take(c, purpose_of(spec), &s->process, err);
    if (rc == 0 && take_regions(s, spec, NULL) != 0) {
        gpu_process_end_idle(c); /* they may hold released memory */
        gpu_process_reap(c, true);
        rc = take_regions(s, spec, err);
    }
    if (rc == 0 && kernel_candidate(spec->candidate)->is_library) {
        struct cuda_plan *p = &s->process.control->plan;
        p->n_launches = 0;
        p->n_inputs = (uint32_t)spec->task->n_inputs;
        p->n_outputs = (uint32_t)spec->task->n_outputs;
        p->n_buffers = s->layout.n;
        if (!blas_plan(spec->task, spec->task_case, &s->process.control->blas))
            say(report, LAUNCH_REFUSED, "library", "cuBLAS has no routine for this task");
    } else if (rc == 0) {
        struct buf data = { 0 };
        struct bundle b;
        char message[240];
        rc = cuda_read_artifact(spec->artifact, &data, &b, err);
        if (rc == 0 && !cuda_lower(&kernel_candidate(spec->candidate)->plan, &b, spec->task,
                                   &s->process.control->plan, message, sizeof message))
            say(report, LAUNCH_REFUSED, "argument", message);
        buf_release(&data);
        program = rc == 0 ? open(spec->artifact->path, O_RDONLY | O_CLOEXEC) : -1;
        if (rc == 0 && program < 0)
            rc = err_set(err, ERR_INTEGRITY, "cannot open %s", spec->artifact->path);
    }
    if (rc == 0 && report->status == LAUNCH_OK) {
        gpu_lock(c);
        send_program(s, program, report);
        gpu_unlock(c);
    }
    if (program >= 0)
        (void)close(program);
    if (rc == 0 && report->status == LAUNCH_OK)
        *out = s;
    else
        cuda_session_unload(s);
    return rc;
}

void cuda_session_set_deadline(struct kernel_session *s, int64_t deadline_ns)
{
    s->deadline_ns = deadline_ns;
}

void cuda_session_unload(struct kernel_session *s)
{
    if (s == NULL)
        return;
    if (s->stained)
        gpu_process_end(s->c, &s->process);
    gpu_process_give(s->c, &s->process);
    for (uint32_t i = 0; i < s->layout.n; i++)
        gpu_region_give(&s->c->gpu, s->regions[i]);
    for (size_t o = 0; o < TASK_MAX_TENSORS; o++)
        free(s->outputs[o]);
    gpu_process_prepare(s->c, CUDA_CANDIDATES);
    free(s);
}

/*
 * Checked, trusted, counted and recorded runs of a session.
 */

/* A clock this far below nominal was held back. */
#define THROTTLED_SHARE 0.75

/* Waiting for other processes is not the candidate's time. */
static void take_turn(struct kernel_session *s)
{
    int64_t start_ns = clock_monotonic_ns();
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_TURN);
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
    run->poison = run_poison(rng_secret(), s->n_launches);
    run->at_end = (int)(s->n_launches++ % 2 == 0);
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

/* The session was loaded to count. */
static int cuda_session_count(struct kernel_session *s, const struct trial_key *key,
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

/*
 * Counters of a candidate, in a process that is never timed.
 */

static bool is_right(const struct task *t, const struct launch_report *r)
{
    for (size_t o = 0; o < t->n_outputs; o++)
        if (r->compared[o].matched < r->compared[o].n)
            return false;
    return true;
}

/* NULL: the counters mean something. */
static const char *why_not_counted(const struct session_spec *spec, const struct cuda_control *c,
                                   const struct launch_report *r)
{
    static char said[sizeof c->why_not_counted + 40];
    if (r->status != LAUNCH_OK)
        snprintf(said, sizeof said, "the kernel failed while it was counted: %.160s", r->message);
    else if (c->counted == 0)
        snprintf(said, sizeof said, "%.*s", (int)sizeof c->why_not_counted, c->why_not_counted);
    else if (!is_right(spec->task, r))
        snprintf(said, sizeof said, "the kernel computed something else while it was counted");
    else
        return NULL;
    return said;
}

int cuda_profile_count(struct backend_context *c, const struct session_spec *spec,
                       const struct trial_key *key, struct profile_kernel *kernels,
                       const char **why_not, struct err *err)
{
    struct kernel_session *s = NULL;
    struct session_spec counting = *spec;
    struct launch_report report;
    counting.counts = true;
    int rc = cuda_session_load(c, &counting, &s, &report, err);
    if (rc == 0 && s == NULL)
        *why_not = "the kernel could not be loaded to be counted";
    if (rc != 0 || s == NULL)
        return rc;
    rc = cuda_session_count(s, key, &report, err);
    if (rc == 0) {
        /* The last answer of its process. */
        const struct cuda_control *answer = s->process.control;
        *why_not = why_not_counted(spec, answer, &report);
        for (size_t i = 0;
             i < kernel_candidate(spec->candidate)->plan.n_launches && *why_not == NULL; i++)
            memcpy(kernels[i].counters, answer->counters[i], sizeof kernels[i].counters);
    }
    cuda_session_unload(s);
    return rc;
}

void cuda_profile_prepare(struct backend_context *c, bool wait)
{
    if (wait)
        gpu_process_settle(c);
    else
        gpu_process_prepare(c, CUDA_COUNTERS);
}

/* Single precision lanes of a multiprocessor (NVIDIA's programming guide). */
static const struct {
    int major, minor, lanes;
} lanes_of[] = {
    { 7, 0, 64 },   { 7, 2, 64 },   { 7, 5, 64 },   { 8, 0, 64 },   { 8, 6, 128 },
    { 8, 7, 128 },  { 8, 9, 128 },  { 9, 0, 128 },  { 10, 0, 128 }, { 10, 3, 128 },
    { 11, 0, 128 }, { 12, 0, 128 }, { 12, 1, 128 },
};

void cuda_profile_limits(struct backend_context *c, struct device_limits *out)
{
    const struct gpu *g = &c->gpu;
    int major = 0, minor = 0;
    (void)g->d->device_attribute(&major, CUDA_ATTR_CAPABILITY_MAJOR, g->device);
    (void)g->d->device_attribute(&minor, CUDA_ATTR_CAPABILITY_MINOR, g->device);
    *out = (struct device_limits){ .peak_flop_per_s = (double)NAN, .cache_bytes = g->l2_bytes };
    for (size_t i = 0; i < ARRAY_LEN(lanes_of); i++)
        if (lanes_of[i].major == major && lanes_of[i].minor == minor)
            out->peak_flop_per_s =
                2.0 * lanes_of[i].lanes * g->multiprocessors * g->clock_khz * 1e3;
}
