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
#include "src/cli/lookup.h"
#include "src/cli/manual.h"

struct asked_help {
    const char *schema;
    bool names, schemas, markdown, man, bash, zsh;
};

static int run_help(struct cli *cli, struct err *err)
{
    struct buf out = { 0 };
    const struct asked_help *asked = cli->options;
    void (*put)(struct buf *) = asked->zsh        ? manual_zsh
                                : asked->bash     ? manual_bash
                                : asked->man      ? manual_man
                                : asked->markdown ? manual_markdown
                                : asked->schemas  ? help_schemas
                                : asked->names    ? help_names
                                                  : NULL;
    if (asked->schema != NULL) {
        if (!help_schema(asked->schema, &out))
            return err_set(err, ERR_NOMATCH,
                           "no JSON schema is called '%s': rollbook help --schemas lists them",
                           asked->schema);
    } else if (put != NULL) {
        put(&out);
    } else if (cli->n_args > 0) {
        int matched;
        const struct command *c = lookup_command(cli->n_args, cli->args, &matched);
        bool found = c != NULL && (size_t)matched == cli->n_args;
        if (found)
            help_command(c, &out);
        else if (cli->n_args != 1 || !help_group(cli->args[0], &out))
            return lookup_unknown(cli->n_args, cli->args, err);
    } else {
        help_overview(&out);
    }
    if (put == NULL && asked->schema == NULL)
        help_print(buf_text(&out), stdout);
    else
        fputs(buf_text(&out), stdout);
    buf_release(&out);
    return 0;
}

#define ROW(member, ...) OPTION(struct asked_help, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(names, "names", NULL, "one command name a line"),
    ROW(markdown, "markdown", NULL, "all commands with the names of their options as Markdown"),
    ROW(schema, "schema", "NAME", "the JSON Schema of an analysis's --json output"),
    ROW(schemas, "schemas", NULL, "the names of the JSON Schemas, one per line"),
    ROW(man, "man", NULL, "the manual page rollbook.1"),
    ROW(bash, "bash", NULL, "completion for bash"),
    ROW(zsh, "zsh", NULL, "completion for zsh"),
};
static const struct asked_help standard_help = { .schema = NULL };

const struct command cmd_help = {
    .name = "help",
    .summary = "show help",
    .usage = "rollbook help [COMMAND [WORD]] [--names | --schemas | --schema NAME | --markdown | "
             "--man | --bash | --zsh]",
    .examples = "  rollbook help\n  rollbook help run ttt\n  rollbook help --markdown\n"
                "  rollbook help --schema rollbook.analyze.fast-p/1\n",
    .max_args = 2,
    .options = OPTION_SET(options, standard_help),
    .run = run_help,
};
