#include "analysis/study/hardware.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

static bool same_table(const struct hardware_time *a, const struct hardware_time *b)
{
    return strcmp(a->baseline, b->baseline) == 0 && strcmp(a->source, b->source) == 0;
}

static bool same_cell(const struct hardware_time *a, const struct hardware_time *b)
{
    return a->task_id == b->task_id && strcmp(a->device, b->device) == 0;
}

static size_t list_cells(const struct hardware_time *times, size_t n, struct hardware_row *cells,
                         struct arena *arena)
{
    size_t count = 0;
    double *x = arena_array(arena, n, sizeof(*x));
    for (size_t i = 0; i < n;) {
        size_t k = i;
        for (; k < n && same_cell(&times[k], &times[i]); k++)
            x[k - i] = times[k].runtime_us;
        stat_sort(x, k - i);
        cells[count++] = (struct hardware_row){ .baseline = times[i].baseline,
                                                .source = times[i].source,
                                                .task = times[i].task,
                                                .task_id = times[i].task_id,
                                                .device = times[i].device,
                                                .n = k - i,
                                                .runtime_us = stat_median_sorted(x, k - i),
                                                .ratio = STAT_NAN,
                                                .ci = { STAT_NAN, STAT_NAN },
                                                .min_ratio = STAT_NAN,
                                                .max_ratio = STAT_NAN };
        i = k;
    }
    return count;
}

static int compare_texts(const void *pa, const void *pb)
{
    return strcmp(*(const char *const *)pa, *(const char *const *)pb);
}

static size_t list_devices(const struct hardware_row *cells, size_t n, const char **devices)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        devices[i] = cells[i].device;
    if (n > 0)
        qsort(devices, n, sizeof(*devices), compare_texts);
    for (size_t i = 0; i < n; i++) {
        if (count == 0 || strcmp(devices[count - 1], devices[i]) != 0)
            devices[count++] = devices[i];
    }
    return count;
}

/* To the reference's cell of the same task, next to which a cell stands. */
static void put_ratios(struct hardware_row *cells, size_t n, const char *reference)
{
    for (size_t i = 0; i < n;) {
        size_t end = i;
        double base = STAT_NAN;
        for (; end < n && cells[end].task_id == cells[i].task_id; end++) {
            if (reference != NULL && strcmp(cells[end].device, reference) == 0)
                base = cells[end].runtime_us;
        }
        for (; i < end; i++) {
            cells[i].reference = reference;
            cells[i].ratio = base / cells[i].runtime_us;
        }
    }
}

static struct hardware_row summarise(const struct hardware_row *cells, size_t n, const char *device,
                                     const char *reference, const struct hardware_options *o,
                                     struct arena *arena)
{
    double *logs = arena_array(arena, n, sizeof(*logs));
    struct hardware_row r = { .baseline = cells[0].baseline,
                              .source = cells[0].source,
                              .device = device,
                              .reference = reference,
                              .runtime_us = STAT_NAN,
                              .min_ratio = STAT_NAN,
                              .max_ratio = STAT_NAN };
    for (size_t i = 0; i < n; i++) {
        double ratio = cells[i].ratio;
        if (strcmp(cells[i].device, device) != 0 || isnan(ratio))
            continue;
        logs[r.n++] = log(ratio);
        r.min_ratio = isnan(r.min_ratio) || ratio < r.min_ratio ? ratio : r.min_ratio;
        r.max_ratio = isnan(r.max_ratio) || ratio > r.max_ratio ? ratio : r.max_ratio;
    }
    r.ratio = exp(stat_mean(logs, r.n));
    struct interval ci = stat_interval_student(logs, r.n, o->level);
    r.ci = (struct interval){ exp(ci.low), exp(ci.high) };
    return r;
}

struct hardware_row *hardware_tabulate(const struct hardware_time *times, size_t n,
                                       const struct hardware_options *o, size_t *out_n,
                                       struct arena *arena)
{
    struct hardware_row *rows = arena_array(arena, 2 * n, sizeof(*rows));
    size_t count = 0;
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && same_table(&times[end], &times[i]))
            end++;
        const char **devices = arena_array(arena, end - i, sizeof(*devices));
        struct hardware_row *cells = arena_array(arena, end - i, sizeof(*cells));
        size_t n_cells = list_cells(&times[i], end - i, cells, arena);
        size_t n_devices = list_devices(cells, n_cells, devices);
        const char *reference = o->reference == NULL ? devices[0] : NULL;
        for (size_t d = 0; d < n_devices && o->reference != NULL; d++) {
            if (strcmp(devices[d], o->reference) == 0)
                reference = devices[d];
        }
        put_ratios(cells, n_cells, reference);
        for (size_t d = 0; d < n_devices; d++)
            rows[count++] = summarise(cells, n_cells, devices[d], reference, o, arena);
        for (size_t k = 0; k < n_cells; k++)
            rows[count++] = cells[k];
        i = end;
    }
    *out_n = count;
    return rows;
}
