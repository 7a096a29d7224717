/*
 * kernelbench.h - what each problem of KernelBench is in each version of the benchmark: its name,
 * shapes and work (kernelbench.tsv, which make_kernelbench.py prints).
 */
#ifndef ROLLBOOK_TASKS_KERNELBENCH_H
#define ROLLBOOK_TASKS_KERNELBENCH_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum kernelbench_version {
    KERNELBENCH_V0,
    KERNELBENCH_V0_1,
    KERNELBENCH_V0_2,
    KERNELBENCH_VERSIONS
};

/* Sets of versions are bits: 1 << version. */
#define KERNELBENCH_ALL ((1U << KERNELBENCH_VERSIONS) - 1)
/* The version of the program's own tasks. */
#define KERNELBENCH_OURS KERNELBENCH_V0_2

#define KERNELBENCH_NAME_BYTES   120
#define KERNELBENCH_SHAPES_BYTES 400

/* A problem, the same in the versions of the set. */
struct kernelbench_problem {
    unsigned versions;
    int level, problem;
    char name[KERNELBENCH_NAME_BYTES];     /* without ".py" */
    char sha256[17];                       /* of its text, the first digits */
    char inputs[KERNELBENCH_SHAPES_BYTES]; /* "4096x8192:f32 8192:f32"; "" unknown */
    char outputs[KERNELBENCH_SHAPES_BYTES];
    double flops; /* of matrix products and convolutions in one call; NaN unknown */
    double bytes; /* of inputs, parameters and outputs, each once; NaN unknown */
};

/* Walks the problems in the order of level and number.  *at is 0 before the first. */
bool kernelbench_next(size_t *at, struct kernelbench_problem *out);
/* The problem in a version; false when there is none. */
bool kernelbench_find(enum kernelbench_version version, int level, int problem,
                      struct kernelbench_problem *out);
/* Versions in which the problem of this number has this name, with or without ".py"; 0 none. */
unsigned kernelbench_versions_of_name(int level, int problem, const char *name);
/* The problem with this text (by its whole sha256); false when it is of no version. */
bool kernelbench_find_text(const char *sha256, struct kernelbench_problem *out);
/* What no program can do without, of which the counts above are no bound: structured operands are
 * not read whole, convolutions have algorithms with fewer products, sums over products factor.  NaN
 * unknown; operations are 0 where none are certain. */
void kernelbench_least_work(const struct kernelbench_problem *p, double *out_flops,
                            double *out_bytes);
/* "v0, v0.1"; "none" for the empty set. */
const char *kernelbench_versions_text(struct arena *a, unsigned versions);

#endif
