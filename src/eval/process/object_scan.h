/*
 * object_scan.h - is this object only what kernels need?
 *
 * g++ may be asked for more than kernels can be on a device: machine code given as text, code that
 * runs when the object is loaded, functions of the C library.  Both scans are pure.
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
    uint64_t state_bytes; /* scan_object: writable data, where module variables live */
};

/* The assembly that the compiler wrote. */
void scan_assembly(const char *text, size_t len, struct scan_result *out);
/* The linked object (ELF64 of this machine's byte order). */
void scan_object(const unsigned char *data, size_t len, struct scan_result *out);

#endif
