/*
 * figures.h - the table of figures.
 *
 * A figure loads through analysis and fills a model; it neither draws nor queries.  A new one is a
 * file plot_NAME.c that ends with const struct figure_entry figure_NAME, and its row in figures.c.
 */
#ifndef ROLLBOOK_REPORTS_FIGURE_FIGURES_H
#define ROLLBOOK_REPORTS_FIGURE_FIGURES_H

#include "analysis/compare/compare_groups.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/compare/study_memo.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/select/selection.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"
#include "reports/plot/figure_model.h"

struct err;
struct db;
struct figure_source;

struct figure_entry {
    const char *name;
    const char *title;
    const char *needs; /* in the database */
    /*
     * Fills a model that figure_init made.  ERR_NODATA, naming what lacks, when nothing can be
     * drawn; an undefined part becomes an NA panel with its reason.
     */
    int (*build)(struct figure_source *s, struct figure_model *m, struct err *err);
};

const struct figure_entry *figure_find(const char *name); /* NULL when unknown */
const struct figure_entry *const *figure_all(size_t *out_count);
int figure_build(const struct figure_entry *f, struct figure_source *s, struct figure_model *m,
                 struct err *err);

/* What figures are built from. */

/* Operations and compulsory bytes of a task at the sizes of a case ("full"); NaN: unknown. */
typedef void (*figure_work_of)(const char *task, const char *task_case, double *out_flops,
                               double *out_bytes);

/* One source serves many figures, which share the loaded runs. */
struct figure_source {
    struct db *db;
    struct arena *arena;
    const char *const *runs; /* none twice; n_runs 0: all runs */
    size_t n_runs;
    const char *methods; /* names of groups, as run_groups_read takes them; NULL: runs alike but for
                            their seed */
    struct speed_rule rule; /* standard: speedup > 1 */
    double level;           /* of intervals: 0.95 */
    int replicates;         /* of resampling: 2000 */
    uint64_t seed;
    const char *baseline, *baseline_hardware; /* stored one; NULL: as measured */
    const char *task;                         /* the only one, for figures of tasks; NULL: all */
    figure_work_of work_of;                   /* for rooflines; NULL: unknown */
    bool texts;                               /* scan candidates' texts, for training */
    bool apart;                               /* of the study */
    bool learned;                  /* tasks that are learned from stay (study_keep_held) */
    struct study *study;           /* NULL until first needed */
    struct study *whole;           /* with the tasks that are learned from */
    struct provenance *provenance; /* NULL until first needed */
    struct study_memo *memo;
};

/* Fills in the default numbers. */
void figure_source_init(struct figure_source *s, struct db *db, struct arena *arena);
/* Frees the kept analyses, and with them what they returned. */
void figure_source_release(struct figure_source *s);
/* Fills in all names when none is given; ERR_NOMATCH without a run. */
int figure_source_names(struct figure_source *s, struct err *err);
/* Loaded once, with speedups against the baseline named. */
int figure_source_study(struct figure_source *s, const struct study **out, struct err *err);
/* Training itself is about the tasks that are learned from, too. */
int figure_source_whole(struct figure_source *s, const struct study **out, struct err *err);
int figure_source_provenance(struct figure_source *s, const struct provenance **out,
                             struct err *err);

/*
 * compare_groups (without planning), equivalent_k (STEP_BOA, new tasks), selection_table (step 0)
 * and trajectory_of_set (patience 1), each computed once for a source.  The sets are of its study.
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

#endif
