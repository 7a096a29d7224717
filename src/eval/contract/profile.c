#include "src/eval/contract/profile.h"

#include <math.h>

void profile_clear(struct profile_kernel *k)
{
    *k = (struct profile_kernel){
        .device_us = (double)NAN, .registers = -1, .shared_bytes = -1, .local_bytes = -1
    };
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        k->counters[i] = (double)NAN;
}

double profile_total(const struct eval_profile *p, enum counter c)
{
    double sum = p->n_kernels == 0 ? (double)NAN : 0.0;
    for (size_t i = 0; i < p->n_kernels; i++)
        sum += p->kernels[i].counters[c];
    return sum;
}

double profile_kernels_us(const struct eval_profile *p)
{
    double sum = p->n_kernels == 0 ? (double)NAN : 0.0;
    for (size_t i = 0; i < p->n_kernels; i++)
        sum += p->kernels[i].device_us;
    return sum;
}

double profile_dram_bytes(const struct eval_profile *p, const struct profile_kernel *k)
{
    if (k != NULL)
        return k->counters[COUNTER_DRAM_READ_BYTES] + k->counters[COUNTER_DRAM_WRITE_BYTES];
    return profile_total(p, COUNTER_DRAM_READ_BYTES) + profile_total(p, COUNTER_DRAM_WRITE_BYTES);
}

double profile_executed_flops(const struct eval_profile *p)
{
    double once = 0.0, twice = 0.0;
    static const enum counter single[] = { COUNTER_FADD, COUNTER_FMUL, COUNTER_DADD, COUNTER_DMUL };
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        once += profile_total(p, single[i]);
    twice = profile_total(p, COUNTER_FFMA) + profile_total(p, COUNTER_DFMA);
    return once + 2.0 * twice;
}

double profile_matrix_instructions(const struct eval_profile *p)
{
    return profile_total(p, COUNTER_TENSOR_FLOAT) - profile_total(p, COUNTER_TENSOR_MOVES) +
           profile_total(p, COUNTER_TENSOR_INTEGER);
}

static double floor_us(double amount, double per_s)
{
    return per_s > 0.0 ? amount / per_s * 1e6 : (double)NAN;
}

void roofline_of(const struct eval_profile *p, double runtime_us, struct roofline *out)
{
    struct roofline r = { .memory_us = floor_us(p->bytes, p->copy_bytes_per_s),
                          .compute_us = floor_us(p->flops, p->peak_flop_per_s) };
    r.memory_bound = isnan(r.compute_us) || r.memory_us >= r.compute_us;
    r.light_us = fmax(r.memory_us, r.compute_us); /* of one NaN and a number, the number */
    r.fraction = runtime_us > 0.0 ? r.light_us / runtime_us : (double)NAN;
    r.dram_share = floor_us(profile_dram_bytes(p, NULL), p->copy_bytes_per_s) / runtime_us;
    *out = r;
}

/* Counters of bytes may be off by this much; honest kernels came within 0.1 %. */
#define BYTES_MARGIN 0.02

/*
 * Caches were overwritten before the run, so inputs come from memory.  All of the cache is conceded
 * nevertheless: this never decides about kernels on less than that.
 */
static void check_reads(const struct eval_profile *p, const struct profile_floor *floor,
                        struct profile_check *out)
{
    *out =
        (struct profile_check){ .kind = "unread_input",
                                .unit = "bytes",
                                .detail = "read from memory, and inputs less what the cache holds",
                                .value = profile_total(p, COUNTER_DRAM_READ_BYTES),
                                .bound =
                                    (1.0 - BYTES_MARGIN) * floor->read_bytes - floor->cache_bytes };
    out->applies = isfinite(out->value) && out->bound > 0.0;
    out->pass = !out->applies || out->value >= out->bound;
}

/* Stores go through the cache, which counts a sector once or twice. */
static void check_writes(const struct eval_profile *p, const struct profile_floor *floor,
                         struct profile_check *out)
{
    *out = (struct profile_check){ .kind = "unwritten_output",
                                   .unit = "bytes",
                                   .detail = "stored through the cache, and size of the outputs",
                                   .value =
                                       profile_total(p, COUNTER_L2_WRITE_SECTORS) * L2_SECTOR_BYTES,
                                   .bound = (1.0 - BYTES_MARGIN) * floor->written_bytes };
    out->applies = isfinite(out->value) && out->bound > 0.0;
    out->pass = !out->applies || out->value >= out->bound;
}

static void check_precision(const struct eval_profile *p, const struct profile_floor *floor,
                            struct profile_check *out)
{
    *out = (struct profile_check){ .kind = "reduced_precision",
                                   .unit = "instructions",
                                   .detail = "matrix instructions of the tensor units, which "
                                             "multiply shorter numbers than the task has",
                                   .value = profile_matrix_instructions(p) };
    out->applies = isfinite(out->value) && floor->single_precision;
    out->pass = !out->applies || out->value <= out->bound;
}

void profile_check(const struct eval_profile *p, const struct profile_floor *floor,
                   struct profile_check out[PROFILE_FINDINGS])
{
    check_reads(p, floor, &out[FINDING_UNREAD_INPUT]);
    check_writes(p, floor, &out[FINDING_UNWRITTEN_OUTPUT]);
    check_precision(p, floor, &out[FINDING_TENSOR_UNITS]);
}
