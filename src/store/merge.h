/*
 * merge.h - the rows of another database into this one.
 */
#ifndef ROLLBOOK_STORE_MERGE_H
#define ROLLBOOK_STORE_MERGE_H

struct db;
struct err;

/*
 * Adds what the database at path has and db lacks, in one transaction; again, it adds nothing. Rows
 * are recognised by their natural keys, runs by name, strategy, seed, configuration, command line
 * and start.  Runs of the other come in as prefix followed by their name.  ERR_NEGATIVE, and
 * nothing is changed, when one name or one sample stands for two things.
 */
int db_merge(struct db *db, const char *path, const char *prefix, struct err *err);

#endif
