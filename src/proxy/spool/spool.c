/*
 * spool.c - the folder and the file that grows.
 */
#define _GNU_SOURCE
#include "src/proxy/spool/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/proxy/spool/spool_internal.h"

void spool_file_name(uint64_t number, char out[SPOOL_PATH_MAX])
{
    snprintf(out, SPOOL_PATH_MAX, "%016" PRIx64 ".spool", number);
}

bool spool_file_number(const char *name, uint64_t *out)
{
    char *end = NULL;
    char again[SPOOL_PATH_MAX];
    *out = strtoull(name, &end, 16);
    if (end != name + 16)
        return false;
    spool_file_name(*out, again);
    return strcmp(again, name) == 0;
}

/* Smallest and largest number of the files that are there; false when there is none. */
static bool find_files(int folder, uint64_t *out_least, uint64_t *out_most)
{
    bool any = false;
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (dir == NULL) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        uint64_t number = 0;
        if (!spool_file_number(e->d_name, &number))
            continue;
        *out_least = !any || number < *out_least ? number : *out_least;
        *out_most = !any || number > *out_most ? number : *out_most;
        any = true;
    }
    closedir(dir);
    return any;
}

/* Writes a record behind what is there.  A part of it, on a full disk, is cut off again. */
static int write_record(struct spool *s, enum spool_kind kind, uint64_t exchange,
                        const void *payload, size_t len, struct err *err)
{
    unsigned char header[SPOOL_HEADER_BYTES];
    struct spool_record r = {
        .kind = kind, .exchange = exchange, .unix_us = clock_unix_us(), .len = (uint32_t)len
    };
    union { /* writev takes what it does not change without saying so */
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
        return err_set(err, ERR_BUSY, "%s: another proxy uses this spool: give another --spool",
                       folder);
    return 0;
}

int spool_open(const char *folder, const char *name, size_t file_bytes, struct spool **out,
               struct err *err)
{
    struct spool *s = mem_alloc(sizeof(*s));
    uint64_t least = 1;
    uint64_t most = 0;
    s->folder = s->lock = s->fd = s->finished_fd = -1;
    s->file_bytes = file_bytes;
    memcpy(s->name, name, SPOOL_NAME_BYTES);
    pthread_mutex_init(&s->mutex, NULL);
    int rc = lock_folder(s, folder, err);
    if (rc == 0 && find_files(s->folder, &least, &most))
        s->oldest = least;
    else
        s->oldest = 1;
    if (rc == 0)
        rc = begin_file(s, most + 1, err);
    if (rc < 0) {
        spool_close(s);
        return rc;
    }
    *out = s;
    return 0;
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

int spool_append(struct spool *s, enum spool_kind kind, uint64_t exchange, const void *payload,
                 size_t len, struct err *err)
{
    pthread_mutex_lock(&s->mutex);
    int rc = s->size > s->file_bytes ? begin_file(s, s->file + 1, err) : 0;
    if (rc == 0)
        rc = write_record(s, kind, exchange, payload, len, err);
    pthread_mutex_unlock(&s->mutex);
    return rc;
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
