#include "analysis/compare/compare_bounds.h"

#include <string.h>

#include "analysis/compare/compare_value.h"
#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

static size_t most_timeouts(const struct study *s, const struct study_cell *cell)
{
    size_t most = 0;
    for (int step = 0; step <= s->runs[cell->run].max_step; step++) {
        size_t n = study_count_timeouts(s, cell, step);
        most = n > most ? n : most;
    }
    return most;
}

struct compare_bound compare_bound_share(const struct study *s, const struct study_cell *cell,
                                         int64_t n, double share)
{
    double scored = (double)n;
    double m = (double)study_count_missing(s, cell);
    if (n == 0 || isnan(share))
        return (struct compare_bound){ 0.0, 1.0 };
    double timeouts = fmin((double)most_timeouts(s, cell), scored * (1.0 - share));
    return (struct compare_bound){ share * scored / (scored + m),
                                   (share * scored + timeouts + m) / (scored + m) };
}

/* The cell with its timeouts fast. */
static double best_with_timeouts(const struct study *s, const struct study_cell *cell,
                                 int64_t budget, struct speed_rule rule, struct arena *work)
{
    struct study one = *s;
    struct study_cell copy = *cell;
    one.rollouts = arena_array(work, cell->count + 1, sizeof(*one.rollouts));
    memcpy(one.rollouts, s->rollouts + cell->first, cell->count * sizeof(*one.rollouts));
    copy.first = 0;
    for (size_t i = 0; i < cell->count; i++) {
        struct study_rollout *r = &one.rollouts[i];
        if (!r->timed_out)
            continue;
        r->correct = true;
        r->speedup = r->speedup_lower = r->speedup_upper = STAT_INF;
    }
    return compare_best_of(&one, &copy, COMPARE_WHOLE, budget, rule, work).any;
}

struct compare_bound compare_bound_best(const struct study *s, const struct study_cell *cell,
                                        int64_t budget, struct speed_rule rule)
{
    struct arena work = { 0 };
    struct compare_bound b = { 0.0, 1.0 };
    int64_t m = (int64_t)study_count_missing(s, cell);
    if (cell->count > 0 && (m == 0 || study_is_adaptive(&s->runs[cell->run]))) {
        /* Which step a missing rollout is of is not known: it may be among the first. */
        int64_t left = budget - m;
        b.low = left <= 0 ? 0.0 : compare_best_of(s, cell, COMPARE_WHOLE, left, rule, &work).any;
        b.high = m > 0 ? 1.0 : best_with_timeouts(s, cell, budget, rule, &work);
    } else if (cell->count > 0) {
        struct count fast = study_count_fast(s, cell, STEP_ALL, rule);
        int64_t lucky = fast.c + m + (int64_t)study_count_timeouts(s, cell, STEP_ALL);
        b.low = 1.0 - stat_passk_miss((double)budget, fast.n + m, fast.c);
        b.high = 1.0 - stat_passk_miss((double)budget, fast.n + m, lucky);
    }
    arena_release(&work);
    return b;
}

struct compare_missing compare_missing_of(const struct study *s, const struct study_cell *cell)
{
    return (struct compare_missing){ cell->n_unscored,
                                     study_count_missing(s, cell) - cell->n_unscored,
                                     study_count_timeouts(s, cell, STEP_ALL) };
}

void compare_missing_add(struct compare_missing *to, struct compare_missing m)
{
    to->undecided += m.undecided;
    to->undrawn += m.undrawn;
    to->timeouts += m.timeouts;
}

static void add_bound(struct compare_bound *to, struct compare_bound b, double weight)
{
    to->low += weight * b.low;
    to->high += weight * b.high;
}

/* Cells of one task follow each other. */
static size_t cells_of_task(const struct compare *c, size_t first)
{
    size_t n = 1;
    while (first + n < c->n_cells && c->cells[first + n].task == c->cells[first].task)
        n++;
    return n;
}

static void add_cell(const struct study *s, const struct compare_cell *x, struct speed_rule rule,
                     double weight, struct compare_bounds out[COMPARE_LOG_BEST],
                     struct compare_missing missing[2])
{
    const struct study_cell *a = study_cell_find(s, x->run_a, x->task);
    const struct study_cell *b = study_cell_find(s, x->run_b, x->task);
    add_bound(&out[COMPARE_SAMPLE].a,
              compare_bound_share(s, a, x->sample_a.n, x->a[COMPARE_SAMPLE]), weight);
    add_bound(&out[COMPARE_SAMPLE].b,
              compare_bound_share(s, b, x->sample_b.n, x->b[COMPARE_SAMPLE]), weight);
    add_bound(&out[COMPARE_BEST].a, compare_bound_best(s, a, x->budget, rule), weight);
    add_bound(&out[COMPARE_BEST].b, compare_bound_best(s, b, x->budget, rule), weight);
    compare_missing_add(&missing[0], compare_missing_of(s, a));
    compare_missing_add(&missing[1], compare_missing_of(s, b));
}

void compare_bounds_of(const struct study *s, const struct compare *c, struct speed_rule rule,
                       struct compare_bounds out[COMPARE_LOG_BEST],
                       struct compare_missing missing[2])
{
    size_t n_tasks = 0;
    memset(out, 0, COMPARE_LOG_BEST * sizeof(*out));
    memset(missing, 0, 2 * sizeof(*missing));
    for (size_t i = 0; i < c->n_cells; i += cells_of_task(c, i))
        n_tasks++;
    for (size_t i = 0; i < c->n_cells;) {
        size_t n = cells_of_task(c, i);
        for (size_t k = 0; k < n; k++)
            add_cell(s, &c->cells[i + k], rule, 1.0 / ((double)n * (double)n_tasks), out, missing);
        i += n;
    }
    for (int e = 0; e < COMPARE_LOG_BEST; e++)
        out[e].difference =
            (struct compare_bound){ out[e].b.low - out[e].a.high, out[e].b.high - out[e].a.low };
}
