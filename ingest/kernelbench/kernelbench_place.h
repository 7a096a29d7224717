/*
 * kernelbench_place.h - which sample a record of eval_results.json is: from the keys above it and
 * from what it says of itself, which must agree.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_PLACE_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct json;
struct kb_id;

#define KB_MAX_KEYS 3 /* level, problem, sample */
#define KB_LEVELS   "levels"

/* Where a sample was found. */
struct kb_place {
    const char *keys[KB_MAX_KEYS];
    size_t n_keys;
    int64_t index;    /* in the innermost array; -1 none */
    bool level_first; /* the keys begin with a level: they stood in "levels" */
    bool self_naming; /* element of a list: the index says nothing about the sample */
};

/* The numbers that keys and record give; -1 for those that neither does.  False and *why when they
 * contradict each other or are none. */
bool kb_place_read_id(const struct kb_place *p, const struct json *record, struct arena *a,
                      struct kb_id *out, const char **why);
/* Whether a key can be that of a level, a problem or a sample. */
bool kb_names_place(const char *key);
/* For messages: where it stands, and which sample it is. */
const char *kb_place_text(struct arena *a, const struct kb_place *p);
const char *kb_place_of_record(struct arena *a, const struct kb_place *p, const struct kb_id *id);

#endif
