/*
 * cmd_analyze_advantages.c - analyze advantages.
 */
#include "analysis/tables/table_advantages.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_advantages = {
    .name = "analyze advantages",
    .summary = "what other estimators would have given the rollouts of a run",
    .usage = "rollbook analyze advantages [--run NAME[,NAME]] [--table WHAT] [options]",
    .examples =
        "  rollbook analyze advantages --run ttt-42\n"
        "  rollbook analyze advantages --run theirs --recipe correct --table rollouts --json\n",
    .flags = CMD_READS,
    .table = &table_advantages,
    .run = table_command_run,
};
