/*
 * kernelbench_beside.c - kernels in files beside results that hold none: problem_3_kernel.py,
 * generated_kernels/level_1/problem_3.py and the like.
 *
 * The path from the results' folder says whose kernel a file is.  Where two files could be one
 * sample's, neither is taken.
 */
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_walk.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_KERNELS    100000
#define MAX_FOLDERS    2 /* between the results and a kernel */
#define MAX_TEXT_BYTES ((size_t)4 << 20)

struct beside_kernel {
    struct kb_id id;
    const char *path;
};

struct kb_beside {
    struct ingest_source *source;
    size_t skip; /* of a path, to what lies below the results' folder */
    struct beside_kernel *items;
    size_t n, capacity;
    size_t attached, ambiguous;
};

static bool has_word(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return false;
}

/* Whether the file is a kernel and no reference, prompt or test of one. */
static bool is_kernel(const char *below)
{
    static const char *const marks[] = { "kernel",   "generated", "solution",
                                         "response", "candidate", "code" };
    static const char *const others[] = { "ref",      "prompt", "baseline", "test",
                                          "original", "eval",   "result",   "check" };
    const char *name = strrchr(below, '/');
    name = name == NULL ? below : name + 1;
    return (str_ends_with(name, ".py") || str_ends_with(name, ".cu")) &&
           has_word(below, marks, ARRAY_LEN(marks)) && !has_word(name, others, ARRAY_LEN(others));
}

static int folders_in(const char *below)
{
    int n = 0;
    for (; *below != '\0'; below++)
        n += *below == '/';
    return n;
}

static int visit(void *context, const char *path, bool folder)
{
    struct kb_beside *b = context;
    const char *below = path + b->skip;
    struct beside_kernel k = { .id = KB_ID_NONE };
    if (folder)
        return folders_in(below) >= MAX_FOLDERS || b->n >= MAX_KERNELS;
    if (!is_kernel(below) || b->n >= MAX_KERNELS || !kb_id_from_text(below, &k.id) ||
        k.id.problem <= 0)
        return 0;
    k.path = arena_strdup(b->source->arena, path);
    b->items = ingest_room(b->source->arena, b->items, b->n, &b->capacity, sizeof(*b->items));
    b->items[b->n++] = k;
    return 0;
}

static int by_problem(const void *a, const void *b)
{
    const struct beside_kernel *x = a, *y = b;
    if (x->id.problem != y->id.problem)
        return x->id.problem < y->id.problem ? -1 : 1;
    return strcmp(x->path, y->path);
}

struct kb_beside *kb_beside_list(struct ingest_source *source)
{
    struct err ignored = { 0 };
    struct kb_beside *b = arena_alloc(source->arena, sizeof(*b));
    const char *slash = strrchr(source->path, '/');
    const char *folder = source->folder  ? source->path
                         : slash == NULL ? "."
                                         : arena_strndup(source->arena, source->path,
                                                         (size_t)(slash - source->path));
    *b = (struct kb_beside){ .source = source, .skip = strlen(folder) + 1 };
    if (strcmp(source->path, "-") != 0)
        ingest_walk(folder, visit, b, &ignored);
    if (b->n > 0)
        qsort(b->items, b->n, sizeof(*b->items), by_problem);
    return b;
}

static bool agrees(int of_file, int of_sample)
{
    return of_file < 0 || of_file == of_sample;
}

/* The only file that may be the sample's; one that names no sample is of the first. */
static const struct beside_kernel *find(struct kb_beside *b, const struct ingest_sample *s)
{
    const struct beside_kernel *found = NULL;
    size_t low = 0;
    for (size_t high = b->n; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (b->items[middle].id.problem < s->problem)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < b->n && b->items[i].id.problem == s->problem; i++) {
        const struct kb_id *id = &b->items[i].id;
        if (!agrees(id->level, s->level) || !agrees(id->step, s->step < 0 ? 0 : s->step) ||
            (id->sample < 0 ? s->sample > 0 : id->sample != s->sample))
            continue;
        b->ambiguous += found != NULL;
        if (found != NULL)
            return NULL;
        found = &b->items[i];
    }
    return found;
}

void kb_beside_attach(struct kb_beside *b, struct ingest_batch *out)
{
    for (size_t i = 0; b->n > 0 && i < out->n; i++) {
        struct ingest_sample *s = &out->items[i];
        struct buf text CLEANUP(buf_release) = { 0 };
        struct err bad = { 0 };
        const struct beside_kernel *k = s->code.data != NULL || s->turn > 0 ? NULL : find(b, s);
        if (k == NULL)
            continue;
        if (file_read_found(k->path, MAX_TEXT_BYTES, &text, &bad) < 0) {
            ingest_remark(b->source, "%s", bad.msg);
            continue;
        }
        if (text.len == 0)
            continue;
        s->code.data = arena_strndup(out->arena, buf_text(&text), text.len);
        s->code.len = text.len;
        b->attached++;
    }
}

void kb_beside_finish(const struct kb_beside *b)
{
    if (b->attached > 0)
        ingest_remark(
            b->source,
            "%zu samples got their kernel from the file in the results' folder that has their name",
            b->attached);
    if (b->ambiguous > 0)
        ingest_remark(
            b->source,
            "%zu samples match several files in the results' folder: no kernel was read for them",
            b->ambiguous);
}
