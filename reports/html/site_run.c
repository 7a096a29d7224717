/*
 * site_run.c - the page of a run, its list of rollouts and its histogram.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/row_table.h"
#include "analysis/tables/table_audit.h"
#include "analysis/tables/table_cost.h"
#include "analysis/tables/table_failures.h"
#include "analysis/tables/table_fastp.h"
#include "analysis/tables/table_summary.h"
#include "analysis/tables/table_timing.h"
#include "analysis/tables/table_training.h"
#include "analysis/tables/table_trajectory.h"
#include "analysis/tables/table_turns.h"
#include "columns/site_list.h"
#include "columns/site_progress.h"
#include "columns/site_speedups.h"
#include "reports/html/site_draw.h"
#include "reports/html/site_page.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

#define LIST_SHOWN 100 /* rollouts on the page itself */

/* ---- histogram ---- */

static const double edges[] = { 0, 0.25, 0.5, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10, HUGE_VAL };
#define N_BINS (ARRAY_LEN(edges) - 1)

static int count_bins(struct html_page *p, int64_t run_id, int64_t task_id, int64_t bins[N_BINS],
                      struct err *err)
{
    struct stmt *st = db_query(p->site->db, "site_speedups");
    size_t at = 0;
    int rc;
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":task_id", task_id);
    while ((rc = stmt_step(st, err)) > 0) {
        double v = stmt_real(st, SITE_SPEEDUPS_SPEEDUP);
        while (at + 1 < N_BINS && v > edges[at + 1])
            at++;
        bins[at]++;
    }
    return rc;
}

static void put_bin(struct html_page *p, size_t i, int64_t n, int64_t most, bool filters)
{
    CLEANUP(buf_release) struct buf label = { 0 };
    if (i == 0) {
        buf_printf(&label, "up to %g", edges[1]);
    } else if (i + 1 == N_BINS) {
        buf_printf(&label, "above %g", edges[i]);
    } else {
        buf_printf(&label, "%g to %g", edges[i], edges[i + 1]);
    }
    buf_puts(p->out, "<li>");
    if (filters)
        buf_printf(p->out,
                   "<button type=\"button\" class=\"bin\" data-low=\"%g\" data-high=\"%g\" "
                   "aria-pressed=\"false\">",
                   edges[i], i + 1 == N_BINS ? 1e300 : edges[i + 1]);
    buf_printf(p->out,
               "<span class=\"label\">%s</span><svg class=\"bar%s\" viewBox=\"0 0 100 10\" "
               "preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"%.2f\" "
               "height=\"10\"/></svg><span class=\"count\">%" PRId64 "</span>",
               buf_text(&label), edges[i] >= 1 ? " fast" : "",
               most == 0 ? 0.0 : 100.0 * (double)n / (double)most, n);
    buf_puts(p->out, filters ? "</button></li>\n" : "</li>\n");
}

int page_histogram(struct html_page *p, int64_t run_id, int64_t task_id, struct err *err)
{
    int64_t bins[N_BINS] = { 0 }, most = 0, n = 0;
    int rc = count_bins(p, run_id, task_id, bins, err);
    for (size_t i = 0; i < N_BINS; i++) {
        most = bins[i] > most ? bins[i] : most;
        n += bins[i];
    }
    if (rc < 0 || n == 0)
        return rc;
    page_section(p, "speedups", "Speedups");
    buf_printf(p->out,
               "<p class=\"note\">%" PRId64 " rollouts that are correct and were timed next to a "
               "baseline. A bar's upper end belongs to it.%s</p>\n<ol class=\"histogram\">\n",
               n, run_id != 0 ? " Choose a bar to see its rollouts below." : "");
    for (size_t i = 0; i < N_BINS; i++)
        put_bin(p, i, bins[i], most, run_id != 0);
    buf_puts(p->out, "</ol>\n");
    page_section_end(p);
    return 0;
}

/* ---- rollouts ---- */

static struct stmt *list_query(struct site *s, int64_t run_id, int64_t limit, int64_t offset)
{
    struct stmt *st = db_query(s->db, "site_list");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":limit", limit);
    stmt_bind_int(st, ":offset", offset);
    return st;
}

static void put_js_real(struct buf *out, struct stmt *st, int column)
{
    double v = stmt_real(st, column);
    buf_putc(out, ',');
    if (isfinite(v))
        buf_put_double(out, v);
    else
        buf_puts(out, "null");
}

static void put_js_text(struct buf *out, struct stmt *st, int column)
{
    const char *text = stmt_text(st, column);
    buf_putc(out, ',');
    buf_put_json_text(out, text);
}

static void put_js_row(struct buf *out, struct stmt *st)
{
    buf_printf(out, "[%" PRId64, stmt_int(st, SITE_LIST_ROLLOUT_ID));
    put_js_text(out, st, SITE_LIST_TASK);
    buf_printf(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64,
               stmt_int(st, SITE_LIST_TASK_ID), stmt_int(st, SITE_LIST_STEP),
               stmt_int(st, SITE_LIST_TURN), stmt_int(st, SITE_LIST_SAMPLE));
    put_js_text(out, st, SITE_LIST_OUTCOME);
    put_js_real(out, st, SITE_LIST_SPEEDUP);
    put_js_real(out, st, SITE_LIST_SPEEDUP_LOWER);
    put_js_real(out, st, SITE_LIST_SPEEDUP_UPPER);
    put_js_real(out, st, SITE_LIST_RUNTIME_US);
    put_js_real(out, st, SITE_LIST_MEAN_LOGPROB);
    buf_putc(out, ']');
}

int list_script(struct site *s, int64_t run_id, int64_t part, struct buf *out, struct err *err)
{
    const struct site_run *run = site_run_of(s, run_id);
    if (run == NULL || part < 0 || part > INT32_MAX || part * LIST_PART >= run->n_rollouts)
        return err_set(err, ERR_NOMATCH, "there is no such part of a list");
    struct stmt *st = list_query(s, run_id, LIST_PART, part * LIST_PART);
    int rc;
    bool first = true;
    buf_printf(out, "rollbook.part(%" PRId64 ",%" PRId64 ",[\n", run_id, part);
    while ((rc = stmt_step(st, err)) > 0) {
        if (!first)
            buf_puts(out, ",\n");
        first = false;
        put_js_row(out, st);
    }
    buf_puts(out, "]);\n");
    return rc;
}

static int put_list(struct html_page *p, const struct site_run *run, struct err *err)
{
    struct row_table rows = { .arena = p->arena, .schema = "site.list", .digits = 4 };
    struct sql_sink sink = row_table_sink(&rows);
    int rc = stmt_rows(list_query(p->site, run->id, LIST_SHOWN, 0), &sink, err);
    if (rc < 0)
        return rc;
    page_section(p, "rollouts", "Rollouts");
    int64_t parts = (run->n_rollouts + LIST_PART - 1) / LIST_PART;
    buf_printf(p->out,
               "<div class=\"list\" data-run=\"%" PRId64 "\" data-parts=\"%" PRId64
               "\" data-total=\"%" PRId64 "\">\n",
               run->id, parts, run->n_rollouts);
    if (run->n_rollouts > LIST_SHOWN)
        buf_printf(p->out,
                   "<noscript><p class=\"note\">The first %d of %" PRId64 " rollouts. Without "
                   "JavaScript, the pages of steps and tasks lead to the others.</p></noscript>\n",
                   LIST_SHOWN, run->n_rollouts);
    page_table(p, &rows.table, "Rollouts by step, task, turn and sample", false);
    buf_puts(p->out, "</div>\n");
    page_section_end(p);
    return 0;
}

/* ---- steps ---- */

/* A fold for each step, with its groups; curves lead here. */
static int put_steps(struct html_page *p, const struct site_run *run, struct err *err)
{
    struct table all;
    int rc = row_table_of(p->site->db, "site_run_groups", run->id, p->arena, &all, err);
    if (rc < 0 || all.n_rows == 0)
        return rc;
    page_section(p, "steps", run->n_steps > 1 ? "Steps" : "Tasks");
    for (size_t from = 0, to; from < all.n_rows; from = to) {
        int64_t step = table_cell(&all, from, 2)->i, n[3] = { 0 };
        for (to = from; to < all.n_rows && table_cell(&all, to, 2)->i == step; to++)
            for (size_t i = 0; i < 3; i++)
                n[i] += table_cell(&all, to, 3 + i)->i;
        struct table part = all;
        part.cells += from * all.n_columns;
        part.n_rows = to - from;
        buf_printf(p->out,
                   "<details id=\"step-%" PRId64 "\"%s><summary>Step %" PRId64 ": %" PRId64
                   " rollouts, %" PRId64 " correct, %" PRId64 " faster than the "
                   "baseline</summary>\n",
                   step, run->n_steps == 1 && part.n_rows <= 30 ? " open" : "", step, n[0], n[1],
                   n[2]);
        page_table(p, &part, arena_printf(p->arena, "Tasks of step %" PRId64, step), true);
        buf_puts(p->out, "</details>\n");
    }
    page_section_end(p);
    return 0;
}

/* ---- the page ---- */

static void put_answer(struct html_page *p, const struct site_run *run)
{
    buf_printf(p->out, "<p class=\"answer\">%" PRId64 " rollout%s: %" PRId64 " sample%s correct, ",
               run->n_rollouts, run->n_rollouts == 1 ? "" : "s", run->n_correct,
               run->n_correct == 1 ? "" : "s");
    if (run->n_correct > 0 && run->n_timed == 0)
        buf_puts(p->out, "none timed next to a baseline.</p>\n");
    else
        buf_printf(p->out, "%" PRId64 " faster than the baseline.</p>\n", run->n_fast);
}

/* Of a run that goes on, while a server shows it. */
static int put_progress(struct html_page *p, const struct site_run *run, struct err *err)
{
    if (!p->site->is_live || strcmp(run->status, "running") != 0)
        return 0;
    struct stmt *st = db_query(p->site->db, "site_progress");
    stmt_bind_int(st, ":id", run->id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    double planned = stmt_real(st, SITE_PROGRESS_N_PLANNED);
    double done = stmt_real(st, SITE_PROGRESS_N_DONE);
    double seconds = stmt_real(st, SITE_PROGRESS_SECONDS);
    stmt_reset(st);
    buf_printf(p->out, "<p class=\"verdict open\" data-again=\"10\"><strong>Running.</strong> %.0f",
               done);
    if (planned > 0)
        buf_printf(p->out, " of %.0f", planned);
    buf_puts(p->out, " rollouts");
    if (done > 0 && seconds > 0) {
        double left = planned > done ? (planned - done) * seconds / done : 0;
        buf_printf(p->out, ", %.1f a minute since it began", 60 * done / seconds);
        if (left > 0)
            buf_printf(p->out, ", about %.0f %s left", left < 120 ? left : left / 60,
                       left < 120 ? "s" : "min");
    }
    buf_puts(p->out, ". A run that was killed is also called running.</p>\n");
    return 0;
}

static int put_outcomes(struct html_page *p, struct err *err)
{
    static const struct table_failures_options failures = { STANDARD_failures, .by = FAILURE_BY_RUN,
                                                            .all_steps = true };
    page_section(p, "outcomes", "Outcomes of the rollouts");
    int rc = page_figure(p, "failures", err);
    if (rc == 0)
        rc = page_kind(p, &table_failures, &failures, "Outcomes, over all steps", err);
    page_section_end(p);
    return rc;
}

static int put_numbers(struct html_page *p, struct err *err)
{
    page_section(p, "fast", "How many problems are solved, and how fast");
    int rc = page_figure(p, "fast-p", err);
    if (rc == 0)
        rc = page_kind(p, &table_fastp, NULL, "Share of problems solved with a speedup above p",
                       err);
    if (rc == 0)
        rc = page_kind(p, &table_summary, NULL, "Samples compiled, correct and timed", err);
    page_section_end(p);
    return rc;
}

static int put_training(struct html_page *p, const struct site_run *run, struct err *err)
{
    if (run->n_steps < 2)
        return 0;
    page_section(p, "training", "Training");
    int rc = page_curves(p, run, err);
    if (rc == 0)
        rc = page_figure(p, "trajectory", err);
    buf_puts(p->out, "<details><summary>Numbers by step</summary>");
    if (rc == 0)
        rc = page_kind(p, &table_trajectory, NULL, "fast_1 by step and task", err);
    if (rc == 0)
        rc = page_kind(p, &table_training, NULL, "Series by step", err);
    buf_puts(p->out, "</details>\n");
    page_section_end(p);
    return rc;
}

static int put_cost(struct html_page *p, struct err *err)
{
    page_section(p, "cost", "Cost and timing");
    int rc = page_kind(p, &table_cost, NULL, "Rollouts, tokens and seconds", err);
    if (rc == 0)
        rc = page_kind(p, &table_timing, NULL, "Noise of the raw timings", err);
    page_section_end(p);
    return rc;
}

static int put_findings(struct html_page *p, struct err *err)
{
    static const struct table_audit_options audit = { STANDARD_audit };
    page_section(p, "findings", "Findings of the audit");
    int rc = page_kind(p, &table_audit, &audit, "Findings about this run", err);
    page_section_end(p);
    return rc;
}

static int put_more(struct html_page *p, const struct site_run *run, struct err *err)
{
    static const struct {
        const char *query, *caption;
    } rows[] = {
        { "show_run_turns", "Turns of conversations" },
        { "show_run_conversations", "Ends of conversations" },
        { "show_run_rewards", "Rewards" },
        { "show_run_requests", "Requests" },
        { "show_run_judges", "Judges" },
        { "show_run_scores", "Scored again" },
        { "show_run_profiles", "Profiles" },
        { "show_run_clocks", "Clocks of the device" },
        { "show_run_sources", "Imported from" },
    };
    int rc = 0;
    page_section(p, "more", "More");
    for (size_t i = 0; i < ARRAY_LEN(rows) && rc == 0; i++)
        rc = page_rows(p, rows[i].query, run->id, rows[i].caption, NULL, err);
    struct table record;
    if (rc == 0)
        rc = row_table_of(p->site->db, "show_run", run->id, p->arena, &record, err);
    if (rc == 0) {
        buf_puts(p->out, "<details><summary>Configuration</summary>");
        page_record(p, &record);
        buf_puts(p->out, "</details>\n");
    }
    page_section_end(p);
    return rc;
}

int page_run(struct html_page *p, int64_t run_id, struct err *err)
{
    const struct site_run *run = site_run_of(p->site, run_id);
    if (run == NULL)
        return err_set(err, ERR_NOMATCH, "there is no run %" PRId64, run_id);
    struct table head;
    int rc = row_table_of(p->site->db, "site_run_head", run_id, p->arena, &head, err);
    if (rc < 0)
        return rc;
    page_begin(p, run->name);
    page_trail(p, (const char *const[]){ "Runs", arena_printf(p->arena, "%sindex.html", p->root),
                                         run->name, NULL, NULL });
    buf_puts(p->out, "<h1>");
    html_puts(p->out, run->name);
    buf_puts(p->out, "</h1>\n");
    put_answer(p, run);
    rc = put_progress(p, run, err);
    if (rc < 0)
        return rc;
    page_record(p, &head);
    page_load(p, &(struct name_list){ (const char *const *)&run->name, 1 });
    if (page_part(p, "Outcomes"))
        rc = page_part_end(p, put_outcomes(p, err));
    if (rc == 0 && page_part(p, "Speedups"))
        rc = page_part_end(p, page_histogram(p, run_id, 0, err));
    if (rc == 0)
        rc = put_list(p, run, err);
    if (rc == 0)
        rc = put_steps(p, run, err);
    if (rc == 0 && page_part(p, "Training"))
        rc = page_part_end(p, put_training(p, run, err));
    if (rc == 0 && page_part(p, "Numbers"))
        rc = page_part_end(p, put_numbers(p, err));
    if (rc == 0 && page_part(p, "Cost"))
        rc = page_part_end(p, put_cost(p, err));
    if (rc == 0 && page_part(p, "Findings"))
        rc = page_part_end(p, put_findings(p, err));
    if (rc == 0 && page_part(p, "More"))
        rc = page_part_end(p, put_more(p, run, err));
    page_end(p);
    return rc;
}
