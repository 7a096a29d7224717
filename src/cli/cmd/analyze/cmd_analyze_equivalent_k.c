/*
 * cmd_analyze_equivalent_k.c - analyze equivalent-k.
 */
#include "analysis/tables/compare/table_equivalent_k.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_equivalent_k = {
    .name = "analyze equivalent-k",
    .summary = "how many base samples an adapted policy is worth",
    .usage = "rollbook analyze equivalent-k --base NAME[,NAME] --run NAME[,NAME] [options]",
    .examples =
        "  rollbook analyze equivalent-k --base bon-42 --run ttt-42\n"
        "  rollbook analyze equivalent-k --base bon-42,bon-43 --run ttt-42,ttt-43 --step 1\n",
    .flags = CMD_READS,
    .table = &table_equivalent_k,
    .run = table_command_run,
};
