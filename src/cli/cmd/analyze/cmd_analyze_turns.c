/*
 * cmd_analyze_turns.c - analyze turns.
 */
#include "analysis/tables/table_turns.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_turns = {
    .name = "analyze turns",
    .summary = "conversations by turn: last turn against best over turns",
    .usage = "rollbook analyze turns [--run NAME[,NAME]] [--p LIST] [options]",
    .examples = "  rollbook analyze turns --run refine-42\n"
                "  rollbook analyze turns --run theirs --p 1,1.2 --baseline torch_eager --json\n",
    .flags = CMD_READS,
    .table = &table_turns,
    .run = table_command_run,
};
