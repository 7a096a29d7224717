#include "src/base/mt19937.h"

#define MT_SIZE   624
#define MT_MIDDLE 397

static void init_by_number(struct mt19937 *m, uint32_t seed)
{
    m->state[0] = seed;
    for (uint32_t i = 1; i < MT_SIZE; i++)
        m->state[i] = 1812433253u * (m->state[i - 1] ^ (m->state[i - 1] >> 30)) + i;
    m->index = MT_SIZE;
}

void mt19937_init_by_array(struct mt19937 *m, const uint32_t *keys, size_t n_keys)
{
    uint32_t *s = m->state;
    uint32_t i = 1;
    size_t j = 0;
    init_by_number(m, 19650218u);
    for (size_t k = n_keys > MT_SIZE ? n_keys : MT_SIZE; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u)) + keys[j] + (uint32_t)j;
        j = j + 1 < n_keys ? j + 1 : 0;
        if (++i == MT_SIZE) {
            s[0] = s[MT_SIZE - 1];
            i = 1;
        }
    }
    for (int k = MT_SIZE - 1; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - i;
        if (++i == MT_SIZE) {
            s[0] = s[MT_SIZE - 1];
            i = 1;
        }
    }
    s[0] = 0x80000000u;
}

void mt19937_seed_words(struct mt19937 *m, const uint32_t *words, size_t n_words)
{
    while (n_words > 1 && words[n_words - 1] == 0)
        n_words--;
    mt19937_init_by_array(m, words, n_words);
}

void mt19937_seed(struct mt19937 *m, int64_t seed)
{
    uint64_t size = seed < 0 ? 0 - (uint64_t)seed : (uint64_t)seed;
    uint32_t words[2] = { (uint32_t)size, (uint32_t)(size >> 32) };
    mt19937_seed_words(m, words, 2);
}

static void generate(struct mt19937 *m)
{
    uint32_t *s = m->state;
    for (unsigned i = 0; i < MT_SIZE; i++) {
        uint32_t y = (s[i] & 0x80000000u) | (s[(i + 1) % MT_SIZE] & 0x7fffffffu);
        s[i] = s[(i + MT_MIDDLE) % MT_SIZE] ^ (y >> 1) ^ ((y & 1) != 0 ? 0x9908b0dfu : 0);
    }
    m->index = 0;
}

uint32_t mt19937_u32(struct mt19937 *m)
{
    if (m->index >= MT_SIZE)
        generate(m);
    uint32_t y = m->state[m->index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

/* random.getrandbits(bits), 1 to 64: low word first, the last cut from above. */
static uint64_t get_bits(struct mt19937 *m, unsigned bits)
{
    uint64_t low = mt19937_u32(m);
    if (bits <= 32)
        return low >> (32 - bits);
    uint64_t high = mt19937_u32(m) >> (64 - bits);
    return high << 32 | low;
}

uint64_t mt19937_below(struct mt19937 *m, uint64_t bound)
{
    unsigned bits = 64 - (unsigned)__builtin_clzll(bound);
    uint64_t v;
    do
        v = get_bits(m, bits);
    while (v >= bound);
    return v;
}

void mt19937_shuffle(struct mt19937 *m, int *items, size_t n)
{
    for (size_t i = n; i-- > 1;) {
        size_t j = (size_t)mt19937_below(m, i + 1);
        int held = items[i];
        items[i] = items[j];
        items[j] = held;
    }
}
