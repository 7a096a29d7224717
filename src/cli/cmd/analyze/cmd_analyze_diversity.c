/*
 * cmd_analyze_diversity.c - analyze diversity.
 */
#include "analysis/tables/table_diversity.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_diversity = {
    .name = "analyze diversity",
    .summary = "how many different kernels there are, per task and step",
    .usage = "rollbook analyze diversity [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze diversity --run ttt-42 --mean\n"
                "  rollbook analyze diversity --run bon-42,ttt-42 --of correct --level all\n"
                "  rollbook analyze diversity --run ttt-42 --text --json\n",
    .flags = CMD_READS,
    .table = &table_diversity,
    .run = table_command_run,
};
