#include "analysis/tables/compare/calibration_scores.h"

#include <math.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/tables/table_common.h"

#define NO_INTERVAL "not a resampled score"
#define FEW_TASKS   "fewer than two tasks to resample"

static struct cell *put_score(struct table *t, const char *const names[3], const char *measure,
                              const struct stat_score *s, const struct stat_calibration *x)
{
    struct cell *c = table_row(t);
    for (size_t i = 0; i < 3; i++)
        c[i] = cell_text(t, names[i]);
    c[3] = cell_text(t, measure);
    c[4] = tables_real(t, s->value, "the event always or never happened");
    bool few = x->n_clusters < STAT_FEW_TASKS;
    bool is_mean = s != &x->ece && !stat_same(s->value, x->auroc);
    enum interval_kind kind = few ? INTERVAL_STUDENT : INTERVAL_BOOTSTRAP;
    tables_put_interval(t, &c[5], s->ci, isnan(s->ci.low) ? INTERVAL_NONE : kind,
                        isnan(s->value)     ? "no value"
                        : x->n_clusters < 2 ? FEW_TASKS
                        : few && !is_mean   ? "fewer than ten tasks to resample"
                        : s == &x->ece ? "calibration is not rejected: an ECE is above 0 even then"
                                       : "all tasks alike: an interval of no width");
    c[8] = c[9] = c[10] = cell_na(t, "no test of this measure");
    c[11] = cell_int((int64_t)x->n);
    c[12] = cell_int((int64_t)x->n_event);
    c[13] = cell_int((int64_t)x->n_clusters);
    return c;
}

static void put_plain(struct table *t, const char *const names[3], const char *measure,
                      double value, const struct stat_calibration *x)
{
    struct stat_score s = { value, { (double)NAN, (double)NAN } };
    struct cell *c = put_score(t, names, measure, &s, x);
    c[5] = c[6] = c[7] = cell_na(t, NO_INTERVAL);
}

static void put_auroc(struct table *t, const char *const names[3], const struct stat_calibration *x)
{
    struct stat_score s = { x->auroc, x->auroc_ci };
    struct cell *c = put_score(t, names, "auroc", &s, x);
    if (isnan(x->auroc))
        return;
    c[8] = cell_real(0.5);
    c[9] = tables_real(t, x->auroc_p, "samples of a task are not independent");
    c[10] = isnan(x->auroc_p) ? cell_na(t, "samples of a task are not independent")
                              : cell_text(t, stat_engine_name(x->auroc_engine));
}

void calibration_put_scores(struct table *t, const char *const names[3],
                            const struct stat_calibration *x)
{
    struct cell *c = put_score(t, names, "ece", &x->ece, x);
    c[8] = cell_real(x->ece_expected);
    c[9] = cell_real(x->ece_p);
    c[10] = cell_text(t, stat_engine_name(STAT_MONTE_CARLO));
    put_plain(t, names, "mce", x->mce, x);
    put_score(t, names, "gap", &x->gap, x);
    put_plain(t, names, "mean_confidence", x->mean_confidence, x);
    put_plain(t, names, "rate", x->rate, x);
    put_score(t, names, "brier", &x->brier, x);
    put_plain(t, names, "brier_reliability", x->reliability, x);
    put_plain(t, names, "brier_resolution", x->resolution, x);
    put_plain(t, names, "brier_uncertainty", x->uncertainty, x);
    put_plain(t, names, "brier_skill", x->skill, x);
    put_score(t, names, "log_loss", &x->log_loss, x);
    put_auroc(t, names, x);
}

void calibration_note_scores(struct table *t, const struct stat_calibration_options *o)
{
    table_note(t, "ece: mean over samples of |mean confidence - rate| of their bin; expected: what "
                  "it would be were every confidence true, p: chance of one as large, by drawing "
                  "the events; mce: the largest gap of a bin; gap: mean confidence - rate");
    table_note(t, "brier: mean squared error, = reliability - resolution + uncertainty but for the "
                  "spread within bins; brier_skill: 1 - brier / uncertainty; log_loss in nats; "
                  "auroc: chance that an event was stated higher than a non-event, ties half, p by "
                  "Mann-Whitney where every task has one sample");
    table_note(
        t,
        "interval: %g %% bootstrap percentiles over tasks (%d replicates, seed %llu); below "
        "%d tasks Student's t over tasks for means, none for ece and auroc; none for the ece "
        "of a calibration that its p does not reject",
        100.0 * o->level, o->replicates, (unsigned long long)o->seed, STAT_FEW_TASKS);
}
