#include "src/problem/problem_folder.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "tasks/task_module.h"

#define MAX_FILES     20000
#define NAMED_NUMBERS (1 << 30)

/* sha256 of the lines "SHA256 NAME" of a level's files, by names. */
static const struct {
    int level;
    const char *digest, *version;
} published[] = {
    { 1, "73f37f6bb79f499741b426065effce9f5478ddde6498c0fc3e640e62abad6f8c", "v0" },
    { 2, "59ffd762e93e7c230decb41f0432eef8332b4432b3d67a156e169fdc004137df", "v0" },
    { 3, "acb9dc8db69a56aec2524d941ccd745b3ac1af2c3161cc856deafc6915a0b9f1", "v0" },
    { 1, "8a9cc14c2329508a0895b7bb18cf028e5a1d1952cc783284be943a188b10ff91", "v0.1" },
    { 1, "ef9966f30157c9a6ed2ceee7097d485bd5c86a9d61f5971120b80f531420c712", "v0.2.0.dev0" },
    { 2, "07b7006fcd835c90d1a743ea5c61a469f36773ca068624181538550b331e23c2",
      "v0.1 or v0.2.0.dev0" },
    { 3, "d627420625e4a0e3d18af3c0e63982d6120c1cb6d243dc905f4909d36a462df4",
      "v0.1 or v0.2.0.dev0" },
    { 4, "d90cc49abd6ee413b2da113f6a339e8389fdc630dc0f281ac08eb5e5d3545729",
      "v0, v0.1 or v0.2.0.dev0" },
};

static int by_name(const void *left, const void *right)
{
    const struct problem_file *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static int by_number(const void *left, const void *right)
{
    const struct problem_file *a = left, *b = right;
    return a->problem_id != b->problem_id ? (a->problem_id > b->problem_id ? 1 : -1)
                                          : by_name(left, right);
}

/* Names without ".py" have the same order, as only letters, digits and underscores follow. */
static const char *version_of(const struct problem_level *l)
{
    char digest[65];
    struct sha256 s;
    sha256_init(&s);
    for (size_t i = 0; i < l->n; i++) {
        const struct problem_file *f = &l->files[i];
        sha256_update(&s, f->sha256, 64);
        sha256_update(&s, " ", 1);
        sha256_update(&s, f->name, strlen(f->name));
        sha256_update(&s, ".py\n", 4);
    }
    sha256_final_hex(&s, digest);
    for (size_t i = 0; i < ARRAY_LEN(published); i++)
        if (published[i].level == l->level && strcmp(published[i].digest, digest) == 0)
            return published[i].version;
    return NULL;
}

/* A number up to "_" or the end; 0: none. */
static int number_of(const char *name)
{
    int64_t n = 0;
    size_t digits = strspn(name, "0123456789");
    char text[12];
    if (digits == 0 || digits >= sizeof text || (name[digits] != '_' && name[digits] != '\0'))
        return 0;
    memcpy(text, name, digits);
    text[digits] = '\0';
    return str_to_i64(text, &n) && n > 0 && n < NAMED_NUMBERS ? (int)n : 0;
}

static int number_of_name(const char *name)
{
    unsigned char raw[32];
    uint32_t n;
    struct sha256 s;
    sha256_init(&s);
    sha256_update(&s, name, strlen(name));
    sha256_final(&s, raw);
    memcpy(&n, raw, sizeof n);
    return (int)(NAMED_NUMBERS | (n & (NAMED_NUMBERS - 1)));
}

/* The first line that is no text. */
static size_t bad_line(const char *text, size_t len)
{
    size_t line = 1;
    for (size_t i = 0; i < len;) {
        size_t n = text[i] == '\0' ? 0 : utf8_sequence_length(text + i, len - i);
        if (n == 0)
            break;
        line += text[i] == '\n';
        i += n;
    }
    return line;
}

static int read_file(struct problem_file *f, struct arena *a, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { .max = TASK_MODULE_MAX_BYTES };
    int rc = file_read_found(f->path, TASK_MODULE_MAX_BYTES, &text, err);
    if (rc < 0)
        return rc;
    if (!utf8_is_text(buf_text(&text), text.len))
        return err_set(err, ERR_INTEGRITY, "%s:%zu: not UTF-8 text, so no Python module", f->path,
                       bad_line(buf_text(&text), text.len));
    f->text = arena_strndup(a, buf_text(&text), text.len);
    sha256_hex(f->text, text.len, f->sha256);
    return 0;
}

static bool is_module(const char *name)
{
    return str_ends_with(name, ".py") && name[0] != '_' && name[0] != '.';
}

static int list_files(const char *path, const char *place, struct arena *a,
                      struct problem_level *out, struct err *err)
{
    DIR *dir = opendir(path);
    size_t room = 0;
    int rc = 0;
    if (dir == NULL)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    for (struct dirent *e = readdir(dir); e != NULL && rc == 0; e = readdir(dir)) {
        if (!is_module(e->d_name))
            continue;
        if (out->n == MAX_FILES) {
            rc = err_set(err, ERR_INTEGRITY, "%s: more than %d modules", path, MAX_FILES);
            break;
        }
        if (out->n == room) {
            struct problem_file *more = arena_array(a, room * 2 + 64, sizeof *more);
            if (out->n > 0)
                memcpy(more, out->files, out->n * sizeof *more);
            out->files = more;
            room = room * 2 + 64;
        }
        const char *name = arena_strndup(a, e->d_name, strlen(e->d_name) - strlen(".py"));
        int number = number_of(name);
        out->files[out->n++] = (struct problem_file){
            .path = arena_printf(a, "%s/%s", path, e->d_name),
            .place = arena_printf(a, "%s%s", place, e->d_name),
            .name = name,
            .problem_id = number > 0 ? number : number_of_name(name),
        };
    }
    (void)closedir(dir);
    return rc;
}

static int read_level(const char *path, const char *place, struct arena *a, struct problem_level *l,
                      struct err *err)
{
    int rc = list_files(path, place, a, l, err);
    if (l->n > 0)
        qsort(l->files, l->n, sizeof *l->files, by_name);
    for (size_t i = 0; i < l->n && rc == 0; i++)
        rc = read_file(&l->files[i], a, err);
    if (rc < 0)
        return rc;
    l->version = version_of(l);
    if (l->n > 0)
        qsort(l->files, l->n, sizeof *l->files, by_number);
    for (size_t i = 1; i < l->n; i++)
        if (l->files[i].problem_id == l->files[i - 1].problem_id)
            return err_set(err, ERR_INTEGRITY, "%s and %s are both problem %d of level %d",
                           l->files[i - 1].path, l->files[i].path, l->files[i].problem_id,
                           l->level);
    return 0;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* "level3" -> 3; 0: none. */
static int level_of_path(const char *path)
{
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] == '/')
        len--;
    size_t start = len;
    while (start > 0 && path[start - 1] != '/')
        start--;
    int level = len - start == strlen("levelN") && memcmp(path + start, "level", 5) == 0
                    ? path[len - 1] - '0'
                    : 0;
    return level >= 1 && level <= 9 ? level : 0;
}

int problem_folder_read(const char *path, struct arena *a, struct problem_folder *out,
                        struct err *err)
{
    const char *inner = arena_printf(a, "%s/KernelBench", path);
    const char *root = is_folder(inner) ? inner : path;
    int rc = 0;
    *out = (struct problem_folder){ .n = 0 };
    for (int level = 1; level <= 9 && rc == 0; level++) {
        const char *folder = arena_printf(a, "%s/level%d", root, level);
        if (!is_folder(folder))
            continue;
        out->has_levels = true;
        out->levels[out->n].level = level;
        rc = read_level(folder, arena_printf(a, "level%d/", level), a, &out->levels[out->n], err);
        out->n += out->levels[out->n].n > 0;
    }
    if (rc == 0 && !out->has_levels) {
        int level = level_of_path(path);
        out->has_levels = level > 0;
        out->levels[0].level = level > 0 ? level : 1;
        rc = read_level(root, level > 0 ? arena_printf(a, "level%d/", level) : "", a,
                        &out->levels[0], err);
        out->n = out->levels[0].n > 0;
    }
    if (rc == 0 && out->n == 0)
        rc = err_set(err, ERR_USAGE,
                     "%s: no module (NAME.py) here, in level1 to level9 or in "
                     "KernelBench/level1 to level9",
                     path);
    return rc;
}
