/*
 * rng.h - counter-based random numbers: Philox4x32-10 (Salmon et al., SC 2011).
 *
 * (seed, purpose, a, b, c) names a stream, and its i-th number depends on nothing else: neither on
 * threads or processes nor on the order of draws.
 */
#ifndef ROLLBOOK_BASE_RNG_H
#define ROLLBOOK_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

/* Stored data (streams of past runs): never renumber. */
enum rng_purpose {
    RNG_SAMPLE = 1,    /* policy tokens: a = task problem id, b = step, c = sample */
    RNG_INPUT = 2,     /* task inputs: a = tensor index, b = trial, c = level << 32 | problem id */
    RNG_POISON = 3,    /* output and scratch poison */
    RNG_SHUFFLE = 4,   /* reward shuffling control: a = step */
    RNG_INIT = 5,      /* policy initialisation */
    RNG_BOOTSTRAP = 6, /* a = analysis, b = replicate */
    RNG_PERMUTATION = 7, /* a = analysis, b = replicate */
    RNG_JITTER = 8,      /* plot jitter */
    RNG_TRIAL = 9,       /* order of trials, the evaluator's secrets */
    RNG_FILTER = 10,     /* filters of samples: a = step, b = task, c = turn << 32 | sample */
    RNG_ORDER = 11,      /* order of what is learned from: a = epoch */
    RNG_PART = 12,       /* parts of demonstrations: a = position */
    RNG_MUTANT = 13      /* planted bugs: a = task, b = sample */
};

struct rng {
    uint32_t key[2];
    uint32_t counter[4]; /* [0]: position; 1 to 3: stream */
    uint32_t block[16];
    unsigned have; /* unused words at the block's end */
};

/* out = Philox4x32-10 of counter under key, as in the published known answers. */
void philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);
/* n blocks of counter[0], counter[0] + 1, ... (modulo 2^32). */
void philox_blocks(const uint32_t counter[4], const uint32_t key[2], uint32_t *out, size_t n);

void rng_init(struct rng *r, uint64_t seed, enum rng_purpose purpose, uint64_t a, uint64_t b,
              uint64_t c);
uint32_t rng_u32(struct rng *r);
/* n words, as rng_u32 gives them, but faster. */
void rng_fill(struct rng *r, uint32_t *out, size_t n);
uint64_t rng_u64(struct rng *r);
double rng_double(struct rng *r);                  /* [0, 1), 53 bits */
uint32_t rng_below(struct rng *r, uint32_t bound); /* [0, bound), unbiased; bound > 0 */
double rng_normal(struct rng *r);                  /* standard normal (Box-Muller) */

/* From the system, which nobody can guess; the program ends where it has none. */
uint64_t rng_secret(void);
/* The same as a number that every JSON reader keeps exactly; never 0. */
uint64_t rng_secret_number(void);

#endif
