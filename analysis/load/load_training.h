/*
 * load_training.h - rewards and update metrics of runs, step by step.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_TRAINING_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_TRAINING_H

#include <stddef.h>

struct arena;
struct db;
struct err;
struct study;
struct training_list;

/* Appends "reward RECIPE" and "update NAME" series, each by step. */
int load_training(struct db *db, const struct study *s, struct arena *arena,
                  struct training_list *out, struct err *err);

#endif
