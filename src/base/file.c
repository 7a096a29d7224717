#include "src/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static int read_all(int fd, const char *path, size_t max_bytes, struct buf *out, struct err *err)
{
    char chunk[65536];
    size_t total = 0;
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof(chunk));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_set(err, ERR_INTEGRITY, "%s: read failed: %s", path, strerror(errno));
        if (n == 0)
            break;
        total += (size_t)n;
        if (total > max_bytes)
            return err_set(err, ERR_INTEGRITY, "%s: larger than the limit of %zu bytes", path,
                           max_bytes);
        buf_add(out, chunk, (size_t)n);
    }
    if (out->overflow)
        return err_set(err, ERR_INTEGRITY, "%s: too large", path);
    return 0;
}

int file_read(const char *path, size_t max_bytes, struct buf *out, struct err *err)
{
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, "standard input", max_bytes, out, err);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    int rc = read_all(fd, path, max_bytes, out, err);
    close(fd);
    return rc;
}

bool fd_write_all(int fd, const void *data, size_t len)
{
    const char *p = data;
    while (len > 0) {
        ssize_t n = write(fd, p, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        len -= (size_t)n;
    }
    return true;
}

int file_write_atomic(const char *path, const void *data, size_t len, struct err *err)
{
    struct arena a = { 0 };
    char *temp = arena_printf(&a, "%s.tmp.%ld", path, (long)getpid());
    int rc = 0;
    int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) {
        rc = err_set(err, ERR_USAGE, "%s: cannot create: %s", temp, strerror(errno));
        arena_release(&a);
        return rc;
    }
    bool ok = fd_write_all(fd, data, len) && fsync(fd) == 0;
    ok = close(fd) == 0 && ok;
    if (!ok || rename(temp, path) != 0) {
        rc = err_set(err, ERR_INTEGRITY, "%s: write failed: %s", path, strerror(errno));
        unlink(temp);
    }
    arena_release(&a);
    return rc;
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}
