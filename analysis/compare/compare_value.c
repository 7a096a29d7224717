#include "analysis/compare/compare_value.h"

#include <math.h>
#include <string.h>

#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

static bool is_part(const struct study_rollout *r, enum compare_fold part)
{
    return part == COMPARE_WHOLE || ((unsigned)r->sample & 1u) == (unsigned)part;
}

struct count compare_count(const struct study *s, const struct study_cell *cell, int step,
                           enum compare_fold part, struct speed_rule rule)
{
    struct count k = { 0, 0 };
    for (size_t i = cell->first; i < cell->first + cell->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (!is_part(r, part) || (step != STEP_ALL && r->step != step))
            continue;
        k.n++;
        k.c += study_is_fast(r, rule);
    }
    return k;
}

static double share(struct count k)
{
    return k.n == 0 ? STAT_NAN : (double)k.c / (double)k.n;
}

void compare_run_open(const struct study *s, size_t run, struct speed_rule rule,
                      const struct boa_fit_options *o, struct arena *arena, struct compare_run *out)
{
    struct compare_run r = { .run = run, .adaptive = study_is_adaptive(&s->runs[run]) };
    for (unsigned odd = 0; odd < 2; odd++)
        r.step[odd] = r.adaptive ? boa_step_of_half(s, run, odd, rule) : STEP_ALL;
    if (r.adaptive)
        boa_fit_run(s, run, rule, o, arena, &r.fit);
    *out = r;
}

struct boa_share compare_share_of(const struct study *s, const struct compare_run *r,
                                  const struct study_cell *cell, struct speed_rule rule)
{
    return boa_share_of(s, cell, r->adaptive ? &r->fit : NULL, rule);
}

double compare_share_held_out(const struct study *s, const struct compare_run *r,
                              const struct study_cell *cell, enum compare_fold part,
                              struct speed_rule rule)
{
    enum compare_fold other = part == COMPARE_EVEN ? COMPARE_ODD : COMPARE_EVEN;
    return share(compare_count(s, cell, r->step[other], part, rule));
}

struct step_rollouts {
    int64_t n;
    int64_t n_fast;
    int64_t n_correct;
    size_t n_timed;
    double *logs;
};

struct best_so_far {
    double fail;   /* P(none is fast) */
    double wrong;  /* P(none is correct) */
    double none;   /* P(none has a speedup) */
    double mean;   /* expected best log times 1 - none */
    double max;    /* expected best speedup, 0 without one */
    double before; /* best log of earlier steps, taken whole */
};

static double miss_all(int64_t n, int64_t marked, int64_t taken)
{
    double miss = 1.0;
    for (int64_t j = 0; j < marked; j++)
        miss *= fmax(0.0, 1.0 - (double)taken / (double)(n - j));
    return miss;
}

static void spend(const struct step_rollouts *x, int64_t taken, struct best_so_far *b)
{
    double miss = 1.0;
    struct stat_sum logs = { 0.0, 0.0 };
    struct stat_sum speedups = { 0.0, 0.0 };
    b->fail *= miss_all(x->n, x->n_fast, taken);
    b->wrong *= miss_all(x->n, x->n_correct, taken);
    for (size_t i = x->n_timed; i-- > 0 && miss > 0.0;) {
        int64_t j = (int64_t)(x->n_timed - 1 - i);
        double next = miss * fmax(0.0, 1.0 - (double)taken / (double)(x->n - j));
        double best = fmax(x->logs[i], b->before);
        stat_sum_add(&logs, (miss - next) * best);
        stat_sum_add(&speedups, (miss - next) * exp(best));
        miss = next;
    }
    if (isfinite(b->before)) {
        stat_sum_add(&logs, miss * b->before);
        stat_sum_add(&speedups, miss * exp(b->before));
        miss = 0.0;
    }
    b->mean = stat_sum_value(&logs);
    b->max = stat_sum_value(&speedups);
    b->none = miss;
}

/* All that spend() looks at is in its place: the largest is the last, and where not all are taken
 * the others come before it in order. */
static void put_in_order(struct step_rollouts *x, bool all_taken)
{
    if (!all_taken) {
        stat_sort(x->logs, x->n_timed);
        return;
    }
    for (size_t i = 0; i + 1 < x->n_timed; i++)
        if (x->logs[i] > x->logs[x->n_timed - 1]) {
            double other = x->logs[i];
            x->logs[i] = x->logs[x->n_timed - 1];
            x->logs[x->n_timed - 1] = other;
        }
}

struct compare_best compare_best_of(const struct study *s, const struct study_cell *cell,
                                    enum compare_fold part, int64_t budget, struct speed_rule rule,
                                    struct arena *work)
{
    struct step_rollouts x = { .logs = arena_array(work, cell->count + 1, sizeof(double)) };
    struct best_so_far b = { 1.0, 1.0, 1.0, 0.0, 0.0, -STAT_INF };
    bool found = false;
    for (size_t i = cell->first; i < cell->first + cell->count && budget > 0;) {
        int step = s->rollouts[i].step;
        size_t end = cell->first + cell->count;
        x.n = x.n_fast = x.n_correct = 0;
        x.n_timed = 0;
        for (; i < end && s->rollouts[i].step == step; i++) {
            const struct study_rollout *r = &s->rollouts[i];
            if (!is_part(r, part))
                continue;
            x.n++;
            x.n_fast += study_is_fast(r, rule);
            x.n_correct += r->correct;
            if (r->correct && r->speedup > 0.0)
                x.logs[x.n_timed++] = log(r->speedup);
        }
        if (x.n == 0)
            continue;
        int64_t taken = x.n < budget ? x.n : budget;
        put_in_order(&x, taken == x.n);
        spend(&x, taken, &b);
        if (x.n_timed > 0)
            b.before = fmax(b.before, x.logs[x.n_timed - 1]);
        budget -= taken;
        found = true;
    }
    return (struct compare_best){ found ? 1.0 - b.fail : STAT_NAN,
                                  b.none < 1.0 ? b.mean / (1.0 - b.none) : STAT_NAN,
                                  found ? 1.0 - b.wrong : STAT_NAN, found ? b.max : STAT_NAN };
}

/* unclear: as if all that is unclear were fast. */
static double any_of(const struct study *s, const struct study_cell *cell, int64_t budget,
                     struct speed_rule rule, bool unclear)
{
    double fail = cell->count > 0 && budget > 0 ? 1.0 : STAT_NAN;
    for (size_t i = cell->first; i < cell->first + cell->count && budget > 0;) {
        int step = s->rollouts[i].step;
        struct count k = { 0, 0 };
        for (; i < cell->first + cell->count && s->rollouts[i].step == step; i++) {
            const struct study_rollout *r = &s->rollouts[i];
            k.n++;
            k.c += study_is_fast(r, rule) || (unclear && study_is_unclear(r, rule));
        }
        int64_t taken = k.n < budget ? k.n : budget;
        fail *= miss_all(k.n, k.c, taken);
        budget -= taken;
    }
    return 1.0 - fail;
}

double compare_any_of(const struct study *s, const struct study_cell *cell, int64_t budget,
                      struct speed_rule rule)
{
    return any_of(s, cell, budget, rule, false);
}

static size_t most_unclear(const struct study *s, const struct study_cell *cell,
                           struct speed_rule rule)
{
    size_t most = 0;
    for (int step = 0; step <= s->runs[cell->run].max_step; step++) {
        size_t n = study_count_unclear(s, cell, step, rule);
        most = n > most ? n : most;
    }
    return most;
}

struct compare_bound compare_bound_share(const struct study *s, const struct study_cell *cell,
                                         int64_t n, double share, struct speed_rule rule)
{
    double scored = (double)n;
    double m = (double)study_count_missing(s, cell);
    if (n == 0 || isnan(share))
        return (struct compare_bound){ 0.0, 1.0 };
    double unclear = fmin((double)most_unclear(s, cell, rule), scored * (1.0 - share));
    return (struct compare_bound){ share * scored / (scored + m),
                                   (share * scored + unclear + m) / (scored + m) };
}

struct compare_bound compare_bound_best(const struct study *s, const struct study_cell *cell,
                                        int64_t budget, struct speed_rule rule)
{
    struct compare_bound b = { 0.0, 1.0 };
    int64_t m = (int64_t)study_count_missing(s, cell);
    if (cell->count > 0 && (m == 0 || study_is_adaptive(&s->runs[cell->run]))) {
        /* Which step a missing rollout is of is not known: it may be among the first. */
        int64_t left = budget - m;
        b.low = left <= 0 ? 0.0 : compare_any_of(s, cell, left, rule);
        b.high = m > 0 ? 1.0 : any_of(s, cell, budget, rule, true);
    } else if (cell->count > 0) {
        struct count fast = study_count_fast(s, cell, STEP_ALL, rule);
        int64_t lucky = fast.c + m + (int64_t)study_count_unclear(s, cell, STEP_ALL, rule);
        b.low = 1.0 - stat_passk_miss((double)budget, fast.n + m, fast.c);
        b.high = 1.0 - stat_passk_miss((double)budget, fast.n + m, lucky);
    }
    return b;
}

struct compare_missing compare_missing_of(const struct study *s, const struct study_cell *cell,
                                          struct speed_rule rule)
{
    size_t timeouts = study_count_timeouts(s, cell, STEP_ALL);
    return (struct compare_missing){ cell->n_unscored,
                                     study_count_missing(s, cell) - cell->n_unscored, timeouts,
                                     study_count_unclear(s, cell, STEP_ALL, rule) - timeouts };
}

void compare_missing_add(struct compare_missing *to, struct compare_missing m)
{
    to->undecided += m.undecided;
    to->undrawn += m.undrawn;
    to->timeouts += m.timeouts;
    to->untimed += m.untimed;
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
              compare_bound_share(s, a, x->sample_a.n, x->a[COMPARE_SAMPLE], rule), weight);
    add_bound(&out[COMPARE_SAMPLE].b,
              compare_bound_share(s, b, x->sample_b.n, x->b[COMPARE_SAMPLE], rule), weight);
    add_bound(&out[COMPARE_BEST].a, compare_bound_best(s, a, x->budget, rule), weight);
    add_bound(&out[COMPARE_BEST].b, compare_bound_best(s, b, x->budget, rule), weight);
    compare_missing_add(&missing[0], compare_missing_of(s, a, rule));
    compare_missing_add(&missing[1], compare_missing_of(s, b, rule));
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
