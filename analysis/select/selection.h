/*
 * selection.h - the selection rules over the (run, task) cells of some runs.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECTION_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECTION_H

#include "analysis/select/select_kernels.h"
#include "analysis/select/select_pool.h"
#include "analysis/select/select_rules.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct err;

struct selection_cell {
    size_t run;
    size_t task;
    size_t n_samples;
    size_t n_correct;                            /* correct and timed: the candidates */
    size_t n_fast;                               /* of the candidates */
    bool has_logprob;                            /* some sample has one, correct or not */
    struct select_kernels kernels;               /* of the candidates; n and m are not filled */
    struct select_pick picks[SELECT_RULE_COUNT]; /* by enum select_rule */
};

struct selection_row {
    enum select_rule rule;
    size_t n_cells;     /* denominator of fast */
    size_t n_picked;    /* cells with a pick; the others count as failures */
    size_t n_undefined; /* cells without the log-probs that the rule needs: left out of n_cells */
    size_t n_tied;      /* cells whose pick was decided among several */
    double count;       /* expected number of cells with a fast pick */
    double fast;        /* count / n_cells */
    struct interval ci; /* of fast, by select_task_interval */
    enum interval_kind interval;
    bool kernels_repeat;    /* p are the larger of two nulls (select_kernels.h) */
    double mean_speedup;    /* over picked cells */
    double geomean_speedup; /* exp of the mean log over picked cells */
    size_t m;               /* samples that the rule evaluates in a cell; 0: all of them */
    double p_random;        /* P(random picks of one give at least as many fast ones), exact; NaN
                               for random, and for rules that evaluate several */
    double random_count;    /* expected number under random, on the same cells */
    double p_random_m;      /* against random picks of m; NaN for random and for the oracle */
    double random_m_count;  /* expected number under it */
};

struct selection {
    size_t n_cells;
    struct selection_cell *cells;                 /* by run, then task */
    struct selection_row rows[SELECT_RULE_COUNT]; /* by enum select_rule */
    size_t n_untimed; /* correct samples without a speedup: no candidates */
};

/* Whether the rule can be asked of a cell.  Where nothing is correct it fails, unless it needs
 * log-probs and no sample has one: then what it would have picked elsewhere is unknown too. */
bool selection_applies(const struct selection_cell *c, enum select_rule rule);

/* step as in study.h; details by rollout of the study, NULL: every kernel counts as its own.
 * ERR_NODATA without any cell with samples. */
int selection_table(const struct run_set *set, int step, struct speed_rule rule, double level,
                    const struct select_detail *details, struct arena *arena, struct selection *out,
                    struct err *err);

#endif
