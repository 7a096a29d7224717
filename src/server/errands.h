/*
 * errands.h - work that may take long, each on a thread of its own, beside the event loop.
 */
#ifndef ROLLBOOK_SERVER_ERRANDS_H
#define ROLLBOOK_SERVER_ERRANDS_H

#include <stdbool.h>
#include <stddef.h>

struct errands;

#define ERRANDS_MOST 256 /* at a time */

/* wake: an eventfd that is written when an errand has ended. */
struct errands *errands_new(int wake);
/* Waits for those that run; NULL is fine. */
void errands_free(struct errands *e);
/* work runs on the new thread, done on the thread that calls errands_take.  False: too many run, or
 * there is no thread; neither is called. */
bool errands_start(struct errands *e, void (*work)(void *context), void (*done)(void *context),
                   void *context);
void errands_take(struct errands *e);
size_t errands_running(struct errands *e); /* or not taken */

#endif
