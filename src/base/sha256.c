#include "src/base/sha256.h"

#include <stdatomic.h>
#include <string.h>

#include "src/base/sha256_internal.h"

const uint32_t sha256_round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t rotr(uint32_t x, int n)
{
    return (x >> n) | (x << (32 - n));
}

static void message_schedule(const unsigned char block[64], uint32_t w[64])
{
    for (size_t i = 0; i < 16; i++) {
        const unsigned char *p = block + 4 * i;
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
        uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

static void compress(uint32_t state[8], const unsigned char block[64])
{
    uint32_t w[64];
    uint32_t v[8];
    message_schedule(block, w);
    memcpy(v, state, sizeof(v));
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25);
        uint32_t choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + s1 + choose + sha256_round_constants[i] + w[i];
        uint32_t s0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof(v[0]));
        v[4] += t1;
        v[0] = t1 + s0 + majority;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void sha256_compress_portable(uint32_t state[8], const unsigned char *blocks, size_t n_blocks)
{
    for (; n_blocks > 0; n_blocks--, blocks += 64)
        compress(state, blocks);
}

/* Threads that race get the same answer. */
static sha256_compress_fn *chosen_compress(void)
{
    static _Atomic(sha256_compress_fn *) chosen;
    sha256_compress_fn *fn = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (fn != NULL)
        return fn;
    fn = sha256_compress_native();
    if (fn == NULL)
        fn = sha256_compress_portable;
    atomic_store_explicit(&chosen, fn, memory_order_relaxed);
    return fn;
}

void sha256_init(struct sha256 *s)
{
    static const uint32_t initial[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(s->state, initial, sizeof(initial));
    s->total_bytes = 0;
}

void sha256_update(struct sha256 *s, const void *data, size_t len)
{
    sha256_compress_fn *take = chosen_compress();
    const unsigned char *p = data;
    size_t fill = s->total_bytes % 64;
    if (len == 0)
        return;
    s->total_bytes += len;
    if (fill > 0) {
        size_t n = 64 - fill < len ? 64 - fill : len;
        memcpy(s->block + fill, p, n);
        if (fill + n < 64)
            return;
        take(s->state, s->block, 1);
        p += n;
        len -= n;
    }
    take(s->state, p, len / 64);
    if (len % 64 > 0)
        memcpy(s->block, p + len / 64 * 64, len % 64);
}

void sha256_final(struct sha256 *s, unsigned char out[32])
{
    uint64_t bits = s->total_bytes * 8;
    unsigned char pad[72] = { 0x80 };
    size_t fill = s->total_bytes % 64;
    size_t zeros = (fill < 56 ? 56 : 120) - fill;
    for (int i = 0; i < 8; i++)
        pad[zeros + (size_t)i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_update(s, pad, zeros + 8);
    for (int i = 0; i < 32; i++)
        out[i] = (unsigned char)(s->state[i / 4] >> (24 - 8 * (i % 4)));
}

/* NULL: one after the other. */
static sha256_compress_pair_fn *chosen_pair(void)
{
    static _Atomic(sha256_compress_pair_fn *) chosen;
    static atomic_bool asked;
    if (!atomic_load_explicit(&asked, memory_order_acquire)) {
        atomic_store_explicit(&chosen, sha256_compress_pair_native(), memory_order_relaxed);
        atomic_store_explicit(&asked, true, memory_order_release);
    }
    return atomic_load_explicit(&chosen, memory_order_relaxed);
}

static size_t complete_block(struct sha256 *s, const void *data, size_t len)
{
    size_t fill = s->total_bytes % 64;
    size_t n = fill == 0 ? 0 : 64 - fill < len ? 64 - fill : len;
    sha256_update(s, data, n);
    return n;
}

void sha256_update_two(struct sha256 *s, const void *s_data, size_t s_len, struct sha256 *t,
                       const void *t_data, size_t t_len)
{
    sha256_compress_pair_fn *take = chosen_pair();
    size_t x = complete_block(s, s_data, s_len);
    size_t y = complete_block(t, t_data, t_len);
    const unsigned char *p = (const unsigned char *)s_data + x;
    const unsigned char *q = (const unsigned char *)t_data + y;
    s_len -= x;
    t_len -= y;
    size_t n = take == NULL ? 0 : (s_len < t_len ? s_len : t_len) / 64;
    if (n > 0)
        take(s->state, p, t->state, q, n);
    s->total_bytes += 64 * n;
    t->total_bytes += 64 * n;
    sha256_update(s, p + 64 * n, s_len - 64 * n);
    sha256_update(t, q + 64 * n, t_len - 64 * n);
}

void sha256_two(const void *a, size_t a_len, unsigned char a_out[32], const void *b, size_t b_len,
                unsigned char b_out[32])
{
    struct sha256 s;
    struct sha256 t;
    sha256_init(&s);
    sha256_init(&t);
    sha256_update_two(&s, a, a_len, &t, b, b_len);
    sha256_final(&s, a_out);
    sha256_final(&t, b_out);
}

void sha256_to_hex(const unsigned char raw[32], char out[65])
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < 32; i++) {
        out[2 * i] = digits[raw[i] >> 4];
        out[2 * i + 1] = digits[raw[i] & 15];
    }
    out[64] = '\0';
}

void sha256_final_hex(struct sha256 *s, char out[65])
{
    unsigned char raw[32];
    sha256_final(s, raw);
    sha256_to_hex(raw, out);
}

void sha256_hex(const void *data, size_t len, char out[65])
{
    struct sha256 s;
    sha256_init(&s);
    sha256_update(&s, data, len);
    sha256_final_hex(&s, out);
}

/*
 * The compression function in the SHA extensions of x86-64.
 *
 * It is compiled for them and called only where the processor has them.
 */

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdbool.h>

#define LEAF_7_EBX_SHA    (1U << 29)
#define LEAF_1_ECX_SSE4_1 (1U << 19)

__attribute__((target("sha,sse4.1"))) static inline void four_rounds(__m128i *abef, __m128i *cdgh,
                                                                     __m128i w, size_t round)
{
    __m128i k = _mm_loadu_si128((const __m128i *)(const void *)(sha256_round_constants + round));
    __m128i sum = _mm_add_epi32(w, k);
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(sum, 0x0e));
}

__attribute__((target("sha,sse4.1"))) static inline __m128i next_words(__m128i w0, __m128i w1,
                                                                       __m128i w2, __m128i w3)
{
    __m128i x = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
    return _mm_sha256msg2_epu32(x, w3);
}

__attribute__((target("sha,sse4.1"))) static void one_block(__m128i *abef, __m128i *cdgh,
                                                            const unsigned char *block)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i abef_before = *abef;
    const __m128i cdgh_before = *cdgh;
    __m128i w[4];
    for (size_t i = 0; i < 4; i++) {
        w[i] = _mm_loadu_si128((const __m128i *)(const void *)(block + 16 * i));
        w[i] = _mm_shuffle_epi8(w[i], swap);
        four_rounds(abef, cdgh, w[i], 4 * i);
    }
#pragma GCC unroll 12
    for (size_t i = 4; i < 16; i++) {
        __m128i next = next_words(w[0], w[1], w[2], w[3]);
        w[0] = w[1];
        w[1] = w[2];
        w[2] = w[3];
        w[3] = next;
        four_rounds(abef, cdgh, next, 4 * i);
    }
    *abef = _mm_add_epi32(*abef, abef_before);
    *cdgh = _mm_add_epi32(*cdgh, cdgh_before);
}

/* A round waits for the one before, so two texts side by side take little longer than one. */
__attribute__((target("sha,sse4.1"))) static inline void
two_blocks(__m128i abef[2], __m128i cdgh[2], const unsigned char *x, const unsigned char *y)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i abef_before[2] = { abef[0], abef[1] };
    const __m128i cdgh_before[2] = { cdgh[0], cdgh[1] };
    __m128i v[4];
    __m128i w[4];
#pragma GCC unroll 4
    for (size_t i = 0; i < 4; i++) {
        v[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(x + 16 * i)), swap);
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(y + 16 * i)), swap);
        four_rounds(&abef[0], &cdgh[0], v[i], 4 * i);
        four_rounds(&abef[1], &cdgh[1], w[i], 4 * i);
    }
#pragma GCC unroll 12
    for (size_t i = 4; i < 16; i++) {
        v[i % 4] = next_words(v[i % 4], v[(i + 1) % 4], v[(i + 2) % 4], v[(i + 3) % 4]);
        w[i % 4] = next_words(w[i % 4], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
        four_rounds(&abef[0], &cdgh[0], v[i % 4], 4 * i);
        four_rounds(&abef[1], &cdgh[1], w[i % 4], 4 * i);
    }
    for (size_t k = 0; k < 2; k++) {
        abef[k] = _mm_add_epi32(abef[k], abef_before[k]);
        cdgh[k] = _mm_add_epi32(cdgh[k], cdgh_before[k]);
    }
}

/* The instructions keep (a b e f) and (c d g h). */
__attribute__((target("sha,sse4.1"))) static inline void load_state(const uint32_t state[8],
                                                                    __m128i *abef, __m128i *cdgh)
{
    __m128i low = _mm_loadu_si128((const __m128i *)(const void *)state);
    __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
    low = _mm_shuffle_epi32(low, 0xb1);
    high = _mm_shuffle_epi32(high, 0x1b);
    *abef = _mm_alignr_epi8(low, high, 8);
    *cdgh = _mm_blend_epi16(high, low, 0xf0);
}

__attribute__((target("sha,sse4.1"))) static inline void store_state(uint32_t state[8],
                                                                     __m128i abef, __m128i cdgh)
{
    __m128i low = _mm_shuffle_epi32(abef, 0x1b);
    __m128i high = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(low, high, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

__attribute__((target("sha,sse4.1"))) static void
compress_sha(uint32_t state[8], const unsigned char *blocks, size_t n_blocks)
{
    __m128i abef;
    __m128i cdgh;
    load_state(state, &abef, &cdgh);
    for (; n_blocks > 0; n_blocks--, blocks += 64)
        one_block(&abef, &cdgh, blocks);
    store_state(state, abef, cdgh);
}

__attribute__((target("sha,sse4.1"))) static void
compress_sha_pair(uint32_t x_state[8], const unsigned char *x, uint32_t y_state[8],
                  const unsigned char *y, size_t n_blocks)
{
    __m128i abef[2];
    __m128i cdgh[2];
    load_state(x_state, &abef[0], &cdgh[0]);
    load_state(y_state, &abef[1], &cdgh[1]);
    for (; n_blocks > 0; n_blocks--, x += 64, y += 64)
        two_blocks(abef, cdgh, x, y);
    store_state(x_state, abef[0], cdgh[0]);
    store_state(y_state, abef[1], cdgh[1]);
}

static bool has_sha(void)
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & LEAF_1_ECX_SSE4_1) == 0)
        return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & LEAF_7_EBX_SHA) != 0;
}

sha256_compress_fn *sha256_compress_native(void)
{
    return has_sha() ? compress_sha : NULL;
}

sha256_compress_pair_fn *sha256_compress_pair_native(void)
{
    return has_sha() ? compress_sha_pair : NULL;
}

#else

sha256_compress_fn *sha256_compress_native(void)
{
    return NULL;
}

sha256_compress_pair_fn *sha256_compress_pair_native(void)
{
    return NULL;
}

#endif
