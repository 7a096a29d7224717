/*
 * ingest_traces.c - Trace records of flashinfer-bench and SOL-ExecBench, one a line: a solution of
 * a definition on a workload, the reference timed beside it.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

#define REFERENCE "reference"

/* Lists of workloads lack solution and evaluation, and so status. */
static const char *traces_recognise(const struct ingest_probe *p)
{
    if (!p->folder && ingest_probe_has_key(p, "definition") &&
        ingest_probe_has_key(p, "workload") && ingest_probe_has_key(p, "solution") &&
        ingest_probe_has_key(p, "evaluation") && ingest_probe_has_text(p, "\"status\""))
        return "JSON records with definition, workload, solution and evaluation";
    return NULL;
}

static const struct {
    const char *status, *outcome;
    bool compiled;
} statuses[] = {
    { "PASSED", "measured", true },
    { "INCORRECT_SHAPE", "wrong_shape", true },
    { "INCORRECT_NUMERICAL", "mismatch", true },
    { "INCORRECT_DTYPE", "mismatch", true },
    { "RUNTIME_ERROR", "crash", true },
    { "COMPILE_ERROR", "compile", false },
    { "TIMEOUT", "timeout", true },
    { "REWARD_HACK", "cheat", true },        /* of SOL-ExecBench, which has */
    { "INVALID_REFERENCE", "infra", false }, /* the same records */
};

static bool read_status(const char *status, struct ingest_sample *s)
{
    for (size_t i = 0; i < ARRAY_LEN(statuses); i++) {
        if (strcmp(status, statuses[i].status) != 0)
            continue;
        s->outcome = statuses[i].outcome;
        s->compiled = statuses[i].compiled;
        s->correct = strcmp(statuses[i].outcome, "measured") == 0;
        s->cheat_kind = strcmp(statuses[i].outcome, "cheat") == 0 ? "reward_hack" : NULL;
        s->message = s->correct ? NULL : statuses[i].status;
        return true;
    }
    return false;
}

/* Records of 2025's first half say device. */
static const char *hardware_of(struct arena *a, const struct json *environment)
{
    const char *name = kb_text(a, environment, "hardware");
    if (name == NULL)
        name = kb_text(a, environment, "device");
    return name == NULL ? "" : name;
}

/* SOL-ExecBench writes errors of 0 where an output is not finite, and says so beside them. */
static void read_errors(const struct json *correctness, struct ingest_sample *s)
{
    bool nan = false, inf = false;
    sample_bool(json_get(correctness, "has_nan"), &nan);
    sample_bool(json_get(correctness, "has_inf"), &inf);
    if (nan && !s->correct)
        s->outcome = "nan";
    if (nan || inf)
        return;
    s->max_rel_err = sample_number(correctness, "max_relative_error");
    s->max_abs_err = sample_number(correctness, "max_absolute_error");
}

static bool read_evaluation(const struct ingest_record *r, const struct json *e,
                            struct ingest_sample *s, const char **why)
{
    const struct json *correctness = json_get(e, "correctness");
    const struct json *performance = json_get(e, "performance");
    const char *status = NULL;
    if (!json_string(json_get(e, "status"), &status) || !read_status(status, s)) {
        *why = status == NULL ? "its evaluation has no status"
                              : arena_printf(r->arena, "status %.60s is unknown", status);
        return false;
    }
    s->log = kb_text(r->arena, e, "log");
    s->hardware = hardware_of(r->arena, json_get(e, "environment"));
    read_errors(correctness, s);
    s->matched_share = sample_number(json_get(correctness, "extra"), "matched_ratio");
    s->timing.runtime_us = kb_runtime_us(sample_number(performance, "latency_ms"));
    s->reference.runtime_us = kb_runtime_us(sample_number(performance, "reference_latency_ms"));
    s->reference_name = REFERENCE;
    return true;
}

/* Its uuid, else a hash of its content, the same in every file.  NULL without axes and uuid. */
static const char *workload_name(struct arena *a, const struct json *workload)
{
    const char *uuid = kb_text(a, workload, "uuid");
    if (uuid != NULL || json_type(json_get(workload, "axes")) != JSON_OBJECT)
        return uuid;
    struct buf text CLEANUP(buf_release) = { 0 };
    char hex[65];
    json_print(workload, true, &text);
    sha256_hex(buf_text(&text), text.len, hex);
    return arena_printf(a, "%.16s", hex);
}

/* A task is a definition on a workload. */
static bool read_record(const struct ingest_record *r, struct ingest_sample *s, const char **why)
{
    const struct json *evaluation = json_get(r->json, "evaluation");
    const char *definition = kb_text(r->arena, r->json, "definition");
    const char *workload = workload_name(r->arena, json_get(r->json, "workload"));
    const char *solution = kb_text(r->arena, r->json, "solution");
    if (json_type(r->json) != JSON_OBJECT || definition == NULL)
        *why = "the trace has no definition";
    else if (workload == NULL)
        *why = "the trace has no workload with a uuid or axes";
    else if (solution == NULL || solution[0] == '\0')
        *why = "the trace has a workload and no solution";
    if (*why != NULL)
        return false;
    s->task_name = arena_printf(r->arena, "%s/%s", definition, workload);
    s->extra = sample_json(r->arena, r->json);
    return evaluation == NULL || json_type(evaluation) == JSON_NULL ||
           read_evaluation(r, evaluation, s, why);
}

static void traces_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct ingest_sample *s = ingest_batch_add(out, "flashinfer-bench", "");
    const char *why = NULL;
    s->where = r->where;
    s->sample = INGEST_BY_CONTENT;
    if (read_record(r, s, &why)) {
        s->run = ingest_run_measured(out, s->hardware, REFERENCE);
        return;
    }
    out->n--;
    ingest_refuse(out->source, r->where, "%s", why);
}

const struct ingest_format format_traces = {
    .name = "traces",
    .summary = "flashinfer-bench Trace JSON Lines: solutions timed against the reference",
    .version = 3,
    .names_runs = true,
    .recognise = traces_recognise,
    .take = traces_take,
};
