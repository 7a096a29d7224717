/*
 * foreign.h - databases of other programs, read from memory and never written.
 *
 * Nothing in them is trusted: no triggers, views or functions of theirs run, and a table may be
 * missing.
 */
#ifndef ROLLBOOK_STORE_FOREIGN_H
#define ROLLBOOK_STORE_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

struct db;
struct err;
struct stmt;

/* bytes hold a database file and are copied.  ERR_INTEGRITY: they do not.  Close with db_close. */
int db_open_foreign(const char *name, const void *bytes, size_t len, struct db **out,
                    struct err *err);
/* False when the database lacks what the statement asks for. */
bool db_try_query(struct db *db, const char *query, struct stmt **out);

#endif
