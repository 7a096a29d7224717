#include "analysis/select/selection.h"

#include <math.h>
#include <string.h>

#include "analysis/select/select_study.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static const void *keep_array(struct arena *arena, const void *from, size_t bytes)
{
    void *to = arena_alloc(arena, bytes + 1);
    memcpy(to, from, bytes);
    return to;
}

static void read_selection_cell(const struct select_of *of, const struct study *s,
                                const struct study_cell *c, struct arena *arena, struct arena *work,
                                struct selection *sel)
{
    struct select_candidate *candidates = arena_array(work, c->count, sizeof(*candidates));
    int64_t *codes = arena_array(work, c->count + 1, sizeof(*codes));
    bool *fast = arena_array(work, c->count + 1, sizeof(*fast));
    struct selection_cell cell = { .run = c->run, .task = c->task, .kernels.task = c->task };
    bool any = false;
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (of->step != STEP_ALL && r->step != of->step)
            continue;
        cell.n_samples++;
        cell.has_logprob = cell.has_logprob || isfinite(r->mean_logprob);
        if (!r->correct)
            continue;
        if (isnan(r->speedup)) {
            sel->n_untimed++;
            continue;
        }
        codes[cell.n_correct] = of->codes != NULL     ? of->codes[i]
                                : of->details != NULL ? of->details[i].code
                                                      : 0;
        any = any || codes[cell.n_correct] != 0;
        fast[cell.n_correct] = study_is_fast(r, of->rule);
        candidates[cell.n_correct++] = (struct select_candidate){ r->speedup, r->mean_logprob };
        cell.n_fast += study_is_fast(r, of->rule);
    }
    cell.kernels.n = cell.n_correct;
    cell.kernels.fast = keep_array(arena, fast, cell.n_correct * sizeof(*fast));
    if (any)
        cell.kernels.code = keep_array(arena, codes, cell.n_correct * sizeof(*codes));
    for (int k = 0; k < SELECT_RULE_COUNT; k++)
        cell.picks[k] =
            select_apply((enum select_rule)k, candidates, cell.n_correct, of->rule, work);
    sel->cells[sel->n_cells] = cell;
    sel->n_cells += cell.n_samples > 0;
}

bool selection_applies(const struct selection_cell *c, enum select_rule rule)
{
    if (c->n_correct > 0)
        return c->picks[rule].defined;
    return c->has_logprob || !select_rule_needs_logprob(rule);
}

/* Without codes every kernel is its own. */
static bool any_repeats(const struct selection *sel, struct arena *work)
{
    struct select_kernels *cells = arena_array(work, sel->n_cells + 1, sizeof(*cells));
    bool any = false;
    for (size_t i = 0; i < sel->n_cells; i++) {
        cells[i] = sel->cells[i].kernels;
        any = any || cells[i].code != NULL;
    }
    return any && select_kernels_repeat(cells, sel->n_cells, false);
}

/* Of the last rule: those that evaluate as many share them. */
struct kernel_tails {
    const double *tails;
    size_t n, m;
};

/* By drawn orders of distinct kernels; NaN: no kernel repeats. */
static double kernels_p(const struct selection *sel, enum select_rule rule, size_t m,
                        const double *picked, struct kernel_tails *known, struct arena *work)
{
    if (!sel->kernels_repeat)
        return STAT_NAN;
    struct select_kernels *cells = arena_array(work, sel->n_cells + 1, sizeof(*cells));
    double *chances = arena_array(work, sel->n_cells + 1, sizeof(*chances));
    size_t n = 0;
    for (size_t i = 0; i < sel->n_cells; i++) {
        const struct selection_cell *c = &sel->cells[i];
        if (!selection_applies(c, rule))
            continue;
        cells[n] = c->kernels;
        cells[n++].m = m;
    }
    if (known->n != n || known->m != m) /* which cells a rule applies to follows from log-probs */
        *known = (struct kernel_tails){ select_kernels_tails(cells, n, 0, work), n, m };
    const double *tails = known->tails;
    stat_poisson_binomial(picked, n, chances);
    return tails == NULL ? STAT_NAN : select_tail_test(tails, chances, n);
}

static void summarise_rule(const struct selection *sel, enum select_rule rule, double level,
                           struct kernel_tails *known, struct arena *work,
                           struct selection_row *out)
{
    struct selection_row row = { .rule = rule, .m = select_rule_width(rule) };
    double *random = arena_array(work, sel->n_cells, sizeof(*random));
    double *random_m = arena_array(work, sel->n_cells, sizeof(*random_m));
    double *picked = arena_array(work, sel->n_cells, sizeof(*picked));
    size_t *tasks = arena_array(work, sel->n_cells + 1, sizeof(*tasks));
    double *speedups = arena_array(work, sel->n_cells, sizeof(*speedups));
    double *logs = arena_array(work, sel->n_cells, sizeof(*logs));
    for (size_t i = 0; i < sel->n_cells; i++) {
        const struct selection_cell *c = &sel->cells[i];
        const struct select_pick *p = &c->picks[rule];
        if (!selection_applies(c, rule)) {
            row.n_undefined++;
            continue;
        }
        size_t m = row.m == 0 || row.m > c->n_correct ? c->n_correct : row.m;
        random[row.n_cells] = p->defined ? (double)c->n_fast / (double)c->n_correct : 0.0;
        random_m[row.n_cells] =
            p->defined ? 1.0 - stat_passk_miss((double)m, (int64_t)c->n_correct, (int64_t)c->n_fast)
                       : 0.0;
        picked[row.n_cells] = p->defined ? p->fast : 0.0;
        tasks[row.n_cells] = c->task;
        row.n_cells++;
        if (!p->defined)
            continue;
        speedups[row.n_picked] = p->speedup;
        logs[row.n_picked++] = p->log_speedup;
        row.n_tied += p->n_tied > 1;
    }
    row.count = stat_sum(picked, row.n_cells);
    row.random_count = stat_sum(random, row.n_cells);
    row.random_m_count = stat_sum(random_m, row.n_cells);
    row.fast = row.n_cells == 0 ? STAT_NAN : row.count / (double)row.n_cells;
    row.ci = select_task_interval(picked, tasks, row.n_cells, level, &row.interval);
    row.mean_speedup = stat_mean(speedups, row.n_picked);
    row.geomean_speedup = exp(stat_mean(logs, row.n_picked));
    row.p_random = row.p_random_m = STAT_NAN;
    if (rule != SELECT_RANDOM && row.m == 1 && row.n_cells > 0)
        row.p_random = select_count_test(random, picked, row.n_cells, work);
    if (rule != SELECT_RANDOM && row.m > 0 && row.n_cells > 0)
        row.p_random_m = select_count_test(random_m, picked, row.n_cells, work);
    double copies = isnan(row.p_random_m) && isnan(row.p_random)
                        ? STAT_NAN
                        : kernels_p(sel, rule, row.m, picked, known, work);
    if (!isnan(copies)) {
        row.kernels_repeat = true;
        row.p_random = isnan(row.p_random) ? STAT_NAN : fmax(row.p_random, copies);
        row.p_random_m = fmax(row.p_random_m, copies);
    }
    *out = row;
}

int selection_table(const struct select_of *of, const struct run_set *set, double level,
                    struct arena *arena, struct selection *out, struct err *err)
{
    const struct study *s = set->study;
    struct selection sel = { 0 };
    struct arena work = { 0 };
    size_t most = 0;
    for (size_t r = 0; r < set->n_runs; r++)
        most += s->runs[set->runs[r]].n_cells;
    sel.cells = arena_array(arena, most, sizeof(*sel.cells));
    int rc = 0;
    for (size_t r = 0; r < set->n_runs && rc == 0; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        struct select_of one = *of;
        if (of->see != NULL)
            rc = of->see(of->context, set->runs[r], err);
        if (rc < 0)
            break;
        one.step = study_resolve_step(s, set->runs[r], of->step, of->rule);
        for (size_t i = 0; i < run->n_cells; i++) {
            read_selection_cell(&one, s, &s->cells[run->first_cell + i], arena, &work, &sel);
            arena_reset(&work);
        }
    }
    if (rc == 0 && sel.n_cells == 0)
        rc = err_set(err, ERR_NODATA,
                     "no task has a scored rollout at this step; --step chooses another");
    struct kernel_tails known = { NULL, 0, 0 };
    sel.kernels_repeat = rc == 0 && any_repeats(&sel, &work);
    for (int k = 0; k < SELECT_RULE_COUNT && rc == 0; k++)
        summarise_rule(&sel, (enum select_rule)k, level, &known, &work, &sel.rows[k]);
    if (rc == 0)
        *out = sel;
    arena_release(&work);
    return rc;
}

static const struct select_strategy *row_of(enum select_rule rule)
{
    size_t n;
    return &select_strategies(&n)[rule];
}

const char *select_rule_name(enum select_rule rule)
{
    return row_of(rule)->name;
}

bool select_rule_needs_logprob(enum select_rule rule)
{
    return row_of(rule)->measure == MEASURE_MEAN;
}

size_t select_rule_width(enum select_rule rule)
{
    const struct select_strategy *s = row_of(rule);
    return s->width == WIDTH_ALL ? 0 : select_width_of(s, 1, SIZE_MAX);
}

struct select_pick select_apply(enum select_rule rule, const struct select_candidate *c, size_t n,
                                struct speed_rule speed, struct arena *arena)
{
    const struct select_strategy *s = row_of(rule);
    double *speedups = arena_array(arena, n + 1, sizeof(*speedups));
    double *keys = arena_array(arena, n + 1, sizeof(*keys));
    for (size_t i = 0; i < n; i++)
        speedups[i] = c[i].speedup;
    struct select_order order = select_order_of(speedups, n, arena);
    for (size_t i = 0; i < n; i++)
        keys[i] = s->sign * c[order.order[i]].mean_logprob;
    struct select_outcome o = select_among(&order, select_rule_needs_logprob(rule) ? keys : NULL,
                                           select_width_of(s, n, n), speed, arena);
    if (!o.defined)
        return (
            struct select_pick){ .fast = STAT_NAN, .speedup = STAT_NAN, .log_speedup = STAT_NAN };
    return (struct select_pick){ true, o.fast, o.speedup, o.log_speedup, o.n_tied };
}
