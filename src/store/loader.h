/*
 * loader.h - many rows in one transaction.
 *
 * A statement for each row costs more than the row: binding, seeking in each index, starting and
 * ending.  While a loader is open, what store.h puts of texts, rollouts, evaluations and rewards is
 * copied and waits; the rows of a table go in together, with one statement that reads them as a
 * virtual table, before any statement that could see them.  So nobody can tell the difference, and
 * what is given to store.h need live no longer than the call, with a loader and without.
 *
 * The INSERT triggers of facts.h are away meanwhile: loader_close raises the epochs of all cells at
 * once.
 */
#ifndef ROLLBOOK_STORE_LOADER_H
#define ROLLBOOK_STORE_LOADER_H

struct db;
struct err;

/* Within a transaction.  A rollback closes it as well. */
int loader_open(struct db *db, struct err *err);
/* Before the commit. */
int loader_close(struct db *db, struct err *err);

#endif
