/*
 * sha256_native.c - the compression function in the SHA extensions of x86-64.
 *
 * It is compiled for them and called only where the processor has them.
 */
#include "src/base/sha256_internal.h"

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
