#include "reports/plot/figure_draw.h"

#include <math.h>

#include "reports/plot/figure_marks.h"
#include "reports/plot/figure_plan.h"

#define NAME_DROP    (0.35 * TICK_SIZE)
#define TITLE_BEYOND 6.0 /* the frame, into the margin of every panel */

double figure_height(struct pdf_canvas *c, const struct figure_model *m, double width)
{
    struct figure_plan plan;
    figure_plan_make(c, m, width, &plan);
    double height = plan.height;
    figure_plan_release(&plan);
    return height;
}

static void draw_sample(struct pdf_canvas *c, const struct fig_mark *k, double x, double y)
{
    const struct line_style *s = &k->style;
    bool patch = k->kind == DRAW_BARS_X || k->kind == DRAW_BARS_Y || k->kind == DRAW_BAND ||
                 k->kind == DRAW_STRIP;
    if (patch) {
        pdf_save(c);
        pdf_opacity(c, k->opacity > 0 ? k->opacity : k->kind == DRAW_BAND ? 0.15 : 1, 1);
        pdf_fill_colour(c, s->colour);
        pdf_rect(c, x + 6, y - 2.6, 10, 5.2, PAINT_FILL);
        pdf_restore(c);
        return;
    }
    if (k->kind != DRAW_POINTS && s->width > 0) {
        pdf_stroke_style(c, s->colour, s->width, s->dash);
        pdf_line(c, x, y, x + 19, y);
    }
    axes_marker_at(c, x + 9.5, y, s->marker, k->radius > 0 ? fmin(k->radius, 3) : 1.9, s->colour,
                   !s->hollow);
}

void key_draw(struct pdf_canvas *c, const struct figure_key *k, double x, double bottom)
{
    for (size_t i = 0; i < k->n; i++) {
        const struct fig_mark *mark = k->entries[i].mark;
        double px = x + k->x[i], py = bottom + KEY_ROW * (double)(k->rows - 1 - k->row[i]);
        struct text_style style = { PDF_SANS, TICK_SIZE, palette_text(mark->style.colour),
                                    ALIGN_LEFT, false };
        draw_sample(c, mark, px, py + 2.4);
        pdf_text_fit(c, &style, px + 22, py, k->width[i], k->entries[i].name);
    }
}

static bool end_of(const struct fig_mark *k, double *out_y)
{
    if (k->kind == DRAW_HLINE) {
        *out_y = k->y[0];
        return k->n > 0 && isfinite(k->y[0]);
    }
    for (size_t i = k->n; i > 0; i--) {
        if (isfinite(k->y[i - 1]) && isfinite(k->x[i - 1])) {
            *out_y = k->y[i - 1];
            return k->kind == DRAW_LINE || k->kind == DRAW_STEPS || k->kind == DRAW_POINTS;
        }
    }
    return false;
}

static void draw_ends(struct axes *a, const struct panel_plan *q)
{
    struct end_label labels[KEY_MAX];
    size_t n = 0;
    for (size_t i = 0; i < q->key.n; i++) {
        const struct fig_mark *k = q->key.entries[i].mark;
        double y;
        if (!end_of(k, &y))
            continue;
        labels[n++] = (struct end_label){ y, q->key.entries[i].name, k->style.colour,
                                          k->style.marker, k->style.hollow };
    }
    axes_end_labels(a, labels, n, q->right);
}

static const struct text_style name_style = {
    PDF_SANS, TICK_SIZE, { 0.15, 0.15, 0.15 }, ALIGN_RIGHT, false
};

static void draw_rows(struct axes *a, const struct fig_panel *p, const struct panel_plan *q)
{
    double room = q->left - 6 - (q->y.label != NULL ? LABEL_SIZE + 5 : 0);
    struct text_style note = name_style;
    note.align = ALIGN_LEFT;
    for (size_t i = 0; i < p->n_rows; i++) {
        double py = axes_y(a, (double)(p->n_rows - i) - 0.5) - NAME_DROP;
        if (!q->no_rows)
            pdf_text_fit(a->c, &name_style, a->frame.x - 4, py, room, p->rows[i]);
        if (p->row_notes != NULL && p->na == NULL)
            pdf_text(a->c, &note, a->frame.x + a->frame.width + 4, py, p->row_notes[i]);
    }
}

static void draw_columns(struct axes *a, const struct fig_panel *p, const struct panel_plan *q)
{
    double label = q->x.label != NULL ? LABEL_SIZE + 5 : 0;
    struct text_style style = name_style;
    style.align = q->upright_columns ? ALIGN_RIGHT : ALIGN_CENTRE;
    style.upright = q->upright_columns;
    for (size_t i = 0; i < p->n_columns; i++) {
        double px = axes_x(a, (double)i + 0.5);
        if (q->upright_columns)
            pdf_text_fit(a->c, &style, px + NAME_DROP, a->frame.y - 4, q->bottom - label - 5,
                         p->columns[i]);
        else
            pdf_text_fit(a->c, &style, px, a->frame.y - 3 - TICK_SIZE * 0.75,
                         a->frame.width / (double)p->n_columns, p->columns[i]);
    }
}

static void draw_na(struct pdf_canvas *c, struct box f, const char *reason)
{
    struct text_style style = { PDF_SANS_BOLD, LABEL_SIZE, rgb_grey(0.25), ALIGN_CENTRE, false };
    pdf_text(c, &style, f.x + f.width / 2, f.y + f.height / 2 + 8, "NA");
    style.font = PDF_SANS;
    style.size = TICK_SIZE;
    draw_wrapped(c, &style, f.x + f.width / 2, f.y + f.height / 2 - 3, f.width - 10, 4, reason);
}

static void draw_corner(struct axes *a, const char *markup)
{
    axes_note(a, a->frame.x + 3, a->frame.y + a->frame.height - TICK_SIZE - 1, ALIGN_LEFT,
              rgb_grey(0.15), markup);
}

static void draw_marks(struct axes *a, const struct fig_panel *p, size_t index, struct box outer)
{
    for (size_t i = 0; i < p->n_marks; i++) {
        struct mark_place place = { p, index, i, outer };
        mark_draw(a, p->marks[i], &place);
        if (p->marks[i]->kind == DRAW_HEAT)
            mark_draw_scale(a, p->marks[i]);
    }
}

static void draw_panel(struct pdf_canvas *c, struct box outer, const struct fig_panel *p,
                       const struct panel_plan *q, size_t index)
{
    struct axes a = { .c = c, .frame = outer };
    struct text_style title = { PDF_SANS_BOLD, TICK_SIZE, rgb_grey(0.1), ALIGN_LEFT, false };
    if (p->bare) {
        struct box inner = outer;
        inner.y += q->plot_height - p->height;
        draw_marks(&a, p, index, inner);
        if (p->title != NULL)
            pdf_text_fit(c, &title, outer.x, outer.y + q->plot_height + 4, outer.width, p->title);
        return;
    }
    struct axes_margins margins = { q->left, q->right, q->top, q->bottom };
    axes_begin(&a, c, outer, &q->x, &q->y, &margins);
    draw_rows(&a, p, q);
    draw_columns(&a, p, q);
    double above = a.frame.y + a.frame.height + 4;
    if (p->na != NULL)
        draw_na(c, a.frame, p->na);
    else
        draw_marks(&a, p, index, outer);
    if (q->keyed == KEY_ENDS)
        draw_ends(&a, q);
    if (q->keyed == KEY_TOP) {
        double most = outer.x + outer.width - q->key.extent;
        key_draw(c, &q->key, fmax(outer.x, fmin(a.frame.x, most)), above);
        above += KEY_ROW * (double)q->key.rows;
    }
    if (p->title != NULL)
        pdf_text_fit(c, &title, a.frame.x, above, a.frame.width + TITLE_BEYOND, p->title);
    if (p->corner != NULL && p->na == NULL)
        draw_corner(&a, p->corner);
}

void figure_draw(struct pdf_canvas *c, struct box box, const struct figure_model *m)
{
    struct figure_plan plan;
    figure_plan_make(c, m, box.width, &plan);
    for (size_t i = 0; i < m->n_panels; i++)
        draw_panel(c, figure_plan_box(&plan, i, box), m->panels[i], &plan.panels[i], i);
    if (plan.key.n > 0)
        key_draw(c, &plan.key, box.x, box.y + box.height - KEY_ROW * (double)plan.key.rows + 2);
    figure_plan_release(&plan);
}
