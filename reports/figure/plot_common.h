/*
 * plot_common.h - what the build functions of figures share.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_PLOT_COMMON_H
#define ROLLBOOK_REPORTS_FIGURE_PLOT_COMMON_H

#include "analysis/stat/stat_interval.h"
#include "analysis/study/run_groups.h"
#include "reports/figure/figures.h"
#include "reports/plot/figure_model.h"
#include "src/base/err.h"

#define PLOT_MAX_ROWS   40 /* named rows that fit on a page */
#define PLOT_MAX_SERIES (2 * PALETTE_LINES)

/* All judged runs that do (or do not) adapt. */
struct run_set plot_set_one(struct arena *a, const struct study *s, size_t run);
bool plot_is_adaptive(const struct study *s, size_t run);
/* ERR_NODATA, naming a run and the way out, when runs have samples and none is judged. */
int plot_judged_study(struct figure_source *s, const struct study **out, struct err *err);
/* All judged runs, as tables of selection take them: those that adapt at step 0.  adapted: how many
 * of them do. */
struct run_set plot_set_judged(struct arena *a, const struct study *s, size_t *adapted);
/* Warns of an interval over fewer than STAT_FEW_TASKS tasks. */
void plot_caption_few(struct figure_model *m, size_t n_tasks);
/* Names the runs left out because they are not judged. */
void plot_caption_unjudged(struct figure_model *m, const struct study *s);

/* A sentence about what was not shown for want of room; none when all is. */
void plot_caption_cut(struct figure_model *m, const char *what, size_t shown, size_t of);
/* The speedup threshold and the baseline. */
void plot_caption_rule(struct figure_model *m, const struct study *s, struct speed_rule rule);
/* "64", or "32 to 64". */
const char *plot_range_text(struct arena *a, int64_t least, int64_t most);
/* "1 run", "3 runs". */
const char *plot_counted(struct arena *a, size_t n, const char *noun);
/* Names runs that are not complete and counts rollouts that are not scored. */
void plot_caption_runs(struct figure_model *m, const struct study *s);

/* The text is cut: a name of megabytes stands in every row. */
struct cell plot_text(struct figure_model *m, const char *text);
struct cell plot_real(struct figure_model *m, double v, const char *reason);
/* ci_low, ci_high and the interval's name. */
void plot_interval(struct figure_model *m, struct cell *cells, struct interval ci,
                   enum interval_kind kind, const char *reason);
/* Which intervals a table holds, from its column `interval`: captions name what was computed. */
struct plot_kinds {
    const char *names[8];
    size_t n;
};
void plot_kinds_add(struct plot_kinds *kinds, const struct table *t, size_t row);
/* "Student's t over tasks; Wilson"; none for none. */
const char *plot_kinds_text(const struct plot_kinds *kinds, struct arena *a);
/* Of all points of a figure. */
const char *plot_kinds_of(const struct figure_model *m);
/* The error's message in the arena. */
const char *plot_reason(struct arena *a, const struct err *err);
bool plot_wants_task(const struct figure_source *s, const char *task);
/* A line in the colour, dash and marker of the i-th series. */
struct fig_mark *plot_series(struct figure_model *m, struct fig_panel *p, enum draw_kind kind,
                             size_t n, size_t series, const char *name);

/* Estimates with intervals as rows, the number beside each. */
struct forest_row {
    const char *name;
    double value; /* NaN: NA */
    struct interval ci;
};

enum forest_numbers { FOREST_PERCENT, FOREST_RATIO };

/* Rows have these names; x is the caller's but for its numbers.  At most PLOT_MAX_ROWS are
 * drawn. */
struct fig_panel *plot_forest(struct figure_model *m, const char *title,
                              const struct forest_row *rows, size_t n, enum forest_numbers numbers,
                              size_t series);
double plot_row_y(size_t row, size_t n);

#endif
