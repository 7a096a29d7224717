/*
 * claims_read.h - a bundle of published claims from its JSON file (docs/claims.md).
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_CLAIMS_READ_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_CLAIMS_READ_H

#include "analysis/audit/claims.h"

struct err;
struct json;

/* Asked of the database; NULL: nothing. */
struct claim_request {
    const char *run; /* comma list */
    const char *quantity;
    int64_t step; /* -1: unstated */
    double k;     /* 1 when unstated */
};

struct claim_file {
    struct claim_bundle bundle;
    struct claim_request *requests; /* one a claim */
    bool asks_database;
};

/* ERR_INTEGRITY names claim and member; an unknown member is an error, because a misspelt one would
 * check nothing.  Texts are borrowed from root. */
int claims_read(const struct json *root, const char *name, struct arena *arena,
                struct claim_file *out, struct err *err);

#endif
