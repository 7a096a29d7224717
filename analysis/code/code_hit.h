/*
 * code_hit.h - one finding of the static scan.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_HIT_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_HIT_H

#include <stddef.h>

enum code_kind {
    CODE_CACHED_OUTPUT,
    CODE_TIMER,
    CODE_STREAM,
    CODE_FALLBACK,
    CODE_UNBUILT,
    CODE_LIBRARY,
    CODE_LAZY,
    CODE_HARNESS,
    CODE_CONSTANT,
    CODE_CALL_STATE,
    CODE_PRECISION,
    CODE_PLACEHOLDER,
    CODE_DECOY,
    CODE_WRITES_INPUT
};
#define CODE_KINDS (CODE_WRITES_INPUT + 1)

struct code_hit {
    enum code_kind kind;
    size_t line;      /* from 1 */
    const char *what; /* static: which pattern */
};

#define CODE_MAX_HITS  64
#define CODE_MAX_BYTES ((size_t)4 << 20) /* the rest is not read */

#endif
