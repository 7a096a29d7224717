/*
 * json_split.h - one JSON text of any length, value by value.
 *
 * The caller sees each value first and takes it as a tree or enters it; only taken ones are in
 * memory.  All bytes are checked as by json_parse, so a text that was read to its end is correct.
 */
#ifndef ROLLBOOK_JSON_JSON_SPLIT_H
#define ROLLBOOK_JSON_JSON_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct json;
struct json_split;

#define JSON_SPLIT_DEPTH 8

/* Gives the next bytes, valid until the next call; *out_len 0: the end. */
typedef int json_split_fill(void *context, const char **out, size_t *out_len, struct err *err);

/* Positions count from first_line; a taken value has at most max_bytes. */
struct json_split *json_split_new(const char *name, size_t first_line, size_t max_bytes,
                                  json_split_fill *fill, void *context);
void json_split_free(struct json_split *s);
/* Without it a second value is an error. */
void json_split_allow_many(struct json_split *s);

/* 1: a value, 0: the end.  ERR_INTEGRITY names line and column. */
int json_split_next(struct json_split *s, struct err *err);
/* Its first byte, the containers above it, its place in them. */
char json_split_first(const struct json_split *s);
size_t json_split_depth(const struct json_split *s);
const char *json_split_key(const struct json_split *s, size_t depth); /* NULL: in an array */
int64_t json_split_index(const struct json_split *s, size_t depth);
/* Some kilobytes of the value, or all. */
const char *json_split_peek(const struct json_split *s, size_t *out_len);
/* The object's first member is an object or a list. */
bool json_split_begins_with_container(const struct json_split *s);

/* The object's first name, raw; "": none, or longer than out. */
void json_split_first_key(const struct json_split *s, char *out, size_t size);

/* Members come next.  False: no object or list, or too deep. */
bool json_split_enter(struct json_split *s);
/* The caller frees the tree. */
struct json *json_split_take(struct json_split *s, struct err *err);
/* From now on a value whose text alone is bad is taken, a blank for each byte that no text can be.
 */
void json_split_mend_text(struct json_split *s);
/* Whether the value that could not be taken is whole but for text that cannot be: NUL, half a pair,
 * bytes that are no UTF-8.  Then the next one can be. */
bool json_split_has_bad_text(const struct json_split *s);

/* Puts a space for what no text can be, in place: "\\u0000", half a pair, bytes that are no UTF-8.
 */
void json_mend_text(char *text, size_t len);

#endif
