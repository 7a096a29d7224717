/*
 * loader.h - many rows in one transaction.
 *
 * A statement for each row costs more than the row.  While a loader is open, what store.h puts of
 * texts, rollouts, evaluations and rewards is copied and waits; one statement a table puts the rows
 * in, read as a virtual table, before any statement that could see them.  What is given to store.h
 * need only live during the call.
 *
 * The INSERT triggers of facts.h are away meanwhile: loader_close raises the epochs of all cells.
 */
#ifndef ROLLBOOK_STORE_LOADER_H
#define ROLLBOOK_STORE_LOADER_H

struct db;
struct err;

/* Needs a transaction, whose rollback closes it. */
int loader_open(struct db *db, struct err *err);
/* Call before the commit. */
int loader_close(struct db *db, struct err *err);

#endif
