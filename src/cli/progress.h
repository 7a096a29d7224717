/*
 * progress.h - one line on a terminal that says how far a run is.
 */
#ifndef ROLLBOOK_CLI_PROGRESS_H
#define ROLLBOOK_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/strategy/session.h"

struct progress_line {
    bool enabled; /* standard error is a terminal and nobody asked for quiet */
    bool shown;
    int64_t last_ns; /* drawn at most ten times a second */
};

void progress_init(struct progress_line *line, bool quiet);
void progress_draw(struct progress_line *line, const struct progress *p);
void progress_clear(struct progress_line *line); /* before a message, and at the end */

#endif
