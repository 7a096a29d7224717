#include "analysis/compare/anytime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sample_round.h"

#define STANDARD_BUDGET 4
#define MOST_BUDGET     100000
#define ROUNDS_OF_SIZE  64 /* rounds double after so many: a look a rollout is then not worth it */

const char *anytime_quantity_name(enum anytime_quantity q)
{
    static const char *const names[] = { ROUND_QUANTITIES };
    return names[q];
}

static double worth(const struct study_rollout *r, enum anytime_quantity q, struct speed_rule rule)
{
    if (q != ANYTIME_LOG_BEST)
        return study_is_fast(r, rule) ? 1.0 : 0.0;
    if (!r->correct || !(r->speedup > 1.0)) /* the baseline is kept */
        return 0.0;
    return log(fmin(r->speedup, ANYTIME_MOST_SPEEDUP));
}

static double largest(enum anytime_quantity q)
{
    return q == ANYTIME_LOG_BEST ? log(ANYTIME_MOST_SPEEDUP) : 1.0;
}

/* Expected best of `budget` rollouts, steps in order; within a step every choice is as likely. */
static double expected_best(const struct study *s, const struct study_cell *c,
                            enum anytime_quantity q, int64_t budget, struct speed_rule rule,
                            struct arena *work)
{
    double *sorted = arena_array(work, c->count + 1, sizeof(*sorted));
    double before = 0.0;
    size_t end = c->first + c->count;
    if (budget < 1 || (int64_t)c->count < budget)
        return STAT_NAN;
    for (size_t i = c->first; i < end && budget > 0;) {
        int step = s->rollouts[i].step;
        size_t n = 0;
        for (; i < end && s->rollouts[i].step == step; i++)
            sorted[n++] = fmax(before, worth(&s->rollouts[i], q, rule));
        int64_t taken = (int64_t)n < budget ? (int64_t)n : budget;
        struct err ignored = { 0 };
        stat_sort(sorted, n);
        if (stat_passk_expected_max((double)taken, sorted, n, &before, &ignored) < 0)
            return STAT_NAN;
        budget -= taken;
    }
    return before;
}

/* A cell of both sides, as rounds take from it. */
struct rounds_cell {
    const struct study_cell *side[2];
    bool in_rounds[2];
    size_t at[2];
};

static size_t round_size(size_t round)
{
    size_t doublings = round / ROUNDS_OF_SIZE;
    return (size_t)1 << (doublings < 40 ? doublings : 40);
}

/* How many rollouts of a run in rounds are of this one. */
static size_t in_round(const struct study *s, const struct rounds_cell *p, int side, size_t round)
{
    const struct study_cell *c = p->side[side];
    size_t n = 0;
    for (size_t i = p->at[side]; i < c->count; i++, n++)
        if ((size_t)s->rollouts[c->first + i].sample / SAMPLE_ROUND != round)
            break;
    return n;
}

struct rounds_maker {
    const struct study *s;
    const struct anytime_options *o;
    enum anytime_quantity q;
    int64_t budget[2];
    struct rounds_cell *cells;
    size_t n_cells;
    double *x, sum[2];
    size_t n_rounds, room, used[2];
    size_t round; /* that comes next, of runs in rounds */
    size_t least_cell;
};

/* Groups of rollouts that a cell gives this round; 0: none is left. */
static size_t groups_of(const struct rounds_maker *m, const struct rounds_cell *p, int side)
{
    size_t left = (p->side[side]->count - p->at[side]) / (size_t)m->budget[side];
    size_t wanted = round_size(m->n_rounds);
    if (p->in_rounds[side])
        return in_round(m->s, p, side, m->round);
    if (p->in_rounds[1 - side]) { /* follows while it can */
        wanted = in_round(m->s, p, 1 - side, m->round);
        return wanted < left ? wanted : left;
    }
    return wanted <= left ? wanted : 0;
}

static double take(struct rounds_maker *m, struct rounds_cell *p, int side, size_t groups)
{
    double sum = 0.0;
    for (size_t g = 0; g < groups; g++) {
        double best = 0.0;
        for (int64_t k = 0; k < m->budget[side]; k++) {
            const struct study_rollout *r = &m->s->rollouts[p->side[side]->first + p->at[side]++];
            best = fmax(best, worth(r, m->q, m->o->rule));
        }
        sum += best;
    }
    m->used[side] += groups * (size_t)m->budget[side];
    return sum / (double)groups;
}

/* Rounds of which a cell has no verdict are left out of all cells.  False: no round is left. */
static bool find_round(struct rounds_maker *m)
{
    for (;; m->round++) {
        bool whole = true, more = false;
        if (m->round == m->o->n_rounds)
            return false;
        for (size_t i = 0; i < 2 * m->n_cells; i++) {
            const struct rounds_cell *p = &m->cells[i / 2];
            if (!p->in_rounds[i % 2])
                continue;
            whole = whole && in_round(m->s, p, (int)(i % 2), m->round) > 0;
            more = more || p->at[i % 2] < p->side[i % 2]->count;
        }
        if (whole || !more)
            return whole;
        size_t next = SIZE_MAX; /* that has a rollout */
        for (size_t i = 0; i < 2 * m->n_cells; i++) {
            struct rounds_cell *p = &m->cells[i / 2];
            const struct study_cell *c = p->side[i % 2];
            if (!p->in_rounds[i % 2])
                continue;
            p->at[i % 2] += in_round(m->s, p, (int)(i % 2), m->round);
            if (p->at[i % 2] < c->count) {
                size_t of = (size_t)m->s->rollouts[c->first + p->at[i % 2]].sample / SAMPLE_ROUND;
                next = of < next ? of : next;
            }
        }
        if (next < m->o->n_rounds && next > m->round)
            m->round = next - 1;
    }
}

/* False where a cell has nothing left for it. */
static bool add_round(struct rounds_maker *m, struct arena *arena)
{
    if (!find_round(m))
        return false;
    for (size_t c = 0; c < m->n_cells; c++)
        for (int side = 0; side < 2; side++)
            if (groups_of(m, &m->cells[c], side) == 0) {
                m->least_cell = c;
                return false;
            }
    if (m->n_rounds == m->room) {
        size_t room = m->room == 0 ? ROUNDS_OF_SIZE : 2 * m->room;
        double *more = arena_array(arena, room * m->n_cells, sizeof(*more));
        if (m->room > 0)
            memcpy(more, m->x, m->n_rounds * m->n_cells * sizeof(*more));
        m->x = more;
        m->room = room;
    }
    for (size_t c = 0; c < m->n_cells; c++) {
        struct rounds_cell *p = &m->cells[c];
        size_t n_a = groups_of(m, p, 0), n_b = groups_of(m, p, 1);
        double a = take(m, p, 0, n_a), b = take(m, p, 1, n_b);
        m->x[m->n_rounds * m->n_cells + c] = b - a;
        m->sum[0] += a;
        m->sum[1] += b;
    }
    m->n_rounds++;
    m->round++;
    return true;
}

static void put_these_runs(struct rounds_maker *m, struct arena *arena, struct anytime_row *row)
{
    double most = largest(m->q);
    while (add_round(m, arena))
        continue;
    struct stat_rounds d = { m->n_rounds, m->n_cells, m->x, -most, most };
    double n = (double)(m->n_rounds * m->n_cells);
    row->r = stat_anytime(&d, m->o->bound, m->q == ANYTIME_LOG_BEST ? 0.0 : m->o->null, m->o->level,
                          arena);
    row->n_units = m->n_cells;
    row->n_looks = m->n_rounds;
    if (m->n_rounds == 0) {
        row->why = "a (task, run) cell has fewer rollouts than one value needs";
        return;
    }
    row->mean_a = m->sum[0] / n;
    row->mean_b = m->sum[1] / n;
    row->per_look = (double)(m->used[0] > m->used[1] ? m->used[0] : m->used[1]) / n;
}

/* Where rollouts vary: in proportion to their standard deviation (Neyman 1934). */
static void put_next(const struct rounds_maker *m, int *next)
{
    double mean = 0.0;
    double *sd = mem_array(m->n_cells + 1, sizeof(*sd));
    for (size_t c = 0; c < m->n_cells; c++) {
        double fast = 0.0, n = (double)m->cells[c].at[1];
        for (size_t i = 0; i < m->cells[c].at[1]; i++)
            fast +=
                worth(&m->s->rollouts[m->cells[c].side[1]->first + i], ANYTIME_SHARE, m->o->rule);
        double p = (fast + 0.5) / (n + 1.0);
        sd[c] = sqrt(p * (1.0 - p));
        mean += sd[c] / (double)m->n_cells;
    }
    for (size_t c = 0; c < m->n_cells; c++) {
        double n = m->round < SAMPLE_ROUND / 2 ? 1.0 : floor(2.0 * sd[c] / mean + 0.5);
        next[c] = (int)fmin(fmax(n, 1.0), SAMPLE_ROUND);
    }
    free(sd);
}

/* What one of B rollouts is worth is known when the last of them is.  These values go by number:
 * the first B of every cell, then the next.  How many there are depends on what was seen, which a
 * bound over all rounds together allows. */
static void fill_cells(const struct compare *all, const struct anytime_options *o,
                       const struct study *s, enum anytime_quantity q, struct rounds_cell *out)
{
    for (size_t i = 0; i < all->n_cells; i++) {
        const struct compare_cell *c = &all->cells[i];
        out[i] = (struct rounds_cell){ .side = { study_cell_find(s, c->run_a, c->task),
                                                 study_cell_find(s, c->run_b, c->task) } };
        if (o->in_rounds != NULL && q == ANYTIME_SHARE) {
            out[i].in_rounds[0] = o->in_rounds[c->run_a];
            out[i].in_rounds[1] = o->in_rounds[c->run_b];
        }
    }
}

/* ---- equal budgets ---- */

static double mean_cost(const struct compare *all, const struct anytime_options *o, bool is_a)
{
    double sum = 0.0;
    for (size_t i = 0; i < all->n_cells; i++)
        sum += o->cost[is_a ? all->cells[i].run_a : all->cells[i].run_b];
    return sum / (double)all->n_cells;
}

static int64_t rounded(double x)
{
    return (int64_t)fmin(fmax(floor(x + 0.5), 1.0), (double)MOST_BUDGET);
}

/* B of either side: the dearer one has `base`. */
static void split_budget(const struct compare *all, const struct anytime_options *o, int64_t base,
                         int64_t out[2])
{
    out[0] = out[1] = base;
    if (o->cost == NULL)
        return;
    double a = mean_cost(all, o, true), b = mean_cost(all, o, false);
    out[0] = a < b ? rounded((double)base * b / a) : base;
    out[1] = b < a ? rounded((double)base * a / b) : base;
}

/* All that both sides have, at equal cost. */
static int64_t whole_budget(const struct study *s, const struct compare *all,
                            const struct anytime_options *o)
{
    double least = (double)MOST_BUDGET;
    double a = o->cost == NULL ? 1.0 : mean_cost(all, o, true);
    double b = o->cost == NULL ? 1.0 : mean_cost(all, o, false);
    double most = fmax(a, b);
    for (size_t i = 0; i < all->n_cells; i++) {
        const struct compare_cell *c = &all->cells[i];
        least = fmin(least, (double)study_cell_find(s, c->run_a, c->task)->count * a / most);
        least = fmin(least, (double)study_cell_find(s, c->run_b, c->task)->count * b / most);
    }
    return (int64_t)fmax(floor(least), 1.0);
}

/* ---- new runs ---- */

static void cell_values(const struct study *s, const struct compare_cell *c,
                        const struct anytime_options *o, const struct anytime_row *row,
                        struct arena *work, double out[2])
{
    if (row->quantity == ANYTIME_SHARE) {
        out[0] = c->a[COMPARE_SAMPLE];
        out[1] = c->b[COMPARE_SAMPLE];
        return;
    }
    out[0] = expected_best(s, study_cell_find(s, c->run_a, c->task), row->quantity, row->budget_a,
                           o->rule, work);
    out[1] = expected_best(s, study_cell_find(s, c->run_b, c->task), row->quantity, row->budget_b,
                           o->rule, work);
}

/* Mean over the tasks that every pair has a value of, by pair. */
static void put_new_runs(const struct study *s, const struct compare *all,
                         const struct anytime_options *o, struct arena *arena,
                         struct anytime_row *row)
{
    double *d = arena_array(arena, all->n_seeds, sizeof(*d));
    size_t n_tasks = 0;
    memset(d, 0, all->n_seeds * sizeof(*d));
    row->mean_a = row->mean_b = 0.0;
    for (size_t i = 0; i < all->n_cells;) {
        size_t end = i, first = i;
        double sum[2] = { 0.0, 0.0 };
        double *own = arena_array(arena, all->n_seeds, sizeof(*own));
        bool whole = true;
        for (; end < all->n_cells && all->cells[end].task == all->cells[first].task; end++) {
            double v[2];
            cell_values(s, &all->cells[end], o, row, arena, v);
            whole = whole && isfinite(v[0]) && isfinite(v[1]);
            own[all->cells[end].pair] = v[1] - v[0];
            sum[0] += v[0];
            sum[1] += v[1];
        }
        i = end;
        if (!whole || end - first != all->n_seeds)
            continue;
        n_tasks++;
        row->mean_a += sum[0] / (double)all->n_seeds;
        row->mean_b += sum[1] / (double)all->n_seeds;
        for (size_t k = 0; k < all->n_seeds; k++)
            d[k] += own[k];
    }
    for (size_t k = 0; k < all->n_seeds; k++)
        d[k] /= (double)n_tasks;
    row->mean_a /= (double)n_tasks;
    row->mean_b /= (double)n_tasks;
    row->n_units = row->n_looks = all->n_seeds;
    row->r = stat_anytime_t(d, n_tasks == 0 ? 0 : all->n_seeds,
                            row->quantity == ANYTIME_LOG_BEST ? 0.0 : o->null, o->level);
    if (n_tasks == 0)
        row->why = "no task has a value in every run";
    else if (all->n_seeds < 2)
        row->why = "one pair of runs: the variation between runs is unknown";
    else if (isnan(row->r.e_value))
        row->why = "all runs differ by the same amount";
}

struct anytime_row anytime_new_runs(const struct compare *all, double level, struct arena *arena)
{
    const struct anytime_options o = { .level = level };
    struct anytime_row row = { .quantity = ANYTIME_SHARE, .new_runs = true, .per_look = STAT_NAN };
    put_new_runs(NULL, all, &o, arena, &row);
    return row;
}

/* Over the cells of a side, each once. */
static double order_of(const struct study *s, const struct compare *all, bool is_a,
                       struct speed_rule rule)
{
    double off = 0.0, variance = 0.0;
    for (size_t i = 0; i < all->n_cells; i++) {
        const struct compare_cell *p = &all->cells[i];
        const struct study_cell *c = study_cell_find(s, is_a ? p->run_a : p->run_b, p->task);
        double n = (double)c->count, fast = 0.0, ranks = 0.0;
        for (size_t k = 0; k < c->count; k++)
            if (study_is_fast(&s->rollouts[c->first + k], rule)) {
                fast += 1.0;
                ranks += (double)k + 1.0;
            }
        off += ranks - fast * (n + 1.0) / 2.0;
        variance += fast * (n - fast) * (n + 1.0) / 12.0;
    }
    return variance > 0.0 ? off / sqrt(variance) : STAT_NAN;
}

int anytime_compare(const struct run_set *a, const struct run_set *b,
                    const struct anytime_options *o, struct arena *arena,
                    struct anytime_result *out, struct err *err)
{
    const struct study *s = a->study;
    struct compare *all = arena_alloc(arena, sizeof(*all));
    struct compare_options how = { .rule = o->rule,
                                   .level = o->level,
                                   .seed = o->seed,
                                   .threads = o->threads,
                                   .no_planning = true };
    int rc = compare_groups(a, b, &how, arena, all, err);
    if (rc < 0)
        return rc;
    *out = (struct anytime_result){ .all = all, .n_cells = all->n_cells, .n_pairs = all->n_seeds };
    for (int side = 0; side < 2; side++)
        out->order_z[side] = order_of(s, all, side == 0, o->rule);
    int64_t budget[2], base = o->budget > 0 ? o->budget : STANDARD_BUDGET;
    if (o->budget == 0 && all->cross_fitted)
        base = whole_budget(s, all, o);
    split_budget(all, o, base, budget);
    out->next = arena_array(arena, all->n_cells, sizeof(*out->next));
    for (size_t i = 0; i < all->n_cells; i++)
        out->next[i] = 1;
    for (size_t k = 0; k < 2 * ANYTIME_QUANTITIES; k++) {
        struct anytime_row *row = &out->rows[k];
        row->quantity = (enum anytime_quantity)(k % ANYTIME_QUANTITIES);
        row->new_runs = k >= ANYTIME_QUANTITIES;
        bool one = row->quantity == ANYTIME_SHARE;
        row->budget_a = one ? 1 : budget[0];
        row->budget_b = one ? 1 : budget[1];
        row->mean_a = row->mean_b = row->per_look = STAT_NAN;
        row->r = stat_anytime_t(NULL, 0, 0.0, o->level);
        if (row->new_runs) {
            put_new_runs(s, all, o, arena, row);
            continue;
        }
        if (all->cross_fitted) {
            row->why = "a run adapts: its rollouts are of several policies, which they chose";
            continue;
        }
        if (fabs(out->order_z[0]) > ANYTIME_ORDER || fabs(out->order_z[1]) > ANYTIME_ORDER) {
            row->why =
                "fast rollouts come earlier or later than chance allows, as in a sorted file";
            continue;
        }
        struct rounds_maker m = { .s = s,
                                  .o = o,
                                  .q = row->quantity,
                                  .budget = { row->budget_a, row->budget_b },
                                  .n_cells = all->n_cells };
        m.cells = arena_array(arena, m.n_cells, sizeof(*m.cells));
        fill_cells(all, o, s, m.q, m.cells);
        put_these_runs(&m, arena, row);
        if (one) {
            out->least_cell = m.least_cell;
            out->n_rounds = m.round;
            put_next(&m, out->next);
        }
    }
    return 0;
}
