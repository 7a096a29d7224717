/*
 * cmd_report.c - reports as PDF.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/tables/table_common.h"
#include "reports/doc/latex_folder.h"
#include "reports/doc/shell_text.h"
#include "reports/plot/figure_file.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/cli/table_command.h"
#include "tasks/task.h"

struct asked_report {
    const char *output, *task, *latex;
    bool texts;
};

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

static int find_report(const char *name, const struct report **out, struct err *err)
{
    struct nearest near;
    size_t n;
    const struct report *all = report_all(&n);
    *out = report_find(name);
    if (*out != NULL)
        return 0;
    nearest_init(&near, name);
    for (size_t i = 0; i < n; i++)
        nearest_offer(&near, all[i].name);
    err_set(err, ERR_USAGE, "unknown report '%s'; 'rollbook report list' names them all", name);
    return err_suggest(err, &near);
}

static void print_notes(struct cli *cli, const struct buf *notes)
{
    char **lines;
    size_t n = str_split(cli->arena, buf_text(notes), '\n', &lines);
    for (size_t i = 0; i < n; i++) {
        if (lines[i][0] != '\0')
            cli_note(cli, "%s", lines[i]);
    }
}

static void put_result(struct table *t, const char *name, const char *path, const struct buf *bytes)
{
    char hash[65];
    struct cell *c = table_row(t);
    sha256_hex(bytes->data, bytes->len, hash);
    c[0] = cell_text(t, name);
    c[1] = cell_text(t, path);
    c[2] = cell_int((int64_t)bytes->len);
    c[3] = cell_text(t, hash);
}

/* Our main.tex vouches for the folder's other files, which have no mark. */
static int check_folder(struct cli *cli, const char *dir, struct err *err)
{
    struct stat st;
    if (stat(dir, &st) == 0 && !S_ISDIR(st.st_mode))
        return err_set(err, ERR_USAGE, "--latex %s: is not a folder; name another", dir);
    return cli_check_output(cli, arena_printf(cli->arena, "%s/main.tex", dir), LATEX_MARK, "", err);
}

static int make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return 0;
    return err_set(err, ERR_USAGE, "%s: %s", path, strerror(errno));
}

static int write_files(struct cli *cli, const char *at, const struct latex_folder *folder,
                       struct err *err)
{
    static const char *const folders[] = { "", "/tables", "/figures" };
    int rc = 0;
    bool is_ours = cli->common.replace || file_exists(arena_printf(cli->arena, "%s/main.tex", at));
    for (size_t i = 0; i < ARRAY_LEN(folders) && rc == 0; i++)
        rc = make_folder(arena_printf(cli->arena, "%s%s", at, folders[i]), err);
    for (size_t i = 0; i < folder->n_files && rc == 0; i++) {
        const struct latex_file *f = &folder->files[i];
        const struct file_output o = { .path = arena_printf(cli->arena, "%s/%s", at, f->path),
                                       .replace = is_ours };
        rc = file_output_write(&o, buf_text(&f->bytes), f->bytes.len, err);
    }
    return rc;
}

/* A new folder is whole or absent; in one that is there each file is. */
static int write_folder(struct cli *cli, const char *dir, const struct latex_folder *folder,
                        struct table *t, struct err *err)
{
    const char *draft = NULL;
    int rc = 0;
    if (file_exists(dir)) {
        rc = write_files(cli, dir, folder, err);
    } else {
        rc = file_draft_folder(dir, cli->arena, &draft, err);
        if (rc == 0)
            rc = file_draft_folder_end(draft, dir, write_files(cli, draft, folder, err), err);
    }
    for (size_t i = 0; i < folder->n_files && rc == 0; i++) {
        const struct latex_file *f = &folder->files[i];
        put_result(t, "", arena_printf(cli->arena, "%s/%s", dir, f->path), &f->bytes);
    }
    return rc;
}

static int write_all(struct cli *cli, const char *path, const struct buf *pdf,
                     const struct latex_folder *folder, struct err *err)
{
    static const struct table_column columns[] = {
        { "report", 0 }, { "path", 0 }, { "bytes", 0 }, { "sha256", 0 }
    };
    struct table t;
    const struct asked_report *asked = cli->options;
    const char *name = cli->args[0], *dir = asked->latex;
    table_init(&t, cli->arena, "rollbook.report/1", columns, ARRAY_LEN(columns));
    int rc = cli_write_output(cli, path, figure_file_mark(path), pdf, err);
    if (rc == 0 && strcmp(path, "-") != 0)
        put_result(&t, name, path, pdf);
    if (rc == 0 && dir != NULL)
        rc = write_folder(cli, dir, folder, &t, err);
    if (rc == 0 && strcmp(path, "-") != 0)
        cli_print_table(cli, &t);
    return rc;
}

static const char *command_text(struct cli *cli)
{
    struct buf text = { 0 };
    shell_put_command(&text, (const char *const *)cli->argv, (size_t)cli->argc);
    const char *out = arena_strdup(cli->arena, buf_text(&text));
    buf_release(&text);
    return out;
}

static int run_report(struct cli *cli, struct err *err)
{
    const struct report *report;
    struct table_input in;
    void *none = NULL;
    struct latex_folder folder = { 0 };
    const struct asked_report *asked = cli->options;
    struct report_options o = { .task = asked->task,
                                .work_of = task_work,
                                .texts = asked->texts,
                                .latex = asked->latex != NULL ? &folder : NULL };
    struct buf pdf = { 0 }, notes = { 0 };
    const char *path =
        asked->output != NULL ? asked->output : arena_printf(cli->arena, "%s.pdf", cli->args[0]);
    int rc = find_report(cli->args[0], &report, err);
    if (rc == 0 && asked->output != NULL)
        rc = figure_check_path(asked->output, false, err);
    if (rc == 0)
        rc = cli_check_output(cli, path, figure_file_mark(path), "%PDF-", err);
    if (rc == 0 && asked->latex != NULL)
        rc = check_folder(cli, asked->latex, err);
    if (rc == 0)
        rc = table_command_read(cli, &in, &none, err);
    if (rc == 0) {
        o.runs = in.runs.items;
        o.n_runs = in.runs.n;
        o.baseline = in.baseline;
        o.baseline_hardware = in.baseline_hardware;
    }
    if (rc == 0)
        rc = report_build(report, cli->db, &o, &pdf, &notes, err);
    if (rc == 0 && o.latex != NULL)
        rc = latex_folder_finish(&folder, command_text(cli), err);
    print_notes(cli, &notes);
    if (rc == 0)
        rc = write_all(cli, path, &pdf, &folder, err);
    latex_folder_release(&folder);
    buf_release(&pdf);
    buf_release(&notes);
    return rc;
}

#define ROW(member, ...) OPTION(struct asked_report, member, __VA_ARGS__)
static const struct option report_rows[] = {
    ROW(output, "output", "FILE", "where the PDF goes; - is standard output (default NAME.pdf)",
        .letter = 'o'),
    ROW(task, "task", "ID", "of the report task: l1/4"),
    ROW(texts, "texts", NULL,
        "training curves: read the candidates' texts as well, for the share of lazy ones"),
    ROW(latex, "latex", "DIR",
        "also write a folder that pdflatex compiles: main.tex, tables, figures, macros"),
    TABLE_RUNS_ROW("run", "NAME[,NAME]", "only these runs, whatever their status"),
    TABLE_RUNS_ROW("runs", "NAME,...", "the same as --run"),
    TABLE_BASELINE_OPTIONS,
};
static const struct asked_report report_standard = { .output = NULL };

static void put_reports(struct buf *out)
{
    size_t n;
    const struct report *all = report_all(&n);
    buf_puts(out, "\nReports\n");
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "  %-26s %s\n", all[i].name, all[i].summary);
}

const struct command cmd_report = {
    .name = "report",
    .summary = "draw a report as PDF",
    .usage = "rollbook report NAME [--run NAME[,NAME]] [-o FILE] [--latex DIR]",
    .examples = "  rollbook report ttt-vs-bon -o report.pdf --db study.db\n"
                "  rollbook report ttt-vs-bon --run bon-42,ttt-42 -o seed42.pdf --latex paper\n"
                "  rollbook report run --run ttt-42\n"
                "  rollbook report task --task l1/4\n"
                "  rollbook report list\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(report_rows, report_standard),
    .more = put_reports,
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
