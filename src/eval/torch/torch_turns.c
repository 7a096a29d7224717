/*
 * torch_turns.c - a candidate is checked, then timed in turns with the reference.
 *
 * In mode full, and on a processor always, either side is timed in two processes: the candidate's
 * first one and a second, and two that run the problem's own Model as a candidate is run.  Pair i
 * belongs to process i mod 2 of both.  The others stand still.
 */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_run.h"
#include "src/json/json.h"

static int call(struct torch_run *r, bool exact, double *out_us, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end);
    int rc = torch_call_draw(r, exact, &x, err);
    if (rc == 0)
        rc = torch_call_send(r, CALL_CHECKED, &x, err);
    return rc != 0 ? rc : torch_call_finish(r, &x, out_us, err);
}

/* NULL: an interval is wanted, and there is room for it. */
static const char *why_one_process(const struct torch_run *r)
{
    bool on_processor = strcmp(torch_host_device(r->h), "cpu") == 0;
    if ((r->job->mode != EVAL_FULL && !on_processor) || r->as_suite)
        return "";
    if (r->job->baseline == TORCH_BASELINE_COMPILE)
        return "torch.compile of the reference has one process";
    return r->slots > 1 ? NULL : "the inputs and outputs leave no room for more processes";
}

static const char *start_process(struct torch_run *r, struct torch_process *p, const char *text,
                                 const char *folder, int *rc, struct err *err)
{
    struct torch_run beside = *r;
    struct eval_result unused;
    *p = (struct torch_process){ .fd = -1, .text = text, .private = folder };
    eval_result_init(&unused, OUTCOME_MEASURED, NULL);
    beside.verdict = (struct verdict){ .arena = r->arena, .out = &unused };
    beside.p = p;
    *rc = torch_candidate_prepare(&beside, err);
    torch_candidate_stop(&beside);
    return *rc == 0 && beside.verdict.decided ? unused.message : NULL;
}

/* Before another process gets the same inputs.  Outputs stay as they are. */
static int make_ready(struct torch_run *r, const struct candidate_call *x, struct err *err)
{
    struct json *ready CLEANUP(json_free_ptr) = NULL;
    return torch_reference_slot(r, (struct slot_request){ .op = "ready", .slot = x->slot }, &ready,
                                err);
}

/* NaN: it failed, which is not the candidate's fault. */
static int time_process(struct torch_run *r, struct torch_process *p, struct candidate_call *x,
                        double *out_us, struct err *err)
{
    struct torch_process *asked = r->p;
    r->p = p;
    int rc = torch_call_send(r, CALL_OF_REFERENCE, x, err);
    r->p = asked;
    *out_us = rc == 0 && x->state == CHANNEL_OK ? torch_call_told_us(x->answer) : (double)NAN;
    return rc;
}

/* In its first ones a process gets the memory that it works with. */
#define WARM_CALLS 3

/* A checked call of a new process of the candidate, and one of the reference's beside it.  Memory
 * that one process had and two have not is no verdict. */
static const char *warm_up(struct torch_run *r, size_t i, int *rc, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    struct eval_result saved = *r->verdict.out;
    struct verdict before = r->verdict;
    double us = (double)NAN;
    r->p = &r->own[i];
    *rc = torch_call_draw(r, true, &x, err);
    if (*rc == 0 && i > 0)
        *rc = torch_call_send(r, CALL_CHECKED, &x, err);
    if (*rc == 0 && i > 0)
        *rc = torch_call_finish(r, &x, &us, err);
    if (*rc == 0 && r->verdict.decided) {
        const char *message = r->verdict.out->message;
        if (strstr(message, "out of memory") == NULL)
            return NULL;
        *r->verdict.out = saved;
        r->verdict = before;
        return message;
    }
    for (unsigned k = 1; k < WARM_CALLS && *rc == 0 && !r->verdict.decided; k++) {
        *rc = torch_call_send(r, CALL_DISCARDED, &x, err);
        if (*rc == 0 && x.state != CHANNEL_OK)
            *rc = torch_candidate_gone(r, x.state, "a call of forward", err);
    }
    if (*rc != 0 || r->verdict.decided)
        return NULL;
    for (unsigned k = 0; k < WARM_CALLS && *rc == 0; k++)
        *rc = time_process(r, &r->reference[i], &x, &us, err);
    return *rc == 0 && !(us > 0) ? "the reference failed in a process of its own" : NULL;
}

/* The candidate's second process and both of the reference.  NULL: they are there, or it is
 * decided. */
static const char *start_processes(struct torch_run *r, int *rc, struct err *err)
{
    const char *reference = arena_printf(r->arena, "%s\n\nModelNew = Model\n", r->job->problem);
    const char *why = NULL;
    torch_host_private(r->h, r->reference_folder);
    for (size_t i = 0; i < TORCH_PROCESSES && *rc == 0 && why == NULL && !r->verdict.decided; i++) {
        if (i > 0)
            why = start_process(r, &r->own[i], r->job->candidate, r->private, rc, err);
        if (*rc == 0 && why == NULL)
            why = start_process(r, &r->reference[i], reference, r->reference_folder, rc, err);
        if (*rc == 0 && why == NULL)
            why = warm_up(r, i, rc, err);
    }
    return why;
}

/* Whoever draws, computes and compares does so one after the other.  Each on a processor of its own
 * would find the inputs in its caches, or not. */
static void bring_together(const struct torch_run *r, size_t process)
{
    const pid_t all[] = { torch_host_reference(r->h), r->own[process].pid,
                          r->reference[process].pid };
    for (size_t i = 0; i < ARRAY_LEN(all) && r->job->threads <= 1; i++)
        if (all[i] > 0)
            process_move_here(all[i]);
}

static void let_go(const struct torch_run *r)
{
    process_move_anywhere(torch_host_reference(r->h));
    for (size_t i = 0; i < TORCH_PROCESSES; i++) {
        const pid_t both[] = { r->own[i].pid, r->reference[i].pid };
        for (size_t k = 0; k < ARRAY_LEN(both); k++)
            if (both[k] > 0)
                process_move_anywhere(both[k]);
    }
}

/* Each time another one is first, and both come after the same work of the reference's server. */
static int time_pair(struct torch_run *r, unsigned i, double *out_us, double *out_reference_us,
                     struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end), beside CLEANUP(torch_call_end) = { 0 };
    size_t process = i % TORCH_PROCESSES;
    bool reference_first = (i + i / TORCH_PROCESSES) % 2 != 0;
    r->p = &r->own[process];
    bring_together(r, process);
    int rc = torch_call_draw(r, false, &x, err);
    beside.slot = x.slot;
    beside.seed = x.seed;
    for (unsigned k = 0; k < 2 && rc == 0; k++) {
        if (k > 0)
            rc = make_ready(r, &x, err);
        if (rc == 0 && reference_first == (k == 0))
            rc = time_process(r, &r->reference[process], &beside, out_reference_us, err);
        else if (rc == 0)
            rc = torch_call_send(r, CALL_CHECKED, &x, err);
    }
    return rc == 0 ? torch_call_finish(r, &x, out_us, err) : rc;
}

/* So many times the samples that were asked for are taken where their interval stays wide. */
#define MORE_SAMPLES 32
#define MOST_SAMPLES 160
#define MORE_NS      (10 * SECOND_NS)

static unsigned most_samples(unsigned timed)
{
    unsigned more = timed < MOST_SAMPLES / MORE_SAMPLES ? timed * MORE_SAMPLES : MOST_SAMPLES;
    return more > timed ? more : timed;
}

static int time_in_processes(struct torch_run *r, unsigned timed, const char **why, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    int rc = 0;
    enum trace_phase before = trace_enter(PHASE_SECOND);
    *why = start_processes(r, &rc, err);
    trace_leave(before);
    int64_t spare_ns = r->left_ns / 2, until_ns = clock_monotonic_ns() + MORE_NS;
    for (unsigned i = 0; i < most_samples(timed) && rc == 0; i++) {
        double us = 0, reference_us = 0;
        bool is_asked = i < timed || (i - timed) % TORCH_PROCESSES != 0;
        if (*why != NULL || r->verdict.decided ||
            (!is_asked && (r->left_ns < spare_ns || clock_monotonic_ns() > until_ns ||
                           eval_result_width(out, TORCH_PROCESSES) <= EVAL_NARROW_WIDTH)))
            break;
        rc = time_pair(r, i, &us, &reference_us, err);
        if (rc != 0 || r->verdict.decided)
            break;
        if (!(reference_us > 0))
            *why = "the reference failed in a process of its own";
        r->told[out->n_samples] = r->told_us;
        out->samples_us[out->n_samples++] = us;
        out->baseline_samples_us[out->n_baseline_samples++] = reference_us;
    }
    let_go(r);
    if (*why != NULL) {
        /* They give back what the first process and the server of the reference may need. */
        struct torch_process *all[] = { &r->own[1], &r->reference[0], &r->reference[1] };
        struct torch_end ignored;
        for (size_t i = 0; i < ARRAY_LEN(all); i++) {
            if (all[i]->pid > 0)
                (void)torch_reap(r->h, all[i]->pid, &ignored, &(struct err){ 0 });
            if (all[i]->fd >= 0)
                (void)close(all[i]->fd);
            *all[i] = (struct torch_process){ .fd = -1 };
        }
    }
    r->p = &r->own[0];
    r->n_processes = *why == NULL ? TORCH_PROCESSES : 1;
    return rc;
}

static int time_in_turns(struct torch_run *r, unsigned timed, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    double us = 0;
    out->n_samples = out->n_baseline_samples = 0;
    /* The reference is warmed up like the candidate. */
    int rc = torch_time_reference(r, &us, err);
    for (unsigned i = 0; i < timed && rc == 0; i++) {
        rc = call(r, false, &us, err);
        if (rc != 0 || r->verdict.decided)
            break;
        r->told[out->n_samples] = r->told_us;
        out->samples_us[out->n_samples++] = us;
        rc = torch_time_reference(r, &us, err);
        if (rc == 0)
            out->baseline_samples_us[out->n_baseline_samples++] = us;
    }
    return rc;
}

int torch_run_calls(struct torch_run *r, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    unsigned trials = eval_mode_trials(r->job->mode, r->job->correct_trials);
    unsigned timed = r->untimed ? 0 : eval_mode_timed(r->job->mode, r->job->timed_runs);
    const char *why = why_one_process(r);
    out->samples_us = arena_array(r->arena, most_samples(timed), sizeof(double));
    out->baseline_samples_us = arena_array(r->arena, most_samples(timed), sizeof(double));
    r->told = arena_array(r->arena, most_samples(timed), sizeof(double));
    r->n_processes = 1;
    double us = 0;
    int rc = 0;
    if (why == NULL && timed > 0)
        torch_stand_by(r->h); /* it starts its device beside the trials */
    const enum trace_phase CLEANUP(trace_leave_ptr) before = trace_enter(PHASE_RUNS);
    for (unsigned i = 0; i < trials && rc == 0 && !r->verdict.decided; i++)
        rc = call(r, true, &us, err);
    (void)trace_enter(PHASE_TIMED);
    if (rc == 0 && !r->verdict.decided && timed > 0 && why == NULL)
        rc = time_in_processes(r, timed, &why, err);
    if (rc == 0 && !r->verdict.decided && timed > 0 && why != NULL)
        rc = time_in_turns(r, timed, err);
    if (rc == 0 && !r->verdict.decided && timed > 0)
        rc = torch_batch_bound(r, err);
    if (rc == 0 && timed > 0 && why != NULL && why[0] != '\0')
        verdict_add(&r->verdict,
                    (struct evidence){ "processes", 1, TORCH_PROCESSES, "processes", false, why });
    return rc;
}
