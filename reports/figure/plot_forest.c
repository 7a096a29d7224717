#include "reports/figure/plot_forest.h"

#include <math.h>

#include "src/base/mem.h"
#include "src/base/number.h"

double plot_row_y(size_t row, size_t n)
{
    return (double)(n - row) - 0.5;
}

static const char *number_text(struct arena *a, double v, enum forest_numbers numbers)
{
    if (isnan(v))
        return "NA";
    return numbers == FOREST_PERCENT ? arena_printf(a, "%.1f", 100 * v)
                                     : arena_printf(a, "%s\xC3\x97", number_rounded(a, v, 3));
}

struct fig_panel *plot_forest(struct figure_model *m, const char *title,
                              const struct forest_row *rows, size_t n, enum forest_numbers numbers,
                              size_t series)
{
    struct arena *a = m->arena;
    n = n < PLOT_MAX_ROWS ? n : PLOT_MAX_ROWS;
    const char **names = arena_array(a, n + 1, sizeof(*names));
    const char **notes = arena_array(a, n + 1, sizeof(*notes));
    struct fig_panel *p = figure_panel(m, title);
    struct fig_mark *ci = figure_mark(m, p, DRAW_RANGE_X, n);
    struct fig_mark *dots = figure_mark(m, p, DRAW_POINTS, n);
    ci->style.colour = rgb_grey(0.2);
    dots->style = axes_series_style(series);
    dots->radius = 2.4;
    for (size_t i = 0; i < n; i++) {
        names[i] = rows[i].name;
        notes[i] = number_text(a, rows[i].value, numbers);
        dots->x[i] = rows[i].value;
        dots->y[i] = ci->y[i] = plot_row_y(i, n);
        ci->low[i] = rows[i].ci.low;
        ci->high[i] = rows[i].ci.high;
    }
    p->rows = names;
    p->row_notes = notes;
    p->n_rows = n;
    if (numbers == FOREST_PERCENT)
        p->x = (struct axis){ .lo = -0.02, .hi = 1.02, .numbers = TICKS_PERCENT };
    return p;
}
