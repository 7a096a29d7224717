#include "analysis/compare/scaling_cells.h"

#include <stdlib.h>

#include "analysis/stat/stat_passk.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

static void sort_cell(void *context, size_t i)
{
    const struct scaling_cells *s = context;
    struct scaling_cell *cell = &s->cells[i];
    size_t at = 0;
    for (size_t k = cell->from->first; k < cell->from->first + cell->from->count; k++) {
        const struct study_rollout *r = &s->study->rollouts[k];
        if (cell->step != STEP_ALL && r->step != cell->step)
            continue;
        cell->n_correct += r->correct;
        cell->n_fast += study_is_fast(r, s->rule);
        cell->speedups[at++] = r->correct && !isnan(r->speedup) ? r->speedup : 0.0;
    }
    stat_sort(cell->speedups, at);
}

static void add_task(const struct run_set *set, size_t task, const int *steps, struct arena *arena,
                     struct scaling_cells *out)
{
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_cell *c = study_cell_find(set->study, set->runs[r], task);
        if (c == NULL || c->count == 0)
            continue;
        int64_t n = study_count_correct(set->study, c, steps[r]).n;
        if (n == 0)
            continue;
        if (out->n_cells == 0 || n < out->min_n)
            out->min_n = n;
        out->cells[out->n_cells++] =
            (struct scaling_cell){ .from = c,
                                   .step = steps[r],
                                   .n = n,
                                   .speedups = arena_array(arena, (size_t)n, sizeof(double)) };
    }
}

void scaling_cells_read(const struct run_set *set, int step, struct speed_rule rule, int threads,
                        struct arena *arena, struct scaling_cells *out)
{
    const struct study *s = set->study;
    struct scaling_cells cells = { .study = s, .rule = rule };
    cells.first = arena_array(arena, s->n_tasks + 1, sizeof(*cells.first));
    cells.cells = arena_array(arena, s->n_tasks * set->n_runs, sizeof(*cells.cells));
    int *steps = arena_array(arena, set->n_runs, sizeof(*steps));
    for (size_t r = 0; r < set->n_runs; r++)
        steps[r] = study_resolve_step(s, set->runs[r], step, rule);
    for (size_t t = 0; t < s->n_tasks; t++) {
        add_task(set, t, steps, arena, &cells);
        if (cells.n_cells > cells.first[cells.n_tasks])
            cells.first[++cells.n_tasks] = cells.n_cells;
    }
    parallel_for(cells.n_cells, threads, sort_cell, &cells);
    *out = cells;
}

void scaling_weigh(struct scaling_weights *w, double k, size_t n)
{
    if (w->all != NULL && w->n == n)
        return;
    w->n = n;
    w->all = mem_grow(w->all, n, sizeof(*w->all));
    w->rest = mem_grow(w->rest, n, sizeof(*w->rest));
    stat_passk_weights(k, n, w->all);
    stat_passk_weights(k, n - 1, w->rest);
}

void scaling_weights_release(struct scaling_weights *w)
{
    free(w->all);
    free(w->rest);
    *w = (struct scaling_weights){ 0 };
}
