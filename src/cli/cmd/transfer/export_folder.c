#include "src/cli/cmd/transfer/export_folder.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/db.h"
#include "src/store/whole/dump.h"

struct export
{
    const char *folder; /* being filled */
    bool csv;
    struct arena arena;
    struct buf manifest;
    int64_t n_files;
    struct buf line;
    FILE *file;
    const char *name, *path;
    struct sha256 hash;
    int64_t rows, bytes;
};

static int failed(const char *path, struct err *err)
{
    return err_set(err, ERR_INTEGRITY, "%s: %s", path, strerror(errno));
}

static int write_line(struct export *e, struct err *err)
{
    if (e->line.overflow)
        return err_set(err, ERR_INTEGRITY, "%s: a row is larger than a gigabyte", e->path);
    if (fwrite(buf_text(&e->line), 1, e->line.len, e->file) != e->line.len)
        return failed(e->path, err);
    sha256_update(&e->hash, buf_text(&e->line), e->line.len);
    e->bytes += (int64_t)e->line.len;
    return 0;
}

/* Text is always quoted, so NULL stays apart; bytes are x'hex'. */
static void put_csv_value(struct buf *out, const struct sql_value *v)
{
    switch (v->type) {
    case 1:
        buf_printf(out, "%" PRId64, v->i);
        break;
    case 2:
        sql_value_put_real(out, v->real);
        break;
    case 3:
        buf_putc(out, '"');
        for (size_t i = 0; i < v->len; i++) {
            if (v->text[i] == '"')
                buf_putc(out, '"');
            buf_putc(out, v->text[i]);
        }
        buf_putc(out, '"');
        break;
    case 4:
        buf_puts(out, "x'");
        buf_put_hex(out, v->text, v->len);
        buf_putc(out, '\'');
        break;
    default:
        break;
    }
}

static int on_table(void *context, const char *name, size_t n, const char *const *columns,
                    struct err *err)
{
    struct export *e = context;
    /* A table of somebody else's may be called "../x". */
    if (strchr(name, '/') != NULL || name[0] == '.' || name[0] == '\0')
        return err_set(err, ERR_INTEGRITY, "table '%.60s': its name cannot be a file name", name);
    e->name = arena_strdup(&e->arena, name);
    e->path = arena_printf(&e->arena, "%s/%s.%s", e->folder, name, e->csv ? "csv" : "ndjson");
    e->rows = e->bytes = 0;
    sha256_init(&e->hash);
    e->file = fopen(e->path, "w");
    if (e->file == NULL)
        return failed(e->path, err);
    if (!e->csv)
        return 0;
    buf_clear(&e->line);
    for (size_t i = 0; i < n; i++)
        buf_printf(&e->line, "%s%s", i > 0 ? "," : "", columns[i]);
    buf_putc(&e->line, '\n');
    return write_line(e, err);
}

static int on_row(void *context, size_t n, const char *const *columns,
                  const struct sql_value *values, struct err *err)
{
    struct export *e = context;
    buf_clear(&e->line);
    if (e->csv) {
        for (size_t i = 0; i < n; i++) {
            if (i > 0)
                buf_putc(&e->line, ',');
            put_csv_value(&e->line, &values[i]);
        }
        buf_putc(&e->line, '\n');
    } else {
        dump_put_ndjson(&e->line, n, columns, values);
    }
    e->rows++;
    return write_line(e, err);
}

static int on_table_end(void *context, struct err *err)
{
    struct export *e = context;
    char hash[65];
    FILE *file = e->file;
    e->file = NULL;
    e->n_files++;
    bool bad = fflush(file) != 0 || fsync(fileno(file)) != 0;
    if (fclose(file) != 0 || bad)
        return failed(e->path, err);
    sha256_final_hex(&e->hash, hash);
    buf_printf(&e->manifest,
               "%s\n{\"table\":\"%s\",\"file\":\"%s\",\"rows\":%" PRId64 ",\"bytes\":%" PRId64
               ",\"sha256\":\"%s\"}",
               e->manifest.len > 0 ? "," : "", e->name, strrchr(e->path, '/') + 1, e->rows,
               e->bytes, hash);
    return 0;
}

static int write_manifest(struct export *e, const char *id, struct err *err)
{
    struct buf out = { 0 };
    buf_printf(&out,
               "{\"schema\":\"rollbook.export/1\",\"format\":\"%s\",\"schema_version\":%d,"
               "\"id\":\"%s\",\"tables\":[%s\n]}\n",
               e->csv ? "csv" : "ndjson", db_schema_version(), id, buf_text(&e->manifest));
    int rc = file_write_atomic(arena_printf(&e->arena, "%s/manifest.json", e->folder),
                               buf_text(&out), out.len, err);
    buf_release(&out);
    return rc;
}

static int fill(struct export *e, struct db *db, struct err *err)
{
    struct dump_sink sink = { e, on_table, on_row, on_table_end };
    char id[65];
    int rc = db_begin_read(db, err);
    if (rc == 0)
        rc = db_logical_id(db, id, err);
    if (rc == 0)
        rc = db_dump(db, &sink, err);
    if (rc == 0)
        rc = write_manifest(e, id, err);
    db_end_read(db);
    if (e->file != NULL)
        fclose(e->file);
    return rc;
}

/* 1: no such name, or an empty folder. */
static bool is_free(const char *folder)
{
    struct stat st;
    bool is_empty = true;
    if (lstat(folder, &st) != 0)
        return errno == ENOENT;
    DIR *d = S_ISDIR(st.st_mode) ? opendir(folder) : NULL;
    if (d == NULL)
        return false;
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d))
        is_empty &= strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    closedir(d);
    return is_empty;
}

int export_folder(struct db *db, const char *folder, bool csv, int64_t *out_files, struct err *err)
{
    struct export e = { .csv = csv };
    int rc = 0;
    if (!is_free(folder))
        rc = err_set(err, ERR_USAGE, "%s: exists and is not an empty folder; name a new one",
                     folder);
    if (rc == 0)
        rc = file_draft_folder(folder, &e.arena, &e.folder, err);
    if (rc == 0)
        rc = file_draft_folder_end(e.folder, folder, fill(&e, db, err), err);
    *out_files = e.n_files;
    buf_release(&e.manifest);
    buf_release(&e.line);
    arena_release(&e.arena);
    return rc;
}
