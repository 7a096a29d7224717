/*
 * kernelbench_folder.c - a run folder: kernel files, prompts, results, pass@k.
 *
 * A kernel without a result has no verdict, which is no failure.  Kernels' names have the level
 * that results lack.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_walk.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"

#define RESULTS        "eval_results.json"
#define PASS_AT_K      "pass_at_k_results.json"
#define KERNEL         "_kernel.py"
#define PROMPT         "_prompt.txt"
#define MAX_KEPT_BYTES ((size_t)4 << 20)
#define MAX_TEXT_BYTES ((size_t)64 << 20)

struct folder_part {
    struct kb_id id;
    char *name;
    bool kernel, prompt;
    bool judged;
};

struct parts {
    struct folder_part *items; /* arena; by name */
    size_t n, capacity;
};

struct result_tally {
    int problem;
    int64_t total, correct;
};

struct kb_folder {
    struct folder_part **kernels; /* arena; by id */
    struct parts parts;
    size_t n_kernels;
    struct result_tally *tallies; /* arena; by problem */
    size_t n_tallies, capacity;
    size_t without_kernel, unjudged;
};

/* False: a part's form without numbers. */
static bool read_part(const char *name, struct folder_part *out)
{
    *out = (struct folder_part){ .id = KB_ID_NONE };
    out->kernel = str_ends_with(name, KERNEL);
    out->prompt = str_ends_with(name, PROMPT);
    return !(out->kernel || out->prompt) || (kb_id_from_text(name, &out->id) && out->id.level > 0 &&
                                             out->id.problem > 0 && out->id.sample >= 0);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct folder_part *)a)->name, ((const struct folder_part *)b)->name);
}

static const char *path_of(struct ingest_source *source, const char *name)
{
    return arena_printf(source->arena, "%s/%s", source->path, name);
}

static int list_parts(struct ingest_source *source, struct parts *p, struct err *err)
{
    DIR *dir = opendir(source->path);
    if (dir == NULL)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", source->path, strerror(errno));
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        struct folder_part part;
        struct stat st;
        if (!ingest_is_part(source->format, e->d_name) || !read_part(e->d_name, &part))
            continue;
        /* A pipe would be waited for. */
        if (stat(path_of(source, e->d_name), &st) != 0 || !S_ISREG(st.st_mode)) {
            ingest_remark(source, "%s is not a file and was skipped", e->d_name);
            continue;
        }
        p->items = ingest_room(source->arena, p->items, p->n, &p->capacity, sizeof(*p->items));
        part.name = arena_strdup(source->arena, e->d_name);
        p->items[p->n++] = part;
    }
    closedir(dir);
    if (p->n > 0)
        qsort(p->items, p->n, sizeof(*p->items), by_name);
    return 0;
}

static int hash_file(struct ingest_source *source, const char *path, char hex[65], struct err *err)
{
    char bytes[1 << 14];
    struct sha256 h;
    size_t n;
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    sha256_init(&h);
    while ((n = fread(bytes, 1, sizeof(bytes), f)) > 0) {
        sha256_update(&h, bytes, n);
        source->len += n;
    }
    bool failed = ferror(f) != 0;
    fclose(f);
    sha256_final_hex(&h, hex);
    return failed ? err_set(err, ERR_INTEGRITY, "%s: read failed: %s", path, strerror(errno)) : 0;
}

static int hash_parts(struct ingest_source *source, const struct parts *p, struct err *err)
{
    for (size_t i = 0; i < p->n; i++) {
        char hex[65];
        int rc = hash_file(source, path_of(source, p->items[i].name), hex, err);
        if (rc < 0)
            return rc;
        const char *line = arena_printf(source->arena, "%s  %s\n", hex, p->items[i].name);
        ingest_hash(source, line, strlen(line));
    }
    return 0;
}

static struct folder_part *find_part(const struct parts *p, const char *name)
{
    size_t low = 0;
    size_t high = p->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(p->items[middle].name, name);
        if (order == 0)
            return &p->items[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* -1: none or several. */
static int level_of_kernels(struct ingest_source *source, const struct parts *p)
{
    int level = -1;
    for (size_t i = 0; i < p->n; i++) {
        if (!p->items[i].kernel || p->items[i].id.level == level)
            continue;
        if (level > 0) {
            ingest_remark(source,
                          "kernels of levels %d and %d: " RESULTS
                          " has one row per problem number, so results of one level may have "
                          "replaced results of the other",
                          level, p->items[i].id.level);
            return -1;
        }
        level = p->items[i].id.level;
    }
    return level;
}

static int compare_ids(const struct kb_id *a, const struct kb_id *b)
{
    const int parts[][2] = {
        { a->level, b->level },
        { a->problem, b->problem },
        { a->sample, b->sample },
    };
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        if (parts[i][0] != parts[i][1])
            return parts[i][0] < parts[i][1] ? -1 : 1;
    return 0;
}

static int by_id(const void *a, const void *b)
{
    return compare_ids(&(*(struct folder_part *const *)a)->id,
                       &(*(struct folder_part *const *)b)->id);
}

static int compare_key(const void *key, const void *item)
{
    return compare_ids(key, &(*(struct folder_part *const *)item)->id);
}

static bool read_text(struct arena *a, const char *path, struct ingest_text *out, struct err *bad)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    if (file_read(path, MAX_TEXT_BYTES, &text, bad) < 0)
        return false;
    out->data = arena_strndup(a, buf_text(&text), text.len);
    out->len = text.len;
    return true;
}

static bool read_texts(struct kb_walk *w, struct arena *a, const struct folder_part *kernel,
                       struct ingest_sample *s, struct err *bad)
{
    const char *prompt =
        arena_printf(a, "%.*s" PROMPT, (int)(strlen(kernel->name) - strlen(KERNEL)), kernel->name);
    return read_text(a, arena_printf(a, "%s/%s", w->source->path, kernel->name), &s->code, bad) &&
           (find_part(&w->folder->parts, prompt) == NULL ||
            read_text(a, arena_printf(a, "%s/%s", w->source->path, prompt), &s->prompt, bad));
}

static struct result_tally *tally_of(struct ingest_source *source, struct kb_folder *f, int problem)
{
    size_t at = f->n_tallies;
    while (at > 0 && f->tallies[at - 1].problem > problem)
        at--;
    if (at > 0 && f->tallies[at - 1].problem == problem)
        return &f->tallies[at - 1];
    f->tallies =
        ingest_room(source->arena, f->tallies, f->n_tallies, &f->capacity, sizeof(*f->tallies));
    memmove(&f->tallies[at + 1], &f->tallies[at], (f->n_tallies - at) * sizeof(*f->tallies));
    f->tallies[at] = (struct result_tally){ .problem = problem };
    f->n_tallies++;
    return &f->tallies[at];
}

/* False: the kernel cannot be read. */
static bool add_kernel(struct kb_walk *w, struct arena *a, struct ingest_sample *s, struct err *bad)
{
    struct kb_folder *f = w->folder;
    const struct kb_id id = { s->level, s->problem, s->step, s->sample };
    struct result_tally *t = tally_of(w->source, f, s->problem);
    struct folder_part **kernel =
        bsearch(&id, f->kernels, f->n_kernels, sizeof(*f->kernels), compare_key);
    t->total++;
    t->correct += s->correct;
    f->without_kernel += kernel == NULL;
    if (kernel == NULL)
        return true;
    (*kernel)->judged = true;
    return read_texts(w, a, *kernel, s, bad);
}

void kb_folder_add_kernels(struct kb_walk *w, struct ingest_batch *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->n; i++) {
        struct err bad = { 0 };
        if (add_kernel(w, out->arena, &out->items[i], &bad))
            out->items[kept++] = out->items[i];
        else
            ingest_refuse(w->source, out->items[i].where, "%s", bad.msg);
    }
    out->n = kept;
}

void kb_folder_take_kernel(struct kb_walk *w, struct ingest_batch *out, const char *path)
{
    struct kb_folder *f = w->folder;
    struct err bad = { 0 };
    const struct folder_part *kernel = find_part(&f->parts, strrchr(path, '/') + 1);
    int wanted = w->source->options->level;
    bool left_out = wanted > 0 && kernel->id.level != wanted;
    w->source->counts.left_out += left_out && !kernel->judged;
    if (left_out || kernel->judged)
        return;
    struct ingest_sample *s = kb_add(out);
    s->where = kernel->name;
    if (!read_texts(w, out->arena, kernel, s, &bad)) {
        out->n--;
        ingest_refuse(w->source, kernel->name, "%s", bad.msg);
        return;
    }
    struct kb_id id = kernel->id;
    id.step = -1;
    kb_place(out, &w->config, NULL, &id, s);
    f->unjudged++;
}

static void check_problem(struct ingest_source *source, struct kb_folder *f, const struct json *j)
{
    int problem = -1;
    int64_t total = -1;
    int64_t correct = -1;
    if (!kb_number(json_key(j), &problem) || !json_int(json_get(j, "total_samples"), &total) ||
        !json_int(json_get(j, "correct_samples"), &correct))
        return;
    const struct result_tally *have = tally_of(source, f, problem);
    if (have->total != total || have->correct != correct)
        ingest_remark(
            source, PASS_AT_K ": problem %d: %lld of %lld correct there, %lld of %lld in " RESULTS,
            problem, (long long)correct, (long long)total, (long long)have->correct,
            (long long)have->total);
}

/* Verbatim in the run's configuration. */
static void read_pass_at_k(struct kb_walk *w)
{
    struct ingest_source *source = w->source;
    struct buf text = { 0 };
    struct err bad = { 0 };
    struct json *root = NULL;
    if (find_part(&w->folder->parts, PASS_AT_K) == NULL)
        return;
    if (file_read(path_of(source, PASS_AT_K), MAX_KEPT_BYTES, &text, &bad) == 0)
        root = json_parse(PASS_AT_K, buf_text(&text), text.len, &bad);
    if (root == NULL)
        ingest_remark(source, "%s", bad.msg);
    else
        w->config.pass_at_k = arena_strdup(source->arena, buf_text(&text));
    json_free(root);
    buf_release(&text);
}

int kb_folder_begin(struct kb_walk *w, struct err *err)
{
    struct ingest_source *source = w->source;
    struct kb_folder *f = w->folder = arena_alloc(source->arena, sizeof(*f));
    int rc = list_parts(source, &f->parts, err);
    if (rc == 0)
        rc = hash_parts(source, &f->parts, err);
    if (rc < 0)
        return rc;
    w->file_level = level_of_kernels(source, &f->parts);
    f->kernels = arena_array(source->arena, f->parts.n + 1, sizeof(struct folder_part *));
    for (size_t i = 0; i < f->parts.n; i++)
        if (f->parts.items[i].kernel)
            f->kernels[f->n_kernels++] = &f->parts.items[i];
    qsort(f->kernels, f->n_kernels, sizeof(struct folder_part *), by_id);
    read_pass_at_k(w);
    if (find_part(&f->parts, RESULTS) != NULL)
        ingest_add_file(source, path_of(source, RESULTS), true);
    for (size_t i = 0; i < f->n_kernels; i++)
        ingest_add_file(source, path_of(source, f->kernels[i]->name), false);
    return 0;
}

bool kb_folder_has_kernels(const struct kb_walk *w)
{
    return w->folder->n_kernels > 0;
}

void kb_folder_finish(struct kb_walk *w)
{
    const struct kb_folder *f = w->folder;
    if (f->unjudged > 0)
        ingest_remark(w->source, "%zu kernels have no result: stored without a verdict",
                      f->unjudged);
    if (f->without_kernel > 0 && f->n_kernels > 0)
        ingest_remark(w->source, "%zu results have no kernel file", f->without_kernel);
    struct err ignored = { 0 };
    const char *text = w->config.pass_at_k;
    struct json *root = text == NULL ? NULL : json_parse(PASS_AT_K, text, strlen(text), &ignored);
    const struct json *problems = json_get(root, "problems");
    for (const struct json *j = json_first(problems); j != NULL; j = json_next(j))
        if (json_key(j) != NULL)
            check_problem(w->source, w->folder, j);
    json_free(root);
}
