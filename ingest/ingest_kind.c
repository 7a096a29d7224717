/* ingest_kind.c - files that are not the text they should be. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/ingest.h"
#include "ingest/ingest_internal.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define TAR_MAGIC_AT 257

static const struct {
    const char *magic;
    size_t len;
    const char *what, *help;
} kinds[] = {
    { "\x1f\x8b", 2, "packed with gzip", "unpack it first, as with gunzip -k" },
    { "\x28\xb5\x2f\xfd", 4, "packed with zstd", "unpack it first, as with unzstd -k" },
    { "\xfd"
      "7zXZ",
      5, "packed with xz", "unpack it first, as with unxz -k" },
    { "BZh", 3, "packed with bzip2", "unpack it first, as with bunzip2 -k" },
    { "PK\x03\x04", 4, "a zip archive",
      "unpack it first, as with unzip; a log of inspect_ai as with inspect log dump x.eval "
      ">x.json" },
    { "\xff\xfe\0\0", 4, "UTF-32 text",
      "write it as UTF-8 first, as with iconv -f UTF-32 -t UTF-8" },
    { "{\0", 2, "UTF-16 text", "write it as UTF-8 first, as with iconv -f UTF-16LE -t UTF-8" },
    { "[\0", 2, "UTF-16 text", "write it as UTF-8 first, as with iconv -f UTF-16LE -t UTF-8" },
    { "\0{", 2, "UTF-16 text", "write it as UTF-8 first, as with iconv -f UTF-16BE -t UTF-8" },
    { "\0[", 2, "UTF-16 text", "write it as UTF-8 first, as with iconv -f UTF-16BE -t UTF-8" },
    { "\xff\xfe", 2, "UTF-16 text", "write it as UTF-8 first, as with iconv -f UTF-16 -t UTF-8" },
    { "\xfe\xff", 2, "UTF-16 text", "write it as UTF-8 first, as with iconv -f UTF-16 -t UTF-8" },
    { "PAR1", 4, "Parquet",
      "write it as JSON Lines first, as with duckdb -c \"COPY (FROM 'x.parquet') TO 'x.jsonl'\" or "
      "python3 -c \"import pandas; "
      "pandas.read_parquet('x.parquet').to_json('x.jsonl', orient='records', lines=True)\"" },
    { ":W&B", 4, "a run of Weights & Biases as its client writes it",
      "write its history as JSON Lines first, as with python3 -c \"import json, wandb; "
      "[print(json.dumps(r)) for r in wandb.Api().run('ENTITY/PROJECT/RUN').scan_history()]\" "
      ">x.jsonl" },
    { "ARROW1", 6, "an Arrow file", "write it as JSON Lines first, as with pandas" },
    { "version https://git-lfs", 23, "a Git LFS pointer and not the file itself",
      "'git lfs pull' fetches it" },
};

#define UNTAR "unpack it first, as with tar xf, and name the folder"

int ingest_check_kind(const char *name, const char *head, size_t len, struct err *err)
{
    if (len == 0)
        return err_set(err, ERR_INTEGRITY, "%s:1:1: the file is empty", name);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (len >= kinds[i].len && memcmp(head, kinds[i].magic, kinds[i].len) == 0)
            return err_set(err, ERR_INTEGRITY, "%s: is %s: %s", name, kinds[i].what,
                           (strstr(name, ".tar.") != NULL || str_ends_with(name, ".tgz"))
                               ? UNTAR
                               : kinds[i].help);
    if (len >= TAR_MAGIC_AT + 5 && memcmp(head + TAR_MAGIC_AT, "ustar", 5) == 0)
        return err_set(err, ERR_INTEGRITY, "%s: is a tar archive: " UNTAR, name);
    return 0;
}

bool ingest_is_pipe(const char *path)
{
    struct stat st;
    return strcmp(path, "-") == 0 ||
           (stat(path, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISCHR(st.st_mode)));
}

int ingest_check_head(const struct ingest_source *source, struct err *err)
{
    char head[TAR_MAGIC_AT + 5];
    if (source->folder || ingest_is_pipe(source->path))
        return 0;
    int fd = open(source->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", source->path, strerror(errno));
    ssize_t n = read(fd, head, sizeof(head));
    int rc = 0;
    if (n < 0)
        rc = err_set(err, ERR_INTEGRITY, "%s: read failed: %s", source->name, strerror(errno));
    close(fd);
    return rc < 0 ? rc : ingest_check_kind(source->name, head, (size_t)n, err);
}
