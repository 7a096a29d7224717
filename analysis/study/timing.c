#include "analysis/study/timing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_rank.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/sweep.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define MAD_SCALE  1.4826
#define MAX_SLOPES 2000 /* for Theil-Sen; more are thinned evenly */
/* Student's t is 0 for five samples in perfect order, whose exact p is 1/60. */
#define MIN_DRIFT_TEST 8
#define DRIFT_P        .01

static double median_of(const double *x, size_t n, struct arena *arena)
{
    double *sorted = arena_array(arena, n, sizeof(*sorted));
    if (n > 0)
        memcpy(sorted, x, n * sizeof(*x));
    stat_sort(sorted, n);
    return stat_median_sorted(sorted, n);
}

static double scaled_mad(const double *x, size_t n, double median, struct arena *arena)
{
    double *distance = arena_array(arena, n, sizeof(*distance));
    for (size_t i = 0; i < n; i++)
        distance[i] = fabs(x[i] - median);
    stat_sort(distance, n);
    return MAD_SCALE * stat_median_sorted(distance, n);
}

static double outlier_share(const double *x, size_t n, double median, double mad)
{
    size_t outliers = 0;
    if (!(mad > 0.0))
        return STAT_NAN;
    for (size_t i = 0; i < n; i++)
        outliers += fabs(x[i] - median) > TIMING_OUTLIER_MADS * mad ? 1 : 0;
    return (double)outliers / (double)n;
}

/* Median slope of all pairs, per sample. */
static double theil_sen(const double *x, size_t n, struct arena *arena)
{
    size_t stride = (n + MAX_SLOPES - 1) / MAX_SLOPES;
    size_t kept = (n + stride - 1) / stride;
    size_t count = 0;
    double *slopes = arena_array(arena, kept * (kept - 1) / 2, sizeof(*slopes));
    for (size_t i = 0; i < n; i += stride) {
        for (size_t k = i + stride; k < n; k += stride)
            slopes[count++] = (x[k] - x[i]) / (double)(k - i);
    }
    stat_sort(slopes, count);
    return stat_median_sorted(slopes, count);
}

struct timing_quality timing_of_samples(const double *us, size_t n, struct arena *arena)
{
    double nan = STAT_NAN;
    struct timing_quality q = { n, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan };
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(us[i]) || !(us[i] > 0.0))
            return q;
    }
    if (n == 0)
        return q;
    double *sorted = arena_array(arena, n, sizeof(*sorted));
    memcpy(sorted, us, n * sizeof(*us));
    stat_sort(sorted, n);
    struct interval ci = sweep_median_interval(sorted, n, .95);
    q.median_us = stat_median_sorted(sorted, n);
    q.cv = sqrt(stat_variance(us, n)) / stat_mean(us, n);
    double mad = scaled_mad(us, n, q.median_us, arena);
    q.robust_noise = n > 1 ? mad / q.median_us : nan;
    q.noise_floor = (ci.high - ci.low) / 2.0 / q.median_us;
    q.outlier_share = outlier_share(us, n, q.median_us, mad);
    if (n >= 3) {
        double *order = arena_array(arena, n, sizeof(*order));
        struct stat_correlation rho;
        for (size_t i = 0; i < n; i++)
            order[i] = (double)i;
        q.first_excess = us[0] / median_of(us + 1, n - 1, arena) - 1.0;
        q.drift = theil_sen(us, n, arena) * (double)(n - 1) / q.median_us;
        if (stat_spearman(order, us, n, arena, &rho, NULL) == 0) {
            q.drift_rho = rho.r;
            q.drift_p = n >= MIN_DRIFT_TEST ? rho.p : STAT_NAN;
        }
        double mean = stat_mean(us, n);
        struct stat_sum products = { 0 };
        struct stat_sum squares = { 0 };
        for (size_t i = 0; i < n; i++) {
            stat_sum_add(&squares, (us[i] - mean) * (us[i] - mean));
            if (i > 0)
                stat_sum_add(&products, (us[i] - mean) * (us[i - 1] - mean));
        }
        double all = stat_sum_value(&squares);
        q.lag1 = all > 0.0 ? stat_sum_value(&products) / all : STAT_NAN;
        if (n >= 8)
            q.throttle =
                median_of(us + n - n / 4, n / 4, arena) / median_of(us, n / 4, arena) - 1.0;
    }
    return q;
}

static bool same_row(const struct timing_measurement *a, const struct timing_measurement *b)
{
    return strcmp(a->run, b->run) == 0 && strcmp(a->task, b->task) == 0 &&
           strcmp(a->subject, b->subject) == 0 && strcmp(a->method, b->method) == 0 &&
           strcmp(a->device, b->device) == 0;
}

static double defined_median(double *x, size_t n)
{
    size_t defined = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isnan(x[i]))
            x[defined++] = x[i];
    }
    stat_sort(x, defined);
    return stat_median_sorted(x, defined);
}

enum quantity {
    Q_SAMPLES,
    Q_MEDIAN,
    Q_CV,
    Q_ROBUST,
    Q_FLOOR,
    Q_FIRST,
    Q_DRIFT,
    Q_THROTTLE,
    Q_LAG1,
    Q_COUNT
};

static void put_quality(double *const *x, size_t at, const struct timing_quality *q)
{
    x[Q_SAMPLES][at] = (double)q->n;
    x[Q_MEDIAN][at] = q->median_us;
    x[Q_CV][at] = q->cv;
    x[Q_ROBUST][at] = q->robust_noise;
    x[Q_FLOOR][at] = q->noise_floor;
    x[Q_FIRST][at] = q->first_excess;
    x[Q_DRIFT][at] = q->drift;
    x[Q_THROTTLE][at] = q->throttle;
    x[Q_LAG1][at] = q->lag1;
}

static void put_raw(struct timing_row *r, const struct timing_measurement *m, size_t n,
                    struct arena *arena)
{
    double *x[Q_COUNT];
    double outliers = 0.0;
    size_t with_share = 0;
    size_t tested = 0;
    size_t drifting = 0;
    for (size_t k = 0; k < Q_COUNT; k++)
        x[k] = arena_array(arena, n, sizeof(**x));
    for (size_t i = 0; i < n; i++) {
        if (m[i].us == NULL)
            continue;
        struct arena scratch = { 0 };
        struct timing_quality q = timing_of_samples(m[i].us, m[i].n, &scratch);
        arena_release(&scratch);
        put_quality(x, r->n_raw++, &q);
        outliers += isnan(q.outlier_share) ? 0.0 : q.outlier_share;
        with_share += isnan(q.outlier_share) ? 0 : 1;
        tested += isnan(q.drift_p) ? 0 : 1;
        drifting += q.drift_p < DRIFT_P ? 1 : 0;
    }
    r->samples = defined_median(x[Q_SAMPLES], r->n_raw);
    r->median_us = defined_median(x[Q_MEDIAN], r->n_raw);
    r->cv = defined_median(x[Q_CV], r->n_raw);
    r->robust_noise = defined_median(x[Q_ROBUST], r->n_raw);
    r->noise_floor = defined_median(x[Q_FLOOR], r->n_raw);
    r->first_excess = defined_median(x[Q_FIRST], r->n_raw);
    r->drift = defined_median(x[Q_DRIFT], r->n_raw);
    r->throttle = defined_median(x[Q_THROTTLE], r->n_raw);
    r->lag1 = defined_median(x[Q_LAG1], r->n_raw);
    r->outlier_share = with_share > 0 ? outliers / (double)with_share : STAT_NAN;
    r->drift_share = tested > 0 ? (double)drifting / (double)tested : STAT_NAN;
}

static void put_between(struct timing_row *r, const struct timing_measurement *m, size_t n,
                        struct arena *arena)
{
    double *runtimes = arena_array(arena, n, sizeof(*runtimes));
    double *ratios = arena_array(arena, n, sizeof(*ratios));
    for (size_t i = 0; i < n; i++) {
        runtimes[i] = m[i].runtime_us;
        if (m[i].profiled_us > 0.0)
            ratios[r->n_profiled++] = m[i].runtime_us / m[i].profiled_us;
    }
    r->profiled_ratio = defined_median(ratios, r->n_profiled);
    r->between = STAT_NAN;
    if (n < 3 || strcmp(r->subject, "baseline") != 0)
        return;
    double median = median_of(runtimes, n, arena);
    r->between = scaled_mad(runtimes, n, median, arena) / median;
}

struct timing_row *timing_tabulate(const struct timing_measurement *m, size_t n, size_t *out_n,
                                   struct arena *arena)
{
    struct timing_row *rows = arena_array(arena, n, sizeof(*rows));
    size_t count = 0;
    for (size_t i = 0; i < n;) {
        size_t k = i + 1;
        while (k < n && same_row(&m[k], &m[i]))
            k++;
        struct timing_row *r = &rows[count++];
        *r = (struct timing_row){ .run = m[i].run,
                                  .task = m[i].task,
                                  .subject = m[i].subject,
                                  .device = m[i].device,
                                  .method = m[i].method,
                                  .n_measurements = k - i };
        put_raw(r, &m[i], k - i, arena);
        put_between(r, &m[i], k - i, arena);
        i = k;
    }
    *out_n = count;
    return rows;
}

static size_t list_cells(const struct hardware_time *times, size_t n, struct hardware_row *cells,
                         struct arena *arena)
{
    size_t count = 0;
    double *x = arena_array(arena, n, sizeof(*x));
    for (size_t i = 0; i < n;) {
        size_t k = i;
        for (; k < n && (times[k].task_id == times[i].task_id &&
                         strcmp(times[k].device, times[i].device) == 0);
             k++)
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
        while (end < n && (strcmp(times[end].baseline, times[i].baseline) == 0 &&
                           strcmp(times[end].source, times[i].source) == 0))
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
