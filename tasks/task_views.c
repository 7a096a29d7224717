#include "tasks/task_views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "tasks/task_shape.h"

#define KERNELBENCH_TOLERANCE 1e-4
#define LEAST_HALVED          64 /* smaller sizes are windows, channels, batches */

static bool is_within(const struct task *t, const int64_t *dims, const struct work_limit *limit)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    int64_t bytes = 0, operations = 0;
    for (size_t i = 0; i < t->n_dims; i++)
        names[i] = (struct expr_name){ .name = t->dims[i], .value = dims[i] };
    return expr_eval(t->bytes, names, t->n_dims, &bytes, &bad) == 0 &&
           expr_eval(t->flops, names, t->n_dims, &operations, &bad) == 0 &&
           (double)bytes <= limit->bytes && (double)operations <= limit->operations;
}

static bool fits(const struct task *t, const int64_t *dims, struct arena *a,
                 const struct task **out)
{
    return task_with_dims(t, CASE_FULL, dims, a, out, NULL) == 0;
}

/* Halves the largest size that can be halved. */
static bool halve(const struct task *t, int64_t *dims, bool *stuck, struct arena *a)
{
    const struct task *ignored;
    size_t pick = t->n_dims;
    for (size_t i = 0; i < t->n_dims; i++)
        if (!stuck[i] && dims[i] >= 2 && (pick == t->n_dims || dims[i] > dims[pick]))
            pick = i;
    if (pick == t->n_dims)
        return false;
    int64_t was = dims[pick];
    dims[pick] = was / 2;
    if (!fits(t, dims, a, &ignored)) {
        dims[pick] = was;
        stuck[pick] = true;
    }
    return true;
}

static double fan_in(const struct task *t, const struct task_tensor *x)
{
    int64_t n = 0, rows = 0;
    struct expr_name names[TASK_MAX_DIMS];
    size_t n_names = task_names(t, CASE_FULL, names);
    if (x->rank < 2 || task_elements(t, CASE_FULL, x, &n, NULL) < 0 ||
        expr_eval(x->shape[0], names, n_names, &rows, NULL) < 0 || rows < 1)
        return 1.0;
    return (double)n / (double)rows;
}

static void set_range(struct task_tensor *x, double lo, double hi)
{
    x->lo = lo;
    x->hi = hi;
    x->generator = GEN_UNIFORM;
}

static void draw_as_kernelbench(struct task *t, size_t i)
{
    static const char *const weights[] = { "weight", "spatial", "channels" };
    struct task_tensor *x = &t->inputs[i];
    bool is_number = x->generator != GEN_EITHER && x->generator != GEN_INDEX;
    double bound = 0.0;
    for (size_t k = 0; k < ARRAY_LEN(weights); k++)
        if (strcmp(x->name, weights[k]) == 0)
            bound = 1.0 / sqrt(fan_in(t, x));
    if (strcmp(x->name, "bias") == 0 && i > 0)
        bound = 1.0 / sqrt(fan_in(t, &t->inputs[i - 1]));
    x->run_scale = x->second_scale = 1.0;
    x->second_offset = 0.0;
    x->special = 0;
    if (bound > 0.0)
        set_range(x, -bound, bound);
    else if (strcmp(x->name, "gamma") == 0)
        set_range(x, 1.0, 1.0);
    else if (strcmp(x->name, "beta") == 0)
        set_range(x, 0.0, 0.0);
    else if (strcmp(t->family, "scale") == 0 && strcmp(x->name, "s") == 0)
        set_range(x, 3.14, 3.14);
    else if (is_number && x->one_sided_because == NULL)
        set_range(x, 0.0, 1.0);
}

int task_as_kernelbench(const struct task *t, const struct work_limit *limit, struct arena *a,
                        const struct task **out, struct err *err)
{
    int64_t dims[TASK_MAX_DIMS];
    bool stuck[TASK_MAX_DIMS];
    struct task *copy = arena_alloc(a, sizeof *copy);
    *copy = *t;
    memcpy(dims, t->dim_values[CASE_FULL], sizeof dims);
    for (size_t i = 0; i < t->n_dims; i++)
        stuck[i] = dims[i] < LEAST_HALVED;
    while (!is_within(t, dims, limit) && halve(t, dims, stuck, a))
        continue;
    for (size_t i = 0; i < t->n_dims; i++)
        stuck[i] = false; /* small ones too, when nothing else is left */
    while (!is_within(t, dims, limit) && halve(t, dims, stuck, a))
        continue;
    for (size_t i = 0; i < t->n_inputs; i++)
        draw_as_kernelbench(copy, i);
    for (int c = 0; c < TASK_CASE_COUNT; c++)
        copy->atol[c] = KERNELBENCH_TOLERANCE;
    copy->rtol = KERNELBENCH_TOLERANCE;
    copy->has_second = false;
    char text[sizeof copy->sha256 + 16];
    int len = snprintf(text, sizeof text, "kernelbench %s", t->sha256);
    sha256_hex(text, (size_t)len, copy->sha256);
    return task_with_dims(copy, CASE_FULL, dims, a, out, err);
}

bool task_stretched(const struct task *t, enum task_case c, size_t dim, int64_t times,
                    const struct work_limit *limit, struct arena *a, const struct task **out)
{
    int64_t dims[TASK_MAX_DIMS];
    for (; times >= 2; times /= 2) {
        memcpy(dims, t->dim_values[c], sizeof dims);
        dims[dim] = dims[dim] * times + dims[dim] % 2;
        if (dims[dim] <= t->dim_values[CASE_FULL][dim] && is_within(t, dims, limit) &&
            fits(t, dims, a, out))
            return true;
    }
    return false;
}
