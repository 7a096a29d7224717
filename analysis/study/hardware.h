/* hardware.h - runtimes of a baseline on several devices. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_HARDWARE_H
#define ROLLBOOK_ANALYSIS_STUDY_HARDWARE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct arena;

/* Rows of one (baseline, source, task, device) stand together, and of one (baseline, source). */
struct hardware_time {
    const char *baseline;
    const char *source; /* "stored", "measured" */
    const char *task;
    int64_t task_id; /* tasks of two suites may have one name */
    const char *device;
    double runtime_us;
};

struct hardware_row {
    const char *baseline;
    const char *source;
    const char *task; /* NULL: all tasks of both devices */
    int64_t task_id;  /* 0: all */
    const char *device;
    const char *reference; /* named device, or the first by name of (baseline, source); NULL: the
                              named one is missing */
    size_t n;              /* runtimes; of all tasks: tasks */
    double runtime_us;     /* median; NaN for all tasks */
    double ratio;       /* reference / device, above 1 faster; of all tasks the geometric mean; NaN
                           without the reference's runtime */
    struct interval ci; /* of all tasks: Student's t over logs; NaN below 2 or without width */
    double min_ratio;   /* of all tasks */
    double max_ratio;
};

struct hardware_options {
    const char *reference; /* NULL: first by name */
    double level;
};

/* By baseline and source: devices over all tasks, then tasks by device. */
struct hardware_row *hardware_tabulate(const struct hardware_time *times, size_t n,
                                       const struct hardware_options *o, size_t *out_n,
                                       struct arena *arena);

#endif
