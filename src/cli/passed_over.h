/*
 * passed_over.h - files that an import left alone, counted by ending.
 */
#ifndef ROLLBOOK_CLI_PASSED_OVER_H
#define ROLLBOOK_CLI_PASSED_OVER_H

#include <stddef.h>

struct arena;

#define PASSED_OVER_KINDS  24
#define PASSED_OVER_ENDING 12

struct passed_over {
    size_t n; /* files in all */
    struct passed_over_kind {
        char ending[PASSED_OVER_ENDING];
        size_t n;
    } kinds[PASSED_OVER_KINDS];
    size_t n_kinds;
};

void passed_over_add(struct passed_over *p, const char *path);
/* "12 .py, 3 .txt, 1 other": most first; the sum is n. */
const char *passed_over_text(struct arena *a, struct passed_over *p);

#endif
