/*
 * row_table.h - rows of a statement as a table.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_ROW_TABLE_H
#define ROLLBOOK_ANALYSIS_TABLES_ROW_TABLE_H

#include "src/store/db.h"
#include "src/table/table.h"

struct study_rollout;
struct row_table {
    struct arena *arena;
    const char *schema; /* borrowed */
    int digits;         /* of reals; 0: 15 */
    struct table table;
    void *context;
    /* Before another statement's rows replace the table; or NULL. */
    void (*finished)(void *context, struct table *t);
};

/* Fills c->table; c outlives it. */
struct sql_sink row_table_sink(struct row_table *c);

/* Of the query with :id bound; NULL: not recorded. */
int row_table_of(struct db *db, const char *query, int64_t id, struct arena *arena,
                 struct table *out, struct err *err);
/* ERR_NOMATCH. */
int row_find_run(struct db *db, const char *name, int64_t *out_id, struct err *err);
int row_find_task(struct db *db, const char *name, int64_t *out_id, struct err *err);
/* The rollout of its last turn. */
int row_find_sample(struct db *db, const char *run, const char *task,
                    const struct study_rollout *sample, int64_t *out_id, struct err *err);

#endif
