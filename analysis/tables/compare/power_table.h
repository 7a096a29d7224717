/* power_table.h - what a study can find, before anything is spent on it. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_POWER_TABLE_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_POWER_TABLE_H

#include "analysis/tables/table_common.h"

struct study_declaration;

/* Rates without the effect: of stored runs (input.runs), or assumed. */
struct power_request {
    const struct study_declaration *declared;
    double mean, sd;     /* of a beta distribution, without runs */
    const char *effects; /* "0.05,0.1": gains as shares of rollouts */
    int64_t replicates;
    int64_t seed;
};

int power_table_fill(const struct table_input *in, const struct power_request *r, struct table *out,
                     struct err *err);

#endif
