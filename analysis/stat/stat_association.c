#include "analysis/stat/stat_association.h"

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/err.h"

static double partial(double xy, double xz, double yz)
{
    double left = (1.0 - xz) * (1.0 + xz) * (1.0 - yz) * (1.0 + yz);
    return left > 0.0 ? fmax(-1.0, fmin(1.0, (xy - xz * yz) / sqrt(left))) : STAT_NAN;
}

int stat_partial_spearman(const double *x, const double *y, const double *z, size_t n,
                          struct arena *arena, struct stat_correlation *out, struct err *err)
{
    struct stat_correlation xy;
    struct stat_correlation xz;
    struct stat_correlation yz;
    int rc = stat_spearman(x, y, n, arena, &xy, err);
    if (rc == 0)
        rc = stat_spearman(x, z, n, arena, &xz, err);
    if (rc == 0)
        rc = stat_spearman(y, z, n, arena, &yz, err);
    if (rc < 0)
        return rc;
    struct stat_correlation c = { STAT_NAN, STAT_NAN, n };
    c.r = partial(xy.r, xz.r, yz.r);
    double df = (double)n - 3.0;
    if (df > 0.0 && !isnan(c.r))
        c.p = fabs(c.r) < 1.0
                  ? stat_student_two_sided(c.r * sqrt(df / ((1.0 + c.r) * (1.0 - c.r))), df)
                  : 0.0;
    *out = c;
    return 0;
}

static double fisher_z(double r, size_t n)
{
    double size = (double)n;
    double most = 1.0 - 6.0 / (size * (size * size - 1.0));
    return atanh(fmax(-most, fmin(most, r)));
}

static void close_fisher(const struct stat_correlation *groups, const size_t *clusters,
                         size_t n_groups, size_t n_fixed, double level, double z, double weight,
                         struct stat_fisher *f)
{
    struct stat_sum squares = { 0.0, 0.0 };
    double part = 0.0;
    size_t last = 0;
    for (size_t i = 0; i < n_groups; i++) {
        const struct stat_correlation *g = &groups[i];
        size_t cluster = clusters == NULL ? i : clusters[i];
        if (isnan(g->r) || g->n <= 3 + n_fixed)
            continue;
        if (f->n_clusters == 0 || cluster != last) {
            stat_sum_add(&squares, part * part);
            part = 0.0;
            f->n_clusters++;
        }
        last = cluster;
        part += (double)(g->n - 3 - n_fixed) * (fisher_z(g->r, g->n) - z);
    }
    stat_sum_add(&squares, part * part);
    double df = (double)f->n_clusters - 1.0;
    double error = sqrt(stat_sum_value(&squares) * (df + 1.0) / df) / weight;
    if (f->n_clusters < 2 || !(error > 1e-12))
        return;
    double reach = stat_student_quantile(0.5 + level / 2.0, df) * error;
    f->p = stat_student_two_sided(z / error, df);
    f->ci = (struct interval){ tanh(z - reach), tanh(z + reach) };
}

struct stat_fisher stat_fisher_combine(const struct stat_correlation *groups,
                                       const size_t *clusters, size_t n_groups, size_t n_fixed,
                                       double level)
{
    struct stat_fisher f = { .r = STAT_NAN, .p = STAT_NAN, .ci = { STAT_NAN, STAT_NAN } };
    struct stat_sum sum = { 0.0, 0.0 };
    double weight = 0.0;
    for (size_t i = 0; i < n_groups; i++) {
        const struct stat_correlation *g = &groups[i];
        if (isnan(g->r) || g->n <= 3 + n_fixed) {
            f.n_left_out++;
            continue;
        }
        double w = (double)(g->n - 3 - n_fixed);
        stat_sum_add(&sum, w * fisher_z(g->r, g->n));
        weight += w;
        f.n += g->n;
        f.n_groups++;
    }
    if (f.n_groups == 0)
        return f;
    double z = stat_sum_value(&sum) / weight;
    f.r = tanh(z);
    close_fisher(groups, clusters, n_groups, n_fixed, level, z, weight, &f);
    return f;
}
