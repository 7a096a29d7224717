/*
 * ingest_nsys.c - SQLite exports of Nsight Systems: every kernel launch becomes a profile_kernel
 * of one evaluation that stands for the trace.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_batch.h"
#include "ingest/path_names.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/foreign.h"
#include "src/store/store.h"

#define SUITE    "nsys"
#define NS_IN_US 1e3

/* Columns of nsys_kernels; the plain query ends behind K_START. */
enum kernel_column { K_NAME, K_FULL_NAME, K_NS, K_START, K_DEVICE, K_STREAM, K_GRID, K_BLOCK = 9 };
static const struct {
    int column;
    const char *key;
} resources[] = { { 12, "registers_per_thread" },
                  { 13, "static_shared_bytes" },
                  { 14, "dynamic_shared_bytes" } };

struct trace {
    struct ingest_kernel *kernels; /* arena */
    size_t n, capacity;
    double total_ns;
    int64_t device; /* of all kernels; -1 unknown or several */
};

static void put_three(struct buf *out, const char *key, struct stmt *st, int column)
{
    buf_printf(out, ",\"%s\":[%lld,%lld,%lld]", key, (long long)stmt_int(st, column),
               (long long)stmt_int(st, column + 1), (long long)stmt_int(st, column + 2));
}

static const char *counters_of(struct arena *a, struct stmt *st, bool shaped)
{
    struct buf out = { 0 };
    const char *full = stmt_text(st, K_FULL_NAME);
    buf_printf(&out, "{\"start_ns\":%lld", (long long)stmt_int(st, K_START));
    if (full != NULL) {
        buf_puts(&out, ",\"full_name\":");
        buf_put_json_string(&out, full, strlen(full));
    }
    if (shaped) {
        buf_printf(&out, ",\"device\":%lld,\"stream\":%lld", (long long)stmt_int(st, K_DEVICE),
                   (long long)stmt_int(st, K_STREAM));
        put_three(&out, "grid", st, K_GRID);
        put_three(&out, "block", st, K_BLOCK);
        for (size_t i = 0; i < ARRAY_LEN(resources); i++)
            buf_printf(&out, ",\"%s\":%lld", resources[i].key,
                       (long long)stmt_int(st, resources[i].column));
    }
    buf_putc(&out, '}');
    const char *text = arena_strndup(a, buf_text(&out), out.len);
    buf_release(&out);
    return text;
}

static struct ingest_kernel *new_kernel(struct arena *a, struct trace *t)
{
    if (t->n == t->capacity) {
        size_t capacity = t->capacity == 0 ? 256 : t->capacity * 2;
        struct ingest_kernel *kernels = arena_array(a, capacity, sizeof(*kernels));
        if (t->n > 0)
            memcpy(kernels, t->kernels, t->n * sizeof(*kernels));
        t->kernels = kernels;
        t->capacity = capacity;
    }
    return &t->kernels[t->n++];
}

static void take_kernel(struct ingest_job *job, struct trace *t, struct stmt *st, bool shaped,
                        size_t row)
{
    const char *name = stmt_text(st, K_NAME);
    double ns = stmt_real(st, K_NS);
    const char *where = arena_printf(job->arena, "launch %zu", row);
    if (name == NULL || !isfinite(ns) || ns < 0) {
        ingest_refuse(job, where, name == NULL ? "no name" : "no duration, or a negative one");
        return;
    }
    struct ingest_kernel *k = new_kernel(job->arena, t);
    k->name = arena_strdup(job->arena, name);
    k->device_us = ns / NS_IN_US;
    k->counters = counters_of(job->arena, st, shaped);
    t->total_ns += ns;
    int64_t device = shaped ? stmt_int(st, K_DEVICE) : -1;
    if (t->n == 1)
        t->device = device;
    else if (t->device != device)
        t->device = -1;
}

static int read_kernels(struct ingest_job *job, struct db *db, struct trace *t, struct err *err)
{
    struct stmt *st = NULL;
    bool shaped = db_try_query(db, "nsys_kernels", &st);
    size_t row = 0;
    int rc;
    if (!shaped && !db_try_query(db, "nsys_kernels_plain", &st))
        return err_set(err, ERR_INTEGRITY,
                       "%s: its kernel table has no start, end and shortName, or there is no "
                       "table StringIds",
                       job->name);
    if (!shaped)
        ingest_remark(job, "an export without grids and blocks: names and times only");
    while ((rc = stmt_step(st, err)) > 0)
        take_kernel(job, t, st, shaped, row++);
    return rc < 0 ? err_set(err, ERR_INTEGRITY, "%s: the database is damaged", job->name) : 0;
}

static const char *device_name(struct ingest_job *job, struct db *db, int64_t device)
{
    struct err ignored = { 0 };
    struct stmt *st = NULL;
    const char *name = NULL;
    if (device < 0 || !db_try_query(db, "nsys_devices", &st))
        return NULL;
    while (name == NULL && stmt_step(st, &ignored) > 0)
        if (stmt_int(st, 0) == device && stmt_text(st, 1) != NULL)
            name = arena_strdup(job->arena, stmt_text(st, 1));
    stmt_reset(st);
    return name;
}

static void put_trace(struct ingest_job *job, struct ingest_batch *b, struct db *db,
                      const struct trace *t)
{
    const char *stem = path_stem(job->arena, job->path);
    struct ingest_sample *r = ingest_batch_add(b, SUITE, *stem == '\0' ? "trace" : stem);
    r->where = "the trace";
    r->sample = 0;
    r->outcome = "measured"; /* a profile says nothing about the result: correct stays 0 */
    r->compiled = true;
    r->message = "a profile; nothing was checked";
    r->hardware = device_name(job, db, t->device);
    r->kernels = t->kernels;
    r->n_kernels = t->n;
    r->n_records = (int64_t)t->n;
    r->extra = arena_printf(job->arena, "{\"sha256\":\"%s\",\"n_launches\":%zu,\"total_ns\":%.0f}",
                            job->sha256, t->n, t->total_ns);
}

static int check_kind(struct ingest_job *job, struct err *err)
{
    static const char pointer[] = "version https://git-lfs";
    if (job->len == 0)
        return err_set(err, ERR_INTEGRITY, "%s: is empty", job->name);
    if (job->len >= sizeof(pointer) - 1 && memcmp(job->text, pointer, sizeof(pointer) - 1) == 0)
        return err_set(err, ERR_INTEGRITY,
                       "%s: is a Git LFS pointer and not the export itself: 'git lfs pull' fetches "
                       "it",
                       job->name);
    return 0;
}

static int check_tables(struct ingest_job *job, struct db *db, struct err *err)
{
    struct stmt *st = NULL;
    int64_t n = 0;
    struct err why = { 0 };
    if (!db_try_query(db, "nsys_has_kernels", &st) || stmt_one_int(st, &n, &why) < 0)
        return err_set(err, ERR_INTEGRITY, "%s: the database is damaged", job->name);
    if (n == 0)
        return err_set(err, ERR_INTEGRITY,
                       "%s: has no table CUPTI_ACTIVITY_KIND_KERNEL: no export of Nsight Systems, "
                       "or one of a trace without CUDA",
                       job->name);
    return 0;
}

int nsys_parse(struct ingest_job *job, struct err *err)
{
    struct ingest_batch *b = ingest_batch_new(job);
    struct trace t = { .device = -1 };
    struct db *db = NULL;
    int rc = check_kind(job, err);
    if (rc == 0)
        rc = db_open_foreign(job->name, job->text, job->len, &db, err);
    if (rc == 0)
        rc = check_tables(job, db, err);
    if (rc == 0)
        rc = read_kernels(job, db, &t, err);
    if (rc == 0 && t.n > 0)
        put_trace(job, b, db, &t);
    db_close(db);
    return rc < 0 ? rc : ingest_batch_finish(b, err);
}
