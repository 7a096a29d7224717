/*
 * problem_folder.h - the modules of a folder as files: a checkout of KernelBench
 * (KernelBench/level1/19_ReLU.py), its KernelBench folder, one of its levels, or any folder.
 */
#ifndef ROLLBOOK_PROBLEM_PROBLEM_FOLDER_H
#define ROLLBOOK_PROBLEM_PROBLEM_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

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

#endif
