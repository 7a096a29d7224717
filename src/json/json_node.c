/*
 * json_node.c - making, reading and printing trees.
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_internal.h"

cJSON *json_made(cJSON *node)
{
    if (node == NULL)
        mem_array(SIZE_MAX, 2);
    return node;
}

static struct json *attach(struct json *parent, const char *key, cJSON *child)
{
    cJSON *node = json_node_mutable(parent);
    json_made(child);
    assert(json_is_container(node));
    cJSON_free(node->valuestring); /* the walk cache */
    node->valuestring = NULL;
    bool is_object = (node->type & 0xFF) == cJSON_Object;
    assert(is_object == (key != NULL));
    cJSON_bool ok =
        is_object ? cJSON_AddItemToObject(node, key, child) : cJSON_AddItemToArray(node, child);
    if (!ok)
        json_made(NULL);
    return json_wrap(child);
}

struct json *json_new_object(void)
{
    return json_wrap(json_made(cJSON_CreateObject()));
}

struct json *json_new_array(void)
{
    return json_wrap(json_made(cJSON_CreateArray()));
}

struct json *json_add_object(struct json *parent, const char *key)
{
    return attach(parent, key, cJSON_CreateObject());
}

struct json *json_add_array(struct json *parent, const char *key)
{
    return attach(parent, key, cJSON_CreateArray());
}

void json_add_string(struct json *parent, const char *key, const char *value)
{
    attach(parent, key, value == NULL ? cJSON_CreateNull() : cJSON_CreateString(value));
}

void json_add_int(struct json *parent, const char *key, int64_t value)
{
    cJSON *node;
    if (value < (int64_t)JSON_MAX_EXACT && value > -(int64_t)JSON_MAX_EXACT) {
        node = cJSON_CreateNumber((double)value);
    } else {
        char digits[24];
        snprintf(digits, sizeof(digits), "%" PRId64, value);
        node = json_made(cJSON_CreateRaw(digits));
        node->valuedouble = (double)value;
    }
    attach(parent, key, node);
}

void json_add_number(struct json *parent, const char *key, double value)
{
    if (isfinite(value))
        attach(parent, key, cJSON_CreateNumber(value));
    else
        json_add_string(parent, key, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

void json_add_bool(struct json *parent, const char *key, bool value)
{
    attach(parent, key, cJSON_CreateBool(value));
}

void json_add_null(struct json *parent, const char *key)
{
    attach(parent, key, cJSON_CreateNull());
}

/*
 * Reading a tree.
 *
 * Of equal members the last counts, as in Python, which wrote most files.
 */

static const char *const type_names[] = {
    [JSON_NULL] = "null",       [JSON_BOOL] = "true or false", [JSON_NUMBER] = "a number",
    [JSON_STRING] = "a string", [JSON_ARRAY] = "an array",     [JSON_OBJECT] = "an object",
};

enum json_type json_type(const struct json *j)
{
    if (j == NULL)
        return JSON_NULL;
    switch (json_node(j)->type & 0xFF) {
    case cJSON_True:
    case cJSON_False:
        return JSON_BOOL;
    case cJSON_Number:
    case cJSON_Raw:
        return JSON_NUMBER;
    case cJSON_String:
        return JSON_STRING;
    case cJSON_Array:
        return JSON_ARRAY;
    case cJSON_Object:
        return JSON_OBJECT;
    }
    return JSON_NULL;
}

/* Filling the cache does not change the value. */
static struct json_walk *walk_of(const cJSON *node)
{
    struct json_walk *walk;
    void *cached = node->valuestring;
    if (cached != NULL)
        return cached;
    walk = cJSON_malloc(sizeof(*walk));
    if (walk == NULL)
        return mem_array(SIZE_MAX, 2);
    *walk = (struct json_walk){ .item = node->child };
    for (const cJSON *c = node->child; c != NULL; c = c->next)
        walk->count++;
    cJSON *writable;
    memcpy(&writable, &node, sizeof(node));
    writable->valuestring = (char *)(void *)walk;
    return walk;
}

size_t json_count(const struct json *j)
{
    if (j == NULL || !json_is_container(json_node(j)))
        return 0;
    return walk_of(json_node(j))->count;
}

const struct json *json_at(const struct json *j, size_t i)
{
    if (i >= json_count(j))
        return NULL;
    struct json_walk *walk = walk_of(json_node(j));
    if (i < walk->index) {
        walk->index = 0;
        walk->item = json_node(j)->child;
    }
    for (; walk->index < i; walk->index++)
        walk->item = walk->item->next;
    return json_wrap_const(walk->item);
}

const struct json *json_first(const struct json *j)
{
    if (j == NULL || !json_is_container(json_node(j)))
        return NULL;
    return json_wrap_const(json_node(j)->child);
}

const struct json *json_next(const struct json *item)
{
    return item == NULL ? NULL : json_wrap_const(json_node(item)->next);
}

const char *json_key(const struct json *item)
{
    return item == NULL ? NULL : json_node(item)->string;
}

const struct json *json_get(const struct json *object, const char *key)
{
    const cJSON *found = NULL;
    if (object == NULL || json_type(object) != JSON_OBJECT)
        return NULL;
    for (const cJSON *c = json_node(object)->child; c != NULL; c = c->next)
        if (c->string != NULL && *c->string == *key && strcmp(c->string, key) == 0)
            found = c;
    return json_wrap_const(found);
}

static bool has_type(const struct json *j, enum json_type type)
{
    return j != NULL && json_type(j) == type;
}

bool json_string(const struct json *j, const char **out)
{
    if (!has_type(j, JSON_STRING))
        return false;
    *out = json_node(j)->valuestring;
    return true;
}

bool json_bool(const struct json *j, bool *out)
{
    if (!has_type(j, JSON_BOOL))
        return false;
    *out = (json_node(j)->type & 0xFF) == cJSON_True;
    return true;
}

bool json_number(const struct json *j, double *out)
{
    if (!has_type(j, JSON_NUMBER))
        return false;
    *out = json_node(j)->valuedouble;
    return true;
}

bool json_int(const struct json *j, int64_t *out)
{
    if (!has_type(j, JSON_NUMBER))
        return false;
    if ((json_node(j)->type & 0xFF) == cJSON_Raw)
        return str_to_i64(json_node(j)->valuestring, out);
    double v = json_node(j)->valuedouble;
    /* From 2^53 on the text may have held another integer. */
    if (!(fabs(v) < JSON_MAX_EXACT) || fabs(v - trunc(v)) > 0)
        return false;
    *out = (int64_t)v;
    return true;
}

static bool text_to_special(const char *s, double *out)
{
    double sign = *s == '-' ? -1.0 : 1.0;
    if (*s == '-' || *s == '+')
        s++;
    if (strcasecmp(s, "nan") == 0)
        *out = (double)NAN;
    else if (strcasecmp(s, "inf") == 0 || strcasecmp(s, "infinity") == 0)
        *out = sign * (double)INFINITY;
    else
        return false;
    return true;
}

bool json_number_lenient(const struct json *j, double *out)
{
    char trimmed[64];
    const char *s;
    if (json_number(j, out))
        return true;
    if (!json_string(j, &s))
        return false;
    s += strspn(s, " \t\r\n");
    size_t len = strlen(s);
    while (len > 0 && strchr(" \t\r\n", s[len - 1]) != NULL)
        len--;
    if (len == 0 || len >= sizeof(trimmed) || memchr(s, 'x', len) != NULL ||
        memchr(s, 'X', len) != NULL)
        return false;
    memcpy(trimmed, s, len);
    trimmed[len] = '\0';
    return str_to_double(trimmed, out) || text_to_special(trimmed, out);
}

static int need(const struct json *object, const char *where, const char *key, enum json_type type,
                const struct json **out, struct err *err)
{
    if (!has_type(object, JSON_OBJECT))
        return err_set(err, ERR_INTEGRITY, "%s: expected an object, found %s", where,
                       object == NULL ? "nothing" : type_names[json_type(object)]);
    const struct json *j = json_get(object, key);
    if (j == NULL)
        return err_set(err, ERR_INTEGRITY, "%s: member \"%s\" is missing", where, key);
    if (json_type(j) != type)
        return err_set(err, ERR_INTEGRITY, "%s: member \"%s\" must be %s, found %s", where, key,
                       type_names[type], type_names[json_type(j)]);
    *out = j;
    return 0;
}

int json_need_string(const struct json *object, const char *where, const char *key,
                     const char **out, struct err *err)
{
    const struct json *j;
    int rc = need(object, where, key, JSON_STRING, &j, err);
    if (rc == 0)
        json_string(j, out);
    return rc;
}

int json_need_int(const struct json *object, const char *where, const char *key, int64_t *out,
                  struct err *err)
{
    const struct json *j;
    int rc = need(object, where, key, JSON_NUMBER, &j, err);
    if (rc == 0 && !json_int(j, out))
        return err_set(err, ERR_INTEGRITY, "%s: member \"%s\" must be an integer", where, key);
    return rc;
}

int json_need_number(const struct json *object, const char *where, const char *key, double *out,
                     struct err *err)
{
    const struct json *j;
    int rc = need(object, where, key, JSON_NUMBER, &j, err);
    if (rc == 0)
        json_number(j, out);
    return rc;
}

int json_need_array(const struct json *object, const char *where, const char *key,
                    const struct json **out, struct err *err)
{
    return need(object, where, key, JSON_ARRAY, out, err);
}

int json_need_object(const struct json *object, const char *where, const char *key,
                     const struct json **out, struct err *err)
{
    return need(object, where, key, JSON_OBJECT, out, err);
}

/*
 * Tree to text.
 *
 * cJSON's printer lacks shortest exact numbers, sorted keys (hashes of splits) and strings for
 * numbers that are not finite.
 */

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

static void open_level(struct level *level, const cJSON *node, bool sorted, struct buf *out)
{
    bool object = (node->type & 0xFF) == cJSON_Object;
    *level = (struct level){ .container = node, .next = node->child };
    level->n = json_count(json_wrap_const(node));
    if (sorted && object) {
        level->sorted = mem_array(level->n, sizeof(*level->sorted));
        size_t i = 0;
        for (const cJSON *c = node->child; c != NULL; c = c->next)
            level->sorted[i++] = c;
        qsort(level->sorted, level->n, sizeof(*level->sorted), by_key);
    }
    buf_putc(out, object ? '{' : '[');
}

void json_print(const struct json *j, bool sorted, struct buf *out)
{
    size_t capacity = 16;
    size_t depth = 0;
    if (!json_is_container(json_node(j))) {
        put_scalar(out, json_node(j));
        return;
    }
    struct level *levels = mem_array(capacity, sizeof(*levels));
    open_level(&levels[depth++], json_node(j), sorted, out);
    while (depth > 0) {
        struct level *level = &levels[depth - 1];
        if (level->i == level->n) {
            buf_putc(out, (level->container->type & 0xFF) == cJSON_Object ? '}' : ']');
            free(level->sorted);
            depth--;
            continue;
        }
        if (level->i > 0)
            buf_putc(out, ',');
        const cJSON *child = level->sorted != NULL ? level->sorted[level->i] : level->next;
        level->next = level->next == NULL ? NULL : level->next->next;
        level->i++;
        if (child->string != NULL) {
            buf_put_json_text(out, child->string);
            buf_putc(out, ':');
        }
        if (!json_is_container(child)) {
            put_scalar(out, child);
            continue;
        }
        if (depth == capacity) {
            capacity *= 2;
            levels = mem_grow(levels, capacity, sizeof(*levels));
        }
        open_level(&levels[depth++], child, sorted, out);
    }
    free(levels);
}
