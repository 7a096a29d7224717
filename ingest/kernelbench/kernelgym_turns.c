/*
 * Runtimes stand in the server's result alone, which a turn keeps only as text in the feedback; its
 * metrics have the speedup.
 */
#include "ingest/kernelbench/kernelgym_turns.h"

#include <math.h>
#include <string.h>

#include "ingest/ingest_sample.h"
#include "ingest/ingest_stated.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define REFERENCE "reference"

static const struct {
    const char *code, *outcome;
} error_codes[] = {
    { "COMPILATION_ERROR", "compile" }, { "SYNTAX_ERROR", "compile" },
    { "IMPORT_ERROR", "compile" },      { "INSTANTIATION_ERROR", "crash" },
    { "RUNTIME_ERROR", "crash" },       { "CORRECTNESS_ERROR", "mismatch" },
    { "TIMEOUT_ERROR", "timeout" },     { "VALIDATION_ERROR", "parse" },
    { "SYSTEM_ERROR", "infra" },        { "RESOURCE_ERROR", "infra" },
    { "UNKNOWN_ERROR", "infra" },
};

static bool is_true(const struct json *object, const char *key)
{
    bool flag = false;
    double v = 0;
    if (json_bool(json_get(object, key), &flag))
        return flag;
    return json_number(json_get(object, key), &v) && v > 0.5;
}

static const char *failure_of(struct arena *a, const struct json *v, bool compiled)
{
    const char *code = kb_text(a, v, "error_code");
    const char *error = kb_text(a, v, "error");
    const char *status = kb_text(a, v, "status");
    for (size_t i = 0; code != NULL && i < ARRAY_LEN(error_codes); i++)
        if (strcmp(code, error_codes[i].code) == 0)
            return error_codes[i].outcome;
    if ((status != NULL && strcmp(status, "timeout") == 0) ||
        (error != NULL && (strstr(error, "timed out") != NULL || strstr(error, "imeout") != NULL)))
        return "timeout";
    const struct json *metadata = json_get(v, "metadata");
    if (metadata != NULL && json_type(metadata) == JSON_OBJECT) {
        struct ingest_sample r = { .compiled = compiled };
        kb_outcome_of_failure(a, metadata, &r);
        return r.outcome;
    }
    return compiled ? "mismatch" : "compile";
}

static const char *message_of(struct arena *a, const struct json *v)
{
    static const char *const keys[] = { "error_message", "error", "error_code" };
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const char *text = kb_text(a, v, keys[i]);
        if (text != NULL)
            return kb_message(a, keys[i], text);
    }
    return NULL;
}

static void read_times(struct arena *a, const struct json *result, struct ingest_sample *s)
{
    const struct json *metadata = json_get(result, "metadata");
    const char *hardware = kb_text(a, metadata, "gpu_name");
    if (hardware == NULL)
        hardware = kb_text(a, metadata, "hardware");
    if (hardware != NULL)
        s->hardware = hardware;
    s->timing.runtime_us = kb_runtime_us(sample_number(result, "kernel_runtime"));
    s->reference.runtime_us = kb_runtime_us(sample_number(result, "reference_runtime"));
    s->reference_name = REFERENCE;
}

/* JSON somewhere in a text to the model. */
static void read_feedback(struct arena *a, const struct json *verdict, struct ingest_sample *s)
{
    struct err ignored = { 0 };
    const char *text = kb_text(a, verdict, "tool_response");
    const char *open = text == NULL ? NULL : strchr(text, '{');
    const char *close = text == NULL ? NULL : strrchr(text, '}');
    if (open == NULL || close == NULL || close < open)
        return;
    struct json *result = json_parse("tool_response", open, (size_t)(close - open) + 1, &ignored);
    if (result != NULL)
        read_times(a, result, s);
    json_free(result);
}

bool kernelgym_read_verdict(struct arena *a, const struct json *v, struct ingest_sample *s,
                            const char **out_why)
{
    const struct json *j = json_get(v, "compiled");
    const struct json *compiled =
        j != NULL && json_type(j) != JSON_NULL ? j : json_get(v, "compilation");
    if (v == NULL || json_type(v) != JSON_OBJECT ||
        (compiled == NULL && json_get(v, "correctness") == NULL)) {
        *out_why = "there is no verdict: neither compiled nor correctness";
        return false;
    }
    bool decoy = is_true(v, "decoy_kernel") || is_true(v, "is_decoy_kernel");
    s->correct = is_true(v, "correctness") && !decoy;
    s->compiled = is_true(v, "compiled") || is_true(v, "compilation") || is_true(v, "correctness");
    read_times(a, v, s);
    if (!isfinite(s->timing.runtime_us))
        read_feedback(a, v, s);
    ingest_claim(a, s, sample_number(v, "speedup"));
    ingest_claim(a, s, sample_number(v, "performance"));
    s->message = s->correct ? NULL : message_of(a, v);
    s->outcome = s->correct ? "measured" : decoy ? "cheat" : failure_of(a, v, s->compiled);
    s->cheat_kind = decoy ? "decoy_kernel" : NULL;
    return true;
}

struct ingest_sample *kernelgym_add(struct ingest_batch *out, const char *where)
{
    struct ingest_sample *s = ingest_batch_add(out, "kernelgym", "");
    s->where = where;
    s->sample = INGEST_BY_CONTENT;
    return s;
}

void kernelgym_find_code(const char *answer, struct ingest_sample *s)
{
    const char *fence = strstr(answer, "```");
    while (fence != NULL) {
        const char *start = strchr(fence, '\n');
        const char *end = start == NULL ? NULL : strstr(start, "\n```");
        if (end == NULL)
            return;
        if (end > start)
            s->code = (struct ingest_text){ .data = start + 1, .len = (size_t)(end - start) };
        fence = strstr(end + strlen("\n```"), "```");
    }
}

void kernelgym_name_task(struct arena *a, int level, int problem, const char *name,
                         struct ingest_sample *s)
{
    bool numbered = level > 0 && problem > 0;
    s->suite = numbered ? "kernelbench" : "kernelgym";
    s->level = numbered ? level : 0;
    s->problem = numbered ? problem : -1;
    if (!numbered)
        s->task_name = problem > 0 ? arena_printf(a, "problem_%d", problem) : name;
}
