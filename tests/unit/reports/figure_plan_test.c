/*
 * figure_plan_test.c - ranges, margins, keys and places of the panels of many figures, held to what
 * was approved.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/figure_plan.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/support/approved.h"

static bool chance(struct rng *r, double p)
{
    return rng_double(r) < p;
}

static const char *const names[] = {
    "a",
    "best of n",
    "test-time training",
    "a rather long name of a method",
    "b",
    "one that is so long that no panel has the room for it, whatever its width may be",
    "c",
    "d",
};

/* Values of a mark: among them some that have no place. */
static void fill(struct rng *r, struct fig_mark *k, double scale)
{
    for (size_t i = 0; i < k->n; i++) {
        k->x[i] = chance(r, 0.1) ? (double)NAN : scale * rng_double(r);
        k->y[i] = chance(r, 0.1) ? -1 : scale * rng_normal(r);
        if (k->low != NULL) {
            k->low[i] = k->y[i] - rng_double(r);
            k->high[i] = chance(r, 0.1) ? (double)INFINITY : k->y[i] + rng_double(r);
        }
        for (size_t b = 0; k->value != NULL && b < 5; b++)
            k->value[5 * i + b] = scale * (rng_double(r) + (double)b);
        if (k->texts != NULL)
            k->texts[i] = "text";
    }
}

static void add_panel(struct rng *r, struct figure_model *m)
{
    static const double scales[] = { 1, 1e-4, 300, 2e6 };
    struct fig_panel *p = figure_panel(m, chance(r, 0.5) ? "title" : NULL);
    p->key = (enum panel_key)rng_below(r, 4);
    p->x.scale = (enum axis_scale)rng_below(r, 3);
    p->y.scale = (enum axis_scale)rng_below(r, 3);
    p->x.numbers = (enum tick_numbers)rng_below(r, 3);
    p->x.label = chance(r, 0.5) ? "*x*" : NULL;
    p->y.label = chance(r, 0.5) ? "*y*" : NULL;
    if (chance(r, 0.2))
        p->x.lo = 0.5, p->x.hi = 2;
    p->n_rows = chance(r, 0.3) ? 1 + rng_below(r, 7) : 0;
    p->rows = names;
    p->row_notes = chance(r, 0.3) ? names : NULL;
    p->row_height = chance(r, 0.5) ? 21 : 0;
    p->n_columns = chance(r, 0.2) ? 1 + rng_below(r, 7) : 0;
    p->columns = names;
    p->height = chance(r, 0.2) ? 55 : 0;
    p->bare = chance(r, 0.1);
    p->na = chance(r, 0.1) ? "nothing" : NULL;
    size_t n = rng_below(r, 8);
    for (size_t i = 0; i < n; i++) {
        struct fig_mark *k =
            figure_mark(m, p, (enum draw_kind)rng_below(r, DRAW_KINDS), rng_below(r, 6));
        k->name = chance(r, 0.7) ? names[rng_below(r, ARRAY_LEN(names))] : NULL;
        fill(r, k, scales[rng_below(r, 4)]);
    }
}

static void put_axis(struct buf *out, const char *name, const struct axis *a)
{
    buf_printf(out, " %s %.4g to %.4g%s%s%s", name, a->lo, a->hi, a->label == NULL ? "" : " label",
               a->no_ticks ? " no ticks" : "", a->no_tick_labels ? " no labels" : "");
}

static void put_key(struct buf *out, const struct figure_key *k)
{
    buf_printf(out, " key of %zu in %zu, %.2f:", k->n, k->rows, k->extent);
    for (size_t i = 0; i < k->n; i++)
        buf_printf(out, " %.1s %.2f %.2f %zu", k->entries[i].name, k->x[i], k->width[i], k->row[i]);
}

static void put_plan(struct buf *out, struct pdf_canvas *c, const struct figure_model *m,
                     double width)
{
    struct figure_plan p;
    figure_plan_make(c, m, width, &p);
    buf_printf(out, " %g wide: %zu x %zu of %.2f, %.2f high", width, p.columns, p.rows,
               p.panel_width, p.height);
    put_key(out, &p.key);
    buf_putc(out, '\n');
    for (size_t i = 0; i < m->n_panels; i++) {
        const struct panel_plan *q = &p.panels[i];
        struct box b = figure_plan_box(&p, i, (struct box){ 3, 5, width, p.height });
        buf_printf(out, "  %.2f %.2f %.2f %.2f;", b.x, b.y, b.width, b.height);
        buf_printf(out, " sides %.2f %.2f %.2f %.2f plot %.2f at %.2f, %.2f%s%s keyed %d", q->left,
                   q->right, q->top, q->bottom, q->plot_height, q->x0, q->width,
                   q->upright_columns ? " upright" : "", q->no_rows ? " no rows" : "",
                   (int)q->keyed);
        put_axis(out, "x", &q->x);
        put_axis(out, "y", &q->y);
        put_key(out, &q->key);
        buf_putc(out, '\n');
    }
    figure_plan_release(&p);
}

static void figures_are_planned_as_approved(void **state)
{
    static const double widths[] = { 120, 234, 486 };
    struct pdf_info info = { .title = "plans" };
    struct pdf_canvas *c = NULL;
    struct buf out = { 0 };
    struct err err = { 0 };
    (void)state;
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    pdf_page_add(c, 600, 200);
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct arena arena = { 0 };
        struct figure_model m;
        struct rng r;
        rng_init(&r, seed, RNG_JITTER, 0, 0, 0);
        figure_init(&m, &arena, "plan", "plan");
        m.least_width = seed % 2 == 0 ? 0 : 40 + 100 * rng_double(&r);
        m.share_x = chance(&r, 0.4);
        m.share_y = chance(&r, 0.4);
        size_t n = rng_below(&r, 8);
        for (size_t i = 0; i < n; i++)
            add_panel(&r, &m);
        buf_printf(&out, "-- figure %llu, panels of %.2f%s%s\n", (unsigned long long)seed,
                   m.least_width, m.share_x ? " share x" : "", m.share_y ? " share y" : "");
        put_plan(&out, c, &m, widths[seed % ARRAY_LEN(widths)]);
        arena_release(&arena);
    }
    pdf_canvas_close(c);
    approved_check("figure_plans", &out);
    buf_release(&out);
}

/* On a linear axis shares are as near as their air; a range beside a large number is opened. */
static void ranges_leave_room_around_marks(void **state)
{
    static const struct {
        enum axis_scale scale;
        double lo, hi, want_lo, want_hi;
    } cases[] = {
        { AXIS_LINEAR, 0, 1, -0.05, 1.05 },
        { AXIS_LINEAR, 1000, 1000.5, 999.75 - 0.05, 1000.75 + 0.05 },
        { AXIS_LINEAR, 1000, 1002, 999.9, 1002.1 },
        { AXIS_LOG10, 1, 100, 0.794328, 125.892541 },
        { AXIS_LOG2, 1e-200, 1e200, 1e-207, 1e207 },
    };
    struct pdf_info info = { .title = "ranges" };
    struct pdf_canvas *c = NULL;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    pdf_page_add(c, 600, 200);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena arena = { 0 };
        struct figure_model m;
        struct figure_plan p;
        figure_init(&m, &arena, "range", "range");
        struct fig_panel *panel = figure_panel(&m, NULL);
        panel->x.scale = cases[i].scale;
        struct fig_mark *k = figure_mark(&m, panel, DRAW_LINE, 2);
        k->x[0] = cases[i].lo;
        k->x[1] = cases[i].hi;
        figure_plan_make(c, &m, 234, &p);
        double lo = p.panels[0].x.lo, hi = p.panels[0].x.hi;
        if (fabs(lo - cases[i].want_lo) > 1e-5 * fabs(cases[i].want_lo) ||
            fabs(hi - cases[i].want_hi) > 1e-5 * fabs(cases[i].want_hi))
            fail_msg("case %zu: %.9g to %.9g", i, lo, hi);
        figure_plan_release(&p);
        arena_release(&arena);
    }
    pdf_canvas_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_planned_as_approved),
        cmocka_unit_test(ranges_leave_room_around_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
