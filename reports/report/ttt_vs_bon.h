/*
 * ttt_vs_bon.h - the report that compares test-time training with best-of-n.
 *
 * ttt_prepare does every analysis, and section functions draw from the filled struct alone.  An
 * analysis that cannot be done leaves its reason, which the page says with NA.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_TTT_VS_BON_H
#define ROLLBOOK_REPORTS_REPORT_TTT_VS_BON_H

#include "analysis/compare/compare_bounds.h"
#include "analysis/compare/equivalent_k.h"
#include "analysis/from_store/load_declaration.h"
#include "analysis/from_store/load_provenance.h"
#include "analysis/select/selection.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"
#include "reports/report/report_job.h"

struct arena;
struct doc;

/* NULL: the analysis was done. */
typedef const char *ttt_reason;

struct ttt_data {
    struct arena *arena;
    const struct provenance *provenance;
    const struct study *study;
    struct run_set bon, ttt;
    struct speed_rule rule;
    ttt_reason no_equivalent;
    struct equivalent_k equivalent[2];
    ttt_reason no_compare;
    struct compare compare;                 /* A is best-of-n, B is ttt */
    const struct run_declaration *declared; /* the runs' own */
    size_t n_declared;
    struct trajectory *trajectories; /* by run of ttt; n_steps 0: see reason */
    ttt_reason no_selection;
    struct selection selection; /* over best-of-n */
};

int ttt_prepare(struct report_job *j, struct err *err);

/* "16", or "12 to 16" where cells differ. */
const char *ttt_budget_text(struct arena *a, const struct compare *c);
void ttt_in_short(struct report_job *j);
void ttt_tables(struct report_job *j, const struct report_part *p);
void ttt_best_kernels(struct report_job *j, const struct report_part *p);
void ttt_methods(struct report_job *j);

#endif
