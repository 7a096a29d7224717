/*
 * spool.c - a durable log.
 *
 * One record as bytes, little-endian; the checksum is the first 8 bytes of the SHA-256 of the 32
 * bytes before it and the payload:
 *
 *   0 magic "RBsp"  4 kind  8 number  16 unix_us  24 len  28 zero  32 checksum
 */
#define _GNU_SOURCE
#include "src/spool/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

#define MAGIC 0x70734252u /* "RBsp" */

static void put(unsigned char *at, uint64_t v, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        at[i] = (unsigned char)(v >> (8 * i));
}

static uint64_t get(const unsigned char *at, size_t bytes)
{
    uint64_t v = 0;
    for (size_t i = 0; i < bytes; i++)
        v |= (uint64_t)at[i] << (8 * i);
    return v;
}

static void checksum(const unsigned char *header, const void *payload, size_t len,
                     unsigned char out[8])
{
    struct sha256 s;
    unsigned char hash[32];
    sha256_init(&s);
    sha256_update(&s, header, 32);
    if (len > 0)
        sha256_update(&s, payload, len);
    sha256_final(&s, hash);
    memcpy(out, hash, 8);
}

void spool_encode_header(const struct spool_record *r, const void *payload,
                         unsigned char out[SPOOL_HEADER_BYTES])
{
    put(out, MAGIC, 4);
    put(out + 4, (uint64_t)r->kind, 4);
    put(out + 8, r->number, 8);
    put(out + 16, (uint64_t)r->unix_us, 8);
    put(out + 24, r->len, 4);
    put(out + 28, 0, 4);
    checksum(out, payload, r->len, out + 32);
}

enum spool_found spool_decode(const unsigned char *at, size_t len, struct spool_record *out)
{
    unsigned char sum[8];
    if (len < SPOOL_HEADER_BYTES)
        return len >= 4 && get(at, 4) != MAGIC ? SPOOL_DAMAGED : SPOOL_CUT;
    uint64_t kind = get(at + 4, 4);
    uint64_t bytes = get(at + 24, 4);
    if (get(at, 4) != MAGIC || kind == 0 || kind >= SPOOL_N_KINDS || bytes > SPOOL_MAX_PAYLOAD ||
        get(at + 28, 4) != 0)
        return SPOOL_DAMAGED;
    if (bytes > len - SPOOL_HEADER_BYTES)
        return SPOOL_CUT;
    checksum(at, at + SPOOL_HEADER_BYTES, (size_t)bytes, sum);
    if (memcmp(sum, at + 32, sizeof(sum)) != 0)
        return SPOOL_DAMAGED;
    *out = (struct spool_record){ .kind = (enum spool_kind)kind,
                                  .number = get(at + 8, 8),
                                  .unix_us = (int64_t)get(at + 16, 8),
                                  .len = (uint32_t)bytes };
    return SPOOL_WHOLE;
}

size_t spool_skip(const unsigned char *at, size_t len)
{
    for (size_t i = 1; i + 4 <= len; i++)
        if (get(at + i, 4) == MAGIC)
            return i;
    return len > 4 ? len - 3 : len;
}

/* Writing. */
#define SPOOL_PATH_MAX   32
#define SPOOL_NAME_BYTES 16

struct spool {
    int folder, lock; /* descriptors */
    size_t file_bytes;
    char name[SPOOL_NAME_BYTES + 1];
    uint64_t oldest;       /* that is not removed */
    pthread_mutex_t mutex; /* guards the rest */
    int fd;
    int finished_fd; /* unsynced, before fd; -1 */
    uint64_t file;
    uint64_t size;   /* bytes of whole records */
    uint64_t others; /* bytes of earlier files */
    uint64_t ended;
    bool unsynced, ragged; /* ragged: has bytes beyond size */
};

static void spool_file_name(uint64_t number, char out[SPOOL_PATH_MAX])
{
    snprintf(out, SPOOL_PATH_MAX, "%016" PRIx64 ".spool", number);
}

/* False: another file. */
static bool spool_file_number(const char *name, uint64_t *out)
{
    char *end = NULL;
    char again[SPOOL_PATH_MAX];
    *out = strtoull(name, &end, 16);
    if (end != name + 16)
        return false;
    spool_file_name(*out, again);
    return strcmp(again, name) == 0;
}

static uint64_t bytes_of(int folder, const char *name)
{
    struct stat st;
    return fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 ? (uint64_t)st.st_size : 0;
}

static void find_files(int folder, uint64_t *out_least, uint64_t *out_most, uint64_t *out_bytes)
{
    bool any = false;
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (dir == NULL) {
        if (fd >= 0)
            close(fd);
        return;
    }
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        uint64_t number = 0;
        if (!spool_file_number(e->d_name, &number))
            continue;
        *out_least = !any || number < *out_least ? number : *out_least;
        *out_most = !any || number > *out_most ? number : *out_most;
        *out_bytes += bytes_of(folder, e->d_name);
        any = true;
    }
    closedir(dir);
}

/* A part of a record, on a full disk, is cut off. */
static int write_record(struct spool *s, enum spool_kind kind, uint64_t number, const void *payload,
                        size_t len, struct err *err)
{
    unsigned char header[SPOOL_HEADER_BYTES];
    struct spool_record r = {
        .kind = kind, .number = number, .unix_us = clock_unix_us(), .len = (uint32_t)len
    };
    union { /* writev does not say const */
        const void *in;
        void *out;
    } bytes = { .in = payload };
    struct iovec parts[2] = { { header, sizeof(header) }, { bytes.out, len } };
    if (len > SPOOL_MAX_PAYLOAD)
        return err_set(err, ERR_INTEGRITY, "a record of %zu bytes is too large", len);
    if (s->ragged && ftruncate(s->fd, (off_t)s->size) != 0)
        return err_set(err, ERR_INTEGRITY, "the spool cannot be cut: %s", strerror(errno));
    s->ragged = false;
    spool_encode_header(&r, payload, header);
    ssize_t want = (ssize_t)(sizeof(header) + len);
    ssize_t n = pwritev(s->fd, parts, 2, (off_t)s->size);
    if (n != want) {
        int why = n < 0 ? errno : ENOSPC;
        s->ragged = ftruncate(s->fd, (off_t)s->size) != 0;
        return err_set(err, ERR_INTEGRITY, "the spool cannot be written: %s", strerror(why));
    }
    s->size += (uint64_t)want;
    s->unsynced = true;
    return 0;
}

static int begin_file(struct spool *s, uint64_t number, struct err *err)
{
    char name[SPOOL_PATH_MAX];
    struct spool next = { .size = 0 };
    spool_file_name(number, name);
    next.fd = openat(s->folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (next.fd < 0)
        return err_set(err, ERR_INTEGRITY, "the spool gets no file: %s", strerror(errno));
    int rc = write_record(&next, SPOOL_START, 0, s->name, SPOOL_NAME_BYTES, err);
    if (rc < 0) {
        close(next.fd);
        unlinkat(s->folder, name, 0);
        return rc;
    }
    if (s->finished_fd >= 0) {
        fdatasync(s->finished_fd);
        close(s->finished_fd);
    }
    s->finished_fd = s->fd;
    s->others += s->size;
    s->fd = next.fd;
    s->file = number;
    s->size = next.size;
    s->ragged = false;
    s->unsynced = true;
    return 0;
}

static int lock_folder(struct spool *s, const char *folder, struct err *err)
{
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return err_set(err, ERR_USAGE, "%s: cannot be made: %s", folder, strerror(errno));
    s->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->folder < 0)
        return err_set(err, ERR_USAGE, "%s: %s", folder, strerror(errno));
    s->lock = openat(s->folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0)
        return err_set(err, ERR_USAGE, "%s/lock: %s", folder, strerror(errno));
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0)
        return err_set(err, ERR_BUSY, "%s: another process uses this spool: give another --spool",
                       folder);
    return 0;
}

int spool_open_left(const char *folder, struct spool **out, struct err *err)
{
    struct spool *s = mem_alloc(sizeof(*s));
    uint64_t most = 0;
    s->folder = s->lock = s->fd = s->finished_fd = -1;
    s->oldest = 1;
    pthread_mutex_init(&s->mutex, NULL);
    int rc = lock_folder(s, folder, err);
    if (rc < 0) {
        spool_close(s);
        return rc;
    }
    find_files(s->folder, &s->oldest, &most, &s->others);
    s->file = most + 1;
    *out = s;
    return 0;
}

int spool_open(const char *folder, const char *name, size_t file_bytes, struct spool **out,
               struct err *err)
{
    struct spool *s = NULL;
    int rc = spool_open_left(folder, &s, err);
    if (rc < 0)
        return rc;
    s->file_bytes = file_bytes;
    memcpy(s->name, name, SPOOL_NAME_BYTES);
    rc = begin_file(s, s->file, err);
    if (rc < 0)
        spool_close(s);
    else
        *out = s;
    return rc;
}

static void close_fd(int fd)
{
    if (fd >= 0)
        close(fd);
}

void spool_close(struct spool *s)
{
    if (s == NULL)
        return;
    close_fd(s->fd);
    close_fd(s->finished_fd);
    close_fd(s->lock);
    close_fd(s->folder);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

int spool_append(struct spool *s, enum spool_kind kind, uint64_t number, const void *payload,
                 size_t len, struct err *err)
{
    pthread_mutex_lock(&s->mutex);
    int rc = s->size > s->file_bytes ? begin_file(s, s->file + 1, err) : 0;
    if (rc == 0)
        rc = write_record(s, kind, number, payload, len, err);
    if (rc == 0 && (kind == SPOOL_END || kind == SPOOL_EVALUATION))
        s->ended++;
    pthread_mutex_unlock(&s->mutex);
    return rc;
}

uint64_t spool_bytes(struct spool *s)
{
    pthread_mutex_lock(&s->mutex);
    uint64_t bytes = s->others + s->size;
    pthread_mutex_unlock(&s->mutex);
    return bytes;
}

uint64_t spool_ended(struct spool *s)
{
    pthread_mutex_lock(&s->mutex);
    uint64_t n = s->ended;
    pthread_mutex_unlock(&s->mutex);
    return n;
}

int spool_sync(struct spool *s, struct err *err)
{
    pthread_mutex_lock(&s->mutex);
    bool wanted = s->unsynced;
    int current = wanted ? dup(s->fd) : -1;
    int finished = s->finished_fd;
    s->unsynced = false;
    s->finished_fd = -1;
    pthread_mutex_unlock(&s->mutex);
    bool ok = !wanted || (current >= 0 && fdatasync(current) == 0);
    if (finished >= 0)
        ok = fdatasync(finished) == 0 && fsync(s->folder) == 0 && ok;
    int why = errno;
    close_fd(current);
    close_fd(finished);
    return ok ? 0
              : err_set(err, ERR_INTEGRITY, "the spool does not reach the disk: %s", strerror(why));
}

/* Reading, beside the thread that writes. */
#define WINDOW_BYTES ((size_t)1 << 18)

struct spool_reader {
    struct spool *spool;
    uint64_t file, offset;
    int fd;            /* -1: closed */
    struct buf window; /* bytes from window_at on */
    uint64_t window_at;
    char name[SPOOL_NAME_BYTES + 1];
    uint64_t skipped;
    bool cut, damaged; /* cut: a record of this file is, perhaps its last */
};

struct spool_reader *spool_reader_new(struct spool *s)
{
    struct spool_reader *r = mem_alloc(sizeof(*r));
    r->spool = s;
    r->file = s->oldest;
    r->fd = -1;
    return r;
}

void spool_reader_free(struct spool_reader *r)
{
    if (r == NULL)
        return;
    if (r->fd >= 0)
        close(r->fd);
    buf_release(&r->window);
    free(r);
}

/* *out_final: the file grows no longer. */
static uint64_t end_of_file(const struct spool_reader *r, bool *out_final)
{
    struct stat st;
    pthread_mutex_lock(&r->spool->mutex);
    *out_final = r->file < r->spool->file;
    uint64_t end = r->spool->size;
    pthread_mutex_unlock(&r->spool->mutex);
    if (*out_final)
        end = fstat(r->fd, &st) == 0 ? (uint64_t)st.st_size : 0;
    return end;
}

/* Has wanted bytes from the offset, or all that there are. */
static int fill_window(struct spool_reader *r, uint64_t end, size_t wanted, struct err *err)
{
    uint64_t have_to = r->window_at + r->window.len;
    uint64_t need_to = r->offset + wanted < end ? r->offset + wanted : end;
    if (r->window.len > 0 && r->offset >= r->window_at && need_to <= have_to)
        return 0;
    size_t n = wanted > WINDOW_BYTES ? wanted : WINDOW_BYTES;
    n = n > end - r->offset ? (size_t)(end - r->offset) : n;
    struct spool_place place = { .file = r->file, .offset = r->offset, .len = (uint32_t)n };
    buf_clear(&r->window);
    r->window.max = (size_t)SPOOL_MAX_PAYLOAD * 2;
    r->window_at = r->offset;
    return spool_load(r, &place, &r->window, err);
}

/* With a damaged name, exchanges are named after the file. */
static int open_file(struct spool_reader *r, struct err *err)
{
    char name[SPOOL_PATH_MAX];
    spool_file_name(r->file, name);
    if (r->name[0] == '\0')
        memcpy(r->name, name, SPOOL_NAME_BYTES);
    r->fd = openat(r->spool->folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    r->offset = r->window_at = 0;
    buf_clear(&r->window);
    return r->fd >= 0 || errno == ENOENT || errno == ELOOP
               ? 0
               : err_set(err, ERR_INTEGRITY, "%s: %s", name, strerror(errno));
}

static int look(struct spool_reader *r, uint64_t end, struct spool_record *out,
                enum spool_found *out_found, struct err *err)
{
    size_t wanted = SPOOL_HEADER_BYTES;
    for (int pass = 0; pass < 2; pass++) {
        int rc = fill_window(r, end, wanted, err);
        if (rc < 0)
            return rc;
        size_t at = (size_t)(r->offset - r->window_at);
        const unsigned char *bytes = (const unsigned char *)buf_text(&r->window) + at;
        size_t len = r->window.len - at;
        *out_found = spool_decode(bytes, len, out);
        if (*out_found != SPOOL_CUT || len < SPOOL_HEADER_BYTES)
            return 0;
        wanted = SPOOL_HEADER_BYTES + ((size_t)bytes[24] | (size_t)bytes[25] << 8 |
                                       (size_t)bytes[26] << 16 | (size_t)bytes[27] << 24);
    }
    return 0;
}

static void take_name(struct spool_reader *r, const struct spool_record *record)
{
    size_t at = (size_t)(r->offset - r->window_at) + SPOOL_HEADER_BYTES;
    if (record->len == SPOOL_NAME_BYTES)
        memcpy(r->name, buf_text(&r->window) + at, SPOOL_NAME_BYTES);
}

int spool_next(struct spool_reader *r, struct spool_record *out, struct spool_place *out_place,
               const char **out_name, struct err *err)
{
    for (;;) {
        bool final = false;
        enum spool_found found = SPOOL_CUT;
        int rc = r->fd < 0 ? open_file(r, err) : 0;
        uint64_t end = end_of_file(r, &final);
        if (rc == 0 && r->fd >= 0 && r->offset < end)
            rc = look(r, end, out, &found, err);
        if (rc < 0)
            return rc;
        bool damaged = found == SPOOL_DAMAGED || (found == SPOOL_CUT && final);
        if (r->fd >= 0 && r->offset < end && damaged) {
            /* Skips to a possible record, or all that is at hand. */
            size_t at = (size_t)(r->offset - r->window_at);
            const unsigned char *bytes = (const unsigned char *)buf_text(&r->window) + at;
            size_t n = spool_skip(bytes, r->window.len - at);
            r->offset += n;
            r->skipped += n;
            r->cut |= found == SPOOL_CUT;
            r->damaged |= !r->cut;
            continue;
        }
        if (found != SPOOL_WHOLE || r->fd < 0) {
            if (!final)
                return 0;
            if (r->fd >= 0)
                close(r->fd);
            r->fd = -1;
            r->cut = false;
            r->file++;
            continue;
        }
        r->damaged |= r->cut;
        r->cut = false;
        *out_place = (struct spool_place){ .file = r->file,
                                           .offset = r->offset + SPOOL_HEADER_BYTES,
                                           .len = out->len };
        *out_name = r->name;
        if (out->kind == SPOOL_START)
            take_name(r, out);
        r->offset += SPOOL_HEADER_BYTES + out->len;
        if (out->kind != SPOOL_START)
            return 1;
    }
}

int spool_load(struct spool_reader *r, const struct spool_place *place, struct buf *out,
               struct err *err)
{
    char name[SPOOL_PATH_MAX];
    char chunk[65536];
    bool own = place->file == r->file && r->fd >= 0;
    spool_file_name(place->file, name);
    int fd = own ? r->fd : openat(r->spool->folder, name, O_RDONLY | O_CLOEXEC);
    size_t done = 0;
    while (fd >= 0 && done < place->len) {
        size_t want = place->len - done < sizeof(chunk) ? place->len - done : sizeof(chunk);
        ssize_t n = pread(fd, chunk, want, (off_t)(place->offset + done));
        if (n <= 0)
            break;
        buf_add(out, chunk, (size_t)n);
        done += (size_t)n;
    }
    if (fd >= 0 && !own)
        close(fd);
    return done == place->len ? 0 : err_set(err, ERR_INTEGRITY, "%s: cannot be read", name);
}

/* Files from the oldest on; what is damaged keeps its bytes under another name. */
static void remove_before(struct spool *s, uint64_t before_file, bool set_aside)
{
    for (; s->oldest < before_file; s->oldest++) {
        char name[SPOOL_PATH_MAX];
        char aside[SPOOL_PATH_MAX + 10];
        spool_file_name(s->oldest, name);
        snprintf(aside, sizeof(aside), "%s.refused", name);
        uint64_t bytes = bytes_of(s->folder, name);
        if ((set_aside ? renameat(s->folder, name, s->folder, aside)
                       : unlinkat(s->folder, name, 0)) != 0)
            continue;
        pthread_mutex_lock(&s->mutex);
        s->others -= bytes < s->others ? bytes : s->others;
        pthread_mutex_unlock(&s->mutex);
    }
}

void spool_forget(struct spool_reader *r, uint64_t before_file)
{
    remove_before(r->spool, before_file < r->file ? before_file : r->file, false);
}

void spool_set_aside(struct spool_reader *r)
{
    remove_before(r->spool, r->file, true);
}

void spool_last(struct spool *s, size_t len, struct spool_place *out)
{
    *out = (struct spool_place){ .file = s->file, .offset = s->size - len, .len = (uint32_t)len };
}

void spool_trim(struct spool *s, uint64_t before_file)
{
    if (before_file > s->file && ftruncate(s->fd, SPOOL_HEADER_BYTES + SPOOL_NAME_BYTES) == 0)
        s->size = SPOOL_HEADER_BYTES + SPOOL_NAME_BYTES;
    remove_before(s, before_file < s->file ? before_file : s->file, false);
}

int spool_count_old(struct spool *s, uint64_t *out, struct err *err)
{
    struct spool_reader *r = spool_reader_new(s);
    struct spool_record record;
    struct spool_place place;
    const char *name = "";
    int rc;
    *out = 0;
    while ((rc = spool_next(r, &record, &place, &name, err)) > 0)
        *out += record.kind == SPOOL_BEGIN || record.kind == SPOOL_EVALUATION;
    spool_reader_free(r);
    return rc;
}

uint64_t spool_reader_file(const struct spool_reader *r)
{
    return r->file;
}

uint64_t spool_reader_skipped(const struct spool_reader *r)
{
    return r->skipped;
}

bool spool_reader_is_damaged(const struct spool_reader *r)
{
    return r->damaged;
}

void spool_clear(struct spool_reader *r)
{
    spool_forget(r, r->file);
    char name[SPOOL_PATH_MAX];
    spool_file_name(r->file, name);
    unlinkat(r->spool->folder, name, 0);
}
