/*
 * task_kernels.c - kernel files of a task beside its baseline.
 */
#include "src/base/embed.h"
#include "src/base/mem.h"
#include "tasks/task.h"

#include <string.h>

static const char *embedded_text(const char *path)
{
    const struct embedded_file *f = embed_find(embedded_tasks, embedded_tasks_count, path);
    return f != NULL ? (const char *)f->data : NULL;
}

int task_kernel(const struct task *t, const char *set, struct arena *a, const char **out,
                struct err *err)
{
    *out = embedded_text(
        arena_printf(a, "tasks/kernels/l%d_%d_%.32s.cu", t->level, t->problem_id, set));
    if (*out != NULL || t->kernel_template == NULL)
        return 0;
    const char *slash = strrchr(t->baseline_path, '/');
    const char *path = arena_printf(a, "tasks/%.32s%s", set, slash);
    const char *text = slash != NULL ? embedded_text(path) : NULL;
    const struct task_values sets[] = { { t->values, t->n_values },
                                        { task_single_values, task_single_count } };
    return text == NULL ? 0 : values_expand(path, text, sets, ARRAY_LEN(sets), a, out, err);
}
