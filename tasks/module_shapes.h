/*
 * module_shapes.h - a problem with several shapes as one task: the modules of its shapes in one
 * text, and how their speedups become one.
 *
 * The first line is "# Rollbook problem: KIND, N shapes, SUMMARY"; N lines "# Rollbook shape: BYTES
 * WEIGHT LABEL" follow, and the modules in that order.  Weight "-": not given.
 */
#ifndef ROLLBOOK_TASKS_MODULE_SHAPES_H
#define ROLLBOOK_TASKS_MODULE_SHAPES_H

#include <stddef.h>

#include "src/base/speedup.h"

struct arena;
struct buf;
struct task;

struct module_shape {
    const char *label; /* "rows=17" */
    const char *text;  /* of its module */
    double weight;     /* NaN: not given */
};

struct module_shapes {
    enum shape_summary over;
    size_t n; /* 0: the text is one module */
    struct module_shape *items;
};

/* Texts are copied.  A damaged text has no shapes. */
void module_shapes_read(const char *text, struct arena *a, struct module_shapes *out);
void module_shapes_write(const struct module_shapes *s, struct buf *out);

/* What people and models are shown of a task's module: of several shapes the first, with the names
 * of the others. */
const char *module_shown(const struct task *t, struct arena *a);

#endif
