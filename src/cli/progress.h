/*
 * progress.h - how far a run is: one moving line on a terminal, else a line every 30 seconds.
 *
 * A thread draws, so the line moves while nothing arrives; it takes no signal.
 */
#ifndef ROLLBOOK_CLI_PROGRESS_H
#define ROLLBOOK_CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/strategy/session.h"

struct progress_line {
    const char *name; /* of the run; borrowed */
    bool is_terminal; /* standard error can move its cursor */
    bool running;     /* false with --quiet */
    pthread_t thread;
    pthread_mutex_t lock; /* guards the rest */
    pthread_cond_t wake;
    bool ends, shown;
    struct progress last;
};

/* The line at a time, without its line feed.  The rate is the whole process's and falls while
 * nothing arrives. */
void progress_text(const char *name, const struct progress *p, int64_t now, char *out, size_t size);

void progress_start(struct progress_line *line, const char *name, bool quiet);
void progress_set(struct progress_line *line, const struct progress *p);
void progress_clear(struct progress_line *line);
void progress_stop(struct progress_line *line); /* clears; also if never started */

#endif
