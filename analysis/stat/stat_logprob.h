/*
 * stat_logprob.h - how surprising a text was to the model that wrote it.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_LOGPROB_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_LOGPROB_H

#include <stddef.h>

/* From here down a number means "no log-prob". */
#define STAT_LOGPROB_SENTINEL (-9999.0)

struct stat_logprob {
    size_t n_tokens, n_unknown; /* unknown: NaN, infinite, sentinel; in no statistic */
    size_t n_below;             /* log-prob < threshold */
    double mean, min;           /* natural log; NaN without a token */
    double perplexity;          /* exp(-mean) */
    double bits_per_byte;       /* -sum / ln 2 / n_bytes; NaN with an unknown token */
};

/* n_bytes: UTF-8 length; 0 leaves bits_per_byte undefined. */
struct stat_logprob stat_logprob(const float *logprobs, size_t n, size_t n_bytes, double threshold);

#endif
