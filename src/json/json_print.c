/*
 * json_print.c - tree to text.
 *
 * cJSON's printer lacks shortest exact numbers, sorted keys (hashes of splits) and strings for
 * numbers that are not finite.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/json/json_internal.h"

struct printer {
    struct buf *out;
    bool sorted;
    bool pretty;
};

struct level {
    const cJSON *container;
    const cJSON **sorted; /* owned; NULL: in order */
    size_t n, i;
    const cJSON *next;
};

static void put_scalar(struct buf *out, const cJSON *node)
{
    switch (json_type(json_wrap_const(node))) {
    case JSON_NULL:
        buf_puts(out, "null");
        break;
    case JSON_BOOL:
        buf_puts(out, (node->type & 0xFF) == cJSON_True ? "true" : "false");
        break;
    case JSON_NUMBER:
        if ((node->type & 0xFF) == cJSON_Raw)
            buf_puts(out, node->valuestring);
        else
            buf_put_json_number(out, node->valuedouble);
        break;
    case JSON_STRING:
        buf_put_json_text(out, node->valuestring);
        break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
}

static int by_key(const void *a, const void *b)
{
    const cJSON *x = *(const cJSON *const *)a;
    const cJSON *y = *(const cJSON *const *)b;
    return strcmp(x->string, y->string);
}

static void open_level(const struct printer *p, struct level *level, const cJSON *node)
{
    bool object = (node->type & 0xFF) == cJSON_Object;
    *level = (struct level){ .container = node, .next = node->child };
    level->n = json_count(json_wrap_const(node));
    if (p->sorted && object) {
        level->sorted = mem_array(level->n, sizeof(*level->sorted));
        size_t i = 0;
        for (const cJSON *c = node->child; c != NULL; c = c->next)
            level->sorted[i++] = c;
        qsort(level->sorted, level->n, sizeof(*level->sorted), by_key);
    }
    buf_putc(p->out, object ? '{' : '[');
}

static const cJSON *take_child(struct level *level)
{
    const cJSON *child = level->sorted != NULL ? level->sorted[level->i] : level->next;
    level->next = level->next == NULL ? NULL : level->next->next;
    level->i++;
    return child;
}

static void put_break(const struct printer *p, size_t depth)
{
    if (!p->pretty)
        return;
    buf_putc(p->out, '\n');
    for (size_t i = 0; i < depth; i++)
        buf_puts(p->out, "  ");
}

static void close_level(const struct printer *p, struct level *level, size_t depth)
{
    if (level->n > 0)
        put_break(p, depth);
    buf_putc(p->out, (level->container->type & 0xFF) == cJSON_Object ? '}' : ']');
    free(level->sorted);
}

static void put_tree(const struct printer *p, const cJSON *root)
{
    size_t capacity = 16;
    size_t depth = 0;
    if (!json_is_container(root)) {
        put_scalar(p->out, root);
        return;
    }
    struct level *levels = mem_array(capacity, sizeof(*levels));
    open_level(p, &levels[depth++], root);
    while (depth > 0) {
        struct level *level = &levels[depth - 1];
        if (level->i == level->n) {
            close_level(p, level, --depth);
            continue;
        }
        if (level->i > 0)
            buf_putc(p->out, ',');
        put_break(p, depth);
        const cJSON *child = take_child(level);
        if (child->string != NULL) {
            buf_put_json_text(p->out, child->string);
            buf_puts(p->out, p->pretty ? ": " : ":");
        }
        if (!json_is_container(child)) {
            put_scalar(p->out, child);
            continue;
        }
        if (depth == capacity) {
            capacity *= 2;
            levels = mem_grow(levels, capacity, sizeof(*levels));
        }
        open_level(p, &levels[depth++], child);
    }
    free(levels);
}

void json_print(const struct json *j, bool sorted, struct buf *out)
{
    struct printer p = { .out = out, .sorted = sorted };
    put_tree(&p, json_node(j));
}

void json_print_pretty(const struct json *j, struct buf *out)
{
    struct printer p = { .out = out, .pretty = true };
    put_tree(&p, json_node(j));
    buf_putc(out, '\n');
}
