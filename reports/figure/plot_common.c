#include "reports/figure/plot_common.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/number.h"

#define MAX_CELL 500 /* bytes */

bool plot_is_adaptive(const struct study *s, size_t run)
{
    return study_is_adaptive(&s->runs[run]);
}

static int need_judged(const struct study *s, struct err *err)
{
    size_t unjudged = s->n_runs;
    for (size_t run = 0; run < s->n_runs; run++) {
        if (s->runs[run].n_rollouts == 0)
            continue;
        if (study_is_judged(s, run))
            return 0;
        unjudged = run;
    }
    if (unjudged == s->n_runs)
        return err_set(err, ERR_NODATA, "no run has a scored sample");
    return err_set(err, ERR_NODATA, "run %s: %s (--baseline names a stored one)",
                   s->runs[unjudged].name, study_why_unjudged(s, unjudged));
}

int plot_judged_study(struct figure_source *s, const struct study **out, struct err *err)
{
    int rc = figure_source_study(s, out, err);
    return rc == 0 ? need_judged(*out, err) : rc;
}

void plot_caption_few(struct figure_model *m, size_t n_tasks)
{
    if (n_tasks > 0 && n_tasks < STAT_FEW_TASKS)
        figure_caption(m,
                       "Few tasks: intervals for new tasks assume a shape of the distribution over "
                       "tasks, which %zu tasks cannot show.",
                       n_tasks);
}

void plot_caption_unjudged(struct figure_model *m, const struct study *s)
{
    for (size_t run = 0; run < s->n_runs; run++) {
        if (!study_is_judged(s, run))
            figure_caption(m, "%.60s: NA, %s.", s->runs[run].name, study_why_unjudged(s, run));
    }
}

struct run_set plot_set_one(struct arena *a, const struct study *s, size_t run)
{
    size_t *runs = arena_array(a, 1, sizeof(*runs));
    runs[0] = run;
    return (struct run_set){ s, runs, 1 };
}

struct run_set plot_set_judged(struct arena *a, const struct study *s, size_t *adapted)
{
    size_t *runs = arena_array(a, s->n_runs + 1, sizeof(*runs)), n = 0;
    *adapted = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        if (!study_is_judged(s, i))
            continue;
        *adapted += plot_is_adaptive(s, i);
        runs[n++] = i;
    }
    return (struct run_set){ s, runs, n };
}

void plot_caption_cut(struct figure_model *m, const char *what, size_t shown, size_t of)
{
    if (shown < of)
        figure_caption(m, "Of %zu %s the first %zu are drawn; the points name all.", of, what,
                       shown);
}

void plot_caption_rule(struct figure_model *m, const struct study *s, struct speed_rule rule)
{
    const char *baseline = s->n_runs > 0 ? s->runs[0].baseline : "";
    bool same = true;
    for (size_t i = 1; i < s->n_runs; i++)
        same = same && strcmp(s->runs[i].baseline, baseline) == 0;
    bool by_interval = rule.value == SPEED_INTERVAL;
    figure_caption(m, "Fast is correct with %s %s %g (%s) against %s%s%s%s.",
                   by_interval ? "the lower end of the speedup's interval" : "speedup",
                   rule.ge ? "\xE2\x89\xA5" : ">", rule.p, rule.ge ? "not strict" : "strict",
                   !same ? "each run's own baseline" : "the baseline",
                   same && baseline[0] != '\0' ? " " : "", same ? baseline : "",
                   by_interval ? "; a sample without an interval is not fast" : "");
}

const char *plot_range_text(struct arena *a, int64_t least, int64_t most)
{
    return least < most ? arena_printf(a, "%lld to %lld", (long long)least, (long long)most)
                        : arena_printf(a, "%lld", (long long)most);
}

const char *plot_counted(struct arena *a, size_t n, const char *noun)
{
    return arena_printf(a, "%zu %s%s", n, noun, n == 1 ? "" : "s");
}

void plot_caption_runs(struct figure_model *m, const struct study *s)
{
    size_t unscored = 0;
    for (size_t i = 0; i < s->n_runs; i++) {
        const struct study_run *r = &s->runs[i];
        unscored += r->n_unscored;
        if (strcmp(r->status, "complete") != 0)
            figure_caption(m, "Run %.60s is %s.", r->name, r->status);
    }
    if (unscored > 0)
        figure_caption(m, "%zu rollouts without a verdict are left out.", unscored);
}

struct cell plot_text(struct figure_model *m, const char *text)
{
    char cut[MAX_CELL + 8];
    size_t n = strnlen(text, MAX_CELL + 1);
    if (n <= MAX_CELL)
        return cell_text(&m->points, text);
    n = MAX_CELL;
    while (n > 0 && ((unsigned char)text[n] & 0xC0U) == 0x80U) /* not within a character */
        n--;
    snprintf(cut, sizeof(cut), "%.*s\xE2\x80\xA6", (int)n, text);
    return cell_text(&m->points, cut);
}

struct cell plot_real(struct figure_model *m, double v, const char *reason)
{
    return isnan(v) ? cell_na(&m->points, reason) : cell_real(v);
}

void plot_interval(struct figure_model *m, struct cell *cells, struct interval ci,
                   enum interval_kind kind, const char *reason)
{
    cells[0] = plot_real(m, ci.low, reason);
    cells[1] = plot_real(m, ci.high, reason);
    cells[2] = isnan(ci.low) || kind == INTERVAL_NONE ? cell_na(&m->points, reason)
                                                      : cell_text(&m->points, interval_name(kind));
}

void plot_kinds_add(struct plot_kinds *kinds, const struct table *t, size_t row)
{
    size_t c = 0, i = 0;
    while (c < t->n_columns && strcmp(t->columns[c].name, "interval") != 0)
        c++;
    const struct cell *cell = &t->cells[row * t->n_columns + c];
    if (c == t->n_columns || cell->kind != CELL_TEXT)
        return;
    while (i < kinds->n && strcmp(kinds->names[i], cell->text) != 0)
        i++;
    if (i == kinds->n && i < ARRAY_LEN(kinds->names))
        kinds->names[kinds->n++] = cell->text;
}

const char *plot_kinds_text(const struct plot_kinds *kinds, struct arena *a)
{
    const char *text = "none";
    for (size_t i = 0; i < kinds->n; i++) {
        enum interval_kind kind;
        const char *words = interval_parse(kinds->names[i], &kind) ? interval_words(kind)
                            : strcmp(kinds->names[i], "fisher-z") == 0
                                ? "Fisher's z of each task, Student's t over tasks"
                                : kinds->names[i];
        text = i == 0 ? words : arena_printf(a, "%s; %s", text, words);
    }
    return text;
}

const char *plot_kinds_of(const struct figure_model *m)
{
    struct plot_kinds kinds = { .n = 0 };
    for (size_t i = 0; i < m->points.n_rows; i++)
        plot_kinds_add(&kinds, &m->points, i);
    return plot_kinds_text(&kinds, m->arena);
}

const char *plot_reason(struct arena *a, const struct err *err)
{
    return arena_strdup(a, err->msg[0] != '\0' ? err->msg : "not enough data");
}

bool plot_wants_task(const struct figure_source *s, const char *task)
{
    return s->task == NULL || strcmp(s->task, task) == 0;
}

struct fig_mark *plot_series(struct figure_model *m, struct fig_panel *p, enum draw_kind kind,
                             size_t n, size_t series, const char *name)
{
    struct fig_mark *k = figure_mark(m, p, kind, n);
    k->style = axes_series_style(series);
    k->name = name;
    if (kind == DRAW_STEPS)
        k->style.marker = MARK_NONE;
    return k;
}

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
