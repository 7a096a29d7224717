/*
 * cmd_analyze_hardware.c - analyze hardware.
 */
#include "analysis/tables/table_hardware.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_hardware = {
    .name = "analyze hardware",
    .summary = "runtimes of a baseline across devices",
    .usage = "rollbook analyze hardware [--baseline NAME] [--reference DEVICE] [options]",
    .examples = "  rollbook analyze hardware --mean\n"
                "  rollbook analyze hardware --baseline torch_eager --reference \"NVIDIA T4\"\n",
    .flags = CMD_READS,
    .table = &table_hardware,
    .run = table_command_run,
};
