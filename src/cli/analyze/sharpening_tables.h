/*
 * sharpening_tables.h - the tables of analyze sharpening.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_SHARPENING_TABLES_H
#define ROLLBOOK_CLI_ANALYZE_SHARPENING_TABLES_H

#include "src/cli/analyze/analyze_common.h"

struct sharpening {
    struct study s;
    struct analyze_resample resample;
    struct speed_rule rule;
    bool mean_nll;
    size_t n_adapted; /* runs before that of --scored */
    bool has_scored;
    size_t scored; /* run of the fixed samples */
};

/* Each fills t; the run's own trajectory: */
int sharpening_fill_trend(struct cli *cli, const struct sharpening *x, struct table *t,
                          struct err *err);
int sharpening_fill_patience(struct cli *cli, const struct sharpening *x, struct table *t,
                             struct err *err);
int sharpening_fill_peaks(struct cli *cli, const struct sharpening *x, struct table *t,
                          struct err *err);
/* Likelihoods of samples: */
int sharpening_fill_rho(struct cli *cli, const struct sharpening *x, struct table *t,
                        struct err *err);
int sharpening_fill_forecast(struct cli *cli, const struct sharpening *x, struct table *t,
                             struct err *err);

#endif
