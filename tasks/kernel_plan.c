/*
 * kernel_plan.c - evaluate a launch plan for one case against the limits of a device.
 *
 * Compute capability 9.0 (CUDA C++ programming guide, table of technical specifications) gives the
 * limits for every backend, so that a kernel file is valid on all or none.
 */
#include "tasks/kernel_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"

#define MAX_THREADS_PER_BLOCK 1024
#define MAX_SMEM_BYTES        232448
#define MAX_SCRATCH_BYTES     (INT64_C(1) << 30)

static const int64_t grid_limits[3] = { 2147483647, 65535, 65535 };
static const int64_t block_limits[3] = { 1024, 1024, 64 };

struct planner {
    const struct kernel_file *kernel;
    struct expr_name names[TASK_MAX_DIMS];
    size_t n_names;
    struct kernel_error *error;
};

/* Behind the blanks of its line. */
static size_t directive_column(const struct kernel_file *k, size_t line)
{
    const char *p = k->source;
    for (; line > 1; line--) {
        const char *end = memchr(p, '\n', (size_t)(k->source + k->source_len - p));
        if (end == NULL)
            return 1;
        p = end + 1;
    }
    return strspn(p, " \t") + 1;
}

static int __attribute__((format(printf, 3, 4)))
plan_error(struct planner *p, size_t line, const char *fmt, ...)
{
    va_list args;
    if (p->error == NULL)
        return -1;
    p->error->line = line;
    p->error->column = directive_column(p->kernel, line);
    va_start(args, fmt);
    vsnprintf(p->error->msg, sizeof(p->error->msg), fmt, args);
    va_end(args);
    return -1;
}

static int plan_value(struct planner *p, size_t line, const char *what, const struct expr *e,
                      int64_t *out)
{
    struct expr_error error;
    if (expr_eval(e, p->names, p->n_names, out, &error) < 0)
        return plan_error(p, line, "%s: %s", what, error.msg);
    return 0;
}

static int plan_extent(struct planner *p, const struct kernel_launch *k, const char *what,
                       const struct expr *const e[3], const int64_t limits[3], uint32_t out[3])
{
    for (size_t i = 0; i < 3; i++) {
        int64_t value;
        char name[16];
        snprintf(name, sizeof(name), "%s.%c", what, "xyz"[i]);
        if (plan_value(p, k->line, name, e[i], &value) < 0)
            return -1;
        if (value < 1 || value > limits[i])
            return plan_error(p, k->line, "launch %.64s: %s is %lld, must be 1 to %lld", k->name,
                              name, (long long)value, (long long)limits[i]);
        out[i] = (uint32_t)value;
    }
    return 0;
}

static int plan_launch(struct planner *p, const struct kernel_launch *k, struct launch *out)
{
    int64_t smem;
    out->name = k->name;
    out->n_args = k->n_args;
    if (plan_extent(p, k, "grid", k->grid, grid_limits, out->grid) < 0 ||
        plan_extent(p, k, "block", k->block, block_limits, out->block) < 0)
        return -1;
    uint64_t threads = (uint64_t)out->block[0] * out->block[1] * out->block[2];
    if (threads > MAX_THREADS_PER_BLOCK)
        return plan_error(p, k->line, "launch %.64s: block has %llu threads, at most %d", k->name,
                          (unsigned long long)threads, MAX_THREADS_PER_BLOCK);
    if (plan_value(p, k->line, "smem", k->smem, &smem) < 0)
        return -1;
    if (smem < 0 || smem > MAX_SMEM_BYTES)
        return plan_error(p, k->line, "launch %.64s: smem is %lld bytes, must be 0 to %d", k->name,
                          (long long)smem, MAX_SMEM_BYTES);
    out->smem_bytes = (uint32_t)smem;
    for (size_t i = 0; i < k->n_args; i++) {
        out->args[i] = (struct launch_arg){ .kind = k->args[i].kind, .index = k->args[i].index };
        if (k->args[i].kind == ARG_EXPR &&
            plan_value(p, k->line, "argument", k->args[i].expr, &out->args[i].value) < 0)
            return -1;
    }
    return 0;
}

static int plan_scratch(struct planner *p, const struct kernel_scratch *s, int64_t *total_bytes,
                        int64_t *out_elements)
{
    int64_t bytes;
    if (plan_value(p, s->line, "scratch size", s->elements, out_elements) < 0)
        return -1;
    if (*out_elements < 1)
        return plan_error(p, s->line, "scratch %.64s has %lld elements, must be 1 or more", s->name,
                          (long long)*out_elements);
    if (__builtin_mul_overflow(*out_elements, (int64_t)dtype_size(s->dtype), &bytes) ||
        __builtin_add_overflow(bytes, *total_bytes, total_bytes) ||
        *total_bytes > MAX_SCRATCH_BYTES)
        return plan_error(p, s->line, "scratch %.64s brings scratch above %lld bytes in all",
                          s->name, (long long)MAX_SCRATCH_BYTES);
    return 0;
}

int kernel_plan(const struct kernel_file *k, const struct task *task, enum task_case c,
                struct launch_plan *out, struct kernel_error *error)
{
    struct planner p = { .kernel = k, .error = error };
    int64_t scratch_bytes = 0;
    p.n_names = task_names(task, c, p.names);
    memset(out, 0, sizeof(*out));
    for (size_t i = 0; i < k->n_scratch; i++) {
        out->scratch_dtype[i] = k->scratch[i].dtype;
        if (plan_scratch(&p, &k->scratch[i], &scratch_bytes, &out->scratch_elements[i]) < 0)
            return -1;
    }
    for (size_t i = 0; i < k->n_launches; i++)
        if (plan_launch(&p, &k->launches[i], &out->launches[i]) < 0)
            return -1;
    out->n_scratch = k->n_scratch;
    out->n_launches = k->n_launches;
    return 0;
}
