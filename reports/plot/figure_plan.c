#include "reports/plot/figure_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

#define GAP             12.0
#define TITLE_ROOM      10.0
#define LEAST_TOP       4.0
#define RIGHT_ROOM      9.0 /* half a tick label */
#define SCALE_ROOM      36.0
#define ROW_HEIGHT      14.0
#define MAX_ROW_NAME    0.40
#define SHARED_ROW_NAME 0.25
#define MAX_END_NAME    0.30
#define MAX_COLUMN      64.0
#define KEY_LEAST       0.7 /* of a panel; otherwise it begins over the rows' names */
#define KEY_GAP         12.0
#define MOST_AIR        1e7  /* factor of a log axis, which keeps its ends finite */
#define LEAST_RANGE     1e-3 /* of an axis's largest number, for labels that differ */
#define LABEL_ROOM      (LABEL_SIZE + 5)
#define LEAST_HEIGHT    86.0
#define LARGEST_SHAPE   150.0
#define PAGE_HEIGHT                                                                                \
    648.0                /* of the text of a page; no figure is taller, as far as panels give way */
#define LEAST_PLOT  46.0 /* of a panel that gives way */
#define LEAST_PANEL 100.0 /* its width */

struct axis_extent {
    double lo, hi;
    bool positive;
};

static void widen(struct axis_extent *e, const double *v, size_t n)
{
    for (size_t i = 0; v != NULL && i < n; i++) {
        if (!isfinite(v[i]) || (e->positive && !(v[i] > 0)))
            continue;
        e->lo = isnan(e->lo) ? v[i] : fmin(e->lo, v[i]);
        e->hi = isnan(e->hi) ? v[i] : fmax(e->hi, v[i]);
    }
}

/* Which axes the arrays of a kind are positions on. */
enum { NO_AXIS, X_AXIS, Y_AXIS, BOTH_AXES };
static const struct {
    unsigned points;
    unsigned range; /* low and high; BOTH_AXES: low on x, high on y */
} extents[DRAW_KINDS] = {
    [DRAW_LINE] = { BOTH_AXES, NO_AXIS },     [DRAW_STEPS] = { BOTH_AXES, NO_AXIS },
    [DRAW_BAND] = { X_AXIS, Y_AXIS },         [DRAW_STRIP] = { X_AXIS, Y_AXIS },
    [DRAW_POINTS] = { BOTH_AXES, NO_AXIS },   [DRAW_HLINE] = { Y_AXIS, Y_AXIS },
    [DRAW_VLINE] = { X_AXIS, X_AXIS },        [DRAW_RANGE_X] = { Y_AXIS, X_AXIS },
    [DRAW_RANGE_Y] = { X_AXIS, Y_AXIS },      [DRAW_BARS_X] = { Y_AXIS, X_AXIS },
    [DRAW_BARS_Y] = { X_AXIS, Y_AXIS },       [DRAW_BOXES_X] = { Y_AXIS, NO_AXIS },
    [DRAW_HEAT] = { NO_AXIS, NO_AXIS },       [DRAW_NOTES] = { BOTH_AXES, NO_AXIS },
    [DRAW_NAMES] = { BOTH_AXES, NO_AXIS },    [DRAW_FRAMES] = { NO_AXIS, NO_AXIS },
    [DRAW_ARROWS] = { BOTH_AXES, BOTH_AXES },
};

static void widen_by(struct axis_extent *e, const struct fig_mark *k, unsigned axis)
{
    unsigned points = extents[k->kind].points, range = extents[k->kind].range;
    if ((points & axis) != 0)
        widen(e, axis == X_AXIS ? k->x : k->y, k->n);
    if (range == BOTH_AXES) {
        widen(e, axis == X_AXIS ? k->low : k->high, k->n);
    } else if (range == axis) {
        widen(e, k->low, k->n);
        widen(e, k->high, k->n);
    }
    if (k->kind == DRAW_BOXES_X && axis == X_AXIS)
        widen(e, k->value, 5 * k->n);
}

/* Marks give what the builder left open, with a little air. */
static struct axis resolve(const struct fig_panel *p, const struct axis *given, bool x)
{
    struct axis a = *given;
    size_t names = x ? p->n_columns : p->n_rows;
    if (names > 0) {
        a.no_ticks = true;
        a.hi = a.lo > a.hi ? (double)names : a.hi;
        a.lo = given->lo > given->hi ? 0 : a.lo;
        return a;
    }
    if (a.lo <= a.hi)
        return a;
    struct axis_extent e = { (double)NAN, (double)NAN, a.scale != AXIS_LINEAR };
    for (size_t i = 0; i < p->n_marks; i++)
        widen_by(&e, p->marks[i], x ? X_AXIS : Y_AXIS);
    a.lo = e.lo;
    a.hi = e.hi;
    axis_range_fix(a.scale, &a.lo, &a.hi);
    if (a.scale == AXIS_LINEAR && a.hi - a.lo < LEAST_RANGE * fmax(fabs(a.lo), fabs(a.hi))) {
        double middle = (a.lo + a.hi) / 2, half = LEAST_RANGE / 2 * fabs(middle);
        a.lo = middle - half;
        a.hi = middle + half;
    }
    double air = a.scale == AXIS_LINEAR ? 0.05 * (a.hi - a.lo)
                                        : fmin(exp(0.05 * (log(a.hi) - log(a.lo))), MOST_AIR);
    a.lo = a.scale == AXIS_LINEAR ? a.lo - air : a.lo / air;
    a.hi = a.scale == AXIS_LINEAR ? a.hi + air : a.hi * air;
    return a;
}

/* A series without points needs no name. */
static bool is_seen(const struct fig_mark *k)
{
    if (k->kind != DRAW_LINE && k->kind != DRAW_STEPS && k->kind != DRAW_POINTS)
        return true;
    for (size_t i = 0; i < k->n; i++) {
        if (isfinite(k->x[i]) && isfinite(k->y[i]))
            return true;
    }
    return false;
}

static void collect(struct figure_key *k, const struct fig_panel *p)
{
    for (size_t i = 0; i < p->n_marks && p->na == NULL; i++) {
        const struct fig_mark *mark = p->marks[i];
        bool known = mark->name == NULL || !is_seen(mark);
        for (size_t j = 0; j < k->n && !known; j++)
            known = strcmp(k->entries[j].name, mark->name) == 0;
        if (!known && k->n < KEY_MAX)
            k->entries[k->n++] = (struct key_entry){ mark->name, mark };
    }
}

static double widest_name(struct pdf_canvas *c, const struct figure_key *k)
{
    double widest = 0;
    for (size_t i = 0; i < k->n; i++)
        widest = fmax(widest, pdf_text_width(c, PDF_SANS, TICK_SIZE, k->entries[i].name) + 0.5);
    return widest;
}

static void key_layout(struct pdf_canvas *c, struct figure_key *k, double width)
{
    double x = 0;
    k->extent = 0;
    k->rows = k->n > 0 ? 1 : 0;
    for (size_t i = 0; i < k->n; i++) {
        double name = pdf_text_width(c, PDF_SANS, TICK_SIZE, k->entries[i].name) + 0.5;
        k->width[i] = fmin(name, fmax(width - KEY_LINE, 10));
        if (x > 0 && x + KEY_LINE - KEY_GAP + k->width[i] > width) {
            x = 0;
            k->rows++;
        }
        k->x[i] = x;
        k->row[i] = k->rows - 1;
        k->extent = fmax(k->extent, x + KEY_LINE - KEY_GAP + k->width[i]);
        x += KEY_LINE + k->width[i];
    }
}

static double widest_of(struct pdf_canvas *c, const char *const *names, size_t n)
{
    double widest = 0;
    for (size_t i = 0; i < n; i++)
        widest = fmax(widest, pdf_text_width(c, PDF_SANS, TICK_SIZE, names[i]));
    return widest;
}

static bool has_scale(const struct fig_panel *p)
{
    for (size_t i = 0; i < p->n_marks; i++) {
        if (p->marks[i]->kind == DRAW_HEAT)
            return true;
    }
    return false;
}

/* room: the most for names of rows. */
static void plan_left(struct pdf_canvas *c, const struct fig_panel *p, struct panel_plan *q,
                      double room)
{
    if (p->bare)
        return;
    if (p->n_rows == 0) {
        q->left = axes_left_margin(c, &q->y, q->plot_height);
        return;
    }
    if (q->no_rows) {
        q->left = 4;
        return;
    }
    q->left = fmin(widest_of(c, p->rows, p->n_rows), room) + 7;
    q->left += q->y.label != NULL ? LABEL_ROOM : 0;
}

static void plan_bottom(struct pdf_canvas *c, const struct fig_panel *p, struct panel_plan *q,
                        double width)
{
    if (p->bare)
        return;
    q->bottom = axes_bottom_margin(&q->x);
    if (p->n_columns == 0)
        return;
    double widest = widest_of(c, p->columns, p->n_columns);
    double each = (width - q->left - q->right) / (double)p->n_columns;
    q->upright_columns = widest + 3 > each;
    q->bottom = (q->upright_columns ? fmin(widest, MAX_COLUMN) : TICK_SIZE) + 6;
    q->bottom += q->x.label != NULL ? LABEL_ROOM : 0;
}

static void plan_keys(struct pdf_canvas *c, const struct fig_panel *p, struct panel_plan *q,
                      double width)
{
    q->right = p->bare ? 0 : has_scale(p) ? SCALE_ROOM : RIGHT_ROOM;
    if (p->row_notes != NULL && p->na == NULL)
        q->right = fmax(q->right, widest_of(c, p->row_notes, p->n_rows) + 6);
    q->top = LEAST_TOP + (p->title != NULL ? TITLE_ROOM : 0);
    q->keyed = p->na != NULL ? KEY_NONE : p->key;
    if (q->keyed == KEY_NONE || q->keyed == KEY_FIGURE)
        return;
    collect(&q->key, p);
    double names = widest_name(c, &q->key) + 13 + (q->key.n > END_FEW ? END_LEADER_ROOM : 0);
    if (q->keyed == KEY_ENDS && names <= MAX_END_NAME * width + 13) {
        q->right = fmax(q->right, names);
        return;
    }
    q->keyed = KEY_TOP;
    key_layout(c, &q->key, fmax(width - q->left, KEY_LEAST * width));
    q->top += KEY_ROW * (double)q->key.rows;
}

static double shape_height(const struct fig_panel *p, double width)
{
    if (p->height > 0)
        return p->height;
    if (p->n_rows > 0)
        return (double)p->n_rows * (p->row_height > 0 ? p->row_height : ROW_HEIGHT);
    return fmin(fmax(0.56 * width, LEAST_HEIGHT), LARGEST_SHAPE);
}

static void plan_panel(struct pdf_canvas *c, const struct figure_model *m, struct figure_plan *p,
                       size_t i)
{
    const struct fig_panel *panel = m->panels[i];
    struct panel_plan *q = &p->panels[i];
    q->x.no_ticks = q->x.no_ticks || (panel->na != NULL && panel->x.lo > panel->x.hi);
    q->y.no_ticks = q->y.no_ticks || (panel->na != NULL && panel->y.lo > panel->y.hi);
    if (m->share_x && i + p->columns < m->n_panels) {
        q->x.label = NULL;
        q->x.no_tick_labels = true;
    }
    if (m->share_y && i % p->columns > 0) {
        q->y.label = NULL;
        q->y.no_tick_labels = true;
        q->no_rows = panel->n_rows > 0;
    }
    q->plot_height = shape_height(panel, p->panel_width);
    if (panel->n_rows == 0 && panel->height <= 0)
        q->plot_height = fmax(q->plot_height * p->shrink, fmin(q->plot_height, LEAST_PLOT));
    /* Names of a whole row of panels may take more than one panel could give. */
    double room = MAX_ROW_NAME * p->panel_width;
    if (m->share_y)
        room = fmax(room, SHARED_ROW_NAME * p->panel_width * (double)p->columns);
    plan_left(c, panel, q, room);
    plan_keys(c, panel, q, p->panel_width);
    plan_bottom(c, panel, q, p->panel_width);
}

static void share_range(const struct figure_model *m, struct figure_plan *p, bool x)
{
    double lo = (double)NAN, hi = (double)NAN;
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < m->n_panels; i++) {
            struct axis *a = x ? &p->panels[i].x : &p->panels[i].y;
            if (m->panels[i]->na != NULL ||
                (x ? m->panels[i]->n_columns : m->panels[i]->n_rows) > 0)
                continue;
            if (pass == 1) {
                a->lo = lo;
                a->hi = hi;
            }
            lo = isnan(lo) ? a->lo : fmin(lo, a->lo);
            hi = isnan(hi) ? a->hi : fmax(hi, a->hi);
        }
    }
}

/* A column of panels shares its sides, a row its height. */
static void align_panels(const struct figure_model *m, struct figure_plan *p)
{
    for (size_t i = 0; i < m->n_panels; i++) {
        struct panel_plan *q = &p->panels[i];
        for (size_t k = 0; k < m->n_panels; k++) {
            struct panel_plan *o = &p->panels[k];
            if (k % p->columns == i % p->columns) {
                q->left = fmax(q->left, o->left);
                q->right = fmax(q->right, o->right);
            }
            if (k / p->columns == i / p->columns) {
                q->top = fmax(q->top, o->top);
                q->bottom = fmax(q->bottom, o->bottom);
                q->plot_height = fmax(q->plot_height, o->plot_height);
            }
        }
    }
}

static double panel_height(const struct panel_plan *q)
{
    return q->top + q->plot_height + q->bottom;
}

/* Plot areas have one width: sides that no panel needs go to all. */
static void share_width(const struct figure_model *m, struct figure_plan *p, double width)
{
    double sides = GAP * (double)(p->columns - 1);
    for (size_t i = 0; i < p->columns && i < m->n_panels; i++)
        sides += p->panels[i].left + p->panels[i].right;
    double plot = fmax(10, (width - sides) / (double)p->columns), x = 0;
    for (size_t i = 0; i < m->n_panels; i++) {
        struct panel_plan *q = &p->panels[i];
        x = i % p->columns == 0 ? 0 : x;
        q->x0 = x;
        q->width = q->left + plot + q->right;
        x += q->width + GAP;
    }
}

static struct figure_plan plan_of(struct pdf_canvas *c, const struct figure_model *m, double width,
                                  size_t columns, double shrink)
{
    struct figure_plan p = { .columns = columns, .shrink = shrink };
    p.rows = (m->n_panels + p.columns - 1) / p.columns;
    if (p.rows > 0)
        p.columns = (m->n_panels + p.rows - 1) / p.rows;
    p.panel_width = (width - GAP * (double)(p.columns - 1)) / (double)p.columns;
    p.panels = mem_array(m->n_panels + 1, sizeof(*p.panels));
    for (size_t i = 0; i < m->n_panels; i++) {
        p.panels[i].x = resolve(m->panels[i], &m->panels[i]->x, true);
        p.panels[i].y = resolve(m->panels[i], &m->panels[i]->y, false);
    }
    if (m->share_x)
        share_range(m, &p, true);
    if (m->share_y)
        share_range(m, &p, false);
    for (size_t i = 0; i < m->n_panels; i++) {
        plan_panel(c, m, &p, i);
        if (m->panels[i]->key == KEY_FIGURE)
            collect(&p.key, m->panels[i]);
    }
    align_panels(m, &p);
    share_width(m, &p, width);
    key_layout(c, &p.key, width);
    p.height = p.key.n > 0 ? KEY_ROW * (double)p.key.rows + 4 : 0;
    for (size_t row = 0; row < p.rows; row++)
        p.height += panel_height(&p.panels[row * p.columns]) + (row > 0 ? GAP / 2 : 0);
    return p;
}

/* The part of its plots' height that a plan may keep on a page. */
static double share_on_page(const struct figure_plan *p)
{
    double plots = 0;
    for (size_t row = 0; row < p->rows; row++)
        plots += p->panels[row * p->columns].plot_height;
    return plots > 0 ? fmax((PAGE_HEIGHT - p->height + plots) / plots, 0) : 1;
}

/* A plan taller than a page gets lower plots, and if these do not do, more columns. */
void figure_plan_make(struct pdf_canvas *c, const struct figure_model *m, double width,
                      struct figure_plan *out)
{
    size_t columns = 1;
    if (m->least_width > 0)
        columns = (size_t)fmax(1, floor((width + GAP) / (m->least_width + GAP)));
    if (columns > m->n_panels)
        columns = m->n_panels > 0 ? m->n_panels : 1;
    for (;; columns++) {
        *out = plan_of(c, m, width, columns, 1);
        if (out->height > PAGE_HEIGHT) {
            double shrink = share_on_page(out);
            figure_plan_release(out);
            *out = plan_of(c, m, width, columns, shrink);
        }
        if (out->height <= PAGE_HEIGHT || columns >= m->n_panels ||
            (width + GAP) / (double)(columns + 1) - GAP < LEAST_PANEL)
            return;
        figure_plan_release(out);
    }
}

void figure_plan_release(struct figure_plan *p)
{
    free(p->panels);
    *p = (struct figure_plan){ 0 };
}

struct box figure_plan_box(const struct figure_plan *p, size_t panel, struct box all)
{
    size_t row = panel / p->columns;
    double top = all.y + all.height - (p->key.n > 0 ? KEY_ROW * (double)p->key.rows + 4 : 0);
    for (size_t i = 0; i < row; i++)
        top -= panel_height(&p->panels[i * p->columns]) + GAP / 2;
    double height = panel_height(&p->panels[row * p->columns]);
    const struct panel_plan *q = &p->panels[panel];
    return (struct box){ all.x + q->x0, top - height, q->width, height };
}
