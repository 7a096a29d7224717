#include "reports/figure/figures.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_codes.h"
#include "analysis/from_store/load_runtimes.h"
#include "analysis/from_store/load_study.h"
#include "analysis/study/run_groups.h"
#include "analysis/study/study.h"
#include "src/base/err.h"
#include "src/base/mem.h"

/* In the order of the list. */
#define FIGURES(ROW)                                                                               \
    ROW(fast_p)                                                                                    \
    ROW(scaling)                                                                                   \
    ROW(trajectory)                                                                                \
    ROW(selection)                                                                                 \
    ROW(task_scatter)                                                                              \
    ROW(task_slope)                                                                                \
    ROW(heatmap_seed)                                                                              \
    ROW(heatmap_step)                                                                              \
    ROW(regime)                                                                                    \
    ROW(surprisal)                                                                                 \
    ROW(rho)                                                                                       \
    ROW(ablation)                                                                                  \
    ROW(cost)                                                                                      \
    ROW(architecture)                                                                              \
    ROW(diversity)                                                                                 \
    ROW(training)                                                                                  \
    ROW(model_sweep)                                                                               \
    ROW(hardware)                                                                                  \
    ROW(baselines)                                                                                 \
    ROW(speedup_ecdf)                                                                              \
    ROW(shapes)                                                                                    \
    ROW(timing_noise)                                                                              \
    ROW(methods)                                                                                   \
    ROW(budget)                                                                                    \
    ROW(failures)

#define DECLARE(name) extern const struct figure_entry figure_##name;
#define ADDRESS(name) &figure_##name,

FIGURES(DECLARE)

static const struct figure_entry *const figures[] = { FIGURES(ADDRESS) };

const struct figure_entry *const *figure_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(figures);
    return figures;
}

const struct figure_entry *figure_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(figures); i++) {
        if (strcmp(figures[i]->name, name) == 0)
            return figures[i];
    }
    return NULL;
}

int figure_build(const struct figure_entry *f, struct figure_source *s, struct figure_model *m,
                 struct err *err)
{
    figure_init(m, s->arena, f->name, f->title);
    int rc = f->build(s, m, err);
    if (rc == 0)
        figure_cut_caption(m);
    return rc < 0 ? err_context(err, "figure %s", f->name) : 0;
}

/*
 * Analyses that several figures and tables show, each done once.
 */

enum memo_kind { MEMO_SELECTION, MEMO_TRAJECTORY };

static int make_selection(const struct figure_source *s, const struct study_memo_key *e,
                          struct arena *arena, const void **out, struct err *err)
{
    struct selection *made = arena_alloc(arena, sizeof(*made));
    *out = made;
    const struct study *study = e->a.study;
    int64_t *codes = arena_array(arena, study->n_rollouts + 1, sizeof(*codes));
    int rc = 0;
    for (size_t r = 0; r < study->n_runs && rc == 0; r++)
        rc = load_run_code_ids(s->db, study, r, codes, err);
    return rc < 0
               ? rc
               : selection_table(&(struct select_of){ .step = 0, .rule = s->rule, .codes = codes },
                                 &e->a, s->level, arena, made, err);
}

static int make_trajectory(const struct figure_source *s, const struct study_memo_key *e,
                           struct arena *arena, const void **out, struct err *err)
{
    struct trajectory *made = arena_alloc(arena, sizeof(*made));
    struct trajectory_options o = { .patience = 1, .seed = s->seed };
    *out = made;
    return trajectory_of_set(&e->a, s->rule, &o, arena, made, err);
}

/* Copies `size` bytes, which may point into the memo; a failure is not kept. */
static int memo_take(struct figure_source *s, enum memo_kind kind, const struct study_memo_key *key,
                     void *out, size_t size, struct err *err)
{
    static int (*const makers[])(const struct figure_source *, const struct study_memo_key *,
                                 struct arena *, const void **, struct err *) = {
        [MEMO_SELECTION] = make_selection,
        [MEMO_TRAJECTORY] = make_trajectory,
    };
    struct study_memo_entry *e = study_memo_at(s->memo, key);
    const void *made = NULL;
    int rc = 0;
    if (e->value == NULL)
        rc = makers[kind](s, &e->key, &e->arena, &made, err);
    if (rc == 0 && e->value == NULL)
        e->value = made;
    if (rc == 0)
        memcpy(out, e->value, size);
    return rc;
}

int figure_source_compare(struct figure_source *s, const struct run_set *a, const struct run_set *b,
                          struct compare *out, struct err *err)
{
    const struct compare_options o = {
        .rule = s->rule, .level = s->level, .replicates = s->replicates, .seed = s->seed
    };
    return compare_groups_once(s->memo, a, b, &o, s->arena, out, err);
}

int figure_source_equivalent(struct figure_source *s, const struct run_set *base,
                             const struct run_set *method, struct equivalent_k out[2],
                             struct err *err)
{
    struct equivalent_options o = { .step = STEP_BOA,
                                    .rule = s->rule,
                                    .level = s->level,
                                    .new_tasks = true,
                                    .replicates = s->replicates,
                                    .seed = s->seed };
    return equivalent_k_once(s->memo, base, method, &o, out, err);
}

int figure_source_selection(struct figure_source *s, const struct run_set *set,
                            struct selection *out, struct err *err)
{
    const struct study_memo_key key = { .analysis = "selection", .a = *set };
    return memo_take(s, MEMO_SELECTION, &key, out, sizeof(*out), err);
}

int figure_source_trajectory(struct figure_source *s, const struct run_set *set,
                             struct trajectory *out, struct err *err)
{
    const struct study_memo_key key = { .analysis = "trajectory", .a = *set };
    return memo_take(s, MEMO_TRAJECTORY, &key, out, sizeof(*out), err);
}

void figure_source_init(struct figure_source *s, struct db *db, struct arena *arena)
{
    *s = (struct figure_source){ .db = db,
                                 .arena = arena,
                                 .rule = { 1, false, SPEED_MEAN },
                                 .level = 0.95,
                                 .replicates = 2000,
                                 .memo = study_memo_new() };
}

void figure_source_release(struct figure_source *s)
{
    study_memo_free(s->memo);
    s->memo = NULL;
}

int figure_source_names(struct figure_source *s, struct err *err)
{
    if (s->n_runs > 0)
        return 0;
    if (s->methods != NULL)
        return run_groups_read(s->methods, s->arena, &s->runs, &s->n_runs, err);
    return load_run_names(s->db, NULL, s->arena, &s->runs, &s->n_runs, err);
}

static int rebase(const struct figure_source *s, struct study *study, struct err *err)
{
    for (size_t i = 0; s->baseline != NULL && i < study->n_runs; i++) {
        struct baseline_table b;
        int rc = load_run_baseline(s->db, s->baseline, s->baseline_hardware, &study->runs[i],
                                   s->arena, &b, err);
        if (rc < 0)
            return rc;
        study_rebase(study, i, &b);
        study->runs[i].baseline = arena_printf(
            s->arena, "%s on %s", b.name, b.hardware[0] == '\0' ? "unnamed hardware" : b.hardware);
    }
    return 0;
}

static int load_runs(struct figure_source *s, bool whole, struct study **out, struct err *err)
{
    struct study *study = arena_alloc(s->arena, sizeof(*study));
    int rc = figure_source_names(s, err);
    if (rc == 0)
        rc = load_study(s->db, s->runs, s->n_runs, s->arena, study, err);
    if (rc == 0 && !whole)
        study_keep_held(study, s->arena);
    if (rc == 0)
        rc = rebase(s, study, err);
    if (rc < 0)
        return rc;
    study->apart = s->apart;
    *out = study;
    return 0;
}

int figure_source_study(struct figure_source *s, const struct study **out, struct err *err)
{
    int rc = s->study == NULL ? load_runs(s, s->learned, &s->study, err) : 0;
    *out = s->study;
    return rc;
}

int figure_source_whole(struct figure_source *s, const struct study **out, struct err *err)
{
    int rc = s->whole == NULL ? load_runs(s, true, &s->whole, err) : 0;
    *out = s->whole;
    return rc;
}

int figure_source_provenance(struct figure_source *s, const struct provenance **out,
                             struct err *err)
{
    if (s->provenance == NULL) {
        struct provenance *p = arena_alloc(s->arena, sizeof(*p));
        int rc = figure_source_names(s, err);
        if (rc == 0)
            rc = load_provenance(s->db, s->runs, s->n_runs, s->arena, p, err);
        if (rc < 0)
            return rc;
        s->provenance = p;
    }
    *out = s->provenance;
    return 0;
}
