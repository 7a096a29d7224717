/*
 * eval_torch.h - "rollbook eval --problem": a PyTorch module checked against a problem's module.
 */
#ifndef ROLLBOOK_CLI_CMD_EVAL_TORCH_H
#define ROLLBOOK_CLI_CMD_EVAL_TORCH_H

#include "src/cli/command.h"
#include "src/eval/contract/evaluation.h"

struct asked_problem {
    const char *path;   /* of the problem's module; NULL: the job's task has it */
    const char *inputs; /* NULL: as the rule says */
    const char *python; /* NULL: ROLLBOOK_PYTHON, else python3 */
};

/* Completes a job with rule and baseline.  Strings live in cli->arena. */
int eval_torch_read(struct cli *cli, const struct asked_problem *asked, struct eval_job *job,
                    struct err *err);

#endif
