/*
 * select_against.h - one selection rule against another, paired within (run, task) cells.
 *
 * A cell gives each rule the chance that its pick is fast; a cell without a candidate fails both,
 * and one whose samples lack what either rule needs is left out.  Cells of a task are averaged, and
 * the task is the unit.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_AGAINST_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_AGAINST_H

#include "analysis/resample/stat_permutation.h"
#include "analysis/select/select_study.h"
#include "analysis/stat/stat_crossed.h"

struct select_against {
    const struct select_strategy *rule, *against;
    size_t n_cells, n_tasks, n_runs;
    size_t n_undefined; /* cells left out */
    double fast[2];     /* of the rule and of the other: mean over tasks */
    double difference;
    double cohens_h;
    double sd_runs[2]; /* of the runs' values, n - 1; NaN for one run */
    /* For tasks like these, of shares; never excludes 0 where sign flips cannot reject. */
    struct interval these_runs; /* Student's t over tasks */
    struct interval new_runs;   /* stat_crossed.h; NaN for one run */
    struct stat_sign_flip flip; /* over tasks, these runs; p NaN without a task */
    double p_new_runs;          /* at least that of the sign flips; NaN for one run */
};

/* Standard deviation over runs of the rule's share of fast cells, n - 1; NaN for one run. */
double select_sd_runs(const struct select_pool *pool, const struct select_strategy *rule,
                      const struct select_options *o);
void select_against_of(const struct select_pool *pool, const struct select_strategy *rule,
                       const struct select_strategy *against, const struct select_options *o,
                       uint64_t seed, struct select_against *out);

#endif
