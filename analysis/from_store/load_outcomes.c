#include "analysis/from_store/load_outcomes.h"

#include <stdlib.h>

#include "analysis/from_store/load_facts.h"
#include "analysis/from_store/load_rollouts.h"
#include "analysis/from_store/load_study.h"
#include "analysis/study/failures.h"
#include "columns/load_outcomes_cheats.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/fact_pack.h"

struct outcome_counts {
    int64_t run_id;
    const char *run;
    int64_t n[FACT_OUTCOME + 1];
};

/* Facts do not say which check found a cheat. */
struct cheats {
    size_t run;
    const char *kind;
    int64_t n;
};

struct outcome_loading {
    struct db *db;
    const char *const *names;
    size_t n_runs;
    struct arena *arena;
    int64_t *ids;
    struct outcome_counts *runs;
    struct cheats *cheats;
    size_t n_cheats;
};

static struct stmt *query_runs(const struct outcome_loading *l, const char *query)
{
    struct stmt *st = db_query(l->db, query);
    stmt_bind_text_list(st, ":runs", l->names, l->n_runs);
    return st;
}

static int by_run(const void *pa, const void *pb)
{
    const struct outcome_counts *a = pa;
    const struct outcome_counts *b = pb;
    return (a->run_id > b->run_id) - (a->run_id < b->run_id);
}

static int list_runs(struct outcome_loading *l, struct err *err)
{
    int rc = load_run_ids(l->db, l->names, l->n_runs, l->arena, &l->ids, err);
    if (rc < 0)
        return rc;
    l->runs = arena_array(l->arena, l->n_runs + 1, sizeof(*l->runs));
    for (size_t i = 0; i < l->n_runs; i++)
        l->runs[i] = (struct outcome_counts){ .run_id = l->ids[i], .run = l->names[i] };
    qsort(l->runs, l->n_runs, sizeof(*l->runs), by_run);
    for (size_t i = 0; i < l->n_runs; i++)
        l->ids[i] = l->runs[i].run_id;
    return 0;
}

static int count_cell(const struct outcome_loading *l, const struct fact_listed *cell, size_t run,
                      struct err *err)
{
    struct fact_view view;
    struct stmt *row = NULL;
    int rc = open_fact(l->db, cell->data_id, cell->n_rows, &row, &view, err);
    if (rc == 0) {
        int64_t *verdicts = mem_array(view.n + 1, sizeof(*verdicts));
        fact_read_integers(&view, FACT_VERDICT, verdicts);
        for (size_t i = 0; i < view.n; i++)
            l->runs[run]
                .n[verdicts[i] == FACT_MISSING ? FACT_PENDING : verdicts[i] & FACT_OUTCOME]++;
        free(verdicts);
    }
    stmt_reset(row);
    return rc;
}

static int count_facts(struct outcome_loading *l, struct err *err)
{
    struct fact_listed cell;
    struct stmt *st = query_runs(l, "load_facts");
    size_t run = 0;
    int rc = 0;
    while (rc >= 0 && (rc = stmt_step(st, err)) > 0) {
        rc = read_listed_fact(st, &cell, err);
        if (rc < 0)
            break;
        run = find_key(l->ids, l->n_runs, cell.run_id, run);
        if (run < l->n_runs)
            rc = count_cell(l, &cell, run, err);
    }
    stmt_reset(st);
    return rc;
}

static void add_cheats(struct outcome_loading *l, size_t run, const char *kind, int64_t n)
{
    l->cheats = mem_grow(l->cheats, l->n_cheats + 1, sizeof(*l->cheats));
    l->cheats[l->n_cheats++] = (struct cheats){ run, kind, n };
}

static int count_rows(struct outcome_loading *l, const char *query, struct err *err)
{
    const int cheat = fact_outcome("cheat");
    struct stmt *st = query_runs(l, query);
    size_t run = 0;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        int code = fact_outcome(stmt_text(st, LOAD_OUTCOMES_CHEATS_OUTCOME));
        run = find_key(l->ids, l->n_runs, stmt_int(st, LOAD_OUTCOMES_CHEATS_RUN_ID), run);
        if (run == l->n_runs)
            continue;
        if (code == cheat)
            add_cheats(l, run, stmt_text_dup(st, LOAD_OUTCOMES_CHEATS_CHEAT, l->arena),
                       stmt_int(st, LOAD_OUTCOMES_CHEATS_N));
        else
            l->runs[run].n[code] += stmt_int(st, LOAD_OUTCOMES_CHEATS_N);
    }
    return rc;
}

static int count_all(struct outcome_loading *l, struct err *err)
{
    const int cheat = fact_outcome("cheat");
    int64_t cheats = 0;
    int rc = list_runs(l, err);
    if (rc == 0)
        rc = count_facts(l, err);
    for (size_t i = 0; i < l->n_runs && rc == 0; i++) {
        cheats += l->runs[i].n[cheat];
        l->runs[i].n[cheat] = 0;
    }
    if (rc == 0 && cheats > 0)
        rc = count_rows(l, "load_outcomes_cheats", err);
    return rc == 0 ? count_rows(l, "load_outcomes_stale", err) : rc;
}

static size_t put_run(const struct outcome_loading *l, size_t run, struct failure_count *out)
{
    size_t n = 0;
    for (int code = 0; code <= FACT_OUTCOME; code++) {
        if (l->runs[run].n[code] > 0)
            out[n++] = (struct failure_count){ .group = l->runs[run].run,
                                               .outcome = fact_outcome_name(code),
                                               .cheat_kind = "",
                                               .n = l->runs[run].n[code] };
    }
    for (size_t i = 0; i < l->n_cheats; i++) {
        if (l->cheats[i].run == run)
            out[n++] = (struct failure_count){ .group = l->runs[run].run,
                                               .outcome = "cheat",
                                               .cheat_kind = l->cheats[i].kind,
                                               .n = l->cheats[i].n };
    }
    return n;
}

int load_outcomes(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                  struct failure_count **out, size_t *out_n, struct err *err)
{
    struct outcome_loading l = { .db = db, .names = names, .n_runs = n_names, .arena = arena };
    int rc = count_all(&l, err);
    if (rc == 0) {
        size_t most = n_names * (FACT_OUTCOME + 1) + l.n_cheats;
        *out = arena_array(arena, most, sizeof(**out));
        *out_n = 0;
        for (size_t run = 0; run < n_names; run++)
            *out_n += put_run(&l, run, *out + *out_n);
        if (*out_n == 0)
            rc = err_set(err, ERR_NOMATCH, "these runs have no rollout");
    }
    free(l.cheats);
    return rc;
}
