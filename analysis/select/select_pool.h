/*
 * select_pool.h - the samples of some runs as a selection study sees them: per (run, task) cell,
 * with every measure that a rule may rank by.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_POOL_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/study/study.h"

struct arena;
struct err;

/* What a study leaves out, one for each of its rollouts. */
struct select_detail {
    double tail_logprob; /* mean of the lowest log-probs of a sample; NaN when unknown */
    double min_logprob;  /* of its tokens */
    int64_t code;        /* equal for equal code at the level asked for; 0 when unknown */
    int64_t bytes;       /* of the answer's code; -1 when unknown */
};

/* Mean of the ceil(share * n) lowest values, at least one; NaN for n = 0.  Sorts x. */
double select_tail_mean(double *x, size_t n, double share);

enum select_measure {
    MEASURE_SPEEDUP,    /* what the oracle sees */
    MEASURE_NONE,       /* equal for all */
    MEASURE_MEAN,       /* log-probs: mean over tokens */
    MEASURE_SUM,        /* sum */
    MEASURE_NORMALISED, /* sum / tokens^exponent */
    MEASURE_TAIL,       /* mean of the lowest share */
    MEASURE_MIN,        /* lowest token */
    MEASURE_TWINS,      /* samples of the same domain with equal code */
    MEASURE_BYTES,
    MEASURE_TOKENS,
    MEASURE_ORDER /* step, then sample */
};
#define MEASURE_COUNT 11

struct select_sample {
    bool correct;                   /* and timed */
    double speedup;                 /* 0 unless correct */
    int64_t code;                   /* 0 when unknown */
    double measures[MEASURE_COUNT]; /* NaN when unknown; MEASURE_TWINS is filled by the rules */
};

/* Where the samples of cells come from. */
struct select_source {
    const struct study *study;
    const struct select_detail *details; /* may be NULL */
    double length_exponent;
};

struct select_cell {
    size_t run, task;
    size_t n;
    size_t n_correct;
    size_t n_fast;
    const struct select_sample *samples; /* NULL: made from the source when they are asked for */
    const struct select_source *source;
    const struct study_cell *from;
    int step; /* of the samples; STEP_ALL */
    /* Whether rules can differ here: */
    size_t n_distinct;      /* different codes among the correct; 0 when unknown */
    size_t n_distinct_lp;   /* different mean log-probs among the correct */
    double sd_logprob;      /* of the mean log-probs of the correct; NaN below two */
    const char *degenerate; /* why no rule can differ from random here, or NULL */
};

struct select_pool {
    const struct study *study;
    size_t n_cells;
    struct select_cell *cells; /* by run, then task; cells without a sample are not here */
    size_t n_untimed;          /* correct samples without a speedup: count as failures */
};

/* The n samples; in the arena unless the cell has them. */
const struct select_sample *select_cell_samples(const struct select_cell *c, struct arena *arena);

/* details may be NULL; they and the study outlive the pool.  step as in study.h.  ERR_NODATA
 * without a cell. */
int select_pool_build(const struct run_set *set, int step, struct speed_rule rule,
                      const struct select_detail *details, double length_exponent,
                      struct arena *arena, struct select_pool *out, struct err *err);

#endif
