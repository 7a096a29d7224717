/*
 * store_declaration.h - declarations of studies, and the runs that refer to them.
 */
#ifndef ROLLBOOK_STORE_STORE_DECLARATION_H
#define ROLLBOOK_STORE_STORE_DECLARATION_H

#include "src/store/store.h"

struct arena;

struct declaration_row {
    int64_t declaration_id;
    int64_t version;
    const char *content; /* JSON with sorted keys */
    const char *sha256;
};
/* ERR_NOMATCH: no such name. */
int store_find_declaration(struct db *db, const char *name, struct arena *a,
                           struct declaration_row *out, struct err *err);
/* Stores version 1, or with why the next one.  ERR_USAGE: the name is taken, has nothing to
 * amend, or has this very content. */
struct declaration_text {
    const char *name, *content, *why; /* why NULL: version 1 */
};
int store_put_declaration(struct db *db, const struct declaration_text *d, struct arena *a,
                          struct declaration_row *out, struct err *err);
/* attached: after the run began.  ERR_USAGE when it refers to a declaration already. */
int store_put_declared_run(struct db *db, int64_t run_id, int64_t declaration_id,
                           const char *method, bool attached, struct err *err);

/* A look at the data; the time is now. */
struct look_row {
    int64_t declaration_id;
    int64_t number;
    const char *runs; /* JSON */
    int64_t n_rollouts;
    const char *data_sha256;
    double alpha_spent;
    const char *statistic; /* JSON */
    int64_t n_rejected;
};
int store_put_look(struct db *db, const struct look_row *look, struct err *err);

#endif
