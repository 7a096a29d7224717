/*
 * training_plan.h - what each step of a run samples and learns from (pure).
 *
 * An epoch is a shuffled order of all n, cut into batches of which the last may be smaller.
 */
#ifndef ROLLBOOK_STRATEGY_TRAINING_PLAN_H
#define ROLLBOOK_STRATEGY_TRAINING_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "src/strategy/session.h"

/* Steps of an epoch; batch 0 is all. */
int plan_epoch_steps(size_t n, int batch);
/* Writes the numbers below n of the step's batch to out, which has room for n; returns how many. */
size_t plan_batch(uint64_t seed, int step, size_t n, int batch, size_t *out);
/* out[i]: samples of task i. */
void plan_samples(const struct run_config *c, enum lesson lesson, int step, int *out);

#endif
