/*
 * code_scan.h - static findings in the text of a candidate.
 *
 * Patterns are matched over the tokens of CUDA C, or of Python (Triton, PyTorch) with CUDA C in its
 * strings, without comments, docstrings and other strings.  A finding is a reason to read the code,
 * not a verdict.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_SCAN_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum code_kind {
    CODE_CACHED_OUTPUT,
    CODE_TIMER,
    CODE_STREAM,
    CODE_FALLBACK,
    CODE_LIBRARY,
    CODE_LAZY,
    CODE_HARNESS,
    CODE_CONSTANT,
    CODE_CALL_STATE,
    CODE_PRECISION,
    CODE_PLACEHOLDER
};
#define CODE_KINDS (CODE_PLACEHOLDER + 1)

struct code_hit {
    enum code_kind kind;
    size_t line;      /* from 1 */
    const char *what; /* static: which pattern */
};

struct code_scan {
    size_t n_hits;
    struct code_hit *hits;
    bool has_kernel; /* __global__, or a decorator of Triton or others */
};

#define CODE_MAX_HITS  64
#define CODE_MAX_BYTES ((size_t)4 << 20) /* the rest is not read */

void code_scan_text(const char *text, size_t len, struct arena *arena, struct code_scan *out);

#endif
