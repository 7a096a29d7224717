#include "src/eval/process/cpu_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/eval/contract/backend.h"

#define CACHE_MAX_BYTES    ((int64_t)512 << 20)
#define CACHE_KEEP_BYTES   ((int64_t)384 << 20)
#define STORES_PER_PRUNING 256
#define OBJECT_MAX_BYTES   ((size_t)64 << 20)
#define STALE_SECONDS      3600

struct meta {
    char magic[8];
    uint32_t outcome, host_code, fiber_launches, has_shared;
    uint32_t message_len, log_len;
    uint64_t state_bytes, has_dynamic, dynamic_offset;
    char object_sha256[65];
    char spare[7];
};
static const char meta_magic[8] = "rbcache5";

static bool make_dirs(char *path)
{
    for (char *p = path + 1; *p != '\0'; p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        (void)mkdir(path, 0700);
        *p = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static void cache_place(char *out, size_t size)
{
    const char *own = getenv("ROLLBOOK_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (own != NULL && own[0] != '\0')
        snprintf(out, size, "%s", own);
    else if (xdg != NULL && xdg[0] == '/')
        snprintf(out, size, "%s/rollbook", xdg);
    else if (home != NULL && home[0] == '/' && access(home, W_OK) == 0)
        snprintf(out, size, "%s/.cache/rollbook", home);
    else
        snprintf(out, size, "/tmp/rollbook-%ld", (long)getuid());
}

/* Names of cache_store: 64 hash digits, then .so, .meta or .meta with six letters.  Anything
 * else is somebody else's. */
static bool is_ours(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    const char *end = name + digits;
    if (digits != 64)
        return false;
    return strcmp(end, ".so") == 0 || strcmp(end, ".meta") == 0 ||
           (strncmp(end, ".meta.", 6) == 0 && strlen(end) == 12);
}

/* Backups recognise a cache by this file (bford.info/cachedir), and prune needs it. */
#define CACHE_TAG "CACHEDIR.TAG"
static const char cache_tag[] = "Signature: 8a477f597d28d172789f06886806bc55\n"
                                "# Compiled candidates of Rollbook; may be removed.\n";

/* A folder with somebody's files gets no tag. */
static bool holds_ours_alone(const char *dir)
{
    DIR *d = opendir(dir);
    bool all = d != NULL;
    if (d == NULL)
        return false;
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d))
        all &= e->d_name[0] == '.' || strncmp(e->d_name, "tmp.", 4) == 0 ||
               strcmp(e->d_name, "torch") == 0 || is_ours(e->d_name);
    (void)closedir(d);
    return all;
}

static void tag_cache(const char *dir)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" CACHE_TAG, dir);
    if (access(path, F_OK) == 0 || !holds_ours_alone(dir))
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return; /* nothing is pruned without a tag */
    (void)fd_write_all(fd, cache_tag, sizeof(cache_tag) - 1);
    (void)close(fd);
}

int cache_open(struct cache *c, struct err *err)
{
    char place[2048], real[PATH_MAX];
    struct stat st;
    cache_place(place, sizeof place);
    bool shared = strncmp(place, "/tmp/", 5) == 0; /* anybody can put a link there */
    if (!make_dirs(place) || realpath(place, real) == NULL ||
        (shared ? lstat(place, &st) : stat(real, &st)) != 0)
        return err_set(err, ERR_INTEGRITY, "cannot create the compile cache %s: %s", place,
                       strerror(errno));
    /* Objects from here are loaded, so nobody else may have put them there. */
    if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022) != 0)
        return err_set(err, ERR_INTEGRITY,
                       "the compile cache %s must belong to you and be writable only by you",
                       place);
    if (strlen(real) + 128 > sizeof c->dir)
        return err_set(err, ERR_INTEGRITY, "the path of the compile cache is too long");
    memcpy(c->dir, real, strlen(real) + 1);
    c->stores = STORES_PER_PRUNING;
    tag_cache(c->dir);
    return 0;
}

static void cache_path(const struct cache *c, const char *key, const char *end, char *out,
                       size_t size)
{
    snprintf(out, size, "%s/%s%s", c->dir, key, end);
}

static bool file_hash(const char *path, char out[65])
{
    struct buf data = { .max = OBJECT_MAX_BYTES };
    bool ok = file_read(path, OBJECT_MAX_BYTES, &data, NULL) == 0;
    if (ok)
        sha256_hex(data.data, data.len, out);
    buf_release(&data);
    return ok;
}

static bool read_meta(const struct buf *b, struct arena *a, struct artifact *out)
{
    struct meta m;
    char hash[65];
    if (b->len < sizeof m + 64)
        return false;
    memcpy(&m, b->data, sizeof m);
    size_t body = sizeof m + (size_t)m.message_len + m.log_len;
    if (memcmp(m.magic, meta_magic, sizeof m.magic) != 0 || b->len != body + 64 ||
        m.outcome >= OUTCOME_COUNT)
        return false;
    sha256_hex(b->data, body, hash);
    if (memcmp(hash, b->data + body, 64) != 0)
        return false;
    const char *texts = b->data + sizeof m;
    m.object_sha256[64] = '\0';
    out->outcome = (enum outcome)m.outcome;
    out->cheat_kind = m.host_code != 0 ? "host_code" : NULL;
    out->message = m.message_len != 0 ? arena_strndup(a, texts, m.message_len) : NULL;
    out->log = arena_strndup(a, texts + m.message_len, m.log_len);
    out->fiber_launches = m.fiber_launches;
    out->has_shared = m.has_shared != 0;
    out->state_bytes = m.state_bytes;
    out->has_dynamic = m.has_dynamic != 0;
    out->dynamic_offset = m.dynamic_offset;
    memcpy(out->sha256, m.object_sha256, sizeof out->sha256);
    return true;
}

bool cache_find(struct cache *c, const char *key, struct arena *a, struct artifact *out)
{
    char path[PATH_MAX], hash[65];
    struct buf b = { .max = (size_t)4 << 20 };
    struct artifact found = { .cached = true };
    cache_path(c, key, ".meta", path, sizeof path);
    bool ok = file_read(path, (size_t)4 << 20, &b, NULL) == 0 && read_meta(&b, a, &found);
    buf_release(&b);
    if (ok)
        (void)utimensat(AT_FDCWD, path, NULL, 0);
    if (ok && found.sha256[0] != '\0') {
        cache_path(c, key, ".so", path, sizeof path);
        ok = file_hash(path, hash) && strcmp(hash, found.sha256) == 0;
        (void)utimensat(AT_FDCWD, path, NULL, 0);
        found.path = arena_strdup(a, path);
    }
    if (ok)
        *out = found;
    return ok;
}

struct cache_entry {
    char name[80];
    int64_t bytes, changed;
};

static int by_age(const void *x, const void *y)
{
    const struct cache_entry *a = x, *b = y;
    return (a->changed > b->changed) - (a->changed < b->changed);
}

static void prune(const struct cache *c)
{
    DIR *d = opendir(c->dir);
    struct cache_entry *entries = NULL;
    size_t n = 0, capacity = 0;
    int64_t total = 0;
    char path[PATH_MAX];
    struct timespec now;
    cache_path(c, CACHE_TAG, "", path, sizeof path);
    if (d == NULL || access(path, F_OK) != 0) {
        if (d != NULL)
            (void)closedir(d);
        return;
    }
    (void)clock_gettime(CLOCK_REALTIME, &now);
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        struct stat st;
        size_t len = strlen(e->d_name);
        cache_path(c, e->d_name, "", path, sizeof path);
        if (e->d_name[0] == '.' || len >= sizeof entries->name || lstat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode)) {
            if (strncmp(e->d_name, "tmp.", 4) == 0 && now.tv_sec - st.st_mtime > STALE_SECONDS)
                cache_remove_temp(path);
            continue;
        }
        if (!is_ours(e->d_name) || !S_ISREG(st.st_mode))
            continue;
        if (n == capacity)
            entries = mem_grow(entries, capacity = capacity * 2 + 64, sizeof *entries);
        memcpy(entries[n].name, e->d_name, len + 1);
        entries[n].bytes = (int64_t)st.st_blocks * 512;
        entries[n].changed = st.st_mtime;
        total += entries[n++].bytes;
    }
    (void)closedir(d);
    bool over = total > CACHE_MAX_BYTES;
    if (over)
        qsort(entries, n, sizeof *entries, by_age);
    for (size_t i = 0; over && i < n && total > CACHE_KEEP_BYTES; i++) {
        cache_path(c, entries[i].name, "", path, sizeof path);
        (void)unlink(path);
        total -= entries[i].bytes;
    }
    free(entries);
}

/* Rules of a sandbox name files, not paths: an object that another process stored meanwhile and has
 * opened to its candidate stays the file it is when it is the same. */
static bool keep_object(const char *object, const char *path, const char *sha256)
{
    char there[65];
    if (link(object, path) == 0 ||
        (errno == EEXIST && file_hash(path, there) && strcmp(there, sha256) == 0)) {
        (void)unlink(object);
        return true;
    }
    return rename(object, path) == 0;
}

int cache_store(struct cache *c, const char *key, const char *object, struct arena *a,
                struct artifact *out, struct err *err)
{
    char path[PATH_MAX], hash[65];
    struct meta m = { .outcome = (uint32_t)out->outcome,
                      .host_code = out->cheat_kind != NULL,
                      .fiber_launches = out->fiber_launches,
                      .has_shared = out->has_shared,
                      .state_bytes = out->state_bytes,
                      .has_dynamic = out->has_dynamic,
                      .dynamic_offset = out->dynamic_offset };
    memcpy(m.magic, meta_magic, sizeof m.magic);
    if (c->stores++ >= STORES_PER_PRUNING) {
        c->stores = 0;
        prune(c);
    }
    if (object != NULL) {
        cache_path(c, key, ".so", path, sizeof path);
        if (!file_hash(object, out->sha256) || !keep_object(object, path, out->sha256))
            return err_set(err, ERR_INTEGRITY, "cannot store %s: %s", path, strerror(errno));
        out->path = arena_strdup(a, path);
    }
    memcpy(m.object_sha256, out->sha256, sizeof m.object_sha256);
    m.message_len = out->message != NULL ? (uint32_t)strlen(out->message) : 0;
    m.log_len = out->log != NULL ? (uint32_t)strlen(out->log) : 0;
    struct buf b = { 0 };
    buf_add(&b, &m, sizeof m);
    buf_add(&b, out->message, m.message_len);
    buf_add(&b, out->log, m.log_len);
    sha256_hex(b.data, b.len, hash);
    buf_add(&b, hash, 64);
    cache_path(c, key, ".meta", path, sizeof path);
    char temp[PATH_MAX];
    cache_path(c, key, ".meta.XXXXXX", temp, sizeof temp);
    int fd = mkstemp(temp);
    bool ok = fd >= 0 && fd_write_all(fd, b.data, b.len);
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    ok = ok && rename(temp, path) == 0;
    if (!ok && fd >= 0)
        (void)unlink(temp);
    buf_release(&b);
    return ok ? 0 : err_set(err, ERR_INTEGRITY, "cannot store %s: %s", path, strerror(errno));
}

int cache_temp_dir(struct cache *c, char *out, size_t size, struct err *err)
{
    cache_path(c, "tmp.XXXXXX", "", out, size);
    if (mkdtemp(out) == NULL)
        return err_set(err, ERR_INTEGRITY, "cannot create a folder in %s: %s", c->dir,
                       strerror(errno));
    return 0;
}

void cache_remove_temp(const char *dir)
{
    static const char *const files[] = { "kernel.cpp", "kernel.s",    "kernel.o", "kernel.so",
                                         "log",        "exports",     "tools",    "job",
                                         "common.h",   "common.h.gch" };
    char path[PATH_MAX + 32];
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        snprintf(path, sizeof path, "%s/%s", dir, files[i]);
        (void)unlink(path);
    }
    (void)rmdir(dir);
}
