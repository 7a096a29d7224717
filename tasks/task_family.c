#include "tasks/task_family.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define MOST_DEPTH 8

struct expansion {
    const char *where;
    const struct task_values *sets;
    size_t n_sets;
    struct buf *out;
    struct err *err;
};

static const char *find_value(const struct expansion *x, const char *name, size_t len)
{
    for (size_t s = 0; s < x->n_sets; s++)
        for (size_t i = 0; i < x->sets[s].n; i++) {
            const struct task_value *v = &x->sets[s].values[i];
            if (strlen(v->name) == len && memcmp(v->name, name, len) == 0)
                return v->text;
        }
    return NULL;
}

static int expand(const struct expansion *x, const char *text, int depth)
{
    const char *hole, *end;
    if (depth > MOST_DEPTH)
        return err_set(x->err, ERR_INTEGRITY, "%s: a value holds itself", x->where);
    for (; (hole = strstr(text, "${")) != NULL; text = end + 1) {
        buf_add(x->out, text, (size_t)(hole - text));
        end = strchr(hole, '}');
        const char *value = end == NULL ? NULL : find_value(x, hole + 2, (size_t)(end - hole) - 2);
        if (value == NULL)
            return err_set(x->err, ERR_INTEGRITY, "%s: '%.40s' has no value", x->where, hole);
        int rc = expand(x, value, depth + 1);
        if (rc < 0)
            return rc;
    }
    buf_puts(x->out, text);
    return 0;
}

const char *values_expand(const char *where, const char *text, const struct task_values *sets,
                          size_t n_sets, struct arena *a, struct err *err)
{
    struct buf b = { 0 };
    const struct expansion x = { where, sets, n_sets, &b, err };
    const char *out = expand(&x, text, 0) == 0 ? arena_strdup(a, buf_text(&b)) : NULL;
    buf_release(&b);
    return out;
}

struct merge {
    const char *where;
    const struct json *common, *item;
    struct task_value values[2 * TASK_MAX_VALUES];
    size_t n_values;
    struct arena *arena;
    struct buf text;
    struct err *err;
};

/* The item's come first and so win. */
static int collect_values(struct merge *m)
{
    const struct json *sets[] = { json_get(m->item, "values"), json_get(m->common, "values") };
    for (size_t s = 0; s < ARRAY_LEN(sets); s++)
        for (const struct json *v = json_first(sets[s]); v != NULL; v = json_next(v)) {
            const char *text;
            if (!json_string(v, &text) || m->n_values == ARRAY_LEN(m->values))
                return err_set(m->err, ERR_INTEGRITY, "%s: values are at most %d texts", m->where,
                               TASK_MAX_VALUES);
            if (s == 1 && json_get(sets[0], json_key(v)) != NULL)
                continue;
            m->values[m->n_values++] = (struct task_value){ json_key(v), text };
        }
    return 0;
}

/* "wrong" keeps its holes: they are those of kernel files. */
static int put_member(struct merge *m, const struct json *member)
{
    struct buf b = { 0 };
    json_print(member, false, &b);
    const struct task_values set = { m->values, m->n_values };
    const char *text = strcmp(json_key(member), "wrong") == 0
                           ? arena_strdup(m->arena, buf_text(&b))
                           : values_expand(m->where, buf_text(&b), &set, 1, m->arena, m->err);
    if (text != NULL) {
        buf_put_json_text(&m->text, json_key(member));
        buf_printf(&m->text, ": %s,\n", text);
    }
    buf_release(&b);
    return text != NULL ? 0 : ERR_INTEGRITY;
}

static int merge(struct merge *m)
{
    int rc = collect_values(m);
    buf_puts(&m->text, "{");
    for (const struct json *c = json_first(m->common); c != NULL && rc == 0; c = json_next(c))
        if (json_get(m->item, json_key(c)) == NULL && strcmp(json_key(c), "values") != 0)
            rc = put_member(m, c);
    for (const struct json *c = json_first(m->item); c != NULL && rc == 0; c = json_next(c))
        if (strcmp(json_key(c), "values") != 0)
            rc = put_member(m, c);
    buf_puts(&m->text, "\"values\": {");
    for (size_t i = 0; i < m->n_values; i++) {
        buf_puts(&m->text, i == 0 ? "" : ", ");
        buf_put_json_text(&m->text, m->values[i].name);
        buf_puts(&m->text, ": ");
        buf_put_json_text(&m->text, m->values[i].text);
    }
    buf_puts(&m->text, "}");
    buf_puts(&m->text, "}\n");
    return rc;
}

struct family_list {
    struct family_task *items;
    size_t n, room;
    int wanted; /* problem_id; 0: all */
    struct arena *arena;
};

static int add_task(const struct embedded_file *f, const struct json *common,
                    const struct json *item, struct family_list *list, struct err *err)
{
    struct arena *a = list->arena;
    int64_t level, problem;
    int rc;
    if ((rc = json_need_int(common, f->name, "level", &level, err)) < 0 ||
        (rc = json_need_int(item, f->name, "problem_id", &problem, err)) < 0)
        return rc;
    if (list->wanted != 0 && problem != list->wanted)
        return 0;
    struct merge m = { .where = arena_printf(a, "%s: %d", f->name, (int)problem),
                       .common = common,
                       .item = item,
                       .arena = a,
                       .err = err };
    rc = merge(&m);
    if (rc == 0 && list->n == list->room) {
        struct family_task *more = arena_array(a, 2 * list->room + 16, sizeof(*more));
        if (list->n > 0)
            memcpy(more, list->items, list->n * sizeof(*more));
        list->items = more;
        list->room = 2 * list->room + 16;
    }
    if (rc == 0)
        list->items[list->n++] = (struct family_task){ .level = (int)level,
                                                       .problem_id = (int)problem,
                                                       .name = m.where,
                                                       .text = arena_strdup(a, buf_text(&m.text)) };
    buf_release(&m.text);
    return rc;
}

static int add_family(const struct embedded_file *f, struct family_list *list, struct err *err)
{
    const struct json *common, *tasks;
    const struct json *root =
        json_parse_arena(f->name, 1, (const char *)f->data, f->size, list->arena, err);
    int rc;
    if (root == NULL)
        return ERR_INTEGRITY;
    if ((rc = json_need_object(root, f->name, "common", &common, err)) < 0 ||
        (rc = json_need_array(root, f->name, "tasks", &tasks, err)) < 0)
        return rc;
    for (const struct json *t = json_first(tasks); t != NULL && rc == 0; t = json_next(t))
        rc = add_task(f, common, t, list, err);
    return rc;
}

int family_tasks(int problem_id, struct arena *a, struct family_task **out, size_t *out_count,
                 struct err *err)
{
    struct family_list list = { .wanted = problem_id, .arena = a };
    int rc = 0;
    for (size_t i = 0; i < embedded_tasks_count && rc == 0; i++)
        if (str_starts_with(embedded_tasks[i].name, "tasks/family/") &&
            str_ends_with(embedded_tasks[i].name, ".json"))
            rc = add_family(&embedded_tasks[i], &list, err);
    *out = list.items;
    *out_count = list.n;
    return rc;
}
