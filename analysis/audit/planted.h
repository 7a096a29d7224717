/*
 * planted.h - what a checker lets through, from kernels with planted bugs.  Pure.
 *
 * A mutant counts when some checker told it from its parent: then it differs.  Mutants that nobody
 * told apart may be equal to their parent, and those that were not tried by many draws may be
 * anything: they are in no denominator.
 */
#ifndef ROLLBOOK_ANALYSIS_AUDIT_PLANTED_H
#define ROLLBOOK_ANALYSIS_AUDIT_PLANTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum bug_fate {
    FATE_KILLED,
    FATE_SURVIVED,
    FATE_UNBUILT, /* no kernel came of it: it did not compile, or its plan cannot be read */
    FATE_UNKNOWN  /* not evaluated */
};

/* One verdict of one checker. */
struct mutant_verdict {
    const char *task, *code; /* both name the mutant */
    const char *checker;     /* "fast", "full", "kernelbench", "draws" */
    const char *said;        /* what was planted, as the policy says it */
    bool is_control;         /* a right kernel as it is */
    enum bug_fate fate;
    const char *check, *message; /* who refused it, and why; NULL */
    int64_t rollout_id, code_blob_id, sample;
    /* mutants_sort: */
    bool tried;   /* by draws; without that nobody knows whether it differs */
    bool differs; /* some checker refused it */
    bool larger;  /* only at larger sizes, or at KernelBench's */
};

#define CHECKER_DRAWS     "draws"        /* it decides who differs */
#define CHECK_LARGER      "draws_larger" /* and says so of larger sizes */
#define CHECK_KERNELBENCH "kernelbench_rule"

/* Parts of what the policy says; "" where they are missing. */
const char *mutant_bug(const struct mutant_verdict *v, struct arena *a);
const char *mutant_rule(const struct mutant_verdict *v, struct arena *a);
const char *mutant_parent(const struct mutant_verdict *v, struct arena *a);

/* Sorts by task, code and checker, drops a second verdict of the same checker about the same text,
 * and marks which mutants differ.  A checker that refused the right kernel says nothing about its
 * mutants: their fate is unknown.  Returns how many are left. */
size_t mutants_sort(struct mutant_verdict *all, size_t n, struct arena *a);

struct mutant_tally {
    const char *group, *checker;
    int64_t planted, unbuilt, unknown, same, differ, larger, killed;
    int64_t controls, controls_refused;
};

enum mutant_group {
    MUTANTS_ALL,
    MUTANTS_BY_BUG,
    MUTANTS_BY_TASK,
    MUTANTS_BY_RULE,
    MUTANTS_BY_CHECK
};
extern const char *const mutant_group_names[]; /* NULL-ended */

/* Of sorted verdicts, one a group and checker other than draws; in order of names, tasks as they
 * come.  By check only differ and killed are counted. */
size_t mutants_tally(const struct mutant_verdict *all, size_t n, enum mutant_group by,
                     struct arena *a, struct mutant_tally **out);

/* The lines in which two texts differ, with two lines around them, as diff -u prints them. */
const char *text_difference(const char *from, const char *to, struct arena *a);

#endif
