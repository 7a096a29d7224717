#include "analysis/compare/transfer.h"

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/trajectory.h"
#include "src/base/err.h"
#include "src/base/mem.h"

struct task_means {
    double a, b;
    double in_sample_a, in_sample_b;
};

/* Subset s: tasks[first[s] .. first[s + 1]). */
struct subset_tasks {
    struct task_means *tasks;
    double *gains; /* parts of the mean gain, independent over tasks (trajectory.h) */
    size_t *first;
    size_t n_subsets;
};

struct group_fits {
    const struct run_set *set;
    const struct boa_fit **of; /* NULL: all samples */
};

static struct group_fits fit_group(const struct run_set *g, const struct transfer_options *o,
                                   struct arena *arena, bool *cross_fitted)
{
    struct boa_fit_options how = boa_fit_standard(o->seed, 0);
    struct group_fits x = { g, arena_array(arena, g->n_runs + 1, sizeof(*x.of)) };
    for (size_t i = 0; i < g->n_runs; i++) {
        if (!study_is_adaptive(&g->study->runs[g->runs[i]]))
            continue;
        struct boa_fit *fit = arena_alloc(arena, sizeof(*fit));
        boa_fit_run(g->study, g->runs[i], o->rule, &how, arena, fit);
        x.of[i] = fit;
        *cross_fitted = true;
    }
    return x;
}

static bool read_group(const struct group_fits *g, size_t task, struct speed_rule rule,
                       struct boa_share *out)
{
    struct boa_share sum = { 0.0, 0.0, 0.0, { 0, 0 } };
    double n = 0.0;
    for (size_t i = 0; i < g->set->n_runs; i++) {
        const struct study_cell *c = study_cell_find(g->set->study, g->set->runs[i], task);
        if (c == NULL)
            continue;
        struct boa_share x = boa_share_of(g->set->study, c, g->of[i], rule);
        if (isnan(x.cross_fitted) || isnan(x.in_sample))
            continue;
        sum.cross_fitted += x.cross_fitted;
        sum.part += x.part;
        sum.in_sample += x.in_sample;
        n++;
    }
    *out = (struct boa_share){ sum.cross_fitted / n, sum.part / n, sum.in_sample / n, { 0, 0 } };
    return n > 0.0;
}

static void read_subset_tasks(const struct transfer_groups *of, const struct transfer_options *o,
                              struct arena *work, struct subset_tasks *x, struct transfer *out)
{
    struct group_fits fits_a = fit_group(of->a, o, work, &out->cross_fitted);
    struct group_fits fits_b = fit_group(of->b, o, work, &out->cross_fitted);
    size_t n = 0;
    for (size_t subset = 0; subset < x->n_subsets; subset++) {
        for (size_t t = 0; t < of->a->study->n_tasks; t++) {
            struct boa_share in_a, in_b;
            out->n_no_subset += subset == 0 && of->subset_of[t] == TRANSFER_NO_SUBSET;
            if (of->subset_of[t] != subset)
                continue;
            bool has_a = read_group(&fits_a, t, o->rule, &in_a);
            bool has_b = read_group(&fits_b, t, o->rule, &in_b);
            out->n_one_group += has_a != has_b;
            if (!has_a || !has_b)
                continue;
            x->gains[n] = in_b.part - in_a.part;
            x->tasks[n++] = (struct task_means){ in_a.cross_fitted, in_b.cross_fitted,
                                                 in_a.in_sample, in_b.in_sample };
        }
        x->first[subset + 1] = n;
    }
    out->n_tasks = n;
}

static void measure_subset(const struct subset_tasks *x, size_t s, const struct transfer_options *o,
                           struct transfer_subset *out)
{
    size_t n = x->first[s + 1] - x->first[s];
    struct stat_sum sums[4] = { { 0.0, 0.0 } };
    *out = (struct transfer_subset){ .mean_a = STAT_NAN,
                                     .mean_b = STAT_NAN,
                                     .in_sample_a = STAT_NAN,
                                     .in_sample_b = STAT_NAN,
                                     .gain = STAT_NAN,
                                     .ci = { STAT_NAN, STAT_NAN },
                                     .flip = { .p = STAT_NAN, .min_p = STAT_NAN } };
    if (n == 0)
        return;
    for (size_t i = x->first[s]; i < x->first[s + 1]; i++) {
        stat_sum_add(&sums[0], x->tasks[i].a);
        stat_sum_add(&sums[1], x->tasks[i].b);
        stat_sum_add(&sums[2], x->tasks[i].in_sample_a);
        stat_sum_add(&sums[3], x->tasks[i].in_sample_b);
    }
    out->n_tasks = n;
    out->mean_a = stat_sum_value(&sums[0]) / (double)n;
    out->mean_b = stat_sum_value(&sums[1]) / (double)n;
    out->in_sample_a = stat_sum_value(&sums[2]) / (double)n;
    out->in_sample_b = stat_sum_value(&sums[3]) / (double)n;
    out->gain = out->mean_b - out->mean_a;
    struct interval ci = stat_interval_student(x->gains + x->first[s], n, o->level);
    out->ci = stat_interval_of_shares(ci);
    stat_sign_flip(x->gains + x->first[s], n, STAT_TWO_SIDED, 0, o->seed,
                   STAT_ANALYSIS_TRANSFER * 64 + s, &out->flip, NULL);
    out->ci = stat_interval_undecided(out->ci, out->flip.min_p, 0.0, o->level);
}

static void measure_pair(const struct subset_tasks *x, const struct transfer_subset *subsets,
                         const struct transfer_options *o, struct transfer_pair *p)
{
    const struct transfer_subset *from = &subsets[p->source];
    const struct transfer_subset *to = &subsets[p->target];
    const double *source = x->gains + x->first[p->source];
    const double *target = x->gains + x->first[p->target];
    const struct interval none = { STAT_NAN, STAT_NAN };
    p->shift = to->gain - from->gain;
    p->carried = fabs(from->gain) > 1e-12 ? to->gain / from->gain + 0.0 : STAT_NAN;
    p->shift_ci = p->carried_ci = none;
    p->test = (struct stat_two_sample){ .difference = STAT_NAN, .p = STAT_NAN, .min_p = STAT_NAN };
    if (from->n_tasks == 0 || to->n_tasks == 0)
        return;
    p->shift_ci = stat_interval_welch(source, from->n_tasks, target, to->n_tasks, o->level);
    stat_two_sample(
        &(struct stat_samples){
            .x = source, .n_x = from->n_tasks, .y = target, .n_y = to->n_tasks },
        o->seed, STAT_ANALYSIS_TRANSFER, &p->test, NULL);
    p->shift_ci = stat_interval_undecided(p->shift_ci, p->test.min_p, 0.0, o->level);
    /* No share of a gain that so few tasks cannot tell from 0. */
    if (isnan(p->carried) || (from->ci.low <= 0.0 && from->ci.high >= 0.0))
        return;
    p->carried_ci = stat_interval_of_means(source, from->n_tasks, target, to->n_tasks, o->level);
    p->carried_ci = stat_interval_undecided(p->carried_ci, p->test.min_p, 1.0, o->level);
    p->carried_ci = stat_interval_undecided(p->carried_ci, to->flip.min_p, 0.0, o->level);
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
    size_t n = x->n_subsets;
    out->n_subsets = n;
    out->subsets = arena_array(arena, n, sizeof(*out->subsets));
    out->pairs = arena_array(arena, n * n, sizeof(*out->pairs));
    for (size_t s = 0; s < n; s++)
        measure_subset(x, s, o, &out->subsets[s]);
    for (size_t s = 0; s < n; s++) {
        for (size_t t = 0; t < n; t++) {
            if (s == t)
                continue;
            struct transfer_pair *p = &out->pairs[out->n_pairs++];
            p->source = s;
            p->target = t;
            measure_pair(x, out->subsets, o, p);
        }
    }
}

int transfer_between(const struct transfer_groups *of, const struct transfer_options *o,
                     struct arena *arena, struct transfer *out, struct err *err)
{
    struct arena work = { 0 };
    size_t n_tasks = of->a->study->n_tasks;
    struct subset_tasks x = { .tasks = arena_array(&work, n_tasks, sizeof(*x.tasks)),
                              .gains = arena_array(&work, n_tasks, sizeof(*x.gains)),
                              .first = arena_array(&work, of->n_subsets + 1, sizeof(*x.first)),
                              .n_subsets = of->n_subsets };
    struct transfer t = { 0 };
    int rc = 0;
    read_subset_tasks(of, o, &work, &x, &t);
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
