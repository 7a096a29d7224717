/*
 * hardware.h - runtimes of one baseline on several devices, task by task.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_HARDWARE_H
#define ROLLBOOK_ANALYSIS_STUDY_HARDWARE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/stat/stat_interval.h"

struct arena;

/* One runtime; those of one (baseline, source, task, device) stand together, those of a (baseline,
 * source) too. */
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
    const char *task; /* NULL: all tasks that both devices have */
    int64_t task_id;  /* 0 of all tasks */
    const char *device;
    const char *reference; /* device that is compared with; of its (baseline, source) the one named,
                              else the first by name; NULL when the one named is not there */
    size_t n;              /* runtimes behind the median; of all tasks: tasks */
    double runtime_us;     /* median; NaN for all tasks */
    double ratio;          /* reference / device: above 1 the device is faster; of all tasks the
                              geometric mean; NaN without the reference's runtime */
    struct interval ci;    /* of all tasks: Student's t over the logs of the tasks; NaN for fewer
                              than 2, or without width */
    double min_ratio;      /* of all tasks */
    double max_ratio;
};

struct hardware_options {
    const char *reference; /* NULL: the first by name */
    double level;
};

/* By baseline, source: a row a device over all tasks, then a row a task and device. */
struct hardware_row *hardware_tabulate(const struct hardware_time *times, size_t n,
                                       const struct hardware_options *o, size_t *out_n,
                                       struct arena *arena);

#endif
