/*
 * ingest_nsys.c - SQLite exports of Nsight Systems: launches become profile_kernel rows of one
 * evaluation, which stands for the trace.
 */
#include <math.h>
#include <string.h>

#include "columns/nsys_devices.h"
#include "columns/nsys_kernels.h"
#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"

#define SUITE    "nsys"
#define NS_IN_US 1e3

/* The plain query has those before the device. */
static const struct {
    int column;
    const char *key;
} resources[] = { { NSYS_KERNELS_REGISTERS, "registers_per_thread" },
                  { NSYS_KERNELS_STATIC_SHARED_BYTES, "static_shared_bytes" },
                  { NSYS_KERNELS_DYNAMIC_SHARED_BYTES, "dynamic_shared_bytes" } };

struct trace {
    struct db *db;
    bool shaped;
    struct ingest_kernel *kernels;
    size_t n, capacity;
    double total_ns;
    int64_t device; /* of all kernels; -1: unknown or several */
};

static void put_three(struct buf *out, const char *key, int64_t x, int64_t y, int64_t z)
{
    buf_printf(out, ",\"%s\":[%lld,%lld,%lld]", key, (long long)x, (long long)y, (long long)z);
}

static const char *counters_of(struct arena *a, struct stmt *st, bool shaped)
{
    struct buf out = { 0 };
    const char *full = stmt_text(st, NSYS_KERNELS_FULL_NAME);
    buf_printf(&out, "{\"start_ns\":%lld", (long long)stmt_int(st, NSYS_KERNELS_START_NS));
    if (full != NULL) {
        buf_puts(&out, ",\"full_name\":");
        buf_put_json_string(&out, full, strlen(full));
    }
    if (shaped) {
        buf_printf(&out, ",\"device\":%lld,\"stream\":%lld",
                   (long long)stmt_int(st, NSYS_KERNELS_DEVICE),
                   (long long)stmt_int(st, NSYS_KERNELS_STREAM));
        put_three(&out, "grid", stmt_int(st, NSYS_KERNELS_GRID_X),
                  stmt_int(st, NSYS_KERNELS_GRID_Y), stmt_int(st, NSYS_KERNELS_GRID_Z));
        put_three(&out, "block", stmt_int(st, NSYS_KERNELS_BLOCK_X),
                  stmt_int(st, NSYS_KERNELS_BLOCK_Y), stmt_int(st, NSYS_KERNELS_BLOCK_Z));
        for (size_t i = 0; i < ARRAY_LEN(resources); i++)
            buf_printf(&out, ",\"%s\":%lld", resources[i].key,
                       (long long)stmt_int(st, resources[i].column));
    }
    buf_putc(&out, '}');
    const char *text = arena_strndup(a, buf_text(&out), out.len);
    buf_release(&out);
    return text;
}

static void nsys_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct ingest_source *source = out->source;
    struct trace *t = source->state;
    const char *name = stmt_text(r->columns, NSYS_KERNELS_NAME);
    double ns = stmt_real(r->columns, NSYS_KERNELS_DURATION_NS);
    if (name == NULL || !isfinite(ns) || ns < 0) {
        ingest_refuse(source, arena_printf(out->arena, "launch %lld", (long long)r->index),
                      name == NULL ? "the launch has no kernel name"
                                   : "the launch has no duration, or a negative one");
        return;
    }
    t->kernels = ingest_room(source->arena, t->kernels, t->n, &t->capacity, sizeof(*t->kernels));
    struct ingest_kernel *k = &t->kernels[t->n++];
    k->name = arena_strdup(source->arena, name);
    k->device_us = ns / NS_IN_US;
    k->counters = counters_of(source->arena, r->columns, t->shaped);
    t->total_ns += ns;
    int64_t device = t->shaped ? stmt_int(r->columns, NSYS_KERNELS_DEVICE) : -1;
    if (t->n == 1)
        t->device = device;
    else if (t->device != device)
        t->device = -1;
}

static const char *device_name(struct ingest_source *source, struct db *db, int64_t device)
{
    struct err ignored = { 0 };
    struct stmt *st = NULL;
    const char *name = NULL;
    if (device < 0 || !db_try_query(db, "nsys_devices", &st))
        return NULL;
    while (name == NULL && stmt_step(st, &ignored) > 0)
        if (stmt_int(st, NSYS_DEVICES_ID) == device && stmt_text(st, NSYS_DEVICES_NAME) != NULL)
            name = arena_strdup(source->arena, stmt_text(st, NSYS_DEVICES_NAME));
    stmt_reset(st);
    return name;
}

static int nsys_finish(struct ingest_batch *out, struct err *err)
{
    struct ingest_source *source = out->source;
    const struct trace *t = source->state;
    const char *stem = path_stem(source->arena, source->path);
    char hash[65];
    (void)err;
    if (t->n == 0)
        return 0;
    struct sha256 whole = source->hash;
    sha256_final_hex(&whole, hash);
    struct ingest_sample *r = ingest_batch_add(out, SUITE, *stem == '\0' ? "trace" : stem);
    r->where = "the trace";
    r->sample = 0;
    r->outcome = "measured"; /* a profile says nothing of correctness */
    r->compiled = true;
    r->message = "a profile; nothing was checked";
    r->hardware = device_name(source, t->db, t->device);
    r->kernels = t->kernels;
    r->n_kernels = t->n;
    r->n_records = (int64_t)t->n;
    r->extra =
        arena_printf(source->arena, "{\"sha256\":\"%s\",\"n_launches\":%zu,\"total_ns\":%.0f}",
                     hash, t->n, t->total_ns);
    return 0;
}

static int check_tables(struct ingest_source *source, struct db *db, struct err *err)
{
    struct stmt *st = NULL;
    int64_t n = 0;
    struct err why = { 0 };
    if (!db_try_query(db, "nsys_has_kernels", &st) || stmt_one_int(st, &n, &why) < 0)
        return err_set(err, ERR_INTEGRITY, "%s: the database is damaged", source->name);
    if (n == 0)
        return err_set(err, ERR_INTEGRITY,
                       "%s: has no table CUPTI_ACTIVITY_KIND_KERNEL: it is not an export of Nsight "
                       "Systems, or the trace without CUDA",
                       source->name);
    return 0;
}

static int choose_rows(struct ingest_source *source, struct trace *t, struct err *err)
{
    t->shaped = db_try_query(t->db, "nsys_kernels", &source->rows);
    if (!t->shaped && !db_try_query(t->db, "nsys_kernels_plain", &source->rows))
        return err_set(err, ERR_INTEGRITY,
                       "%s: its kernel table has no start, end and shortName, or there is no "
                       "table StringIds",
                       source->name);
    if (!t->shaped)
        ingest_remark(source, "an export without grids and blocks: names and times only");
    return 0;
}

static int nsys_begin(struct ingest_source *source, struct err *err)
{
    struct trace *t = arena_alloc(source->arena, sizeof(*t));
    *t = (struct trace){ .device = -1 };
    source->state = t;
    int rc = ingest_open_database(source, &t->db, err);
    if (rc == 0)
        rc = check_tables(source, t->db, err);
    if (rc == 0)
        rc = choose_rows(source, t, err);
    if (rc < 0)
        db_close(t->db);
    return rc;
}

static void nsys_end(struct ingest_source *source)
{
    db_close(((struct trace *)source->state)->db);
}

static const char *nsys_recognise(const struct ingest_probe *p)
{
    if (!p->folder && p->head_len >= 16 && memcmp(p->head, "SQLite format 3", 16) == 0 &&
        ingest_probe_has_text(p, "CUPTI_ACTIVITY_KIND_"))
        return "an SQLite database with CUPTI tables";
    return NULL;
}

const struct ingest_format format_nsys = {
    .name = "nsys",
    .summary = "Nsight Systems SQLite export: kernel launches",
    .version = 1,
    .naming = INGEST_RUN_OF_FILE,
    .recognise = nsys_recognise,
    .begin = nsys_begin,
    .take = nsys_take,
    .finish = nsys_finish,
    .end = nsys_end,
};
