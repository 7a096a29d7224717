/*
 * grammar_template.c - tasks of a family: choices are values of the task's own kernel text.
 *
 * Lines NAME=TEXT of the chosen options are values, wrong=N takes those of the task's N-th wrong
 * kernel, times=N writes all launches N times, which gives the same result later, and what the
 * grammar renders comes before the kernel.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/sample/builtin/grammar.h"
#include "tasks/kernel_file.h"
#include "tasks/task.h"
#include "tasks/task_family.h"

#define TEMPLATE_FAMILY "any"

const struct grammar *grammar_of_task(const struct grammar_set *set, const struct task *task)
{
    return grammar_find(set, task->kernel_template != NULL ? TEMPLATE_FAMILY : task->family);
}

struct choices {
    size_t n;
    struct task_value values[GRAMMAR_MAX_SLOTS];
    const struct task_wrong *wrong;
    int64_t times;
};

static int take_line(struct choices *c, const char *line, const struct task *task, struct arena *a,
                     struct err *err)
{
    const char *equals = strchr(line, '=');
    int64_t number;
    if (line[0] == '\0')
        return 0;
    if (equals == NULL || c->n == ARRAY_LEN(c->values))
        return err_set(err, ERR_INTEGRITY, "%s: '%.40s' is no NAME=TEXT", task->id, line);
    const char *name = arena_strndup(a, line, (size_t)(equals - line));
    size_t i = 0;
    while (i < c->n && strcmp(c->values[i].name, name) != 0)
        i++; /* a later choice wins */
    if (strcmp(name, "times") == 0) {
        if (!str_to_i64(equals + 1, &c->times) || c->times < 1)
            return err_set(err, ERR_INTEGRITY, "%s: '%.40s' is no number of times", task->id, line);
    } else if (strcmp(name, "wrong") != 0) {
        c->values[i] = (struct task_value){ name, arena_strdup(a, equals + 1) };
        c->n += i == c->n;
    } else if (str_to_i64(equals + 1, &number) && number > 0 && task->n_wrong > 0) {
        c->wrong = &task->wrong[(size_t)(number - 1) % task->n_wrong];
    }
    return 0;
}

/* The lines of launches, which stand together, as often as asked or as a kernel file may have. */
static void put_launches_again(const char *text, int64_t times, struct buf *out)
{
    static const char launch[] = "//@ launch ";
    const char *first = strstr(text, launch), *end = first;
    int64_t n = 0;
    while (end != NULL && str_starts_with(end, launch)) {
        end = strchr(end, '\n');
        end = end != NULL ? end + 1 : NULL;
        n++;
    }
    if (end == NULL) {
        buf_puts(out, text);
        return;
    }
    buf_add(out, text, (size_t)(first - text));
    for (int64_t i = 0; i < times && (i + 1) * n <= KERNEL_MAX_LAUNCHES; i++)
        buf_add(out, first, (size_t)(end - first));
    buf_puts(out, end);
}

int grammar_write(const struct grammar_walk *w, const struct task *task, struct buf *out,
                  struct err *err)
{
    if (task->kernel_template == NULL)
        return grammar_render(w, out, err);
    CLEANUP(arena_release) struct arena a = { 0 };
    struct choices c = { .times = 1 };
    const char *text = NULL;
    int rc = 0;
    for (size_t s = 0; s < w->grammar->n_slots && rc == 0; s++) {
        if (w->choice[s] < 0)
            continue;
        char **lines;
        size_t n = str_split(&a, w->grammar->slots[s].options[w->choice[s]].text, '\n', &lines);
        for (size_t i = 0; i < n && rc == 0; i++)
            rc = take_line(&c, lines[i], task, &a, err);
    }
    const struct task_values sets[] = { { c.values, c.n },
                                        { c.wrong != NULL ? c.wrong->values : NULL,
                                          c.wrong != NULL ? c.wrong->n_values : 0 },
                                        { task->values, task->n_values },
                                        { task_single_values, task_single_count } };
    if (rc == 0)
        rc = values_expand(task->id, task->kernel_template, sets, ARRAY_LEN(sets), &a, &text, err);
    if (rc == 0)
        rc = grammar_render(w, out, err);
    if (rc == 0)
        put_launches_again(text, c.times, out);
    return rc;
}
