#include "analysis/tables/table_hardware.h"

#include <math.h>

#include "analysis/from_store/load_runtimes.h"
#include "analysis/study/timing.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define NO_REFERENCE "the reference has no runtime here"

static const struct table_column columns[] = {
    { "baseline", 0, COLUMN_TEXT, "the baseline of the speedups" },
    { "source", 0, COLUMN_TEXT, "baseline or runs that the runtime is from" },
    { "task", 0, COLUMN_TEXT, "short name of the task, or \"all\"" },
    { "device", 0, COLUMN_TEXT, "where", "not named" },
    { "n", 0, COLUMN_INT, "number of samples or tasks in the row" },
    { "runtime_us", 4, COLUMN_REAL, "microseconds", "of a task", .unit = "us" },
    { "reference", 0, COLUMN_TEXT, "device that ratios are against", "not named" },
    { "reference_over_device", 4, COLUMN_REAL, "runtime on the reference / runtime on the device",
      NO_REFERENCE },
    INTERVAL_COLUMNS("", "", "of all tasks; or fewer than two tasks on both devices, or all alike"),
    { "min_ratio", 4, COLUMN_REAL, "smallest of a task", "of all tasks" },
    { "max_ratio", 4, COLUMN_REAL, "largest of a task", "of all tasks" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.hardware/1",
    .rows = "runtimes of a baseline across devices",
    SHAPE_COLUMNS(columns),
    .formulas = { "$r_t = \\frac{\\text{runtime on the reference}}{\\text{runtime on the device}}$ "
                  "of a task (reference_over_device); all $n$ tasks: $\\exp\\left(\\frac{1}{n} "
                  "\\sum_t \\ln r_t\\right)$",
                  "Student's $t$ over the tasks" },
    .references = { KERNELBENCH },
    .denominator = "tasks with a runtime on both devices",
    .n = "column n",
    .queries = { "load_hardware" },
};

static const char *device_name(const char *device)
{
    return device[0] == '\0' ? "unnamed hardware" : device;
}

static void put_row(struct table *t, const struct hardware_row *r)
{
    static const char of_all[] = "of all tasks";
    struct cell *c = table_row(t);
    *c++ = cell_text(t, r->baseline);
    *c++ = cell_text(t, r->source);
    *c++ = cell_text(t, r->task == NULL ? "all" : r->task);
    *c++ = cell_text(t, device_name(r->device));
    *c++ = cell_int((int64_t)r->n);
    *c++ = tables_real(t, r->runtime_us, "of a task");
    *c++ =
        r->reference == NULL ? cell_na(t, NO_REFERENCE) : cell_text(t, device_name(r->reference));
    *c++ = tables_real(t, r->ratio, NO_REFERENCE);
    c = tables_put_interval(t, c, r->ci, isnan(r->ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                            r->task == NULL ? "fewer than two tasks on both devices, or all alike"
                                            : of_all);
    *c++ = tables_real(t, r->min_ratio, of_all);
    *c++ = tables_real(t, r->max_ratio, of_all);
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
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < n_rows; i++) {
        if (!o->mean || rows[i].task == NULL)
            put_row(&t, &rows[i]);
        if (!isnan(rows[i].ci.low) && (least == 0 || rows[i].n < least))
            least = rows[i].n;
    }
    table_reading(&t, "reference_over_device above 1: the device is faster than the reference; "
                      "all: geometric mean over common tasks");
    table_note(&t, "reference_over_device: above 1 the device is faster than the reference; task "
                   "all: geometric mean over the tasks that both have (n of them)");
    table_note(&t, "stored: imported runtimes. measured: median of those measured during "
                   "candidates' evaluations, n of them; the two are not mixed");
    table_note(&t, "intervals: %g %%, Student's t over the tasks, on the logs", 100.0 * r.level);
    tables_note_few(&t, least);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    OPTION(struct table_input, baseline, "baseline", "NAME", "only this one", .is_shared = true),
    OPTION(struct table_hardware_options, reference, "reference", "DEVICE",
           "device to compare with (default: the first by name)"),
    TABLE_EXPLAIN_OPTION,
    OPTION(struct table_hardware_options, mean, "mean", NULL, "only the rows over all tasks"),
    TABLE_RESAMPLE_OPTIONS(struct table_hardware_options),
};

const struct table_kind table_hardware = {
    .command = "analyze hardware",
    .summary = "runtimes of a baseline across devices",
    .usage = "rollbook analyze hardware [--baseline NAME] [--reference DEVICE] [options]",
    .examples = "  rollbook analyze hardware --mean\n  rollbook analyze hardware --baseline "
                "torch_eager --reference \"NVIDIA T4\"\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_hardware_options){ STANDARD_hardware },
                 sizeof(struct table_hardware_options) },
    .make = make,
};
