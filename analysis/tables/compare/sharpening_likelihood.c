/* sharpening_likelihood.c - tables of analyze sharpening about likelihood. */
#include <math.h>

#include "analysis/from_store/load_scores.h"
#include "analysis/study/sharpen_rho.h"
#include "analysis/tables/compare/sharpening_tables.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define NO_RHO  "fewer than two samples, or constant"
#define NO_TASK "no task with enough samples that vary"

static const struct table_column rho_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "samples", 0, COLUMN_TEXT, "run whose samples are fixed" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "subset", 0, COLUMN_TEXT, "which samples" },
    { "n", 0, COLUMN_INT, "what the row is over" },
    { "n_tasks", 0, COLUMN_INT, "tasks that the value is over" },
    { "rho_nll_speedup", 4, COLUMN_REAL,
      "Spearman's rho of negative log-likelihood and speedup, pooled; negative: likely samples are "
      "fast",
      "fewer than two samples, or constant" },
    { "p", 4, COLUMN_REAL, "p-value", "samples of a task are not independent" },
    { "rho_nll_speedup_within", 4, COLUMN_REAL, "the same within tasks, by Fisher's z",
      "no task with enough samples that vary" },
    { "ci_low", 4, COLUMN_REAL, "lower end of the interval",
      "no task with enough samples that vary; or one task, or tasks that all agree" },
    { "ci_high", 4, COLUMN_REAL, "upper end of the interval",
      "no task with enough samples that vary; or one task, or tasks that all agree" },
    { "interval", 0, COLUMN_TEXT, "kind of the interval",
      "no task with enough samples that vary; or one task, or tasks that all agree",
      .words = INTERVAL_WORDS },
    { "p_within", 4, COLUMN_REAL, "its p",
      "no task with enough samples that vary; or one task, or tasks that all agree" },
    { "n_tasks_within", 0, COLUMN_INT, "tasks combined" },
    { "change", 4, COLUMN_REAL, "of the pooled rho against the first step",
      "other samples at every step; or the first step" },
    { "change_ci_low", 4, COLUMN_REAL, "lower end for the change",
      "other samples at every step; or the first step" },
    { "change_ci_high", 4, COLUMN_REAL, "upper end for the change",
      "other samples at every step; or the first step" },
    { "change_p", 4, COLUMN_REAL, "p of the change, tasks redrawn",
      "other samples at every step; or the first step" },
    { "change_within_z", 4, COLUMN_REAL, "mean change of Fisher's z over tasks",
      "other samples at every step; or no task with enough samples that vary" },
    { "change_within_p", 4, COLUMN_REAL, "its sign-flip p",
      "other samples at every step; or no task with enough samples that vary" },
    { "change_within_min_p", 4, COLUMN_REAL, "least p that so many tasks can give",
      "other samples at every step; or no task with enough samples that vary" },
    { "reading", 0, COLUMN_TEXT, "what the sign says, in words",
      "fewer than two samples, or constant" },
};

const struct table_shape sharpening_rho_shape = {
    .schema = "rollbook.analyze.sharpening.rho/1",
    .asked = "--table rho",
    .rows = "likelihood against speedup by step",
    SHAPE_COLUMNS(rho_columns),
    .formulas = { "rho_nll_speedup: Spearman's $\\rho$ of negative log-likelihood and speedup "
                  "(failures 0) "
                  "from doubled integer ranks; p by Student's $t$, $\\mathit{df} = n - 2$",
                  "within: Fisher's $z$ of each task, weights $n - 3$",
                  "change $= \\rho_{\\text{step}} - \\rho_{\\text{first step}}$ on the same "
                  "samples "
                  "(dependent correlations): tasks redrawn together; change_within: mean change of "
                  "Fisher's $z$ over tasks, sign flips" },
    .references = { PAPER, FISHER,
                    "Steiger 1980, Tests for comparing elements of a correlation matrix, "
                    "Psychological "
                    "Bulletin 87" },
    .denominator = "samples of the subset with a log-prob at every step",
    .n = "column n of each row",
    .queries = { STUDY_QUERIES, "load_baseline", "load_scores" },
};

struct rho_source {
    const char *run;     /* scores */
    const char *samples; /* whose samples */
    struct sharpen_scores scores;
    const int *steps;
    bool is_fixed; /* every step has the same samples */
};

static void put_change(struct table *t, struct cell *c, const struct sharpen_change *x)
{
    const char *reason = "fewer than ten tasks, or no change: see the sign flips";
    c[14] = tables_real(t, x->pooled, NO_RHO);
    c[15] = tables_real(t, x->ci.low, reason);
    c[16] = tables_real(t, x->ci.high, reason);
    c[17] = tables_real(t, x->p, reason);
    c[18] = tables_real(t, x->within, NO_TASK);
    c[19] = tables_real(t, x->flip.p, NO_TASK);
    c[20] = isnan(x->flip.p) ? cell_na(t, NO_TASK) : cell_real(x->flip.min_p);
}

static const char *reading(double rho)
{
    if (rho > 0.0)
        return "likely samples are slow";
    return rho < 0.0 ? "likely samples are fast" : "neither";
}

static struct cell *put_rho(struct table *t, const struct rho_source *src, size_t step,
                            enum sharpen_subset subset, const struct sharpen_rho *r)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, src->run);
    c[1] = cell_text(t, src->samples);
    c[2] = cell_int(src->steps[step]);
    c[3] = cell_text(t, sharpen_subset_name(subset));
    c[4] = cell_int((int64_t)r->n);
    c[5] = cell_int((int64_t)r->n_tasks);
    c[6] = tables_real(t, r->pooled.r, NO_RHO);
    c[7] = cell_na(t, "samples of a task are not independent");
    c[8] = tables_real(t, r->within.r, NO_TASK);
    const char *few = isnan(r->within.r) ? NO_TASK : "one task, or tasks that all agree";
    c[9] = tables_real(t, r->within.ci.low, few);
    c[10] = tables_real(t, r->within.ci.high, few);
    c[11] = isnan(r->within.ci.low) ? cell_na(t, few) : cell_text(t, "fisher-z");
    c[12] = tables_real(t, r->within.p, few);
    c[13] = cell_int((int64_t)r->within.n_groups);
    for (size_t i = 14; i <= 20; i++)
        c[i] = cell_na(t, src->is_fixed ? "the first step" : "other samples at every step");
    c[21] = isnan(r->pooled.r) ? cell_na(t, NO_RHO) : cell_text(t, reading(r->pooled.r));
    return c;
}

static int note_slope(const struct rho_source *src, enum sharpen_subset subset,
                      const size_t *members, size_t n, const struct sharpen_rho_options *o,
                      struct table *t, struct err *err)
{
    struct sharpen_slope s;
    int rc = sharpen_rho_slope(&src->scores, members, n, src->steps, o, t->arena, &s, err);
    if (rc < 0)
        return rc;
    if (isnan(s.mean))
        table_note(t, "%s, %s: trend over the steps undefined: no task with a rho at every step",
                   src->run, sharpen_subset_name(subset));
    else
        table_note(t,
                   "%s, %s: trend over the steps: Fisher's z %+.4g a step, mean of %zu tasks, "
                   "sign-flip p %.4g (%s; least possible %.4g)",
                   src->run, sharpen_subset_name(subset), s.mean, s.flip.n, s.flip.p,
                   stat_engine_name(s.flip.engine), s.flip.min_p);
    return 0;
}

static int add_rho(const struct table_input *in, const struct sharpening *x,
                   const struct rho_source *src, struct table *t, struct err *err)
{
    struct sharpen_rho_options o = { x->resample.level, x->resample.replicates, x->resample.seed };
    size_t *members = arena_array(in->arena, src->scores.n, sizeof(*members));
    for (int k = 0; k < SUBSET_COUNT; k++) {
        enum sharpen_subset subset = (enum sharpen_subset)k;
        size_t n = sharpen_members(&src->scores, subset, members, in->arena);
        for (size_t step = 0; step < src->scores.n_steps; step++) {
            struct sharpen_rho r;
            struct sharpen_change change;
            int rc = sharpen_rho_at(&src->scores, members, n, step, o.level, in->arena, &r, err);
            if (rc < 0)
                return rc;
            struct cell *c = put_rho(t, src, step, subset, &r);
            if (!src->is_fixed || step == 0)
                continue;
            rc = sharpen_rho_change(&src->scores, members, n, step, &o, in->arena, &change, err);
            if (rc < 0)
                return rc;
            put_change(t, c, &change);
        }
        int rc = src->is_fixed ? note_slope(src, subset, members, n, &o, t, err) : 0;
        if (rc < 0)
            return rc;
    }
    return 0;
}

static struct sharpen_sample sample_of(const struct study_rollout *r, size_t task)
{
    bool timed = r->correct && !isnan(r->speedup);
    return (struct sharpen_sample){ task, timed, timed ? r->speedup : 0.0 };
}

/* Own samples under the policy that drew them. */
static struct rho_source own_samples(const struct table_input *in, const struct sharpening *x,
                                     size_t run, int step)
{
    const struct study *s = x->s;
    const struct study_run *r = &s->runs[run];
    struct sharpen_sample *samples = arena_array(in->arena, s->n_rollouts, sizeof(*samples));
    double *nll = arena_array(in->arena, s->n_rollouts, sizeof(*nll));
    int *steps = arena_array(in->arena, 1, sizeof(*steps));
    size_t n = 0;
    steps[0] = step;
    for (size_t i = r->first_cell; i < r->first_cell + r->n_cells; i++) {
        for (size_t j = s->cells[i].first; j < s->cells[i].first + s->cells[i].count; j++) {
            const struct study_rollout *y = &s->rollouts[j];
            if (y->step != step)
                continue;
            nll[n] = -(x->mean_nll ? y->mean_logprob : y->sum_logprob);
            samples[n++] = sample_of(y, s->cells[i].task);
        }
    }
    struct rho_source out = {
        r->name, "its own", { n, s->n_tasks, 1, samples, nll }, steps, false
    };
    return out;
}

/* Samples of the scored run under another's checkpoints. */
static int fixed_samples(const struct table_input *in, const struct sharpening *x, size_t run,
                         struct rho_source *out, struct err *err)
{
    const struct study *s = x->s;
    const struct study_run *b = &s->runs[x->scored];
    struct score_table scores;
    int rc = load_scores(in->db, s, x->scored, s->runs[run].name, in->arena, &scores, err);
    if (rc < 0)
        return rc;
    struct sharpen_sample *samples = arena_array(in->arena, b->n_rollouts, sizeof(*samples));
    double *nll = arena_array(in->arena, b->n_rollouts * scores.n_steps, sizeof(*nll));
    size_t n = 0;
    for (size_t i = b->first_cell; i < b->first_cell + b->n_cells; i++) {
        for (size_t j = s->cells[i].first; j < s->cells[i].first + s->cells[i].count; j++) {
            double tokens = x->mean_nll ? (double)scores.n_tokens[j] : 1.0;
            for (size_t k = 0; k < scores.n_steps; k++)
                nll[k * b->n_rollouts + n] = -scores.sum_logprob[k * s->n_rollouts + j] / tokens;
            samples[n++] = sample_of(&s->rollouts[j], s->cells[i].task);
        }
    }
    *out = (struct rho_source){ s->runs[run].name,
                                b->name,
                                { n, s->n_tasks, scores.n_steps, samples, nll },
                                scores.steps,
                                true };
    return 0;
}

int sharpening_fill_rho(const struct table_input *in, const struct sharpening *x, struct table *t,
                        struct err *err)
{
    int rc = 0;
    table_begin(t, in->arena, &sharpening_rho_shape);
    for (size_t i = 0; i < x->n_adapted && rc == 0; i++) {
        struct rho_source src;
        if (x->has_scored) {
            rc = fixed_samples(in, x, i, &src, err);
            if (rc == 0)
                rc = add_rho(in, x, &src, t, err);
            continue;
        }
        for (int step = 0; step <= x->s->runs[i].max_step && rc == 0; step++) {
            src = own_samples(in, x, i, step);
            if (src.scores.n > 0)
                rc = add_rho(in, x, &src, t, err);
        }
    }
    table_note(t,
               "rho_nll_speedup: Spearman's rho of the negative log-likelihood (%s) and the "
               "speedup (0 for a sample that is wrong or not timed); negative: likely samples "
               "are fast",
               x->mean_nll ? "mean over tokens" : "sum over tokens");
    table_note(t, "p: none, since samples of a task, and copies of a kernel, are not independent; "
                  "within: one rho a task, Fisher's z, weights n - 3, p and interval by Student's "
                  "t over tasks; the quarters: up to the quartile, ties "
                  "included, NLL of the first step, cut over all tasks together");
    tables_note_few(t, x->s->n_tasks);
    if (x->has_scored)
        table_note(t,
                   "change: against the first step on the same samples; interval and p: tasks "
                   "resampled together (%d replicates); change_within: mean over tasks of the "
                   "change of Fisher's z, sign-flip test over tasks, min_p the least it can "
                   "give; below ten tasks the resamples are too few, and that test alone holds",
                   x->resample.replicates);
    return rc;
}

static const struct table_column forecast_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "samples", 0, COLUMN_TEXT, "run whose samples are fixed" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "n", 0, COLUMN_INT, "what the row is over" },
    { "n_tasks", 0, COLUMN_INT, "tasks that the value is over" },
    { "forecast_fast_1", 4, COLUMN_REAL, "importance-weighted", "undefined" },
    { "measured_fast_1", 4, COLUMN_REAL, "own rollouts of that step",
      "the run has no rollouts of that step" },
    { "sampled_fast_1", 4, COLUMN_REAL, "unweighted", "undefined" },
    { "ess", 4, COLUMN_REAL, "effective sample size, summed over tasks", "undefined" },
    { "ess_share", 4, COLUMN_REAL, "ess / n", "undefined" },
    { "least_task_ess_share", 4, COLUMN_REAL, "of the worst task", "undefined" },
    { "kl", 4, COLUMN_REAL, "mean of w - 1 - ln w, nats a sample", "undefined", .unit = "nats" },
    { "largest_weight_share", 4, COLUMN_REAL, "of one sample in its task", "undefined" },
};

const struct table_shape sharpening_forecast_shape = {
    .schema = "rollbook.analyze.sharpening.forecast/1",
    .asked = "--table forecast",
    .rows = "off-policy forecast of fast_1",
    SHAPE_COLUMNS(forecast_columns),
    .formulas = { "$w = \\exp(L - L_0)$ with the log-likelihoods $L$ under the checkpoint and "
                  "$L_0$ as sampled; forecast $= \\frac{\\sum w \\mathbf{1}[\\text{fast}]}{\\sum "
                  "w}$ "
                  "in each task, then the mean",
                  "$\\mathrm{ess} = \\frac{(\\sum w)^2}{\\sum w^2}$; kl = mean of $w - 1 - \\ln "
                  "w$" },
    .references = { "Kish 1965, Survey Sampling (effective sample size)",
                    "Owen 2013, Monte Carlo theory, methods and examples, chapter 9 "
                    "(self-normalised "
                    "importance sampling)" },
    .denominator = "samples of the scored run with a log-prob under the checkpoint",
    .n = "column n of each row; ess: how many they are worth",
    .queries = { STUDY_QUERIES, "load_baseline", "load_scores" },
};

struct weighing {
    size_t n;
    size_t *tasks;
    bool *fast;
    double *log_weights;
    double *zero; /* as drawn */
};

static struct weighing weigh(const struct table_input *in, const struct sharpening *x,
                             const struct score_table *scores, size_t step)
{
    const struct study *s = x->s;
    const struct study_run *b = &s->runs[x->scored];
    struct weighing w = { 0, arena_array(in->arena, b->n_rollouts, sizeof(size_t)),
                          arena_array(in->arena, b->n_rollouts, sizeof(bool)),
                          arena_array(in->arena, b->n_rollouts, sizeof(double)),
                          arena_array(in->arena, b->n_rollouts, sizeof(double)) };
    for (size_t i = b->first_cell; i < b->first_cell + b->n_cells; i++) {
        for (size_t j = s->cells[i].first; j < s->cells[i].first + s->cells[i].count; j++) {
            double change =
                scores->sum_logprob[step * s->n_rollouts + j] - s->rollouts[j].sum_logprob;
            if (!isfinite(change))
                continue;
            w.tasks[w.n] = s->cells[i].task;
            w.fast[w.n] = study_is_fast(&s->rollouts[j], x->rule);
            w.log_weights[w.n++] = change;
        }
    }
    return w;
}

static int add_forecast(const struct table_input *in, const struct sharpening *x, size_t run,
                        struct table *t, struct err *err)
{
    struct score_table scores;
    const char *name = x->s->runs[run].name;
    int rc = load_scores(in->db, x->s, x->scored, name, in->arena, &scores, err);
    for (size_t k = 0; rc == 0 && k < scores.n_steps; k++) {
        struct weighing w = weigh(in, x, &scores, k);
        struct sharpen_forecast f =
            sharpen_forecast_of(w.tasks, w.fast, w.log_weights, w.n, x->s->n_tasks, in->arena);
        struct sharpen_forecast drawn =
            sharpen_forecast_of(w.tasks, w.fast, w.zero, w.n, x->s->n_tasks, in->arena);
        const char *reason = "no sample with both log-probs";
        struct cell *c = table_row(t);
        c[0] = cell_text(t, name);
        c[1] = cell_text(t, x->s->runs[x->scored].name);
        c[2] = cell_int(scores.steps[k]);
        c[3] = cell_int((int64_t)f.n);
        c[4] = cell_int((int64_t)f.n_tasks);
        c[5] = tables_real(t, f.fast_1, reason);
        c[6] = tables_real(t, study_aggregate(x->s, run, scores.steps[k], x->rule),
                           "the step was not sampled");
        c[7] = tables_real(t, drawn.fast_1, reason);
        c[8] = tables_real(t, f.ess, reason);
        c[9] = f.n == 0 ? cell_na(t, reason) : cell_real(f.ess / (double)f.n);
        c[10] = tables_real(t, f.ess_least, reason);
        c[11] = tables_real(t, f.kl, reason);
        c[12] = tables_real(t, f.max_share, reason);
    }
    return rc;
}

int sharpening_fill_forecast(const struct table_input *in, const struct sharpening *x,
                             struct table *t, struct err *err)
{
    int rc = 0;
    if (!x->has_scored)
        return err_set(err, ERR_USAGE, "--table forecast needs --scored RUN: whose samples");
    table_begin(t, in->arena, &sharpening_forecast_shape);
    for (size_t i = 0; i < x->n_adapted && rc == 0; i++)
        rc = add_forecast(in, x, i, t, err);
    table_note(t, "w = exp(log-likelihood under the checkpoint - as sampled), same temperature; "
                  "forecast_fast_1 = sum w [fast] / sum w in each task, mean over tasks; "
                  "measured_fast_1: own rollouts of that step; sampled_fast_1: w = 1");
    table_note(t, "ess: (sum w)^2 / sum w^2, summed over tasks; kl: mean of w - 1 - ln w, nats a "
                  "sample, of the sampling policy from the checkpoint; a forecast of few effective "
                  "samples says little");
    return rc;
}
