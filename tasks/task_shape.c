#include "tasks/task_shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/base/str.h"

#define HIDDEN_MAX_BYTES ((int64_t)64 << 20)
#define MOST_GRANULE     4096
#define LEAST_UNITS      16
/* Apart from the streams of inputs. */
#define HIDDEN_STREAM 0x5a17

/* Every extent is at least 1: a window may be larger than what it slides over, and (h - 11) / 11 +
 * 1 is 1 for h of 1 to 10 as well. */
static bool task_dims_fit(const struct task *t, enum task_case c, const int64_t *dims)
{
    struct expr_name names[TASK_MAX_DIMS];
    size_t n = task_names(t, c, names);
    for (size_t i = 0; i < n; i++)
        names[i].value = dims[i];
    for (size_t k = 0; k < t->n_inputs + t->n_outputs; k++) {
        const struct task_tensor *x =
            k < t->n_inputs ? &t->inputs[k] : &t->outputs[k - t->n_inputs];
        for (size_t d = 0; d < x->rank; d++) {
            int64_t extent;
            if (expr_eval(x->shape[d], names, n, &extent, NULL) < 0 || extent < 1 ||
                expr_divides_negative(x->shape[d], names, n))
                return false;
        }
    }
    return true;
}

int task_with_dims(const struct task *t, enum task_case c, const int64_t *dims, struct arena *a,
                   const struct task **out, struct err *err)
{
    struct task *copy = arena_alloc(a, sizeof *copy);
    struct sha256 hash;
    *copy = *t;
    for (size_t i = 0; i < t->n_dims; i++) {
        if (dims[i] < 1 || dims[i] > INT32_MAX)
            return err_set(err, ERR_USAGE, "%s: size %s=%" PRId64 " is not from 1 to 2^31-1", t->id,
                           t->dims[i], dims[i]);
        copy->dim_values[c][i] = dims[i];
    }
    if (!task_dims_fit(t, c, dims))
        return err_set(err, ERR_USAGE, "%s: these sizes leave a tensor without elements", t->id);
    sha256_init(&hash);
    sha256_update(&hash, t->sha256, strlen(t->sha256));
    sha256_update(&hash, copy->dim_values[c], t->n_dims * sizeof copy->dim_values[c][0]);
    sha256_final_hex(&hash, copy->sha256);
    *out = copy;
    return 0;
}

static int parse_one(const struct task *t, const char *item, int64_t *dims, struct err *err)
{
    const char *equals = strchr(item, '=');
    int64_t v = 0;
    for (size_t i = 0; i < t->n_dims && equals != NULL; i++) {
        size_t len = strlen(t->dims[i]);
        if ((size_t)(equals - item) != len || memcmp(item, t->dims[i], len) != 0)
            continue;
        if (!str_to_i64(equals + 1, &v) || v < 1 || v > INT32_MAX)
            return err_set(err, ERR_USAGE, "'%.64s': a size is from 1 to 2^31-1", item);
        dims[i] = v;
        return 0;
    }
    return err_set(err, ERR_USAGE, "'%.64s' is not NAME=SIZE with a dimension of task %s", item,
                   t->id);
}

int task_dims_parse(const struct task *t, enum task_case c, const char *text,
                    int64_t out[TASK_MAX_DIMS], struct err *err)
{
    struct arena a = { 0 };
    char **items;
    size_t n = str_split(&a, text, ',', &items);
    int rc = 0;
    memcpy(out, t->dim_values[c], sizeof t->dim_values[c]);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = parse_one(t, items[i], out, err);
    arena_release(&a);
    return rc;
}

void task_dims_text(const struct task *t, enum task_case c, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < t->n_dims && used < size; i++) {
        int n = snprintf(out + used, size - used, "%s%s=%" PRId64, i == 0 ? "" : ",", t->dims[i],
                         t->dim_values[c][i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

static bool uses(const struct expr *e, const struct task *t, size_t dim)
{
    struct expr_name others[TASK_MAX_DIMS];
    size_t n = 0, offset;
    for (size_t i = 0; i < t->n_dims; i++)
        if (i != dim)
            others[n++].name = t->dims[i];
    return expr_unknown_name(e, others, n, &offset) != NULL;
}

static bool launch_uses(const struct kernel_launch *l, const struct task *t, size_t dim)
{
    for (int i = 0; i < 3; i++)
        if (uses(l->grid[i], t, dim) || uses(l->block[i], t, dim))
            return true;
    for (size_t i = 0; i < l->n_args; i++)
        if (l->args[i].kind == ARG_EXPR && uses(l->args[i].expr, t, dim))
            return true;
    return uses(l->smem, t, dim);
}

static bool plan_uses(const struct kernel_file *k, const struct task *t, size_t dim)
{
    for (size_t i = 0; i < k->n_launches; i++)
        if (launch_uses(&k->launches[i], t, dim))
            return true;
    for (size_t i = 0; i < k->n_scratch; i++)
        if (uses(k->scratch[i].elements, t, dim))
            return true;
    return false;
}

static int64_t granule_of(int64_t shown)
{
    int64_t g = 1;
    while (shown % (g * 2) == 0 && g * 2 * LEAST_UNITS <= shown && g < MOST_GRANULE)
        g *= 2;
    return g;
}

static bool is_small(const struct task *t, const int64_t *dims)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    int64_t bytes = 0;
    for (size_t i = 0; i < t->n_dims; i++)
        names[i] = (struct expr_name){ .name = t->dims[i], .value = dims[i] };
    return expr_eval(t->bytes, names, t->n_dims, &bytes, &bad) == 0 && bytes <= HIDDEN_MAX_BYTES;
}

/* Raises the changed dimensions below the shown ones, which fit, by a granule each. */
static bool grow(const int64_t *shown, const bool *changed, const int64_t *granule, size_t n,
                 int64_t *dims)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        if (!changed[i] || dims[i] >= shown[i])
            continue;
        dims[i] += granule[i];
        any = true;
    }
    return any;
}

/* Halves the changed dimension of most units; false: all have one. */
static bool shrink(const struct task *t, const bool *changed, const int64_t *granule, int64_t *dims)
{
    size_t most = TASK_MAX_DIMS;
    for (size_t i = 0; i < t->n_dims; i++)
        if (changed[i] &&
            (most == TASK_MAX_DIMS || dims[i] / granule[i] > dims[most] / granule[most]))
            most = i;
    if (most == TASK_MAX_DIMS || dims[most] == granule[most])
        return false;
    dims[most] = dims[most] / granule[most] / 2 * granule[most];
    return true;
}

bool task_hidden_dims(const struct task *t, enum task_case c, const struct kernel_file *k,
                      uint64_t seed, bool above, int64_t out[TASK_MAX_DIMS])
{
    bool changed[TASK_MAX_DIMS] = { false }, any = false;
    int64_t granule[TASK_MAX_DIMS];
    struct rng r;
    rng_init(&r, seed, RNG_TRIAL, HIDDEN_STREAM + (uint64_t)above, (uint64_t)c,
             ((uint64_t)(uint32_t)t->level << 32) | (uint32_t)t->problem_id);
    memcpy(out, t->dim_values[c], sizeof t->dim_values[c]);
    for (size_t i = 0; i < t->n_dims; i++) {
        granule[i] = granule_of(out[i]);
        uint32_t units = (uint32_t)(out[i] / granule[i]);
        uint32_t pick = units < 2 ? 0 : 1 + rng_below(&r, units - 1);
        pick += above && pick != 0 && out[i] <= INT32_MAX / 2 ? units : 0;
        changed[i] = pick != 0 && plan_uses(k, t, i);
        out[i] = changed[i] ? pick * granule[i] : out[i];
        any = any || changed[i];
    }
    while (any && !is_small(t, out) && shrink(t, changed, granule, out))
        continue;
    while (any && !task_dims_fit(t, c, out) &&
           grow(t->dim_values[c], changed, granule, t->n_dims, out))
        continue;
    return any;
}
