/*
 * cmd_sql.c - read-only statements over the views, with the statistics that SQL lacks.
 */
#include <stdio.h>

#include "analysis/tables/row_table.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/store/db.h"

struct asked_sql {
    const char *file;
};

#define MAX_SQL_BYTES ((size_t)16 << 20)

static void print_one(void *context, struct table *t)
{
    const struct cli *cli = context;
    cli_print_table(cli, t);
    if (cli->format != TABLE_JSON) /* lines of objects need no separator */
        fputc('\n', stdout);
}

static int run_text(struct cli *cli, const char *sql, bool many, struct err *err)
{
    struct row_table c = {
        .arena = cli->arena, .schema = "rollbook.sql/1", .context = cli, .finished = print_one
    };
    struct sql_sink sink = row_table_sink(&c);
    int rc =
        many ? db_user_script(cli->db, sql, &sink, err) : db_user_sql(cli->db, sql, &sink, err);
    if (rc == 0)
        cli_print_table(cli, &c.table);
    return rc;
}

static int run_file(struct cli *cli, const char *path, struct err *err)
{
    struct buf sql = { 0 };
    int rc = file_read(path, MAX_SQL_BYTES, &sql, err);
    if (rc == 0) {
        rc = run_text(cli, buf_text(&sql), true, err);
        if (rc < 0 && *err->msg != '\0')
            err_context(err, "%s", path);
    }
    buf_release(&sql);
    return rc;
}

static int run_sql(struct cli *cli, struct err *err)
{
    const struct asked_sql *asked = cli->options;
    const char *path = asked->file;
    if ((path != NULL) == (cli->n_args > 0))
        return err_set(err, ERR_USAGE, "give either a statement or --file FILE");
    return path != NULL ? run_file(cli, path, err) : run_text(cli, cli->args[0], false, err);
}

static const struct option options[] = {
    OPTION(struct asked_sql, file, "file", "FILE",
           "read the statements from FILE; - is standard input", .letter = 'f'),
};
static const struct asked_sql standard_sql = { .file = NULL };

const struct command cmd_sql = {
    .name = "sql",
    .summary = "run read-only SQL",
    .usage = "rollbook sql STATEMENT | -f FILE",
    .examples =
        "  rollbook sql \"SELECT task, count(*), avg(correct) FROM v_rollout GROUP BY task\"\n"
        "  rollbook sql --format csv \"SELECT * FROM v_run\"\n"
        "  rollbook sql \"SELECT task, geomean(speedup), quantile(speedup, 0.9) FROM v_rollout "
        "GROUP BY task\"\n"
        "  rollbook sql -f question.sql --json\n",
    .flags = CMD_READS | CMD_UNTIED,
    .max_args = 1,
    .options = OPTION_SET(options, standard_sql),
    .run = run_sql,
};
