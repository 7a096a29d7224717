/*
 * diversity_groups.h - diversity of every (run, step, task), and its mean over the tasks.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_GROUPS_H
#define ROLLBOOK_ANALYSIS_STUDY_DIVERSITY_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/code/code_set.h"

struct arena;

#define DIVERSITY_ALL_TASKS ((size_t)-1)

enum diversity_of { DIVERSITY_OF_ALL, DIVERSITY_OF_COMPILED, DIVERSITY_OF_CORRECT };

enum diversity_measure {
    DIVERSITY_UNIQUE,
    DIVERSITY_UNIQUE_RATIO,
    DIVERSITY_HILL_1,
    DIVERSITY_HILL_2,
    DIVERSITY_HILL_INF,
    DIVERSITY_ENTROPY,
    DIVERSITY_ENTROPY_MM,
    DIVERSITY_ENTROPY_CS,
    DIVERSITY_COLLISION,
    DIVERSITY_UNSEEN,
    DIVERSITY_COVERAGE,
    DIVERSITY_CHAO1,
    DIVERSITY_RICHNESS_M, /* rarefied to m samples */
    DIVERSITY_HILL_1_M,
    DIVERSITY_HILL_2_M,
    DIVERSITY_DISTINCT_2, /* from here on of the texts */
    DIVERSITY_DISTINCT_2_ADJUSTED,
    DIVERSITY_SELF_BLEU,
    DIVERSITY_COMPRESSION,
    DIVERSITY_VENDI,
    DIVERSITY_MEASURES
};

struct diversity_options {
    enum diversity_of of;
    const bool *levels; /* CODE_LEVELS of them: which to measure */
    int64_t m;          /* 0: the smallest n >= 2 of any task at the level */
    bool texts;         /* the measures of texts; needs the texts of the set */
    size_t max_texts;   /* per group, the first ones; at most DIVERSITY_MAX_SAMPLES */
};

struct diversity_row {
    size_t run;
    int step;
    size_t task; /* DIVERSITY_ALL_TASKS: the mean over tasks where a measure is defined */
    size_t level;
    int64_t n; /* samples; of the mean: sum */
    int64_t m;
    double values[DIVERSITY_MEASURES]; /* NaN when undefined */
};

struct diversity_table {
    struct diversity_row *rows; /* by level, run, step, task; the mean first */
    size_t n_rows;
    size_t n_left_out;   /* samples whose kind at a level is unknown, summed over levels */
    size_t n_cut_groups; /* groups with more texts than max_texts */
};

const char *diversity_measure_name(enum diversity_measure m);
struct diversity_table diversity_of_groups(const struct code_set *set,
                                           const struct diversity_options *o, struct arena *arena);

#endif
