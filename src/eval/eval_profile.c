/*
 * eval_profile.c - the profile of a measured candidate, and its evidence.
 */
#include <math.h>
#include <stdio.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/trace.h"
#include "src/eval/eval_internal.h"

/* Counted kernels are slower than any that kept its own deadline. */
#define COUNT_DEADLINE_NS ((int64_t)20 * 1000000000)

static double task_value(const struct eval_job *job, const struct expr *e)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    int64_t value = 0;
    size_t n = task_names(job->task, job->task_case, names);
    return expr_eval(e, names, n, &value, &bad) == 0 ? (double)value : (double)NAN;
}

static double output_bytes(const struct eval_job *job)
{
    double sum = 0.0;
    for (size_t o = 0; o < job->task->n_outputs; o++) {
        const struct task_tensor *t = &job->task->outputs[o];
        int64_t n = 0;
        if (task_elements(job->task, job->task_case, t, &n, NULL) != 0)
            return (double)NAN;
        sum += (double)n * (double)dtype_size(t->dtype);
    }
    return sum;
}

static bool is_single_precision(const struct task *t)
{
    bool single = true;
    for (size_t i = 0; i < t->n_inputs; i++)
        single = single && t->inputs[i].dtype == DTYPE_F32;
    for (size_t o = 0; o < t->n_outputs; o++)
        single = single && t->outputs[o].dtype == DTYPE_F32;
    return single;
}

static void describe_kernel(const struct launch *l, const struct witness *w, size_t i,
                            struct profile_kernel *out)
{
    bool is_known = w->registers[i] > 0; /* no kernel runs with none */
    profile_clear(out);
    out->name = l->name;
    out->device_us = isnan(w->us) ? (double)NAN : w->kernel_us[i];
    for (size_t d = 0; d < 3; d++) {
        out->grid[d] = l->grid[d];
        out->block[d] = l->block[d];
    }
    if (!is_known)
        return;
    out->registers = w->registers[i];
    out->local_bytes = w->local_bytes[i];
    out->shared_bytes = w->shared_bytes[i] + (int)l->smem_bytes;
}

static struct eval_profile *describe(struct evaluation *x, const struct device_limits *limits)
{
    const struct launch_plan *plan = x->ready->kind->plan(x->ready->candidate);
    struct eval_profile *p = arena_alloc(x->arena, sizeof *p);
    double rate = x->e->copy_bytes_per_s;
    *p = (struct eval_profile){ .runtime_us = eval_runtime_us(x->verdict.out),
                                .span_us = x->witness.us,
                                .bytes = task_value(x->job, x->job->task->bytes),
                                .flops = task_value(x->job, x->job->task->flops),
                                .copy_bytes_per_s = rate > 0.0 ? rate : (double)NAN,
                                .peak_flop_per_s = limits->peak_flop_per_s,
                                .n_kernels = plan->n_launches };
    p->kernels = arena_array(x->arena, p->n_kernels, sizeof *p->kernels);
    for (size_t i = 0; i < p->n_kernels; i++)
        describe_kernel(&plan->launches[i], &x->witness, i, &p->kernels[i]);
    return p;
}

/* That counting failed is no verdict: the candidate was right and was timed. */
static void count(struct evaluation *x, struct eval_profile *p)
{
    struct session_spec spec = { .artifact = &x->ready->artifact,
                                 .candidate = x->ready->candidate,
                                 .task = x->job->task,
                                 .task_case = x->job->task_case,
                                 .threads = x->threads,
                                 .deadline_ns = clock_monotonic_ns() + COUNT_DEADLINE_NS };
    struct trial_key key = { .task = x->job->task,
                             .task_case = x->job->task_case,
                             .seed = x->job->input_seed,
                             .trial = x->runs++ };
    const char *why_not = PROFILE_NOT_ASKED;
    struct err err = { .msg = "" };
    if (x->job->counters &&
        x->e->backend->count(x->e->context, &spec, &key, p->kernels, &why_not, &err) != 0)
        why_not = err.msg;
    p->why_not = why_not != NULL ? arena_strdup(x->arena, why_not) : NULL;
}

static void add_roofline(struct evaluation *x, const struct eval_profile *p)
{
    struct roofline r;
    char detail[160];
    roofline_of(p, p->runtime_us, &r);
    if (!isfinite(r.fraction))
        return;
    snprintf(detail, sizeof detail,
             "share of the speed of light: %s bound, %.3f us at the least (memory %.3f us, "
             "arithmetic %.3f us)",
             r.memory_bound ? "memory" : "compute", r.light_us, r.memory_us, r.compute_us);
    verdict_add(&x->verdict, (struct evidence){ "roofline", r.fraction, x->e->backend->light_factor,
                                                "share", true, detail });
}

static void add_counters(struct evaluation *x, const char *why_not)
{
    bool counted = why_not == NULL;
    double launches = (double)x->ready->candidate->launches;
    verdict_add(&x->verdict,
                (struct evidence){ "counters", counted ? launches : 0.0, launches, "kernels",
                                   counted, counted ? "launches that were counted" : why_not });
}

static void add_matrix_code(struct evaluation *x)
{
    unsigned n = x->ready->artifact.matrix_instructions;
    if (is_single_precision(x->job->task))
        verdict_add(&x->verdict,
                    (struct evidence){ "reduced_precision", n, 0, "instructions", n == 0,
                                       "of the tensor units in the code; "
                                       "executed ones were not counted" });
}

/* Who reads less than the inputs hold cannot compute a result that depends on all of them.  The
 * other findings are only evidence: the outputs were found right. */
static void decide_counters(struct evaluation *x, const struct eval_profile *p,
                            const struct device_limits *limits)
{
    struct profile_check found[PROFILE_FINDINGS];
    double written = output_bytes(x->job);
    struct profile_floor floor = { .read_bytes = p->bytes - written,
                                   .written_bytes = written,
                                   .cache_bytes = limits->cache_bytes,
                                   .single_precision = is_single_precision(x->job->task) };
    profile_check(p, &floor, found);
    for (size_t i = 0; i < PROFILE_FINDINGS; i++)
        if (found[i].applies)
            verdict_add(&x->verdict,
                        (struct evidence){ found[i].kind, found[i].value, found[i].bound,
                                           found[i].unit, found[i].pass, found[i].detail });
    if (!found[FINDING_TENSOR_UNITS].applies)
        add_matrix_code(x);
    const struct profile_check *reads = &found[FINDING_UNREAD_INPUT];
    if (!reads->pass)
        verdict_decide(&x->verdict, OUTCOME_CHEAT, reads->kind,
                       "%.0f bytes were read from memory, and the inputs cannot be had with less "
                       "than %.0f",
                       reads->value, reads->bound);
}

void profile_candidate(struct evaluation *x)
{
    struct device_limits limits;
    if (x->e->backend->count == NULL) {
        if (x->job->counters)
            add_counters(x, "this backend has no performance counters");
        return;
    }
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_PROFILE);
    x->e->backend->limits(x->e->context, &limits);
    struct eval_profile *p = describe(x, &limits);
    int64_t start_ns = trace_start();
    count(x, p);
    trace_stop("counters", start_ns);
    x->verdict.out->profile = p;
    x->verdict.out->own_share = profile_kernels_us(p) / p->span_us;
    add_roofline(x, p);
    if (x->job->counters)
        add_counters(x, p->why_not);
    decide_counters(x, p, &limits);
}
