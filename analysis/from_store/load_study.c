#include "analysis/from_store/load_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/study.h"
#include "columns/load_cells.h"
#include "columns/load_fact_columns.h"
#include "columns/load_facts.h"
#include "columns/load_ledger.h"
#include "columns/load_rollouts.h"
#include "columns/load_run_names.h"
#include "columns/load_runs.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/db.h"
#include "src/store/packed/fact_pack.h"
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

struct run_place {
    const char *name;
    size_t at;
};

static int by_name(const void *a, const void *b)
{
    const struct run_place *x = a;
    const struct run_place *y = b;
    return strcmp(x->name, y->name);
}

/* A database may have some 100,000 runs.  *out: sorted by name. */
static int check_names(const struct study_loading *l, struct run_place **out, struct err *err)
{
    const size_t n = l->keys.n_names;
    if (n == 0)
        return err_set(err, ERR_USAGE, "no run is named");
    *out = arena_array(l->keys.arena, n, sizeof(**out));
    for (size_t i = 0; i < n; i++)
        (*out)[i] = (struct run_place){ l->keys.names[i], i };
    qsort(*out, n, sizeof(**out), by_name);
    for (size_t i = 1; i < n; i++) {
        if (strcmp((*out)[i].name, (*out)[i - 1].name) == 0)
            return err_set(err, ERR_USAGE, "run %s is named twice", (*out)[i].name);
    }
    return 0;
}

static int load_runs(struct study_loading *l, struct err *err)
{
    struct study *s = l->study;
    struct run_place *named = NULL;
    int rc = check_names(l, &named, err);
    if (rc < 0)
        return rc;
    s->n_runs = l->keys.n_names;
    s->runs = arena_array(l->keys.arena, s->n_runs, sizeof(*s->runs));
    l->keys.run_ids = arena_array(l->keys.arena, s->n_runs, sizeof(*l->keys.run_ids));
    struct stmt *st = query_for_runs(l, "load_runs");
    while ((rc = stmt_step(st, err)) > 0) {
        const struct run_place wanted = { stmt_text(st, LOAD_RUNS_RUN), 0 };
        const struct run_place *run =
            wanted.name == NULL ? NULL
                                : bsearch(&wanted, named, s->n_runs, sizeof(*named), by_name);
        if (run == NULL)
            continue;
        l->keys.run_ids[run->at] = stmt_int(st, LOAD_RUNS_RUN_ID);
        s->runs[run->at].name = arena_strdup(l->keys.arena, wanted.name);
        read_run(st, l->keys.arena, &s->runs[run->at]);
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
    int rc = db_begin_read(keys.db, err);
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

struct run_names {
    const char **names;
    bool *has_scored;
    size_t n;
};

static int read_run_names(struct db *db, const char *strategy, struct arena *arena,
                          struct run_names *out, struct err *err)
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
        rc = strategy == NULL ? err_set(err, ERR_NOMATCH,
                                        "the database has no run; 'rollbook run' makes one, and "
                                        "'rollbook ingest' imports one")
                              : err_set(err, ERR_NOMATCH,
                                        "there is no run of strategy %s; 'rollbook runs' lists "
                                        "the runs",
                                        strategy);
    if (rc == 0) {
        out->names = memcpy(arena_array(arena, n, sizeof(*names)), names, n * sizeof(*names));
        out->has_scored = memcpy(arena_array(arena, n, sizeof(bool)), has_scored, n * sizeof(bool));
        out->n = n;
    }
    free(names);
    free(has_scored);
    return rc;
}

int load_run_names(struct db *db, const char *strategy, struct arena *arena,
                   const char *const **out_names, size_t *out_count, struct err *err)
{
    struct run_names runs = { 0 };
    int rc = read_run_names(db, strategy, arena, &runs, err);
    *out_names = runs.names;
    *out_count = runs.n;
    return rc;
}

#define MOST_NAMED 10

int load_scored_run_names(struct db *db, struct arena *arena, const char *const **out_names,
                          size_t *out_count, const char **out_left_out, struct err *err)
{
    struct run_names runs = { 0 };
    size_t kept = 0;
    struct buf CLEANUP(buf_release) left_out = { 0 };
    int rc = read_run_names(db, NULL, arena, &runs, err);
    for (size_t i = 0; i < runs.n; i++)
        kept += runs.has_scored[i];
    const bool all = kept == 0;
    kept = 0;
    size_t n_left_out = 0;
    for (size_t i = 0; i < runs.n; i++) {
        if (all || runs.has_scored[i])
            runs.names[kept++] = runs.names[i];
        else if (n_left_out++ < MOST_NAMED)
            buf_printf(&left_out, "%s%s", left_out.len > 0 ? "," : "", runs.names[i]);
    }
    if (n_left_out > MOST_NAMED)
        buf_printf(&left_out, " and %zu more", n_left_out - MOST_NAMED);
    *out_names = runs.names;
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

/* A cell at one step: packed, or rows already read. */
struct segment {
    size_t cell;
    int step;
    size_t count;
    size_t n_rows;   /* packed: of every turn */
    int64_t data_id; /* packed; 0: rows */
    size_t first;
};

struct filling {
    const struct study_keys *keys;
    struct study *study;
    struct segment *segments;
    size_t n_segments;
    size_t segment_capacity;
    struct study_rollout *rows;
    size_t n_rows;
    size_t row_capacity;
};

size_t find_key(const int64_t *keys, size_t n, int64_t key, size_t last)
{
    for (size_t i = last; i < n && i < last + 2; i++) {
        if (keys[i] == key)
            return i;
    }
    for (size_t i = 0; i < n; i++) {
        if (keys[i] == key)
            return i;
    }
    return n;
}

struct rollout_place {
    size_t run;
    size_t task;
    size_t cell;
};

static bool find_place(const struct filling *f, int64_t run_id, int64_t task_id,
                       struct rollout_place *p)
{
    const struct study *s = f->study;
    p->run = find_key(f->keys->run_ids, s->n_runs, run_id, p->run);
    p->task = find_key(f->keys->task_ids, s->n_tasks, task_id, p->task);
    if (p->run == s->n_runs || p->task == s->n_tasks)
        return false;
    size_t cell = f->keys->cell_of[p->run * s->n_tasks + p->task];
    p->cell = cell - 1;
    return cell > 0;
}

static struct segment *add_segment(struct filling *f, struct segment segment)
{
    if (f->segments == NULL || f->n_segments == f->segment_capacity) {
        f->segment_capacity = f->segment_capacity == 0 ? 256 : 2 * f->segment_capacity;
        f->segments = mem_grow(f->segments, f->segment_capacity, sizeof(*f->segments));
    }
    f->segments[f->n_segments] = segment;
    return &f->segments[f->n_segments++];
}

static struct stmt *query_runs(const struct filling *f, const char *name)
{
    struct stmt *st = db_query(f->keys->db, name);
    stmt_bind_text_list(st, ":runs", f->keys->names, f->keys->n_names);
    return st;
}

static int list_facts(struct filling *f, struct err *err)
{
    struct stmt *st = query_runs(f, "load_facts");
    struct rollout_place p = { 0, 0, 0 };
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        struct fact_listed cell;
        if (!find_place(f, stmt_int(st, LOAD_FACTS_RUN_ID), stmt_int(st, LOAD_FACTS_TASK_ID), &p))
            continue;
        if (read_listed_fact(st, &cell, err) < 0) {
            stmt_reset(st);
            return (int)ERR_INTEGRITY;
        }
        add_segment(f, (struct segment){ .cell = p.cell,
                                         .step = cell.step,
                                         .count = cell.count,
                                         .n_rows = cell.n_rows,
                                         .data_id = cell.data_id });
    }
    return rc;
}

static int32_t small_count(int64_t v)
{
    return v == FACT_MISSING ? -1
           : v > INT32_MAX   ? INT32_MAX
           : v < INT32_MIN   ? INT32_MIN
                             : (int32_t)v;
}

static struct study_rollout read_row(struct stmt *st, int64_t *prompt_tokens,
                                     int64_t *completion_tokens)
{
    *prompt_tokens = stmt_is_null(st, LOAD_ROLLOUTS_PROMPT_TOKENS)
                         ? FACT_MISSING
                         : stmt_int(st, LOAD_ROLLOUTS_PROMPT_TOKENS);
    *completion_tokens = stmt_is_null(st, LOAD_ROLLOUTS_COMPLETION_TOKENS)
                             ? FACT_MISSING
                             : stmt_int(st, LOAD_ROLLOUTS_COMPLETION_TOKENS);
    bool correct = stmt_int(st, LOAD_ROLLOUTS_CORRECT) != 0;
    double runtime_us = stmt_real(st, LOAD_ROLLOUTS_RUNTIME_US);
    return (struct study_rollout){
        .step = (int)stmt_int(st, LOAD_ROLLOUTS_STEP),
        .sample = (int)stmt_int(st, LOAD_ROLLOUTS_SAMPLE),
        .compiled = stmt_int(st, LOAD_ROLLOUTS_COMPILED) != 0,
        .correct = correct,
        .speedup =
            speedup_of(correct, stmt_real(st, LOAD_ROLLOUTS_BASELINE_RUNTIME_US), runtime_us),
        .runtime_us = runtime_us,
        .mean_logprob = stmt_real(st, LOAD_ROLLOUTS_MEAN_LOGPROB),
        .sum_logprob = stmt_real(st, LOAD_ROLLOUTS_SUM_LOGPROB),
        .prompt_tokens = small_count(*prompt_tokens),
        .completion_tokens = small_count(*completion_tokens),
        .speedup_lower = stmt_real(st, LOAD_ROLLOUTS_SPEEDUP_LOWER),
        .speedup_upper = stmt_real(st, LOAD_ROLLOUTS_SPEEDUP_UPPER),
        .confirmed = stmt_real(st, LOAD_ROLLOUTS_CONFIRMED_SPEEDUP),
        .is_confirmed = !stmt_is_null(st, LOAD_ROLLOUTS_CONFIRMED_SPEEDUP),
        .timed_out = strcmp(stmt_text(st, LOAD_ROLLOUTS_OUTCOME), "timeout") == 0,
        .precision_class = (signed char)fact_class(stmt_text(st, LOAD_ROLLOUTS_PRECISION_CLASS)),
    };
}

static int64_t wrapping_sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static void count_tokens(struct study_run *run, int64_t prompt, int64_t completion)
{
    if (prompt > 0)
        run->prompt_tokens = wrapping_sum(run->prompt_tokens, prompt);
    if (completion > 0)
        run->completion_tokens = wrapping_sum(run->completion_tokens, completion);
}

static void add_row(struct filling *f, size_t cell, const struct study_rollout *r)
{
    struct study_run *run = &f->study->runs[f->study->cells[cell].run];
    struct segment *last = f->n_segments > 0 ? &f->segments[f->n_segments - 1] : NULL;
    bool goes_on =
        last != NULL && last->data_id == 0 && last->cell == cell && last->step == r->step;
    if (goes_on && f->rows[f->n_rows - 1].sample == r->sample) {
        run->n_earlier_turns++;
        f->rows[f->n_rows - 1] = *r;
        return;
    }
    if (!goes_on)
        last =
            add_segment(f, (struct segment){ .cell = cell, .step = r->step, .first = f->n_rows });
    if (f->rows == NULL || f->n_rows == f->row_capacity) {
        f->row_capacity = f->row_capacity == 0 ? 1024 : 2 * f->row_capacity;
        f->rows = mem_grow(f->rows, f->row_capacity, sizeof(*f->rows));
    }
    f->rows[f->n_rows++] = *r;
    last->count++;
}

static int read_rows(struct filling *f, const char *query, struct err *err)
{
    struct stmt *st = query_runs(f, query);
    struct rollout_place p = { 0, 0, 0 };
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        if (!find_place(f, stmt_int(st, LOAD_ROLLOUTS_RUN_ID), stmt_int(st, LOAD_ROLLOUTS_TASK_ID),
                        &p))
            continue;
        const char *outcome = stmt_text(st, LOAD_ROLLOUTS_OUTCOME);
        if (outcome == NULL || strcmp(outcome, "infra") == 0) {
            f->study->runs[p.run].n_unscored++;
            f->study->cells[p.cell].n_unscored++;
            continue;
        }
        int64_t prompt_tokens = 0;
        int64_t completion_tokens = 0;
        struct study_rollout r = read_row(st, &prompt_tokens, &completion_tokens);
        count_tokens(&f->study->runs[p.run], prompt_tokens, completion_tokens);
        add_row(f, p.cell, &r);
    }
    return rc;
}

static int by_place(const void *pa, const void *pb)
{
    const struct segment *a = pa;
    const struct segment *b = pb;
    if (a->cell != b->cell)
        return a->cell > b->cell ? 1 : -1;
    return (a->step > b->step) - (a->step < b->step);
}

struct rollout_columns {
    struct db *db;
    int timeout; /* fact_outcome of it */
    size_t capacity;
    int64_t *integers[FACT_N_INTEGERS];
    double *reals[FACT_N_REALS];
};

static void grow_columns(struct rollout_columns *c, size_t n)
{
    if (n <= c->capacity)
        return;
    for (size_t k = 0; k < FACT_N_INTEGERS; k++)
        c->integers[k] = mem_grow(c->integers[k], n, sizeof(int64_t));
    for (size_t k = 0; k < FACT_N_REALS; k++)
        c->reals[k] = mem_grow(c->reals[k], n, sizeof(double));
    c->capacity = n;
}

static void free_columns(struct rollout_columns *c)
{
    for (size_t k = 0; k < FACT_N_INTEGERS; k++)
        free(c->integers[k]);
    for (size_t k = 0; k < FACT_N_REALS; k++)
        free(c->reals[k]);
}

static struct study_rollout unpacked(const struct rollout_columns *c, size_t i, int step)
{
    bool correct = (c->integers[FACT_VERDICT][i] & FACT_CORRECT) != 0;
    double runtime_us = c->reals[FACT_RUNTIME - FACT_N_INTEGERS][i];
    double baseline_us = c->reals[FACT_BASELINE - FACT_N_INTEGERS][i];
    return (struct study_rollout){
        .step = step,
        .sample = (int)c->integers[FACT_SAMPLE][i],
        .compiled = (c->integers[FACT_VERDICT][i] & FACT_COMPILED) != 0,
        .correct = correct,
        .speedup = speedup_of(correct, baseline_us, runtime_us),
        .runtime_us = runtime_us,
        .mean_logprob = c->reals[FACT_MEAN_LOGPROB - FACT_N_INTEGERS][i],
        .sum_logprob = c->reals[FACT_SUM_LOGPROB - FACT_N_INTEGERS][i],
        .prompt_tokens = small_count(c->integers[FACT_PROMPT_TOKENS][i]),
        .completion_tokens = small_count(c->integers[FACT_COMPLETION_TOKENS][i]),
        .speedup_lower = c->reals[FACT_LOWER - FACT_N_INTEGERS][i],
        .speedup_upper = c->reals[FACT_UPPER - FACT_N_INTEGERS][i],
        .confirmed = c->reals[FACT_CONFIRMED - FACT_N_INTEGERS][i],
        .is_confirmed = !isnan(c->reals[FACT_CONFIRMED - FACT_N_INTEGERS][i]),
        .timed_out = (c->integers[FACT_VERDICT][i] & FACT_OUTCOME) == c->timeout,
        .precision_class = (signed char)fact_class_of(c->integers[FACT_VERDICT][i]),
    };
}

/* The last scored turn of each sample, counted in its cell and run; false when these are not
 * g->count. */
static bool take_samples(const struct segment *g, const struct rollout_columns *c, size_t n,
                         struct study_cell *cell, struct study_run *run, struct study_rollout *out)
{
    size_t taken = 0;
    for (size_t i = 0; i < n; i++) {
        if ((c->integers[FACT_VERDICT][i] & FACT_SCORED) == 0) {
            run->n_unscored++;
            cell->n_unscored++;
            continue;
        }
        struct study_rollout r = unpacked(c, i, g->step);
        count_tokens(run, c->integers[FACT_PROMPT_TOKENS][i],
                     c->integers[FACT_COMPLETION_TOKENS][i]);
        if (taken > 0 && out[taken - 1].sample == r.sample) {
            run->n_earlier_turns++;
            taken--;
        }
        if (taken == g->count)
            return false;
        out[taken++] = r;
    }
    return taken == g->count;
}

static int unpack_segment(const struct segment *g, struct rollout_columns *work,
                          struct study_cell *cell, struct study_run *run, struct study_rollout *out,
                          struct err *err)
{
    struct fact_view view;
    struct stmt *st = NULL;
    int rc = open_fact(work->db, g->data_id, g->n_rows, &st, &view, err);
    if (rc == 0) {
        grow_columns(work, view.n);
        for (int k = 0; k < FACT_N_COLUMNS; k++) {
            if (k < FACT_N_INTEGERS)
                fact_read_integers(&view, (enum fact_column)k, work->integers[k]);
            else
                fact_read_reals(&view, (enum fact_column)k, work->reals[k - FACT_N_INTEGERS]);
        }
        rc = take_samples(g, work, view.n, cell, run, out) ? 0 : fact_damaged(err);
    }
    stmt_reset(st);
    return rc;
}

static void place_segment(struct study *s, const struct segment *g, size_t at)
{
    struct study_cell *c = &s->cells[g->cell];
    struct study_run *run = &s->runs[c->run];
    if (c->count == 0)
        c->first = at;
    c->count += g->count;
    run->n_rollouts += g->count;
    if (g->count > 0 && g->step > run->max_step)
        run->max_step = g->step;
}

struct run_window {
    struct study_window base;
    struct db *db;
    const struct segment *segments; /* by place */
    const size_t *first;            /* [run]: of its segments; one more than runs */
    struct study_rollout *rollouts;
    bool *has_speedup, *judged; /* [run] */
};

static int load_window(void *context, size_t run, struct err *err)
{
    const struct run_window *w = context;
    struct rollout_columns work = { .db = w->db, .timeout = fact_outcome("timeout") };
    struct study_cell cell = { 0 }; /* all has been counted */
    struct study_run counts = { 0 };
    size_t at = 0;
    int rc = 0;
    for (size_t i = w->first[run]; i < w->first[run + 1] && rc == 0; i++) {
        rc = unpack_segment(&w->segments[i], &work, &cell, &counts, w->rollouts + at, err);
        at += w->segments[i].count;
    }
    free_columns(&work);
    return rc;
}

/* All rows of which there are facts, and nothing that would move them. */
static bool may_go_by_run(const struct filling *f)
{
    const struct study *s = f->study;
    for (size_t i = 0; i < s->n_cells; i++)
        if (s->cells[i].is_held)
            return false;
    return f->keys->by_run && f->n_rows == 0 && s->n_runs > 1;
}

/* Room for the largest run; the segments stay. */
static size_t open_window(struct filling *f)
{
    struct study *s = f->study;
    struct arena *a = f->keys->arena;
    struct run_window *w = arena_alloc(a, sizeof(*w));
    struct segment *segments = arena_array(a, f->n_segments + 1, sizeof(*segments));
    size_t *first = arena_array(a, s->n_runs + 1, sizeof(*first));
    size_t most = 0, at = 0;
    for (size_t run = 0; run < s->n_runs; run++) {
        size_t n = 0;
        first[run] = at;
        for (; at < f->n_segments && s->cells[f->segments[at].cell].run == run; at++) {
            segments[at] = f->segments[at];
            n += segments[at].count;
        }
        most = n > most ? n : most;
    }
    first[s->n_runs] = at;
    *w = (struct run_window){ .base = { .run = s->n_runs, .load = load_window, .context = w },
                              .db = f->keys->db,
                              .segments = segments,
                              .first = first,
                              .has_speedup = arena_array(a, s->n_runs + 1, sizeof(bool)),
                              .judged = arena_array(a, s->n_runs + 1, sizeof(bool)) };
    for (size_t run = 0; run < s->n_runs; run++)
        w->judged[run] = true;
    w->base.judged = w->judged;
    s->window = &w->base;
    return most;
}

/* So that nobody reads all runs again to ask. */
static void note_speedups(const struct run_window *w, size_t run, const struct study_rollout *of,
                          size_t n)
{
    for (size_t i = 0; i < n && !w->has_speedup[run]; i++) {
        w->has_speedup[run] = !isnan(of[i].speedup);
        w->judged[run] = w->has_speedup[run] || (w->judged[run] && !of[i].correct);
    }
}

static int fill(struct filling *f, struct err *err)
{
    struct study *s = f->study;
    struct rollout_columns work = { .db = f->keys->db, .timeout = fact_outcome("timeout") };
    size_t at = 0, run = 0;
    int rc = 0;
    for (size_t i = 0; i < f->n_segments; i++)
        s->n_rollouts += f->segments[i].count;
    if (f->n_segments > 0)
        qsort(f->segments, f->n_segments, sizeof(*f->segments), by_place);
    size_t room = may_go_by_run(f) ? open_window(f) : s->n_rollouts;
    s->rollouts = arena_array(f->keys->arena, room, sizeof(*s->rollouts));
    struct run_window *window = s->window == NULL ? NULL : s->window->context;
    if (window != NULL)
        window->rollouts = s->rollouts;
    for (size_t i = 0; i < f->n_segments && rc == 0; i++) {
        const struct segment *g = &f->segments[i];
        struct study_cell *cell = &s->cells[g->cell];
        at = window != NULL && cell->run != run ? 0 : at;
        run = cell->run;
        place_segment(s, g, at);
        if (g->data_id != 0)
            rc = unpack_segment(g, &work, cell, &s->runs[run], s->rollouts + at, err);
        else
            memcpy(s->rollouts + at, f->rows + g->first, g->count * sizeof(*s->rollouts));
        if (window != NULL && rc == 0)
            note_speedups(window, run, s->rollouts + at, g->count);
        at += g->count;
    }
    if (window != NULL && f->n_segments > 0)
        window->base.run = run;
    free_columns(&work);
    return rc;
}

int load_rollouts(const struct study_keys *keys, struct study *s, struct err *err)
{
    struct filling f = { .keys = keys, .study = s };
    int rc = list_facts(&f, err);
    if (rc == 0)
        rc = read_rows(&f, f.n_segments == 0 ? "load_rollouts" : "load_stale_rollouts", err);
    if (rc == 0)
        rc = fill(&f, err);
    free(f.segments);
    free(f.rows);
    return rc;
}

int fact_damaged(struct err *err)
{
    return err_set(err, ERR_INTEGRITY,
                   "the derived facts are damaged; 'rollbook verify --repair' makes them anew");
}

int read_listed_fact(struct stmt *st, struct fact_listed *out, struct err *err)
{
    int64_t n_rows = stmt_int(st, LOAD_FACTS_N_ROLLOUTS);
    int64_t count = stmt_int(st, LOAD_FACTS_N);
    if (count < 0 || count > n_rows || n_rows > (int64_t)FACT_MOST_ROWS ||
        (count > 0 && stmt_int(st, LOAD_FACTS_DATA_ID) <= 0))
        return fact_damaged(err);
    *out = (struct fact_listed){ .run_id = stmt_int(st, LOAD_FACTS_RUN_ID),
                                 .task_id = stmt_int(st, LOAD_FACTS_TASK_ID),
                                 .step = (int)stmt_int(st, LOAD_FACTS_STEP),
                                 .n_rows = (size_t)n_rows,
                                 .count = (size_t)count,
                                 .data_id = stmt_int(st, LOAD_FACTS_DATA_ID) };
    return 0;
}

int open_fact(struct db *db, int64_t data_id, size_t n_rows, struct stmt **out_row,
              struct fact_view *out, struct err *err)
{
    struct stmt *st = db_query(db, "load_fact_columns");
    size_t len = 0;
    *out_row = st;
    stmt_bind_int(st, ":data_id", data_id);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    const void *data = rc > 0 ? stmt_blob(st, LOAD_FACT_COLUMNS_COLUMNS, &len) : NULL;
    bool good = data != NULL && fact_open(data, len, out) && out->n == n_rows;
    return good ? 0 : fact_damaged(err);
}
