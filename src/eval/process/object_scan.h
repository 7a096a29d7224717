/*
 * object_scan.h - is this object only what kernels need?
 *
 * g++ takes more than devices do: machine code as text, code that runs at load time, functions of
 * the C library.  All scans are pure.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_OBJECT_SCAN_H
#define ROLLBOOK_EVAL_PROCESS_OBJECT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum scan_verdict {
    SCAN_OK,
    SCAN_UNSUPPORTED, /* a compile failure */
    SCAN_HOST_CODE    /* host code */
};

struct scan_result {
    enum scan_verdict verdict;
    char message[240];
    uint64_t tls_bytes;   /* of thread-local data */
    uint64_t state_bytes; /* of writable data, whole pages */
    bool has_dynamic;     /* and its place in thread-local data */
    uint64_t dynamic_offset;
};

/* The compiler's assembly: keeps the assembler from reading files and names what was inserted.
 * Nothing rests on it. */
void scan_assembly(const char *text, size_t len, struct scan_result *out);
/* The assembler's object: its sections, and what would run at load time. */
void scan_relocatable(const unsigned char *data, size_t len, struct scan_result *out);
/* The linked object (ELF64, this machine's byte order): segments, sections, relocations, symbols
 * and dynamic entries by list, and every instruction. */
void scan_object(const unsigned char *data, size_t len, struct scan_result *out);

/* What to add to the assembly, so that each array that it uses and does not define ("extern
 * __shared__") names the dynamic shared memory, as on devices. */
struct buf;
void scan_dynamic_shared(const char *text, struct buf *out);

/* False when x86-64 code has an instruction that kernels may not have, which begins at *out_bad. */
bool scan_code(const unsigned char *code, size_t len, size_t *out_bad);

#endif
