/*
 * sql_members.h - a table of members in the text of a statement; private to src/store.
 *
 * A statement that has a parameter for each member of a struct does not repeat their names:
 * sqlite3 takes these marks for comments, and db_query puts in what the table has and the statement
 * has not named itself so far.
 *   INSERT INTO t (a / *, result * /) VALUES (:a / *, :result * /)   names, parameters (no blanks
 *                                                                    between / and *)
 *   SELECT c0, c1 / *, c2 result * / FROM waiting                    columns c2, c3, ...
 */
#ifndef ROLLBOOK_STORE_SQL_MEMBERS_H
#define ROLLBOOK_STORE_SQL_MEMBERS_H

struct buf;

/* Appends the statement with its marks replaced; ends the program for a table of another name. */
void sql_members_expand(const char *name, const char *sql, struct buf *out);

#endif
