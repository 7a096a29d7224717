#include "src/store/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

#define HEADER_BYTES  100
#define WRITE_VERSION 18 /* header offsets; 2: write-ahead log */
#define READ_VERSION  19

static bool is_database(const void *bytes, size_t len)
{
    return len >= HEADER_BYTES && memcmp(bytes, "SQLite format 3", 16) == 0;
}

/* A write-ahead log cannot lie in memory; what was checkpointed reads the same without one. */
static unsigned char *copy_of(const void *bytes, size_t len)
{
    unsigned char *copy = sqlite3_malloc64(len);
    if (copy == NULL)
        return NULL;
    memcpy(copy, bytes, len);
    copy[WRITE_VERSION] = copy[READ_VERSION] = 1;
    return copy;
}

static int load(struct db *db, const char *name, const void *bytes, size_t len, struct err *err)
{
    unsigned char *copy = copy_of(bytes, len);
    if (copy == NULL)
        return err_set(err, ERR_INTEGRITY, "%s: no memory for %zu bytes", name, len);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    /* SQLite owns the copy from here on, even on failure. */
    if (sqlite3_deserialize(db->handle, "main", copy, (sqlite3_int64)len, (sqlite3_int64)len,
                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY) !=
        SQLITE_OK)
        return err_set(err, ERR_INTEGRITY, "%s: %s", name, sqlite3_errmsg(db->handle));
    return 0;
}

int db_open_foreign(const char *name, const void *bytes, size_t len, struct db **out,
                    struct err *err)
{
    if (!is_database(bytes, len))
        return err_set(err, ERR_INTEGRITY, "%s: is no SQLite database", name);
    struct db *db = db_new(name);
    int rc = 0;
    if (sqlite3_open_v2(":memory:", &db->handle, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        rc = err_set(err, ERR_INTEGRITY, "%s: %s", name, sqlite3_errmsg(db->handle));
    if (rc == 0)
        rc = load(db, name, bytes, len, err);
    if (rc < 0) {
        db_close(db);
        return rc;
    }
    *out = db;
    return 0;
}

bool db_try_query(struct db *db, const char *query, struct stmt **out)
{
    sqlite3_stmt *probe = NULL;
    const char *sql = query_sql(query);
    int rc = sqlite3_prepare_v2(db->handle, sql, -1, &probe, NULL);
    sqlite3_finalize(probe);
    if (rc != SQLITE_OK)
        return false;
    *out = db_query(db, query);
    return true;
}
