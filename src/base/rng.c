#include "src/base/rng.h"

#include <math.h>
#include <string.h>

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
