/*
 * ptx_scan.h - facts that the compiler's PTX tells about device code.  Pure.
 *
 * Macros, token pasting and inline assembly cannot hide anything from PTX.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_PTX_SCAN_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_PTX_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ptx_verdict {
    PTX_CLEAN,
    PTX_CHEAT,  /* see kind */
    PTX_REFUSED /* calls printf, device malloc, ... */
};

struct ptx_facts {
    enum ptx_verdict verdict;
    const char *kind; /* of cheat: "clock_read", "cache_policy", ...; static */
    char message[200];
    uint64_t state_bytes;         /* of variables that outlive a launch */
    uint64_t global_bytes;        /* of all variables */
    unsigned matrix_instructions; /* of tensor units, without those on doubles */
};

/* ptx is NUL-terminated. */
void ptx_scan(const char *ptx, struct ptx_facts *out);

enum ptx_type { PTX_U8, PTX_U16, PTX_U32, PTX_U64, PTX_OTHER };
#define PTX_MAX_PARAMS 64
/* -1: no such entry, or too many parameters. */
int ptx_entry_params(const char *ptx, const char *entry, enum ptx_type out[PTX_MAX_PARAMS]);

#endif
