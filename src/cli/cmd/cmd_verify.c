/*
 * cmd_verify.c - is the file whole?
 */
#include <inttypes.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/store/db.h"
#include "src/store/facts.h"
#include "src/store/whole/joined.h"
#include "src/store/whole/verify.h"

struct asked_verify {
    bool deep, repair;
};

static const struct table_column columns[] = {
    { "check", 0 }, { "result", 0 }, { "place", 0 }, { "detail", 0 }
};

static void put_row(struct table *t, const char *check, const char *result, const char *place,
                    const char *detail)
{
    struct cell *row = table_row(t);
    row[0] = cell_text(t, check);
    row[1] = cell_text(t, result);
    row[2] = cell_text(t, place);
    row[3] = cell_text(t, detail);
}

static void on_found(void *context, const char *check, const char *place, const char *what)
{
    put_row(context, check, "damaged", place, what);
}

static void on_checked(void *context, const char *check, const char *looked_at, int64_t findings)
{
    if (findings == 0)
        put_row(context, check, "ok", "", looked_at);
}

static int repair(struct cli *cli, struct err *err)
{
    db_close(cli->db);
    cli->db = NULL;
    int rc = db_open(cli->db_path, DB_WRITE, &cli->db, err);
    return rc < 0 ? rc : facts_rebuild(cli->db, err);
}

static int run_verify(struct cli *cli, struct err *err)
{
    const struct asked_verify *asked = cli->options;
    struct table t;
    struct verify_sink sink = { &t, on_checked, on_found };
    if (joined_is(cli->db_path))
        return err_set(err, ERR_USAGE, "%s: verify checks one file at a time; run it once per file",
                       cli->db_path);
    if (asked->repair) {
        int repaired = repair(cli, err);
        if (repaired < 0)
            return repaired;
    }
    table_init(&t, cli->arena, "rollbook.verify/1", columns, ARRAY_LEN(columns));
    int rc = db_verify(cli->db, asked->deep, &sink, err);
    if (rc == 0 && asked->deep && db_told_change(cli->db) != NULL) {
        struct err ignored = { 0 }; /* who may not write it is told again */
        db_close(cli->db);
        cli->db = NULL;
        (void)db_mark_verified(cli->db_path, &ignored);
    }
    cli_print_table(cli, &t);
    return rc;
}

static const struct option options[] = {
    OPTION(struct asked_verify, deep, "deep", NULL,
           "every index entry and every row of every view; ends the note that another program "
           "changed the file"),
    OPTION(struct asked_verify, repair, "repair", NULL,
           "first make the derived facts anew from the rollouts"),
};
static const struct asked_verify standard_verify = { .deep = false };

const struct command cmd_verify = {
    .name = "verify",
    .summary = "check that the database is whole: pages, schema, references, hashes, sums, facts",
    .usage = "rollbook verify [--deep] [--repair]",
    .examples = "  rollbook verify --db study.db\n  rollbook verify --deep --json\n",
    .flags = CMD_READS | CMD_JUDGES,
    .options = OPTION_SET(options, standard_verify),
    .run = run_verify,
};
