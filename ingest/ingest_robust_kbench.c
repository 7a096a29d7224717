/*
 * ingest_robust_kbench.c - robust-kbench: results.csv with code in multi-line cells, and
 * filter_results.json, the flags that say which tasks can be cheated.
 */
#include <math.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/ingest_kernelbench.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_rows.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define SUITE "robust-kbench"

static double number_of(const char *cell)
{
    double v = 0;
    return cell != NULL && str_to_double(cell, &v) && isfinite(v) ? v : (double)NAN;
}

static int index_of(const char *cell)
{
    int64_t v = 0;
    return cell != NULL && str_to_i64(cell, &v) && v >= 0 && v < INT32_MAX ? (int)v : -1;
}

static bool flag_of(const char *cell, bool *out)
{
    if (cell == NULL)
        return false;
    *out = strcmp(cell, "True") == 0 || strcmp(cell, "true") == 0 || strcmp(cell, "1") == 0;
    return *out || strcmp(cell, "False") == 0 || strcmp(cell, "false") == 0 ||
           strcmp(cell, "0") == 0;
}

/* What the evaluator wrote as Error Type. */
static void judge_failure(struct sample_row *r, const char *type)
{
    static const struct {
        const char *word, *outcome;
        bool compiled;
    } kinds[] = {
        { "compil", "compile", false }, { "build", "compile", false },
        { "time", "timeout", true },    { "shape", "wrong_shape", true },
        { "nan", "nan", true },         { "memory", "crash", true },
        { "runtime", "crash", true },   { "cuda", "crash", true },
        { "parse", "parse", false },
    };
    r->outcome = "mismatch";
    r->compiled = true;
    for (size_t i = 0; type != NULL && i < ARRAY_LEN(kinds); i++) {
        if (strstr(type, kinds[i].word) == NULL)
            continue;
        r->outcome = kinds[i].outcome;
        r->compiled = kinds[i].compiled;
        return;
    }
}

static void take_times(struct ingest_job *job, struct sample_row *r, const struct csv_table *t)
{
    double ms = number_of(csv_table_cell(t, "Runtime (ms)"));
    double eager = number_of(csv_table_cell(t, "Speedup"));
    double compiled = number_of(csv_table_cell(t, "Speedup Compile"));
    r->runtime_us = kb_runtime_us(ms);
    if (r->correct && eager > 0) {
        r->baseline_us = r->runtime_us * eager;
        r->baseline = "torch_eager";
    }
    if (!(compiled > 0))
        return;
    struct evidence_row *e = arena_alloc(job->arena, sizeof(*e));
    *e = (struct evidence_row){
        .kind = "speedup_torch_compile",
        .value = compiled,
        .bound = (double)NAN,
        .unit = "x",
        .pass = true,
        .detail = "as the source says; it gives no time of the baseline",
    };
    r->evidence = e;
    r->n_evidence = 1;
}

static const char *task_of(struct ingest_job *job, const struct csv_table *t)
{
    bool forward = true;
    const char *name = csv_table_cell(t, "task_name");
    if (name == NULL || *name == '\0')
        return NULL;
    if (!flag_of(csv_table_cell(t, "forward"), &forward))
        return arena_strdup(job->arena, name);
    return arena_printf(job->arena, "%.200s %s", name, forward ? "forward" : "backward");
}

static void take_row(struct ingest_job *job, struct sample_batch *b, const struct csv_table *t)
{
    static const char *const placed[] = { "Code" };
    struct arena *a = job->arena;
    const char *where = arena_printf(a, "line %zu", t->row.line);
    const char *task = task_of(job, t);
    const char *code = csv_table_cell(t, "Code");
    const char *error = csv_table_cell(t, "Error");
    bool correct = false;
    if (task == NULL || !flag_of(csv_table_cell(t, "Correct"), &correct)) {
        ingest_refuse(job, where,
                      task == NULL ? "names no task" : "Correct is neither True nor False");
        return;
    }
    struct sample_row *r = sample_batch_add(job, b, SUITE, task);
    int batch = index_of(csv_table_cell(t, "Batch ID"));
    r->where = where;
    r->step = batch < 0 ? 0 : batch;
    r->sample = index_of(csv_table_cell(t, "Sample ID"));
    r->code = code == NULL || *code == '\0' ? NULL : arena_strdup(a, code);
    r->correct = r->compiled = correct;
    r->outcome = "measured";
    if (!correct)
        judge_failure(r, csv_table_cell(t, "Error Type"));
    r->message = error == NULL ? NULL : sample_first_line(a, arena_strdup(a, error));
    r->log = error == NULL || *error == '\0' ? NULL : arena_strdup(a, error);
    r->max_abs_err = number_of(csv_table_cell(t, "Max Diff"));
    take_times(job, r, t);
    r->extra = csv_table_json(a, t, placed, ARRAY_LEN(placed));
}

static int parse_results(struct ingest_job *job, struct sample_batch *b, struct err *err)
{
    struct csv_table t;
    int rc = csv_table_open(job, &t, ',', err);
    if (rc < 0)
        return rc;
    if (csv_table_cell(&t, "Correct") == NULL || csv_table_cell(&t, "task_name") == NULL)
        rc = err_set(err, ERR_INTEGRITY,
                     "%s: no robust-kbench results: no columns Correct and task_name", job->name);
    while (rc == 0 && csv_table_next(job, &t) > 0)
        take_row(job, b, &t);
    csv_table_close(&t);
    return rc;
}

/* ".../level_1/task_23/filter_results.json" */
static bool task_of_path(const char *path, int *level, int *problem)
{
    const char *at = strstr(path, "level_");
    int64_t numbers[2] = { 0, 0 };
    const char *slash = at == NULL ? NULL : strstr(at, "/task_");
    const char *text[2] = { at == NULL ? NULL : at + 6, slash == NULL ? NULL : slash + 6 };
    for (int i = 0; i < 2; i++) {
        if (text[i] == NULL || *text[i] < '0' || *text[i] > '9')
            return false;
        for (const char *c = text[i]; *c >= '0' && *c <= '9' && numbers[i] < 100000; c++)
            numbers[i] = numbers[i] * 10 + (*c - '0');
    }
    *level = (int)numbers[0];
    *problem = (int)numbers[1];
    return true;
}

static size_t flags_of(struct ingest_job *job, const struct json *root,
                       const struct evidence_row **out)
{
    struct evidence_row *list = arena_array(job->arena, json_count(root), sizeof(*list));
    size_t n = 0;
    for (const struct json *j = json_first(root); j != NULL; j = json_next(j)) {
        bool flagged = false;
        if (!str_starts_with(json_key(j), "filter_") || !json_bool(j, &flagged))
            continue;
        list[n++] = (struct evidence_row){
            .kind = arena_strdup(job->arena, json_key(j)),
            .value = flagged,
            .bound = 0,
            .unit = "",
            .pass = !flagged,
            .detail = "task quality as the source says",
        };
    }
    *out = list;
    return n;
}

static void take_flags(struct ingest_job *job, void *context, const char *where,
                       const struct json *root)
{
    const struct evidence_row *flags = NULL;
    size_t n = json_type(root) == JSON_OBJECT ? flags_of(job, root, &flags) : 0;
    if (n == 0) {
        ingest_refuse(job, where, "no robust-kbench results and no filter flags");
        return;
    }
    const char *folder = kb_folder_name(job->arena, job->path);
    int level = 0;
    int problem = 0;
    bool numbered = task_of_path(job->path, &level, &problem);
    if (folder == NULL)
        folder = job->options->run_name;
    if (!numbered && folder == NULL) {
        ingest_refuse(job, where, "its path names no task");
        return;
    }
    struct sample_row *r = sample_batch_add(job, context, SUITE, numbered ? "" : folder);
    r->where = where;
    r->level = level;
    r->problem = numbered ? problem : SAMPLE_PROBLEM_OF_NAME;
    r->sample = 0;
    r->outcome = "infra"; /* flags of a task are no verdict on a sample */
    r->message = "quality flags of the task; nothing was run";
    r->evidence = flags;
    r->n_evidence = n;
    r->extra = sample_json(job->arena, root);
}

int robust_kbench_parse(struct ingest_job *job, struct err *err)
{
    struct sample_batch *b = sample_batch_new(job);
    size_t blank = 0;
    while (blank < job->len && job->text[blank] != '\0' &&
           strchr(" \t\r\n", job->text[blank]) != NULL)
        blank++;
    bool is_json = blank < job->len && (job->text[blank] == '{' || job->text[blank] == '[');
    int rc = is_json ? sample_each_value(job, take_flags, b, err) : parse_results(job, b, err);
    if (rc < 0)
        return rc;
    return sample_batch_finish(job, b, SAMPLE_RUN_OF_FOLDER, err);
}
