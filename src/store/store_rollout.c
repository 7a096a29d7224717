/*
 * store_rollout.c - runs, rollouts with their tokens, evaluations with measurements, evidence and
 * profiles.
 *
 * Arrays are stored little-endian as they lie in memory; a big-endian machine is refused at compile
 * time.
 */
#include <string.h>

#include "columns/find_rollout.h"
#include "columns/find_run.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/store.h"

#define MOST_KERNELS 64

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "blobs are little-endian");

static const char *or_text(const char *s, const char *standard)
{
    return s == NULL ? standard : s;
}

int store_has_run(struct db *db, const char *name, int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_run");
    stmt_bind_text(st, ":name", name);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    *out_id = stmt_int(st, FIND_RUN_RUN_ID);
    stmt_reset(st);
    return 1;
}

int store_find_run(struct db *db, const char *name, int64_t *out_id, struct err *err)
{
    int rc = store_has_run(db, name, out_id, err);
    return rc == 0 ? store_unknown(db, STORE_RUN, name, err) : rc < 0 ? rc : 0;
}

static void bind_run(struct stmt *st, const struct run_row *r)
{
    stmt_bind_text(st, ":name", r->name);
    stmt_bind_text(st, ":strategy", r->strategy);
    stmt_bind_text(st, ":status", r->status);
    stmt_bind_id(st, ":model_id", r->model_id);
    stmt_bind_id(st, ":split_id", r->split_id);
    stmt_bind_id(st, ":device_id", r->device_id);
    stmt_bind_id(st, ":import_source_id", r->import_source_id);
    if (r->has_seed)
        stmt_bind_int(st, ":seed", (int64_t)r->seed);
    stmt_bind_real(st, ":temperature", r->temperature);
    stmt_bind_count(st, ":k", r->k);
    stmt_bind_count(st, ":n_steps", r->n_steps);
    stmt_bind_text(st, ":task_case", r->task_case);
    stmt_bind_text(st, ":eval_mode", r->eval_mode);
    stmt_bind_text(st, ":baseline", r->baseline);
    stmt_bind_text(st, ":config", or_text(r->config, "{}"));
    stmt_bind_text(st, ":argv", or_text(r->argv, "[]"));
    stmt_bind_text(st, ":libraries", or_text(r->libraries, "{}"));
    stmt_bind_text(st, ":code_version", r->code_version);
}

int store_put_run(struct db *db, const struct run_row *r, int64_t *out_id, struct err *err)
{
    char now[32];
    int rc = store_has_run(db, r->name, out_id, err);
    if (rc != 0)
        return rc < 0 ? rc : err_set(err, ERR_USAGE, "a run called '%s' exists already", r->name);
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_run");
    bind_run(st, r);
    stmt_bind_text(st, ":started_at", now);
    if (strcmp(r->status, "complete") == 0)
        stmt_bind_text(st, ":finished_at", now);
    return stmt_one_int(st, out_id, err);
}

/* 1: found, 0: not, or negative. */
static int find_rollout(struct db *db, const struct rollout_row *r, int64_t *out_id,
                        struct err *err)
{
    struct stmt *st = db_query(db, "find_rollout");
    stmt_bind_int(st, ":run_id", r->run_id);
    stmt_bind_int(st, ":step", r->step);
    stmt_bind_int(st, ":task_id", r->task_id);
    stmt_bind_int(st, ":turn", r->turn);
    stmt_bind_int(st, ":sample", r->sample);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        *out_id = stmt_int(st, FIND_ROLLOUT_ROLLOUT_ID);
        stmt_reset(st);
    }
    return rc;
}

static void bind_rollout(struct stmt *st, const struct rollout_row *r)
{
    stmt_bind_int(st, ":run_id", r->run_id);
    stmt_bind_int(st, ":step", r->step);
    stmt_bind_int(st, ":task_id", r->task_id);
    stmt_bind_int(st, ":turn", r->turn);
    stmt_bind_int(st, ":sample", r->sample);
    stmt_bind_id(st, ":prompt_blob_id", r->prompt_blob_id);
    stmt_bind_id(st, ":completion_blob_id", r->completion_blob_id);
    stmt_bind_id(st, ":action_blob_id", r->action_blob_id);
    stmt_bind_id(st, ":code_blob_id", r->code_blob_id);
    stmt_bind_text(st, ":finish_reason", r->finish_reason);
    stmt_bind_count(st, ":prompt_tokens", r->prompt_tokens);
    stmt_bind_count(st, ":completion_tokens", r->completion_tokens);
    stmt_bind_real(st, ":sum_logprob", r->sum_logprob);
    stmt_bind_real(st, ":mean_logprob", r->mean_logprob);
    stmt_bind_real(st, ":logprob_temperature", r->logprob_temperature);
    stmt_bind_text(st, ":extra", r->extra);
}

static int put_tokens(struct db *db, const struct rollout_row *r, int64_t rollout_id,
                      struct err *err)
{
    if (r->n_tokens == 0)
        return 0;
    struct stmt *st = db_query(db, "insert_rollout_tokens");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":n_tokens", (int64_t)r->n_tokens);
    stmt_bind_blob(st, ":token_ids", r->token_ids, r->n_tokens * sizeof(*r->token_ids));
    stmt_bind_blob(st, ":logprobs", r->logprobs, r->n_tokens * sizeof(*r->logprobs));
    return stmt_run(st, err);
}

int store_add_rollout(struct db *db, const struct rollout_row *r, int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "insert_rollout");
    bind_rollout(st, r);
    int rc = stmt_insert(st, out_id, err);
    return rc < 0 ? rc : put_tokens(db, r, *out_id, err);
}

int store_put_rollout(struct db *db, const struct rollout_row *r, int64_t *out_id, bool *out_new,
                      struct err *err)
{
    int found = find_rollout(db, r, out_id, err);
    if (found < 0)
        return found;
    int rc = found > 0 ? 0 : store_add_rollout(db, r, out_id, err);
    if (rc == 0)
        *out_new = found == 0;
    return rc;
}

/* ---- kernels, counters and clocks of an evaluation ---- */

int store_put_kernel(struct db *db, int64_t evaluation_id, size_t position,
                     const struct profile_kernel *k, const char *counters, struct err *err)
{
    struct stmt *st = db_query(db, "insert_profile_kernel");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_int(st, ":position", (int64_t)position);
    stmt_bind_members(st, &profile_kernel_members, k);
    stmt_bind_text(st, ":counters", counters);
    return stmt_run(st, err);
}

static int put_counters(struct db *db, int64_t evaluation_id, size_t position,
                        const struct profile_kernel *k, struct err *err)
{
    struct stmt *st = db_query(db, "insert_kernel_counters");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_int(st, ":position", (int64_t)position);
    stmt_bind_members(st, &kernel_counters_members, k);
    return stmt_run(st, err);
}

int store_put_profile(struct db *db, int64_t evaluation_id, const struct eval_profile *p,
                      struct err *err)
{
    struct stmt *st = db_query(db, "insert_profile");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_members(st, &profile_members, p);
    int rc = stmt_run(st, err);
    for (size_t i = 0; i < p->n_kernels && rc == 0; i++)
        rc = store_put_kernel(db, evaluation_id, i, &p->kernels[i], NULL, err);
    for (size_t i = 0; i < p->n_kernels && rc == 0; i++)
        rc = put_counters(db, evaluation_id, i, &p->kernels[i], err);
    return rc;
}

int store_get_profile(struct db *db, int64_t evaluation_id, struct arena *a,
                      struct eval_profile *out, struct err *err)
{
    struct profile_kernel *kernels = arena_array(a, MOST_KERNELS, sizeof *kernels);
    struct eval_profile p = { .kernels = kernels, .runtime_us = (double)__builtin_nanf("") };
    struct stmt *st = db_query(db, "list_profile");
    int rc;
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    while ((rc = stmt_step(st, err)) > 0) {
        if (p.n_kernels == MOST_KERNELS)
            continue;
        struct profile_kernel *k = &kernels[p.n_kernels++];
        profile_clear(k);
        stmt_read_members(st, &profile_members, a, &p);
        stmt_read_members(st, &profile_kernel_members, a, k);
        stmt_read_members(st, &kernel_counters_members, a, k);
    }
    if (rc == 0)
        *out = p;
    return rc;
}

int store_put_clock(struct db *db, int64_t evaluation_id, const struct measurement_row *m,
                    struct err *err)
{
    struct stmt *st = db_query(db, "insert_measurement_clock");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_text(st, ":key_subject", m->subject);
    stmt_bind_int(st, ":n_throttled", (int64_t)m->n_throttled);
    stmt_bind_blob(st, ":clocks_mhz", m->clocks_mhz, m->n_samples * sizeof *m->clocks_mhz);
    return stmt_run(st, err);
}

/* ---- an evaluation ---- */

static int put_measurement(struct db *db, int64_t evaluation_id, const struct measurement_row *m,
                           struct err *err)
{
    struct stmt *st = db_query(db, "insert_measurement");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_text(st, ":subject", m->subject);
    stmt_bind_text(st, ":baseline", m->baseline);
    stmt_bind_text(st, ":method", m->method);
    if (m->n_samples > 0)
        stmt_bind_int(st, ":n_samples", (int64_t)m->n_samples);
    stmt_bind_blob(st, ":samples_us", m->samples_us, m->n_samples * sizeof(double));
    stmt_bind_real(st, ":runtime_us", m->runtime_us);
    stmt_bind_text(st, ":statistic", m->statistic);
    stmt_bind_real(st, ":min_us", m->min_us);
    stmt_bind_real(st, ":max_us", m->max_us);
    stmt_bind_real(st, ":std_us", m->std_us);
    int rc = stmt_run(st, err);
    if (rc == 0 && m->clocks_mhz != NULL)
        rc = store_put_clock(db, evaluation_id, m, err);
    return rc;
}

static int put_evidence(struct db *db, int64_t evaluation_id, size_t position, struct evidence e,
                        struct err *err)
{
    struct stmt *st = db_query(db, "insert_evidence");
    e.unit = or_text(e.unit, "");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_int(st, ":position", (int64_t)position);
    stmt_bind_members(st, &evidence_members, &e);
    return stmt_run(st, err);
}

static void bind_evaluation(struct stmt *st, const struct evaluation_row *e, const char *now)
{
    stmt_bind_int(st, ":rollout_id", e->rollout_id);
    stmt_bind_id(st, ":device_id", e->device_id);
    stmt_bind_id(st, ":log_blob_id", e->log_blob_id);
    stmt_bind_id(st, ":import_source_id", e->import_source_id);
    stmt_bind_text(st, ":purpose", e->purpose);
    stmt_bind_text(st, ":created_at", now);
    if (e->job != NULL)
        stmt_bind_members(st, &eval_job_members, e->job);
    stmt_bind_members(st, &eval_result_members, e->result);
}

int store_put_evaluation(struct db *db, const struct evaluation_row *e, int64_t *out_id,
                         struct err *err)
{
    char now[32];
    const struct eval_result *r = e->result;
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_evaluation");
    bind_evaluation(st, e, now);
    int rc = stmt_insert(st, out_id, err);
    for (size_t i = 0; i < e->n_measurements && rc == 0; i++)
        rc = put_measurement(db, *out_id, &e->measurements[i], err);
    for (size_t i = 0; i < r->n_evidence && rc == 0; i++)
        rc = put_evidence(db, *out_id, i, r->evidence[i], err);
    if (rc == 0 && r->profile != NULL)
        rc = store_put_profile(db, *out_id, r->profile, err);
    return rc;
}
