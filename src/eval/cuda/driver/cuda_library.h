/*
 * cuda_library.h - finding and opening a shared library and the functions of a table.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_LIBRARY_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_LIBRARY_H

#include <stddef.h>

#include "src/base/library.h"

/*
 * Opens the first of names (NULL at the end) that the system's search path, ROLLBOOK_CUDA_HOME or
 * the usual folders of toolkits and drivers hold; a name that begins with '/' is opened as it is.
 * NULL when there is none.
 */
void *library_open(const char *const *names);
/* The file that a function came from; "" when that is not known. */
void library_file(const void *library, const char *symbol, char *out, size_t size);

#endif
