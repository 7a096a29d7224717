/*
 * db_internal.h - what the files of src/store share.
 */
#ifndef ROLLBOOK_STORE_DB_INTERNAL_H
#define ROLLBOOK_STORE_DB_INTERNAL_H

#include <sqlite3.h>

#include "src/store/db.h"

struct stmt {
    struct db *db;
    sqlite3_stmt *handle; /* NULL when the damaged file did not let it be prepared */
    const char *name;     /* borrowed from the embedded table */
    int damage_code;      /* SQLite's */
    char damage[200];
    struct stmt *next;
};

struct db {
    sqlite3 *handle;
    char *path;
    struct stmt *statements; /* cache, owned */
    int depth;               /* of nested transactions */
};

/* 0, or what kept the statement from being prepared. */
int stmt_damage(const struct stmt *st, struct err *err);
/* Translates an SQLite result into our codes and words; what names the attempt. */
int db_error(struct db *db, const char *what, struct err *err);
int db_exec(struct db *db, const char *sql, const char *what, struct err *err);
/* ERR_INTEGRITY for a file of another application; an empty file passes. */
int db_check_identity(struct db *db, struct err *err);
/* Creates or brings the schema forward; writing says whether it may. */
int db_migrate(struct db *db, bool writing, struct err *err);
/* The text of an embedded file below schema/; ends the program when it is missing. */
const char *schema_text(const char *name);

#endif
