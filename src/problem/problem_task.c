#include "src/problem/problem_task.h"

#include <string.h>

#include "columns/list_problems.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

bool problem_is_stored(const char *name)
{
    return strchr(name, ':') != NULL;
}

static struct imported_problem read_row(struct stmt *st, struct arena *a)
{
    const struct task_module m = {
        .suite = stmt_text(st, LIST_PROBLEMS_SUITE),
        .level = (int)stmt_int(st, LIST_PROBLEMS_LEVEL),
        .problem_id = (int)stmt_int(st, LIST_PROBLEMS_PROBLEM_ID),
        .name = stmt_text(st, LIST_PROBLEMS_NAME),
        .text = stmt_text(st, LIST_PROBLEMS_TEXT),
    };
    return (struct imported_problem){ .task = task_of_module(&m, a),
                                      .origin = stmt_text_dup(st, LIST_PROBLEMS_ORIGIN, a),
                                      .flops = stmt_real(st, LIST_PROBLEMS_FLOPS),
                                      .bytes = stmt_real(st, LIST_PROBLEMS_BYTES),
                                      .work_unknown =
                                          stmt_text_dup(st, LIST_PROBLEMS_WORK_UNKNOWN, a) };
}

/* NULL members mean all. */
static int list_rows(struct db *db, const struct task_name *n, struct arena *a,
                     struct imported_problem **out, size_t *out_count, struct err *err)
{
    struct imported_problem *all = NULL;
    size_t count = 0, capacity = 0;
    int rc;
    struct stmt *st = db_query(db, "list_problems");
    stmt_bind_text(st, ":suite", n->suite);
    stmt_bind_text(st, ":name", n->name);
    stmt_bind_int(st, ":level", n->level);
    stmt_bind_int(st, ":problem_id", n->problem_id);
    while ((rc = stmt_step(st, err)) > 0) {
        if (count == capacity) {
            struct imported_problem *more = arena_array(a, capacity * 2 + 16, sizeof(*more));
            if (count > 0)
                memcpy(more, all, count * sizeof(*all));
            all = more;
            capacity = capacity * 2 + 16;
        }
        all[count++] = read_row(st, a);
    }
    *out = all;
    *out_count = count;
    return rc;
}

int problem_list(struct db *db, const char *suite, struct arena *a, struct imported_problem **out,
                 size_t *out_count, struct err *err)
{
    const struct task_name all = { .suite = suite, .name = NULL };
    return list_rows(db, &all, a, out, out_count, err);
}

int problem_get(struct db *db, const char *name, struct arena *a, struct imported_problem *out,
                struct err *err)
{
    struct task_name n;
    struct imported_problem *found = NULL;
    size_t count = 0;
    int rc = task_name_parse(name, a, &n, err);
    if (rc == 0)
        rc = list_rows(db, &n, a, &found, &count, err);
    if (rc == 0 && count == 0)
        rc = err_set(err, ERR_NOMATCH,
                     "no task '%.64s' in this database: 'rollbook task import-kernelbench DIR' "
                     "imports problems, 'rollbook task list' lists them",
                     name);
    if (rc == 0)
        *out = found[0];
    return rc;
}

const struct task *problem_shelf_find(const struct problem_shelf *s, const char *name)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct task_name n;
    const struct task *by_name = NULL;
    if (s == NULL || task_name_parse(name, &a, &n, NULL) < 0)
        return NULL;
    for (size_t i = 0; i < s->n; i++) {
        const struct task *t = s->items[i].task;
        if (strcmp(t->suite, n.suite) != 0)
            continue;
        if (n.problem_id > 0 && t->level == n.level && t->problem_id == n.problem_id)
            return t;
        if (by_name == NULL && strcmp(t->name, n.name) == 0)
            by_name = t;
    }
    return by_name;
}

int problem_task_find(struct db *db, const char *name, struct arena *a, const struct task **out,
                      struct err *err)
{
    struct imported_problem p = { .task = NULL };
    if (!problem_is_stored(name))
        return task_find(name, a, out, err);
    if (db == NULL)
        return err_set(err, ERR_NOMATCH, "task '%.64s' is one of a database, and none is open",
                       name);
    int rc = problem_get(db, name, a, &p, err);
    *out = p.task;
    return rc;
}
