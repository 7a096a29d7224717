/*
 * load_claimed.h - speedups that a source gives without the runtimes they came from.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CLAIMED_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CLAIMED_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct db;
struct err;
struct fastp_input;

enum claimed_null {
    CLAIMED_NULL_ONE,  /* solved, as fast as the baseline */
    CLAIMED_NULL_DROP, /* left out of samples and denominator */
    CLAIMED_NULL_FAIL
};

const char *claimed_null_name(enum claimed_null n);
bool claimed_null_parse(const char *name, enum claimed_null *out);

/*
 * sample < 0: all.  *out_found is false, and out untouched, when the run claims nothing against the
 * baseline.
 */
int load_claimed(struct db *db, const char *run, const char *baseline, int sample,
                 enum claimed_null nulls, struct arena *arena, struct fastp_input *out,
                 size_t *out_nulls, bool *out_found, struct err *err);
/* "a, b", or "". */
int load_claimed_names(struct db *db, const char *run, struct arena *arena, const char **out,
                       struct err *err);

#endif
