/* baseline_table.h - stored runtimes of one baseline on one hardware. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_BASELINE_TABLE_H
#define ROLLBOOK_ANALYSIS_STUDY_BASELINE_TABLE_H

#include <stddef.h>

struct baseline_entry {
    int level;
    int problem_id;
    double runtime_us; /* NaN: not measured, says the source */
};

struct baseline_table {
    const char *name;
    const char *hardware;           /* "" when unknown */
    struct baseline_entry *entries; /* by level, then problem */
    size_t n_entries;
};

/* NULL: none. */
const struct baseline_entry *baseline_find(const struct baseline_table *b, int level,
                                           int problem_id);

#endif
