/*
 * kernelbench_outcome.c - why a sample failed, from KernelBench's free-form metadata.
 *
 * Its verdicts are compiled and correct; reasons stand under many keys.  The first rule that
 * applies decides, the most specific first.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ingest/kernelbench/kernelbench_record.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_MESSAGE_BYTES 200

static bool contains(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (; *text != '\0'; text++)
        if (strncasecmp(text, word, n) == 0)
            return true;
    return false;
}

/* The member is there and holds the word, if any, in any case. */
static const struct rule {
    const char *key;
    const char *word; /* NULL: any text */
    const char *outcome;
} rules[] = {
    { "error", "timed out", "timeout" },
    { "error", "timeout", "timeout" },
    { "error", "kernel not found", "no_code" },
    { "error", "future was none", "infra" },
    { "error", "pickl", "infra" },
    { "gpu_error", NULL, "infra" },
    { "cuda_error", "timed out", "timeout" },
    { "cuda_error", NULL, "crash" },
    { "compilation_error", NULL, "compile" },
    { "compilation_error_name", NULL, "compile" },
    { "correctness_issue", "shape", "wrong_shape" },
    { "correctness_issue", "nan", "nan" },
    { "correctness_issue", NULL, "mismatch" },
    { "runtime_error", "timed out", "timeout" },
    { "runtime_error", NULL, "crash" },
    { "other_error", "timed out", "timeout" },
    { "other_error", NULL, "crash" },
    { "error_type", "timeout", "timeout" },
    { "error_type", "compil", "compile" },
    { "error_type", "syntax", "compile" },
    { "error_type", "shape", "wrong_shape" },
    { "error_type", "mismatch", "mismatch" },
    { "error_type", "correctness", "mismatch" },
    { "error_type", NULL, "crash" },
};

static const char *const message_keys[] = {
    "error",
    "gpu_error",
    "cuda_error",
    "compilation_error",
    "correctness_issue",
    "runtime_error",
    "other_error",
    "error_msg",
    "error_message",
    "error_type",
    "compilation_error_name",
};

const char *kb_message(struct arena *a, const char *key, const char *text)
{
    text += strspn(text, " \t\r\n");
    size_t len = strcspn(text, "\r\n");
    size_t end = 0;
    while (end < len && end < MAX_MESSAGE_BYTES) {
        size_t n = utf8_sequence_length(text + end, len - end);
        end += n == 0 ? 1 : n;
    }
    return arena_printf(a, "%s: %.*s%s", key, (int)end, text, end < len ? "..." : "");
}

static const char *find_message(struct arena *a, const struct json *metadata)
{
    for (size_t i = 0; i < ARRAY_LEN(message_keys); i++) {
        const char *text = kb_text(a, metadata, message_keys[i]);
        if (text != NULL)
            return kb_message(a, message_keys[i], text);
    }
    return NULL;
}

static const char *find_outcome(struct arena *a, const struct json *metadata, bool compiled)
{
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        const char *text = kb_text(a, metadata, rules[i].key);
        if (text != NULL && (rules[i].word == NULL || contains(text, rules[i].word)))
            return rules[i].outcome;
    }
    return compiled ? "mismatch" : "compile";
}

/* Lists of numbers appear as arrays of strings or as such an array's print. */
static bool holds_nan(struct arena *a, const struct json *metadata)
{
    const char *text = kb_text(a, metadata, "max_difference");
    return text != NULL && contains(text, "nan");
}

void kb_outcome_of_failure(struct arena *a, const struct json *metadata, struct ingest_sample *r)
{
    r->outcome = find_outcome(a, metadata, r->compiled);
    /* An error of something that was never built is one of building; a CUDA error is not, whatever
     * KernelBench says. */
    if (strcmp(r->outcome, "crash") == 0 && !r->compiled &&
        kb_text(a, metadata, "cuda_error") == NULL)
        r->outcome = "compile";
    if (strcmp(r->outcome, "mismatch") == 0 && holds_nan(a, metadata))
        r->outcome = "nan";
    r->message = find_message(a, metadata);
    static const char *const logs[] = { "compilation_error", "other_error", "runtime_error" };
    for (size_t i = 0; strcmp(r->outcome, "compile") == 0 && i < ARRAY_LEN(logs) && r->log == NULL;
         i++)
        r->log = kb_text(a, metadata, logs[i]);
}
