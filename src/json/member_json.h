/*
 * member_json.h - structs as JSON objects and back, by their tables of members.
 *
 * Numbers that are not finite are null, as all that is unknown is.
 */
#ifndef ROLLBOOK_JSON_MEMBER_JSON_H
#define ROLLBOOK_JSON_MEMBER_JSON_H

#include "src/base/member.h"

struct arena;
struct buf;
struct err;
struct json;

/* Adds one member under a key (NULL: parent is an array).  reader: one of enum member_reader, for
 * the structs within; 0 is shown everything. */
void member_put(struct json *parent, const char *key, const struct member *m, const void *from,
                unsigned reader);
/* Adds all members that the reader is shown, under their names. */
void members_put(struct json *object, const struct member_table *t, const void *from,
                 unsigned reader);
/* One member as text. */
void member_print(const struct member *m, const void *from, unsigned reader, struct buf *out);

/* Reads one value; texts live in the arena.  False when it is of another type or out of range; what
 * is derived is passed over. */
bool member_take(const struct json *value, const struct member *m, struct arena *a, void *to);
/* Reads all members.  ERR_INTEGRITY naming what and the member that is needed and absent, or
 * malformed; others that are absent stay as they are in to. */
int members_take(const struct json *object, const char *what, const struct member_table *t,
                 struct arena *a, void *to, struct err *err);

#endif
