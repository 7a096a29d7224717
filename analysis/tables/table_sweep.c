#include "analysis/tables/table_sweep.h"

#include <math.h>
#include <string.h>

#include "analysis/from_store/load_study.h"
#include "analysis/study/study.h"
#include "analysis/study/sweep.h"
#include "analysis/tables/shape_words.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define FEW_TASKS "fewer than two tasks with a measured sample, or all alike"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run, or several with --by model" },
    { "model", 0, COLUMN_TEXT, "who wrote the samples", "not named" },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
    { "compiled", 0, COLUMN_INT, "samples that compiled" },
    { "compiled_rate_ci_low", 4, COLUMN_REAL, "of compiled / n", "no sample" },
    { "compiled_rate_ci_high", 4, COLUMN_REAL, "of compiled / n", "no sample" },
    { "correct", 0, COLUMN_INT, "correct samples" },
    INTERVAL_COLUMNS("correct_rate_", " of correct / n",
                     "one task: the variation over tasks is unknown; or no sample"),
    { "n_measured", 0, COLUMN_INT, "correct samples with a speedup" },
    { "geomean_speedup", 4, COLUMN_REAL, "exp of the mean log speedup", "no measured sample" },
    INTERVAL_COLUMNS("geomean_", " of geomean_speedup", FEW_TASKS),
    { "median_speedup", 4, COLUMN_REAL, "median speedup", "no measured sample" },
    INTERVAL_COLUMNS("median_", " of median_speedup",
                     "fewer than ten tasks, with several samples each, or all alike"),
    { "mean_speedup", 4, COLUMN_REAL, "arithmetic mean of the speedups", "no measured sample" },
    INTERVAL_COLUMNS("mean_", " of mean_speedup", FEW_TASKS),
    { "min_speedup", 4, COLUMN_REAL, "smallest speedup", "no measured sample" },
    { "max_speedup", 4, COLUMN_REAL, "largest speedup", "no measured sample" },
    { "runtimes", 0, COLUMN_LIST, "runtimes in us of the measured samples", .unit = "us" },
    { "compiled_rate_interval", 0, COLUMN_TEXT, "kind of both", "no sample",
      .words = INTERVAL_WORDS },
    { "mean_runtime_us", 4, COLUMN_REAL, "arithmetic mean over correct samples with a runtime",
      "no correct sample with a runtime", .unit = "us" },
    { "n_timed", 0, COLUMN_INT, "correct samples with a runtime" },
    { "correct_rate_in_sample", 4, COLUMN_REAL,
      "with --step boa: correct share of the rollouts that selected the step, so biased upwards",
      "no sample" },
    { "geomean_in_sample", 4, COLUMN_REAL,
      "with --step boa: geomean_speedup on the rollouts that chose the step",
      "no measured sample" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.sweep/1",
    .rows = "one row per run or model",
    SHAPE_COLUMNS(columns),
    .n_optional = 2,
    .formulas = { "rates $n_{\\text{compiled}} / n$ and $n_{\\text{correct}} / n$, Wilson; geomean "
                  "$= \\exp\\left(\\frac{1}{n} \\sum_i \\ln s_i\\right)$ of the speedups",
                  "geomean: Student's t over tasks of the logs. mean: the same of its log. median: "
                  "order statistics, of several samples per task those at the limits of the share "
                  "below it (Woodruff). Of several runs with tasks in common the variance of runs "
                  "is added, as in compare" },
    .references = { BROWN, MILLER },
    .denominator = "scored rollouts; speedups over the measured ones",
    .n = "columns n and n_measured",
    .queries = { STUDY_QUERIES, "load_baseline" },
};

struct sweeping {
    const struct table_input *in;
    const struct table_sweep_options *o;
    struct step_samples samples;
    struct resampling resample;
    struct arena *work; /* of a row */
};

/* Of a run, or of a model's runs. */
struct sweep_row {
    const char *run;
    const char *model;
    int64_t n;
    int64_t compiled;
    int64_t correct;
    size_t n_tasks; /* of the study, sampled or not */
    size_t n_runs;
    /* By task and run: samples, compiled ones, correct ones. */
    int64_t *cell_n;
    int64_t *cell_compiled;
    int64_t *cell_correct;
    struct sweep_sample *samples;
    size_t n_samples;
    double *runtimes_us;
    size_t n_runtimes;
};

/* at: of its task and run in the counts. */
static void add_cell(struct sweep_row *row, const struct study *s, const struct study_cell *c,
                     int step, size_t at)
{
    for (size_t i = c->first; i < c->first + c->count; i++) {
        const struct study_rollout *r = &s->rollouts[i];
        if (step != STEP_ALL && r->step != step)
            continue;
        row->n++;
        row->compiled += r->compiled ? 1 : 0;
        row->correct += r->correct ? 1 : 0;
        row->cell_n[at]++;
        row->cell_compiled[at] += r->compiled ? 1 : 0;
        row->cell_correct[at] += r->correct ? 1 : 0;
        if (r->correct && !isnan(r->speedup))
            row->samples[row->n_samples++] =
                (struct sweep_sample){ c->task, at % row->n_runs, r->speedup };
        if (r->correct && !isnan(r->runtime_us))
            row->runtimes_us[row->n_runtimes++] = r->runtime_us;
    }
}

/* Samples of one task stand together, whatever their run. */
static void fill_row(const struct sweeping *x, const struct study *s, struct sweep_row *row,
                     const size_t *runs, size_t n_runs)
{
    struct arena *arena = x->work;
    size_t most = 0;
    for (size_t i = 0; i < n_runs; i++)
        most += s->runs[runs[i]].n_rollouts;
    size_t n_cells = s->n_tasks * n_runs + 1;
    row->n_runs = n_runs;
    row->n_tasks = s->n_tasks;
    row->cell_n = arena_array(arena, n_cells, sizeof(*row->cell_n));
    row->cell_compiled = arena_array(arena, n_cells, sizeof(*row->cell_compiled));
    row->cell_correct = arena_array(arena, n_cells, sizeof(*row->cell_correct));
    row->samples = arena_array(arena, most, sizeof(*row->samples));
    row->runtimes_us = arena_array(arena, most, sizeof(*row->runtimes_us));
    for (size_t task = 0; task < s->n_tasks; task++) {
        for (size_t i = 0; i < n_runs; i++) {
            const struct study_cell *c = study_cell_find(s, runs[i], task);
            if (c != NULL)
                add_cell(row, s, c, x->samples.step, task * n_runs + i);
        }
    }
}

static struct cell runtimes_cell(bool for_programs, struct table *t, const struct sweep_row *row)
{
    struct buf text = { 0 };
    if (!for_programs)
        return cell_na(t, "listed by --json and --format csv");
    buf_putc(&text, '[');
    for (size_t i = 0; i < row->n_runtimes; i++) {
        if (i > 0)
            buf_putc(&text, ',');
        buf_put_json_number(&text, row->runtimes_us[i]);
    }
    buf_putc(&text, ']');
    struct cell c = cell_json(t, buf_text(&text));
    buf_release(&text);
    return c;
}

static struct cell put_rate(const struct sweeping *x, struct table *t, struct cell *c,
                            const struct sweep_row *row, const int64_t *hits)
{
    const char *none = row->n == 0 ? "no sample" : "one task: the variation over tasks is unknown";
    struct sweep_rate r =
        sweep_rate_of(&(struct sweep_counts){ hits, row->cell_n, row->n_tasks, row->n_runs },
                      x->resample.level, x->work);
    if (hits == row->cell_correct && row->n_runs > 1)
        tables_note_new_runs(t, arena_printf(t->arena, "%s (correct rate)", row->run), &r.runs);
    c[0] = tables_real(t, r.ci.low, none);
    c[1] = tables_real(t, r.ci.high, none);
    return isnan(r.ci.low) ? cell_na(t, none) : cell_text(t, interval_name(r.kind));
}

/* NaN for n = 0. */
static double mean_of(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n == 0 ? (double)NAN : sum / (double)n;
}

/* Returns the first optional cell. */
static struct cell *put_row(const struct sweeping *x, struct table *t, const struct sweep_row *row)
{
    static const char none[] = "no measured sample";
    struct sweep_speedups v =
        sweep_summarise(row->samples, row->n_samples, x->resample.level, x->work);
    struct cell *c = table_row(t);
    *c++ = cell_text(t, row->run);
    *c++ = row->model[0] == '\0' ? cell_na(t, "not named") : cell_text(t, row->model);
    *c++ = cell_int(row->n);
    *c++ = cell_int(row->compiled);
    struct cell of_compiled = put_rate(x, t, c, row, row->cell_compiled);
    c += 2;
    *c++ = cell_int(row->correct);
    c[2] = put_rate(x, t, c, row, row->cell_correct);
    c += 3;
    *c++ = cell_int((int64_t)v.n);
    *c++ = tables_real(t, v.geomean, none);
    c = tables_put_interval(t, c, v.geomean_ci,
                            isnan(v.geomean_ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT, FEW_TASKS);
    *c++ = tables_real(t, v.median, none);
    c = tables_put_interval(t, c, v.median_ci,
                            isnan(v.median_ci.low) ? INTERVAL_NONE : v.median_kind,
                            v.median_kind == INTERVAL_EXACT
                                ? "too few measured samples for the level"
                                : "fewer than ten tasks, with several samples each, or all alike");
    *c++ = tables_real(t, v.mean, none);
    c = tables_put_interval(t, c, v.mean_ci,
                            isnan(v.mean_ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT, FEW_TASKS);
    *c++ = tables_real(t, v.min, none);
    *c++ = tables_real(t, v.max, none);
    *c++ = runtimes_cell(x->in->for_programs, t, row);
    *c++ = of_compiled;
    *c++ = tables_real(t, mean_of(row->runtimes_us, row->n_runtimes),
                       "no correct sample with a runtime");
    *c++ = cell_int((int64_t)row->n_runtimes);
    return c;
}

/* Models are equal in name and revision; runs that name none may be of any, and have a row each. */
static int put_rows(const struct sweeping *x, struct table *t, struct err *err)
{
    const struct study *s = x->samples.study;
    struct arena *arena = x->in->arena;
    bool by_model = x->o->by == SWEEP_BY_MODEL;
    bool *done = arena_array(arena, s->n_runs, sizeof(*done));
    size_t *of_row = arena_array(arena, s->n_runs, sizeof(*of_row));
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct study_run *first = &s->runs[i];
        size_t n_of_row = 0;
        struct sweep_row row = { .run = first->name, .model = first->model };
        if (done[i])
            continue;
        of_row[n_of_row++] = i;
        const bool grouped = by_model && first->model[0] != '\0';
        for (size_t k = i + 1; grouped && k < s->n_runs; k++) {
            if (strcmp(s->runs[k].model, first->model) != 0 ||
                strcmp(s->runs[k].model_revision, first->model_revision) != 0)
                continue;
            of_row[n_of_row++] = k;
            done[k] = true;
            row.run = arena_printf(arena, "%s, %s", row.run, s->runs[k].name);
        }
        int rc = study_see(s, i, err); /* rows of several runs are of a whole study */
        if (rc < 0)
            return rc;
        fill_row(x, s, &row, of_row, n_of_row);
        struct cell *c = put_row(x, t, &row);
        if (x->samples.in_sample != NULL) {
            struct sweep_row in_sample = { .run = row.run, .model = row.model };
            fill_row(x, x->samples.in_sample, &in_sample, of_row, n_of_row);
            double logs = 0.0;
            for (size_t k = 0; k < in_sample.n_samples; k++)
                logs += log(in_sample.samples[k].speedup);
            *c++ = in_sample.n == 0 ? cell_na(t, "no sample")
                                    : cell_real((double)in_sample.correct / (double)in_sample.n);
            *c++ = in_sample.n_samples == 0 ? cell_na(t, "no measured sample")
                                            : cell_real(exp(logs / (double)in_sample.n_samples));
        }
        arena_rewind(x->work);
    }
    return 0;
}

static int note_sweep(const struct sweeping *x, struct table *t, struct err *err)
{
    const struct study *s = x->samples.study;
    table_reading(t, "rates: of n scored rollouts. speedups: of n_measured; intervals count the "
                     "samples of a task together");
    table_note(t, "of %s; n: scored rollouts, the denominator of both rates",
               tables_step_text(x->o->step, t->arena));
    tables_note_in_sample(t, x->o->step, "correct_rate_in_sample, geomean_in_sample");
    for (size_t i = 0; i < s->n_runs; i++) {
        int rc = study_see(s, i, err);
        if (rc < 0)
            return rc;
        if (!tables_has_speedups(s, i))
            table_note(t, "run %s: %s", s->runs[i].name,
                       tables_has_runtimes(s, i)
                           ? "no baseline for any correct sample: name one with --baseline"
                           : "no correct sample has a runtime: no baseline can judge it");
    }
    table_note(t, "speedups: over the measured samples (correct, with a baseline), each weighing "
                  "the same. runtimes: microseconds of correct samples, by task. mean_runtime_us: "
                  "their arithmetic mean over n_timed samples, which the slowest tasks dominate");
    table_note(t,
               "%g %% intervals: samples of a task are one unit. rates: Student's t over tasks in "
               "Wilson's form, Wilson with one sample per task. geomean and mean: Student's t over "
               "tasks, on the log scale. median: samples at the limits of the share below it, "
               "exact with one sample per task. A row of several runs is also for new runs, if "
               "runs share tasks; a row of one run is only for this run",
               100.0 * x->resample.level);
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_sweep_options *o = options;
    CLEANUP(arena_release) struct arena work = { 0 };
    struct sweeping x = { .in = in, .o = o, .work = &work };
    const struct study *s = NULL;
    const char *const *names = NULL;
    size_t n_names = 0;
    struct table t;
    int rc = tables_resampling(&o->resample, &x.resample, err);
    if (rc == 0)
        rc = tables_scored_names(in, &names, &n_names, err);
    if (rc == 0)
        rc = o->by == SWEEP_BY_MODEL || o->step == STEP_BOA
                 ? tables_load_against(in, names, n_names, &s, err)
                 : tables_load_against_by_run(in, names, n_names, &s, err);
    if (rc == 0)
        rc = tables_need_intervals(s, o->rule, err);
    if (rc == 0)
        rc = tables_at_step(s, o->step, o->rule, in->arena, &x.samples, err);
    if (rc < 0)
        return rc;
    table_begin_with(&t, in->arena, &shape, o->step == STEP_BOA);
    rc = put_rows(&x, &t, err);
    if (rc == 0)
        rc = note_sweep(&x, &t, err);
    if (rc < 0)
        return rc;
    tables_note_few(&t, s->n_tasks);
    tables_note_tasks(&t, s);
    rc = tables_note_runs_seen(&t, s, err);
    if (rc == 0)
        *out = t;
    return rc;
}

static const char *const bys[] = { "run", "model", NULL };

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_CLASS_OPTION,
    TABLE_RULE_OPTIONS(struct table_sweep_options),
    TABLE_RULE_VALUE_OPTION(struct table_sweep_options),
    OPTION(struct table_sweep_options, by, "by", "WHAT", "one row per run, or per model",
           .choices = bys),
    OPTION(struct table_sweep_options, step, "step", "STEP",
           "step of an adapting run: a number, boa or all", TABLE_STEPS),
    TABLE_RESAMPLE_OPTIONS(struct table_sweep_options),
};

const struct table_kind table_sweep = {
    .command = "analyze sweep",
    .summary = "one row per run or model: compiled, correct, speedups with intervals",
    .usage = "rollbook analyze sweep [--run NAME[,NAME]] [--by model] [options]",
    .examples = "  rollbook analyze sweep --json\n  rollbook analyze sweep --run gpt,claude "
                "--baseline torch_eager --by model\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_sweep_options){ STANDARD_sweep },
                 sizeof(struct table_sweep_options) },
    .make = make,
};
