#include "src/base/rng.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>
#if defined(__x86_64__) && defined(__GNUC__)
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

#if defined(__x86_64__) && defined(__GNUC__)
/* Four blocks in the 64-bit parts of each register take a third of the time a word; only the low
 * 32 bits of a part count until the end. */
__attribute__((target("avx2"))) static void philox_avx2(const uint32_t counter[4],
                                                        const uint32_t key[2], uint32_t out[16])
{
    const __m256i m0 = _mm256_set1_epi64x(0xD2511F53);
    const __m256i m1 = _mm256_set1_epi64x(0xCD9E8D57);
    const __m256i low = _mm256_set1_epi64x(0xffffffff);
    __m256i c0 = _mm256_set_epi64x(counter[0] + 3, counter[0] + 2, counter[0] + 1, counter[0]);
    __m256i c1 = _mm256_set1_epi64x(counter[1]);
    __m256i c2 = _mm256_set1_epi64x(counter[2]);
    __m256i c3 = _mm256_set1_epi64x(counter[3]);
    const __m256i w0 = _mm256_set1_epi64x(0x9E3779B9);
    const __m256i w1 = _mm256_set1_epi64x(0xBB67AE85);
    __m256i k0 = _mm256_set1_epi64x(key[0]);
    __m256i k1 = _mm256_set1_epi64x(key[1]);
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

static size_t wide_blocks(uint32_t at[4], const uint32_t key[2], uint32_t *out, size_t n)
{
    size_t done = 0;
    if (!__builtin_cpu_supports("avx2"))
        return 0;
    for (; n - done >= 4; done += 4, at[0] += 4)
        philox_avx2(at, key, out + 4 * done);
    return done;
}
#else
static size_t wide_blocks(uint32_t at[4], const uint32_t key[2], uint32_t *out, size_t n)
{
    (void)at;
    (void)key;
    (void)out;
    (void)n;
    return 0;
}
#endif

void philox_blocks(const uint32_t counter[4], const uint32_t key[2], uint32_t *out, size_t n)
{
    uint32_t at[4] = { counter[0], counter[1], counter[2], counter[3] };
    for (size_t i = wide_blocks(at, key, out, n); i < n; i++, at[0]++)
        philox4x32(at, key, out + 4 * i);
}

/* splitmix64's finaliser spreads a stream's name over all bits. */
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
        philox_blocks(r->counter, r->key, r->block, 4);
        r->counter[0] += 4;
        r->have = 16;
    }
    return r->block[16 - r->have--];
}

void rng_fill(struct rng *r, uint32_t *out, size_t n)
{
    size_t i = 0;
    while (i < n && r->have > 0)
        out[i++] = rng_u32(r);
    size_t blocks = (n - i) / 4;
    philox_blocks(r->counter, r->key, out + i, blocks);
    r->counter[0] += (uint32_t)blocks;
    for (i += 4 * blocks; i < n; i++)
        out[i] = rng_u32(r);
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
    uint64_t m = (uint64_t)rng_u32(r) * bound;
    /* What is rejected lies below bound, so that most draws need no division. */
    while ((uint32_t)m < bound && (uint32_t)m < (0u - bound) % bound)
        m = (uint64_t)rng_u32(r) * bound;
    return (uint32_t)(m >> 32);
}

double rng_normal(struct rng *r)
{
    double u = 1.0 - rng_double(r);
    double v = rng_double(r);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586476925 * v);
}

uint64_t rng_secret(void)
{
    uint64_t word = 0;
    ssize_t n;
    do
        n = getrandom(&word, sizeof(word), 0);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)sizeof(word))
        return word;
    fputs("rollbook: no random numbers from the system\n", stderr);
    _Exit(4);
}

uint64_t rng_secret_number(void)
{
    uint64_t v;
    do
        v = rng_secret() >> 11;
    while (v == 0);
    return v;
}
