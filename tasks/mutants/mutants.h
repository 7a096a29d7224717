/*
 * mutants.h - a right kernel file with one planted bug.
 *
 * A bug is one edit of the text: a bound, an index, an operator, a constant, a barrier, an initial
 * value, a type, a branch or the launch plan.  The operators read tokens only, so some mutants do
 * not compile and some are as right as their parent; who evaluates them finds out.
 */
#ifndef ROLLBOOK_TASKS_MUTANTS_MUTANTS_H
#define ROLLBOOK_TASKS_MUTANTS_MUTANTS_H

#include <stddef.h>
#include <stdint.h>

struct arena;

/* Names are stored in databases. */
enum bug_class {
    BUG_BOUNDS,   /* a comparison, or what is compared with */
    BUG_INDEX,    /* where is read or written */
    BUG_OPERATOR, /* what is computed */
    BUG_CONSTANT, /* a number of the text */
    BUG_BARRIER,  /* a barrier or fence left out */
    BUG_INITIAL,  /* a first value */
    BUG_TYPE,     /* fewer bits */
    BUG_BRANCH,   /* a condition, branch or statement left out */
    BUG_LAUNCH    /* the launch plan */
};
#define BUG_CLASSES 9
extern const char *const bug_class_names[]; /* NULL-ended */

struct mutant {
    enum bug_class bug;
    const char *rule;           /* how it was planted: "bound moved by one"; static */
    size_t line;                /* of the edit, from 1 */
    const char *before, *after; /* what was replaced, and by what */
    const char *text;           /* the whole kernel file */
};

/*
 * Up to n different mutants of a kernel file, in an order that depends on the seed only: one of
 * each class that there is, then a second of each, and so on.  Returns how many there are; they
 * live in the arena.
 */
size_t mutants_draw(const char *text, uint64_t seed, size_t n, struct arena *a,
                    struct mutant **out);

#endif
