#include "src/server/spool/row_places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/proxy_find_run.h"
#include "ingest/ingest_put.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/problem/problem.h"
#include "src/server/spool/tags.h"
#include "src/store/store.h"
#include "src/strategy/owner.h"
#include "tasks/task.h"

#define SUITE_OF_NAMES "completions" /* tasks known by name only */

struct known_run {
    char *name; /* owned */
    int64_t id;
    const char *strategy;
    bool has_model;
};

struct known_task {
    char *name; /* owned */
    int64_t run_id, id;
    bool is_task;
};

struct row_places {
    struct db *db;
    const struct row_options *options;
    struct known_run *runs;
    size_t n_runs, room_runs;
    struct known_task *tasks;
    size_t n_tasks, room_tasks;
    int64_t *written; /* runs, over all transactions */
    size_t n_written, room_written;
};

struct row_places *row_places_new(struct db *db, const struct row_options *options)
{
    struct row_places *p = mem_alloc(sizeof(*p));
    p->db = db;
    p->options = options;
    return p;
}

void row_places_forget(struct row_places *p)
{
    for (size_t i = 0; i < p->n_runs; i++)
        free(p->runs[i].name);
    for (size_t i = 0; i < p->n_tasks; i++)
        free(p->tasks[i].name);
    p->n_runs = p->n_tasks = 0;
}

void row_places_free(struct row_places *p)
{
    row_places_forget(p);
    free(p->runs);
    free(p->tasks);
    free(p->written);
    free(p);
}

static void *grow(void *items, size_t *n, size_t *room, size_t size)
{
    if (*n == *room) {
        *room = *room == 0 ? 8 : *room * 2;
        items = mem_grow(items, *room, size);
    }
    (*n)++;
    return items;
}

static int put_model(struct row_places *p, const char *name, int64_t *out_id, struct err *err)
{
    *out_id = 0;
    return name == NULL ? 0 : store_put_model(p->db, name, "", PROXY_STRATEGY, out_id, err);
}

static const char *strategy_of(const struct row_source *source)
{
    return source->tags->strategy == NULL ? PROXY_STRATEGY : SESSION_STRATEGY;
}

static int make_run(struct row_places *p, const char *name, const struct row_source *source,
                    int64_t model_id, int64_t *out_id, struct err *err)
{
    const struct run_row row = { .name = name,
                                 .strategy = strategy_of(source),
                                 .status = "running",
                                 .model_id = model_id,
                                 .temperature = source->temperature,
                                 .k = -1,
                                 .n_steps = -1,
                                 .config = p->options->config,
                                 .argv = p->options->argv,
                                 .code_version = build_version() };
    return store_put_run(p->db, &row, out_id, err);
}

static int open_run(struct row_places *p, int64_t run_id, int64_t model_id, struct err *err)
{
    char owner[128];
    owner_self(owner);
    struct stmt *st = db_query(p->db, "proxy_open_run");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_text(st, ":owner", owner);
    stmt_bind_id(st, ":model_id", model_id);
    return stmt_run(st, err);
}

/* *out_id 0: none; *out_ours false: another strategy made it. */
static int look_up_run(struct db *db, const char *name, const char *strategy, int64_t *out_id,
                       bool *out_ours, struct err *err)
{
    struct stmt *st = db_query(db, "proxy_find_run");
    *out_id = 0;
    *out_ours = true;
    stmt_bind_text(st, ":name", name);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    *out_id = stmt_int(st, PROXY_FIND_RUN_RUN_ID);
    *out_ours = strcmp(stmt_text(st, PROXY_FIND_RUN_STRATEGY), strategy) == 0;
    stmt_reset(st);
    return 0;
}

static int find_or_make_run(struct row_places *p, const char *tag, const struct row_source *source,
                            int64_t *out_id, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *name = tag;
    int64_t model_id = 0;
    bool ours = true;
    const char *strategy = strategy_of(source);
    int rc = look_up_run(p->db, name, strategy, out_id, &ours, err);
    if (rc == 0 && !ours) {
        name = arena_printf(&a, "%s-%s", tag, strategy);
        rc = look_up_run(p->db, name, strategy, out_id, &ours, err);
    }
    if (rc == 0 && !ours)
        rc = err_set(err, ERR_USAGE, "runs '%s' and '%s' were made by other strategies", tag, name);
    if (rc == 0)
        rc = put_model(p, source->model, &model_id, err);
    if (rc == 0 && *out_id == 0)
        rc = make_run(p, name, source, model_id, out_id, err);
    return rc < 0 ? rc : open_run(p, *out_id, model_id, err);
}

static void note_written(struct row_places *p, int64_t run_id)
{
    for (size_t i = 0; i < p->n_written; i++)
        if (p->written[i] == run_id)
            return;
    p->written = grow(p->written, &p->n_written, &p->room_written, sizeof(*p->written));
    p->written[p->n_written - 1] = run_id;
}

int row_place_run(struct row_places *p, const struct row_source *source, int64_t *out_id,
                  struct err *err)
{
    const char *tag = source->tags->run != NULL ? source->tags->run : p->options->run;
    for (size_t i = 0; i < p->n_runs; i++)
        if (strcmp(p->runs[i].name, tag) == 0 && p->runs[i].strategy == strategy_of(source) &&
            (p->runs[i].has_model || source->model == NULL)) {
            *out_id = p->runs[i].id;
            return 0;
        }
    int rc = find_or_make_run(p, tag, source, out_id, err);
    if (rc < 0)
        return rc;
    note_written(p, *out_id);
    p->runs = grow(p->runs, &p->n_runs, &p->room_runs, sizeof(*p->runs));
    p->runs[p->n_runs - 1] = (struct known_run){ .name = mem_strdup(tag),
                                                 .id = *out_id,
                                                 .strategy = strategy_of(source),
                                                 .has_model = source->model != NULL };
    return 0;
}

int row_places_finish(struct row_places *p, struct err *err)
{
    char now[32];
    char owner[128];
    int rc = 0;
    clock_utc(now);
    owner_self(owner);
    for (size_t i = 0; i < p->n_written && rc == 0; i++) {
        struct stmt *st = db_query(p->db, "proxy_close_run");
        stmt_bind_int(st, ":run_id", p->written[i]);
        stmt_bind_text(st, ":finished_at", now);
        stmt_bind_text(st, ":owner", owner);
        rc = stmt_run(st, err);
    }
    return rc;
}

static int put_task(struct db *db, const char *name, struct row_place *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err unknown = { 0 };
    const struct task *t = NULL;
    struct task_row row = { .suite = SUITE_OF_NAMES, .name = name };
    char *end = NULL;
    int rc = 0;
    bool is_ours = problem_is_stored(name) || (name[0] == 'l' && strchr(name, '/') != NULL);
    if (is_ours && problem_task_find(db, name, &a, &t, &unknown) == 0) {
        row = (struct task_row){ .suite = t->suite,
                                 .level = t->level,
                                 .problem_id = t->problem_id,
                                 .name = t->name,
                                 .family = t->family,
                                 .sha256 = t->sha256 };
        out->is_task = true;
        return store_put_task(db, &row, &out->task_id, err);
    }
    long level = name[0] == 'l' ? strtol(name + 1, &end, 10) : 0;
    long problem = level > 0 && level < 100 && *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (problem > 0 && problem < 1000000 && *end == '\0')
        row = (struct task_row){
            .suite = "kernelbench", .level = (int)level, .problem_id = (int)problem, .name = ""
        };
    else
        rc = ingest_number_task(db, SUITE_OF_NAMES, 0, name, &row.problem_id, err);
    return rc < 0 ? rc : store_put_task(db, &row, &out->task_id, err);
}

static int add_to_run(struct db *db, int64_t run_id, int64_t task_id, struct err *err)
{
    struct stmt *st = db_query(db, "insert_run_task");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":task_id", task_id);
    stmt_bind_int(st, ":position", task_id);
    stmt_bind_null(st, ":prompt_blob_id");
    return stmt_run(st, err);
}

int row_put_task(struct db *db, const char *name, struct row_place *place, struct err *err)
{
    int rc = put_task(db, name, place, err);
    return rc < 0 ? rc : add_to_run(db, place->run_id, place->task_id, err);
}

static int find_task(struct row_places *p, const char *name, struct row_place *out, struct err *err)
{
    const int64_t run_id = out->run_id;
    out->is_task = false;
    for (size_t i = 0; i < p->n_tasks; i++)
        if (p->tasks[i].run_id == run_id && strcmp(p->tasks[i].name, name) == 0) {
            out->task_id = p->tasks[i].id;
            out->is_task = p->tasks[i].is_task;
            return 0;
        }
    int rc = row_put_task(p->db, name, out, err);
    if (rc < 0)
        return rc;
    p->tasks = grow(p->tasks, &p->n_tasks, &p->room_tasks, sizeof(*p->tasks));
    p->tasks[p->n_tasks - 1] = (struct known_task){
        .name = mem_strdup(name), .run_id = run_id, .id = out->task_id, .is_task = out->is_task
    };
    return 0;
}

int row_free_turn(struct db *db, const struct row_place *place, int sample, int n, int *out,
                  struct err *err)
{
    int64_t turn = 0;
    struct stmt *st = db_query(db, "proxy_free_turn");
    stmt_bind_int(st, ":run_id", place->run_id);
    stmt_bind_int(st, ":step", place->step);
    stmt_bind_int(st, ":task_id", place->task_id);
    stmt_bind_int(st, ":sample", sample);
    stmt_bind_int(st, ":n", n);
    int rc = stmt_one_int(st, &turn, err);
    *out = (int)turn;
    return rc;
}

static int free_sample(struct db *db, struct row_place *place, struct err *err)
{
    int64_t sample = 0;
    struct stmt *st = db_query(db, "proxy_free_sample");
    stmt_bind_int(st, ":run_id", place->run_id);
    stmt_bind_int(st, ":step", place->step);
    stmt_bind_int(st, ":task_id", place->task_id);
    int rc = stmt_one_int(st, &sample, err);
    place->sample = (int)sample;
    return rc;
}

int row_find_place(struct row_places *p, const struct row_source *source, struct row_place *out,
                   struct err *err)
{
    const struct tags *t = source->tags;
    *out = (struct row_place){ .step = t->step < 0 ? 0 : t->step,
                               .turn = t->turn < 0 ? 0 : t->turn,
                               .sample = t->sample };
    int rc = row_place_run(p, source, &out->run_id, err);
    if (rc == 0)
        rc = find_task(p, t->task != NULL ? t->task : PROXY_TASK, out, err);
    if (rc < 0)
        return rc;
    if (t->sample < 0)
        return free_sample(p->db, out, err);
    return t->turn >= 0 ? 0 : row_free_turn(p->db, out, t->sample, source->n, &out->turn, err);
}
