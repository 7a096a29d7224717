/* load_settings.h - the configuration of runs as names and values. */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SETTINGS_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_SETTINGS_H

#include <stddef.h>

struct arena;
struct db;
struct err;

struct run_setting {
    const char *run;
    const char *name;   /* "learning_rate" */
    const char *value;  /* lists and objects as JSON; "" for null */
    const char *origin; /* "default", "option", ...; "" unknown */
};

/* By run, then name. */
int load_settings(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                  struct run_setting **out, size_t *out_n, struct err *err);

/* NULL: none. */
const char *run_setting_of(const struct run_setting *list, size_t n, const char *run,
                           const char *name);

#endif
