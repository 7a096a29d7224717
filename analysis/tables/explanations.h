/* explanations.h - what is said about tables: formula, reference, denominator, n, queries. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_EXPLANATIONS_H
#define ROLLBOOK_ANALYSIS_TABLES_EXPLANATIONS_H

#include <stddef.h>

struct arena;

#define EXPLANATION_FACTS 6
#define EXPLANATION_FILES 9
/* "x.y" also stands for an "x.y.z" without a row. */
struct explanation {
    const char *schema;                      /* without the version */
    const char *formulas[EXPLANATION_FACTS]; /* sentences of reports/doc/formula.h */
    const char *references[EXPLANATION_FACTS];
    const char *denominator;
    const char *n;
    const char *queries[EXPLANATION_FILES]; /* files in schema/queries */
};

const struct explanation *explanation_all(size_t *out_count);
/* Schema: "rollbook.analyze.fast-p/1"; NULL: none. */
const struct explanation *explanation_of(const char *schema);
/* "schema/queries/load/load_runs.sql"; NULL: none. */
const char *explanation_query_path(const char *name);
/* Without comments, in the file's lines; "": none. */
const char *explanation_query(const char *name, struct arena *arena);

#endif
