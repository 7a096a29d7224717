#include "analysis/compare/transfer.h"

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

/* One task of a subset: the counts of each run of both groups that has samples of it. */
struct task_counts {
    struct count *a;
    struct count *b;
    size_t n_a;
    size_t n_b;
    double gain;
};

/* Tasks of subset s: tasks[first[s] .. first[s + 1]). */
struct subset_tasks {
    struct task_counts *tasks;
    double *gains;
    size_t *first;
    size_t n_subsets;
};

static double share(struct count k)
{
    return (double)k.c / (double)k.n;
}

static double mean_share(const struct count *k, size_t n)
{
    struct stat_sum sum = { 0.0, 0.0 };
    for (size_t i = 0; i < n; i++)
        stat_sum_add(&sum, share(k[i]));
    return stat_sum_value(&sum) / (double)n;
}

static size_t read_group(const struct run_set *g, const int *steps, size_t task,
                         struct speed_rule rule, struct count *out)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n_runs; i++) {
        const struct study_cell *c = study_cell_find(g->study, g->runs[i], task);
        struct count k = { 0, 0 };
        if (c != NULL)
            k = study_count_fast(g->study, c, steps[i], rule);
        if (k.n > 0)
            out[n++] = k;
    }
    return n;
}

static int *resolve_steps(const struct run_set *g, struct speed_rule rule, struct arena *arena)
{
    int *steps = arena_array(arena, g->n_runs + 1, sizeof(*steps));
    for (size_t i = 0; i < g->n_runs; i++) {
        bool adaptive = study_is_adaptive(&g->study->runs[g->runs[i]]);
        steps[i] = adaptive ? study_boa_step(g->study, g->runs[i], rule) : STEP_ALL;
    }
    return steps;
}

static void read_tasks(const struct run_set *a, const struct run_set *b, const size_t *subset_of,
                       const struct transfer_options *o, struct arena *work, struct subset_tasks *x,
                       struct transfer *out)
{
    const struct study *s = a->study;
    int *steps_a = resolve_steps(a, o->rule, work);
    int *steps_b = resolve_steps(b, o->rule, work);
    size_t n = 0;
    for (size_t subset = 0; subset < x->n_subsets; subset++) {
        for (size_t t = 0; t < s->n_tasks; t++) {
            struct task_counts k = { .a = arena_array(work, a->n_runs, sizeof(*k.a)),
                                     .b = arena_array(work, b->n_runs, sizeof(*k.b)) };
            out->n_no_subset += subset == 0 && subset_of[t] == TRANSFER_NO_SUBSET;
            if (subset_of[t] != subset)
                continue;
            k.n_a = read_group(a, steps_a, t, o->rule, k.a);
            k.n_b = read_group(b, steps_b, t, o->rule, k.b);
            out->n_one_group += (k.n_a == 0) != (k.n_b == 0);
            if (k.n_a == 0 || k.n_b == 0)
                continue;
            k.gain = mean_share(k.b, k.n_b) - mean_share(k.a, k.n_a);
            x->gains[n] = k.gain;
            x->tasks[n++] = k;
        }
        x->first[subset + 1] = n;
    }
    out->n_tasks = n;
}

static double redraw_group(struct rng *g, const struct count *k, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += (double)stat_draw_binomial(g, k[i].n, share(k[i])) / (double)k[i].n;
    return sum / (double)n;
}

/* gains[subset * replicates + r]: a subset draws from its own stream, so its interval does not
 * depend on the others. */
static double *redraw_gains(const struct subset_tasks *x, const struct transfer_options *o,
                            size_t replicates, struct arena *work)
{
    double *gains = arena_array(work, x->n_subsets * replicates + 1, sizeof(*gains));
    for (size_t s = 0; s < x->n_subsets; s++) {
        size_t n = x->first[s + 1] - x->first[s];
        for (size_t r = 0; r < replicates && n > 0; r++) {
            struct rng g;
            double sum = 0.0;
            rng_init(&g, o->seed, RNG_BOOTSTRAP, STAT_ANALYSIS_TRANSFER, r, s);
            for (size_t i = 0; i < n; i++) {
                const struct task_counts *k = &x->tasks[x->first[s] + rng_below(&g, (uint32_t)n)];
                double b = redraw_group(&g, k->b, k->n_b);
                sum += b - redraw_group(&g, k->a, k->n_a);
            }
            gains[s * replicates + r] = sum / (double)n;
        }
    }
    return gains;
}

static void measure_subset(const struct subset_tasks *x, size_t s, const double *redrawn,
                           size_t replicates, const struct transfer_options *o, struct arena *work,
                           struct transfer_subset *out)
{
    size_t n = x->first[s + 1] - x->first[s];
    struct stat_sum a = { 0.0, 0.0 };
    struct stat_sum b = { 0.0, 0.0 };
    *out = (struct transfer_subset){ n,
                                     STAT_NAN,
                                     STAT_NAN,
                                     STAT_NAN,
                                     { STAT_NAN, STAT_NAN },
                                     { .p = STAT_NAN, .min_p = STAT_NAN } };
    if (n == 0)
        return;
    for (size_t i = x->first[s]; i < x->first[s + 1]; i++) {
        stat_sum_add(&a, mean_share(x->tasks[i].a, x->tasks[i].n_a));
        stat_sum_add(&b, mean_share(x->tasks[i].b, x->tasks[i].n_b));
    }
    out->mean_a = stat_sum_value(&a) / (double)n;
    out->mean_b = stat_sum_value(&b) / (double)n;
    out->gain = out->mean_b - out->mean_a;
    double *sorted = arena_array(work, replicates, sizeof(*sorted));
    for (size_t r = 0; r < replicates; r++)
        sorted[r] = redrawn[s * replicates + r];
    out->ci = stat_interval_with_width(stat_percentile_interval(sorted, replicates, o->level));
    stat_sign_flip(x->gains + x->first[s], n, STAT_TWO_SIDED, 0, o->seed,
                   STAT_ANALYSIS_TRANSFER * 64 + s, &out->flip, NULL);
}

/* Percentiles of target / source, while the source's gain keeps its sign often enough. */
static struct interval carried_interval(const double *source, const double *target,
                                        size_t replicates, bool positive, double level,
                                        double *work)
{
    size_t wrong = 0;
    for (size_t r = 0; r < replicates; r++) {
        wrong += positive ? !(source[r] > 0.0) : !(source[r] < 0.0);
        work[r] = target[r] / source[r];
    }
    if ((double)wrong > 0.5 * (1.0 - level) * (double)replicates)
        return (struct interval){ STAT_NAN, STAT_NAN };
    return stat_interval_with_width(stat_percentile_interval(work, replicates, level));
}

static void measure_pair(const struct subset_tasks *x, const struct transfer_subset *subsets,
                         const double *redrawn, size_t replicates, const struct transfer_options *o,
                         struct arena *work, struct transfer_pair *p)
{
    const struct transfer_subset *from = &subsets[p->source];
    const struct transfer_subset *to = &subsets[p->target];
    const double *source = redrawn + p->source * replicates;
    const double *target = redrawn + p->target * replicates;
    const struct interval none = { STAT_NAN, STAT_NAN };
    double *values = arena_array(work, replicates, sizeof(*values));
    p->shift = to->gain - from->gain;
    p->carried = fabs(from->gain) > 1e-12 ? to->gain / from->gain + 0.0 : STAT_NAN; /* no -0 */
    p->shift_ci = p->carried_ci = none;
    p->test = (struct stat_two_sample){ .difference = STAT_NAN, .p = STAT_NAN, .min_p = STAT_NAN };
    if (from->n_tasks == 0 || to->n_tasks == 0)
        return;
    for (size_t r = 0; r < replicates; r++)
        values[r] = target[r] - source[r];
    p->shift_ci = stat_interval_with_width(stat_percentile_interval(values, replicates, o->level));
    if (!isnan(p->carried))
        p->carried_ci =
            carried_interval(source, target, replicates, from->gain > 0.0, o->level, values);
    stat_two_sample(x->gains + x->first[p->source], from->n_tasks, x->gains + x->first[p->target],
                    to->n_tasks, o->seed, STAT_ANALYSIS_TRANSFER, &p->test, NULL);
}

static size_t count_present(const struct subset_tasks *x)
{
    size_t n = 0;
    for (size_t s = 0; s < x->n_subsets; s++)
        n += x->first[s + 1] > x->first[s];
    return n;
}

static void measure(const struct subset_tasks *x, const struct transfer_options *o,
                    struct arena *arena, struct transfer *out)
{
    struct arena work = { 0 };
    size_t replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES;
    double *redrawn = redraw_gains(x, o, replicates, &work);
    size_t n = x->n_subsets;
    out->n_subsets = n;
    out->subsets = arena_array(arena, n, sizeof(*out->subsets));
    out->pairs = arena_array(arena, n * n, sizeof(*out->pairs));
    for (size_t s = 0; s < n; s++)
        measure_subset(x, s, redrawn, replicates, o, &work, &out->subsets[s]);
    for (size_t s = 0; s < n; s++) {
        for (size_t t = 0; t < n; t++) {
            if (s == t)
                continue;
            struct transfer_pair *p = &out->pairs[out->n_pairs++];
            p->source = s;
            p->target = t;
            measure_pair(x, out->subsets, redrawn, replicates, o, &work, p);
        }
    }
    arena_release(&work);
}

int transfer_between(const struct run_set *a, const struct run_set *b, const size_t *subset_of,
                     size_t n_subsets, const struct transfer_options *o, struct arena *arena,
                     struct transfer *out, struct err *err)
{
    struct arena work = { 0 };
    size_t n_tasks = a->study->n_tasks;
    struct subset_tasks x = { .tasks = arena_array(&work, n_tasks, sizeof(*x.tasks)),
                              .gains = arena_array(&work, n_tasks, sizeof(*x.gains)),
                              .first = arena_array(&work, n_subsets + 1, sizeof(*x.first)),
                              .n_subsets = n_subsets };
    struct transfer t = { 0 };
    int rc = 0;
    read_tasks(a, b, subset_of, o, &work, &x, &t);
    if (count_present(&x) < 2)
        rc = err_set(err, ERR_NODATA,
                     "fewer than two subsets have a task with scored samples in both groups");
    if (rc == 0) {
        measure(&x, o, arena, &t);
        *out = t;
    }
    arena_release(&work);
    return rc;
}
