/*
 * stat_resample.h - bootstrap of a mean of success rates over tasks, runs and samples.
 *
 * Samples of a cell (task, run) are exchangeable, so redrawing them is one binomial draw.  A
 * replicate is the mean over its tasks of (successes / samples) over the task's drawn runs.
 *
 *   STAT_RESAMPLE_SAMPLES       samples redrawn
 *   STAT_RESAMPLE_TASKS         tasks redrawn, then the samples of their runs
 *   STAT_RESAMPLE_HIERARCHICAL  tasks redrawn, then as many of each one's runs as it has, then
 *                               samples
 *   STAT_RESAMPLE_CROSSED       tasks and runs redrawn, a run for all tasks at once, then samples
 *
 * With one run a task the last three are the same.  A task drawn twice redraws its runs and samples
 * twice.  Random words come from the streams (seed, RNG_BOOTSTRAP, analysis, ...) by replicate for
 * tasks and runs, else by task and block of replicates, and sums are whole numbers: neither the
 * number of threads nor the order of rows shows.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_RESAMPLE_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"
#include "src/base/rng.h"

/*
 * Random draws and percentiles for resampling.
 *
 * Replicate r of analysis a uses the stream (seed, RNG_BOOTSTRAP, a, r) alone, whichever thread
 * computes it.
 */

struct arena;

#define STAT_BOOTSTRAP_REPLICATES 2000

/* Changing a number changes every printed interval. */
enum stat_analysis {
    STAT_ANALYSIS_SCALING = 1,
    STAT_ANALYSIS_EQUIVALENT_K = 2,
    STAT_ANALYSIS_COMPARE = 3,
    STAT_ANALYSIS_FASTP = 4,
    STAT_ANALYSIS_TRAJECTORY = 5,
    STAT_ANALYSIS_SHARPENING = 8,
    STAT_ANALYSIS_SWEEP = 20,
    STAT_ANALYSIS_HARDWARE = 21,
    STAT_ANALYSIS_CALIBRATION = 22,
    STAT_ANALYSIS_TRANSFER = 23,
    STAT_ANALYSIS_METHODS = 24,
    STAT_ANALYSIS_POWER = 25,
    STAT_ANALYSIS_SELECTION = 26
};

void stat_bootstrap_stream(struct rng *g, uint64_t seed, enum stat_analysis analysis,
                           uint64_t replicate);
int64_t stat_draw_binomial(struct rng *g, int64_t n, double p);

/* Central percentiles; sorts values.  NaN values are left out; NaN without others. */
struct interval stat_percentile_interval(double *values, size_t n, double level);

/*
 * A stream of random words, and draws made by the million.
 *
 * The words are rng_u32's, buffered.
 */

#define STAT_WORDS 256

struct stat_words {
    struct rng g;
    uint32_t words[STAT_WORDS];
    size_t at;
};

/* The stream (seed, RNG_BOOTSTRAP, analysis, b, c). */
void stat_words_open(struct stat_words *w, uint64_t seed, enum stat_analysis analysis, uint64_t b,
                     uint64_t c);
void stat_words_more(struct stat_words *w);

static inline uint32_t stat_word(struct stat_words *w)
{
    if (w->at == STAT_WORDS)
        stat_words_more(w);
    return w->words[w->at++];
}

/* [0, 1), 53 bits. */
static inline double stat_word_double(struct stat_words *w)
{
    uint64_t high = stat_word(w);
    return (double)((high << 32 | stat_word(w)) >> 11) * 0x1p-53;
}

/* [0, n), unbiased; n > 0. */
static inline uint32_t stat_word_below(struct stat_words *w, uint32_t n)
{
    for (;;) {
        uint64_t m = (uint64_t)stat_word(w) * n;
        if ((uint32_t)m >= n || (uint32_t)m >= (0u - n) % n)
            return (uint32_t)(m >> 32);
    }
}
/* By ziggurat. */
double stat_word_normal(struct stat_words *w);
/* Unit scale, shape > 0. */
double stat_word_gamma(struct stat_words *w, double shape);

/* Constants made once, for many draws of one gamma or beta distribution. */
struct stat_gamma {
    double shape;
    double d, c; /* of shapes from 1 on */
};
struct stat_beta {
    struct stat_gamma a, b;
};
struct stat_beta stat_beta_of(double a, double b);
double stat_word_beta_of(struct stat_words *w, const struct stat_beta *x);

/* How many of the marked ones are among `half` of n. */
struct stat_halving {
    int64_t n, marked, half;
    int64_t low;  /* fewer are less likely than a word can tell */
    size_t size;  /* of upto */
    double *upto; /* P(low + i or fewer); NULL: few, drawn one by one */
};
struct stat_halving stat_halving_of(int64_t n, int64_t marked, int64_t half, struct arena *arena);
int64_t stat_word_halving(struct stat_words *w, const struct stat_halving *x);

/* The bootstrap of a mean of success rates. */

enum stat_resample_scheme {
    STAT_RESAMPLE_HIERARCHICAL,
    STAT_RESAMPLE_CROSSED,
    STAT_RESAMPLE_TASKS,
    STAT_RESAMPLE_SAMPLES
};

/* Task t owns the cells first[t] .. first[t + 1), at least one, each with n > 0. */
struct stat_resample_input {
    size_t n_tasks;
    size_t n_runs;
    const size_t *first;
    const size_t *run;   /* by cell, below n_runs */
    const int64_t *n;    /* samples by cell, below 2^31 */
    const int64_t *hits; /* [cell * n_grid + k] */
    size_t n_grid;
};

struct stat_resample_options {
    enum stat_resample_scheme scheme;
    enum stat_analysis analysis;
    size_t replicates;
    uint64_t seed;
    int threads; /* 0: one a core */
};

/* out[k * replicates + r]; NaN: the replicate's runs have no sample of its tasks. */
void stat_resample(const struct stat_resample_input *in, const struct stat_resample_options *o,
                   double *out);

#endif
