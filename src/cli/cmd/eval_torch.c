#include "src/cli/cmd/eval_torch.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "tasks/task_module.h"

static const struct task *task_of_file(struct cli *cli, const char *path, const char *text)
{
    const char *slash = strrchr(path, '/');
    struct task *task = arena_alloc(cli->arena, sizeof(*task));
    *task = (struct task){ .id = slash == NULL ? path : slash + 1,
                           .name = path,
                           .suite = "",
                           .description = "",
                           .module = arena_strdup(cli->arena, text) };
    return task;
}

int eval_torch_read(struct cli *cli, const struct asked_problem *asked, struct eval_job *job,
                    struct err *err)
{
    struct buf problem CLEANUP(buf_release) = { .max = TASK_MODULE_MAX_BYTES };
    const char *path = asked->path, *python = asked->python;
    int rc = eval_module_inputs(job->rule, asked->inputs, &job->inputs, err);
    if (rc < 0)
        return rc;
    if (path != NULL) {
        rc = file_read(path, TASK_MODULE_MAX_BYTES, &problem, err);
        if (rc < 0)
            return rc;
        if (strlen(buf_text(&problem)) != problem.len)
            return err_set(err, ERR_USAGE, "%s: holds a zero byte (byte %zu)", path,
                           strlen(buf_text(&problem)));
        job->task = task_of_file(cli, path, buf_text(&problem));
        job->task_id = job->task->id;
    }
    if (python != NULL && setenv("ROLLBOOK_PYTHON", python, 1) != 0)
        return err_set(err, ERR_INTEGRITY, "the interpreter cannot be named to the evaluator");
    job->problem = job->task->module;
    job->task_case = CASE_FULL;
    return 0;
}
