/*
 * sample_store.c - a batch of sample rows into the database.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_rows.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

struct target {
    struct ingest_job *job;
    struct db *db;
    int64_t source_id, run_id;
    int position; /* of the next task in the run */
};

static const char *run_config(struct ingest_job *job, const struct sample_batch *b)
{
    struct json *root = json_new_object();
    struct json *import = json_add_object(root, "import");
    json_add_string(import, "format", job->format->name);
    json_add_string(import, "model", b->model);
    if (job->options->level > 0)
        json_add_int(import, "level", job->options->level);
    const char *text = sample_json(job->arena, root);
    json_free(root);
    return text;
}

static int create_run(struct target *t, const struct sample_batch *b, struct err *err)
{
    struct run_row row = {
        .name = t->job->target,
        .strategy = "imported",
        .status = "complete",
        .import_source_id = t->source_id,
        .temperature = b->temperature,
        .k = -1,
        .n_steps = -1,
        .config = run_config(t->job, b),
        .argv = t->job->options->argv_json,
        .code_version = build_version(),
    };
    int rc = 0;
    if (b->model != NULL)
        rc = store_put_model(t->db, b->model, "", "imported", &row.model_id, err);
    return rc == 0 ? store_put_run(t->db, &row, &t->run_id, err) : rc;
}

/* Imports are never mixed with runs that were made here. */
static int find_or_create_run(struct target *t, const struct sample_batch *b, struct err *err)
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

/* Two names with one number: 1 and a refusal, else 0. */
static int check_name(struct target *t, const struct sample_row *r, struct err *err)
{
    struct stmt *st = db_query(t->db, "find_task");
    stmt_bind_text(st, ":suite", r->suite);
    stmt_bind_int(st, ":level", r->level);
    stmt_bind_int(st, ":problem_id", r->problem);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *name = stmt_text(st, 1);
    bool other = *name != '\0' && *r->task_name != '\0' && strcmp(name, r->task_name) != 0;
    if (other)
        ingest_refuse(t->job, r->where, "problem %d of suite %s, level %d, is '%.80s' already",
                      r->problem, r->suite, r->level, name);
    stmt_reset(st);
    return other;
}

static int put_task(struct target *t, const struct sample_row *r, int64_t *out_id, struct err *err)
{
    struct task_row row = {
        .suite = r->suite,
        .level = r->level,
        .problem_id = r->problem,
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

static bool same_text(const char *text, const char *sha256)
{
    char hash[65] = "";
    if (text != NULL)
        sha256_hex(text, strlen(text), hash);
    return strcmp(hash, sha256 == NULL ? "" : sha256) == 0;
}

enum found { FOUND_NEW, FOUND_SAME, FOUND_OTHER };

static int find_sample(struct target *t, const struct sample_row *r, int64_t task_id,
                       enum found *out, struct err *err)
{
    struct stmt *st = db_query(t->db, "ingest_find_sample");
    stmt_bind_int(st, ":run_id", t->run_id);
    stmt_bind_int(st, ":step", r->step);
    stmt_bind_int(st, ":task_id", task_id);
    stmt_bind_int(st, ":turn", r->turn);
    stmt_bind_int(st, ":sample", r->sample);
    int rc = stmt_step(st, err);
    *out = FOUND_NEW;
    if (rc <= 0)
        return rc;
    const char *extra = stmt_text(st, 0);
    bool same = extra != NULL && r->extra != NULL && strcmp(extra, r->extra) == 0 &&
                same_text(r->prompt, stmt_text(st, 1)) &&
                same_text(r->completion, stmt_text(st, 2)) && same_text(r->code, stmt_text(st, 3));
    *out = same ? FOUND_SAME : FOUND_OTHER;
    stmt_reset(st);
    return 0;
}

static int put_text(struct target *t, const char *kind, const char *text, int64_t *out_id,
                    struct err *err)
{
    return store_put_blob(t->db, kind, text, text == NULL ? 0 : strlen(text), out_id, err);
}

static int put_rollout(struct target *t, const struct sample_row *r, int64_t task_id,
                       int64_t *out_id, struct err *err)
{
    bool is_new = false;
    struct rollout_row row = {
        .run_id = t->run_id,
        .task_id = task_id,
        .step = r->step,
        .turn = r->turn,
        .sample = r->sample,
        .finish_reason = r->finish_reason,
        .prompt_tokens = r->prompt_tokens,
        .completion_tokens = r->completion_tokens,
        .sum_logprob = r->sum_logprob,
        .mean_logprob = r->mean_logprob,
        .logprob_temperature = r->temperature,
        .extra = r->extra,
        .n_tokens = r->n_tokens,
        .token_ids = r->token_ids,
        .logprobs = r->logprobs,
    };
    int rc = put_text(t, "prompt", r->prompt, &row.prompt_blob_id, err);
    if (rc == 0)
        rc = put_text(t, "completion", r->completion, &row.completion_blob_id, err);
    if (rc == 0)
        rc = put_text(t, "code", r->code, &row.code_blob_id, err);
    if (rc == 0)
        rc = store_put_rollout(t->db, &row, out_id, &is_new, err);
    return rc;
}

static size_t measurements_of(const struct sample_row *r, struct measurement_row out[2])
{
    const double unknown = (double)NAN;
    if (!isfinite(r->runtime_us) || !(r->runtime_us > 0))
        return 0;
    out[0] = (struct measurement_row){
        .subject = "candidate",
        .method = "imported",
        .statistic = r->statistic,
        .n_samples = r->n_samples,
        .runtime_us = r->runtime_us,
        .min_us = r->min_us,
        .max_us = r->max_us,
        .std_us = r->std_us,
    };
    if (!isfinite(r->baseline_us) || !(r->baseline_us > 0))
        return 1;
    out[1] = (struct measurement_row){
        .subject = "baseline",
        .baseline = r->baseline,
        .method = "imported",
        .statistic = r->statistic,
        .runtime_us = r->baseline_us,
        .min_us = unknown,
        .max_us = unknown,
        .std_us = unknown,
    };
    return 2;
}

static int put_kernels(struct target *t, const struct sample_row *r, int64_t evaluation_id,
                       struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < r->n_kernels && rc == 0; i++) {
        struct stmt *st = db_query(t->db, "insert_profile_kernel");
        stmt_bind_int(st, ":evaluation_id", evaluation_id);
        stmt_bind_int(st, ":position", (int64_t)i);
        stmt_bind_text(st, ":name", r->kernels[i].name);
        stmt_bind_real(st, ":device_us", r->kernels[i].device_us);
        stmt_bind_text(st, ":counters", r->kernels[i].counters);
        rc = stmt_run(st, err);
    }
    return rc;
}

static int put_evaluation(struct target *t, const struct sample_row *r, int64_t rollout_id,
                          struct err *err)
{
    struct measurement_row timing[2];
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
        .n_measurements = measurements_of(r, timing),
        .measurements = timing,
        .n_evidence = r->n_evidence,
        .evidence = r->evidence,
    };
    int64_t evaluation_id = 0;
    int rc = put_text(t, "log", r->log, &row.log_blob_id, err);
    if (rc == 0 && r->hardware != NULL) {
        struct device_row device = { .backend = "imported", .name = r->hardware };
        rc = store_put_device(t->db, &device, &row.device_id, err);
    }
    if (rc == 0)
        rc = store_put_evaluation(t->db, &row, &evaluation_id, err);
    return rc == 0 ? put_kernels(t, r, evaluation_id, err) : rc;
}

static int put_reward(struct target *t, const struct sample_row *r, int64_t rollout_id,
                      struct err *err)
{
    if (r->recipe == NULL || !isfinite(r->reward))
        return 0;
    struct stmt *st = db_query(t->db, "put_reward");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_text(st, ":recipe", r->recipe);
    stmt_bind_real(st, ":value", r->reward);
    stmt_bind_real(st, ":advantage", r->advantage);
    return stmt_run(st, err);
}

static int put_new(struct target *t, const struct sample_row *r, int64_t task_id, struct err *err)
{
    int64_t rollout_id = 0;
    int rc = put_rollout(t, r, task_id, &rollout_id, err);
    if (rc == 0 && r->outcome != NULL)
        rc = put_evaluation(t, r, rollout_id, err);
    if (rc == 0)
        rc = put_reward(t, r, rollout_id, err);
    if (rc == 0)
        t->job->counts.stored += r->n_records;
    return rc;
}

static int store_row(struct target *t, const struct sample_row *r, struct err *err)
{
    enum found found = FOUND_NEW;
    int64_t task_id = 0;
    int rc = check_name(t, r, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    rc = put_task(t, r, &task_id, err);
    if (rc == 0)
        rc = find_sample(t, r, task_id, &found, err);
    if (rc < 0)
        return rc;
    switch (found) {
    case FOUND_NEW:
        return put_new(t, r, task_id, err);
    case FOUND_SAME:
        t->job->counts.duplicate += r->n_records;
        break;
    case FOUND_OTHER:
        ingest_refuse(t->job, r->where, "in run '%s' already, with other content", t->job->target);
        t->job->counts.refused += r->n_records - 1;
        break;
    }
    return 0;
}

int sample_rows_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                      struct err *err)
{
    const struct sample_batch *b = job->records;
    struct target t = { .job = job, .db = db, .source_id = import_source_id };
    int rc = find_or_create_run(&t, b, err);
    for (size_t i = 0; i < b->n && rc == 0; i++) {
        rc = store_row(&t, &b->items[i], err);
        if (rc < 0)
            return err_context(err, "%s: %s", job->name, b->items[i].where);
    }
    return rc;
}
