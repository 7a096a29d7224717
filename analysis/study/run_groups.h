/* run_groups.h - runs that are one method: alike but for their seed, or grouped by name. */
#ifndef ROLLBOOK_ANALYSIS_STUDY_RUN_GROUPS_H
#define ROLLBOOK_ANALYSIS_STUDY_RUN_GROUPS_H

#include "analysis/study/study.h"

struct arena;
struct err;

struct run_group {
    const char *name; /* run's, or "ttt (3 seeds)" with what sets it apart */
    struct run_set set;
    bool adaptive;
    size_t n_rollouts;
};

struct run_groups {
    struct run_group *items;
    size_t n;
};

/* False when no correct sample has a speedup: fast_1 is then unknown, not 0. */
bool study_is_judged(const struct study *s, size_t run);
/* Of a run that is not judged: no runtime, or no baseline beside one. */
const char *study_why_unjudged(const struct study *s, size_t run);
/* By settings, in order of first runs; judged: only judged runs. */
struct run_groups run_groups_of(struct arena *a, const struct study *s, bool judged);

/*
 * "base=bon-42,bon-43,ttt=ttt-42": an item with = begins a method; a backslash takes a comma, = or
 * backslash into a name.  ERR_USAGE for an empty name, a method or run named twice, or fewer than
 * two methods.
 */
int run_groups_read(const char *text, struct arena *a, const char *const **out_runs, size_t *out_n,
                    struct err *err);
/* Of such a text, whose runs the study has; NULL: run_groups_of (judged) those that sample. */
int run_groups_named(const char *text, const struct study *s, struct arena *a,
                     struct run_groups *out, struct err *err);

/* Tasks with rollouts of every group, into out (n_tasks places); how many. */
size_t run_groups_common(const struct run_groups *g, size_t *out);

#endif
