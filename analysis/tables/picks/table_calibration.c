#include "analysis/tables/picks/table_calibration.h"

#include <math.h>
#include <string.h>

#include "analysis/from_store/load_runtimes.h"
#include "analysis/from_store/load_stated.h"
#include "analysis/resample/stat_calibration.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "analysis/tables/shape_words.h"
#include "analysis/tables/table_common.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum calibration_part { CALIBRATION_SCORES, CALIBRATION_BINS };
enum calibration_binning { BINNING_WIDTH, BINNING_SIZE };

struct table_calibration_options {
    const char *stated; /* token-mean, sequence, judge-..., extra:FIELD */
    double scale;       /* divides stated numbers */
    const char *event;  /* correct, compiled or fast */
    enum calibration_part part;
    int64_t n_bins;
    enum stat_edges edges;
    enum calibration_binning binning;
    struct speed_rule rule;
    struct table_resample resample;
};
#define STANDARD_calibration                                                                       \
    .stated = "token-mean", .scale = 1, .event = "correct", .n_bins = 10, .rule = STANDARD_RULE,   \
    .resample = STANDARD_RESAMPLE

#define NO_INTERVAL "not a resampled score"
#define FEW_TASKS   "fewer than two tasks to resample"

static struct cell *put_score(struct table *t, const char *const names[3], const char *measure,
                              const struct stat_score *s, const struct stat_calibration *x)
{
    struct cell *c = table_row(t);
    for (size_t i = 0; i < 3; i++)
        c[i] = cell_text(t, names[i]);
    c[3] = cell_text(t, measure);
    c[4] = tables_real(t, s->value, "the event always or never happened");
    bool few = x->n_clusters < STAT_FEW_TASKS;
    bool is_mean = s != &x->ece && !stat_same(s->value, x->auroc);
    enum interval_kind kind = few ? INTERVAL_STUDENT : INTERVAL_BOOTSTRAP;
    tables_put_interval(t, &c[5], s->ci, isnan(s->ci.low) ? INTERVAL_NONE : kind,
                        isnan(s->value)     ? "no value"
                        : x->n_clusters < 2 ? FEW_TASKS
                        : few && !is_mean   ? "fewer than ten tasks to resample"
                        : s == &x->ece ? "calibration is not rejected: an ECE is above 0 even then"
                                       : "all tasks alike: an interval of no width");
    c[8] = c[9] = c[10] = cell_na(t, "no test of this measure");
    c[11] = cell_int((int64_t)x->n);
    c[12] = cell_int((int64_t)x->n_event);
    c[13] = cell_int((int64_t)x->n_clusters);
    return c;
}

static void put_plain(struct table *t, const char *const names[3], const char *measure,
                      double value, const struct stat_calibration *x)
{
    struct stat_score s = { value, { (double)NAN, (double)NAN } };
    struct cell *c = put_score(t, names, measure, &s, x);
    c[5] = c[6] = c[7] = cell_na(t, NO_INTERVAL);
}

static void put_auroc(struct table *t, const char *const names[3], const struct stat_calibration *x)
{
    struct stat_score s = { x->auroc, x->auroc_ci };
    struct cell *c = put_score(t, names, "auroc", &s, x);
    if (isnan(x->auroc))
        return;
    c[8] = cell_real(0.5);
    c[9] = tables_real(t, x->auroc_p, "samples of a task are not independent");
    c[10] = isnan(x->auroc_p) ? cell_na(t, "samples of a task are not independent")
                              : cell_text(t, stat_engine_name(x->auroc_engine));
}

void calibration_put_scores(struct table *t, const char *const names[3],
                            const struct stat_calibration *x)
{
    struct cell *c = put_score(t, names, "ece", &x->ece, x);
    c[8] = cell_real(x->ece_expected);
    c[9] = cell_real(x->ece_p);
    c[10] = cell_text(t, stat_engine_name(STAT_MONTE_CARLO));
    put_plain(t, names, "mce", x->mce, x);
    put_score(t, names, "gap", &x->gap, x);
    put_plain(t, names, "mean_confidence", x->mean_confidence, x);
    put_plain(t, names, "rate", x->rate, x);
    put_score(t, names, "brier", &x->brier, x);
    put_plain(t, names, "brier_reliability", x->reliability, x);
    put_plain(t, names, "brier_resolution", x->resolution, x);
    put_plain(t, names, "brier_uncertainty", x->uncertainty, x);
    put_plain(t, names, "brier_skill", x->skill, x);
    put_score(t, names, "log_loss", &x->log_loss, x);
    put_auroc(t, names, x);
}

void calibration_note_scores(struct table *t, const struct stat_calibration_options *o)
{
    table_note(t, "ece: mean over samples of |mean confidence - rate| of their bin. expected: its "
                  "value if every confidence were true. p: probability of a value as large, by "
                  "simulation. mce: the largest gap of a bin. gap: mean confidence - rate");
    table_note(t, "brier: mean squared error, = reliability - resolution + uncertainty (except the "
                  "spread within bins). brier_skill: 1 - brier / uncertainty; log_loss in nats. "
                  "auroc: chance that an event was stated higher than a non-event, ties half, p by "
                  "Mann-Whitney where every task has one sample");
    table_note(t,
               "interval: %g %% bootstrap percentiles over tasks (%d replicates, seed %llu); below "
               "%d tasks Student's t over tasks for means, none for ece and auroc. No interval for "
               "the ece of a calibration that its p does not reject",
               100.0 * o->level, o->replicates, (unsigned long long)o->seed, STAT_FEW_TASKS);
}

#define BINS_MOST 1000

static const struct table_column score_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "event", 0, COLUMN_TEXT, "correct, compiled or fast", .words = "correct|compiled|fast" },
    { "confidence", 0, COLUMN_TEXT, "the statement" },
    CALIBRATION_SCORE_COLUMNS,
};

static const struct table_shape scores_shape = {
    .schema = "rollbook.analyze.calibration/1",
    .rows = "scores of stated chances",
    SHAPE_COLUMNS(score_columns),
    .formulas = { "$\\mathrm{ece} = \\sum_b \\frac{n_b}{n} |\\mathit{conf}_b - \\mathit{rate}_b|$ "
                  "over bins $b$, mean confidence against rate; expected and p: the same with "
                  "every event drawn at its stated chance",
                  "$\\mathrm{brier} = \\frac{1}{n} \\sum_i (\\mathit{conf}_i - "
                  "\\mathit{event}_i)^2$; $\\mathrm{reliability} = \\sum_b \\frac{n_b}{n} "
                  "(\\mathit{conf}_b - \\mathit{rate}_b)^2$, $\\mathrm{resolution} = \\sum_b "
                  "\\frac{n_b}{n} (\\mathit{rate}_b - \\mathit{rate})^2$, $\\mathrm{uncertainty} = "
                  "\\mathit{rate} (1 - \\mathit{rate})$",
                  "log_loss = mean of $-\\ln$ of the confidence in the observed event, confidences "
                  "kept $10^{-15}$ from 0 and 1; $\\mathrm{auroc} = \\frac{U}{n_{\\text{events}} "
                  "n_{\\text{non-events}}}$ with the Mann-Whitney $U$",
                  "token-mean: $\\exp(\\text{mean log-prob})$; sequence: $\\exp(\\text{sum of "
                  "log-probs})$" },
    .references = { GUO, BRIER, MURPHY, VAICENAVICIUS },
    .denominator = "scored samples that state a chance",
    .n = "columns n and n_event; n_tasks: resampled by intervals",
    .queries = { "load_confidence", "load_baseline" },
};

static const struct table_column bin_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "event", 0, COLUMN_TEXT, "correct, compiled or fast", .words = "correct|compiled|fast" },
    { "confidence", 0, COLUMN_TEXT, "the statement" },
    { "bin", 0, COLUMN_INT, "number of the bin, from 1" },
    { "low", 4, COLUMN_REAL, "lower edge", "the bin has no sample" },
    { "high", 4, COLUMN_REAL, "upper edge", "the bin has no sample" },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
    { "mean_confidence", 4, COLUMN_REAL, "mean stated chance", "empty bin" },
    { "n_event", 0, COLUMN_INT, "samples in which the event happened" },
    { "rate", 4, COLUMN_REAL, "share of events", "empty bin" },
    INTERVAL_COLUMNS("", "", "empty bin"),
    { "gap", 4, COLUMN_REAL, "mean confidence - rate", "empty bin" },
};

static const struct table_shape bins_shape = {
    .schema = "rollbook.analyze.calibration.bins/1",
    .asked = "--table bins",
    .rows = "reliability bins of stated chances",
    SHAPE_COLUMNS(bin_columns),
    .as = &scores_shape,
};

/* By enum stat_edges. */
static const char *const edge_names[] = { "high", "low", "high-only", NULL };
static const char *const edge_meanings[] = {
    [STAT_EDGES_HIGH] = "(low, high], the first also contains 0",
    [STAT_EDGES_LOW] = "[low, high), the last also contains 1",
    [STAT_EDGES_HIGH_ONLY] = "(low, high]; a confidence of 0 is in none and adds nothing to ece",
};

struct calibration_request {
    const struct table_input *in;
    const struct table_calibration_options *o;
    struct table *table;
    struct confidence_request what;
    struct stat_calibration_options options;
    bool bins;
};

static struct cell *put_name(const struct calibration_request *r, const char *run)
{
    struct cell *c = table_row(r->table);
    c[0] = cell_text(r->table, run);
    c[1] = cell_text(r->table, r->o->event);
    c[2] = cell_text(r->table, r->o->stated);
    return c;
}

static void put_bins(const struct calibration_request *r, const char *run,
                     const struct stat_calibration_bin *bins)
{
    struct table *t = r->table;
    const char *empty = "empty bin";
    for (size_t i = 0; i < r->options.n_bins; i++) {
        const struct stat_calibration_bin *b = &bins[i];
        struct cell *c = put_name(r, run);
        c[3] = cell_int((int64_t)i + 1);
        c[4] = tables_real(t, b->low, empty);
        c[5] = tables_real(t, b->high, empty);
        c[6] = cell_int((int64_t)b->n);
        c[7] = tables_real(t, b->mean_confidence, empty);
        c[8] = cell_int((int64_t)b->n_event);
        c[9] = tables_real(t, b->rate, empty);
        tables_put_interval(t, &c[10], b->ci, b->n == 0 ? INTERVAL_NONE : INTERVAL_WILSON, empty);
        c[13] = tables_real(t, b->mean_confidence - b->rate, empty);
    }
}

static void note_request(const struct calibration_request *r)
{
    struct table *t = r->table;
    table_reading(t, "compares stated confidences with the outcomes; samples of one task count "
                     "together in intervals");
    table_note(t, "confidence %s, event %s; samples: the last scored turn of each, all steps",
               r->o->stated, r->o->event);
    if (r->what.event == EVENT_FAST)
        tables_note_rule(t, r->what.rule);
    if (r->options.by_size)
        table_note(t, "%zu bins of equal size by mid-rank, equal confidences together",
                   r->options.n_bins);
    else
        table_note(t, "%zu bins of equal width: %s", r->options.n_bins,
                   edge_meanings[r->options.edges]);
    if (r->bins)
        table_note(t,
                   "interval: %g %% Wilson over samples; samples of one task are not independent",
                   100.0 * r->options.level);
    else
        calibration_note_scores(t, &r->options);
}

static int put_run(struct calibration_request *r, const struct study_run *run, struct err *err)
{
    const struct table_input *in = r->in;
    struct baseline_table b;
    struct confidence_set set;
    const char *baseline = in->baseline;
    int rc = 0;
    if (baseline != NULL)
        rc = load_run_baseline(in->db, baseline, in->baseline_hardware, run, in->arena, &b, err);
    r->what.baseline = baseline == NULL ? NULL : &b;
    if (rc == 0)
        rc = load_confidence(in->db, run->name, &r->what, in->arena, &set, err);
    if (rc == 0 && set.n == 0)
        rc = err_set(err, ERR_NODATA,
                     "run %s: none of %zu scored samples states %s; --stated chooses another",
                     run->name, set.n_missing, r->o->stated);
    if (rc < 0)
        return rc;
    struct stat_calibration_bin *bins = arena_array(in->arena, r->options.n_bins, sizeof(*bins));
    struct stat_calibration x = stat_calibrate(set.items, set.n, &r->options, bins);
    if (r->bins)
        put_bins(r, run->name, bins);
    else
        calibration_put_scores(r->table, (const char *[]){ run->name, r->o->event, r->o->stated },
                               &x);
    (set.n_missing > 0 ? table_left_out : table_note)(
        r->table,
        "run %s: %zu samples of %zu tasks; %zu scored ones state nothing and are left out",
        run->name, x.n, x.n_clusters, set.n_missing);
    if (!r->bins)
        tables_note_few(r->table, x.n_clusters);
    if (baseline != NULL)
        tables_note_hardware(r->table, &b, run);
    return 0;
}

static int read_request(struct calibration_request *r, struct err *err)
{
    const struct table_calibration_options *o = r->o;
    struct resampling resample = { 0 };
    int rc = tables_resampling(&o->resample, &resample, err);
    if (rc < 0)
        return rc;
    if (!confidence_source_parse(o->stated, &r->what.source, &r->what.field))
        return err_set(err, ERR_USAGE,
                       "--stated: '%s' is not one of token-mean, sequence, judge-correctness, "
                       "judge-compilability, judge-speed, extra:FIELD",
                       o->stated);
    if (!confidence_event_parse(o->event, &r->what.event))
        return err_set(err, ERR_USAGE, "--event: '%s' is not one of correct, compiled, fast",
                       o->event);
    if (o->n_bins < 1 || o->n_bins > BINS_MOST)
        return err_set(err, ERR_USAGE, "--bins is 1 to %d", BINS_MOST);
    if (!(o->scale > 0.0) || !isfinite(o->scale))
        return err_set(err, ERR_USAGE, "--scale is a number above 0");
    r->bins = o->part == CALIBRATION_BINS;
    r->what.scale = o->scale;
    r->what.rule = o->rule;
    r->options.edges = o->edges;
    r->options.by_size = o->binning == BINNING_SIZE;
    r->options.n_bins = (size_t)o->n_bins;
    r->options.level = resample.level;
    r->options.replicates = resample.replicates;
    r->options.seed = resample.seed;
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct study *s;
    struct table t;
    struct calibration_request r = { .in = in, .o = options, .table = &t };
    int rc = read_request(&r, err);
    if (rc == 0)
        rc = tables_study(in, &s, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, r.bins ? &bins_shape : &scores_shape);
    for (size_t i = 0; i < s->n_runs && rc == 0; i++) {
        rc = put_run(&r, &s->runs[i], err);
        if (rc == ERR_NODATA && in->runs.n == 0) { /* of all, those count that state something */
            table_left_out(&t, "left out: %s", err->msg);
            rc = 0;
        }
    }
    if (rc == 0 && t.n_rows == 0)
        rc = ERR_NODATA;
    if (rc < 0)
        return rc;
    note_request(&r);
    *out = t;
    return 0;
}

static const char *const parts[] = { "scores", "bins", NULL };
static const char *const binnings[] = { "width", "size", NULL };

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_calibration_options, stated, "stated", "WHAT",
           "token-mean or sequence (log-probs), judge-correctness, judge-compilability, "
           "judge-speed, or extra:FIELD of an import"),
    OPTION(struct table_calibration_options, scale, "scale", "X",
           "stated numbers are divided by X: 100 for percentages"),
    OPTION(struct table_calibration_options, event, "event", "WHAT", "correct, compiled or fast"),
    OPTION(struct table_calibration_options, part, "table", "NAME", "scores or bins",
           .choices = parts),
    OPTION(struct table_calibration_options, n_bins, "bins", "N", "reliability bins"),
    OPTION(
        struct table_calibration_options, edges, "edges", "WHICH",
        "of equal width: high: (low, high] and 0. low: [low, high) and 1. high-only: 0 in no bin",
        .choices = edge_names),
    OPTION(struct table_calibration_options, binning, "binning", "HOW",
           "bins of equal width or size", .choices = binnings),
    TABLE_BASELINE_OPTIONS,
    TABLE_RULE_OPTIONS(struct table_calibration_options),
    TABLE_RESAMPLE_OPTIONS(struct table_calibration_options),
};

const struct table_kind table_calibration = {
    .command = "analyze calibration",
    .summary = "do stated chances come true: ECE, Brier score, AUROC, reliability bins",
    .usage = "rollbook analyze calibration [--run NAME[,NAME]] [--stated WHAT] [options]",
    .examples = "  rollbook analyze calibration --run bon-42\n  rollbook analyze calibration --run "
                "theirs --stated extra:confidence \\\n      --table bins --binning size --json\n",
    .shapes = { &scores_shape, &bins_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_calibration_options){ STANDARD_calibration },
                 sizeof(struct table_calibration_options) },
    .make = make,
};
