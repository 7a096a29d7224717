#include "src/cli/cmd/task/find_task.h"

#include "src/base/mem.h"
#include "src/problem/problem.h"
#include "src/store/db.h"
#include "src/trust/trust.h"

const char *task_full_name(struct cli *cli, const char *item, const char *suite)
{
    return suite == NULL || problem_is_stored(item)
               ? item
               : arena_printf(cli->arena, "%s:%s", suite, item);
}

int find_task(struct cli *cli, const char *name, const struct task **out, struct err *err)
{
    int rc = 0;
    if (cli->db == NULL && problem_is_stored(name))
        rc = cli_open_reader(cli, err);
    return rc < 0 ? rc : problem_task_find(cli->db, name, cli->arena, out, err);
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
