/*
 * parallel.h - one loop on several threads.
 *
 * Which thread runs a unit and in which order is not said, so a unit writes only what is its own,
 * and what units add up is either whole numbers or added afterwards in a fixed order.  Results then
 * do not depend on the number of threads.
 */
#ifndef ROLLBOOK_BASE_PARALLEL_H
#define ROLLBOOK_BASE_PARALLEL_H

#include <stddef.h>

#define PARALLEL_MOST 64

/* Threads to use when `asked` for: itself up to PARALLEL_MOST; 0 or less means one a core. */
int parallel_threads(int asked);

/* Calls run(context, unit) once for every unit below n, the caller's thread among the threads, and
 * returns when all have ended. */
void parallel_for(size_t n, int threads, void (*run)(void *context, size_t unit), void *context);

#endif
