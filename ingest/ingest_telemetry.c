/*
 * ingest_telemetry.c - files of the surprisal-guided selection study's code: telemetry records
 * with a verdict, actions without one, and its summaries, which are kept as they stand.
 *
 * Telemetry and actions number their samples differently, so each file has a run of its own.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_kernelbench.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_rows.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define SUITE_TASKS     "kernelbench"
#define SUITE_DOCUMENTS "telemetry"

struct reading {
    struct sample_batch *batch;
    const char *stem;
    int level; /* for actions, which name none; 0 unknown, -1 not asked yet */
    bool missing_level;
};

static const char *failure_of(const char *message, bool compiled)
{
    static const struct {
        const char *word, *outcome;
    } kinds[] = {
        { "imed out", "timeout" },          { "imeout", "timeout" },
        { "hape mismatch", "wrong_shape" }, { "illegal memory", "crash" },
        { "CUDA error", "crash" },          { "nan", "nan" },
        { "No code", "no_code" },
    };
    if (!compiled)
        return "compile";
    for (size_t i = 0; message != NULL && i < ARRAY_LEN(kinds); i++)
        if (strstr(message, kinds[i].word) != NULL)
            return kinds[i].outcome;
    return "mismatch";
}

static void note_model(struct ingest_job *job, struct sample_batch *b, const struct json *j)
{
    if (b->model == NULL)
        b->model = sample_string(job->arena, j, "model_id");
}

static void take_record(struct ingest_job *job, struct reading *w, const char *where,
                        const struct json *j)
{
    struct arena *a = job->arena;
    int level = sample_index(j, "level");
    int problem = sample_index(j, "problem_id");
    bool correct = false;
    bool compiled = false;
    if (level < 1 || problem < 1 || !json_bool(json_get(j, "correctness"), &correct) ||
        !json_bool(json_get(j, "compiled"), &compiled)) {
        ingest_refuse(job, where, "needs level, problem_id, compiled and correctness");
        return;
    }
    if (job->options->level > 0 && job->options->level != level) {
        job->counts.left_out++;
        return;
    }
    note_model(job, w->batch, j);
    struct sample_row *r = sample_batch_add(job, w->batch, SUITE_TASKS, "");
    const char *error = sample_string(a, j, "error_message");
    const char *trace = sample_string(a, j, "error_trace");
    r->where = where;
    r->level = level;
    r->problem = problem;
    r->correct = correct;
    r->compiled = compiled;
    r->message = sample_first_line(a, error);
    r->log = trace == NULL || *trace == '\0' ? NULL : trace;
    r->outcome = correct ? "measured" : failure_of(error, compiled);
    r->runtime_us = sample_number(j, "runtime_us");
    r->baseline_us = sample_number(j, "ref_runtime_us");
    r->baseline = "reference";
    r->recipe = "telemetry";
    r->reward = sample_number(j, "reward");
    r->extra = sample_json(a, j);
}

static int level_of_actions(struct ingest_job *job, struct reading *w)
{
    if (w->level < 0) {
        struct kb_config none = { .temperature = (double)NAN };
        w->level = kb_choose_level(job, &none);
    }
    return w->level;
}

static void take_action(struct ingest_job *job, struct reading *w, const char *where,
                        const struct json *j)
{
    static const char *const texts[] = { "raw_action", "assembled_code" };
    int problem = sample_index(j, "problem_id");
    int step = sample_index(j, "step_idx");
    int level = level_of_actions(job, w);
    if (problem < 1 || level < 1) {
        w->missing_level |= level < 1;
        ingest_refuse(job, where, problem < 1 ? "needs problem_id" : "names no level");
        return;
    }
    struct sample_row *r = sample_batch_add(job, w->batch, SUITE_TASKS, "");
    r->where = where;
    r->level = level;
    r->problem = problem;
    r->step = step < 0 ? 0 : step;
    r->sample = sample_index(j, "sample_idx");
    r->completion = sample_string(job->arena, j, "raw_action");
    r->code = sample_string(job->arena, j, "assembled_code");
    r->extra = sample_json_without(job->arena, j, texts, ARRAY_LEN(texts));
}

/* What the study's scripts write beside their samples; nothing in it is one sample. */
static bool is_document(const struct json *j)
{
    static const char *const marks[] = { "aggregate_fast_1", "step_summaries", "selected_step",
                                         "total_rollouts",   "split_hash",     "sample_fast_1",
                                         "all_steps_fast_1", "wall_clock_s",   "per_task_fast_1" };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (json_get(j, marks[i]) != NULL)
            return true;
    return false;
}

static void take_document(struct ingest_job *job, struct reading *w, const char *where,
                          const struct json *j)
{
    int step = sample_index(j, "step_idx");
    int problem = sample_index(j, "problem_id");
    const char *name =
        problem < 0 ? w->stem : arena_printf(job->arena, "%s problem %d", w->stem, problem);
    struct sample_row *r = sample_batch_add(job, w->batch, SUITE_DOCUMENTS, name);
    r->where = where;
    r->step = step < 0 ? 0 : step;
    r->extra = sample_json(job->arena, j);
}

static void take_object(struct ingest_job *job, struct reading *w, const char *where,
                        const struct json *j)
{
    if (json_type(j) != JSON_OBJECT)
        ingest_refuse(job, where, "no record");
    else if (json_get(j, "kernel_id") != NULL || json_get(j, "correctness") != NULL)
        take_record(job, w, where, j);
    else if (json_get(j, "raw_action") != NULL || json_get(j, "assembled_code") != NULL)
        take_action(job, w, where, j);
    else if (is_document(j))
        take_document(job, w, where, j);
    else
        ingest_refuse(job, where, "neither telemetry, an action nor a summary of the study");
}

static void take_value(struct ingest_job *job, void *context, const char *where,
                       const struct json *value)
{
    size_t i = 0;
    if (json_type(value) != JSON_ARRAY) {
        take_object(job, context, where, value);
        return;
    }
    for (const struct json *j = json_first(value); j != NULL; j = json_next(j), i++)
        take_object(job, context, arena_printf(job->arena, "item %zu", i), j);
}

int telemetry_parse(struct ingest_job *job, struct err *err)
{
    struct reading w = { .batch = sample_batch_new(job), .level = -1 };
    w.stem = sample_file_stem(job);
    if (*w.stem == '\0')
        w.stem = "document";
    int rc = sample_each_value(job, take_value, &w, err);
    if (rc == 0 && w.missing_level && w.batch->n == 0)
        return err_set(err, ERR_USAGE, "%s: actions name no level: give --level N", job->name);
    return rc < 0 ? rc : sample_batch_finish(job, w.batch, SAMPLE_RUN_OF_BOTH, err);
}
