/*
 * kernelbench_folder.c - a run folder: kernel files, prompts, results, pass@k.
 *
 * A kernel without a result is a sample without a verdict, not a failure.  The names of the kernels
 * say the level that the results do not.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_kernelbench.h"
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
#define MAX_FILE_BYTES (((size_t)1 << 30) - 1)
#define MAX_KEPT_BYTES ((size_t)4 << 20)

/* A file of the folder that is part of the run. */
struct part {
    struct kb_id id; /* of kernels and prompts */
    char *name;
    bool kernel, prompt;
};

struct parts {
    struct part *items; /* heap */
    size_t n, capacity;
};

static bool read_part(const char *name, struct part *out)
{
    static const char *const others[] = { RESULTS, PASS_AT_K, "generation_config.yaml" };
    *out = (struct part){ .id = { -1, -1, -1, -1 } };
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (strcmp(name, others[i]) == 0)
            return true;
    out->kernel = str_ends_with(name, KERNEL);
    out->prompt = str_ends_with(name, PROMPT);
    return str_starts_with(name, "level_") && (out->kernel || out->prompt) &&
           kb_id_from_text(name, &out->id) && out->id.level > 0 && out->id.problem > 0 &&
           out->id.sample >= 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct part *)a)->name, ((const struct part *)b)->name);
}

static int list_parts(struct ingest_job *job, struct parts *p, struct err *err)
{
    DIR *dir = opendir(job->path);
    if (dir == NULL)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", job->path, strerror(errno));
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        struct part part;
        if (!read_part(e->d_name, &part))
            continue;
        if (p->n == p->capacity) {
            p->capacity = p->capacity == 0 ? 256 : p->capacity * 2;
            p->items = mem_grow(p->items, p->capacity, sizeof(*p->items));
        }
        part.name = arena_strdup(job->arena, e->d_name);
        p->items[p->n++] = part;
    }
    closedir(dir);
    if (p->n > 0)
        qsort(p->items, p->n, sizeof(*p->items), by_name);
    return 0;
}

static const char *path_of(struct ingest_job *job, const char *name)
{
    return arena_printf(job->arena, "%s/%s", job->path, name);
}

/* Name and hash of every part; one text in memory at a time. */
static int hash_parts(struct ingest_job *job, const struct parts *p, struct err *err)
{
    struct sha256 all;
    sha256_init(&all);
    for (size_t i = 0; i < p->n; i++) {
        struct buf text = { 0 };
        char hex[65];
        int rc = file_read(path_of(job, p->items[i].name), MAX_FILE_BYTES, &text, err);
        sha256_hex(buf_text(&text), text.len, hex);
        job->len += text.len;
        buf_release(&text);
        if (rc < 0)
            return rc;
        sha256_update(&all, hex, 64);
        sha256_update(&all, "  ", 2);
        sha256_update(&all, p->items[i].name, strlen(p->items[i].name));
        sha256_update(&all, "\n", 1);
    }
    sha256_final_hex(&all, job->sha256);
    return 0;
}

static const struct part *find_part(const struct parts *p, const char *name)
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

/* The level of all kernels; -1 when there are none or several. */
static int level_of_kernels(struct ingest_job *job, const struct parts *p)
{
    int level = -1;
    for (size_t i = 0; i < p->n; i++) {
        if (!p->items[i].kernel || p->items[i].id.level == level)
            continue;
        if (level > 0) {
            ingest_remark(job,
                          "kernels of levels %d and %d: " RESULTS " has one row a problem number, "
                          "so results of one level may have replaced those of the other",
                          level, p->items[i].id.level);
            return -1;
        }
        level = p->items[i].id.level;
    }
    return level;
}

static int read_results(struct ingest_job *job, const struct parts *p, struct kb_batch *batch,
                        struct err *err)
{
    struct buf text = { 0 };
    const char *name = job->name;
    if (find_part(p, RESULTS) == NULL)
        return 0;
    job->name = path_of(job, RESULTS);
    size_t folder_bytes = job->len;
    int rc = file_read(job->name, MAX_FILE_BYTES, &text, err);
    job->text = buf_text(&text);
    job->len = text.len;
    if (rc == 0)
        rc = kb_read_results(job, batch, level_of_kernels(job, p), err);
    job->text = NULL;
    job->len = folder_bytes;
    buf_release(&text);
    job->name = name;
    return rc;
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
    return compare_ids(&((const struct kb_record *)a)->id, &((const struct kb_record *)b)->id);
}

/* The place of a kernel's record among the first n, which are sorted; n when it has none. */
static size_t find_record(const struct kb_batch *b, size_t n, const struct kb_id *id)
{
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_ids(&b->items[middle].id, id);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return n;
}

static NEVER_NULL struct kb_record *add_kernel(struct ingest_job *job, struct kb_batch *b,
                                               const struct part *part)
{
    struct kb_record *r = kb_batch_next(b, job->arena);
    r->id = part->id;
    r->id.step = 0;
    r->where = part->name;
    r->task_name = "";
    r->hardware = "";
    b->n++;
    return r;
}

static void join_texts(struct ingest_job *job, const struct parts *p, struct kb_batch *b)
{
    size_t with_results = b->n;
    size_t unjudged = 0;
    if (b->n > 0)
        qsort(b->items, b->n, sizeof(*b->items), by_id);
    for (size_t i = 0; i < p->n; i++) {
        const struct part *part = &p->items[i];
        if (!part->kernel)
            continue;
        if (job->options->level > 0 && part->id.level != job->options->level) {
            job->counts.left_out++;
            continue;
        }
        size_t at = find_record(b, with_results, &part->id);
        struct kb_record *r = at < with_results ? &b->items[at] : add_kernel(job, b, part);
        unjudged += at == with_results;
        r->code_path = path_of(job, part->name);
        const char *prompt = arena_printf(job->arena, "%.*s" PROMPT,
                                          (int)(strlen(part->name) - strlen(KERNEL)), part->name);
        r->prompt_path = find_part(p, prompt) == NULL ? NULL : path_of(job, prompt);
    }
    if (unjudged > 0)
        ingest_remark(job, "%zu kernels have no result: stored without a verdict", unjudged);
}

static void remark_without_kernel(struct ingest_job *job, const struct kb_batch *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++)
        n += b->items[i].code_path == NULL;
    if (n > 0)
        ingest_remark(job, "%zu results have no kernel file", n);
}

/* What the folder says of a problem against what its results say. */
static void check_problem(struct ingest_job *job, const struct kb_batch *b, const struct json *j)
{
    int problem = -1;
    int64_t total = -1;
    int64_t correct = -1;
    int64_t have = 0;
    int64_t have_correct = 0;
    if (!kb_number(json_key(j), &problem) || !json_int(json_get(j, "total_samples"), &total) ||
        !json_int(json_get(j, "correct_samples"), &correct))
        return;
    for (size_t i = 0; i < b->n; i++) {
        const struct kb_record *r = &b->items[i];
        have += r->evaluated && r->id.problem == problem;
        have_correct += r->evaluated && r->id.problem == problem && r->correct;
    }
    if (have != total || have_correct != correct)
        ingest_remark(
            job, PASS_AT_K ": problem %d: %lld of %lld correct there, %lld of %lld in " RESULTS,
            problem, (long long)correct, (long long)total, (long long)have_correct,
            (long long)have);
}

/* Kept verbatim in the run's configuration, and held against the results. */
static void read_pass_at_k(struct ingest_job *job, const struct parts *p, struct kb_batch *b)
{
    struct buf text = { 0 };
    struct err bad = { 0 };
    struct json *root = NULL;
    if (find_part(p, PASS_AT_K) == NULL)
        return;
    if (file_read(path_of(job, PASS_AT_K), MAX_KEPT_BYTES, &text, &bad) == 0)
        root = json_parse(PASS_AT_K, buf_text(&text), text.len, &bad);
    if (root == NULL)
        ingest_remark(job, "%s", bad.msg);
    const struct json *problems = json_get(root, "problems");
    for (const struct json *j = json_first(problems); j != NULL; j = json_next(j))
        if (json_key(j) != NULL)
            check_problem(job, b, j);
    if (root != NULL)
        b->config.pass_at_k = arena_strdup(job->arena, buf_text(&text));
    json_free(root);
    buf_release(&text);
}

int kb_read_folder(struct ingest_job *job, struct kb_batch *batch, struct err *err)
{
    struct parts p = { 0 };
    int rc = list_parts(job, &p, err);
    if (rc == 0)
        rc = hash_parts(job, &p, err);
    if (rc == 0)
        rc = read_results(job, &p, batch, err);
    if (rc == 0) {
        join_texts(job, &p, batch);
        remark_without_kernel(job, batch);
        read_pass_at_k(job, &p, batch);
    }
    free(p.items);
    return rc;
}
