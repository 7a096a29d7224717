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

void ingest_source_init(struct ingest_source *source, const struct ingest_format *format,
                        const struct ingest_options *options, const char *path, struct arena *arena)
{
    *source = (struct ingest_source){
        .options = options,
        .format = format,
        .arena = arena,
        .path = path,
        .name = strcmp(path, "-") == 0 ? "standard input" : path,
        .model = options->model,
        .temperature = (double)NAN,
    };
    source->last_refusal = &source->refusals;
    source->last_remark = &source->remarks;
    source->last_file = &source->files;
    sha256_init(&source->hash);
}

static char *formatted(struct arena *a, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

static char *formatted(struct arena *a, const char *fmt, va_list ap)
{
    char text[600];
    vsnprintf(text, sizeof(text), fmt, ap);
    return arena_strdup(a, text);
}

void ingest_refuse(struct ingest_source *source, const char *where, const char *fmt, ...)
{
    va_list ap;
    source->counts.refused++;
    if (source->n_kept >= INGEST_MAX_KEPT)
        return;
    struct ingest_message *m = arena_alloc(source->arena, sizeof(*m));
    va_start(ap, fmt);
    m->reason = formatted(source->arena, fmt, ap);
    va_end(ap);
    m->where = arena_strdup(source->arena, where);
    *source->last_refusal = m;
    source->last_refusal = &m->next;
    source->n_kept++;
}

void ingest_remark(struct ingest_source *source, const char *fmt, ...)
{
    struct ingest_message *m = arena_alloc(source->arena, sizeof(*m));
    va_list ap;
    va_start(ap, fmt);
    m->reason = formatted(source->arena, fmt, ap);
    va_end(ap);
    m->where = "";
    *source->last_remark = m;
    source->last_remark = &m->next;
}

/* Whether the file, or the folder, is the results of its folder, and not one of several. */
static bool is_result_of_folder(const struct ingest_source *source)
{
    const char *const *stems = source->format->result_stems;
    const char *stem = path_run_stem(source->arena, source->path, true);
    if (source->folder || stems == NULL || *stem == '\0')
        return true;
    for (; *stems != NULL; stems++)
        if (path_name_fits(*stems, stem))
            return true;
    return false;
}

/* Where the file lies below the tree's folder; NULL: in it, or of no tree. */
static const char *place_in_tree(const struct ingest_source *source)
{
    const size_t n = source->tree == NULL ? 0 : strlen(source->tree);
    const char *slash = strrchr(source->path, '/');
    if (n == 0 || strncmp(source->path, source->tree, n) != 0)
        return NULL;
    const char *below = source->path + n + strspn(source->path + n, "/");
    return slash == NULL || slash <= below
               ? NULL
               : arena_strndup(source->arena, below, (size_t)(slash - below));
}

static const char *default_run(struct ingest_source *source)
{
    const char *place = NULL;
    const char *stem = path_run_stem(source->arena, source->path, false);
    const char *folder = path_folder_name(source->arena, source->path);
    if (*stem == '\0' && folder != NULL)
        return folder;
    switch (source->format->naming) {
    case INGEST_RUN_OF_TREE:
        place = place_in_tree(source);
        return place != NULL ? place : folder;
    case INGEST_RUN_OF_FOLDER:
        if (folder == NULL || is_result_of_folder(source))
            return folder;
        break;
    case INGEST_RUN_OF_FILE:
    case INGEST_NAMED_BY_FORMAT:
        return stem;
    case INGEST_RUN_OF_BOTH:
        break;
    }
    return folder == NULL || *stem == '\0' ? stem
                                           : arena_printf(source->arena, "%s/%s", folder, stem);
}

int ingest_default_run(struct ingest_source *source, struct err *err)
{
    const char *real = path_absolute(source->arena, source->path);
    source->path_strategy = real == NULL ? NULL : path_strategy(real);
    source->path_seed = real == NULL ? -1 : path_seed(real);
    source->path_step = real == NULL ? -1 : path_step(real);
    if (source->format->naming == INGEST_NAMED_BY_FORMAT)
        return 0;
    source->target =
        source->options->run_name != NULL ? source->options->run_name : default_run(source);
    if (source->target == NULL || *source->target == '\0')
        return err_set(err, ERR_USAGE,
                       "%s: has no %s that could name the run: give --run-name NAME", source->name,
                       source->format->naming <= INGEST_RUN_OF_TREE ? "folder" : "file name");
    return 0;
}

struct ingest_run ingest_run_of_source(const struct ingest_source *source)
{
    return (struct ingest_run){
        .name = source->target,
        .model = source->model,
        .model_origin = source->model == NULL            ? NULL
                        : source->options->model != NULL ? "--model"
                                                         : "the file",
        .hardware = "",
        .temperature = source->temperature,
    };
}

const struct ingest_run *ingest_run_measured(const struct ingest_batch *out, const char *hardware,
                                             const char *baseline)
{
    struct ingest_run *run = arena_alloc(out->arena, sizeof(*run));
    *run = ingest_run_of_source(out->source);
    run->hardware = hardware;
    run->baseline = baseline;
    return run;
}

void ingest_open_log(struct ingest_source *source)
{
    source->is_text = true;
}

void ingest_add_file(struct ingest_source *source, const char *path, bool values)
{
    struct ingest_file *f = arena_alloc(source->arena, sizeof(*f));
    f->path = arena_strdup(source->arena, path);
    f->values = values;
    *source->last_file = f;
    source->last_file = &f->next;
}

void ingest_hash(struct ingest_source *source, const void *bytes, size_t len)
{
    sha256_update(&source->hash, bytes, len);
}

int ingest_check_errors(const struct ingest_source *source, struct err *err)
{
    int64_t limit = source->options->error_limit;
    const struct ingest_message *last = source->refusals;
    if (limit == 0 || source->counts.refused < limit)
        return 0;
    while (last != NULL && last->next != NULL)
        last = last->next;
    return err_set(err, ERR_INTEGRITY, "%s: more than %lld records were refused; %s: %s",
                   source->name, (long long)(limit - 1), last == NULL ? "" : last->where,
                   last == NULL ? "" : last->reason);
}

int ingest_put_source(struct ingest_source *source, struct db *db, int64_t *out_id, struct err *err)
{
    struct import_source_row row = {
        .format = source->format->name,
        .path = source->path,
        .sha256 = source->sha256,
        .importer_version = source->format->version,
        .bytes = (int64_t)source->len,
    };
    return store_put_import_source(db, &row, out_id, err);
}

int ingest_set_counts(struct ingest_source *source, struct db *db, int64_t source_id,
                      struct err *err)
{
    const struct ingest_counts *c = &source->counts;
    struct stmt *st = db_query(db, "ingest_set_counts");
    stmt_bind_int(st, ":import_source_id", source_id);
    stmt_bind_int(st, ":n_read", c->stored + c->duplicate + c->refused);
    stmt_bind_int(st, ":n_stored", c->stored);
    stmt_bind_int(st, ":n_duplicate", c->duplicate);
    stmt_bind_int(st, ":n_refused", c->refused);
    stmt_bind_text(st, ":sha256", source->sha256);
    stmt_bind_int(st, ":bytes", (int64_t)source->len);
    return stmt_run(st, err);
}
