/*
 * cmd_analyze_sweep.c - analyze sweep.
 */
#include "analysis/tables/table_sweep.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_sweep = {
    .name = "analyze sweep",
    .summary = "one row a run or model: compiled, correct, speedups with intervals",
    .usage = "rollbook analyze sweep [--run NAME[,NAME]] [--by model] [options]",
    .examples = "  rollbook analyze sweep --json\n"
                "  rollbook analyze sweep --run gpt,claude --baseline torch_eager --by model\n",
    .flags = CMD_READS,
    .table = &table_sweep,
    .run = table_command_run,
};
