/*
 * http_memory.c - size classes of powers of two, cut from marked mappings.
 */
#define _GNU_SOURCE
#include "src/http/http_memory.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "src/http/http.h"

#define REGION_BYTES ((size_t)1 << 20)
#define LEAST_SHIFT  6  /* 64 bytes with header */
#define SHARED_SHIFT 18 /* 256 KiB; larger ones are alone */
#define N_CLASSES    (SHARED_SHIFT - LEAST_SHIFT + 1)
#define HEADER_BYTES 16 /* aligns for any type */

struct header {
    size_t bytes;
    struct header *next_free;
};
_Static_assert(sizeof(struct header) <= HEADER_BYTES, "the header fits before the data");

static struct {
    pthread_mutex_t lock;
    struct header *free_blocks[N_CLASSES];
    char *region;
    size_t region_left;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *map_region(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (madvise(p, bytes, MADV_DONTDUMP) != 0 || madvise(p, bytes, MADV_WIPEONFORK) != 0) {
        munmap(p, bytes);
        return NULL;
    }
    return p;
}

static size_t class_of(size_t bytes)
{
    size_t i = 0;
    while (((size_t)1 << (LEAST_SHIFT + i)) < bytes)
        i++;
    return i;
}

static struct header *take_shared(size_t i)
{
    size_t bytes = (size_t)1 << (LEAST_SHIFT + i);
    struct header *h = pool.free_blocks[i];
    if (h != NULL) {
        pool.free_blocks[i] = h->next_free;
        return h;
    }
    if (pool.region_left < bytes) {
        char *region = map_region(REGION_BYTES);
        if (region == NULL)
            return NULL;
        pool.region = region;
        pool.region_left = REGION_BYTES;
    }
    h = (struct header *)(void *)pool.region;
    pool.region += bytes;
    pool.region_left -= bytes;
    h->bytes = bytes;
    return h;
}

void *http_memory_alloc(size_t size)
{
    struct header *h;
    if (size > SIZE_MAX / 2)
        return NULL;
    size_t bytes = size + HEADER_BYTES;
    if (bytes > (size_t)1 << SHARED_SHIFT) {
        h = map_region(bytes);
        if (h == NULL)
            return NULL;
        h->bytes = bytes;
        return (char *)h + HEADER_BYTES;
    }
    pthread_mutex_lock(&pool.lock);
    h = take_shared(class_of(bytes));
    pthread_mutex_unlock(&pool.lock);
    return h == NULL ? NULL : (char *)h + HEADER_BYTES;
}

void http_memory_free(void *p)
{
    if (p == NULL)
        return;
    struct header *h = (struct header *)(void *)((char *)p - HEADER_BYTES);
    if (h->bytes > (size_t)1 << SHARED_SHIFT) {
        munmap(h, h->bytes);
        return;
    }
    explicit_bzero(p, h->bytes - HEADER_BYTES);
    pthread_mutex_lock(&pool.lock);
    size_t i = class_of(h->bytes);
    h->next_free = pool.free_blocks[i];
    pool.free_blocks[i] = h;
    pthread_mutex_unlock(&pool.lock);
}

void *http_memory_calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    void *p = http_memory_alloc(bytes);
    return p == NULL ? NULL : memset(p, 0, bytes);
}

void *http_memory_realloc(void *p, size_t size)
{
    if (p == NULL)
        return http_memory_alloc(size);
    const struct header *h = (const struct header *)(const void *)((char *)p - HEADER_BYTES);
    size_t have = h->bytes - HEADER_BYTES;
    if (size <= have && size > 0)
        return p;
    void *larger = http_memory_alloc(size);
    if (larger == NULL)
        return NULL;
    memcpy(larger, p, have < size ? have : size);
    http_memory_free(p);
    return larger;
}

char *http_memory_strdup(const char *s)
{
    size_t bytes = strlen(s) + 1;
    char *copy = http_memory_alloc(bytes);
    return copy == NULL ? NULL : memcpy(copy, s, bytes);
}

/*
 * Keys come from the environment and leave it.
 */

char *http_key_take(const char *variable)
{
    char *value = getenv(variable);
    if (value == NULL || value[0] == '\0')
        return NULL;
    char *copy = http_memory_strdup(value);
    /* /proc and core files show the text, not only its entry. */
    if (copy != NULL)
        memset(value, 0, strlen(value));
    unsetenv(variable);
    return copy;
}

void http_key_free(char *key)
{
    http_memory_free(key);
}

void http_hide_process(void)
{
    prctl(PR_SET_DUMPABLE, 0);
}
