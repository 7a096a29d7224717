#include "analysis/from_store/load_baseline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/baseline_table.h"
#include "columns/load_baseline.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
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

static void list_hardware(const struct baseline_tables *t, struct buf *out)
{
    for (size_t i = 0; i < t->n; i++) {
        if (is_measured(&t->items[i]))
            buf_printf(out, "%s\"%s\" (%zu problems)", out->len == 0 ? "" : ", ",
                       t->items[i].hardware, t->items[i].n_entries);
    }
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
    list_hardware(t, &list);
    if (measured == 0)
        return err_set(err, ERR_NODATA, "baseline %s holds no runtime at all", name);
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
    return 0;
}
