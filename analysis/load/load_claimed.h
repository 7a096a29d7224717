/*
 * load_claimed.h - speedups that a source gives without the runtimes they came from.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_CLAIMED_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_CLAIMED_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct db;
struct err;
struct fastp_input;

/* What a null in the source counts as. */
enum claimed_null {
    CLAIMED_NULL_ONE,  /* solved, as fast as the baseline */
    CLAIMED_NULL_DROP, /* left out, of the denominator too */
    CLAIMED_NULL_FAIL  /* not solved */
};

const char *claimed_null_name(enum claimed_null n);
bool claimed_null_parse(const char *name, enum claimed_null *out);

/*
 * The samples of a run against one claimed baseline.  sample < 0 means all.  *out_found is false,
 * and out untouched, when the source claims nothing against it.  *out_nulls counts the nulls.
 */
int load_claimed(struct db *db, const char *run, const char *baseline, int sample,
                 enum claimed_null nulls, struct arena *arena, struct fastp_input *out,
                 size_t *out_nulls, bool *out_found, struct err *err);
/* Their names, "a, b"; "" when the run has none. */
int load_claimed_names(struct db *db, const char *run, struct arena *arena, const char **out,
                       struct err *err);

#endif
