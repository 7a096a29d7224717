/*
 * cheapest.h - what other ways to sample and evaluate would have found among stored rollouts, and
 * what they would have cost.
 *
 * Of the n rollouts of a cell every choice of B, in every order, is equally likely; expectations
 * are exact.  Stored verdicts and speedups are taken as what each stage would have seen: a wrong
 * kernel fails at the smallest case, and timings have no noise.
 *
 *   every     all B are compiled, tested, and timed in full where they are correct
 *   cascade   compile, then the smallest case, then a fast timing; the best fast kernel in full
 *   stop      the same one after the other, until a kernel is fast
 *   halving   a fast timing of every correct kernel; the better half again, twice as long, until
 *             one is left, which is timed in full where it is fast
 *   top       only the m most surprising ones (lowest mean log-prob) go through the cascade
 */
#ifndef ROLLBOOK_ANALYSIS_SELECT_CHEAPEST_H
#define ROLLBOOK_ANALYSIS_SELECT_CHEAPEST_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/study/study.h"

struct arena;

enum cheap_way { CHEAP_EVERY, CHEAP_CASCADE, CHEAP_STOP, CHEAP_HALVING, CHEAP_TOP };
#define CHEAP_WAYS 5
extern const char *const cheap_way_names[]; /* NULL-ended */

/* Of one rollout, in any one unit. */
struct cheap_costs {
    double sample, compile, tiny, fast, full;
};

struct cheap_rollout {
    bool compiled, correct, fast;
    double gain; /* ln max(1, speedup) */
    double key;  /* mean log-prob; NaN: unknown */
};

struct cheap_value {
    double found;   /* chance of a fast kernel; NaN: undefined, as the rest */
    double gain;    /* expected ln of the best speedup, the baseline included */
    double sampled; /* expected numbers */
    double timed;   /* fast or full, once each */
    double cost;
};

struct cheap_plan {
    enum cheap_way way;
    size_t budget;
    size_t m;     /* of CHEAP_TOP */
    bool no_gain; /* is not asked for, and NaN */
};
/* 1 <= budget <= n.  CHEAP_TOP is undefined where a key is unknown, and its gain where it would
 * take long: more than 10^6 pairs of different keys and gains. */
struct cheap_value cheap_of(const struct cheap_plan *plan, const struct cheap_rollout *x, size_t n,
                            const struct cheap_costs *costs, struct arena *work);

/* The rollouts of a cell at a step, or STEP_ALL; returns how many. */
size_t cheap_rollouts_of(const struct study *s, const struct study_cell *cell, int step,
                         struct speed_rule rule, struct cheap_rollout *out);

#endif
