/*
 * kernelbench_recognise.c - KernelBench's files by what is in them.
 */
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "src/base/mem.h"

#define KERNEL_FILES "level_*_problem_*_sample_*_kernel.py"

static bool begins_with_json(const struct ingest_probe *p)
{
    char c = p->head[strspn(p->head, " \t\r\n")];
    return c == '{' || c == '[';
}

/* A member that is true or false somewhere: summaries have counts under the same names. */
static bool has_flag(const struct ingest_probe *p, const char *key)
{
    size_t n = strlen(key);
    const char *end = p->head + p->head_len;
    for (const char *at = p->head; (at = memchr(at, '"', (size_t)(end - at))) != NULL; at++) {
        if ((size_t)(end - at) < n + 8 || memcmp(at + 1, key, n) != 0 || at[n + 1] != '"')
            continue;
        const char *value = at + n + 2;
        value += strspn(value, " :\"");
        if (strncmp(value, "true", 4) == 0 || strncmp(value, "false", 5) == 0 ||
            strncmp(value, "True", 4) == 0 || strncmp(value, "False", 5) == 0)
            return true;
    }
    return false;
}

/* A word of the heading, between separators or quotes. */
static bool has_column(const char *line, size_t len, const char *name)
{
    size_t n = strlen(name);
    for (size_t at = 0; at + n <= len; at++) {
        bool begins = at == 0 || line[at - 1] == ',' || line[at - 1] == '"';
        bool ends = at + n == len || memchr(",\"\r", line[at + n], 3) != NULL;
        if (begins && ends && memcmp(line + at, name, n) == 0)
            return true;
    }
    return false;
}

bool kb_is_table(const char *head, size_t len)
{
    const char *end = len == 0 ? NULL : memchr(head, '\n', len);
    size_t n = end == NULL ? 0 : (size_t)(end - head);
    return n > 0 && *head != '{' && *head != '[' && has_column(head, n, "problem_id") &&
           (has_column(head, n, "correctness") || has_column(head, n, "correct")) &&
           (has_column(head, n, "runtime_ms") || has_column(head, n, "runtime"));
}

const char *kernelbench_recognise(const struct ingest_probe *p)
{
    bool verdict = has_flag(p, "correctness") || has_flag(p, "correct");
    bool time = ingest_probe_has_key(p, "runtime") || ingest_probe_has_key(p, "avg_runtime") ||
                ingest_probe_has_key(p, "runtime_ms");
    if (p->folder && ingest_probe_has_file(p, KERNEL_FILES))
        return "a folder with " KERNEL_FILES;
    if (p->folder && ingest_probe_has_file(p, "eval_results.json"))
        return "a folder with eval_results.json";
    if (!p->folder && kb_is_table(p->head, p->head_len))
        return "CSV with problem_id, correctness and runtime";
    if (p->folder || !begins_with_json(p))
        return NULL;
    if (ingest_probe_has_key(p, "turns") && ingest_probe_has_key(p, "extracted_code") &&
        ingest_probe_has_key(p, "levels"))
        return "JSON with levels, turns and extracted_code";
    if (ingest_probe_has_key(p, "per_problem") && verdict && time)
        return "JSON with per_problem, verdicts and runtimes";
    /* Servers and benches that judge the same problems have records of their own. */
    if (ingest_probe_has_key(p, "toolkit") || ingest_probe_has_key(p, "turns") ||
        ingest_probe_has_key(p, "workload") || ingest_probe_has_key(p, "kernel_id") ||
        ingest_probe_has_key(p, "per_level"))
        return NULL;
    if (verdict && time &&
        (ingest_probe_has_key(p, "compiled") || ingest_probe_has_key(p, "avg_runtime")))
        return "JSON with compiled, correctness and runtime";
    if (verdict && strcmp(p->name, "eval_results.json") == 0)
        return "named eval_results.json, with verdicts";
    return NULL;
}

/* Whether what stands before a result on its line may be printed: code quotes, returns, assigns. */
static bool is_label(const char *line, const char *at)
{
    static const char *const code[] = { "\"", "'", "`", "return ", " = " };
    for (size_t i = 0; i < ARRAY_LEN(code); i++)
        if (kb_find_text(line, at, code[i]) != NULL)
            return false;
    return true;
}

/* Behind a Python truth value; NULL where none stands. */
static const char *skip_truth(const char *at, const char *end)
{
    static const char *const words[] = { "True", "False" };
    for (size_t i = 0; at != NULL && i < ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(end - at) >= n && memcmp(at, words[i], n) == 0)
            return at + n;
    }
    return NULL;
}

/* "compiled=True correctness=False ..." as str() prints it; with commas, as repr() does, a call in
 * Python looks the same but for the runtime that it rarely names. */
static bool is_printed_result(const char *line, const char *end)
{
    const char *start = kb_find_text(line, end, "compiled=");
    const char *at = start == NULL ? NULL : skip_truth(start + strlen("compiled="), end);
    bool comma = at != NULL && at < end && *at == ',';
    const char *name = comma ? ", correctness=" : " correctness=";
    size_t n = strlen(name);
    if (at == NULL || (size_t)(end - at) < n || memcmp(at, name, n) != 0)
        return false;
    at = skip_truth(at + n, end);
    const char *runtime = kb_find_text(at, end, " runtime=");
    bool timed = runtime != NULL && runtime + 9 < end &&
                 (runtime[9] == '-' || (runtime[9] >= '0' && runtime[9] <= '9'));
    return at != NULL && (!comma || timed) && is_label(line, start);
}

static const char *log_line_kind(const char *line, const char *end)
{
    static const char header[] = "[Eval Result] Problem ID: ";
    const char *at = kb_find_text(line, end, header);
    const char *id = at == NULL ? NULL : at + strlen(header);
    if (id != NULL && id < end && *id >= '0' && *id <= '9' && is_label(line, at))
        return "text with \"[Eval Result] Problem ID:\"";
    at = kb_find_text(line, end, "Starting Batch Eval with config: EvalConfig({");
    if (at != NULL && is_label(line, at))
        return "text with a batch's EvalConfig";
    return is_printed_result(line, end) ? "text with a printed KernelExecResult" : NULL;
}

const char *kernelbench_log_recognise(const struct ingest_probe *p)
{
    const char *stop = p->head + p->head_len;
    const char *why = NULL;
    if (p->folder)
        return NULL;
    for (const char *line = p->head; line < stop && why == NULL;) {
        const char *end = memchr(line, '\n', (size_t)(stop - line));
        end = end == NULL ? stop : end;
        why = log_line_kind(line, end);
        line = end + 1;
    }
    return why;
}

const char *kernelbench_baseline_recognise(const struct ingest_probe *p)
{
    if (!p->folder && begins_with_json(p) && ingest_probe_has_key(p, "avg_mean_time") &&
        ingest_probe_has_key(p, "eval_settings"))
        return "JSON with avg_mean_time and eval_settings of robust-kbench";
    if (p->folder || !begins_with_json(p) || ingest_probe_has_key(p, "correctness"))
        return NULL;
    if (ingest_probe_has_key(p, "mean") && ingest_probe_has_key(p, "num_trials") &&
        (ingest_probe_has_key(p, "level1") || ingest_probe_has_key(p, "level2") ||
         ingest_probe_has_key(p, "level3") || ingest_probe_has_key(p, "level4") ||
         ingest_probe_has_text(p, ".py\"")))
        return "JSON with mean and num_trials by problem file";
    return NULL;
}
