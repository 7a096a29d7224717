#include "analysis/load_study.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stat_summary.h"
#include "analysis/study.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

/* Database keys beside the study's indices while it is being filled. */
struct loading {
    struct db *db;
    struct arena *arena;
    const char *const *names;
    size_t n_names;
    struct study *study;
    int64_t *run_ids;
    int64_t *task_ids;
    size_t *cell_of; /* [run * n_tasks + task]: cell index + 1, 0 for none */
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

static struct stmt *query_for_runs(const struct loading *l, const char *name)
{
    struct stmt *st = db_query(l->db, name);
    stmt_bind_text_list(st, ":runs", l->names, l->n_names);
    return st;
}

static void read_run(struct stmt *st, struct arena *a, struct study_run *r)
{
    r->strategy = text_or_empty(st, 2, a);
    r->status = text_or_empty(st, 3, a);
    r->model = text_or_empty(st, 4, a);
    r->model_revision = text_or_empty(st, 5, a);
    r->split = text_or_empty(st, 6, a);
    r->split_hash = text_or_empty(st, 7, a);
    r->backend = text_or_empty(st, 8, a);
    r->device = text_or_empty(st, 9, a);
    r->baseline = text_or_empty(st, 10, a);
    r->task_case = text_or_empty(st, 11, a);
    r->eval_mode = text_or_empty(st, 12, a);
    r->code_version = text_or_empty(st, 13, a);
    r->started_at = text_or_empty(st, 14, a);
    r->has_seed = !stmt_is_null(st, 15);
    r->seed = r->has_seed ? stmt_int(st, 15) : 0;
    r->temperature = stmt_real(st, 16);
    r->k = int_or_minus_one(st, 17);
    r->n_steps = int_or_minus_one(st, 18);
    r->evaluate_seconds = STAT_NAN;
    r->wall_seconds = STAT_NAN;
}

static int check_names(const struct loading *l, struct err *err)
{
    if (l->n_names == 0)
        return err_set(err, ERR_USAGE, "no run is named");
    for (size_t i = 0; i < l->n_names; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(l->names[i], l->names[j]) == 0)
                return err_set(err, ERR_USAGE, "run %s is named twice", l->names[i]);
        }
    }
    return 0;
}

static int load_runs(struct loading *l, struct err *err)
{
    struct study *s = l->study;
    s->n_runs = l->n_names;
    s->runs = arena_array(l->arena, s->n_runs, sizeof(*s->runs));
    l->run_ids = arena_array(l->arena, s->n_runs, sizeof(*l->run_ids));
    struct stmt *st = query_for_runs(l, "load_runs");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *name = stmt_text(st, 1);
        for (size_t i = 0; i < s->n_runs; i++) {
            if (strcmp(name, l->names[i]) != 0)
                continue;
            l->run_ids[i] = stmt_int(st, 0);
            s->runs[i].name = arena_strdup(l->arena, name);
            read_run(st, l->arena, &s->runs[i]);
        }
    }
    for (size_t i = 0; i < s->n_runs && rc == 0; i++) {
        if (s->runs[i].name == NULL)
            return err_set(err, ERR_NOMATCH, "there is no run %s", l->names[i]);
    }
    return rc;
}

/* Index of a key among n; rows come in runs of equal keys, so the last hit is tried first. */
static size_t find_id(const int64_t *ids, size_t n, int64_t id, size_t last)
{
    if (last < n && ids[last] == id)
        return last;
    for (size_t i = 0; i < n; i++) {
        if (ids[i] == id)
            return i;
    }
    return n;
}

static int load_tasks(struct loading *l, struct err *err)
{
    struct study *s = l->study;
    size_t capacity = 0;
    struct study_task *tasks = NULL;
    int64_t *ids = NULL;
    struct stmt *st = query_for_runs(l, "load_tasks");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (s->n_tasks >= capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            tasks = mem_grow(tasks, capacity, sizeof(*tasks));
            ids = mem_grow(ids, capacity, sizeof(*ids));
        }
        ids[s->n_tasks] = stmt_int(st, 0);
        tasks[s->n_tasks++] = (struct study_task){ .task = text_or_empty(st, 1, l->arena),
                                                   .level = (int)stmt_int(st, 2),
                                                   .problem_id = (int)stmt_int(st, 3),
                                                   .name = text_or_empty(st, 4, l->arena),
                                                   .family = text_or_empty(st, 5, l->arena) };
    }
    s->tasks = arena_array(l->arena, s->n_tasks, sizeof(*s->tasks));
    l->task_ids = arena_array(l->arena, s->n_tasks, sizeof(*l->task_ids));
    if (tasks != NULL && ids != NULL) {
        memcpy(s->tasks, tasks, s->n_tasks * sizeof(*tasks));
        memcpy(l->task_ids, ids, s->n_tasks * sizeof(*ids));
    }
    free(tasks);
    free(ids);
    return rc;
}

static int load_cells(struct loading *l, struct err *err)
{
    struct study *s = l->study;
    l->cell_of = arena_array(l->arena, s->n_runs * s->n_tasks, sizeof(*l->cell_of));
    struct stmt *st = query_for_runs(l, "load_cells");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        size_t run = find_id(l->run_ids, s->n_runs, stmt_int(st, 0), 0);
        size_t task = find_id(l->task_ids, s->n_tasks, stmt_int(st, 1), 0);
        if (run < s->n_runs && task < s->n_tasks)
            l->cell_of[run * s->n_tasks + task] = 1;
    }
    if (rc < 0)
        return rc;
    s->cells = arena_array(l->arena, s->n_runs * s->n_tasks, sizeof(*s->cells));
    for (size_t r = 0; r < s->n_runs; r++) {
        s->runs[r].first_cell = s->n_cells;
        for (size_t t = 0; t < s->n_tasks; t++) {
            size_t *mark = &l->cell_of[r * s->n_tasks + t];
            if (*mark == 0)
                continue;
            s->cells[s->n_cells] = (struct study_cell){ .run = r, .task = t };
            *mark = ++s->n_cells;
        }
        s->runs[r].n_cells = s->n_cells - s->runs[r].first_cell;
    }
    return 0;
}

static struct study_rollout read_rollout(struct stmt *st)
{
    struct study_rollout r = {
        .step = (int)stmt_int(st, 2),
        .sample = (int)stmt_int(st, 3),
        .compiled = stmt_int(st, 5) != 0,
        .correct = stmt_int(st, 6) != 0,
        .speedup = stmt_real(st, 7),
        .runtime_us = stmt_real(st, 8),
        .baseline_us = stmt_real(st, 9),
        .mean_logprob = stmt_real(st, 10),
        .sum_logprob = stmt_real(st, 11),
        .prompt_tokens = stmt_is_null(st, 12) ? -1 : stmt_int(st, 12),
        .completion_tokens = stmt_is_null(st, 13) ? -1 : stmt_int(st, 13),
    };
    /* A ratio of damaged runtimes is no speedup. */
    if (!isfinite(r.speedup) || !(r.speedup > 0.0))
        r.speedup = STAT_NAN;
    return r;
}

struct rollout_list {
    struct study_rollout *items;
    size_t n;
    size_t capacity;
};

static void add_rollout(struct rollout_list *list, struct study *s, size_t cell,
                        const struct study_rollout *r)
{
    struct study_cell *c = &s->cells[cell];
    struct study_run *run = &s->runs[c->run];
    if (r->prompt_tokens > 0)
        run->prompt_tokens += r->prompt_tokens;
    if (r->completion_tokens > 0)
        run->completion_tokens += r->completion_tokens;
    struct study_rollout *last = c->count > 0 ? &list->items[list->n - 1] : NULL;
    if (last != NULL && last->step == r->step && last->sample == r->sample) {
        run->n_earlier_turns++;
        *last = *r;
        return;
    }
    if (list->items == NULL || list->n == list->capacity) {
        list->capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
        list->items = mem_grow(list->items, list->capacity, sizeof(*list->items));
    }
    if (c->count == 0)
        c->first = list->n;
    c->count++;
    list->items[list->n++] = *r;
    run->n_rollouts++;
    if (r->step > run->max_step)
        run->max_step = r->step;
}

static int load_rollouts(struct loading *l, struct err *err)
{
    struct study *s = l->study;
    struct rollout_list list = { 0 };
    size_t run = 0;
    size_t task = 0;
    struct stmt *st = query_for_runs(l, "load_rollouts");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        run = find_id(l->run_ids, s->n_runs, stmt_int(st, 0), run);
        task = find_id(l->task_ids, s->n_tasks, stmt_int(st, 1), task);
        if (run == s->n_runs || task == s->n_tasks)
            continue; /* a writer was faster between two statements */
        size_t cell = l->cell_of[run * s->n_tasks + task];
        if (cell == 0)
            continue;
        const char *outcome = stmt_text(st, 4);
        if (outcome == NULL || strcmp(outcome, "infra") == 0) {
            s->runs[run].n_unscored++;
            continue;
        }
        struct study_rollout r = read_rollout(st);
        add_rollout(&list, s, cell - 1, &r);
    }
    s->n_rollouts = list.n;
    s->rollouts = arena_array(l->arena, list.n, sizeof(*s->rollouts));
    if (list.n > 0)
        memcpy(s->rollouts, list.items, list.n * sizeof(*list.items));
    free(list.items);
    return rc;
}

static int load_ledger(struct loading *l, struct err *err)
{
    struct study *s = l->study;
    struct stmt *st = query_for_runs(l, "load_ledger");
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        size_t run = find_id(l->run_ids, s->n_runs, stmt_int(st, 0), 0);
        if (run == s->n_runs)
            continue;
        s->runs[run].evaluate_seconds = stmt_real(st, 1);
        s->runs[run].wall_seconds = stmt_real(st, 2);
        s->runs[run].teacher_tokens = stmt_int(st, 3);
    }
    return rc;
}

int load_study(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
               struct study *out, struct err *err)
{
    struct study study = { 0 };
    struct loading l = {
        .db = db, .arena = arena, .names = names, .n_names = n_names, .study = &study
    };
    int rc = check_names(&l, err);
    if (rc == 0)
        rc = load_runs(&l, err);
    if (rc == 0)
        rc = load_tasks(&l, err);
    if (rc == 0)
        rc = load_cells(&l, err);
    if (rc == 0)
        rc = load_rollouts(&l, err);
    if (rc == 0)
        rc = load_ledger(&l, err);
    if (rc == 0)
        *out = study;
    return rc;
}

int load_run_names(struct db *db, const char *strategy, struct arena *arena,
                   const char *const **out_names, size_t *out_count, struct err *err)
{
    struct stmt *st = db_query(db, "load_run_names");
    stmt_bind_text(st, ":strategy", strategy);
    const char **names = NULL;
    size_t n = 0;
    size_t capacity = 0;
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (n == capacity) {
            capacity = capacity == 0 ? 16 : 2 * capacity;
            names = mem_grow(names, capacity, sizeof(*names));
        }
        names[n++] = stmt_text_dup(st, 0, arena);
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "there is no run%s%s",
                     strategy == NULL ? "" : " of strategy ", strategy == NULL ? "" : strategy);
    if (rc == 0) {
        const char **copy = arena_array(arena, n, sizeof(*copy));
        memcpy(copy, names, n * sizeof(*copy));
        *out_names = copy;
        *out_count = n;
    }
    free(names);
    return rc;
}
