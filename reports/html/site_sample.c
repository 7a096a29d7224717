/*
 * site_sample.c - the page of a rollout: the verdict and why, beside the code.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/tables/row_table.h"
#include "columns/show_evaluation_evidence.h"
#include "columns/site_best.h"
#include "columns/site_neighbours.h"
#include "columns/site_problem_head.h"
#include "columns/site_rules.h"
#include "columns/site_sample.h"
#include "columns/site_turns.h"
#include "reports/html/site_draw.h"
#include "reports/html/site_judged.h"
#include "reports/html/site_page.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/db.h"

struct sample {
    int64_t id, run_id, task_id, step, turn, sample, evaluation_id;
    int64_t code, completion, prompt, feedback, log; /* blobs; 0: none */
    const char *run, *strategy, *task, *task_name, *outcome, *cheat_kind, *message, *baseline;
    const char *why_no_speedup;
    int64_t compiled, correct; /* -1: unknown */
    int64_t within_noise;
    double speedup, lower, upper, confirmed, runtime_us, baseline_runtime_us;
    int64_t before, after; /* samples of the same prompt; 0: none */
};

static int64_t known(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? -1 : stmt_int(st, column);
}

static int read_sample(struct html_page *p, int64_t id, struct sample *s, struct err *err)
{
    struct stmt *st = db_query(p->site->db, "site_sample");
    stmt_bind_int(st, ":id", id);
    int rc = stmt_step(st, err);
    if (rc == 0)
        return err_set(err, ERR_NOMATCH, "there is no rollout %" PRId64, id);
    if (rc < 0)
        return rc;
    *s = (struct sample){
        .id = id,
        .run_id = stmt_int(st, SITE_SAMPLE_RUN_ID),
        .task_id = stmt_int(st, SITE_SAMPLE_TASK_ID),
        .step = stmt_int(st, SITE_SAMPLE_STEP),
        .turn = stmt_int(st, SITE_SAMPLE_TURN),
        .sample = stmt_int(st, SITE_SAMPLE_SAMPLE),
        .evaluation_id = stmt_int(st, SITE_SAMPLE_EVALUATION_ID),
        .code = stmt_int(st, SITE_SAMPLE_CODE_BLOB_ID),
        .completion = stmt_int(st, SITE_SAMPLE_COMPLETION_BLOB_ID),
        .prompt = stmt_int(st, SITE_SAMPLE_PROMPT_BLOB_ID),
        .feedback = stmt_int(st, SITE_SAMPLE_FEEDBACK_BLOB_ID),
        .log = stmt_int(st, SITE_SAMPLE_LOG_BLOB_ID),
        .run = stmt_text_dup(st, SITE_SAMPLE_RUN, p->arena),
        .strategy = stmt_text_dup(st, SITE_SAMPLE_STRATEGY, p->arena),
        .task = stmt_text_dup(st, SITE_SAMPLE_TASK, p->arena),
        .task_name = stmt_text_dup(st, SITE_SAMPLE_TASK_NAME, p->arena),
        .outcome = stmt_text_dup(st, SITE_SAMPLE_OUTCOME, p->arena),
        .cheat_kind = stmt_text_dup(st, SITE_SAMPLE_CHEAT_KIND, p->arena),
        .message = stmt_text_dup(st, SITE_SAMPLE_MESSAGE, p->arena),
        .baseline = stmt_text_dup(st, SITE_SAMPLE_BASELINE, p->arena),
        .why_no_speedup = stmt_text_dup(st, SITE_SAMPLE_WHY_NO_SPEEDUP, p->arena),
        .compiled = known(st, SITE_SAMPLE_COMPILED),
        .correct = known(st, SITE_SAMPLE_CORRECT),
        .within_noise = known(st, SITE_SAMPLE_WITHIN_NOISE),
        .speedup = stmt_real(st, SITE_SAMPLE_SPEEDUP),
        .lower = stmt_real(st, SITE_SAMPLE_SPEEDUP_LOWER),
        .upper = stmt_real(st, SITE_SAMPLE_SPEEDUP_UPPER),
        .confirmed = stmt_real(st, SITE_SAMPLE_CONFIRMED_SPEEDUP),
        .runtime_us = stmt_real(st, SITE_SAMPLE_RUNTIME_US),
        .baseline_runtime_us = stmt_real(st, SITE_SAMPLE_BASELINE_RUNTIME_US),
    };
    stmt_reset(st);
    st = db_query(p->site->db, "site_neighbours");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", s->step);
    stmt_bind_int(st, ":task_id", s->task_id);
    stmt_bind_int(st, ":turn", s->turn);
    stmt_bind_int(st, ":sample", s->sample);
    rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    s->before = stmt_int(st, SITE_NEIGHBOURS_BEFORE_ID);
    s->after = stmt_int(st, SITE_NEIGHBOURS_AFTER_ID);
    stmt_reset(st);
    return 0;
}

/* ---- the verdict ---- */

static void put_head(struct html_page *p, const struct sample *s)
{
    const char *place = arena_printf(p->arena, "sample %" PRId64, s->sample);
    const char *step = arena_printf(p->arena, "step %" PRId64, s->step);
    page_begin(p, arena_printf(p->arena, "%s, %s, %s, %s", s->run, s->task, step, place));
    page_trail(p, (const char *const[]){
                      "Runs", arena_printf(p->arena, "%sindex.html", p->root), s->run,
                      href_run(p, s->run_id), s->task, href_task(p, s->task_id), step,
                      href_group(p, s->run_id, s->task_id, s->step), place, NULL, NULL });
    page_task_heading(p, s->task, s->task_name == NULL ? "" : s->task_name);
    buf_puts(p->out, "<p class=\"beside\">Rollout ");
    buf_printf(p->out, "%" PRId64, s->id);
    if (s->turn > 0)
        buf_printf(p->out, ", turn %" PRId64, s->turn);
    if (s->before > 0)
        buf_printf(p->out, " <a rel=\"prev\" href=\"%s\">previous sample</a>",
                   href_sample(p, s->before));
    if (s->after > 0)
        buf_printf(p->out, " <a rel=\"next\" href=\"%s\">next sample</a>",
                   href_sample(p, s->after));
    buf_puts(p->out, "</p>\n");
}

static const char *state_of(const struct sample *s)
{
    if (s->outcome == NULL || strcmp(s->outcome, "infra") == 0)
        return "open";
    if (s->correct != 1)
        return "bad";
    if (isnan(s->speedup) || s->within_noise == 1)
        return "right";
    return s->speedup > 1 ? "good" : "right";
}

static void put_speed(struct html_page *p, const struct sample *s)
{
    buf_puts(p->out, " Speedup <b>");
    buf_put_rounded(p->out, s->speedup, 4);
    buf_puts(p->out, "</b> against ");
    html_puts(p->out, s->baseline == NULL ? "the baseline" : s->baseline);
    if (!isnan(s->lower)) {
        buf_puts(p->out, ", interval ");
        buf_put_rounded(p->out, s->lower, 4);
        buf_puts(p->out, " to ");
        buf_put_rounded(p->out, s->upper, 4);
    }
    buf_puts(p->out, ": ");
    buf_put_rounded(p->out, s->runtime_us, 4);
    buf_puts(p->out, " us against ");
    buf_put_rounded(p->out, s->baseline_runtime_us, 4);
    buf_puts(p->out, s->within_noise == 1 ? " us. The difference is within timing noise." : " us.");
}

static void put_verdict(struct html_page *p, const struct sample *s)
{
    buf_printf(p->out, "<p class=\"verdict %s\"><strong>", state_of(s));
    if (s->outcome == NULL)
        buf_puts(p->out, "Not evaluated.");
    else if (strcmp(s->outcome, "infra") == 0)
        buf_puts(p->out, "Not evaluated: the machine failed, not the kernel.");
    else if (s->correct == 1)
        buf_puts(p->out, "Correct.");
    else
        buf_puts(p->out, s->compiled == 0 ? "Refused before it ran:" : "Refused:");
    buf_puts(p->out, "</strong>");
    if (s->outcome != NULL && s->correct != 1) {
        buf_puts(p->out, " <span class=\"outcome\">");
        html_puts(p->out, s->outcome);
        if (s->cheat_kind != NULL) {
            buf_puts(p->out, " (");
            html_puts(p->out, s->cheat_kind);
            buf_putc(p->out, ')');
        }
        buf_puts(p->out, "</span>");
    }
    if (s->message != NULL && *s->message != '\0') {
        buf_putc(p->out, ' ');
        html_puts(p->out, s->message);
    }
    if (!isnan(s->speedup)) {
        put_speed(p, s);
    } else if (s->correct == 1 && s->why_no_speedup != NULL) {
        buf_puts(p->out, " No speedup: ");
        html_puts(p->out, s->why_no_speedup);
        buf_putc(p->out, '.');
    }
    buf_puts(p->out, "</p>\n");
}

/* ---- the shapes of a problem ---- */

static int put_shapes(struct html_page *p, const struct sample *s, struct err *err)
{
    static const char *const words[] = { "is their geometric mean", "is the least of them",
                                         "is that of their summed times, by weight" };
    const char *caption = "Shapes of the problem", *comma = NULL;
    struct stmt *st = db_query(p->site->db, "site_problem_head");
    stmt_bind_int(st, ":id", s->task_id);
    int rc = stmt_step(st, err);
    if (rc > 0 && !isnan(s->speedup) && !stmt_is_null(st, SITE_PROBLEM_HEAD_LINE))
        comma = strrchr(stmt_text(st, SITE_PROBLEM_HEAD_LINE), ',');
    for (size_t i = 0; comma != NULL && i < ARRAY_LEN(words); i++)
        if (strcmp(comma + 2, shape_summary_names[i]) == 0)
            caption =
                arena_printf(p->arena, "Shapes of the problem; the speedup above %s", words[i]);
    stmt_reset(st);
    return rc < 0 ? rc : page_rows(p, "site_sample_shapes", s->id, caption, NULL, err);
}

/* ---- the code ---- */

/* Numbers stand in a column of their own: a reader without scripts sees them, and a copy of the
 * text has none. */
static void put_lines(struct html_page *p, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    CLEANUP(buf_release) struct buf code = { 0 };
    buf_puts(p->out, "<div class=\"lines\"><pre class=\"gutter\" aria-hidden=\"true\">");
    for (size_t line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline == NULL ? end : newline;
        size_t n = (size_t)(stop - at);
        buf_printf(p->out, "%zu\n", line);
        html_text(&code, at, n > 0 && at[n - 1] == '\r' ? n - 1 : n);
        buf_putc(&code, '\n');
        at = stop + 1;
    }
    /* A line feed at the beginning of an element is not part of it. */
    buf_puts(p->out, "</pre><pre class=\"code\" id=\"code-text\" tabindex=\"0\">\n");
    buf_add(p->out, buf_text(&code), code.len);
    buf_puts(p->out, "</pre></div>\n");
}

static void put_difference(struct html_page *p, const char *to, int64_t key, const char *href)
{
    buf_puts(p->out, "<li><button type=\"button\" class=\"differ\" aria-pressed=\"false\" ");
    page_text_source(p, key);
    buf_putc(p->out, '>');
    html_puts(p->out, to);
    buf_puts(p->out, "</button>");
    if (href != NULL)
        buf_printf(p->out, " <a href=\"%s\">open</a>", href);
    buf_puts(p->out, "</li>\n");
}

/* What the code can be held against. */
static int put_differences(struct html_page *p, const struct sample *s, struct err *err)
{
    int64_t parent = 0, parent_code = 0, best = 0, best_code = 0;
    double best_speedup = (double)NAN;
    struct stmt *st = db_query(p->site->db, "site_turns");
    int rc = 1;
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":task_id", s->task_id);
    stmt_bind_int(st, ":step", s->step);
    stmt_bind_int(st, ":sample", s->sample);
    while (s->turn > 0 && (rc = stmt_step(st, err)) > 0) {
        if (stmt_int(st, SITE_TURNS_TURN) != s->turn - 1)
            continue;
        parent = stmt_int(st, SITE_TURNS_ROLLOUT_ID);
        parent_code = stmt_int(st, SITE_TURNS_CODE_BLOB_ID);
    }
    stmt_reset(st);
    if (rc < 0)
        return rc;
    st = db_query(p->site->db, "site_best");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":task_id", s->task_id);
    rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc > 0) {
        best = stmt_int(st, SITE_BEST_ROLLOUT_ID);
        best_code = stmt_int(st, SITE_BEST_CODE_BLOB_ID);
        best_speedup = stmt_real(st, SITE_BEST_SPEEDUP);
        stmt_reset(st);
    }
    const char *text;
    size_t len;
    rc = page_text(p, -s->task_id, &text, &len, err);
    if (rc < 0 || (parent_code == 0 && best_code == 0 && len == 0))
        return rc;
    buf_puts(p->out, "<div class=\"differences needs-script\"><span>Difference to</span><ul>\n");
    if (parent_code > 0)
        put_difference(p, "the turn before", parent_code, href_sample(p, parent));
    if (best_code > 0 && best != s->id)
        put_difference(p, arena_printf(p->arena, "the run's best (speedup %.3g)", best_speedup),
                       best_code, href_sample(p, best));
    if (len > 0)
        put_difference(p, "the baseline's text", -s->task_id, NULL);
    buf_puts(p->out, "</ul></div>\n");
    return 0;
}

static int put_code(struct html_page *p, const struct sample *s, struct err *err)
{
    const char *text = "";
    size_t len = 0;
    page_section(p, "code", "Code");
    int rc = s->code == 0 ? 0 : page_text(p, s->code, &text, &len, err);
    if (rc == 0 && len > 0)
        rc = put_differences(p, s, err);
    if (len > 0)
        put_lines(p, text, len);
    else
        page_paragraph(p, "none", "No code is stored for this rollout.");
    page_section_end(p);
    return rc;
}

/* ---- beside the code ---- */

static void put_measured(struct html_page *p, struct stmt *st, int column, const char *unit)
{
    if (stmt_is_null(st, column)) {
        buf_puts(p->out, "<td class=\"na\">NA</td>");
        return;
    }
    buf_printf(p->out, "<td class=\"n\" data-v=\"%.17g\">", stmt_real(st, column));
    buf_put_rounded(p->out, stmt_real(st, column), 5);
    buf_putc(p->out, ' ');
    html_puts(p->out, unit);
    buf_puts(p->out, "</td>");
}

/* The table of shapes shows it. */
static bool is_of_shape(const char *kind)
{
    return strcmp(kind, "shape") == 0 || strcmp(kind, "shape_roofline") == 0;
}

static int put_evidence(struct html_page *p, const struct sample *s, struct err *err)
{
    struct stmt *st = db_query(p->site->db, "show_evaluation_evidence");
    size_t n = 0;
    int rc;
    stmt_bind_int(st, ":id", s->evaluation_id);
    page_section(p, "evidence", "Evidence");
    while ((rc = stmt_step(st, err)) > 0) {
        if (is_of_shape(stmt_text(st, SHOW_EVALUATION_EVIDENCE_KIND)))
            continue;
        bool pass = stmt_int(st, SHOW_EVALUATION_EVIDENCE_PASS) != 0;
        const char *unit = stmt_text(st, SHOW_EVALUATION_EVIDENCE_UNIT);
        const char *detail = stmt_text(st, SHOW_EVALUATION_EVIDENCE_DETAIL);
        if (n++ == 0)
            buf_puts(p->out,
                     "<div class=\"wide\"><table class=\"evidence\" "
                     "aria-label=\"Evidence\"><thead><tr><th "
                     "scope=\"col\">check</th><th "
                     "scope=\"col\">result</th><th scope=\"col\" class=\"n\">value</th><th "
                     "scope=\"col\" class=\"n\">bound</th><th scope=\"col\">detail</th></tr>"
                     "</thead><tbody>\n");
        buf_puts(p->out,
                 pass ? "<tr><th scope=\"row\">" : "<tr class=\"failed\"><th scope=\"row\">");
        html_puts(p->out, stmt_text(st, SHOW_EVALUATION_EVIDENCE_KIND));
        buf_puts(p->out,
                 pass ? "</th><td class=\"yes\">passed</td>" : "</th><td class=\"no\">failed</td>");
        put_measured(p, st, SHOW_EVALUATION_EVIDENCE_VALUE, unit == NULL ? "" : unit);
        put_measured(p, st, SHOW_EVALUATION_EVIDENCE_BOUND, "");
        buf_puts(p->out, "<td class=\"long\">");
        html_puts(p->out, detail == NULL ? "" : detail);
        buf_puts(p->out, "</td></tr>\n");
    }
    if (n > 0)
        buf_puts(p->out, "</tbody></table></div>\n");
    else
        page_paragraph(p, "none", "No check is recorded.");
    page_section_end(p);
    return rc;
}

static void put_log(struct html_page *p, const char *text, size_t len)
{
    page_section(p, "log", "Compile log");
    buf_puts(p->out, "<pre class=\"log\" tabindex=\"0\">");
    html_text(p->out, text, len);
    buf_puts(p->out, "</pre>\n");
    page_section_end(p);
}

struct rules {
    struct html_page *p;
    struct buf rows, unknown;
    int n_rows;
};

static void put_rule(struct rules *r, const char *rule, int verdict, const char *yes,
                     const char *why)
{
    struct buf *out = verdict < 0 ? &r->unknown : &r->rows;
    if (verdict < 0) {
        buf_puts(out, out->len == 0 ? "" : "; ");
        html_puts(out, rule);
        buf_puts(out, " (");
        html_puts(out, why);
        buf_putc(out, ')');
        return;
    }
    buf_puts(out, "<tr><th scope=\"row\">");
    html_puts(out, rule);
    buf_printf(out, "</th><td class=\"%s\">%s%s</td><td class=\"long\">",
               verdict > 0 ? "yes" : "no", verdict > 0 ? "" : "not ", yes);
    html_puts(out, why);
    buf_puts(out, "</td></tr>\n");
    r->n_rows++;
}

static int above_one(double v)
{
    return isnan(v) ? -1 : v > 1;
}

/* The page begins with the stored verdict, so alone it needs no table. */
static void rules_put(struct rules *r)
{
    struct buf *out = r->p->out;
    page_section(r->p, "rules", "The verdict under other rules");
    if (r->n_rows > 1) {
        buf_puts(out,
                 "<div class=\"wide\"><table aria-label=\"The verdict under other "
                 "rules\"><thead><tr><th scope=\"col\">rule</th><th "
                 "scope=\"col\">verdict</th><th scope=\"col\">from</th></tr></thead><tbody>\n");
        buf_add(out, buf_text(&r->rows), r->rows.len);
        buf_puts(out, "</tbody></table></div>\n");
    }
    if (r->unknown.len > 0) {
        buf_puts(out, "<p class=\"note\">Not known: ");
        buf_add(out, buf_text(&r->unknown), r->unknown.len);
        buf_puts(out, ".</p>\n");
    }
    buf_release(&r->rows);
    buf_release(&r->unknown);
    page_section_end(r->p);
}

/* The same rows under other rules; each says from which stored facts. */
static int put_rules(struct html_page *p, const struct sample *s, struct err *err)
{
    int kernelbench = -1, own = -1, outputs = -1;
    const char *reason = NULL;
    struct stmt *st = db_query(p->site->db, "site_rules");
    stmt_bind_int(st, ":id", s->evaluation_id);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    if (rc > 0) {
        kernelbench = (int)known(st, SITE_RULES_RIGHT_BY_KERNELBENCH);
        own = (int)known(st, SITE_RULES_RIGHT_BY_OWN);
        outputs = (int)known(st, SITE_RULES_OUTPUTS_ALONE);
        reason = stmt_text_dup(st, SITE_RULES_REASON, p->arena);
        stmt_reset(st);
    }
    struct rules r = { .p = p };
    put_rule(&r, "as stored", s->correct < 0 ? -1 : s->correct == 1, "correct",
             "outcome of the evaluation that counts");
    if (kernelbench >= 0)
        put_rule(&r, "KernelBench's rule", kernelbench, "correct",
                 reason == NULL ? "its tolerance, one distribution of inputs" : reason);
    if (own >= 0)
        put_rule(&r, "Rollbook's rule", own, "correct",
                 reason == NULL ? "fresh inputs, double precision, all checks" : reason);
    put_rule(&r, "outputs alone", outputs, "correct",
             outputs < 0 ? "the trials were not recorded"
                         : "every trial within tolerance; all other checks ignored");
    if (s->correct == 0) { /* then no rule calls it fast */
        rules_put(&r);
        return 0;
    }
    put_rule(&r, "fast: speedup above 1", above_one(s->speedup), "fast",
             isnan(s->speedup) ? "no speedup counts" : "the scored times");
    put_rule(&r, "fast beyond noise", above_one(s->lower), "fast",
             isnan(s->lower) ? "the speedup has no interval"
                             : "the lower end of the interval, against 1");
    put_rule(&r, "fast when timed again", isnan(s->confirmed) ? -1 : s->confirmed > 1, "fast",
             isnan(s->confirmed) ? "not confirmed" : "rollbook confirm");
    rules_put(&r);
    return 0;
}

static int put_side(struct html_page *p, const struct sample *s, struct err *err)
{
    const char *log = "";
    size_t len = 0;
    buf_puts(p->out, "<div class=\"evidence-side\">\n");
    int rc = put_evidence(p, s, err);
    if (rc == 0 && s->log > 0)
        rc = page_text(p, s->log, &log, &len, err);
    if (rc == 0 && len > 0)
        put_log(p, log, len);
    if (rc == 0)
        rc = page_timing(p, s->id, &(struct speed_interval){ s->speedup, s->lower, s->upper }, err);
    if (rc == 0)
        rc = put_rules(p, s, err);
    buf_puts(p->out, "</div>\n");
    return rc;
}

/* ---- below ---- */

static int put_conversation(struct html_page *p, const struct sample *s, struct err *err)
{
    struct row_table rows = { .arena = p->arena, .schema = "site.turns", .digits = 4 };
    struct sql_sink sink = row_table_sink(&rows);
    struct stmt *st = db_query(p->site->db, "site_turns");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":task_id", s->task_id);
    stmt_bind_int(st, ":step", s->step);
    stmt_bind_int(st, ":sample", s->sample);
    int rc = stmt_rows(st, &sink, err);
    if (rc < 0 || rows.table.n_rows < 2)
        return rc;
    page_section(p, "conversation", "Conversation");
    page_table(p, &rows.table, "Turns, first to last", false);
    page_section_end(p);
    return 0;
}

static int put_texts(struct html_page *p, const struct sample *s, struct err *err)
{
    page_section(p, "texts", "Prompt and answer");
    if (s->prompt > 0)
        page_folded_text(p, "prompt", "Prompt", s->prompt);
    if (s->completion > 0)
        page_folded_text(p, "answer", "Answer", s->completion);
    if (s->prompt == 0 && s->completion == 0)
        page_paragraph(p, "none", "No text is stored.");
    if (s->feedback > 0)
        page_folded_text(p, "feedback", "Feedback for later turns", s->feedback);
    int rc = page_tokens(p, s->run, s->id, err);
    page_section_end(p);
    return rc;
}

static int put_below(struct html_page *p, const struct sample *s, struct err *err)
{
    static const struct {
        const char *query, *caption;
    } parts[] = {
        { "show_rollout_rewards", "Rewards" },
        { "site_evaluations", "Evaluations" },
        { "show_rollout_twins", "Other rollouts with the same code" },
        { "show_rollout_judges", "Judged" },
        { "show_rollout_scores", "Scored again" },
    };
    struct table record;
    int rc = 0;
    page_section(p, "more", "More");
    for (size_t i = 0; i < ARRAY_LEN(parts) && rc == 0; i++)
        rc = page_rows(p, parts[i].query, s->id, parts[i].caption, NULL, err);
    if (rc == 0)
        rc = row_table_of(p->site->db, "site_sample_more", s->id, p->arena, &record, err);
    if (rc == 0)
        page_record(p, &record);
    page_section_end(p);
    return rc;
}

int page_sample(struct html_page *p, int64_t rollout_id, struct err *err)
{
    struct sample s = { .id = rollout_id };
    int rc = read_sample(p, rollout_id, &s, err);
    if (rc == 0 && site_run_of(p->site, s.run_id) == NULL)
        rc = err_set(err, ERR_NOMATCH, "rollout %" PRId64 " is of another run", rollout_id);
    if (rc < 0)
        return rc;
    put_head(p, &s);
    put_verdict(p, &s);
    rc = put_shapes(p, &s, err);
    if (rc == 0)
        rc = judged_put(p, rollout_id, err);
    buf_puts(p->out, "<div class=\"sides\">\n");
    buf_puts(p->out, "<div class=\"code-side\">\n");
    if (rc == 0)
        rc = put_code(p, &s, err);
    if (rc == 0)
        rc = put_conversation(p, &s, err);
    if (rc == 0)
        rc = put_texts(p, &s, err);
    buf_puts(p->out, "</div>\n");
    if (rc == 0)
        rc = put_side(p, &s, err);
    buf_puts(p->out, "</div>\n");
    if (rc == 0)
        rc = put_below(p, &s, err);
    page_end(p);
    return rc;
}
