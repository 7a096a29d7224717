/*
 * member_json.h - structs as JSON objects and back, by their tables of members.
 *
 * Unknown values and numbers that are not finite are null.
 */
#ifndef ROLLBOOK_JSON_MEMBER_JSON_H
#define ROLLBOOK_JSON_MEMBER_JSON_H

#include "src/base/member.h"

struct arena;
struct buf;
struct err;
struct json;

/* key NULL: parent is an array.  reader (enum member_reader) applies to structs within; 0 sees
 * everything. */
void member_put(struct json *parent, const char *key, const struct member *m, const void *from,
                unsigned reader);
/* Adds what the reader may see. */
void members_put(struct json *object, const struct member_table *t, const void *from,
                 unsigned reader);
void member_print(const struct member *m, const void *from, unsigned reader, struct buf *out);

/* Texts live in the arena.  False: another type or out of range.  Derived members are skipped. */
bool member_take(const struct json *value, const struct member *m, struct arena *a, void *to);
/* ERR_INTEGRITY names what and the member: malformed, or needed and absent.  Other absent ones
 * stay. */
int members_take(const struct json *object, const char *what, const struct member_table *t,
                 struct arena *a, void *to, struct err *err);

#endif
