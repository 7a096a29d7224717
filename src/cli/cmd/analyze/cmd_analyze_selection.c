/*
 * cmd_analyze_selection.c - analyze selection.
 */
#include "analysis/tables/compare/table_selection.h"
#include "src/base/mem.h"
#include "src/cli/table_command.h"

/* Options that the five rules lack bring the wider table. */
static bool asks_for_more(const struct cli *cli)
{
    static const char *const options[] = { "m", "tail", "length-exponent", "skip-degenerate",
                                           "identity" };
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        if (opt_given(cli, options[i]))
            return true;
    }
    return false;
}

static int run_selection(struct cli *cli, struct err *err)
{
    struct table_input in;
    void *read = NULL;
    int rc = table_command_read(cli, &in, &read, err);
    if (rc < 0)
        return rc;
    struct table_selection_options *o = read;
    o->more = asks_for_more(cli);
    return table_command_print(cli, &table_selection, &in, o, err);
}

const struct command cmd_analyze_selection = {
    .name = "analyze selection",
    .summary = "the rules that pick one of a task's samples, against random choice",
    .usage = "rollbook analyze selection [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze selection --runs bon-42,bon-43,bon-44\n"
                "  rollbook analyze selection --runs bon-42 --rules all --m 4\n"
                "  rollbook analyze selection --runs bon-42 --table calibration\n",
    .flags = CMD_READS,
    .table = &table_selection,
    .run = run_selection,
};
