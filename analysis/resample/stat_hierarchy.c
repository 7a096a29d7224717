#include "analysis/resample/stat_hierarchy.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/resample/stat_permutation.h"
#include "analysis/resample/stat_resample.h"
#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define PLACES  64
#define KAPPAS  10
#define SPREADS 11

/* Equal steps of the arcsine, where every binomial has the same variance. */
static double edge(double i)
{
    double x = sin(0.5 * 3.14159265358979323846 * i / PLACES);
    return x * x;
}

struct grid {
    const struct stat_hierarchy_input *in;
    size_t n_spreads;   /* 1 where q = theta */
    double *likelihood; /* [(task * n_spreads + s) * PLACES + theta], at most 1 a task */
    double *prior;      /* [(mu * KAPPAS + k) * PLACES + theta] */
    double *weight;     /* [(mu * KAPPAS + k) * n_spreads + s], cumulated */
};

static double log_seed(double c, double n, double theta, double s)
{
    double a = theta * s;
    double b = (1.0 - theta) * s;
    return stat_log_beta(a + c, b + n - c) - stat_log_beta(a, b);
}

static void fill_likelihood(struct grid *g)
{
    const struct stat_hierarchy_input *in = g->in;
    for (size_t t = 0; t < in->n_tasks; t++) {
        double *row = g->likelihood + t * g->n_spreads * PLACES;
        double most = -STAT_INF;
        for (size_t k = 0; k < g->n_spreads; k++) {
            double s = ldexp(2.0, (int)k);
            for (size_t i = 0; i < PLACES; i++) {
                double theta = edge((double)i + 0.5);
                double log_l = 0.0;
                for (size_t j = in->first[t]; j < in->first[t + 1]; j++) {
                    double c = in->c[j];
                    double n = in->n[j];
                    log_l += g->n_spreads == 1 ? c * log(theta) + (n - c) * log1p(-theta)
                                               : log_seed(c, n, theta, s);
                }
                row[k * PLACES + i] = log_l;
                most = fmax(most, log_l);
            }
        }
        for (size_t i = 0; i < g->n_spreads * PLACES; i++)
            row[i] = exp(row[i] - most);
    }
}

static double task_weight(const struct grid *g, size_t cell, size_t s, size_t t)
{
    const double *prior = g->prior + cell * PLACES;
    const double *likelihood = g->likelihood + (t * g->n_spreads + s) * PLACES;
    double sum = 0.0;
    for (size_t i = 0; i < PLACES; i++)
        sum += prior[i] * likelihood[i];
    return sum;
}

/* Cumulated weights of (mu, k, s) under a uniform mu; the last is the total. */
static void fill_weights(struct grid *g)
{
    size_t n = (size_t)PLACES * KAPPAS * g->n_spreads;
    double most = -STAT_INF;
    for (size_t i = 0; i < n; i++) {
        size_t cell = i / g->n_spreads;
        size_t m = cell / KAPPAS;
        double log_w = log(edge((double)m + 1.0) - edge((double)m));
        for (size_t t = 0; t < g->in->n_tasks; t++)
            log_w += log(task_weight(g, cell, i % g->n_spreads, t));
        g->weight[i] = log_w;
        most = fmax(most, log_w);
    }
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += exp(g->weight[i] - most);
        g->weight[i] = sum;
    }
}

static size_t find_weight(const double *sums, size_t n, double u)
{
    size_t low = 0;
    size_t high = n - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sums[middle] > u)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static double within(struct stat_words *w, size_t place)
{
    return edge((double)place + stat_word_double(w));
}

static double draw_theta(struct stat_words *w, const struct grid *g, size_t cell, size_t s,
                         size_t t)
{
    const double *prior = g->prior + cell * PLACES;
    const double *likelihood = g->likelihood + (t * g->n_spreads + s) * PLACES;
    double sums[PLACES];
    double sum = 0.0;
    for (size_t i = 0; i < PLACES; i++) {
        sum += prior[i] * likelihood[i];
        sums[i] = sum;
    }
    return within(w, find_weight(sums, PLACES, stat_word_double(w) * sum));
}

static void draw_all(const struct grid *g, uint64_t seed, uint64_t stream,
                     struct stat_hierarchy *out)
{
    size_t n = (size_t)PLACES * KAPPAS * g->n_spreads;
    for (uint64_t d = 0; d < STAT_HIERARCHY_DRAWS; d++) {
        struct stat_words w;
        stat_words_open(&w, seed, STAT_ANALYSIS_METHODS, d, 16 + stream);
        size_t i = find_weight(g->weight, n, stat_word_double(&w) * g->weight[n - 1]);
        size_t cell = i / g->n_spreads;
        double sum = 0.0;
        out->population[d] = within(&w, cell / KAPPAS);
        for (size_t t = 0; t < g->in->n_tasks; t++)
            sum += draw_theta(&w, g, cell, i % g->n_spreads, t);
        out->tasks[d] = sum / (double)g->in->n_tasks;
    }
}

static int check_input(const struct stat_hierarchy_input *in, size_t *most_seeds, struct err *err)
{
    *most_seeds = 0;
    if (in->n_tasks == 0)
        return err_set(err, ERR_NODATA, "the hierarchical model needs tasks");
    for (size_t t = 0; t < in->n_tasks; t++) {
        size_t n = in->first[t + 1] - in->first[t];
        if (n == 0)
            return err_set(err, ERR_NODATA, "task %zu has no seed", t + 1);
        *most_seeds = n > *most_seeds ? n : *most_seeds;
        for (size_t j = in->first[t]; j < in->first[t + 1]; j++) {
            if (!(in->n[j] > 0.0) || !(in->c[j] >= 0.0) || !(in->c[j] <= in->n[j]))
                return err_set(err, ERR_NODATA, "%g of %g rollouts of task %zu", in->c[j], in->n[j],
                               t + 1);
        }
    }
    return 0;
}

int stat_hierarchy(const struct stat_hierarchy_input *in, uint64_t seed, uint64_t stream,
                   struct stat_hierarchy *out, struct err *err)
{
    size_t most_seeds = 0;
    int rc = check_input(in, &most_seeds, err);
    if (rc < 0)
        return rc;
    struct grid g = { .in = in, .n_spreads = most_seeds > 1 ? SPREADS : 1 };
    g.likelihood = mem_array(in->n_tasks * g.n_spreads * PLACES, sizeof(double));
    g.prior = mem_array((size_t)PLACES * KAPPAS * PLACES, sizeof(double));
    g.weight = mem_array((size_t)PLACES * KAPPAS * g.n_spreads, sizeof(double));
    fill_likelihood(&g);
    for (size_t m = 0; m < PLACES; m++) {
        double mu = edge((double)m + 0.5);
        for (size_t k = 0; k < KAPPAS; k++) {
            double kappa = ldexp(0.5, (int)k);
            double *row = g.prior + (m * KAPPAS + k) * PLACES;
            double before = 0.0;
            for (size_t i = 0; i < PLACES; i++) {
                double next = i + 1 == PLACES ? 1.0
                                              : stat_beta_cdf(mu * kappa, (1.0 - mu) * kappa,
                                                              edge((double)i + 1.0));
                row[i] = next - before;
                before = next;
            }
        }
    }
    fill_weights(&g);
    draw_all(&g, seed, stream, out);
    free(g.likelihood);
    free(g.prior);
    free(g.weight);
    return 0;
}

#define REPLICATES 1000
#define FLIPS      2000 /* of a test beyond counting */

static double draw_cell(const struct stat_power_plan *p, struct rng *g, double rate)
{
    double hits = (double)stat_draw_binomial(g, p->budget, rate);
    return p->best ? (hits > 0.0 ? 1.0 : 0.0) : hits / (double)p->budget;
}

static double draw_task(const struct stat_power_plan *p, struct rng *g, double effect)
{
    double a = p->rates[rng_below(g, (uint32_t)p->n_rates)];
    double b = fmin(1.0, fmax(0.0, a + effect));
    double d = 0.0;
    for (size_t s = 0; s < p->n_seeds; s++)
        d += draw_cell(p, g, b) - draw_cell(p, g, a);
    return stat_on_grid(d / (double)p->n_seeds);
}

double stat_power_shares(const struct stat_power_plan *p, double effect)
{
    int replicates = p->replicates > 0 ? p->replicates : REPLICATES;
    int rejected = 0;
    if (p->n_rates == 0 || p->n_tasks == 0 || p->n_seeds == 0 || p->budget < 1)
        return STAT_NAN;
    double *d = mem_array(p->n_tasks, sizeof(*d));
    for (int r = 0; r < replicates; r++) {
        struct rng g;
        struct stat_sign_flip f;
        stat_bootstrap_stream(&g, p->seed, STAT_ANALYSIS_POWER, (uint64_t)r);
        for (size_t t = 0; t < p->n_tasks; t++)
            d[t] = draw_task(p, &g, effect);
        if (stat_sign_flip(d, p->n_tasks, STAT_TWO_SIDED, FLIPS, p->seed + (uint64_t)r,
                           STAT_ANALYSIS_POWER, &f, NULL) == 0)
            rejected += f.p <= p->alpha;
    }
    free(d);
    return (double)rejected / (double)replicates;
}

bool stat_power_rates(double mean, double sd, size_t n, double *out)
{
    double sum = mean * (1.0 - mean) / (sd * sd) - 1.0;
    if (!(mean > 0.0) || !(mean < 1.0) || !(sd >= 0.0) || (sd > 0.0 && !(sum > 0.0)))
        return false;
    for (size_t i = 0; i < n; i++)
        out[i] = sd > 0.0 ? stat_beta_quantile(mean * sum, (1.0 - mean) * sum,
                                               ((double)i + 0.5) / (double)n)
                          : mean;
    return true;
}
