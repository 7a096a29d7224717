/* calibration_scores.h - scores of stated chances as rows. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_COMPARE_CALIBRATION_SCORES_H
#define ROLLBOOK_ANALYSIS_TABLES_COMPARE_CALIBRATION_SCORES_H

#include "analysis/resample/stat_calibration.h"
#include "src/table/table.h"

/* Behind three of the caller's. */
#define CALIBRATION_SCORE_COLUMNS                                                                  \
    { "measure", 0 }, { "value", 4 }, { "ci_low", 4 }, { "ci_high", 4 }, { "interval", 0 },        \
        { "expected", 4 }, { "p", 4 }, { "engine", 0 }, { "n", 0 }, { "n_event", 0 },              \
    {                                                                                              \
        "n_tasks", 0                                                                               \
    }

/* Twelve rows; names fill the first three columns. */
void calibration_put_scores(struct table *t, const char *const names[3],
                            const struct stat_calibration *x);
/* The measures and how intervals were made. */
void calibration_note_scores(struct table *t, const struct stat_calibration_options *o);

#endif
