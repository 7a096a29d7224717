/*
 * selection.h - the selection rules over the (run, task) cells of some runs.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECTION_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/select/select_kernels.h"
#include "analysis/select/select_pool.h"
#include "analysis/stat/stat_interval.h"
#include "analysis/study/study.h"

struct arena;
struct err;

/*
 * Pick one correct sample of a task without knowing the others' speed.
 *
 * Ties stay: numbers are exact expectations over a uniform choice among the tied.
 */

/* First rows of select_strategies (select_pool.h). */
enum select_rule {
    SELECT_BEST,   /* fastest: the oracle */
    SELECT_RANDOM, /* any correct one */
    SELECT_CONFIDENCE,
    SELECT_SURPRISAL,
    SELECT_SURPRISAL_TOP3 /* fastest of the three lowest */
};
#define SELECT_RULE_COUNT 5

/* Samples evaluated in a cell; 0: all (oracle). */
size_t select_rule_width(enum select_rule rule);
const char *select_rule_name(enum select_rule rule); /* "best-correct", ... */
bool select_rule_needs_logprob(enum select_rule rule);

/* Correct and timed. */
struct select_candidate {
    double speedup;
    double mean_logprob;
};

struct select_pick {
    bool defined; /* there are candidates, with the log-prob the rule needs */
    double fast;
    double speedup;
    double log_speedup; /* expected, natural */
    size_t n_tied;      /* on the deciding place; 1: no tie */
};

struct select_pick select_apply(enum select_rule rule, const struct select_candidate *c, size_t n,
                                struct speed_rule speed, struct arena *arena);

/* The rules over the cells of some runs. */

struct selection_cell {
    size_t run;
    size_t task;
    size_t n_samples;
    size_t n_correct; /* candidates: correct and timed */
    size_t n_fast;
    bool has_logprob;                            /* some sample, correct or not */
    struct select_kernels kernels;               /* of candidates; m is not filled */
    struct select_pick picks[SELECT_RULE_COUNT]; /* by enum select_rule */
};

struct selection_row {
    enum select_rule rule;
    size_t n_cells;
    size_t n_picked;    /* with a pick; others fail */
    size_t n_undefined; /* left out: no log-probs for the rule */
    size_t n_tied;      /* decided among several */
    double count;       /* expected cells with a fast pick */
    double fast;
    struct interval ci; /* select_task_interval */
    enum interval_kind interval;
    bool kernels_repeat;    /* p: larger of two nulls (select_kernels.h) */
    double mean_speedup;    /* over picked cells */
    double geomean_speedup; /* exp of the mean log */
    size_t m;               /* evaluated in a cell; 0: all */
    double p_random;     /* exact P(one random pick finds as many or more); NaN for random and rules
                            that evaluate several */
    double random_count; /* expected under random, same cells */
    double p_random_m;   /* against m random picks; NaN for random and oracle */
    double random_m_count;
};

struct selection {
    size_t n_cells;
    struct selection_cell *cells;                 /* by run, then task */
    struct selection_row rows[SELECT_RULE_COUNT]; /* by enum select_rule */
    size_t n_untimed;                             /* correct without a speedup */
    bool kernels_repeat;                          /* in a cell or task */
};

/* Where nothing is correct a rule fails, unless it needs log-probs and no sample has one: then its
 * picks are unknown. */
bool selection_applies(const struct selection_cell *c, enum select_rule rule);

/* step: study.h; details by rollout, NULL: every kernel is its own.  ERR_NODATA without a
 * sample. */
int selection_table(const struct select_of *of, const struct run_set *set, double level,
                    struct arena *arena, struct selection *out, struct err *err);

#endif
