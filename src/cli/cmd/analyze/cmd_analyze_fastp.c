/*
 * cmd_analyze_fastp.c - analyze fast-p.
 */
#include "analysis/tables/table_fastp.h"
#include "src/cli/table_command.h"

const struct command cmd_analyze_fastp = {
    .name = "analyze fast-p",
    .summary = "share of problems solved with a speedup over p",
    .usage = "rollbook analyze fast-p [--run NAME[,NAME]] [--baseline NAME] [options]",
    .examples = "  rollbook analyze fast-p --run bon-42\n"
                "  rollbook analyze fast-p --run theirs --baseline torch_eager \\\n"
                "      --p 0,0.5,0.8,1,1.5,2 --sample 0 --interval clopper-pearson --json\n",
    .flags = CMD_READS,
    .table = &table_fastp,
    .run = table_command_run,
};
