/*
 * site_draw.c - small drawings of stored values: curves by step and raw timings.
 *
 * Colours are classes of the style sheet, so that they follow light and dark.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/tables/table_training.h"
#include "columns/show_evaluation_timing.h"
#include "columns/site_tokens.h"
#include "reports/html/site_draw.h"
#include "reports/html/site_page.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

/* ---- curves ---- */

#define CURVES_MOST 12
#define CURVE_WIDE  240.0
#define CURVE_HIGH  90.0

static void put_coordinate(struct buf *out, double v)
{
    buf_printf(out, "%.1f", v);
}

static double place(double v, double low, double high, double size)
{
    return high > low ? (v - low) / (high - low) * size : size / 2;
}

struct curve {
    const struct table *t;
    size_t from, to; /* rows */
    double low, high, last;
};

static void curve_ends(struct curve *c)
{
    c->low = HUGE_VAL;
    c->high = -HUGE_VAL;
    c->last = 0;
    for (size_t r = c->from; r < c->to; r++) {
        const struct cell *v = table_cell(c->t, r, 4);
        c->last = fmax(c->last, (double)table_cell(c->t, r, 2)->i);
        if (v->kind != CELL_REAL || !isfinite(v->real))
            continue;
        c->low = fmin(c->low, v->real);
        c->high = fmax(c->high, v->real);
    }
}

static void put_points(struct html_page *p, const struct curve *c, bool line)
{
    for (size_t r = c->from; r < c->to; r++) {
        const struct cell *v = table_cell(c->t, r, 4);
        int64_t step = table_cell(c->t, r, 2)->i;
        if (v->kind != CELL_REAL || !isfinite(v->real))
            continue;
        double x = 4 + place((double)step, 0, c->last, CURVE_WIDE - 8);
        double y = CURVE_HIGH - 6 - place(v->real, c->low, c->high, CURVE_HIGH - 12);
        if (line) {
            put_coordinate(p->out, x);
            buf_putc(p->out, ',');
            put_coordinate(p->out, y);
            buf_putc(p->out, ' ');
            continue;
        }
        buf_printf(p->out, "<a href=\"#step-%" PRId64 "\" data-step=\"%" PRId64 "\"><circle cx=\"",
                   step, step);
        put_coordinate(p->out, x);
        buf_puts(p->out, "\" cy=\"");
        put_coordinate(p->out, y);
        buf_printf(p->out, "\" r=\"4\"/><title>step %" PRId64 ": ", step);
        buf_put_rounded(p->out, v->real, 5);
        if (table_cell(c->t, r, 3)->kind == CELL_INT)
            buf_printf(p->out, ", n %" PRId64, table_cell(c->t, r, 3)->i);
        buf_puts(p->out, "</title></a>");
    }
}

static void put_curve(struct html_page *p, struct curve *c)
{
    const char *metric = table_cell(c->t, c->from, 1)->text;
    curve_ends(c);
    if (!isfinite(c->low))
        return;
    buf_puts(p->out, "<figure class=\"curve\"><figcaption>");
    html_puts(p->out, metric);
    buf_puts(p->out, " <span class=\"under\">");
    buf_put_rounded(p->out, c->low, 3);
    buf_puts(p->out, " to ");
    buf_put_rounded(p->out, c->high, 3);
    buf_printf(p->out,
               "</span></figcaption><svg viewBox=\"0 0 %g %g\" role=\"group\" aria-label=\"",
               CURVE_WIDE, CURVE_HIGH);
    html_puts(p->out, metric);
    buf_puts(p->out, " by step\"><polyline class=\"line\" points=\"");
    put_points(p, c, true);
    buf_puts(p->out, "\"/>");
    put_points(p, c, false);
    buf_puts(p->out, "</svg></figure>\n");
}

int page_curves(struct html_page *p, const struct site_run *run, struct err *err)
{
    (void)run;
    static const struct table_training_options options = { STANDARD_training };
    struct err failed = { 0 };
    struct table t;
    int rc = page_make(p, &table_training, &options, &t, &failed);
    if (rc == ERR_INTEGRITY || rc == ERR_BUSY)
        return err_set(err, rc, "%s", failed.msg);
    if (rc < 0) {
        page_paragraph(p, "none", failed.msg);
        return 0;
    }
    buf_puts(p->out, "<p class=\"note\">Choose a point to see the rollouts of its step.</p>\n"
                     "<div class=\"curves\">\n");
    size_t n = 0;
    for (size_t from = 0, to; from < t.n_rows && n < CURVES_MOST; from = to, n++) {
        const char *metric = table_cell(&t, from, 1)->text;
        for (to = from; to < t.n_rows && strcmp(table_cell(&t, to, 1)->text, metric) == 0; to++)
            ;
        put_curve(p, &(struct curve){ .t = &t, .from = from, .to = to });
    }
    buf_puts(p->out, "</div>\n");
    return 0;
}

/* ---- raw timings ---- */

#define TIMING_WIDE 520.0
#define TIMING_LEFT 4.0
#define TIMINGS     4

struct raw_timing {
    const char *subject, *statistic;
    double runtime_us;
    const double *samples;
    size_t n;
};

/* Times that differ by a factor of 6 and more are on a logarithmic axis. */
static double timing_x(double v, double low, double high)
{
    if (low > 0 && high > 6 * low) {
        v = log(v);
        low = log(low);
        high = log(high);
    }
    return TIMING_LEFT + place(v, low, high, TIMING_WIDE - 2 * TIMING_LEFT);
}

static void put_timing_row(struct buf *out, const struct raw_timing *t, double low, double high,
                           double top)
{
    bool candidate = strcmp(t->subject, "candidate") == 0;
    buf_printf(out, "<text x=\"%g\" y=\"%g\" class=\"label\">", TIMING_LEFT, top + 11);
    html_puts(out, t->subject);
    buf_puts(out, ": ");
    html_puts(out, t->statistic);
    buf_putc(out, ' ');
    buf_put_rounded(out, t->runtime_us, 5);
    buf_printf(out, " us, n %zu</text><path class=\"dots %s\" d=\"", t->n,
               candidate ? "own" : "base");
    for (size_t i = 0; i < t->n; i++) {
        if (!isfinite(t->samples[i]))
            continue;
        /* A fixed spread, so that the same samples give the same bytes. */
        buf_putc(out, 'M');
        put_coordinate(out, timing_x(t->samples[i], low, high));
        buf_putc(out, ' ');
        put_coordinate(out, top + 20 + (double)(i * 7 % 11));
        buf_puts(out, "h0");
    }
    buf_printf(out, "\"/><path class=\"scored %s\" d=\"M", candidate ? "own" : "base");
    put_coordinate(out, timing_x(t->runtime_us, low, high));
    buf_printf(out, " %gv18\"/>", top + 16);
}

static void put_axis(struct buf *out, double low, double high, double top)
{
    buf_printf(out, "<path class=\"axis\" d=\"M%g %gH%g\"/>", TIMING_LEFT, top,
               TIMING_WIDE - TIMING_LEFT);
    for (size_t i = 0; i < 5; i++) {
        double part = (double)i / 4;
        double v =
            low > 0 && high > 6 * low ? low * pow(high / low, part) : low + (high - low) * part;
        double x = timing_x(v, low, high);
        buf_printf(out,
                   "<path class=\"axis\" d=\"M%.1f %gv4\"/><text class=\"tick\" x=\"%.1f\" "
                   "y=\"%g\" text-anchor=\"%s\">",
                   x, top, x, top + 15,
                   i == 0   ? "start"
                   : i == 4 ? "end"
                            : "middle");
        buf_put_rounded(out, v, 4);
        buf_puts(out, i == 4 ? " us</text>" : "</text>");
    }
}

/* The speedup on an axis of its own, with 1 marked. */
static void put_interval(struct html_page *p, const struct speed_interval *s)
{
    if (isnan(s->speedup))
        return;
    bool known = !isnan(s->lower) && !isnan(s->upper);
    double low = fmin(1, known ? s->lower : s->speedup);
    double high = fmax(1, known ? s->upper : s->speedup);
    double room = fmax((high - low) * 0.05, 1e-9);
    low -= room;
    high += room;
    buf_printf(p->out,
               "<svg class=\"timing\" viewBox=\"0 0 %g 40\" role=\"img\" "
               "aria-label=\"Speedup with its interval\"><path class=\"one\" d=\"M%.1f "
               "2v20\"/><text class=\"tick\" x=\"%.1f\" y=\"34\" "
               "text-anchor=\"middle\">1</text>",
               TIMING_WIDE, timing_x(1, low, high), timing_x(1, low, high));
    if (known)
        buf_printf(p->out, "<path class=\"range\" d=\"M%.1f 12H%.1f\"/>",
                   timing_x(s->lower, low, high), timing_x(s->upper, low, high));
    buf_printf(p->out,
               "<circle class=\"own\" cx=\"%.1f\" cy=\"12\" r=\"5\"/></svg>\n<p "
               "class=\"note\">Speedup ",
               timing_x(s->speedup, low, high));
    buf_put_rounded(p->out, s->speedup, 4);
    if (known) {
        buf_puts(p->out, ", interval ");
        buf_put_rounded(p->out, s->lower, 4);
        buf_puts(p->out, " to ");
        buf_put_rounded(p->out, s->upper, 4);
    } else {
        buf_puts(p->out, ", no interval");
    }
    buf_puts(p->out, "</p>\n");
}

int page_timing(struct html_page *p, int64_t rollout_id, const struct speed_interval *speed,
                struct err *err)
{
    struct raw_timing all[TIMINGS];
    size_t n = 0, n_raw = 0;
    double low = HUGE_VAL, high = -HUGE_VAL;
    struct stmt *st = db_query(p->site->db, "show_rollout_timing");
    int rc;
    stmt_bind_int(st, ":id", rollout_id);
    while ((rc = stmt_step(st, err)) > 0) {
        size_t len = 0;
        const void *data = stmt_blob(st, SHOW_EVALUATION_TIMING_SAMPLES_US, &len);
        if (n == TIMINGS)
            continue;
        struct raw_timing *t = &all[n++];
        double *samples = arena_array(p->arena, len / sizeof(double) + 1, sizeof(*samples));
        if (len >= sizeof(double))
            memcpy(samples, data, len / sizeof(double) * sizeof(double));
        *t = (struct raw_timing){
            .subject = stmt_text_dup(st, SHOW_EVALUATION_TIMING_SUBJECT, p->arena),
            .statistic = stmt_text_dup(st, SHOW_EVALUATION_TIMING_STATISTIC, p->arena),
            .runtime_us = stmt_real(st, SHOW_EVALUATION_TIMING_RUNTIME_US),
            .samples = samples,
            .n = len / sizeof(double),
        };
        n_raw += t->n;
        low = fmin(low, t->runtime_us);
        high = fmax(high, t->runtime_us);
        for (size_t i = 0; i < t->n; i++) {
            if (!isfinite(samples[i]))
                continue;
            low = fmin(low, samples[i]);
            high = fmax(high, samples[i]);
        }
    }
    if (rc < 0 || n == 0)
        return rc;
    if (n_raw == 0) {
        page_paragraph(p, "note", "The raw timings were not recorded.");
        return 0;
    }
    page_section(p, "timing", "Raw timings");
    double high_at = 44.0 * (double)n + 22;
    buf_printf(p->out,
               "<svg class=\"timing\" viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"Each "
               "dot is one timed run; the bar is the time that is scored\">",
               TIMING_WIDE, high_at);
    for (size_t i = 0; i < n; i++)
        put_timing_row(p->out, &all[i], low, high, 44.0 * (double)i);
    put_axis(p->out, low, high, 44.0 * (double)n);
    buf_puts(p->out,
             "</svg>\n<p class=\"note\">Each dot is one timed run. The bar is the time that "
             "is scored.</p>\n");
    put_interval(p, speed);
    page_section_end(p);
    return 0;
}

/* ---- tokens ---- */

static size_t heat_of(double logprob)
{
    static const double nats[] = { 0.05, 0.2, 0.5, 1, 2, 4 };
    size_t i = 0;
    while (i < ARRAY_LEN(nats) && -logprob > nats[i])
        i++;
    return i;
}

static void put_tokens(struct html_page *p, const int32_t *ids, const float *logprobs, size_t n)
{
    buf_printf(p->out,
               "<details class=\"heat\"><summary>Tokens by log-prob (%zu)</summary><p "
               "class=\"note\">The warmer, the less probable. Point at a token for its "
               "values.</p><div class=\"tokens\" tabindex=\"0\">",
               n);
    for (size_t i = 0; i < n; i++) {
        double v = logprobs == NULL ? (double)NAN : (double)logprobs[i];
        if (isnan(v))
            buf_puts(p->out, "<span");
        else
            buf_printf(p->out, "<span class=\"h%zu\"", heat_of(v));
        buf_printf(p->out, " title=\"%zu: ", i);
        if (isnan(v))
            buf_puts(p->out, "no log-prob\">");
        else
            buf_printf(p->out, "log-prob %.4g\">", v);
        if (ids == NULL)
            buf_printf(p->out, "%zu</span> ", i);
        else
            buf_printf(p->out, "%" PRId32 "</span> ", ids[i]);
    }
    buf_puts(p->out, "</div></details>\n");
}

int page_tokens(struct html_page *p, const char *run, int64_t rollout_id, struct err *err)
{
    bool asked = false;
    for (size_t i = 0; i < p->site->token_of.n; i++)
        asked = asked || strcmp(p->site->token_of.items[i], run) == 0;
    if (!asked)
        return 0;
    struct stmt *st = db_query(p->site->db, "site_tokens");
    stmt_bind_int(st, ":id", rollout_id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    size_t ids_len = 0, logprobs_len = 0;
    const void *ids = stmt_blob(st, SITE_TOKENS_TOKEN_IDS, &ids_len);
    const void *logprobs = stmt_blob(st, SITE_TOKENS_LOGPROBS, &logprobs_len);
    size_t n = (ids != NULL ? ids_len : logprobs_len) / 4;
    int32_t *own_ids = ids == NULL ? NULL : arena_array(p->arena, n + 1, sizeof(*own_ids));
    float *own = logprobs_len / 4 != n ? NULL : arena_array(p->arena, n + 1, sizeof(*own));
    if (own_ids != NULL && n > 0)
        memcpy(own_ids, ids, 4 * n);
    if (own != NULL && logprobs != NULL && n > 0)
        memcpy(own, logprobs, 4 * n);
    stmt_reset(st);
    if (n > 0)
        put_tokens(p, own_ids, own, n);
    return 0;
}
