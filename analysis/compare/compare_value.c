#include "analysis/compare/compare_value.h"

#include <math.h>

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

/* Returns the next step's first rollout. */
static size_t read_step(const struct study *s, const struct study_cell *cell, size_t i,
                        enum compare_fold part, struct speed_rule rule, struct step_rollouts *out)
{
    int step = s->rollouts[i].step;
    size_t end = cell->first + cell->count;
    out->n = out->n_fast = out->n_correct = 0;
    out->n_timed = 0;
    for (; i < end && s->rollouts[i].step == step; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (!is_part(r, part))
            continue;
        out->n++;
        out->n_fast += study_is_fast(r, rule);
        out->n_correct += r->correct;
        if (r->correct && r->speedup > 0.0)
            out->logs[out->n_timed++] = log(r->speedup);
    }
    return i;
}

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
    for (size_t i = x->n_timed; i-- > 0;) {
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

struct compare_best compare_best_of(const struct study *s, const struct study_cell *cell,
                                    enum compare_fold part, int64_t budget, struct speed_rule rule,
                                    struct arena *work)
{
    struct step_rollouts x = { .logs = arena_array(work, cell->count + 1, sizeof(double)) };
    struct best_so_far b = { 1.0, 1.0, 1.0, 0.0, 0.0, -STAT_INF };
    bool found = false;
    for (size_t i = cell->first; i < cell->first + cell->count && budget > 0;) {
        i = read_step(s, cell, i, part, rule, &x);
        if (x.n == 0)
            continue;
        int64_t taken = x.n < budget ? x.n : budget;
        stat_sort(x.logs, x.n_timed);
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
