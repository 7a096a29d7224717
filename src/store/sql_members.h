/*
 * sql_members.h - a table of members in the text of statements; private to src/store.
 *
 * A statement with a column for each member of a struct does not repeat their names.  It has marks,
 * which sqlite3 takes for comments: a slash and a star, a comma, what is meant, a star and a slash.
 *   , result      the names of the columns
 *   , :result     the parameters
 *   , o. result   the columns of o
 *   , c14 result  c14, c15, ...
 * A mark stands for the columns that the statement has not named before its first one, so that any
 * column can be given a place by hand.
 */
#ifndef ROLLBOOK_STORE_SQL_MEMBERS_H
#define ROLLBOOK_STORE_SQL_MEMBERS_H

struct buf;

/* Appends the statements with their marks replaced; a mark of no table ends the program. */
void sql_members_expand(const char *name, const char *sql, struct buf *out);

#endif
