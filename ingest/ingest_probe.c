/* ingest_probe.c - the format of a file or folder, by content. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define HEAD_BYTES ((size_t)256 << 10)

static int read_head(const char *path, struct arena *arena, struct ingest_probe *out,
                     struct err *err)
{
    char *head = arena_alloc(arena, HEAD_BYTES + 1);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    int rc = 0;
    ssize_t n = 1;
    while (out->head_len < HEAD_BYTES && n != 0 && rc == 0) {
        n = read(fd, head + out->head_len, HEAD_BYTES - out->head_len);
        if (n > 0)
            out->head_len += (size_t)n;
        else if (n < 0 && errno != EINTR) /* not a file of no known format */
            rc = err_set(err, ERR_INTEGRITY, "%s: read failed: %s", path, strerror(errno));
    }
    close(fd);
    const bool mark = out->head_len >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0;
    out->head = mark ? head + 3 : head;
    out->head_len -= mark ? 3 : 0;
    return rc;
}

int ingest_probe(const char *path, struct arena *arena, struct ingest_probe *out, struct err *err)
{
    struct stat st;
    const char *slash = strrchr(path, '/');
    *out = (struct ingest_probe){
        .path = path,
        .name = slash == NULL ? path : slash + 1,
        .head = "",
    };
    if (stat(path, &st) != 0)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    out->folder = S_ISDIR(st.st_mode);
    if (out->folder)
        return 0;
    if (!S_ISREG(st.st_mode))
        return err_set(err, ERR_USAGE, "%s: neither a file nor a folder", path);
    return read_head(path, arena, out, err);
}

/* Programs and their descriptions quote results. */
static bool is_source(const char *name)
{
    static const char *const endings[] = { ".py",   ".pyi",   ".ipynb", ".md",  ".mdx",  ".rst",
                                           ".c",    ".cc",    ".cpp",   ".cu",  ".cuh",  ".h",
                                           ".hpp",  ".sh",    ".js",    ".ts",  ".html", ".tex",
                                           ".diff", ".patch", ".yaml",  ".yml", ".toml" };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < ARRAY_LEN(endings); i++)
        if (strcasecmp(dot, endings[i]) == 0)
            return true;
    return false;
}

const struct ingest_format *ingest_recognise(const struct ingest_probe *p, const char **out_why)
{
    if (!p->folder && is_source(p->name))
        return NULL;
    for (size_t i = 0; ingest_formats[i] != NULL; i++) {
        const struct ingest_format *f = ingest_formats[i];
        const char *why =
            f->recognise == NULL || (p->folder && !f->folders) ? NULL : f->recognise(p);
        if (why != NULL) {
            *out_why = why;
            return f;
        }
    }
    return NULL;
}

bool ingest_probe_is_json(const struct ingest_probe *p)
{
    const char *at = p->head;
    at += strspn(at, " \t\r\n");
    return !p->folder && (*at == '{' || *at == '[');
}

bool ingest_probe_has_text(const struct ingest_probe *p, const char *text)
{
    size_t n = strlen(text);
    const char *end = p->head + p->head_len;
    for (const char *at = p->head; (size_t)(end - at) >= n; at++) {
        at = memchr(at, text[0], (size_t)(end - at));
        if (at == NULL || (size_t)(end - at) < n)
            return false;
        if (memcmp(at, text, n) == 0)
            return true;
    }
    return false;
}

bool ingest_probe_has_key(const struct ingest_probe *p, const char *key)
{
    size_t n = strlen(key);
    const char *end = p->head + p->head_len;
    for (const char *at = p->head; at < end; at++) {
        at = memchr(at, '"', (size_t)(end - at));
        if (at == NULL)
            return false;
        if ((size_t)(end - at) < n + 3 || memcmp(at + 1, key, n) != 0 || at[n + 1] != '"')
            continue;
        const char *colon = at + n + 2;
        while (colon < end && is_space(*colon))
            colon++;
        if (colon < end && *colon == ':')
            return true;
    }
    return false;
}

bool ingest_probe_has_keys(const struct ingest_probe *p, const char *one, const char *other)
{
    return ingest_probe_has_key(p, one) && ingest_probe_has_key(p, other);
}

bool ingest_probe_has_file(const struct ingest_probe *p, const char *pattern)
{
    bool found = false;
    if (!p->folder)
        return path_name_fits(pattern, p->name);
    DIR *dir = opendir(p->path);
    if (dir == NULL)
        return false;
    for (struct dirent *e = readdir(dir); e != NULL && !found; e = readdir(dir))
        found = path_name_fits(pattern, e->d_name);
    closedir(dir);
    return found;
}

bool ingest_is_part(const struct ingest_format *format, const char *name)
{
    for (const char *const *part = format->parts; part != NULL && *part != NULL; part++)
        if (path_name_fits(*part, name))
            return true;
    return false;
}
