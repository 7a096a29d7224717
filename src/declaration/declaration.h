/*
 * declaration.h - what a study declares before it runs.
 *
 * Stored as JSON with sorted keys, by name and version: version 1 came first, others are amendments
 * with a reason.  Nothing is ever changed (migration 17).
 */
#ifndef ROLLBOOK_DECLARATION_DECLARATION_H
#define ROLLBOOK_DECLARATION_DECLARATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;

/*
 * A sweep over options of a run: {"run": "ttt", "axes": [{"option": "k", "values":
 * ["4", "8"]}]}.
 */

#define SWEEP_MOST_AXES  8
#define SWEEP_MOST_CELLS 16

/* An option of the run, with its values. */
struct sweep_axis {
    const char *option; /* "learning-rate" */
    size_t n;
    const char *const *values; /* "0.01" */
};

/* Cells are all combinations, the last axis fastest, named by the axes that have several values:
 * "k:8/learning-rate:0.01". */
struct sweep_plan {
    const char *run; /* strategy; NULL: no sweep */
    size_t n_axes, n_cells;
    const struct sweep_axis *axes;
    const char *const *cells;
};

/* Numbers as values become texts.  ERR_INTEGRITY names file and member. */
int sweep_plan_read(const char *name, const struct json *j, struct arena *a, struct sweep_plan *out,
                    struct err *err);
/* As the member "sweep"; nothing without a sweep. */
void sweep_plan_add(const struct sweep_plan *p, struct json *o);
/* What a cell gives an axis. */
const char *sweep_plan_value(const struct sweep_plan *p, size_t cell, size_t axis);

struct buf;

#define DECLARATION_MOST_METHODS SWEEP_MOST_CELLS
#define DECLARATION_MOST_SEEDS   1000
#define DECLARATION_MOST_TASKS   1000

/* NULL-ended; the names of compare --methods. */
extern const char *const declaration_estimands[];
extern const char *const declaration_tests[];

struct study_declaration {
    int estimand; /* of declaration_estimands */
    int test;     /* of declaration_tests */
    double threshold;
    bool ge;        /* fast: speedup >= threshold, not > */
    int64_t budget; /* rollouts a (task, run) */
    double alpha;
    int64_t looks; /* each tests at alpha / looks */
    const char *stopping;
    size_t n_methods, n_seeds, n_tasks;
    const char *const *methods; /* distinct, as in the rest */
    const int64_t *seeds;
    const char *const *tasks; /* "l1/4" */
    struct sweep_plan sweep;  /* its cells are the methods */
};

/*
 * Required but for threshold (1), ge (false), test, alpha (0.05), looks (1), sweep (none; it names
 * the methods).  ERR_INTEGRITY names
 * file and member: unknown, another type, out of range or twice.  Strings live in the arena.
 */
int declaration_parse(const char *name, const char *text, size_t len, struct arena *a,
                      struct study_declaration *out, struct err *err);
/* Sorted keys, every member. */
void declaration_encode(const struct study_declaration *d, struct buf *out);
/* Names of differing members, "budget, seeds"; "": none. */
const char *declaration_changes(const struct study_declaration *a,
                                const struct study_declaration *b, struct arena *arena);

#endif
