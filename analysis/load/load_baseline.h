/*
 * load_baseline.h - the stored runtimes of a named baseline.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_BASELINE_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_BASELINE_H

struct arena;
struct baseline_table;
struct db;
struct err;

/*
 * hardware NULL: the one equal to device, else the only one there is; ERR_USAGE listing them when
 * that leaves a choice.  Entries that a source left unmeasured, and so without hardware, belong to
 * every hardware.  ERR_NOMATCH when there is no such baseline, or none on that hardware; ERR_NODATA
 * when nothing in it was measured.
 */
int load_baseline(struct db *db, const char *name, const char *hardware, const char *device,
                  struct arena *arena, struct baseline_table *out, struct err *err);

#endif
