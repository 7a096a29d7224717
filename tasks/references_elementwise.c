/*
 * references_elementwise.c - functions of one element.
 */
#include <math.h>

#include "src/base/mem.h"
#include "tasks/references.h"

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
