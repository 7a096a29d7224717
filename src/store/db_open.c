/*
 * db_open.c - a file is opened: what it is, its schema version, who else has it.
 *
 * Schema versions go forward only, in one transaction, and what cannot go is refused in words.  A
 * new database takes the tables as all migrations leave them, in a tenth of the time; a test holds
 * both ways to the same bytes.  The table migration keeps each text's hash; a database with another
 * hash is of another edition and is refused.  Views are code: every version makes them anew.
 */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "columns/count_schema_objects.h"
#include "columns/list_migrations.h"
#include "columns/list_object_texts.h"
#include "columns/list_required.h"
#include "columns/list_views.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/chars.h"
#include "src/base/clock.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

/* ---- schema versions ---- */

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

static int check_identity(struct db *db, struct err *err)
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
                   "%s: an SQLite file of another application (application_id 0x%08llx); name a "
                   "Rollbook database with --db",
                   db->path, (unsigned long long)id);
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
    int rc =
        from > 0 ? drop_views(db, err) : db_exec(db, schema_text(tables_file), tables_file, err);
    for (int64_t version = from + 1; version <= db_schema_version() && rc == 0; version++) {
        const char *file = migration_of(version);
        if (from > 0)
            rc = db_exec(db, schema_text(file), file, err);
        if (rc == 0)
            rc = record_migration(db, version, err);
    }
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
        const char *stored = stmt_text(st, LIST_MIGRATIONS_SHA256);
        if (stored != NULL && strcmp(hash, stored) == 0)
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

static int migrate(struct db *db, bool writing, struct err *err)
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

/* ---- opening ---- */

static int open_flags(enum db_mode mode)
{
    switch (mode) {
    case DB_READ:
        return SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    case DB_WRITE:
    case DB_CREATE:
        return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    }
    return 0;
}

#define LONGEST_NAME (NAME_MAX - 8) /* "-journal" is put behind it */
#define LONGEST_PATH 490            /* SQLite's own limit, with the same */

int db_check_name(const char *path, struct err *err)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    if (*path == '\0')
        return err_set(err, ERR_USAGE,
                       "the database path is empty; name a file with --db or ROLLBOOK_DB");
    if (strncasecmp(path, "file:", 5) == 0 || *path == ':')
        return err_set(err, ERR_USAGE,
                       "%s: SQLite would not take this for the name of a file; write ./%s", path,
                       path);
    if (strlen(name) > LONGEST_NAME)
        return err_set(err, ERR_USAGE,
                       "%s: the name has %zu bytes; at most %d are allowed, because SQLite adds "
                       "files with longer names",
                       path, strlen(name), LONGEST_NAME);
    char here[PATH_MAX] = "";
    if (*path != '/' && getcwd(here, sizeof(here)) == NULL)
        here[0] = '\0';
    if (strlen(here) + strlen(path) > LONGEST_PATH)
        return err_set(err, ERR_USAGE,
                       "%s: the path has %zu bytes from the root on; SQLite takes %d", path,
                       strlen(here) + strlen(path), LONGEST_PATH);
    return 0;
}

static int check_path(const char *path, enum db_mode mode, struct err *err)
{
    struct stat st;
    if (strcmp(path, DB_IN_MEMORY) == 0)
        return 0;
    int rc = db_check_name(path, err);
    if (rc < 0)
        return rc;
    bool there = stat(path, &st) == 0;
    CLEANUP(mem_free_ptr) char *copy = mem_strdup(path);
    const char *folder = dirname(copy);
    if (!there && mode != DB_READ && stat(folder, &st) != 0)
        return err_set(err, ERR_USAGE, "%s: there is no folder %s to make a database in", path,
                       folder);
    if (mode == DB_READ && !there)
        return err_set(err, ERR_USAGE,
                       "%s: no such database (make one with 'rollbook init %s', or name one "
                       "with --db or ROLLBOOK_DB)",
                       path, path);
    if (there && !S_ISREG(st.st_mode))
        return err_set(err, ERR_USAGE, "%s: is %s, not a database", path,
                       S_ISDIR(st.st_mode) ? "a folder" : "a device or a pipe");
    if (there && st.st_size == 0 && mode == DB_READ)
        return err_set(err, ERR_USAGE, "%s: is empty; 'rollbook init %s' makes a database of it",
                       path, path);
    return 0;
}

static int refuse_existing(struct db *db, struct err *err)
{
    int64_t tables = 0;
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(db->handle, query_sql("count_schema_objects"), -1, &st, NULL) !=
        SQLITE_OK)
        return db_error(db, "opening", err);
    if (sqlite3_step(st) == SQLITE_ROW)
        tables = sqlite3_column_int64(st, COUNT_SCHEMA_OBJECTS_N);
    sqlite3_finalize(st);
    if (tables > 0)
        return err_set(err, ERR_USAGE, "%s: the database exists already; nothing was changed",
                       db->path);
    return 0;
}

/* Counting every allocation under a lock serves nobody here. */
static void configure_library(void)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&done))
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

void db_put_uri(struct buf *out, const char *path, const char *query)
{
    buf_puts(out, "file:");
    for (const char *p = path; *p != '\0'; p++) {
        if (strchr("?#%", *p) != NULL)
            buf_printf(out, "%%%02X", (unsigned char)*p);
        else
            buf_putc(out, *p);
    }
    buf_printf(out, "?%s", query);
}

static bool has_beside(const char *path, const char *suffix)
{
    struct stat st;
    struct buf CLEANUP(buf_release) name = { 0 };
    buf_printf(&name, "%s%s", path, suffix);
    return stat(buf_text(&name), &st) == 0 && st.st_size > 0;
}

static bool has_log(const char *path)
{
    return has_beside(path, "-wal");
}

/* A file beside a log or a journal is half of a database. */
static bool is_whole_by_itself(const char *path)
{
    return !has_log(path) && !has_beside(path, "-journal");
}

/* Where nothing can be written, a reader gets no shared memory, which WAL mode wants.  Without a
 * log the file is read as one that nobody changes; db_was_steady says whether that held. */
static bool must_stand_alone(struct db *db)
{
    char *folder CLEANUP(mem_free_ptr) = mem_strdup(db->path);
    struct stat st;
    if (stat(db->path, &st) != 0 || access(dirname(folder), W_OK) == 0 ||
        !is_whole_by_itself(db->path))
        return false;
    db->opened_size = st.st_size;
    db->opened_at = st.st_mtim;
    return true;
}

static bool is_as_opened(const struct db *db)
{
    struct stat st;
    return stat(db->path, &st) == 0 && st.st_size == db->opened_size &&
           st.st_mtim.tv_sec == db->opened_at.tv_sec &&
           st.st_mtim.tv_nsec == db->opened_at.tv_nsec && is_whole_by_itself(db->path);
}

bool db_was_steady(const struct db *db)
{
    return !db->stands_alone || is_as_opened(db);
}

static int open_handle(struct db *db, const char *at, enum db_mode mode)
{
    struct buf CLEANUP(buf_release) uri = { 0 };
    if (strcmp(at, DB_IN_MEMORY) == 0)
        at = ":memory:";
    if (mode != DB_READ || !must_stand_alone(db))
        return sqlite3_open_v2(at, &db->handle, open_flags(mode), NULL);
    db->stands_alone = true;
    db_put_uri(&uri, db->path, "immutable=1");
    return sqlite3_open_v2(buf_text(&uri), &db->handle, open_flags(mode) | SQLITE_OPEN_URI, NULL);
}

/* A writer was killed; a reader cannot undo what it began, a connection that may write does. */
static bool has_rolled_back(const char *path)
{
    sqlite3 *handle = NULL;
    if (!has_beside(path, "-journal"))
        return false;
    if (sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK)
        sqlite3_exec(handle, query_sql("get_user_version"), NULL, NULL, NULL);
    sqlite3_close(handle);
    return !has_beside(path, "-journal");
}

/* An unreadable log holds rows that the file lacks. */
static int explain_log(struct db *db, int rc, struct err *err)
{
    if (rc == ERR_USAGE && has_beside(db->path, "-journal"))
        return err_set(
            err, ERR_USAGE,
            "%s: a change of it was cut short, and is in %s-journal; the next command that "
            "writes it, or 'rollbook init --migrate %s', undoes that",
            db->path, db->path, db->path);
    if (rc != ERR_USAGE || !has_log(db->path))
        return rc;
    return err_set(err, ERR_USAGE,
                   "%s: its newest rows are in %s-wal, which can be read only where its folder can "
                   "be written; 'rollbook export --snapshot FILE' there makes one file of both",
                   db->path, db->path);
}

const char *db_altered(const struct db *db)
{
    return db->altered[0] == '\0' ? NULL : db->altered;
}

/* A file that Rollbook did not close may hold what its tables forbid; a text that is none would be
 * read nevertheless. */
static int refuse_missing(struct db *db, struct err *err)
{
    struct stmt *st = db_query(db, "list_required");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        sqlite3_stmt *look = NULL;
        const char *name = stmt_text(st, LIST_REQUIRED_NAME);
        bool is_missing = sqlite3_prepare_v2(db->handle, stmt_text(st, LIST_REQUIRED_READING), -1,
                                             &look, NULL) == SQLITE_OK &&
                          sqlite3_step(look) == SQLITE_ROW && sqlite3_column_int(look, 0) == 1;
        sqlite3_finalize(look);
        if (!is_missing)
            continue;
        err_set(err, ERR_INTEGRITY,
                "%s: a row of %s lacks a value that each has; 'rollbook verify --db %s' tells more",
                db->path, name, db->path);
        stmt_reset(st);
        return err->code;
    }
    return rc;
}

int db_refuse_altered(struct db *db, struct err *err)
{
    if (!db->is_altered_table)
        return db->mark.at_open == MARK_CLOSED || db->may_read != NULL || log_mark_is_large(db)
                   ? 0
                   : refuse_missing(db, err);
    return err_set(err, ERR_INTEGRITY,
                   "%s: %s was altered by another program, so its rows are not reliable; for "
                   "details: rollbook verify --db %s",
                   db->path, db->altered, db->path);
}

#define TICK_OPS   1000000
#define MOST_TICKS 200 /* some two seconds of a processor */
#define MOST_TICKS_ADDED                                                                           \
    1000 /* where only views of other names were added, which may be the user's */
#define MOST_VALUE (16 << 20)

static int on_tick(void *context)
{
    struct db *db = context;
    return ++db->n_ticks > (db->is_altered_ours ? MOST_TICKS : MOST_TICKS_ADDED);
}

static int on_bound_tick(void *context)
{
    struct db *db = context;
    return ++db->n_ticks > MOST_TICKS;
}

void db_bound_statements(struct db *db)
{
    db->n_ticks = 0;
    sqlite3_progress_handler(db->handle, TICK_OPS, on_bound_tick, db);
    sqlite3_limit(db->handle, SQLITE_LIMIT_LENGTH, MOST_VALUE);
}

/* "CREATE TABLE run (" is ours, whatever follows. */
static bool is_our_name(const char *ours, const char *type, const char *name)
{
    char making[160];
    char upper[16] = "";
    for (size_t i = 0; type[i] != '\0' && i + 1 < sizeof(upper); i++)
        upper[i] = to_upper(type[i]);
    snprintf(making, sizeof(making), "\nCREATE %s %.100s", upper, name);
    const char *at = strstr(ours, making);
    return at != NULL && strchr(" (\n", at[strlen(making)]) != NULL;
}

/* A whole statement of the file, not the beginning of one. */
static bool holds_statement(const char *file, const char *text)
{
    const size_t len = strlen(text);
    const char *at = file;
    while ((at = strstr(at, text)) != NULL && at[len] != ';')
        at++;
    return at != NULL;
}

/* What a statement of ours runs into: a view, since its text may be anything; a trigger; a table or
 * an index under a name of ours. */
static bool is_altered(const char *type, const char *name, const char *text)
{
    const char *tables = schema_text(tables_file);
    if (strcmp(type, "view") == 0)
        return !holds_statement(schema_text(views_file), text);
    if (holds_statement(tables, text))
        return false;
    return strcmp(type, "trigger") == 0 || is_our_name(tables, type, name);
}

/* SQLite keeps the text of an object as it was made, so ours stand in ours.  With another one a
 * statement may never end, or make a value of a gigabyte: those of this connection get a bound. */
static int find_altered(struct db *db, struct err *err)
{
    struct stmt *st = db_query(db, "list_object_texts");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *type = stmt_text(st, LIST_OBJECT_TEXTS_TYPE);
        const char *name = stmt_text(st, LIST_OBJECT_TEXTS_NAME);
        const char *text = stmt_text(st, LIST_OBJECT_TEXTS_SQL);
        if (type == NULL || name == NULL || text == NULL || !is_altered(type, name, text))
            continue;
        bool is_table = strcmp(type, "table") == 0;
        if (db->altered[0] == '\0' || (is_table && !db->is_altered_table))
            snprintf(db->altered, sizeof(db->altered), "%s %.60s", type, name);
        db->is_altered_table |= is_table;
        db->is_altered_ours |=
            strcmp(type, "view") != 0 || is_our_name(schema_text(views_file), type, name);
    }
    if (rc == 0 && db->altered[0] != '\0') {
        sqlite3_progress_handler(db->handle, TICK_OPS, on_tick, db);
        sqlite3_limit(db->handle, SQLITE_LIMIT_LENGTH, MOST_VALUE);
    }
    return rc;
}

int db_check_tables(struct db *db, const char *schema, struct err *err)
{
    static const char making[] = "\nCREATE "
                                 "TABLE ";
    char name[80];
    for (const char *at = strstr(schema_text(tables_file), making); at != NULL;
         at = strstr(at, making)) {
        at += strlen(making);
        snprintf(name, sizeof(name), "%.*s", (int)strcspn(at, " (\n"), at);
        if (sqlite3_table_column_metadata(db->handle, schema, name, NULL, NULL, NULL, NULL, NULL,
                                          NULL) != SQLITE_OK)
            return err_set(err, ERR_INTEGRITY, "%s: table %s is missing", db->path, name);
    }
    return 0;
}

/* A log or journal is half of a database, and its other half may come back: a new one beside it
 * would take its pages for its own. */
int db_check_free(const char *path, struct err *err)
{
    const char *suffix = has_log(path) ? "-wal" : has_beside(path, "-journal") ? "-journal" : NULL;
    if (suffix == NULL)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s does not exist or is empty, but %s%s contains rows of the database that had "
                   "this name. Move that database back to this name, or move the log next to it as "
                   "NAME%s. If it is lost, move the log away",
                   path, path, suffix, suffix);
}

/* The path of db is for messages. */
static int open_checked(struct db *db, const char *at, enum db_mode mode, const char *settings,
                        struct err *err)
{
    configure_library();
    if (open_handle(db, at, mode) != SQLITE_OK)
        return db_error(db, "opening", err);
    if (db_equip(db, err) < 0)
        return err->code;
    int rc = log_check_beside(db, err);
    if (rc < 0)
        return rc;
    rc = check_identity(db, err);
    if (rc == 0 && mode == DB_CREATE)
        rc = refuse_existing(db, err);
    if (rc < 0 && mode == DB_READ && has_rolled_back(db->path))
        rc = check_identity(db, err);
    if (rc < 0 && mode == DB_READ)
        return explain_log(db, rc, err);
    if (rc == 0)
        rc = db_exec(db, settings, "opening", err);
    if (rc == 0)
        rc = migrate(db, mode != DB_READ, err);
    if (rc == 0 && strcmp(at, DB_IN_MEMORY) != 0)
        rc = find_altered(db, err);
    if (rc == 0)
        log_mark_opened(db);
    if (rc == 0 && mode != DB_READ && strcmp(at, DB_IN_MEMORY) != 0)
        rc = db_refuse_altered(db, err);
    return rc;
}

/* A free name gets a database that is whole: nobody sees one without tables, whatever ends this
 * process. */
static int make_database(const char *path, bool *out_made, struct err *err)
{
    struct file_draft draft;
    int rc = file_draft_open(&draft, path, FILE_NEW, err);
    if (rc < 0)
        return rc;
    struct db *db = db_new(path);
    rc = open_checked(db, draft.path, DB_WRITE, query_sql("pragma_draft"), err);
    if (rc == 0)
        rc = db_exec(db, query_sql("pragma_bulk_end"), "finishing", err);
    db_close(db);
    if (rc == 0)
        rc = file_draft_publish(&draft, FILE_NEW, err);
    else
        db_remove_beside(draft.path);
    file_draft_drop(&draft);
    *out_made = rc == 0;
    return rc == ERR_BUSY ? 0 : rc; /* somebody else made it meanwhile */
}

static int open_db(const char *path, enum db_mode mode, const char *settings, struct db **out,
                   struct err *err)
{
    struct stat st;
    bool is_made = false;
    bool is_free = mode != DB_READ && *path != ':' && lstat(path, &st) != 0 && errno == ENOENT;
    /* SQLite removes the log of an empty file. */
    bool is_empty = mode != DB_READ && !is_free && stat(path, &st) == 0 && st.st_size == 0;
    int rc = is_free || is_empty ? db_check_free(path, err) : 0;
    if (rc == 0 && is_free)
        rc = make_database(path, &is_made, err);
    if (rc < 0)
        return rc;
    struct db *db = db_new(path);
    db->reads = mode == DB_READ;
    is_made = is_made && stat(path, &st) == 0;
    if (is_made) {
        db->opened_size = st.st_size;
        db->opened_at = st.st_mtim;
    }
    rc = open_checked(db, path, is_made ? DB_WRITE : mode, settings, err);
    if (rc < 0) {
        bool is_unused = is_made && is_as_opened(db);
        db_close(db);
        if (is_unused) {
            (void)unlink(path);
            db_remove_beside(path);
        }
        return rc;
    }
    if (is_made)
        db->is_new = sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_DATA_VERSION,
                                          &db->first_version) == SQLITE_OK;
    *out = db;
    return 0;
}

int db_open(const char *path, enum db_mode mode, struct db **out, struct err *err)
{
    int rc = check_path(path, mode, err);
    /* Readers must not need a journal file, so only writers choose WAL. */
    return rc < 0
               ? rc
               : open_db(path, mode, query_sql(mode == DB_READ ? "pragma_reader" : "pragma_writer"),
                         out, err);
}

int db_open_with(const char *path, const char *settings, struct db **out, struct err *err)
{
    return open_db(path, DB_WRITE, settings, out, err);
}

/* ---- databases of other programs ---- */

#define HEADER_BYTES  100
#define WRITE_VERSION 18 /* header offsets; 2: write-ahead log */
#define READ_VERSION  19

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

static int load_foreign(struct db *db, const char *name, const void *bytes, size_t len,
                        struct err *err)
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
    if (!(len >= HEADER_BYTES && memcmp(bytes, "SQLite format 3", 16) == 0))
        return err_set(err, ERR_INTEGRITY,
                       "%s: not an SQLite database; 'nsys export --type sqlite' makes one of a "
                       "report",
                       name);
    struct db *db = db_new(name);
    int rc = 0;
    if (sqlite3_open_v2(":memory:", &db->handle, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        rc = err_set(err, ERR_INTEGRITY, "%s: %s", name, sqlite3_errmsg(db->handle));
    if (rc == 0)
        rc = load_foreign(db, name, bytes, len, err);
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
