/*
 * facts.c - refreshing and comparing facts.
 *
 * A refresh reads windows of rollouts in the order of their keys, and beside them the evaluations
 * and measurements in the order of theirs: writers append all three together, so three scans meet,
 * and no row has to be searched.  What does not meet, as an evaluation that came later, is
 * noted in fact_changed, and such cells are derived one by one.
 */
#include "src/store/facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/fact_cell.h"
#include "src/store/fact_pack.h"
#include "src/store/fact_window.h"

/* Large, because a cell that goes on in the next window is packed again; 120 bytes each. */
#define WINDOW_ROLLOUTS 524288

static int read_marks(struct db *db, struct fact_marks *out, int64_t *out_counts, struct err *err)
{
    struct stmt *st = db_query(db, "fact_get_state");
    stmt_bind_int(st, ":layout", FACT_LAYOUT);
    int rc = stmt_step(st, err);
    if (rc == 0)
        return err_set(err, ERR_INTEGRITY, "fact_state has no row");
    if (rc < 0)
        return rc;
    *out = (struct fact_marks){ stmt_int(st, 0), stmt_int(st, 1), stmt_int(st, 2) };
    *out_counts = stmt_int(st, 3);
    stmt_reset(st);
    return 0;
}

static int write_marks(struct db *db, int64_t layout, const struct fact_marks *m, struct err *err)
{
    struct stmt *st = db_query(db, "fact_set_state");
    stmt_bind_int(st, ":layout", layout);
    stmt_bind_int(st, ":rollout_id", m->rollout_id);
    stmt_bind_int(st, ":evaluation_id", m->evaluation_id);
    stmt_bind_int(st, ":measurement_id", m->measurement_id);
    return stmt_run(st, err);
}

/* *forgot is set when there was anything. */
static int forget_everything(struct db *db, struct fact_marks *marks, bool *forgot, struct err *err)
{
    static const char *const queries[] = { "fact_forget_cells", "fact_forget_data",
                                           "fact_forget_changed" };
    int rc = 0;
    *marks = (struct fact_marks){ 0, 0, 0 };
    for (size_t i = 0; i < ARRAY_LEN(queries) && rc == 0; i++) {
        rc = stmt_run(db_query(db, queries[i]), err);
        *forgot = *forgot || db_changes(db) > 0;
    }
    return rc;
}

static int drop_note(struct db *db, struct fact_key key, struct err *err)
{
    struct stmt *st = db_query(db, "fact_drop_changed");
    stmt_bind_int(st, ":run_id", key.run_id);
    stmt_bind_int(st, ":task_id", key.task_id);
    stmt_bind_int(st, ":step", key.step);
    return stmt_run(st, err);
}

/* 1 and the first noted cell after *key, 0 when there is none. */
static int next_changed(struct db *db, struct fact_key *key, struct err *err)
{
    struct stmt *st = db_query(db, "fact_next_changed");
    stmt_bind_int(st, ":run_id", key->run_id);
    stmt_bind_int(st, ":task_id", key->task_id);
    stmt_bind_int(st, ":step", key->step);
    int rc = stmt_step(st, err);
    if (rc > 0)
        *key = (struct fact_key){ stmt_int(st, 0), stmt_int(st, 1), stmt_int(st, 2) };
    stmt_reset(st);
    return rc;
}

/* Derives the noted cells again.  One that is too large to pack stays noted: it never counts. */
static int derive_changed(struct db *db, struct err *err)
{
    struct fact_key key = { INT64_MIN, INT64_MIN, INT64_MIN };
    struct fact_cell cell = { 0 };
    int rc;
    while ((rc = next_changed(db, &key, err)) > 0) {
        bool fits = false;
        rc = fact_cell_derive(db, key, &cell, &fits, err);
        if (rc == 0 && fits)
            rc = fact_cell_store(db, &cell, err);
        if (rc == 0 && fits)
            rc = drop_note(db, key, err);
        if (rc < 0)
            break;
    }
    fact_cell_release(&cell);
    return rc;
}

/* Where facts stand; nothing is done when they cannot be made. */
struct standing {
    struct fact_marks marks;
    bool possible;
    bool moved;
};

/* What does not count is forgotten. */
static int start_refresh(struct db *db, struct standing *s, struct err *err)
{
    int64_t counts = 0;
    int rc = read_marks(db, &s->marks, &counts, err);
    s->possible = rc == 0 && counts >= 0;
    if (s->possible && counts == 0)
        rc = forget_everything(db, &s->marks, &s->moved, err);
    return rc;
}

static int end_refresh(struct db *db, const struct standing *s, struct err *err)
{
    return s->moved ? write_marks(db, FACT_LAYOUT, &s->marks, err) : 0;
}

/* One window in one transaction; *done when it was the last. */
static int refresh_once(struct db *db, size_t limit, bool *done, struct err *err)
{
    struct standing s = { 0 };
    int rc = start_refresh(db, &s, err);
    *done = true;
    if (rc < 0 || !s.possible)
        return rc;
    const struct fact_marks before = s.marks;
    rc = fact_window_read(db, limit, &s.marks, done, err);
    if (rc == 0 && *done)
        rc = derive_changed(db, err);
    s.moved = s.moved || memcmp(&before, &s.marks, sizeof(before)) != 0;
    return rc == 0 ? end_refresh(db, &s, err) : rc;
}

int facts_refresh_windows(struct db *db, size_t limit, struct err *err)
{
    bool done = false;
    int rc = 0;
    while (rc == 0 && !done) {
        rc = db_begin(db, err);
        if (rc < 0)
            return rc;
        rc = db_end(db, refresh_once(db, limit, &done, err), err);
    }
    return rc;
}

int facts_refresh(struct db *db, struct err *err)
{
    int rc = facts_refresh_windows(db, WINDOW_ROLLOUTS, err);
    return rc == ERR_BUSY ? 0 : rc;
}

int facts_rebuild(struct db *db, struct err *err)
{
    static const struct fact_marks nothing = { 0, 0, 0 };
    int rc = db_begin(db, err);
    if (rc == 0)
        rc = db_end(db, write_marks(db, 0, &nothing, err), err);
    return rc == 0 ? facts_refresh_windows(db, WINDOW_ROLLOUTS, err) : rc;
}
