/*
 * cmd_declare_attach.c - declare attach: runs refer to a declaration after they began.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/declaration/declaration.h"
#include "src/store/store.h"
#include "src/store/store_declaration.h"

struct asked_declare_attach {
    const char *run, *method;
};

static int attach(struct cli *cli, const struct declaration_row *row, char **runs, size_t n,
                  struct err *err)
{
    const struct asked_declare_attach *asked = cli->options;
    int rc = db_begin(cli->db, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n && rc == 0; i++) {
        int64_t run_id = 0;
        rc = store_find_run(cli->db, runs[i], &run_id, err);
        if (rc == 0)
            rc = store_put_declared_run(cli->db, run_id, row->declaration_id, asked->method, true,
                                        err);
        if (rc < 0)
            err_context(err, "run %s", runs[i]);
    }
    return db_end(cli->db, rc, err);
}

static int check_method(struct cli *cli, const struct declaration_row *row, struct err *err)
{
    const struct asked_declare_attach *asked = cli->options;
    struct study_declaration d;
    const char *method = asked->method;
    if (method == NULL || asked->run == NULL)
        return err_set(err, ERR_USAGE, "--run NAME,... and --method NAME are needed");
    int rc =
        declaration_parse(cli->args[0], row->content, strlen(row->content), cli->arena, &d, err);
    for (size_t i = 0; rc == 0 && i < d.n_methods; i++) {
        if (strcmp(d.methods[i], method) == 0)
            return 0;
    }
    return rc < 0
               ? rc
               : err_set(err, ERR_USAGE, "declaration '%s' has no method '%s' (%s)", cli->args[0],
                         method, str_join_names(cli->arena, d.methods, d.n_methods));
}

static int run_attach(struct cli *cli, struct err *err)
{
    const struct asked_declare_attach *asked = cli->options;
    static const struct table_column columns[] = {
        { "declaration", 0 }, { "version", 0 }, { "method", 0 }, { "runs", 0 }
    };
    struct declaration_row row;
    struct table t;
    char **runs = NULL;
    int rc = store_find_declaration(cli->db, cli->args[0], cli->arena, &row, err);
    if (rc == 0)
        rc = check_method(cli, &row, err);
    if (rc < 0)
        return rc;
    size_t n = str_split_names(cli->arena, asked->run, &runs);
    rc = attach(cli, &row, runs, n, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.declare.attach/1", columns, ARRAY_LEN(columns));
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, cli->args[0]);
    c[1] = cell_int(row.version);
    c[2] = cell_text(&t, asked->method);
    c[3] = cell_int((int64_t)n);
    table_note(&t, "'analyze declaration' tells which runs were attached, and which of them were "
                   "stored before it was declared");
    cli_print_table(cli, &t);
    return 0;
}

static const struct option options[] = {
    OPTION(struct asked_declare_attach, run, "run", "NAME,...", "runs, imported ones as well",
           .repeats = true),
    OPTION(struct asked_declare_attach, method, "method", "NAME",
           "which of the declared methods they are of"),
};
static const struct asked_declare_attach standard_declare_attach = { .run = NULL };

const struct command cmd_declare_attach = {
    .name = "declare attach",
    .summary = "link existing runs, also imported runs, to a declaration",
    .usage = "rollbook declare attach NAME --run RUN,... --method METHOD",
    .examples = "  rollbook declare attach ttt-study --run imported-1,imported-2 --method ttt\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(options, standard_declare_attach),
    .run = run_attach,
};
