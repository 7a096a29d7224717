/*
 * stat_words.h - a stream of random words, and draws made by the million.
 *
 * The words are rng_u32's, buffered.
 */
#ifndef ROLLBOOK_ANALYSIS_RESAMPLE_STAT_WORDS_H
#define ROLLBOOK_ANALYSIS_RESAMPLE_STAT_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/resample/stat_bootstrap.h"

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
double stat_word_beta(struct stat_words *w, double a, double b);

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

#endif
