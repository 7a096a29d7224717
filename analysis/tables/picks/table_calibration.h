/* table_calibration.h - scores of stated chances as rows. */
#ifndef ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_CALIBRATION_H
#define ROLLBOOK_ANALYSIS_TABLES_PICKS_TABLE_CALIBRATION_H

#include "analysis/resample/stat_calibration.h"
#include "analysis/tables/shape_words.h"
#include "src/table/table_shape.h"

/* Behind three of the caller's. */
#define CALIBRATION_NO_INTERVAL "not a resampled score; or fewer than ten tasks to resample"
#define CALIBRATION_SCORE_COLUMNS                                                                  \
    { "measure", 0, COLUMN_TEXT, "which score" },                                                  \
        { "value", 4, COLUMN_REAL, "the value", "the event always or never happened" },            \
        { "ci_low", 4, COLUMN_REAL, "lower end of the interval", CALIBRATION_NO_INTERVAL },        \
        { "ci_high", 4, COLUMN_REAL, "upper end of the interval", CALIBRATION_NO_INTERVAL },       \
        { "interval",                                                                              \
          0,                                                                                       \
          COLUMN_TEXT,                                                                             \
          "kind of the interval",                                                                  \
          CALIBRATION_NO_INTERVAL,                                                                 \
          .words = INTERVAL_WORDS },                                                               \
        { "expected", 4, COLUMN_REAL, "of the score if every chance were true; 0.5 for auroc",     \
          "no test of this measure" },                                                             \
        { "p", 4, COLUMN_REAL, "of ece by drawing events, of auroc by Mann-Whitney",               \
          "no test of this measure; or samples of a task are not independent" },                   \
        { "engine",                                                                                \
          0,                                                                                       \
          COLUMN_TEXT,                                                                             \
          "exact, asymptotic or monte-carlo",                                                      \
          "no test of this measure; or samples of a task are not independent",                     \
          .words = ENGINE_WORDS },                                                                 \
        { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },                           \
        { "n_event", 0, COLUMN_INT, "of n, those in which the event happened" },                   \
    {                                                                                              \
        "n_tasks", 0, COLUMN_INT, "their tasks, which intervals resample"                          \
    }

/* Twelve rows; names fill the first three columns. */
void calibration_put_scores(struct table *t, const char *const names[3],
                            const struct stat_calibration *x);
/* The measures and how intervals were made. */
void calibration_note_scores(struct table *t, const struct stat_calibration_options *o);

#endif
