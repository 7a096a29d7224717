/*
 * cmd_analyze_calibration.c - analyze calibration: do stated chances come true.
 */
#include <math.h>
#include <string.h>

#include "analysis/load/load_baseline.h"
#include "analysis/load/load_confidence.h"
#include "analysis/resample/stat_calibration.h"
#include "analysis/study/baseline_table.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/analyze/analyze_common.h"
#include "src/cli/analyze/calibration_scores.h"

#define BINS_MOST 1000

static const struct table_column score_columns[] = {
    { "run", 0 }, { "event", 0 }, { "confidence", 0 }, CALIBRATION_SCORE_COLUMNS
};

static const struct table_column bin_columns[] = {
    { "run", 0 },    { "event", 0 },   { "confidence", 0 },      { "bin", 0 },     { "low", 4 },
    { "high", 4 },   { "n", 0 },       { "mean_confidence", 4 }, { "n_event", 0 }, { "rate", 4 },
    { "ci_low", 4 }, { "ci_high", 4 }, { "interval", 0 },        { "gap", 4 },
};

/* By enum stat_edges. */
static const struct {
    const char *name;
    const char *meaning;
} edges[] = {
    [STAT_EDGES_HIGH] = { "high", "(low, high], the first holds 0 as well" },
    [STAT_EDGES_LOW] = { "low", "[low, high), the last holds 1 as well" },
    [STAT_EDGES_HIGH_ONLY] = { "high-only", "(low, high]; a confidence of 0 is in none and adds "
                                            "nothing to ece" },
};

struct request {
    struct cli *cli;
    struct table *table;
    struct confidence_request what;
    struct stat_calibration_options options;
    bool bins;
};

static struct cell *put_name(const struct request *r, const char *run)
{
    struct cell *c = table_row(r->table);
    c[0] = cell_text(r->table, run);
    c[1] = cell_text(r->table, opt_text(r->cli, "event"));
    c[2] = cell_text(r->table, opt_text(r->cli, "stated"));
    return c;
}

static void put_bins(const struct request *r, const char *run,
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

static void note_request(const struct request *r)
{
    struct table *t = r->table;
    table_note(t, "confidence %s, event %s; samples: the last scored turn of each, all steps",
               opt_text(r->cli, "stated"), opt_text(r->cli, "event"));
    if (r->what.event == EVENT_FAST)
        tables_note_rule(t, r->what.rule);
    if (r->options.by_size)
        table_note(t, "%zu bins of equal size by mid-rank, equal confidences together",
                   r->options.n_bins);
    else
        table_note(t, "%zu bins of equal width: %s", r->options.n_bins,
                   edges[r->options.edges].meaning);
    if (r->bins)
        table_note(t,
                   "interval: %g %% Wilson over samples; samples of one task are not "
                   "independent",
                   100.0 * r->options.level);
    else
        calibration_note_scores(t, &r->options);
}

static int put_run(struct request *r, const struct study_run *run, struct err *err)
{
    struct cli *cli = r->cli;
    struct baseline_table b;
    struct confidence_set set;
    const char *baseline = opt_text(cli, "baseline");
    int rc = 0;
    if (baseline != NULL)
        rc = load_baseline(cli->db, baseline, opt_text(cli, "baseline-hardware"), run->device,
                           cli->arena, &b, err);
    r->what.baseline = baseline == NULL ? NULL : &b;
    if (rc == 0)
        rc = load_confidence(cli->db, run->name, &r->what, cli->arena, &set, err);
    if (rc == 0 && set.n == 0)
        rc = err_set(err, ERR_NODATA, "run %s: none of %zu scored samples states %s", run->name,
                     set.n_missing, opt_text(cli, "stated"));
    if (rc < 0)
        return rc;
    struct stat_calibration_bin *bins = arena_array(cli->arena, r->options.n_bins, sizeof(*bins));
    struct stat_calibration x = stat_calibrate(set.items, set.n, &r->options, bins);
    if (r->bins)
        put_bins(r, run->name, bins);
    else
        calibration_put_scores(
            r->table,
            (const char *[]){ run->name, opt_text(cli, "event"), opt_text(cli, "stated") }, &x);
    table_note(r->table,
               "run %s: %zu samples of %zu tasks; %zu scored ones state nothing and are "
               "left out",
               run->name, x.n, x.n_clusters, set.n_missing);
    if (baseline != NULL)
        tables_note_hardware(r->table, &b, run);
    return 0;
}

static int read_names(struct request *r, struct err *err)
{
    struct cli *cli = r->cli;
    const char *table = opt_text(cli, "table");
    const char *binning = opt_text(cli, "binning");
    if (!confidence_source_parse(opt_text(cli, "stated"), &r->what.source, &r->what.field))
        return err_set(err, ERR_USAGE,
                       "--stated: '%s' is none of token-mean, sequence, judge-correctness, "
                       "judge-compilability, judge-speed, extra:FIELD",
                       opt_text(cli, "stated"));
    if (!confidence_event_parse(opt_text(cli, "event"), &r->what.event))
        return err_set(err, ERR_USAGE, "--event: '%s' is none of correct, compiled, fast",
                       opt_text(cli, "event"));
    r->bins = strcmp(table, "bins") == 0;
    if (!r->bins && strcmp(table, "scores") != 0)
        return err_set(err, ERR_USAGE, "--table: '%s' is neither scores nor bins", table);
    size_t edge = 0;
    while (edge < ARRAY_LEN(edges) && strcmp(edges[edge].name, opt_text(cli, "edges")) != 0)
        edge++;
    if (edge == ARRAY_LEN(edges))
        return err_set(err, ERR_USAGE, "--edges: '%s' is none of high, low, high-only",
                       opt_text(cli, "edges"));
    r->options.edges = (enum stat_edges)edge;
    r->options.by_size = strcmp(binning, "size") == 0;
    if (!r->options.by_size && strcmp(binning, "width") != 0)
        return err_set(err, ERR_USAGE, "--binning: '%s' is neither width nor size", binning);
    return 0;
}

static int read_request(struct request *r, struct err *err)
{
    struct cli *cli = r->cli;
    struct analyze_resample resample = { 0 };
    int64_t bins = opt_int(cli, "bins");
    int rc = analyze_resample(cli, &resample, err);
    if (rc == 0)
        rc = read_names(r, err);
    if (rc < 0)
        return rc;
    r->what.scale = opt_real(cli, "scale");
    r->what.rule = analyze_rule(cli);
    r->options.n_bins = (size_t)bins;
    r->options.level = resample.level;
    r->options.replicates = resample.replicates;
    r->options.seed = resample.seed;
    if (bins < 1 || bins > BINS_MOST)
        return err_set(err, ERR_USAGE, "--bins is 1 to %d", BINS_MOST);
    if (!(r->what.scale > 0.0) || !isfinite(r->what.scale))
        return err_set(err, ERR_USAGE, "--scale is a number above 0");
    return 0;
}

static int run_calibration(struct cli *cli, struct err *err)
{
    struct study s;
    struct table t;
    struct request r = { .cli = cli, .table = &t };
    int rc = read_request(&r, err);
    if (rc == 0)
        rc = analyze_load(cli, &s, err);
    if (rc < 0)
        return rc;
    if (r.bins)
        table_init(&t, cli->arena, "rollbook.analyze.calibration.bins/1", bin_columns,
                   ARRAY_LEN(bin_columns));
    else
        table_init(&t, cli->arena, "rollbook.analyze.calibration/1", score_columns,
                   ARRAY_LEN(score_columns));
    for (size_t i = 0; i < s.n_runs && rc == 0; i++)
        rc = put_run(&r, &s.runs[i], err);
    if (rc < 0)
        return rc;
    note_request(&r);
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt options[] = {
    ANALYZE_RUN_OPTIONS,
    { "stated", 0, OPT_TEXT, "WHAT", "token-mean",
      "token-mean or sequence (log-probs), judge-correctness, judge-compilability, judge-speed, or "
      "extra:FIELD of an import" },
    { "scale", 0, OPT_REAL, "X", "1", "stated numbers are divided by X: 100 for percentages" },
    { "event", 0, OPT_TEXT, "WHAT", "correct", "correct, compiled or fast" },
    { "table", 0, OPT_TEXT, "NAME", "scores", "scores or bins" },
    { "bins", 0, OPT_INT, "N", "10", "reliability bins" },
    { "edges", 0, OPT_TEXT, "WHICH", "high",
      "of equal width: high: (low, high] and 0; low: [low, high) and 1; high-only: 0 in no bin" },
    { "binning", 0, OPT_TEXT, "HOW", "width", "bins of equal width or size" },
    ANALYZE_BASELINE_OPTIONS,
    ANALYZE_RULE_OPTIONS,
    ANALYZE_RESAMPLE_OPTIONS,
};

const struct command cmd_analyze_calibration = {
    .name = "analyze calibration",
    .summary = "do stated chances come true: ECE, Brier score, AUROC, reliability bins",
    .usage = "rollbook analyze calibration [--run NAME[,NAME]] [--stated WHAT] [options]",
    .examples = "  rollbook analyze calibration --run bon-42\n"
                "  rollbook analyze calibration --run theirs --stated extra:confidence \\\n"
                "      --table bins --binning size --json\n",
    .flags = CMD_READS,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_calibration,
};
