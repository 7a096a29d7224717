#include "src/problem/problem_import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "columns/find_task.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/torch/torch_host.h"
#include "src/json/json.h"
#include "src/store/store.h"
#include "tasks/kernelbench.h"
#include "tasks/task_module.h"

#define DESCRIBE_LIMIT_NS ((int64_t)120 * 1000000000)

struct description {
    double flops, bytes; /* NaN: unknown */
    const char *unknown; /* why, or NULL */
};

struct importing {
    struct db *db;
    const struct problem_import *options;
    struct arena *arena;
    struct torch_host *tool;
    size_t done, total;
};

static int describe(struct importing *m, const struct problem_file *f, struct description *out,
                    struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const char *unknown = NULL;
    *out = (struct description){ .flops = (double)NAN, .bytes = (double)NAN };
    json_add_string(ask, "op", "describe");
    json_add_string(ask, "name", f->place);
    json_add_string(ask, "text", f->text);
    int rc =
        torch_ask_reference(m->tool, ask, clock_monotonic_ns() + DESCRIBE_LIMIT_NS, &answer, err);
    if (rc == ERR_NEGATIVE)
        return err_set(err, ERR_INTEGRITY, "%s: %s", f->path, arena_strdup(m->arena, err->msg));
    if (rc < 0)
        return err_context(err, "%s", f->path);
    (void)json_number(json_get(answer, "flops"), &out->flops);
    (void)json_number(json_get(answer, "bytes"), &out->bytes);
    if (json_string(json_get(answer, "unknown"), &unknown))
        out->unknown = arena_strdup(m->arena, unknown);
    struct kernelbench_problem known;
    /* A Python that cannot count leaves what is known of the published modules. */
    if (unknown != NULL && kernelbench_find_text(f->sha256, &known) && !isnan(known.flops)) {
        *out = (struct description){ .flops = known.flops, .bytes = known.bytes };
    }
    if (m->options->progress != NULL)
        m->options->progress(m->options->context, ++m->done, m->total);
    return 0;
}

/* 0: not stored, 1: the same text, ERR_INTEGRITY: another. */
static int find_known(struct importing *m, int level, const struct problem_file *f, struct err *err)
{
    struct stmt *st = db_query(m->db, "find_task");
    stmt_bind_text(st, ":suite", m->options->suite);
    stmt_bind_int(st, ":level", level);
    stmt_bind_int(st, ":problem_id", f->problem_id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *sha256 = stmt_text_dup(st, FIND_TASK_SHA256, m->arena);
    stmt_reset(st);
    if (sha256 == NULL) /* known from imported results */
        return 0;
    if (strcmp(sha256, f->sha256) == 0)
        return 1;
    return err_set(err, ERR_INTEGRITY,
                   "%s: suite '%s' has problem %d of level %d with another text (sha256 %.12s..., "
                   "this one %.12s...); --suite names another suite",
                   f->path, m->options->suite, f->problem_id, level, sha256, f->sha256);
}

static int put(struct importing *m, const struct problem_level *l, const struct problem_file *f,
               const struct description *d, struct err *err)
{
    int64_t blob_id = 0, task_id = 0;
    int rc = store_put_blob(m->db, "import", f->text, strlen(f->text), &blob_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(m->db, "put_problem");
    stmt_bind_text(st, ":suite", m->options->suite);
    stmt_bind_int(st, ":level", l->level);
    stmt_bind_int(st, ":problem_id", f->problem_id);
    stmt_bind_text(st, ":name", f->name);
    stmt_bind_text(st, ":sha256", f->sha256);
    stmt_bind_int(st, ":module_blob_id", blob_id);
    stmt_bind_text(st, ":origin",
                   l->version == NULL
                       ? f->place
                       : arena_printf(m->arena, "KernelBench %s: %s", l->version, f->place));
    stmt_bind_real(st, ":flops", d->flops);
    stmt_bind_real(st, ":bytes", d->bytes);
    stmt_bind_text(st, ":work_unknown", d->unknown);
    return stmt_one_int(st, &task_id, err);
}

static bool is_wanted(const struct problem_import *o, int level)
{
    char digit[2] = { (char)('0' + level), '\0' };
    return o->levels == NULL || strstr(o->levels, digit) != NULL;
}

struct described_level {
    const struct problem_level *level;
    struct description *modules;
    bool *known;
};

static int describe_level(struct importing *m, const struct problem_level *l,
                          struct described_level *out, struct err *err)
{
    int rc = 0;
    *out = (struct described_level){ .level = l,
                                     .modules = arena_array(m->arena, l->n, sizeof *out->modules),
                                     .known = arena_array(m->arena, l->n, sizeof *out->known) };
    for (size_t i = 0; i < l->n && rc >= 0; i++) {
        rc = find_known(m, l->level, &l->files[i], err);
        out->known[i] = rc > 0;
        if (rc >= 0)
            rc = describe(m, &l->files[i], &out->modules[i], err);
    }
    return rc;
}

static int put_level(struct importing *m, const struct described_level *d, struct problem_counts *c,
                     struct err *err)
{
    const struct problem_level *l = d->level;
    int rc = 0;
    *c = (struct problem_counts){ .level = l->level, .version = l->version, .n = l->n };
    for (size_t i = 0; i < l->n && rc == 0; i++) {
        const char *unknown = d->modules[i].unknown;
        rc = put(m, l, &l->files[i], &d->modules[i], err);
        c->n_new += !d->known[i];
        c->n_with_work += unknown == NULL;
        if (c->work_unknown == NULL)
            c->work_unknown = unknown;
    }
    return rc;
}

/* Python is asked without a lock on the database. */
int problem_import(struct db *db, const char *path, const struct problem_import *options,
                   struct arena *a, struct problem_counts *out, size_t *out_count, struct err *err)
{
    struct torch_host *tool CLEANUP(torch_host_close_ptr) = NULL;
    struct problem_folder *folder = arena_alloc(a, sizeof *folder);
    struct described_level described[PROBLEM_MAX_LEVELS];
    struct importing m = { .db = db, .options = options, .arena = a };
    size_t n = 0;
    int rc = problem_folder_read(path, a, folder, err);
    for (size_t i = 0; i < folder->n && rc == 0; i++)
        m.total += is_wanted(options, folder->levels[i].level) ? folder->levels[i].n : 0;
    if (rc == 0 && m.total == 0)
        rc = err_set(err, ERR_NOMATCH, "%s: no module of levels %s", path, options->levels);
    if (rc == 0)
        rc = torch_host_open_tool(options->python, "describe.py", &tool, err);
    m.tool = tool;
    for (size_t i = 0; i < folder->n && rc == 0; i++)
        if (is_wanted(options, folder->levels[i].level))
            rc = describe_level(&m, &folder->levels[i], &described[n++], err);
    if (rc == 0)
        rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = put_level(&m, &described[i], &out[i], err);
    *out_count = n;
    return db_end(db, rc, err);
}
