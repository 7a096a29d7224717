/*
 * cmd_report.c - reports as PDF.
 */
#include <stdio.h>
#include <string.h>

#include "reports/reports.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/cli/command.h"

static int run_list(struct cli *cli, struct err *err)
{
    (void)err;
    static const struct table_column columns[] = { { "report", 0 },
                                                   { "summary", 0 },
                                                   { "default_runs", 0 } };
    struct table t;
    size_t n;
    const struct report *all = report_all(&n);
    table_init(&t, cli->arena, "rollbook.report.list/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < n; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, all[i].name);
        c[1] = cell_text(&t, all[i].summary);
        c[2] = cell_text(&t, all[i].default_runs);
    }
    cli_print_table(cli, &t);
    return 0;
}

static int read_runs(struct cli *cli, struct report_options *o, struct err *err)
{
    const char *text = opt_text(cli, "runs");
    if (text == NULL)
        return 0;
    char **names;
    o->n_runs = str_split(cli->arena, text, ',', &names);
    for (size_t i = 0; i < o->n_runs; i++) {
        if (names[i][0] == '\0')
            return err_set(err, ERR_USAGE, "--runs %s: an empty name", text);
    }
    o->runs = (const char *const *)names;
    return 0;
}

static int find_report(const char *name, const struct report **out, struct err *err)
{
    *out = report_find(name);
    if (*out == NULL)
        return err_set(err, ERR_USAGE, "unknown report '%s'; 'rollbook report list' names them all",
                       name);
    return 0;
}

/* Notes of the report, a line each. */
static void print_notes(struct cli *cli, const struct buf *notes)
{
    char **lines;
    size_t n = str_split(cli->arena, buf_text(notes), '\n', &lines);
    for (size_t i = 0; i < n; i++) {
        if (lines[i][0] != '\0')
            cli_note(cli, "%s", lines[i]);
    }
}

static void print_result(struct cli *cli, const char *name, const char *path, const struct buf *pdf)
{
    static const struct table_column columns[] = {
        { "report", 0 }, { "path", 0 }, { "bytes", 0 }, { "sha256", 0 }
    };
    char hash[65];
    struct table t;
    sha256_hex(pdf->data, pdf->len, hash);
    table_init(&t, cli->arena, "rollbook.report/1", columns, ARRAY_LEN(columns));
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, name);
    c[1] = cell_text(&t, path);
    c[2] = cell_int((int64_t)pdf->len);
    c[3] = cell_text(&t, hash);
    cli_print_table(cli, &t);
}

static int run_report(struct cli *cli, struct err *err)
{
    const struct report *report;
    struct report_options o = { NULL, 0 };
    struct buf pdf = { 0 }, notes = { 0 };
    int rc = find_report(cli->args[0], &report, err);
    if (rc == 0)
        rc = read_runs(cli, &o, err);
    if (rc == 0)
        rc = report->build(cli->db, &o, &pdf, &notes, err);
    print_notes(cli, &notes);
    const char *path = opt_text(cli, "output");
    if (path == NULL)
        path = arena_printf(cli->arena, "%s.pdf", cli->args[0]);
    if (rc == 0 && strcmp(path, "-") == 0) {
        fwrite(pdf.data, 1, pdf.len, stdout);
    } else if (rc == 0) {
        rc = file_write_atomic(path, pdf.data, pdf.len, err);
        if (rc == 0)
            print_result(cli, report->name, path, &pdf);
    }
    buf_release(&pdf);
    buf_release(&notes);
    return rc;
}

static const struct opt report_options[] = {
    { "output", 'o', OPT_TEXT, "FILE", NULL,
      "where the PDF goes; - is standard output (default NAME.pdf)" },
    { "runs", 0, OPT_TEXT, "A,B,...", NULL, "only these runs, whatever their status" },
};

const struct command cmd_report = {
    .name = "report",
    .summary = "draw a report as PDF",
    .usage = "rollbook report NAME [-o FILE] [--runs A,B,...]",
    .examples = "  rollbook report ttt-vs-bon -o report.pdf --db study.db\n"
                "  rollbook report ttt-vs-bon --runs bon-42,ttt-42 -o seed42.pdf\n"
                "  rollbook report list\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .options = report_options,
    .n_options = ARRAY_LEN(report_options),
    .run = run_report,
};

const struct command cmd_report_list = {
    .name = "report list",
    .summary = "name the reports",
    .usage = "rollbook report list",
    .examples = "  rollbook report list\n"
                "  rollbook report list --json\n",
    .flags = 0,
    .min_args = 0,
    .max_args = 0,
    .run = run_list,
};
