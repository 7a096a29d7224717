/*
 * db.c - opening, closing, transactions.
 *
 * WAL with synchronous=FULL: a committed rollout survives a killed process and a lost machine.
 * BEGIN IMMEDIATE takes the one writer's lock before any work, with a bounded wait.
 */
#include "src/store/db.h"

#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "columns/count_schema_objects.h"
#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/blob_cache.h"
#include "src/store/db_internal.h"
#include "src/store/functions/sql_api.h"

#define BUSY_WAIT_MS 5000

const char *schema_text(const char *name)
{
    const struct embedded_file *f = embed_find(embedded_schema, embedded_schema_count, name);
    if (f == NULL) {
        fprintf(stderr, "rollbook: bug: no embedded file %s\n", name);
        abort();
    }
    return (const char *)f->data;
}

static const struct embedded_file *find_query(const char *name)
{
    for (size_t i = 0; i < embedded_schema_count; i++) {
        const struct embedded_file *f = &embedded_schema[i];
        const char *base = strrchr(f->name, '/');
        if (base != NULL && str_starts_with(base + 1, name) &&
            strcmp(base + 1 + strlen(name), ".sql") == 0 &&
            str_starts_with(f->name, "schema/queries/"))
            return f;
    }
    return NULL;
}

const char *query_path(const char *name)
{
    const struct embedded_file *f = find_query(name);
    return f == NULL ? NULL : f->name;
}

const char *query_sql(const char *name)
{
    const struct embedded_file *f = find_query(name);
    if (f == NULL) {
        fprintf(stderr, "rollbook: bug: no query %s\n", name);
        abort();
    }
    return (const char *)f->data;
}

int db_error(struct db *db, const char *what, struct err *err)
{
    int code = sqlite3_errcode(db->handle);
    const char *msg = sqlite3_errmsg(db->handle);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return err_set(err, ERR_BUSY, "%s: busy: another process is writing to it (%s)", db->path,
                       what);
    case SQLITE_NOTADB:
        return err_set(err, ERR_INTEGRITY, "%s: not a Rollbook database", db->path);
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return err_set(err, ERR_USAGE, "%s: cannot open or write: %s (%s)", db->path, msg, what);
    default:
        return err_set(err, ERR_INTEGRITY, "%s: %s: %s", db->path, what, msg);
    }
}

int db_exec(struct db *db, const char *sql, const char *what, struct err *err)
{
    if (sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        return db_error(db, what, err);
    return 0;
}

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

static int check_path(const char *path, enum db_mode mode, struct err *err)
{
    struct stat st;
    if (*path == '\0')
        return err_set(err, ERR_USAGE, "the database path is empty");
    if (strcmp(path, DB_IN_MEMORY) == 0)
        return 0;
    if (str_starts_with(path, "file:") || *path == ':')
        return err_set(err, ERR_USAGE,
                       "%s: SQLite would not take this for the name of a file; write ./%s", path,
                       path);
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

/* Readers must not need a journal file, so only writers choose WAL. */
static const char *settings_of(enum db_mode mode)
{
    return query_sql(mode == DB_READ ? "pragma_reader" : "pragma_writer");
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
        return err_set(err, ERR_USAGE, "%s: a database is there already; nothing was changed",
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

/* The path of db is for messages. */
static int open_checked(struct db *db, const char *at, enum db_mode mode, const char *settings,
                        struct err *err)
{
    configure_library();
    if (open_handle(db, at, mode) != SQLITE_OK)
        return db_error(db, "opening", err);
    sqlite3_busy_timeout(db->handle, BUSY_WAIT_MS);
    sqlite3_extended_result_codes(db->handle, 1);
    if (sql_functions_register(db->handle) != SQLITE_OK ||
        loader_register(db->loader, db->handle) != SQLITE_OK)
        return db_error(db, "adding functions", err);
    int rc = mode == DB_CREATE ? refuse_existing(db, err) : 0;
    if (rc == 0)
        rc = db_check_identity(db, err);
    if (rc < 0 && mode == DB_READ && has_rolled_back(db->path))
        rc = db_check_identity(db, err);
    if (rc < 0 && mode == DB_READ)
        return explain_log(db, rc, err);
    if (rc == 0)
        rc = db_exec(db, settings, "opening", err);
    if (rc == 0)
        rc = db_migrate(db, mode != DB_READ, err);
    return rc;
}

struct db *db_new(const char *path)
{
    struct db *db = mem_alloc(sizeof(*db));
    db->path = mem_strdup(path);
    db->loader = loader_new();
    return db;
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
    int rc = is_free ? make_database(path, &is_made, err) : 0;
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
    return rc < 0 ? rc : open_db(path, mode, settings_of(mode), out, err);
}

int db_open_with(const char *path, const char *settings, struct db **out, struct err *err)
{
    return open_db(path, DB_WRITE, settings, out, err);
}

void db_forget_statements(struct db *db)
{
    while (db->statements != NULL) {
        struct stmt *next = db->statements->next;
        sqlite3_finalize(db->statements->handle);
        free(db->statements);
        db->statements = next;
    }
}

/* A connection that only reads in WAL mode makes a log and cannot remove it.  One that may write
 * removes it when it is the last and has nothing to put back. */
static void remove_empty_log(const char *path)
{
    struct stat log;
    sqlite3 *handle = NULL;
    CLEANUP(buf_release) struct buf name = { 0 };
    buf_printf(&name, "%s-wal", path);
    if (stat(buf_text(&name), &log) != 0 || log.st_size > 0)
        return;
    if (sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK)
        sqlite3_exec(handle, query_sql("get_user_version"), NULL, NULL, NULL);
    sqlite3_close(handle);
}

void db_close(struct db *db)
{
    if (db == NULL)
        return;
    db_forget_statements(db);
    blob_cache_free(db->blobs);
    free(db->failure);
    sqlite3_close(db->handle);
    if (db->reads && !db->stands_alone)
        remove_empty_log(db->path);
    if (db->closed != NULL)
        db->closed(db->closed_context);
    loader_free(db->loader); /* after the connection, which uses its tables */
    free(db->path);
    free(db);
}

/* The file holds only what opening it made; 1 keeps the write lock. */
static bool is_untouched(struct db *db)
{
    unsigned version = 0;
    if (!db->is_new || db->bulk != NULL)
        return false;
    db_rollback(db);
    return db_begin(db, NULL) == 0 &&
           sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_DATA_VERSION, &version) ==
               SQLITE_OK &&
           version == db->first_version;
}

void db_give_up(struct db *db)
{
    if (db != NULL && is_untouched(db)) {
        (void)unlink(db->path);
        db_remove_beside(db->path);
    }
    db_close(db);
}

bool db_is_new(const struct db *db)
{
    return db->is_new;
}

void db_close_ptr(struct db **db)
{
    db_close(*db);
    *db = NULL;
}

/* Rows in a file without a name would be lost. */
static int check_still_there(struct db *db, struct err *err)
{
    int moved = 0;
    sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_HAS_MOVED, &moved);
    if (!moved)
        return 0;
    db_rollback(db);
    return err_set(err, ERR_BUSY,
                   "%s: was replaced or removed by another process; the same command goes on with "
                   "what is there now",
                   db->path);
}

int db_begin(struct db *db, struct err *err)
{
    if (db->depth == 0) {
        int rc = db_exec(db, query_sql("transaction_begin"), "starting a transaction", err);
        if (rc == 0)
            rc = check_still_there(db, err);
        if (rc < 0)
            return rc;
    }
    db->depth++;
    return 0;
}

int db_commit(struct db *db, struct err *err)
{
    if (db->depth > 1) {
        db->depth--;
        return 0;
    }
    assert(!loader_is_open(db->loader));
    int rc = db_exec(db, query_sql("transaction_commit"), "committing", err);
    if (rc < 0) {
        db_rollback(db);
        return rc;
    }
    db->depth = 0;
    db->n_commits++;
    if (db->bulk != NULL)
        bulk_write_ahead(db->bulk);
    return 0;
}

void db_rollback(struct db *db)
{
    db->depth = 0;
    blob_cache_free(db->blobs);
    db->blobs = NULL;
    db->knows_all_blobs = false;
    loader_drop(db->loader);
    free(db->failure);
    db->failure = NULL;
    if (sqlite3_get_autocommit(db->handle) == 0)
        sqlite3_exec(db->handle, query_sql("transaction_rollback"), NULL, NULL, NULL);
}

int db_end(struct db *db, int rc, struct err *err)
{
    if (rc == 0)
        return db_commit(db, err);
    db_rollback(db);
    return rc;
}

int db_keep(struct db *db, struct err *err)
{
    const int depth = db->depth;
    if (depth == 0)
        return 0;
    db->depth = 1;
    int rc = db_commit(db, err);
    if (rc == 0)
        rc = db_begin(db, err);
    if (rc == 0)
        db->depth = depth;
    return rc;
}

int db_begin_read(struct db *db, struct err *err)
{
    int rc = 0;
    if (db->depth == 0)
        rc = db_exec(db, query_sql("transaction_begin_read"), "reading", err);
    if (rc == 0)
        db->depth++;
    return rc;
}

void db_end_read(struct db *db)
{
    if (db->depth > 1)
        db->depth--;
    else
        db_rollback(db);
}

const char *db_library_version(void)
{
    return sqlite3_libversion();
}

int64_t db_changes(struct db *db)
{
    return sqlite3_changes64(db->handle);
}
