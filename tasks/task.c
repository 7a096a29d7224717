#include "tasks/task.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "tasks/kernelbench.h"
#include "tasks/task_family.h"

static const struct {
    const char *name, *c_name;
    size_t bytes;
} dtypes[] = {
    [DTYPE_F32] = { "f32", "float", 4 },        [DTYPE_F64] = { "f64", "double", 8 },
    [DTYPE_F16] = { "f16", "__half", 2 },       [DTYPE_I32] = { "i32", "int", 4 },
    [DTYPE_U32] = { "u32", "unsigned int", 4 }, [DTYPE_I64] = { "i64", "long long", 8 },
    [DTYPE_U8] = { "u8", "unsigned char", 1 },
};

const char *const task_case_names[] = { "tiny", "cpu", "full", NULL };

size_t dtype_size(enum dtype t)
{
    return dtypes[t].bytes;
}

const char *dtype_name(enum dtype t)
{
    return dtypes[t].name;
}

const char *dtype_c_name(enum dtype t)
{
    return dtypes[t].c_name;
}

bool dtype_parse(const char *name, enum dtype *out)
{
    for (size_t i = 0; i < ARRAY_LEN(dtypes); i++) {
        if (strcmp(dtypes[i].name, name) == 0) {
            *out = (enum dtype)i;
            return true;
        }
    }
    return false;
}

const char *task_case_name(enum task_case c)
{
    return task_case_names[c];
}

bool task_case_parse(const char *name, enum task_case *out)
{
    for (size_t i = 0; i < TASK_CASE_COUNT; i++) {
        if (strcmp(task_case_names[i], name) == 0) {
            *out = (enum task_case)i;
            return true;
        }
    }
    return false;
}

/* "l1/4" or "4"; false for others, as "L1/04". */
static bool parse_id(const char *id, int64_t *out_level, int64_t *out_problem)
{
    char canonical[64];
    const char *slash = strchr(id, '/');
    int64_t level = 1, problem;
    if (strlen(id) >= sizeof(canonical))
        return false;
    if (slash != NULL) {
        char text[64];
        snprintf(text, sizeof(text), "%.*s", (int)(slash - id), id);
        if (text[0] != 'l' || !str_to_i64(text + 1, &level))
            return false;
    }
    if (!str_to_i64(slash != NULL ? slash + 1 : id, &problem) || level < 1 || problem < 1)
        return false;
    snprintf(canonical, sizeof(canonical), "l%" PRId64 "/%" PRId64, level, problem);
    if (strcmp(slash != NULL ? canonical : strchr(canonical, '/') + 1, id) != 0)
        return false;
    *out_level = level;
    *out_problem = problem;
    return true;
}

int64_t task_parameter(const struct task *t, const char *name, int64_t otherwise)
{
    int64_t value;
    for (size_t i = 0; i < t->n_values; i++)
        if (strcmp(t->values[i].name, name) == 0)
            return str_to_i64(t->values[i].text, &value) ? value : otherwise;
    return otherwise;
}

static int load(const char *name, const char *text, size_t len, struct arena *a,
                const struct task **out, struct err *err)
{
    struct task *t = arena_alloc(a, sizeof(*t));
    int rc = task_parse(name, text, len, a, t, err);
    if (rc < 0)
        return rc;
    *out = t;
    return 0;
}

static int unknown_task(const char *id, const char *advice, struct err *err)
{
    CLEANUP(arena_release) struct arena arena = { 0 };
    struct err ignored = { 0 };
    const struct task **tasks;
    struct nearest by_id, by_name;
    size_t n = 0;
    nearest_init(&by_id, id);
    nearest_init(&by_name, id);
    if (task_list(&arena, &tasks, &n, &ignored) < 0)
        n = 0;
    for (size_t i = 0; i < n; i++) {
        nearest_offer(&by_id, tasks[i]->id);
        size_t cost = by_name.cost;
        nearest_offer(&by_name, tasks[i]->name);
        if (by_name.cost < cost)
            snprintf(by_name.name, sizeof(by_name.name), "%s", tasks[i]->id);
    }
    err_set(err, ERR_NOMATCH, "no task '%.64s': %s", id, advice);
    return err_suggest(err, by_name.name[0] != '\0' ? &by_name : &by_id);
}

int task_find(const char *id, struct arena *a, const struct task **out, struct err *err)
{
    int64_t level, problem;
    char name[96];
    if (!parse_id(id, &level, &problem))
        return unknown_task(id, "ids look like l1/4, those of imported problems like SUITE:l1/4",
                            err);
    snprintf(name, sizeof(name), "tasks/l%" PRId64 "/%" PRId64 ".json", level, problem);
    const struct embedded_file *file = embed_find(embedded_tasks, embedded_tasks_count, name);
    if (file != NULL)
        return load(name, (const char *)file->data, file->size, a, out, err);
    struct family_task *found;
    size_t n;
    int rc = problem > INT32_MAX ? 0 : family_tasks((int)problem, a, &found, &n, err);
    for (size_t i = 0; rc == 0 && problem <= INT32_MAX && i < n; i++)
        if (found[i].level == level)
            return load(found[i].name, found[i].text, strlen(found[i].text), a, out, err);
    return rc < 0 ? rc : unknown_task(id, "see rollbook task list", err);
}

/* tasks/lLEVEL/ID.json: other JSON lives elsewhere. */
static bool is_manifest(const char *name)
{
    char id[64];
    int64_t level, problem;
    size_t len = strlen(name);
    if (!str_starts_with(name, "tasks/") || !str_ends_with(name, ".json") || len > sizeof(id))
        return false;
    snprintf(id, sizeof(id), "%.*s", (int)(len - strlen("tasks/") - strlen(".json")),
             name + strlen("tasks/"));
    return strchr(id, '/') != NULL && parse_id(id, &level, &problem);
}

static int compare_tasks(const void *left, const void *right)
{
    const struct task *a = *(const struct task *const *)left;
    const struct task *b = *(const struct task *const *)right;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    return (a->problem_id > b->problem_id) - (a->problem_id < b->problem_id);
}

int task_list(struct arena *a, const struct task ***out, size_t *out_count, struct err *err)
{
    struct family_task *more;
    size_t count = 0, n_more;
    int rc = family_tasks(0, a, &more, &n_more, err);
    if (rc < 0)
        return rc;
    const struct task **tasks = arena_array(a, embedded_tasks_count + n_more + 1, sizeof(*tasks));
    for (size_t i = 0; i < embedded_tasks_count; i++) {
        if (!is_manifest(embedded_tasks[i].name))
            continue;
        const struct embedded_file *f = &embedded_tasks[i];
        rc = load(f->name, (const char *)f->data, f->size, a, &tasks[count], err);
        if (rc < 0)
            return rc;
        count++;
    }
    for (size_t i = 0; i < n_more; i++, count++) {
        const char *text = more[i].text;
        if ((rc = load(more[i].name, text, strlen(text), a, &tasks[count], err)) < 0)
            return rc;
    }
    qsort(tasks, count, sizeof(*tasks), compare_tasks);
    *out = tasks;
    *out_count = count;
    return 0;
}

size_t task_names(const struct task *t, enum task_case c, struct expr_name out[TASK_MAX_DIMS])
{
    for (size_t i = 0; i < t->n_dims; i++)
        out[i] = (struct expr_name){ .name = t->dims[i], .value = t->dim_values[c][i] };
    return t->n_dims;
}

int task_elements(const struct task *t, enum task_case c, const struct task_tensor *x, int64_t *out,
                  struct err *err)
{
    struct expr_name names[TASK_MAX_DIMS];
    size_t n_names = task_names(t, c, names);
    int64_t count = 1;
    for (size_t i = 0; i < x->rank; i++) {
        struct expr_error error;
        int64_t extent;
        if (expr_eval(x->shape[i], names, n_names, &extent, &error) < 0)
            return err_set(err, ERR_INTEGRITY, "%s: shape of %s: %s", t->id, x->name, error.msg);
        if (extent < 1 || __builtin_mul_overflow(count, extent, &count) ||
            count > (int64_t)(PTRDIFF_MAX / 8))
            return err_set(err, ERR_INTEGRITY, "%s: %s has no usable size in case %s", t->id,
                           x->name, task_case_name(c));
    }
    *out = count;
    return 0;
}

/*
 * Kernel files of a task beside its baseline.
 */

static const char *embedded_text(const char *path)
{
    const struct embedded_file *f = embed_find(embedded_tasks, embedded_tasks_count, path);
    return f != NULL ? (const char *)f->data : NULL;
}

/* A set's text of a task, with the texts of "first" before the task's own. */
static int expanded(const char *path, const struct task *t, const struct task_values *first,
                    struct arena *a, const char **out, struct err *err)
{
    const char *text = embedded_text(path);
    const struct task_values sets[] = { *first,
                                        { t->values, t->n_values },
                                        { task_single_values, task_single_count } };
    if (text == NULL)
        return 0;
    *out = values_expand(path, text, sets, ARRAY_LEN(sets), a, err);
    return *out == NULL ? ERR_INTEGRITY : 0;
}

/* Of a task that has file and values of its own beside the set's texts. */
static int with_values(const struct task *t, const char *set, struct arena *a, const char **out,
                       struct err *err)
{
    const char *where = arena_printf(a, "tasks/%.32s/values.json", set);
    const char *text = embedded_text(where), *file;
    struct task_value values[TASK_MAX_VALUES];
    struct task_values own = { values, 0 };
    const struct json *given;
    if (text == NULL)
        return 0;
    const struct json *all = json_parse_arena(where, 1, text, strlen(text), a, err);
    if (all == NULL)
        return ERR_INTEGRITY;
    const struct json *entry = json_get(all, t->id);
    if (entry == NULL)
        return 0;
    int rc = json_need_string(entry, where, "file", &file, err);
    if (rc == 0)
        rc = json_need_object(entry, where, "values", &given, err);
    if (rc < 0)
        return rc;
    for (const struct json *v = json_first(given); v != NULL && own.n < ARRAY_LEN(values);
         v = json_next(v))
        if (json_string(v, &values[own.n].text))
            values[own.n++].name = json_key(v);
    return expanded(arena_printf(a, "tasks/%.32s/%s", set, file), t, &own, a, out, err);
}

int task_kernel(const struct task *t, const char *set, struct arena *a, const char **out,
                struct err *err)
{
    const char *name = arena_printf(a, "l%d_%d_%.32s.cu", t->level, t->problem_id, set);
    *out = embedded_text(arena_printf(a, "tasks/kernels/%s", name));
    if (*out != NULL)
        return 0;
    int rc = with_values(t, set, a, out, err);
    const char *slash = t->kernel_template == NULL ? NULL : strrchr(t->baseline_path, '/');
    if (rc < 0 || *out != NULL || slash == NULL)
        return rc;
    const struct task_values none = { NULL, 0 };
    return expanded(arena_printf(a, "tasks/%.32s%s", set, slash), t, &none, a, out, err);
}

void task_work(const char *task, const char *task_case, double *out_flops, double *out_bytes)
{
    struct arena arena = { 0 };
    const struct task *t = NULL;
    struct err ignored = { 0 };
    enum task_case c;
    *out_flops = *out_bytes = (double)NAN;
    if (task_case_parse(task_case, &c) && task_find(task, &arena, &t, &ignored) == 0) {
        struct expr_name names[TASK_MAX_DIMS];
        struct expr_error error;
        int64_t flops, bytes;
        size_t n = task_names(t, c, names);
        if (expr_eval(t->flops, names, n, &flops, &error) == 0 &&
            expr_eval(t->bytes, names, n, &bytes, &error) == 0) {
            *out_flops = (double)flops;
            *out_bytes = (double)bytes;
        }
    }
    arena_release(&arena);
    struct kernelbench_problem p;
    int level, problem;
    if (t == NULL && strcmp(task_case, "full") == 0 &&
        sscanf(task, "l%d/%d", &level, &problem) == 2 &&
        kernelbench_find(KERNELBENCH_OURS, level, problem, &p) && !isnan(p.bytes)) {
        kernelbench_least_work(&p, out_flops, out_bytes);
    }
}
