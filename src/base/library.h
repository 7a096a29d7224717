/*
 * library.h - the functions of a shared library that is opened at run time.
 */
#ifndef ROLLBOOK_BASE_LIBRARY_H
#define ROLLBOOK_BASE_LIBRARY_H

#include <stddef.h>

struct err;

/* offset: the address's place in the table of functions. */
struct library_symbol {
    const char *name;
    size_t offset;
};

/* ERR_NOMATCH names the first missing function. */
int library_bind(void *library, const char *what, const struct library_symbol *symbols, size_t n,
                 void *table, struct err *err);

/* Opens a library by the system's search path for good and fills in a table; ERR_USAGE: there is
 * none. */
int library_load(const char *name, const struct library_symbol *symbols, size_t n, void *table,
                 struct err *err);

#endif
