/*
 * table_selection.h - the rules that pick one of a task's samples, against random choice.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_SELECTION_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_SELECTION_H

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
    const char *rules; /* names between commas, or all; NULL: the five that every table has */
    enum selection_part part;
    bool more;              /* of SELECTION_RULES the wider table, also without rules */
    int64_t m;              /* samples that the rules of m evaluate; last m of the budget */
    double tail;            /* share of the tokens, for the tail mean */
    double length_exponent; /* length-normalised: sum / tokens^A */
    const char *identity;   /* when code is the same: a level of code_set.h by name */
    int64_t n_quantiles;    /* of surprisal, for the calibration */
    bool skip_degenerate;   /* leave out cells where rules cannot differ */
    struct speed_rule rule;
    struct table_resample resample;
};
#define STANDARD_selection                                                                         \
    .m = 3, .tail = 0.25, .length_exponent = 1, .identity = "bytes", .n_quantiles = 4,             \
    .rule = STANDARD_RULE, .resample = STANDARD_RESAMPLE

extern const struct table_kind table_selection;

#endif
