#include "analysis/tables/compare/table_sharpening.h"

#include "analysis/tables/compare/sharpening_tables.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static const char *const parts[] = { "trend", "patience", "peaks", "rho", "forecast", NULL };
static const char *const nlls[] = { "mean", "sum", NULL };

/* By enum sharpening_part. */
static int (*const fills[])(const struct table_input *in, const struct sharpening *x,
                            struct table *t, struct err *err) = {
    sharpening_fill_trend, sharpening_fill_patience, sharpening_fill_peaks,
    sharpening_fill_rho,   sharpening_fill_forecast,
};

/* Last comes the run of fixed samples. */
static int load_runs(const struct table_input *in, const char *scored, struct sharpening *x,
                     struct err *err)
{
    int rc = tables_study_against(in, &x->s, err);
    if (rc < 0)
        return rc;
    x->n_adapted = x->scored = x->s->n_runs;
    x->has_scored = scored != NULL;
    if (x->has_scored) {
        const char **all = arena_array(in->arena, x->n_adapted + 1, sizeof(*all));
        for (size_t i = 0; i < x->n_adapted; i++)
            all[i] = x->s->runs[i].name;
        all[x->n_adapted] = scored;
        rc = tables_load_against(in, all, x->n_adapted + 1, &x->s, err);
    }
    return rc < 0 ? rc : tables_need_all_speedups(x->s, err);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_sharpening_options *o = options;
    struct sharpening x = { .rule = o->rule, .mean_nll = o->nll == SHARPENING_NLL_MEAN };
    struct table t;
    int rc = tables_resampling(&o->resample, &x.resample, err);
    if (rc == 0)
        rc = load_runs(in, o->scored, &x, err);
    if (rc == 0)
        rc = fills[o->part](in, &x, &t, err);
    if (rc < 0)
        return rc;
    tables_note_rule(&t, x.rule);
    tables_note_runs(&t, x.s);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_sharpening_options, part, "table", "NAME",
           "trend, patience, peaks, rho or forecast", .choices = parts),
    OPTION(struct table_sharpening_options, scored, "scored", "RUN",
           "rho, forecast: the run whose samples run score scored"),
    OPTION(struct table_sharpening_options, nll, "nll", "KIND",
           "negative log-likelihood: mean or sum over tokens", .choices = nlls),
    TABLE_BASELINE_OPTIONS,
    TABLE_RULE_OPTIONS(struct table_sharpening_options),
    TABLE_RESAMPLE_OPTIONS(struct table_sharpening_options),
};

const struct table_kind table_sharpening = {
    .command = "analyze sharpening",
    .summary = "trend tests of an adaptation, likelihood against speedup, off-policy forecast",
    .usage = "rollbook analyze sharpening [--run NAME[,NAME]] [--scored RUN] [options]",
    .examples = "  rollbook analyze sharpening --run ttt-42\n"
                "  rollbook analyze sharpening --run ttt-42 --table rho\n"
                "  rollbook analyze sharpening --run ttt-42 --scored bon-42 --table forecast\n",
    .shapes = { &sharpening_trend_shape, &sharpening_patience_shape, &sharpening_peaks_shape,
                &sharpening_rho_shape, &sharpening_forecast_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_sharpening_options){ STANDARD_sharpening },
                 sizeof(struct table_sharpening_options) },
    .make = make,
};
