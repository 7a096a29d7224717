/*
 * reward.h - reward recipes (pure).
 *
 * A recipe turns one step's stored results into rewards, in the order (task, sample), at any time.
 * A new recipe is one function and one row in reward.c.
 */
#ifndef ROLLBOOK_RESCORE_REWARD_H
#define ROLLBOOK_RESCORE_REWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct reward_input {
    size_t task;
    bool compiled;
    bool correct;
    double speedup;   /* baseline / candidate; NaN unless correct and timed */
    double own_share; /* of device time; NaN: no profiler */
    double judge;     /* mean; NaN: none */
    double tokens;    /* of the answer; NaN: not known */
    bool truncated, cheat;
};

/*
 * The composite recipe:
 *   a [compiled] + b [correct] + c S [correct] + lambda judge + w coverage [correct]
 *   - length tokens / 1000 - truncated [answer was cut] - cheat [refused as a cheat]
 * S is min(speedup, r_max), 0 below lower.  Not compiled is not correct, not correct has no speed,
 * and a term whose number is not known is 0.  r_max = 3 and lambda = 0.5 with the mean of
 * correctness, compilability and speed are of a study of GRPO and SFT on KernelBench level 1
 * (Stanford); a, b and c are our choice, 1; the others are 0 unless given.  KernelGYM's
 * profile-based reward is composite:a=0,b=0.5,c=0.5,w=0.5,lambda=0.
 */
struct reward_params {
    double a, b, c, r_max, lambda;
    double w, lower, length, truncated, cheat;
};

#define REWARD_HISTORY 32

/* Last correct speedups of every task, oldest first, over all steps. */
struct reward_history {
    size_t n_tasks;
    size_t *counts;                     /* n_tasks, each at most REWARD_HISTORY */
    double (*speedups)[REWARD_HISTORY]; /* n_tasks */
    double *medians; /* that divided a sample's speedup; where there was none nothing is written.
                      * NULL: not asked for */
};

struct reward_recipe {
    const char *name;
    const char *summary;
    bool has_params;
    /* Fills out[0..n), and medians where there are; extends the history in input order. */
    void (*compute)(const struct reward_input *in, size_t n, const struct reward_params *params,
                    struct reward_history *history, double *out);
};

/* "speedup", or "composite:lambda=0,r_max=4" with other numbers.  ERR_USAGE. */
int reward_parse(const char *text, const struct reward_recipe **out, struct reward_params *params,
                 struct err *err);
/* A right candidate that could not be timed has no reward by it. */
bool reward_needs_time(const struct reward_recipe *recipe, const struct reward_params *params);
void reward_history_add(struct reward_history *h, size_t task, double speedup);

/* The noise control permutes a step's rewards (Fisher-Yates). */
void reward_shuffle(double *rewards, size_t n, uint64_t seed, int step);

#endif
