/*
 * eval_check_run.c - one run of a candidate: right, wrong, crashed or cheating.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/eval/contract/compare.h"
#include "src/eval/eval_internal.h"

static void decide_failure(struct verdict *v, const struct launch_report *r)
{
    struct eval_result *out = v->out;
    out->signal = r->signal;
    out->fault_address = r->has_fault_address ? arena_printf(v->arena, "0x%llx",
                                                             (unsigned long long)r->fault_address)
                                              : NULL;
    if (r->fault_place[0] != '\0')
        out->fault_place = arena_strdup(v->arena, r->fault_place);
    struct evidence row = { r->kind, 1.0, 0, "events", false, r->message };
    verdict_add(v, row);
    switch (r->status) {
    case LAUNCH_CRASH:
        verdict_decide(v, OUTCOME_CRASH, NULL, "%s", r->message);
        break;
    case LAUNCH_TIMEOUT:
        verdict_decide(v, OUTCOME_TIMEOUT, NULL, "%s", r->message);
        break;
    case LAUNCH_REFUSED:
        verdict_decide(v, OUTCOME_LAUNCH, NULL, "%s", r->message);
        break;
    case LAUNCH_VIOLATION:
        verdict_decide(v, OUTCOME_CHEAT, "host_code", "%s", r->message);
        break;
    case LAUNCH_OK:
    case LAUNCH_NEEDS_FIBERS:
    case LAUNCH_INFRA:
        verdict_decide(v, OUTCOME_INFRA, NULL, "%s", r->message);
        break;
    }
}

/* Returns how many elements were never written. */
static int64_t compare_output(const struct eval_job *job, const struct trial_set *set,
                              const struct launch_report *r, size_t o, int64_t n, uint64_t draw,
                              struct output_comparison *out)
{
    const struct task *t = job->task;
    enum dtype dtype = t->outputs[o].dtype;
    if (set == NULL) {
        *out = r->compared[o];
        return r->untouched[o];
    }
    compare_outputs(r->outputs[o], dtype, set->expected[o], n, task_atol(t, job->task_case, draw),
                    t->rtol, out);
    return out->matched < n
               ? poison_untouched(r->outputs[o], dtype_size(dtype), n, r->poison_seed[o])
               : 0;
}

static struct output_comparison compare_all(struct verdict *v, struct checked_runs *j,
                                            const struct eval_job *job,
                                            const struct trial_pool *pool,
                                            const struct trial_set *set,
                                            const struct launch_report *r, enum trial_phase phase)
{
    const uint64_t draw = phase == TRIAL_SECOND ? TASK_SECOND_DRAW : 0;
    struct output_comparison all = { .worst_index = -1 };
    const struct task *t = job->task;
    for (size_t o = 0; o < t->n_outputs; o++) {
        struct output_comparison one;
        int64_t n = pool->n_output[o];
        j->untouched += compare_output(job, set, r, o, n, draw, &one);
        if (all.worst_index < 0 || one.max_abs_err > all.max_abs_err || one.not_finite > 0)
            all.worst_index = one.worst_index;
        all.n += n;
        all.matched += one.matched;
        all.not_finite += one.not_finite;
        all.max_abs_err = fmax(all.max_abs_err, one.max_abs_err);
        all.max_rel_err = fmax(all.max_rel_err, one.max_rel_err);
    }
    struct eval_result *out = v->out;
    if (phase == TRIAL_SECOND && all.matched == all.n) /* errors of another scale say nothing */
        return all;
    double share = (double)all.matched / (double)all.n;
    if (isnan(out->max_abs_err) || all.max_abs_err > out->max_abs_err || share < out->matched_share)
        out->worst_index = all.worst_index;
    out->max_abs_err = fmax(out->max_abs_err, all.max_abs_err);
    out->max_rel_err = fmax(out->max_rel_err, all.max_rel_err);
    out->matched_share = fmin(out->matched_share, share);
    return all;
}

static void decide_wrong(struct verdict *v, const struct checked_runs *j,
                         const struct output_comparison *c, enum trial_phase phase, bool reordered)
{
    static const char *const when[] = { [TRIAL_CHECKED] = "",
                                        [TRIAL_TIMED] = ", after right runs on other inputs",
                                        [TRIAL_AGAIN] = "",
                                        [TRIAL_REPEATED] = (", after right runs of the same "
                                                            "kernel: it depends on the order of "
                                                            "blocks or threads"),
                                        [TRIAL_SECOND] = (", on inputs of another scale with the "
                                                          "special values that the task defines") };
    const char *where = reordered ? ", blocks and threads in reverse order" : when[phase];
    char poisoned[96] = "";
    if (j->untouched > 0)
        snprintf(poisoned, sizeof poisoned, ", %lld elements never written",
                 (long long)j->untouched);
    if (phase == TRIAL_AGAIN)
        verdict_decide(v, OUTCOME_CHEAT, "carried_state",
                       "right when freshly loaded, wrong when launched again: %lld of %lld "
                       "elements%s",
                       (long long)(c->n - c->matched), (long long)c->n, poisoned);
    else if (c->not_finite > 0)
        verdict_decide(
            v, OUTCOME_NAN, NULL, "%lld of %lld elements are not finite, first at index %lld%s%s",
            (long long)c->not_finite, (long long)c->n, (long long)c->worst_index, poisoned, where);
    else
        verdict_decide(v, OUTCOME_MISMATCH, NULL,
                       "%lld of %lld elements are wrong, worst at index %lld (off by %.6g)%s%s",
                       (long long)(c->n - c->matched), (long long)c->n, (long long)c->worst_index,
                       c->max_abs_err, poisoned, where);
}

bool check_launch(struct verdict *v, struct checked_runs *j, const struct eval_job *job,
                  const struct trial_pool *pool, const struct trial_set *set,
                  const struct launch_report *r, enum trial_phase phase)
{
    v->out->trials_run++;
    j->again_run += phase == TRIAL_AGAIN;
    j->repeated_run += phase == TRIAL_REPEATED;
    j->second_run += phase == TRIAL_SECOND;
    if (r->status != LAUNCH_OK) {
        decide_failure(v, r);
        return false;
    }
    if (j->input_modified_bytes == 0)
        memcpy(j->input_modified, r->input_modified, sizeof j->input_modified);
    if (j->guard_modified_bytes == 0)
        memcpy(j->guard_place, r->guard_place, sizeof j->guard_place);
    j->state_modified = j->state_modified || r->state_modified;
    j->input_modified_bytes += r->input_modified_bytes;
    j->guard_modified_bytes += r->guard_modified_bytes;
    if (r->clock_mhz > 0.0 && (j->least_clock_mhz <= 0.0 || r->clock_mhz < j->least_clock_mhz))
        j->least_clock_mhz = r->clock_mhz;
    if (r->guard_modified_bytes > 0) {
        v->out->fault_place = arena_strdup(v->arena, r->guard_place);
        verdict_decide(v, OUTCOME_CRASH, NULL, "out-of-bounds write %s", r->guard_place);
        return false;
    }
    struct output_comparison c = compare_all(v, j, job, pool, set, r, phase);
    if (c.matched < c.n) {
        j->timed_wrong += phase == TRIAL_TIMED;
        j->again_wrong += phase == TRIAL_AGAIN;
        j->repeated_wrong += phase == TRIAL_REPEATED;
        j->second_wrong += phase == TRIAL_SECOND;
        decide_wrong(v, j, &c, phase, r->reordered);
        return false;
    }
    if (r->input_modified_bytes > 0) {
        verdict_decide(v, OUTCOME_CHEAT, "input_modified", "input %s was changed (%lld bytes)",
                       r->input_modified, (long long)r->input_modified_bytes);
        return false;
    }
    v->out->trials_passed++;
    return true;
}
