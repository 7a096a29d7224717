/*
 * poison.c - SplitMix64 of (seed, index of the word), forced to large finite values.
 */
#include "src/eval/contract/poison.h"

#include <stdbool.h>
#include <string.h>

static uint64_t poison_word(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return poison_implausible(z ^ (z >> 31));
}

void poison_fill(void *out, size_t bytes, uint64_t seed)
{
    unsigned char *p = out;
    size_t i = 0;
    for (; i + 8 <= bytes; i += 8) {
        uint64_t word = poison_word(seed, i / 8);
        memcpy(p + i, &word, 8);
    }
    uint64_t last = poison_word(seed, i / 8);
    memcpy(p + i, &last, bytes - i);
}

static unsigned char poison_byte(uint64_t seed, size_t i)
{
    uint64_t word = poison_word(seed, i / 8);
    unsigned char bytes[8];
    memcpy(bytes, &word, 8);
    return bytes[i % 8];
}

size_t poison_changed(const void *data, size_t bytes, uint64_t seed, size_t *out_first)
{
    const unsigned char *p = data;
    size_t changed = 0;
    *out_first = bytes;
    for (size_t i = 0; i < bytes; i++) {
        if (p[i] == poison_byte(seed, i))
            continue;
        if (changed++ == 0)
            *out_first = i;
    }
    return changed;
}

int64_t poison_untouched(const void *data, size_t element_bytes, int64_t n, uint64_t seed)
{
    int64_t untouched = 0;
    for (int64_t i = 0; i < n; i++) {
        const unsigned char *p = data;
        size_t at = (size_t)i * element_bytes, k = 0;
        while (k < element_bytes && p[at + k] == poison_byte(seed, at + k))
            k++;
        untouched += k == element_bytes;
    }
    return untouched;
}
