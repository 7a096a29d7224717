#include "tasks/module_shapes.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "tasks/task.h"

#define SIGN        "# Rollbook problem: "
#define SHAPE       "# Rollbook shape: "
#define MOST_SHAPES 4000

/* "# Rollbook problem: definition, 2 shapes, geomean" */
static bool read_first(const char *line, struct arena *a, struct module_shapes *out)
{
    const char *end = strchr(line, '\n'), *comma = strchr(line, ',');
    char *rest = NULL;
    if (!str_starts_with(line, SIGN) || end == NULL || comma == NULL || comma > end)
        return false;
    const long n = strtol(comma + 1, &rest, 10);
    if (n < 1 || n > MOST_SHAPES || !str_starts_with(rest, " shapes, "))
        return false;
    rest += strlen(" shapes, ");
    const char *over = arena_strndup(a, rest, (size_t)(end - rest));
    for (size_t i = 0; shape_summary_names[i] != NULL; i++)
        if (strcmp(shape_summary_names[i], over) == 0) {
            out->over = (enum shape_summary)i;
            out->n = (size_t)n;
            return true;
        }
    return false;
}

/* Ends behind the line; NULL: it is none. */
static const char *read_shape(const char *line, struct arena *a, struct module_shape *out,
                              size_t *out_len)
{
    const char *end = strchr(line, '\n');
    char *rest = NULL;
    if (end == NULL || !str_starts_with(line, SHAPE))
        return NULL;
    const long len = strtol(line + strlen(SHAPE), &rest, 10);
    if (len < 1 || *rest != ' ')
        return NULL;
    const char *weight = rest + 1;
    out->weight = strtod(weight, &rest);
    if (rest == weight) {
        rest += *weight == '-';
        out->weight = (double)NAN;
    }
    if (*rest != ' ' || rest >= end)
        return NULL;
    out->label = arena_strndup(a, rest + 1, (size_t)(end - rest - 1));
    *out_len = (size_t)len;
    return end + 1;
}

void module_shapes_read(const char *text, struct arena *a, struct module_shapes *out)
{
    struct module_shapes s = { .n = 0 };
    *out = s;
    if (!read_first(text, a, &s))
        return;
    size_t *lens = arena_array(a, s.n, sizeof *lens);
    s.items = arena_array(a, s.n, sizeof *s.items);
    const char *at = strchr(text, '\n') + 1;
    for (size_t i = 0; i < s.n && at != NULL; i++)
        at = read_shape(at, a, &s.items[i], &lens[i]);
    size_t left = at != NULL ? strlen(at) : 0;
    for (size_t i = 0; i < s.n && at != NULL; i++) {
        if (lens[i] > left)
            return;
        s.items[i].text = arena_strndup(a, at, lens[i]);
        at += lens[i];
        left -= lens[i];
    }
    if (at != NULL && left == 0)
        *out = s;
}

void module_shapes_write(const struct module_shapes *s, struct buf *out)
{
    const char *kind = s->items[0].text + strlen(SIGN);
    buf_printf(out, SIGN "%.*s, %zu shapes, %s\n", (int)strcspn(kind, "\n"), kind, s->n,
               shape_summary_names[s->over]);
    for (size_t i = 0; i < s->n; i++) {
        const struct module_shape *m = &s->items[i];
        buf_printf(out, SHAPE "%zu ", strlen(m->text));
        if (isnan(m->weight))
            buf_putc(out, '-');
        else
            buf_put_double(out, m->weight);
        buf_printf(out, " %s\n", m->label);
    }
    for (size_t i = 0; i < s->n; i++)
        buf_puts(out, s->items[i].text);
}

const char *module_shown(const struct task *t, struct arena *a)
{
    struct module_shapes s;
    struct buf CLEANUP(buf_release) b = { 0 };
    module_shapes_read(t->module, a, &s);
    if (s.n == 0)
        return t->module;
    buf_puts(&b, s.items[0].text);
    if (s.n > 1)
        buf_printf(&b,
                   "\n# This is the module at shape %s. An answer must be right at all %zu "
                   "shapes, and its speedup is %s; the others are:\n",
                   s.items[0].label, s.n,
                   s.over == SHAPES_GEOMEAN ? "the geometric mean over them"
                   : s.over == SHAPES_WORST ? "that at the worst of them"
                                            : "that of their summed times");
    for (size_t i = 1; i < s.n; i++)
        buf_printf(&b, "#   %s\n", s.items[i].label);
    return arena_strdup(a, buf_text(&b));
}
