#include "reports/html/site_page.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/tables/row_table.h"
#include "analysis/tables/table_common.h"
#include "reports/doc/shell_text.h"
#include "reports/figure/figures.h"
#include "reports/html/site_cache.h"
#include "reports/html/site_texts.h"
#include "reports/plot/figure_file.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/table/table_shape.h"

/* A page takes no script and no style but the two files beside it, and sends nothing anywhere. */
#define POLICY                                                                                     \
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; "  \
    "base-uri 'none'; form-action "

void page_begin(struct html_page *p, const char *title)
{
    static const char *const places[] = { "index.html", "Runs",    "tasks.html",   "Tasks",
                                          "grid.html",  "Grid",    "compare.html", "Compare",
                                          "audit.html", "Findings" };
    buf_puts(p->out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY);
    buf_puts(p->out, p->site->is_live ? "'self'\">" : "'none'\">");
    buf_puts(p->out, "<meta name=\"viewport\" content=\"width=device-width\"><title>");
    html_puts(p->out, title);
    buf_printf(p->out,
               " - Rollbook</title><link rel=\"icon\" href=\"%sicon.svg\">"
               "<link rel=\"stylesheet\" href=\"%ssite.css\">"
               "<script src=\"%ssite.js\" defer></script></head><body>\n"
               "<a class=\"skip\" href=\"#main\">To the content</a><header class=\"top\"><nav "
               "aria-label=\"Site\"><ul>",
               p->root, p->root, p->root);
    for (size_t i = 0; i < ARRAY_LEN(places); i += 2)
        buf_printf(p->out, "<li><a href=\"%s%s\">%s</a></li>", p->root, places[i], places[i + 1]);
    if (p->site->is_live)
        buf_printf(p->out,
                   "<li><a href=\"%ssearch.html\">Search</a></li><li><a "
                   "href=\"%ssql.html\">SQL</a></li>",
                   p->root, p->root);
    buf_puts(p->out, "</ul></nav><span class=\"database\">");
    html_puts(p->out, p->site->title);
    buf_puts(p->out, "</span></header>\n<main id=\"main\">\n");
}

void page_end(struct html_page *p)
{
    buf_puts(p->out, "</main></body></html>\n");
}

void page_link(struct html_page *p, const char *href, const char *text)
{
    if (href != NULL)
        buf_printf(p->out, "<a href=\"%s\">", href);
    html_puts(p->out, text);
    if (href != NULL)
        buf_puts(p->out, "</a>");
}

void page_trail(struct html_page *p, const char *const *pairs)
{
    buf_puts(p->out, "<nav class=\"trail\" aria-label=\"Path\"><ol>");
    for (size_t i = 0; pairs[i] != NULL; i += 2) {
        buf_puts(p->out, "<li>");
        page_link(p, pairs[i + 1], pairs[i]);
        buf_puts(p->out, "</li>");
    }
    buf_puts(p->out, "</ol></nav>\n");
}

void page_section(struct html_page *p, const char *id, const char *heading)
{
    buf_printf(p->out, "<section id=\"%s\"><h2>", id);
    html_puts(p->out, heading);
    buf_puts(p->out, "</h2>\n");
}

void page_section_end(struct html_page *p)
{
    buf_puts(p->out, "</section>\n");
}

void page_task_heading(struct html_page *p, const char *label, const char *name)
{
    buf_puts(p->out, "<h1>");
    html_puts(p->out, label);
    if (*name != '\0' && strcmp(label, name) != 0) {
        buf_puts(p->out, " <span class=\"under\">");
        html_puts(p->out, name);
        buf_puts(p->out, "</span>");
    }
    buf_puts(p->out, "</h1>\n");
}

void page_paragraph(struct html_page *p, const char *class, const char *text)
{
    buf_printf(p->out, "<p class=\"%s\">", class);
    html_puts(p->out, text);
    buf_puts(p->out, "</p>\n");
}

bool page_part(struct html_page *p, const char *name)
{
    return part_begin(p->site->parts, name, p->out);
}

int page_part_end(struct html_page *p, int rc)
{
    part_end(p->site->parts, p->out, rc);
    return rc;
}

/* ---- addresses ---- */

const char *href_run(struct html_page *p, int64_t run_id)
{
    return arena_printf(p->arena, "%srun/%" PRId64 ".html", p->root, run_id);
}

const char *href_task(struct html_page *p, int64_t task_id)
{
    return arena_printf(p->arena, "%stask/%" PRId64 ".html", p->root, task_id);
}

const char *href_group(struct html_page *p, int64_t run_id, int64_t task_id, int64_t step)
{
    return arena_printf(p->arena, "%sgroup/%" PRId64 "-%" PRId64 "-%" PRId64 ".html", p->root,
                        run_id, task_id, step);
}

const char *href_sample(struct html_page *p, int64_t rollout_id)
{
    return arena_printf(p->arena, "%ssample/%" PRId64 "/%" PRId64 ".html", p->root,
                        rollout_id / 1000, rollout_id);
}

const char *href_compare(struct html_page *p, int64_t run_a, int64_t run_b)
{
    return arena_printf(p->arena, "%scompare/%" PRId64 "-%" PRId64 ".html", p->root, run_a, run_b);
}

const struct site_run *site_find_run(const struct site *s, const char *name)
{
    for (size_t i = 0; i < s->n_runs; i++)
        if (strcmp(s->runs[i].name, name) == 0)
            return &s->runs[i];
    return NULL;
}

const struct site_run *site_run_of(const struct site *s, int64_t id)
{
    for (size_t i = 0; i < s->n_runs; i++)
        if (s->runs[i].id == id)
            return &s->runs[i];
    return NULL;
}

const struct site_task *site_find_task(const struct site *s, const char *label)
{
    for (size_t i = 0; i < s->n_tasks; i++)
        if (strcmp(s->tasks[i].label, label) == 0)
            return &s->tasks[i];
    return NULL;
}

const struct site_task *site_task_of(const struct site *s, int64_t id)
{
    for (size_t i = 0; i < s->n_tasks; i++)
        if (s->tasks[i].id == id)
            return &s->tasks[i];
    return NULL;
}

/* A row about a run that the site does not have leads nowhere. */
static bool is_elsewhere(const struct site *s, const struct table *t, size_t row)
{
    for (size_t c = 0; c < t->n_columns; c++)
        if (strcmp(t->columns[c].name, "run") == 0 && table_cell(t, row, c)->kind == CELL_TEXT &&
            site_find_run(s, table_cell(t, row, c)->text) == NULL)
            return true;
    return false;
}

/* Names of runs and tasks, and keys of rollouts, lead to their pages. */
static const char *cell_href(const void *context, const struct table *t, size_t row, size_t column,
                             struct arena *arena)
{
    struct html_page p = *(const struct html_page *)context;
    const struct cell *c = table_cell(t, row, column);
    const char *name = t->columns[column].name;
    p.arena = arena;
    if (c->kind != CELL_TEXT && is_elsewhere(p.site, t, row))
        return NULL;
    if (c->kind == CELL_TEXT && strcmp(name, "run") == 0) {
        const struct site_run *run = site_find_run(p.site, c->text);
        return run == NULL ? NULL : href_run(&p, run->id);
    }
    if (c->kind == CELL_TEXT && strcmp(name, "task") == 0) {
        const struct cell *key = table_cell(t, row, t->n_columns - 1);
        const bool has_key = strcmp(t->columns[t->n_columns - 1].name, "task_id") == 0;
        const struct site_task *task = has_key && key->kind == CELL_INT
                                           ? site_task_of(p.site, key->i)
                                           : site_find_task(p.site, c->text);
        return task == NULL ? NULL : href_task(&p, task->id);
    }
    if (c->kind == CELL_INT && strcmp(name, "step") == 0 && t->n_columns > 2 &&
        strcmp(t->columns[t->n_columns - 2].name, "run_id") == 0 &&
        strcmp(t->columns[t->n_columns - 1].name, "task_id") == 0)
        return href_group(&p, table_cell(t, row, t->n_columns - 2)->i,
                          table_cell(t, row, t->n_columns - 1)->i, c->i);
    if (c->kind == CELL_INT && (strcmp(name, "rollout_id") == 0 || strcmp(name, "parent_id") == 0))
        return href_sample(&p, c->i);
    return NULL;
}

/* Keys at the end are for links. */
static size_t count_hidden(const struct table *t)
{
    static const char *const hidden[] = { "run_id", "task_id", "code_blob_id", "code_sha256" };
    size_t n_hidden = 0;
    for (size_t i = 0; i < ARRAY_LEN(hidden); i++)
        for (size_t c = t->n_columns; c > 0 && t->n_columns - c < ARRAY_LEN(hidden); c--)
            if (strcmp(t->columns[c - 1].name, hidden[i]) == 0)
                n_hidden = t->n_columns - c + 1 > n_hidden ? t->n_columns - c + 1 : n_hidden;
    return n_hidden;
}

void page_table(struct html_page *p, const struct table *t, const char *caption, bool sorts)
{
    html_table_put(p->out, &(struct html_table){ .table = t,
                                                 .caption = caption,
                                                 .href = cell_href,
                                                 .href_context = p,
                                                 .n_hidden = count_hidden(t),
                                                 .keeps_empty = p->keeps_empty,
                                                 .sorts = sorts && t->n_rows > 1 });
}

void page_record(struct html_page *p, const struct table *t)
{
    html_record_put(p->out,
                    &(struct html_table){ .table = t, .href = cell_href, .href_context = p });
}

/* ---- tables and figures ---- */

static void no_remark(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static struct table_input input_of(const struct html_page *p)
{
    return (struct table_input){ .db = p->site->db,
                                 .arena = p->arena,
                                 .runs = p->runs,
                                 .baseline = p->site->baseline,
                                 .baseline_hardware = p->site->baseline_hardware,
                                 .study = p->study,
                                 .remark = no_remark };
}

void page_load(struct html_page *p, const struct name_list *runs)
{
    p->runs = *runs;
    p->study = NULL;
    p->loads = true;
}

static int load_runs(struct html_page *p, struct err *err)
{
    struct err failed = { 0 };
    if (!p->loads)
        return 0;
    p->loads = false;
    struct table_input in = input_of(p);
    int rc = tables_load_against(&in, p->runs.items, p->runs.n, &p->study, &failed);
    return rc == ERR_INTEGRITY ? err_set(err, rc, "%s", failed.msg) : 0;
}

/* Options of the input are not among a kind's own words. */
static const char *command_of(struct html_page *p, const struct table_kind *kind,
                              const void *options)
{
    const char *const *words;
    size_t n = table_words(kind, options, p->arena, &words);
    CLEANUP(buf_release) struct buf line = { 0 };
    buf_puts(&line, "rollbook");
    for (size_t i = 0; i < n; i++) {
        buf_putc(&line, ' ');
        shell_put_word(&line, words[i]);
    }
    if (p->runs.n > 0 && (p->site->is_part || p->runs.n < p->site->n_runs)) {
        buf_puts(&line, " --run ");
        shell_put_word(&line, str_join_names(p->arena, p->runs.items, p->runs.n));
    }
    if (p->site->baseline != NULL) {
        buf_puts(&line, " --baseline ");
        shell_put_word(&line, p->site->baseline);
    }
    return arena_strdup(p->arena, buf_text(&line));
}

int page_make(struct html_page *p, const struct table_kind *kind, const void *options,
              struct table *out, struct err *err)
{
    int rc = load_runs(p, err);
    struct table_input in = input_of(p);
    return rc < 0 ? rc : table_make(kind, &in, options, out, err);
}

int page_kind(struct html_page *p, const struct table_kind *kind, const void *options,
              const char *caption, struct err *err)
{
    struct err failed = { 0 };
    struct table t;
    int rc = page_make(p, kind, options, &t, &failed);
    if (rc == ERR_INTEGRITY || rc == ERR_BUSY)
        return err_set(err, rc, "%s", failed.msg);
    const char *command = command_of(p, kind, options);
    if (rc < 0) {
        buf_puts(p->out, "<p class=\"none\">");
        html_puts(p->out, caption);
        buf_puts(p->out, ": NA, ");
        html_puts(p->out, failed.msg);
        buf_puts(p->out, "</p>\n");
        return 0;
    }
    html_table_put(p->out, &(struct html_table){ .table = &t,
                                                 .caption = caption,
                                                 .command = command,
                                                 .href = cell_href,
                                                 .href_context = p,
                                                 .sorts = t.n_rows > 1 });
    return 0;
}

#define RECORD_COLUMNS 7 /* one row of more is a list of values */

int page_rows(struct html_page *p, const char *query, int64_t id, const char *caption,
              bool *out_any, struct err *err)
{
    struct table t;
    int rc = row_table_of(p->site->db, query, id, p->arena, &t, err);
    if (rc < 0)
        return rc;
    if (out_any != NULL)
        *out_any = t.n_rows > 0;
    if (t.n_rows == 1 && t.n_columns - count_hidden(&t) > RECORD_COLUMNS) {
        buf_puts(p->out, "<h3>");
        html_puts(p->out, caption);
        buf_puts(p->out, "</h3>\n");
        page_record(p, &t);
    } else if (t.n_rows > 0) {
        page_table(p, &t, caption, true);
    }
    return 0;
}

int page_figure(struct html_page *p, const char *name, struct err *err)
{
    const struct site_run *only = p->runs.n == 1 ? site_find_run(p->site, p->runs.items[0]) : NULL;
    if (p->runs.n > 1 && p->runs.n < p->site->n_runs)
        return 0;
    CLEANUP(buf_release) struct buf svg = { 0 };
    const char *caption = NULL;
    int rc = site_figure(p->site, name, only == NULL ? 0 : only->id, p->arena, &svg, &caption, err);
    if (rc == ERR_INTEGRITY || rc == ERR_BUSY)
        return rc;
    if (rc < 0) {
        err->msg[0] = '\0';
        return 0;
    }
    const char *path = only == NULL
                           ? arena_printf(p->arena, "figure/all-%s.svg", name)
                           : arena_printf(p->arena, "figure/%" PRId64 "-%s.svg", only->id, name);
    rc = site_emit(p->site, path, &svg, err);
    buf_printf(p->out, "<figure><img src=\"%s%s\" loading=\"lazy\" alt=\"", p->root, path);
    html_puts(p->out, figure_find(name)->title);
    buf_puts(p->out, "\"><figcaption>");
    html_puts(p->out, caption);
    buf_puts(p->out, "</figcaption></figure>\n");
    return rc;
}

/* ---- texts ---- */

void page_text_source(struct html_page *p, int64_t key)
{
    buf_printf(p->out, "data-text=\"%" PRId64 "\" data-src=\"%stext/%s.js\"", key, p->root,
               text_place(p->site, key, p->arena));
}

int page_text(struct html_page *p, int64_t blob_id, const char **out, size_t *out_len,
              struct err *err)
{
    return text_read(p->site, blob_id, p->arena, out, out_len, err);
}

void page_folded_text(struct html_page *p, const char *id, const char *heading, int64_t blob_id)
{
    buf_printf(p->out, "<details class=\"text\" id=\"%s\" ", id);
    page_text_source(p, blob_id);
    buf_puts(p->out, "><summary>");
    html_puts(p->out, heading);
    buf_puts(p->out, "</summary><noscript><p class=\"note\">This text is in a script file, which "
                     "needs JavaScript. Without it, use <code>rollbook show rollout</code>.</p>"
                     "</noscript></details>\n");
}
