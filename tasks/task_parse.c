/*
 * task_parse.c - a manifest becomes a struct task (docs/internals/tasks.md has the format).
 *
 * Everything is checked, so that others can trust a struct task: members, names, expressions in
 * every case, ranges, and the kernel files.
 */
#include "tasks/task.h"

#include <math.h>
#include <string.h>

#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "tasks/task_family.h"

struct task_reader {
    const char *where; /* the file, for messages */
    struct arena *arena;
    struct task *task;
    struct err *err;
};

static const char *const manifest_members[] = {
    "suite", "level",  "problem_id", "name",    "family",    "description",
    "dims",  "cases",  "inputs",     "outputs", "tolerance", "flops",
    "bytes", "oracle", "baseline",   "values",  "wrong",     NULL,
};
static const char *const input_members[] = {
    "name",      "dtype",        "shape",         "generator",         "lo",
    "hi",        "below",        "structure",     "one_sided_because", "half_inputs_because",
    "run_scale", "second_scale", "second_offset", "special",           NULL
};
static const char *const output_members[] = { "name", "dtype", "shape", NULL };
static const char *const tolerance_members[] = { "rtol", "atol", "second_factor", NULL };

static const char *const wrong_members[] = { "name", "set", NULL };

const char *const task_generator_names[] = {
    [GEN_UNIFORM] = "uniform", [GEN_BELL] = "bell", [GEN_EITHER] = "either",
    [GEN_INDEX] = "index",     [GEN_BAND] = "band", [GEN_DISTINCT] = "distinct"
};
const char *const task_structure_names[] = { [STRUCTURE_FULL] = "full",
                                             [STRUCTURE_UPPER] = "upper",
                                             [STRUCTURE_LOWER] = "lower",
                                             [STRUCTURE_SYMMETRIC] = "symmetric" };

const char *const task_special_names[TASK_SPECIALS] = { "nan", "infinity", "zero", "denormal",
                                                        "large" };

static bool index_of(const char *const *names, size_t n, const char *name, size_t *out)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* A misspelt optional member must not count as absent. */
static int check_members(struct task_reader *r, const char *where, const struct json *object,
                         const char *const *known)
{
    size_t n = 0, index;
    while (known[n] != NULL)
        n++;
    for (const struct json *m = json_first(object); m != NULL; m = json_next(m)) {
        if (!index_of(known, n, json_key(m), &index))
            return err_set(r->err, ERR_INTEGRITY, "%s: unknown member \"%.64s\"", where,
                           json_key(m));
        if (json_get(object, json_key(m)) != m)
            return err_set(r->err, ERR_INTEGRITY, "%s: member \"%.64s\" stands twice", where,
                           json_key(m));
    }
    return 0;
}

static int need_text(struct task_reader *r, const char *where, const struct json *object,
                     const char *key, const char **out)
{
    const char *text;
    int rc = json_need_string(object, where, key, &text, r->err);
    if (rc < 0)
        return rc;
    if (text[0] == '\0')
        return err_set(r->err, ERR_INTEGRITY, "%s: \"%s\" is empty", where, key);
    *out = arena_strdup(r->arena, text);
    return 0;
}

static bool is_identifier(const char *s)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return s[0] != '\0' && strlen(s) < 64 && strchr(letters, s[0]) != NULL &&
           strspn(s, all) == strlen(s);
}

/* By a dimension, input or output. */
static bool is_taken(const struct task *t, const char *name)
{
    size_t index;
    if (index_of(t->dims, t->n_dims, name, &index))
        return true;
    for (size_t i = 0; i < t->n_inputs; i++)
        if (strcmp(t->inputs[i].name, name) == 0)
            return true;
    for (size_t i = 0; i < t->n_outputs; i++)
        if (strcmp(t->outputs[i].name, name) == 0)
            return true;
    return false;
}

static int check_name(struct task_reader *r, const char *where, const char *name)
{
    if (!is_identifier(name))
        return err_set(r->err, ERR_INTEGRITY, "%s: '%.64s' is not an identifier", where, name);
    if (is_taken(r->task, name))
        return err_set(r->err, ERR_INTEGRITY, "%s: the name '%s' stands twice", where, name);
    return 0;
}

static int read_dims(struct task_reader *r, const struct json *root)
{
    const struct json *list;
    int rc = json_need_array(root, r->where, "dims", &list, r->err);
    if (rc < 0)
        return rc;
    if (json_count(list) < 1 || json_count(list) > TASK_MAX_DIMS)
        return err_set(r->err, ERR_INTEGRITY, "%s: dims must name 1 to %d dimensions", r->where,
                       TASK_MAX_DIMS);
    for (const struct json *d = json_first(list); d != NULL; d = json_next(d)) {
        const char *name;
        if (!json_string(d, &name))
            return err_set(r->err, ERR_INTEGRITY, "%s: dims: not a string", r->where);
        if ((rc = check_name(r, r->where, name)) < 0)
            return rc;
        r->task->dims[r->task->n_dims++] = arena_strdup(r->arena, name);
    }
    return 0;
}

static int read_case(struct task_reader *r, const struct json *cases, enum task_case c)
{
    struct task *t = r->task;
    const struct json *values;
    const char *where = arena_printf(r->arena, "%s: cases.%s", r->where, task_case_name(c));
    int rc = json_need_object(cases, r->where, task_case_name(c), &values, r->err);
    if (rc < 0)
        return rc;
    if (json_count(values) != t->n_dims)
        return err_set(r->err, ERR_INTEGRITY, "%s: must give exactly the dimensions", where);
    for (size_t i = 0; i < t->n_dims; i++) {
        if ((rc = json_need_int(values, where, t->dims[i], &t->dim_values[c][i], r->err)) < 0)
            return rc;
        if (t->dim_values[c][i] < 1 || t->dim_values[c][i] > INT32_MAX)
            return err_set(r->err, ERR_INTEGRITY, "%s: %s must be 1 to %d", where, t->dims[i],
                           INT32_MAX);
    }
    return 0;
}

static int read_cases(struct task_reader *r, const struct json *root)
{
    const struct json *cases;
    int rc = json_need_object(root, r->where, "cases", &cases, r->err);
    for (int c = 0; rc == 0 && c < TASK_CASE_COUNT; c++)
        rc = read_case(r, cases, (enum task_case)c);
    if (rc == 0 && json_count(cases) != TASK_CASE_COUNT)
        rc = err_set(r->err, ERR_INTEGRITY, "%s: cases are tiny, cpu and full", r->where);
    return rc;
}

/* At least 1 in every case. */
static int read_expr(struct task_reader *r, const char *where, const char *text,
                     const struct expr **out)
{
    struct expr_error error;
    struct expr_name names[TASK_MAX_DIMS];
    const struct expr *e = expr_parse(r->arena, text, strlen(text), &error);
    if (e == NULL)
        return err_set(r->err, ERR_INTEGRITY, "%s: '%.64s' at byte %zu: %s", where, text,
                       error.offset, error.msg);
    for (int c = 0; c < TASK_CASE_COUNT; c++) {
        int64_t value;
        size_t n = task_names(r->task, (enum task_case)c, names);
        if (expr_eval(e, names, n, &value, &error) < 0)
            return err_set(r->err, ERR_INTEGRITY, "%s: '%.64s' at byte %zu: %s", where, text,
                           error.offset, error.msg);
        if (value < 1)
            return err_set(r->err, ERR_INTEGRITY, "%s: '%.64s' is not positive in case %s", where,
                           text, task_case_name((enum task_case)c));
    }
    *out = e;
    return 0;
}

static int read_shape(struct task_reader *r, const char *where, const struct json *object,
                      struct task_tensor *x)
{
    const struct json *shape;
    int rc = json_need_array(object, where, "shape", &shape, r->err);
    if (rc < 0)
        return rc;
    if (json_count(shape) < 1 || json_count(shape) > TASK_MAX_RANK)
        return err_set(r->err, ERR_INTEGRITY, "%s: shape must have 1 to %d extents", where,
                       TASK_MAX_RANK);
    for (const struct json *s = json_first(shape); s != NULL; s = json_next(s)) {
        const char *text;
        if (!json_string(s, &text))
            return err_set(r->err, ERR_INTEGRITY, "%s: extents are strings", where);
        x->shape_text[x->rank] = arena_strdup(r->arena, text);
        if ((rc = read_expr(r, where, text, &x->shape[x->rank])) < 0)
            return rc;
        x->rank++;
    }
    int64_t elements;
    for (int c = 0; c < TASK_CASE_COUNT; c++)
        if (task_elements(r->task, (enum task_case)c, x, &elements, r->err) < 0)
            return err_context(r->err, "%s", where);
    return 0;
}

static int read_tensor(struct task_reader *r, const char *where, const struct json *object,
                       struct task_tensor *x)
{
    const char *dtype;
    int rc;
    memset(x, 0, sizeof(*x));
    if ((rc = need_text(r, where, object, "name", &x->name)) < 0 ||
        (rc = check_name(r, where, x->name)) < 0 ||
        (rc = json_need_string(object, where, "dtype", &dtype, r->err)) < 0)
        return rc;
    if (!dtype_parse(dtype, &x->dtype))
        return err_set(r->err, ERR_INTEGRITY, "%s: unknown dtype '%.64s'", where, dtype);
    return read_shape(r, where, object, x);
}

/* Which of the names: without the member the first. */
static int read_choice(struct task_reader *r, const char *where, const struct json *object,
                       const char *key, const char *const *names, size_t n)
{
    const struct json *member = json_get(object, key);
    const char *text;
    size_t index = 0;
    if (member != NULL && (!json_string(member, &text) || !index_of(names, n, text, &index)))
        return err_set(r->err, ERR_INTEGRITY, "%s: unknown \"%s\"", where, key);
    return (int)index;
}

static int check_square(struct task_reader *r, const char *where, const struct task_tensor *x)
{
    for (int c = 0; c < TASK_CASE_COUNT; c++) {
        struct expr_name names[TASK_MAX_DIMS];
        size_t n = task_names(r->task, (enum task_case)c, names);
        int64_t rows = 0, columns = 1;
        if (x->rank != 2 || expr_eval(x->shape[0], names, n, &rows, NULL) < 0 ||
            expr_eval(x->shape[1], names, n, &columns, NULL) < 0 || rows != columns)
            return err_set(r->err, ERR_INTEGRITY, "%s: a structure needs a square matrix", where);
    }
    return 0;
}

/* A power of two, at least the given one; 1 when absent. */
static int read_power(struct task_reader *r, const char *where, const struct json *object,
                      const char *key, double least, double *out)
{
    int exponent;
    *out = 1.0;
    if (json_get(object, key) == NULL)
        return 0;
    int rc = json_need_number(object, where, key, out, r->err);
    if (rc == 0 && !(*out >= least && *out <= 0x1p60 && frexp(*out, &exponent) <= 0.5))
        rc = err_set(r->err, ERR_INTEGRITY, "%s: %s must be a power of two from 2^%d to 2^60",
                     where, key, ilogb(least));
    return rc;
}

static bool has_other_scale(const struct task_tensor *x)
{
    return fabs(x->second_scale - 1.0) > 0.0 || fabs(x->second_offset) > 0.0;
}

static int read_second(struct task_reader *r, const char *where, const struct json *object,
                       struct task_tensor *x)
{
    const struct json *list = NULL;
    int rc = read_power(r, where, object, "second_scale", 0x1p-60, &x->second_scale);
    if (rc == 0 && json_get(object, "special") != NULL)
        rc = json_need_array(object, where, "special", &list, r->err);
    for (const struct json *s = rc == 0 && list != NULL ? json_first(list) : NULL;
         s != NULL && rc == 0; s = json_next(s)) {
        const char *name;
        size_t bit;
        if (!json_string(s, &name) || !index_of(task_special_names, TASK_SPECIALS, name, &bit))
            rc = err_set(r->err, ERR_INTEGRITY,
                         "%s: special is a list of nan, infinity, zero, denormal and large", where);
        else
            x->special |= 1u << bit;
    }
    if (rc == 0 && json_get(object, "second_offset") != NULL)
        rc = json_need_number(object, where, "second_offset", &x->second_offset, r->err);
    r->task->has_second = r->task->has_second || x->special != 0 || has_other_scale(x);
    return rc;
}

/* Positions of a line stand in the lowest 16 bits, and an index is 24 bits. */
#define MOST_LINE  65536
#define MOST_BELOW (1 << 24)

static int check_generator(struct task_reader *r, const char *where, const struct task_tensor *x)
{
    bool has_special =
        x->generator == GEN_UNIFORM || x->generator == GEN_BELL || x->generator == GEN_DISTINCT;
    if (!task_has_generator(x))
        return err_set(r->err, ERR_INTEGRITY, "%s: generator %s does not make %s", where,
                       task_generator_names[x->generator], dtype_name(x->dtype));
    if (x->special != 0 && !has_special)
        return err_set(r->err, ERR_INTEGRITY,
                       "%s: special needs generator uniform, bell or distinct", where);
    if (x->dtype != DTYPE_F32 && (has_other_scale(x) || x->run_scale > 1.0))
        return err_set(r->err, ERR_INTEGRITY, "%s: only f32 can have another scale", where);
    if (x->generator == GEN_DISTINCT &&
        (x->rank < 2 || x->lo < -1.0 || x->lo > -1.0 || x->hi < 1.0 || x->hi > 1.0))
        return err_set(r->err, ERR_INTEGRITY, "%s: distinct needs two dimensions, lo -1 and hi 1",
                       where);
    for (int c = 0; c < TASK_CASE_COUNT; c++) {
        struct expr_name names[TASK_MAX_DIMS];
        size_t n = task_names(r->task, (enum task_case)c, names);
        int64_t value = 1;
        if (x->generator == GEN_DISTINCT && expr_eval(x->shape[1], names, n, &value, NULL) == 0 &&
            value > MOST_LINE)
            return err_set(r->err, ERR_INTEGRITY, "%s: distinct: a line of more than %d", where,
                           MOST_LINE);
        if (x->generator == GEN_INDEX && expr_eval(x->below, names, n, &value, NULL) == 0 &&
            value > MOST_BELOW)
            return err_set(r->err, ERR_INTEGRITY, "%s: below is more than %d", where, MOST_BELOW);
    }
    return 0;
}

/* lo, hi and what else a generator takes.  An index has its range from below. */
static int read_range(struct task_reader *r, const char *where, const struct json *object,
                      struct task_tensor *x)
{
    int rc;
    if (x->generator == GEN_INDEX)
        return (rc = need_text(r, where, object, "below", &x->below_text)) < 0
                   ? rc
                   : read_expr(r, where, x->below_text, &x->below);
    if (json_get(object, "below") != NULL)
        return err_set(r->err, ERR_INTEGRITY, "%s: below belongs to generator index", where);
    if ((rc = json_need_number(object, where, "lo", &x->lo, r->err)) < 0 ||
        (rc = json_need_number(object, where, "hi", &x->hi, r->err)) < 0)
        return rc;
    if (!isfinite(x->lo) || !isfinite(x->hi) || x->lo >= x->hi)
        return err_set(r->err, ERR_INTEGRITY, "%s: lo must be below hi", where);
    if (x->generator == GEN_BAND)
        return x->lo >= 0 ? 0 : err_set(r->err, ERR_INTEGRITY, "%s: a band has lo >= 0", where);
    if ((x->lo >= 0 || x->hi <= 0) && x->one_sided_because == NULL)
        return err_set(r->err, ERR_INTEGRITY,
                       "%s: values of both signs are needed, or \"one_sided_because\"", where);
    return 0;
}

static int read_reason(struct task_reader *r, const char *where, const struct json *object,
                       const char *key, const char **out)
{
    return json_get(object, key) == NULL ? 0 : need_text(r, where, object, key, out);
}

static int read_input(struct task_reader *r, const char *where, const struct json *object,
                      struct task_tensor *x)
{
    int generator, structure, rc;
    if ((rc = check_members(r, where, object, input_members)) < 0 ||
        (rc = read_tensor(r, where, object, x)) < 0 ||
        (rc = generator = read_choice(r, where, object, "generator", task_generator_names,
                                      GEN_DISTINCT + 1)) < 0 ||
        (rc = structure = read_choice(r, where, object, "structure", task_structure_names,
                                      STRUCTURE_SYMMETRIC + 1)) < 0)
        return rc;
    x->generator = (enum generator)generator;
    x->structure = (enum structure)structure;
    if ((rc = read_reason(r, where, object, "one_sided_because", &x->one_sided_because)) < 0 ||
        (rc = read_reason(r, where, object, "half_inputs_because", &x->half_because)) < 0 ||
        (rc = read_power(r, where, object, "run_scale", 1.0, &x->run_scale)) < 0 ||
        (rc = read_second(r, where, object, x)) < 0 || (rc = read_range(r, where, object, x)) < 0 ||
        (rc = check_generator(r, where, x)) < 0)
        return rc;
    return x->structure == STRUCTURE_FULL ? 0 : check_square(r, where, x);
}

static int read_output(struct task_reader *r, const char *where, const struct json *object,
                       struct task_tensor *x)
{
    int rc = check_members(r, where, object, output_members);
    return rc < 0 ? rc : read_tensor(r, where, object, x);
}

static int read_tensors(struct task_reader *r, const struct json *root, const char *key,
                        int (*read)(struct task_reader *, const char *, const struct json *,
                                    struct task_tensor *),
                        struct task_tensor *out, size_t *out_count)
{
    const struct json *list;
    int rc = json_need_array(root, r->where, key, &list, r->err);
    if (rc < 0)
        return rc;
    if (json_count(list) < 1 || json_count(list) > TASK_MAX_TENSORS)
        return err_set(r->err, ERR_INTEGRITY, "%s: %s must hold 1 to %d tensors", r->where, key,
                       TASK_MAX_TENSORS);
    for (const struct json *item = json_first(list); item != NULL; item = json_next(item)) {
        const char *where = arena_printf(r->arena, "%s: %s[%zu]", r->where, key, *out_count);
        if ((rc = read(r, where, item, &out[*out_count])) < 0)
            return rc;
        (*out_count)++;
    }
    return 0;
}

static int read_tolerance(struct task_reader *r, const struct json *root)
{
    struct task *t = r->task;
    const struct json *object, *atol;
    const char *where = arena_printf(r->arena, "%s: tolerance", r->where);
    int rc;
    if ((rc = json_need_object(root, r->where, "tolerance", &object, r->err)) < 0 ||
        (rc = check_members(r, where, object, tolerance_members)) < 0 ||
        (rc = json_need_number(object, where, "rtol", &t->rtol, r->err)) < 0 ||
        (rc = json_need_object(object, where, "atol", &atol, r->err)) < 0)
        return rc;
    for (int c = 0; c < TASK_CASE_COUNT; c++) {
        const char *name = task_case_name((enum task_case)c);
        if ((rc = json_need_number(atol, where, name, &t->atol[c], r->err)) < 0)
            return rc;
        if (!isfinite(t->atol[c]) || t->atol[c] < 0)
            return err_set(r->err, ERR_INTEGRITY, "%s: atol.%s must be 0 or more", where, name);
    }
    if (!isfinite(t->rtol) || t->rtol < 0)
        return err_set(r->err, ERR_INTEGRITY, "%s: rtol must be 0 or more", where);
    return read_power(r, where, object, "second_factor", 1.0, &t->second_factor);
}

static int read_work(struct task_reader *r, const struct json *root)
{
    struct task *t = r->task;
    int rc;
    if ((rc = need_text(r, r->where, root, "flops", &t->flops_text)) < 0 ||
        (rc = need_text(r, r->where, root, "bytes", &t->bytes_text)) < 0 ||
        (rc = read_expr(r, r->where, t->flops_text, &t->flops)) < 0)
        return rc;
    return read_expr(r, r->where, t->bytes_text, &t->bytes);
}

/* What every text of a family may hold; a grammar chooses others. */
#define COMMON_VALUES                                                                              \
    { "block", "256" }, { "side", "16" }, { "in", "const float *" }, { "restrict", "" },           \
        { "bounds", "" },                                                                          \
    {                                                                                              \
        "index", "long long"                                                                       \
    }
/* Of an oracle, whose outputs are doubles, and of any other kernel file. */
static const struct task_value oracle_values[] = { { "real", "double" }, { "out", "double" },
                                                   { "f", "" },          { "integer", "double" },
                                                   { "dtype", "f64" },   COMMON_VALUES };
const struct task_value task_single_values[] = { { "real", "float" }, { "out", "float" },
                                                 { "f", "f" },        { "integer", "long long" },
                                                 { "dtype", "f32" },  COMMON_VALUES };
#define N_TYPE_VALUES ARRAY_LEN(oracle_values)
const size_t task_single_count = ARRAY_LEN(task_single_values);

static int read_values(struct task_reader *r, const char *where, const struct json *object,
                       struct task_value *out, size_t *out_count)
{
    if (json_type(object) != JSON_OBJECT || json_count(object) > TASK_MAX_VALUES)
        return err_set(r->err, ERR_INTEGRITY, "%s: values are at most %d texts", where,
                       TASK_MAX_VALUES);
    for (const struct json *v = json_first(object); v != NULL; v = json_next(v)) {
        const char *text;
        if (!is_identifier(json_key(v)) || !json_string(v, &text))
            return err_set(r->err, ERR_INTEGRITY, "%s: '%.64s' is no text of an identifier", where,
                           json_key(v));
        out[(*out_count)++] = (struct task_value){ .name = arena_strdup(r->arena, json_key(v)),
                                                   .text = arena_strdup(r->arena, text) };
    }
    return 0;
}

/* own comes before the task's values.  A text without values stays as it is. */
static int expand_kernel(struct task_reader *r, const char *text, const struct task_value *own,
                         size_t n_own, const struct task_value *types, const char **out)
{
    const struct task_values sets[] = { { own, n_own },
                                        { r->task->values, r->task->n_values },
                                        { types, N_TYPE_VALUES } };
    *out = r->task->n_values == 0
               ? text
               : values_expand(r->where, text, sets, ARRAY_LEN(sets), r->arena, r->err);
    return *out == NULL ? ERR_INTEGRITY : 0;
}

static int read_one_wrong(struct task_reader *r, const char *where, const struct json *item,
                          const char *text)
{
    struct task *t = r->task;
    struct task_value *set = arena_array(r->arena, TASK_MAX_VALUES, sizeof(*set));
    struct task_wrong *w = &t->wrong[t->n_wrong];
    int rc;
    if (json_type(item) != JSON_OBJECT || t->n_wrong == TASK_MAX_WRONG)
        return err_set(r->err, ERR_INTEGRITY, "%s: at most %d objects", where, TASK_MAX_WRONG);
    if ((rc = check_members(r, where, item, wrong_members)) < 0 ||
        (rc = need_text(r, where, item, "name", &w->name)) < 0 ||
        (rc = read_values(r, where, json_get(item, "set"), set, &w->n_values)) < 0 ||
        (rc = expand_kernel(r, text, set, w->n_values, task_single_values, &w->kernel)) < 0)
        return rc;
    if (strcmp(w->kernel, t->baseline) == 0)
        return err_set(r->err, ERR_INTEGRITY, "%s: %s is the baseline", where, w->name);
    w->values = set;
    t->n_wrong++;
    return 0;
}

static int read_kernel(struct task_reader *r, const struct json *root, const char *key,
                       const char **out_path, const char **out_text)
{
    int rc = need_text(r, r->where, root, key, out_path);
    if (rc < 0)
        return rc;
    const struct embedded_file *f = embed_find(embedded_tasks, embedded_tasks_count, *out_path);
    if (f == NULL)
        return err_set(r->err, ERR_INTEGRITY, "%s: %s: no file '%.128s'", r->where, key, *out_path);
    if (memchr(f->data, '\0', f->size) != NULL)
        return err_set(r->err, ERR_INTEGRITY, "%s: '%.128s' holds a NUL byte", r->where, *out_path);
    *out_text = (const char *)f->data;
    return 0;
}

static int read_kernels(struct task_reader *r, const struct json *root)
{
    struct task *t = r->task;
    const struct json *values = json_get(root, "values"), *list = NULL;
    const char *oracle, *baseline;
    const char *where = arena_printf(r->arena, "%s: wrong", r->where);
    int rc = 0;
    if (values != NULL)
        rc = read_values(r, r->where, values, t->values, &t->n_values);
    if (rc < 0 || (rc = read_kernel(r, root, "oracle", &t->oracle_path, &oracle)) < 0 ||
        (rc = read_kernel(r, root, "baseline", &t->baseline_path, &baseline)) < 0 ||
        (rc = expand_kernel(r, oracle, NULL, 0, oracle_values, &t->oracle)) < 0 ||
        (rc = expand_kernel(r, baseline, NULL, 0, task_single_values, &t->baseline)) < 0)
        return rc;
    t->kernel_template = t->n_values > 0 ? baseline : NULL;
    if (json_get(root, "wrong") != NULL)
        rc = json_need_array(root, r->where, "wrong", &list, r->err);
    for (const struct json *w = rc == 0 ? json_first(list) : NULL; w != NULL && rc == 0;
         w = json_next(w))
        rc = read_one_wrong(r, where, w, baseline);
    return rc;
}

static int read_identity(struct task_reader *r, const struct json *root)
{
    struct task *t = r->task;
    int64_t level, problem;
    int rc;
    if ((rc = need_text(r, r->where, root, "suite", &t->suite)) < 0 ||
        (rc = json_need_int(root, r->where, "level", &level, r->err)) < 0 ||
        (rc = json_need_int(root, r->where, "problem_id", &problem, r->err)) < 0 ||
        (rc = need_text(r, r->where, root, "name", &t->name)) < 0 ||
        (rc = need_text(r, r->where, root, "family", &t->family)) < 0 ||
        (rc = need_text(r, r->where, root, "description", &t->description)) < 0)
        return rc;
    if (level < 1 || level > 99 || problem < 1 || problem > 1000000)
        return err_set(r->err, ERR_INTEGRITY, "%s: level or problem_id out of range", r->where);
    if (!is_identifier(t->family))
        return err_set(r->err, ERR_INTEGRITY, "%s: family is not an identifier", r->where);
    t->level = (int)level;
    t->problem_id = (int)problem;
    t->id = arena_printf(r->arena, "l%d/%d", t->level, t->problem_id);
    return 0;
}

/* A length before each part keeps sets of files from sharing a hash. */
static void hash_part(struct sha256 *s, const char *data, size_t len)
{
    unsigned char size[8];
    for (size_t i = 0; i < sizeof(size); i++)
        size[i] = (unsigned char)((uint64_t)len >> (8 * i));
    sha256_update(s, size, sizeof(size));
    sha256_update(s, data, len);
}

static int read_manifest(struct task_reader *r, const struct json *root)
{
    struct task *t = r->task;
    int rc;
    if (json_type(root) != JSON_OBJECT)
        return err_set(r->err, ERR_INTEGRITY, "%s: not an object", r->where);
    if ((rc = check_members(r, r->where, root, manifest_members)) < 0 ||
        (rc = read_identity(r, root)) < 0 || (rc = read_dims(r, root)) < 0 ||
        (rc = read_cases(r, root)) < 0 ||
        (rc = read_tensors(r, root, "inputs", read_input, t->inputs, &t->n_inputs)) < 0 ||
        (rc = read_tensors(r, root, "outputs", read_output, t->outputs, &t->n_outputs)) < 0 ||
        (rc = read_tolerance(r, root)) < 0 || (rc = read_work(r, root)) < 0)
        return rc;
    return read_kernels(r, root);
}

int task_parse(const char *name, const char *text, size_t len, struct arena *a, struct task *out,
               struct err *err)
{
    struct task t = { 0 };
    struct task_reader r = { .where = name, .arena = a, .task = &t, .err = err };
    CLEANUP(json_free_ptr) struct json *root = json_parse(name, text, len, err);
    if (root == NULL)
        return err != NULL ? (int)err->code : ERR_INTEGRITY;
    int rc = read_manifest(&r, root);
    if (rc < 0)
        return rc;
    struct sha256 s;
    sha256_init(&s);
    hash_part(&s, text, len);
    hash_part(&s, t.oracle, strlen(t.oracle));
    hash_part(&s, t.baseline, strlen(t.baseline));
    sha256_final_hex(&s, t.sha256);
    *out = t;
    return 0;
}
