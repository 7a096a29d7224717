/*
 * json_internal.h - what the files of src/json share.
 *
 * A struct json is never defined: it is a cJSON node behind another name, so that nobody outside
 * can reach into it.  Containers do not use valuestring, so it holds their walk cache (struct
 * json_walk), which cJSON_Delete frees with the node.  Integers that a double cannot hold are
 * cJSON_Raw nodes with their digits as text.
 */
#ifndef ROLLBOOK_JSON_JSON_INTERNAL_H
#define ROLLBOOK_JSON_JSON_INTERNAL_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "src/json/json.h"

#define JSON_MAX_DEPTH 200
#define JSON_MAX_EXACT 9007199254740992.0 /* 2^53: every integer up to here is a double */

struct err;

/* Count and last position of a container; made on demand, dropped when a child is added. */
struct json_walk {
    size_t count;
    size_t index;
    cJSON *item;
};

/* A number that cJSON cannot read as it stands: what to put at the value-th value of the text. */
struct json_fix {
    size_t value; /* values counted from 0 in the order of the text */
    enum { JSON_FIX_TEXT, JSON_FIX_NAN, JSON_FIX_BIG } kind;
    size_t at, len;
    char text[32]; /* replacement, shorter than len; the rest becomes spaces */
};

struct json_fixes {
    struct json_fix *items; /* owned */
    size_t n, capacity;
};

/*
 * Checks the whole text against the grammar.  0 or ERR_INTEGRITY with position; out_fixes (to be
 * freed by the caller in any case) lists the numbers that need repair, in order; *out_start is the
 * first byte of the value.
 */
int json_scan(const char *name, size_t line, size_t column, const char *text, size_t len,
              struct json_fixes *out_fixes, size_t *out_start, struct err *err);

/* The nearest double to a number in JSON's grammar, as strtod reads it. */
double json_double(const char *text, size_t len);

/* What the grammar takes for white space: no form feed, no vertical tab. */
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
