/*
 * kernelbench_place.h - which sample a record of eval_results.json is: the keys above it and the
 * record must agree.
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

struct kb_place {
    const char *keys[KB_MAX_KEYS];
    size_t n_keys;
    int64_t index;    /* innermost array; -1: none */
    bool level_first; /* keys begin with a level, as in "levels" */
    bool self_naming; /* list element: the index is no sample number */
};

/* -1: unsaid.  False and *why when they contradict each other or are no numbers. */
bool kb_place_read_id(const struct kb_place *p, const struct json *record, struct arena *a,
                      struct kb_id *out, const char **why);
/* Of a level, a problem or a sample. */
bool kb_names_place(const char *key);
/* For messages: place and sample. */
const char *kb_place_text(struct arena *a, const struct kb_place *p);
const char *kb_place_of_record(struct arena *a, const struct kb_place *p, const struct kb_id *id);

#endif
