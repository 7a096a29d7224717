/*
 * figure_source.h - what figures are built from.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_FIGURE_SOURCE_H
#define ROLLBOOK_REPORTS_FIGURE_FIGURE_SOURCE_H

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/load/load_provenance.h"
#include "analysis/select/selection.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"

struct db;
struct err;

/* Operations and compulsory bytes of a task at the sizes of a case ("full"); NaN when unknown. */
typedef void (*figure_work_of)(const char *task, const char *task_case, double *out_flops,
                               double *out_bytes);

/* What a figure is built from.  One source serves many figures: runs are loaded once. */
struct figure_source {
    struct db *db;
    struct arena *arena;
    const char *const *runs; /* names, none twice; n_runs 0: all runs */
    size_t n_runs;
    const char *methods;    /* groups by name, as run_groups_read takes them, which name the runs;
                               NULL:    runs alike but for their seed */
    struct speed_rule rule; /* fast: speedup > 1 unless said otherwise */
    double level;           /* of intervals: 0.95 */
    int replicates;         /* of resampling: 2000 */
    uint64_t seed;
    const char *baseline, *baseline_hardware; /* stored one to compare with; NULL: as measured */
    const char *task;                         /* only this one, where a figure is of tasks; NULL */
    figure_work_of work_of;                   /* for rooflines; NULL: none is known */
    bool apart;                               /* of the study */
    struct study *study;                      /* NULL until first needed */
    struct provenance *provenance;            /* NULL until first needed */
    struct figure_memo *memo;                 /* analyses that were made already */
};

/* Fills in the defaults of the numbers. */
void figure_source_init(struct figure_source *s, struct db *db, struct arena *arena);
/* Frees what analyses the source kept: what they said lives until then. */
void figure_source_release(struct figure_source *s);
/* Fills in all names when none is given.  ERR_NOMATCH when there is no run. */
int figure_source_names(struct figure_source *s, struct err *err);
/* The runs, loaded once, with speedups against the baseline named. */
int figure_source_study(struct figure_source *s, const struct study **out, struct err *err);
int figure_source_provenance(struct figure_source *s, const struct provenance **out,
                             struct err *err);

/*
 * compare_groups (without planning), equivalent_k (STEP_BOA, new tasks), selection_table (step 0)
 * and trajectory_of_set (patience 1) with the source's options: what several figures and tables of
 * one document show is computed once.  The sets are of its study.
 */
int figure_source_compare(struct figure_source *s, const struct run_set *a, const struct run_set *b,
                          struct compare *out, struct err *err);
int figure_source_equivalent(struct figure_source *s, const struct run_set *base,
                             const struct run_set *method, struct equivalent_k out[2],
                             struct err *err);
int figure_source_selection(struct figure_source *s, const struct run_set *set,
                            struct selection *out, struct err *err);
int figure_source_trajectory(struct figure_source *s, const struct run_set *set,
                             struct trajectory *out, struct err *err);
/* The memory of these, shared by the copies of a source; free(NULL) is fine. */
struct figure_memo *figure_memo_new(void);
void figure_memo_free(struct figure_memo *m);

#endif
