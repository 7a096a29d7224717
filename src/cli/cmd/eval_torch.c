#include "src/cli/cmd/eval_torch.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "src/eval/torch/torch_evaluate.h"
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

int eval_torch_check_words(const char *rule, const char *inputs, struct err *err)
{
    enum torch_inputs as;
    enum torch_rule by;
    if (inputs != NULL && !torch_inputs_parse(inputs, &as))
        return err_set(err, ERR_USAGE, "--inputs: '%s' is not suite, signed or scaled", inputs);
    if (!torch_rule_parse(rule, &by))
        return err_set(err, ERR_USAGE, "--rule: '%s' is not own or kernelbench", rule);
    return 0;
}

int eval_torch_read(struct cli *cli, struct eval_job *job, struct err *err)
{
    struct buf problem CLEANUP(buf_release) = { .max = TASK_MODULE_MAX_BYTES };
    enum torch_baseline baseline;
    const char *path = opt_text(cli, "problem"), *python = opt_text(cli, "python");
    const char *given = opt_given(cli, "inputs") ? opt_text(cli, "inputs") : NULL;
    job->rule = opt_text(cli, "rule");
    job->baseline = opt_text(cli, "baseline");
    int rc = eval_torch_check_words(job->rule, given, err);
    if (rc < 0)
        return rc;
    if (!torch_baseline_parse(job->baseline, &baseline))
        return err_set(err, ERR_USAGE, "--baseline: '%s' is not eager or compile", job->baseline);
    rc = eval_module_inputs(job->rule, given, &job->inputs, err);
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
