/*
 * table_advantages.h - what other estimators would have given the rollouts of a run.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_ADVANTAGES_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_ADVANTAGES_H

#include "analysis/tables/table_common.h"

enum advantages_part { ADVANTAGES_SUMMARY, ADVANTAGES_ROLLOUTS };

struct table_advantages_options {
    enum advantages_part part;
    const char *recipe; /* of the reward; NULL: the one that was used, else stored, else speedup */
    const char *estimator; /* only this one; NULL: all */
    double epsilon;        /* of grpo */
    double gamma;          /* of returns */
};
#define STANDARD_advantages .epsilon = 1e-6, .gamma = 1.0

extern const struct table_kind table_advantages;

#endif
