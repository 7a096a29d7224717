/*
 * store_profile.c - kernels, counters and clocks of an evaluation.
 */
#include <stddef.h>

#include "src/base/mem.h"
#include "src/eval/contract/profile.h"
#include "src/store/db.h"
#include "src/store/store.h"

#define MOST_KERNELS 64

int store_put_kernel(struct db *db, int64_t evaluation_id, size_t position,
                     const struct profile_kernel *k, const char *counters, struct err *err)
{
    struct stmt *st = db_query(db, "insert_profile_kernel");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_int(st, ":position", (int64_t)position);
    stmt_bind_members(st, &profile_kernel_members, k);
    stmt_bind_text(st, ":counters", counters);
    return stmt_run(st, err);
}

static int put_counters(struct db *db, int64_t evaluation_id, size_t position,
                        const struct profile_kernel *k, struct err *err)
{
    struct stmt *st = db_query(db, "insert_kernel_counters");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_int(st, ":position", (int64_t)position);
    stmt_bind_members(st, &kernel_counters_members, k);
    return stmt_run(st, err);
}

int store_put_profile(struct db *db, int64_t evaluation_id, const struct eval_profile *p,
                      struct err *err)
{
    struct stmt *st = db_query(db, "insert_profile");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_members(st, &profile_members, p);
    int rc = stmt_run(st, err);
    for (size_t i = 0; i < p->n_kernels && rc == 0; i++)
        rc = store_put_kernel(db, evaluation_id, i, &p->kernels[i], NULL, err);
    for (size_t i = 0; i < p->n_kernels && rc == 0; i++)
        rc = put_counters(db, evaluation_id, i, &p->kernels[i], err);
    return rc;
}

int store_get_profile(struct db *db, int64_t evaluation_id, struct arena *a,
                      struct eval_profile *out, struct err *err)
{
    struct profile_kernel *kernels = arena_array(a, MOST_KERNELS, sizeof *kernels);
    struct eval_profile p = { .kernels = kernels, .runtime_us = (double)__builtin_nanf("") };
    struct stmt *st = db_query(db, "list_profile");
    int rc;
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    while ((rc = stmt_step(st, err)) > 0) {
        if (p.n_kernels == MOST_KERNELS)
            continue;
        struct profile_kernel *k = &kernels[p.n_kernels++];
        profile_clear(k);
        stmt_read_members(st, &profile_members, a, &p);
        stmt_read_members(st, &profile_kernel_members, a, k);
        stmt_read_members(st, &kernel_counters_members, a, k);
    }
    if (rc == 0)
        *out = p;
    return rc;
}

int store_put_clock(struct db *db, int64_t evaluation_id, const struct measurement_row *m,
                    struct err *err)
{
    struct stmt *st = db_query(db, "insert_measurement_clock");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_text(st, ":key_subject", m->subject);
    stmt_bind_int(st, ":n_throttled", (int64_t)m->n_throttled);
    stmt_bind_blob(st, ":clocks_mhz", m->clocks_mhz, m->n_samples * sizeof *m->clocks_mhz);
    return stmt_run(st, err);
}
