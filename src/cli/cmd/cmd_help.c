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

static const struct text_kind {
    const char *option;
    void (*put)(struct buf *out);
} texts[] = { { "names", help_names }, { "schemas", help_schemas }, { "markdown", manual_markdown },
              { "man", manual_man },   { "bash", manual_bash },     { "zsh", manual_zsh } };

static int run_help(struct cli *cli, struct err *err)
{
    struct buf out = { 0 };
    const struct text_kind *kind = NULL;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        if (opt_flag(cli, texts[i].option))
            kind = &texts[i];
    const char *schema = opt_text(cli, "schema");
    if (schema != NULL) {
        if (!help_schema(schema, &out))
            return err_set(err, ERR_NOMATCH,
                           "no JSON schema is called '%s': rollbook help --schemas lists them",
                           schema);
    } else if (kind != NULL) {
        kind->put(&out);
    } else if (cli->n_args > 0) {
        int matched;
        const struct command *c = lookup_command(cli->n_args, cli->args, &matched);
        bool found = c != NULL && (size_t)matched == cli->n_args;
        bool is_group = !found && cli->n_args == 1 && lookup_is_group(cli->args[0]);
        if (!found && !is_group)
            return lookup_unknown(cli->n_args, cli->args, err);
        if (is_group)
            help_group(cli->args[0], &out);
        else
            help_command(c, &out);
    } else {
        help_overview(&out);
    }
    if (kind == NULL && schema == NULL)
        help_print(buf_text(&out), stdout);
    else
        fputs(buf_text(&out), stdout);
    buf_release(&out);
    return 0;
}

static const struct opt options[] = {
    { "names", 0, OPT_FLAG, NULL, NULL, "one command name a line" },
    { "markdown", 0, OPT_FLAG, NULL, NULL,
      "all commands with the names of their options as Markdown" },
    { "schema", 0, OPT_TEXT, "NAME", NULL,
      "the JSON Schema of what an analysis prints with --json" },
    { "schemas", 0, OPT_FLAG, NULL, NULL, "the names of the JSON Schemas, one a line" },
    { "man", 0, OPT_FLAG, NULL, NULL, "the manual page rollbook.1" },
    { "bash", 0, OPT_FLAG, NULL, NULL, "completion for bash" },
    { "zsh", 0, OPT_FLAG, NULL, NULL, "completion for zsh" },
};

const struct command cmd_help = {
    .name = "help",
    .summary = "show help",
    .usage = "rollbook help [COMMAND [WORD]] [--names | --schemas | --schema NAME | --markdown | "
             "--man | --bash | --zsh]",
    .examples = "  rollbook help\n  rollbook help run ttt\n  rollbook help --markdown\n"
                "  rollbook help --schema rollbook.analyze.fast-p/1\n",
    .max_args = 2,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_help,
};
