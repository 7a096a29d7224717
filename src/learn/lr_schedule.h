/*
 * lr_schedule.h - the learning rate of an update as a multiple of the run's (pure).
 *
 * A new schedule is one function and one row in lr_schedule.c.
 */
#ifndef ROLLBOOK_LEARN_LR_SCHEDULE_H
#define ROLLBOOK_LEARN_LR_SCHEDULE_H

#include <stddef.h>

struct lr_schedule {
    const char *name;
    const char *formula;
    /* of the share of updates done after the warm-up, in [0, 1) */
    double (*compute)(double done);
};

const struct lr_schedule *lr_schedule_all(size_t *out_count);
const struct lr_schedule *lr_schedule_find(const char *name); /* NULL: unknown */

/* The first warmup of n updates rise linearly, the first to 1 / (warmup + 1). */
double lr_schedule_factor(const struct lr_schedule *s, int update, int warmup, int n);

#endif
