/*
 * baseline_table.h - the stored runtimes of one named baseline on one hardware.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_BASELINE_TABLE_H
#define ROLLBOOK_ANALYSIS_STUDY_BASELINE_TABLE_H

#include <stddef.h>

struct baseline_entry {
    int level;
    int problem_id;
    double runtime_us; /* NaN: the source says it was not measured */
};

struct baseline_table {
    const char *name;
    const char *hardware;           /* "" when the source names none */
    struct baseline_entry *entries; /* by level, then problem */
    size_t n_entries;
};

/* The entry of a problem, or NULL. */
const struct baseline_entry *baseline_find(const struct baseline_table *b, int level,
                                           int problem_id);

#endif
