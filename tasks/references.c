#include "tasks/references.h"

#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"

/*
 * Which function computes a family, and products of matrices.
 */

size_t problem_extent(const struct problem *p, const struct task_tensor *x, size_t i)
{
    struct expr_name names[TASK_MAX_DIMS];
    size_t n = task_names(p->task, p->task_case, names);
    int64_t value = 0;
    if (i >= x->rank || expr_eval(x->shape[i], names, n, &value, NULL) < 0)
        return 0;
    return (size_t)value;
}

size_t problem_size(const struct problem *p, const struct task_tensor *x)
{
    size_t n = 1;
    for (size_t i = 0; i < x->rank; i++)
        n *= problem_extent(p, x, i);
    return n;
}

size_t problem_dim(const struct problem *p, const char *name)
{
    for (size_t i = 0; i < p->task->n_dims; i++)
        if (strcmp(p->task->dims[i], name) == 0)
            return (size_t)p->task->dim_values[p->task_case][i];
    return 0;
}

static void matvec(const struct problem *p)
{
    size_t rows = problem_extent(p, &p->task->inputs[0], 0);
    size_t columns = problem_extent(p, &p->task->inputs[0], 1);
    memset(p->out, 0, rows * sizeof(*p->out));
    for (size_t c = columns; c-- > 0;)
        for (size_t r = 0; r < rows; r++)
            p->out[r] += (double)p->in[1][c] * (double)p->in[0][r * columns + c];
}

static void scale(const struct problem *p)
{
    size_t rows = problem_extent(p, &p->task->inputs[0], 0);
    size_t columns = problem_extent(p, &p->task->inputs[0], 1);
    double factor = (double)p->in[1][0];
    for (size_t c = 0; c < columns; c++)
        for (size_t r = 0; r < rows; r++)
            p->out[r * columns + c] = factor * (double)p->in[0][r * columns + c];
}

static void diag_matmul(const struct problem *p)
{
    size_t rows = problem_extent(p, &p->task->inputs[1], 0);
    size_t columns = problem_extent(p, &p->task->inputs[1], 1);
    const float *b = p->in[1];
    double *c = p->out;
    for (size_t r = 0; r < rows; r++)
        for (const float *end = b + columns; b < end; b++)
            *c++ = (double)*b * (double)p->in[0][r];
}

struct strided {
    const float *x;
    size_t stride, n;
};

/* C += column k of A times row k of B. */
static void add_outer(double *c, struct strided a, struct strided b)
{
    for (size_t i = 0; i < a.n; i++) {
        double v = (double)a.x[i * a.stride];
        for (size_t j = 0; j < b.n; j++)
            c[i * b.n + j] += v * (double)b.x[j * b.stride];
    }
}

/* The other triangle of the product comes out as exact zeros. */
static void triangular(const struct problem *p)
{
    size_t n = problem_extent(p, &p->task->inputs[0], 0);
    memset(p->out, 0, n * n * sizeof(*p->out));
    for (size_t k = 0; k < n; k++)
        add_outer(p->out, (struct strided){ p->in[0] + k, n, n },
                  (struct strided){ p->in[1] + k * n, 1, n });
}

static void matmul_tt(const struct problem *p)
{
    size_t depth = problem_extent(p, &p->task->inputs[0], 0);
    size_t rows = problem_extent(p, &p->task->inputs[0], 1);
    size_t columns = problem_extent(p, &p->task->inputs[1], 0);
    memset(p->out, 0, rows * columns * sizeof(*p->out));
    for (size_t k = 0; k < depth; k++)
        add_outer(p->out, (struct strided){ p->in[0] + k * rows, 1, rows },
                  (struct strided){ p->in[1] + k, depth, columns });
}

/* The last extents of A, B and C say what is stored transposed; leading ones of A and C are rows.
 */
static void matmul(const struct problem *p)
{
    const struct task_tensor *a = &p->task->inputs[0], *b = &p->task->inputs[1];
    const struct task_tensor *c = &p->task->outputs[0];
    size_t columns = problem_extent(p, c, c->rank - 1), rows = problem_size(p, c) / columns;
    size_t depth = problem_size(p, a) / rows;
    bool a_t = a->rank == 2 && strcmp(a->shape_text[0], c->shape_text[0]) != 0;
    bool b_t = b->rank == 2 && strcmp(b->shape_text[1], c->shape_text[c->rank - 1]) != 0;
    memset(p->out, 0, rows * columns * sizeof(*p->out));
    for (size_t k = 0; k < depth; k++)
        add_outer(p->out,
                  a_t ? (struct strided){ p->in[0] + k * rows, 1, rows }
                      : (struct strided){ p->in[0] + k, depth, rows },
                  b_t ? (struct strided){ p->in[1] + k, depth, columns }
                      : (struct strided){ p->in[1] + k * columns, 1, columns });
}

static void bmm(const struct problem *p)
{
    size_t batch = problem_dim(p, "b"), m = problem_dim(p, "m"), k = problem_dim(p, "k");
    size_t n = problem_dim(p, "n");
    memset(p->out, 0, batch * m * n * sizeof(*p->out));
    for (size_t i = 0; i < batch; i++)
        for (size_t l = 0; l < k; l++)
            add_outer(p->out + i * m * n, (struct strided){ p->in[0] + i * m * k + l, k, m },
                      (struct strided){ p->in[1] + (i * k + l) * n, 1, n });
}

static const struct reference_row products[] = {
    { "matvec", 0, 2, matvec },
    { "scale", 0, 2, scale },
    { "diag_matmul", 0, 2, diag_matmul },
    { "tri_upper", 0, 2, triangular },
    { "tri_lower", 0, 2, triangular },
    { "matmul_tt", 0, 2, matmul_tt },
    { "matmul", 0, 2, matmul },
    { "matmul_sym", 0, 2, matmul },
    { "bmm", 0, 2, bmm },
};

static const struct reference_row *find(const struct reference_row *rows, size_t n,
                                        const struct task *t)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(rows[i].family, t->family) == 0 && rows[i].n_inputs == t->n_inputs &&
            (rows[i].problem_id == 0 || rows[i].problem_id == t->problem_id))
            return &rows[i];
    return NULL;
}

int task_reference(const struct task *t, enum task_case c, const void *const *inputs,
                   double *const *outputs, struct err *err)
{
    const struct {
        const struct reference_row *rows;
        size_t n;
    } tables[] = {
        { products, ARRAY_LEN(products) },
        { references_elementwise, references_elementwise_count },
        { references_rows, references_rows_count },
        { references_windows, references_windows_count },
    };
    const float *in[TASK_MAX_TENSORS];
    for (size_t i = 0; i < t->n_inputs; i++)
        in[i] = inputs[i];
    struct problem p = { .task = t, .task_case = c, .in = in, .out = outputs[0] };
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        const struct reference_row *found = find(tables[i].rows, tables[i].n, t);
        if (found == NULL)
            continue;
        found->compute(&p);
        return 0;
    }
    return err_set(err, ERR_NOMATCH, "%s: no reference in C for family %s", t->id, t->family);
}

/*
 * Functions of one element.
 */

static double hard_sigmoid(double x)
{
    return x <= -3 ? 0 : x >= 3 ? 1 : (x + 3) / 6;
}

/* log(1 + e^x) = x + log(1 + e^-x): the exponential must not overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(1 / exp(x)) : log1p(exp(x));
}

static double softsign(double x)
{
    return x < 0 ? x / (1 - x) : 1 - 1 / (1 + x);
}

static double hard_tanh(double x)
{
    return x < -1 ? -1 : x > 1 ? 1 : x;
}

static double relu(double x)
{
    return x < 0 ? 0 : x;
}

static double leaky_relu(double x)
{
    return x < 0 ? x / 100 : x;
}

static double sigmoid(double x)
{
    return 0.5 + 0.5 * tanh(x / 2);
}

/* tanh x = 1 - 2 / (e^2x + 1) for x > 0, which is odd. */
static double hyperbolic_tangent(double x)
{
    return fabs(x) < 0.1 ? sinh(x) / cosh(x) : copysign(1 - 2 / (exp(2 * fabs(x)) + 1), x);
}

static double swish(double x)
{
    return x * (0.5 + 0.5 * tanh(x / 2));
}

static double gelu(double x)
{
    return 0.5 * x * erfc(-x / sqrt(2));
}

static double selu(double x)
{
    return 1.0507009873554804934 * (x < 0 ? 1.6732632423543772848 * (exp(x) - 1) : x);
}

static double elu(double x)
{
    return x < 0 ? exp(x) - 1 : x;
}

/* (1 + tanh z) / 2 = 1 / (1 + e^-2z) */
static double gelu_tanh(double x)
{
    return x / (1 + exp(-2 * 0.79788456080286535588 * x * (1 + 0.044715 * x * x)));
}

static const struct {
    int problem_id;
    double (*value)(double x);
} functions[] = {
    { 19, relu },      { 20, leaky_relu }, { 21, sigmoid }, { 22, hyperbolic_tangent },
    { 25, swish },     { 26, gelu },       { 27, selu },    { 28, hard_sigmoid },
    { 29, softplus },  { 30, softsign },   { 31, elu },     { 32, hard_tanh },
    { 88, gelu_tanh },
};

static void elementwise(const struct problem *p)
{
    size_t n = problem_size(p, &p->task->inputs[0]);
    for (size_t f = 0; f < ARRAY_LEN(functions); f++)
        for (size_t i = 0; i < n && functions[f].problem_id == p->task->problem_id; i++)
            p->out[i] = functions[f].value((double)p->in[0][i]);
}

const struct reference_row references_elementwise[] = { { "activation", 0, 1, elementwise } };
const size_t references_elementwise_count = ARRAY_LEN(references_elementwise);
