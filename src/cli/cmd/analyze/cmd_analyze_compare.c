/*
 * cmd_analyze_compare.c - analyze compare.
 */
#include "analysis/tables/compare/table_compare.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_compare = {
    .name = "analyze compare",
    .summary = "two groups of runs, paired by task and seed, or any number of methods",
    .usage = "rollbook analyze compare --runs NAME,... | --a NAME,... --b NAME,... | --methods "
             "NAME=RUN,... [options]",
    .examples = "  rollbook analyze compare --runs bon-42,bon-43,bon-44,ttt-42,ttt-43,ttt-44\n"
                "  rollbook analyze compare --a bon-42 --b ttt-42 --json\n"
                "  rollbook analyze compare --a base --b adapted --table transfer \\\n"
                "      --subsets \"one=4,5,12;two=18,28\"\n",
    .flags = CMD_READS,
    .table = &table_compare,
    .run = table_command_run,
};
