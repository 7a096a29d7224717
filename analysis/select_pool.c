#include "analysis/select_pool.h"

#include <stdlib.h>

#include "analysis/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

double select_tail_mean(double *x, size_t n, double share)
{
    if (n == 0)
        return STAT_NAN;
    /* A share that means a whole number of tokens is not rounded up by its last bit. */
    size_t m = (size_t)ceil(share * (double)n - 1e-9);
    if (m < 1)
        m = 1;
    stat_sort(x, n);
    return stat_mean(x, m < n ? m : n);
}

static double known_count(int64_t v)
{
    return v < 0 ? STAT_NAN : (double)v;
}

static struct select_sample read_sample(const struct study_rollout *r,
                                        const struct select_detail *d, double exponent)
{
    struct select_sample s = { .correct = r->correct && !isnan(r->speedup) };
    double tokens = r->completion_tokens > 0 ? (double)r->completion_tokens : STAT_NAN;
    s.speedup = s.correct ? r->speedup : 0.0;
    s.code = d == NULL ? 0 : d->code;
    s.measures[MEASURE_SPEEDUP] = s.speedup;
    s.measures[MEASURE_MEAN] = r->mean_logprob;
    s.measures[MEASURE_SUM] = r->sum_logprob;
    s.measures[MEASURE_NORMALISED] = r->sum_logprob / pow(tokens, exponent);
    s.measures[MEASURE_TAIL] = d == NULL ? STAT_NAN : d->tail_logprob;
    s.measures[MEASURE_MIN] = d == NULL ? STAT_NAN : d->min_logprob;
    s.measures[MEASURE_TWINS] = STAT_NAN;
    s.measures[MEASURE_BYTES] = d == NULL ? STAT_NAN : known_count(d->bytes);
    s.measures[MEASURE_TOKENS] = known_count(r->completion_tokens);
    s.measures[MEASURE_ORDER] = (double)r->step * 4294967296.0 + (double)r->sample;
    return s;
}

static int by_code(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa;
    int64_t b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

static size_t count_distinct_codes(const struct select_cell *c, struct arena *work)
{
    int64_t *codes = arena_array(work, c->n_correct, sizeof(*codes));
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (c->samples[i].correct)
            codes[n++] = c->samples[i].code;
    }
    if (n > 1)
        qsort(codes, n, sizeof(*codes), by_code);
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++)
        distinct += codes[i] != 0 && (i == 0 || codes[i] != codes[i - 1]);
    return n > 0 && codes[0] == 0 ? 0 : distinct;
}

static void look_at_logprobs(struct select_cell *c, struct arena *work)
{
    double *x = arena_array(work, c->n_correct, sizeof(*x));
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (c->samples[i].correct)
            x[n++] = c->samples[i].measures[MEASURE_MEAN];
    }
    c->sd_logprob = sqrt(stat_variance(x, n));
    stat_sort(x, n);
    for (size_t i = 0; i < n; i++)
        c->n_distinct_lp += !isnan(x[i]) && (i == 0 || !stat_same(x[i], x[i - 1]));
}

static const char *degeneracy(const struct select_cell *c)
{
    if (c->n_correct == 0)
        return "no correct, timed sample";
    if (c->n_correct == 1)
        return "one correct sample";
    if (c->n_distinct == 1)
        return "one distinct correct kernel";
    if (c->n_fast == 0)
        return "no fast sample";
    if (c->n_fast == c->n_correct)
        return "every correct sample is fast";
    if (c->n_distinct_lp == 1)
        return "one log-prob";
    return NULL;
}

static void read_cell(const struct study *s, const struct study_cell *from, int step,
                      struct speed_rule rule, const struct select_detail *details, double exponent,
                      struct select_sample *samples, struct select_pool *pool)
{
    struct select_cell c = { .run = from->run, .task = from->task, .samples = samples };
    struct arena work = { 0 };
    for (size_t i = from->first; i < from->first + from->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (step != STEP_ALL && r->step != step)
            continue;
        samples[c.n] = read_sample(r, details == NULL ? NULL : &details[i], exponent);
        c.n_correct += samples[c.n].correct;
        c.n_fast += study_is_fast(r, rule);
        pool->n_untimed += r->correct && !samples[c.n].correct;
        c.n++;
    }
    if (c.n > 0) {
        c.n_distinct = count_distinct_codes(&c, &work);
        look_at_logprobs(&c, &work);
        c.degenerate = degeneracy(&c);
        pool->cells[pool->n_cells++] = c;
    }
    arena_release(&work);
}

int select_pool_build(const struct run_set *set, int step, struct speed_rule rule,
                      const struct select_detail *details, double length_exponent,
                      struct arena *arena, struct select_pool *out, struct err *err)
{
    const struct study *s = set->study;
    struct select_pool pool = { .study = s };
    size_t most = 0;
    for (size_t r = 0; r < set->n_runs; r++)
        most += s->runs[set->runs[r]].n_cells;
    pool.cells = arena_array(arena, most, sizeof(*pool.cells));
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        int at = study_resolve_step(s, set->runs[r], step, rule);
        for (size_t i = 0; i < run->n_cells; i++) {
            const struct study_cell *c = &s->cells[run->first_cell + i];
            struct select_sample *samples = arena_array(arena, c->count, sizeof(*samples));
            read_cell(s, c, at, rule, details, length_exponent, samples, &pool);
        }
    }
    if (pool.n_cells == 0)
        return err_set(err, ERR_NODATA, "no task has a scored rollout at this step");
    *out = pool;
    return 0;
}
