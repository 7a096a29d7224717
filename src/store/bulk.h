/*
 * bulk.h - a database that is built beside its place and put there whole.
 *
 * A file that nobody can read yet needs no journal and no sync a transaction: it is synced once and
 * renamed.  When the builder is killed, the place keeps what it held, and the next builder takes
 * the leftover over.  Transactions and rollbacks work as in any database.
 */
#ifndef ROLLBOOK_STORE_BULK_H
#define ROLLBOOK_STORE_BULK_H

struct db;
struct err;

/*
 * Opens a database for writing much: built beside its place when it is absent or holds no rollouts,
 * else like db_open with DB_WRITE.  ERR_BUSY after a bounded wait while another process builds it.
 */
int bulk_open(const char *path, struct db **out, struct err *err);

/* Closes what bulk_open gave and puts what was committed in its place; without commits, or on
 * error, the place is as before. */
int bulk_finish(struct db *db, struct err *err);

#endif
