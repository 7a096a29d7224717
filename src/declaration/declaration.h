/*
 * declaration.h - what a study declares before it runs.
 *
 * Stored as JSON with sorted keys under a name and a version: version 1 is what was declared first,
 * every later one is an amendment with a reason.  Nothing is ever changed (migration 17).
 */
#ifndef ROLLBOOK_DECLARATION_DECLARATION_H
#define ROLLBOOK_DECLARATION_DECLARATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;

#define DECLARATION_MOST_METHODS 16
#define DECLARATION_MOST_SEEDS   1000
#define DECLARATION_MOST_TASKS   1000

/* Names of what can be declared, NULL-ended: those of compare --methods. */
extern const char *const declaration_estimands[];
extern const char *const declaration_tests[];

struct study_declaration {
    int estimand; /* index into declaration_estimands */
    int test;     /* into declaration_tests */
    double threshold;
    bool ge;        /* fast is speedup >= threshold instead of > */
    int64_t budget; /* rollouts a (task, run) */
    double alpha;
    int64_t looks;        /* at the data, the last one included; each is tested at alpha / looks */
    const char *stopping; /* when the study ends, in words */
    size_t n_methods, n_seeds, n_tasks;
    const char *const *methods; /* none twice, likewise the rest */
    const int64_t *seeds;
    const char *const *tasks; /* "l1/4" */
};

/*
 * Every member is required but threshold (1), ge (false), test, alpha (0.05), looks (1); a member
 * that is unknown, of another type, out of its range or twice is ERR_INTEGRITY naming file and
 * member.  Strings live in the arena.
 */
int declaration_parse(const char *name, const char *text, size_t len, struct arena *a,
                      struct study_declaration *out, struct err *err);
/* JSON with sorted keys and every member. */
void declaration_encode(const struct study_declaration *d, struct buf *out);
/* Names of the members that differ, "budget, seeds"; "" when none does. */
const char *declaration_changes(const struct study_declaration *a,
                                const struct study_declaration *b, struct arena *arena);

#endif
