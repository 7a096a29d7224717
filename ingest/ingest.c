#include "ingest/ingest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ingest/ingest_internal.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/store.h"

#define INGEST_MAX_FILE_BYTES (((size_t)1 << 30) - 1)

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

static const char *default_run(struct ingest_job *job)
{
    const char *stem =
        job->format->naming == INGEST_RUN_OF_FOLDER ? "" : path_stem(job->arena, job->path);
    const char *folder = path_folder_name(job->arena, job->path);
    switch (job->format->naming) {
    case INGEST_RUN_OF_FOLDER:
        return folder;
    case INGEST_RUN_OF_FILE:
        return stem;
    case INGEST_RUN_OF_BOTH:
        break;
    }
    return folder == NULL || *stem == '\0' ? stem : arena_printf(job->arena, "%s/%s", folder, stem);
}

int ingest_default_run(struct ingest_job *job, struct err *err)
{
    job->target = job->options->run_name != NULL ? job->options->run_name : default_run(job);
    if (job->target == NULL || *job->target == '\0')
        return err_set(err, ERR_USAGE, "%s: has no %s to name the run after: give --run-name",
                       job->name,
                       job->format->naming == INGEST_RUN_OF_FOLDER ? "folder" : "file name");
    return 0;
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

int ingest_read_text(struct ingest_job *job, const char *text, size_t len, struct err *err)
{
    job->text = text;
    job->len = len;
    sha256_hex(text, len, job->sha256);
    return job->format->parse(job, err);
}

int ingest_read(struct ingest_job *job, struct err *err)
{
    struct buf text = { 0 };
    if (job->folder)
        return job->format->parse(job, err);
    int rc = file_read(job->path, INGEST_MAX_FILE_BYTES, &text, err);
    if (rc == 0 && text.len > 0)
        rc = ingest_check_kind(job->name, buf_text(&text), text.len, err);
    if (rc == 0)
        rc = ingest_read_text(job, buf_text(&text), text.len, err);
    job->text = NULL;
    buf_release(&text);
    return rc;
}

bool ingest_is_stream(const struct ingest_job *job)
{
    return !job->folder && (job->format->put != NULL || job->format->take != NULL);
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

int ingest_store(struct ingest_job *job, struct db *db, struct err *err)
{
    int64_t source_id = 0;
    int rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    rc = ingest_put_source(job, db, &source_id, err);
    if (rc == 0)
        rc = job->format->store(job, db, source_id, err);
    if (rc == 0)
        rc = ingest_set_counts(job, db, source_id, err);
    if (rc == 0)
        rc = ingest_check_errors(job, err);
    if (rc == 0 && job->counts.stored > 0 && !job->options->dry_run)
        return db_commit(db, err);
    db_rollback(db);
    return rc;
}
