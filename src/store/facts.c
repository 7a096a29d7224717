#include "src/store/facts.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/fact_cell_rows.h"
#include "columns/fact_list_cells.h"
#include "columns/fact_list_lost.h"
#include "columns/fact_list_stale.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/db.h"
#include "src/store/packed/fact_pack.h"

#define ROLLOUTS_A_TRANSACTION 524288

/*
 * The way of a cell: its rows come from a query (read_rows), become a fact_rollout each, are put in
 * order (share_out) and packed as columns (cell_pack) with counts beside them (cell_count).  The
 * same way makes facts (facts_refresh) and checks them (facts_compare), so both say what the
 * views v_rollout and v_cell say.  tests/cli/facts.sh holds them to the views.
 */

struct cell_key {
    int64_t run_id, task_id, step;
};

struct fact_evaluation {
    int verdict;
    bool confirms;
    double runtime_us, baseline_us;
    double lower, upper; /* of the speedup */
};

struct fact_rollout {
    uint32_t cell;
    int64_t sample, turn;
    int64_t prompt_tokens, completion_tokens; /* FACT_MISSING for NULL */
    double sum_logprob, mean_logprob;
    struct fact_evaluation primary;
    double confirmed; /* 0: wrong there */
};

struct fact_cell {
    struct cell_key key;
    int64_t data_id; /* 0: nothing packed */
    size_t n;
    const struct fact_rollout *rollouts; /* by sample and turn */
};

struct fact_batch {
    struct fact_cell *cells;
    size_t n_cells, cell_capacity;
    struct fact_rollout *rollouts;
    size_t n, capacity;
    size_t n_expected;         /* rollouts, by the index */
    int64_t first_id, last_id; /* range of their keys */
};

struct fact_counts {
    int64_t n_rollouts, n_unscored, n, n_compiled, n_correct, n_timed, n_fast_1;
    double best_speedup; /* NaN: no speedup */
};

static void count_sample(const struct fact_evaluation *e, struct fact_counts *k)
{
    bool correct = (e->verdict & FACT_CORRECT) != 0;
    double speedup = speedup_of(correct, e->baseline_us, e->runtime_us);
    k->n++;
    k->n_compiled += (e->verdict & FACT_COMPILED) != 0;
    k->n_correct += correct;
    if (isnan(speedup))
        return;
    k->n_timed++;
    k->n_fast_1 += speedup_is_fast(speedup, 1.0, false);
    if (!(k->best_speedup >= speedup))
        k->best_speedup = speedup;
}

static struct fact_counts cell_count(const struct fact_cell *c)
{
    struct fact_counts k = { .n_rollouts = (int64_t)c->n, .best_speedup = (double)NAN };
    const struct fact_rollout *last = NULL; /* last scored turn of the sample */
    for (size_t i = 0; i < c->n; i++) {
        const struct fact_rollout *r = &c->rollouts[i];
        if (last != NULL && last->sample != r->sample) {
            count_sample(&last->primary, &k);
            last = NULL;
        }
        if ((r->primary.verdict & FACT_SCORED) != 0)
            last = r;
        else
            k.n_unscored++;
    }
    if (last != NULL)
        count_sample(&last->primary, &k);
    return k;
}

static void copy_rollout(const struct fact_rollout *r, struct fact_rows *rows, size_t i)
{
    rows->integers[FACT_SAMPLE][i] = r->sample;
    rows->integers[FACT_TURN][i] = r->turn;
    rows->integers[FACT_VERDICT][i] = r->primary.verdict;
    rows->integers[FACT_PROMPT_TOKENS][i] = r->prompt_tokens;
    rows->integers[FACT_COMPLETION_TOKENS][i] = r->completion_tokens;
    rows->reals[FACT_RUNTIME - FACT_N_INTEGERS][i] = r->primary.runtime_us;
    rows->reals[FACT_BASELINE - FACT_N_INTEGERS][i] = r->primary.baseline_us;
    rows->reals[FACT_SUM_LOGPROB - FACT_N_INTEGERS][i] = r->sum_logprob;
    rows->reals[FACT_MEAN_LOGPROB - FACT_N_INTEGERS][i] = r->mean_logprob;
    rows->reals[FACT_LOWER - FACT_N_INTEGERS][i] = r->primary.lower;
    rows->reals[FACT_UPPER - FACT_N_INTEGERS][i] = r->primary.upper;
    rows->reals[FACT_CONFIRMED - FACT_N_INTEGERS][i] = r->confirmed;
}

static void cell_pack(const struct fact_cell *c, struct buf *out)
{
    struct arena work = { 0 };
    struct fact_rows rows = { .n = c->n };
    for (size_t k = 0; k < FACT_N_INTEGERS; k++)
        rows.integers[k] = arena_array(&work, c->n, sizeof(int64_t));
    for (size_t k = 0; k < FACT_N_REALS; k++)
        rows.reals[k] = arena_array(&work, c->n, sizeof(double));
    for (size_t i = 0; i < c->n; i++)
        copy_rollout(&c->rollouts[i], &rows, i);
    fact_pack(&rows, out);
    arena_release(&work);
}

static struct stmt *query_cell(struct db *db, const char *name, struct cell_key key)
{
    struct stmt *st = db_query(db, name);
    stmt_bind_int(st, ":run_id", key.run_id);
    stmt_bind_int(st, ":task_id", key.task_id);
    stmt_bind_int(st, ":step", key.step);
    return st;
}

/* ---- from rows ---- */

static int64_t int_or_missing(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? FACT_MISSING : stmt_int(st, column);
}

static struct fact_rollout read_rollout(struct stmt *st, uint32_t cell)
{
    return (struct fact_rollout){ .cell = cell,
                                  .sample = stmt_int(st, FACT_CELL_ROWS_SAMPLE),
                                  .turn = stmt_int(st, FACT_CELL_ROWS_TURN),
                                  .prompt_tokens = int_or_missing(st, FACT_CELL_ROWS_PROMPT_TOKENS),
                                  .completion_tokens =
                                      int_or_missing(st, FACT_CELL_ROWS_COMPLETION_TOKENS),
                                  .sum_logprob = stmt_real(st, FACT_CELL_ROWS_SUM_LOGPROB),
                                  .mean_logprob = stmt_real(st, FACT_CELL_ROWS_MEAN_LOGPROB),
                                  .confirmed = (double)NAN,
                                  .primary = { .verdict = FACT_PENDING,
                                               .runtime_us = (double)NAN,
                                               .baseline_us = (double)NAN,
                                               .lower = (double)NAN,
                                               .upper = (double)NAN } };
}

static struct fact_evaluation read_evaluation(struct stmt *st)
{
    return (struct fact_evaluation){
        .verdict = fact_verdict(stmt_text(st, FACT_CELL_ROWS_OUTCOME),
                                stmt_int(st, FACT_CELL_ROWS_COMPILED) != 0,
                                stmt_int(st, FACT_CELL_ROWS_CORRECT) != 0,
                                stmt_text(st, FACT_CELL_ROWS_PRECISION_CLASS)),
        .confirms = stmt_int(st, FACT_CELL_ROWS_CONFIRMS) != 0,
        .runtime_us = (double)NAN,
        .baseline_us = (double)NAN,
        .lower = stmt_real(st, FACT_CELL_ROWS_SPEEDUP_LOWER),
        .upper = stmt_real(st, FACT_CELL_ROWS_SPEEDUP_UPPER),
    };
}

/* The later one counts unless it is 'infra' or only confirms. */
static struct fact_evaluation primary(struct fact_evaluation a, struct fact_evaluation later)
{
    if (later.confirms != a.confirms && a.verdict != FACT_PENDING)
        return later.confirms ? a : later;
    return (later.verdict & FACT_SCORED) != 0 || (a.verdict & FACT_SCORED) == 0 ? later : a;
}

static double confirmed_by(const struct fact_evaluation *e)
{
    double speedup = speedup_of((e->verdict & FACT_CORRECT) != 0, e->baseline_us, e->runtime_us);
    return isnan(speedup) ? 0.0 : speedup;
}

static int by_key(const void *pa, const void *pb)
{
    const struct cell_key *a = pa; /* a cell begins with it */
    const struct cell_key *b = pb;
    if (a->run_id != b->run_id)
        return a->run_id > b->run_id ? 1 : -1;
    if (a->task_id != b->task_id)
        return a->task_id > b->task_id ? 1 : -1;
    return (a->step > b->step) - (a->step < b->step);
}

static int by_place(const void *pa, const void *pb)
{
    const struct fact_rollout *a = pa;
    const struct fact_rollout *b = pb;
    if (a->cell != b->cell)
        return a->cell > b->cell ? 1 : -1;
    if (a->sample != b->sample)
        return a->sample > b->sample ? 1 : -1;
    return (a->turn > b->turn) - (a->turn < b->turn);
}

/* NULL: its cell is not in the batch. */
static struct fact_rollout *add_rollout(struct fact_batch *b, struct stmt *st)
{
    struct cell_key key = { stmt_int(st, FACT_CELL_ROWS_RUN_ID),
                            stmt_int(st, FACT_CELL_ROWS_TASK_ID),
                            stmt_int(st, FACT_CELL_ROWS_STEP) };
    const struct fact_cell *cell = bsearch(&key, b->cells, b->n_cells, sizeof(*b->cells), by_key);
    if (cell == NULL)
        return NULL;
    if (b->n == b->capacity) {
        b->capacity = b->capacity == 0 ? 256 : 2 * b->capacity;
        b->rollouts = mem_grow(b->rollouts, b->capacity, sizeof(*b->rollouts));
    }
    b->rollouts[b->n] = read_rollout(st, (uint32_t)(cell - b->cells));
    return &b->rollouts[b->n++];
}

/* Rows of a rollout, and of an evaluation, are adjacent. */
static int read_rows(struct fact_batch *b, struct stmt *st, struct err *err)
{
    struct fact_evaluation at_hand = { 0 };
    struct fact_rollout *rollout = NULL;
    int64_t rollout_id = 0, evaluation_id = 0;
    bool any = false;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        bool is_new = !any || stmt_int(st, FACT_CELL_ROWS_ROLLOUT_ID) != rollout_id;
        any = true;
        rollout_id = stmt_int(st, FACT_CELL_ROWS_ROLLOUT_ID);
        if (is_new)
            rollout = add_rollout(b, st);
        if (rollout == NULL || stmt_is_null(st, FACT_CELL_ROWS_EVALUATION_ID))
            continue;
        if (is_new || stmt_int(st, FACT_CELL_ROWS_EVALUATION_ID) != evaluation_id)
            at_hand = read_evaluation(st);
        evaluation_id = stmt_int(st, FACT_CELL_ROWS_EVALUATION_ID);
        if (!stmt_is_null(st, FACT_CELL_ROWS_IS_CANDIDATE))
            *(stmt_int(st, FACT_CELL_ROWS_IS_CANDIDATE) != 0 ? &at_hand.runtime_us
                                                             : &at_hand.baseline_us) =
                stmt_real(st, FACT_CELL_ROWS_RUNTIME_US);
        rollout->primary = primary(rollout->primary, at_hand);
        if (at_hand.confirms && (at_hand.verdict & FACT_SCORED) != 0)
            rollout->confirmed = confirmed_by(&at_hand);
    }
    return rc;
}

static void share_out(struct fact_batch *b)
{
    size_t at = 1;
    while (at < b->n && by_place(&b->rollouts[at - 1], &b->rollouts[at]) < 0)
        at++;
    if (at < b->n)
        qsort(b->rollouts, b->n, sizeof(*b->rollouts), by_place);
    at = 0;
    for (size_t i = 0; i < b->n_cells; i++) {
        struct fact_cell *c = &b->cells[i];
        c->rollouts = b->rollouts + at;
        for (c->n = 0; at < b->n && b->rollouts[at].cell == i; at++)
            c->n++;
    }
}

/* Rollouts that lie together are read in row order, many times as fast as cell by cell. */
static int derive(struct db *db, struct fact_batch *b, struct err *err)
{
    bool dense = (uint64_t)b->last_id - (uint64_t)b->first_id < 4 * (uint64_t)b->n_expected;
    int rc = 0;
    b->n = 0;
    if (b->n_cells > 1 && dense) {
        struct stmt *st = db_query(db, "fact_rows_between");
        stmt_bind_int(st, ":first", b->first_id);
        stmt_bind_int(st, ":last", b->last_id);
        rc = read_rows(b, st, err);
    } else {
        for (size_t i = 0; i < b->n_cells && rc == 0; i++)
            rc = read_rows(b, query_cell(db, "fact_cell_rows", b->cells[i].key), err);
    }
    share_out(b);
    return rc;
}

static struct fact_cell *add_cell(struct fact_batch *b, struct cell_key key, int64_t data_id)
{
    if (b->n_cells == b->cell_capacity) {
        b->cell_capacity = b->cell_capacity == 0 ? 64 : 2 * b->cell_capacity;
        b->cells = mem_grow(b->cells, b->cell_capacity, sizeof(*b->cells));
    }
    b->cells[b->n_cells] = (struct fact_cell){ .key = key, .data_id = data_id };
    return &b->cells[b->n_cells++];
}

static void batch_release(struct fact_batch *b)
{
    free(b->cells);
    free(b->rollouts);
    *b = (struct fact_batch){ 0 };
}

/*
 * ---- making ----
 *
 * Stale cells are packed in batches of so many rollouts, a transaction each, so that other writers
 * get their turn; a batch goes on behind the last key of the one before.
 */

static int remove_cell(struct db *db, struct cell_key key, int64_t data_id, struct err *err)
{
    int rc = stmt_run(query_cell(db, "fact_drop_cell", key), err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "fact_drop_data");
    stmt_bind_int(st, ":data_id", data_id);
    return stmt_run(st, err);
}

static int put_data(struct db *db, const struct fact_cell *c, int64_t *data_id, struct err *err)
{
    struct buf bytes = { 0 };
    cell_pack(c, &bytes);
    struct stmt *st = db_query(db, "fact_put_data");
    stmt_bind_id(st, ":data_id", *data_id);
    stmt_bind_blob(st, ":columns", bytes.data, bytes.len);
    int rc = *data_id == 0 ? stmt_insert(st, data_id, err) : stmt_run(st, err);
    buf_release(&bytes);
    return rc;
}

static int store_cell(struct db *db, const struct fact_cell *c, struct err *err)
{
    int64_t data_id = c->data_id;
    if (c->n == 0)
        return remove_cell(db, c->key, data_id, err);
    int rc = put_data(db, c, &data_id, err);
    if (rc < 0)
        return rc;
    struct fact_counts k = cell_count(c);
    struct stmt *st = query_cell(db, "fact_put_cell", c->key);
    stmt_bind_int(st, ":n_rollouts", k.n_rollouts);
    stmt_bind_int(st, ":n_unscored", k.n_unscored);
    stmt_bind_int(st, ":n", k.n);
    stmt_bind_int(st, ":n_compiled", k.n_compiled);
    stmt_bind_int(st, ":n_correct", k.n_correct);
    stmt_bind_int(st, ":n_timed", k.n_timed);
    stmt_bind_int(st, ":n_fast_1", k.n_fast_1);
    stmt_bind_real(st, ":best_speedup", k.best_speedup);
    stmt_bind_int(st, ":data_id", data_id);
    return stmt_run(st, err);
}

/* Fills the batch with stale cells behind *key and moves it; 1: others may be left.  A cell too
 * large to pack stays stale. */
static int list_stale(struct db *db, struct cell_key *key, struct fact_batch *b, struct err *err)
{
    struct stmt *st = query_cell(db, "fact_list_stale", *key);
    int rc = 1;
    while (b->n_expected < ROLLOUTS_A_TRANSACTION && (rc = stmt_step(st, err)) > 0) {
        int64_t n = stmt_int(st, FACT_LIST_STALE_N);
        *key = (struct cell_key){ stmt_int(st, FACT_LIST_STALE_RUN_ID),
                                  stmt_int(st, FACT_LIST_STALE_TASK_ID),
                                  stmt_int(st, FACT_LIST_STALE_STEP) };
        if (n > (int64_t)FACT_MOST_ROWS)
            continue;
        add_cell(b, *key,
                 stmt_is_null(st, FACT_LIST_STALE_DATA_ID) ? 0
                                                           : stmt_int(st, FACT_LIST_STALE_DATA_ID));
        if (n == 0)
            continue;
        bool first = b->n_expected == 0;
        int64_t first_id = stmt_int(st, FACT_LIST_STALE_FIRST_ID);
        int64_t last_id = stmt_int(st, FACT_LIST_STALE_LAST_ID);
        b->first_id = first || first_id < b->first_id ? first_id : b->first_id;
        b->last_id = first || last_id > b->last_id ? last_id : b->last_id;
        b->n_expected += (size_t)n;
    }
    stmt_reset(st);
    return rc;
}

static int pack_some(struct db *db, struct cell_key *key, struct err *err)
{
    struct fact_batch b = { 0 };
    int more = list_stale(db, key, &b, err);
    int rc = more < 0 || b.n_cells == 0 ? 0 : derive(db, &b, err);
    for (size_t i = 0; i < b.n_cells && more >= 0 && rc == 0; i++)
        rc = store_cell(db, &b.cells[i], err);
    batch_release(&b);
    return rc < 0 ? rc : more;
}

int facts_refresh(struct db *db, struct err *err)
{
    struct cell_key key = { INT64_MIN, INT64_MIN, INT64_MIN };
    int rc = 1;
    while (rc > 0) {
        int begun = db_begin(db, err);
        if (begun < 0)
            return begun == ERR_BUSY ? 0 : begun;
        rc = pack_some(db, &key, err);
        int ended = db_end(db, rc < 0 ? rc : 0, err);
        rc = ended < 0 ? ended : rc;
    }
    return rc == ERR_BUSY ? 0 : rc;
}

static int forget(struct db *db, struct err *err)
{
    static const char *const queries[] = { "fact_forget_cells", "fact_forget_data",
                                           "fact_find_cells" };
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(queries) && rc == 0; i++)
        rc = stmt_run(db_query(db, queries[i]), err);
    return rc;
}

int facts_rebuild(struct db *db, struct err *err)
{
    int rc = db_begin(db, err);
    if (rc == 0)
        rc = db_end(db, forget(db, err), err);
    return rc == 0 ? facts_refresh(db, err) : rc;
}

/* ---- checking ---- */

struct comparison {
    struct db *db;
    const struct facts_sink *sink;
    struct fact_batch batch;
    struct buf bytes;
};

static void report(struct comparison *c, const char *run, const char *task, struct cell_key key,
                   const char *what)
{
    char place[256];
    if (run == NULL || task == NULL)
        snprintf(place, sizeof(place), "facts of run %" PRId64 " task %" PRId64 " step %" PRId64,
                 key.run_id, key.task_id, key.step);
    else
        snprintf(place, sizeof(place), "facts of %s %s step %" PRId64, run, task, key.step);
    c->sink->found(c->sink->context, place, what);
}

static bool same_real(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof(a)) == 0;
}

static bool same_counts(struct stmt *st, const struct fact_counts *k)
{
    const struct {
        int column;
        int64_t n;
    } counts[] = {
        { FACT_LIST_CELLS_N_ROLLOUTS, k->n_rollouts },
        { FACT_LIST_CELLS_N_UNSCORED, k->n_unscored },
        { FACT_LIST_CELLS_N, k->n },
        { FACT_LIST_CELLS_N_COMPILED, k->n_compiled },
        { FACT_LIST_CELLS_N_CORRECT, k->n_correct },
        { FACT_LIST_CELLS_N_TIMED, k->n_timed },
        { FACT_LIST_CELLS_N_FAST_1, k->n_fast_1 },
    };
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        if (stmt_int(st, counts[i].column) != counts[i].n)
            return false;
    }
    return same_real(stmt_real(st, FACT_LIST_CELLS_BEST_SPEEDUP), k->best_speedup);
}

static int compare_cell(struct comparison *c, struct stmt *st, struct err *err)
{
    struct cell_key key = { stmt_int(st, FACT_LIST_CELLS_RUN_ID),
                            stmt_int(st, FACT_LIST_CELLS_TASK_ID),
                            stmt_int(st, FACT_LIST_CELLS_STEP) };
    size_t len = 0;
    c->batch.n_cells = 0;
    const struct fact_cell *cell = add_cell(&c->batch, key, 0);
    int rc = derive(c->db, &c->batch, err);
    if (rc < 0)
        return rc;
    const void *stored = stmt_blob(st, FACT_LIST_CELLS_COLUMNS, &len);
    struct fact_counts k = cell_count(cell);
    buf_clear(&c->bytes);
    cell_pack(cell, &c->bytes);
    if (!same_counts(st, &k))
        report(c, stmt_text(st, FACT_LIST_CELLS_NAME), stmt_text(st, FACT_LIST_CELLS_TASK), key,
               "the counts differ from the rollouts");
    else if (stored == NULL ||
             (len != c->bytes.len && len + FACT_SUM_BYTES != c->bytes.len) || /* older: no sum */
             memcmp(stored, c->bytes.data, len) != 0)
        report(c, stmt_text(st, FACT_LIST_CELLS_NAME), stmt_text(st, FACT_LIST_CELLS_TASK), key,
               "the packed columns differ from the rollouts");
    return 0;
}

static int compare_cells(struct comparison *c, int64_t *out_cells, struct err *err)
{
    struct stmt *st = db_query(c->db, "fact_list_cells");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        rc = compare_cell(c, st, err);
        if (rc < 0)
            break;
        ++*out_cells;
    }
    stmt_reset(st);
    return rc;
}

static int find_lost(struct comparison *c, struct err *err)
{
    struct stmt *st = db_query(c->db, "fact_list_lost");
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        struct cell_key key = { stmt_int(st, FACT_LIST_LOST_RUN_ID),
                                stmt_int(st, FACT_LIST_LOST_TASK_ID),
                                stmt_int(st, FACT_LIST_LOST_STEP) };
        report(c, NULL, NULL, key, "there are none");
    }
    return rc;
}

int facts_compare(struct db *db, const struct facts_sink *sink, int64_t *out_cells, struct err *err)
{
    struct comparison c = { .db = db, .sink = sink };
    int rc = compare_cells(&c, out_cells, err);
    if (rc == 0)
        rc = find_lost(&c, err);
    batch_release(&c.batch);
    buf_release(&c.bytes);
    return rc;
}
