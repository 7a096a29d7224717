/* code_set.h - the kernels of some runs, numbered by kind at every level. */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_SET_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tasks/text/code_identity.h"

/*
 * Levels of code_identity.h; the PTX program (ptx_identity.h) where the kernel is PTX, its stored
 * object is, or an import has a field "ptx"; and the compiled object by its hash.
 */
#define CODE_LEVEL_PTX      IDENTITY_COUNT
#define CODE_LEVEL_ARTIFACT (IDENTITY_COUNT + 1)
#define CODE_LEVELS         (IDENTITY_COUNT + 2)

struct code_sample {
    size_t run;
    size_t task;
    int step;
    int sample;
    bool compiled;
    bool correct;
    size_t text;
    int64_t kind[CODE_LEVELS]; /* equal for equal kernels; -1 when unknown */
};

struct code_text {
    const char *text; /* NULL: not asked for */
    size_t len;
};

struct code_set {
    size_t n_runs;
    const char *const *runs;
    size_t n_tasks;
    const char **tasks; /* by level and problem */
    size_t n_samples;
    struct code_sample *samples; /* by run, step, task, sample */
    size_t n_texts;
    struct code_text *texts; /* different ones */
    size_t n_without_code;   /* samples that are not in the arrays */
};

const char *code_level_name(size_t level); /* "bytes", ..., "ptx", "artifact" */
bool code_level_parse(const char *name, size_t *out);
const char *code_level_reason(size_t level);

#endif
