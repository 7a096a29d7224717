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
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "columns/count_schema_objects.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db_internal.h"
#include "src/store/functions/sql_api.h"

#define STILL_MS       5000 /* without a change, somebody keeps the lock and does nothing */
#define TELL_MS        2000
#define NAP_MS         10
#define SLOW_MS        100 /* a commit: others, who look every NAP_MS, get a turn after it */
#define TURN_MS        (NAP_MS + 5)
#define MOST_SQL_BYTES 4000000

static const char *const beside[] = { "-wal", "-shm", "-journal" };

const char *schema_text(const char *name)
{
    const struct embedded_file *f = embed_find(embedded_schema, embedded_schema_count, name);
    if (f == NULL) {
        fprintf(stderr, "rollbook: bug: no embedded file %s\n", name);
        abort();
    }
    return (const char *)f->data;
}

void db_remove_beside(const char *path)
{
    struct buf CLEANUP(buf_release) name = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(beside); i++) {
        buf_clear(&name);
        buf_printf(&name, "%s%s", path, beside[i]);
        unlink(buf_text(&name));
    }
}

bool db_has_beside(const char *path)
{
    struct buf CLEANUP(buf_release) name = { 0 };
    bool any = false;
    for (size_t i = 0; i < ARRAY_LEN(beside); i++) {
        buf_clear(&name);
        buf_printf(&name, "%s%s", path, beside[i]);
        any |= file_exists(buf_text(&name));
    }
    return any;
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
        return err_set(err, ERR_BUSY,
                       "%s: busy: another process is writing to it (%s). Run the same command "
                       "again when it has ended",
                       db->path, what);
    case SQLITE_NOTADB:
        return err_set(err, ERR_INTEGRITY,
                       "%s: not a Rollbook database; make one with 'rollbook init NAME', or import "
                       "results with 'rollbook ingest'",
                       db->path);
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return err_set(err, ERR_USAGE,
                       "%s: cannot open or write: %s (%s). Check the rights of the file and its "
                       "folder, or name another with --db",
                       db->path, msg, what);
    case SQLITE_INTERRUPT:
        return err_set(
            err, ERR_INTEGRITY,
            "%s: %s: stopped because it did not finish: %s was altered by another program",
            db->path, what, db->altered);
    default:
        break;
    }
    /* A log's index that cannot grow is an error of its own, also for a reader. */
    const bool is_full = (code & 0xff) == SQLITE_FULL ||
                         sqlite3_extended_errcode(db->handle) == SQLITE_IOERR_SHMSIZE;
    return err_set(err, ERR_INTEGRITY, "%s: %s: %s%s", db->path, what, msg,
                   is_full ? ". Free some space on its disk, and run the same command again" : "");
}

int db_exec(struct db *db, const char *sql, const char *what, struct err *err)
{
    if (sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        return db_error(db, what, err);
    return 0;
}

/* SQLite asks for each table of a statement that it prepares. */
static int authorise(void *context, int action, const char *table, const char *column,
                     const char *base, const char *by)
{
    struct db *db = context;
    (void)column;
    (void)base;
    (void)by;
    if (table == NULL || (action != SQLITE_READ && action != SQLITE_INSERT &&
                          action != SQLITE_UPDATE && action != SQLITE_DELETE))
        return SQLITE_OK;
    db->touched |= waiting_mask(table);
    return action != SQLITE_READ || db->may_read == NULL || db->may_read(db, table) ? SQLITE_OK
                                                                                    : SQLITE_DENY;
}

static void nap_ms(int ms)
{
    const struct timespec nap = { .tv_nsec = ms * 1000000L };
    nanosleep(&nap, NULL);
}

static void (*tell_waiting)(const char *path);

void db_tell_waiting(void (*tell)(const char *path))
{
    tell_waiting = tell;
}

/* Of the files that a writer changes, whatever it does. */
static int64_t last_change(const char *path)
{
    struct buf CLEANUP(buf_release) log = { 0 };
    struct stat st;
    int64_t sum = 0;
    buf_printf(&log, "%s-wal", path);
    const char *const files[] = { path, buf_text(&log) };
    for (size_t i = 0; i < ARRAY_LEN(files); i++)
        if (stat(files[i], &st) == 0)
            sum += (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec + st.st_size;
    return sum;
}

/* Who writes is waited for as long as it gets on: on a slow disk each of its transactions may take
 * seconds. */
static int on_busy(void *context, int n)
{
    struct db *db = context;
    int64_t now = clock_monotonic_ns() / 1000000;
    int64_t change = last_change(db->path);
    if (n == 0)
        db->waits.since_ms = now;
    if (n == 0 || change != db->waits.change) {
        db->waits.change = change;
        db->waits.changed_ms = now;
    }
    if (now - db->waits.changed_ms > STILL_MS)
        return 0;
    if (now - db->waits.since_ms > TELL_MS && !db->waits.is_told) {
        db->waits.is_told = true;
        if (tell_waiting != NULL)
            tell_waiting(db->path);
    }
    nap_ms(n == 0 ? 1 : NAP_MS);
    return 1;
}

int db_equip(struct db *db, struct err *err)
{
    sqlite3_busy_handler(db->handle, on_busy, db);
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_set_authorizer(db->handle, authorise, db);
    /* Whoever made the file: no statement of its schema may write what SQLite keeps for itself. */
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_limit(db->handle, SQLITE_LIMIT_TRIGGER_DEPTH, 10);
    sqlite3_limit(db->handle, SQLITE_LIMIT_SQL_LENGTH, MOST_SQL_BYTES);
    return sql_functions_register(db->handle) == SQLITE_OK &&
                   waiting_register(&db->waiting, db->handle) == SQLITE_OK
               ? 0
               : db_error(db, "adding functions", err);
}

struct db *db_new(const char *path)
{
    struct db *db = mem_alloc(sizeof(*db));
    db->path = mem_strdup(path);
    return db;
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
    struct log_closing closing;
    const char *attached = /* for a merge; only read */
        db->handle != NULL ? sqlite3_db_filename(db->handle, "other") : NULL;
    CLEANUP(buf_release) struct buf other = { 0 };
    if (attached != NULL)
        buf_puts(&other, attached);
    db_forget_statements(db);
    log_mark_close(db, &closing);
    id_map_release(&db->texts);
    free(db->writer.triggers);
    free(db->mark.rescued);
    sqlite3_close(db->handle);
    log_mark_closed(&closing);
    if (db->reads && !db->stands_alone)
        remove_empty_log(db->path);
    if (attached != NULL)
        remove_empty_log(buf_text(&other));
    if (db->closed != NULL)
        db->closed(db->closed_context);
    waiting_release(&db->waiting); /* after the connection, which uses its tables */
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
    } else if (db != NULL) {
        db_rollback(db); /* what is_untouched began would keep the log from being put back */
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
int db_check_there(struct db *db, struct err *err)
{
    int moved = 0;
    char where[PATH_MAX];
    sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_HAS_MOVED, &moved);
    if (!moved)
        return 0;
    db_rollback(db);
    db_forget_statements(db);
    if (!log_mark_follow(db, where))
        return err_set(
            err, ERR_BUSY, "%s: was replaced or removed by another process%s%s", db->path,
            !log_mark_rescue(db, where) ? "" : "; the rows of this command were kept in ", where);
    return err_set(err, ERR_BUSY,
                   "%s: was moved to %s while it was written; it contains every committed row; "
                   "continue with --db %s",
                   db->path, where, where);
}

int db_begin(struct db *db, struct err *err)
{
    if (db->depth == 0) {
        int rc = db_exec(db, query_sql("transaction_begin"), "starting a transaction", err);
        if (rc == 0)
            rc = db_check_there(db, err);
        if (rc < 0)
            return rc;
        db->n_ticks = 0;
        db->mark.changes = sqlite3_total_changes64(db->handle);
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
    assert(!db->writer.open);
    const int64_t started_ns = clock_monotonic_ns();
    int rc = log_mark_commit(db, err);
    if (rc == 0)
        rc = db_exec(db, query_sql("transaction_commit"), "committing", err);
    if (rc < 0) {
        db_rollback(db);
        return rc;
    }
    db->depth = 0;
    log_mark_committed(db);
    if (clock_monotonic_ns() - started_ns > SLOW_MS * 1000000L)
        nap_ms(TURN_MS);
    db->n_commits++;
    if (db->committed != NULL)
        db->committed(db->bulk);
    return 0;
}

void db_rollback(struct db *db)
{
    db->depth = 0;
    id_map_release(&db->texts);
    db->knows_all_texts = false;
    waiting_clear(&db->waiting);
    free(db->writer.triggers);
    db->writer.triggers = NULL;
    db->writer.open = false;
    db->failure.code = 0;
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
