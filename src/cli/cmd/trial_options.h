/*
 * trial_options.h - how often a candidate runs: a mode, or numbers.
 */
#ifndef ROLLBOOK_CLI_CMD_TRIAL_OPTIONS_H
#define ROLLBOOK_CLI_CMD_TRIAL_OPTIONS_H

#include "src/cli/command.h"
#include "src/eval/eval.h"

#define TRIAL_OPTIONS                                                                                \
    {                                                                                                \
        "correct-trials", 0, OPT_INT, "N", "0", "runs that are checked but not timed; 0: the mode's" \
    },                                                                                               \
    {                                                                                                \
        "timed-runs", 0, OPT_INT, "N", "0", "runs that are timed; 0: the mode's"                     \
    }

struct trial_options {
    enum eval_mode mode;
    int correct_trials, timed_runs; /* 0: the mode's */
};

/* ERR_USAGE: no mode, or a number out of range. */
int trial_options_read(const struct cli *cli, struct trial_options *out, struct err *err);

#endif
