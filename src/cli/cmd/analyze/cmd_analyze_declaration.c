/*
 * cmd_analyze_declaration.c - analyze declaration
 */
#include "analysis/tables/compare/table_declaration.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_declaration = {
    .name = "analyze declaration",
    .summary = "what a study declared, what was done, and every departure",
    .usage = "rollbook analyze declaration --name NAME [--methods NAME=RUN,...] [--look N]",
    .examples = "  rollbook analyze declaration --name ttt-study\n"
                "  rollbook analyze declaration --name ttt-study --look 1 --json\n",
    .flags = CMD_READS,
    .table = &table_declaration,
    .run = table_command_run,
};
