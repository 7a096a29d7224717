/*
 * load_baseline.h - the stored runtimes of a named baseline.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_BASELINE_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_BASELINE_H

struct arena;
struct baseline_table;
struct db;
struct err;

/*
 * hardware NULL: the one equal to device, else the only one; ERR_USAGE lists them when that leaves
 * a choice.  Unmeasured entries have no hardware and belong to all.  ERR_NOMATCH without such a
 * baseline on that hardware; ERR_NODATA when nothing was measured.
 */
int load_baseline(struct db *db, const char *name, const char *hardware, const char *device,
                  struct arena *arena, struct baseline_table *out, struct err *err);

#endif
