/*
 * sha256.h - SHA-256 (FIPS 180-4).
 */
#ifndef ROLLBOOK_BASE_SHA256_H
#define ROLLBOOK_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t total_bytes;
    unsigned char block[64];
};

void sha256_init(struct sha256 *s);
void sha256_update(struct sha256 *s, const void *data, size_t len);
void sha256_final(struct sha256 *s, unsigned char out[32]);
/* Two hashes of about equal length take little longer than one where the processor has
 * instructions for SHA. */
void sha256_update_two(struct sha256 *s, const void *s_data, size_t s_len, struct sha256 *t,
                       const void *t_data, size_t t_len);
void sha256_two(const void *a, size_t a_len, unsigned char a_out[32], const void *b, size_t b_len,
                unsigned char b_out[32]);
/* Digits are lower-case, with a NUL. */
void sha256_hex(const void *data, size_t len, char out[65]);
void sha256_to_hex(const unsigned char raw[32], char out[65]);
void sha256_final_hex(struct sha256 *s, char out[65]);

#endif
