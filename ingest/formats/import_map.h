/*
 * import_map.h - a mapping file: where our fields stand in somebody else's record.
 *
 * {"suite": "mine", "fields": {"task": "/id", "runtime_us": {"from": "/ms", "factor": 1000},
 * "level": {"constant": 1}}}: a JSON pointer or a column, times a factor, or a constant.
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
    const char *member;   /* from, where it is a name at the record's top; else NULL */
    const char *constant; /* NULL: none */
    double factor;        /* 1 by default */
};

struct import_map {
    struct map_rule rules[MAP_FIELDS];
    const char *records; /* JSON pointer to the records; NULL: the file's values */
    char separator;      /* of CSV */
};

/* ERR_USAGE for a file that cannot be opened, ERR_INTEGRITY for no map; texts are in the arena. */
int import_map_read(const char *path, struct arena *a, struct import_map *out, struct err *err);
const char *import_map_field_name(enum map_field f);
/* JSON to start from. */
const char *import_map_template(void);

/* table NULL: JSON. */
struct map_record {
    const struct import_map *map;
    const struct json *json;
    const struct csv_table *table;
    struct arena *arena;
    uint64_t *unusable; /* bits of fields whose number is none or not finite; or NULL */
};

/* RFC 6901; without '/' a member's name.  NULL: nothing is there. */
const struct json *json_pointer(const struct json *root, const char *pointer);
/* Other values as JSON; NULL: absent, null or an empty cell. */
const char *map_text(const struct map_record *r, enum map_field f);
/* Times the factor; NaN when absent, noted as unusable when no number. */
double map_number(const struct map_record *r, enum map_field f);
/* False when absent; *out_bad: no truth value. */
bool map_bool(const struct map_record *r, enum map_field f, bool *out, bool *out_bad);
/* -1 when absent; *out_bad: no whole number from 0 up. */
int map_index(const struct map_record *r, enum map_field f, bool *out_bad);

#endif
