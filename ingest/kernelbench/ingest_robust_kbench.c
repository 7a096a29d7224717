/*
 * ingest_robust_kbench.c - robust-kbench: results.csv with code in multi-line cells, and
 * filter_results.json, which says which tasks can be cheated.
 */
#include <math.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/store.h"

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

static void judge_failure(struct ingest_sample *r, const char *type)
{
    static const struct {
        const char *word, *outcome;
        bool compiled;
    } kinds[] = {
        { "compil", "compile", false }, { "build", "compile", false },
        { "timeout", "timeout", true }, { "runtime", "crash", true },
        { "time", "timeout", true },    { "shape", "wrong_shape", true },
        { "nan", "nan", true },         { "memory", "crash", true },
        { "cuda", "crash", true },      { "parse", "parse", false },
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

static void take_times(struct arena *a, struct ingest_sample *r, const struct csv_table *t)
{
    double ms = number_of(csv_table_cell(t, "Runtime (ms)"));
    double eager = number_of(csv_table_cell(t, "Speedup"));
    double compiled = number_of(csv_table_cell(t, "Speedup Compile"));
    r->timing.runtime_us = kb_runtime_us(ms);
    if (r->correct && eager > 0) {
        r->reference.runtime_us = r->timing.runtime_us * eager;
        r->reference_name = "torch_eager";
    }
    if (!(compiled > 0))
        return;
    struct evidence *e = arena_alloc(a, sizeof(*e));
    *e = (struct evidence){
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

static const char *task_of(struct arena *a, const struct csv_table *t)
{
    bool forward = true;
    const char *name = csv_table_cell(t, "task_name");
    if (name == NULL || *name == '\0')
        return NULL;
    if (!flag_of(csv_table_cell(t, "forward"), &forward))
        return arena_strdup(a, name);
    return arena_printf(a, "%.200s %s", name, forward ? "forward" : "backward");
}

static void take_row(struct ingest_batch *out, const char *where, const struct csv_table *t)
{
    static const char *const placed[] = { "Code" };
    struct arena *a = out->arena;
    const char *task = task_of(a, t);
    const char *code = csv_table_cell(t, "Code");
    const char *error = csv_table_cell(t, "Error");
    bool correct = false;
    if (task == NULL || !flag_of(csv_table_cell(t, "Correct"), &correct)) {
        ingest_refuse(out->source, where,
                      task == NULL ? "the row names no task" : "Correct is neither True nor False");
        return;
    }
    struct ingest_sample *r = ingest_batch_add(out, SUITE, task);
    int batch = index_of(csv_table_cell(t, "Batch ID"));
    r->where = where;
    r->step = batch < 0 ? 0 : batch;
    r->sample = index_of(csv_table_cell(t, "Sample ID"));
    r->code = ingest_text(code == NULL || *code == '\0' ? NULL : arena_strdup(a, code));
    r->correct = r->compiled = correct;
    r->outcome = "measured";
    if (!correct)
        judge_failure(r, csv_table_cell(t, "Error Type"));
    r->message = error == NULL ? NULL : sample_first_line(a, arena_strdup(a, error));
    r->log = error == NULL || *error == '\0' ? NULL : arena_strdup(a, error);
    r->max_abs_err = number_of(csv_table_cell(t, "Max Diff"));
    take_times(a, r, t);
    r->extra = csv_table_json(a, t, placed, ARRAY_LEN(placed));
}

static size_t flags_of(struct arena *a, const struct json *root, const struct evidence **out)
{
    struct evidence *list = arena_array(a, json_count(root), sizeof(*list));
    size_t n = 0;
    for (const struct json *j = json_first(root); j != NULL; j = json_next(j)) {
        bool flagged = false;
        if (!str_starts_with(json_key(j), "filter_") || !json_bool(j, &flagged))
            continue;
        list[n++] = (struct evidence){
            .kind = arena_strdup(a, json_key(j)),
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

static void take_flags(struct ingest_batch *out, const char *where, const struct json *root)
{
    struct ingest_source *source = out->source;
    const struct evidence *flags = NULL;
    size_t n = json_type(root) == JSON_OBJECT ? flags_of(out->arena, root, &flags) : 0;
    if (n == 0) {
        ingest_refuse(source, where, "it has neither results of robust-kbench nor filter flags");
        return;
    }
    const char *folder = path_folder_name(source->arena, source->path);
    int level = 0;
    int problem = 0;
    bool numbered = kb_task_of_path(source->path, &level, &problem);
    if (folder == NULL)
        folder = source->options->run_name;
    if (!numbered && folder == NULL) {
        ingest_refuse(source, where, "its path names no task");
        return;
    }
    struct ingest_sample *r = ingest_batch_add(out, SUITE, numbered ? "" : folder);
    r->where = where;
    r->level = level;
    r->problem = numbered ? problem : -1;
    r->sample = 0;
    r->outcome = "infra"; /* of a task, no verdict on a sample */
    r->message = "quality flags of the task; nothing was run";
    r->evidence = flags;
    r->n_evidence = n;
    r->extra = sample_json(out->arena, root);
}

static void robust_kbench_take(struct ingest_batch *out, const struct ingest_record *r)
{
    if (r->row != NULL)
        take_row(out, r->where, r->row);
    else
        take_flags(out, r->where, r->json);
}

static int robust_kbench_begin(struct ingest_source *source, struct err *err)
{
    const struct csv_table *heading = NULL;
    size_t blank = 0;
    while (blank < source->head_len && memchr(" \t\r\n", source->head[blank], 4) != NULL)
        blank++;
    if (blank < source->head_len && (source->head[blank] == '{' || source->head[blank] == '['))
        return 0;
    int rc = ingest_open_table(source, ',', NULL, &heading, err);
    if (rc < 0 || (csv_table_cell(heading, "Correct") != NULL &&
                   csv_table_cell(heading, "task_name") != NULL))
        return rc;
    return err_set(
        err, ERR_INTEGRITY,
        "%s: not results of robust-kbench: the table lacks the columns Correct and task_name",
        source->name);
}

static const char *robust_kbench_recognise(const struct ingest_probe *p)
{
    if (ingest_probe_is_json(p))
        return ingest_probe_has_keys(p, "filter_output_std", "filter_input_impact")
                   ? "JSON with the filters of a task"
                   : NULL;
    if (!p->folder && ingest_probe_has_text(p, "Speedup Compile") &&
        ingest_probe_has_text(p, "task_name"))
        return "CSV with Speedup Compile and task_name";
    return NULL;
}

const struct ingest_format format_robust_kbench = {
    .name = "robust-kbench",
    .summary = "robust-kbench results.csv and the filter flags of its tasks",
    .version = 2,
    .recognise = robust_kbench_recognise,
    .begin = robust_kbench_begin,
    .take = robust_kbench_take,
};
