/*
 * cmd_analyze_sharpening.c - analyze sharpening: trend of an adaptation, certainty against speed,
 * and what the adapted policies would do with fixed samples.
 */
#include <math.h>
#include <string.h>

#include "analysis/load/load_study.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/analyze/sharpening_tables.h"

struct sharpening_table {
    const char *name;
    int (*fill)(struct cli *cli, const struct sharpening *x, struct table *t, struct err *err);
};

static const struct sharpening_table tables[] = {
    { "trend", sharpening_fill_trend },       { "patience", sharpening_fill_patience },
    { "peaks", sharpening_fill_peaks },       { "rho", sharpening_fill_rho },
    { "forecast", sharpening_fill_forecast },
};

static const struct sharpening_table *find_table(const char *name, struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        if (strcmp(tables[i].name, name) == 0)
            return &tables[i];
    }
    err_set(err, ERR_USAGE, "--table: '%s' is none of trend, patience, peaks, rho, forecast", name);
    return NULL;
}

/* The adapted runs and, last, the one whose samples are fixed. */
static int load_runs(struct cli *cli, struct sharpening *x, struct err *err)
{
    const char *const *names = NULL;
    const char *scored = opt_text(cli, "scored");
    int rc = analyze_run_names_or_all(cli, &names, &x->n_adapted, err);
    if (rc < 0)
        return rc;
    const char **all = arena_array(cli->arena, x->n_adapted + 1, sizeof(*all));
    for (size_t i = 0; i < x->n_adapted; i++)
        all[i] = names[i];
    all[x->n_adapted] = scored;
    x->has_scored = scored != NULL;
    x->scored = x->n_adapted;
    rc = load_study(cli->db, all, x->n_adapted + (x->has_scored ? 1 : 0), cli->arena, &x->s, err);
    if (rc == 0)
        rc = analyze_rebase(cli, &x->s, err);
    for (size_t i = 0; rc == 0 && i < x->s.n_runs; i++)
        rc = analyze_need_speedups(&x->s, i, err);
    return rc;
}

static int read_nll(struct cli *cli, struct sharpening *x, struct err *err)
{
    const char *text = opt_text(cli, "nll");
    x->mean_nll = strcmp(text, "mean") == 0;
    if (!x->mean_nll && strcmp(text, "sum") != 0)
        return err_set(err, ERR_USAGE, "--nll: '%s' is neither mean nor sum", text);
    return 0;
}

static int run_sharpening(struct cli *cli, struct err *err)
{
    struct sharpening x = { .rule = analyze_rule(cli) };
    struct table t;
    const struct sharpening_table *table = find_table(opt_text(cli, "table"), err);
    int rc = table == NULL ? ERR_USAGE : read_nll(cli, &x, err);
    if (rc == 0)
        rc = analyze_resample(cli, &x.resample, err);
    if (rc == 0)
        rc = load_runs(cli, &x, err);
    if (rc == 0)
        rc = table->fill(cli, &x, &t, err);
    if (rc < 0)
        return rc;
    analyze_note_rule(&t, x.rule);
    analyze_note_runs(&t, &x.s);
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt sharpening_options[] = {
    ANALYZE_RUN_OPTIONS,
    { "table", 0, OPT_TEXT, "NAME", "trend", "trend, patience, peaks, rho or forecast" },
    { "scored", 0, OPT_TEXT, "RUN", NULL, "rho, forecast: the run whose samples run score scored" },
    { "nll", 0, OPT_TEXT, "KIND", "mean", "negative log-likelihood: mean or sum over tokens" },
    ANALYZE_BASELINE_OPTIONS,
    ANALYZE_RULE_OPTIONS,
    ANALYZE_RESAMPLE_OPTIONS,
};

const struct command cmd_analyze_sharpening = {
    .name = "analyze sharpening",
    .summary = "trend tests of an adaptation, likelihood against speedup, off-policy forecast",
    .usage = "rollbook analyze sharpening [--run NAME[,NAME]] [--scored RUN] [options]",
    .examples = "  rollbook analyze sharpening --run ttt-42\n"
                "  rollbook analyze sharpening --run ttt-42 --table rho\n"
                "  rollbook analyze sharpening --run ttt-42 --scored bon-42 --table forecast\n",
    .flags = CMD_READS,
    .options = sharpening_options,
    .n_options = ARRAY_LEN(sharpening_options),
    .run = run_sharpening,
};
