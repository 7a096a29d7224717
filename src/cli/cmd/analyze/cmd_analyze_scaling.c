/*
 * cmd_analyze_scaling.c - analyze scaling.
 */
#include "analysis/tables/compare/table_scaling.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_scaling = {
    .name = "analyze scaling",
    .summary = "pass@K, fast_1@K and the expected best of K",
    .usage = "rollbook analyze scaling [--run NAME[,NAME]] [--k LIST] [options]",
    .examples = "  rollbook analyze scaling --run bon-42 --k 1,2,4,8,16,32,64\n"
                "  rollbook analyze scaling --run bon-42,ttt-42 --new-tasks --format csv\n",
    .flags = CMD_READS,
    .table = &table_scaling,
    .run = table_command_run,
};
