/*
 * migrate.c - schema versions: forward only, one transaction, refusal in words.
 *
 * A new database takes the tables as all migrations leave them, in a tenth of the time; a test
 * holds both ways to the same bytes.
 *
 * The table migration keeps each text's hash; a database with another hash is of another edition
 * and is refused.  Views are code: every version makes them anew.
 */
#include <stdio.h>
#include <string.h>

#include "columns/list_migrations.h"
#include "columns/list_views.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

static const char *const tables_file = "schema/schema.sql";
static const char *const views_file = "schema/views/v1.sql";

#define MIGRATIONS "schema/migrations/"

/* "schema/migrations/0008_exchanges.sql"; NULL: none. */
static const char *migration_of(int64_t version)
{
    char prefix[64];
    snprintf(prefix, sizeof prefix, MIGRATIONS "%04d_", (int)version);
    for (size_t i = 0; i < embedded_schema_count; i++)
        if (strncmp(embedded_schema[i].name, prefix, strlen(prefix)) == 0)
            return embedded_schema[i].name;
    return NULL;
}

int db_schema_version(void)
{
    int version = 0;
    while (migration_of(version + 1) != NULL)
        version++;
    return version;
}

static int pragma_int(struct db *db, const char *query, int64_t *out, struct err *err)
{
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(db->handle, query_sql(query), -1, &st, NULL) != SQLITE_OK)
        return db_error(db, "reading the header", err);
    int step = sqlite3_step(st);
    *out = step == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    sqlite3_finalize(st);
    return step == SQLITE_ROW ? 0 : db_error(db, "reading the header", err);
}

int db_check_identity(struct db *db, struct err *err)
{
    int64_t id = 0;
    int64_t objects = 0;
    int rc = pragma_int(db, "get_application_id", &id, err);
    if (rc == 0)
        rc = pragma_int(db, "count_schema_objects", &objects, err);
    if (rc < 0)
        return rc;
    if (id == DB_APPLICATION_ID || (id == 0 && objects == 0))
        return 0;
    return err_set(err, ERR_INTEGRITY,
                   "%s: an SQLite file of another application (application_id 0x%08llx)", db->path,
                   (unsigned long long)id);
}

static void text_hash(const char *name, char out[65])
{
    const char *text = schema_text(name);
    sha256_hex(text, strlen(text), out);
}

static int record_migration(struct db *db, int64_t version, struct err *err)
{
    char hash[65];
    char now[32];
    const char *file = migration_of(version);
    text_hash(file, hash);
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_migration");
    stmt_bind_int(st, ":version", version);
    stmt_bind_text(st, ":name", file + strlen(MIGRATIONS));
    stmt_bind_text(st, ":sha256", hash);
    stmt_bind_text(st, ":applied_at", now);
    return stmt_run(st, err);
}

/* PRAGMA takes no parameters; both values are our numbers. */
static int stamp(struct db *db, struct err *err)
{
    char sql[96];
    snprintf(sql, sizeof(sql), "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             DB_APPLICATION_ID, db_schema_version());
    int rc = db_exec(db, sql, "stamping", err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "put_meta");
    stmt_bind_text(st, ":key", "written_by");
    stmt_bind_text(st, ":value", build_version());
    return stmt_run(st, err);
}

static int drop_views(struct db *db, struct err *err)
{
    struct arena a = { 0 };
    const char *names[64];
    size_t n = 0;
    struct stmt *st = db_query(db, "list_views");
    int rc = 0;
    while (n < ARRAY_LEN(names) && (rc = stmt_step(st, err)) > 0)
        names[n++] = stmt_text_dup(st, LIST_VIEWS_NAME, &a);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = db_exec(db, arena_printf(&a, "DROP VIEW \"%s\"", names[i]), "replacing views", err);
    arena_release(&a);
    return rc;
}

static int apply(struct db *db, int64_t from, struct err *err)
{
    int rc = from > 0 ? 0 : db_exec(db, schema_text(tables_file), tables_file, err);
    for (int64_t version = from + 1; version <= db_schema_version() && rc == 0; version++) {
        const char *file = migration_of(version);
        if (from > 0)
            rc = db_exec(db, schema_text(file), file, err);
        if (rc == 0)
            rc = record_migration(db, version, err);
    }
    if (rc == 0)
        rc = drop_views(db, err);
    if (rc == 0)
        rc = db_exec(db, schema_text(views_file), views_file, err);
    if (rc == 0)
        rc = stamp(db, err);
    return rc;
}

static int check_hashes(struct db *db, struct err *err)
{
    struct stmt *st = db_query(db, "list_migrations");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        char hash[65];
        int64_t version = stmt_int(st, LIST_MIGRATIONS_VERSION);
        if (migration_of(version) == NULL)
            continue;
        text_hash(migration_of(version), hash);
        if (strcmp(hash, stmt_text(st, LIST_MIGRATIONS_SHA256)) == 0)
            continue;
        stmt_reset(st);
        return err_set(err, ERR_SCHEMA,
                       "%s: schema version %lld was made by another edition of migration %s",
                       db->path, (long long)version, migration_of(version));
    }
    return rc;
}

static int migrate_from(struct db *db, struct err *err)
{
    int64_t version = 0;
    int rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    /* Another process may have migrated during the wait for the lock. */
    rc = pragma_int(db, "get_user_version", &version, err);
    if (rc == 0 && version < db_schema_version())
        rc = apply(db, version, err);
    if (rc < 0) {
        db_rollback(db);
        return rc;
    }
    return db_commit(db, err);
}

int db_migrate(struct db *db, bool writing, struct err *err)
{
    int64_t version = 0;
    int rc = pragma_int(db, "get_user_version", &version, err);
    if (rc < 0)
        return rc;
    if (version > db_schema_version())
        return err_set(err, ERR_SCHEMA,
                       "%s: schema version %lld is newer than this program's %d; use the program "
                       "that wrote it (%s)",
                       db->path, (long long)version, db_schema_version(), build_version());
    if (version == db_schema_version())
        return check_hashes(db, err);
    if (!writing)
        return err_set(err, ERR_SCHEMA,
                       "%s: schema version %lld is older than this program's %d; bring it forward "
                       "with 'rollbook init --migrate %s'",
                       db->path, (long long)version, db_schema_version(), db->path);
    return migrate_from(db, err);
}
