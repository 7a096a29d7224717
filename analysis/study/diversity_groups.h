/* diversity_groups.h - diversity by (run, step, task), and its mean over tasks. */
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
    DIVERSITY_DISTINCT_2, /* from here on of texts */
    DIVERSITY_DISTINCT_2_ADJUSTED,
    DIVERSITY_SELF_BLEU,
    DIVERSITY_COMPRESSION,
    DIVERSITY_VENDI,
    DIVERSITY_MEASURES
};

struct diversity_options {
    enum diversity_of of;
    const bool *levels; /* CODE_LEVELS flags */
    int64_t m;          /* 0: smallest n >= 2 of a task at the level */
    bool texts;         /* of the set, for measures of texts */
    size_t max_texts;   /* a group; DIVERSITY_MAX_SAMPLES at most */
};

struct diversity_row {
    size_t run;
    int step;
    size_t task; /* DIVERSITY_ALL_TASKS: mean over tasks with a value */
    size_t level;
    int64_t n; /* samples; of the mean: their sum */
    int64_t m;
    double values[DIVERSITY_MEASURES]; /* NaN when undefined */
};

struct diversity_table {
    struct diversity_row *rows; /* by level, run, step, task; means first */
    size_t n_rows;
    size_t n_left_out;   /* samples without a kind, summed over levels */
    size_t n_cut_groups; /* with more texts than max_texts */
};

const char *diversity_measure_name(enum diversity_measure m);
struct diversity_table diversity_of_groups(const struct code_set *set,
                                           const struct diversity_options *o, struct arena *arena);

#endif
