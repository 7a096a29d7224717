#include "analysis/select/select_pool.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

double select_tail_mean(double *x, size_t n, double share)
{
    if (n == 0)
        return STAT_NAN;
    /* Rounding must not raise a whole number of tokens. */
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

static size_t count_distinct_codes(const struct select_cell *c, const struct select_sample *x,
                                   struct arena *work)
{
    int64_t *codes = arena_array(work, c->n_correct, sizeof(*codes));
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (x[i].correct)
            codes[n++] = x[i].code;
    }
    if (n > 1)
        qsort(codes, n, sizeof(*codes), by_code);
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++)
        distinct += codes[i] != 0 && (i == 0 || codes[i] != codes[i - 1]);
    return n > 0 && codes[0] == 0 ? 0 : distinct;
}

static void look_at_logprobs(struct select_cell *c, const struct select_sample *samples,
                             struct arena *work)
{
    double *x = arena_array(work, c->n_correct, sizeof(*x));
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (samples[i].correct)
            x[n++] = samples[i].measures[MEASURE_MEAN];
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

const struct select_sample *select_cell_samples(const struct select_cell *c, struct arena *arena)
{
    if (c->samples != NULL)
        return c->samples;
    const struct select_facts *from = c->source;
    struct select_sample *samples = arena_array(arena, c->n, sizeof(*samples));
    size_t n = 0;
    for (size_t i = c->from->first; i < c->from->first + c->from->count; i++) {
        const struct study_rollout *r = &from->study->rollouts[i];
        if (c->step == STEP_ALL || r->step == c->step)
            samples[n++] = read_sample(r, from->details == NULL ? NULL : &from->details[i],
                                       from->length_exponent);
    }
    return samples;
}

static void count_cell(struct select_cell *c, struct speed_rule rule, size_t *n_untimed)
{
    for (size_t i = c->from->first; i < c->from->first + c->from->count; i++) {
        const struct study_rollout *r = &c->source->study->rollouts[i];
        bool timed = !isnan(r->speedup);
        if (c->step != STEP_ALL && r->step != c->step)
            continue;
        c->n++;
        c->n_correct += r->correct && timed;
        c->n_fast += study_is_fast(r, rule);
        *n_untimed += r->correct && !timed;
    }
}

static void read_cell(const struct select_facts *source, const struct study_cell *from, int step,
                      struct speed_rule rule, struct arena *work, struct select_pool *pool)
{
    struct select_cell c = {
        .run = from->run, .task = from->task, .source = source, .from = from, .step = step
    };
    count_cell(&c, rule, &pool->n_untimed);
    if (c.n == 0)
        return;
    const struct select_sample *samples = select_cell_samples(&c, work);
    c.n_distinct = count_distinct_codes(&c, samples, work);
    look_at_logprobs(&c, samples, work);
    c.degenerate = degeneracy(&c);
    pool->cells[pool->n_cells++] = c;
}

int select_pool_build(const struct select_of *of, const struct run_set *set, double length_exponent,
                      struct arena *arena, struct select_pool *out, struct err *err)
{
    const struct study *s = set->study;
    struct select_pool pool = { .study = s };
    struct arena work = { 0 };
    struct select_facts *source = arena_alloc(arena, sizeof(*source));
    *source = (struct select_facts){ s, of->details, length_exponent };
    size_t most = 0;
    for (size_t r = 0; r < set->n_runs; r++)
        most += s->runs[set->runs[r]].n_cells;
    pool.cells = arena_array(arena, most, sizeof(*pool.cells));
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        int at = study_resolve_step(s, set->runs[r], of->step, of->rule);
        for (size_t i = 0; i < run->n_cells; i++) {
            read_cell(source, &s->cells[run->first_cell + i], at, of->rule, &work, &pool);
            arena_reset(&work);
        }
    }
    arena_release(&work);
    if (pool.n_cells == 0)
        return err_set(err, ERR_NODATA,
                       "no task has a scored rollout at this step; --step chooses another");
    *out = pool;
    return 0;
}

#define LOGPROB "log-probs"
#define TOKENS  "token log-probs"

static const struct select_strategy strategies[] = {
    { "best-correct", "fastest correct sample: the oracle", MEASURE_SPEEDUP, -1, WIDTH_ALL, false,
      "" },
    { "random-correct", "any correct sample", MEASURE_NONE, 1, WIDTH_ONE, false, "" },
    { "confidence-guided", "highest mean log-prob", MEASURE_MEAN, -1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-guided", "lowest mean log-prob", MEASURE_MEAN, 1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-guided-top3", "fastest of the 3 lowest mean log-probs", MEASURE_MEAN, 1,
      WIDTH_THREE, false, LOGPROB },
    { "random-m", "fastest of m random correct samples", MEASURE_NONE, 1, WIDTH_M, false, "" },
    { "confidence-top-m", "fastest of the m highest mean log-probs", MEASURE_MEAN, -1, WIDTH_M,
      false, LOGPROB },
    { "surprisal-top-m", "fastest of the m lowest mean log-probs", MEASURE_MEAN, 1, WIDTH_M, false,
      LOGPROB },
    { "surprisal-sum", "lowest sum of log-probs", MEASURE_SUM, 1, WIDTH_ONE, false, LOGPROB },
    { "surprisal-length-normalised", "lowest sum of log-probs / tokens^A", MEASURE_NORMALISED, 1,
      WIDTH_ONE, false, "log-probs and token counts" },
    { "surprisal-tail-mean", "lowest mean over the least likely tokens", MEASURE_TAIL, 1, WIDTH_ONE,
      false, TOKENS },
    { "surprisal-token-max", "least likely single token", MEASURE_MIN, 1, WIDTH_ONE, false,
      TOKENS },
    { "majority-hash", "code that most samples share (--identity)", MEASURE_TWINS, -1, WIDTH_ONE,
      false, "stored code" },
    { "shortest", "fewest bytes of code", MEASURE_BYTES, 1, WIDTH_ONE, false, "stored code" },
    { "fewest-tokens", "fewest tokens of the completion", MEASURE_TOKENS, 1, WIDTH_ONE, false,
      "token counts" },
    { "earliest", "first correct sample", MEASURE_ORDER, 1, WIDTH_ONE, false, "" },
    { "deployable-random", "fastest correct of m random samples", MEASURE_NONE, 1, WIDTH_M, true,
      "" },
    { "deployable-confidence", "fastest correct of the m highest mean log-probs of all samples",
      MEASURE_MEAN, -1, WIDTH_M, true, LOGPROB },
    { "deployable-surprisal", "fastest correct of the m lowest mean log-probs of all samples",
      MEASURE_MEAN, 1, WIDTH_M, true, LOGPROB },
};

const struct select_strategy *select_strategies(size_t *out_count)
{
    *out_count = ARRAY_LEN(strategies);
    return strategies;
}

const struct select_strategy *select_strategy_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++) {
        if (strcmp(strategies[i].name, name) == 0)
            return &strategies[i];
    }
    return NULL;
}

const char *select_domain_name(bool deployable)
{
    return deployable ? "all" : "correct";
}

size_t select_width_of(const struct select_strategy *s, size_t m, size_t n)
{
    size_t width = n;
    switch (s->width) {
    case WIDTH_ONE:
        width = 1;
        break;
    case WIDTH_THREE:
        width = 3;
        break;
    case WIDTH_M:
        width = m;
        break;
    case WIDTH_ALL:
        break;
    }
    return width < n ? width : n;
}
