/*
 * stat_logprob.h - how surprising a text was to the model that wrote it.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_LOGPROB_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_LOGPROB_H

#include <stddef.h>

/* At or below this a number stands for "no log-prob here". */
#define STAT_LOGPROB_SENTINEL (-9999.0)

struct stat_logprob {
    size_t n_tokens, n_unknown; /* unknown: NaN, infinite or a sentinel; in no statistic */
    size_t n_below;             /* log-prob < threshold */
    double mean, min;           /* natural log; NaN without a known token */
    double perplexity;          /* exp(-mean) */
    double bits_per_byte;       /* -sum / ln 2 / n_bytes; NaN unless every token is known */
};

/* n_bytes is the length of the text in UTF-8; 0 leaves bits_per_byte undefined. */
struct stat_logprob stat_logprob(const float *logprobs, size_t n, size_t n_bytes, double threshold);

#endif
