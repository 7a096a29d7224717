/* ingest_walk.c - files of a folder, by name on every machine. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ingest/ingest.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define MAX_DEPTH 32

struct walker {
    int (*visit)(void *context, const char *path, bool folder);
    void *context;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorted, without names that begin with a dot. */
static int list_names(const char *path, struct arena *a, char ***out, size_t *out_n,
                      struct err *err)
{
    char **names = NULL;
    size_t n = 0;
    size_t capacity = 0;
    DIR *dir = opendir(path);
    if (dir == NULL)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (e->d_name[0] == '.')
            continue;
        if (n == capacity) {
            capacity = capacity == 0 ? 64 : capacity * 2;
            names = mem_grow(names, capacity, sizeof(*names));
        }
        names[n++] = arena_strdup(a, e->d_name);
    }
    closedir(dir);
    if (n > 0)
        qsort(names, n, sizeof(*names), by_name);
    *out = names;
    *out_n = n;
    return 0;
}

static int walk(const struct walker *w, const char *path, int depth, struct err *err)
{
    struct arena arena = { 0 };
    char **names = NULL;
    size_t n = 0;
    int rc = list_names(path, &arena, &names, &n, err);
    for (size_t i = 0; i < n && rc >= 0; i++) {
        struct stat st;
        const char *below = arena_printf(&arena, "%s/%s", path, names[i]);
        if (lstat(below, &st) != 0 || (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode)))
            continue;
        rc = w->visit(w->context, below, S_ISDIR(st.st_mode));
        if (rc == 0 && S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
            rc = walk(w, below, depth + 1, err);
    }
    free(names);
    arena_release(&arena);
    return rc < 0 ? rc : 0;
}

int ingest_walk(const char *path, int (*visit)(void *context, const char *path, bool folder),
                void *context, struct err *err)
{
    struct walker w = { visit, context };
    return walk(&w, path, 1, err);
}
