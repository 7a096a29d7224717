/*
 * object_scan.h - is this object only what kernels need?
 *
 * g++ may be asked for more than kernels can be on a device: machine code given as text, code that
 * runs when the object is loaded, functions of the C library.  All scans are pure.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_OBJECT_SCAN_H
#define ROLLBOOK_EVAL_PROCESS_OBJECT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum scan_verdict {
    SCAN_OK,
    SCAN_UNSUPPORTED, /* honest mistake: a compile failure */
    SCAN_HOST_CODE    /* an attempt to run host code */
};

struct scan_result {
    enum scan_verdict verdict;
    char message[240];
    uint64_t tls_bytes;   /* scan_object: thread-local data, where shared memory lives */
    uint64_t state_bytes; /* scan_object: writable data, where module variables live, whole pages */
    bool has_dynamic;     /* scan_object: dynamic shared memory, and where in thread-local data */
    uint64_t dynamic_offset;
};

/* The assembly that the compiler wrote: keeps the assembler from reading files and says in words
 * what was inserted.  Nothing rests on it. */
void scan_assembly(const char *text, size_t len, struct scan_result *out);
/* The assembler's object: which sections there are, and what would run when it is loaded. */
void scan_relocatable(const unsigned char *data, size_t len, struct scan_result *out);
/* The linked object (ELF64 of this machine's byte order): segments, sections, relocations, symbols
 * and dynamic entries by list, and every instruction. */
void scan_object(const unsigned char *data, size_t len, struct scan_result *out);

/* machine_scan.c: whether x86-64 code has only instructions that kernels may have; *out_bad is
 * where the first other one begins. */
bool scan_code(const unsigned char *code, size_t len, size_t *out_bad);

#endif
