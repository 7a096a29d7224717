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
#include "ingest/ingest_internal.h"
#include "ingest/ingest_put.h"
#include "ingest/kernelbench/kernelbench_record.h"
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

/* A file of the folder that is part of the run. */
struct part {
    struct kb_id id; /* of kernels and prompts */
    char *name;
    bool kernel, prompt;
    bool judged; /* a kernel that has a result */
};

struct parts {
    struct part *items; /* heap; by name */
    size_t n, capacity;
};

/* What the results say of a problem. */
struct tally {
    int problem;
    int64_t total, correct;
};

/* A folder between parse and store. */
struct folder {
    struct kb_walk *walk;
    struct part **kernels; /* arena; by id */
    struct parts parts;    /* arena */
    size_t n_kernels;
    struct tally *tallies; /* arena; by problem */
    size_t n_tallies, capacity;
    size_t without_kernel;
    struct ingest_sink sink;
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

bool kb_covers(const char *name)
{
    struct part ignored;
    return read_part(name, &ignored);
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

static int add_to_hash(void *context, const char *bytes, size_t len)
{
    sha256_update(context, bytes, len);
    return 0;
}

/* Name and hash of every part. */
static int hash_parts(struct ingest_job *job, const struct parts *p, struct err *err)
{
    struct sha256 all;
    sha256_init(&all);
    for (size_t i = 0; i < p->n; i++) {
        struct sha256 one;
        char hex[65];
        sha256_init(&one);
        int rc =
            ingest_each_piece(path_of(job, p->items[i].name), add_to_hash, &one, &job->len, err);
        if (rc < 0)
            return rc;
        sha256_final_hex(&one, hex);
        sha256_update(&all, hex, 64);
        sha256_update(&all, "  ", 2);
        sha256_update(&all, p->items[i].name, strlen(p->items[i].name));
        sha256_update(&all, "\n", 1);
    }
    sha256_final_hex(&all, job->sha256);
    return 0;
}

static struct part *find_part(const struct parts *p, const char *name)
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
    return compare_ids(&(*(struct part *const *)a)->id, &(*(struct part *const *)b)->id);
}

static int compare_key(const void *key, const void *item)
{
    return compare_ids(key, &(*(struct part *const *)item)->id);
}

static void sort_kernels(struct ingest_job *job, struct folder *f)
{
    f->kernels = arena_array(job->arena, f->parts.n + 1, sizeof(struct part *));
    for (size_t i = 0; i < f->parts.n; i++)
        if (f->parts.items[i].kernel)
            f->kernels[f->n_kernels++] = &f->parts.items[i];
    qsort(f->kernels, f->n_kernels, sizeof(struct part *), by_id);
}

/* Paths of a kernel and of the prompt beside it. */
static void set_paths(struct ingest_job *job, const struct folder *f, const struct part *kernel,
                      struct arena *a, struct kb_record *r)
{
    const char *prompt =
        arena_printf(a, "%.*s" PROMPT, (int)(strlen(kernel->name) - strlen(KERNEL)), kernel->name);
    r->code_path = arena_printf(a, "%s/%s", job->path, kernel->name);
    if (find_part(&f->parts, prompt) != NULL)
        r->prompt_path = arena_printf(a, "%s/%s", job->path, prompt);
}

static struct tally *tally_of(struct ingest_job *job, struct folder *f, int problem)
{
    size_t at = f->n_tallies;
    while (at > 0 && f->tallies[at - 1].problem > problem)
        at--;
    if (at > 0 && f->tallies[at - 1].problem == problem)
        return &f->tallies[at - 1];
    if (f->n_tallies == f->capacity) {
        size_t capacity = f->capacity == 0 ? 64 : f->capacity * 2;
        struct tally *items = arena_array(job->arena, capacity, sizeof(*items));
        if (f->n_tallies > 0)
            memcpy(items, f->tallies, f->n_tallies * sizeof(*items));
        f->tallies = items;
        f->capacity = capacity;
    }
    memmove(&f->tallies[at + 1], &f->tallies[at], (f->n_tallies - at) * sizeof(*f->tallies));
    f->tallies[at] = (struct tally){ .problem = problem };
    f->n_tallies++;
    return &f->tallies[at];
}

/* A result with the kernel that it judges. */
static int put_result(struct folder *f, struct kb_record *r, struct arena *a, struct err *err)
{
    struct ingest_job *job = f->sink.job;
    struct tally *t = tally_of(job, f, r->id.problem);
    struct part **kernel =
        bsearch(&r->id, f->kernels, f->n_kernels, sizeof(struct part *), compare_key);
    t->total++;
    t->correct += r->correct;
    if (kernel != NULL) {
        (*kernel)->judged = true;
        set_paths(job, f, *kernel, a, r);
    }
    f->without_kernel += kernel == NULL;
    return kb_put_record(&f->sink, &f->walk->batch, r, err);
}

static int take_results(void *context, const struct ingest_record *record, struct err *err)
{
    struct folder *f = context;
    struct kb_walk *w = f->walk;
    int rc = kb_walk_record(w, record, err);
    for (size_t i = 0; i < w->batch.n && rc == 0; i++)
        rc = put_result(f, &w->batch.items[i], record->arena, err);
    arena_reset(record->arena);
    return rc < 0 ? rc : ingest_check_errors(f->sink.job, err);
}

static int put_results(struct ingest_job *job, struct folder *f, struct err *err)
{
    const char *name = job->name;
    if (find_part(&f->parts, RESULTS) == NULL)
        return 0;
    job->name = path_of(job, RESULTS);
    int rc = ingest_read_value_file(job, job->name, take_results, f, err);
    job->name = name;
    return rc;
}

/* A kernel that no result judges. */
static int put_kernel(struct ingest_job *job, struct folder *f, const struct part *kernel,
                      struct err *err)
{
    struct arena a = { 0 };
    struct kb_record r = {
        .id = kernel->id, .where = kernel->name, .task_name = "", .hardware = ""
    };
    r.id.step = 0;
    set_paths(job, f, kernel, &a, &r);
    int rc = kb_put_record(&f->sink, &f->walk->batch, &r, err);
    arena_release(&a);
    return rc;
}

static int put_kernels(struct ingest_job *job, struct folder *f, struct err *err)
{
    size_t unjudged = 0;
    int rc = 0;
    for (size_t i = 0; i < f->n_kernels && rc == 0; i++) {
        const struct part *kernel = f->kernels[i];
        bool left_out = job->options->level > 0 && kernel->id.level != job->options->level;
        job->counts.left_out += left_out && !kernel->judged;
        if (left_out || kernel->judged)
            continue;
        unjudged++;
        rc = put_kernel(job, f, kernel, err);
    }
    if (unjudged > 0)
        ingest_remark(job, "%zu kernels have no result: stored without a verdict", unjudged);
    if (f->without_kernel > 0)
        ingest_remark(job, "%zu results have no kernel file", f->without_kernel);
    return rc;
}

/* What the folder says of a problem against what its results say. */
static void check_problem(struct ingest_job *job, struct folder *f, const struct json *j)
{
    int problem = -1;
    int64_t total = -1;
    int64_t correct = -1;
    if (!kb_number(json_key(j), &problem) || !json_int(json_get(j, "total_samples"), &total) ||
        !json_int(json_get(j, "correct_samples"), &correct))
        return;
    const struct tally *have = tally_of(job, f, problem);
    if (have->total != total || have->correct != correct)
        ingest_remark(
            job, PASS_AT_K ": problem %d: %lld of %lld correct there, %lld of %lld in " RESULTS,
            problem, (long long)correct, (long long)total, (long long)have->correct,
            (long long)have->total);
}

static void check_pass_at_k(struct ingest_job *job, struct folder *f)
{
    struct err ignored = { 0 };
    const char *text = f->walk->batch.config.pass_at_k;
    struct json *root = text == NULL ? NULL : json_parse(PASS_AT_K, text, strlen(text), &ignored);
    const struct json *problems = json_get(root, "problems");
    for (const struct json *j = json_first(problems); j != NULL; j = json_next(j))
        if (json_key(j) != NULL)
            check_problem(job, f, j);
    json_free(root);
}

/* Kept verbatim in the run's configuration. */
static void read_pass_at_k(struct ingest_job *job, struct folder *f)
{
    struct buf text = { 0 };
    struct err bad = { 0 };
    struct json *root = NULL;
    if (find_part(&f->parts, PASS_AT_K) == NULL)
        return;
    if (file_read(path_of(job, PASS_AT_K), MAX_KEPT_BYTES, &text, &bad) == 0)
        root = json_parse(PASS_AT_K, buf_text(&text), text.len, &bad);
    if (root == NULL)
        ingest_remark(job, "%s", bad.msg);
    else
        f->walk->batch.config.pass_at_k = arena_strdup(job->arena, buf_text(&text));
    json_free(root);
    buf_release(&text);
}

int kernelbench_folder_parse(struct ingest_job *job, struct err *err)
{
    struct parts p = { 0 };
    int rc = list_parts(job, &p, err);
    if (rc == 0)
        rc = hash_parts(job, &p, err);
    if (rc == 0) {
        struct folder *f = arena_alloc(job->arena, sizeof(*f));
        f->parts.items = arena_array(job->arena, p.n + 1, sizeof(*p.items));
        f->parts.n = p.n;
        if (p.n > 0)
            memcpy(f->parts.items, p.items, p.n * sizeof(*p.items));
        f->walk = kb_walk_new(job, level_of_kernels(job, &p));
        sort_kernels(job, f);
        read_pass_at_k(job, f);
        job->records = f;
        rc = ingest_default_run(job, err);
    }
    free(p.items);
    return rc;
}

static int check_result(const struct ingest_job *job, struct err *err)
{
    if (job->counts.stored + job->counts.duplicate > 0)
        return 0;
    if (job->counts.refused > 0)
        return err_set(err, ERR_INTEGRITY, "%s: all %lld records were refused; the first, %s: %s",
                       job->name, (long long)job->counts.refused, job->refusals->where,
                       job->refusals->reason);
    return err_set(err, ERR_NOMATCH, "%s: holds no records%s", job->name,
                   job->counts.left_out > 0 ? " of this level" : "");
}

int kernelbench_folder_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                             struct err *err)
{
    struct folder *f = job->records;
    f->sink = (struct ingest_sink){ .job = job, .db = db, .source_id = import_source_id };
    int rc = put_results(job, f, err);
    if (rc == 0)
        rc = put_kernels(job, f, err);
    if (rc < 0)
        return rc;
    check_pass_at_k(job, f);
    kb_walk_finish(f->walk);
    rc = check_result(job, err);
    return rc < 0 || f->sink.run_name == NULL ? rc : kb_finish_run(&f->sink, err);
}
