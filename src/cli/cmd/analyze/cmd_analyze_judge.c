/*
 * cmd_analyze_judge.c - analyze judge.
 */
#include "analysis/tables/compare/table_judge.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_judge = {
    .name = "analyze judge",
    .summary = "does a judge see what the evaluator finds: calibration, confusion, ranks, counts",
    .usage = "rollbook analyze judge [--run NAME[,NAME]] [--table NAME] [options]",
    .examples = "  rollbook analyze judge --run bon-42\n"
                "  rollbook analyze judge --run bon-42 --table confusion --cut 0.7\n"
                "  rollbook analyze judge --run bon-42 --table rank --json\n",
    .flags = CMD_READS,
    .table = &table_judge,
    .run = table_command_run,
};
