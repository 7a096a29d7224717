/*
 * sql_members.h - a table of members in the text of statements; private to src/store.
 *
 * Statements name the columns of a struct's members by marks, which sqlite3 takes for comments: a
 * slash and a star, a comma, what is meant, a star and a slash.
 *   , result      the names of the columns
 *   , :result     the parameters
 *   , o. result   the columns of o
 *   , c14 result  c14, c15, ...
 * Columns that the statement names before its first mark are left out, so any can be placed by
 * hand.
 */
#ifndef ROLLBOOK_STORE_SQL_MEMBERS_H
#define ROLLBOOK_STORE_SQL_MEMBERS_H

struct buf;

/* Appends sql with its marks replaced; an unknown mark ends the program. */
void sql_members_expand(const char *name, const char *sql, struct buf *out);

#endif
