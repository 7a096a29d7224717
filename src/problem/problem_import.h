/*
 * problem_import.h - a folder's modules become tasks of a database: all or none.
 */
#ifndef ROLLBOOK_PROBLEM_PROBLEM_IMPORT_H
#define ROLLBOOK_PROBLEM_PROBLEM_IMPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/problem/problem_folder.h"

struct arena;
struct db;
struct err;

/* For embedded tasks and imported results. */
#define PROBLEM_OWN_SUITE "kernelbench"

struct problem_import {
    const char *suite;
    const char *python; /* NULL: ROLLBOOK_PYTHON, else python3 */
    const char *levels; /* "1,3"; NULL: all */
    /* After each module; may be NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
};

struct problem_counts {
    int level;
    const char *version;      /* NULL: unknown */
    size_t n, n_new;          /* modules, and new ones */
    size_t n_with_work;       /* with operations and bytes */
    const char *work_unknown; /* why one has none, or NULL */
};

/*
 * Python describes each module; one transaction stores them.  out has room for PROBLEM_MAX_LEVELS.
 * ERR_INTEGRITY names file and line: no problem, or the suite has another text of that number.
 */
int problem_import(struct db *db, const char *path, const struct problem_import *options,
                   struct arena *a, struct problem_counts *out, size_t *out_count, struct err *err);

#endif
