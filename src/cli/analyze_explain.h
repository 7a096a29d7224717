/*
 * analyze_explain.h - --explain: formula, reference, denominator, n and SQL behind a table.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_EXPLAIN_H
#define ROLLBOOK_CLI_ANALYZE_EXPLAIN_H

struct table;

/* Appends one note a fact about the table's schema, the SQL as it runs.  cli_print_table calls
 * it for --explain. */
void analyze_explain(struct table *t);

#endif
