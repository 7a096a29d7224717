/*
 * import_map.h - a mapping file: which of our fields stands where in a record of somebody else's.
 *
 * {"suite": "mine", "fields": {"task": "/id", "runtime_us": {"from": "/ms", "factor": 1000},
 * "level": {"constant": 1}}}: a field comes from a JSON pointer or a column, times a factor, or is
 * a constant.
 */
#ifndef ROLLBOOK_INGEST_FORMATS_IMPORT_MAP_H
#define ROLLBOOK_INGEST_FORMATS_IMPORT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct csv_table;
struct err;
struct json;

enum map_field {
    MAP_SUITE,
    MAP_TASK,
    MAP_LEVEL,
    MAP_PROBLEM,
    MAP_STEP,
    MAP_TURN,
    MAP_SAMPLE,
    MAP_PROMPT,
    MAP_COMPLETION,
    MAP_CODE,
    MAP_FINISH_REASON,
    MAP_PROMPT_TOKENS,
    MAP_COMPLETION_TOKENS,
    MAP_SUM_LOGPROB,
    MAP_MEAN_LOGPROB,
    MAP_TEMPERATURE,
    MAP_OUTCOME,
    MAP_COMPILED,
    MAP_CORRECT,
    MAP_MESSAGE,
    MAP_LOG,
    MAP_HARDWARE,
    MAP_MAX_ABS_ERR,
    MAP_RUNTIME_US,
    MAP_MIN_US,
    MAP_MAX_US,
    MAP_STD_US,
    MAP_BASELINE,
    MAP_BASELINE_US,
    MAP_SPEEDUP,
    MAP_RECIPE,
    MAP_REWARD,
    MAP_FIELDS
};

struct map_rule {
    const char *from;     /* JSON pointer, member or column; NULL: not mapped */
    const char *member;   /* at the top of a record, where from is no more than that, else NULL */
    const char *constant; /* NULL: none */
    double factor;        /* 1 unless given */
};

struct import_map {
    struct map_rule rules[MAP_FIELDS];
    const char *records; /* JSON pointer to the list of records; NULL: the file's own values */
    char separator;      /* of CSV */
};

/* ERR_USAGE for a file that cannot be opened, ERR_INTEGRITY for what is no map; texts live in the
 * arena. */
int import_map_read(const char *path, struct arena *a, struct import_map *out, struct err *err);
const char *import_map_field_name(enum map_field f);
/* A map to start from, as JSON. */
const char *import_map_template(void);

/* A record: of JSON when table is NULL. */
struct map_record {
    const struct import_map *map;
    const struct json *json;
    const struct csv_table *table;
    struct arena *arena;
    uint64_t
        *unusable; /* gets a bit for each field whose number is none or not finite; may be NULL */
};

/* RFC 6901; a pointer without '/' names a member.  NULL when nothing is there. */
const struct json *json_pointer(const struct json *root, const char *pointer);
/* Text of a field, or other values as JSON; NULL when absent, null or an empty cell. */
const char *map_text(const struct map_record *r, enum map_field f);
/* Number times the rule's factor; NaN when absent, and noted as unusable when none. */
double map_number(const struct map_record *r, enum map_field f);
/* False when the field is absent; *out_bad is set when it is there and no truth value. */
bool map_bool(const struct map_record *r, enum map_field f, bool *out, bool *out_bad);
/* -1 when absent; *out_bad is set for what is no whole number from 0 up. */
int map_index(const struct map_record *r, enum map_field f, bool *out_bad);

#endif
