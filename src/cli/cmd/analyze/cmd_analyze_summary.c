/*
 * cmd_analyze_summary.c - analyze summary.
 */
#include "analysis/tables/table_summary.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_summary = {
    .name = "analyze summary",
    .summary = "samples compiled, correct and timed, and their speedups",
    .usage = "rollbook analyze summary [--run NAME[,NAME]] [--baseline NAME] [options]",
    .examples = "  rollbook analyze summary --run theirs --baseline torch_eager --json\n",
    .flags = CMD_READS,
    .table = &table_summary,
    .run = table_command_run,
};
