/*
 * cmd_analyze_failures.c - analyze failures.
 */
#include "analysis/tables/table_failures.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_failures = {
    .name = "analyze failures",
    .summary = "what became of the rollouts, by model and step",
    .usage = "rollbook analyze failures [--run NAME[,NAME]] [--by WHAT] [options]",
    .examples = "  rollbook analyze failures\n"
                "  rollbook analyze failures --run ttt-42 --by family --all-steps --json\n",
    .flags = CMD_READS,
    .table = &table_failures,
    .run = table_command_run,
};
