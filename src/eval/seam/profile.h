/*
 * profile.h - what a profiler saw of a candidate's kernels, and what follows from it (pure).
 *
 * Times are those of activity records; counters come from runs of their own that are never timed.
 * What nobody saw is NaN.
 */
#ifndef ROLLBOOK_EVAL_SEAM_PROFILE_H
#define ROLLBOOK_EVAL_SEAM_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/member.h"

/* What is counted, in this order in every array of values; for one run of one kernel. */
enum counter {
    COUNTER_TIME_NS, /* while counting, which is longer than without */
    COUNTER_DRAM_READ_BYTES,
    COUNTER_DRAM_WRITE_BYTES, /* what is still in the cache at the end is not written yet */
    COUNTER_L2_BYTES,
    COUNTER_L2_READ_SECTORS, /* a sector that crosses the halves of the cache counts twice */
    COUNTER_L2_WRITE_SECTORS,
    COUNTER_OCCUPANCY_PERCENT, /* warps in flight, of what a multiprocessor can hold */
    COUNTER_ISSUE_PERCENT,     /* instruction slots used */
    COUNTER_TENSOR_FLOAT,      /* warp instructions of the tensor units, of floating point types */
    COUNTER_TENSOR_MOVES,      /* of them such as compilers load constants with */
    COUNTER_TENSOR_INTEGER,
    COUNTER_FADD, /* thread instructions from here on */
    COUNTER_FMUL,
    COUNTER_FFMA,
    COUNTER_DADD,
    COUNTER_DMUL,
    COUNTER_DFMA,
    COUNTER_HADD,
    COUNTER_HMUL,
    COUNTER_HFMA,
    PROFILE_COUNTERS
};

#define L2_SECTOR_BYTES 32

/* One launch of the plan. */
struct profile_kernel {
    const char *name; /* as the source writes it */
    double device_us; /* median over a few recorded runs; NaN when there are no records */
    unsigned grid[3], block[3];
    int registers;    /* a thread */
    int shared_bytes; /* static and dynamic, a block */
    int local_bytes;  /* a thread: spilled registers and arrays; negative: unknown, as above */
    double counters[PROFILE_COUNTERS];
};
/* Its columns of profile_kernel, and those of kernel_counters. */
extern const struct member_table profile_kernel_members, kernel_counters_members;

/* why_not of an evaluation that was to be without counters. */
#define PROFILE_NOT_ASKED "not asked for"

struct eval_profile {
    const char *why_not; /* why nothing was counted; NULL when it was */
    double runtime_us;   /* of the candidate, that shares are given of; NaN */
    double span_us;      /* from the first kernel's start to the last one's end; NaN */
    double bytes, flops; /* that the task cannot do without, by its manifest; NaN */
    double copy_bytes_per_s, peak_flop_per_s; /* of the device; NaN */
    size_t n_kernels;
    struct profile_kernel *kernels;
};
extern const struct member_table profile_members;

void profile_clear(struct profile_kernel *k);
/* Sum over the kernels; NaN when one of them is unknown. */
double profile_total(const struct eval_profile *p, enum counter c);
double profile_kernels_us(const struct eval_profile *p);
/* Bytes of memory traffic of one kernel or (k NULL) of all. */
double profile_dram_bytes(const struct eval_profile *p, const struct profile_kernel *k);
/* Additions and multiplications executed, a fused one as two; tensor units are not in it. */
double profile_executed_flops(const struct eval_profile *p);
/* Matrix instructions of the tensor units. */
double profile_matrix_instructions(const struct eval_profile *p);

/* Where a runtime stands under the roofline of the device. */
struct roofline {
    double memory_us, compute_us; /* floors: the task's bytes at the copy rate, flops at the peak */
    double light_us;              /* the larger one */
    double fraction;              /* light_us / runtime; above 1 by what reading beats copying */
    bool memory_bound;
    double dram_share; /* counted bytes / runtime, of the copy rate; NaN when not counted */
};
void roofline_of(const struct eval_profile *p, double runtime_us, struct roofline *out);

/*
 * One line for whoever writes the next kernel, the slowest kernel first:
 *   "kernel scan (83 % of the time): 61 % of DRAM rate, occupancy 0.50, 32 registers, no local
 *   memory; 41 % of the speed of light, memory bound"
 * What is not known is left out; without counters the line ends with the reason.  "" for no
 * profile. No newline, no control characters.
 */
void profile_line(const struct eval_profile *p, double runtime_us, char *out, size_t size);

/* What counters may accuse a candidate of: bytes that the task cannot do without, and what may
 * still have been near. */
struct profile_floor {
    double read_bytes, written_bytes, cache_bytes;
    bool single_precision; /* the task's tensors are all 32-bit floats */
};
enum profile_finding {
    FINDING_UNREAD_INPUT,
    FINDING_UNWRITTEN_OUTPUT,
    FINDING_TENSOR_UNITS,
    PROFILE_FINDINGS
};
struct profile_check {
    const char *kind; /* of evidence */
    const char *unit, *detail;
    bool applies, pass;
    double value, bound;
};
void profile_check(const struct eval_profile *p, const struct profile_floor *floor,
                   struct profile_check out[PROFILE_FINDINGS]);

#endif
