/*
 * cmd_analyze_timing.c - analyze timing.
 */
#include "analysis/tables/table_timing.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_timing = {
    .name = "analyze timing",
    .summary = "noise floor, drift, throttling and outliers of raw timings",
    .usage = "rollbook analyze timing [--run NAME[,NAME]]",
    .examples = "  rollbook analyze timing\n"
                "  rollbook analyze timing --run bon-42 --json\n",
    .flags = CMD_READS,
    .table = &table_timing,
    .run = table_command_run,
};
