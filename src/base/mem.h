/*
 * mem.h - memory: checked allocation, arenas, cleanup on scope exit.
 *
 * Running out of memory ends the program with a message (status 4): callers never see NULL.
 */
#ifndef ROLLBOOK_BASE_MEM_H
#define ROLLBOOK_BASE_MEM_H

#include <stddef.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
/* Runs fn(&variable) when the variable leaves its scope. */
#define CLEANUP(fn) __attribute__((cleanup(fn)))
#define NEVER_NULL  __attribute__((returns_nonnull))

/* Zeroed; the caller frees with free().  An overflow of count * size ends the program. */
NEVER_NULL void *mem_alloc(size_t size);
NEVER_NULL void *mem_array(size_t count, size_t size);
/* Like realloc of count * size bytes; new bytes are not zeroed. */
NEVER_NULL void *mem_grow(void *p, size_t count, size_t size);
NEVER_NULL char *mem_strdup(const char *s);
void mem_free_ptr(void *pp); /* for CLEANUP on a char * or void *: frees *pp */

/*
 * Arena: memory for one unit of work, released together.  {0} is a valid empty arena.
 * Everything taken from it is aligned for any type and zeroed.
 */
struct arena {
    struct arena_block *head;
    struct arena_block *spare; /* of arena_rewind */
    size_t used_bytes;         /* handed out since init or the last reset */
};

NEVER_NULL void *arena_alloc(struct arena *a, size_t size);
/* The same, not zeroed: for what is overwritten at once. */
NEVER_NULL void *arena_alloc_raw(struct arena *a, size_t size);
NEVER_NULL void *arena_array(struct arena *a, size_t count, size_t size);
NEVER_NULL char *arena_strdup(struct arena *a, const char *s);
/* Copies len bytes and adds a NUL. */
NEVER_NULL char *arena_strndup(struct arena *a, const char *s, size_t len);
NEVER_NULL char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void arena_reset(struct arena *a); /* forgets everything, may keep one block */
/* Forgets everything and keeps the ordinary blocks for what comes next. */
void arena_rewind(struct arena *a);
void arena_release(struct arena *a); /* frees everything; the arena is empty and usable */

#endif
