#include "analysis/tables/table_timing.h"

#include "analysis/from_store/load_runtimes.h"
#include "analysis/study/timing.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define FEW_SAMPLES "too few samples, or all the same"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "task", 0, COLUMN_TEXT, "short name of the task, or \"all\"" },
    { "subject", 0, COLUMN_TEXT, "candidate or baseline" },
    { "device", 0, COLUMN_TEXT, "where", "not named" },
    { "method", 0, COLUMN_TEXT, "how it was timed" },
    { "measurements", 0, COLUMN_INT, "of the task" },
    { "with_samples", 0, COLUMN_INT, "measurements with raw samples" },
    { "samples", 4, COLUMN_REAL, "median of their numbers of raw samples", "no raw samples" },
    { "median_us", 4, COLUMN_REAL, "median of their medians", "no raw samples", .unit = "us" },
    { "cv", 4, COLUMN_REAL, "sd / mean of raw samples, median over measurements",
      "no raw samples" },
    { "robust_noise", 4, COLUMN_REAL, "1.4826 MAD / median", "no raw samples" },
    { "noise_floor", 4, COLUMN_REAL, "half the order-statistic interval of the median / median",
      FEW_SAMPLES "; or no raw samples" },
    { "between_measurements", 4, COLUMN_REAL, "spread of the medians",
      "of three or more measurements of a baseline" },
    { "outlier_share", 4, COLUMN_REAL, "samples far above the median", "no raw samples" },
    { "first_excess", 4, COLUMN_REAL, "first sample / median - 1", "no raw samples" },
    { "drift", 4, COLUMN_REAL, "Theil-Sen slope over a measurement / median", "no raw samples" },
    { "drifting_share", 4, COLUMN_REAL, "measurements whose drift is more than noise",
      FEW_SAMPLES "; or no raw samples" },
    { "throttle", 4, COLUMN_REAL, "share of measurements that slow down",
      FEW_SAMPLES "; or no raw samples" },
    { "lag1", 4, COLUMN_REAL, "autocorrelation of neighbours", "no raw samples" },
    { "profiled", 0, COLUMN_INT, "measurements with device times of a profiler" },
    { "runtime_over_profiled", 4, COLUMN_REAL, "runtime / device time",
      "no profile for the timing" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.timing/1",
    .rows = "noise of raw timings",
    SHAPE_COLUMNS(columns),
    .formulas = { "robust_noise $= 1.4826 \\frac{\\mathrm{median} |x_i - M|}{M}$ with the median "
                  "$M$; $\\mathrm{drift} = \\frac{(n - 1) b}{M}$ with the Theil-Sen slope $b$",
                  "noise_floor: half the order-statistic interval of the median, 95 %, divided by "
                  "the median" },
    .references = { "Sen 1968, Estimates of the regression coefficient based on Kendall's tau, "
                    "JASA 63",
                    "Conover 1999, Practical Nonparametric Statistics, third edition" },
    .denominator = "medians over the measurements with raw samples",
    .n = "columns with_samples and samples",
    .queries = { "load_timing" },
};

static void put_row(struct table *t, const struct timing_row *r)
{
    const char *few = r->n_raw == 0 ? "no raw samples" : FEW_SAMPLES;
    struct cell *c = table_row(t);
    *c++ = cell_text(t, r->run);
    *c++ = cell_text(t, r->task);
    *c++ = cell_text(t, r->subject);
    *c++ = r->device[0] == '\0' ? cell_na(t, "not named") : cell_text(t, r->device);
    *c++ = cell_text(t, r->method);
    *c++ = cell_int((int64_t)r->n_measurements);
    *c++ = cell_int((int64_t)r->n_raw);
    *c++ = tables_real(t, r->samples, few);
    *c++ = tables_real(t, r->median_us, few);
    *c++ = tables_real(t, r->cv, few);
    *c++ = tables_real(t, r->robust_noise, few);
    *c++ = tables_real(t, r->noise_floor, few);
    *c++ = tables_real(t, r->between, "of three or more measurements of a baseline");
    *c++ = tables_real(t, r->outlier_share, few);
    *c++ = tables_real(t, r->first_excess, few);
    *c++ = tables_real(t, r->drift, few);
    *c++ = tables_real(t, r->drift_share, few);
    *c++ = tables_real(t, r->throttle, few);
    *c++ = tables_real(t, r->lag1, few);
    *c++ = cell_int((int64_t)r->n_profiled);
    *c++ = tables_real(t, r->profiled_ratio, "no profile for the timing");
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    (void)options;
    const char *const *names = NULL;
    size_t n_names = 0;
    size_t n = 0;
    size_t n_rows = 0;
    struct timing_measurement *m = NULL;
    struct table t;
    int rc = tables_names(in, &names, &n_names, err);
    if (rc == 0)
        rc = load_timing(
            &(struct load_request){
                .db = in->db, .names = names, .n_names = n_names, .arena = in->arena },
            &m, &n, err);
    if (rc < 0)
        return rc;
    const struct timing_row *rows = timing_tabulate(m, n, &n_rows, in->arena);
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < n_rows; i++)
        put_row(&t, &rows[i]);
    table_reading(&t,
                  "medians over measurements with raw samples, as shares of the median runtime");
    table_note(&t, "medians over the measurements with raw samples; relative numbers are shares of "
                   "the median runtime");
    table_note(&t, "noise_floor: half the exact 95 %% interval of one measurement's median; "
                   "between_measurements: 1.4826 MAD over measurements of the same baseline: "
                   "speedups closer to 1 cannot be distinguished from noise");
    table_note(&t, "outlier: farther than 5 * 1.4826 MAD from the median. first_excess: first "
                   "sample over the median of the others, minus 1. drift: Theil-Sen from the first "
                   "to the last sample. drifting_share: Spearman of order and time, p < .01. "
                   "throttle: last quarter over first, minus 1");
    table_note(&t, "runtime_over_profiled: scored runtime over the summed device time of the "
                   "profiled kernels; far above 1 the launches weigh, below 1 one clock is wrong");
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
};

const struct table_kind table_timing = {
    .command = "analyze timing",
    .summary = "noise floor, drift, throttling and outliers of raw timings",
    .usage = "rollbook analyze timing [--run NAME[,NAME]]",
    .examples = "  rollbook analyze timing\n  rollbook analyze timing --run bon-42 --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows), NULL, 0 },
    .make = make,
};
