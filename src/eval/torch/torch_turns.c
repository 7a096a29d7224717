/*
 * torch_turns.c - a candidate is checked, then timed in turns with the reference.
 *
 * In mode full, and on a processor always, either side is timed in two processes: the candidate's
 * first one and a second, and two that run the problem's own Model as a candidate is run.  Pair i
 * belongs to process i mod 2 of both.  The others stand still.
 */
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_run.h"
#include "src/json/json.h"

#define SLOWER          10.0 /* than the reference, where no deadline is given */
#define MOST_ALLOWED_NS (60 * SECOND_NS)

/* A trial, or a timed call. */
static int call(struct torch_run *r, bool is_trial, double *out_us, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end);
    int rc = torch_call_draw(r, is_trial, &x, err);
    if (rc == 0)
        rc = torch_call_send(r, is_trial ? CALL_CHECKED : CALL_TIMED, &x, err);
    return rc != 0 ? rc : torch_call_finish(r, &x, out_us, err);
}

/* Of either side.  KernelBench has one, whose trials decide. */
static size_t processes_of(const struct torch_run *r)
{
    return r->as_suite ? 1 : TORCH_PROCESSES;
}

/* NULL: the reference is timed in processes like the candidate's, and there is room for them. */
static const char *why_one_process(const struct torch_run *r)
{
    bool on_processor = strcmp(torch_host_device(r->h), "cpu") == 0;
    if ((r->job->mode != EVAL_FULL || r->as_suite) && !on_processor)
        return "";
    if (r->job->baseline == TORCH_BASELINE_COMPILE)
        return "torch.compile of the reference has one process";
    return r->slots > 1 ? NULL : "the inputs and outputs leave no room for more processes";
}

/* rested: it runs the problem's own Model and did so before. */
static const char *start_process(struct torch_run *r, struct torch_process *p, bool rested, int *rc,
                                 struct err *err)
{
    struct torch_run beside = *r;
    struct eval_result unused;
    eval_result_init(&unused, OUTCOME_MEASURED, NULL);
    beside.verdict = (struct verdict){ .arena = r->arena, .out = &unused };
    beside.p = p;
    beside.flags = NULL; /* those of the first process count */
    *rc = rested ? torch_candidate_again(&beside, err) : torch_candidate_prepare(&beside, err);
    torch_candidate_stop(&beside);
    json_free(beside.flags);
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
    *out_us = rc == 0 && x->state == CHANNEL_OK && json_get(x->answer, "failed") == NULL
                  ? torch_call_us(r, x)
                  : (double)NAN;
    r->p = asked;
    return rc;
}

/* In its first ones a process gets the memory that it works with. */
#define WARM_CALLS 3

#define CHAIN_US      2000.0 /* of the shorter side: shorter calls are timed as many in turn */
#define MOST_CHAIN_US 50000.0
#define LEAST_CHAIN   3 /* the first one finds cold caches, as no empty call of a chain does */

/* How many calls a sample has, by what one took of either side; on a GPU one. */
static void choose_chain(struct torch_run *r, double reference_us)
{
    double shorter = fmax(1.0, fmin(r->least_call_us, reference_us)), most = r->most_batched;
    double longer = fmax(shorter, fmax(r->least_call_us, reference_us));
    double n = fmin(ceil(CHAIN_US / shorter), MOST_CHAIN_US / longer);
    if (shorter < CHAIN_US && longer < 2 * MOST_CHAIN_US)
        n = fmax(n, LEAST_CHAIN);
    bool is_checked = true; /* a suite's own rule looks at single calls */
    (void)json_bool(json_get(json_get(r->opened, "batch"), "is_checked"), &is_checked);
    r->chained = r->memory == NULL || !is_checked || !(n > 1) ? 1
                 : n > most                                   ? r->most_batched
                                                              : (unsigned)n;
    r->chain_us = arena_array(r->arena, r->chained + 1, sizeof(double));
}

/* A checked call of a new process of the candidate, and one of the reference's beside it.  Memory
 * that one process had and two have not is no verdict. */
static const char *warm_up(struct torch_run *r, size_t i, int *rc, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    struct eval_result saved = *r->verdict.out;
    struct verdict before = r->verdict;
    double us = (double)NAN;
    r->p = &r->own[i];
    *rc = torch_call_draw(r, !r->as_suite, &x, err);
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
    if (r->chained == 0)
        choose_chain(r, us);
    return *rc == 0 && isnan(us) ? "the reference failed in a process of its own" : NULL;
}

static const char *start_reference(struct torch_run *r, size_t i, const char *text, int *rc,
                                   struct err *err)
{
    struct torch_process *p = &r->reference[i];
    const struct torch_process none = {
        .fd = -1, .memory = -1, .text = text, .private = r->reference_folder
    };
    *p = none;
    p->pid = r->as_suite ? 0 : r->resting.processes[i].pid;
    if (p->pid > 0) {
        struct err ignored = { 0 };
        p->fd = r->resting.processes[i].fd;
        r->resting.processes[i].pid = 0;
        if (start_process(r, p, true, rc, &ignored) == NULL && *rc == 0)
            return NULL;
        if (p->pid > 0)
            torch_dismiss(r->h, p->pid);
        torch_candidate_close(p);
        *p = none;
        *rc = 0;
    }
    return start_process(r, p, false, rc, err);
}

/* The candidate's second process and both of the reference.  NULL: they are there, or it is
 * decided. */
static const char *start_processes(struct torch_run *r, int *rc, struct err *err)
{
    const char *reference = arena_printf(r->arena, "%s\n\nModelNew = Model\n", r->job->problem);
    const char *why = NULL;
    if (!r->as_suite && r->resting.processes[0].pid > 0)
        memcpy(r->reference_folder, r->resting.folder, sizeof(r->reference_folder));
    else
        torch_host_private(r->h, r->reference_folder);
    for (size_t i = 0; i < processes_of(r) && *rc == 0 && why == NULL && !r->verdict.decided; i++) {
        if (i > 0) {
            r->own[i] = (struct torch_process){
                .fd = -1, .memory = -1, .text = r->job->candidate, .private = r->private
            };
            why = start_process(r, &r->own[i], false, rc, err);
        }
        if (*rc == 0 && why == NULL)
            why = start_reference(r, i, reference, rc, err);
        if (*rc == 0 && why == NULL)
            why = warm_up(r, i, rc, err);
    }
    return why;
}

/* *out_us: the median of calls one after the other, each on inputs that are put before the process
 * when the last one has ended. */
static int run_in_memory(struct torch_run *r, bool is_candidate, struct candidate_call *x,
                         double *out_us, struct err *err)
{
    int64_t seed = x->given_seed;
    int rc = 0;
    for (unsigned i = 0; i < r->chained && rc == 0 && !r->verdict.decided; i++) {
        x->given_seed = seed >= 0 ? seed + i : -1;
        torch_memory_give(r, i);
        rc = torch_call_send(r, is_candidate ? CALL_TIMED : CALL_OF_REFERENCE, x, err);
        r->chain_us[i] = torch_call_work_us(r, x) - r->p->chained.us;
        if (rc != 0 || x->state != CHANNEL_OK || json_get(x->answer, "at") == NULL)
            break;
        torch_memory_take_set(r, x, i, is_candidate);
        if (i + 1 == r->chained)
            *out_us = median_of(r->chain_us + 1, r->chained - 1);
    }
    x->given_seed = seed;
    return rc;
}

/* The calls of one sample by one process.  *out_us is NaN where it failed. */
static int run_chain(struct torch_run *r, struct torch_process *p, struct candidate_call *x,
                     double *out_us, struct err *err)
{
    struct torch_process *asked = r->p;
    bool is_candidate = p->text == r->job->candidate;
    r->p = p;
    *out_us = (double)NAN;
    int rc = run_in_memory(r, is_candidate, x, out_us, err);
    bool failed = x->state != CHANNEL_OK || json_get(x->answer, "failed") != NULL;
    if (failed)
        *out_us = (double)NAN;
    if (rc == 0 && is_candidate && x->state != CHANNEL_OK)
        rc = torch_candidate_gone(r, x->state, "calls of forward in turn", err);
    else if (rc == 0 && is_candidate)
        (void)torch_call_is_answered(r, x);
    if (is_candidate && *out_us > 0)
        r->least_call_us = fmin(r->least_call_us, *out_us);
    if (is_candidate)
        r->taken = p->chained;
    r->p = asked;
    return rc;
}

static int draw_chain(struct torch_run *r, struct candidate_call *x, struct err *err)
{
    torch_candidate_stop(r);
    x->seed = torch_run_seed(r, 2 + r->calls++);
    int rc = torch_batch_ask(r, "batch_draw", r->chained, x->seed, &x->drawn, err);
    x->given_seed = rc == 0 ? torch_count(x->drawn, "seed") : -1;
    return rc;
}

static int compare_chain(struct torch_run *r, const struct candidate_call *x, struct err *err)
{
    struct json *compared CLEANUP(json_free_ptr) = NULL;
    int rc = 0;
    r->verdict.out->trials_run++;
    if (r->verdict.decided)
        return 0;
    if (!r->as_suite) /* KernelBench compares its trials alone */
        rc = torch_batch_ask(r, "batch_compare", r->chained, x->seed, &compared, err);
    if (compared != NULL)
        torch_call_compare(r, compared);
    r->verdict.out->trials_passed += rc == 0 && !r->verdict.decided;
    return rc;
}

/* As time_pair, of calls that are too short for one. */
static int time_chains(struct torch_run *r, size_t process, bool reference_first, double *out_us,
                       double *out_reference_us, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { .slot = 0 };
    int rc = draw_chain(r, &x, err);
    if (rc == 0 && reference_first) {
        rc = run_chain(r, &r->reference[process], &x, out_reference_us, err);
        if (rc == 0)
            rc = make_ready(r, &x, err);
    }
    if (rc == 0)
        rc = run_chain(r, &r->own[process], &x, out_us, err);
    if (rc == 0 && !r->verdict.decided && !reference_first) {
        rc = make_ready(r, &x, err);
        if (rc == 0)
            rc = run_chain(r, &r->reference[process], &x, out_reference_us, err);
    }
    return rc == 0 ? compare_chain(r, &x, err) : rc;
}

/* Each time another one is first, and both come after the same work of the reference's server. */
static int time_pair(struct torch_run *r, unsigned i, double *out_us, double *out_reference_us,
                     struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { 0 }, beside CLEANUP(torch_call_end) = { 0 };
    const size_t n = processes_of(r), process = i % n;
    bool reference_first = (i + (n > 1 ? i / n : 0)) % 2 != 0;
    r->p = &r->own[process];
    const pid_t both[] = { r->own[process].pid, r->reference[process].pid };
    torch_bring_together(r, both, ARRAY_LEN(both));
    if (r->chained > 1)
        return time_chains(r, process, reference_first, out_us, out_reference_us, err);
    r->taken = r->p->empty;
    int rc = torch_call_draw(r, false, &x, err);
    beside.slot = x.slot;
    beside.given_seed = x.given_seed;
    for (unsigned k = 0; k < 2 && rc == 0; k++) {
        if (k > 0)
            rc = make_ready(r, &x, err);
        if (rc == 0 && reference_first == (k == 0))
            rc = time_process(r, &r->reference[process], &beside, out_reference_us, err);
        else if (rc == 0)
            rc = torch_call_send(r, CALL_TIMED, &x, err);
    }
    return rc == 0 ? torch_call_finish(r, &x, out_us, err) : rc;
}

#define LEAST_SAMPLE_US 0.1 /* of calls that took no longer than an empty one */

static void add_samples(struct eval_result *out, double us, double reference_us)
{
    out->samples_us[out->n_samples++] = fmax(us, LEAST_SAMPLE_US);
    out->baseline_samples_us[out->n_baseline_samples++] = fmax(reference_us, LEAST_SAMPLE_US);
}

/* So many times the samples that were asked for are taken where their interval stays wide. */
#define MOST_TRIALS  300 /* of outputs that are drawn */
#define MORE_SAMPLES 32
#define MOST_SAMPLES 160
#define MORE_NS      (10 * SECOND_NS)

static unsigned most_samples(unsigned timed)
{
    unsigned more = timed < MOST_SAMPLES / MORE_SAMPLES ? timed * MORE_SAMPLES : MOST_SAMPLES;
    return more > timed ? more : timed;
}

/* An empty call is not known better. */
#define KNOWN_US      5.0
#define KNOWN_SPREADS 2.0

double torch_least_us(const struct torch_run *r)
{
    return fmax(KNOWN_US, KNOWN_SPREADS * r->taken.spread_us);
}

double torch_shorter_us(const struct torch_run *r)
{
    const struct eval_result *out = r->verdict.out;
    return fmin(median_of(out->samples_us, out->n_samples),
                median_of(out->baseline_samples_us, out->n_baseline_samples));
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
        bool is_asked = i < timed || (!r->as_suite && (i - timed) % TORCH_PROCESSES != 0);
        if (*why != NULL || r->verdict.decided ||
            (!is_asked &&
             (r->as_suite || r->left_ns < spare_ns || clock_monotonic_ns() > until_ns ||
              torch_shorter_us(r) < torch_least_us(r) ||
              eval_result_width(out, (unsigned)processes_of(r)) <= EVAL_NARROW_WIDTH)))
            break;
        rc = time_pair(r, i, &us, &reference_us, err);
        if (rc != 0 || r->verdict.decided)
            break;
        if (isnan(reference_us))
            *why = "the reference failed in a process of its own";
        add_samples(out, us, reference_us);
    }
    for (size_t i = 0; i < processes_of(r); i++) {
        const pid_t both[] = { r->own[i].pid, r->reference[i].pid };
        torch_let_go(r, both, ARRAY_LEN(both));
    }
    if (*why != NULL) {
        /* They give back what the first process and the server of the reference may need. */
        struct torch_process *all[] = { &r->own[1], &r->reference[0], &r->reference[1] };
        struct torch_end ignored;
        for (size_t i = 0; i < ARRAY_LEN(all); i++) {
            if (all[i]->pid > 0)
                (void)torch_reap(r->h, all[i]->pid, &ignored, &(struct err){ 0 });
            torch_candidate_close(all[i]);
            *all[i] = (struct torch_process){ .fd = -1, .memory = -1 };
        }
    }
    r->p = &r->own[0];
    r->n_processes = *why == NULL ? (unsigned)processes_of(r) : 1;
    return rc;
}

/* In one process; the server of the reference times the Model.  *out_reference_us is NaN where the
 * candidate failed. */
static int time_beside(struct torch_run *r, double *out_us, double *out_reference_us,
                       struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { .slot = 0 };
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int rc = 0;
    *out_reference_us = (double)NAN;
    torch_bring_together(r, &r->p->pid, 1);
    if (r->chained > 1) {
        rc = draw_chain(r, &x, err);
        if (rc == 0)
            rc = run_chain(r, r->p, &x, out_us, err);
        if (rc == 0)
            rc = compare_chain(r, &x, err);
    } else {
        rc = call(r, false, out_us, err);
        r->taken = r->p->empty;
    }
    if (rc != 0 || r->verdict.decided)
        return rc;
    if (r->chained <= 1)
        return torch_time_reference(r, out_reference_us, err);
    rc = torch_batch_ask(r, "batch_time", r->chained, 0, &answer, err);
    *out_reference_us = torch_number(answer, "us");
    return rc;
}

static int time_in_turns(struct torch_run *r, unsigned timed, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    double us = 0, reference_us = 0;
    out->n_samples = out->n_baseline_samples = 0;
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    /* The reference is warmed up like the candidate. */
    int rc = torch_call_draw(r, false, &x, err);
    for (unsigned i = 0; i < WARM_CALLS && rc == 0 && !r->verdict.decided; i++) {
        rc = torch_call_send(r, CALL_DISCARDED, &x, err);
        if (rc == 0 && x.state != CHANNEL_OK)
            rc = torch_candidate_gone(r, x.state, "a call of forward", err);
        else if (rc == 0 && torch_call_is_answered(r, &x))
            r->least_call_us = fmin(r->least_call_us, torch_call_us(r, &x));
    }
    for (unsigned i = 0; i < WARM_CALLS && rc == 0 && !r->verdict.decided; i++)
        rc = torch_time_reference(r, &reference_us, err);
    if (rc != 0 || r->verdict.decided)
        return rc;
    r->chained = 1;
    if (r->most_batched > 1)
        choose_chain(r, reference_us);
    for (unsigned i = 0; i < timed + (r->chained > 1) && rc == 0; i++) {
        rc = time_beside(r, &us, &reference_us, err);
        if (rc != 0 || r->verdict.decided)
            break;
        if (i == 0 && r->chained > 1)
            continue; /* the first batch warms up */
        add_samples(out, us, reference_us);
    }
    torch_let_go(r, &r->p->pid, 1);
    return rc;
}

#define LATE_NS       (550 * (SECOND_NS / 1000)) /* after its first call */
#define LATE_CALLS    64
#define LATE_CALLS_US 20000.0 /* as long as calls take that nothing delays */

/* Once more when the first process of the candidate has run for a while, and was called often:
 * results that depend on either would pass what has few calls. */
static int look_late(struct torch_run *r, struct err *err)
{
    struct candidate_call x CLEANUP(torch_call_end) = { 0 };
    double us, spent_us = 0;
    r->p = &r->own[0];
    int rc = torch_call_draw(r, false, &x, err);
    while (rc == 0 && !r->verdict.decided && r->p->calls < LATE_CALLS && spent_us < LATE_CALLS_US) {
        rc = torch_call_send(r, CALL_DISCARDED, &x, err);
        if (rc == 0 && x.state != CHANNEL_OK)
            rc = torch_candidate_gone(r, x.state, "a call of forward", err);
        else if (rc == 0 && torch_call_is_answered(r, &x))
            r->least_call_us = fmin(r->least_call_us, torch_call_us(r, &x));
        spent_us += r->least_call_us;
    }
    int64_t left_ns = r->p->began_ns + LATE_NS - clock_monotonic_ns();
    if (rc == 0 && !r->verdict.decided && left_ns > 0)
        (void)nanosleep(&(struct timespec){ .tv_nsec = left_ns }, NULL);
    if (rc != 0 || r->verdict.decided)
        return rc;
    r->as_drawn = true; /* what is wrong where the problem's own numbers lie is wrong */
    rc = call(r, true, &us, err);
    r->as_drawn = false;
    return rc;
}

/* Which of equal values an index names, and on which side of a bound they lie, shows on rounded
 * inputs alone. */
static int look_at_ties(struct torch_run *r, struct err *err)
{
    double us;
    bool matters = false;
    if (!json_bool(json_get(r->opened, "ties"), &matters) || !matters)
        return 0;
    r->tied = true;
    int rc = call(r, true, &us, err);
    r->tied = false;
    if (rc == 0)
        verdict_add(&r->verdict,
                    (struct evidence){ "ties", r->ties_decide, 1, "calls", !r->verdict.decided,
                                       r->ties_decide
                                           ? "a call on inputs of which many are equal"
                                           : "a call on inputs of which many are equal: a "
                                             "comparison acts on computed values there, which "
                                             "rounding moves, so what differs is let pass" });
    return rc;
}

/* Who is little slower than a slow reference is not late. */
static void allow_for_slow_reference(struct torch_run *r, unsigned calls)
{
    double us = torch_number(r->opened, "call_us");
    if (r->as_suite || r->job->deadline_ms > 0 || !(us > 0))
        return;
    double ns = fmin(us * 1e3 * SLOWER * calls, (double)MOST_ALLOWED_NS);
    if (ns > (double)r->left_ns)
        r->left_ns = (int64_t)ns;
}

int torch_run_calls(struct torch_run *r, struct err *err)
{
    struct eval_result *out = r->verdict.out;
    unsigned trials = eval_mode_trials(r->job->mode, r->job->correct_trials);
    int64_t wanted =
        torch_count(r->opened, "trials"); /* of outputs that are drawn; 0: any number */
    if (wanted > trials)
        trials = (unsigned)(wanted < MOST_TRIALS ? wanted : MOST_TRIALS);
    unsigned timed = r->untimed ? 0 : eval_mode_timed(r->job->mode, r->job->timed_runs);
    const char *why = why_one_process(r);
    allow_for_slow_reference(r, trials + timed);
    out->samples_us = arena_array(r->arena, most_samples(timed), sizeof(double));
    out->baseline_samples_us = arena_array(r->arena, most_samples(timed), sizeof(double));
    r->n_processes = 1;
    double us = 0;
    int rc = 0;
    if (why == NULL && timed > 0)
        torch_stand_by(r->h, 1); /* it starts its device beside the trials */
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_RUNS);
    for (unsigned i = 0; i < trials && rc == 0 && !r->verdict.decided; i++)
        rc = call(r, true, &us, err);
    if (rc == 0 && !r->verdict.decided)
        rc = look_at_ties(r, err);
    (void)trace_enter(PHASE_TIMED);
    if (rc == 0 && !r->verdict.decided && timed > 0 && why == NULL)
        rc = time_in_processes(r, timed, &why, err);
    if (rc == 0 && !r->verdict.decided && timed > 0 && why != NULL)
        rc = time_in_turns(r, timed, err);
    if (rc == 0 && !r->verdict.decided && timed > 0 && r->memory == NULL)
        rc = torch_batch_bound(r, err);
    if (rc == 0 && !r->verdict.decided && timed > 0 && !r->as_suite)
        rc = look_late(r, err);
    if (rc == 0 && timed > 0 && why != NULL && why[0] != '\0')
        verdict_add(&r->verdict,
                    (struct evidence){ "processes", 1, TORCH_PROCESSES, "processes", false, why });
    return rc;
}
