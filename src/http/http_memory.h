/*
 * http_memory.h - memory that holds keys: kept out of core files and of forked processes.
 *
 * libcurl copies keys into its buffers, so all of its memory comes from here.  A forked child finds
 * zeros and must not use libcurl.  Any thread may call.
 */
#ifndef ROLLBOOK_HTTP_HTTP_MEMORY_H
#define ROLLBOOK_HTTP_HTTP_MEMORY_H

#include <stddef.h>

/* Like stdlib's; freed memory is overwritten. */
void *http_memory_alloc(size_t size);
void *http_memory_calloc(size_t count, size_t size);
void *http_memory_realloc(void *p, size_t size);
char *http_memory_strdup(const char *s);
void http_memory_free(void *p);

#endif
