/* table_declaration.h - what was declared and done, and every departure. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_DECLARATION_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_TABLE_DECLARATION_H

#include "analysis/tables/table_common.h"

struct table_declaration_options {
    const char *name;
    const char *methods; /* as compare --methods; NULL: runs that refer to the declaration */
    int64_t look;        /* number of the look; 0: the last */
    struct table_resample resample;
};
#define STANDARD_declaration .resample = STANDARD_RESAMPLE

extern const struct table_kind table_declaration;

/* What a look at the data found. */
struct declaration_look {
    int64_t number;
    const char *runs; /* JSON object: method to runs */
    int64_t n_rollouts;
    char data_sha256[65];
    double alpha;
    const char *statistic; /* JSON array, a pair each; empty where nothing can be tested */
    int64_t n_rejected;
};
struct json;
void look_add_known(struct json *o, const char *key, double v); /* nothing where not finite */
const char *look_text(const struct json *o, struct arena *a);
/* The table of that look as well. */
int table_declaration_look(const struct table_input *in, const struct table_declaration_options *o,
                           struct table *out, struct declaration_look *look, struct err *err);

#endif
