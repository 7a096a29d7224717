/*
 * cmd_analyze_calibration.c - analyze calibration.
 */
#include "analysis/tables/compare/table_calibration.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_calibration = {
    .name = "analyze calibration",
    .summary = "do stated chances come true: ECE, Brier score, AUROC, reliability bins",
    .usage = "rollbook analyze calibration [--run NAME[,NAME]] [--stated WHAT] [options]",
    .examples = "  rollbook analyze calibration --run bon-42\n"
                "  rollbook analyze calibration --run theirs --stated extra:confidence \\\n"
                "      --table bins --binning size --json\n",
    .flags = CMD_READS,
    .table = &table_calibration,
    .run = table_command_run,
};
