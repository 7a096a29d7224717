#include "src/cli/report_gather.h"

#include <string.h>

#include "reports/report/report_source.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/analyze_explain.h"
#include "src/cli/capture.h"
#include "src/cli/collect.h"
#include "src/cli/command.h"
#include "src/store/db.h"
#include "src/store/store.h"

/* argv of the command line that the ask stands for, the program's name first. */
static void put_arguments(struct cli *inner, const struct report_ask *ask)
{
    char **words;
    size_t n = str_split(inner->arena, ask->command, ' ', &words);
    inner->argv = arena_array(inner->arena, n + ask->n_arguments + 2, sizeof(char *));
    inner->argv[inner->argc++] = arena_strdup(inner->arena, "rollbook");
    for (size_t i = 0; i < n; i++)
        inner->argv[inner->argc++] = words[i];
    for (size_t i = 0; i < ask->n_arguments; i++)
        inner->argv[inner->argc++] = arena_strdup(inner->arena, ask->arguments[i]);
}

static int ask_command(void *self, const struct report_ask *ask, struct arena *arena,
                       struct table *out, struct err *err)
{
    const struct cli *cli = self;
    struct capture capture = { .ask = ask, .out = out };
    struct cli inner = {
        .db = cli->db, .db_path = cli->db_path, .arena = arena, .quiet = true, .capture = &capture
    };
    put_arguments(&inner, ask);
    int rc = cli_capture(&inner, ask->settings, ask->n_settings, err);
    if (rc == ERR_NEGATIVE && capture.n_tables > 0)
        rc = 0; /* findings are what was asked for */
    if (rc == 0 && capture.n_tables == 0)
        return err_set(err, ERR_NODATA, "%s printed no table", ask->command);
    return rc;
}

static int ask_rows(void *self, const char *query, int64_t id, struct arena *arena,
                    struct table *out, struct err *err)
{
    const struct cli *cli = self;
    struct collect c = { .arena = arena, .schema = query, .digits = 5 };
    struct sql_sink sink = collect_sink(&c);
    struct stmt *st = db_query(cli->db, query);
    stmt_bind_int(st, ":id", id);
    int rc = stmt_rows(st, &sink, err);
    for (size_t i = 0; rc == 0 && i < c.table.n_rows * c.table.n_columns; i++) {
        if (c.table.cells[i].kind == CELL_NA)
            c.table.cells[i].text = "not recorded";
    }
    if (rc == 0)
        *out = c.table;
    return rc;
}

static int find_run(void *self, const char *name, int64_t *out_id, struct err *err)
{
    const struct cli *cli = self;
    return store_find_run(cli->db, name, out_id, err);
}

static int find_task(void *self, const char *name, int64_t *out_id, struct err *err)
{
    const struct cli *cli = self;
    struct stmt *st = db_query(cli->db, "show_task_find");
    stmt_bind_text(st, ":name", name);
    stmt_bind_int(st, ":id", 0);
    int rc = stmt_one_int(st, out_id, err);
    return rc == ERR_NOMATCH ? err_set(err, ERR_NOMATCH, "no task '%s' in the database", name) : rc;
}

struct report_source report_gather(struct cli *cli)
{
    return (struct report_source){ .self = cli,
                                   .ask = ask_command,
                                   .rows = ask_rows,
                                   .explain = analyze_explanation,
                                   .query_text = analyze_query_lines,
                                   .find_run = find_run,
                                   .find_task = find_task };
}
