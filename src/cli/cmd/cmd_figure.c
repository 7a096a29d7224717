/*
 * cmd_figure.c - one figure as PDF, CSV and LaTeX macros.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/table_common.h"
#include "reports/figure/figures.h"
#include "reports/plot/figure_file.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/cli/cmd/figure_png.h"
#include "src/cli/table_command.h"
#include "tasks/task.h"

static int run_list(struct cli *cli, struct err *err)
{
    (void)err;
    static const struct table_column columns[] = { { "figure", 0 },
                                                   { "title", 0 },
                                                   { "needs", 0 } };
    struct table t;
    size_t n;
    const struct figure_entry *const *all = figure_all(&n);
    table_init(&t, cli->arena, "rollbook.figure.list/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < n; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, all[i]->name);
        c[1] = cell_text(&t, all[i]->title);
        c[2] = cell_text(&t, all[i]->needs);
    }
    cli_print_table(cli, &t);
    return 0;
}

enum figure_font { FONT_TYPE1, FONT_TRUETYPE };

struct asked_figure {
    const char *output, *width, *csv, *tex, *methods, *task;
    enum figure_font font;
    bool texts;
    struct speed_rule rule;
    struct table_resample resample;
};

static int read_source(struct cli *cli, struct figure_source *s, struct err *err)
{
    struct resampling r;
    struct table_input in;
    void *read = NULL;
    figure_source_init(s, cli->db, cli->arena);
    int rc = table_command_read(cli, &in, &read, err);
    if (rc < 0)
        return rc;
    const struct asked_figure *o = read;
    rc = tables_resampling(&o->resample, &r, err);
    if (rc < 0)
        return rc;
    s->runs = in.runs.items;
    s->n_runs = in.runs.n;
    s->rule = o->rule;
    s->level = r.level;
    s->replicates = r.replicates;
    s->seed = r.seed;
    s->baseline = in.baseline;
    s->baseline_hardware = in.baseline_hardware;
    s->methods = o->methods;
    if (s->methods != NULL && s->n_runs > 0)
        return err_set(err, ERR_USAGE, "--methods names the runs: --run does not go with it");
    s->task = o->task;
    s->work_of = task_work;
    s->texts = o->texts;
    return 0;
}

struct output {
    const char *name, *path, *mark;
    struct buf bytes;
};

static int write_output(const struct cli *cli, struct table *t, struct output *o, struct err *err)
{
    int rc = o->path == NULL ? 0 : cli_write_output(cli, o->path, o->mark, &o->bytes, err);
    if (rc < 0 || o->path == NULL || strcmp(o->path, "-") == 0)
        return rc;
    char hash[65];
    sha256_hex(buf_text(&o->bytes), o->bytes.len, hash);
    struct cell *c = table_row(t);
    c[0] = cell_text(t, o->name);
    c[1] = cell_text(t, o->path);
    c[2] = cell_int((int64_t)o->bytes.len);
    c[3] = cell_text(t, hash);
    return 0;
}

static int check_names(const struct output *outputs, size_t n, struct err *err)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (outputs[i].path != NULL && outputs[j].path != NULL &&
                strcmp(outputs[i].path, outputs[j].path) == 0)
                return err_set(err, ERR_USAGE, "%s: two outputs have this name; name two files",
                               outputs[i].path);
    return 0;
}

static int build(struct cli *cli, struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct figure_entry *f = figure_find(cli->args[0]);
    if (f == NULL) {
        struct nearest near;
        size_t n;
        const struct figure_entry *const *all = figure_all(&n);
        nearest_init(&near, cli->args[0]);
        for (size_t i = 0; i < n; i++)
            nearest_offer(&near, all[i]->name);
        err_set(err, ERR_USAGE, "unknown figure '%s'; 'rollbook figure list' names them all",
                cli->args[0]);
        return err_suggest(err, &near);
    }
    int rc = read_source(cli, s, err);
    if (rc == 0)
        rc = figure_build(f, s, m, err);
    return rc == 0 && s->study != NULL ? tables_need_intervals(s->study, s->rule, err) : rc;
}

static int run_figure(struct cli *cli, struct err *err)
{
    static const struct table_column columns[] = {
        { "output", 0 }, { "path", 0 }, { "bytes", 0 }, { "sha256", 0 }
    };
    struct figure_source source = { .db = NULL };
    struct figure_model model;
    const struct asked_figure *o = cli->options;
    struct pdf_info info = { .truetype = o->font == FONT_TRUETYPE };
    const struct provenance *p = NULL;
    double width = 0;
    struct output outputs[] = { { .name = "pdf", .path = o->output },
                                { .name = "csv", .path = o->csv },
                                { .name = "tex", .path = o->tex, .mark = FIGURE_TEX_MARK } };
    struct table t;
    table_init(&t, cli->arena, "rollbook.figure/1", columns, ARRAY_LEN(columns));
    int rc = 0;
    if (!figure_width_parse(o->width, &width))
        rc = err_set(err, ERR_USAGE,
                     "--width: '%s' is not icml-column, icml-text, neurips or a size from 120 to "
                     "1400 pt like 3.25in, 90mm, 234pt",
                     o->width);
    if (rc == 0 && o->output != NULL)
        rc = figure_check_path(o->output, true, err);
    if (rc == 0)
        rc = check_names(outputs, ARRAY_LEN(outputs), err);
    if (rc == 0)
        rc = build(cli, &source, &model, err);
    if (rc == 0) {
        /* Figures of baselines alone have no run to date the file. */
        struct err none = { 0 };
        bool named = source.n_runs > 0;
        rc = figure_source_provenance(&source, &p, named ? err : &none);
        if (rc == ERR_NOMATCH && !named)
            rc = 0;
        else if (rc < 0 && !named)
            *err = none;
    }
    if (rc < 0) {
        figure_source_release(&source);
        return rc;
    }
    info.date_utc = p == NULL ? NULL : p->last_change;
    if (outputs[0].path == NULL)
        outputs[0].path = arena_printf(cli->arena, "%s.pdf", model.name);
    info.svg = str_ends_with(outputs[0].path, ".svg");
    bool png = str_ends_with(outputs[0].path, ".png");
    outputs[0].name = info.svg ? "svg" : png ? "png" : "pdf";
    outputs[0].mark = figure_file_mark(outputs[0].path);
    rc = figure_put_pdf(&model, &info, width, &outputs[0].bytes, err);
    if (rc == 0 && png)
        rc = figure_to_png(&outputs[0].bytes, err);
    figure_put_csv(&model, &outputs[1].bytes);
    outputs[1].mark = arena_strndup(cli->arena, buf_text(&outputs[1].bytes),
                                    strcspn(buf_text(&outputs[1].bytes), "\n"));
    figure_put_macros(&model, width, &outputs[2].bytes);
    for (size_t i = 0; i < ARRAY_LEN(outputs) && rc == 0; i++)
        rc = write_output(cli, &t, &outputs[i], err);
    for (size_t i = 0; i < ARRAY_LEN(outputs); i++)
        buf_release(&outputs[i].bytes);
    figure_source_release(&source);
    table_note(&t, "%s", model.caption);
    if (*model.caption_rest != 0 && cli->format != TABLE_TEXT)
        table_note(&t, "%s", model.caption_rest);
    if (rc == 0 && strcmp(outputs[0].path, "-") != 0)
        cli_print_table(cli, &t);
    return rc;
}

#define ROW(member, ...) OPTION(struct asked_figure, member, __VA_ARGS__)
static const char *const fonts[] = { "type1", "truetype", NULL };
static const struct option figure_rows[] = {
    ROW(output, "output", "FILE",
        "a .pdf, .svg or .png (by pdftoppm, 300 dpi); -: the PDF to standard output (default "
        "NAME.pdf)",
        .letter = 'o'),
    ROW(width, "width", "SIZE", "icml-column, icml-text, neurips, or a size: 3.25in, 90mm, 234pt"),
    ROW(csv, "csv", "FILE", "the plotted points as well"),
    ROW(tex, "tex", "FILE", "caption and numbers as LaTeX macros as well"),
    ROW(font, "font", "KIND", "embedded fonts: type1 or truetype", .choices = fonts),
    ROW(methods, "methods", "NAME=RUN,...",
        "groups of runs by name, for methods and budget: \"base=b1,b2,ttt=t1\""),
    ROW(task, "task", "ID", "only this task, where a figure has a panel a task"),
    ROW(texts, "texts", NULL,
        "training: read the candidates' texts as well, for the share of lazy ones"),
    TABLE_RUNS_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_RULE_OPTIONS(struct asked_figure),
    TABLE_RULE_VALUE_OPTION(struct asked_figure),
    TABLE_RESAMPLE_OPTIONS(struct asked_figure),
};
static const struct asked_figure figure_standard = { .width = "icml-column",
                                                     .rule = STANDARD_RULE,
                                                     .resample = STANDARD_RESAMPLE };

static void put_figures(struct buf *out)
{
    size_t n;
    const struct figure_entry *const *all = figure_all(&n);
    buf_puts(out, "\nFigures\n");
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "  %-26s %s\n", all[i]->name, all[i]->title);
}

const struct command cmd_figure = {
    .name = "figure",
    .summary = "draw a figure as PDF, SVG or PNG, with its points and numbers",
    .usage = "rollbook figure NAME [-o FILE] [--run NAME[,NAME]] [--width SIZE] [options]",
    .examples = "  rollbook figure fast-p --run bon-42,ttt-42 -o fast-p.pdf\n"
                "  rollbook figure trajectory --width icml-text --csv steps.csv --tex steps.tex\n"
                "  rollbook figure scaling -o scaling.svg\n"
                "  rollbook figure scaling -o scaling.png\n"
                "  rollbook figure list\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(figure_rows, figure_standard),
    .more = put_figures,
    .run = run_figure,
};

const struct command cmd_figure_list = {
    .name = "figure list",
    .summary = "name the figures",
    .usage = "rollbook figure list",
    .examples = "  rollbook figure list\n"
                "  rollbook figure list --json\n",
    .flags = 0,
    .min_args = 0,
    .max_args = 0,
    .run = run_list,
};
