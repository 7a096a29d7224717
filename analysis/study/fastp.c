#include "analysis/study/fastp.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

const char *const fastp_denominator_names[] = { "all", "attempted", "compiled", "correct", NULL };

const char *fastp_denominator_name(enum fastp_denominator d)
{
    return fastp_denominator_names[d];
}

static bool is_counted(const struct fastp_sample *s, enum fastp_denominator d)
{
    switch (d) {
    case FASTP_ALL:
    case FASTP_ATTEMPTED:
        return true;
    case FASTP_COMPILED:
        return s->compiled;
    case FASTP_CORRECT:
        return s->correct;
    }
    return false;
}

struct cells {
    size_t n_problems;
    size_t n_runs;
    size_t n_p;
    int64_t *n;    /* [problem * n_runs + run] */
    int64_t *hits; /* [(problem * n_runs + run) * n_p + k] */
};

static size_t passed(const struct fastp_sample *s, const double *p, size_t n_p, bool ge)
{
    size_t low = 0;
    size_t high = s->correct ? n_p : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (speedup_is_fast(s->speedup, p[middle], ge))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct cells count_cells(const struct fastp_input *in, const struct fastp_options *o,
                                struct arena *work)
{
    struct cells c = { in->n_problems, in->n_runs > 0 ? in->n_runs : 1, o->n_p, NULL, NULL };
    size_t n_cells = c.n_problems * c.n_runs;
    size_t *order = arena_array(work, o->n_p, sizeof(*order));
    double *p = arena_array(work, o->n_p, sizeof(*p));
    int64_t *passing = arena_array(work, n_cells * (o->n_p + 1), sizeof(*passing));
    c.n = arena_array(work, n_cells, sizeof(*c.n));
    c.hits = arena_array(work, n_cells * o->n_p, sizeof(*c.hits));
    stat_order(o->p, o->n_p, order);
    for (size_t k = 0; k < o->n_p; k++)
        p[k] = o->p[order[k]];
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        size_t cell = s->problem * c.n_runs + s->run;
        if (!is_counted(s, o->denominator))
            continue;
        c.n[cell]++;
        passing[cell * (o->n_p + 1) + passed(s, p, o->n_p, o->ge)]++;
    }
    for (size_t i = 0; i < n_cells; i++) {
        /* hits[thresholds passed], ranked, become hits at each p as asked. */
        int64_t above = 0;
        for (size_t k = o->n_p; k-- > 0;) {
            above += (passing + i * (o->n_p + 1))[k + 1];
            (c.hits + i * o->n_p)[order[k]] = above;
        }
    }
    return c;
}

static int64_t samples_of(const struct cells *c, size_t problem)
{
    int64_t n = 0;
    for (size_t r = 0; r < c->n_runs; r++)
        n += c->n[problem * c->n_runs + r];
    return n;
}

/* An absent problem has as many failed samples as others have. */
static void fill_absent(struct cells *c)
{
    int64_t common = 0;
    for (size_t i = 0; i < c->n_problems; i++) {
        int64_t n = samples_of(c, i);
        if (n == 0)
            continue;
        if (common != 0 && n != common) {
            common = 1;
            break;
        }
        common = n;
    }
    for (size_t i = 0; i < c->n_problems; i++) {
        if (samples_of(c, i) == 0)
            c->n[i * c->n_runs] = common == 0 ? 1 : common;
    }
}

static struct stat_resample_input present_cells(const struct cells *c, struct arena *work)
{
    size_t most = c->n_problems * c->n_runs;
    size_t *first = arena_array(work, c->n_problems + 1, sizeof(*first));
    size_t *run = arena_array(work, most, sizeof(*run));
    int64_t *n = arena_array(work, most, sizeof(*n));
    int64_t *hits = arena_array(work, most * c->n_p, sizeof(*hits));
    struct stat_resample_input in = { 0, c->n_runs, first, run, n, hits, c->n_p };
    size_t kept = 0;
    for (size_t i = 0; i < most; i++) {
        if (c->n[i] > 0) {
            run[kept] = i % c->n_runs;
            n[kept] = c->n[i];
            memcpy(hits + kept * c->n_p, c->hits + i * c->n_p, c->n_p * sizeof(*hits));
            kept++;
        }
        if ((i + 1) % c->n_runs == 0 && kept > first[in.n_tasks])
            first[++in.n_tasks] = kept;
    }
    return in;
}

static struct fastp_point estimate(const struct stat_resample_input *in, size_t k)
{
    struct fastp_point out = { .value = STAT_NAN, .ci = { STAT_NAN, STAT_NAN } };
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t t = 0; t < in->n_tasks; t++) {
        int64_t n = 0;
        int64_t hits = 0;
        for (size_t i = in->first[t]; i < in->first[t + 1]; i++) {
            n += in->n[i];
            hits += in->hits[i * in->n_grid + k];
        }
        out.n += n;
        out.count += hits;
        stat_sum_add(&sum, (double)hits / (double)n);
    }
    out.n_problems = in->n_tasks;
    if (in->n_tasks > 0)
        out.value = stat_sum_value(&sum) / (double)in->n_tasks;
    return out;
}

static void resample(const struct stat_resample_input *in, const struct fastp_options *o,
                     struct arena *work, struct fastp_point *points)
{
    struct stat_resample_options how = {
        .scheme = o->scheme,
        .analysis = STAT_ANALYSIS_FASTP,
        .replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES,
        .seed = o->seed,
        .threads = o->threads,
    };
    double *means = arena_array(work, o->n_p * how.replicates, sizeof(*means));
    stat_resample(in, &how, means);
    for (size_t k = 0; k < o->n_p; k++) {
        points[k].ci =
            stat_percentile_interval(means + k * how.replicates, how.replicates, o->level);
        points[k].interval = INTERVAL_BOOTSTRAP;
    }
}

/* Ratio of sums over redrawn problems: samples of one stay together. */
static void resample_pooled(const struct stat_resample_input *in, const struct fastp_options *o,
                            struct arena *work, struct fastp_point *points)
{
    size_t replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES;
    double *shares = arena_array(work, o->n_p * replicates, sizeof(*shares));
    int64_t *hits = arena_array(work, o->n_p, sizeof(*hits));
    for (size_t r = 0; r < replicates; r++) {
        struct rng g;
        int64_t n = 0;
        rng_init(&g, o->seed, RNG_BOOTSTRAP, STAT_ANALYSIS_FASTP, r, 1);
        memset(hits, 0, o->n_p * sizeof(*hits));
        for (size_t i = 0; i < in->n_tasks; i++) {
            size_t t = rng_below(&g, (uint32_t)in->n_tasks);
            for (size_t c = in->first[t]; c < in->first[t + 1]; c++) {
                n += in->n[c];
                for (size_t k = 0; k < o->n_p; k++)
                    hits[k] += in->hits[c * in->n_grid + k];
            }
        }
        for (size_t k = 0; k < o->n_p; k++)
            shares[k * replicates + r] = (double)hits[k] / (double)n;
    }
    for (size_t k = 0; k < o->n_p; k++) {
        points[k].ci = stat_percentile_interval(shares + k * replicates, replicates, o->level);
        points[k].interval = INTERVAL_BOOTSTRAP;
    }
}

/*
 * Student's t over problems, and what a share implies that falls as p rises: its upper limit is no
 * higher than that at any lower p, its lower one no lower than that at any higher p.  All cuts that
 * the samples allow count, so the limits at one p do not depend on which others are asked for.
 */
struct cut_sample {
    double speedup;
    size_t task; /* of the resampling's */
};

static int by_task(const void *pa, const void *pb)
{
    const struct cut_sample *a = pa;
    const struct cut_sample *b = pb;
    return (a->task > b->task) - (a->task < b->task);
}

/* Counted samples with a speedup, the fastest first. */
static size_t sort_samples(const struct fastp_input *in, const struct fastp_options *o,
                           const struct cells *cells, struct arena *work, struct cut_sample **out)
{
    struct cut_sample *samples = arena_array(work, in->n_samples + 1, sizeof(*samples));
    struct cut_sample *sorted = arena_array(work, in->n_samples + 1, sizeof(*sorted));
    double *keys = arena_array(work, in->n_samples + 1, sizeof(*keys));
    size_t *order = arena_array(work, in->n_samples + 1, sizeof(*order));
    size_t *task = arena_array(work, in->n_problems + 1, sizeof(*task));
    size_t n = 0;
    size_t n_tasks = 0;
    for (size_t i = 0; i < in->n_problems; i++)
        task[i] = samples_of(cells, i) > 0 ? n_tasks++ : 0;
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        if (!s->correct || isnan(s->speedup) || !is_counted(s, o->denominator))
            continue;
        keys[n] = -s->speedup;
        samples[n++] = (struct cut_sample){ s->speedup, task[s->problem] };
    }
    stat_order(keys, n, order);
    for (size_t i = 0; i < n; i++)
        sorted[i] = samples[order[i]];
    /* Ties by task: sums in a fixed order, whichever the rows have. */
    for (size_t i = 0, end = 0; i < n; i = end) {
        while (end < n && stat_same(sorted[end].speedup, sorted[i].speedup))
            end++;
        if (end - i > 1)
            qsort(sorted + i, end - i, sizeof(*sorted), by_task);
    }
    *out = sorted;
    return n;
}

struct problem_share {
    double hits, n; /* n: of samples */
};

static void move_problem(struct stat_share *sums, const struct problem_share *x, bool pooled,
                         double sign)
{
    stat_share_add(sums, pooled ? x->hits : x->hits / x->n, pooled ? x->n : 1.0, sign);
}

static void student(const struct stat_resample_input *in, const struct fastp_options *o,
                    const struct cut_sample *samples, size_t n_samples, struct arena *work,
                    struct fastp_point *points)
{
    struct problem_share *shares = arena_array(work, in->n_tasks, sizeof(*shares));
    struct stat_share sums = { 0 };
    struct stat_share_level level = stat_share_level(o->level, in->n_tasks);
    double best = -STAT_INF;
    for (size_t t = 0; t < in->n_tasks; t++) {
        for (size_t c = in->first[t]; c < in->first[t + 1]; c++)
            shares[t].n += (double)in->n[c];
        move_problem(&sums, &shares[t], o->pooled, 1.0);
    }
    for (size_t i = 0;; i++) {
        if (i == 0 || i == n_samples || samples[i].speedup < samples[i - 1].speedup) {
            struct interval ci = stat_share_interval(&sums, level);
            best = fmax(best, ci.low);
            for (size_t k = 0; k < o->n_p; k++) {
                if (points[k].count == (int64_t)i)
                    points[k].ci = (struct interval){ isinf(best) ? STAT_NAN : best, ci.high };
                else if (points[k].count < (int64_t)i)
                    points[k].ci.high = fmin(points[k].ci.high, ci.high);
            }
        }
        if (i == n_samples)
            break;
        move_problem(&sums, &shares[samples[i].task], o->pooled, -1.0);
        shares[samples[i].task].hits++;
        move_problem(&sums, &shares[samples[i].task], o->pooled, 1.0);
    }
    for (size_t k = 0; k < o->n_p; k++) {
        bool known = !isnan(points[k].ci.low) && !isnan(points[k].ci.high);
        points[k].ci = known ? points[k].ci : (struct interval){ STAT_NAN, STAT_NAN };
        points[k].interval = known ? INTERVAL_STUDENT : INTERVAL_NONE;
    }
}

/* No replicate knows a success that no sample showed: never narrower than `least`. */
static void widen(struct fastp_point *point, struct interval least)
{
    point->ci.low = fmin(point->ci.low, least.low);
    point->ci.high = fmax(point->ci.high, least.high);
}

static bool is_single(const struct stat_resample_input *in)
{
    for (size_t t = 0; t < in->n_tasks; t++) {
        if (in->first[t + 1] - in->first[t] > 1 || in->n[in->first[t]] > 1)
            return false;
    }
    return true;
}

/* What runs have in common for all their problems, at each p. */
static void widen_for_runs(const struct stat_resample_input *in, const struct fastp_options *o,
                           struct arena *work, struct fastp_point *points)
{
    size_t n_cells = in->first[in->n_tasks];
    double *y = arena_array(work, n_cells + 1, sizeof(*y));
    const struct stat_cells cells = { in->n_tasks, in->first, in->run, y, in->n_runs };
    for (size_t k = 0; k < o->n_p; k++) {
        for (size_t c = 0; c < n_cells; c++)
            y[c] = (double)in->hits[c * in->n_grid + k] / (double)in->n[c];
        points[k].runs = stat_runs_of(&cells, work);
        if (!isnan(points[k].runs.spread))
            points[k].ci = stat_crossed_share(points[k].ci, points[k].value, in->n_tasks,
                                              &points[k].runs, o->level);
    }
    /* What falls with p has limits that fall with p, over those that are asked for. */
    for (size_t k = 0; k < o->n_p; k++) {
        for (size_t j = 0; j < o->n_p; j++) {
            if (points[j].p < points[k].p)
                points[k].ci.high = fmin(points[k].ci.high, points[j].ci.high);
            else if (points[j].p > points[k].p)
                points[k].ci.low = fmax(points[k].ci.low, points[j].ci.low);
        }
    }
}

/* Of several samples a problem. */
static void put_intervals(const struct fastp_input *in, const struct stat_resample_input *present,
                          const struct cells *cells, const struct fastp_options *o,
                          struct arena *work, struct fastp_point *points)
{
    struct fastp_point *over = arena_array(work, o->n_p, sizeof(*over));
    struct cut_sample *samples = NULL;
    bool fixed = o->scheme == STAT_RESAMPLE_SAMPLES && !o->pooled;
    memcpy(over, points, o->n_p * sizeof(*over));
    if (!fixed) {
        size_t n = sort_samples(in, o, cells, work, &samples);
        student(present, o, samples, n, work, over);
    }
    if (!fixed && present->n_tasks < STAT_FEW_TASKS) {
        memcpy(points, over, o->n_p * sizeof(*over));
        return;
    }
    (o->pooled ? resample_pooled : resample)(present, o, work, points);
    for (size_t k = 0; k < o->n_p; k++) {
        struct interval none = stat_interval(o->interval, 0, points[k].n, o->level);
        widen(&points[k], fixed ? (struct interval){ 1.0 - none.high, none.high } : over[k].ci);
        if (points[k].count == 0 || points[k].count == points[k].n) /* no replicate differs */
            points[k].interval = fixed ? o->interval : INTERVAL_STUDENT;
    }
}

static int64_t count_in_noise(const struct fastp_input *in, const struct fastp_options *o, double p)
{
    int64_t n = 0;
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        n += s->in_noise && s->correct && is_counted(s, o->denominator) &&
             speedup_is_fast(s->speedup, p, o->ge);
    }
    return n;
}

struct fastp_summary fastp_summarise(const struct fastp_input *in, struct arena *arena)
{
    struct fastp_summary s = { .n_problems = in->n_problems, .n_attempted = in->n_samples };
    double *x = arena_array(arena, in->n_samples, sizeof(*x));
    for (size_t i = 0; i < in->n_samples; i++) {
        s.n_compiled += in->samples[i].compiled;
        s.n_correct += in->samples[i].correct;
        if (!in->samples[i].correct || isnan(in->samples[i].speedup))
            continue;
        bool fast = speedup_is_fast(in->samples[i].speedup, 1.0, false);
        x[s.n_timed++] = in->samples[i].speedup;
        s.n_fast_1 += fast;
        s.n_fast_in_noise += fast && in->samples[i].in_noise;
    }
    stat_sort(x, s.n_timed);
    s.geomean = stat_geomean(x, s.n_timed);
    s.mean = stat_mean(x, s.n_timed);
    s.median = stat_median_sorted(x, s.n_timed);
    s.p25 = stat_quantile_sorted(x, s.n_timed, 0.25);
    s.p75 = stat_quantile_sorted(x, s.n_timed, 0.75);
    s.min = s.n_timed > 0 ? x[0] : STAT_NAN;
    s.max = s.n_timed > 0 ? x[s.n_timed - 1] : STAT_NAN;
    return s;
}

/*
 * Which samples and problems a fast_p is over.
 */

#define NO_PROBLEM ((size_t)-1)

const struct baseline_entry *baseline_find(const struct baseline_table *b, int level,
                                           int problem_id)
{
    for (size_t i = 0; i < b->n_entries; i++) {
        if (b->entries[i].level == level && b->entries[i].problem_id == problem_id)
            return &b->entries[i];
    }
    return NULL;
}

static int by_sample(const struct baseline_sample *a, const struct baseline_sample *b)
{
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (a->problem_id != b->problem_id)
        return a->problem_id < b->problem_id ? -1 : 1;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return (a->sample > b->sample) - (a->sample < b->sample);
}

double baseline_of_sample(const struct baseline_table *b, int level, int problem_id, int64_t step,
                          int64_t sample)
{
    const struct baseline_sample key = { level, problem_id, step, sample, STAT_NAN };
    const struct baseline_entry *e = b->n_samples == 0 ? baseline_find(b, level, problem_id) : NULL;
    size_t from = 0;
    size_t to = b->n_samples;
    while (from < to) {
        const size_t mid = from + (to - from) / 2;
        if (by_sample(&b->samples[mid], &key) < 0)
            from = mid + 1;
        else
            to = mid;
    }
    if (from < b->n_samples && by_sample(&b->samples[from], &key) == 0)
        return b->samples[from].runtime_us;
    return e == NULL ? STAT_NAN : e->runtime_us;
}

struct problem_map {
    struct fastp_problem *problems;
    size_t *problem;                /* NO_PROBLEM: none */
    const struct baseline_table *b; /* NULL: the baseline beside the candidate */
    enum speed_value value;
    int sample;
    int step[2]; /* of the run */
};

static void add_samples(const struct study *s, const struct study_cell *c,
                        const struct problem_map *map, uint16_t run, struct fastp_sample *samples,
                        struct fastp_input *out)
{
    int sample = map->sample;
    size_t problem = map->problem[c->task];
    size_t before = out->n_samples;
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        int at = map->step[(unsigned)r->sample & 1u];
        if ((at != STEP_ALL && r->step != at) || (sample >= 0 && r->sample != sample))
            continue;
        if (problem == NO_PROBLEM) {
            out->n_foreign++;
            continue;
        }
        double speedup = r->correct ? study_speed(r, map->value) : STAT_NAN;
        bool has_interval = map->b == NULL && study_has_interval(r);
        if (map->b != NULL)
            speedup =
                speedup_of(r->correct,
                           baseline_of_sample(map->b, s->tasks[c->task].level,
                                              s->tasks[c->task].problem_id, r->step, r->sample),
                           r->runtime_us);
        samples[out->n_samples++] =
            (struct fastp_sample){ .problem = (uint32_t)problem,
                                   .run = run,
                                   .compiled = r->compiled,
                                   .correct = r->correct,
                                   .has_interval = has_interval,
                                   .in_noise = has_interval && study_in_noise(r),
                                   .timed_out = r->timed_out,
                                   .speedup = speedup };
        out->n_intervals += has_interval;
        out->n_untimed += r->correct && isnan(speedup);
    }
    if (problem == NO_PROBLEM)
        return;
    /* Of one sample a problem it alone can be missing. */
    int64_t missing = (int64_t)study_count_missing(s, c);
    if (sample >= 0)
        missing = missing > 0 && out->n_samples == before;
    map->problems[problem].n_missing += missing;
}

static void recount(struct fastp_input *in, struct arena *arena)
{
    bool *present = in->present = arena_array(arena, in->n_problems + 1, sizeof(*present));
    in->n_absent = in->n_untimed = in->n_intervals = 0;
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        present[s->problem] = true;
        in->n_untimed += s->correct && !(s->speedup >= 0.0);
        in->n_intervals += s->has_interval;
    }
    for (size_t i = 0; i < in->n_problems; i++)
        in->n_absent += !present[i];
}

static void collect_samples(const struct fastp_of *of, const struct run_set *set,
                            struct problem_map *map, struct arena *arena, struct fastp_input *out)
{
    const struct study *s = set->study;
    size_t most = 0;
    for (size_t r = 0; r < set->n_runs; r++)
        most += s->runs[set->runs[r]].n_rollouts;
    struct fastp_sample *samples = arena_array(arena, most, sizeof(*samples));
    map->sample = of->sample;
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        boa_steps_held_out(s, set->runs[r], of->step, of->boa_rule, map->step);
        for (size_t i = 0; i < run->n_cells; i++)
            add_samples(s, &s->cells[run->first_cell + i], map, (uint16_t)r, samples, out);
    }
    out->samples = samples;
    out->n_runs = set->n_runs;
    recount(out, arena);
}

void fastp_from_set(const struct fastp_of *of, const struct run_set *set, enum speed_value value,
                    struct arena *arena, struct fastp_input *out)
{
    const struct study *s = set->study;
    struct fastp_input in = { 0 };
    struct problem_map map = { .value = value,
                               .problem = arena_array(arena, s->n_tasks, sizeof(size_t)) };
    struct fastp_problem *problems = arena_array(arena, s->n_tasks + 1, sizeof(*problems));
    bool adapts = true;
    for (size_t t = 0; t < s->n_tasks; t++) {
        bool planned = false;
        for (size_t r = 0; r < set->n_runs && !planned; r++) {
            const struct study_cell *c = study_cell_find(s, set->runs[r], t);
            planned = c != NULL && (!c->is_held || c->count + c->n_unscored > 0);
            adapts = adapts && study_is_adaptive(&s->runs[set->runs[r]]);
        }
        map.problem[t] = NO_PROBLEM;
        if (!planned)
            continue;
        problems[in.n_problems] = (struct fastp_problem){ s->tasks[t].level, s->tasks[t].problem_id,
                                                          s->tasks[t].family, 0 };
        map.problem[t] = in.n_problems++;
    }
    in.problems = map.problems = problems;
    collect_samples(of, set, &map, arena, &in);
    *out = in;
    if (adapts) { /* its step is about the tasks that it drew from */
        for (size_t i = 0; i < in.n_problems; i++)
            in.present[i] = in.present[i] || problems[i].n_missing > 0;
        fastp_subset(&in, in.present, arena, out);
        out->n_undrawn = in.n_problems - out->n_problems;
    }
}

static bool has_level(const struct run_set *set, int level)
{
    const struct study *s = set->study;
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &s->runs[set->runs[r]];
        for (size_t i = 0; i < run->n_cells; i++) {
            if (s->tasks[s->cells[run->first_cell + i].task].level == level)
                return true;
        }
    }
    return false;
}

void fastp_from_baseline(const struct fastp_of *of, const struct run_set *set,
                         const struct baseline_table *b, struct arena *arena,
                         struct fastp_input *out)
{
    const struct study *s = set->study;
    struct fastp_input in = { 0 };
    size_t *problem_of = arena_array(arena, b->n_entries, sizeof(*problem_of));
    struct fastp_problem *problems = arena_array(arena, b->n_entries + 1, sizeof(*problems));
    for (size_t i = 0; i < b->n_entries; i++) {
        problem_of[i] = NO_PROBLEM;
        if (!has_level(set, b->entries[i].level))
            continue;
        if (isnan(b->entries[i].runtime_us))
            in.n_unmeasured++;
        else {
            problems[in.n_problems] =
                (struct fastp_problem){ b->entries[i].level, b->entries[i].problem_id, "", 0 };
            problem_of[i] = in.n_problems++;
        }
    }
    in.problems = problems;
    struct problem_map map = { .problems = problems,
                               .problem = arena_array(arena, s->n_tasks, sizeof(size_t)),
                               .b = b };
    for (size_t t = 0; t < s->n_tasks; t++) {
        const struct baseline_entry *e =
            baseline_find(b, s->tasks[t].level, s->tasks[t].problem_id);
        map.problem[t] = e == NULL ? NO_PROBLEM : problem_of[e - b->entries];
        if (map.problem[t] != NO_PROBLEM)
            problems[map.problem[t]].family = s->tasks[t].family;
    }
    collect_samples(of, set, &map, arena, &in);
    *out = in;
}

/*
 * Fast_p, whatever is missing had been.
 */

struct tally {
    int64_t n, timeouts, unclear;
};

static struct tally *tally(const struct fastp_input *in, struct arena *arena)
{
    struct tally *of = arena_array(arena, in->n_problems + 1, sizeof(*of));
    for (size_t i = 0; i < in->n_samples; i++) {
        const struct fastp_sample *s = &in->samples[i];
        of[s->problem].n++;
        of[s->problem].timeouts += s->timed_out;
        of[s->problem].unclear += s->timed_out || (s->correct && isnan(s->speedup));
    }
    return of;
}

/* Of the k-th threshold. */
static struct fastp_bounds bounds_at(const struct fastp_input *in, const struct fastp_options *o,
                                     const struct tally *of, const struct cells *cells, size_t k)
{
    struct fastp_bounds b = { STAT_NAN, STAT_NAN, 0, 0 };
    struct stat_sum failed = { 0.0, 0.0 };
    struct stat_sum fast = { 0.0, 0.0 };
    double n_problems = 0.0;
    int64_t n = 0, sum = 0, unclear = 0;
    for (size_t i = 0; i < in->n_problems; i++) {
        int64_t m = in->problems[i].n_missing;
        if (of[i].n == 0 && o->denominator != FASTP_ALL)
            continue;
        if (of[i].n == 0 && m == 0)
            m = 1;
        double all = (double)(of[i].n + m);
        int64_t hits = 0;
        for (size_t r = 0; r < cells->n_runs; r++)
            hits += cells->hits[(i * cells->n_runs + r) * cells->n_p + k];
        n_problems++;
        stat_sum_add(&failed, (double)hits / all);
        stat_sum_add(&fast, (double)(hits + of[i].unclear + m) / all);
        n += of[i].n;
        sum += hits;
        unclear += of[i].unclear;
        b.n_timeouts += of[i].timeouts;
        b.n_missing += m;
    }
    if (!(n_problems > 0.0) || o->denominator == FASTP_COMPILED || o->denominator == FASTP_CORRECT)
        return b;
    double all = (double)(n + b.n_missing);
    b.if_failed = o->pooled ? (double)sum / all : stat_sum_value(&failed) / n_problems;
    b.if_fast = o->pooled ? (double)(sum + unclear + b.n_missing) / all
                          : stat_sum_value(&fast) / n_problems;
    return b;
}

/* One pass for all thresholds. */
static void put_bounds(const struct fastp_input *in, const struct fastp_options *o,
                       const struct cells *cells, struct arena *work, struct fastp_point *points)
{
    const struct tally *of = in->problems == NULL ? NULL : tally(in, work);
    for (size_t k = 0; k < o->n_p; k++)
        points[k].bounds = of == NULL ? (struct fastp_bounds){ STAT_NAN, STAT_NAN, 0, 0 }
                                      : bounds_at(in, o, of, cells, k);
}

struct fastp_point *fastp_curve(const struct fastp_input *in, const struct fastp_options *o,
                                struct arena *arena)
{
    struct arena work = { 0 };
    struct fastp_point *points = arena_array(arena, o->n_p, sizeof(*points));
    struct cells cells = count_cells(in, o, &work);
    if (o->denominator == FASTP_ALL)
        fill_absent(&cells);
    struct stat_resample_input present = present_cells(&cells, &work);
    bool single = is_single(&present);
    for (size_t k = 0; k < o->n_p; k++) {
        points[k] = estimate(&present, k);
        points[k].p = o->p[k];
        points[k].runs.spread = points[k].runs.p = STAT_NAN;
        points[k].count_in_noise = in->n_intervals > 0 ? count_in_noise(in, o, o->p[k]) : 0;
        if (present.n_tasks == 0 || !(single || o->pooled))
            continue;
        points[k].value = (double)points[k].count / (double)points[k].n;
        if (!single)
            continue;
        points[k].ci = stat_interval(o->interval, points[k].count, points[k].n, o->level);
        points[k].interval = o->interval;
    }
    if (present.n_tasks > 0 && !single && !o->no_bootstrap)
        put_intervals(in, &present, &cells, o, &work, points);
    bool new_runs = o->scheme == STAT_RESAMPLE_HIERARCHICAL || o->scheme == STAT_RESAMPLE_CROSSED;
    if (present.n_tasks > 0 && !single && !o->no_bootstrap && new_runs && in->n_runs > 1)
        widen_for_runs(&present, o, &work, points);
    put_bounds(in, o, &cells, &work, points);
    arena_release(&work);
    return points;
}

void fastp_subset(const struct fastp_input *in, const bool *keep, struct arena *arena,
                  struct fastp_input *out)
{
    struct fastp_input part = { .n_runs = in->n_runs };
    size_t *place = arena_array(arena, in->n_problems + 1, sizeof(*place));
    struct fastp_problem *problems = arena_array(arena, in->n_problems + 1, sizeof(*problems));
    struct fastp_sample *samples = arena_array(arena, in->n_samples + 1, sizeof(*samples));
    for (size_t i = 0; i < in->n_problems; i++) {
        if (!keep[i])
            continue;
        if (in->problems != NULL)
            problems[part.n_problems] = in->problems[i];
        place[i] = part.n_problems++;
    }
    for (size_t i = 0; i < in->n_samples; i++) {
        if (!keep[in->samples[i].problem])
            continue;
        samples[part.n_samples] = in->samples[i];
        samples[part.n_samples++].problem = (uint32_t)place[in->samples[i].problem];
    }
    part.samples = samples;
    part.problems = in->problems == NULL ? NULL : problems;
    recount(&part, arena);
    *out = part;
}

static size_t place_of(struct fastp_problem *problems, size_t *n, const struct fastp_problem *p)
{
    for (size_t i = 0; i < *n; i++) {
        if (problems[i].level != p->level || problems[i].problem_id != p->problem_id)
            continue;
        problems[i].n_missing += p->n_missing;
        return i;
    }
    problems[*n] = *p;
    return (*n)++;
}

void fastp_join(const struct fastp_input *const *in, size_t n_in, struct arena *arena,
                struct fastp_input *out)
{
    struct fastp_input all = { 0 };
    size_t n_problems = 0;
    size_t n_samples = 0;
    for (size_t i = 0; i < n_in; i++) {
        n_problems += in[i]->n_problems;
        n_samples += in[i]->n_samples;
        all.n_foreign += in[i]->n_foreign;
        all.n_unmeasured += in[i]->n_unmeasured;
    }
    struct fastp_problem *problems = arena_array(arena, n_problems + 1, sizeof(*problems));
    struct fastp_sample *samples = arena_array(arena, n_samples + 1, sizeof(*samples));
    size_t *place = arena_array(arena, n_problems + 1, sizeof(*place));
    for (size_t i = 0; i < n_in; i++) {
        for (size_t k = 0; k < in[i]->n_problems; k++)
            place[k] = place_of(problems, &all.n_problems, &in[i]->problems[k]);
        for (size_t k = 0; k < in[i]->n_samples; k++) {
            struct fastp_sample *to = &samples[all.n_samples++];
            *to = in[i]->samples[k];
            to->problem = (uint32_t)place[to->problem];
            to->run = (uint16_t)(to->run + all.n_runs);
        }
        all.n_runs += in[i]->n_runs > 0 ? in[i]->n_runs : 1;
        assert(all.n_runs <= UINT16_MAX);
    }
    all.samples = samples;
    all.problems = problems;
    recount(&all, arena);
    *out = all;
}
