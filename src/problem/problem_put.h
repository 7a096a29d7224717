/*
 * problem_put.h - one module as a row: what the readers of folders share.
 */
#ifndef ROLLBOOK_PROBLEM_PROBLEM_PUT_H
#define ROLLBOOK_PROBLEM_PROBLEM_PUT_H

#include <stdbool.h>

struct arena;
struct db;
struct err;
struct json;
struct problem_import;
struct problem_looks;

struct problem_module {
    int level, problem_id;
    const char *name, *text, *origin;
    char sha256[65];
    double flops, bytes;    /* NaN: unknown */
    const char *unknown;    /* why, or NULL */
    bool looked;            /* whether its work can be left out is known */
    const char *degenerate; /* how; NULL: it cannot */
};

/* The answer of beside/describe.py. */
void problem_read_work(const struct json *answer, struct arena *a, struct problem_module *out);
/* looks->degenerate has room for it. */
void problem_look(struct problem_looks *looks, const char *name, const struct problem_module *m);

/* A number above 2^30 that follows from the name. */
int problem_number_of_name(const char *name);
/* 0: not stored, 1: the same text, ERR_INTEGRITY: another. */
int problem_find_known(struct db *db, const struct problem_import *o,
                       const struct problem_module *m, struct arena *a, struct err *err);
/* Within a transaction. */
int problem_put(struct db *db, const struct problem_import *o, const struct problem_module *m,
                struct err *err);

#endif
