/*
 * collect.h - rows of a statement as a table to print.
 */
#ifndef ROLLBOOK_CLI_COLLECT_H
#define ROLLBOOK_CLI_COLLECT_H

#include "src/store/db.h"
#include "src/table/table.h"

struct collect {
    struct arena *arena;
    const char *schema; /* of the table; borrowed */
    int digits;         /* significant digits of reals for people; 0 means 15 */
    struct table table;
    void *context;
    /* Called before another statement's rows replace the table; may be NULL. */
    void (*finished)(void *context, struct table *t);
};

/* The sink that fills c->table; c outlives it. */
struct sql_sink collect_sink(struct collect *c);

#endif
