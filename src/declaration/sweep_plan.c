#include "src/declaration/sweep_plan.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"

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
                rc = err_set(err, ERR_INTEGRITY, "%s: sweep: %s is there twice", name,
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
