/*
 * figures_test.c - the figures at both widths, the same every time, and with data that is broken.
 *
 * With ROLLBOOK_KEEP_PDF the drawn files are left in that folder for other programs to check.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "tests/unit/reports/figure_samples.h"

struct samples {
    struct scaling_sample scaling;
    struct trajectory_sample trajectory;
    struct selection_sample selection;
    struct fastp_sample fastp;
};

static struct samples sample;

static int setup(void **state)
{
    (void)state;
    scaling_sample_init(&sample.scaling);
    trajectory_sample_init(&sample.trajectory);
    selection_sample_init(&sample.selection);
    fastp_sample_init(&sample.fastp);
    return 0;
}

static struct pdf_canvas *open_canvas(void)
{
    struct pdf_canvas *c = NULL;
    struct err err = { 0 };
    struct pdf_info info = { .title = "figures", .date_utc = "2026-01-31T12:34:56Z" };
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    return c;
}

static void draw_all(struct pdf_canvas *c, const struct samples *s, double width)
{
    double h = fig_scaling_height(&s->scaling.figure, width);
    pdf_page_add(c, width, h);
    fig_scaling_draw(c, (struct box){ 0, 0, width, h }, &s->scaling.figure);
    h = fig_trajectory_height(&s->trajectory.figure, width);
    pdf_page_add(c, width, h);
    fig_trajectory_draw(c, (struct box){ 0, 0, width, h }, &s->trajectory.figure);
    h = fig_selection_height(&s->selection.figure, width);
    pdf_page_add(c, width, h);
    fig_selection_draw(c, (struct box){ 0, 0, width, h }, &s->selection.figure);
    h = fig_fastp_height(&s->fastp.figure, width);
    pdf_page_add(c, width, h);
    fig_fastp_draw(c, (struct box){ 0, 0, width, h }, &s->fastp.figure);
}

/* The bytes of all figures at a width; fails the test when the canvas recorded an error. */
static void draw_file(const struct samples *s, double width, struct buf *out)
{
    struct pdf_canvas *c = open_canvas();
    struct err err = { 0 };
    draw_all(c, s, width);
    int rc = pdf_canvas_finish(c, out, &err);
    if (rc < 0)
        print_error("%s\n", err.msg);
    assert_int_equal(rc, 0);
    pdf_canvas_close(c);
}

static void keep(const char *name, const struct buf *pdf)
{
    const char *dir = getenv("ROLLBOOK_KEEP_PDF");
    char path[600];
    struct err err = { 0 };
    if (dir == NULL)
        return;
    snprintf(path, sizeof(path), "%s/%s.pdf", dir, name);
    assert_int_equal(file_write_atomic(path, pdf->data, pdf->len, &err), 0);
}

static void figures_are_the_same_every_time(void **state)
{
    (void)state;
    static const struct {
        double width;
        const char *name;
    } cases[] = { { FIGURE_COLUMN_WIDTH, "column" }, { FIGURE_TEXT_WIDTH, "text" } };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf first = { 0 }, second = { 0 };
        draw_file(&sample, cases[i].width, &first);
        draw_file(&sample, cases[i].width, &second);
        assert_int_equal(first.len, second.len);
        assert_memory_equal(first.data, second.data, first.len);
        keep(cases[i].name, &first);
        buf_release(&first);
        buf_release(&second);
    }
}

static void spoil(double *v, size_t n)
{
    static const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY,
                                  1e300,       -1e300,           0,
                                  -1 };
    for (size_t i = 0; i < n; i++)
        v[i] = bad[i % ARRAY_LEN(bad)];
}

static void broken_numbers_leave_gaps(void **state)
{
    (void)state;
    struct samples *s = &sample;
    spoil(&s->scaling.y[0][0], 2 * SAMPLE_K);
    spoil(s->scaling.low[3], SAMPLE_K);
    spoil(s->scaling.k, 3);
    s->scaling.levels[0].equivalent_k = (double)NAN;
    s->scaling.levels[1].value = (double)INFINITY;
    s->scaling.figure.budget_k = (double)NAN;
    spoil(s->trajectory.shares[0], SAMPLE_STEPS * SAMPLE_TASKS);
    spoil(s->trajectory.mean[1], SAMPLE_STEPS);
    s->trajectory.panels[2].null_low = -(double)INFINITY;
    s->trajectory.panels[2].boa = 99;
    spoil(s->selection.speedup[0], SAMPLE_CELLS);
    spoil(s->selection.fast[1], SAMPLE_CELLS);
    s->selection.rows[2].fast = (double)NAN;
    s->selection.rows[3].low = (double)NAN;
    spoil(s->fastp.p, 5);
    spoil(s->fastp.y[0], SAMPLE_P);
    spoil(s->fastp.high[1], SAMPLE_P);
    struct buf pdf = { 0 };
    draw_file(s, FIGURE_COLUMN_WIDTH, &pdf);
    keep("broken", &pdf);
    buf_release(&pdf);
    setup(NULL);
}

static void nothing_at_all_is_drawn_as_empty_axes(void **state)
{
    (void)state;
    struct samples s;
    memset(&s, 0, sizeof(s));
    struct fig_scaling_panel none = { "y", false, 0, NULL, 0, NULL };
    s.scaling.figure = (struct fig_scaling){ 1, &none, (double)NAN };
    struct fig_trajectory_panel empty = { .name = "" };
    s.trajectory.figure = (struct fig_trajectory){ 1, &empty, "y" };
    s.fastp.figure.y_label = "y";
    struct buf pdf = { 0 };
    draw_file(&s, FIGURE_TEXT_WIDTH, &pdf);
    buf_release(&pdf);
}

static void hostile_names_stay_on_the_page(void **state)
{
    (void)state;
    static char longest[10001];
    memset(longest, 'W', sizeof(longest) - 1);
    struct samples *s = &sample;
    const char *tasks[SAMPLE_TASKS] = { longest, "\x1b[2J\x01", "\xff\xfe", "",
                                        "\xE2\x80\xAE\xD7\xA9" };
    s->scaling.curves[0].name = longest;
    s->scaling.levels[0].name = "_{*^{";
    s->trajectory.panels[0].tasks = tasks;
    s->trajectory.panels[1].name = longest;
    s->selection.rows[0].name = longest;
    s->fastp.curves[0].name = longest;
    struct buf pdf = { 0 };
    draw_file(s, FIGURE_COLUMN_WIDTH, &pdf);
    keep("hostile", &pdf);
    assert_true(pdf.len < 1000000);
    buf_release(&pdf);
    setup(NULL);
}

static void more_series_than_room_are_counted(void **state)
{
    (void)state;
    static double shares[200 * 2], mean[2] = { 0.5, 0.6 };
    static const char *tasks[200];
    int steps[2] = { 0, 1 };
    for (size_t i = 0; i < 200; i++) {
        tasks[i] = "task";
        shares[i] = shares[200 + i] = (double)i / 200;
    }
    struct fig_trajectory_panel p = { "many", 2,           200,         steps,       tasks, shares,
                                      mean,   (double)NAN, (double)NAN, (double)NAN, 1 };
    struct fig_trajectory f = { 1, &p, "y" };
    struct pdf_canvas *c = open_canvas();
    struct buf pdf = { 0 };
    struct err err = { 0 };
    pdf_page_add(c, 234, 150);
    fig_trajectory_draw(c, (struct box){ 0, 0, 234, 150 }, &f);
    assert_int_equal(pdf_canvas_finish(c, &pdf, &err), 0);
    pdf_canvas_close(c);
    keep("crowded", &pdf);
    buf_release(&pdf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_the_same_every_time),
        cmocka_unit_test(broken_numbers_leave_gaps),
        cmocka_unit_test(nothing_at_all_is_drawn_as_empty_axes),
        cmocka_unit_test(hostile_names_stay_on_the_page),
        cmocka_unit_test(more_series_than_room_are_counted),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
