/*
 * table_cost.h - rollouts, tokens, seconds, and dollars under a price file.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_COST_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_COST_H

#include "analysis/tables/table_common.h"

struct table_cost_options {
    const char *prices; /* JSON file; NULL: no dollars */
    bool by_step;
};
#define STANDARD_cost .prices = NULL

extern const struct table_kind table_cost;

enum cost_unit { COST_ROLLOUTS, COST_TOKENS, COST_SECONDS, COST_DOLLARS };
extern const char *const cost_unit_names[]; /* NULL-ended */
/* What a rollout of each run costs on average, adaptation included; seconds are of evaluating.
 * ERR_NODATA names a run of which it is not known. */
int table_cost_each(const struct table_input *in, const char *const *names, size_t n,
                    enum cost_unit unit, const char *prices, double *out, struct err *err);

#endif
