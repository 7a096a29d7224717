/*
 * cmd_help.c - help from the command table.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/cli/help.h"

static const struct command *by_name(const char *first, const char *second)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++) {
        const char *space = strchr(all[i]->name, ' ');
        if (second == NULL && strcmp(all[i]->name, first) == 0)
            return all[i];
        if (second != NULL && space != NULL && strcmp(space + 1, second) == 0 &&
            strncmp(all[i]->name, first, (size_t)(space - all[i]->name)) == 0 &&
            first[space - all[i]->name] == '\0')
            return all[i];
    }
    return NULL;
}

static int run_help(struct cli *cli, struct err *err)
{
    struct buf out = { 0 };
    if (opt_flag(cli, "names")) {
        help_names(&out);
    } else if (opt_flag(cli, "markdown")) {
        help_markdown(&out);
    } else if (cli->n_args > 0) {
        const char *second = cli->n_args > 1 ? cli->args[1] : NULL;
        const struct command *c = by_name(cli->args[0], second);
        if (c == NULL)
            return err_set(err, ERR_USAGE, "no command is called '%s%s%s'", cli->args[0],
                           second == NULL ? "" : " ", second == NULL ? "" : second);
        help_command(c, &out);
    } else {
        help_overview(&out);
    }
    fputs(buf_text(&out), stdout);
    buf_release(&out);
    return 0;
}

static const struct opt options[] = {
    { "names", 0, OPT_FLAG, NULL, NULL, "one command name a line" },
    { "markdown", 0, OPT_FLAG, NULL, NULL, "the manual of all commands as Markdown" },
};

const struct command cmd_help = {
    .name = "help",
    .summary = "show help",
    .usage = "rollbook help [COMMAND [WORD]] [--names | --markdown]",
    .examples = "  rollbook help\n  rollbook help run ttt\n  rollbook help --markdown\n",
    .max_args = 2,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_help,
};
