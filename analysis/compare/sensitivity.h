/*
 * sensitivity.h - a comparison under other denominators, tasks or baselines, and over families of
 * tasks.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_SENSITIVITY_H
#define ROLLBOOK_ANALYSIS_COMPARE_SENSITIVITY_H

#include "analysis/compare/compare_methods.h"

struct arena;

enum sensitivity_keep { KEEP_ALL, KEEP_COMPILED, KEEP_CORRECT };

/* Without the tasks of a family; NULL: with all. */
struct study sensitivity_study(const struct study *s, enum sensitivity_keep keep,
                               const char *without_family, struct arena *arena);
/* Over another study of the same runs. */
struct run_groups sensitivity_groups(const struct run_groups *g, const struct study *s,
                                     struct arena *arena);

/* In task order, with ""; returns how many. */
size_t sensitivity_families(const struct study *s, const char **out);

/* Tasks of a family depend on each other. */
struct sensitivity_clustered {
    double difference;
    struct interval ci; /* ratio of sums over families, Student's t; NaN below two */
    double p;           /* sign flips of families */
    double min_p;
    enum stat_engine engine;
    size_t n_families;
};
struct sensitivity_clustered sensitivity_by_family(const struct methods_result *r, size_t n_methods,
                                                   const struct study *s,
                                                   const struct method_pair *pair, double level,
                                                   uint64_t seed, struct arena *arena);

#endif
