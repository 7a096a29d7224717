#include "analysis/resample/stat_calibration.h"

#include <stdlib.h>

#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"

/* Takes about a second. */
#define DRAWS_MOST  20000000.0
#define DRAWS_LEAST 200
#define LOG_FLOOR   1e-15
/* Exact p given the ties is cheap. */
#define EXACT_MOST 100

/* Sums over clusters.  The place behind the bins is for what is in none. */
struct bin_sums {
    double n;
    double events;
    double confidence;
};

struct cluster_sums {
    struct bin_sums *bins;
    double n;
    double squares;
    double logs;
};

struct forecasts {
    const struct stat_forecast *x;
    size_t n;
    const size_t *bin; /* of each */
    size_t n_clusters; /* above each one's cluster */
};

/* Comparing with b / n keeps 0.7 of ten bins in its place; rounding would move it.  n_bins: in no
 * bin. */
static size_t bin_by_width(double confidence, size_t n_bins, enum stat_edges edges)
{
    double bins = (double)n_bins;
    size_t b = (size_t)(confidence * bins);
    if (edges == STAT_EDGES_LOW) {
        if ((double)(b + 1) / bins <= confidence)
            b++;
        return b < n_bins ? b : n_bins - 1;
    }
    if (edges == STAT_EDGES_HIGH_ONLY && !(confidence > 0.0))
        return n_bins;
    if (b > 0 && confidence <= (double)b / bins)
        b--;
    return b < n_bins ? b : n_bins - 1;
}

static void find_bins(const struct stat_forecast *x, size_t n,
                      const struct stat_calibration_options *o, struct arena *arena, size_t *out)
{
    if (!o->by_size) {
        for (size_t i = 0; i < n; i++)
            out[i] = bin_by_width(x[i].confidence, o->n_bins, o->edges);
        return;
    }
    double *values = arena_array(arena, n + 1, sizeof(*values));
    int64_t *ranks = arena_array(arena, n + 1, sizeof(*ranks));
    for (size_t i = 0; i < n; i++)
        values[i] = x[i].confidence;
    stat_rank_doubled(values, n, ranks, arena);
    for (size_t i = 0; i < n; i++)
        out[i] = (size_t)(ranks[i] - 1) * o->n_bins / (2 * n);
}

static double log_loss(const struct stat_forecast *f)
{
    double p = fmin(fmax(f->confidence, LOG_FLOOR), 1.0 - LOG_FLOOR);
    return -log(f->event ? p : 1.0 - p);
}

static struct cluster_sums *sum_clusters(const struct stat_forecast *x, size_t n, const size_t *bin,
                                         size_t n_bins, size_t n_clusters, struct arena *arena)
{
    struct cluster_sums *c = arena_array(arena, n_clusters + 1, sizeof(*c));
    for (size_t k = 0; k < n_clusters; k++)
        c[k].bins = arena_array(arena, n_bins + 1, sizeof(*c[k].bins));
    for (size_t i = 0; i < n; i++) {
        struct cluster_sums *s = &c[x[i].cluster];
        double miss = x[i].confidence - (x[i].event ? 1.0 : 0.0);
        s->n += 1.0;
        s->squares += miss * miss;
        s->logs += log_loss(&x[i]);
        s->bins[bin[i]].n += 1.0;
        s->bins[bin[i]].events += x[i].event ? 1.0 : 0.0;
        s->bins[bin[i]].confidence += x[i].confidence;
    }
    return c;
}

static void add_cluster(struct cluster_sums *to, const struct cluster_sums *from, size_t n_bins)
{
    to->n += from->n;
    to->squares += from->squares;
    to->logs += from->logs;
    for (size_t b = 0; b <= n_bins; b++) {
        to->bins[b].n += from->bins[b].n;
        to->bins[b].events += from->bins[b].events;
        to->bins[b].confidence += from->bins[b].confidence;
    }
}

static double ece_of(const struct bin_sums *bins, size_t n_bins, double n)
{
    double sum = 0.0;
    for (size_t b = 0; b < n_bins; b++)
        sum += fabs(bins[b].confidence - bins[b].events);
    return sum / n;
}

static double gap_of(const struct bin_sums *bins, size_t n_bins, double n)
{
    double sum = 0.0;
    for (size_t b = 0; b <= n_bins; b++)
        sum += bins[b].confidence - bins[b].events;
    return sum / n;
}

/* Student's t for means; an ECE gets nothing. */
static void student(const struct cluster_sums *clusters, const size_t *present, size_t n_present,
                    const struct stat_calibration_options *o, struct arena *arena,
                    struct stat_calibration *out)
{
    double *n = arena_array(arena, n_present + 1, sizeof(*n));
    double *squares = arena_array(arena, n_present + 1, sizeof(*squares));
    double *logs = arena_array(arena, n_present + 1, sizeof(*logs));
    double *gaps = arena_array(arena, n_present + 1, sizeof(*gaps));
    for (size_t k = 0; k < n_present; k++) {
        const struct cluster_sums *c = &clusters[present[k]];
        n[k] = c->n;
        squares[k] = c->squares;
        logs[k] = c->logs;
        gaps[k] = gap_of(c->bins, o->n_bins, 1.0);
    }
    out->brier.ci = stat_interval_ratio(squares, n, n_present, o->level);
    out->log_loss.ci = stat_interval_ratio(logs, n, n_present, o->level);
    out->gap.ci = stat_interval_ratio(gaps, n, n_present, o->level);
}

static void resample(const struct cluster_sums *clusters, const size_t *present, size_t n_present,
                     const struct stat_calibration_options *o, struct arena *arena,
                     struct stat_calibration *out)
{
    size_t replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES;
    struct stat_score *scores[] = { &out->ece, &out->brier, &out->log_loss, &out->gap };
    double *values[ARRAY_LEN(scores)];
    for (size_t k = 0; k < ARRAY_LEN(scores); k++) {
        values[k] = arena_array(arena, replicates, sizeof(*values[k]));
        scores[k]->ci = (struct interval){ STAT_NAN, STAT_NAN };
    }
    if (n_present < STAT_FEW_TASKS) {
        student(clusters, present, n_present, o, arena, out);
        return;
    }
    struct bin_sums *bins = arena_array(arena, o->n_bins + 1, sizeof(*bins));
    for (size_t r = 0; r < replicates; r++) {
        struct rng g;
        struct cluster_sums all = { .bins = bins };
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_CALIBRATION, r);
        for (size_t b = 0; b <= o->n_bins; b++)
            bins[b] = (struct bin_sums){ 0.0, 0.0, 0.0 };
        for (size_t k = 0; k < n_present; k++)
            add_cluster(&all, &clusters[present[rng_below(&g, (uint32_t)n_present)]], o->n_bins);
        values[0][r] = ece_of(bins, o->n_bins, all.n);
        values[1][r] = all.squares / all.n;
        values[2][r] = all.logs / all.n;
        values[3][r] = gap_of(bins, o->n_bins, all.n);
    }
    for (size_t k = 0; k < ARRAY_LEN(scores); k++)
        scores[k]->ci =
            stat_interval_with_width(stat_percentile_interval(values[k], replicates, o->level));
}

static void expect_ece(const struct forecasts *f, const struct bin_sums *observed,
                       const struct stat_calibration_options *o, struct arena *arena,
                       struct stat_calibration *out)
{
    int draws = o->replicates > 0 ? o->replicates : STAT_BOOTSTRAP_REPLICATES;
    int most = (int)fmax(DRAWS_MOST / (double)f->n, DRAWS_LEAST);
    struct bin_sums *bins = arena_array(arena, o->n_bins + 1, sizeof(*bins));
    double sum = 0.0;
    int hits = 0;
    out->ece_draws = draws < most ? draws : most;
    for (int r = 0; r < out->ece_draws; r++) {
        struct rng g;
        rng_init(&g, o->seed, RNG_PERMUTATION, STAT_ANALYSIS_CALIBRATION, (uint64_t)r, 0);
        for (size_t b = 0; b <= o->n_bins; b++)
            bins[b] = (struct bin_sums){ observed[b].n, 0.0, observed[b].confidence };
        for (size_t i = 0; i < f->n; i++)
            bins[f->bin[i]].events += rng_double(&g) < f->x[i].confidence ? 1.0 : 0.0;
        double ece = ece_of(bins, o->n_bins, (double)f->n);
        sum += ece;
        hits += ece >= out->ece.value - 1e-12;
    }
    out->ece_expected = sum / out->ece_draws;
    out->ece_p = (hits + 1.0) / (out->ece_draws + 1.0);
    /* A resampled ECE is above 0 even when every confidence is true. */
    if (!(out->ece_p < 1.0 - o->level))
        out->ece.ci = (struct interval){ STAT_NAN, STAT_NAN };
}

static void fill_bins(const struct stat_forecast *x, size_t n, const size_t *bin,
                      const struct bin_sums *sums, const struct stat_calibration_options *o,
                      struct stat_calibration_bin *out)
{
    for (size_t b = 0; b < o->n_bins; b++) {
        double bins = (double)o->n_bins;
        int64_t events = (int64_t)sums[b].events;
        out[b] = (struct stat_calibration_bin){ (double)b / bins,
                                                (double)(b + 1) / bins,
                                                (size_t)sums[b].n,
                                                (size_t)events,
                                                sums[b].confidence / sums[b].n,
                                                sums[b].events / sums[b].n,
                                                stat_interval_wilson(events, (int64_t)sums[b].n,
                                                                     o->level) };
        if (o->by_size)
            out[b].low = out[b].high = STAT_NAN;
    }
    for (size_t i = 0; i < n && o->by_size; i++) {
        struct stat_calibration_bin *b = &out[bin[i]];
        b->low = fmin(b->low, x[i].confidence);
        b->high = fmax(b->high, x[i].confidence);
    }
}

static void decompose(const struct stat_calibration_bin *bins, size_t n_bins,
                      struct stat_calibration *out)
{
    double n = (double)out->n;
    for (size_t b = 0; b < n_bins; b++) {
        if (bins[b].n == 0)
            continue;
        double gap = bins[b].mean_confidence - bins[b].rate;
        double apart = bins[b].rate - out->rate;
        out->mce = fmax(out->mce, fabs(gap));
        out->reliability += (double)bins[b].n / n * gap * gap;
        out->resolution += (double)bins[b].n / n * apart * apart;
    }
    out->uncertainty = out->rate * (1.0 - out->rate);
    out->skill = out->uncertainty > 0.0 ? 1.0 - out->brier.value / out->uncertainty : STAT_NAN;
}

static void discriminate(const struct stat_forecast *x, size_t n, struct arena *arena,
                         struct stat_calibration *out)
{
    double *yes = arena_array(arena, out->n_event + 1, sizeof(*yes));
    double *no = arena_array(arena, n - out->n_event + 1, sizeof(*no));
    size_t n_yes = 0;
    size_t n_no = 0;
    struct stat_mann_whitney u;
    out->auroc = out->auroc_p = STAT_NAN;
    for (size_t i = 0; i < n; i++) {
        if (x[i].event)
            yes[n_yes++] = x[i].confidence;
        else
            no[n_no++] = x[i].confidence;
    }
    if (n_yes == 0 || n_no == 0 ||
        stat_mann_whitney(&(struct stat_samples){ .x = yes, .n_x = n_yes, .y = no, .n_y = n_no },
                          STAT_TWO_SIDED, n <= EXACT_MOST ? STAT_EXACT : STAT_AUTO, arena, &u,
                          NULL) < 0)
        return;
    out->auroc = u.u / ((double)n_yes * (double)n_no);
    out->auroc_p = u.p;
    out->auroc_engine = u.engine;
}

static int by_confidence(const void *pa, const void *pb)
{
    double a = ((const struct stat_forecast *)pa)->confidence;
    double b = ((const struct stat_forecast *)pb)->confidence;
    return (a > b) - (a < b);
}

/* Same draws as resample; very many samples get fewer replicates. */
static void resample_auroc(const struct forecasts *f, const size_t *present,
                           const struct stat_calibration_options *o, struct arena *arena,
                           struct stat_calibration *out)
{
    size_t n = f->n, n_present = out->n_clusters;
    size_t replicates = o->replicates > 0 ? (size_t)o->replicates : STAT_BOOTSTRAP_REPLICATES;
    size_t most = (size_t)fmax(DRAWS_MOST / (double)n, DRAWS_LEAST);
    out->auroc_ci = (struct interval){ STAT_NAN, STAT_NAN };
    if (n_present < STAT_FEW_TASKS || isnan(out->auroc))
        return;
    if (replicates > most)
        replicates = most;
    struct stat_forecast *sorted = arena_array(arena, n, sizeof(*sorted));
    double *times = arena_array(arena, f->n_clusters, sizeof(*times));
    double *values = arena_array(arena, replicates, sizeof(*values));
    for (size_t i = 0; i < n; i++)
        sorted[i] = f->x[i];
    qsort(sorted, n, sizeof(*sorted), by_confidence);
    for (size_t r = 0; r < replicates; r++) {
        struct rng g;
        stat_bootstrap_stream(&g, o->seed, STAT_ANALYSIS_CALIBRATION, r);
        for (size_t k = 0; k < f->n_clusters; k++)
            times[k] = 0.0;
        for (size_t k = 0; k < n_present; k++)
            times[present[rng_below(&g, (uint32_t)n_present)]] += 1.0;
        /* Each forecast counts as often as its cluster was drawn. */
        double u = 0.0;
        double events = 0.0;
        double others = 0.0;
        for (size_t i = 0; i < n;) {
            double yes = 0.0;
            double no = 0.0;
            size_t from = i;
            for (; i < n && sorted[i].confidence <= sorted[from].confidence; i++) {
                yes += sorted[i].event ? times[sorted[i].cluster] : 0.0;
                no += sorted[i].event ? 0.0 : times[sorted[i].cluster];
            }
            u += yes * (others + 0.5 * no);
            events += yes;
            others += no;
        }
        values[r] = events > 0.0 && others > 0.0 ? u / (events * others) : STAT_NAN;
    }
    out->auroc_ci =
        stat_interval_with_width(stat_percentile_interval(values, replicates, o->level));
}

static struct stat_calibration undefined(void)
{
    const struct stat_score none = { STAT_NAN, { STAT_NAN, STAT_NAN } };
    return (struct stat_calibration){ .mean_confidence = STAT_NAN,
                                      .rate = STAT_NAN,
                                      .ece = none,
                                      .ece_expected = STAT_NAN,
                                      .ece_p = STAT_NAN,
                                      .mce = STAT_NAN,
                                      .brier = none,
                                      .reliability = STAT_NAN,
                                      .resolution = STAT_NAN,
                                      .uncertainty = STAT_NAN,
                                      .skill = STAT_NAN,
                                      .log_loss = none,
                                      .gap = none,
                                      .auroc = STAT_NAN,
                                      .auroc_ci = { STAT_NAN, STAT_NAN },
                                      .auroc_p = STAT_NAN };
}

struct stat_calibration stat_calibrate(const struct stat_forecast *x, size_t n,
                                       const struct stat_calibration_options *o,
                                       struct stat_calibration_bin *bins)
{
    struct arena work = { 0 };
    size_t *bin = arena_array(&work, n + 1, sizeof(*bin));
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        most = x[i].cluster >= most ? x[i].cluster + 1 : most;
    size_t n_clusters = most;
    size_t *present = arena_array(&work, n_clusters + 1, sizeof(*present));
    struct cluster_sums all = { .bins = arena_array(&work, o->n_bins + 1, sizeof(*all.bins)) };
    struct stat_calibration out = { .n = n };
    const struct forecasts f = { .x = x, .n = n, .bin = bin, .n_clusters = n_clusters };
    find_bins(x, n, o, &work, bin);
    struct cluster_sums *c = sum_clusters(x, n, bin, o->n_bins, n_clusters, &work);
    for (size_t k = 0; k < n_clusters; k++) {
        if (c[k].n > 0.0)
            present[out.n_clusters++] = k;
        add_cluster(&all, &c[k], o->n_bins);
    }
    fill_bins(x, n, bin, all.bins, o, bins);
    if (n > 0) {
        double events = 0.0;
        for (size_t b = 0; b <= o->n_bins; b++)
            events += all.bins[b].events;
        out.n_event = (size_t)events;
        out.rate = (double)out.n_event / (double)out.n;
        out.gap.value = gap_of(all.bins, o->n_bins, all.n);
        out.mean_confidence = out.rate + out.gap.value;
        out.ece.value = ece_of(all.bins, o->n_bins, all.n);
        out.brier.value = all.squares / all.n;
        out.log_loss.value = all.logs / all.n;
        decompose(bins, o->n_bins, &out);
        discriminate(x, n, &work, &out);
        resample(c, present, out.n_clusters, o, &work, &out);
        resample_auroc(&f, present, o, &work, &out);
        if (out.n_clusters < n)
            out.auroc_p = STAT_NAN;
        expect_ece(&f, all.bins, o, &work, &out);
    } else {
        out = undefined();
    }
    arena_release(&work);
    return out;
}
