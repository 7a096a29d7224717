/*
 * cuda_library.h - finding and opening a shared library and its functions.
 */
#ifndef ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_LIBRARY_H
#define ROLLBOOK_EVAL_CUDA_DRIVER_CUDA_LIBRARY_H

#include <stddef.h>

#include "src/base/library.h"

/*
 * Opens the first of names (NULL at the end) found by the system's search path, ROLLBOOK_CUDA_HOME
 * or the usual folders of toolkits and drivers; '/' begins a path.  NULL: none.
 */
void *library_open(const char *const *names);
/* The file of a function; "" when unknown. */
void library_file(const void *library, const char *symbol, char *out, size_t size);

#endif
