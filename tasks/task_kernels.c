/*
 * task_kernels.c - kernel files of a task beside its baseline.
 */
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "tasks/task.h"

#include <string.h>

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
    return text == NULL ? 0 : values_expand(path, text, sets, ARRAY_LEN(sets), a, out, err);
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
