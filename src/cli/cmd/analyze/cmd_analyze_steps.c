/*
 * cmd_analyze_steps.c - analyze trajectory.
 */
#include "analysis/tables/table_trajectory.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_trajectory = {
    .name = "analyze trajectory",
    .summary = "fast_1 by step and task, Best of Adaptation, flat-trajectory null",
    .usage = "rollbook analyze trajectory [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze trajectory --run ttt-42\n"
                "  rollbook analyze trajectory --run ttt-42,ttt-43,ttt-44 --shape --json\n",
    .flags = CMD_READS,
    .table = &table_trajectory,
    .run = table_command_run,
};
