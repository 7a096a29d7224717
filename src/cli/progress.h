/*
 * progress.h - how far a run is: one moving line on a terminal, else a line every 30 seconds.
 *
 * A thread of its own draws, so that the line also moves while nothing arrives; it takes no signal.
 */
#ifndef ROLLBOOK_CLI_PROGRESS_H
#define ROLLBOOK_CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "src/strategy/session.h"

struct progress_line {
    const char *name; /* borrowed; of the run */
    bool is_terminal; /* standard error is one that can move its cursor */
    bool running;     /* the thread, which is not started when somebody asked for quiet */
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t wake;
    bool ends, shown;
    struct progress last;
};

void progress_start(struct progress_line *line, const char *name, bool quiet);
void progress_set(struct progress_line *line, const struct progress *p);
void progress_clear(struct progress_line *line); /* before a message */
void progress_stop(struct progress_line *line);  /* and clears; harmless when it never started */

#endif
