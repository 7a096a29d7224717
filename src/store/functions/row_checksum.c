#include "src/store/functions/row_checksum.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Each step below can be undone, which is why no change within a word is lost. */
static uint64_t mixed(uint64_t v)
{
    v ^= v >> 30;
    v *= 0xbf58476d1ce4e5b9U;
    v ^= v >> 27;
    v *= 0x94d049bb133111ebU;
    return v ^ v >> 31;
}

uint64_t checksum_bytes(uint64_t column, const void *data, size_t len)
{
    const unsigned char *at = data;
    uint64_t h = column + len;
    uint64_t word;
    for (; len >= sizeof(word); len -= sizeof(word), at += sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        h = (h ^ word) * 0x9e3779b97f4a7c15U;
        h ^= h >> 32;
    }
    word = 0;
    if (len > 0)
        memcpy(&word, at, len);
    return mixed(h ^ word);
}

uint64_t checksum_column(const char *name)
{
    name += *name == ':';
    static const char *const values[] = { "problem_id", "request_id", "exchange_id", "call_id" };
    size_t len = strlen(name);
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        if (strcmp(name, values[i]) == 0)
            return checksum_bytes(1, name, len);
    bool is_key = (len > 3 && strcmp(name + len - 3, "_id") == 0) ||
                  strncmp(name, "key_", 4) == 0 || strcmp(name, "checksum") == 0;
    return is_key ? 0 : checksum_bytes(1, name, len);
}

uint64_t checksum_int(uint64_t column, int64_t v)
{
    return mixed(column + (uint64_t)v);
}

uint64_t checksum_real(uint64_t column, double v)
{
    uint64_t bits;
    if (v >= -0x1p63 && v < 0x1p63 && !(v < trunc(v)) && !(v > trunc(v)))
        return checksum_int(column, (int64_t)v);
    memcpy(&bits, &v, sizeof(bits));
    return mixed(column + bits);
}
