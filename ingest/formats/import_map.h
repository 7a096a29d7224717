/*
 * import_map.h - a mapping file: where our fields stand in somebody else's record.
 *
 * {"suite": "mine", "fields": {"task": "/id", "runtime_us": {"from": "/ms", "factor": 1000},
 * "level": {"constant": 1}}}: a field comes from a JSON pointer or a column, times a factor plus an
 * offset, or from the name of a member that the record lies under, or is a constant.  With
 * "each": ["a", "b"] a record holds a sample for each name, which replaces {} in the rules.
 */
#ifndef ROLLBOOK_INGEST_FORMATS_IMPORT_MAP_H
#define ROLLBOOK_INGEST_FORMATS_IMPORT_MAP_H

#include <regex.h>
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
    MAP_RUN,
    MAP_MODEL,
    MAP_STRATEGY,
    MAP_SEED,
    MAP_TOKEN_IDS,
    MAP_LOGPROBS,
    MAP_SAMPLES_US,
    MAP_BASELINE_SAMPLES_US,
    MAP_EVIDENCE,
    MAP_REWARDS,
    MAP_ADVANTAGE,
    MAP_SPEEDUP_LOWER,
    MAP_SPEEDUP_UPPER,
    MAP_TIMING_METHOD,
    MAP_CHEAT_KIND,
    MAP_MAX_REL_ERR,
    MAP_MATCHED_SHARE,
    MAP_TRIALS_RUN,
    MAP_TRIALS_PASSED,
    MAP_EXTRA,
    MAP_STATISTIC,
    MAP_N_SAMPLES,
    MAP_BASELINE_N_SAMPLES,
    MAP_BASELINE_MIN_US,
    MAP_BASELINE_MAX_US,
    MAP_BASELINE_STD_US,
    MAP_FIELDS
};

#define MAP_MAX_DEPTH 4

struct map_rule {
    const char *from;     /* JSON pointer, member or column; NULL: not mapped */
    const char *member;   /* from, where it is a name at the record's top; else NULL */
    const char *constant; /* NULL: none */
    double factor;        /* 1 unless given */
    int64_t offset;
    int key;     /* 1: the name of the member that the record is, 2: of the one above; 0: none */
    bool joined; /* from is of the record of the second file */
    bool path;   /* the file's path is the text */
    const char
        *beside; /* the text is of this file in the record's folder, '*' for the stem; NULL: none */
    regex_t *match;        /* its first group in the text is the value; NULL: all of the text */
    const char *then;      /* the value of a text that match fits; NULL: its first group */
    const char *otherwise; /* the value of a text that match does not fit; NULL: none */
    bool of_each;          /* from or constant held {}, which a name of "each" replaced */
};

#define MAP_MAX_EACH 256

/* A record of the second file. */
struct map_joined {
    const char *key;
    const struct json *record;
};

/* A metric of a step. */
struct map_metric {
    const char *name, *from;
};

struct import_map {
    const struct map_metric *metrics; /* a record is a step, and no sample */
    size_t n_metrics;
    struct map_rule rules[MAP_FIELDS]; /* of the first of each */
    struct import_map *each;           /* a sample that a record holds, a map each; at least one */
    size_t n_each;
    const char *name;          /* of each's: what stands for {}; NULL: the map has no "each" */
    const char *records;       /* JSON pointer to the records; NULL: the file's own values */
    int depth;                 /* how many levels of named members lie above a record */
    char separator;            /* of CSV */
    const char *here;          /* pointer or column of the key that the second file is joined by */
    struct map_joined *joined; /* by key; NULL: no second file */
    size_t n_joined;
};

/* Whether a rule says where the field comes from. */
bool import_map_has(const struct import_map *map, enum map_field f);
/* Reads the map's second file, whose records are a list, lines or named members. */
int import_map_join(const char *path, const struct json *join, struct arena *a,
                    struct import_map *out, struct err *err);

/* ERR_USAGE for a file that cannot be opened, ERR_INTEGRITY for what is no map; texts live in the
 * arena. */
int import_map_read(const char *path, struct arena *a, struct import_map *out, struct err *err);
/* What does not live in the arena. */
void import_map_release(struct import_map *map);
const char *import_map_field_name(enum map_field f);
/* JSON to start from. */
const char *import_map_template(void);

/* table NULL: JSON. */
struct map_record {
    const struct import_map *map;
    const struct json *json;
    const struct csv_table *table;
    const struct json *joined; /* its record of the second file; NULL none */
    const char *path;          /* of the file, absolute; NULL: standard input */
    struct arena *arena;
    const char *keys[MAP_MAX_DEPTH]; /* of the members that it lies under, the outermost first */
    int n_keys;
    uint64_t *unusable; /* gets a bit for each number that is none or not finite; may be NULL */
    uint64_t *seen; /* shared by threads; gets a bit for each field that is there; may be NULL */
};

/* JSON of the record's finite numbers by the names of the map's metrics. */
const char *map_metrics(const struct map_record *r);
/* The record of the second file, by the key that this one names. */
void map_find_joined(struct map_record *r);
/* RFC 6901; a pointer without '/' names a member.  NULL when nothing is there. */
const struct json *json_pointer(const struct json *root, const char *pointer);
/* The list or object itself, or the one that a text is; NULL: absent or null.  *out_bad: a text
 * that is no JSON. */
const struct json *map_json(const struct map_record *r, enum map_field f, bool *out_bad);
/* Tokens, single times, evidence and rewards: members that are lists.  NULL, or why one cannot be
 * taken. */
struct ingest_sample;
const char *map_take_lists(const struct map_record *r, struct ingest_sample *s);
/* Other values as JSON; NULL: absent, null or an empty cell. */
const char *map_text(const struct map_record *r, enum map_field f);
/* Number times the rule's factor plus its offset; NaN when absent, and noted as unusable when none.
 */
double map_number(const struct map_record *r, enum map_field f);
/* False when absent; *out_bad: no truth value. */
bool map_bool(const struct map_record *r, enum map_field f, bool *out, bool *out_bad);
/* -1 when absent; *out_bad: no whole number from 0 up. */
int map_index(const struct map_record *r, enum map_field f, bool *out_bad);
int64_t map_whole(const struct map_record *r, enum map_field f, bool *out_bad);

#endif
