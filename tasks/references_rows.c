/*
 * references_rows.c - reductions, scans, norms, losses and attention.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "tasks/references.h"

/* log(sum of e^v) by adding one element at a time. */
static double log_sum(const float *v, size_t n)
{
    double total = (double)v[0];
    for (size_t i = 1; i < n; i++) {
        double x = (double)v[i], high = x > total ? x : total, low = x > total ? total : x;
        total = high + log1p(exp(low - high));
    }
    return total;
}

static void softmax(const struct problem *p)
{
    size_t m = problem_dim(p, "m"), n = problem_dim(p, "n");
    for (size_t r = 0; r < m; r++) {
        double norm = log_sum(p->in[0] + r * n, n);
        for (size_t i = r * n; i < (r + 1) * n; i++)
            p->out[i] = exp((double)p->in[0][i] - norm);
    }
}

static void log_softmax(const struct problem *p)
{
    size_t m = problem_dim(p, "m"), n = problem_dim(p, "n");
    for (size_t r = 0; r < m; r++) {
        double norm = log_sum(p->in[0] + r * n, n);
        for (size_t i = r * n; i < (r + 1) * n; i++)
            p->out[i] = (double)p->in[0][i] - norm;
    }
}

static void divide(const struct problem *p, size_t first, size_t n, double by)
{
    for (size_t i = first; i < first + n; i++)
        p->out[i] = (double)p->in[0][i] / by;
}

static void l1_norm(const struct problem *p)
{
    size_t m = problem_dim(p, "m"), n = problem_dim(p, "n");
    for (size_t r = 0; r < m; r++) {
        double sum = 0;
        for (size_t i = n; i-- > 0;)
            sum += fabs((double)p->in[0][r * n + i]);
        divide(p, r * n, n, sum / (double)n);
    }
}

/* Of n elements, without squares. */
static double length_of(const float *v, size_t n)
{
    double length = 0;
    for (size_t i = 0; i < n; i++)
        length = hypot(length, (double)v[i]);
    return length;
}

static void l2_norm(const struct problem *p)
{
    size_t m = problem_dim(p, "m"), n = problem_dim(p, "n");
    for (size_t r = 0; r < m; r++)
        divide(p, r * n, n, length_of(p->in[0] + r * n, n));
}

static void frobenius(const struct problem *p)
{
    size_t n = problem_dim(p, "n");
    divide(p, 0, n, length_of(p->in[0], n));
}

static void rms_norm(const struct problem *p)
{
    size_t n = problem_dim(p, "n"), c = problem_dim(p, "c");
    size_t area = problem_dim(p, "h") * problem_dim(p, "w");
    for (size_t s = 0; s < n; s++)
        for (size_t a = 0; a < area; a++) {
            size_t first = s * c * area + a;
            double mean = 0;
            for (size_t k = 0; k < c; k++)
                mean += pow((double)p->in[0][first + k * area], 2) / (double)c;
            for (size_t k = 0; k < c; k++)
                p->out[first + k * area] =
                    (double)p->in[0][first + k * area] * pow(mean + 1e-5, -0.5);
        }
}

/* Mean and variance element by element (Welford). */
struct running_moments {
    double n, mean, squares;
};

static void observe(struct running_moments *m, double x)
{
    double d = x - m->mean;
    m->n += 1;
    m->mean += d / m->n;
    m->squares += d * (x - m->mean);
}

static double normalised(const struct running_moments *m, double x)
{
    return (x - m->mean) * pow(m->squares / m->n + 1e-5, -0.5);
}

/* Element i belongs to set i / inner % sets. */
static void normalise(const struct problem *p, size_t sets, size_t inner, size_t gamma_inner)
{
    size_t n = problem_size(p, &p->task->inputs[0]);
    size_t channels = p->task->n_inputs > 1 ? problem_size(p, &p->task->inputs[1]) : 1;
    struct running_moments *m = mem_array(sets, sizeof(*m));
    for (size_t i = 0; i < n; i++)
        observe(&m[i / inner % sets], (double)p->in[0][i]);
    for (size_t i = 0; i < n; i++) {
        double y = normalised(&m[i / inner % sets], (double)p->in[0][i]);
        size_t channel = i / gamma_inner % channels;
        if (p->task->n_inputs > 1)
            y = (double)p->in[2][channel] + y * (double)p->in[1][channel];
        p->out[i] = y;
    }
    free(m);
}

static void batch_norm(const struct problem *p)
{
    size_t area = problem_dim(p, "h") * problem_dim(p, "w");
    normalise(p, problem_dim(p, "c"), area, area);
}

static void instance_norm(const struct problem *p)
{
    size_t area = problem_dim(p, "h") * problem_dim(p, "w");
    normalise(p, problem_dim(p, "n") * problem_dim(p, "c"), area, area);
}

static void group_norm(const struct problem *p)
{
    size_t area = problem_dim(p, "h") * problem_dim(p, "w");
    normalise(p, problem_dim(p, "n") * problem_dim(p, "g"), problem_dim(p, "c") * area, area);
}

static void layer_norm(const struct problem *p)
{
    size_t inner = problem_dim(p, "c") * problem_dim(p, "h") * problem_dim(p, "w");
    normalise(p, problem_dim(p, "n"), inner, 1);
}

/* y of a row from the y before it, forwards or backwards. */
enum scan_kind { SCAN_SUM, SCAN_EXCLUSIVE, SCAN_MASKED, SCAN_PRODUCT };

static void scan(const struct problem *p, enum scan_kind kind, bool is_reverse)
{
    size_t m = problem_dim(p, "m"), n = problem_dim(p, "n");
    const unsigned char *mask = kind == SCAN_MASKED ? (const void *)p->in[1] : NULL;
    for (size_t j = 0; j < n; j++)
        for (size_t r = 0; r < m; r++) {
            size_t i = r * n + (is_reverse ? n - 1 - j : j), before = is_reverse ? i + 1 : i - 1;
            double y = j == 0 ? (kind == SCAN_PRODUCT ? 1 : 0) : p->out[before];
            double x = (double)p->in[0][i];
            if (kind == SCAN_PRODUCT)
                y *= x;
            else if (kind == SCAN_EXCLUSIVE)
                y += j == 0 ? 0 : (double)p->in[0][before];
            else if (mask == NULL || mask[i] != 0)
                y += x;
            p->out[i] = y;
        }
}

static void scan_sum(const struct problem *p)
{
    scan(p, SCAN_SUM, false);
}

static void scan_rev(const struct problem *p)
{
    scan(p, SCAN_SUM, true);
}

static void scan_excl(const struct problem *p)
{
    scan(p, SCAN_EXCLUSIVE, false);
}

static void scan_mask(const struct problem *p)
{
    scan(p, SCAN_MASKED, false);
}

static void scan_prod(const struct problem *p)
{
    scan(p, SCAN_PRODUCT, false);
}

/* Over r from its end; a later value that is as good gives way to an earlier one. */
static void reduce(const struct problem *p, double sign, bool is_index)
{
    size_t b = problem_dim(p, "b"), r = problem_dim(p, "r"), c = problem_dim(p, "c");
    for (size_t i = 0; i < b * c; i++) {
        const float *v = p->in[0] + i / c * r * c + i % c;
        size_t best = r - 1;
        for (size_t k = r; k-- > 0;)
            if (sign * (double)v[k * c] >= sign * (double)v[best * c])
                best = k;
        p->out[i] = is_index ? (double)best : (double)v[best * c];
    }
}

static void max_dim(const struct problem *p)
{
    reduce(p, 1, false);
}

static void min_dim(const struct problem *p)
{
    reduce(p, -1, false);
}

static void argmax_dim(const struct problem *p)
{
    reduce(p, 1, true);
}

static void argmin_dim(const struct problem *p)
{
    reduce(p, -1, true);
}

static void sum_dim(const struct problem *p)
{
    size_t b = problem_dim(p, "b"), r = problem_dim(p, "r"), c = problem_dim(p, "c");
    memset(p->out, 0, b * c * sizeof(*p->out));
    for (size_t i = 0; i < b * r * c; i++)
        p->out[i / (r * c) * c + i % c] += (double)p->in[0][i];
}

static void mean_dim(const struct problem *p)
{
    size_t b = problem_dim(p, "b"), r = problem_dim(p, "r"), c = problem_dim(p, "c");
    sum_dim(p);
    for (size_t i = 0; i < b * c; i++)
        p->out[i] /= (double)r;
}

static double mean_of(const struct problem *p, double (*term)(double x, double target))
{
    size_t count = problem_dim(p, "m") * problem_dim(p, "n");
    size_t targets = problem_size(p, &p->task->inputs[1]);
    double mean = 0;
    for (size_t i = count; i-- > 0;)
        mean += term((double)p->in[0][i], (double)p->in[1][i % targets]) / (double)count;
    return mean;
}

static double squared(double x, double target)
{
    return pow(target - x, 2);
}

/* The integral of the error clipped to 1. */
static double smooth(double x, double target)
{
    double d = fabs(target - x), clipped = fmin(d, 1);
    return clipped * (d - clipped / 2);
}

static double divergence(double x, double target)
{
    return target * log(target / x);
}

static double hinged(double x, double target)
{
    return target * x < 1 ? 1 - target * x : 0;
}

static void mse(const struct problem *p)
{
    p->out[0] = mean_of(p, squared);
}

static void smooth_l1(const struct problem *p)
{
    p->out[0] = mean_of(p, smooth);
}

static void kl_div(const struct problem *p)
{
    p->out[0] = mean_of(p, divergence) * (double)problem_dim(p, "n");
}

static void hinge(const struct problem *p)
{
    p->out[0] = mean_of(p, hinged);
}

static void cross_entropy(const struct problem *p)
{
    size_t m = problem_dim(p, "m"), n = problem_dim(p, "n");
    const int64_t *targets = (const void *)p->in[1];
    double mean = 0;
    for (size_t r = 0; r < m; r++)
        mean += (log_sum(p->in[0] + r * n, n) - (double)p->in[0][r * n + (size_t)targets[r]]) /
                (double)m;
    p->out[0] = mean;
}

static double distance(const float *a, const float *b, size_t n)
{
    double length = 0;
    for (size_t i = 0; i < n; i++)
        length = hypot(length, (double)a[i] - (double)b[i] + 1e-6);
    return length;
}

static void triplet(const struct problem *p)
{
    size_t m = problem_dim(p, "m"), n = problem_dim(p, "n");
    double mean = 0;
    for (size_t r = 0; r < m; r++) {
        const float *anchor = p->in[0] + r * n;
        double loss =
            1 + distance(anchor, p->in[1] + r * n, n) - distance(anchor, p->in[2] + r * n, n);
        mean += loss > 0 ? loss / (double)m : 0;
    }
    p->out[0] = mean;
}

/* With all weights of a query in memory. */
static void attend(const struct problem *p, size_t batch, size_t query, double *weights)
{
    size_t s = problem_dim(p, "s"), d = problem_dim(p, "d");
    const float *q = p->in[0] + (batch * s + query) * d, *k = p->in[1] + batch * s * d;
    const float *v = p->in[2] + batch * s * d;
    double *y = p->out + (batch * s + query) * d, most = -HUGE_VAL, sum = 0;
    for (size_t j = 0; j < s; j++) {
        weights[j] = 0;
        for (size_t c = d; c-- > 0;)
            weights[j] += (double)q[c] * (double)k[j * d + c] * pow((double)d, -0.5);
        most = fmax(most, weights[j]);
    }
    for (size_t j = 0; j < s; j++)
        sum += exp(weights[j] - most);
    for (size_t c = 0; c < d; c++) {
        y[c] = 0;
        for (size_t j = 0; j < s; j++)
            y[c] += exp(weights[j] - most) / sum * (double)v[j * d + c];
    }
}

static void sdpa(const struct problem *p)
{
    size_t b = problem_dim(p, "b"), s = problem_dim(p, "s");
    double *weights = mem_array(s, sizeof(*weights));
    for (size_t i = 0; i < b * s; i++)
        attend(p, i / s, i % s, weights);
    free(weights);
}

const struct reference_row references_rows[] = {
    { "softmax", 0, 1, softmax },       { "log_softmax", 0, 1, log_softmax },
    { "l1_norm", 0, 1, l1_norm },       { "l2_norm", 0, 1, l2_norm },
    { "frobenius", 0, 1, frobenius },   { "rms_norm", 0, 1, rms_norm },
    { "batch_norm", 0, 3, batch_norm }, { "instance_norm", 0, 1, instance_norm },
    { "group_norm", 0, 3, group_norm }, { "layer_norm", 0, 3, layer_norm },
    { "scan_sum", 0, 1, scan_sum },     { "scan_rev", 0, 1, scan_rev },
    { "scan_excl", 0, 1, scan_excl },   { "scan_mask", 0, 2, scan_mask },
    { "scan_prod", 0, 1, scan_prod },   { "sum_dim", 0, 1, sum_dim },
    { "mean_dim", 0, 1, mean_dim },     { "max_dim", 0, 1, max_dim },
    { "min_dim", 0, 1, min_dim },       { "argmax_dim", 0, 1, argmax_dim },
    { "argmin_dim", 0, 1, argmin_dim }, { "mse", 0, 2, mse },
    { "smooth_l1", 0, 2, smooth_l1 },   { "kl_div", 0, 2, kl_div },
    { "hinge", 0, 2, hinge },           { "cross_entropy", 0, 2, cross_entropy },
    { "triplet", 0, 3, triplet },       { "sdpa", 0, 3, sdpa },
};
const size_t references_rows_count = ARRAY_LEN(references_rows);
