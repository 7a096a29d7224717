#include "src/cli/cmd/task/find_task.h"

#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/problem/problem.h"
#include "src/store/db.h"
#include "src/trust/trust.h"

const char *task_full_name(struct cli *cli, const char *item, const char *suite)
{
    return suite == NULL || problem_is_stored(item)
               ? item
               : arena_printf(cli->arena, "%s:%s", suite, item);
}

/* Somebody may have left the suite out. */
static void suggest_stored(struct cli *cli, const char *name, struct err *err)
{
    struct db *db CLEANUP(db_close_ptr) = NULL;
    struct err ignored = { 0 };
    if (!err_is_suggested(err) && file_exists(cli->db_path) &&
        db_open(cli->db_path, DB_READ, &db, &ignored) == 0)
        (void)problem_suggest(db, name, err);
}

int find_task(struct cli *cli, const char *name, const struct task **out, struct err *err)
{
    int rc = 0;
    if (cli->db == NULL && problem_is_stored(name))
        rc = cli_open_reader(cli, err);
    if (rc == 0)
        rc = problem_task_find(cli->db, name, cli->arena, out, err);
    if (rc == ERR_NOMATCH && cli->db == NULL)
        suggest_stored(cli, name, err);
    return rc;
}

int find_task_to_run(struct cli *cli, const char *name, const struct task **out, struct err *err)
{
    const struct task *task = NULL;
    struct trust_list list = { .arena = cli->arena };
    int rc = find_task(cli, name, &task, err);
    if (rc < 0)
        return rc;
    problem_trust_list(&list, task);
    rc = trust_obey(cli->db, &list, err);
    if (rc == 0)
        *out = task;
    return rc;
}

int find_problems_to_run(struct cli *cli, bool writes, struct problem_shelf *out, struct err *err)
{
    struct db *db CLEANUP(db_close_ptr) = NULL;
    struct imported_problem *items = NULL;
    *out = (struct problem_shelf){ .n = 0 };
    if (!file_exists(cli->db_path))
        return 0;
    int rc = db_open(cli->db_path, writes ? DB_WRITE : DB_READ, &db, err);
    if (rc == 0)
        rc = problem_list(db, NULL, cli->arena, &items, &out->n, err);
    struct trust_list modules = { .arena = cli->arena };
    for (size_t i = 0; rc == 0 && i < out->n; i++)
        problem_trust_list(&modules, items[i].task);
    if (rc == 0)
        rc = trust_obey(db, &modules, err);
    out->items = items;
    return rc;
}
