#include "tasks/gate.h"

#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"

/* Fewer elements may have one sign by chance. */
#define GATE_SIGN_SAMPLE 64

/* Oracle and C reference compute in double.  A single-precision baseline that uses half of the
 * tolerance would leave honest kernels no room. */
#define ORACLE_SHARE   0.01
#define BASELINE_SHARE 0.5

struct gate {
    const struct task *task;
    const struct gate_case *given;
    struct arena *arena;
    struct gate_result *out;
    struct err *err;
};

static double round_to(double x, int mantissa_bits, int min_exponent, double largest)
{
    int exponent;
    if (fpclassify(x) == FP_ZERO || !isfinite(x))
        return x;
    frexp(x, &exponent);
    if (exponent < min_exponent)
        exponent = min_exponent;
    double rounded = ldexp(nearbyint(ldexp(x, mantissa_bits - exponent)), exponent - mantissa_bits);
    return fabs(rounded) > largest ? copysign(HUGE_VAL, x) : rounded;
}

double gate_round_f16(double x)
{
    return round_to(x, 11, -13, 65504);
}

double gate_round_bf16(double x)
{
    return round_to(x, 8, -125, 0x1.fep127);
}

static struct gate_check *add_check(struct gate *g, const char *name, const char *subject)
{
    struct gate_check *c = &g->out->checks[g->out->n_checks++];
    *c = (struct gate_check){ .name = name, .subject = subject };
    return c;
}

/* Largest |got - want| in units of the tolerance; above 1 is refused. */
static double worst_excess(const struct gate *g, const double *got, const double *want, int64_t n,
                           int64_t *out_refused)
{
    double atol = task_atol(g->task, g->given->task_case, g->given->trial), rtol = g->task->rtol;
    double worst = 0;
    *out_refused = 0;
    for (int64_t i = 0; i < n; i++) {
        if (!task_within(got[i], want[i], atol, rtol))
            (*out_refused)++;
        double error = fabs(got[i] - want[i]);
        if (error <= 0 || (isinf(want[i]) && isinf(got[i])))
            continue;
        double excess = isnan(error) ? HUGE_VAL : error / (atol + rtol * fabs(want[i]));
        if (excess > worst)
            worst = excess;
    }
    return worst;
}

/* The fake is to be refused. */
static void check_fake(struct gate *g, const char *name, size_t o, const double *fake)
{
    struct gate_check *c = add_check(g, name, g->task->outputs[o].name);
    int64_t n = g->given->n_output[o], refused;
    c->value = worst_excess(g, fake, g->given->outputs[o], n, &refused);
    c->pass = refused > 0;
    c->detail = arena_printf(
        g->arena, "%s refused at %lld of %lld elements, worst error %.3g x the tolerance",
        c->pass ? "is" : "is NOT", (long long)refused, (long long)n, c->value);
}

static double mean_of(const double *v, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += v[i];
    return sum / (double)n;
}

static double as_double(const void *data, enum dtype t, int64_t i)
{
    switch (t) {
    case DTYPE_F32:
        return (double)((const float *)data)[i];
    case DTYPE_F64:
        return ((const double *)data)[i];
    case DTYPE_I32:
        return ((const int32_t *)data)[i];
    case DTYPE_U32:
        return ((const uint32_t *)data)[i];
    case DTYPE_I64:
        return (double)((const int64_t *)data)[i];
    case DTYPE_U8:
        return ((const uint8_t *)data)[i];
    case DTYPE_F16:
        break;
    }
    return (double)NAN;
}

static void check_copies(struct gate *g, size_t o, double *fake)
{
    const struct task *t = g->task;
    for (size_t k = 0; k < t->n_inputs; k++) {
        for (int64_t i = 0; i < g->given->n_output[o]; i++)
            fake[i] = as_double(g->given->inputs[k], t->inputs[k].dtype, i % g->given->n_input[k]);
        check_fake(g, arena_printf(g->arena, "copy_of_%s", t->inputs[k].name), o, fake);
    }
}

static const struct {
    const char *result_name, *inputs_name;
    double (*round)(double x);
} precisions[] = {
    { "f16_result", "f16_inputs", gate_round_f16 },
    { "bf16_result", "bf16_inputs", gate_round_bf16 },
};

/* One number may lie near one of half precision: another draw's is looked at then. */
static int check_rounded_number(struct gate *g, size_t k)
{
    const struct gate_case *given = g->given;
    struct gate_case other = *given;
    struct gate_check *c = NULL;
    int rc = 0;
    for (uint64_t draw = 0; draw < 8 && rc == 0 && (c == NULL || !c->pass); draw++) {
        if (draw > 0)
            rc = gate_prepare(g->task, given->task_case, given->seed, given->trial + draw, g->arena,
                              &other, g->err);
        double fake = rc == 0 ? precisions[k].round(other.outputs[0][0]) : 0;
        g->out->n_checks -= c != NULL;
        g->given = &other;
        check_fake(g, precisions[k].result_name, 0, &fake);
        g->given = given;
        c = &g->out->checks[g->out->n_checks - 1];
    }
    return rc;
}

/* By output, uninitialised. */
static void new_outputs(struct gate *g, double *outputs[TASK_MAX_TENSORS])
{
    for (size_t o = 0; o < g->task->n_outputs; o++)
        outputs[o] = arena_array(g->arena, (size_t)g->given->n_output[o], sizeof(double));
}

static int reference(struct gate *g, void *const *inputs, double *const *outputs)
{
    const void *in[TASK_MAX_TENSORS];
    for (size_t i = 0; i < g->task->n_inputs; i++)
        in[i] = inputs[i];
    return task_reference(g->task, g->given->task_case, in, outputs, g->err);
}

static float *rounded_copy(struct gate *g, size_t k, double (*round)(double x))
{
    const float *in = g->given->inputs[k];
    float *out = arena_array(g->arena, (size_t)g->given->n_input[k], sizeof(*out));
    for (int64_t i = 0; i < g->given->n_input[k]; i++)
        out[i] = (float)round((double)in[i]);
    return out;
}

static bool may_round_inputs(const struct task *t)
{
    for (size_t k = 0; k < t->n_inputs; k++)
        if (t->inputs[k].half_because != NULL)
            return true;
    return false;
}

/* A single number may not be what other inputs give. */
static int check_other_draw(struct gate *g)
{
    struct gate_case other;
    int rc = gate_prepare(g->task, g->given->task_case, g->given->seed, g->given->trial + 1,
                          g->arena, &other, g->err);
    for (size_t o = 0; rc == 0 && o < g->task->n_outputs; o++)
        check_fake(g, "other_draw", o, other.outputs[o]);
    return rc;
}

/* A kernel that converts its f32 inputs first, then works without error. */
static int check_rounded_inputs(struct gate *g)
{
    double *outputs[TASK_MAX_TENSORS];
    if (may_round_inputs(g->task))
        return 0;
    new_outputs(g, outputs);
    for (size_t p = 0; p < ARRAY_LEN(precisions); p++) {
        void *inputs[TASK_MAX_TENSORS];
        for (size_t k = 0; k < g->task->n_inputs; k++)
            inputs[k] = g->task->inputs[k].dtype == DTYPE_F32
                            ? rounded_copy(g, k, precisions[p].round)
                            : g->given->inputs[k];
        int rc = reference(g, inputs, outputs);
        if (rc < 0)
            return rc;
        for (size_t o = 0; o < g->task->n_outputs; o++)
            check_fake(g, precisions[p].inputs_name, o, outputs[o]);
    }
    return 0;
}

/* A fake that ignores the input redrawn must be refused. */
static int check_dependence(struct gate *g, size_t k)
{
    double *outputs[TASK_MAX_TENSORS];
    void *inputs[TASK_MAX_TENSORS];
    memcpy(inputs, g->given->inputs, sizeof(inputs));
    inputs[k] =
        arena_array(g->arena, (size_t)g->given->n_input[k], dtype_size(g->task->inputs[k].dtype));
    new_outputs(g, outputs);
    int rc = task_fill_input(g->task, g->given->task_case, k, 0x6a7e, 1000, inputs[k],
                             g->given->n_input[k], g->err);
    if (rc < 0 || (rc = reference(g, inputs, outputs)) < 0)
        return rc;
    struct gate_check *c = add_check(g, "depends_on_input", g->task->inputs[k].name);
    int64_t changed = 0, total = 0;
    for (size_t o = 0; o < g->task->n_outputs; o++) {
        int64_t refused;
        worst_excess(g, outputs[o], g->given->outputs[o], g->given->n_output[o], &refused);
        changed += refused;
        total += g->given->n_output[o];
    }
    c->pass = changed > 0;
    c->value = (double)changed / (double)total;
    c->detail = arena_printf(g->arena, "another %s changes %lld of %lld output elements",
                             g->task->inputs[k].name, (long long)changed, (long long)total);
    return 0;
}

static void check_signs(struct gate *g, size_t k)
{
    const struct task_tensor *x = &g->task->inputs[k];
    struct gate_check *c = add_check(g, "both_signs", x->name);
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (int64_t i = 0; i < g->given->n_input[k]; i++) {
        double v = as_double(g->given->inputs[k], x->dtype, i);
        lo = v < lo ? v : lo;
        hi = v > hi ? v : hi;
    }
    bool is_small = g->given->n_input[k] < GATE_SIGN_SAMPLE;
    bool is_signed =
        x->generator == GEN_INDEX || (is_small ? x->lo < 0 && x->hi > 0 : lo < 0 && hi > 0);
    c->pass = is_signed || x->one_sided_because != NULL;
    c->value = lo;
    c->detail = is_signed || x->one_sided_because == NULL
                    ? arena_printf(g->arena, "values from %.4g to %.4g", lo, hi)
                    : arena_printf(g->arena, "values from %.4g to %.4g, because %.300s", lo, hi,
                                   x->one_sided_because);
}

/* Within share of the tolerance everywhere. */
static void check_kernel(struct gate *g, const char *name, size_t o, const double *got,
                         double share)
{
    struct gate_check *c = add_check(g, name, g->task->outputs[o].name);
    int64_t n = g->given->n_output[o], refused;
    c->value = worst_excess(g, got, g->given->outputs[o], n, &refused);
    c->pass = refused == 0 && c->value <= share;
    c->detail = arena_printf(g->arena,
                             "differs from the C reference by at most %.3g x the tolerance, "
                             "%lld of %lld elements refused",
                             c->value, (long long)refused, (long long)n);
}

int gate_prepare(const struct task *t, enum task_case c, uint64_t seed, uint64_t trial,
                 struct arena *a, struct gate_case *out, struct err *err)
{
    const void *in[TASK_MAX_TENSORS];
    int rc;
    memset(out, 0, sizeof(*out));
    out->task_case = c;
    out->seed = seed;
    out->trial = trial;
    for (size_t i = 0; i < t->n_inputs; i++) {
        if ((rc = task_elements(t, c, &t->inputs[i], &out->n_input[i], err)) < 0)
            return rc;
        out->inputs[i] = arena_array(a, (size_t)out->n_input[i], dtype_size(t->inputs[i].dtype));
        rc = task_fill_input(t, c, i, seed, trial, out->inputs[i], out->n_input[i], err);
        if (rc < 0)
            return rc;
        in[i] = out->inputs[i];
    }
    for (size_t i = 0; i < t->n_outputs; i++) {
        if ((rc = task_elements(t, c, &t->outputs[i], &out->n_output[i], err)) < 0)
            return rc;
        out->outputs[i] = arena_array(a, (size_t)out->n_output[i], sizeof(double));
    }
    return task_reference(t, c, in, out->outputs, err);
}

int gate_run(const struct task *t, const struct gate_case *given, const double *const *oracle,
             const double *const *baseline, struct arena *a, struct gate_result *out,
             struct err *err)
{
    struct gate g = { .task = t, .given = given, .arena = a, .out = out, .err = err };
    bool is_number = t->n_outputs == 1 && given->n_output[0] == 1;
    int rc;
    memset(out, 0, sizeof(*out));
    for (size_t o = 0; o < t->n_outputs; o++) {
        double *fake = arena_array(a, (size_t)given->n_output[o], sizeof(*fake));
        if (oracle != NULL)
            check_kernel(&g, "oracle_agrees", o, oracle[o], ORACLE_SHARE);
        if (baseline != NULL)
            check_kernel(&g, "baseline_agrees", o, baseline[o], BASELINE_SHARE);
        const struct {
            const char *name;
            double value;
        } constants[] = {
            { "zeros", 0 },
            { "ones", 1 },
            { "mean", mean_of(g.given->outputs[o], g.given->n_output[o]) },
        };
        size_t n = g.given->n_output[o] == 1 ? 2 : ARRAY_LEN(constants);
        for (size_t k = 0; k < n; k++) {
            for (int64_t i = 0; i < g.given->n_output[o]; i++)
                fake[i] = constants[k].value;
            check_fake(&g, constants[k].name, o, fake);
        }
        check_copies(&g, o, fake);
        if (t->outputs[o].dtype != DTYPE_F32 && t->outputs[o].dtype != DTYPE_F64 &&
            t->outputs[o].dtype != DTYPE_F16) {
            for (int64_t i = 0; i < g.given->n_output[o]; i++)
                fake[i] = g.given->outputs[o][i] + 1;
            check_fake(&g, "off_by_one", o, fake);
        } else if (!is_number) {
            for (size_t k = 0; k < ARRAY_LEN(precisions); k++) {
                for (int64_t i = 0; i < g.given->n_output[o]; i++)
                    fake[i] = precisions[k].round(g.given->outputs[o][i]);
                check_fake(&g, precisions[k].result_name, o, fake);
            }
        }
    }
    for (size_t k = 0; is_number && k < ARRAY_LEN(precisions); k++)
        if ((rc = check_rounded_number(&g, k)) < 0)
            return rc;
    if ((rc = check_rounded_inputs(&g)) < 0)
        return rc;
    if (is_number && (rc = check_other_draw(&g)) < 0)
        return rc;
    for (size_t k = 0; k < t->n_inputs; k++) {
        if ((rc = check_dependence(&g, k)) < 0)
            return rc;
        check_signs(&g, k);
    }
    out->pass = true;
    for (size_t i = 0; i < out->n_checks; i++)
        out->pass = out->pass && out->checks[i].pass;
    return 0;
}

void gate_add_wrong(const struct task *t, const char *name, const struct gate_case *usual,
                    const double *const *got, const struct gate_case *second,
                    const double *const *got_second, struct arena *a, struct gate_result *out)
{
    struct gate g = { .task = t, .given = usual, .arena = a, .out = out };
    struct gate_check *c = add_check(&g, arena_printf(a, "wrong_%s", name), t->outputs[0].name);
    int64_t refused[2] = { 0, 0 };
    double worst[2] = { 0, 0 };
    worst[0] = worst_excess(&g, got[0], usual->outputs[0], usual->n_output[0], &refused[0]);
    if (second != NULL) {
        g.given = second;
        worst[1] =
            worst_excess(&g, got_second[0], second->outputs[0], second->n_output[0], &refused[1]);
    }
    c->value = worst[0] > worst[1] ? worst[0] : worst[1];
    c->pass = refused[0] + refused[1] > 0;
    c->detail =
        arena_printf(a, "%s refused: %lld elements, %lld in the second draw",
                     c->pass ? "is" : "is NOT", (long long)refused[0], (long long)refused[1]);
    out->pass = out->pass && c->pass;
}
