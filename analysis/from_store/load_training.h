/*
 * load_training.h - rewards and update metrics of runs, step by step.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TRAINING_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TRAINING_H

#include <stddef.h>

struct arena;
struct db;
struct err;
struct study;
struct training_list;

/* Appends "reward RECIPE" and "update NAME" series, each by step. */
int load_training(struct db *db, const struct study *s, struct arena *arena,
                  struct training_list *out, struct err *err);

/*
 * Appends "lazy" of a run: of the step's correct rollouts whose text is stored, the share whose
 * text leaves the work to others.  Scans every text (load_audit.h).
 */
int load_training_texts(struct db *db, const struct study *s, size_t run, struct arena *arena,
                        struct training_list *out, struct err *err);

#endif
