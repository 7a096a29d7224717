/*
 * json_internal.h - what the files of src/json share.
 *
 * A struct json is never defined: it is a cJSON node that nobody outside can look into.  A
 * container's valuestring holds its struct json_walk, which cJSON_Delete frees.  Integers that no
 * double holds are cJSON_Raw nodes with their digits.
 */
#ifndef ROLLBOOK_JSON_JSON_INTERNAL_H
#define ROLLBOOK_JSON_JSON_INTERNAL_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "src/json/json.h"

#define JSON_MAX_EXACT 9007199254740992.0 /* 2^53 */

/* Made on demand, dropped when a child is added. */
struct json_walk {
    size_t count;
    size_t index;
    cJSON *item;
};

/* As strtod reads a number of JSON's grammar. */
double json_double(const char *text, size_t len);

/* Ends the program for NULL. */
cJSON *json_made(cJSON *node);

/* Neither form feed nor vertical tab. */
static inline bool json_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline const cJSON *json_node(const struct json *j)
{
    return (const cJSON *)j;
}

static inline cJSON *json_node_mutable(struct json *j)
{
    return (cJSON *)j;
}

static inline struct json *json_wrap(cJSON *node)
{
    return (struct json *)node;
}

static inline const struct json *json_wrap_const(const cJSON *node)
{
    return (const struct json *)node;
}

static inline bool json_is_container(const cJSON *node)
{
    return (node->type & (cJSON_Array | cJSON_Object)) != 0;
}

#endif
