/*
 * cmd_init.c - create a results database, or bring an older one forward.
 */
#include <stdio.h>

#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/store/db.h"
#include "src/store/facts.h"

struct asked_init {
    bool migrate;
};

static int run_init(struct cli *cli, struct err *err)
{
    const struct asked_init *asked = cli->options;
    const char *path = cli->n_args > 0 ? cli->args[0] : cli->db_path;
    static const struct table_column columns[] = { { "path", 0 }, { "schema_version", 0 } };
    struct db *db = NULL;
    struct table t;
    bool migrate = asked->migrate;
    if (migrate && !file_exists(path))
        return err_set(
            err, ERR_USAGE,
            "%s: there is no database to bring forward; make a new one without --migrate", path);
    int rc = db_open(path, migrate ? DB_WRITE : DB_CREATE, &db, err);
    if (rc < 0)
        return rc;
    if (migrate)
        rc = facts_refresh(db, err);
    db_close(db);
    if (rc < 0)
        return rc;
    cli_note(cli, "%s: schema %d", path, db_schema_version());
    if (cli->format == TABLE_TEXT)
        return 0;
    table_init(&t, cli->arena, "rollbook.init/1", columns, ARRAY_LEN(columns));
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, path);
    c[1] = cell_int(db_schema_version());
    cli_print_table(cli, &t);
    return 0;
}

static const struct option options[] = {
    OPTION(struct asked_init, migrate, "migrate", NULL,
           "bring an existing database to this schema"),
};
static const struct asked_init standard_init = { .migrate = false };

const struct command cmd_init = {
    .name = "init",
    .summary = "create a results database",
    .usage = "rollbook init [PATH] [--migrate]",
    .examples = "  rollbook init study.db\n  rollbook init --migrate old.db\n",
    .max_args = 1,
    .options = OPTION_SET(options, standard_init),
    .run = run_init,
};
