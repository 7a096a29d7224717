/*
 * cmd_analyze_cost.c - analyze cost.
 */
#include "analysis/tables/table_cost.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_cost = {
    .name = "analyze cost",
    .summary = "rollouts, tokens, seconds and dollars of runs",
    .usage = "rollbook analyze cost [--run NAME[,NAME]] [--prices FILE] [--by-step]",
    .examples = "  rollbook analyze cost\n"
                "  rollbook analyze cost --run bon-42,ttt-42 --prices prices.json --json\n",
    .flags = CMD_READS,
    .table = &table_cost,
    .run = table_command_run,
};
