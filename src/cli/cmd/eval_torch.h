/*
 * eval_torch.h - "rollbook eval --problem": a PyTorch module checked against a problem's module.
 */
#ifndef ROLLBOOK_CLI_CMD_EVAL_TORCH_H
#define ROLLBOOK_CLI_CMD_EVAL_TORCH_H

#include "src/cli/command.h"
#include "src/eval/contract/evaluation.h"

#define EVAL_TORCH_OPTIONS                                                                          \
    { "problem",                                                                                    \
      0,                                                                                            \
      OPT_TEXT,                                                                                     \
      "FILE",                                                                                       \
      NULL,                                                                                         \
      "PyTorch: the module with Model, get_inputs, get_init_inputs; the candidate has ModelNew" },  \
        { "inputs", 0,        OPT_TEXT,                                                             \
          "HOW",    "signed", "PyTorch: suite (as the problem draws them), signed or scaled" },     \
        { "rule", 0, OPT_TEXT, "NAME", "own", "PyTorch: what is right: own or kernelbench" },       \
        { "baseline", 0,       OPT_TEXT,                                                            \
          "NAME",     "eager", "PyTorch: what is timed beside: eager or compile (torch.compile)" }, \
    {                                                                                               \
        "python", 0, OPT_TEXT, "PROGRAM", NULL,                                                     \
            "PyTorch: the interpreter that has torch (else ROLLBOOK_PYTHON, else python3)"          \
    }

/* Takes --inputs, --rule, --baseline and --python, and a problem from --problem or the job's task.
 * Strings of job live in cli->arena. */
int eval_torch_read(struct cli *cli, struct eval_job *job, struct err *err);

/* ERR_USAGE: no such --rule, or no such --inputs (NULL: not given). */
int eval_torch_check_words(const char *rule, const char *inputs, struct err *err);

#endif
