/* selection_parts.h - tables of analyze selection beyond its rules. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_SELECTION_PARTS_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_SELECTION_PARTS_H

#include "analysis/select/select_study.h"
#include "analysis/tables/table_common.h"

struct selection_request {
    const struct select_pool *pool;
    const struct select_pool *in_sample; /* for --step boa */
    const struct study *study;
    struct select_options options;
    const struct select_strategy **rules;
    size_t n_rules;
    size_t identity;        /* level of code_set.h */
    double tail;            /* share of tokens */
    double length_exponent; /* of length-normalised surprisal */
    size_t n_quantiles;
    int threads; /* 0: one a core */
};

extern const struct table_shape selection_budget_shape, selection_applicability_shape,
    selection_calibration_shape, selection_correlation_shape;

#define ONE_TASK "one task: it says nothing of others"
#define NO_CELL  "no cell that the rule can be applied to"
#define NO_PICK  "no working pick"

/* Cells, and those where no rule can differ. */
void selection_note_pool(struct table *t, const struct selection_request *r);
void selection_note_identity(struct table *t, const struct selection_request *r);

int selection_fill_budget(const struct table_input *in, const struct selection_request *r,
                          struct table *t, struct err *err);
int selection_fill_applicability(const struct table_input *in, const struct selection_request *r,
                                 struct table *t, struct err *err);
int selection_fill_calibration(const struct table_input *in, const struct selection_request *r,
                               struct table *t, struct err *err);
int selection_fill_correlation(const struct table_input *in, const struct selection_request *r,
                               struct table *t, struct err *err);

#endif
