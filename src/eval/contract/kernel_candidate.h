/*
 * kernel_candidate.h - the candidates that backends run: a kernel file with its launch plan, or the
 * vendor's library, which has neither source nor launches.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_KERNEL_CANDIDATE_H
#define ROLLBOOK_EVAL_CONTRACT_KERNEL_CANDIDATE_H

#include "src/eval/contract/candidate_kind.h"
#include "tasks/kernel_file.h"

struct compile_spec;

struct kernel_candidate {
    struct candidate base; /* first: backends get this */
    bool is_library;       /* it does the task's work; an empty plan */
    struct kernel_file file;
    struct launch_plan plan;
};

/* c must be of a kind with a launch plan. */
static inline const struct kernel_candidate *kernel_candidate(const struct candidate *c)
{
    return (const struct kernel_candidate *)(const void *)c;
}

/* Of the elements behind an argument of a launch that is a buffer. */
enum dtype kernel_argument_dtype(const struct compile_spec *spec, const struct kernel_arg *arg);

/* Returns -1 with the error, and whether a limit of the plan was exceeded. */
int kernel_candidate_read(const struct candidate_text *s, struct arena *a,
                          struct kernel_candidate *out, struct kernel_error *error,
                          bool *out_is_limit);

#endif
