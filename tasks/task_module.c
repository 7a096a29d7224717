#include "tasks/task_module.h"

#include <limits.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "tasks/task.h"

const char *task_kind(const struct task *t)
{
    return t->module != NULL ? TASK_KIND_MODULE : TASK_KIND_FILE;
}

/* Of one shape, or with ", N shapes" behind it. */
static bool is_kind(const char *text, const char *kind)
{
    const size_t len = strlen(kind);
    return strncmp(text, kind, len) == 0 && (text[len] == '\n' || text[len] == ',');
}

/* The first line is that of beside/shapes.py, or of module_shapes.h. */
const char *task_entry(const struct task *t)
{
    static const char mark[] = "# Rollbook problem: ";
    if (t->module == NULL || !str_starts_with(t->module, mark))
        return NULL;
    const char *kind = t->module + sizeof mark - 1;
    return is_kind(kind, "definition")  ? "run"
           : is_kind(kind, "kernelbot") ? "custom_kernel"
                                        : NULL;
}

const struct task *task_of_module(const struct task_module *m, struct arena *a)
{
    struct task *t = arena_alloc(a, sizeof(*t));
    const bool by_name =
        m->problem_id == 0 || (m->level == 1 && m->problem_id >= TASK_MADE_UP_NUMBER);
    *t = (struct task){ .id = by_name
                                  ? arena_printf(a, "%s:%s", m->suite, m->name)
                                  : arena_printf(a, "%s:l%d/%d", m->suite, m->level, m->problem_id),
                        .suite = arena_strdup(a, m->suite),
                        .level = m->level,
                        .problem_id = m->problem_id,
                        .name = arena_strdup(a, m->name),
                        .description = "",
                        .module = arena_strdup(a, m->text) };
    sha256_hex(m->text, strlen(m->text), t->sha256);
    return t;
}

/* "l2/7" or "7" */
static bool parse_number(const char *text, struct arena *a, struct task_name *out)
{
    const char *slash = strchr(text, '/');
    int64_t level = 1, problem;
    if (slash != NULL &&
        (text[0] != 'l' ||
         !str_to_i64(arena_strndup(a, text + 1, (size_t)(slash - text - 1)), &level)))
        return false;
    if (!str_to_i64(slash != NULL ? slash + 1 : text, &problem) || level < 0 || level > 99 ||
        problem < 0 || problem > INT_MAX)
        return false;
    out->level = (int)level;
    out->problem_id = (int)problem;
    return true;
}

int task_name_parse(const char *text, struct arena *a, struct task_name *out, struct err *err)
{
    const char *colon = strchr(text, ':');
    *out = (struct task_name){ .suite = "", .name = text };
    if (colon != NULL) {
        out->suite = arena_strndup(a, text, (size_t)(colon - text));
        out->name = colon + 1;
        if (colon == text || colon[1] == '\0')
            return err_set(err, ERR_NOMATCH, "no task '%.64s': ids look like l1/4 or SUITE:l1/4",
                           text);
    }
    if (!parse_number(out->name, a, out))
        out->level = out->problem_id = 0;
    return 0;
}
