/*
 * load_codes.h - kernels of runs: a struct code_set, code sizes and token log-probs.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CODES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/from_store/load_study.h"

struct arena;
struct code_set;
struct db;
struct err;
struct select_detail;
struct study;

/*
 * The last turn with code (the kernel file, else the extracted action) of every sample. ERR_NOMATCH
 * names a run that does not exist.
 */
int load_codes(const struct load_request *from, bool keep_texts, struct code_set *out,
               struct err *err);

/* What a study leaves out: code identity, code size, token log-probs. */

/* One a rollout, in the study's order; tail is the share of select_tail_mean. */
int load_sample_details(struct db *db, const struct study *s, double tail, struct arena *arena,
                        struct select_detail **out, struct err *err);

/* The code alone, by rollout of the study's array; 0: none.  Only those of the run are written,
 * which must be there (study_see). */
int load_run_code_ids(struct db *db, const struct study *s, size_t run, int64_t *codes,
                      struct err *err);

/* Replaces the code, a kind of equal bytes, by that of a level of code_set.h; 0: no kind. */
int load_sample_identities(struct db *db, const struct study *s, size_t level, struct arena *arena,
                           struct select_detail *details, struct err *err);

#endif
