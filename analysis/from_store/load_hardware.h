/*
 * load_hardware.h - runtimes of baselines by device.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_HARDWARE_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_HARDWARE_H

#include <stddef.h>

struct arena;
struct db;
struct err;
struct hardware_time;

/* Of one baseline or (NULL) of all; ERR_NOMATCH when there is none. */
int load_hardware(struct db *db, const char *baseline, struct arena *arena,
                  struct hardware_time **out, size_t *out_n, struct err *err);

#endif
