/*
 * load_runtimes.h - stored runtimes: of a named baseline, by device, and measurements with raw
 * readings.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_RUNTIMES_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_RUNTIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/from_store/load_study.h"

struct arena;
struct baseline_table;
struct db;
struct err;
struct hardware_time;
struct study_run;
struct timing_measurement;

/*
 * hardware NULL: the one equal to device, else the only one; ERR_USAGE lists them when that leaves
 * a choice.  Unmeasured entries have no hardware and belong to all.  ERR_NOMATCH without such a
 * baseline on that hardware; ERR_NODATA when nothing was measured.
 */
int load_baseline(struct db *db, const char *name, const char *hardware, const char *device,
                  struct arena *arena, struct baseline_table *out, struct err *err);

/* The same for a run.  Samples that were timed on several devices are divided into the time of
 * their own device when hardware is NULL; ERR_USAGE, naming it, when the baseline lacks one. */
int load_run_baseline(struct db *db, const char *name, const char *hardware,
                      const struct study_run *run, struct arena *arena, struct baseline_table *out,
                      struct err *err);

/*
 * Runtimes of baselines by device.
 */

/* Of one baseline or (NULL) of all; ERR_NOMATCH when there is none. */
int load_hardware(struct db *db, const char *baseline, struct arena *arena,
                  struct hardware_time **out, size_t *out_n, struct err *err);

/*
 * Measurements with their raw samples.
 */

/* By run, task, subject, method, device.  ERR_NODATA without a timing. */
int load_timing(const struct load_request *from, struct timing_measurement **out, size_t *out_n,
                struct err *err);
/* Has any measurement of the database raw samples?  One pass over measurements, without a join. */
int load_timing_has_samples(struct db *db, bool *out, struct err *err);

#endif
