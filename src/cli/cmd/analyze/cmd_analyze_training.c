/*
 * cmd_analyze_training.c - analyze training.
 */
#include "analysis/tables/table_training.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_training = {
    .name = "analyze training",
    .summary = "reward, correctness, speedup, KL, entropy and loss by step, smoothed",
    .usage = "rollbook analyze training [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze training --run ttt-42\n"
                "  rollbook analyze training --run ttt-42,ttt-43 --metric kl --smooth 0.9 --json\n",
    .flags = CMD_READS,
    .table = &table_training,
    .run = table_command_run,
};
