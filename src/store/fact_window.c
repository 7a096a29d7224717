#include "src/store/fact_window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/fact_cell.h"
#include "src/store/fact_pack.h"

#define NO_EVALUATION SIZE_MAX

struct seen_rollout {
    int64_t id;
    struct fact_key key;
    int64_t sample, turn;
    int64_t prompt_tokens, completion_tokens;
    double sum_logprob, mean_logprob;
    size_t primary; /* evaluation, or NO_EVALUATION */
};

struct seen_evaluation {
    int64_t id;
    struct fact_evaluation facts;
};

/* Rollouts and evaluations by ascending id. */
struct window {
    struct db *db;
    size_t limit; /* of rollouts */
    bool last;    /* no rollouts come after these */
    size_t n_rollouts;
    size_t n_evaluations;
    size_t evaluation_capacity;
    struct seen_rollout *rollouts;
    struct seen_evaluation *evaluations;
    int64_t stop_evaluation; /* the first evaluation of a later window; INT64_MAX without one */
};

static int64_t int_or_missing(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? FACT_MISSING : stmt_int(st, column);
}

static void read_rollout(struct stmt *st, struct seen_rollout *out)
{
    *out = (struct seen_rollout){
        .id = stmt_int(st, 0),
        .key = { stmt_int(st, 1), stmt_int(st, 2), stmt_int(st, 3) },
        .sample = stmt_int(st, 4),
        .turn = stmt_int(st, 5),
        .prompt_tokens = int_or_missing(st, 6),
        .completion_tokens = int_or_missing(st, 7),
        .sum_logprob = stmt_real(st, 8),
        .mean_logprob = stmt_real(st, 9),
        .primary = NO_EVALUATION,
    };
}

static int read_rollouts(struct window *w, struct fact_marks *marks, struct err *err)
{
    struct stmt *st = db_query(w->db, "fact_new_rollouts");
    size_t capacity = 0;
    int rc;
    stmt_bind_int(st, ":after", marks->rollout_id);
    stmt_bind_int(st, ":limit", (int64_t)w->limit);
    while ((rc = stmt_step(st, err)) > 0) {
        if (w->rollouts == NULL || w->n_rollouts == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            w->rollouts = mem_grow(w->rollouts, capacity, sizeof(*w->rollouts));
        }
        read_rollout(st, &w->rollouts[w->n_rollouts++]);
    }
    w->last = w->n_rollouts < w->limit;
    if (w->rollouts != NULL)
        marks->rollout_id = w->rollouts[w->n_rollouts - 1].id;
    return rc;
}

/*
 * Place of an id among items that begin with theirs, ascending; n when absent.  Keys mostly have
 * no gaps, so the place is known; else it is searched.
 */
static size_t find_id(const void *items, size_t n, size_t size, int64_t id)
{
    const char *bytes = items;
    size_t low = 0;
    size_t high = n;
    for (bool first = true; low < high; first = false) {
        int64_t at;
        memcpy(&at, bytes + low * size, sizeof(at));
        size_t middle = low + (high - low) / 2;
        if (first && id >= at && (uint64_t)(id - at) < n)
            middle = (size_t)(id - at);
        memcpy(&at, bytes + middle * size, sizeof(at));
        if (at == id)
            return middle;
        if (at < id)
            low = middle + 1;
        else
            high = middle;
    }
    return n;
}

static int note(struct db *db, const char *query, const char *parameter, int64_t id,
                struct err *err)
{
    struct stmt *st = db_query(db, query);
    stmt_bind_int(st, parameter, id);
    return stmt_run(st, err);
}

static void add_evaluation(struct window *w, int64_t id, size_t rollout, int verdict)
{
    if (w->evaluations == NULL || w->n_evaluations == w->evaluation_capacity) {
        w->evaluation_capacity = w->evaluation_capacity == 0 ? 256 : 2 * w->evaluation_capacity;
        w->evaluations = mem_grow(w->evaluations, w->evaluation_capacity, sizeof(*w->evaluations));
    }
    struct seen_rollout *r = &w->rollouts[rollout];
    w->evaluations[w->n_evaluations] =
        (struct seen_evaluation){ id, { verdict, (double)NAN, (double)NAN } };
    if ((verdict & FACT_SCORED) != 0 || r->primary == NO_EVALUATION ||
        (w->evaluations[r->primary].facts.verdict & FACT_SCORED) == 0)
        r->primary = w->n_evaluations;
    w->n_evaluations++;
}

/* Up to the first evaluation of a rollout behind the window. */
static int read_evaluations(struct window *w, struct fact_marks *marks, struct err *err)
{
    struct stmt *st = db_query(w->db, "fact_new_evaluations");
    int rc;
    stmt_bind_int(st, ":after", marks->evaluation_id);
    w->stop_evaluation = INT64_MAX;
    while ((rc = stmt_step(st, err)) > 0) {
        int64_t id = stmt_int(st, 0);
        int64_t rollout_id = stmt_int(st, 1);
        if (!w->last && rollout_id > marks->rollout_id) {
            w->stop_evaluation = id;
            break;
        }
        marks->evaluation_id = id;
        size_t rollout = find_id(w->rollouts, w->n_rollouts, sizeof(*w->rollouts), rollout_id);
        if (rollout < w->n_rollouts)
            add_evaluation(
                w, id, rollout,
                fact_verdict(stmt_text(st, 2), stmt_int(st, 3) != 0, stmt_int(st, 4) != 0));
        else if ((rc = note(w->db, "fact_note_rollout", ":rollout_id", rollout_id, err)) < 0)
            break;
    }
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}

/* Up to the first measurement of an evaluation behind the window. */
static int read_measurements(struct window *w, struct fact_marks *marks, struct err *err)
{
    struct stmt *st = db_query(w->db, "fact_new_measurements");
    int rc;
    stmt_bind_int(st, ":after", marks->measurement_id);
    while ((rc = stmt_step(st, err)) > 0) {
        int64_t evaluation_id = stmt_int(st, 1);
        if (evaluation_id >= w->stop_evaluation)
            break;
        marks->measurement_id = stmt_int(st, 0);
        size_t i =
            find_id(w->evaluations, w->n_evaluations, sizeof(*w->evaluations), evaluation_id);
        if (i < w->n_evaluations) {
            struct fact_evaluation *e = &w->evaluations[i].facts;
            bool candidate = strcmp(stmt_text(st, 2), "candidate") == 0;
            *(candidate ? &e->runtime_us : &e->baseline_us) = stmt_real(st, 3);
        } else if ((rc = note(w->db, "fact_note_evaluation", ":evaluation_id", evaluation_id,
                              err)) < 0) {
            break;
        }
    }
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}

static int by_cell(const void *pa, const void *pb)
{
    const struct seen_rollout *a = pa;
    const struct seen_rollout *b = pb;
    int order = fact_key_order(&a->key, &b->key);
    return order != 0 ? order : (a->id > b->id) - (a->id < b->id);
}

static void sort_rollouts(struct window *w)
{
    size_t i = 1;
    while (i < w->n_rollouts && by_cell(&w->rollouts[i - 1], &w->rollouts[i]) < 0)
        i++;
    if (i < w->n_rollouts)
        qsort(w->rollouts, w->n_rollouts, sizeof(*w->rollouts), by_cell);
}

static struct fact_rollout rollout_facts(const struct window *w, const struct seen_rollout *r)
{
    static const struct fact_evaluation none = { FACT_PENDING, (double)NAN, (double)NAN };
    return (struct fact_rollout){ .sample = r->sample,
                                  .turn = r->turn,
                                  .prompt_tokens = r->prompt_tokens,
                                  .completion_tokens = r->completion_tokens,
                                  .sum_logprob = r->sum_logprob,
                                  .mean_logprob = r->mean_logprob,
                                  .primary = r->primary == NO_EVALUATION
                                                 ? none
                                                 : w->evaluations[r->primary].facts };
}

static int store_cells(struct window *w, struct err *err)
{
    struct fact_cell cell = { 0 };
    int rc = 0;
    sort_rollouts(w);
    for (size_t i = 0; i < w->n_rollouts && rc == 0; i++) {
        const struct seen_rollout *r = &w->rollouts[i];
        struct fact_rollout facts = rollout_facts(w, r);
        cell.key = r->key;
        fact_cell_add(&cell, &facts);
        if (i + 1 < w->n_rollouts && fact_key_order(&r->key, &w->rollouts[i + 1].key) == 0)
            continue;
        rc = fact_cell_append(w->db, &cell, err);
        cell.n = 0;
    }
    fact_cell_release(&cell);
    return rc;
}

/* New rows that old ones refer to: keys that were removed and given again. */
static int note_early(struct db *db, const char *query, int64_t after, int64_t to, int64_t told,
                      struct err *err)
{
    if (after == to || told == 0)
        return 0;
    struct stmt *st = db_query(db, query);
    stmt_bind_int(st, ":after", after);
    stmt_bind_int(st, ":to", to);
    stmt_bind_int(st, ":told", told);
    return stmt_run(st, err);
}

int fact_window_read(struct db *db, size_t limit, struct fact_marks *marks, bool *out_last,
                     struct err *err)
{
    const struct fact_marks before = *marks;
    struct window w = { .db = db, .limit = limit };
    int rc = read_rollouts(&w, marks, err);
    if (rc == 0)
        rc = note_early(db, "fact_note_early_evaluations", before.rollout_id, marks->rollout_id,
                        before.evaluation_id, err);
    if (rc == 0)
        rc = read_evaluations(&w, marks, err);
    if (rc == 0)
        rc = note_early(db, "fact_note_early_measurements", before.evaluation_id,
                        marks->evaluation_id, before.measurement_id, err);
    if (rc == 0)
        rc = read_measurements(&w, marks, err);
    if (rc == 0)
        rc = store_cells(&w, err);
    *out_last = w.last;
    free(w.rollouts);
    free(w.evaluations);
    return rc;
}
