#include "analysis/from_store/load_runtimes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_study.h"
#include "analysis/study/study.h"
#include "analysis/study/timing.h"
#include "columns/load_baseline.h"
#include "columns/load_hardware.h"
#include "columns/load_run_device_times.h"
#include "columns/load_run_devices.h"
#include "columns/load_timing.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/store.h"

/* A table for every hardware of the baseline, in the statement's order. */
struct baseline_tables {
    struct baseline_table *items;
    size_t n;
};

static int read_tables(struct db *db, const char *name, struct arena *arena,
                       struct baseline_tables *out, struct err *err)
{
    struct stmt *st = db_query(db, "load_baseline");
    stmt_bind_text(st, ":name", name);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        const char *hardware = stmt_text(st, LOAD_BASELINE_HARDWARE);
        struct baseline_table *last = out->n > 0 ? &out->items[out->n - 1] : NULL;
        if (last == NULL || strcmp(last->hardware, hardware) != 0) {
            out->items = mem_grow(out->items, out->n + 1, sizeof(*out->items));
            last = &out->items[out->n++];
            *last = (struct baseline_table){ .name = arena_strdup(arena, name),
                                             .hardware = arena_strdup(arena, hardware) };
        }
        last->entries = mem_grow(last->entries, last->n_entries + 1, sizeof(*last->entries));
        last->entries[last->n_entries++] =
            (struct baseline_entry){ (int)stmt_int(st, LOAD_BASELINE_LEVEL),
                                     (int)stmt_int(st, LOAD_BASELINE_PROBLEM_ID),
                                     stmt_real(st, LOAD_BASELINE_RUNTIME_US) };
    }
    return rc;
}

static void release_tables(struct baseline_tables *t)
{
    for (size_t i = 0; i < t->n; i++)
        mem_free_ptr(&t->items[i].entries);
    mem_free_ptr(&t->items);
}

static bool is_measured(const struct baseline_table *t)
{
    for (size_t i = 0; i < t->n_entries; i++) {
        if (!isnan(t->entries[i].runtime_us))
            return true;
    }
    return false;
}

/* A table of null entries, which name no hardware, is no choice. */
static int choose(const struct baseline_tables *t, const char *name, const char *hardware,
                  const char *device, size_t *out, struct err *err)
{
    const char *wanted = hardware != NULL ? hardware : device;
    size_t measured = 0;
    for (size_t i = 0; i < t->n; i++) {
        if (!is_measured(&t->items[i]))
            continue;
        *out = i;
        measured++;
        if (strcmp(t->items[i].hardware, wanted) == 0)
            return 0;
    }
    CLEANUP(buf_release) struct buf list = { 0 };
    for (size_t i = 0; i < t->n; i++) {
        if (is_measured(&t->items[i]))
            buf_printf(&list, "%s\"%s\" (%zu problems)", list.len == 0 ? "" : ", ",
                       t->items[i].hardware, t->items[i].n_entries);
    }
    if (measured == 0)
        return err_set(err, ERR_NODATA, "baseline %s contains no runtime", name);
    if (hardware != NULL)
        return err_set(err, ERR_NOMATCH, "baseline %s has no hardware \"%s\", but %s", name,
                       hardware, buf_text(&list));
    if (measured > 1)
        return err_set(err, ERR_USAGE,
                       "baseline %s was measured on several devices, none of them the run's "
                       "(\"%s\"): choose one by --baseline-hardware: %s",
                       name, device, buf_text(&list));
    return 0;
}

static int by_problem(const void *pa, const void *pb)
{
    const struct baseline_entry *a = pa;
    const struct baseline_entry *b = pb;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    return (a->problem_id > b->problem_id) - (a->problem_id < b->problem_id);
}

/* Adds the unmeasured entries without hardware to the chosen ones. */
static struct baseline_table merge(const struct baseline_tables *t, size_t chosen,
                                   struct arena *arena)
{
    struct baseline_table table = t->items[chosen];
    size_t most = 0;
    for (size_t i = 0; i < t->n; i++)
        most += t->items[i].n_entries;
    table.entries = arena_array(arena, most, sizeof(*table.entries));
    memcpy(table.entries, t->items[chosen].entries, table.n_entries * sizeof(*table.entries));
    for (size_t i = 0; i < t->n; i++) {
        const struct baseline_table *other = &t->items[i];
        if (i == chosen || other->hardware[0] != '\0' || is_measured(other))
            continue;
        for (size_t j = 0; j < other->n_entries; j++) {
            const struct baseline_entry *e = &other->entries[j];
            if (baseline_find(&table, e->level, e->problem_id) == NULL)
                table.entries[table.n_entries++] = *e;
        }
    }
    qsort(table.entries, table.n_entries, sizeof(*table.entries), by_problem);
    return table;
}

int load_baseline(struct db *db, const char *name, const char *hardware, const char *device,
                  struct arena *arena, struct baseline_table *out, struct err *err)
{
    CLEANUP(release_tables) struct baseline_tables t = { 0 };
    size_t chosen = 0;
    int rc = read_tables(db, name, arena, &t, err);
    if (rc == 0 && t.n == 0)
        rc = store_unknown(db, STORE_BASELINE, name, err);
    if (rc == 0)
        rc = choose(&t, name, hardware, device, &chosen, err);
    if (rc < 0)
        return rc;
    *out = merge(&t, chosen, arena);
    out->foreign = "";
    return 0;
}

/* Devices of a run that names none, because they are several. */
struct run_devices {
    struct buf list;
    size_t n; /* named ones */
};

static void release_devices(struct run_devices *d)
{
    buf_release(&d->list);
}

static int read_devices(struct db *db, const char *run, struct run_devices *out, struct err *err)
{
    struct stmt *st = db_query(db, "load_run_devices");
    int rc = 0;
    stmt_bind_text(st, ":run", run);
    while ((rc = stmt_step(st, err)) > 0) {
        const char *name = stmt_text(st, LOAD_RUN_DEVICES_NAME);
        const int64_t samples = stmt_int(st, LOAD_RUN_DEVICES_N);
        buf_printf(&out->list, "%s%s (%lld sample%s)", out->list.len == 0 ? "" : ", ",
                   *name == '\0' ? "unnamed hardware" : name, (long long)samples,
                   samples == 1 ? "" : "s");
        out->n += *name != '\0';
    }
    return rc;
}

static const struct baseline_table *table_on(const struct baseline_tables *t, const char *hardware)
{
    for (size_t i = 0; i < t->n; i++)
        if (is_measured(&t->items[i]) && strcmp(t->items[i].hardware, hardware) == 0)
            return &t->items[i];
    return NULL;
}

/* Problems that any device has measured, of which the samples' own times are in out->samples. */
static void add_problems(const struct baseline_tables *t, struct baseline_table *out,
                         struct arena *arena)
{
    size_t most = 0;
    for (size_t i = 0; i < t->n; i++)
        most += t->items[i].n_entries;
    out->entries = arena_array(arena, most, sizeof(*out->entries));
    for (int measured = 1; measured >= 0; measured--)
        for (size_t i = 0; i < t->n; i++)
            for (size_t j = 0; j < t->items[i].n_entries; j++) {
                const struct baseline_entry *e = &t->items[i].entries[j];
                if (isnan(e->runtime_us) != (measured == 0) ||
                    baseline_find(out, e->level, e->problem_id) != NULL)
                    continue;
                out->entries[out->n_entries++] = *e;
            }
    qsort(out->entries, out->n_entries, sizeof(*out->entries), by_problem);
}

/* A sample's last turn counts. */
static void put_sample(struct baseline_table *out, size_t *capacity, struct baseline_sample x)
{
    struct baseline_sample *last = out->n_samples == 0 ? NULL : &out->samples[out->n_samples - 1];
    if (last != NULL && last->level == x.level && last->problem_id == x.problem_id &&
        last->step == x.step && last->sample == x.sample) {
        *last = x;
        return;
    }
    if (out->n_samples == *capacity) {
        *capacity += *capacity + 256;
        out->samples = mem_grow(out->samples, *capacity, sizeof(*out->samples));
    }
    out->samples[out->n_samples++] = x;
}

static int read_samples(struct db *db, const struct baseline_tables *t, const char *run,
                        struct baseline_table *out, struct err *err)
{
    struct stmt *st = db_query(db, "load_run_device_times");
    size_t capacity = 0;
    int rc = 0;
    stmt_bind_text(st, ":run", run);
    while ((rc = stmt_step(st, err)) > 0) {
        const struct baseline_table *own = table_on(t, stmt_text(st, LOAD_RUN_DEVICE_TIMES_DEVICE));
        struct baseline_sample x = { (int)stmt_int(st, LOAD_RUN_DEVICE_TIMES_LEVEL),
                                     (int)stmt_int(st, LOAD_RUN_DEVICE_TIMES_PROBLEM_ID),
                                     stmt_int(st, LOAD_RUN_DEVICE_TIMES_STEP),
                                     stmt_int(st, LOAD_RUN_DEVICE_TIMES_SAMPLE), (double)NAN };
        const struct baseline_entry *e =
            own == NULL ? NULL : baseline_find(own, x.level, x.problem_id);
        x.runtime_us = e == NULL ? (double)NAN : e->runtime_us;
        put_sample(out, &capacity, x);
    }
    return rc;
}

/* Every device of the run must have its own times. */
static int need_devices(struct db *db, const struct baseline_tables *t, const char *name,
                        const char *run, const char *list, struct err *err)
{
    struct stmt *st = db_query(db, "load_run_devices");
    CLEANUP(buf_release) struct buf lacks = { 0 };
    int rc = 0;
    stmt_bind_text(st, ":run", run);
    while ((rc = stmt_step(st, err)) > 0) {
        const char *device = stmt_text(st, LOAD_RUN_DEVICES_NAME);
        if (table_on(t, device) == NULL)
            buf_printf(&lacks, "%s%s", lacks.len == 0 ? "" : ", ",
                       *device == '\0' ? "unnamed hardware" : device);
    }
    if (rc == 0 && lacks.len > 0)
        rc = err_set(err, ERR_USAGE,
                     "run %s was timed on several devices: %s. Baseline %s has no times of %s. "
                     "Import them:\n  rollbook ingest kernelbench-baseline FILE --name %s\n"
                     "or divide all samples by one device's times with --baseline-hardware NAME",
                     run, list, name, buf_text(&lacks), name);
    return rc;
}

/* Each sample is divided into the time of its own device. */
static int load_by_device(struct db *db, const char *name, const char *run, const char *list,
                          struct arena *arena, struct baseline_table *out, struct err *err)
{
    CLEANUP(release_tables) struct baseline_tables t = { 0 };
    struct baseline_table b = { .name = arena_strdup(arena, name), .foreign = "" };
    int rc = read_tables(db, name, arena, &t, err);
    if (rc == 0 && t.n == 0)
        rc = store_unknown(db, STORE_BASELINE, name, err);
    if (rc == 0)
        rc = need_devices(db, &t, name, run, list, err);
    if (rc == 0)
        rc = read_samples(db, &t, run, &b, err);
    if (rc == 0) {
        struct baseline_sample *samples = arena_array(arena, b.n_samples + 1, sizeof(*samples));
        if (b.n_samples > 0)
            memcpy(samples, b.samples, b.n_samples * sizeof(*samples));
        add_problems(&t, &b, arena);
        *out = b;
        out->samples = samples;
        out->hardware = arena_printf(arena, "each sample's own: %s", list);
    }
    free(b.samples);
    return rc;
}

int load_run_baseline(struct db *db, const char *name, const char *hardware,
                      const struct study_run *run, struct arena *arena, struct baseline_table *out,
                      struct err *err)
{
    CLEANUP(release_devices) struct run_devices devices = { 0 };
    int rc = run->device[0] == '\0' ? read_devices(db, run->name, &devices, err) : 0;
    if (rc < 0)
        return rc;
    if (devices.n > 1 && hardware == NULL)
        return load_by_device(db, name, run->name, buf_text(&devices.list), arena, out, err);
    rc = load_baseline(db, name, hardware, run->device, arena, out, err);
    if (rc == 0 && devices.n > 1)
        out->foreign = arena_strdup(arena, buf_text(&devices.list));
    return rc;
}

int load_hardware(struct db *db, const char *baseline, struct arena *arena,
                  struct hardware_time **out, size_t *out_n, struct err *err)
{
    struct hardware_time *list = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = db_query(db, "load_hardware");
    stmt_bind_text(st, ":baseline", baseline);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] =
            (struct hardware_time){ .baseline = stmt_text_dup(st, LOAD_HARDWARE_BASELINE, arena),
                                    .device = stmt_text_dup(st, LOAD_HARDWARE_HARDWARE, arena),
                                    .task = stmt_text_dup(st, LOAD_HARDWARE_TASK, arena),
                                    .task_id = stmt_int(st, LOAD_HARDWARE_TASK_ID),
                                    .runtime_us = stmt_real(st, LOAD_HARDWARE_RUNTIME_US),
                                    .source = stmt_text_dup(st, LOAD_HARDWARE_SOURCE, arena) };
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "no runtime of a baseline%s%s",
                     baseline == NULL ? "" : " called ", baseline == NULL ? "" : baseline);
    if (rc == 0) {
        *out = arena_array(arena, n, sizeof(*list));
        memcpy(*out, list, n * sizeof(*list));
        *out_n = n;
    }
    free(list);
    return rc;
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
        /* Little-endian float64 as stored. */
        const unsigned char *bytes = blob;
        double *x = arena_array(arena, m.n, sizeof(*x));
        for (size_t i = 0; i < m.n; i++) {
            uint64_t bits = 0;
            for (size_t k = 8; k > 0; k--)
                bits = bits << 8 | bytes[8 * i + k - 1];
            memcpy(&x[i], &bits, sizeof(bits));
        }
        m.us = x;
    }
    return m;
}

int load_timing(const struct load_request *from, struct timing_measurement **out, size_t *out_n,
                struct err *err)
{
    struct timing_measurement *list = NULL;
    size_t n = 0;
    size_t capacity = 0;
    int64_t *ids = NULL;
    size_t run = 0;
    int rc = load_run_ids(from->db, from->names, from->n_names, from->arena, &ids, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(from->db, "load_timing");
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    while ((rc = stmt_step(st, err)) > 0) {
        run = find_key(ids, from->n_names, stmt_int(st, LOAD_TIMING_RUN_ID), run);
        if (run == from->n_names)
            continue;
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] = read_measurement(st, from->names[run], from->arena);
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NODATA, "no rollout of these runs was timed");
    if (rc == 0) {
        *out = arena_array(from->arena, n, sizeof(*list));
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
