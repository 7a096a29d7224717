#include "analysis/tables/compare/table_scaling.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/scaling.h"
#include "analysis/study/run_groups.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum scaling_column {
    C_RUN,
    C_METRIC,
    C_K,
    C_VALUE,
    C_LOW,
    C_HIGH,
    C_INTERVAL,
    C_TASKS,
    C_N,
    C_IN_SAMPLE, /* with --step boa */
    C_COLUMNS
};

#define NO_BASELINE "no baseline for its correct samples"

static const struct table_column scaling_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run, or with --by-method of the method" },
    { "metric", 0, COLUMN_TEXT, "which metric" },
    { "k", 0, COLUMN_REAL, "number of samples K" },
    { "value", 4, COLUMN_REAL, "the value", NO_BASELINE },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval", NO_BASELINE },
    { "ci_high", 4, COLUMN_REAL, "upper end of the interval",
      "unbounded: beyond the largest speedup seen the samples say nothing" },
    { "interval", 0, COLUMN_TEXT, "kind of the interval", NO_BASELINE, .words = INTERVAL_WORDS },
    { "n_tasks", 0, COLUMN_INT, "tasks that the value is over" },
    { "n", 0, COLUMN_INT, "samples of the smallest task: the largest K" },
    { "value_in_sample", 4, COLUMN_REAL,
      "with --step boa: the value on the rollouts that selected the step, so biased upwards",
      NO_BASELINE },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.scaling/1",
    .rows = "results of K samples",
    SHAPE_COLUMNS(scaling_columns),
    .n_optional = 1,
    .formulas = { "$S(K; n, m) = \\prod_{j<m} \\left(1 - \\frac{K}{n-j}\\right)$: chance that $K$ "
                  "of $n$ samples miss all $m$ marked ones, a polynomial in real $K$",
                  "$\\mathrm{pass}@K = 1 - S(K; n, n_{\\text{correct}})$ and $\\mathrm{fast}_1@K = "
                  "1 - S(K; n, n_{\\text{fast}})$; mean over tasks, never pooled",
                  "$\\mathrm{E}[\\text{best of } K] = \\sum_i x_{(i)} (F_i - F_{i-1})$ with $F_i = "
                  "S(K; n, n-i)$, failures as 0. best_q: smallest $x_{(i)}$ with $F_i \\ge q$. "
                  "best_geometric $= \\exp\\left(\\frac{\\sum_i \\ln x_{(i)} (F_i - "
                  "F_{i-1})}{P(\\text{some speedup})}\\right)$",
                  "interval of a rate: task rates drawn from $\\mathrm{Beta}(c + \\frac{1}{2}, n - "
                  "c + \\frac{1}{2})$, through the beta-binomial $1 - \\frac{B(a + c, b + n - c + "
                  "K)}{B(a + c, b + n - c)}$ with $a = b = \\frac{1}{2}$",
                  "interval of the best: jackknife over rollouts up to $K = n/2$, on the log "
                  "scale, Student's t with the degrees of freedom of the cells that own the "
                  "variance; beyond it a lower end with $F(x_{(i)})$ drawn as ordered uniforms",
                  "interval of best_q: it is the quantile $q^{1/K}$ of one sample, below which "
                  "$\\mathrm{Binomial}(n, q^{1/K})$ samples are; the ordered samples on both sides "
                  "of it" },
    .references = { CHEN, PKPO, BOWYER,
                    "David and Nagaraja 2003, Order Statistics (section 7.1, intervals for "
                    "quantiles)" },
    .denominator = "all scored samples of a task at the step; failures count",
    .n = "column n: samples of the smallest task, the largest K; n_tasks: tasks in the mean",
    .queries = { STUDY_QUERIES },
};

static const char too_few_in_sample[] = "fewer than K samples at the step that all choose";

static int choose_k(const char *asked, const struct run_set *set, struct scaling_options *o,
                    struct arena *arena, struct err *err)
{
    double *k = NULL;
    if (asked != NULL) {
        int rc = tables_numbers("k", asked, arena, &k, &o->n_k, err);
        o->k = k;
        return rc;
    }
    int64_t max = scaling_max_k(set, o->step, o->rule);
    k = arena_array(arena, 64, sizeof(*k));
    o->n_k = 0;
    for (int64_t at = 1; at <= max && o->n_k < 64; at *= 2)
        k[o->n_k++] = (double)at;
    if (o->n_k == 0)
        k[o->n_k++] = 1; /* scaling_curve says what is missing */
    o->k = k;
    return 0;
}

#define UNBOUNDED "unbounded: beyond the largest speedup seen the samples say nothing"

static const char alike[] = "an interval of no width: samples alike, or too few";

/* An infinite end is not printed, nor an interval of no width. */
static void put_ends(struct table *t, struct cell *c, struct interval ci, enum interval_kind kind,
                     const char *reason)
{
    if (!isnan(ci.low) && !(ci.high > ci.low)) {
        ci = (struct interval){ (double)NAN, (double)NAN };
        reason = alike;
    }
    tables_put_interval(t, &c[C_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : kind, reason);
    if (isinf(ci.high))
        c[C_HIGH] = cell_na(t, UNBOUNDED);
}

/* b: best of K; NULL: see unjudged. */
static struct cell *put_scaling(struct table *t, const char *run, const struct scaling_point *p,
                                const struct scaling_best *b, const char *unjudged)
{
    bool defined = p->metric == SCALING_PASS || b != NULL;
    bool is_tail = p->metric == SCALING_BEST && b != NULL && isnan(p->ci.low);
    struct interval none = { (double)NAN, (double)NAN };
    struct cell *c = table_row(t);
    c[C_RUN] = cell_text(t, run);
    c[C_METRIC] = cell_text(t, scaling_metric_name(p->metric));
    c[C_K] = cell_real(p->k);
    c[C_VALUE] = defined ? cell_real(p->value) : cell_na(t, unjudged);
    put_ends(t, c,
             !defined  ? none
             : is_tail ? b->mean_ci
                       : p->ci,
             is_tail ? INTERVAL_ORDER : p->interval, defined ? alike : unjudged);
    c[C_TASKS] = cell_int((int64_t)p->n_tasks);
    c[C_N] = cell_int(p->min_n);
    return c;
}

/* Behind rows of every run: three numbers of the best of K, each for all K.  in: Best of Adaptation
 * on what chose it; NULL for other steps. */
static void put_bests(const struct scaling_best *b, const struct scaling_best *in, size_t n,
                      const char *run, double quantile, struct table *t)
{
    static const char none[] = "no sample has a speedup";
    const char *names[] = { arena_printf(t->arena, "best_q%g", 100.0 * quantile), "best_geometric",
                            "no_speedup" };
    for (size_t i = 0; i < 3 * n; i++) {
        size_t which = i / n;
        const struct scaling_best *x = &b[i % n], *y = in == NULL ? NULL : &in[i % n];
        const double values[] = { x->quantile, x->geometric, x->no_speedup };
        const struct interval cis[] = { x->quantile_ci, x->geometric_ci, x->no_speedup_ci };
        const enum interval_kind kinds[] = { INTERVAL_ORDER, x->tail_interval, INTERVAL_POSTERIOR };
        struct cell *c = table_row(t);
        c[C_RUN] = cell_text(t, run);
        c[C_METRIC] = cell_text(t, names[which]);
        c[C_K] = cell_real(x->k);
        c[C_VALUE] = tables_real(t, values[which], none);
        put_ends(t, c, cis[which], kinds[which], isnan(values[which]) ? none : alike);
        c[C_TASKS] = cell_int((int64_t)(which == 1 ? x->n_geometric : x->n_tasks));
        c[C_N] = cell_int(x->min_n);
        if (y != NULL)
            c[C_IN_SAMPLE] = tables_real(t,
                                         which == 0   ? y->quantile
                                         : which == 1 ? y->geometric
                                                      : y->no_speedup,
                                         too_few_in_sample);
    }
}

static void note_scaling(struct table *t, const struct scaling_options *o, int step)
{
    table_note(t,
               "unbiased estimates from the n samples of each task (n: the smallest), then the "
               "mean over tasks, never pooled; samples of %s",
               tables_step_text(step, t->arena));
    tables_note_in_sample(t, step, "value_in_sample");
    table_reading(t, "pass, fast_1: chance that at least one of K samples is correct, or fast. "
                     "best: expected largest speedup; mean over tasks");
    table_note(t, "pass: 1 of K is correct. fast_1: 1 of K is fast. best: expected largest speedup "
                  "of K, failures count as 0");
    table_note(
        t,
        "best_q: smallest speedup that the largest of K does not exceed with that chance, failures "
        "as 0. best_geometric: exp of the mean log of the largest, given that some sample of K has "
        "a speedup, over the tasks with one. no_speedup: chance that none of K has");
    tables_note_rule(t, o->rule);
    if (o->new_tasks)
        table_note(
            t,
            "student-t: %g %%, of pass and fast_1, over the tasks, in Wilson's form; jackknife: on "
            "the log scale, over the rollouts of these tasks and runs. A row of several runs "
            "(--by-method) is for new runs; a row of one run is only for this run",
            100.0 * o->level);
    else
        table_note(t,
                   "beta-binomial: %g %% of the mean over these tasks under each task's Jeffreys "
                   "posterior (%d draws, seed %llu), and the same spread around the estimate; "
                   "jackknife: on the log scale, over the rollouts of these tasks",
                   100.0 * o->level, o->replicates, (unsigned long long)o->seed);
    table_note(
        t,
        "order-statistics: valid up to K = n. best_q: the quantile of one sample that it is, "
        "between ordered samples with binomial probabilities. best, best_geometric beyond K = n / "
        "2: only a lower end, from ordered uniforms; at most %d replicates per cell, at least 200",
        o->replicates);
}

/* One run after the other. */
struct scaled {
    const struct table_input *in;
    const struct table_scaling_options *o;
    struct step_samples samples;
    struct scaling_options how; /* with the run's k, n_k and cells */
};

/* Curves of what chose the step; NaN for large K. */
struct in_sample {
    struct scaling_point *points; /* of scaling_curve */
    struct scaling_best *bests;
};

static int scale_in_sample(const struct scaled *x, struct run_set set, bool has_speedups,
                           struct in_sample *out, struct err *err)
{
    struct arena *arena = x->in->arena;
    size_t n_k = x->how.n_k;
    set.study = x->samples.in_sample;
    int64_t most = scaling_max_k(&set, STEP_ALL, x->how.rule);
    struct scaling_options one = x->how;
    one.cells = NULL;
    one.n_k = 1;
    one.new_tasks = true; /* no draws: values alone */
    out->points = arena_array(arena, 3 * n_k, sizeof(*out->points));
    out->bests = arena_array(arena, n_k, sizeof(*out->bests));
    for (size_t i = 0; i < n_k; i++) {
        struct scaling_point *p = NULL;
        struct scaling_best *b = NULL;
        size_t n = 0;
        for (size_t m = 0; m < 3; m++)
            out->points[m * n_k + i].value = (double)NAN;
        out->bests[i].quantile = out->bests[i].geometric = out->bests[i].no_speedup = (double)NAN;
        if (x->how.k[i] > (double)most)
            continue;
        one.k = &x->how.k[i];
        int rc = scaling_curve(&set, &one, arena, &p, &n, err);
        if (rc == 0 && has_speedups)
            rc = scaling_best_curve(&set, &one, x->o->quantile, arena, &b, err);
        if (rc < 0)
            return rc;
        for (size_t m = 0; m < 3; m++)
            out->points[m * n_k + i] = p[m];
        if (b != NULL)
            out->bests[i] = *b;
    }
    return 0;
}

static int scale_cells(struct scaled *x, const struct run_set *set, const char *name,
                       struct table *t, struct err *err)
{
    const struct study *s = x->samples.study;
    size_t unjudged = set->runs[0];
    bool has_speedups = true;
    for (size_t i = 0; i < set->n_runs; i++) {
        if (tables_has_speedups(s, set->runs[i]))
            continue;
        has_speedups = false;
        unjudged = set->runs[i];
    }
    struct in_sample in = { NULL, NULL };
    struct scaling_point *points = NULL;
    size_t n = 0, n_k = x->how.n_k;
    int rc = scaling_curve(set, &x->how, x->in->arena, &points, &n, err);
    if (rc < 0)
        return err_context(err, "run %s", name);
    if (x->o->by_method && x->how.new_tasks)
        tables_note_new_runs(t, name, &points[SCALING_FAST * n_k].runs);
    struct scaling_best *bests = NULL;
    if (has_speedups)
        rc = scaling_best_curve(set, &x->how, x->o->quantile, x->in->arena, &bests, err);
    if (rc == 0 && x->samples.in_sample != NULL)
        rc = scale_in_sample(x, *set, has_speedups, &in, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n; i++) {
        struct cell *c = put_scaling(t, name, &points[i], bests == NULL ? NULL : &bests[i % n_k],
                                     study_why_unjudged(s, unjudged));
        if (in.points != NULL)
            c[C_IN_SAMPLE] = c[C_VALUE].kind == CELL_NA
                                 ? c[C_VALUE]
                                 : tables_real(t, in.points[i].value, too_few_in_sample);
    }
    if (bests != NULL)
        put_bests(bests, in.bests, n_k, name, x->o->quantile, t);
    return 0;
}

/* The K that no task has samples for, unless that would leave none. */
static void leave_out_large_k(struct scaled *x, const struct run_set *set, const char *run,
                              struct table *t)
{
    const double most = (double)scaling_max_k(set, x->how.step, x->how.rule);
    double *k = arena_array(x->in->arena, x->how.n_k + 1, sizeof(*k));
    size_t n = 0;
    for (size_t i = 0; i < x->how.n_k; i++)
        if (x->how.k[i] <= most)
            k[n++] = x->how.k[i];
    if (n == 0 || n == x->how.n_k)
        return;
    table_warning(t,
                  "run %s: %zu of the K asked for exceed %g, the samples of the smallest task, and "
                  "are left out",
                  run, x->how.n_k - n, most);
    x->how.k = k;
    x->how.n_k = n;
}

static int scale_set(struct scaled *x, const struct run_set *set, const char *name, struct table *t,
                     struct err *err)
{
    CLEANUP(arena_release) struct arena work = { 0 };
    struct scaling_cells cells;
    int rc = choose_k(x->o->k, set, &x->how, x->in->arena, err);
    if (rc < 0)
        return err_context(err, "run %s", name);
    if (x->o->k != NULL)
        leave_out_large_k(x, set, name, t);
    scaling_cells_read(set, x->how.step, x->how.rule, x->how.threads, &work, &cells);
    x->how.cells = &cells;
    rc = scale_cells(x, set, name, t, err);
    x->how.cells = NULL;
    return rc;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_scaling_options *o = options;
    struct scaled x = { .in = in, .o = o };
    const struct study *s = NULL;
    struct table t;
    struct resampling r;
    int rc = tables_resampling(&o->resample, &r, err);
    if (rc == 0)
        rc = o->step == STEP_BOA || o->by_method ? tables_study_against(in, &s, err)
                                                 : tables_study_against_by_run(in, &s, err);
    if (rc == 0)
        rc = tables_need_intervals(s, o->rule, err);
    if (rc == 0)
        rc = tables_at_step(s, o->step, o->rule, in->arena, &x.samples, err);
    if (rc != 0)
        return rc;
    x.how = (struct scaling_options){ .step = x.samples.step,
                                      .rule = o->rule,
                                      .new_tasks = o->new_tasks,
                                      .level = r.level,
                                      .replicates = r.replicates,
                                      .seed = r.seed,
                                      .threads = r.threads };
    table_begin_with(&t, in->arena, &shape, o->step == STEP_BOA);
    struct run_groups methods = { NULL, 0 };
    if (o->by_method)
        methods = run_groups_of(in->arena, s, false);
    for (size_t i = 0; i < methods.n && rc == 0; i++) {
        struct run_set set = methods.items[i].set;
        set.study = x.samples.study;
        rc = scale_set(&x, &set, methods.items[i].name, &t, err);
    }
    for (size_t i = 0; i < s->n_runs && rc == 0 && !o->by_method; i++) {
        rc = study_see(s, i, err);
        if (rc < 0)
            break;
        struct run_set set = tables_one_run(x.samples.study, i, in->arena);
        rc = scale_set(&x, &set, s->runs[i].name, &t, err);
    }
    if (rc < 0)
        return rc;
    note_scaling(&t, &x.how, o->step);
    if (o->new_tasks)
        tables_note_few(&t, s->n_tasks);
    tables_note_tasks(&t, s);
    rc = tables_note_runs_seen(&t, s, err);
    if (rc == 0)
        *out = t;
    return rc;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    OPTION(struct table_scaling_options, k, "k", "LIST",
           "numbers of samples; default: powers of two up to n"),
    OPTION(struct table_scaling_options, step, "step", "STEP",
           "step of an adapting run: a number, boa or all", TABLE_STEPS),
    TABLE_RULE_OPTIONS(struct table_scaling_options),
    TABLE_RULE_VALUE_OPTION(struct table_scaling_options),
    OPTION(struct table_scaling_options, quantile, "quantile", "Q", "quantile of the best of K"),
    OPTION(struct table_scaling_options, new_tasks, "new-tasks", NULL,
           "intervals for tasks like these; with --by-method for new runs too"),
    OPTION(struct table_scaling_options, by_method, "by-method", NULL,
           "one row for all runs that differ only in their seed"),
    TABLE_RESAMPLE_OPTIONS(struct table_scaling_options),
};

const struct table_kind table_scaling = {
    .command = "analyze scaling",
    .summary = "pass@K, fast_1@K and the expected best of K",
    .usage = "rollbook analyze scaling [--run NAME[,NAME]] [--k LIST] [options]",
    .examples = "  rollbook analyze scaling --run bon-42 --k 1,2,4,8,16,32,64\n  rollbook analyze "
                "scaling --run bon-42,ttt-42 --new-tasks --format csv\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_scaling_options){ STANDARD_scaling },
                 sizeof(struct table_scaling_options) },
    .make = make,
};
