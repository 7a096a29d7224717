/*
 * spool_record.c - one record of the spool as bytes.
 *
 *   0 magic "RBsp"  4 kind  8 exchange  16 unix_us  24 len  28 zero  32 checksum
 *
 * Little-endian.  The checksum is the first 8 bytes of the SHA-256 of header and payload.
 */
#include <string.h>

#include "src/base/sha256.h"
#include "src/proxy/spool/spool.h"

#define MAGIC 0x70734252u /* "RBsp" */

static void put(unsigned char *at, uint64_t v, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        at[i] = (unsigned char)(v >> (8 * i));
}

static uint64_t get(const unsigned char *at, size_t bytes)
{
    uint64_t v = 0;
    for (size_t i = 0; i < bytes; i++)
        v |= (uint64_t)at[i] << (8 * i);
    return v;
}

static void checksum(const unsigned char *header, const void *payload, size_t len,
                     unsigned char out[8])
{
    struct sha256 s;
    unsigned char hash[32];
    sha256_init(&s);
    sha256_update(&s, header, 32);
    if (len > 0)
        sha256_update(&s, payload, len);
    sha256_final(&s, hash);
    memcpy(out, hash, 8);
}

void spool_encode_header(const struct spool_record *r, const void *payload,
                         unsigned char out[SPOOL_HEADER_BYTES])
{
    put(out, MAGIC, 4);
    put(out + 4, (uint64_t)r->kind, 4);
    put(out + 8, r->exchange, 8);
    put(out + 16, (uint64_t)r->unix_us, 8);
    put(out + 24, r->len, 4);
    put(out + 28, 0, 4);
    checksum(out, payload, r->len, out + 32);
}

enum spool_found spool_decode(const unsigned char *at, size_t len, struct spool_record *out)
{
    unsigned char sum[8];
    if (len < SPOOL_HEADER_BYTES)
        return len >= 4 && get(at, 4) != MAGIC ? SPOOL_DAMAGED : SPOOL_CUT;
    uint64_t kind = get(at + 4, 4);
    uint64_t bytes = get(at + 24, 4);
    if (get(at, 4) != MAGIC || kind == 0 || kind >= SPOOL_N_KINDS || bytes > SPOOL_MAX_PAYLOAD ||
        get(at + 28, 4) != 0)
        return SPOOL_DAMAGED;
    if (bytes > len - SPOOL_HEADER_BYTES)
        return SPOOL_CUT;
    checksum(at, at + SPOOL_HEADER_BYTES, (size_t)bytes, sum);
    if (memcmp(sum, at + 32, sizeof(sum)) != 0)
        return SPOOL_DAMAGED;
    *out = (struct spool_record){ .kind = (enum spool_kind)kind,
                                  .exchange = get(at + 8, 8),
                                  .unix_us = (int64_t)get(at + 16, 8),
                                  .len = (uint32_t)bytes };
    return SPOOL_WHOLE;
}

size_t spool_skip(const unsigned char *at, size_t len)
{
    for (size_t i = 1; i + 4 <= len; i++)
        if (get(at + i, 4) == MAGIC)
            return i;
    return len > 4 ? len - 3 : len;
}
