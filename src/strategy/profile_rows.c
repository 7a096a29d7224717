#include "src/strategy/profile_rows.h"

#include "src/base/mem.h"
#include "src/eval/seam/profile.h"
#include "src/store/store.h"

static const char *three_text(const unsigned v[3], struct arena *a)
{
    return arena_printf(a, "%u,%u,%u", v[0], v[1], v[2]);
}

static struct kernel_counters_row counters_of(const struct profile_kernel *k, struct arena *a)
{
    return (struct kernel_counters_row){ .grid = three_text(k->grid, a),
                                         .block = three_text(k->block, a),
                                         .registers = k->registers,
                                         .shared_bytes = k->shared_bytes,
                                         .local_bytes = k->local_bytes,
                                         .n_values = PROFILE_COUNTERS,
                                         .names = counter_names,
                                         .values = k->counters };
}

const struct profile_row *profile_row_of(const struct eval_profile *p, struct arena *a)
{
    if (p == NULL)
        return NULL;
    struct profile_row *row = arena_alloc(a, sizeof *row);
    struct kernel_row *kernels = arena_array(a, p->n_kernels, sizeof *kernels);
    struct kernel_counters_row *counters = arena_array(a, p->n_kernels, sizeof *counters);
    for (size_t i = 0; i < p->n_kernels; i++) {
        kernels[i] =
            (struct kernel_row){ .name = p->kernels[i].name, .device_us = p->kernels[i].device_us };
        counters[i] = counters_of(&p->kernels[i], a);
    }
    *row = (struct profile_row){ .why_not_counted = p->why_not,
                                 .span_us = p->span_us,
                                 .task_bytes = p->bytes,
                                 .task_flops = p->flops,
                                 .copy_bytes_per_s = p->copy_bytes_per_s,
                                 .peak_flop_per_s = p->peak_flop_per_s,
                                 .n_kernels = p->n_kernels,
                                 .kernels = kernels,
                                 .counters = counters };
    return row;
}

#define MOST_KERNELS 64

/* Columns of list_profile. */
enum { COL_NAME, COL_DEVICE_US, COL_REGISTERS, COL_SHARED, COL_LOCAL, COL_COUNTERS };
enum {
    COL_WHY_NOT = COL_COUNTERS + PROFILE_COUNTERS,
    COL_SPAN,
    COL_BYTES,
    COL_FLOPS,
    COL_COPY,
    COL_PEAK
};

static int count_or_unknown(struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? -1 : (int)stmt_int(st, column);
}

static void read_kernel(struct stmt *st, struct arena *a, struct profile_kernel *k)
{
    profile_clear(k);
    k->name = stmt_text_dup(st, COL_NAME, a);
    k->device_us = stmt_real(st, COL_DEVICE_US);
    k->registers = count_or_unknown(st, COL_REGISTERS);
    k->shared_bytes = count_or_unknown(st, COL_SHARED);
    k->local_bytes = count_or_unknown(st, COL_LOCAL);
    for (int c = 0; c < PROFILE_COUNTERS; c++)
        k->counters[c] = stmt_real(st, COL_COUNTERS + c);
}

static void read_whole(struct stmt *st, struct arena *a, struct eval_profile *p)
{
    p->why_not = stmt_text_dup(st, COL_WHY_NOT, a);
    p->span_us = stmt_real(st, COL_SPAN);
    p->bytes = stmt_real(st, COL_BYTES);
    p->flops = stmt_real(st, COL_FLOPS);
    p->copy_bytes_per_s = stmt_real(st, COL_COPY);
    p->peak_flop_per_s = stmt_real(st, COL_PEAK);
}

int profile_read(struct db *db, int64_t evaluation_id, struct arena *a, struct eval_profile *out,
                 struct err *err)
{
    struct profile_kernel *kernels = arena_array(a, MOST_KERNELS, sizeof *kernels);
    struct eval_profile p = { .kernels = kernels };
    struct stmt *st = db_query(db, "list_profile");
    int rc;
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    while ((rc = stmt_step(st, err)) > 0) {
        if (p.n_kernels == MOST_KERNELS)
            continue;
        read_whole(st, a, &p);
        read_kernel(st, a, &kernels[p.n_kernels++]);
    }
    if (rc == 0)
        *out = p;
    return rc;
}
