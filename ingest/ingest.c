#include "ingest/ingest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ingest/ingest_internal.h"
#include "ingest/path_names.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

void ingest_job_init(struct ingest_job *job, const struct ingest_format *format,
                     const struct ingest_options *options, const char *path, struct arena *arena)
{
    *job = (struct ingest_job){
        .options = options,
        .format = format,
        .arena = arena,
        .path = path,
        .name = strcmp(path, "-") == 0 ? "standard input" : path,
        .model = options->model,
        .temperature = (double)NAN,
    };
    job->last_refusal = &job->refusals;
    job->last_remark = &job->remarks;
    job->last_file = &job->files;
    sha256_init(&job->hash);
}

static char *formatted(struct arena *a, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

static char *formatted(struct arena *a, const char *fmt, va_list ap)
{
    char text[600];
    vsnprintf(text, sizeof(text), fmt, ap);
    return arena_strdup(a, text);
}

void ingest_refuse(struct ingest_job *job, const char *where, const char *fmt, ...)
{
    va_list ap;
    job->counts.refused++;
    if (job->n_kept >= INGEST_MAX_KEPT)
        return;
    struct ingest_message *m = arena_alloc(job->arena, sizeof(*m));
    va_start(ap, fmt);
    m->reason = formatted(job->arena, fmt, ap);
    va_end(ap);
    m->where = arena_strdup(job->arena, where);
    *job->last_refusal = m;
    job->last_refusal = &m->next;
    job->n_kept++;
}

void ingest_remark(struct ingest_job *job, const char *fmt, ...)
{
    struct ingest_message *m = arena_alloc(job->arena, sizeof(*m));
    va_list ap;
    va_start(ap, fmt);
    m->reason = formatted(job->arena, fmt, ap);
    va_end(ap);
    m->where = "";
    *job->last_remark = m;
    job->last_remark = &m->next;
}

/* Whether the file, or the folder, is the results of its folder, and not one of several. */
static bool is_result_of_folder(const struct ingest_job *job)
{
    const char *const *stems = job->format->result_stems;
    const char *stem = path_run_stem(job->arena, job->path, true);
    if (job->folder || stems == NULL || *stem == '\0')
        return true;
    for (; *stems != NULL; stems++)
        if (path_name_fits(*stems, stem))
            return true;
    return false;
}

/* Where the file lies below the tree's folder; NULL: in it, or of no tree. */
static const char *place_in_tree(const struct ingest_job *job)
{
    const size_t n = job->tree == NULL ? 0 : strlen(job->tree);
    const char *slash = strrchr(job->path, '/');
    if (n == 0 || strncmp(job->path, job->tree, n) != 0)
        return NULL;
    const char *below = job->path + n + strspn(job->path + n, "/");
    return slash == NULL || slash <= below
               ? NULL
               : arena_strndup(job->arena, below, (size_t)(slash - below));
}

static const char *default_run(struct ingest_job *job)
{
    const char *place = NULL;
    const char *stem = path_run_stem(job->arena, job->path, false);
    const char *folder = path_folder_name(job->arena, job->path);
    if (*stem == '\0' && folder != NULL)
        return folder;
    switch (job->format->naming) {
    case INGEST_RUN_OF_TREE:
        place = place_in_tree(job);
        return place != NULL ? place : folder;
    case INGEST_RUN_OF_FOLDER:
        if (folder == NULL || is_result_of_folder(job))
            return folder;
        break;
    case INGEST_RUN_OF_FILE:
    case INGEST_NAMED_BY_FORMAT:
        return stem;
    case INGEST_RUN_OF_BOTH:
        break;
    }
    return folder == NULL || *stem == '\0' ? stem : arena_printf(job->arena, "%s/%s", folder, stem);
}

int ingest_default_run(struct ingest_job *job, struct err *err)
{
    const char *real = path_absolute(job->arena, job->path);
    job->path_strategy = real == NULL ? NULL : path_strategy(real);
    job->path_seed = real == NULL ? -1 : path_seed(real);
    job->path_step = real == NULL ? -1 : path_step(real);
    if (job->format->naming == INGEST_NAMED_BY_FORMAT)
        return 0;
    job->target = job->options->run_name != NULL ? job->options->run_name : default_run(job);
    if (job->target == NULL || *job->target == '\0')
        return err_set(err, ERR_USAGE, "%s: has no %s to name the run after: give --run-name",
                       job->name,
                       job->format->naming <= INGEST_RUN_OF_TREE ? "folder" : "file name");
    return 0;
}

struct ingest_run ingest_run_of_job(const struct ingest_job *job)
{
    return (struct ingest_run){
        .name = job->target,
        .model = job->model,
        .model_origin = job->model == NULL            ? NULL
                        : job->options->model != NULL ? "--model"
                                                      : "the file",
        .hardware = "",
        .temperature = job->temperature,
    };
}

const struct ingest_run *ingest_run_measured(const struct ingest_batch *out, const char *hardware,
                                             const char *baseline)
{
    struct ingest_run *run = arena_alloc(out->arena, sizeof(*run));
    *run = ingest_run_of_job(out->job);
    run->hardware = hardware;
    run->baseline = baseline;
    return run;
}

void ingest_open_log(struct ingest_job *job)
{
    job->is_text = true;
}

void ingest_add_file(struct ingest_job *job, const char *path, bool values)
{
    struct ingest_file *f = arena_alloc(job->arena, sizeof(*f));
    f->path = arena_strdup(job->arena, path);
    f->values = values;
    *job->last_file = f;
    job->last_file = &f->next;
}

void ingest_hash(struct ingest_job *job, const void *bytes, size_t len)
{
    sha256_update(&job->hash, bytes, len);
}

int ingest_check_errors(const struct ingest_job *job, struct err *err)
{
    int64_t limit = job->options->error_limit;
    const struct ingest_message *last = job->refusals;
    if (limit == 0 || job->counts.refused < limit)
        return 0;
    while (last != NULL && last->next != NULL)
        last = last->next;
    return err_set(err, ERR_INTEGRITY, "%s: more than %lld records were refused; %s: %s", job->name,
                   (long long)(limit - 1), last == NULL ? "" : last->where,
                   last == NULL ? "" : last->reason);
}

int ingest_put_source(struct ingest_job *job, struct db *db, int64_t *out_id, struct err *err)
{
    struct import_source_row row = {
        .format = job->format->name,
        .path = job->path,
        .sha256 = job->sha256,
        .importer_version = job->format->version,
        .bytes = (int64_t)job->len,
    };
    return store_put_import_source(db, &row, out_id, err);
}

int ingest_set_counts(struct ingest_job *job, struct db *db, int64_t source_id, struct err *err)
{
    const struct ingest_counts *c = &job->counts;
    struct stmt *st = db_query(db, "ingest_set_counts");
    stmt_bind_int(st, ":import_source_id", source_id);
    stmt_bind_int(st, ":n_read", c->stored + c->duplicate + c->refused);
    stmt_bind_int(st, ":n_stored", c->stored);
    stmt_bind_int(st, ":n_duplicate", c->duplicate);
    stmt_bind_int(st, ":n_refused", c->refused);
    stmt_bind_text(st, ":sha256", job->sha256);
    stmt_bind_int(st, ":bytes", (int64_t)job->len);
    return stmt_run(st, err);
}
