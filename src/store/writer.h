/*
 * writer.h - the way into a database for many rows.
 *
 *     writer_open(path)                the connection
 *     writer_begin, puts of store.h, writer_commit; as often as wanted
 *     writer_close                     the file is in its place
 *
 * A transaction of any connection may be a writer's (a merge, an import into what is there).
 *
 * What is visible: each statement sees everything that was put before it, through the same
 * connection; others see it with the commit.  Within a writer's transaction texts, rollouts,
 * evaluations and rewards wait in memory, and go in before the first statement that touches one of
 * their tables: nobody need know which wait.  What is given to store.h need only live during the
 * call.  db_rollback ends the transaction and drops what waits.
 */
#ifndef ROLLBOOK_STORE_WRITER_H
#define ROLLBOOK_STORE_WRITER_H

struct db;
struct err;

/*
 * Opens a database for writing much: built beside its place when it is absent or holds no rollouts,
 * else like db_open with DB_WRITE.  ERR_BUSY after a bounded wait while another process builds it.
 *
 * A file that nobody can read yet needs no journal and no sync a transaction: it is synced once and
 * renamed.  When the builder is killed, the place keeps what it held, and the next builder takes
 * the leftover over.
 */
int writer_open(const char *path, struct db **out, struct err *err);
/* More memory and rarer checkpoints, for a connection of db_open that stores many rows for long. */
int writer_stays(struct db *db, struct err *err);
/* Nest as db_begin and db_commit; a failure rolls all levels back. */
int writer_begin(struct db *db, struct err *err);
int writer_commit(struct db *db, struct err *err);
/* Closes what writer_open gave and puts what was committed in its place; without commits, or on
 * error, the place is as before. */
int writer_close(struct db *db, struct err *err);

#endif
