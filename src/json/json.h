/*
 * json.h - JSON trees; src/json is the only user of cJSON.
 *
 * Nodes are borrowed from their root; json_free on the root frees all.  Bare NaN, Infinity and
 * -Infinity, which files have, are numbers that are not finite.  Nesting beyond 200 levels, text
 * behind the value and invalid UTF-8 are errors with line and column.
 */
#ifndef ROLLBOOK_JSON_JSON_H
#define ROLLBOOK_JSON_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct json;

/* An item takes some 100 bytes of any text, so others' texts with more are refused
 * (json_parse_arena, json_split). */
#define JSON_MAX_ITEMS ((size_t)4 << 20)

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

/* name is for messages ("file.json:3:17: expected ':'").  NULL on error. */
struct json *json_parse(const char *name, const char *text, size_t len, struct err *err);
/* For a part of a file: positions count from first_line. */
struct json *json_parse_line(const char *name, size_t first_line, const char *text, size_t len,
                             struct err *err);
/* Several times as fast: the tree lives in the arena, is never given to json_free and takes no
 * additions. */
const struct json *json_parse_arena(const char *name, size_t first_line, const char *text,
                                    size_t len, struct arena *a, struct err *err);
/* A text, or a part of a file that begins at this line and column, from 1. */
struct json_text {
    const char *name, *text;
    size_t len;
    size_t line, column;
};
struct json *json_parse_text(const struct json_text *source, struct err *err);
/* As json_parse_arena, but leaves out lists and objects that are members of these names
 * (NULL-ended), which saves time and memory: they are null, and only their end is found. */
const struct json *json_parse_without(const struct json_text *source, const char *const *without,
                                      struct arena *a, struct err *err);
/* At most 1 GiB. */
struct json *json_parse_file(const char *path, struct err *err);
void json_free(struct json *root);
void json_free_ptr(struct json **root); /* for CLEANUP */

enum json_type json_type(const struct json *j); /* JSON_NULL for NULL */
size_t json_count(const struct json *j);
const struct json *json_at(const struct json *j, size_t i); /* amortised O(1) in a walk */
const struct json *json_first(const struct json *j);        /* NULL when empty */
const struct json *json_next(const struct json *item);      /* sibling or NULL */
const char *json_key(const struct json *item);              /* NULL in arrays */
const struct json *json_get(const struct json *object, const char *key); /* NULL: absent */

/* False, out untouched: j is NULL or of another type.  A number with a fraction or out of range
 * is no int. */
bool json_string(const struct json *j, const char **out);
bool json_bool(const struct json *j, bool *out);
bool json_number(const struct json *j, double *out);
bool json_int(const struct json *j, int64_t *out);
/* Takes strings with numbers, too ("0.5", "nan"). */
bool json_number_lenient(const struct json *j, double *out);

/* ERR_INTEGRITY names where and key: absent, or of another type. */
int json_need_string(const struct json *object, const char *where, const char *key,
                     const char **out, struct err *err);
int json_need_int(const struct json *object, const char *where, const char *key, int64_t *out,
                  struct err *err);
int json_need_number(const struct json *object, const char *where, const char *key, double *out,
                     struct err *err);
int json_need_array(const struct json *object, const char *where, const char *key,
                    const struct json **out, struct err *err);
int json_need_object(const struct json *object, const char *where, const char *key,
                     const struct json **out, struct err *err);

/* A child belongs to its parent; each returns the new node. */
struct json *json_new_object(void);
struct json *json_new_array(void);
struct json *json_add_object(struct json *parent, const char *key); /* key NULL: in an array */
struct json *json_add_array(struct json *parent, const char *key);
void json_add_string(struct json *parent, const char *key, const char *value); /* NULL: null */
void json_add_int(struct json *parent, const char *key, int64_t value);
void json_add_number(struct json *parent, const char *key, double value); /* not finite: string */
void json_add_bool(struct json *parent, const char *key, bool value);
void json_add_null(struct json *parent, const char *key);

/* Compact with shortest exact numbers; sorted orders all keys bytewise. */
void json_print(const struct json *j, bool sorted, struct buf *out);

#endif
