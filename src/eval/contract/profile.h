/*
 * profile.h - what a profiler saw of a candidate's kernels, and what follows from it (pure).
 *
 * Times come from activity records, counters from runs that are never timed.  What nobody saw is
 * NaN.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_PROFILE_H
#define ROLLBOOK_EVAL_CONTRACT_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/member.h"

/* The order of every array of values, for one run of one kernel. */
enum counter {
    COUNTER_TIME_NS, /* while counting */
    COUNTER_DRAM_READ_BYTES,
    COUNTER_DRAM_WRITE_BYTES, /* not what stays in the cache */
    COUNTER_L2_BYTES,
    COUNTER_L2_READ_SECTORS, /* twice where it crosses the cache's halves */
    COUNTER_L2_WRITE_SECTORS,
    COUNTER_OCCUPANCY_PERCENT, /* of the warps that fit */
    COUNTER_ISSUE_PERCENT,
    COUNTER_TENSOR_FLOAT, /* floating-point warp instructions of the tensor units */
    COUNTER_TENSOR_MOVES, /* of these, such as load constants */
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

struct profile_kernel {
    const char *name;
    double device_us; /* median of recorded runs; NaN: none */
    unsigned grid[3], block[3];
    int registers;    /* a thread */
    int shared_bytes; /* static and dynamic, a block */
    int local_bytes;  /* a thread; negative: unknown */
    double counters[PROFILE_COUNTERS];
};
extern const struct member_table profile_kernel_members, kernel_counters_members;

/* The why_not of an evaluation without counters. */
#define PROFILE_NOT_ASKED "not asked for"

struct eval_profile {
    const char *why_not; /* NULL: counted */
    double runtime_us;
    double span_us;      /* first start to last end; NaN */
    double bytes, flops; /* the manifest's least; NaN */
    double copy_bytes_per_s, peak_flop_per_s;
    size_t n_kernels;
    struct profile_kernel *kernels;
};
extern const struct member_table profile_members;

void profile_clear(struct profile_kernel *k);
/* Sums over the kernels; NaN when one is unknown. */
double profile_total(const struct eval_profile *p, enum counter c);
double profile_kernels_us(const struct eval_profile *p);
/* Memory traffic in bytes; k NULL: of all kernels. */
double profile_dram_bytes(const struct eval_profile *p, const struct profile_kernel *k);
/* Additions and multiplications (a fused one is two), without tensor units. */
double profile_executed_flops(const struct eval_profile *p);
double profile_matrix_instructions(const struct eval_profile *p);

struct roofline {
    double memory_us, compute_us; /* floors: copy rate, peak */
    double light_us;              /* the larger one */
    double fraction;              /* light_us / runtime; may exceed 1 */
    bool memory_bound;
    double dram_share; /* of the copy rate; NaN: not counted */
};
void roofline_of(const struct eval_profile *p, double runtime_us, struct roofline *out);

/*
 * One line of advice, the slowest kernel first:
 *   "kernel scan (83 % of the time): 61 % of DRAM rate, occupancy 0.50, 32 registers, no local
 *   memory; 41 % of the speed of light, memory bound"
 * Unknown facts are left out; without counters the line ends with the reason.  "" for no profile.
 * It has no newline and no control characters.
 */
void profile_line(const struct eval_profile *p, double runtime_us, char *out, size_t size);

/* Bytes that the task needs, and what the cache may have held: below them counters accuse. */
struct profile_floor {
    double read_bytes, written_bytes, cache_bytes;
    bool single_precision; /* all tensors are 32-bit floats */
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
