#include "analysis/select/select_calibration.h"

#include "analysis/select/select_study.h"
#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

struct calibration_columns {
    size_t n;
    double *surprisal;
    double *speedup;
    double *tokens;
    size_t *task;
};

static struct calibration_columns new_columns(size_t n, struct arena *arena)
{
    return (struct calibration_columns){ 0, arena_array(arena, n, sizeof(double)),
                                         arena_array(arena, n, sizeof(double)),
                                         arena_array(arena, n, sizeof(double)),
                                         arena_array(arena, n, sizeof(size_t)) };
}

static void add_cell(const struct select_cell *c, bool need_tokens, struct calibration_columns *x)
{
    struct arena work = { 0 };
    const struct select_sample *samples = select_cell_samples(c, &work);
    for (size_t i = 0; i < c->n; i++) {
        const struct select_sample *s = &samples[i];
        double tokens = s->measures[MEASURE_TOKENS];
        if (!s->correct || !isfinite(s->measures[MEASURE_MEAN]) || (need_tokens && isnan(tokens)))
            continue;
        x->surprisal[x->n] = -s->measures[MEASURE_MEAN];
        x->speedup[x->n] = s->speedup;
        x->task[x->n] = c->task;
        x->tokens[x->n++] = tokens;
    }
    arena_release(&work);
}

static void add_kernels(const struct select_cell *c, struct calibration_columns *x)
{
    struct arena work = { 0 };
    const struct select_sample *samples = select_cell_samples(c, &work);
    int64_t *codes = arena_array(&work, c->n + 1, sizeof(*codes));
    double *copies = arena_array(&work, c->n + 1, sizeof(*copies));
    for (size_t i = 0; i < c->n; i++) {
        const struct select_sample *s = &samples[i];
        double tokens = s->measures[MEASURE_TOKENS];
        size_t k = 0;
        if (!s->correct || !isfinite(s->measures[MEASURE_MEAN]) || isnan(tokens))
            continue;
        while (k < x->n && (s->code == 0 || codes[k] != s->code))
            k++;
        if (k == x->n) {
            codes[x->n] = s->code;
            x->surprisal[k] = x->speedup[k] = x->tokens[k] = 0.0;
            x->n++;
        }
        copies[k]++;
        x->surprisal[k] += (-s->measures[MEASURE_MEAN] - x->surprisal[k]) / copies[k];
        x->speedup[k] += (s->speedup - x->speedup[k]) / copies[k];
        x->tokens[k] += (tokens - x->tokens[k]) / copies[k];
    }
    arena_release(&work);
}

static size_t pool_size(const struct select_pool *pool)
{
    size_t n = 0;
    for (size_t i = 0; i < pool->n_cells; i++)
        n += pool->cells[i].n_correct;
    return n;
}

/* By mid-rank of surprisal, highest first. */
static void assign_bins(const struct calibration_columns *x, size_t n_bins, struct arena *arena,
                        size_t *bins)
{
    int64_t *ranks = arena_array(arena, x->n, sizeof(*ranks));
    stat_rank_doubled(x->surprisal, x->n, ranks, arena);
    for (size_t i = 0; i < x->n; i++) {
        size_t from_top = 2 * x->n + 1 - (size_t)ranks[i]; /* doubled rank - 1, descending */
        bins[i] = n_bins * from_top / (2 * x->n);
    }
}

static void close_bin(const struct calibration_columns *x, const size_t *bins, size_t bin,
                      const struct select_options *o, struct arena *arena, struct select_bin *out)
{
    struct calibration_columns in = new_columns(x->n, arena);
    double *fast = arena_array(arena, x->n + 1, sizeof(*fast));
    struct select_bin b = { 0 };
    for (size_t i = 0; i < x->n; i++) {
        if (bins[i] != bin)
            continue;
        in.surprisal[b.n] = x->surprisal[i];
        in.speedup[b.n] = x->speedup[i];
        in.task[b.n] = x->task[i];
        fast[b.n] = speedup_is_fast(x->speedup[i], o->rule.p, o->rule.ge) ? 1.0 : 0.0;
        b.n_fast += fast[b.n++] > 0.0;
        if (!isnan(x->tokens[i]))
            in.tokens[b.n_tokens++] = x->tokens[i];
    }
    /* Sums must not depend on the order of rows. */
    stat_sort(in.surprisal, b.n);
    stat_sort(in.speedup, b.n);
    stat_sort(in.tokens, b.n_tokens);
    b.fast = b.n == 0 ? STAT_NAN : (double)b.n_fast / (double)b.n;
    b.ci = select_task_interval(fast, in.task, b.n, o->level, &b.interval);
    b.mean_speedup = stat_mean(in.speedup, b.n);
    b.geomean_speedup = stat_geomean(in.speedup, b.n);
    b.mean_surprisal = stat_mean(in.surprisal, b.n);
    b.mean_tokens = stat_mean(in.tokens, b.n_tokens);
    *out = b;
}

void select_calibrate(const struct select_pool *pool, bool within, const struct select_options *o,
                      size_t n_bins, struct arena *arena, struct select_bin *out)
{
    size_t most = pool_size(pool);
    struct calibration_columns all = new_columns(most, arena);
    size_t *bins = arena_array(arena, most, sizeof(*bins));
    for (size_t i = 0; i < pool->n_cells; i++) {
        struct calibration_columns cell = { 0, all.surprisal + all.n, all.speedup + all.n,
                                            all.tokens + all.n, all.task + all.n };
        add_cell(&pool->cells[i], false, &cell);
        if (within)
            assign_bins(&cell, n_bins, arena, bins + all.n);
        all.n += cell.n;
    }
    if (!within)
        assign_bins(&all, n_bins, arena, bins);
    for (size_t b = 0; b < n_bins; b++)
        close_bin(&all, bins, b, o, arena, &out[b]);
}

static size_t *cells_by_task(const struct select_pool *pool, struct arena *arena)
{
    size_t *order = arena_array(arena, pool->n_cells + 1, sizeof(*order));
    size_t *first = arena_array(arena, pool->study->n_tasks + 1, sizeof(*first));
    for (size_t i = 0; i < pool->n_cells; i++)
        first[pool->cells[i].task + 1]++;
    for (size_t t = 0; t < pool->study->n_tasks; t++)
        first[t + 1] += first[t];
    for (size_t i = 0; i < pool->n_cells; i++)
        order[first[pool->cells[i].task]++] = i;
    return order;
}

static int correlate_cells(const struct select_pool *pool, double level, struct arena *arena,
                           struct select_correlation *out, struct err *err)
{
    struct stat_correlation *raw = arena_array(arena, pool->n_cells, sizeof(*raw));
    struct stat_correlation *fixed = arena_array(arena, pool->n_cells, sizeof(*fixed));
    size_t *order = cells_by_task(pool, arena);
    size_t *tasks = arena_array(arena, pool->n_cells, sizeof(*tasks));
    size_t n = 0;
    int rc = 0;
    for (size_t i = 0; i < pool->n_cells && rc == 0; i++) {
        const struct select_cell *cell = &pool->cells[order[i]];
        struct calibration_columns x = new_columns(cell->n_correct, arena);
        add_kernels(cell, &x);
        tasks[n] = cell->task;
        raw[n] = fixed[n] = (struct stat_correlation){ STAT_NAN, STAT_NAN, x.n };
        if (x.n >= 2)
            rc = stat_spearman(x.surprisal, x.speedup, x.n, arena, &raw[n], err);
        if (x.n >= 2 && rc == 0)
            rc = stat_partial_spearman(x.surprisal, x.speedup, x.tokens, x.n, &fixed[n], err);
        n++;
    }
    out->within = stat_fisher_combine(raw, tasks, n, 0, level);
    out->within_partial = stat_fisher_combine(fixed, tasks, n, 1, level);
    return rc;
}

int select_correlate(const struct select_pool *pool, double level, struct arena *arena,
                     struct select_correlation *out, struct err *err)
{
    struct calibration_columns x = new_columns(pool_size(pool), arena);
    struct select_correlation c = { 0 };
    for (size_t i = 0; i < pool->n_cells; i++)
        add_cell(&pool->cells[i], true, &x);
    c.n = x.n;
    int rc = stat_spearman(x.surprisal, x.speedup, x.n, arena, &c.pooled, err);
    if (rc == 0)
        rc = stat_partial_spearman(x.surprisal, x.speedup, x.tokens, x.n, &c.pooled_partial, err);
    if (rc == 0)
        rc = stat_spearman(x.tokens, x.speedup, x.n, arena, &c.tokens_speedup, err);
    if (rc == 0)
        rc = stat_spearman(x.tokens, x.surprisal, x.n, arena, &c.tokens_surprisal, err);
    if (rc == 0)
        rc = correlate_cells(pool, level, arena, &c, err);
    if (rc == 0)
        *out = c;
    return rc;
}
