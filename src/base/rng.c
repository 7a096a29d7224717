#include "src/base/rng.h"

#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

void philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c[4] = { counter[0], counter[1], counter[2], counter[3] };
    uint32_t k[2] = { key[0], key[1] };
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * c[0];
        uint64_t p1 = (uint64_t)0xCD9E8D57u * c[2];
        uint32_t n0 = (uint32_t)(p1 >> 32) ^ c[1] ^ k[0];
        uint32_t n2 = (uint32_t)(p0 >> 32) ^ c[3] ^ k[1];
        c[1] = (uint32_t)p1;
        c[3] = (uint32_t)p0;
        c[0] = n0;
        c[2] = n2;
        k[0] += 0x9E3779B9u;
        k[1] += 0xBB67AE85u;
    }
    memcpy(out, c, sizeof(c));
}

/* splitmix64 finaliser: spreads a stream name over all bits. */
static uint64_t mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

void rng_init(struct rng *r, uint64_t seed, enum rng_purpose purpose, uint64_t a, uint64_t b,
              uint64_t c)
{
    uint64_t key = mix(seed ^ mix((uint64_t)purpose));
    uint64_t name = mix(mix(mix(a) ^ b) ^ c);
    memset(r, 0, sizeof(*r));
    r->key[0] = (uint32_t)key;
    r->key[1] = (uint32_t)(key >> 32);
    r->counter[1] = (uint32_t)mix(a ^ mix(c));
    r->counter[2] = (uint32_t)name;
    r->counter[3] = (uint32_t)(name >> 32);
}

uint32_t rng_u32(struct rng *r)
{
    if (r->have == 0) {
        philox4x32(r->counter, r->key, r->block);
        r->counter[0]++;
        r->have = 4;
    }
    return r->block[4 - r->have--];
}

#ifdef __SSE2__
/* Blocks counter and counter + 1, in the 64-bit halves of each register; only the low 32 bits of a
 * half count until the end. */
static void philox_two(uint32_t first, const struct rng *r, uint32_t out[8])
{
    const __m128i m0 = _mm_set1_epi64x(0xD2511F53);
    const __m128i m1 = _mm_set1_epi64x(0xCD9E8D57);
    const __m128i low = _mm_set1_epi64x(0xffffffff);
    __m128i c0 = _mm_set_epi32(0, (int)(first + 1), 0, (int)first);
    __m128i c1 = _mm_set1_epi64x((long long)r->counter[1]);
    __m128i c2 = _mm_set1_epi64x((long long)r->counter[2]);
    __m128i c3 = _mm_set1_epi64x((long long)r->counter[3]);
    const __m128i w0 = _mm_set1_epi64x(0x9E3779B9);
    const __m128i w1 = _mm_set1_epi64x(0xBB67AE85);
    __m128i k0 = _mm_set1_epi64x((long long)r->key[0]);
    __m128i k1 = _mm_set1_epi64x((long long)r->key[1]);
    for (int round = 0; round < 10; round++) {
        __m128i p0 = _mm_mul_epu32(c0, m0);
        __m128i p1 = _mm_mul_epu32(c2, m1);
        c0 = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(p1, 32), c1), k0);
        c2 = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(p0, 32), c3), k1);
        c1 = p1;
        c3 = p0;
        k0 = _mm_add_epi64(k0, w0);
        k1 = _mm_add_epi64(k1, w1);
    }
    __m128i front = _mm_or_si128(_mm_and_si128(c0, low), _mm_slli_epi64(c1, 32));
    __m128i back = _mm_or_si128(_mm_and_si128(c2, low), _mm_slli_epi64(c3, 32));
    __m128i pair[2] = { _mm_unpacklo_epi64(front, back), _mm_unpackhi_epi64(front, back) };
    memcpy(out, pair, sizeof(pair));
}
#else
static void philox_two(uint32_t first, const struct rng *r, uint32_t out[8])
{
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t counter[4] = { first + i, r->counter[1], r->counter[2], r->counter[3] };
        philox4x32(counter, r->key, out + 4 * i);
    }
}
#endif

#if defined(__x86_64__) && defined(__GNUC__)
/* The same for four blocks: counter .. counter + 3. */
__attribute__((target("avx2"))) static void philox_four(uint32_t first, const struct rng *r,
                                                        uint32_t out[16])
{
    const __m256i m0 = _mm256_set1_epi64x(0xD2511F53);
    const __m256i m1 = _mm256_set1_epi64x(0xCD9E8D57);
    const __m256i low = _mm256_set1_epi64x(0xffffffff);
    __m256i c0 = _mm256_set_epi32(0, (int)(first + 3), 0, (int)(first + 2), 0, (int)(first + 1), 0,
                                  (int)first);
    __m256i c1 = _mm256_set1_epi64x((long long)r->counter[1]);
    __m256i c2 = _mm256_set1_epi64x((long long)r->counter[2]);
    __m256i c3 = _mm256_set1_epi64x((long long)r->counter[3]);
    const __m256i w0 = _mm256_set1_epi64x(0x9E3779B9);
    const __m256i w1 = _mm256_set1_epi64x(0xBB67AE85);
    __m256i k0 = _mm256_set1_epi64x((long long)r->key[0]);
    __m256i k1 = _mm256_set1_epi64x((long long)r->key[1]);
    for (int round = 0; round < 10; round++) {
        __m256i p0 = _mm256_mul_epu32(c0, m0);
        __m256i p1 = _mm256_mul_epu32(c2, m1);
        c0 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), c1), k0);
        c2 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), c3), k1);
        c1 = p1;
        c3 = p0;
        k0 = _mm256_add_epi64(k0, w0);
        k1 = _mm256_add_epi64(k1, w1);
    }
    __m256i front = _mm256_or_si256(_mm256_and_si256(c0, low), _mm256_slli_epi64(c1, 32));
    __m256i back = _mm256_or_si256(_mm256_and_si256(c2, low), _mm256_slli_epi64(c3, 32));
    __m256i even = _mm256_unpacklo_epi64(front, back); /* blocks 0 and 2 */
    __m256i odd = _mm256_unpackhi_epi64(front, back);
    __m256i half[2] = { _mm256_permute2x128_si256(even, odd, 0x20),
                        _mm256_permute2x128_si256(even, odd, 0x31) };
    memcpy(out, half, sizeof(half));
}

/* As many blocks as fit by fours; returns the words written. */
static size_t fill_fours(struct rng *r, uint32_t *out, size_t n)
{
    size_t i = 0;
    if (!__builtin_cpu_supports("avx2"))
        return 0;
    for (; n - i >= 16; i += 16) {
        philox_four(r->counter[0], r, out + i);
        r->counter[0] += 4;
    }
    return i;
}
#else
static size_t fill_fours(struct rng *r, uint32_t *out, size_t n)
{
    (void)r;
    (void)out;
    (void)n;
    return 0;
}
#endif

void rng_fill(struct rng *r, uint32_t *out, size_t n)
{
    size_t i = 0;
    while (i < n && r->have > 0)
        out[i++] = rng_u32(r);
    i += fill_fours(r, out + i, n - i);
    for (; n - i >= 8; i += 8) {
        philox_two(r->counter[0], r, out + i);
        r->counter[0] += 2;
    }
    while (i < n)
        out[i++] = rng_u32(r);
}

uint64_t rng_u64(struct rng *r)
{
    uint64_t hi = rng_u32(r);
    return hi << 32 | rng_u32(r);
}

double rng_double(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

uint32_t rng_below(struct rng *r, uint32_t bound)
{
    uint32_t reject = (0u - bound) % bound;
    for (;;) {
        uint64_t m = (uint64_t)rng_u32(r) * bound;
        if ((uint32_t)m >= reject)
            return (uint32_t)(m >> 32);
    }
}

double rng_normal(struct rng *r)
{
    double u = 1.0 - rng_double(r);
    double v = rng_double(r);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586476925 * v);
}
