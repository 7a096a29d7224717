/*
 * poison.h - random bits that stand where a kernel has to write.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_POISON_H
#define ROLLBOOK_EVAL_CONTRACT_POISON_H

#include <stddef.h>
#include <stdint.h>

/*
 * Random bits read as floats are often as good as zero.  These make every f16, f32 and f64 in the
 * word finite and far from any right answer.
 */
static inline uint64_t poison_implausible(uint64_t word)
{
    return (word & 0x87ff87ff87ff87ffu) | 0x7000700070007000u;
}

/* Byte i depends on (seed, i) alone. */
void poison_fill(void *out, size_t bytes, uint64_t seed);
/* Counts bytes that differ from poison_fill's; *out_first is the first, or bytes. */
size_t poison_changed(const void *data, size_t bytes, uint64_t seed, size_t *out_first);
/* Counts elements of which no byte differs from poison_fill's. */
int64_t poison_untouched(const void *data, size_t element_bytes, int64_t n, uint64_t seed);

#endif
