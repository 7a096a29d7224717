/*
 * mt19937.h - the Mersenne Twister exactly as CPython's random.Random uses it.
 *
 * Python drew the published splits; making them again needs its seeding, getrandbits and shuffle.
 * For everything else use rng.h.
 */
#ifndef ROLLBOOK_BASE_MT19937_H
#define ROLLBOOK_BASE_MT19937_H

#include <stddef.h>
#include <stdint.h>

struct mt19937 {
    uint32_t state[624];
    unsigned index;
};

/* Matsumoto and Nishimura's init_by_array; n_keys > 0. */
void mt19937_init_by_array(struct mt19937 *m, const uint32_t *keys, size_t n_keys);
/* random.Random(seed): the words are the integer's absolute value, little-endian; zero has one
 * word.  High zero words do not count. */
void mt19937_seed_words(struct mt19937 *m, const uint32_t *words, size_t n_words);
/* random.Random(seed); Python takes the absolute value. */
void mt19937_seed(struct mt19937 *m, int64_t seed);

uint32_t mt19937_u32(struct mt19937 *m);
/* random.randrange(bound), 0 < bound: rejects getrandbits(bit_length(bound)). */
uint64_t mt19937_below(struct mt19937 *m, uint64_t bound);
/* random.shuffle of Python 3.2 and later. */
void mt19937_shuffle(struct mt19937 *m, int *items, size_t n);

#endif
