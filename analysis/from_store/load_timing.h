/*
 * load_timing.h - measurements with their raw samples.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TIMING_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_TIMING_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct db;
struct err;
struct timing_measurement;

/* By run, task, subject, method, device.  ERR_NODATA without a timing. */
int load_timing(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                struct timing_measurement **out, size_t *out_n, struct err *err);
/* Has any measurement of the database raw samples?  One pass over measurements, without a join. */
int load_timing_has_samples(struct db *db, bool *out, struct err *err);

#endif
