/*
 * kernel_candidate.h - the candidates that backends compile and run: a kernel file with its launch
 * plan, or the vendor's library, which has neither source nor launches.
 */
#ifndef ROLLBOOK_EVAL_SEAM_KERNEL_CANDIDATE_H
#define ROLLBOOK_EVAL_SEAM_KERNEL_CANDIDATE_H

#include "src/eval/seam/candidate_kind.h"
#include "tasks/kernel_file.h"

struct kernel_candidate {
    struct candidate base; /* first: backends are given this */
    bool is_library;       /* the vendor's library does the task's work: an empty plan */
    struct kernel_file file;
    struct launch_plan plan;
};

/* Of a candidate of a kind with a launch plan. */
static inline const struct kernel_candidate *kernel_candidate(const struct candidate *c)
{
    return (const struct kernel_candidate *)(const void *)c;
}

/* Reads a kernel file for a case of a task.  0, or -1 with the error and whether it is one of the
 * plan's limits. */
int kernel_candidate_read(const char *text, size_t len, const struct task *task, enum task_case c,
                          struct arena *a, struct kernel_candidate *out, struct kernel_error *error,
                          bool *out_is_limit);

#endif
