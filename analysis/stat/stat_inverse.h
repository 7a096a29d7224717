/*
 * stat_inverse.h - binomial draws by inversion from tables: one random word, one exact draw.
 *
 * Draws are monotone in the word and in p, so one word for all rates of a curve (faster than 1,
 * than 1.5, ...) gives draws ordered as the rates.  Probabilities are kept to 2^-32.
 */
#ifndef ROLLBOOK_ANALYSIS_STAT_STAT_INVERSE_H
#define ROLLBOOK_ANALYSIS_STAT_STAT_INVERSE_H

#include <stdint.h>

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
