/*
 * mem.h - memory: checked allocation, arenas, cleanup on scope exit.
 *
 * Out of memory ends the program with a message (status 4): callers never see NULL.
 */
#ifndef ROLLBOOK_BASE_MEM_H
#define ROLLBOOK_BASE_MEM_H

#include <stddef.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
/* Runs fn(&variable) at the end of its scope. */
#define CLEANUP(fn) __attribute__((cleanup(fn)))
#define NEVER_NULL  __attribute__((returns_nonnull))

/* What runs then, before the message; it must allocate nothing. */
void mem_before_end(void (*f)(void));

/* Zeroed; the caller frees with free().  Overflow of count * size ends the program. */
NEVER_NULL void *mem_alloc(size_t size);
NEVER_NULL void *mem_array(size_t count, size_t size);
/* Reallocates count * size bytes; new ones are not zeroed. */
NEVER_NULL void *mem_grow(void *p, size_t count, size_t size);
NEVER_NULL char *mem_strdup(const char *s);
void mem_free_ptr(void *pp); /* for CLEANUP of a pointer: frees *pp */

/* Freed blocks of up to 32 MiB stay with the process, 512 MiB of them, for one that takes and frees
 * large ones all the time: fresh pages of the system cost more than what is written to them. */
void mem_keep_freed(void);

/*
 * Memory for one unit of work, released together.  {0} is an empty arena.  Memory is zeroed and
 * aligned for any type.
 */
struct arena {
    struct arena_block *head;
    struct arena_block *spare; /* of arena_rewind */
    size_t used_bytes;         /* since the last reset */
};

NEVER_NULL void *arena_alloc(struct arena *a, size_t size);
/* Not zeroed. */
NEVER_NULL void *arena_alloc_raw(struct arena *a, size_t size);
NEVER_NULL void *arena_array(struct arena *a, size_t count, size_t size);
NEVER_NULL char *arena_strdup(struct arena *a, const char *s);
/* Adds a NUL. */
NEVER_NULL char *arena_strndup(struct arena *a, const char *s, size_t len);
NEVER_NULL char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void arena_reset(struct arena *a); /* may keep one block */
/* Forgets everything, keeps ordinary blocks. */
void arena_rewind(struct arena *a);
void arena_release(struct arena *a); /* usable again */

#endif
