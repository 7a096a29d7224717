/*
 * ingest_telemetry.c - the surprisal-guided selection study: telemetry with a verdict, actions
 * without, summaries kept as they stand.
 *
 * Telemetry and actions number samples differently, so each file is a run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"

#define SUITE_TASKS     "kernelbench"
#define SUITE_DOCUMENTS "telemetry"

#define ACTIONS           "actions.jsonl"
#define MAX_ACTIONS_BYTES ((size_t)128 << 20)

/* By the hash of its code, which telemetry calls kernel_id. */
struct telemetry_action {
    char kernel_id[65];
    const char *action, *code;
};

struct telemetry_reading {
    struct telemetry_action *actions; /* of the file beside, by hash */
    size_t n_actions, n_joined;
    const char *stem;
    int level; /* of actions, unnamed there; 0: unknown, -1: not asked */
    bool missing_level, any;
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

static int by_kernel(const void *a, const void *b)
{
    const struct telemetry_action *x = a;
    const struct telemetry_action *y = b;
    return strcmp(x->kernel_id, y->kernel_id);
}

static void read_action(struct ingest_source *source, struct telemetry_reading *w, size_t *capacity,
                        const char *line, size_t len)
{
    struct err ignored = { 0 };
    struct arena CLEANUP(arena_release) scratch = { 0 };
    const struct json *j = json_parse_arena(ACTIONS, 1, line, len, &scratch, &ignored);
    const char *code = sample_string(source->arena, j, "assembled_code");
    if (code == NULL)
        return;
    w->actions =
        ingest_room(source->arena, w->actions, w->n_actions, capacity, sizeof(*w->actions));
    struct telemetry_action *a = &w->actions[w->n_actions++];
    *a = (struct telemetry_action){ .action = sample_string(source->arena, j, "raw_action"),
                                    .code = code };
    sha256_hex(code, strlen(code), a->kernel_id);
}

/* The texts of what telemetry has verdicts of; damaged lines have none. */
static void read_actions(struct ingest_source *source, struct telemetry_reading *w)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    struct err bad = { 0 };
    size_t capacity = 0;
    const char *real = path_absolute(source->arena, source->path);
    const char *slash = real == NULL ? NULL : strrchr(real, '/');
    if (slash == NULL || strcmp(slash + 1, ACTIONS) == 0)
        return;
    const char *path = arena_printf(source->arena, "%.*s/" ACTIONS, (int)(slash - real), real);
    if (!file_exists(path))
        return;
    if (file_read_found(path, MAX_ACTIONS_BYTES, &text, &bad) < 0) {
        ingest_remark(source, "the codes are not read from the actions file in the same folder: %s",
                      bad.msg);
        return;
    }
    const char *end = buf_text(&text) + text.len;
    for (const char *line = buf_text(&text); line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop == NULL ? end : stop;
        read_action(source, w, &capacity, line, (size_t)(stop - line));
        line = stop + 1;
    }
    if (w->n_actions > 0)
        qsort(w->actions, w->n_actions, sizeof(*w->actions), by_kernel);
}

static void join_action(struct telemetry_reading *w, const struct json *j, struct ingest_sample *r)
{
    struct telemetry_action key = { .action = NULL };
    const char *id = NULL;
    if (w->n_actions == 0 || !json_string(json_get(j, "kernel_id"), &id) ||
        strlen(id) != sizeof(key.kernel_id) - 1)
        return;
    memcpy(key.kernel_id, id, sizeof(key.kernel_id));
    const struct telemetry_action *a =
        bsearch(&key, w->actions, w->n_actions, sizeof(*w->actions), by_kernel);
    if (a == NULL)
        return;
    r->code = ingest_text(a->code);
    r->completion = ingest_text(a->action);
    w->n_joined++;
}

static void take_record(struct ingest_batch *out, const char *where, const struct json *j)
{
    struct ingest_source *source = out->source;
    struct arena *a = out->arena;
    int level = sample_index(j, "level");
    int problem = sample_index(j, "problem_id");
    bool correct = false;
    bool compiled = false;
    if (level < 1 || problem < 1 || !json_bool(json_get(j, "correctness"), &correct) ||
        !json_bool(json_get(j, "compiled"), &compiled)) {
        ingest_refuse(source, where, "the record lacks level, problem_id, compiled or correctness");
        return;
    }
    if (source->options->level > 0 && source->options->level != level) {
        source->counts.left_out++;
        return;
    }
    struct ingest_sample *r = ingest_batch_add(out, SUITE_TASKS, "");
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
    r->timing.runtime_us = sample_number(j, "runtime_us");
    if (r->timing.runtime_us > 0)
        r->reference.runtime_us = sample_number(j, "ref_runtime_us");
    r->reference_name = "reference";
    r->sample = sample_index(j, "sample_idx");
    if (r->sample < 0)
        r->sample = INGEST_BY_ORDER;
    join_action(source->state, j, r);
    r->recipe = "telemetry";
    r->reward = sample_number(j, "reward");
    r->extra = sample_json(a, j);
}

static const struct ingest_run *unjudged_run(const struct ingest_batch *out)
{
    struct ingest_run *run = arena_alloc(out->arena, sizeof(*run));
    *run = ingest_run_of_source(out->source);
    run->is_unjudged = true;
    return run;
}

static int level_of_actions(struct ingest_source *source)
{
    struct telemetry_reading *w = source->state;
    if (w->level < 0) {
        struct kb_config none = { .temperature = (double)NAN };
        w->level = kb_choose_level(source, &none);
    }
    return w->level;
}

static void take_action(struct ingest_batch *out, const char *where, const struct json *j)
{
    static const char *const texts[] = { "raw_action", "assembled_code" };
    struct telemetry_reading *w = out->source->state;
    int problem = sample_index(j, "problem_id");
    int step = sample_index(j, "step_idx");
    int level = level_of_actions(out->source);
    if (problem < 1 || level < 1) {
        w->missing_level |= level < 1;
        ingest_refuse(out->source, where,
                      problem < 1 ? "the action has no problem_id" : "the action names no level");
        return;
    }
    struct ingest_sample *r = ingest_batch_add(out, SUITE_TASKS, "");
    r->where = where;
    r->level = level;
    r->problem = problem;
    r->step = step;
    r->sample = sample_index(j, "sample_idx");
    r->run = unjudged_run(out);
    r->completion = ingest_text(sample_string(out->arena, j, "raw_action"));
    r->code = ingest_text(sample_string(out->arena, j, "assembled_code"));
    r->extra = sample_json_without(out->arena, j, texts, ARRAY_LEN(texts));
}

/* The scripts' other files hold no sample. */
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

static void take_document(struct ingest_batch *out, const char *where, const struct json *j)
{
    int step = sample_index(j, "step_idx");
    int problem = sample_index(j, "problem_id");
    const struct telemetry_reading *w = out->source->state;
    const char *name =
        problem < 0 ? w->stem : arena_printf(out->arena, "%s problem %d", w->stem, problem);
    struct ingest_sample *r = ingest_batch_add(out, SUITE_DOCUMENTS, name);
    r->where = where;
    r->step = step;
    r->run = unjudged_run(out);
    r->extra = sample_json(out->arena, j);
}

static void telemetry_take(struct ingest_batch *out, const struct ingest_record *record)
{
    struct telemetry_reading *w = out->source->state;
    const struct json *j = record->json;
    const char *where = record->where;
    if (json_type(j) != JSON_OBJECT)
        ingest_refuse(out->source, where, "the record is not a JSON object");
    else if (json_get(j, "kernel_id") != NULL || json_get(j, "correctness") != NULL)
        take_record(out, where, j);
    else if (json_get(j, "raw_action") != NULL || json_get(j, "assembled_code") != NULL)
        take_action(out, where, j);
    else if (is_document(j))
        take_document(out, where, j);
    else
        ingest_refuse(out->source, where,
                      "the record is neither telemetry, an action nor a summary of a study");
    w->any = w->any || out->n > 0;
}

static int telemetry_begin(struct ingest_source *source, struct err *err)
{
    struct telemetry_reading *w = arena_alloc(source->arena, sizeof(*w));
    (void)err;
    *w = (struct telemetry_reading){ .stem = path_stem(source->arena, source->path), .level = -1 };
    if (*w->stem == '\0')
        w->stem = "document";
    source->state = w;
    const struct ingest_probe p = { .name = "",
                                    .head = source->head,
                                    .head_len = source->head_len };
    if (ingest_probe_has_key(&p, "kernel_id"))
        read_actions(source, w);
    return 0;
}

static int telemetry_finish(struct ingest_batch *out, struct err *err)
{
    const struct telemetry_reading *w = out->source->state;
    if (w->n_joined > 0)
        ingest_remark(out->source,
                      "%zu records got their code from " ACTIONS
                      " in the same folder, by kernel_id (the code's SHA-256)",
                      w->n_joined);
    if (w->missing_level && !w->any)
        return err_set(err, ERR_USAGE, "%s: actions name no level: give --level N",
                       out->source->name);
    return 0;
}

static const char *telemetry_recognise(const struct ingest_probe *p)
{
    static const char *const marks[] = { "aggregate_fast_1", "step_summaries", "all_steps_fast_1",
                                         "sample_fast_1", "split_hash" };
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_keys(p, "kernel_id", "correctness"))
        return "records with kernel_id and correctness";
    if (ingest_probe_has_keys(p, "raw_action", "assembled_code"))
        return "records with raw_action and assembled_code";
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
        if (ingest_probe_has_key(p, marks[i]))
            return "a summary of the selection study";
    return ingest_probe_has_keys(p, "total_rollouts", "wall_clock_s") ? "cost of a run of the study"
                                                                      : NULL;
}

const struct ingest_format format_telemetry = {
    .name = "telemetry",
    .summary = "telemetry, actions and summaries of the surprisal-guided selection study",
    .version = 2,
    .names_runs = true,
    .naming = INGEST_RUN_OF_BOTH,
    .recognise = telemetry_recognise,
    .begin = telemetry_begin,
    .take = telemetry_take,
    .finish = telemetry_finish,
};
