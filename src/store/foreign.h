/*
 * foreign.h - databases of other programs, read from memory and never written.
 *
 * Nothing in them is trusted: no triggers, no views and no functions of their schema run, and a
 * missing table is an answer, not a bug.
 */
#ifndef ROLLBOOK_STORE_FOREIGN_H
#define ROLLBOOK_STORE_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

struct db;
struct err;
struct stmt;

/* bytes hold a whole database file, which is copied.  ERR_INTEGRITY when it is none.  Close with
 * db_close. */
int db_open_foreign(const char *name, const void *bytes, size_t len, struct db **out,
                    struct err *err);
/* Like db_query, but false when the database lacks what the statement asks for. */
bool db_try_query(struct db *db, const char *query, struct stmt **out);

#endif
