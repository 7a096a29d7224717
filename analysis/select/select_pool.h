/*
 * select_pool.h - samples for a selection study: per (run, task) cell, with every measure of rules.
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_SELECT_POOL_H
#define ROLLBOOK_ANALYSIS_SELECT_SELECT_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/study/study.h"

struct arena;
struct err;

/* One a rollout, not in the study. */
struct select_detail {
    double tail_logprob; /* mean of a sample's lowest; NaN: unknown */
    double min_logprob;
    int64_t code;  /* equal for equal code at the level; 0: unknown */
    int64_t bytes; /* of code; -1: unknown */
};

/* Of the ceil(share * n) lowest values, at least one; NaN for n = 0.  Sorts x. */
double select_tail_mean(double *x, size_t n, double share);

enum select_measure {
    MEASURE_SPEEDUP, /* for the oracle */
    MEASURE_NONE,    /* equal for all */
    MEASURE_MEAN,    /* log-probs: mean over tokens */
    MEASURE_SUM,
    MEASURE_NORMALISED, /* sum / tokens^exponent */
    MEASURE_TAIL,
    MEASURE_MIN,
    MEASURE_TWINS, /* domain's samples with equal code */
    MEASURE_BYTES,
    MEASURE_TOKENS,
    MEASURE_ORDER /* step, then sample */
};
#define MEASURE_COUNT 11

struct select_sample {
    bool correct;                   /* and timed */
    double speedup;                 /* 0 unless correct */
    int64_t code;                   /* 0: unknown */
    double measures[MEASURE_COUNT]; /* NaN: unknown; the rules fill MEASURE_TWINS */
};

struct select_facts {
    const struct study *study;
    const struct select_detail *details;
    double length_exponent;
};

/*
 * What a pool or table is made of: step as in study.h; details by rollout, NULL: every kernel is
 * its own.  A table needs no more than the codes, and may have one run's rollouts at a time: see
 * brings a run's rollouts and codes.
 */
struct select_of {
    int step;
    struct speed_rule rule;
    const struct select_detail *details;
    const int64_t *codes; /* selection_table: by rollout, before details */
    int (*see)(void *context, size_t run,
               struct err *err); /* selection_table; NULL: all are there */
    void *context;
};

struct select_cell {
    size_t run, task;
    size_t n;
    size_t n_correct;
    size_t n_fast;
    const struct select_sample *samples; /* NULL: made when asked for */
    const struct select_facts *source;
    const struct study_cell *from;
    int step;               /* or STEP_ALL */
    size_t n_distinct;      /* codes of correct samples; 0: unknown */
    size_t n_distinct_lp;   /* mean log-probs of correct samples */
    double sd_logprob;      /* of those; NaN below two */
    const char *degenerate; /* why no rule can differ from random, or NULL */
};

struct select_pool {
    const struct study *study;
    size_t n_cells;
    struct select_cell *cells; /* by run, then task; none is empty */
    size_t n_untimed;          /* correct without a speedup: failures */
};

/* In the arena unless the cell has them. */
const struct select_sample *select_cell_samples(const struct select_cell *c, struct arena *arena);

/* details may be NULL; they and the study outlive the pool.  step: study.h.  ERR_NODATA without a
 * cell. */
int select_pool_build(const struct select_of *of, const struct run_set *set, double length_exponent,
                      struct arena *arena, struct select_pool *out, struct err *err);

/*
 * The rules of selection: what each ranks by, and how many it evaluates.
 */

enum select_width { WIDTH_ONE, WIDTH_THREE, WIDTH_M, WIDTH_ALL };

struct select_strategy {
    const char *name;
    const char *summary;
    enum select_measure measure;
    double sign; /* the lowest product with the measure comes first */
    enum select_width width;
    bool deployable;   /* domain "all" */
    const char *needs; /* what samples lack where it is undefined */
};

/* enum select_rule (selection.h) numbers the first five. */
const struct select_strategy *select_strategies(size_t *out_count);
const struct select_strategy *select_strategy_find(const char *name); /* NULL when unknown */
const char *select_domain_name(bool deployable);                      /* "all", "correct" */

/* Evaluated among n items. */
size_t select_width_of(const struct select_strategy *s, size_t m, size_t n);

#endif
