/*
 * problem_import.h - modules of a folder become tasks of a database: all of them or none.
 */
#ifndef ROLLBOOK_PROBLEM_PROBLEM_IMPORT_H
#define ROLLBOOK_PROBLEM_PROBLEM_IMPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/problem/problem_folder.h"

struct arena;
struct db;
struct err;

/* Suite of the tasks that come with the program, and of results that were imported. */
#define PROBLEM_OWN_SUITE "kernelbench"

struct problem_import {
    const char *suite;  /* whose tasks they become */
    const char *python; /* that reads them; NULL: ROLLBOOK_PYTHON, else python3 */
    const char *levels; /* "1,3": only those; NULL: all */
    /* May be NULL; said after each module. */
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
};

struct problem_counts {
    int level;
    const char *version;      /* NULL: unknown */
    size_t n, n_new;          /* modules; those that the database did not have */
    size_t n_with_work;       /* of all: with operations and bytes */
    const char *work_unknown; /* why one has none; NULL */
};

/*
 * Reads the folder, asks Python what each module is, and stores them in one transaction.  out has
 * room for PROBLEM_MAX_LEVELS.  ERR_INTEGRITY, naming file and line, for what is no problem, and
 * for a number that the suite has with another text; then nothing is stored.
 */
int problem_import(struct db *db, const char *path, const struct problem_import *options,
                   struct arena *a, struct problem_counts *out, size_t *out_count, struct err *err);

#endif
