/*
 * compare.h - the comparison of an output with what is right (pure).
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_COMPARE_H
#define ROLLBOOK_EVAL_CONTRACT_COMPARE_H

#include <stddef.h>
#include <stdint.h>

#include "tasks/task.h"

double element_value(const void *data, enum dtype dtype, int64_t i);

/* Counts, worst element and errors of got against want: the comparison that decides. */
struct output_comparison {
    int64_t n, matched, not_finite, worst_index;
    double max_abs_err, max_rel_err;
};
/* An output of n elements, and what is right within atol + rtol x |right|. */
struct output_pair {
    const void *got;
    enum dtype dtype;
    const double *want;
    int64_t n;
    double atol, rtol;
};
void compare_outputs(const struct output_pair *p, struct output_comparison *out);

/*
 * Random bits that stand where a kernel has to write.
 */

/*
 * Random bits read as floats are often as good as zero.  Two bits of a seed say what every f16, f32
 * and f64 in a word is instead: finite and far from any right answer; NaN, which 0 times it is as
 * well; or a number like many right answers, from 2^-7 to 2 as f32, for a kernel that leaves alone
 * what looks right.  Runs take turns, since each hides what another shows: fmaxf forgets a NaN.
 */
#define POISON_NAN   (UINT64_C(1) << 63)
#define POISON_USUAL (UINT64_C(1) << 62)
static inline uint64_t poison_shaped(uint64_t word, uint64_t seed)
{
    if ((seed & POISON_NAN) != 0)
        return (word & UINT64_C(0x8007800780078007)) | UINT64_C(0x7ff87ff87ff87ff8);
    if ((seed & POISON_USUAL) != 0)
        return (word & UINT64_C(0x83ff83ff83ff83ff)) | UINT64_C(0x3c003c003c003c00);
    return (word & UINT64_C(0x87ff87ff87ff87ff)) | UINT64_C(0x7000700070007000);
}

/* Byte i depends on (seed, i) alone. */
void poison_fill(void *out, size_t bytes, uint64_t seed);
/* Counts bytes that differ from poison_fill's; *out_first is the first, or bytes. */
size_t poison_changed(const void *data, size_t bytes, uint64_t seed, size_t *out_first);
/* Counts elements of which no byte differs from poison_fill's. */
int64_t poison_untouched(const void *data, size_t element_bytes, int64_t n, uint64_t seed);

#endif
