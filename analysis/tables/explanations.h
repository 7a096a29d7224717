/*
 * explanations.h - what is said about each table: formula, reference, denominator, n, queries.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_EXPLANATIONS_H
#define ROLLBOOK_ANALYSIS_TABLES_EXPLANATIONS_H

#include <stddef.h>

struct arena;

#define EXPLANATION_FACTS 6
#define EXPLANATION_FILES 9
/* A row whose schema is "x.y" stands for "x.y.z" without a row too. */
struct explanation {
    const char *schema;                      /* without the version */
    const char *formulas[EXPLANATION_FACTS]; /* sentences of reports/doc/formula.h */
    const char *references[EXPLANATION_FACTS];
    const char *denominator;
    const char *n;
    const char *queries[EXPLANATION_FILES]; /* names of files in schema/queries */
};

const struct explanation *explanation_all(size_t *out_count);
/* Of tables of this schema, "rollbook.analyze.fast-p/1"; NULL when nothing is said. */
const struct explanation *explanation_of(const char *schema);
/* The file of a query, "schema/queries/load/load_runs.sql"; NULL when there is none. */
const char *explanation_query_path(const char *name);
/* Its statement without its comments, in lines as they stand in the file; "" when there is none. */
const char *explanation_query(const char *name, struct arena *arena);

#endif
