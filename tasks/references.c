/*
 * references.c - every family once more, in plain C.
 *
 * They are written from the mathematics, not from the oracle kernels that the gate compares with
 * them: loops in another order, other formulas.
 */
#include "tasks/task.h"

#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"

struct problem {
    const struct task *task;
    enum task_case task_case;
    const float *const *in;
    double *out;
};

/* task_parse has evaluated it before. */
static size_t extent(const struct problem *p, const struct task_tensor *x, size_t i)
{
    struct expr_name names[TASK_MAX_DIMS];
    size_t n = task_names(p->task, p->task_case, names);
    int64_t value = 0;
    if (i >= x->rank || expr_eval(x->shape[i], names, n, &value, NULL) < 0)
        return 0;
    return (size_t)value;
}

static void matvec(const struct problem *p)
{
    size_t rows = extent(p, &p->task->inputs[0], 0);
    size_t columns = extent(p, &p->task->inputs[0], 1);
    memset(p->out, 0, rows * sizeof(*p->out));
    for (size_t c = columns; c-- > 0;)
        for (size_t r = 0; r < rows; r++)
            p->out[r] += (double)p->in[1][c] * (double)p->in[0][r * columns + c];
}

static void scale(const struct problem *p)
{
    size_t rows = extent(p, &p->task->inputs[0], 0);
    size_t columns = extent(p, &p->task->inputs[0], 1);
    double factor = (double)p->in[1][0];
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++)
            p->out[r * columns + c] = factor * (double)p->in[0][r * columns + c];
}

static void diag_matmul(const struct problem *p)
{
    size_t rows = extent(p, &p->task->inputs[1], 0);
    size_t columns = extent(p, &p->task->inputs[1], 1);
    const float *b = p->in[1];
    double *c = p->out;
    for (size_t r = 0; r < rows; r++)
        for (const float *end = b + columns; b < end; b++)
            *c++ = (double)*b * (double)p->in[0][r];
}

/* C += column k of A times row k of B. */
static void add_outer(double *c, const float *a, size_t a_stride, size_t rows, const float *b,
                      size_t b_stride, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        double v = (double)a[i * a_stride];
        for (size_t j = 0; j < columns; j++)
            c[i * columns + j] += v * (double)b[j * b_stride];
    }
}

/* The other triangle of the product comes out as exact zeros. */
static void triangular(const struct problem *p)
{
    size_t n = extent(p, &p->task->inputs[0], 0);
    memset(p->out, 0, n * n * sizeof(*p->out));
    for (size_t k = 0; k < n; k++)
        add_outer(p->out, p->in[0] + k, n, n, p->in[1] + k * n, 1, n);
}

static void matmul_tt(const struct problem *p)
{
    size_t depth = extent(p, &p->task->inputs[0], 0);
    size_t rows = extent(p, &p->task->inputs[0], 1);
    size_t columns = extent(p, &p->task->inputs[1], 0);
    memset(p->out, 0, rows * columns * sizeof(*p->out));
    for (size_t k = 0; k < depth; k++)
        add_outer(p->out, p->in[0] + k * rows, 1, rows, p->in[1] + k, depth, columns);
}

static void hard_sigmoid(const struct problem *p)
{
    size_t n = extent(p, &p->task->inputs[0], 0);
    for (size_t i = 0; i < n; i++) {
        double x = (double)p->in[0][i];
        p->out[i] = x <= -3 ? 0 : x >= 3 ? 1 : (x + 3) / 6;
    }
}

/* log(1 + e^x) = x + log(1 + e^-x): the exponential must not overflow. */
static void softplus(const struct problem *p)
{
    size_t n = extent(p, &p->task->inputs[0], 0);
    for (size_t i = 0; i < n; i++) {
        double x = (double)p->in[0][i];
        p->out[i] = x > 0 ? x + log1p(1 / exp(x)) : log1p(exp(x));
    }
}

static void softsign(const struct problem *p)
{
    size_t n = extent(p, &p->task->inputs[0], 0);
    for (size_t i = 0; i < n; i++) {
        double x = (double)p->in[0][i];
        p->out[i] = x < 0 ? x / (1 - x) : 1 - 1 / (1 + x);
    }
}

static void hard_tanh(const struct problem *p)
{
    size_t n = extent(p, &p->task->inputs[0], 0);
    for (size_t i = 0; i < n; i++) {
        double x = (double)p->in[0][i];
        p->out[i] = x < -1 ? -1 : x > 1 ? 1 : x;
    }
}

static const struct {
    const char *family;
    int problem_id; /* 0: all */
    size_t n_inputs;
    void (*compute)(const struct problem *p);
} references[] = {
    { "matvec", 0, 2, matvec },
    { "scale", 0, 2, scale },
    { "diag_matmul", 0, 2, diag_matmul },
    { "tri_upper", 0, 2, triangular },
    { "tri_lower", 0, 2, triangular },
    { "matmul_tt", 0, 2, matmul_tt },
    { "activation", 28, 1, hard_sigmoid },
    { "activation", 29, 1, softplus },
    { "activation", 30, 1, softsign },
    { "activation", 32, 1, hard_tanh },
};

int task_reference(const struct task *t, enum task_case c, const void *const *inputs,
                   double *const *outputs, struct err *err)
{
    const float *in[TASK_MAX_TENSORS];
    for (size_t i = 0; i < t->n_inputs; i++)
        in[i] = inputs[i];
    struct problem p = { .task = t, .task_case = c, .in = in, .out = outputs[0] };
    for (size_t i = 0; i < ARRAY_LEN(references); i++) {
        if (strcmp(references[i].family, t->family) != 0 || references[i].n_inputs != t->n_inputs ||
            (references[i].problem_id != 0 && references[i].problem_id != t->problem_id))
            continue;
        references[i].compute(&p);
        return 0;
    }
    return err_set(err, ERR_NOMATCH, "%s: no reference in C for family %s", t->id, t->family);
}
