#include "src/cli/cmd/find_task.h"

#include "src/problem/problem_task.h"
#include "src/store/db.h"

int find_task(struct cli *cli, const char *name, const struct task **out, struct err *err)
{
    int rc = 0;
    if (cli->db == NULL && problem_is_stored(name))
        rc = cli_open_reader(cli, err);
    return rc < 0 ? rc : problem_task_find(cli->db, name, cli->arena, out, err);
}
