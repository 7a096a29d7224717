/*
 * references_windows.c - convolutions and pooling, of three dimensions; those that a task lacks
 * have extent 1.  Every input element is scattered to the outputs that it reaches.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "tasks/references.h"

struct sliding_window {
    size_t in[3], out[3];
    int64_t taps[3], stride[3], padding[3], dilation[3];
    size_t n_in, n_out, n_taps; /* products */
};

static int64_t parameter(const struct problem *p, char letter, int dimension, int64_t otherwise)
{
    char name[3] = { letter, (char)('0' + dimension), '\0' };
    return task_parameter(p->task, name, otherwise);
}

/* Spatial extents are the last ones of x and y; a task's dimension 0 is the first of them. */
static struct sliding_window window_of(const struct problem *p, int rank)
{
    const struct task_tensor *x = &p->task->inputs[0], *y = &p->task->outputs[0];
    struct sliding_window w = { .n_in = 1, .n_out = 1, .n_taps = 1 };
    for (int a = 0; a < 3; a++) {
        int own = a - (3 - rank);
        size_t back = (size_t)(3 - a);
        w.in[a] = own < 0 ? 1 : problem_extent(p, x, x->rank - back);
        w.out[a] = own < 0 ? 1 : problem_extent(p, y, y->rank - back);
        w.taps[a] = own < 0 ? 1 : parameter(p, 'k', own, 1);
        w.stride[a] = own < 0 ? 1 : parameter(p, 's', own, 1);
        w.padding[a] = own < 0 ? 0 : parameter(p, 'p', own, 0);
        w.dilation[a] = own < 0 ? 1 : parameter(p, 'd', own, 1);
        w.n_in *= w.in[a];
        w.n_out *= w.out[a];
        w.n_taps *= (size_t)w.taps[a];
    }
    return w;
}

/* What input element i reaches through a tap, or -1. */
static int64_t target(const struct sliding_window *w, size_t i, size_t tap, bool is_transposed)
{
    int64_t at[3], t[3], result = 0;
    for (int a = 2; a >= 0; a--) {
        at[a] = (int64_t)(i % w->in[a]);
        t[a] = (int64_t)tap % w->taps[a];
        i /= w->in[a];
        tap /= (size_t)w->taps[a];
    }
    for (int a = 0; a < 3; a++) {
        int64_t o;
        if (is_transposed) {
            o = at[a] * w->stride[a] - w->padding[a] + t[a] * w->dilation[a];
        } else {
            o = at[a] + w->padding[a] - t[a] * w->dilation[a];
            if (o % w->stride[a] != 0)
                return -1;
            o /= w->stride[a];
        }
        if (o < 0 || o >= (int64_t)w->out[a])
            return -1;
        result = result * (int64_t)w->out[a] + o;
    }
    return result;
}

/* Adds one plane of inputs times one filter. */
static void add_plane(const struct sliding_window *w, const int64_t *targets, const float *in,
                      const float *filter, double *out)
{
    for (size_t tap = 0; tap < w->n_taps; tap++)
        for (size_t i = 0; i < w->n_in; i++) {
            int64_t o = targets[tap * w->n_in + i];
            if (o >= 0)
                out[o] += (double)in[i] * (double)filter[tap];
        }
}

static int64_t *all_targets(const struct sliding_window *w, bool is_transposed)
{
    int64_t *targets = mem_array(w->n_taps * w->n_in, sizeof(*targets));
    for (size_t tap = 0; tap < w->n_taps; tap++)
        for (size_t i = 0; i < w->n_in; i++)
            targets[tap * w->n_in + i] = target(w, i, tap, is_transposed);
    return targets;
}

static void convolve(const struct problem *p, int rank, bool is_transposed)
{
    struct sliding_window w = window_of(p, rank);
    size_t n = problem_dim(p, "n"), c = problem_dim(p, "c"), o = problem_dim(p, "o");
    size_t groups = (size_t)task_parameter(p->task, "g", 1);
    int64_t *targets = all_targets(&w, is_transposed);
    for (size_t k = 0; k < n * groups * o * w.n_out; k++)
        p->out[k] = p->task->n_inputs > 2 ? (double)p->in[2][k / w.n_out % o] : 0;
    for (size_t s = 0; s < n * groups; s++)
        for (size_t l = 0; l < c; l++)
            for (size_t q = 0; q < o; q++) {
                size_t g = s % groups;
                size_t filter = is_transposed ? (g * c + l) * o + q : (g * o + q) * c + l;
                add_plane(&w, targets, p->in[0] + (s * c + l) * w.n_in,
                          p->in[1] + filter * w.n_taps, p->out + (s * o + q) * w.n_out);
            }
    free(targets);
}

static void conv1d(const struct problem *p)
{
    convolve(p, 1, false);
}

static void conv2d(const struct problem *p)
{
    convolve(p, 2, false);
}

static void conv3d(const struct problem *p)
{
    convolve(p, 3, false);
}

static void convt1d(const struct problem *p)
{
    convolve(p, 1, true);
}

static void convt2d(const struct problem *p)
{
    convolve(p, 2, true);
}

static void convt3d(const struct problem *p)
{
    convolve(p, 3, true);
}

static void depthwise(const struct problem *p)
{
    struct sliding_window w = window_of(p, 2);
    size_t planes = problem_dim(p, "n") * problem_dim(p, "c");
    int64_t *targets = all_targets(&w, false);
    memset(p->out, 0, planes * w.n_out * sizeof(*p->out));
    for (size_t s = 0; s < planes; s++)
        add_plane(&w, targets, p->in[0] + s * w.n_in, p->in[1] + s % problem_dim(p, "c") * w.n_taps,
                  p->out + s * w.n_out);
    free(targets);
}

/* One channel of one sample at a time, spread over the outputs at once. */
static void separable(const struct problem *p)
{
    struct sliding_window w = window_of(p, 2);
    size_t n = problem_dim(p, "n"), c = problem_dim(p, "c"), o = problem_dim(p, "o");
    w.taps[1] = w.taps[2] = 3;
    w.padding[1] = w.padding[2] = 1;
    w.n_taps = 9;
    int64_t *targets = all_targets(&w, false);
    double *plane = mem_array(w.n_out, sizeof(*plane));
    memset(p->out, 0, n * o * w.n_out * sizeof(*p->out));
    for (size_t s = 0; s < n * c; s++) {
        memset(plane, 0, w.n_out * sizeof(*plane));
        add_plane(&w, targets, p->in[0] + s * w.n_in, p->in[1] + s % c * 9, plane);
        for (size_t q = 0; q < o; q++)
            for (size_t i = 0; i < w.n_out; i++)
                p->out[(s / c * o + q) * w.n_out + i] += (double)p->in[2][q * c + s % c] * plane[i];
    }
    free(plane);
    free(targets);
}

/* Elements outside take no part in a maximum and count as zeros in an average. */
static void pool(const struct problem *p, int rank, bool is_max)
{
    struct sliding_window w = window_of(p, rank);
    size_t rows = problem_dim(p, "r");
    int64_t *targets = all_targets(&w, false);
    for (size_t i = 0; i < rows * w.n_out; i++)
        p->out[i] = is_max ? -HUGE_VAL : 0;
    for (size_t r = 0; r < rows; r++)
        for (size_t t = 0; t < w.n_taps * w.n_in; t++) {
            double x = (double)p->in[0][r * w.n_in + t % w.n_in];
            double *y = p->out + r * w.n_out + (targets[t] < 0 ? 0 : targets[t]);
            if (targets[t] >= 0)
                *y = is_max ? fmax(*y, x) : *y + x / (double)w.n_taps;
        }
    free(targets);
}

static void max_pool1d(const struct problem *p)
{
    pool(p, 1, true);
}

static void max_pool2d(const struct problem *p)
{
    pool(p, 2, true);
}

static void max_pool3d(const struct problem *p)
{
    pool(p, 3, true);
}

static void avg_pool1d(const struct problem *p)
{
    pool(p, 1, false);
}

static void avg_pool2d(const struct problem *p)
{
    pool(p, 2, false);
}

static void avg_pool3d(const struct problem *p)
{
    pool(p, 3, false);
}

const struct reference_row references_windows[] = {
    { "conv1d", 0, 2, conv1d },         { "conv2d", 0, 2, conv2d },
    { "conv2d", 50, 3, conv2d },        { "conv3d", 0, 2, conv3d },
    { "convt1d", 0, 2, convt1d },       { "convt2d", 0, 2, convt2d },
    { "convt3d", 0, 2, convt3d },       { "conv2d_dw", 0, 2, depthwise },
    { "conv2d_sep", 0, 3, separable },  { "max_pool1d", 0, 1, max_pool1d },
    { "max_pool2d", 0, 1, max_pool2d }, { "max_pool3d", 0, 1, max_pool3d },
    { "avg_pool1d", 0, 1, avg_pool1d }, { "avg_pool2d", 0, 1, avg_pool2d },
    { "avg_pool3d", 0, 1, avg_pool3d },
};
const size_t references_windows_count = ARRAY_LEN(references_windows);
