/*
 * cuda_session.c - one candidate (or baseline) in a GPU process: memory, loading, failures.
 *
 * The evaluator's own context writes inputs and poison and reads outputs through memory that both
 * processes map.  Expected values never leave it.
 */
#define _GNU_SOURCE
#include "src/eval/cuda/cuda_session.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/contract/kernel_candidate.h"
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

bool session_answered(struct kernel_session *s, enum gpu_answer answer, struct launch_report *r)
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
    if (rc == 0 && report->status == LAUNCH_OK) {
        *out = s;
        if (purpose_of(spec) == CUDA_CANDIDATES)
            gpu_process_complete(c);
    } else
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
