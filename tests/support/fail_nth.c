/*
 * fail_nth.c - a shared object to preload: the n-th call of a kind fails in the first process.
 *
 *   FAIL_CALL=write FAIL_NTH=3 FAIL_REPORT=FILE LD_PRELOAD=libfail_nth.so rollbook ...
 *
 * FAIL_ON=1: every call from the n-th on fails, as on a full disk.  FILE is written when a call
 * failed.  Kinds: malloc (with calloc and realloc), write, pwrite, fsync, open, rename (and link),
 * mmap, read, fork (and threads).  Calls that the C library makes within itself are not seen.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { NONE, MALLOC, WRITE, PWRITE, FSYNC, OPEN, RENAME, MMAP, READ, FORK };

static const char *const names[] = { "",     "malloc", "write", "pwrite", "fsync",
                                     "open", "rename", "mmap",  "read",   "fork" };
static enum kind chosen;
static long nth;
static bool goes_on;
static pid_t owner;
static atomic_long count;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

/* Only the first process: the others are this program again, or a compiler. */
__attribute__((constructor)) static void start(void)
{
    const char *kind = getenv("FAIL_CALL");
    const char *number = getenv("FAIL_NTH");
    if (kind == NULL || number == NULL)
        return;
    owner = getpid();
    nth = strtol(number, NULL, 10);
    goes_on = getenv("FAIL_ON") != NULL;
    unsetenv("LD_PRELOAD");
    for (int i = MALLOC; i <= FORK; i++)
        if (strcmp(names[i], kind) == 0)
            chosen = (enum kind)i;
}

static bool fails(enum kind kind, int code)
{
    static const char done[] = "failed\n";
    if (kind != chosen || getpid() != owner)
        return false;
    long n = atomic_fetch_add(&count, 1) + 1;
    if (n != nth && !(goes_on && n > nth))
        return false;
    const char *report = getenv("FAIL_REPORT");
    long fd = report == NULL ? -1 : syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT, 0600);
    if (fd >= 0) {
        syscall(SYS_write, fd, done, sizeof(done) - 1);
        syscall(SYS_close, fd);
    }
    errno = code;
    return true;
}

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

void *malloc(size_t size)
{
    return fails(MALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}
void *calloc(size_t n, size_t size)
{
    return fails(MALLOC, ENOMEM) ? NULL : __libc_calloc(n, size);
}
void *realloc(void *p, size_t size)
{
    return fails(MALLOC, ENOMEM) ? NULL : __libc_realloc(p, size);
}

ssize_t write(int fd, const void *data, size_t n)
{
    return fails(WRITE, ENOSPC) ? -1 : syscall(SYS_write, fd, data, n);
}
ssize_t pwrite(int fd, const void *data, size_t n, off_t at)
{
    return fails(PWRITE, ENOSPC) ? -1 : syscall(SYS_pwrite64, fd, data, n, at);
}
ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at)
{
    return pwrite(fd, data, n, at);
}
int fsync(int fd)
{
    return fails(FSYNC, EIO) ? -1 : (int)syscall(SYS_fsync, fd);
}
int fdatasync(int fd)
{
    return fails(FSYNC, EIO) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

ssize_t read(int fd, void *data, size_t n)
{
    return fails(READ, EIO) ? -1 : syscall(SYS_read, fd, data, n);
}
ssize_t __read_chk(int fd, void *data, size_t n, size_t size);
ssize_t __read_chk(int fd, void *data, size_t n, size_t size)
{
    return n > size ? -1 : read(fd, data, n);
}
ssize_t pread(int fd, void *data, size_t n, off_t at)
{
    return fails(READ, EIO) ? -1 : syscall(SYS_pread64, fd, data, n, at);
}
ssize_t pread64(int fd, void *data, size_t n, off64_t at)
{
    return pread(fd, data, n, at);
}

static int opened(int folder, const char *path, int flags, mode_t mode)
{
    return fails(OPEN, EMFILE) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}
#define MODE(flags, mode)                                                                          \
    do {                                                                                           \
        va_list ap;                                                                                \
        va_start(ap, flags);                                                                       \
        mode = (flags) & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;                           \
        va_end(ap);                                                                                \
    } while (0)
int open(const char *path, int flags, ...)
{
    mode_t mode;
    MODE(flags, mode);
    return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...)
{
    mode_t mode;
    MODE(flags, mode);
    return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...)
{
    mode_t mode;
    MODE(flags, mode);
    return opened(folder, path, flags, mode);
}
int __open_2(const char *path, int flags);
int __open_2(const char *path, int flags)
{
    return opened(AT_FDCWD, path, flags, 0);
}
int __open64_2(const char *path, int flags);
int __open64_2(const char *path, int flags)
{
    return opened(AT_FDCWD, path, flags, 0);
}
FILE *fopen(const char *path, const char *mode)
{
    return fails(OPEN, EMFILE) ? NULL : REAL(fopen)(path, mode);
}
FILE *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

int rename(const char *from, const char *to)
{
    return fails(RENAME, EIO) ? -1 : (int)syscall(SYS_rename, from, to);
}
int link(const char *from, const char *to)
{
    return fails(RENAME, EIO) ? -1 : (int)syscall(SYS_link, from, to);
}
int renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
    return fails(RENAME, EIO) ? -1 : (int)syscall(SYS_renameat2, a, from, b, to, flags);
}

void *mmap(void *at, size_t n, int access, int flags, int fd, off_t offset)
{
    return fails(MMAP, ENOMEM) ? MAP_FAILED
                               : (void *)syscall(SYS_mmap, at, n, access, flags, fd, offset);
}
void *mmap64(void *at, size_t n, int access, int flags, int fd, off64_t offset)
{
    return mmap(at, n, access, flags, fd, offset);
}

pid_t fork(void)
{
    return fails(FORK, EAGAIN) ? -1 : REAL(fork)();
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*f)(void *), void *p)
{
    return fails(FORK, EAGAIN) ? EAGAIN : REAL(pthread_create)(thread, attributes, f, p);
}
