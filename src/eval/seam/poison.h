/*
 * poison.h - random bits that stand where a kernel has to write.
 */
#ifndef ROLLBOOK_EVAL_SEAM_POISON_H
#define ROLLBOOK_EVAL_SEAM_POISON_H

#include <stddef.h>
#include <stdint.h>

/*
 * Random bits would often be as good as zero when read as floats.  These bits make every f16, f32
 * and f64 in the word finite and far from any right answer.
 */
static inline uint64_t poison_implausible(uint64_t word)
{
    return (word & 0x87ff87ff87ff87ffu) | 0x7000700070007000u;
}

/* Byte i depends on (seed, i) alone. */
void poison_fill(void *out, size_t bytes, uint64_t seed);
/* Bytes that are not as poison_fill left them; *out_first is the first one, or bytes. */
size_t poison_changed(const void *data, size_t bytes, uint64_t seed, size_t *out_first);
/* Elements of the given size all of whose bytes are as poison_fill left them. */
int64_t poison_untouched(const void *data, size_t element_bytes, int64_t n, uint64_t seed);

#endif
