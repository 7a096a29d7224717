#include "src/base/mem.h"

#if defined(__linux__)
#include <malloc.h>
#endif
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 0 where ASan looks on: each piece of an arena is a block, so that it sees the end of a piece and
 * the end of its life. */
#if defined(__SANITIZE_ADDRESS__) && !defined(ARENA_BLOCK_BYTES)
#define ARENA_BLOCK_BYTES ((size_t)0)
#endif
#ifndef ARENA_BLOCK_BYTES /* small where a fuzzer is to see what goes beyond one */
#define ARENA_BLOCK_BYTES ((size_t)64 * 1024)
#endif

struct arena_block {
    struct arena_block *next;
    size_t capacity;
    size_t used;
    max_align_t data[];
};

static void (*before_end)(void);

void mem_before_end(void (*f)(void))
{
    before_end = f;
}

static _Noreturn void out_of_memory(void)
{
    if (before_end != NULL)
        before_end();
    fputs("rollbook: out of memory\n", stderr);
    _Exit(4);
}

void mem_keep_freed(void)
{
#if defined(M_MMAP_THRESHOLD) && defined(M_TRIM_THRESHOLD)
    (void)mallopt(M_MMAP_THRESHOLD, 32 << 20);
    (void)mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
}

void *mem_alloc(size_t size)
{
    void *p = calloc(1, size == 0 ? 1 : size);
    if (p == NULL)
        out_of_memory();
    return p;
}

void *mem_array(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        out_of_memory();
    return mem_alloc(count * size);
}

void *mem_grow(void *p, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        out_of_memory();
    size_t bytes = count * size;
    void *q = realloc(p, bytes == 0 ? 1 : bytes);
    if (q == NULL)
        out_of_memory();
    return q;
}

char *mem_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(mem_alloc(n), s, n);
}

void mem_free_ptr(void *pp)
{
    void *p;
    memcpy(&p, pp, sizeof(p));
    free(p);
}

static struct arena_block *block_new(size_t capacity, struct arena_block *next)
{
    if (capacity > SIZE_MAX - sizeof(struct arena_block))
        out_of_memory();
    struct arena_block *b = calloc(1, sizeof(*b) + capacity);
    if (b == NULL)
        out_of_memory();
    b->next = next;
    b->capacity = capacity;
    b->used = 0;
    return b;
}

static struct arena_block *next_block(struct arena *a, size_t capacity, bool *out_new)
{
    struct arena_block *b = a->spare;
    *out_new = b == NULL || capacity != ARENA_BLOCK_BYTES;
    if (*out_new)
        return block_new(capacity, a->head);
    a->spare = b->next;
    b->next = a->head;
    b->used = 0;
    return b;
}

static void *take(struct arena *a, size_t size, bool *out_zero)
{
    const size_t unit = ARENA_BLOCK_BYTES == 0 ? 1 : sizeof(max_align_t);
    if (size > SIZE_MAX - unit)
        out_of_memory();
    size_t bytes = (size + unit - 1) / unit * unit;
    if (bytes == 0)
        bytes = unit;
    struct arena_block *b = a->head;
    *out_zero = false;
    if (b == NULL || b->capacity - b->used < bytes) {
        b = next_block(a, bytes > ARENA_BLOCK_BYTES ? bytes : ARENA_BLOCK_BYTES, out_zero);
        a->head = b;
    }
    char *p = (char *)b->data + b->used;
    b->used += bytes;
    a->used_bytes += bytes;
    return p;
}

void *arena_alloc(struct arena *a, size_t size)
{
    bool is_zero;
    void *p = take(a, size, &is_zero);
    return is_zero ? p : memset(p, 0, size);
}

void *arena_alloc_raw(struct arena *a, size_t size)
{
    bool ignored;
    return take(a, size, &ignored);
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        out_of_memory();
    return arena_alloc(a, count * size);
}

char *arena_strndup(struct arena *a, const char *s, size_t len)
{
    char *p = arena_alloc_raw(a, len + 1);
    if (len > 0)
        memcpy(p, s, len);
    p[len] = '\0';
    return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    char small[128];
    va_list ap;
    va_list again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(small, sizeof(small), fmt, ap);
    va_end(ap);
    char *p = arena_alloc_raw(a, n < 0 ? 1 : (size_t)n + 1);
    if (n >= (int)sizeof(small))
        vsnprintf(p, (size_t)n + 1, fmt, again);
    else if (n >= 0)
        memcpy(p, small, (size_t)n + 1);
    else
        *p = '\0';
    va_end(again);
    return p;
}

void arena_reset(struct arena *a)
{
    struct arena_block *keep = NULL;
    for (struct arena_block *b = a->head; b != NULL;) {
        struct arena_block *next = b->next;
        if (keep == NULL && b->capacity == ARENA_BLOCK_BYTES) {
            keep = b;
            keep->used = 0;
        } else {
            free(b);
        }
        b = next;
    }
    if (keep != NULL)
        keep->next = NULL;
    a->head = keep;
    a->used_bytes = 0;
}

void arena_rewind(struct arena *a)
{
    while (a->head != NULL) {
        struct arena_block *b = a->head;
        a->head = b->next;
        if (b->capacity != ARENA_BLOCK_BYTES) {
            free(b);
            continue;
        }
        b->next = a->spare;
        a->spare = b;
    }
    a->used_bytes = 0;
}

void arena_release(struct arena *a)
{
    arena_rewind(a);
    a->head = a->spare;
    a->spare = NULL;
    while (a->head != NULL) {
        struct arena_block *next = a->head->next;
        free(a->head);
        a->head = next;
    }
    a->used_bytes = 0;
}
