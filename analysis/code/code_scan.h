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

#include "analysis/code/code_hit.h"

struct arena;

struct code_scan {
    size_t n_hits;
    struct code_hit *hits;
    bool has_kernel; /* __global__, or a decorator of Triton or others */
    bool is_model;   /* it has the class ModelNew of KernelBench, which stands for a kernel */
};

void code_scan_text(const char *text, size_t len, struct arena *arena, struct code_scan *out);

#endif
