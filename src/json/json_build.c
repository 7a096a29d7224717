/*
 * json_build.c - making a tree.
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
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
