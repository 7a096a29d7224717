/*
 * profile_members.c - the tables of what a profile and its kernels are made of.
 */
#include "src/eval/contract/profile.h"

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
