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

static int run_init(struct cli *cli, struct err *err)
{
    const char *path = cli->n_args > 0 ? cli->args[0] : cli->db_path;
    struct db *db = NULL;
    bool migrate = opt_flag(cli, "migrate");
    if (migrate && !file_exists(path))
        return err_set(err, ERR_USAGE, "%s: there is no database to bring forward", path);
    int rc = db_open(path, migrate ? DB_WRITE : DB_CREATE, &db, err);
    if (rc < 0)
        return rc;
    if (migrate)
        rc = facts_refresh(db, err);
    db_close(db);
    if (rc < 0)
        return rc;
    cli_note(cli, "%s: schema %d", path, db_schema_version());
    return 0;
}

static const struct opt options[] = {
    { "migrate", 0, OPT_FLAG, NULL, NULL, "bring an existing database to this schema" },
};

const struct command cmd_init = {
    .name = "init",
    .summary = "create a results database",
    .usage = "rollbook init [PATH] [--migrate]",
    .examples = "  rollbook init study.db\n  rollbook init --migrate old.db\n",
    .max_args = 1,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_init,
};
