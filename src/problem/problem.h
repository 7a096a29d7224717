/*
 * problem.h - the modules of a folder as files: a checkout of KernelBench
 * (KernelBench/level1/19_ReLU.py), its KernelBench folder, one of its levels, or any folder.
 */
#ifndef ROLLBOOK_PROBLEM_PROBLEM_H
#define ROLLBOOK_PROBLEM_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/speedup.h"
#include "src/store/db.h"

struct arena;
struct db;
struct err;
struct task;
struct trust_list;

#define PROBLEM_MAX_LEVELS 16

struct problem_file {
    const char *path;  /* as opened */
    const char *place; /* "level1/19_ReLU.py" */
    const char *name;  /* without ".py" */
    int problem_id;    /* from the name; above 2^30 without */
    const char *text;  /* UTF-8 without NUL */
    char sha256[65];
};

struct problem_level {
    int level;           /* 1: not said */
    const char *version; /* by all hashes of a level; NULL: unknown */
    size_t n;
    struct problem_file *files; /* by number */
};

struct problem_folder {
    bool has_levels; /* KernelBench's layout */
    size_t n;
    struct problem_level levels[PROBLEM_MAX_LEVELS];
};

/*
 * ERR_USAGE: no modules; ERR_INTEGRITY names file and line: too large, no text, or two files of one
 * number.
 */
int problem_folder_read(const char *path, struct arena *a, struct problem_folder *out,
                        struct err *err);

/*
 * A folder's modules become tasks of a database: all or none.
 */

/* For embedded tasks and imported results. */
#define PROBLEM_OWN_SUITE "kernelbench"

struct problem_import {
    const char *folder;
    const char *suite;
    const char *python;      /* NULL: ROLLBOOK_PYTHON, else python3 */
    const char *levels;      /* "1,3"; NULL: all */
    enum shape_summary over; /* of problems with several shapes */
    /* After each module; may be NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
};

/* Something to be told of a problem. */
struct problem_remark {
    const char *what, *why;
};

/* What an evaluation of a problem would say is told at its import too. */
struct problem_looks {
    size_t n;                          /* problems that were looked at */
    size_t n_degenerate;               /* that need no work, or not all of it */
    struct problem_remark *degenerate; /* these */
};

struct problem_counts {
    int level;
    const char *version;      /* NULL: unknown */
    size_t n, n_new;          /* modules, and new ones */
    size_t n_with_work;       /* with operations and bytes */
    const char *work_unknown; /* why one has none, or NULL */
    struct problem_looks looks;
};

/*
 * Python describes each module; one transaction stores them.  out has room for PROBLEM_MAX_LEVELS.
 * ERR_INTEGRITY names file and line: no problem, or the suite has another text of that number.
 */
int problem_import(struct db *db, const struct problem_import *options, struct arena *a,
                   struct problem_counts *out, size_t *out_count, struct err *err);

/*
 * A folder's problems that have several shapes become a task for each, and one for all of them
 * (tasks/module_shapes.h): definitions of SOL-ExecBench and flashinfer-trace, tasks of kernelbot.
 * All or none.
 */

struct problem_shapes {
    int64_t n_problems; /* found */
    size_t n_shapes, n_new, n_with_work;
    const char *work_unknown; /* why one has none, or NULL */
    size_t n_skipped;
    struct problem_remark *skipped; /* problems and shapes that cannot be evaluated */
    struct problem_looks looks;
};
/* ERR_NOMATCH: nothing that can be evaluated; ERR_INTEGRITY: a shape is stored with another text.
 */
int problem_import_shapes(struct db *db, const struct problem_import *options, struct arena *a,
                          struct problem_shapes *out, struct err *err);

/*
 * The task of a name: an embedded one ("l1/4"), or an imported module
 * ("SUITE:l1/19", "SUITE:19", "SUITE:NAME").
 */

/* The name is of a stored task. */
bool problem_is_stored(const char *name);
/* db may be NULL for embedded tasks.  ERR_NOMATCH: no such task. */
int problem_task_find(struct db *db, const char *name, struct arena *a, const struct task **out,
                      struct err *err);
/* Appends the name that somebody may have meant, or the shapes of a problem; false: none. */
bool problem_suggest(struct db *db, const char *name, struct err *err);

struct imported_problem {
    const struct task *task;
    const char *origin;       /* "KernelBench v0.1: level1/19_ReLU.py" */
    double flops, bytes;      /* NaN: unknown */
    const char *work_unknown; /* why, or NULL */
};
/* suite NULL: every suite.  By suite, level and number. */
int problem_list(struct db *db, const char *suite, struct arena *a, struct imported_problem **out,
                 size_t *out_count, struct err *err);
/*
 * The shapes of a problem, "SUITE:PROBLEM", as tasks; none when it is the name of one task or of
 * nothing.
 */
int problem_shapes_find(struct db *db, const char *name, struct arena *a,
                        struct imported_problem **out, size_t *out_count, struct err *err);
/* What follows the problem in a task's name: "rows=17"; NULL: it is no shape. */
const char *problem_shape_of(const struct task *t);
/* How often the workload calls a shape; NaN: it does not say. */
double problem_weight_of(const struct task *t);

/* For those who must not ask the database. */
struct problem_shelf {
    const struct imported_problem *items;
    size_t n;
};
/* NULL: no such name. */
const struct task *problem_shelf_find(const struct problem_shelf *s, const char *name);
/* As problem_suggest. */
bool problem_shelf_suggest(const struct problem_shelf *s, const char *name, struct err *err);

/* By the name of its task. */
int problem_get(struct db *db, const char *name, struct arena *a, struct imported_problem *out,
                struct err *err);

/* The module of a stored task is text that runs as code, unconfined, when candidates are compared
 * with it: who runs it asks trust_obey first. */
#define PROBLEM_TRUST "PyTorch problem"
void problem_trust_list(struct trust_list *list, const struct task *task);

#endif
