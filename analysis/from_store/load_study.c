#include "analysis/from_store/load_study.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_rollouts.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "columns/load_cells.h"
#include "columns/load_ledger.h"
#include "columns/load_run_names.h"
#include "columns/load_runs.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

struct study_loading {
    struct study_keys keys;
    struct study *study;
};

static const char *text_or_empty(struct stmt *st, int column, struct arena *a)
{
    char *s = stmt_text_dup(st, column, a);
    return s == NULL ? "" : s;
}

static int int_or_minus_one(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? -1 : (int)stmt_int(st, column);
}

static struct stmt *query_for_runs(const struct study_loading *l, const char *name)
{
    struct stmt *st = db_query(l->keys.db, name);
    stmt_bind_text_list(st, ":runs", l->keys.names, l->keys.n_names);
    return st;
}

static void read_run(struct stmt *st, struct arena *a, struct study_run *r)
{
    r->strategy = text_or_empty(st, LOAD_RUNS_STRATEGY, a);
    r->status = text_or_empty(st, LOAD_RUNS_STATUS, a);
    r->model = text_or_empty(st, LOAD_RUNS_MODEL, a);
    r->model_revision = text_or_empty(st, LOAD_RUNS_MODEL_REVISION, a);
    r->split = text_or_empty(st, LOAD_RUNS_SPLIT, a);
    r->split_hash = text_or_empty(st, LOAD_RUNS_SPLIT_HASH, a);
    r->backend = text_or_empty(st, LOAD_RUNS_BACKEND, a);
    r->device = text_or_empty(st, LOAD_RUNS_DEVICE, a);
    r->baseline = text_or_empty(st, LOAD_RUNS_BASELINE, a);
    r->task_case = text_or_empty(st, LOAD_RUNS_TASK_CASE, a);
    r->eval_mode = text_or_empty(st, LOAD_RUNS_EVAL_MODE, a);
    r->code_version = text_or_empty(st, LOAD_RUNS_CODE_VERSION, a);
    r->started_at = text_or_empty(st, LOAD_RUNS_STARTED_AT, a);
    r->begins = text_or_empty(st, LOAD_RUNS_BEGINS, a);
    r->has_seed = !stmt_is_null(st, LOAD_RUNS_SEED);
    r->seed = r->has_seed ? stmt_int(st, LOAD_RUNS_SEED) : 0;
    r->temperature = stmt_real(st, LOAD_RUNS_TEMPERATURE);
    r->k = int_or_minus_one(st, LOAD_RUNS_K);
    r->n_steps = int_or_minus_one(st, LOAD_RUNS_N_STEPS);
    r->evaluate_seconds = STAT_NAN;
    r->wall_seconds = STAT_NAN;
}

static int check_names(const struct study_loading *l, struct err *err)
{
    if (l->keys.n_names == 0)
        return err_set(err, ERR_USAGE, "no run is named");
    for (size_t i = 0; i < l->keys.n_names; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(l->keys.names[i], l->keys.names[j]) == 0)
                return err_set(err, ERR_USAGE, "run %s is named twice", l->keys.names[i]);
        }
    }
    return 0;
}

static int load_runs(struct study_loading *l, struct err *err)
{
    struct study *s = l->study;
    s->n_runs = l->keys.n_names;
    s->runs = arena_array(l->keys.arena, s->n_runs, sizeof(*s->runs));
    l->keys.run_ids = arena_array(l->keys.arena, s->n_runs, sizeof(*l->keys.run_ids));
    struct stmt *st = query_for_runs(l, "load_runs");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *name = stmt_text(st, LOAD_RUNS_RUN);
        for (size_t i = 0; i < s->n_runs; i++) {
            if (strcmp(name, l->keys.names[i]) != 0)
                continue;
            l->keys.run_ids[i] = stmt_int(st, LOAD_RUNS_RUN_ID);
            s->runs[i].name = arena_strdup(l->keys.arena, name);
            read_run(st, l->keys.arena, &s->runs[i]);
        }
    }
    for (size_t i = 0; i < s->n_runs && rc == 0; i++) {
        if (s->runs[i].name == NULL)
            return store_unknown(l->keys.db, STORE_RUN, l->keys.names[i], err);
    }
    return rc;
}

struct run_task {
    size_t run;
    size_t task;
    bool is_held;
};

struct cell_list {
    struct run_task *pairs;
    size_t n_pairs;
    size_t pair_capacity;
    struct study_task *tasks;
    int64_t *task_ids;
    size_t n_tasks;
    size_t task_capacity;
};

/* Rows come by task. */
static void add_task(struct cell_list *list, struct stmt *st, struct arena *a)
{
    int64_t id = stmt_int(st, LOAD_CELLS_TASK_ID);
    if (list->n_tasks > 0 && list->task_ids[list->n_tasks - 1] == id)
        return;
    if (list->tasks == NULL || list->n_tasks == list->task_capacity) {
        list->task_capacity = list->task_capacity == 0 ? 64 : 2 * list->task_capacity;
        list->tasks = mem_grow(list->tasks, list->task_capacity, sizeof(*list->tasks));
        list->task_ids = mem_grow(list->task_ids, list->task_capacity, sizeof(*list->task_ids));
    }
    list->task_ids[list->n_tasks] = id;
    list->tasks[list->n_tasks++] =
        (struct study_task){ .task = text_or_empty(st, LOAD_CELLS_TASK, a),
                             .level = (int)stmt_int(st, LOAD_CELLS_LEVEL),
                             .problem_id = (int)stmt_int(st, LOAD_CELLS_PROBLEM_ID),
                             .name = text_or_empty(st, LOAD_CELLS_NAME, a),
                             .family = text_or_empty(st, LOAD_CELLS_FAMILY, a),
                             .id = id };
}

static void add_pair(struct cell_list *list, size_t run, bool is_held)
{
    if (list->pairs == NULL || list->n_pairs == list->pair_capacity) {
        list->pair_capacity = list->pair_capacity == 0 ? 256 : 2 * list->pair_capacity;
        list->pairs = mem_grow(list->pairs, list->pair_capacity, sizeof(*list->pairs));
    }
    list->pairs[list->n_pairs++] = (struct run_task){ run, list->n_tasks - 1, is_held };
}

static int read_cells(const struct study_loading *l, struct cell_list *list, struct err *err)
{
    struct stmt *st = query_for_runs(l, "load_cells");
    size_t run = 0;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        run = find_key(l->keys.run_ids, l->study->n_runs, stmt_int(st, LOAD_CELLS_RUN_ID), run);
        if (run == l->study->n_runs)
            continue;
        add_task(list, st, l->keys.arena);
        add_pair(list, run, stmt_int(st, LOAD_CELLS_IS_HELD) != 0);
    }
    return rc;
}

static void place_cells(struct study_loading *l, const struct cell_list *list)
{
    struct study *s = l->study;
    struct arena *a = l->keys.arena;
    s->n_tasks = list->n_tasks;
    s->tasks = arena_array(a, s->n_tasks, sizeof(*s->tasks));
    l->keys.task_ids = arena_array(a, s->n_tasks, sizeof(*l->keys.task_ids));
    l->keys.cell_of = arena_array(a, s->n_runs * s->n_tasks, sizeof(*l->keys.cell_of));
    s->cells = arena_array(a, list->n_pairs, sizeof(*s->cells));
    for (size_t i = 0; i < s->n_tasks; i++) {
        s->tasks[i] = list->tasks[i];
        l->keys.task_ids[i] = list->task_ids[i];
    }
    for (size_t i = 0; i < list->n_pairs; i++)
        l->keys.cell_of[list->pairs[i].run * s->n_tasks + list->pairs[i].task] = 1;
    for (size_t r = 0; r < s->n_runs; r++) {
        s->runs[r].first_cell = s->n_cells;
        for (size_t t = 0; t < s->n_tasks; t++) {
            size_t *mark = &l->keys.cell_of[r * s->n_tasks + t];
            if (*mark == 0)
                continue;
            s->cells[s->n_cells] = (struct study_cell){ .run = r, .task = t };
            *mark = ++s->n_cells;
        }
        s->runs[r].n_cells = s->n_cells - s->runs[r].first_cell;
    }
    for (size_t i = 0; i < list->n_pairs; i++) {
        const struct run_task *p = &list->pairs[i];
        s->cells[l->keys.cell_of[p->run * s->n_tasks + p->task] - 1].is_held = p->is_held;
    }
}

static int load_cells(struct study_loading *l, struct err *err)
{
    struct cell_list list = { 0 };
    int rc = read_cells(l, &list, err);
    if (rc == 0)
        place_cells(l, &list);
    free(list.pairs);
    free(list.tasks);
    free(list.task_ids);
    return rc;
}

static int load_ledger(struct study_loading *l, struct err *err)
{
    struct study *s = l->study;
    struct stmt *st = query_for_runs(l, "load_ledger");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        size_t run = find_key(l->keys.run_ids, s->n_runs, stmt_int(st, LOAD_LEDGER_RUN_ID), 0);
        if (run == s->n_runs)
            continue;
        s->runs[run].evaluate_seconds = stmt_real(st, LOAD_LEDGER_EVALUATE_SECONDS);
        s->runs[run].wall_seconds = stmt_real(st, LOAD_LEDGER_WALL_SECONDS);
        s->runs[run].teacher_tokens = stmt_int(st, LOAD_LEDGER_TEACHER_TOKENS);
    }
    return rc;
}

/* All reads see one state of the database. */
static int load_all(struct study_loading *l, struct err *err)
{
    int rc = load_runs(l, err);
    if (rc == 0)
        rc = load_cells(l, err);
    if (rc == 0)
        rc = load_rollouts(&l->keys, l->study, err);
    if (rc == 0)
        rc = load_ledger(l, err);
    return rc;
}

static int load(struct study_keys keys, struct study *out, struct err *err)
{
    struct study study = { 0 };
    struct study_loading l = { .keys = keys, .study = &study };
    int rc = check_names(&l, err);
    if (rc == 0)
        rc = db_begin_read(keys.db, err);
    if (rc < 0)
        return rc;
    rc = load_all(&l, err);
    db_end_read(keys.db);
    if (rc == 0)
        *out = study;
    return rc;
}

int load_study(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
               struct study *out, struct err *err)
{
    return load((struct study_keys){ .db = db, .arena = arena, .names = names, .n_names = n_names },
                out, err);
}

int load_study_by_run(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                      struct study *out, struct err *err)
{
    return load(
        (struct study_keys){
            .db = db, .arena = arena, .names = names, .n_names = n_names, .by_run = true },
        out, err);
}

static int read_run_names(struct db *db, const char *strategy, struct arena *arena,
                          const char ***out_names, bool **out_has_scored, size_t *out_count,
                          struct err *err)
{
    struct stmt *st = db_query(db, "load_run_names");
    stmt_bind_text(st, ":strategy", strategy);
    const char **names = NULL;
    bool *has_scored = NULL;
    size_t n = 0;
    size_t capacity = 0;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (n == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            names = mem_grow(names, capacity, sizeof(*names));
            has_scored = mem_grow(has_scored, capacity, sizeof(*has_scored));
        }
        has_scored[n] = stmt_int(st, LOAD_RUN_NAMES_HAS_SCORED) != 0;
        names[n++] = stmt_text_dup(st, LOAD_RUN_NAMES_RUN, arena);
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "there is no run%s%s",
                     strategy == NULL ? "" : " of strategy ", strategy == NULL ? "" : strategy);
    if (rc == 0) {
        *out_names = memcpy(arena_array(arena, n, sizeof(*names)), names, n * sizeof(*names));
        *out_has_scored = memcpy(arena_array(arena, n, sizeof(bool)), has_scored, n * sizeof(bool));
        *out_count = n;
    }
    free(names);
    free(has_scored);
    return rc;
}

int load_run_names(struct db *db, const char *strategy, struct arena *arena,
                   const char *const **out_names, size_t *out_count, struct err *err)
{
    const char **names = NULL;
    bool *has_scored = NULL;
    int rc = read_run_names(db, strategy, arena, &names, &has_scored, out_count, err);
    *out_names = names;
    return rc;
}

int load_scored_run_names(struct db *db, struct arena *arena, const char *const **out_names,
                          size_t *out_count, const char **out_left_out, struct err *err)
{
    const char **names = NULL;
    bool *has_scored = NULL;
    size_t n = 0, kept = 0;
    struct buf CLEANUP(buf_release) left_out = { 0 };
    int rc = read_run_names(db, NULL, arena, &names, &has_scored, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        kept += has_scored[i];
    const bool all = kept == 0;
    kept = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        if (all || has_scored[i])
            names[kept++] = names[i];
        else
            buf_printf(&left_out, "%s%s", left_out.len > 0 ? "," : "", names[i]);
    }
    *out_names = names;
    *out_count = kept;
    *out_left_out = arena_strdup(arena, buf_text(&left_out));
    return rc;
}

int load_run_ids(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                 int64_t **out, struct err *err)
{
    int64_t *ids = arena_array(arena, n_names + 1, sizeof(*ids));
    for (size_t i = 0; i < n_names; i++) {
        int rc = store_find_run(db, names[i], &ids[i], err);
        if (rc < 0)
            return rc;
    }
    *out = ids;
    return 0;
}
