/*
 * put_runs.c - what samples belong to: runs, times of baselines, a version of the benchmark.
 */
#include <math.h>
#include <string.h>

#include "columns/ingest_find_baseline.h"
#include "columns/ingest_find_run.h"
#include "columns/ingest_run_devices.h"
#include "ingest/ingest.h"
#include "ingest/ingest_put.h"
#include "ingest/path_names.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/store/db.h"
#include "src/store/store.h"
#include "tasks/kernelbench.h"

#define IMPORTED     "imported"
#define MAX_VARIANTS 4 /* of a name: strategy, seed and model, each once */

int ingest_put_device(struct db *db, const char *hardware, int64_t *out_id, struct err *err)
{
    struct device_row row = { .backend = "imported", .name = hardware };
    *out_id = 0;
    return *hardware == '\0' ? 0 : store_put_device(db, &row, out_id, err);
}

static const char *run_config(struct ingest_source *source, const struct ingest_run *run)
{
    struct buf out = { 0 };
    struct json *root = json_new_object();
    struct json *import = json_add_object(root, "import");
    json_add_string(import, "format", source->format->name);
    json_add_string(import, "model", run->model);
    json_add_string(import, "model_origin", run->model_origin);
    json_add_string(import, "configuration", run->configuration);
    if (source->options->level > 0)
        json_add_int(import, "level", source->options->level);
    if (run->verbatim != NULL)
        json_add_string(import, "verbatim", run->verbatim);
    if (run->pass_at_k != NULL)
        json_add_string(import, "pass_at_k_results", run->pass_at_k);
    json_print(root, false, &out);
    json_free(root);
    const char *text = arena_strdup(source->arena, buf_text(&out));
    buf_release(&out);
    return text;
}

/* ---- who a run is ---- */

/* Of what stands in several places the options decide, then the record, the name that it gives its
 * run, and the path. */
static struct ingest_run identity(struct ingest_sink *k, const struct ingest_run *run)
{
    const struct ingest_source *source = k->source;
    const struct ingest_options *o = source->options;
    struct ingest_run r = *run;
    const int64_t own_seed = r.own_name == NULL ? -1 : path_seed(r.own_name);
    const int64_t guess = own_seed >= 0 ? own_seed : source->path_seed;
    if (r.strategy == NULL && r.own_name != NULL)
        r.strategy = path_strategy(r.own_name);
    if (o->strategy != NULL)
        r.strategy = o->strategy;
    else if (r.strategy == NULL && !r.is_unjudged)
        r.strategy = source->path_strategy;
    if (o->has_seed || (!r.has_seed && guess >= 0)) {
        r.has_seed = true;
        r.seed = o->has_seed ? o->seed : guess;
    }
    if (r.own_name != NULL && o->run_name == NULL)
        r.name = r.own_name;
    else if (r.own_name != NULL && k->first_own != NULL && strcmp(k->first_own, r.own_name) != 0)
        r.name = arena_printf(source->arena, "%s/%s", o->run_name, r.own_name);
    return r;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_asked(const struct sink_run *known, const struct ingest_run *run)
{
    const struct ingest_run *asked = &known->asked;
    return strcmp(asked->name, run->name) == 0 && same_text(asked->own_name, run->own_name) &&
           same_text(asked->strategy, run->strategy) && same_text(asked->model, run->model) &&
           asked->has_seed == run->has_seed && (!run->has_seed || asked->seed == run->seed);
}

static void say_guesses(struct ingest_sink *k, const struct ingest_run *asked,
                        const struct ingest_run *r)
{
    struct ingest_source *source = k->source;
    const struct ingest_options *o = source->options;
    if (r->strategy != NULL && o->strategy == NULL && asked->strategy == NULL &&
        !k->said_strategy) {
        ingest_remark(source, "strategy %s guessed from %s; --strategy overrides it", r->strategy,
                      r->own_name != NULL && path_strategy(r->own_name) != NULL
                          ? "the name of the run"
                          : "the path");
        k->said_strategy = true;
    }
    if (r->has_seed && !o->has_seed && !asked->has_seed && !k->said_seed) {
        ingest_remark(source, "seed %lld guessed from %s; --seed overrides it", (long long)r->seed,
                      r->own_name != NULL && path_seed(r->own_name) >= 0 ? "the name of the run"
                                                                         : "the path");
        k->said_seed = true;
    }
}

/* ---- its row ---- */

/* 1, or a negative error. */
static int create_run(struct ingest_sink *k, const struct ingest_run *run, int64_t *out_id,
                      struct err *err)
{
    struct ingest_source *source = k->source;
    struct run_row row = {
        .name = run->name,
        .strategy = run->strategy == NULL ? IMPORTED : run->strategy,
        .status = "complete",
        .import_source_id = k->source_id,
        .has_seed = run->has_seed,
        .seed = (uint64_t)run->seed,
        .temperature = run->temperature,
        .k = -1,
        .n_steps = -1,
        .baseline = run->baseline,
        .config = run_config(source, run),
        .argv = source->options->argv_json,
        .code_version = build_version(),
    };
    int rc = ingest_put_device(k->db, run->hardware, &row.device_id, err);
    if (rc == 0 && run->model != NULL)
        rc = store_put_model(k->db, run->model, "", "imported", &row.model_id, err);
    if (rc == 0)
        rc = store_put_run(k->db, &row, out_id, err);
    return rc < 0 ? rc : 1;
}

/* A run that grew from a file without them may get a baseline, a model, a strategy and a seed. */
static int complete_run(struct ingest_sink *k, const struct ingest_run *run, int64_t run_id,
                        struct err *err)
{
    int64_t device_id = 0;
    int64_t model_id = 0;
    int rc = ingest_put_device(k->db, run->hardware, &device_id, err);
    if (rc == 0 && run->model != NULL)
        rc = store_put_model(k->db, run->model, "", "imported", &model_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(k->db, "ingest_complete_run");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_text(st, ":baseline", run->baseline);
    stmt_bind_id(st, ":model_id", model_id);
    stmt_bind_text(st, ":strategy", run->strategy);
    if (run->has_seed)
        stmt_bind_int(st, ":seed", run->seed);
    else
        stmt_bind_null(st, ":seed");
    rc = stmt_step(st, err);
    k->completed |= rc > 0;
    if (rc > 0)
        stmt_reset(st);
    return rc < 0 ? rc : 0;
}

/* How the run is told from the one of the same name; NULL when they may be one. */
struct difference {
    const char *suffix, *what, *here;
    bool by_option;
};

static struct difference difference_of(struct ingest_sink *k, struct stmt *st,
                                       const struct ingest_run *run)
{
    const struct ingest_options *o = k->source->options;
    struct arena *a = k->source->arena;
    const char *strategy = stmt_text(st, INGEST_FIND_RUN_STRATEGY);
    const char *model = stmt_text(st, INGEST_FIND_RUN_MODEL);
    const int64_t seed = stmt_int(st, INGEST_FIND_RUN_SEED);
    /* Answers of several servers may lie in one run, which is called after the first. */
    const bool one_model = run->of_record || run->configuration != NULL || o->model != NULL;
    if (run->strategy != NULL && strcmp(strategy, IMPORTED) != 0 &&
        strcmp(strategy, run->strategy) != 0)
        return (struct difference){ arena_strdup(a, run->strategy), "strategy",
                                    arena_strdup(a, strategy), o->strategy != NULL };
    if (one_model && run->model != NULL && model != NULL && strcmp(model, run->model) != 0)
        return (struct difference){ arena_strdup(a, run->model), "model", arena_strdup(a, model),
                                    o->model != NULL };
    if (run->has_seed && !stmt_is_null(st, INGEST_FIND_RUN_SEED) && seed != run->seed)
        return (struct difference){ arena_printf(a, "seed-%lld", (long long)run->seed), "seed",
                                    arena_printf(a, "%lld", (long long)seed), o->has_seed };
    return (struct difference){ 0 };
}

/* Imports are never mixed with runs that were made here, nor with those of another study.
 * 1: the run is new. */
static int open_run(struct ingest_sink *k, struct ingest_run *run, int64_t *out_id, struct err *err)
{
    for (int i = 0; i <= MAX_VARIANTS; i++) {
        struct stmt *st = db_query(k->db, "ingest_find_run");
        stmt_bind_text(st, ":name", run->name);
        int rc = stmt_step(st, err);
        if (rc <= 0)
            return rc < 0 ? rc : create_run(k, run, out_id, err);
        *out_id = stmt_int(st, INGEST_FIND_RUN_RUN_ID);
        bool imported = stmt_int(st, INGEST_FIND_RUN_IS_IMPORTED) != 0;
        struct difference d = { 0 };
        if (imported)
            d = difference_of(k, st, run);
        stmt_reset(st);
        if (!imported)
            return err_set(err, ERR_USAGE,
                           "run '%s' was made here, not imported: give another --run-name",
                           run->name);
        if (d.suffix == NULL)
            return complete_run(k, run, *out_id, err);
        if (!run->of_record || d.by_option || i == MAX_VARIANTS)
            return err_set(err, ERR_USAGE,
                           "%s: run '%s' is of %s %s, and this file of %s: give another --run-name",
                           k->source->name, run->name, d.what, d.here, d.suffix);
        run->name = arena_printf(k->source->arena, "%s/%s", run->name, d.suffix);
        ingest_remark(k->source, "records of another %s have a run of their own, '%s'", d.what,
                      run->name);
    }
    return 0;
}

/* ---- the sink's runs ---- */

static void note_target(struct ingest_sink *k, const char *name)
{
    for (const struct sink_run *r = k->runs; r != NULL; r = r->next)
        if (strcmp(r->name, name) == 0)
            return;
    if (k->first_target == NULL)
        k->first_target = name;
    else if (strcmp(k->first_target, name) == 0)
        return;
    k->n_targets++;
    k->targets = k->n_targets == 1 ? name
                                   : arena_printf(k->source->arena, "%s and %zu more",
                                                  k->first_target, k->n_targets - 1);
}

/* Copied, because the record's texts end with it. */
static struct ingest_run kept(struct arena *a, const struct ingest_run *run)
{
    struct ingest_run r = *run;
    r.name = arena_strdup(a, run->name);
    r.own_name = run->own_name == NULL ? NULL : arena_strdup(a, run->own_name);
    r.strategy = run->strategy == NULL ? NULL : arena_strdup(a, run->strategy);
    r.model = run->model == NULL ? NULL : arena_strdup(a, run->model);
    return r;
}

int ingest_sink_run(struct ingest_sink *k, const struct ingest_run *run, struct err *err)
{
    if (k->run != NULL && is_asked(k->run, run))
        return 0;
    for (struct sink_run *r = k->runs; r != NULL; r = r->next)
        if (is_asked(r, run)) {
            k->run = r;
            return 0;
        }
    struct arena *a = k->source->arena;
    struct sha256 h;
    struct sink_run *made = arena_alloc(a, sizeof(*made));
    *made = (struct sink_run){ .asked = kept(a, run) };
    if (k->first_own == NULL)
        k->first_own = made->asked.own_name;
    struct ingest_run who = identity(k, &made->asked);
    int rc = open_run(k, &who, &made->run_id, err);
    if (rc < 0)
        return rc;
    made->is_new = rc > 0;
    for (struct sink_run *r = k->runs; r != NULL; r = r->next)
        r->is_new = r->is_new && r->run_id != made->run_id;
    say_guesses(k, run, &who);
    made->name = who.name;
    sha256_init(&h);
    sha256_update(&h, who.name, strlen(who.name));
    sha256_final(&h, made->key);
    note_target(k, who.name);
    made->next = k->runs;
    k->run = k->runs = made;
    return 0;
}

/* The rows are asked only where the import has not seen all samples of the run. */
static int settle_devices(struct ingest_sink *k, const struct sink_run *r, struct err *err)
{
    int64_t device_id = r->device_id;
    if (!r->is_new || r->has_devices) {
        struct stmt *st = db_query(k->db, "ingest_run_devices");
        stmt_bind_int(st, ":run_id", r->run_id);
        int rc = stmt_step(st, err);
        if (rc < 0)
            return rc;
        if (stmt_int(st, INGEST_RUN_DEVICES_N) > 1)
            ingest_remark(k->source, "samples of more than one device: %s, %s",
                          stmt_text(st, INGEST_RUN_DEVICES_FIRST_NAME),
                          stmt_text(st, INGEST_RUN_DEVICES_LAST_NAME));
        device_id = stmt_int(st, INGEST_RUN_DEVICES_DEVICE_ID);
        stmt_reset(st);
    }
    struct stmt *st = db_query(k->db, "ingest_finish_run");
    stmt_bind_int(st, ":run_id", r->run_id);
    stmt_bind_id(st, ":device_id", device_id);
    return stmt_run(st, err);
}

int ingest_sink_settle(struct ingest_sink *k, struct err *err)
{
    int rc = 0;
    for (const struct sink_run *r = k->runs; r != NULL && rc == 0; r = r->next) {
        if (r->asked.settles || r->has_device)
            rc = settle_devices(k, r, err);
        if (rc < 0)
            return rc;
        struct stmt *st = db_query(k->db, "ingest_shape_run");
        stmt_bind_int(st, ":run_id", r->run_id);
        rc = stmt_run(st, err);
    }
    return rc;
}

/* ---- times of baselines: one a name, hardware and task ---- */

static int put_task(struct ingest_sink *k, const struct ingest_baseline *e, int64_t *out_id,
                    struct err *err)
{
    const struct task_row task = {
        .suite = e->suite, .level = e->level, .problem_id = e->problem, .name = e->task_name
    };
    return store_put_task(k->db, &task, out_id, err);
}

/* 1: the same, 2: something else, 0: nothing, negative error. */
static int find_entry(struct ingest_sink *k, const struct ingest_baseline *e, int64_t task_id,
                      struct err *err)
{
    struct stmt *st = db_query(k->db, "ingest_find_baseline");
    stmt_bind_text(st, ":name", k->source->target);
    stmt_bind_text(st, ":hardware", e->hardware);
    stmt_bind_int(st, ":task_id", task_id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *extra = stmt_text(st, INGEST_FIND_BASELINE_EXTRA);
    bool same = extra != NULL && strcmp(extra, e->extra) == 0;
    stmt_reset(st);
    return same ? 1 : 2;
}

static int add_entry(struct ingest_sink *k, const struct ingest_baseline *e, int64_t task_id,
                     struct err *err)
{
    bool is_new = false;
    struct device_row device = { .backend = "imported", .name = e->hardware };
    struct baseline_row row = {
        .name = k->source->target,
        .hardware = e->hardware,
        .task_id = task_id,
        .import_source_id = k->source_id,
        .runtime_us = e->timing.runtime_us,
        .statistic = "mean",
        .min_us = e->timing.min_us,
        .max_us = e->timing.max_us,
        .std_us = e->timing.std_us,
        .n_samples = (int)e->timing.n_samples,
        .extra = e->extra,
    };
    int rc = 0;
    if (*e->hardware != '\0')
        rc = store_put_device(k->db, &device, &row.device_id, err);
    if (rc == 0)
        rc = store_put_baseline(k->db, &row, &is_new, err);
    k->source->counts.stored += rc == 0;
    return rc;
}

static int put_entry(struct ingest_sink *k, const struct ingest_baseline *e, struct err *err)
{
    struct ingest_source *source = k->source;
    int64_t task_id = 0;
    int rc = put_task(k, e, &task_id, err);
    ingest_note_problem(k, e->suite, e->level, e->problem, e->task_name);
    if (rc == 0)
        rc = find_entry(k, e, task_id, err);
    if (rc == 0)
        return add_entry(k, e, task_id, err);
    source->counts.duplicate += rc == 1;
    source->counts.contradicting += rc == 2;
    if (rc == 2)
        ingest_refuse(
            source, e->where,
            "baseline '%s' already has a different time for it on '%s': give another --name",
            source->target, e->hardware);
    return rc < 0 ? rc : 0;
}

/* 1: an entry contradicts one of the source's name. */
static int contradicts(struct ingest_sink *k, const struct ingest_baseline *items, size_t n,
                       struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n && rc >= 0 && rc != 2; i++) {
        int64_t task_id = 0;
        rc = put_task(k, &items[i], &task_id, err);
        if (rc == 0)
            rc = find_entry(k, &items[i], task_id, err);
    }
    return rc < 0 ? rc : rc == 2;
}

/* A second timing of the hardware is told apart by the folder's name. */
static int choose_free_name(struct ingest_sink *k, const struct ingest_baseline *items, size_t n,
                            struct err *err)
{
    struct ingest_source *source = k->source;
    const char *folder = path_folder_name(source->arena, source->path);
    const char *plain = source->target;
    if (source->options->baseline_name != NULL || folder == NULL)
        return 0;
    int rc = contradicts(k, items, n, err);
    if (rc <= 0)
        return rc;
    source->target = arena_printf(source->arena, "%s@%s", plain, folder);
    ingest_remark(source,
                  "baseline '%s' has other times on this hardware: named '%s'; --name decides",
                  plain, source->target);
    return 0;
}

int ingest_put_baselines(struct ingest_sink *k, const struct ingest_baseline *items, size_t n,
                         struct err *err)
{
    int rc = choose_free_name(k, items, n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        if (put_entry(k, &items[i], err) < 0)
            rc = err_context(err, "%s: %s", k->source->name, items[i].where);
    return rc;
}

/*
 * ---- the version of KernelBench, by the names of its problems ----
 *
 * Versions differ in shapes under the same numbers: a speedup over a baseline of another version
 * compares other work.
 */

void ingest_note_problem(struct ingest_sink *k, const char *suite, int level, int problem,
                         const char *name)
{
    const unsigned ours = 1U << KERNELBENCH_OURS;
    if (*name == '\0' || strcmp(suite, "kernelbench") != 0)
        return;
    const unsigned set = kernelbench_versions_of_name(level, problem, name);
    if (set == 0)
        return;
    k->n_named++;
    k->versions = k->n_named == 1 ? set : k->versions & set;
    k->n_other += (set & ours) == 0;
    k->other |= (set & ours) == 0 ? set : 0;
    if ((set & ours) == 0 && k->other_name == NULL)
        k->other_name = arena_printf(k->source->arena, "level %d, %.80s", level, name);
}

int ingest_put_benchmark(struct ingest_sink *k, struct err *err)
{
    struct ingest_source *source = k->source;
    if (k->n_named == 0)
        return 0;
    if (k->n_other > 0)
        ingest_remark(source,
                      "%zu of %zu problem names belong to KernelBench %s, not to %s (%s). The "
                      "shapes differ, so these results cannot be compared with measurements of %s",
                      k->n_other, k->n_named, kernelbench_versions_text(source->arena, k->other),
                      kernelbench_versions_text(source->arena, 1U << KERNELBENCH_OURS),
                      k->other_name,
                      kernelbench_versions_text(source->arena, 1U << KERNELBENCH_OURS));
    struct stmt *st = db_query(k->db, "ingest_set_benchmark");
    stmt_bind_int(st, ":import_source_id", k->source_id);
    stmt_bind_text(st, ":benchmark",
                   k->versions == 0 ? "mixed"
                                    : kernelbench_versions_text(source->arena, k->versions));
    return stmt_run(st, err);
}
