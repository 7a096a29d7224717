/*
 * analyze_explain.h - --explain: formula, reference, denominator, n and SQL behind a table.
 */
#ifndef ROLLBOOK_CLI_ANALYZE_EXPLAIN_H
#define ROLLBOOK_CLI_ANALYZE_EXPLAIN_H

struct table;

/* Appends the explanation of the table's schema to its notes, one note a fact, the SQL as the
 * program runs it.  cli_print_table calls this when the command has --explain and it was given. */
void analyze_explain(struct table *t);

#endif
