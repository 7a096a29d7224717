/*
 * fact_window.h - appended rows into facts, a bounded number of rollouts at a time.
 */
#ifndef ROLLBOOK_STORE_FACT_WINDOW_H
#define ROLLBOOK_STORE_FACT_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;
struct err;

/* Facts tell of rows up to these keys. */
struct fact_marks {
    int64_t rollout_id, evaluation_id, measurement_id;
};

/*
 * Reads what comes after the marks, of rollouts no more than limit, and moves the marks; *out_last
 * is false when there is more.  Stores the cells, and notes in fact_changed those of which it
 * cannot know everything.
 */
int fact_window_read(struct db *db, size_t limit, struct fact_marks *marks, bool *out_last,
                     struct err *err);

#endif
