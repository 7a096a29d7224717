/* ingest_kernelbench.c - eval_results.json: JSON in any shape, or a table. */
#include <stdio.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_place.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/kernelbench_walk.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json_split.h"

#define KERNEL_FILES "level_*_problem_*_sample_*_kernel.py"

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

static bool is_table(const char *head, size_t len)
{
    size_t n = 0;
    while (n < len && head[n] != '\n' && head[n] != '\r')
        n++;
    return n > 0 && n < len && *head != '{' && *head != '[' && has_column(head, n, "problem_id") &&
           (has_column(head, n, "correctness") || has_column(head, n, "correct")) &&
           (has_column(head, n, "runtime_ms") || has_column(head, n, "runtime"));
}

/* What is no JSON is a table of the same fields. */
static int kernelbench_begin(struct ingest_source *source, struct err *err)
{
    const struct csv_table *heading = NULL;
    struct kb_walk *w = kb_walk_new(source);
    source->state = w;
    if (source->folder) {
        int rc = kb_folder_begin(w, err);
        w->beside = rc < 0 || kb_folder_has_kernels(w) ? NULL : kb_beside_list(source);
        return rc;
    }
    w->beside = kb_beside_list(source);
    return is_table(source->head, source->head_len)
               ? ingest_open_table(source, ',', NULL, &heading, err)
               : 0;
}

/* Cells are texts, read as numbers and truth values where wanted. */
static void take_row(struct kb_walk *w, struct ingest_batch *out, const struct ingest_record *row)
{
    struct err bad = { 0 };
    const char *text = csv_table_json(row->arena, row->row, NULL, 0);
    struct ingest_record r = *row;
    r.json =
        json_parse_arena(w->source->name, (size_t)row->line, text, strlen(text), row->arena, &bad);
    if (r.json == NULL)
        ingest_refuse(w->source, row->where, "%s", bad.msg);
    else
        kb_walk_record(w, out, &r);
}

static void kernelbench_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct kb_walk *w = out->source->state;
    if (r->path != NULL)
        kb_folder_take_kernel(w, out, r->path);
    else if (r->row != NULL)
        take_row(w, out, r);
    else
        kb_walk_record(w, out, r);
    if (w->folder != NULL && r->path == NULL)
        kb_folder_add_kernels(w, out);
    if (w->beside != NULL)
        kb_beside_attach(w->beside, out);
}

static int kernelbench_finish(struct ingest_batch *out, struct err *err)
{
    struct kb_walk *w = out->source->state;
    if (w->folder != NULL)
        kb_folder_finish(w);
    if (w->beside != NULL)
        kb_beside_finish(w->beside);
    return kb_walk_finish(w, err);
}

/* Problems, levels or samples, and the list "results". */
static bool kernelbench_enters(const struct ingest_source *source, const struct json_split *at)
{
    static const char *const containers[] = { "run_info", "results", "meta", KB_LEVELS };
    char first[160];
    const char *key = json_split_key(at, 0);
    size_t depth = json_split_depth(at);
    (void)source;
    if (depth == 1 && key != NULL && strcmp(key, "results") == 0 && json_split_first(at) == '[')
        return true;
    bool levels = key != NULL && strcmp(key, KB_LEVELS) == 0;
    if (json_split_first(at) != '{' || depth >= (size_t)KB_MAX_KEYS + levels ||
        (depth > 0 && key == NULL))
        return false;
    json_split_first_key(at, first, sizeof(first));
    /* A record may begin with its level too. */
    if (depth == 0 && strcmp(first, "level") == 0) {
        struct ingest_probe p = { .name = "" };
        p.head = json_split_peek(at, &p.head_len);
        return ingest_probe_has_key(&p, "results");
    }
    for (size_t i = 0; depth == 0 && i < ARRAY_LEN(containers); i++)
        if (strcmp(first, containers[i]) == 0)
            return true;
    return kb_names_place(first) && json_split_begins_with_container(at);
}

/* True or false somewhere: summaries have counts under these names. */
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

/* A record of a problem that was never judged: "status": "static_failed". */
static bool has_status(const struct ingest_probe *p)
{
    if (!ingest_probe_has_keys(p, "problem_id", "status") || !ingest_probe_has_key(p, "level"))
        return false;
    for (size_t i = 0; kb_status_word(i) != NULL; i++) {
        char quoted[64];
        snprintf(quoted, sizeof(quoted), "\"%s\"", kb_status_word(i));
        if (ingest_probe_has_text(p, quoted))
            return true;
    }
    return false;
}

static const char *kernelbench_recognise(const struct ingest_probe *p)
{
    bool verdict = has_flag(p, "correctness") || has_flag(p, "correct");
    bool time = ingest_probe_has_key(p, "runtime") || ingest_probe_has_key(p, "avg_runtime") ||
                ingest_probe_has_key(p, "runtime_ms");
    if (p->folder && ingest_probe_has_file(p, KERNEL_FILES))
        return "a folder with " KERNEL_FILES;
    if (p->folder && ingest_probe_has_file(p, "eval_results.json"))
        return "a folder with eval_results.json";
    if (!p->folder && is_table(p->head, p->head_len))
        return "CSV with problem_id, correctness and runtime";
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_key(p, "turns") && ingest_probe_has_key(p, "extracted_code") &&
        ingest_probe_has_key(p, "levels"))
        return "JSON with levels, turns and extracted_code";
    if (ingest_probe_has_key(p, "per_problem") && verdict && time)
        return "JSON with per_problem, verdicts and runtimes";
    /* Other servers and benches judge the same problems. */
    if (ingest_probe_has_key(p, "toolkit") || ingest_probe_has_key(p, "turns") ||
        ingest_probe_has_key(p, "workload") || ingest_probe_has_key(p, "kernel_id") ||
        ingest_probe_has_key(p, "per_level"))
        return NULL;
    if (verdict && time &&
        (ingest_probe_has_key(p, "compiled") || ingest_probe_has_key(p, "avg_runtime")))
        return "JSON with compiled, correctness and runtime";
    if (verdict && strcmp(p->name, "eval_results.json") == 0)
        return "named eval_results.json, with verdicts";
    if (has_status(p))
        return "JSON with level, problem_id and the status of samples without a verdict";
    return NULL;
}

static const char *const parts[] = {
    "eval_results.json",
    "pass_at_k_results.json",
    "generation_config.yaml",
    KERNEL_FILES,
    "level_*_problem_*_sample_*_prompt.txt",
    NULL,
};

static const char *const result_stems[] = { "eval_results", "eval_result", "eval",
                                            "result",       "results",     "detailed_results",
                                            "all_results",  "gen_results", "evaluation",
                                            "checkpoint",   NULL };

const struct ingest_format format_kernelbench = {
    .name = "kernelbench",
    .summary = "KernelBench eval_results.json in all its shapes: rollouts and evaluations",
    .version = 3,
    .folders = true,
    .parts = parts,
    .result_stems = result_stems,
    .recognise = kernelbench_recognise,
    .begin = kernelbench_begin,
    .enters = kernelbench_enters,
    .take = kernelbench_take,
    .finish = kernelbench_finish,
};
