/* load_details.h - what a study leaves out: code identity, code size, token log-probs. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_DETAILS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_DETAILS_H

#include <stddef.h>

struct arena;
struct db;
struct err;
struct select_detail;
struct study;

/* One a rollout, in the study's order; tail is the share of select_tail_mean. */
int load_sample_details(struct db *db, const struct study *s, double tail, struct arena *arena,
                        struct select_detail **out, struct err *err);

/* Replaces the code, a kind of equal bytes, by that of a level of code_set.h; 0: no kind. */
int load_sample_identities(struct db *db, const struct study *s, size_t level, struct arena *arena,
                           struct select_detail *details, struct err *err);

#endif
