#include "ingest/ingest_put.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "columns/find_task.h"
#include "columns/ingest_cell_contents.h"
#include "columns/ingest_find_rollout.h"
#include "columns/ingest_profiled.h"
#include "columns/ingest_same_metrics.h"
#include "columns/ingest_source_path.h"
#include "ingest/ingest.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/json/json.h"
#include "src/store/store.h"

#define NOT_STORED       (-1)
#define CACHE_LINE_BYTES 64

struct texts {
    int64_t prompt, completion, action, code;
};

struct stored {
    int64_t rollout_id, source_id;
    struct texts texts;
    bool same_extra;
    bool evaluated;
};

/* ---- what was met already ---- */

#define MOST_TASK_SLOTS ((size_t)1 << 16)
#define MOST_CELL_SLOTS ((size_t)1 << 19)

/* A SHA-256 cannot be made to collide, and records are somebody else's. */
static void key_of(const int64_t *numbers, size_t n, const char *suite, const char *name,
                   unsigned char out[32])
{
    struct sha256 h;
    sha256_init(&h);
    sha256_update(&h, numbers, n * sizeof(*numbers));
    sha256_update(&h, suite, strlen(suite) + 1);
    sha256_update(&h, name, strlen(name) + 1);
    sha256_final(&h, out);
}

static void key_of_task(int64_t run_id, const struct ingest_sample *s, unsigned char out[32])
{
    const int64_t numbers[] = { run_id, s->level, s->problem };
    key_of(numbers, ARRAY_LEN(numbers), s->suite, s->task_name, out);
}

static void key_of_cell(const struct rollout_row *row, unsigned char out[32])
{
    const int64_t numbers[] = { row->run_id, row->task_id, row->step, row->turn };
    key_of(numbers, ARRAY_LEN(numbers), "", "", out);
}

static void key_of_content(const struct rollout_row *row, const char *extra, unsigned char out[32])
{
    const int64_t numbers[] = {
        row->run_id, row->task_id, row->step, row->turn, row->completion_blob_id, row->code_blob_id
    };
    key_of(numbers, ARRAY_LEN(numbers), extra == NULL ? "" : "extra", extra == NULL ? "" : extra,
           out);
}

/* The third sample of a task is sample 2, again when the file is read again. */
static int next_in_file(struct ingest_sink *k, const struct ingest_sample *s)
{
    const int64_t numbers[] = { s->level, s->problem, s->step, s->turn };
    unsigned char key[32];
    key_of(numbers, ARRAY_LEN(numbers), s->suite, s->problem < 0 ? s->task_name : "", key);
    for (size_t i = 0; i < sizeof(key); i++)
        key[i] ^= k->run->key[i];
    return (int)(*id_map_add(&k->places, key, SIZE_MAX, NULL))++;
}

/*
 * ---- rows around a rollout ----
 *
 * Its task, whose number may only be a name's; its evaluation, with the times of candidate and
 * baseline, evidence and kernels; its reward.
 */

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
        .method = s->method == NULL ? "imported" : s->method,
        .statistic = s->statistic == NULL ? "mean" : s->statistic,
        .n_samples = t->n_samples > 0 ? (size_t)t->n_samples : 0,
        .samples_us = t->n_samples > 0 ? t->samples_us : NULL,
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

static int join_profile(struct ingest_sink *k, const struct ingest_sample *s, int64_t rollout_id,
                        struct err *err)
{
    struct ingest_counts *counts = &k->source->counts;
    struct stmt *st = db_query(k->db, "ingest_profiled");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":n_kernels", (int64_t)s->n_kernels);
    stmt_bind_text(st, ":name", s->kernels[0].name);
    stmt_bind_real(st, ":device_us", s->kernels[0].device_us);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc == 0) {
        ingest_refuse(k->source, s->where,
                      "the sample has no verdict to which the profile could belong");
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
    ingest_refuse(k->source, s->where, "its verdict already has a different profile");
    counts->refused += s->n_records - 1;
    counts->contradicting += s->n_records;
    return 0;
}

static int put_reward(struct ingest_sink *k, const struct ingest_sample *s, int64_t rollout_id,
                      struct err *err)
{
    const struct ingest_reward one = { s->recipe, s->reward, s->advantage };
    int rc = 0;
    for (size_t i = 0; i <= s->n_rewards && rc == 0; i++) {
        const struct ingest_reward *w = i < s->n_rewards ? &s->rewards[i] : &one;
        if (w->recipe == NULL || !isfinite(w->value))
            continue;
        struct stmt *st = db_query(k->db, "put_reward");
        stmt_bind_int(st, ":rollout_id", rollout_id);
        stmt_bind_text(st, ":recipe", w->recipe);
        stmt_bind_real(st, ":value", w->value);
        stmt_bind_real(st, ":advantage", w->advantage);
        rc = stmt_run(st, err);
    }
    return rc;
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
    k->source->counts.stored += rc == 0;
    return rc;
}

static int put_step(struct ingest_sink *k, const struct ingest_step *s, struct err *err)
{
    struct ingest_counts *counts = &k->source->counts;
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
        ingest_refuse(k->source, s->where, "run '%s' already has this step with different metrics",
                      k->run->name);
    return 0;
}

static int put_device(struct ingest_sink *k, const char *hardware, int64_t *out_id, struct err *err)
{
    const bool known = k->device_id != 0 && strcmp(k->hardware, hardware) == 0;
    *out_id = known ? k->device_id : 0;
    int rc = known ? 0 : ingest_put_device(k->db, hardware, out_id, err);
    if (rc == 0 && !known && strlen(hardware) < sizeof(k->hardware)) {
        snprintf(k->hardware, sizeof(k->hardware), "%s", hardware);
        k->device_id = *out_id;
    }
    return rc;
}

/* The table's CHECKs are off while importing. */
static int read_outcome(const struct ingest_sample *s, enum outcome *out, struct err *err)
{
    return s->outcome != NULL && outcome_parse(s->outcome, out)
               ? 0
               : err_set(err, ERR_INTEGRITY, "outcome '%.40s' is unknown to Rollbook",
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
    out->speedup_lower = s->speedup_lower;
    out->speedup_upper = s->speedup_upper;
    out->compile_cached = -1;
    out->compile_ms = out->total_ms = (double)NAN;
    out->evidence = evidence_rows(a, s, &out->n_evidence);
    return read_outcome(s, &out->outcome, err);
}

static int put_evaluation(struct ingest_sink *k, const struct ingest_sample *s, int64_t rollout_id,
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
    struct sink_run *run = k->run;
    run->has_devices |=
        row.device_id != 0 && run->device_id != 0 && run->device_id != row.device_id;
    run->device_id = row.device_id != 0 ? row.device_id : run->device_id;
    if (rc == 0 && s->log != NULL)
        rc = store_put_blob(k->db, "log", s->log, strlen(s->log), &row.log_blob_id, err);
    if (rc == 0)
        rc = store_put_evaluation(k->db, &row, &evaluation_id, err);
    if (rc == 0)
        rc = put_kernels(k, s, evaluation_id, err);
    return rc;
}

/*
 * ---- a sample ----
 *
 * put_sample decides what it is.  Its task and number make a key; a key beyond the last sample of
 * its cell is new without asking.  A key that is taken repeats what is stored (a duplicate), adds
 * to it (a text, a verdict), or contradicts it, and is refused.
 */

static int put_task(struct ingest_sink *k, const struct ingest_sample *s, int64_t *out_id,
                    struct err *err)
{
    unsigned char key[32];
    struct task_row row = {
        .suite = s->suite,
        .level = s->level,
        .problem_id = s->problem,
        .name = s->task_name,
    };
    int rc = s->problem < 0
                 ? ingest_number_task(k->db, s->suite, s->level, s->task_name, &row.problem_id, err)
                 : 0;
    if (rc == 0)
        rc = store_put_task(k->db, &row, out_id, err);
    if (rc < 0)
        return rc;
    ingest_note_problem(k, s->suite, s->level, s->problem, s->task_name);
    struct stmt *st = db_query(k->db, "insert_run_task");
    stmt_bind_int(st, ":run_id", k->run->run_id);
    stmt_bind_int(st, ":task_id", *out_id);
    stmt_bind_int(st, ":position", k->run->position++);
    rc = stmt_run(st, err);
    key_of_task(k->run->run_id, s, key);
    if (rc == 0)
        *id_map_add(&k->tasks, key, MOST_TASK_SLOTS, NULL) = *out_id;
    return rc;
}

static const struct hashed_text *hashed(const struct ingest_text *t, struct hashed_text *scratch)
{
    if (t->hashed != NULL)
        return t->hashed;
    hashed_text_init(scratch, t->data, t->len);
    return scratch;
}

static int put_text(struct ingest_sink *k, const char *kind, const struct ingest_text *t,
                    int64_t *out, struct err *err)
{
    struct hashed_text scratch;
    *out = 0;
    return t->data == NULL ? 0 : store_put_text(k->db, kind, hashed(t, &scratch), out, err);
}

static int put_texts(struct ingest_sink *k, const struct ingest_sample *s, struct texts *out,
                     struct err *err)
{
    int rc = put_text(k, "prompt", &s->prompt, &out->prompt, err);
    if (rc == 0)
        rc = put_text(k, "completion", &s->completion, &out->completion, err);
    if (rc == 0)
        rc = put_text(k, "action", &s->action, &out->action, err);
    if (rc == 0)
        rc = put_text(k, "code", &s->code, &out->code, err);
    return rc;
}

/* Id, 0 for no text, NOT_STORED for a new one. */
static int find_text(struct ingest_sink *k, const struct ingest_text *t, int64_t *out,
                     struct err *err)
{
    struct hashed_text scratch;
    *out = 0;
    if (t->data == NULL)
        return 0;
    int rc = store_find_text(k->db, hashed(t, &scratch), out, err);
    if (rc == 0 && *out == 0)
        *out = NOT_STORED;
    return rc;
}

/* Stores nothing: a refused sample leaves no texts behind. */
static int find_texts(struct ingest_sink *k, const struct ingest_sample *s, struct texts *out,
                      struct err *err)
{
    int rc = find_text(k, &s->prompt, &out->prompt, err);
    if (rc == 0)
        rc = find_text(k, &s->completion, &out->completion, err);
    if (rc == 0)
        rc = find_text(k, &s->action, &out->action, err);
    if (rc == 0)
        rc = find_text(k, &s->code, &out->code, err);
    return rc;
}

/* The contents of a cell are read once; *out_next is its next free number. */
static int read_contents(struct ingest_sink *k, const struct rollout_row *of, int64_t *out_next,
                         struct err *err)
{
    struct stmt *st = db_query(k->db, "ingest_cell_contents");
    unsigned char key[32];
    int rc = 0;
    *out_next = 0;
    stmt_bind_int(st, ":run_id", of->run_id);
    stmt_bind_int(st, ":step", of->step);
    stmt_bind_int(st, ":task_id", of->task_id);
    stmt_bind_int(st, ":turn", of->turn);
    while ((rc = stmt_step(st, err)) > 0) {
        struct rollout_row row = *of;
        const int64_t sample = stmt_int(st, INGEST_CELL_CONTENTS_SAMPLE);
        row.completion_blob_id = stmt_int(st, INGEST_CELL_CONTENTS_COMPLETION_BLOB_ID);
        row.code_blob_id = stmt_int(st, INGEST_CELL_CONTENTS_CODE_BLOB_ID);
        key_of_content(&row, stmt_text(st, INGEST_CELL_CONTENTS_EXTRA), key);
        *id_map_add(&k->contents, key, SIZE_MAX, NULL) = sample;
        *out_next = sample + 1 > *out_next ? sample + 1 : *out_next;
    }
    return rc;
}

/* Of the sample with the same content, else the next number. */
static int number_sample(struct ingest_sink *k, const struct ingest_sample *s,
                         const struct rollout_row *of, int64_t *out, struct err *err)
{
    struct texts t = { 0 };
    struct rollout_row row = *of;
    unsigned char key[32];
    int64_t next = 0;
    int rc = find_texts(k, s, &t, err);
    if (rc < 0)
        return rc;
    key_of_cell(&row, key);
    const int64_t *known = id_map_find(&k->contents, key);
    if (known == NULL) {
        rc = read_contents(k, &row, &next, err);
        if (rc < 0)
            return rc;
        *id_map_add(&k->contents, key, SIZE_MAX, NULL) = next;
    } else {
        next = *known;
    }
    row.completion_blob_id = t.completion;
    row.code_blob_id = t.code;
    key_of_content(&row, s->extra, key);
    known = id_map_find(&k->contents, key);
    *out = known == NULL ? next : *known;
    return 0;
}

/* A sample that was numbered by its content is stored. */
static void note_content(struct ingest_sink *k, const struct rollout_row *row)
{
    unsigned char key[32];
    key_of_content(row, row->extra, key);
    *id_map_add(&k->contents, key, SIZE_MAX, NULL) = row->sample;
    key_of_cell(row, key);
    int64_t *next = id_map_find(&k->contents, key);
    if (next != NULL && row->sample >= *next)
        *next = (int64_t)row->sample + 1;
}

/* 1: beyond all of its cell, so it cannot be there. */
static int is_beyond_cell(struct ingest_sink *k, const struct rollout_row *row, struct err *err)
{
    unsigned char key[32];
    int64_t last = 0;
    key_of_cell(row, key);
    const int64_t *known = id_map_find(&k->cells, key);
    if (known != NULL)
        return row->sample >= *known;
    struct stmt *st = db_query(k->db, "ingest_last_sample");
    stmt_bind_int(st, ":run_id", row->run_id);
    stmt_bind_int(st, ":step", row->step);
    stmt_bind_int(st, ":task_id", row->task_id);
    stmt_bind_int(st, ":turn", row->turn);
    int rc = stmt_one_int(st, &last, err);
    if (rc < 0)
        return rc;
    *id_map_add(&k->cells, key, MOST_CELL_SLOTS, NULL) = last + 1;
    return row->sample > last;
}

/* 1 found, 0 absent, negative error. */
static int find_stored(struct ingest_sink *k, const struct rollout_row *row, struct stored *out,
                       struct err *err)
{
    int beyond = is_beyond_cell(k, row, err);
    if (beyond != 0)
        return beyond < 0 ? beyond : 0;
    struct stmt *st = db_query(k->db, "ingest_find_rollout");
    stmt_bind_int(st, ":run_id", row->run_id);
    stmt_bind_int(st, ":step", row->step);
    stmt_bind_int(st, ":task_id", row->task_id);
    stmt_bind_int(st, ":turn", row->turn);
    stmt_bind_int(st, ":sample", row->sample);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *extra = stmt_text(st, INGEST_FIND_ROLLOUT_EXTRA);
    *out = (struct stored){
        .same_extra = extra != NULL && row->extra != NULL && strcmp(extra, row->extra) == 0,
        .source_id = stmt_int(st, INGEST_FIND_ROLLOUT_SOURCE_ID),
        .evaluated = !stmt_is_null(st, INGEST_FIND_ROLLOUT_SOURCE_ID),
        .rollout_id = stmt_int(st, INGEST_FIND_ROLLOUT_ROLLOUT_ID),
        .texts = { stmt_int(st, INGEST_FIND_ROLLOUT_PROMPT_BLOB_ID),
                   stmt_int(st, INGEST_FIND_ROLLOUT_COMPLETION_BLOB_ID),
                   stmt_int(st, INGEST_FIND_ROLLOUT_ACTION_BLOB_ID),
                   stmt_int(st, INGEST_FIND_ROLLOUT_CODE_BLOB_ID) },
    };
    stmt_reset(st);
    return 1;
}

/* No contradiction; *out_more: new has more. */
static bool texts_agree(const struct texts *old, const struct texts *new, bool *out_more)
{
    const int64_t pairs[][2] = {
        { old->prompt, new->prompt },
        { old->completion, new->completion },
        { old->action, new->action },
        { old->code, new->code },
    };
    *out_more = false;
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        if (pairs[i][1] == 0)
            continue;
        if (pairs[i][0] == 0)
            *out_more = true;
        else if (pairs[i][0] != pairs[i][1])
            return false;
    }
    return true;
}

static int add_texts(struct ingest_sink *k, const struct ingest_sample *s, int64_t rollout_id,
                     struct err *err)
{
    struct texts t = { 0 };
    int rc = put_texts(k, s, &t, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(k->db, "ingest_add_texts");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_id(st, ":prompt_blob_id", t.prompt);
    stmt_bind_id(st, ":completion_blob_id", t.completion);
    stmt_bind_id(st, ":action_blob_id", t.action);
    stmt_bind_id(st, ":code_blob_id", t.code);
    stmt_bind_text(st, ":extra", s->extra);
    return stmt_run(st, err);
}

/* 1: an evaluation says the same, else 0. */
static int find_same_verdict(struct ingest_sink *k, const struct ingest_sample *s,
                             int64_t rollout_id, struct err *err)
{
    struct stmt *st = db_query(k->db, "ingest_find_verdict");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":any_source", s->adds_evaluation || s->extra_is_part);
    stmt_bind_text(st, ":outcome", s->outcome);
    stmt_bind_text(st, ":message", s->message);
    stmt_bind_int(st, ":compiled", s->compiled);
    stmt_bind_int(st, ":correct", s->correct);
    stmt_bind_real(st, ":runtime_us", s->timing.runtime_us);
    stmt_bind_real(st, ":reference_us", s->reference.runtime_us);
    int rc = stmt_step(st, err);
    if (rc > 0)
        stmt_reset(st);
    return rc;
}

/* 1 when the rollout came from this very path, as that of a file that has grown does. */
static int is_of_this_path(struct ingest_sink *k, int64_t rollout_id, struct err *err)
{
    struct stmt *st = db_query(k->db, "ingest_source_path");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *path = stmt_text(st, INGEST_SOURCE_PATH_PATH);
    rc = path != NULL && strcmp(path, k->source->path) == 0;
    stmt_reset(st);
    return rc;
}

static int refuse_other(struct ingest_sink *k, const struct ingest_sample *s,
                        const struct stored *old, struct err *err)
{
    const bool twice = old->source_id == k->source_id;
    const int own = twice ? 1 : is_of_this_path(k, old->rollout_id, err);
    if (own < 0)
        return own;
    if (twice)
        ingest_refuse(k->source, s->where,
                      "the file has this sample twice, with different content");
    else
        ingest_refuse(k->source, s->where,
                      "run '%s' already has this sample with different content", k->run->name);
    k->source->counts.refused += s->n_records - 1;
    k->source->counts.contradicting += s->n_records;
    k->source->counts.clashing += own ? 0 : s->n_records;
    if (!own)
        k->clash = k->run->name;
    return 0;
}

/* Its key is taken: the sample repeats, adds or contradicts. */
static int meet_stored(struct ingest_sink *k, const struct ingest_sample *s,
                       const struct stored *old, struct err *err)
{
    struct ingest_counts *counts = &k->source->counts;
    struct texts texts = { 0 };
    bool more = false;
    int found = find_texts(k, s, &texts, err);
    if (found < 0)
        return found;
    if (!texts_agree(&old->texts, &texts, &more))
        return refuse_other(k, s, old, err);
    int same = s->outcome == NULL || (old->same_extra && !s->extra_is_part);
    if (!same && old->evaluated && (old->same_extra || !s->extra_is_part))
        same = find_same_verdict(k, s, old->rollout_id, err);
    if (same < 0)
        return same;
    bool further = s->outcome != NULL && (!old->evaluated || (!same && s->adds_evaluation));
    if (!same && !further)
        return refuse_other(k, s, old, err);
    int rc = 0;
    if (more || !old->evaluated)
        rc = add_texts(k, s, old->rollout_id, err);
    if (rc == 0 && further)
        rc = put_evaluation(k, s, old->rollout_id, err);
    if (rc == 0 && (more || further))
        counts->stored += s->n_records;
    else if (rc == 0)
        counts->duplicate += s->n_records;
    return rc;
}

static int put_rollout(struct ingest_sink *k, const struct ingest_sample *s,
                       struct rollout_row *row, struct err *err)
{
    struct texts texts = { 0 };
    unsigned char key[32];
    int64_t rollout_id = 0;
    int rc = put_texts(k, s, &texts, err);
    if (rc < 0)
        return rc;
    row->prompt_blob_id = texts.prompt;
    row->completion_blob_id = texts.completion;
    row->action_blob_id = texts.action;
    row->code_blob_id = texts.code;
    row->finish_reason = s->finish_reason;
    row->prompt_tokens = s->prompt_tokens;
    row->completion_tokens = s->completion_tokens;
    row->sum_logprob = s->sum_logprob;
    row->mean_logprob = s->mean_logprob;
    row->logprob_temperature = s->logprob_temperature;
    row->n_tokens = s->n_tokens;
    row->token_ids = s->token_ids;
    row->logprobs = s->logprobs;
    rc = store_add_rollout(k->db, row, &rollout_id, err);
    key_of_cell(row, key);
    int64_t *known = id_map_find(&k->cells, key);
    if (known != NULL && row->sample >= *known)
        *known = (int64_t)row->sample + 1;
    if (rc == 0 && s->sample == INGEST_BY_CONTENT)
        note_content(k, row);
    if (rc == 0 && s->outcome != NULL)
        rc = put_evaluation(k, s, rollout_id, err);
    if (rc == 0)
        rc = put_reward(k, s, rollout_id, err);
    if (rc == 0)
        k->source->counts.stored += s->n_records;
    return rc;
}

/* What Python prints for no value is no kernel. */
static void drop_no_code(struct ingest_sample *s)
{
    static const char *const nothing[] = { "", "None", "null", "nan", "NaN" };
    for (size_t i = 0; s->code.data != NULL && i < ARRAY_LEN(nothing); i++)
        if (s->code.len == strlen(nothing[i]) && memcmp(s->code.data, nothing[i], s->code.len) == 0)
            s->code = ingest_text(NULL);
}

/* Two names with one number: one that was only read off the name gives way, else 1 and a refusal.
 */
static int check_name(struct ingest_sink *k, struct ingest_sample *s, struct err *err)
{
    if (s->number_decides || s->problem < 0 || *s->task_name == '\0')
        return 0;
    struct stmt *st = db_query(k->db, "find_task");
    stmt_bind_text(st, ":suite", s->suite);
    stmt_bind_int(st, ":level", s->level);
    stmt_bind_int(st, ":problem_id", s->problem);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *name = stmt_text(st, FIND_TASK_NAME);
    bool other = *name != '\0' && strcmp(name, s->task_name) != 0;
    bool guessed = sample_number_of_name(s->task_name) == s->problem;
    if (other && guessed)
        s->problem = -1;
    else if (other)
        ingest_refuse(k->source, s->where,
                      "problem %d of suite %s, level %d, is already named '%.80s'", s->problem,
                      s->suite, s->level, name);
    stmt_reset(st);
    return other && !guessed;
}

/* 1: refused, negative error. */
static int find_task(struct ingest_sink *k, struct ingest_sample *s, int64_t *out_id,
                     struct err *err)
{
    unsigned char key[32];
    key_of_task(k->run->run_id, s, key);
    const int64_t *known = id_map_find(&k->tasks, key);
    if (known != NULL) {
        *out_id = *known;
        return 0;
    }
    int rc = check_name(k, s, err);
    return rc != 0 ? rc : put_task(k, s, out_id, err);
}

static int choose_number(struct ingest_sink *k, const struct ingest_sample *s,
                         const struct rollout_row *of, int64_t *out, struct err *err)
{
    *out = s->sample == INGEST_AS_BEFORE ? k->sample : s->sample;
    if (s->sample == INGEST_BY_ORDER)
        *out = next_in_file(k, s);
    return s->sample == INGEST_BY_CONTENT ? number_sample(k, s, of, out, err) : 0;
}

/* Of a sample that names none: by the option, else the path. */
static int choose_step(struct ingest_sink *k, struct ingest_sample *s)
{
    struct ingest_source *source = k->source;
    if (s->step >= 0 && !source->options->has_step)
        return s->step;
    if (source->options->has_step)
        s->step = source->options->step;
    else
        s->step = source->path_step > 0 ? source->path_step : 0;
    if (s->step > 0 && !source->options->has_step && !k->said_step) {
        ingest_remark(source, "step %d guessed from the path; --step overrides it", s->step);
        k->said_step = true;
    }
    return s->step;
}

static int put_sample(struct ingest_sink *k, struct ingest_sample *s, struct err *err)
{
    struct rollout_row row = { .run_id = k->run->run_id, .turn = s->turn };
    struct stored old = { 0 };
    int64_t sample = 0;
    row.step = choose_step(k, s);
    int rc = find_task(k, s, &row.task_id, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    if (s->hardware == NULL)
        s->hardware = "";
    k->run->has_device |= *s->hardware != '\0';
    const struct ingest_timing none = ingest_sample_unknown.timing;
    if (!isfinite(s->timing.runtime_us) || !(s->timing.runtime_us > 0))
        s->timing = none;
    if (!isfinite(s->reference.runtime_us) || !(s->reference.runtime_us > 0))
        s->reference = none;
    drop_no_code(s);
    rc = choose_number(k, s, &row, &sample, err);
    row.sample = k->sample = (int)sample;
    row.extra = s->extra;
    if (rc == 0)
        rc = find_stored(k, &row, &old, err);
    if (rc >= 0 && s->joins) {
        if (rc > 0)
            return join_profile(k, s, old.rollout_id, err);
        ingest_refuse(k->source, s->where,
                      "run '%s' has no such sample, to which the profile could belong",
                      k->run->name);
        k->source->counts.refused += s->n_records - 1;
        return 0;
    }
    if (rc == 0)
        return put_rollout(k, s, &row, err);
    return rc < 0 ? rc : meet_stored(k, s, &old, err);
}

int ingest_put(struct ingest_sink *k, struct ingest_batch *b, struct err *err)
{
    const struct ingest_run of_source = ingest_run_of_source(k->source);
    int rc = 0;
    for (size_t i = 0; i < b->n && rc == 0; i++) {
        struct ingest_sample *s = &b->items[i];
        rc = ingest_sink_run(k, s->run == NULL ? &of_source : s->run, err);
        if (rc == 0 && put_sample(k, s, err) < 0)
            rc = err_context(err, "%s: %s", k->source->name, s->where);
    }
    for (size_t i = 0; i < b->n_steps && rc == 0; i++) {
        rc = ingest_sink_run(k, &of_source, err);
        if (rc == 0)
            rc = put_step(k, &b->steps[i], err);
    }
    for (size_t i = 0; i < b->n_sessions && rc == 0; i++)
        rc = ingest_put_session(k, b->sessions[i], err);
    b->n = b->n_steps = b->n_sessions = 0;
    if (rc == 0 && b->n_baselines > 0)
        rc = ingest_put_baselines(k, b->baselines, b->n_baselines, err);
    b->n_baselines = 0;
    return rc;
}

void ingest_fetch(const struct ingest_batch *b)
{
    const char *at = (const char *)b->items;
    for (size_t i = 0; b->n > 0 && i < sizeof(*b->items); i += CACHE_LINE_BYTES)
        __builtin_prefetch(at + i);
}

void ingest_fetch_texts(const struct ingest_batch *b, const struct db *db)
{
    if (b->n == 0)
        return;
    const struct ingest_sample *s = &b->items[0];
    const struct ingest_text *const texts[] = { &s->prompt, &s->completion, &s->action, &s->code };
    __builtin_prefetch(s->suite);
    __builtin_prefetch(s->task_name);
    __builtin_prefetch(s->extra);
    __builtin_prefetch(s->hardware);
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        if (texts[i]->hashed != NULL)
            store_fetch_text(db, texts[i]->hashed);
}

void ingest_sink_forget(struct ingest_sink *k)
{
    k->run = k->runs = NULL;
    id_map_release(&k->tasks);
    id_map_release(&k->cells);
    id_map_release(&k->contents);
    k->device_id = 0;
}

void ingest_sink_release(struct ingest_sink *k)
{
    ingest_sink_forget(k);
    id_map_release(&k->places);
}
