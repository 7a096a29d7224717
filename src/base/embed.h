/*
 * embed.h - files compiled into the program, so that it runs from any folder.
 *
 * rollbook_embed (cmake/Embed.cmake) makes the tables.  A NUL that size does not count follows
 * contents.
 */
#ifndef ROLLBOOK_BASE_EMBED_H
#define ROLLBOOK_BASE_EMBED_H

#include <stddef.h>

struct embedded_file {
    const char *name; /* "tasks/l1/4.json" */
    const unsigned char *data;
    size_t size; /* bytes */
};

extern const struct embedded_file embedded_tasks[]; /* tasks/: manifests, kernels, grammar */
extern const size_t embedded_tasks_count;
extern const struct embedded_file embedded_schema[]; /* schema/: migrations, views, queries */
extern const size_t embedded_schema_count;
extern const struct embedded_file
    embedded_device[]; /* src/eval/device: device code of both backends */
extern const size_t embedded_device_count;
extern const struct embedded_file embedded_torch[]; /* src/eval/torch: Python files, short header */
extern const size_t embedded_torch_count;
extern const struct embedded_file embedded_queue[]; /* src/queue: SQL of PostgreSQL */
extern const size_t embedded_queue_count;
extern const struct embedded_file embedded_splits[]; /* splits/ */
extern const size_t embedded_splits_count;
extern const struct embedded_file embedded_harbor[]; /* src/harbor/template */
extern const size_t embedded_harbor_count;
extern const struct embedded_file embedded_site[]; /* reports/html/assets: style and script */
extern const size_t embedded_site_count;

/* NULL: no such file. */
const struct embedded_file *embed_find(const struct embedded_file *table, size_t count,
                                       const char *name);

#endif
