#include "ingest/put_rows.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "columns/find_task.h"
#include "columns/ingest_profiled.h"
#include "columns/ingest_same_metrics.h"
#include "ingest/ingest.h"
#include "ingest/put_cache.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/json/json.h"
#include "src/store/store.h"

int ingest_number_of_name(const char *name)
{
    struct sha256 s;
    unsigned char hash[32];
    sha256_init(&s);
    sha256_update(&s, name, strlen(name));
    sha256_final(&s, hash);
    unsigned v = (unsigned)hash[0] << 24 | (unsigned)hash[1] << 16 | (unsigned)hash[2] << 8 |
                 (unsigned)hash[3];
    return (int)(v >> 2 | 1U << 30);
}

int ingest_number_task(struct db *db, const char *suite, int level, const char *name, int *out,
                       struct err *err)
{
    for (int number = ingest_number_of_name(name);; number = number == INT_MAX ? 1 : number + 1) {
        struct stmt *st = db_query(db, "find_task");
        stmt_bind_text(st, ":suite", suite);
        stmt_bind_int(st, ":level", level);
        stmt_bind_int(st, ":problem_id", number);
        int rc = stmt_step(st, err);
        bool taken = rc > 0 && strcmp(stmt_text(st, FIND_TASK_NAME), name) != 0;
        if (rc > 0)
            stmt_reset(st);
        if (rc < 0)
            return rc;
        *out = number;
        if (!taken)
            return 0;
    }
}

static struct measurement_row measurement(const struct ingest_sample *s,
                                          const struct ingest_timing *t, const char *subject,
                                          const char *baseline)
{
    return (struct measurement_row){
        .subject = subject,
        .baseline = baseline,
        .method = "imported",
        .statistic = s->statistic == NULL ? "mean" : s->statistic,
        .n_samples = t->n_samples > 0 ? (size_t)t->n_samples : 0,
        .runtime_us = t->runtime_us,
        .min_us = t->min_us,
        .max_us = t->max_us,
        .std_us = t->std_us,
    };
}

/* KernelBench's flag, claims and evidence, in the arena. */
static struct evidence *evidence_rows(struct arena *a, const struct ingest_sample *s, size_t *out_n)
{
    size_t n = s->n_claims + s->n_evidence + s->excessive_speedup;
    *out_n = n;
    if (n == 0)
        return NULL;
    struct evidence *rows = arena_array(a, n, sizeof(*rows));
    n = 0;
    for (size_t i = 0; i < s->n_evidence; i++)
        rows[n++] = s->evidence[i];
    if (s->excessive_speedup)
        rows[n++] = (struct evidence){
            .kind = "excessive_speedup",
            .value = (double)NAN,
            .bound = 10, /* KernelBench flags ratios above ten */
            .unit = "x",
            .detail = "flagged by the source",
        };
    for (size_t i = 0; i < s->n_claims; i++)
        rows[n++] = (struct evidence){
            .kind = "claimed_speedup",
            .value = s->claims[i].speedup,
            .bound = (double)NAN,
            .unit = "x",
            .pass = true,
            .detail = s->claims[i].baseline,
        };
    return rows;
}

static int put_kernels(struct ingest_sink *k, const struct ingest_sample *s, int64_t evaluation_id,
                       struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < s->n_kernels && rc == 0; i++) {
        const struct profile_kernel kernel = { .name = s->kernels[i].name,
                                               .device_us = s->kernels[i].device_us };
        rc = store_put_kernel(k->db, evaluation_id, i, &kernel, s->kernels[i].counters, err);
    }
    return rc;
}

int ingest_join_profile(struct ingest_sink *k, const struct ingest_sample *s, int64_t rollout_id,
                        struct err *err)
{
    struct ingest_counts *counts = &k->job->counts;
    struct stmt *st = db_query(k->db, "ingest_profiled");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":n_kernels", (int64_t)s->n_kernels);
    stmt_bind_text(st, ":name", s->kernels[0].name);
    stmt_bind_real(st, ":device_us", s->kernels[0].device_us);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc == 0) {
        ingest_refuse(k->job, s->where, "the sample has no verdict that a profile could join");
        counts->refused += s->n_records - 1;
        return 0;
    }
    const int64_t evaluation_id = stmt_int(st, INGEST_PROFILED_EVALUATION_ID);
    const int64_t n = stmt_int(st, INGEST_PROFILED_N_KERNELS);
    const bool same = stmt_int(st, INGEST_PROFILED_SAME) != 0;
    stmt_reset(st);
    if (n == 0) {
        rc = put_kernels(k, s, evaluation_id, err);
        counts->stored += rc == 0 ? s->n_records : 0;
        return rc;
    }
    counts->duplicate += same ? s->n_records : 0;
    if (same)
        return 0;
    ingest_refuse(k->job, s->where, "its verdict has another profile already");
    counts->refused += s->n_records - 1;
    counts->contradicting += s->n_records;
    return 0;
}

int ingest_put_reward(struct ingest_sink *k, const struct ingest_sample *s, int64_t rollout_id,
                      struct err *err)
{
    if (s->recipe == NULL || !isfinite(s->reward))
        return 0;
    struct stmt *st = db_query(k->db, "put_reward");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_text(st, ":recipe", s->recipe);
    stmt_bind_real(st, ":value", s->reward);
    stmt_bind_real(st, ":advantage", s->advantage);
    return stmt_run(st, err);
}

/* A stored step without metrics gets them. */
static int add_metrics(struct ingest_sink *k, const struct ingest_step *s, struct err *err)
{
    struct stmt *st = db_query(k->db, "insert_step");
    stmt_bind_int(st, ":run_id", k->run->run_id);
    stmt_bind_int(st, ":step", s->step);
    stmt_bind_null(st, ":checkpoint_id");
    int rc = stmt_run(st, err);
    if (rc < 0)
        return rc;
    st = db_query(k->db, "set_step_metrics");
    stmt_bind_int(st, ":run_id", k->run->run_id);
    stmt_bind_int(st, ":step", s->step);
    stmt_bind_text(st, ":update_metrics", s->metrics);
    rc = stmt_run(st, err);
    k->job->counts.stored += rc == 0;
    return rc;
}

int ingest_put_step(struct ingest_sink *k, const struct ingest_step *s, struct err *err)
{
    struct ingest_counts *counts = &k->job->counts;
    struct stmt *st = db_query(k->db, "ingest_same_metrics");
    stmt_bind_int(st, ":run_id", k->run->run_id);
    stmt_bind_int(st, ":step", s->step);
    stmt_bind_text(st, ":metrics", s->metrics);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc < 0 ? rc : add_metrics(k, s, err);
    bool same = stmt_int(st, INGEST_SAME_METRICS_SAME) != 0;
    stmt_reset(st);
    counts->duplicate += same;
    counts->contradicting += !same;
    if (!same)
        ingest_refuse(k->job, s->where, "in run '%s' already, with other metrics", k->run->name);
    return 0;
}

static int put_device(struct ingest_sink *k, const char *hardware, int64_t *out_id, struct err *err)
{
    *out_id = put_cache_find_device(k->cache, hardware);
    if (*out_id != 0)
        return 0;
    int rc = ingest_put_device(k->db, hardware, out_id, err);
    if (rc == 0)
        put_cache_set_device(k->cache, hardware, *out_id);
    return rc;
}

/* The table's CHECKs are off while importing. */
static int read_outcome(const struct ingest_sample *s, enum outcome *out, struct err *err)
{
    return s->outcome != NULL && outcome_parse(s->outcome, out)
               ? 0
               : err_set(err, ERR_INTEGRITY, "outcome '%.40s' is none of ours",
                         s->outcome == NULL ? "" : s->outcome);
}

static int result_of(const struct ingest_sample *s, struct arena *a, struct eval_result *out,
                     struct err *err)
{
    eval_result_init(out, OUTCOME_INFRA, s->message);
    out->cheat_kind = s->cheat_kind;
    out->compiled = s->compiled;
    out->correct = s->correct;
    out->trials_run = s->trials_run;
    out->trials_passed = s->trials_passed;
    out->max_abs_err = s->max_abs_err;
    out->max_rel_err = s->max_rel_err;
    out->matched_share = s->matched_share;
    out->compile_cached = -1;
    out->compile_ms = out->total_ms = (double)NAN;
    out->evidence = evidence_rows(a, s, &out->n_evidence);
    return read_outcome(s, &out->outcome, err);
}

int ingest_put_evaluation(struct ingest_sink *k, const struct ingest_sample *s, int64_t rollout_id,
                          struct err *err)
{
    struct measurement_row timings[2];
    struct eval_result result;
    struct arena CLEANUP(arena_release) scratch = { 0 };
    struct evaluation_row row = { .rollout_id = rollout_id,
                                  .import_source_id = k->source_id,
                                  .result = &result,
                                  .measurements = timings };
    int64_t evaluation_id = 0;
    if (isfinite(s->timing.runtime_us))
        timings[row.n_measurements++] = measurement(s, &s->timing, "candidate", NULL);
    if (isfinite(s->reference.runtime_us))
        timings[row.n_measurements++] =
            measurement(s, &s->reference, "baseline", s->reference_name);
    int rc = result_of(s, &scratch, &result, err);
    if (rc == 0)
        rc = put_device(k, s->hardware, &row.device_id, err);
    if (rc == 0 && s->log != NULL)
        rc = store_put_blob(k->db, "log", s->log, strlen(s->log), &row.log_blob_id, err);
    if (rc == 0)
        rc = store_put_evaluation(k->db, &row, &evaluation_id, err);
    if (rc == 0)
        rc = put_kernels(k, s, evaluation_id, err);
    return rc;
}
