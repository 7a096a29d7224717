/*
 * table_internal.h - what the renderers of a table share.
 */
#ifndef ROLLBOOK_TABLE_TABLE_INTERNAL_H
#define ROLLBOOK_TABLE_TABLE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "src/table/table.h"

const struct cell *table_cell(const struct table *t, size_t row, size_t column);
/* Numbers and NA only: aligned to the right. */
bool table_column_is_numeric(const struct table *t, size_t column);
bool cell_is_number(const struct cell *c);

/* Rounded to digits, terminal-safe, on one line. */
void cell_put_display(struct buf *out, const struct cell *c, int digits);
/* Shortest exact form, raw text, "NA". */
void cell_put_exact(struct buf *out, const struct cell *c);
/* "column: reason (count)" for every distinct reason. */
void table_each_reason(const struct table *t, struct buf *out,
                       void (*put_line)(struct buf *out, const char *line));

void table_render_text(const struct table *t, struct buf *out);
void table_render_csv(const struct table *t, struct buf *out);
void table_render_json(const struct table *t, struct buf *out);
void table_render_latex(const struct table *t, struct buf *out);
void table_render_markdown(const struct table *t, struct buf *out);

#endif
