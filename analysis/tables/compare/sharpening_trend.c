/* sharpening_trend.c - tables of a trajectory: trend, patience, peaks. */
#include "analysis/tables/compare/sharpening_tables.h"

#include <math.h>

#include "analysis/study/sharpen_trend.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define FLAT "one step, or all or none fast"

static int trajectory_of(const struct table_input *in, const struct sharpening *x, size_t run,
                         int patience, struct trajectory *out, struct err *err)
{
    struct run_set set = tables_one_run(x->s, run, in->arena);
    struct trajectory_options o = { .patience = patience, .seed = x->resample.seed };
    int rc = tables_need_speedups(x->s, run, err);
    if (rc == 0)
        rc = trajectory_of_set(&set, x->rule, &o, in->arena, out, err);
    return rc < 0 ? err_context(err, "run %s", x->s->runs[run].name) : rc;
}

static const struct table_column trend_columns[] = {
    { "run", 0 }, { "quantity", 0 }, { "value", 4 },  { "statistic", 4 },
    { "df", 0 },  { "p", 4 },        { "engine", 0 }, { "n", 0 },
};

struct trend_row {
    const char *quantity;
    double value, statistic, p;
    int df;
    const char *engine;
    size_t n;
};

static void put_trend(struct table *t, const char *run, const struct trend_row *r)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, run);
    c[1] = cell_text(t, r->quantity);
    c[2] = tables_real(t, r->value, "a test");
    c[3] = tables_real(t, r->statistic,
                       r->engine == NULL ? "an estimate"
                       : isnan(r->p)     ? FLAT
                                         : "the value is the statistic");
    c[4] = r->df > 0 ? cell_int(r->df) : cell_na(t, "none");
    c[5] = tables_real(t, r->p, r->engine == NULL ? "an estimate" : FLAT);
    c[6] = r->engine == NULL ? cell_na(t, "an estimate")
           : isnan(r->p)     ? cell_na(t, FLAT)
                             : cell_text(t, r->engine);
    c[7] = cell_int((int64_t)r->n);
}

static void put_trends(struct table *t, const char *run, const struct trajectory *x,
                       const struct sharpen_trend *s)
{
    size_t n = 0;
    const double na = (double)NAN;
    for (size_t i = 0; i < x->n_steps; i++)
        n += (size_t)x->pooled[i].n;
    const struct trend_row rows[] = {
        { "homogeneity_chi2", na, s->chi2.chi2, s->chi2.p, s->chi2.df, "asymptotic", n },
        { "homogeneity_g", na, s->g.g, s->g.p, s->g.df, "asymptotic", n },
        { "trend_cochran_armitage_z", na, s->pooled.z, s->pooled.p, 0, "asymptotic", n },
        { "trend_cochran_armitage_by_task_z", na, s->by_task.z, s->by_task.p, 0, "asymptotic",
          s->by_task.n },
        { "trend_page_l", na, s->page.statistic, s->page.p, 0, stat_engine_name(s->page.engine),
          s->page.n },
        { "base_fast_1", s->base, na, na, 0, NULL, (size_t)x->pooled[0].n },
        { "boa_fast_1_in_sample", s->boa, x->flat_max, x->flat_p_max, 0,
          trajectory_engine_name(x->flat_engine), (size_t)x->pooled[x->boa].n },
        { "boa_fast_1", s->cross_fitted, na, na, 0, NULL, s->n_splits },
        { "boa_optimism", s->boa - s->cross_fitted, na, na, 0, NULL, s->n_splits },
        { "drop_after_peak", s->drop, na, s->drop_p, 0, "monte-carlo", n },
        { "regression_depth", s->depth, na, s->depth_p, 0, "monte-carlo", n },
        { "task_oracle_fast_1", x->oracle, na, na, 0, NULL, n },
        { "task_oracle_gap", x->oracle - s->boa, na, na, 0, NULL, n },
        { "steps_to_peak", (double)x->steps[x->boa], na, na, 0, NULL, x->n_steps },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        put_trend(t, run, &rows[i]);
}

int sharpening_fill_trend(const struct table_input *in, const struct sharpening *x, struct table *t,
                          struct err *err)
{
    struct sharpen_options o = { x->resample.replicates, x->resample.seed };
    table_init(t, in->arena, "rollbook.analyze.sharpening.trend/1", trend_columns,
               ARRAY_LEN(trend_columns));
    for (size_t i = 0; i < x->n_adapted; i++) {
        struct trajectory tr;
        struct sharpen_trend s;
        int rc = trajectory_of(in, x, i, 1, &tr, err);
        if (rc < 0)
            return rc;
        sharpen_trend_of(&tr, &o, in->arena, &s);
        put_trends(t, x->s->runs[i].name, &tr, &s);
    }
    table_note(
        t,
        "null of boa_fast_1_in_sample (statistic: expected maximum) and of drop_after_peak (to the "
        "next step) "
        "and regression_depth (to the lowest later one): every "
        "task keeps its rate at all steps");
    table_note(t, "homogeneity and trend_cochran_armitage: rollouts pooled over tasks as if "
                  "independent; by_task: "
                  "tasks as strata; page: shares ranked within tasks, two-sided (twice the "
                  "smaller tail); n: rollouts, strata, blocks or random halves");
    table_note(t,
               "boa_fast_1: step chosen on one random half of every task's rollouts, scored on the "
               "other, and back; %d halves; in_sample: on the rollouts that chose it, too high, as "
               "are the peaks of tasks in task_oracle_fast_1",
               x->resample.replicates);
    return 0;
}

static const struct table_column patience_columns[] = {
    { "run", 0 },
    { "patience", 0 },
    { "stop_step", 0 },
    { "steps_sampled", 0 },
    { "boa_step", 0 },
    { "boa_fast_1", 4 },
    { "full_boa_fast_1", 4 },
    { "loss", 4 },
    { "rollouts", 0 },
    { "boa_fast_1_in_sample", 4 },
};

#define SINGLE "no step has two rollouts of a task"

static void put_patience(struct table *t, const char *run, int patience, const struct trajectory *x)
{
    int64_t rollouts = 0;
    for (size_t i = 0; i <= x->stop; i++)
        rollouts += x->pooled[i].n;
    struct cell *c = table_row(t);
    c[0] = cell_text(t, run);
    c[1] = patience == 0 ? cell_na(t, "never stops") : cell_int(patience);
    c[2] = x->stopped ? cell_int(x->steps[x->stop]) : cell_na(t, "patience not exhausted");
    c[3] = cell_int((int64_t)x->stop + 1);
    c[4] = cell_int(x->steps[x->stop_boa]);
    c[5] = tables_real(t, x->stop_cross_fitted, SINGLE);
    c[6] = tables_real(t, x->boa_cross_fitted, SINGLE);
    c[7] = tables_real(t, x->boa_cross_fitted - x->stop_cross_fitted, SINGLE);
    c[8] = cell_int(rollouts);
    c[9] = cell_real(x->aggregate[x->stop_boa]);
}

int sharpening_fill_patience(const struct table_input *in, const struct sharpening *x,
                             struct table *t, struct err *err)
{
    table_init(t, in->arena, "rollbook.analyze.sharpening.patience/2", patience_columns,
               ARRAY_LEN(patience_columns));
    for (size_t i = 0; i < x->n_adapted; i++) {
        struct trajectory tr;
        int rc = trajectory_of(in, x, i, 0, &tr, err);
        int n = rc < 0 ? 0 : (int)tr.n_steps;
        for (int p = 1; p < n && p <= 64 && rc == 0; p++) {
            rc = trajectory_of(in, x, i, p, &tr, err);
            if (rc == 0)
                put_patience(t, x->s->runs[i].name, p, &tr);
        }
        if (rc == 0)
            rc = trajectory_of(in, x, i, 0, &tr, err);
        if (rc < 0)
            return rc;
        put_patience(t, x->s->runs[i].name, 0, &tr);
    }
    table_note(t, "patience P: stop after P falls of fast_1 in a row; loss: against the best step "
                  "of the whole trajectory; both cross-fitted: each step is chosen on one half of "
                  "the rollouts and scored on the other; in_sample: on those that chose it, which "
                  "is too high; where to stop is chosen on all of them");
    return 0;
}

static const struct table_column peak_columns[] = {
    { "run", 0 },       { "task", 0 },        { "first_fast_1", 4 },
    { "peak_step", 0 }, { "peak_fast_1", 4 }, { "last_fast_1", 4 },
    { "chi2_p", 4 },    { "trend_z", 4 },     { "trend_p", 4 },
};

int sharpening_fill_peaks(const struct table_input *in, const struct sharpening *x, struct table *t,
                          struct err *err)
{
    table_init(t, in->arena, "rollbook.analyze.sharpening.peaks/1", peak_columns,
               ARRAY_LEN(peak_columns));
    for (size_t i = 0; i < x->n_adapted; i++) {
        struct trajectory tr;
        int rc = trajectory_of(in, x, i, 1, &tr, err);
        if (rc < 0)
            return rc;
        for (size_t k = 0; k < tr.n_tasks; k++) {
            struct sharpen_peak p = sharpen_peak_of(&tr, k, in->arena);
            struct cell *c = table_row(t);
            c[0] = cell_text(t, x->s->runs[i].name);
            c[1] = cell_text(t, tr.tasks[k]);
            c[2] = tables_real(t, p.first, "no rollout");
            c[3] = cell_int(tr.steps[p.peak_step]);
            c[4] = tables_real(t, p.peak, "no rollout");
            c[5] = tables_real(t, p.last, "no rollout");
            c[6] = tables_real(t, p.chi2.p, FLAT);
            c[7] = tables_real(t, p.trend.z, FLAT);
            c[8] = tables_real(t, p.trend.p, FLAT);
        }
    }
    table_note(t, "peak: the first step with the task's highest share; chi2_p: homogeneity of its "
                  "steps; trend: Cochran-Armitage; one test a task, not adjusted for their number");
    return 0;
}
