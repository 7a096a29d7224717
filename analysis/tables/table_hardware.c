#include "analysis/tables/table_hardware.h"

#include <math.h>

#include "analysis/from_store/load_hardware.h"
#include "analysis/study/hardware.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum hardware_column {
    COL_BASELINE,
    COL_SOURCE,
    COL_TASK,
    COL_DEVICE,
    COL_N,
    COL_RUNTIME,
    COL_REFERENCE,
    COL_RATIO,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_MIN,
    COL_MAX,
    COL_COUNT
};

static const struct table_column columns[COL_COUNT] = {
    { "baseline", 0 },  { "source", 0 },     { "task", 0 },      { "device", 0 },
    { "n", 0 },         { "runtime_us", 4 }, { "reference", 0 }, { "reference_over_device", 4 },
    { "ci_low", 4 },    { "ci_high", 4 },    { "interval", 0 },  { "min_ratio", 4 },
    { "max_ratio", 4 },
};

static const char *device_name(const char *device)
{
    return device[0] == '\0' ? "unnamed hardware" : device;
}

static void put_row(struct table *t, const struct hardware_row *r)
{
    static const char of_all[] = "of all tasks";
    struct cell *c = table_row(t);
    c[COL_BASELINE] = cell_text(t, r->baseline);
    c[COL_SOURCE] = cell_text(t, r->source);
    c[COL_TASK] = cell_text(t, r->task == NULL ? "all" : r->task);
    c[COL_DEVICE] = cell_text(t, device_name(r->device));
    c[COL_N] = cell_int((int64_t)r->n);
    c[COL_RUNTIME] = tables_real(t, r->runtime_us, "of a task");
    c[COL_REFERENCE] = r->reference == NULL ? cell_na(t, "the reference has no runtime here")
                                            : cell_text(t, device_name(r->reference));
    c[COL_RATIO] = tables_real(t, r->ratio, "the reference has no runtime here");
    tables_put_interval(t, &c[COL_LOW], r->ci, isnan(r->ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                        r->task == NULL ? "fewer than two tasks on both devices, or all alike"
                                        : of_all);
    c[COL_MIN] = tables_real(t, r->min_ratio, of_all);
    c[COL_MAX] = tables_real(t, r->max_ratio, of_all);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_hardware_options *o = options;
    struct hardware_time *times = NULL;
    struct resampling r;
    struct table t;
    size_t n = 0;
    size_t n_rows = 0;
    size_t least = 0; /* behind an interval */
    int rc = tables_resampling(&o->resample, &r, err);
    if (rc == 0)
        rc = load_hardware(in->db, in->baseline, in->arena, &times, &n, err);
    if (rc < 0)
        return rc;
    struct hardware_options how = { o->reference, r.level };
    const struct hardware_row *rows = hardware_tabulate(times, n, &how, &n_rows, in->arena);
    table_init(&t, in->arena, "rollbook.analyze.hardware/1", columns, COL_COUNT);
    for (size_t i = 0; i < n_rows; i++) {
        if (!o->mean || rows[i].task == NULL)
            put_row(&t, &rows[i]);
        if (!isnan(rows[i].ci.low) && (least == 0 || rows[i].n < least))
            least = rows[i].n;
    }
    table_note(&t, "reference_over_device: above 1 the device is faster than the reference; task "
                   "all: geometric mean over the tasks that both have (n of them)");
    table_note(&t, "stored: imported runtimes; measured: median of those measured beside "
                   "candidates, n of them; the two are not mixed");
    table_note(&t, "intervals: %g %%, Student's t over the tasks, on the logs", 100.0 * r.level);
    tables_note_few(&t, least);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    OPTION(struct table_input, baseline, "baseline", "NAME", "only this one", .is_shared = true),
    OPTION(struct table_hardware_options, reference, "reference", "DEVICE",
           "device to compare with; else the first by name"),
    TABLE_EXPLAIN_OPTION,
    OPTION(struct table_hardware_options, mean, "mean", NULL, "only the rows over all tasks"),
    TABLE_RESAMPLE_OPTIONS(struct table_hardware_options),
};

const struct table_kind table_hardware = {
    .command = "analyze hardware",
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_hardware_options){ STANDARD_hardware },
                 sizeof(struct table_hardware_options) },
    .make = make,
};
