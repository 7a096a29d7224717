#include "ingest/ingest_stated.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define DEEPEST      3
#define MOST_MEMBERS 256
#define MOST_NAME    40

/* Names of the speedup over the reference, in lower case and without '_'. */
static const char *const names[] = {
    "speedup",
    "speedupx",
    "speedupfactor",
    "speedupratio",
    "speedupvsref",
    "speedupvsreference",
    "speedupvsbaseline",
    "speedupoverref",
    "speedupoverreference",
    "speedupoverbaseline",
    "speedupmean",
    "meanspeedup",
    "avgspeedup",
    "averagespeedup",
    "geomeanspeedup",
    "speedupgeomean",
    "relativespeedup",
};

/* The letters of "speedup", which each name contains: most keys of most records lack one. */
static bool may_be_stated(const char *key)
{
    enum {
        LETTERS =
            1 << ('s' & 31) | 1 << ('p' & 31) | 1 << ('e' & 31) | 1 << ('d' & 31) | 1 << ('u' & 31)
    };
    unsigned seen = 0;
    for (size_t i = 0; key[i] != '\0' && (seen & LETTERS) != LETTERS; i++)
        seen |= 1U << ((unsigned char)key[i] & 31U);
    return (seen & LETTERS) == LETTERS;
}

static bool is_stated(const char *key)
{
    char plain[MOST_NAME];
    size_t n = 0;
    if (!may_be_stated(key))
        return false;
    for (; *key != '\0' && n + 1 < sizeof(plain); key++)
        if (strchr("_- .", *key) == NULL)
            plain[n++] = to_lower(*key);
    plain[n] = '\0';
    for (size_t i = 0; *key == '\0' && i < ARRAY_LEN(names); i++)
        if (strcmp(plain, names[i]) == 0)
            return true;
    return false;
}

static double number_of(const struct json *j)
{
    const char *text = NULL;
    char *end = NULL;
    double v = (double)NAN;
    if (!json_number_lenient(j, &v) && json_string(j, &text)) {
        v = strtod(text, &end);
        if (end == text || (strcmp(end, "x") != 0 && strcmp(end, "X") != 0))
            return (double)NAN;
    }
    return isfinite(v) ? v : (double)NAN;
}

/* Members before those of objects below them. */
static double find(const struct json *object, int depth, int *left)
{
    double v = (double)NAN;
    if (object == NULL || json_type(object) != JSON_OBJECT)
        return v;
    for (const struct json *j = json_first(object); j != NULL && (*left)-- > 0; j = json_next(j))
        if (isnan(v) && is_stated(json_key(j)))
            v = number_of(j);
    for (const struct json *j = json_first(object);
         j != NULL && isnan(v) && depth<DEEPEST && * left> 0; j = json_next(j))
        v = find(j, depth + 1, left);
    return v;
}

double ingest_stated_speedup(const struct json *record)
{
    int left = MOST_MEMBERS;
    return find(record, 0, &left);
}

void ingest_claim(struct arena *a, struct ingest_sample *s, double speedup)
{
    if (s->n_claims > 0 || !isfinite(speedup) || !(speedup > 0))
        return;
    struct ingest_claim *claim = arena_alloc(a, sizeof(*claim));
    *claim = (struct ingest_claim){ s->reference_name == NULL ? "reference" : s->reference_name,
                                    speedup };
    s->claims = claim;
    s->n_claims = 1;
}

/* A bit a key; only keys that share one are compared. */
static bool has_twins(const struct json *record)
{
    enum { MOST = 512 };
    uint64_t seen = 0;
    size_t n = 0;
    for (const struct json *j = json_first(record); j != NULL && n < MOST; j = json_next(j), n++) {
        const char *key = json_key(j);
        const uint64_t bit = (uint64_t)1 << (str_hash(key, strlen(key)) & 63U);
        for (const struct json *k = json_first(record); (seen & bit) != 0 && k != j;
             k = json_next(k))
            if (strcmp(json_key(k), key) == 0)
                return true;
        seen |= bit;
    }
    return false;
}

/* In it or in what it contains; of a list, the first items. */
static bool has_twins_below(const struct json *json, int depth)
{
    enum { MOST = 64 };
    const bool is_object = json_type(json) == JSON_OBJECT;
    size_t n = 0;
    if (is_object && has_twins(json))
        return true;
    if (depth == 0 || (!is_object && json_type(json) != JSON_ARRAY))
        return false;
    for (const struct json *j = json_first(json); j != NULL && n < MOST; j = json_next(j), n++)
        if (has_twins_below(j, depth - 1))
            return true;
    return false;
}

static double stated_by_row(const struct csv_table *t)
{
    char *end = NULL;
    for (size_t i = 0; i < t->n_names; i++) {
        const char *cell = csv_table_at(t, i);
        if (!is_stated(t->names[i]) || *cell == '\0')
            continue;
        const double v = strtod(cell, &end);
        if (end != cell && (*end == '\0' || strcmp(end, "x") == 0 || strcmp(end, "X") == 0))
            return v;
    }
    return (double)NAN;
}

void ingest_claim_stated(const struct ingest_batch *out, size_t first,
                         const struct ingest_record *record)
{
    const struct json *json = record->json;
    if (json != NULL)
        out->source->counts.twins += has_twins_below(json, 6);
    if ((json == NULL && record->row == NULL) || out->n != first + 1)
        return;
    struct ingest_sample *s = &out->items[first];
    if (s->outcome != NULL && s->timing.runtime_us > 0)
        ingest_claim(out->arena, s,
                     json != NULL ? ingest_stated_speedup(json) : stated_by_row(record->row));
}
