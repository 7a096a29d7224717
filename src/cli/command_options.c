#include "src/cli/command_options.h"

#include "src/base/mem.h"

static const char *const formats[] = { "table", "csv", "json", "latex", "markdown", NULL };
static const struct option common_rows[] = {
    OPTION(struct cli_common, db, "db", "PATH",
           "database (default: ROLLBOOK_DB, otherwise ./rollbook.db); for reading also several: "
           "A,B or a folder"),
    OPTION(struct cli_common, json, "json", NULL,
           "print one JSON object; the same as --format json"),
    OPTION(struct cli_common, format, "format", "NAME", "table, csv, json, latex or markdown",
           .choices = formats),
    OPTION(struct cli_common, quiet, "quiet", NULL, "no messages and no progress on standard error",
           .letter = 'q'),
    OPTION(struct cli_common, replace, "replace", NULL,
           "overwrite an output file that Rollbook may not have written"),
    OPTION(struct cli_common, trust, "trust", NULL,
           "obey programs, hosts and keys that the database names (SECURITY.md)"),
    OPTION(struct cli_common, help, "help", NULL, "examples, then every option", .letter = 'h'),
};
static const struct cli_common common_standard = { .db = NULL };
const struct option_set common_options = { common_rows, ARRAY_LEN(common_rows), &common_standard,
                                           sizeof(common_standard), 0 };

const struct option *option_next(const struct option_set *set, const struct option *o)
{
    const struct option *end = set->rows + set->n_rows;
    for (o = o == NULL ? set->rows : o + 1; o != end; o++)
        if (o->name != NULL && (o->takers == 0 || (o->takers & set->taker) != 0))
            return o;
    return NULL;
}

struct option_set command_options(const struct command *command)
{
    static const struct option_set none = { .rows = NULL };
    return command->table != NULL     ? command->table->options
           : command->options != NULL ? *command->options
                                      : none;
}
