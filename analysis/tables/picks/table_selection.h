/* table_selection.h - rules that pick one of a task's samples, against random choice. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_SELECTION_H
#define ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_SELECTION_H

#include "analysis/tables/table_common.h"

enum selection_part {
    SELECTION_RULES,
    SELECTION_BUDGET,
    SELECTION_APPLICABILITY,
    SELECTION_CALIBRATION,
    SELECTION_CORRELATION
};

struct table_selection_options {
    int step;
    const char *rules;   /* comma list, or all; NULL: the five of every table */
    const char *against; /* the rule that the others are compared with; NULL: random choice */
    enum selection_part part;
    bool more;              /* the wider SELECTION_RULES, even without rules */
    int64_t m;              /* samples for rules of m, and last m of the budget */
    double tail;            /* of tokens, for the tail mean */
    double length_exponent; /* length-normalised: sum / tokens^A */
    const char *identity;   /* a level of code_set.h */
    int64_t n_quantiles;    /* of surprisal, for the calibration */
    double near;            /* nats a token: log-probs with an sd up to this are nearly identical */
    bool skip_degenerate;   /* leave out cells where no rule can differ */
    struct speed_rule rule;
    struct table_resample resample;
};
#define STANDARD_selection                                                                         \
    .m = 3, .tail = 0.25, .length_exponent = 1, .identity = "bytes", .n_quantiles = 4,             \
    .near = 0.01, .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_selection;

#endif
