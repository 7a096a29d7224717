/*
 * sha256_internal.h - the compression function, in C and with the instructions of the processor.
 */
#ifndef ROLLBOOK_BASE_SHA256_INTERNAL_H
#define ROLLBOOK_BASE_SHA256_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const uint32_t sha256_round_constants[64];

/* Blocks have 64 bytes. */
typedef void sha256_compress_fn(uint32_t state[8], const unsigned char *blocks, size_t n_blocks);

sha256_compress_fn sha256_compress_portable;
/* NULL: the processor has no instructions for it. */
sha256_compress_fn *sha256_compress_native(void);

/* Takes blocks of two texts in turns. */
typedef void sha256_compress_pair_fn(uint32_t x_state[8], const unsigned char *x,
                                     uint32_t y_state[8], const unsigned char *y, size_t n_blocks);
/* NULL: as above. */
sha256_compress_pair_fn *sha256_compress_pair_native(void);

#endif
