#include "analysis/from_store/load_timing.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_rollouts.h"
#include "analysis/from_store/load_study.h"
#include "analysis/study/timing.h"
#include "columns/load_timing.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

/* Little-endian float64 as stored. */
static double *decode_samples(const void *blob, size_t n, struct arena *arena)
{
    const unsigned char *bytes = blob;
    double *x = arena_array(arena, n, sizeof(*x));
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0;
        for (size_t k = 8; k > 0; k--)
            bits = bits << 8 | bytes[8 * i + k - 1];
        memcpy(&x[i], &bits, sizeof(bits));
    }
    return x;
}

static struct timing_measurement read_measurement(struct stmt *st, const char *run,
                                                  struct arena *arena)
{
    size_t len = 0;
    const void *blob = stmt_blob(st, LOAD_TIMING_SAMPLES_US, &len);
    struct timing_measurement m = { .run = run,
                                    .task = stmt_text_dup(st, LOAD_TIMING_TASK, arena),
                                    .subject = stmt_text_dup(st, LOAD_TIMING_SUBJECT, arena),
                                    .device = stmt_text_dup(st, LOAD_TIMING_DEVICE_NAME, arena),
                                    .method = stmt_text_dup(st, LOAD_TIMING_METHOD, arena),
                                    .runtime_us = stmt_real(st, LOAD_TIMING_RUNTIME_US),
                                    .profiled_us = stmt_real(st, LOAD_TIMING_PROFILED_US) };
    if (blob != NULL && len >= 8) {
        m.n = len / 8;
        m.us = decode_samples(blob, m.n, arena);
    }
    return m;
}

int load_timing(struct db *db, const char *const *names, size_t n_names, struct arena *arena,
                struct timing_measurement **out, size_t *out_n, struct err *err)
{
    struct timing_measurement *list = NULL;
    size_t n = 0;
    size_t capacity = 0;
    int64_t *ids = NULL;
    size_t run = 0;
    int rc = load_run_ids(db, names, n_names, arena, &ids, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "load_timing");
    stmt_bind_text_list(st, ":runs", names, n_names);
    while ((rc = stmt_step(st, err)) > 0) {
        run = find_key(ids, n_names, stmt_int(st, LOAD_TIMING_RUN_ID), run);
        if (run == n_names)
            continue;
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] = read_measurement(st, names[run], arena);
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NODATA, "no rollout of these runs was timed");
    if (rc == 0) {
        *out = arena_array(arena, n, sizeof(*list));
        memcpy(*out, list, n * sizeof(*list));
        *out_n = n;
    }
    free(list);
    return rc;
}

int load_timing_has_samples(struct db *db, bool *out, struct err *err)
{
    int64_t has = 0;
    int rc = stmt_one_int(db_query(db, "has_timing_samples"), &has, err);
    *out = has != 0;
    return rc;
}
