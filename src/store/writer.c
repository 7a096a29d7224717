/*
 * writer.c - transactions of many rows, and databases that are built beside their place.
 *
 * An existing empty database is held by an open transaction and leaves WAL mode: the new file must
 * not meet an old log.
 */
#include "src/store/writer.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "columns/late_indexes.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

#define LOCK_TRIES  50
#define LOCK_NAP    100000000 /* ns */
#define WRITE_AHEAD ((off_t)16 << 20)

struct bulk {
    struct file_draft draft;
    off_t sent; /* bytes asked of the disk */
    off_t asked_from;
    pthread_t asking;
    bool is_asking; /* the thread needs a join */
    struct db *old; /* empty, in a transaction; NULL: none */
    char *indexes;  /* makes those put off; owned */
};

/* A statement of the query removes what a writer stands in for; *out makes it again. */
static int put_off(struct db *db, const char *query, char **out, struct err *err)
{
    struct arena a = { 0 };
    struct stmt *st = db_plain_query(db, query);
    int rc = stmt_step(st, err);
    const char *removal = rc > 0 ? stmt_text_dup(st, LATE_INDEXES_REMOVAL, &a) : NULL;
    const char *making = rc > 0 ? stmt_text(st, LATE_INDEXES_MAKING) : NULL;
    *out = mem_strdup(making == NULL ? "" : making);
    if (rc > 0)
        stmt_reset(st);
    if (rc > 0)
        rc = removal == NULL ? 0 : db_exec(db, removal, "opening", err);
    arena_release(&a);
    return rc;
}

/* ---- transactions ---- */

/*
 * Facts follow the rows by triggers (facts.h), which cost some 5 us a row.  Within a writer's
 * transaction those of INSERT are away, and its end raises the epochs of all cells that rows behind
 * the last keys of its beginning belong to.
 */
static int begin(struct db *db, struct err *err)
{
    static const char *const last[] = { "last_rollout", "last_evaluation", "last_measurement" };
    int64_t *const ids[] = { &db->writer.rollout_id, &db->writer.evaluation_id,
                             &db->writer.measurement_id };
    int rc = 0;
    for (size_t i = 0; i < N_WAITING; i++) /* others may have written since */
        db->waiting.tables[i].last_id = 0;
    for (size_t i = 0; i < ARRAY_LEN(last) && rc == 0; i++)
        rc = stmt_one_int(db_plain_query(db, last[i]), ids[i], err);
    if (rc == 0)
        rc = put_off(db, "writer_triggers", &db->writer.triggers, err);
    db->writer.open = rc == 0;
    return rc;
}

int writer_begin(struct db *db, struct err *err)
{
    assert(!db->writer.open);
    int rc = db_begin(db, err);
    if (rc == 0 && (rc = begin(db, err)) < 0)
        db_rollback(db);
    return rc;
}

int writer_commit(struct db *db, struct err *err)
{
    int rc = db_flush(db, err);
    struct stmt *st = db_plain_query(db, "writer_raise_epochs");
    stmt_bind_int(st, ":rollout_id", db->writer.rollout_id);
    stmt_bind_int(st, ":evaluation_id", db->writer.evaluation_id);
    stmt_bind_int(st, ":measurement_id", db->writer.measurement_id);
    if (rc == 0)
        rc = stmt_run(st, err);
    if (rc == 0)
        rc = db_exec(db, db->writer.triggers, "loading", err);
    free(db->writer.triggers);
    db->writer.triggers = NULL;
    db->writer.open = false;
    return db_end(db, rc, err);
}

/* ---- a new file, built beside its place ---- */

/* Who builds the same file is waited for. */
static int wait_for_builder(const char *path, struct err *err)
{
    const struct timespec nap = { .tv_nsec = LOCK_NAP };
    for (int i = 0; file_has_draft(path); i++)
        if (i == LOCK_TRIES)
            return err_set(err, ERR_BUSY, "%s: busy: another process is building it", path);
        else
            nanosleep(&nap, NULL);
    return 0;
}

static void *ask_disk(void *context)
{
    const struct bulk *b = context;
    posix_fadvise(b->draft.fd, b->asked_from, b->sent - b->asked_from, POSIX_FADV_DONTNEED);
    return NULL;
}

static void end_asking(struct bulk *b)
{
    if (b->is_asking)
        pthread_join(b->asking, NULL);
    b->is_asking = false;
}

/* What was not published goes. */
static void bulk_free(struct bulk *b)
{
    end_asking(b);
    if (b->draft.path != NULL)
        db_remove_beside(b->draft.path);
    file_draft_drop(&b->draft);
    db_close(b->old);
    free(b->indexes);
    free(b);
}

/* Returns 1 when the database holds no rollouts and nobody else has it open. */
static int hold_old(struct db *old, struct err *err)
{
    int64_t any = 0;
    struct err ignored = { 0 };
    int rc = stmt_one_int(db_query(old, "has_rollouts"), &any, err);
    if (rc < 0 || any)
        return rc;
    db_forget_statements(old);
    if (db_exec(old, query_sql("pragma_single_file"), "", &ignored) < 0)
        return 0;
    if (db_begin(old, &ignored) < 0)
        return 0;
    return !db_has_beside(old->path);
}

static int copy_old(const struct bulk *b, struct err *err)
{
    struct db *reader = NULL;
    int rc = db_open_with(b->draft.target, query_sql("pragma_page_size"), &reader, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(reader, "vacuum_into");
    stmt_bind_text(st, ":path", b->draft.path);
    rc = stmt_run(st, err);
    db_close(reader);
    return rc;
}

/* Lets the disk begin with committed data, so that the last sync is short. */
static void write_ahead(struct bulk *b)
{
    struct stat st;
    if (fstat(b->draft.fd, &st) != 0 || st.st_size - b->sent < WRITE_AHEAD)
        return;
    end_asking(b);
    b->asked_from = b->sent;
    b->sent = st.st_size;
    b->is_asking = pthread_create(&b->asking, NULL, ask_disk, b) == 0;
}

/* old: empty, and the caller's no longer; NULL: none. */
static int start(const char *path, struct db *old, struct db **out, struct err *err)
{
    struct bulk *b = mem_alloc(sizeof(*b));
    b->old = old;
    int rc = file_draft_open(&b->draft, path, old == NULL ? FILE_NEW : FILE_REPLACE, err);
    if (rc == 0 && old != NULL)
        rc = copy_old(b, err);
    if (rc == 0)
        rc = db_open_with(b->draft.path, query_sql("pragma_bulk"), out, err);
    if (rc == 0 && (rc = put_off(*out, "late_indexes", &b->indexes, err)) < 0)
        db_close(*out);
    if (rc < 0) {
        *out = NULL;
        bulk_free(b);
        return rc;
    }
    free((*out)->path);
    (*out)->path = mem_strdup(b->draft.target); /* for messages */
    (*out)->bulk = b;
    (*out)->committed = write_ahead;
    (*out)->n_commits = 0;
    (*out)->mark.at_open = b->old == NULL ? MARK_UNKNOWN : b->old->mark.at_open;
    (*out)->knows_all_texts = b->old == NULL;
    return 0;
}

static int open_in_place(const char *path, struct db **out, struct err *err)
{
    int rc = db_open(path, DB_WRITE, out, err);
    if (rc == 0)
        rc = db_exec(*out, query_sql("pragma_import"), "opening", err);
    return rc;
}

int writer_stays(struct db *db, struct err *err)
{
    return db_exec(db, query_sql("pragma_log"), "opening", err);
}

int writer_open(const char *path, struct db **out, struct err *err)
{
    struct stat st;
    struct db *old = NULL;
    int fit = strcmp(path, DB_IN_MEMORY) == 0 ? 0 : db_check_name(path, err);
    if (fit < 0 || (*path != ':' && wait_for_builder(path, err) < 0))
        return err->code;
    bool there = lstat(path, &st) == 0;
    bool in_place = *path == '\0' || *path == ':' || (there && stat(path, &st) != 0) ||
                    (there && !S_ISREG(st.st_mode)) || (!there && db_has_beside(path));
    if (in_place)
        return open_in_place(path, out, err);
    if (there) {
        int rc = db_open(path, DB_WRITE, &old, err);
        if (rc == 0)
            rc = hold_old(old, err);
        if (rc < 0) {
            db_close(old);
            return rc;
        }
        if (rc == 0) { /* settings may have changed */
            db_close(old);
            return open_in_place(path, out, err);
        }
    }
    return start(path, old, out, err);
}

static int make_indexes(const struct bulk *b, struct db *db, struct err *err)
{
    int rc = db_exec(db, query_sql("pragma_late_indexes"), "finishing", err);
    return rc < 0 ? rc : db_exec(db, b->indexes, "finishing", err);
}

int writer_close(struct db *db, struct err *err)
{
    struct bulk *b = db->bulk;
    bool any = db->n_commits > 0;
    char *path = b == NULL ? NULL : mem_strdup(b->draft.target);
    int rc = 0;
    db_rollback(db);
    db_forget_statements(db);
    if (b != NULL && any)
        rc = make_indexes(b, db, err);
    if (b != NULL && any && rc == 0)
        rc = db_exec(db, query_sql("pragma_bulk_end"), "finishing", err);
    db_close(db);
    if (b == NULL)
        return 0;
    if (rc == 0 && any) {
        end_asking(b);
        rc = file_draft_publish(&b->draft, b->old == NULL ? FILE_NEW : FILE_REPLACE, err);
        if (rc == ERR_BUSY)
            rc = err_set(err, rc, "%s: busy: another process made it meanwhile; nothing was stored",
                         path);
    }
    free(path);
    bulk_free(b);
    return rc;
}
