/*
 * map_join.c - the second file of a map, whose records are found by a key.
 */
#include <stdlib.h>
#include <string.h>

#include "ingest/formats/import_map.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/json/json.h"

#define MAX_BYTES ((size_t)512 << 20)

struct join_reading {
    struct arena *arena;
    const char *file, *there;
    struct map_joined *items;
    size_t n, capacity;
};

static int add(struct join_reading *w, const struct json *record, const char *name, struct err *err)
{
    const struct json *j = w->there == NULL ? NULL : json_pointer(record, w->there);
    const char *key = w->there == NULL ? name : NULL;
    if (j != NULL && json_type(j) != JSON_NULL && !json_string(j, &key))
        key = sample_json(w->arena, j);
    if (key == NULL)
        return err_set(err, ERR_INTEGRITY, "%s: record %zu has no key at \"%s\"", w->file, w->n + 1,
                       w->there == NULL ? "" : w->there);
    if (w->n == w->capacity) {
        struct map_joined *more = arena_array(w->arena, w->capacity * 2 + 64, sizeof(*more));
        if (w->n > 0)
            memcpy(more, w->items, w->n * sizeof(*more));
        w->items = more;
        w->capacity = w->capacity * 2 + 64;
    }
    w->items[w->n++] = (struct map_joined){ arena_strdup(w->arena, key), record };
    return 0;
}

/* The records of one value: a list of them, members by their names, or itself. */
static int add_value(struct join_reading *w, const struct json *root, struct err *err)
{
    int rc = 0;
    bool named = w->there == NULL && json_type(root) == JSON_OBJECT;
    if (json_type(root) != JSON_ARRAY && !named)
        return add(w, root, NULL, err);
    for (const struct json *j = json_first(root); j != NULL && rc == 0; j = json_next(j))
        rc = add(w, j, json_key(j), err);
    return rc;
}

static int add_lines(struct join_reading *w, const char *text, size_t len, struct err *err)
{
    int rc = 0;
    size_t line = 1;
    for (const char *at = text; at < text + len && rc == 0; line++) {
        const char *end = memchr(at, '\n', (size_t)(text + len - at));
        size_t n = end == NULL ? (size_t)(text + len - at) : (size_t)(end - at);
        if (strspn(at, " \t\r") < n) {
            const struct json *j = json_parse_arena(w->file, line, at, n, w->arena, err);
            rc = j == NULL ? err->code : add_value(w, j, err);
        }
        at += n + 1;
    }
    return rc;
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct map_joined *)a)->key, ((const struct map_joined *)b)->key);
}

static int read_file(struct join_reading *w, struct err *err)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    struct err one = { 0 };
    int rc = file_read(w->file, MAX_BYTES, &text, err);
    if (rc < 0)
        return rc;
    const struct json *root =
        json_parse_arena(w->file, 1, buf_text(&text), text.len, w->arena, &one);
    rc = root != NULL ? add_value(w, root, err) : add_lines(w, buf_text(&text), text.len, err);
    if (rc < 0)
        return rc;
    if (w->n > 0)
        qsort(w->items, w->n, sizeof(*w->items), by_key);
    for (size_t i = 1; i < w->n; i++)
        if (strcmp(w->items[i].key, w->items[i - 1].key) == 0)
            return err_set(err, ERR_INTEGRITY, "%s: two records have the key '%.60s'", w->file,
                           w->items[i].key);
    return 0;
}

int import_map_join(const char *path, const struct json *join, struct arena *a,
                    struct import_map *out, struct err *err)
{
    const char *file = sample_string(a, join, "file");
    const char *slash = strrchr(path, '/');
    struct join_reading w = { .arena = a, .there = sample_string(a, join, "there") };
    out->here = sample_string(a, join, "here");
    if (file == NULL || out->here == NULL)
        return err_set(err, ERR_INTEGRITY,
                       "%s: join needs \"file\", \"here\" and, unless its records have names, "
                       "\"there\"",
                       path);
    w.file = *file == '/' || slash == NULL
                 ? file
                 : arena_printf(a, "%.*s%s", (int)(slash + 1 - path), path, file);
    int rc = read_file(&w, err);
    out->joined = rc == 0 && w.items == NULL ? arena_array(a, 1, sizeof(*out->joined)) : w.items;
    out->n_joined = w.n;
    return rc;
}
