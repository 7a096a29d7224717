/*
 * cmd_analyze_completions.c - analyze completions.
 */
#include "analysis/tables/table_completions.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_completions = {
    .name = "analyze completions",
    .summary = "perplexity, bits per byte and surprising tokens of each rollout",
    .usage = "rollbook analyze completions [--run NAME[,NAME]] [--below LOGPROB]",
    .examples = "  rollbook analyze completions --run answers\n"
                "  rollbook analyze completions --run bon-42 --below -2 --format csv\n",
    .flags = CMD_READS,
    .table = &table_completions,
    .run = table_command_run,
};
