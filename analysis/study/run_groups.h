/*
 * run_groups.h - runs that are one method: those that differ in nothing but their seed, or those
 * that somebody puts together by name.
 */
#ifndef ROLLBOOK_ANALYSIS_STUDY_RUN_GROUPS_H
#define ROLLBOOK_ANALYSIS_STUDY_RUN_GROUPS_H

#include "analysis/study/study.h"

struct arena;
struct err;

struct run_group {
    const char *name; /* of the run, or "ttt (3 seeds)" with what tells it from the others */
    struct run_set set;
    bool adaptive;
    size_t n_rollouts;
};

struct run_groups {
    struct run_group *items;
    size_t n;
};

/* False when a run has correct samples and no speedup to judge any of them by: its fast_1 is not 0
 * but unknown. */
bool study_is_judged(const struct study *s, size_t run);
/* By their settings, in order of first runs.  judged: only runs whose samples can be told fast from
 * slow. */
struct run_groups run_groups_of(struct arena *a, const struct study *s, bool judged);

/*
 * "base=bon-42,bon-43,ttt=ttt-42": an item with = begins a method.  A backslash before a comma, =
 * or a backslash makes it part of a name.  ERR_USAGE for an empty name, a method or run named
 * twice, or fewer than two methods.
 */
int run_groups_read(const char *text, struct arena *a, const char *const **out_runs, size_t *out_n,
                    struct err *err);
/* The methods of such a text; the study has these runs.  NULL: run_groups_of (judged). */
int run_groups_named(const char *text, const struct study *s, struct arena *a,
                     struct run_groups *out, struct err *err);

/* Tasks of which every group has a rollout, into out (n_tasks places); how many. */
size_t run_groups_common(const struct run_groups *g, size_t *out);

#endif
