#include "tasks/task_shape.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "tasks/task.h"

#define HIDDEN_MAX_BYTES ((int64_t)64 << 20)
#define MOST_GRANULE     4096
#define LEAST_UNITS      16
#define SMALL_DIM        16 /* those below it are windows and steps, which stay */
#define SMALL_MAX_FLOPS  2000000
#define WHOLE            16 /* larger hidden sizes are multiples of it, */
#define ALIGNED          64 /* or of this one, so many floats as buffers are aligned to */
/* Long sizes cost no more than a quarter of the shown ones, or so much: two rows of 32,768 numbers,
 * which are read and written, are 512 KiB. */
#define LONG_BYTES      ((int64_t)5 << 17)
#define LONG_OPERATIONS 1000000
/* They may cost more to get past the ends of short indices: a product of square matrices of 129
 * rows has so many operations. */
#define ENDS_BYTES      ((int64_t)9 << 18)
#define ENDS_OPERATIONS 4500000
#define BOTH_BYTES      ((int64_t)5 << 18)
#define BOTH_END        (1 << 16)
#define LONG_END        (1 << 15)
#define LONG_THREADS    (5 << 17)
#define LONG_WAITING    (3 << 13) /* that wait for others: 129 rows and columns in tiles of 16 */
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

/* A size near that of case tiny, whose power of two is the granule: so tails stay tails.  Where any
 * size goes it is one below a multiple of 16, so that vectors of 2, 4, 8 and 16 all have their
 * longest tail. */
static int64_t small_size(const struct task *t, size_t dim, int64_t shown, int64_t granule,
                          int64_t least, struct rng *r)
{
    int64_t units = shown / granule, tiny = t->dim_values[CASE_TINY][dim],
            want = (tiny < least ? least : tiny) / granule;
    int64_t more = (int64_t)rng_below(r, 3), tail = (want / WHOLE + more) * WHOLE + WHOLE - 1;
    if (granule == 1 && want >= WHOLE && units > 2 * WHOLE)
        return tail < units ? tail : units / WHOLE * WHOLE - 1;
    want = (want < 1 ? 1 : want) + 2 * more;
    want = want < units ? want : units - 1;
    return (want % 2 == 0 ? want - 1 : want) * granule;
}

/* Sizes that may be one another's become equal: that a matrix is square is a case of its own. */
static void make_equal(const struct task *t, const int64_t *shown, const bool *changed,
                       const int64_t *granule, int64_t *dims)
{
    size_t of = TASK_MAX_DIMS;
    for (size_t i = 0; i < t->n_dims; i++)
        if (changed[i] && (of == TASK_MAX_DIMS || granule[i] > granule[of]))
            of = i;
    for (size_t i = 0; i < t->n_dims && of != TASK_MAX_DIMS; i++)
        if (changed[i] && dims[of] <= 2 * shown[i] && shown[i] / 64 <= shown[of] &&
            shown[of] / 64 <= shown[i])
            dims[i] = dims[of];
}

static bool is_quick(const struct task *t, const int64_t *dims)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    int64_t flops = 0;
    for (size_t i = 0; i < t->n_dims; i++)
        names[i] = (struct expr_name){ .name = t->dims[i], .value = dims[i] };
    return expr_eval(t->flops, names, t->n_dims, &flops, &bad) == 0 && flops <= SMALL_MAX_FLOPS;
}

static bool small_dims_from(const struct task *t, enum task_case c, const struct kernel_file *k,
                            struct rng *r, const int64_t *granule, int64_t least,
                            int64_t out[TASK_MAX_DIMS])
{
    int64_t shown[TASK_MAX_DIMS], apart[TASK_MAX_DIMS];
    bool changed[TASK_MAX_DIMS] = { false }, any = false;
    memcpy(shown, out, sizeof shown);
    for (size_t i = 0; i < t->n_dims; i++) {
        changed[i] = shown[i] >= SMALL_DIM && plan_uses(k, t, i);
        if (changed[i])
            out[i] = small_size(t, i, shown[i], granule[i], least, r);
        any = any || changed[i];
    }
    memcpy(apart, out, sizeof apart);
    make_equal(t, shown, changed, granule, out);
    if (!task_dims_fit(t, c, out))
        memcpy(out, apart, sizeof apart);
    while (any && !task_dims_fit(t, c, out) && grow(shown, changed, granule, t->n_dims, out))
        continue;
    return any;
}

/* So many blocks that several have a share in one result, where that is quick. */
static bool small_dims(const struct task *t, enum task_case c, const struct kernel_file *k,
                       struct rng *r, const int64_t *granule, int64_t out[TASK_MAX_DIMS])
{
    static const int64_t least[] = { 300, 70, 0 };
    int64_t shown[TASK_MAX_DIMS];
    bool any = false;
    memcpy(shown, out, sizeof shown);
    for (size_t i = 0; i < ARRAY_LEN(least); i++) {
        memcpy(out, shown, sizeof shown);
        any = small_dims_from(t, c, k, r, granule, least[i], out);
        if (is_quick(t, out))
            break;
    }
    return any;
}

/* What one run costs: a thread that waits for others costs more than what it computes. */
struct run_cost {
    int64_t bytes, operations, threads;
};

/* False: there is no such launch. */
static bool run_cost(const struct task *t, enum task_case c, const struct kernel_file *k,
                     const int64_t *dims, struct run_cost *out)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error bad;
    struct kernel_error refused;
    struct launch_plan plan;
    struct task at = *t;
    memcpy(at.dim_values[c], dims, sizeof at.dim_values[c]);
    size_t n = task_names(&at, c, names);
    *out = (struct run_cost){ 0 };
    if (!task_dims_fit(t, c, dims) || kernel_plan(k, &at, c, &plan, &refused) != 0 ||
        expr_eval(t->bytes, names, n, &out->bytes, &bad) != 0 ||
        expr_eval(t->flops, names, n, &out->operations, &bad) != 0)
        return false;
    for (size_t i = 0; i < plan.n_launches; i++) {
        const struct launch *l = &plan.launches[i];
        double threads = 1.0;
        for (size_t d = 0; d < 3; d++)
            threads *= (double)l->grid[d] * l->block[d];
        out->threads += threads > INT32_MAX ? INT32_MAX : (int64_t)threads;
    }
    return true;
}

static int64_t largest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool is_cheap(const struct run_cost *cost, const struct run_cost *most)
{
    return cost->bytes <= most->bytes && cost->operations <= most->operations &&
           cost->threads <= most->threads;
}

/* Some launches have as many threads at every size. */
static struct run_cost long_cost(const struct run_cost *shown, const struct run_cost *shortest,
                                 const struct kernel_file *k)
{
    const int64_t threads = strstr(k->source, "sync") != NULL ? LONG_WAITING : LONG_THREADS;
    return (struct run_cost){
        .bytes = largest(shown->bytes / 4, LONG_BYTES),
        .operations = largest(shown->operations / 4, LONG_OPERATIONS),
        .threads = shortest->threads + largest((shown->threads - shortest->threads) / 4, threads),
    };
}

/* Every dimension as small as it may be, from 2 on; more: or up to so many more. */
static void shorten(const struct task *t, enum task_case c, const struct kernel_file *k,
                    const int64_t *granule, uint32_t more, struct rng *r, int64_t *dims)
{
    static const int64_t most[] = { 2, 5, 11, INT32_MAX };
    const int64_t *shown = t->dim_values[c], *tiny = t->dim_values[CASE_TINY];
    int64_t least[TASK_MAX_DIMS];
    bool fits = false;
    memcpy(least, shown, sizeof least);
    for (size_t n = 0; n < ARRAY_LEN(most) && !fits; n++) {
        for (size_t i = 0; i < t->n_dims; i++) {
            bool is_size = shown[i] >= SMALL_DIM || t->dim_values[CASE_FULL][i] > shown[i];
            int64_t wanted = most[n] + (n == 0 && more > 0 ? rng_below(r, more) : 0);
            int64_t small = tiny[i] < wanted ? tiny[i] : wanted;
            if (is_size && small < shown[i] && plan_uses(k, t, i))
                dims[i] = largest(small / granule[i], 1) * granule[i];
        }
        if (n == 0)
            memcpy(least, dims, sizeof least);
        fits = task_dims_fit(t, c, dims);
    }
    /* A window needs more of some dimensions only. */
    for (size_t i = 0; i < t->n_dims && fits; i++) {
        int64_t was = dims[i];
        dims[i] = least[i];
        if (!task_dims_fit(t, c, dims))
            dims[i] = was;
    }
    if (!fits)
        memcpy(dims, shown, sizeof t->dim_values[c]);
}

/* An index of few bits, a grid of too few blocks and a sum of too few parts are wrong beyond some
 * length of one dimension, whatever the others are. */
struct lengthening {
    const struct task *t;
    enum task_case c;
    const struct kernel_file *k;
    const int64_t *granule;
    struct run_cost most;
    int64_t *dims;
};

/* Indices of 8 and of 16 bits end there, and usual blocks and parts. */
static const int64_t long_ends[] = { 1 << 7, 1 << 8, 1 << 10, 1 << 12, LONG_END };

static bool try_length(struct lengthening *g, size_t i, int64_t length, const struct run_cost *most)
{
    struct run_cost cost;
    int64_t was = g->dims[i];
    if (length <= was)
        return false;
    g->dims[i] = length;
    if (run_cost(g->t, g->c, g->k, g->dims, &cost) && is_cheap(&cost, most))
        return true;
    g->dims[i] = was;
    return false;
}

/* Past end, by up to an eighth where that is cheap.  Below case full, whose sizes are whole blocks.
 */
static bool get_past(struct lengthening *g, size_t i, int64_t end, const struct run_cost *most,
                     struct rng *r)
{
    int64_t granule = g->granule[i], full = g->t->dim_values[CASE_FULL][i], units = end / granule;
    int64_t least = (units + 1) * granule;
    int64_t more = least + rng_below(r, (uint32_t)(units / 8 + 1)) * granule;
    if (full / granule > LEAST_UNITS * 4)
        full -= (1 + rng_below(r, LEAST_UNITS)) * granule;
    return try_length(g, i, more < full ? more : full, most) ||
           try_length(g, i, least < full ? least : full, most);
}

static void lengthen(struct lengthening *g, size_t i, struct rng *r)
{
    struct run_cost most = g->most;
    most.operations = largest(most.operations, ENDS_OPERATIONS);
    most.bytes = largest(most.bytes, ENDS_BYTES);
    for (size_t end = 0; end < ARRAY_LEN(long_ends); end++)
        (void)get_past(g, i, long_ends[end], &most, r);
    while (g->dims[i] <= LONG_END && get_past(g, i, g->dims[i] * 5 / 4, &g->most, r))
        continue;
    /* A few more results, each of which may be right by chance. */
    for (size_t d = 0; d < g->t->n_dims; d++)
        if (d != i && g->dims[d] == 2 && g->t->dim_values[g->c][d] > 2)
            (void)try_length(g, d, 5, &g->most);
}

/* Longer than any other hidden size, or past an end that the shown one is below. */
static bool is_long(const struct lengthening *g, size_t i)
{
    int64_t shown = g->t->dim_values[g->c][i], now = g->dims[i];
    bool past = false;
    for (size_t end = 0; end < ARRAY_LEN(long_ends); end++)
        past = past || (shown <= long_ends[end] && now > long_ends[end]);
    return past || now >= 2 * shown;
}

static bool begin_long(struct lengthening *g, struct rng *r)
{
    struct run_cost at_shown, at_shortest;
    shorten(g->t, g->c, g->k, g->granule, 0, r, g->dims);
    if (!run_cost(g->t, g->c, g->k, g->t->dim_values[g->c], &at_shown) ||
        !run_cost(g->t, g->c, g->k, g->dims, &at_shortest))
        return false;
    g->most = long_cost(&at_shown, &at_shortest, g->k);
    return true;
}

/* Two in turn, past 8 bits and then until both together are past 65,536, as far as is cheap: rows,
 * or what is in a row, count together. */
static void lengthen_both(struct lengthening *g, size_t i, size_t k, struct rng *r)
{
    struct run_cost most = g->most;
    most.bytes = largest(most.bytes, BOTH_BYTES);
    bool first = get_past(g, i, long_ends[0], &most, r),
         second = get_past(g, k, long_ends[0], &most, r);
    while ((first || second) && g->dims[i] * g->dims[k] <= BOTH_END) {
        first = first && get_past(g, i, g->dims[i] * 5 / 4, &most, r);
        second = second && get_past(g, k, g->dims[k] * 5 / 4, &most, r);
    }
}

static bool least_dims(const struct task *t, enum task_case c, const struct kernel_file *k,
                       struct rng *r, const int64_t *granule, int64_t out[TASK_MAX_DIMS])
{
    shorten(t, c, k, granule, 4, r, out);
    return memcmp(out, t->dim_values[c], sizeof t->dim_values[c]) != 0;
}

/* Those that can be long, first those whose index may need more than 7 bits, each from one that is
 * drawn on. */
static size_t find_long(const struct lengthening *g, uint32_t first, size_t out[TASK_MAX_DIMS])
{
    const int64_t *shown = g->t->dim_values[g->c], *full = g->t->dim_values[CASE_FULL];
    size_t n = 0;
    for (int rest = 0; rest < 2; rest++)
        for (size_t at = 0; at < g->t->n_dims; at++) {
            size_t i = (first + at) % g->t->n_dims;
            if (full[i] > shown[i] && (full[i] > long_ends[0]) == (rest == 0) &&
                plan_uses(g->k, g->t, i))
                out[n++] = i;
        }
    return n;
}

/* The dimension behind i, or before it, that can be long. */
static size_t next_long(const struct task *t, const struct kernel_file *k, size_t i)
{
    const int64_t *full = t->dim_values[CASE_FULL], *tiny = t->dim_values[CASE_TINY];
    size_t next = i;
    for (size_t d = 0; d < t->n_dims && next <= i; d++)
        if (d != i && full[d] > tiny[d] && plan_uses(k, t, d))
            next = d;
    return next;
}

/* The first three long sizes have one long dimension each, the fourth one two that are next to each
 * other. */
static bool long_dims(const struct task *t, enum task_case c, const struct kernel_file *k,
                      struct rng *r, enum hidden_size size, const int64_t *granule,
                      int64_t out[TASK_MAX_DIMS])
{
    struct lengthening g = { .t = t, .c = c, .k = k, .granule = granule, .dims = out };
    size_t those[TASK_MAX_DIMS], number = (size_t)(size - HIDDEN_LONG);
    size_t n = find_long(&g, rng_below(r, (uint32_t)t->n_dims), those);
    bool is_pair = size == HIDDEN_LONG_BOTH;
    if (is_pair ? n < 2 : number >= n)
        return false;
    size_t i = those[is_pair ? rng_below(r, 2) : number], other = next_long(t, k, i);
    if (!begin_long(&g, r))
        return false;
    if (!is_pair)
        lengthen(&g, i, r);
    else
        lengthen_both(&g, i, other, r);
    return (is_long(&g, i) || (is_pair && is_long(&g, other))) && task_dims_fit(t, c, out);
}

bool task_hidden_dims(const struct task *t, enum task_case c, const struct kernel_file *k,
                      uint64_t seed, enum hidden_size size, int64_t out[TASK_MAX_DIMS])
{
    bool changed[TASK_MAX_DIMS] = { false }, any = false, above = size == HIDDEN_ABOVE;
    int64_t granule[TASK_MAX_DIMS];
    struct rng r;
    /* The long sizes share out the dimensions. */
    uint64_t stream = (uint64_t)(size > HIDDEN_LONG ? HIDDEN_LONG : size);
    rng_init(&r, seed, RNG_TRIAL, HIDDEN_STREAM + stream, (uint64_t)c,
             ((uint64_t)(uint32_t)t->level << 32) | (uint32_t)t->problem_id);
    memcpy(out, t->dim_values[c], sizeof t->dim_values[c]);
    for (size_t i = 0; i < t->n_dims; i++) {
        granule[i] = 1;
        while (out[i] % (granule[i] * 2) == 0 && granule[i] * 2 * LEAST_UNITS <= out[i] &&
               granule[i] < MOST_GRANULE)
            granule[i] *= 2;
    }
    if (size >= HIDDEN_LONG)
        return long_dims(t, c, k, &r, size, granule, out);
    if (size == HIDDEN_LEAST)
        return least_dims(t, c, k, &r, granule, out);
    if (size == HIDDEN_SMALL)
        return small_dims(t, c, k, &r, granule, out);
    for (size_t i = 0; i < t->n_dims; i++) {
        uint32_t units = (uint32_t)(out[i] / granule[i]);
        uint32_t pick = units < 2 ? 0 : 1 + rng_below(&r, units - 1);
        pick += above && pick != 0 && out[i] <= INT32_MAX / 2 ? units : 0;
        changed[i] = pick != 0 && plan_uses(k, t, i);
        out[i] = changed[i] ? pick * granule[i] : out[i];
        /* Whole vectors and tiles are a path of its own, which odd sizes never take; buffers of
         * whole alignments end at untouchable memory, so what reads past them faults at any seed.
         */
        for (int64_t unit = ALIGNED; above && changed[i] && unit >= WHOLE; unit /= ALIGNED / WHOLE)
            if (out[i] / unit * unit > t->dim_values[c][i]) {
                out[i] = out[i] / unit * unit;
                break;
            }
        any = any || changed[i];
    }
    while (any && !is_small(t, out) && shrink(t, changed, granule, out))
        continue;
    while (any && !task_dims_fit(t, c, out) &&
           grow(t->dim_values[c], changed, granule, t->n_dims, out))
        continue;
    return any;
}

/*
 * Inputs from counters.
 *
 * Element i of a uniform tensor is word i % 4 of Philox block i / 4; of a bell tensor, the whole
 * block i.  Its integer of 24 bits times 2^-24 (exact), times (float)(hi - lo), plus (float)lo, is
 * rounded twice.  A GPU gets the same bits with __fmul_rn and __fadd_rn; a fused multiply-add would
 * not give them (the build sets -ffp-contract=off).
 *
 * In the second draw an element is special when its word's lowest byte, which has no other use, is
 * below 16; other bits choose the value.
 */

#define BATCH 64 /* blocks */

#define SPECIAL_OF_256 16

double task_atol(const struct task *t, enum task_case c, uint64_t trial)
{
    return (trial & TASK_SECOND_DRAW) != 0 ? t->atol[c] * t->second_factor : t->atol[c];
}

/* Of a stream that no tensor has. */
static float run_factor(const struct task *t, size_t input_index, uint64_t seed, uint64_t trial)
{
    struct rng r;
    rng_init(&r, seed, RNG_INPUT, TASK_MAX_TENSORS + input_index, trial,
             (uint64_t)t->level << 32 | (uint64_t)t->problem_id);
    float least = 1.0f / (float)t->inputs[input_index].run_scale;
    return least + (1.0f - least) * ((float)(int32_t)(rng_u32(&r) >> 8) * 0x1p-24f);
}

struct task_range task_input_range(const struct task *t, enum task_case c, size_t input_index,
                                   uint64_t seed, uint64_t trial)
{
    const struct task_tensor *x = &t->inputs[input_index];
    bool second = (trial & TASK_SECOND_DRAW) != 0;
    float factor = second ? (float)x->second_scale : 1.0f;
    if (x->run_scale > 1.0)
        factor *= run_factor(t, input_index, seed, trial);
    struct task_range r = { .lo = factor * (float)x->lo,
                            .span = factor * (float)(x->hi - x->lo),
                            .special = second ? x->special : 0,
                            .line = 1,
                            .stride = 1 };
    if (second)
        r.lo += (float)x->second_offset;
    struct expr_name names[TASK_MAX_DIMS];
    size_t n_names = task_names(t, c, names);
    int64_t value = 1;
    if (x->generator == GEN_INDEX && expr_eval(x->below, names, n_names, &value, NULL) == 0)
        r.below = (uint32_t)value;
    for (size_t d = 1; d < x->rank && x->generator == GEN_DISTINCT; d++)
        if (expr_eval(x->shape[d], names, n_names, &value, NULL) == 0)
            *(d == 1 ? &r.line : &r.stride) *= value;
    return r;
}

/* Kinds are numbered from the mask's lowest bit. */
static uint32_t special_kind(unsigned mask, uint32_t word)
{
    unsigned left = (word >> 8 & 0xff) * (unsigned)__builtin_popcount(mask) >> 8;
    while (left-- > 0)
        mask &= mask - 1;
    return mask & -mask;
}

static float special_value(unsigned mask, uint32_t word)
{
    uint32_t sign = word & 0x80000000u, bits = sign;
    switch ((enum special)special_kind(mask, word)) {
    case SPECIAL_NAN:
        bits = 0x7fc00000u;
        break;
    case SPECIAL_INFINITY:
        bits = sign | 0x7f800000u;
        break;
    case SPECIAL_ZERO:
        break;
    case SPECIAL_DENORMAL:
        bits = sign | (word >> 8 & 0x7fffffu) | 1;
        break;
    case SPECIAL_LARGE:
        bits = word >> 8 & 0x7fffffu; /* its upper bits choose the exponent */
        bits = sign | (132 + (bits * 91 >> 23)) << 23 | (bits * 0x9e3779b1u & 0x7fffffu);
        break;
    }
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* Every stride-th word decides. */
static void make_special(unsigned mask, const uint32_t *words, size_t stride, float *out, size_t n)
{
    for (size_t i = 0; i < n && mask != 0; i++)
        if ((words[stride * i] & 0xff) < SPECIAL_OF_256)
            out[i] = special_value(mask, words[stride * i]);
}

static float scale(uint32_t bits24, struct task_range r)
{
    float u = (float)(int32_t)bits24 * 0x1p-24f;
    float product = r.span * u;
    return r.lo + product;
}

/* Elements first to first + 4 * BATCH.  In a second draw every other line has ties, of 64 values.
 */
static void make_distinct(const uint32_t *words, const struct rng *stream, struct task_range r,
                          int64_t first, float *out)
{
    const uint32_t *c = stream->counter;
    uint32_t key = stream->key[0] ^ c[1] * 0x85ebca6bu ^ c[2] * 0xc2b2ae35u ^ c[3], mask = 1;
    while ((int64_t)mask < r.line)
        mask *= 2;
    mask--;
    for (int64_t i = first; i < first + 4 * BATCH; i++, words++, out++) {
        uint32_t position = (uint32_t)(i / r.stride % r.line);
        uint32_t line = (uint32_t)(i / (r.stride * r.line) * r.stride + i % r.stride);
        uint32_t mixed = key + line * 0x9e3779b1u;
        position = ((position ^ (mixed >> 8 & mask)) * (mixed | 1)) & mask;
        if (r.special != 0 && line % 2 == 1) {
            *out = scale(*words >> 8 & 0xfc0000u, r);
            continue;
        }
        *out = scale((*words >> 8 & ~mask) | position, r);
        make_special(r.special, words, 1, out, 1);
    }
}

/* From element first on.  Returns how many elements. */
static size_t make_batch(const struct task_tensor *x, const uint32_t *words,
                         const struct rng *stream, struct task_range r, int64_t first, float *out)
{
    switch (x->generator) {
    case GEN_UNIFORM:
        for (size_t i = 0; i < 4 * BATCH; i++)
            out[i] = scale(words[i] >> 8, r);
        make_special(r.special, words, 1, out, 4 * BATCH);
        return 4 * BATCH;
    case GEN_BELL:
        for (size_t i = 0; i < BATCH; i++) {
            uint32_t sum = 0;
            for (size_t w = 0; w < 4; w++)
                sum += words[4 * i + w] >> 10;
            out[i] = scale(sum, r);
        }
        make_special(r.special, words, 4, out, BATCH);
        return BATCH;
    case GEN_EITHER:
        for (size_t i = 0; i < 4 * BATCH; i++)
            out[i] = scale(words[i] >> 31 << 24, r);
        return 4 * BATCH;
    case GEN_INDEX:
        for (size_t i = 0; i < 4 * BATCH; i++)
            out[i] = (float)(int32_t)((uint64_t)(words[i] >> 8) * r.below >> 24);
        return 4 * BATCH;
    case GEN_BAND:
        for (size_t i = 0; i < 4 * BATCH; i++)
            out[i] = (words[i] & 1) != 0 ? -scale(words[i] >> 8, r) : scale(words[i] >> 8, r);
        return 4 * BATCH;
    case GEN_DISTINCT:
        make_distinct(words, stream, r, first, out);
        return 4 * BATCH;
    }
    return 0;
}

/* Values of other types are integers that a float holds. */
static void put(enum dtype t, const float *from, void *out, int64_t first, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = (size_t)first + i;
        if (t == DTYPE_F32)
            ((float *)out)[at] = from[i];
        else if (t == DTYPE_U8)
            ((uint8_t *)out)[at] = (uint8_t)from[i];
        else if (t == DTYPE_I32)
            ((int32_t *)out)[at] = (int32_t)from[i];
        else
            ((int64_t *)out)[at] = (int64_t)from[i];
    }
}

static void fill(const struct task_tensor *x, const struct rng *stream, struct task_range r,
                 void *out, int64_t n)
{
    uint32_t counter[4] = { 0, stream->counter[1], stream->counter[2], stream->counter[3] };
    for (int64_t i = 0; i < n; counter[0] += BATCH) {
        uint32_t words[4 * BATCH];
        float batch[4 * BATCH];
        bool is_direct = n - i >= 4 * BATCH && x->dtype == DTYPE_F32;
        philox_blocks(counter, stream->key, words, BATCH);
        size_t count = make_batch(x, words, stream, r, i, is_direct ? (float *)out + i : batch);
        if (!is_direct) {
            if ((int64_t)count > n - i)
                count = (size_t)(n - i);
            put(x->dtype, batch, out, i, count);
        }
        i += (int64_t)count;
    }
}

static void apply_structure(enum structure structure, float *out, size_t side)
{
    for (size_t row = 0; row < side; row++) {
        float *line = out + row * side;
        if (structure == STRUCTURE_UPPER)
            memset(line, 0, row * sizeof(*line));
        else if (structure == STRUCTURE_LOWER)
            memset(line + row + 1, 0, (side - row - 1) * sizeof(*line));
        for (size_t column = 0; column < row && structure == STRUCTURE_SYMMETRIC; column++)
            line[column] = out[column * side + row];
    }
}

bool task_has_generator(const struct task_tensor *x)
{
    switch (x->generator) {
    case GEN_UNIFORM:
    case GEN_BELL:
    case GEN_BAND:
    case GEN_DISTINCT:
        return x->dtype == DTYPE_F32;
    case GEN_EITHER:
        return x->dtype == DTYPE_F32 || x->dtype == DTYPE_U8;
    case GEN_INDEX:
        return x->dtype == DTYPE_I32 || x->dtype == DTYPE_I64;
    }
    return false;
}

/* 0: no square. */
static size_t square_side(int64_t n)
{
    int64_t side = (int64_t)sqrt((double)n);
    for (int64_t s = side > 0 ? side - 1 : 0; s <= side + 1; s++)
        if (s * s == n)
            return (size_t)s;
    return 0;
}

void task_input_stream(const struct task *t, size_t input_index, uint64_t seed, uint64_t trial,
                       struct rng *out)
{
    rng_init(out, seed, RNG_INPUT, input_index, trial,
             (uint64_t)t->level << 32 | (uint64_t)t->problem_id);
}

int task_fill_input(const struct task *t, enum task_case c, size_t input_index, uint64_t seed,
                    uint64_t trial, void *out, int64_t n, struct err *err)
{
    const struct task_tensor *x = &t->inputs[input_index];
    struct task_range r = task_input_range(t, c, input_index, seed, trial);
    struct rng stream;
    int64_t per_position = x->generator == GEN_BELL ? 1 : 4;
    if (!task_has_generator(x))
        return err_set(err, ERR_USAGE, "%s: input %s: no generator for %s", t->id, x->name,
                       dtype_name(x->dtype));
    if (n < 0 || n / per_position >= UINT32_MAX - BATCH)
        return err_set(err, ERR_USAGE, "%s: input %s: %" PRId64 " elements exceed the generator",
                       t->id, x->name, n);
    size_t side = square_side(n);
    if (x->structure != STRUCTURE_FULL && side == 0 && n != 0)
        return err_set(err, ERR_USAGE, "%s: input %s: %" PRId64 " elements are no square", t->id,
                       x->name, n);
    task_input_stream(t, input_index, seed, trial, &stream);
    fill(x, &stream, r, out, n);
    if (x->structure != STRUCTURE_FULL)
        apply_structure(x->structure, out, side);
    return 0;
}
