#include "src/eval/contract/profile.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
    *out = (struct profile_check){
        .kind = "unread_input",
        .unit = "bytes",
        .detail = "read from memory; of inputs, only the part that exceeds the cache",
        .value = profile_total(p, COUNTER_DRAM_READ_BYTES),
        .bound = (1.0 - BYTES_MARGIN) * floor->read_bytes - floor->cache_bytes
    };
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

/*
 * A profile in one line of text.
 */

/* More kernels than this are only counted. */
#define LINE_KERNELS 3
#define NAME_CHARS   60

struct profile_line {
    char *text;
    size_t used, size;     /* used of a whole text, also where it does not fit */
    const char *separator; /* before the next part; "" after a colon */
};

static void put(struct profile_line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(struct profile_line *l, const char *fmt, ...)
{
    va_list args;
    if (l->used >= l->size) /* it was cut */
        return;
    va_start(args, fmt);
    int n = vsnprintf(l->text + l->used, l->size - l->used, fmt, args);
    va_end(args);
    l->used += n < 0 ? 0 : (size_t)n;
}

static void next(struct profile_line *l)
{
    put(l, "%s", l->separator);
    l->separator = ", ";
}

static size_t slowest(const struct eval_profile *p, size_t place)
{
    for (size_t i = 0; i < p->n_kernels; i++) {
        size_t before = 0;
        for (size_t k = 0; k < p->n_kernels; k++) {
            double other = p->kernels[k].device_us, own = p->kernels[i].device_us;
            before += other > own || (!(other < own) && k < i);
        }
        if (before == place)
            return i;
    }
    return p->n_kernels;
}

static void put_dram(struct profile_line *l, const struct eval_profile *p,
                     const struct profile_kernel *k)
{
    double share = profile_dram_bytes(p, k) / k->device_us * 1e6 / p->copy_bytes_per_s;
    if (!isfinite(share))
        return;
    next(l);
    put(l, "%.0f %% of DRAM rate", share * 100.0);
}

static void put_kernel(struct profile_line *l, const struct eval_profile *p,
                       const struct profile_kernel *k)
{
    double share = k->device_us / profile_kernels_us(p);
    put(l, "%skernel ", l->used == 0 ? "" : "; ");
    const char *name = k->name;
    for (size_t i = 0; name != NULL && name[i] != '\0' && i < NAME_CHARS; i++) {
        unsigned char c = (unsigned char)name[i];
        put(l, "%c", c < 0x20 || c == 0x7f ? '?' : c);
    }
    if (p->n_kernels > 1 && isfinite(share))
        put(l, " (%.0f %% of the time)", share * 100.0);
    l->separator = ": ";
    put_dram(l, p, k);
    if (isfinite(k->counters[COUNTER_OCCUPANCY_PERCENT])) {
        next(l);
        put(l, "occupancy %.2f", k->counters[COUNTER_OCCUPANCY_PERCENT] / 100.0);
    }
    if (k->registers >= 0) {
        next(l);
        put(l, "%d registers", k->registers);
    }
    if (k->local_bytes == 0) {
        next(l);
        put(l, "no spills");
    } else if (k->local_bytes > 0) {
        next(l);
        put(l, "%d bytes of spills or local arrays", k->local_bytes);
    }
}

static void put_roofline(struct profile_line *l, const struct eval_profile *p, double runtime_us)
{
    struct roofline r;
    roofline_of(p, runtime_us, &r);
    double excess = profile_dram_bytes(p, NULL) / p->bytes;
    if (!isfinite(r.fraction))
        return;
    put(l, "; %.0f %% of the speed of light, %s bound", r.fraction * 100.0,
        r.memory_bound ? "memory" : "compute");
    if (isfinite(excess))
        put(l, ", %.2f times the bytes it needs", excess);
}

void profile_line(const struct eval_profile *p, double runtime_us, char *out, size_t size)
{
    struct profile_line l = { .text = out, .size = size, .separator = "" };
    if (size != 0)
        out[0] = '\0';
    if (p == NULL || p->n_kernels == 0)
        return;
    for (size_t place = 0; place < LINE_KERNELS && place < p->n_kernels; place++) {
        size_t i = slowest(p, place);
        if (i < p->n_kernels)
            put_kernel(&l, p, &p->kernels[i]);
    }
    if (p->n_kernels > LINE_KERNELS)
        put(&l, "; and %zu more", p->n_kernels - LINE_KERNELS);
    put_roofline(&l, p, runtime_us);
    if (p->why_not != NULL && strcmp(p->why_not, PROFILE_NOT_ASKED) != 0)
        put(&l, "; no counters: %s", p->why_not);
}

/*
 * The tables of what a profile and its kernels are made of.
 */

static const struct member kernel_counters_rows[] = {
    { MEMBER_COLUMN(struct profile_kernel, grid, THREE) },
    { MEMBER_COLUMN(struct profile_kernel, block, THREE) },
    { MEMBER_COLUMN(struct profile_kernel, registers, COUNT) },
    { MEMBER_COLUMN(struct profile_kernel, shared_bytes, COUNT) },
    { MEMBER_COLUMN(struct profile_kernel, local_bytes, COUNT) },
#define COUNTED(counter, column)                                                                   \
    {                                                                                              \
        .name = (column) + 1, .parameter = (column), .kind = MEMBER_REAL,                          \
        .offset = offsetof(struct profile_kernel, counters) + (counter) * sizeof(double)           \
    }
    COUNTED(COUNTER_TIME_NS, ":time_ns"),
    COUNTED(COUNTER_DRAM_READ_BYTES, ":dram_read_bytes"),
    COUNTED(COUNTER_DRAM_WRITE_BYTES, ":dram_write_bytes"),
    COUNTED(COUNTER_L2_BYTES, ":l2_bytes"),
    COUNTED(COUNTER_L2_READ_SECTORS, ":l2_read_sectors"),
    COUNTED(COUNTER_L2_WRITE_SECTORS, ":l2_write_sectors"),
    COUNTED(COUNTER_OCCUPANCY_PERCENT, ":occupancy_percent"),
    COUNTED(COUNTER_ISSUE_PERCENT, ":issue_percent"),
    COUNTED(COUNTER_TENSOR_FLOAT, ":tensor_float"),
    COUNTED(COUNTER_TENSOR_MOVES, ":tensor_moves"),
    COUNTED(COUNTER_TENSOR_INTEGER, ":tensor_integer"),
    COUNTED(COUNTER_FADD, ":fadd"),
    COUNTED(COUNTER_FMUL, ":fmul"),
    COUNTED(COUNTER_FFMA, ":ffma"),
    COUNTED(COUNTER_DADD, ":dadd"),
    COUNTED(COUNTER_DMUL, ":dmul"),
    COUNTED(COUNTER_DFMA, ":dfma"),
    COUNTED(COUNTER_HADD, ":hadd"),
    COUNTED(COUNTER_HMUL, ":hmul"),
    COUNTED(COUNTER_HFMA, ":hfma"),
};
_Static_assert(sizeof kernel_counters_rows / sizeof kernel_counters_rows[0] == 5 + PROFILE_COUNTERS,
               "one row a counter");
const struct member_table kernel_counters_members =
    MEMBER_TABLE(kernel_counters_rows, struct profile_kernel);

static void clear_kernel(void *out)
{
    profile_clear(out);
}

static const struct member kernel_rows[] = {
    { MEMBER_COLUMN(struct profile_kernel, name, TEXT) },
    { MEMBER_COLUMN(struct profile_kernel, device_us, REAL) },
    { .name = "counters", .kind = MEMBER_PART, .of = &kernel_counters_members },
};
const struct member_table profile_kernel_members = {
    .members = kernel_rows,
    .n = sizeof kernel_rows / sizeof kernel_rows[0],
    .struct_size = sizeof(struct profile_kernel),
    .init = clear_kernel,
};

static struct roofline roofline_at(const struct eval_profile *p)
{
    struct roofline r;
    roofline_of(p, p->runtime_us, &r);
    return r;
}

static double memory_of(const void *from)
{
    return roofline_at(from).memory_us;
}

static double compute_of(const void *from)
{
    return roofline_at(from).compute_us;
}

static double light_of(const void *from)
{
    return roofline_at(from).fraction;
}

static double dram_of(const void *from)
{
    return profile_dram_bytes(from, NULL);
}

static double flops_of(const void *from)
{
    return profile_executed_flops(from);
}

static void say_line(const void *from, char *out, size_t size)
{
    const struct eval_profile *p = from;
    profile_line(p, p->runtime_us, out, size);
}

#define FOLLOWS(member_name, function)                                                             \
    {                                                                                              \
        .name = (member_name), .kind = MEMBER_DERIVED, .derive = (function),                       \
        .hidden = READER_WORKER                                                                    \
    }

static const struct member profile_rows[] = {
    { .name = "line", .kind = MEMBER_DERIVED_TEXT, .say = say_line, .hidden = READER_WORKER },
    { .name = "why_not_counted",
      .parameter = ":why_not_counted",
      .kind = MEMBER_TEXT,
      .offset = offsetof(struct eval_profile, why_not) },
    { MEMBER_AT(struct eval_profile, runtime_us, REAL), .hidden = READER_EVAL },
    { MEMBER_COLUMN(struct eval_profile, span_us, REAL) },
    { MEMBER_AT(struct eval_profile, bytes, REAL), .parameter = ":task_bytes" },
    { MEMBER_AT(struct eval_profile, flops, REAL), .parameter = ":task_flops" },
    { MEMBER_COLUMN(struct eval_profile, copy_bytes_per_s, REAL) },
    { MEMBER_COLUMN(struct eval_profile, peak_flop_per_s, REAL) },
    FOLLOWS("memory_us", memory_of),
    FOLLOWS("compute_us", compute_of),
    FOLLOWS("speed_of_light", light_of),
    FOLLOWS("dram_bytes", dram_of),
    FOLLOWS("executed_flops", flops_of),
    { MEMBER_MANY(struct eval_profile, kernels, n_kernels, LIST), .of = &profile_kernel_members },
};
const struct member_table profile_members = MEMBER_TABLE(profile_rows, struct eval_profile);
