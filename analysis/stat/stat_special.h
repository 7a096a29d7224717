/*
 * stat_special.h - special functions, distributions made from them, and binomial draws by
 * inversion.
 *
 * Undefined arguments give NaN; accuracy is about 1e-13 relative in the tested range.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_SPECIAL_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_SPECIAL_H

#include <stdint.h>

double stat_log_gamma(double x); /* x > 0 */
double stat_log_beta(double a, double b);
double stat_log_choose(double n, double k); /* real n >= k >= 0 */

/* I_x(a, b), a, b > 0, and its inverse in x. */
double stat_beta_cdf(double a, double b, double x);
double stat_beta_quantile(double a, double b, double p);

/* Q(a, x), a > 0, x >= 0. */
double stat_gamma_sf(double a, double x);
double stat_chi2_sf(double x, double df);

double stat_normal_cdf(double z);
double stat_normal_sf(double z);
double stat_normal_quantile(double p);

/* P(|T| >= |t|) for Student's t. */
double stat_student_two_sided(double t, double df);
double stat_student_quantile(double p, double df);

/*
 * Binomial draws by inversion from tables: one random word, one exact draw.
 *
 * Draws are monotone in the word and in p, so one word for all rates of a curve (faster than 1,
 * than 1.5, ...) gives draws ordered as the rates.  Probabilities are kept to 2^-32.
 */

#define STAT_INVERSE_BITS    9
#define STAT_INVERSE_BUCKETS (1 << STAT_INVERSE_BITS)

/* Words with the same first bits: the value below `split`, one more from it on. */
struct stat_inverse_bucket {
    uint32_t value;
    uint32_t split; /* of the other bits; STAT_INVERSE_SEARCH: more values */
};
#define STAT_INVERSE_SEARCH UINT32_MAX

struct stat_inverse {
    struct stat_inverse_bucket buckets[STAT_INVERSE_BUCKETS];
    uint64_t *ends; /* ends[i]: first word above lowest + i; heap */
    uint32_t lowest;
    uint32_t n_ends;
    uint32_t room;
};

/* n is below 2^31.  Reuses t's memory; {0} is empty. */
void stat_inverse_binomial(struct stat_inverse *t, int64_t n, double p);
void stat_inverse_release(struct stat_inverse *t);

uint32_t stat_inverse_search(const struct stat_inverse *t, uint32_t value, uint32_t word);

static inline uint32_t stat_inverse_draw(const struct stat_inverse *t, uint32_t word)
{
    const struct stat_inverse_bucket *b = &t->buckets[word >> (32 - STAT_INVERSE_BITS)];
    if (b->split == STAT_INVERSE_SEARCH)
        return stat_inverse_search(t, b->value, word);
    return b->value + ((word & ((1u << (32 - STAT_INVERSE_BITS)) - 1)) >= b->split);
}

#endif
