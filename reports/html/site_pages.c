/*
 * site_pages.c - the pages of the whole database, of tasks, groups and pairs of runs.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/tables/compare/table_compare.h"
#include "analysis/tables/row_table.h"
#include "analysis/tables/table_audit.h"
#include "analysis/tables/table_fastp.h"
#include "analysis/tables/table_summary.h"
#include "columns/site_grid.h"
#include "columns/site_grid_noise.h"
#include "reports/html/site_judged.h"
#include "reports/html/site_page.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/db.h"

extern const struct table_kind table_runs;

/* ---- all runs ---- */

static void put_totals(struct html_page *p)
{
    const struct site *s = p->site;
    int64_t n = 0;
    for (size_t i = 0; i < s->n_runs; i++)
        n += s->runs[i].n_rollouts;
    buf_printf(p->out, "<p class=\"answer\">%" PRId64 " rollouts of %zu run%s on %zu task%s.</p>\n",
               n, s->n_runs, s->n_runs == 1 ? "" : "s", s->n_tasks, s->n_tasks == 1 ? "" : "s");
}

static int put_figures(struct html_page *p, struct err *err)
{
    static const char *const figures[] = { "fast-p",  "failures", "trajectory",
                                           "methods", "training", "cost" };
    int rc = 0;
    page_section(p, "figures", "How many problems are solved, and how fast");
    buf_puts(p->out, "<div class=\"figures\">\n");
    const size_t before = p->out->len;
    for (size_t i = 0; i < ARRAY_LEN(figures) && rc == 0; i++)
        rc = page_figure(p, figures[i], err);
    if (p->out->len == before)
        page_paragraph(p, "none", "Nothing to draw: no rollout has a verdict.");
    buf_puts(p->out, "</div>\n");
    page_section_end(p);
    return rc;
}

/* Analyses refuse to name a run without a verdict, or one whose correct samples have no speedup;
 * of all runs they leave it out, and so does the page. */
static void load_runs_with_speedups(struct html_page *p)
{
    const struct site *s = p->site;
    const char **kept = arena_array(p->arena, s->n_runs + 1, sizeof(*kept));
    size_t n = 0;
    for (size_t i = 0; i < s->n_runs; i++)
        if (s->runs[i].n_scored > 0 &&
            (s->runs[i].n_correct == 0 || s->runs[i].n_timed > 0 || s->baseline != NULL))
            kept[n++] = s->runs[i].name;
    if (n > 0)
        page_load(p, &(struct name_list){ kept, n });
    if (n > 0 && n < s->n_runs)
        page_paragraph(p, "note",
                       arena_printf(p->arena,
                                    "Without %zu of %zu runs: no verdict is known of them, or no "
                                    "speedup of their correct samples.",
                                    s->n_runs - n, s->n_runs));
}

static int put_numbers(struct html_page *p, struct err *err)
{
    page_section(p, "numbers", "Numbers");
    load_runs_with_speedups(p);
    int rc = page_kind(p, &table_summary, NULL, "Samples compiled, correct and timed", err);
    buf_puts(p->out, "<details><summary>Share of problems solved, by threshold</summary>");
    if (rc == 0)
        rc = page_kind(p, &table_fastp, NULL, "Share of problems solved with a speedup above p",
                       err);
    buf_puts(p->out, "</details>\n");
    page_section_end(p);
    return rc;
}

int page_index(struct html_page *p, struct err *err)
{
    page_begin(p, "Runs");
    buf_puts(p->out, "<h1>Runs</h1>\n");
    put_totals(p);
    int rc = page_kind(p, &table_runs, NULL, "Runs", err);
    page_load(p, &p->site->names);
    if (rc == 0 && page_part(p, "Figures"))
        rc = page_part_end(p, put_figures(p, err));
    if (rc == 0 && page_part(p, "Numbers"))
        rc = page_part_end(p, put_numbers(p, err));
    page_end(p);
    return rc;
}

int page_audit(struct html_page *p, struct err *err)
{
    page_begin(p, "Findings");
    buf_puts(p->out, "<h1>Findings</h1>\n");
    page_paragraph(p, "lead",
                   "The audit looks for results that you should check before you use them.");
    static const struct table_audit_options options = { STANDARD_audit };
    int rc = 0;
    if (page_part(p, "Findings")) {
        page_load(p, &p->site->names); /* the list of checks below needs no rollout */
        rc = page_part_end(p, page_kind(p, &table_audit, &options, "Findings", err));
    }
    if (rc == 0) {
        page_section(p, "checks", "Checks that were made");
        rc = page_kind(p, &table_audit_checks, NULL, "Checks of the audit", err);
        page_section_end(p);
    }
    page_end(p);
    return rc;
}

/* ---- tasks by runs ---- */

struct grid_cell {
    int64_t run_id, task_id, n, n_correct, n_timed, n_fast, first_step, last_step;
    double best_speedup;
    bool is_stale;
};

/* The speedup of the best sample; below it how many were fast, and what noise leaves open. */
static int put_cell(struct html_page *p, const struct grid_cell *c, struct err *err)
{
    int64_t n_intervals = 0, n_noise = 0, best_id = 0, shown_id = 0;
    struct verdict_source j;
    struct stmt *st = db_query(p->site->db, "site_grid_noise");
    stmt_bind_int(st, ":run_id", c->run_id);
    stmt_bind_int(st, ":task_id", c->task_id);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc > 0) {
        n_intervals = stmt_int(st, SITE_GRID_NOISE_N_INTERVALS);
        n_noise = stmt_int(st, SITE_GRID_NOISE_N_WITHIN_NOISE);
        best_id = stmt_int(st, SITE_GRID_NOISE_BEST_ROLLOUT_ID);
        shown_id = best_id > 0 ? best_id : stmt_int(st, SITE_GRID_NOISE_ANY_ROLLOUT_ID);
        stmt_reset(st);
    }
    rc = judged_read(p, shown_id, &j, err);
    if (rc < 0)
        return rc;
    const char *state = c->n == 0           ? "unjudged"
                        : c->n_correct == 0 ? "none"
                        : c->n_fast > 0     ? "fast"
                                            : "right";
    bool open = c->n_fast > 0 && n_noise > 0;
    const bool is_claim = isnan(c->best_speedup) && !isnan(j.claimed);
    const double shown = is_claim ? j.claimed : c->best_speedup;
    const bool is_stale = c->is_stale || judged_is_stale(&j);
    buf_printf(p->out, "<td class=\"cell %s%s%s\" data-v=\"%.17g\"><a title=\"", state,
               open ? " open" : "", is_stale ? " stale" : "", isnan(shown) ? -1.0 : shown);
    html_puts(p->out, judged_by(p, &j));
    buf_printf(p->out, "\" href=\"%s\"><b>",
               c->first_step == c->last_step ? href_group(p, c->run_id, c->task_id, c->first_step)
               : best_id > 0                 ? href_sample(p, best_id)
                                             : href_run(p, c->run_id));
    if (isnan(shown))
        buf_puts(p->out, c->n_correct > 0 ? "right" : c->n > 0 ? "none" : "not judged");
    else
        buf_put_rounded(p->out, shown, 3);
    buf_puts(p->out, is_claim ? " stated</b>" : "</b>");
    if (!isnan(j.lower) && best_id > 0) {
        buf_puts(p->out, "<span>");
        buf_put_rounded(p->out, j.lower, 3);
        buf_puts(p->out, " to ");
        buf_put_rounded(p->out, j.upper, 3);
        buf_puts(p->out, "</span>");
    }
    buf_printf(p->out, "<span>%" PRId64 "/%" PRId64 " right", c->n_correct, c->n);
    if (c->n_correct > 0 && c->n_timed == 0)
        buf_puts(p->out, ", no times</span>");
    else
        buf_printf(p->out, ", %" PRId64 " fast</span>", c->n_fast);
    if (n_noise > 0)
        buf_printf(p->out, "<span class=\"noise\">%" PRId64 " of %" PRId64 " within noise</span>",
                   n_noise, n_intervals);
    if (c->is_stale)
        buf_puts(p->out, "<span class=\"noise\">counts changed since</span>");
    if (judged_is_stale(&j))
        buf_printf(p->out, "<span class=\"noise\">stale: evaluator %d</span>", j.version);
    buf_puts(p->out, "</a></td>");
    return 0;
}

static int read_grid(struct html_page *p, struct grid_cell **out, size_t *out_n, struct err *err)
{
    struct stmt *st = db_query(p->site->db, "site_grid");
    size_t n = 0, capacity = 0;
    struct grid_cell *cells = NULL;
    int rc;
    stmt_bind_text_list(st, ":runs", p->site->names.items, p->site->names.n);
    while ((rc = stmt_step(st, err)) > 0) {
        if (n == capacity) {
            struct grid_cell *more = arena_array(p->arena, 2 * capacity + 64, sizeof(*more));
            if (n > 0)
                memcpy(more, cells, n * sizeof(*cells));
            cells = more;
            capacity = 2 * capacity + 64;
        }
        cells[n++] = (struct grid_cell){ .run_id = stmt_int(st, SITE_GRID_RUN_ID),
                                         .task_id = stmt_int(st, SITE_GRID_TASK_ID),
                                         .n = stmt_int(st, SITE_GRID_N),
                                         .n_correct = stmt_int(st, SITE_GRID_N_CORRECT),
                                         .n_timed = stmt_int(st, SITE_GRID_N_TIMED),
                                         .n_fast = stmt_int(st, SITE_GRID_N_FAST),
                                         .first_step = stmt_int(st, SITE_GRID_FIRST_STEP),
                                         .last_step = stmt_int(st, SITE_GRID_LAST_STEP),
                                         .best_speedup = stmt_real(st, SITE_GRID_BEST_SPEEDUP),
                                         .is_stale = stmt_int(st, SITE_GRID_IS_STALE) != 0 };
    }
    *out = cells;
    *out_n = n;
    return rc;
}

static int put_grid_row(struct html_page *p, const struct site_task *task,
                        const struct grid_cell *cells, size_t n, size_t *at, struct err *err)
{
    int rc = 0;
    buf_puts(p->out, "<tr><th scope=\"row\">");
    page_link(p, href_task(p, task->id), task->label);
    buf_puts(p->out, "<span class=\"under\">");
    html_puts(p->out, task->name);
    buf_puts(p->out, "</span></th>");
    for (size_t r = 0; r < p->site->n_runs && rc == 0; r++) {
        if (*at < n && cells[*at].task_id == task->id && cells[*at].run_id == p->site->runs[r].id)
            rc = put_cell(p, &cells[(*at)++], err);
        else
            buf_puts(p->out, "<td class=\"cell na\" title=\"no rollout\">NA</td>");
    }
    buf_puts(p->out, "</tr>\n");
    return rc;
}

static int put_grid(struct html_page *p, struct err *err)
{
    struct grid_cell *cells = NULL;
    size_t n = 0;
    int rc = read_grid(p, &cells, &n, err);
    buf_puts(p->out, "<div class=\"wide\"><table class=\"grid sorts\" aria-label=\"Tasks by "
                     "runs\"><thead><tr><th scope=\"col\">task</th>");
    for (size_t r = 0; r < p->site->n_runs; r++) {
        buf_puts(p->out, "<th scope=\"col\">");
        page_link(p, href_run(p, p->site->runs[r].id), p->site->runs[r].name);
        buf_puts(p->out, "<span class=\"under\">");
        html_puts(p->out, p->site->runs[r].device);
        buf_puts(p->out, "</span></th>");
    }
    buf_puts(p->out, "</tr></thead><tbody>\n");
    /* Cells come by task key, rows by suite and number. */
    for (size_t t = 0; t < p->site->n_tasks && rc == 0; t++) {
        size_t at = 0;
        while (at < n && cells[at].task_id < p->site->tasks[t].id)
            at++;
        if (at < n && cells[at].task_id == p->site->tasks[t].id)
            rc = put_grid_row(p, &p->site->tasks[t], cells, n, &at, err);
    }
    buf_puts(p->out, "</tbody></table></div>\n");
    return rc;
}

int page_grid(struct html_page *p, struct err *err)
{
    int rc = 0;
    page_begin(p, "Grid");
    buf_printf(
        p->out,
        "<h1>Tasks by runs</h1>\n<p class=\"lead\">Each cell shows the largest speedup of a run "
        "on a task, with its interval. Stated speedups are those of an imported "
        "file without times. A striped cell has a speedup above 1, and timing noise leaves "
        "at least one of its speedups open: their intervals contain 1. A dashed cell is "
        "stale: its counts have changed since, or an evaluator before version %d, which "
        "this program has, judged the rollout that the cell shows.</p>\n",
        EVALUATOR_VERSION);
    if (page_part(p, "Grid"))
        rc = page_part_end(p, put_grid(p, err));
    page_end(p);
    return rc;
}

/* ---- tasks ---- */

int page_tasks(struct html_page *p, struct err *err)
{
    bool any;
    page_begin(p, "Tasks");
    buf_puts(p->out, "<h1>Tasks</h1>\n");
    int rc = page_rows(p, "site_task_list", 0, "Tasks with a rollout, over all runs", &any, err);
    page_end(p);
    return rc;
}

int page_task(struct html_page *p, int64_t task_id, struct err *err)
{
    static const struct {
        const char *id, *heading, *query, *caption;
    } parts[] = {
        { "runs", "Results by run", "show_task_runs", "Rollouts of this task by run" },
        { "best", "Fastest rollouts", "show_task_best", "Fastest rollouts of this task" },
        { "baselines", "Stored baselines", "show_task_baselines", "Stored baselines of this task" },
        { "groups", "Samples by run and step", "site_task_groups",
          "Samples of this task by run and step" },
    };
    const struct site_task *t = site_task_of(p->site, task_id);
    if (t == NULL)
        return err_set(err, ERR_NOMATCH, "there is no task %" PRId64, task_id);
    page_begin(p, t->label);
    page_trail(p, (const char *const[]){ "Tasks", arena_printf(p->arena, "%stasks.html", p->root),
                                         t->label, NULL, NULL });
    page_task_heading(p, t->label, t->name);
    int rc =
        page_rows(p, "site_task_shapes", task_id,
                  "Shapes of the problem: evaluations, how many are right, the fastest", NULL, err);
    if (rc == 0 && page_part(p, "Speedups"))
        rc = page_part_end(p, page_histogram(p, 0, task_id, err));
    for (size_t i = 0; i < ARRAY_LEN(parts) && rc == 0; i++) {
        bool any = true;
        if (!page_part(p, parts[i].heading))
            continue;
        page_section(p, parts[i].id, parts[i].heading);
        rc = page_rows(p, parts[i].query, task_id, parts[i].caption, &any, err);
        if (!any)
            page_paragraph(p, "none", "None.");
        page_section_end(p);
        rc = page_part_end(p, rc);
    }
    const char *text;
    size_t len;
    if (rc == 0)
        rc = page_text(p, -task_id, &text, &len, err);
    if (rc == 0 && len > 0)
        page_folded_text(p, "baseline", "Text of the baseline", -task_id);
    page_end(p);
    return rc;
}

/* ---- one prompt at one step ---- */

int page_group(struct html_page *p, int64_t run_id, int64_t task_id, int64_t step, struct err *err)
{
    const struct site_run *run = site_run_of(p->site, run_id);
    const struct site_task *task = site_task_of(p->site, task_id);
    if (run == NULL || task == NULL)
        return err_set(err, ERR_NOMATCH, "there is no such group");
    struct row_table rows = { .arena = p->arena, .schema = "site.group", .digits = 4 };
    struct sql_sink sink = row_table_sink(&rows);
    struct stmt *st = db_query(p->site->db, "site_group");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":task_id", task_id);
    stmt_bind_int(st, ":step", step);
    int rc = stmt_rows(st, &sink, err);
    if (rc < 0)
        return rc;
    if (rows.table.n_rows == 0)
        return err_set(err, ERR_NOMATCH, "there is no such group");
    const char *name = arena_printf(p->arena, "step %" PRId64, step);
    page_begin(p, arena_printf(p->arena, "%s, %s, %s", run->name, task->label, name));
    page_trail(p, (const char *const[]){ "Runs", arena_printf(p->arena, "%sindex.html", p->root),
                                         run->name, href_run(p, run_id), task->label,
                                         href_task(p, task_id), name, NULL, NULL });
    buf_puts(p->out, "<h1>All samples of one prompt</h1>\n");
    buf_printf(p->out, "<p class=\"lead\">%zu rollout%s, largest reward first.</p>\n",
               rows.table.n_rows, rows.table.n_rows == 1 ? "" : "s");
    page_table(p, &rows.table, "Samples of one prompt at one step", true);
    page_end(p);
    return 0;
}

/* ---- two runs ---- */

#define RUNS_LISTED 60 /* of a server, whose pairs all have a page */

static void put_pair(struct html_page *p, const struct site_run *a, const struct site_run *b,
                     const char *study)
{
    buf_printf(p->out, "<li><a href=\"%s\">", href_compare(p, a->id, b->id));
    html_puts(p->out, a->name);
    buf_puts(p->out, " and ");
    html_puts(p->out, b->name);
    buf_puts(p->out, "</a>");
    if (study != NULL) {
        buf_puts(p->out, ", study ");
        html_puts(p->out, study);
    }
    buf_puts(p->out, "</li>\n");
}

/* How the pairs are had that are not offered. */
static void put_other_pairs(struct html_page *p)
{
    const struct site *s = p->site;
    if (!s->is_live || s->n_runs > RUNS_LISTED) {
        page_paragraph(p, "note",
                       s->is_live
                           ? "Every other pair has a page as well: compare/A-B.html, where A "
                             "and B are the numbers in the addresses of the runs' pages."
                           : "Other pairs: rollbook view, or rollbook analyze compare --a "
                             "NAME --b NAME.");
        return;
    }
    buf_puts(p->out, "<details><summary>All pairs</summary><ul class=\"pairs\">\n");
    for (size_t a = 0; a < s->n_runs; a++)
        for (size_t b = a + 1; b < s->n_runs; b++)
            put_pair(p, &s->runs[a], &s->runs[b], NULL);
    buf_puts(p->out, "</ul></details>\n");
}

int page_comparisons(struct html_page *p, struct err *err)
{
    (void)err;
    const struct site *s = p->site;
    page_begin(p, "Compare");
    buf_puts(p->out, "<h1>Compare two runs</h1>\n");
    const bool is_all = 2 * s->n_pairs == s->n_runs * (s->n_runs - 1);
    if (!is_all)
        page_paragraph(p, "lead",
                       "Runs with the same seed: methods of a declared study, or different "
                       "strategies. Without such a pair, neighbours in the list of runs. At most "
                       "60 pairs.");
    buf_puts(p->out, "<ul class=\"pairs\">\n");
    for (size_t i = 0; i < s->n_pairs; i++)
        put_pair(p, s->pairs[i].a, s->pairs[i].b, s->pairs[i].study);
    buf_puts(p->out,
             s->n_runs < 2 ? "</ul><p class=\"none\">There is one run only.</p>\n" : "</ul>\n");
    if (!is_all)
        put_other_pairs(p);
    page_end(p);
    return 0;
}

static int put_pair_rows(struct html_page *p, const char *query, int64_t a, int64_t b,
                         const char *caption, const char *without, struct err *err)
{
    struct row_table rows = { .arena = p->arena, .schema = query, .digits = 4 };
    struct sql_sink sink = row_table_sink(&rows);
    struct stmt *st = db_query(p->site->db, query);
    stmt_bind_int(st, ":a", a);
    stmt_bind_int(st, ":b", b);
    int rc = stmt_rows(st, &sink, err);
    if (rc == 0 && rows.table.n_rows > 0)
        page_table(p, &rows.table, caption, true);
    else if (rc == 0)
        page_paragraph(p, "none", without);
    return rc;
}

/* The differences with their intervals and the primary test; all else is folded. */
static int put_tests(struct html_page *p, const struct table_compare_options *options,
                     struct err *err)
{
    static const char *const shown[] = { "mean_a", "mean_b", "difference_", "sign_flip_" };
    struct err failed = { 0 };
    struct table all;
    if (page_make(p, &table_compare, options, &all, &failed) == 0) {
        struct table some = all;
        some.cells = arena_array(p->arena, all.n_rows * all.n_columns + 1, sizeof(*some.cells));
        some.n_rows = 0;
        for (size_t r = 0; r < all.n_rows; r++) {
            const char *quantity = table_cell(&all, r, 1)->text;
            bool is_shown =
                strstr(quantity, "_if_missing") == NULL && strstr(quantity, "_in_sample") == NULL;
            bool any = false;
            for (size_t i = 0; i < ARRAY_LEN(shown); i++)
                any = any || str_starts_with(quantity, shown[i]);
            if (!is_shown || !any)
                continue;
            memcpy(some.cells + some.n_rows++ * all.n_columns, table_cell(&all, r, 0),
                   all.n_columns * sizeof(*some.cells));
        }
        page_table(p, &some, "Difference: B minus A. A is the first run, B the second", false);
    }
    buf_puts(p->out, "<details><summary>All estimates and tests</summary>\n");
    int rc = page_kind(p, &table_compare, options, "A is the first run, B the second", err);
    buf_puts(p->out, "</details>\n");
    return rc;
}

int page_compare(struct html_page *p, int64_t run_a, int64_t run_b, struct err *err)
{
    const struct site_run *a = site_run_of(p->site, run_a), *b = site_run_of(p->site, run_b);
    if (a == NULL || b == NULL || a == b)
        return err_set(err, ERR_NOMATCH, "there is no such pair of runs");
    const char *names[2] = { a->name, b->name };
    const struct table_compare_options options = { STANDARD_compare, .a = { names, 1 },
                                                   .b = { names + 1, 1 } };
    page_begin(p, arena_printf(p->arena, "%s and %s", a->name, b->name));
    page_trail(p, (const char *const[]){
                      "Compare", arena_printf(p->arena, "%scompare.html", p->root),
                      arena_printf(p->arena, "%s and %s", a->name, b->name), NULL, NULL });
    buf_puts(p->out, "<h1>");
    page_link(p, href_run(p, run_a), a->name);
    buf_puts(p->out, " and ");
    page_link(p, href_run(p, run_b), b->name);
    buf_puts(p->out, "</h1>\n");
    page_section(p, "differs", "Differences of their configurations");
    int rc = put_pair_rows(p, "site_pair_config", run_a, run_b, "Settings that differ",
                           "Both runs have the same settings.", err);
    page_section_end(p);
    page_section(p, "tasks", "Tasks of both runs");
    if (rc == 0)
        rc = put_pair_rows(p, "site_pair_tasks", run_a, run_b, "Tasks that both runs sampled",
                           "No task was sampled by both runs.", err);
    page_section_end(p);
    page_section(p, "tests", "Differences, intervals and tests");
    p->runs = (struct name_list){ NULL, 0 };
    if (rc == 0 && page_part(p, "Tests"))
        rc = page_part_end(p, put_tests(p, &options, err));
    page_section_end(p);
    page_end(p);
    return rc;
}
