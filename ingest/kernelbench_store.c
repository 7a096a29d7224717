/*
 * kernelbench_store.c - records of eval_results.json as rows.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_kernelbench.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

#define SUITE "kernelbench"

struct target {
    struct ingest_job *job;
    struct db *db;
    int64_t source_id, run_id;
    int position; /* of the next task in the run */
};

static int put_device(struct db *db, const char *hardware, int64_t *out_id, struct err *err)
{
    struct device_row row = { .backend = "imported", .name = hardware };
    *out_id = 0;
    return *hardware == '\0' ? 0 : store_put_device(db, &row, out_id, err);
}

/* The device of all samples, or "" when they name none or several. */
static const char *common_hardware(struct ingest_job *job, const struct kb_batch *b)
{
    const char *first = NULL;
    for (size_t i = 0; i < b->n; i++) {
        const char *name = b->items[i].hardware;
        if (*name == '\0')
            continue;
        if (first != NULL && strcmp(first, name) != 0) {
            ingest_remark(job, "samples of more than one device: %s, %s", first, name);
            return "";
        }
        first = name;
    }
    return first == NULL ? "" : first;
}

static const char *run_config(struct ingest_job *job, const struct kb_config *c, const char *model)
{
    struct buf out = { 0 };
    struct json *root = json_new_object();
    struct json *import = json_add_object(root, "import");
    json_add_string(import, "format", job->format->name);
    json_add_string(import, "model", model);
    json_add_string(import, "model_origin", job->options->model != NULL ? "--model" : c->path);
    json_add_string(import, "configuration", c->path);
    if (job->options->level > 0)
        json_add_int(import, "level", job->options->level);
    json_print(root, false, &out);
    json_free(root);
    const char *text = arena_strdup(job->arena, buf_text(&out));
    buf_release(&out);
    return text;
}

static int create_run(struct target *t, const struct kb_batch *b, struct err *err)
{
    struct ingest_job *job = t->job;
    const char *model = job->options->model != NULL ? job->options->model : b->config.model;
    struct run_row row = {
        .name = job->target,
        .strategy = "imported",
        .status = "complete",
        .import_source_id = t->source_id,
        .temperature = b->config.temperature,
        .k = -1,
        .n_steps = -1,
        .config = run_config(job, &b->config, model),
        .argv = job->options->argv_json,
        .code_version = build_version(),
    };
    int rc = put_device(t->db, common_hardware(job, b), &row.device_id, err);
    if (rc == 0 && model != NULL)
        rc = store_put_model(t->db, model, "", "imported", &row.model_id, err);
    if (rc == 0)
        rc = store_put_run(t->db, &row, &t->run_id, err);
    return rc;
}

/* Imports are never mixed with runs that were made here. */
static int find_or_create_run(struct target *t, const struct kb_batch *b, struct err *err)
{
    struct stmt *st = db_query(t->db, "ingest_find_run");
    stmt_bind_text(st, ":name", t->job->target);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc == 0)
        return create_run(t, b, err);
    t->run_id = stmt_int(st, 0);
    bool imported = strcmp(stmt_text(st, 1), "imported") == 0;
    stmt_reset(st);
    if (!imported)
        return err_set(err, ERR_USAGE,
                       "run '%s' was made here, not imported: give another --run-name",
                       t->job->target);
    return 0;
}

static int put_task(struct target *t, const struct kb_record *r, int64_t *out_id, struct err *err)
{
    struct task_row row = {
        .suite = SUITE,
        .level = r->id.level,
        .problem_id = r->id.problem,
        .name = r->task_name,
    };
    int rc = store_put_task(t->db, &row, out_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(t->db, "insert_run_task");
    stmt_bind_int(st, ":run_id", t->run_id);
    stmt_bind_int(st, ":task_id", *out_id);
    stmt_bind_int(st, ":position", t->position++);
    return stmt_run(st, err);
}

enum found { FOUND_NEW, FOUND_SAME, FOUND_OTHER_HERE, FOUND_OTHER_BEFORE };

static int find_sample(struct target *t, const struct kb_record *r, int64_t task_id,
                       enum found *out, struct err *err)
{
    struct stmt *st = db_query(t->db, "ingest_find_rollout");
    stmt_bind_int(st, ":run_id", t->run_id);
    stmt_bind_int(st, ":step", r->id.step);
    stmt_bind_int(st, ":task_id", task_id);
    stmt_bind_int(st, ":turn", 0);
    stmt_bind_int(st, ":sample", r->id.sample);
    int rc = stmt_step(st, err);
    *out = FOUND_NEW;
    if (rc <= 0)
        return rc;
    const char *extra = stmt_text(st, 0);
    if (extra != NULL && strcmp(extra, r->extra) == 0)
        *out = FOUND_SAME;
    else
        *out = stmt_int(st, 1) == t->source_id ? FOUND_OTHER_HERE : FOUND_OTHER_BEFORE;
    stmt_reset(st);
    return 0;
}

static int put_rollout(struct target *t, const struct kb_record *r, int64_t task_id,
                       int64_t *out_id, struct err *err)
{
    bool is_new = false;
    struct rollout_row row = {
        .run_id = t->run_id,
        .task_id = task_id,
        .step = r->id.step,
        .sample = r->id.sample,
        .prompt_tokens = -1,
        .completion_tokens = -1,
        .sum_logprob = (double)NAN,
        .mean_logprob = (double)NAN,
        .logprob_temperature = (double)NAN,
        .extra = r->extra,
    };
    return store_put_rollout(t->db, &row, out_id, &is_new, err);
}

static int put_evaluation(struct target *t, const struct kb_record *r, int64_t rollout_id,
                          struct err *err)
{
    struct measurement_row timing = {
        .subject = "candidate",
        .method = "imported",
        .statistic = "mean",
        .n_samples = r->timing.n_samples > 0 ? (size_t)r->timing.n_samples : 0,
        .runtime_us = r->timing.runtime_us,
        .min_us = r->timing.min_us,
        .max_us = r->timing.max_us,
        .std_us = r->timing.std_us,
    };
    struct evidence_row flag = {
        .kind = "excessive_speedup",
        .value = (double)NAN,
        .bound = 10, /* KernelBench flags reference / candidate above ten */
        .unit = "x",
        .detail = "flagged by the source",
    };
    struct evaluation_row row = {
        .rollout_id = rollout_id,
        .import_source_id = t->source_id,
        .outcome = r->outcome,
        .message = r->message,
        .compiled = r->compiled,
        .correct = r->correct,
        .trials_run = r->trials_run,
        .trials_passed = r->trials_passed,
        .max_abs_err = r->max_abs_err,
        .max_rel_err = (double)NAN,
        .matched_share = (double)NAN,
        .worst_index = -1,
        .compile_ms = (double)NAN,
        .total_ms = (double)NAN,
        .compile_cached = -1,
        .n_measurements = isfinite(r->timing.runtime_us) ? 1 : 0,
        .measurements = &timing,
        .n_evidence = r->excessive_speedup ? 1 : 0,
        .evidence = &flag,
    };
    int64_t evaluation_id = 0;
    int rc = put_device(t->db, r->hardware, &row.device_id, err);
    if (rc == 0 && r->log != NULL)
        rc = store_put_blob(t->db, "log", r->log, strlen(r->log), &row.log_blob_id, err);
    if (rc == 0)
        rc = store_put_evaluation(t->db, &row, &evaluation_id, err);
    return rc;
}

static int store_record(struct target *t, const struct kb_record *r, struct err *err)
{
    struct ingest_job *job = t->job;
    enum found found = FOUND_NEW;
    int64_t task_id = 0;
    int64_t rollout_id = 0;
    int rc = put_task(t, r, &task_id, err);
    if (rc == 0)
        rc = find_sample(t, r, task_id, &found, err);
    if (rc < 0)
        return rc;
    switch (found) {
    case FOUND_NEW:
        break;
    case FOUND_SAME:
        job->counts.duplicate++;
        return 0;
    case FOUND_OTHER_HERE:
        ingest_refuse(job, r->where, "twice in this file, with other content");
        return 0;
    case FOUND_OTHER_BEFORE:
        ingest_refuse(job, r->where, "in run '%s' already, with other content", job->target);
        return 0;
    }
    rc = put_rollout(t, r, task_id, &rollout_id, err);
    if (rc == 0)
        rc = put_evaluation(t, r, rollout_id, err);
    if (rc == 0)
        job->counts.stored++;
    return rc;
}

int kernelbench_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                      struct err *err)
{
    const struct kb_batch *b = job->records;
    struct target t = { .job = job, .db = db, .source_id = import_source_id };
    int rc = find_or_create_run(&t, b, err);
    for (size_t i = 0; i < b->n && rc == 0; i++) {
        rc = store_record(&t, &b->items[i], err);
        if (rc < 0)
            return err_context(err, "%s: %s", job->name, b->items[i].where);
    }
    return rc;
}
