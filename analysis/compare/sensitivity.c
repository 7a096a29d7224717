#include "analysis/compare/sensitivity.h"

#include <string.h>

#include "analysis/resample/stat_bootstrap.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

static bool is_kept(const struct study_rollout *r, enum sensitivity_keep keep)
{
    switch (keep) {
    case KEEP_ALL:
        return true;
    case KEEP_COMPILED:
        return r->compiled;
    case KEEP_CORRECT:
        return r->correct;
    }
    return true;
}

struct study sensitivity_study(const struct study *s, enum sensitivity_keep keep,
                               const char *without_family, struct arena *arena)
{
    struct study out = *s;
    out.cells = arena_array(arena, s->n_cells + 1, sizeof(*out.cells));
    out.rollouts = arena_array(arena, s->n_rollouts + 1, sizeof(*out.rollouts));
    out.n_rollouts = 0;
    for (size_t i = 0; i < s->n_cells; i++) {
        const struct study_cell *from = &s->cells[i];
        struct study_cell *to = &out.cells[i];
        *to = *from;
        to->first = out.n_rollouts;
        to->count = 0;
        if (without_family != NULL && strcmp(s->tasks[from->task].family, without_family) == 0)
            continue;
        for (size_t k = from->first; k < from->first + from->count; k++) {
            if (!is_kept(&s->rollouts[k], keep))
                continue;
            out.rollouts[out.n_rollouts++] = s->rollouts[k];
            to->count++;
        }
    }
    return out;
}

struct run_groups sensitivity_groups(const struct run_groups *g, const struct study *s,
                                     struct arena *arena)
{
    struct run_groups out = { arena_array(arena, g->n + 1, sizeof(*out.items)), g->n };
    for (size_t i = 0; i < g->n; i++) {
        out.items[i] = g->items[i];
        out.items[i].set.study = s;
    }
    return out;
}

size_t sensitivity_families(const struct study *s, const char **out)
{
    size_t n = 0;
    for (size_t t = 0; t < s->n_tasks; t++) {
        size_t i = 0;
        while (i < n && strcmp(out[i], s->tasks[t].family) != 0)
            i++;
        if (i == n)
            out[n++] = s->tasks[t].family;
    }
    return n;
}

struct sensitivity_clustered sensitivity_by_family(const struct methods_result *r, size_t n_methods,
                                                   const struct study *s,
                                                   const struct method_pair *pair, double level,
                                                   uint64_t seed, struct arena *arena)
{
    struct sensitivity_clustered out = { .difference = pair->difference,
                                         .p = STAT_NAN,
                                         .min_p = STAT_NAN };
    const char **names = arena_array(arena, s->n_tasks + 1, sizeof(*names));
    size_t all = sensitivity_families(s, names);
    double *sums = arena_array(arena, all + 1, sizeof(*sums));
    double *sizes = arena_array(arena, all + 1, sizeof(*sizes));
    for (size_t i = 0; i < r->n_tasks; i++) {
        size_t f = 0;
        while (strcmp(names[f], s->tasks[r->tasks[i]].family) != 0)
            f++;
        sums[f] += r->parts[i * n_methods + pair->b] - r->parts[i * n_methods + pair->a];
        sizes[f] += 1.0;
    }
    for (size_t f = 0; f < all; f++) {
        if (!(sizes[f] > 0.0))
            continue;
        sums[out.n_families] = stat_on_grid(sums[f]);
        sizes[out.n_families++] = sizes[f];
    }
    out.ci = stat_interval_ratio(sums, sizes, out.n_families, level);
    struct stat_sign_flip f;
    if (out.n_families > 0 && stat_sign_flip(sums, out.n_families, STAT_TWO_SIDED, 0, seed,
                                             STAT_ANALYSIS_METHODS * 4096 + 4095, &f, NULL) == 0) {
        out.p = f.p;
        out.min_p = f.min_p;
        out.ci = stat_interval_undecided(out.ci, f.min_p, 0.0, level);
        out.engine = f.engine;
    }
    return out;
}
