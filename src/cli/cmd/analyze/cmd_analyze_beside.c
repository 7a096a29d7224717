/*
 * cmd_analyze_beside.c - analyze beside
 */
#include "analysis/tables/compare/table_beside.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_beside = {
    .name = "analyze beside",
    .summary = "a right kernel beside a wrong one of the same task, line by line",
    .usage = "rollbook analyze beside --task ID [--run NAME[,NAME]] [--all]",
    .examples = "  rollbook analyze beside --task l1/4\n"
                "  rollbook analyze beside --task l1/12 --run bon-42 --all\n",
    .flags = CMD_READS,
    .table = &table_beside,
    .run = table_command_run,
};
