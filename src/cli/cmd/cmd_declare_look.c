/*
 * cmd_declare_look.c - declare look: analyze declaration, stored as a look at the data.
 */
#include "analysis/tables/compare/table_declaration.h"
#include "src/base/err.h"
#include "src/cli/table_command.h"
#include "src/store/store_declaration.h"

static int put(struct cli *cli, const char *name, const struct declaration_look *look,
               struct err *err)
{
    struct declaration_row row;
    int rc = db_begin(cli->db, err);
    if (rc < 0)
        return rc;
    rc = store_find_declaration(cli->db, name, cli->arena, &row, err);
    const struct look_row stored = { .declaration_id = row.declaration_id,
                                     .number = look->number,
                                     .runs = look->runs,
                                     .n_rollouts = look->n_rollouts,
                                     .data_sha256 = look->data_sha256,
                                     .alpha_spent = look->alpha,
                                     .statistic = look->statistic,
                                     .n_rejected = look->n_rejected };
    if (rc == 0)
        rc = store_put_look(cli->db, &stored, err);
    return db_end(cli->db, rc, err);
}

static int run_look(struct cli *cli, struct err *err)
{
    struct table_input in;
    void *options = NULL;
    struct table t;
    struct declaration_look look;
    int rc = table_command_read(cli, &in, &options, err);
    if (rc == 0)
        rc = table_declaration_look(&in, options, &t, &look, err);
    if (rc == 0)
        rc = put(cli, ((const struct table_declaration_options *)options)->name, &look, err);
    if (rc == 0)
        cli_print_table(cli, &t);
    return rc;
}

const struct command cmd_declare_look = {
    .name = "declare look",
    .summary = "look at the data of a declared study, and store that you did",
    .usage = "rollbook declare look --name NAME [--methods NAME=RUN,...]",
    .examples = "  rollbook declare look --name ttt-study\n"
                "  rollbook sql \"SELECT number, taken_at, n_rejected FROM v_look\"\n",
    .flags = CMD_WRITES,
    .table = &table_declaration,
    .run = run_look,
};
