#include "analysis/tables/table_fastp.h"

#include <math.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/fastp.h"
#include "analysis/tables/shape_words.h"
#include "analysis/tables/table_checker.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define NO_SAMPLE "no sample in the denominator"
#define DEPENDS   "the denominator depends on the missing samples"

static const struct table_column fastp_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "baseline", 0, COLUMN_TEXT, "the baseline of the speedups" },
    { "p", 0, COLUMN_REAL, "threshold" },
    { "count", 0, COLUMN_INT, "fast samples", "not a whole number of samples" },
    { "n", 0, COLUMN_INT, "samples in the denominator" },
    { "value", 4, COLUMN_REAL, "fast_p: per problem, then the mean", NO_SAMPLE },
    INTERVAL_COLUMNS("", "", NO_SAMPLE),
    { "denominator", 0, COLUMN_TEXT,
      "denominator of the shares: all, attempted, compiled or correct",
      .words = "all|attempted|compiled|correct" },
    { "n_problems", 0, COLUMN_INT, "problems that the mean is over" },
    { "hardware", 0, COLUMN_TEXT, "of the baseline, as its source names it", "not named" },
    { "group", 0, COLUMN_TEXT, "level, family, model or device, with --by", "no --by" },
    { "average", 0, COLUMN_TEXT,
      "meaning of value: the mean over problems, or the share of all samples",
      .words = "per-problem|pooled" },
    { "rule", 0, COLUMN_TEXT,
      "value compared with p: the speedup, or the lower end of its interval",
      .words = "mean|interval" },
    { "fast_in_noise", 0, COLUMN_INT, "of count, samples whose speedup interval contains 1",
      "no sample has an interval: its times are not of two processes" },
    { "value_if_missing_failed", 4, COLUMN_REAL, "value if all that is missing had failed",
      DEPENDS },
    { "value_if_missing_fast", 4, COLUMN_REAL,
      "value if all that is missing, and the timeouts, had been fast", DEPENDS },
    { "n_missing", 0, COLUMN_INT,
      "rollouts without a verdict or never drawn; an absent problem counts as one at least",
      "not known" },
    { "n_timeouts", 0, COLUMN_INT, "rollouts out of time, which count as failures", "not known" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.fast-p/1",
    .rows = "share of problems solved with a speedup over p",
    SHAPE_COLUMNS(fastp_columns),
    .formulas = { "$\\mathrm{fast}_p$ = mean over problems of $\\frac{\\text{samples that are "
                  "correct with speedup} > p}{\\text{samples in the denominator}}$; --ge: speedup "
                  "$\\ge p$",
                  "speedup $= \\frac{\\text{runtime of the baseline}}{\\text{runtime of the "
                  "candidate}}$",
                  "one sample per problem: Wilson $\\frac{c + z^2/2 \\pm z \\sqrt{c(n-c)/n + "
                  "z^2/4}}{n + z^2}$, or Clopper-Pearson by quantiles of the beta distribution",
                  "several samples: percentiles over redrawn problems, redrawn runs of each "
                  "(crossed: runs redrawn once for all problems) and binomial draws of the samples "
                  "of each; of fewer than 10 problems Student's $t$ over them in Wilson's form, "
                  "and never narrower. limits fall with $p$" },
    .references = { KERNELBENCH, BROWN, BOWYER, OWEN },
    .denominator = "column denominator: all counts absent problems as failures, attempted leaves "
                   "them out, compiled and correct are over those samples",
    .n = "column n: samples in the denominator; n_problems: problems in the mean",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

/* A source does not tell samples by process, or the baseline is stored. */
static const char no_intervals[] = "no sample has an interval: its times are not of two processes";
static const struct interval nothing = { STAT_NAN, STAT_NAN };

static void put_bounds(struct table *t, struct cell *c, const struct fastp_input *in,
                       const struct fastp_options *o, struct fastp_bounds b)
{
    const char *none = in->problems == NULL ? "claims of a source: its missing samples are unknown"
                       : o->denominator == FASTP_ALL || o->denominator == FASTP_ATTEMPTED
                           ? NO_SAMPLE
                           : DEPENDS;
    *c++ = tables_real(t, b.if_failed, none);
    *c++ = tables_real(t, b.if_fast, none);
    *c++ = in->problems == NULL ? cell_na(t, none) : cell_int(b.n_missing);
    *c++ = in->problems == NULL ? cell_na(t, none) : cell_int(b.n_timeouts);
}

/* By enum stat_resample_scheme. */
static const char *const scheme_names[] = { "hierarchical", "crossed", "two-level", "stratified",
                                            NULL };
static const char *const scheme_meanings[] = {
    [STAT_RESAMPLE_HIERARCHICAL] = "problems, then the runs of each, then samples",
    [STAT_RESAMPLE_CROSSED] = "problems and, for all of them at once, runs, then samples",
    [STAT_RESAMPLE_TASKS] = "problems, then samples",
    [STAT_RESAMPLE_SAMPLES] = "samples of these problems and runs",
};

static void note_fastp(struct table *t, const struct fastp_options *o, enum speed_value value)
{
    static const char *const meaning[] = {
        [FASTP_ALL] = "every problem of the benchmark; absent problems count as failures",
        [FASTP_ATTEMPTED] = "problems that the run has a sample of",
        [FASTP_COMPILED] = "samples that compiled; problems without one are left out",
        [FASTP_CORRECT] = "correct samples; problems without one are left out",
    };
    table_reading(
        t, "value: share of %s samples that are correct with a %s %s p, %s; failures count as 0",
        o->denominator == FASTP_COMPILED  ? "compiled"
        : o->denominator == FASTP_CORRECT ? "correct"
                                          : "all",
        value == SPEED_INTERVAL ? "lower end of the speedup's interval" : "speedup",
        o->ge ? ">=" : ">", o->pooled ? "pooled over problems" : "mean over problems");
    table_note(t, "fast_p: correct and %s %s p; %s (with one sample per problem: count / n)",
               value == SPEED_INTERVAL ? "the lower end of the speedup's interval" : "speedup",
               o->ge ? ">=" : ">",
               o->pooled
                   ? "pooled: the share of all samples, so problems with more of them weigh more"
                   : "per problem the share of its samples, then the mean over problems");
    table_note(t, "fast_in_noise: of the count, samples whose interval contains 1");
    table_note(t, "value_if_missing_failed, _fast: the value if the n_missing rollouts without a "
                  "verdict or never drawn (of an absent problem one at least) had failed, or had "
                  "been fast, and the n_timeouts, which count as failures, and right rollouts "
                  "without a speedup as well");
    table_note(t, "denominator %s: %s", fastp_denominator_name(o->denominator),
               meaning[o->denominator]);
}

static int read_options(const struct table_fastp_options *o, struct arena *arena,
                        struct fastp_options *out, struct err *err)
{
    struct resampling r = { 0 };
    double *p = NULL;
    int rc = tables_numbers("p", o->p, arena, &p, &out->n_p, err);
    if (rc == 0)
        rc = tables_resampling(&o->resample, &r, err);
    if (rc < 0)
        return rc;
    out->p = p;
    out->ge = o->ge;
    out->denominator = o->denominator;
    out->pooled = o->pooled;
    out->interval = tables_interval(o->interval);
    out->scheme = o->scheme;
    out->level = r.level;
    out->replicates = r.replicates;
    out->seed = r.seed;
    out->threads = r.threads;
    return 0;
}

struct fastp_curves {
    const struct table_input *in;
    const char *by;
    enum speed_value value;
    const struct study *study;
    struct fastp_samples *selections; /* by run */
    struct arena *work;               /* of curves and their samples */
    struct fastp_options options;
    struct table *table;
    bool counted; /* an interval is of counts, or resampled */
    bool resampled;
    size_t least; /* problems behind Student's t; 0: none */
};

static void note_intervals(const struct fastp_curves *c)
{
    struct table *t = c->table;
    const struct fastp_options *o = &c->options;
    if (c->counted)
        table_note(t,
                   "interval %s, %g %%: of counts, with one sample per problem, or with "
                   "--bootstrap stratified where none or all samples are fast",
                   interval_name(o->interval), 100.0 * o->level);
    if (c->resampled)
        table_note(
            t,
            "interval bootstrap, %g %%: several samples per problem, so percentiles over resampled "
            "%s (%d replicates, seed %llu), never within Student's t over problems",
            100.0 * o->level, o->pooled ? "whole problems" : scheme_meanings[o->scheme],
            o->replicates, (unsigned long long)o->seed);
    if (c->least > 0)
        table_note(
            t,
            "interval student-t, %g %%: Student's t over problems in Wilson's form, of fewer "
            "than %d or where none or all are fast; its limits fall with p",
            100.0 * o->level, STAT_FEW_TASKS);
    if (o->scheme == STAT_RESAMPLE_HIERARCHICAL || o->scheme == STAT_RESAMPLE_CROSSED)
        table_note(t,
                   "a curve of several runs speaks of new runs too: its intervals are widened by "
                   "the variance that runs have in common for all their problems; a curve of "
                   "one run speaks of this run");
    tables_note_few(t, c->least);
}

/* group NULL: no grouping was asked for. */
static void put_fastp(const struct fastp_curves *x, const char *run, const char *group,
                      const struct fastp_samples *sel, const struct fastp_point *p)
{
    struct table *t = x->table;
    const struct fastp_options *o = &x->options;
    bool unknown = x->value == SPEED_INTERVAL && sel->input.n_intervals == 0;
    const char *reason = unknown ? no_intervals : NO_SAMPLE;
    struct cell *c = table_row(t);
    *c++ = cell_text(t, run);
    *c++ = cell_text(t, sel->baseline_name);
    *c++ = cell_real(p->p);
    *c++ = unknown ? cell_na(t, reason) : cell_int(p->count);
    *c++ = cell_int(p->n);
    *c++ = unknown ? cell_na(t, reason) : tables_real(t, p->value, reason);
    c = tables_put_interval(t, c, unknown ? nothing : p->ci, unknown ? INTERVAL_NONE : p->interval,
                            reason);
    *c++ = cell_text(t, fastp_denominator_name(o->denominator));
    *c++ = cell_int((int64_t)p->n_problems);
    *c++ = sel->hardware[0] == '\0' ? cell_na(t, "not named") : cell_text(t, sel->hardware);
    *c++ = group == NULL ? cell_na(t, "no --by") : cell_text(t, group);
    *c++ = cell_text(t, o->pooled ? "pooled" : "per-problem");
    *c++ = cell_text(t, speed_value_names[x->value]);
    *c++ = sel->input.n_intervals == 0 ? cell_na(t, no_intervals) : cell_int(p->count_in_noise);
    put_bounds(t, c, &sel->input, o, p->bounds);
}

static void put_curve(struct fastp_curves *c, const char *run, const char *group,
                      const struct fastp_samples *sel)
{
    const struct fastp_point *points = fastp_curve(&sel->input, &c->options, c->work);
    const struct fastp_point *worst = &points[0];
    for (size_t k = 1; k < c->options.n_p; k++)
        worst = points[k].runs.p < worst->runs.p ? &points[k] : worst;
    if (sel->input.n_runs > 1 && (c->options.scheme == STAT_RESAMPLE_HIERARCHICAL ||
                                  c->options.scheme == STAT_RESAMPLE_CROSSED))
        tables_note_new_runs(c->table, run, &worst->runs);
    for (size_t k = 0; k < c->options.n_p; k++) {
        put_fastp(c, run, group, sel, &points[k]);
        c->counted = c->counted || points[k].interval == c->options.interval;
        c->resampled = c->resampled || points[k].interval == INTERVAL_BOOTSTRAP;
        if (points[k].interval == INTERVAL_STUDENT &&
            (c->least == 0 || points[k].n_problems < c->least))
            c->least = points[k].n_problems;
    }
}

static const char *named(const char *text)
{
    return text[0] == '\0' ? "unknown" : text;
}

static const char *problem_label(const struct fastp_curves *c, const struct fastp_problem *p,
                                 bool by_level)
{
    return by_level ? arena_printf(c->work, "level %d", p->level) : named(p->family);
}

/* A curve a level or family, in problem order. */
static int put_problem_groups(struct fastp_curves *c, size_t run, bool by_level, struct err *err)
{
    const struct fastp_samples *sel = &c->selections[run];
    const struct fastp_input *in = &sel->input;
    struct arena *arena = c->work;
    if (in->problems == NULL)
        return err_set(err, ERR_NODATA, "run %s: its source does not say the level of a claim",
                       c->study->runs[run].name);
    bool *done = arena_array(arena, in->n_problems + 1, sizeof(*done));
    bool *keep = arena_array(arena, in->n_problems + 1, sizeof(*keep));
    for (size_t i = 0; i < in->n_problems; i++) {
        const char *label = problem_label(c, &in->problems[i], by_level);
        struct fastp_samples part = *sel;
        if (done[i])
            continue;
        for (size_t k = 0; k < in->n_problems; k++) {
            keep[k] = strcmp(problem_label(c, &in->problems[k], by_level), label) == 0;
            done[k] = done[k] || keep[k];
        }
        fastp_subset(in, keep, arena, &part.input);
        put_curve(c, c->study->runs[run].name, label, &part);
    }
    return 0;
}

static const char *run_label(const struct study_run *r, const char *by)
{
    if (strcmp(by, "all") == 0)
        return "all";
    return named(strcmp(by, "model") == 0 ? r->model : r->device);
}

/* A curve a model or device, or one of all. */
static int put_run_groups(struct fastp_curves *c, const char *by, struct err *err)
{
    const struct study *s = c->study;
    const struct fastp_input **in = arena_array(c->in->arena, s->n_runs, sizeof(*in));
    for (size_t i = 0; i < s->n_runs; i++) {
        const char *label = run_label(&s->runs[i], by);
        const char *names = "";
        struct fastp_samples together = c->selections[i];
        size_t n = 0;
        bool first = true;
        for (size_t k = 0; k < s->n_runs; k++) {
            if (strcmp(run_label(&s->runs[k], by), label) != 0)
                continue;
            first = first && k >= i;
            if (c->selections[k].input.problems == NULL)
                return err_set(err, ERR_NODATA, "run %s: claims of a source cannot be joined",
                               s->runs[k].name);
            in[n++] = &c->selections[k].input;
            names = arena_printf(c->in->arena, "%s%s%s", names, n > 1 ? "," : "", s->runs[k].name);
        }
        if (!first)
            continue;
        fastp_join(in, n, c->in->arena, &together.input);
        put_curve(c, names, label, &together);
    }
    return 0;
}

static bool joins_runs(const char *by)
{
    return by != NULL &&
           (strcmp(by, "model") == 0 || strcmp(by, "device") == 0 || strcmp(by, "all") == 0);
}

static int check_by(const char *by, struct err *err)
{
    if (by == NULL || joins_runs(by) || strcmp(by, "level") == 0 || strcmp(by, "family") == 0)
        return 0;
    return err_set(err, ERR_USAGE, "--by: '%s' is not one of level, family, model, device, all",
                   by);
}

/* Samples are kept where runs are joined alone. */
static int put_run(struct fastp_curves *c, const struct fastp_choice *choice, size_t run,
                   struct err *err)
{
    CLEANUP(arena_release) struct arena of_run = { 0 };
    struct table_input in = *c->in;
    bool joins = joins_runs(c->by);
    c->work = in.arena = joins ? c->in->arena : &of_run;
    int rc = study_see(c->study, run, err);
    if (rc == 0)
        rc = fastp_samples_select(&in, choice, c->study, run, &c->selections[run], err);
    if (rc < 0)
        return rc;
    fastp_samples_note(c->table, c->study, run, choice, &c->selections[run]);
    if (c->by == NULL)
        put_curve(c, c->study->runs[run].name, NULL, &c->selections[run]);
    else if (!joins)
        rc = put_problem_groups(c, run, strcmp(c->by, "level") == 0, err);
    return rc;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_fastp_options *o = options;
    struct table t;
    struct fastp_curves c = { .in = in, .by = o->by, .value = o->choice.value, .table = &t };
    int rc = read_options(o, in->arena, &c.options, err);
    if (rc == 0)
        rc = check_by(o->by, err);
    if (rc == 0)
        rc = tables_study_timed_by_run(in, &c.study, err);
    if (rc < 0)
        return rc;
    const struct study *s = c.study;
    table_begin(&t, in->arena, &shape);
    c.selections = arena_array(in->arena, s->n_runs, sizeof(*c.selections));
    for (size_t i = 0; i < s->n_runs && rc == 0; i++) {
        rc = put_run(&c, &o->choice, i, err);
        if (rc < 0 && !joins_runs(o->by) && tables_goes_on(in, s, i, &t, err))
            rc = 0;
    }
    if (rc == 0 && joins_runs(o->by))
        rc = put_run_groups(&c, o->by, err);
    if (rc < 0)
        return rc;
    note_fastp(&t, &c.options, c.value);
    note_intervals(&c);
    tables_note_tasks(&t, s);
    rc = tables_note_runs_seen(&t, s, err);
    if (rc == 0)
        rc = tables_note_checker(in, &t, err);
    if (rc == 0)
        *out = t;
    return rc;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    OPTION(struct table_fastp_options, p, "p", "LIST", "thresholds"),
    OPTION(struct table_fastp_options, ge, "ge", NULL, "count speedup >= p instead of > p"),
    OPTION(struct table_fastp_options, choice.value, "rule", "WHAT",
           "value compared with p: mean (the speedup) or interval (the lower end of its interval)",
           .choices = speed_value_names),
    OPTION(struct table_fastp_options, denominator, "denominator", "WHAT",
           "all, attempted, compiled or correct", .choices = fastp_denominator_names),
    OPTION(struct table_fastp_options, pooled, "pooled", NULL,
           "share of all samples instead of the mean over problems"),
    OPTION(struct table_fastp_options, interval, "interval", "KIND",
           "wilson, clopper-pearson or jeffreys", .choices = count_interval_names),
    OPTION(struct table_fastp_options, by, "by", "WHAT",
           "one curve for each level, family, model or device; all: of all runs together"),
    OPTION(struct table_fastp_options, scheme, "bootstrap", "KIND",
           "redraw problems, runs within each and samples: hierarchical; runs for all problems at "
           "once: crossed. no runs: two-level. only samples: stratified",
           .choices = scheme_names),
    FASTP_CHOICE_OPTIONS(struct table_fastp_options),
    TABLE_RESAMPLE_OPTIONS(struct table_fastp_options),
};

const struct table_kind table_fastp = {
    .command = "analyze fast-p",
    .summary = "share of problems solved with a speedup over p",
    .usage = "rollbook analyze fast-p [--run NAME[,NAME]] [--baseline NAME] [options]",
    .examples = "  rollbook analyze fast-p --run bon-42\n  rollbook analyze fast-p --run theirs "
                "--baseline torch_eager \\\n      --p 0,0.5,0.8,1,1.5,2 --sample 0 --interval "
                "clopper-pearson --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_fastp_options){ STANDARD_fastp, .p = "0,0.5,0.8,1,1.5,2" },
                 sizeof(struct table_fastp_options) },
    .make = make,
};
