/*
 * cmd_analyze_sharpening.c - analyze sharpening.
 */
#include "analysis/tables/compare/table_sharpening.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_sharpening = {
    .name = "analyze sharpening",
    .summary = "trend tests of an adaptation, likelihood against speedup, off-policy forecast",
    .usage = "rollbook analyze sharpening [--run NAME[,NAME]] [--scored RUN] [options]",
    .examples = "  rollbook analyze sharpening --run ttt-42\n"
                "  rollbook analyze sharpening --run ttt-42 --table rho\n"
                "  rollbook analyze sharpening --run ttt-42 --scored bon-42 --table forecast\n",
    .flags = CMD_READS,
    .table = &table_sharpening,
    .run = table_command_run,
};
