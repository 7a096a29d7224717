/*
 * row_table.h - rows of a statement as a table.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_ROW_TABLE_H
#define ROLLBOOK_ANALYSIS_TABLES_ROW_TABLE_H

#include "src/store/db.h"
#include "src/table/table.h"

struct row_table {
    struct arena *arena;
    const char *schema; /* of the table; borrowed */
    int digits;         /* significant digits of reals for people; 0 means 15 */
    struct table table;
    void *context;
    /* Called before another statement's rows replace the table; may be NULL. */
    void (*finished)(void *context, struct table *t);
};

/* The sink that fills c->table; c outlives it. */
struct sql_sink row_table_sink(struct row_table *c);

/* Rows of the query NAME with :id bound, as "rollbook show" has them; what is NULL was not
 * recorded. */
int row_table_of(struct db *db, const char *query, int64_t id, struct arena *arena,
                 struct table *out, struct err *err);
/* Keys that such queries ask for; ERR_NOMATCH. */
int row_find_run(struct db *db, const char *name, int64_t *out_id, struct err *err);
int row_find_task(struct db *db, const char *name, int64_t *out_id, struct err *err);

#endif
