/*
 * parallel.h - one loop on several threads.
 *
 * Threads and order of units are not defined: a unit writes only its own data, and sums are of
 * whole numbers or made afterwards in a fixed order.  Results then do not depend on the number of
 * threads.
 */
#ifndef ROLLBOOK_BASE_PARALLEL_H
#define ROLLBOOK_BASE_PARALLEL_H

#include <stddef.h>

#define PARALLEL_MOST 64

/* asked up to PARALLEL_MOST; 0 or less: one a core. */
int parallel_threads(int asked);

/* Calls run(context, unit) for every unit below n, the caller's thread taking part, and returns
 * when all have ended. */
void parallel_for(size_t n, int threads, void (*run)(void *context, size_t unit), void *context);

#endif
