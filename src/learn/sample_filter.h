/*
 * sample_filter.h - which samples an update leaves out, and why (pure).
 *
 * A new filter is one function and one row in sample_filter.c.
 */
#ifndef ROLLBOOK_LEARN_SAMPLE_FILTER_H
#define ROLLBOOK_LEARN_SAMPLE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

struct err;

/* What is unknown is NaN, and masks nothing. */
struct filter_sample {
    size_t prompt;
    int turn;
    double reward;
    bool correct, truncated, cheat;
    double coverage;        /* share of device time in own kernels */
    double mean_log_ratio;  /* over tokens, of trainer to sampler */
    double least_log_ratio; /* of a token */
    double draw;            /* in [0, 1), the sample's own random number */
    double group_spread;    /* filter_spreads */
};

struct filter_params {
    double least_spread;
    double least_ratio, most_ratio; /* of the geometric mean */
    double veto_ratio;              /* of a token */
    double least_coverage, coverage_width;
};
extern const struct filter_params filter_standard; /* KernelGYM's */

struct sample_filter {
    const char *name;
    const char *rule;
    const char *source;
    bool leaves_group; /* before advantages; else the sample's reward stays in its group's mean */
    bool needs_ratios;
    /* Masked?  What was held against what; NaN: nothing is compared. */
    bool (*masks)(const struct filter_sample *s, const struct filter_params *p, double *value,
                  double *bound);
};

const struct sample_filter *sample_filter_all(size_t *out_count);
/* Names between commas, or NULL for none, as out[0..*out_count); at most 16.  ERR_USAGE. */
#define FILTERS_MOST 16
int sample_filter_parse(const char *text, const struct sample_filter **out, size_t *out_count,
                        struct err *err);

/* Largest less smallest reward of each sample's prompt and turn, which stand side by side. */
void filter_spreads(struct filter_sample *samples, size_t n);
/* Log ratios of a sample are bounded by 20 either way.  NaN for n = 0. */
void filter_log_ratios(struct filter_sample *s, const float *trained, const float *sampled,
                       size_t n);

#endif
