/*
 * table_kinds.h - the list of all kinds of tables, and what is said about a table of a name.
 */
#ifndef ROLLBOOK_ANALYSIS_KINDS_TABLE_KINDS_H
#define ROLLBOOK_ANALYSIS_KINDS_TABLE_KINDS_H

#include "analysis/tables/table_kind.h"

/* In the order of the help. */
const struct table_kind *const *table_kinds(size_t *out_count);
/* "rollbook.analyze.fast-p/1"; NULL: no kind gives it.  *out_kind is whose it is, unless NULL. */
const struct table_shape *table_shape_find(const char *schema, const struct table_kind **out_kind);
/* The shape that has formulas, references and queries of such a table; NULL: none. */
const struct table_shape *table_shape_explaining(const char *schema);

#endif
