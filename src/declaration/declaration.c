#include "src/declaration/declaration.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define MOST_TEXT 2000 /* bytes of a name or a rule */

const char *const declaration_estimands[] = { "sample", "best-of-b", "log-best-of-b", NULL };
const char *const declaration_tests[] = { "sign-flip", NULL };

struct reader {
    const char *name;
    const struct json *root;
    struct arena *arena;
    struct err *err;
};

static const char *const members[] = { "estimand", "test",  "threshold", "ge",
                                       "budget",   "alpha", "looks",     "stopping",
                                       "methods",  "seeds", "tasks",     "sweep" };

static int check_members(const struct reader *r)
{
    if (json_type(r->root) != JSON_OBJECT)
        return err_set(r->err, ERR_INTEGRITY, "%s: a declaration is a JSON object", r->name);
    for (const struct json *i = json_first(r->root); i != NULL; i = json_next(i)) {
        size_t k = 0;
        while (k < ARRAY_LEN(members) && strcmp(members[k], json_key(i)) != 0)
            k++;
        if (k == ARRAY_LEN(members))
            return err_set(r->err, ERR_INTEGRITY, "%s: '%.64s' is not a member of a declaration",
                           r->name, json_key(i));
        for (const struct json *j = json_next(i); j != NULL; j = json_next(j)) {
            if (strcmp(json_key(i), json_key(j)) == 0)
                return err_set(r->err, ERR_INTEGRITY, "%s: %s appears twice", r->name, json_key(i));
        }
    }
    return 0;
}

/* absent means the first, unless required. */
static int read_choice(const struct reader *r, const char *key, const char *const *names,
                       bool required, int *out)
{
    const char *text = NULL;
    const struct json *j = json_get(r->root, key);
    *out = 0;
    if (j == NULL && !required)
        return 0;
    int rc = json_need_string(r->root, r->name, key, &text, r->err);
    if (rc < 0)
        return rc;
    for (int i = 0; names[i] != NULL; i++) {
        *out = i;
        if (strcmp(names[i], text) == 0)
            return 0;
    }
    return err_set(r->err, ERR_INTEGRITY, "%s: %s '%.64s' is not known; the first one known is %s",
                   r->name, key, text, names[0]);
}

static int read_number(const struct reader *r, const char *key, double standard, double *out)
{
    *out = standard;
    if (json_get(r->root, key) == NULL)
        return 0;
    int rc = json_need_number(r->root, r->name, key, out, r->err);
    return rc == 0 && !isfinite(*out)
               ? err_set(r->err, ERR_INTEGRITY, "%s: %s is not finite", r->name, key)
               : rc;
}

static int read_count(const struct reader *r, const char *key, int64_t standard, int64_t *out)
{
    *out = standard;
    if (json_get(r->root, key) == NULL && standard > 0)
        return 0;
    int rc = json_need_int(r->root, r->name, key, out, r->err);
    return rc == 0 && (*out < 1 || *out > 1000000)
               ? err_set(r->err, ERR_INTEGRITY, "%s: %s is 1 to 1000000", r->name, key)
               : rc;
}

static int read_list(const struct reader *r, const char *key, size_t most, const struct json **out)
{
    int rc = json_need_array(r->root, r->name, key, out, r->err);
    if (rc == 0 && (json_count(*out) < 1 || json_count(*out) > most))
        return err_set(r->err, ERR_INTEGRITY, "%s: %s has 1 to %zu items", r->name, key, most);
    return rc;
}

static int read_texts(const struct reader *r, const char *key, size_t most, const char *const **out,
                      size_t *out_n)
{
    const struct json *list = NULL;
    int rc = read_list(r, key, most, &list);
    if (rc < 0)
        return rc;
    const char **items = arena_array(r->arena, json_count(list), sizeof(*items));
    size_t n = 0;
    for (const struct json *i = json_first(list); i != NULL; i = json_next(i)) {
        const char *text = NULL;
        if (!json_string(i, &text) || *text == '\0' || strlen(text) > MOST_TEXT)
            return err_set(r->err, ERR_INTEGRITY, "%s: an item of %s is not a name", r->name, key);
        for (size_t k = 0; k < n; k++) {
            if (strcmp(items[k], text) == 0)
                return err_set(r->err, ERR_INTEGRITY, "%s: %s names '%.64s' twice", r->name, key,
                               text);
        }
        items[n++] = arena_strdup(r->arena, text);
    }
    *out = items;
    *out_n = n;
    return 0;
}

static int read_seeds(const struct reader *r, struct study_declaration *d)
{
    const struct json *list = NULL;
    int rc = read_list(r, "seeds", DECLARATION_MOST_SEEDS, &list);
    if (rc < 0)
        return rc;
    int64_t *seeds = arena_array(r->arena, json_count(list), sizeof(*seeds));
    for (const struct json *i = json_first(list); i != NULL; i = json_next(i)) {
        int64_t seed = 0;
        if (!json_int(i, &seed))
            return err_set(r->err, ERR_INTEGRITY, "%s: an item of seeds is not an integer",
                           r->name);
        for (size_t k = 0; k < d->n_seeds; k++) {
            if (seeds[k] == seed)
                return err_set(r->err, ERR_INTEGRITY, "%s: seed %lld appears twice", r->name,
                               (long long)seed);
        }
        seeds[d->n_seeds++] = seed;
    }
    d->seeds = seeds;
    return 0;
}

static int read_rule(const struct reader *r, struct study_declaration *d)
{
    int rc = read_number(r, "threshold", 1.0, &d->threshold);
    if (rc == 0 && !(d->threshold > 0.0))
        return err_set(r->err, ERR_INTEGRITY, "%s: threshold must be above 0", r->name);
    if (rc == 0 && json_get(r->root, "ge") != NULL && !json_bool(json_get(r->root, "ge"), &d->ge))
        return err_set(r->err, ERR_INTEGRITY, "%s: ge must be true or false", r->name);
    if (rc == 0)
        rc = read_number(r, "alpha", 0.05, &d->alpha);
    if (rc == 0 && (!(d->alpha > 0.0) || !(d->alpha < 0.5)))
        return err_set(r->err, ERR_INTEGRITY, "%s: alpha must be between 0 and 0.5", r->name);
    return rc;
}

static int read_stopping(const struct reader *r, struct study_declaration *d)
{
    int rc = json_need_string(r->root, r->name, "stopping", &d->stopping, r->err);
    if (rc < 0)
        return rc;
    if (*d->stopping == '\0' || strlen(d->stopping) > MOST_TEXT)
        return err_set(r->err, ERR_INTEGRITY, "%s: stopping says in 1 to %d bytes when it ends",
                       r->name, MOST_TEXT);
    d->stopping = arena_strdup(r->arena, d->stopping);
    return 0;
}

/* A sweep names them; where both are there, they are the same. */
static int read_methods(const struct reader *r, struct study_declaration *d)
{
    const struct json *sweep = json_get(r->root, "sweep");
    const char *const *given = NULL;
    size_t n = 0;
    bool named = sweep == NULL || json_get(r->root, "methods") != NULL;
    int rc = named ? read_texts(r, "methods", DECLARATION_MOST_METHODS, &given, &n) : 0;
    if (rc == 0 && sweep != NULL)
        rc = sweep_plan_read(r->name, sweep, r->arena, &d->sweep, r->err);
    d->methods = sweep == NULL ? given : d->sweep.cells;
    d->n_methods = sweep == NULL ? n : d->sweep.n_cells;
    bool same = !named || n == d->n_methods;
    for (size_t i = 0; rc == 0 && same && i < n; i++)
        same = strcmp(given[i], d->methods[i]) == 0;
    if (rc == 0 && !same)
        rc = err_set(r->err, ERR_INTEGRITY,
                     "%s: methods differ from the methods that the sweep makes", r->name);
    return rc;
}

static int read_all(const struct reader *r, struct study_declaration *d)
{
    int rc = check_members(r);
    if (rc == 0)
        rc = read_choice(r, "estimand", declaration_estimands, true, &d->estimand);
    if (rc == 0)
        rc = read_choice(r, "test", declaration_tests, false, &d->test);
    if (rc == 0)
        rc = read_rule(r, d);
    if (rc == 0)
        rc = read_count(r, "budget", 0, &d->budget);
    if (rc == 0)
        rc = read_count(r, "looks", 1, &d->looks);
    if (rc == 0)
        rc = read_stopping(r, d);
    if (rc == 0)
        rc = read_methods(r, d);
    if (rc == 0 && d->n_methods < 2)
        rc = err_set(r->err, ERR_INTEGRITY, "%s: methods names two or more", r->name);
    if (rc == 0)
        rc = read_texts(r, "tasks", DECLARATION_MOST_TASKS, &d->tasks, &d->n_tasks);
    return rc == 0 ? read_seeds(r, d) : rc;
}

int declaration_parse(const char *name, const char *text, size_t len, struct arena *a,
                      struct study_declaration *out, struct err *err)
{
    struct study_declaration d = { .ge = false };
    struct json *root CLEANUP(json_free_ptr) = json_parse(name, text, len, err);
    if (root == NULL)
        return (int)ERR_INTEGRITY;
    struct reader r = { name, root, a, err };
    int rc = read_all(&r, &d);
    if (rc == 0)
        *out = d;
    return rc;
}

static void add_texts(struct json *o, const char *key, const char *const *items, size_t n)
{
    struct json *list = json_add_array(o, key);
    for (size_t i = 0; i < n; i++)
        json_add_string(list, NULL, items[i]);
}

void declaration_encode(const struct study_declaration *d, struct buf *out)
{
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(o, "estimand", declaration_estimands[d->estimand]);
    json_add_string(o, "test", declaration_tests[d->test]);
    json_add_number(o, "threshold", d->threshold);
    json_add_bool(o, "ge", d->ge);
    json_add_int(o, "budget", d->budget);
    json_add_number(o, "alpha", d->alpha);
    json_add_int(o, "looks", d->looks);
    json_add_string(o, "stopping", d->stopping);
    add_texts(o, "methods", d->methods, d->n_methods);
    add_texts(o, "tasks", d->tasks, d->n_tasks);
    struct json *seeds = json_add_array(o, "seeds");
    for (size_t i = 0; i < d->n_seeds; i++)
        json_add_int(seeds, NULL, d->seeds[i]);
    sweep_plan_add(&d->sweep, o);
    json_print(o, true, out);
}

static bool same_member(const char *key, const char *a, size_t a_len, const char *b, size_t b_len)
{
    struct err ignored = { 0 };
    struct json *x CLEANUP(json_free_ptr) = json_parse("a", a, a_len, &ignored);
    struct json *y CLEANUP(json_free_ptr) = json_parse("b", b, b_len, &ignored);
    struct buf p = { 0 };
    struct buf q = { 0 };
    if (json_get(x, key) != NULL) /* a sweep may be absent */
        json_print(json_get(x, key), true, &p);
    if (json_get(y, key) != NULL)
        json_print(json_get(y, key), true, &q);
    bool same = strcmp(buf_text(&p), buf_text(&q)) == 0;
    buf_release(&p);
    buf_release(&q);
    return same;
}

const char *declaration_changes(const struct study_declaration *a,
                                const struct study_declaration *b, struct arena *arena)
{
    const char *text = "";
    struct buf x = { 0 };
    struct buf y = { 0 };
    declaration_encode(a, &x);
    declaration_encode(b, &y);
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        if (!same_member(members[i], buf_text(&x), x.len, buf_text(&y), y.len))
            text = arena_printf(arena, "%s%s%s", text, *text == '\0' ? "" : ", ", members[i]);
    }
    buf_release(&x);
    buf_release(&y);
    return text;
}

#define MOST_VALUE 64 /* bytes */

/* As a cell's name and an option's value have it. */
static bool is_plain(const char *s)
{
    size_t n = strlen(s);
    for (size_t i = 0; i < n; i++)
        if (!is_alnum(s[i]) && strchr("-+._@", s[i]) == NULL)
            return false;
    return n > 0 && n <= MOST_VALUE;
}

static int read_value(const char *name, const char *option, const struct json *j, struct arena *a,
                      const char **out, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    const char *value = NULL;
    if (json_type(j) == JSON_NUMBER)
        json_print(j, false, &text);
    else if (json_string(j, &value))
        buf_puts(&text, value);
    if (!is_plain(buf_text(&text)))
        return err_set(err, ERR_INTEGRITY,
                       "%s: sweep: a value of %s is 1 to %d letters, digits and -+._@", name,
                       option, MOST_VALUE);
    *out = arena_strndup(a, buf_text(&text), text.len);
    return 0;
}

static int read_axis(const char *name, const struct json *j, struct arena *a,
                     struct sweep_axis *out, struct err *err)
{
    const struct json *list = NULL;
    const char *option = NULL;
    int rc = json_need_string(j, name, "option", &option, err);
    if (rc == 0)
        rc = json_need_array(j, name, "values", &list, err);
    if (rc == 0 && (!is_plain(option) || json_count(j) != 2))
        rc = err_set(err, ERR_INTEGRITY, "%s: sweep: an axis has an option and values, no more",
                     name);
    size_t n = rc == 0 ? json_count(list) : 0;
    if (rc == 0 && (n < 1 || n > SWEEP_MOST_CELLS))
        rc = err_set(err, ERR_INTEGRITY, "%s: sweep: %s has 1 to %d values", name, option,
                     SWEEP_MOST_CELLS);
    if (rc < 0)
        return rc;
    const char **values = arena_array(a, n, sizeof(*values));
    for (size_t i = 0; i < n && rc == 0; i++) {
        rc = read_value(name, option, json_at(list, i), a, &values[i], err);
        for (size_t k = 0; rc == 0 && k < i; k++)
            if (strcmp(values[k], values[i]) == 0)
                rc = err_set(err, ERR_INTEGRITY, "%s: sweep: %s has %s twice", name, option,
                             values[i]);
    }
    *out = (struct sweep_axis){ arena_strdup(a, option), n, values };
    return rc;
}

const char *sweep_plan_value(const struct sweep_plan *p, size_t cell, size_t axis)
{
    for (size_t i = p->n_axes; i-- > axis + 1;)
        cell /= p->axes[i].n;
    return p->axes[axis].values[cell % p->axes[axis].n];
}

static int name_cells(const char *name, struct arena *a, struct sweep_plan *p, struct err *err)
{
    size_t n = 1;
    for (size_t i = 0; i < p->n_axes; i++)
        n *= p->axes[i].n;
    if (n < 2 || n > SWEEP_MOST_CELLS)
        return err_set(err, ERR_INTEGRITY,
                       "%s: sweep: %zu combinations of values; 2 to %d can be compared", name, n,
                       SWEEP_MOST_CELLS);
    const char **cells = arena_array(a, n, sizeof(*cells));
    for (size_t c = 0; c < n; c++) {
        cells[c] = "";
        for (size_t i = 0; i < p->n_axes; i++)
            if (p->axes[i].n > 1) /* what all have tells nobody apart */
                cells[c] = arena_printf(a, "%s%s%s:%s", cells[c], *cells[c] == '\0' ? "" : "/",
                                        p->axes[i].option, sweep_plan_value(p, c, i));
    }
    p->cells = cells;
    p->n_cells = n;
    return 0;
}

int sweep_plan_read(const char *name, const struct json *j, struct arena *a, struct sweep_plan *out,
                    struct err *err)
{
    const struct json *list = NULL;
    const char *run = NULL;
    int rc = json_need_string(j, name, "run", &run, err);
    if (rc == 0)
        rc = json_need_array(j, name, "axes", &list, err);
    size_t n = rc == 0 ? json_count(list) : 0;
    if (rc == 0 && (!is_plain(run) || json_count(j) != 2 || n < 1 || n > SWEEP_MOST_AXES))
        rc = err_set(err, ERR_INTEGRITY,
                     "%s: sweep: it has run, a strategy, and axes, 1 to %d, no more", name,
                     SWEEP_MOST_AXES);
    if (rc < 0)
        return rc;
    struct sweep_axis *axes = arena_array(a, n, sizeof(*axes));
    for (size_t i = 0; i < n && rc == 0; i++) {
        rc = read_axis(name, json_at(list, i), a, &axes[i], err);
        for (size_t k = 0; rc == 0 && k < i; k++)
            if (strcmp(axes[k].option, axes[i].option) == 0)
                rc = err_set(err, ERR_INTEGRITY, "%s: sweep: %s appears twice", name,
                             axes[i].option);
    }
    struct sweep_plan p = { .run = arena_strdup(a, run), .n_axes = n, .axes = axes };
    if (rc == 0)
        rc = name_cells(name, a, &p, err);
    if (rc == 0)
        *out = p;
    return rc;
}

void sweep_plan_add(const struct sweep_plan *p, struct json *o)
{
    if (p->run == NULL)
        return;
    struct json *sweep = json_add_object(o, "sweep");
    struct json *axes = json_add_array(sweep, "axes");
    json_add_string(sweep, "run", p->run);
    for (size_t i = 0; i < p->n_axes; i++) {
        struct json *axis = json_add_object(axes, NULL);
        json_add_string(axis, "option", p->axes[i].option);
        struct json *values = json_add_array(axis, "values");
        for (size_t k = 0; k < p->axes[i].n; k++)
            json_add_string(values, NULL, p->axes[i].values[k]);
    }
}
