/*
 * sql_api.h - SQLite's interface for files that are compiled twice: into the program, and into the
 * extension librollbook_sqlite.so.
 */
#ifndef ROLLBOOK_STORE_FUNCTIONS_SQL_API_H
#define ROLLBOOK_STORE_FUNCTIONS_SQL_API_H

#ifdef ROLLBOOK_SQLITE_EXTENSION
#include <sqlite3ext.h>
extern const sqlite3_api_routines *sqlite3_api;
#else
#include <sqlite3.h>
#endif

/* Adds the functions of docs/sql.md; returns an SQLite code. */
int sql_functions_register(sqlite3 *handle);

/* Adds floats(bytes [, type]) alone. */
int sql_floats_register(sqlite3 *handle);

#endif
