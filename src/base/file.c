#define _GNU_SOURCE /* dirent64, syscall */
#include "src/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

static int read_all(int fd, const char *path, size_t max_bytes, struct buf *out, struct err *err)
{
    char chunk[65536];
    size_t total = 0;
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof(chunk));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EISDIR)
            return err_set(err, ERR_USAGE, "%s: is a folder, not a file", path);
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

static int read_path(const char *path, bool was_found, size_t max_bytes, struct buf *out,
                     struct err *err)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | (was_found ? O_NONBLOCK : 0));
    if (fd < 0)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    bool is_refused = was_found && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode));
    int rc = is_refused ? err_set(err, ERR_INTEGRITY, "%s: no regular file", path)
                        : read_all(fd, path, max_bytes, out, err);
    close(fd);
    return rc;
}

int file_read(const char *path, size_t max_bytes, struct buf *out, struct err *err)
{
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, "standard input", max_bytes, out, err);
    return read_path(path, false, max_bytes, out, err);
}

int file_read_open(int fd, const char *path, size_t max_bytes, struct buf *out, struct err *err)
{
    return read_all(fd, path, max_bytes, out, err);
}

int file_read_found(const char *path, size_t max_bytes, struct buf *out, struct err *err)
{
    return read_path(path, true, max_bytes, out, err);
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

/* What ends the process removes these.  A slot changes by one store. */
#define MAX_UNFINISHED 16
#define FOLDER_DEPTH   4
static const char *_Atomic unfinished[MAX_UNFINISHED];
static _Atomic pid_t unfinished_owner; /* a child that ends removes nothing */

/* Without an allocation, as it runs in signal handlers and where memory is spent.  Its random name
 * makes all of the folder ours. */
static void remove_folder(int parent, const char *path, int depth)
{
    char entries[2048];
    int fd = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    ssize_t n;
    while (fd >= 0 && (n = syscall(SYS_getdents64, fd, entries, sizeof(entries))) > 0) {
        for (ssize_t at = 0; at < n;) {
            struct dirent64 e;
            memcpy(&e, entries + at, offsetof(struct dirent64, d_name));
            const char *name = entries + at + offsetof(struct dirent64, d_name);
            bool is_link = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
            if (!is_link && unlinkat(fd, name, 0) != 0 && errno == EISDIR && depth > 0)
                remove_folder(fd, name, depth - 1);
            at += e.d_reclen;
        }
    }
    if (fd >= 0)
        close(fd);
    (void)unlinkat(parent, path, AT_REMOVEDIR);
}

static void remove_unfinished(const char *path)
{
    static const char *const beside[] = { "-journal", "-wal", "-shm" }; /* of a database */
    char name[4096];
    size_t len = strlen(path);
    if (unlink(path) != 0 && errno == EISDIR)
        remove_folder(AT_FDCWD, path, FOLDER_DEPTH);
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]) && len < sizeof(name) - 16; i++) {
        memcpy(name, path, len);
        memcpy(name + len, beside[i], strlen(beside[i]) + 1);
        (void)unlink(name);
    }
}

static void remove_all_unfinished(void)
{
    if (atomic_load(&unfinished_owner) != getpid())
        return;
    for (size_t i = 0; i < MAX_UNFINISHED; i++) {
        const char *path = atomic_load(&unfinished[i]);
        if (path != NULL)
            remove_unfinished(path);
    }
}

static void on_ending_signal(int signal_number)
{
    remove_all_unfinished();
    (void)signal(signal_number, SIG_DFL);
    (void)raise(signal_number);
}

/* A command's own handler stays: it ends in an orderly way. */
static void watch_signals(void)
{
    static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2 };
    static atomic_flag done = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&done))
        return;
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++) {
        struct sigaction before;
        struct sigaction action = { .sa_handler = on_ending_signal };
        sigemptyset(&action.sa_mask);
        if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(ending[i], &action, NULL);
    }
}

void file_unfinished(const char *path)
{
    watch_signals();
    mem_before_end(remove_all_unfinished);
    atomic_store(&unfinished_owner, getpid());
    for (size_t i = 0; i < MAX_UNFINISHED; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&unfinished[i], &none, path))
            return;
    }
}

void file_finished(const char *path)
{
    for (size_t i = 0; i < MAX_UNFINISHED; i++) {
        const char *mine = path;
        if (atomic_compare_exchange_strong(&unfinished[i], &mine, NULL))
            return;
    }
}

/* ---- drafts ---- */

#define DRAFT_END ".partial"
/* Of the target's name, so that the draft's and those beside it (-journal) are not too long. */
#define MOST_KEPT (NAME_MAX - 33)

static char *draft_name(const char *target)
{
    char random[17];
    const char *slash = strrchr(target, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash + 1 - target);
    size_t size = strlen(target) + sizeof(random) + 16;
    char *name = mem_alloc(size);
    /* Nobody can guess it and put a file or a link there. */
    snprintf(random, 17, "%016" PRIx64, rng_secret());
    snprintf(name, size, "%.*s%.*s.%s" DRAFT_END, (int)folder, target, MOST_KEPT, target + folder,
             random);
    return name;
}

/* "x.pdf.0123456789abcdef.partial" */
static bool is_draft_name(const char *name)
{
    const size_t end = strlen(DRAFT_END), digits = 16;
    size_t len = strlen(name);
    if (len < end + digits + 2 || strcmp(name + len - end, DRAFT_END) != 0)
        return false;
    const char *at = name + len - end - digits;
    return at[-1] == '.' && strspn(at, "0123456789abcdef") == digits;
}

/* A draft is locked while somebody makes it; -1: somebody does, or it cannot be told. */
static int lock_draft(int folder, const char *name)
{
    struct stat st;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_nlink > 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

#define MOST_SWEEPS 4 /* a process: many files are written into one folder */
static struct buf swept;

const char *file_swept(void)
{
    return swept.len == 0 ? NULL : buf_text(&swept);
}

/* A command that was killed leaves its draft; the next one that writes into the folder removes it.
 */
static void sweep_drafts(const char *target)
{
    static atomic_int n_sweeps;
    char *copy CLEANUP(mem_free_ptr) = mem_strdup(target);
    const char *folder = dirname(copy);
    DIR *entries = atomic_fetch_add(&n_sweeps, 1) < MOST_SWEEPS ? opendir(folder) : NULL;
    if (entries == NULL)
        return;
    for (const struct dirent *e; (e = readdir(entries)) != NULL;) {
        char path[PATH_MAX];
        int fd = is_draft_name(e->d_name) ? lock_draft(dirfd(entries), e->d_name) : -1;
        if (fd < 0)
            continue;
        if (snprintf(path, sizeof(path), "%s/%s", folder, e->d_name) < (int)sizeof(path)) {
            remove_unfinished(path);
            if (!file_exists(path))
                buf_printf(&swept, "%s%s", swept.len == 0 ? "" : ", ", path);
        }
        close(fd);
    }
    closedir(entries);
}

bool file_has_draft(const char *target)
{
    char *real CLEANUP(mem_free_ptr) = realpath(target, NULL);
    char *path CLEANUP(mem_free_ptr) = draft_name(real == NULL ? target : real);
    char *copy CLEANUP(mem_free_ptr) = mem_strdup(path);
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    const size_t len = strlen(name);
    bool any = false;
    DIR *entries = opendir(dirname(copy));
    if (entries == NULL)
        return false;
    for (const struct dirent *e; !any && (e = readdir(entries)) != NULL;) {
        if (strlen(e->d_name) != len || !is_draft_name(e->d_name) ||
            memcmp(e->d_name, name, len - 16 - strlen(DRAFT_END)) != 0)
            continue;
        int fd = lock_draft(dirfd(entries), e->d_name);
        any = fd < 0;
        if (fd >= 0)
            close(fd);
    }
    closedir(entries);
    return any;
}

/* Of folders in the making; a file's is its draft's. */
static struct folder_lock {
    const char *path;
    int fd;
} folder_locks[MAX_UNFINISHED];

static void hold_folder(const char *path)
{
    for (size_t i = 0; i < MAX_UNFINISHED; i++)
        if (folder_locks[i].path == NULL) {
            folder_locks[i] = (struct folder_lock){ path, lock_draft(AT_FDCWD, path) };
            return;
        }
}

static void release_folder(const char *path)
{
    for (size_t i = 0; i < MAX_UNFINISHED; i++)
        if (folder_locks[i].path == path) {
            if (folder_locks[i].fd >= 0)
                close(folder_locks[i].fd);
            folder_locks[i].path = NULL;
        }
}

/* Another process may sweep it away before it is locked. */
static int open_draft(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0 || flock(fd, LOCK_EX) != 0 || (fstat(fd, &st) == 0 && st.st_nlink > 0))
        return fd;
    close(fd);
    return open_draft(path);
}

static const char *kind_of(const char *head, size_t len)
{
    static const struct {
        const char *starts, *what;
    } known[] = { { "SQLite format 3", "a database" },
                  { "%PDF-", "a PDF" },
                  { "\177ELF", "a program" },
                  { "\x1f\x8b", "a compressed file" },
                  { "(\xb5/\xfd", "a compressed file" } };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        size_t n = strlen(known[i].starts);
        if (len >= n && memcmp(head, known[i].starts, n) == 0)
            return known[i].what;
    }
    return memchr(head, '\0', len) != NULL ? "a binary file" : "a text";
}

#define KIND_BYTES 512               /* that tell the kind of a file */
#define MARK_BYTES ((size_t)1 << 16) /* in which a mark is looked for */

int file_output_check(const struct file_output *o, const void *begins, size_t len, struct err *err)
{
    struct stat st;
    if (stat(o->path, &st) != 0)
        return 0;
    if (S_ISCHR(st.st_mode) || S_ISFIFO(st.st_mode))
        return 1;
    int fd = S_ISREG(st.st_mode) ? open(o->path, O_RDONLY | O_CLOEXEC) : -1;
    char *head CLEANUP(mem_free_ptr) = mem_alloc(MARK_BYTES);
    ssize_t n = fd < 0 ? 0 : read(fd, head, MARK_BYTES);
    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return 0;
    size_t got = (size_t)n;
    const char *old = kind_of(head, got < KIND_BYTES ? got : KIND_BYTES);
    const char *new = kind_of(begins, len < KIND_BYTES ? len : KIND_BYTES);
    if (strcmp(old, new) != 0 || strcmp(old, "a database") == 0)
        return err_set(err, ERR_USAGE,
                       "%s: is %s and is not overwritten with %s; remove it or choose another name",
                       o->path, old, new);
    if (o->replace || (o->mark != NULL && memmem(head, got, o->mark, strlen(o->mark)) != NULL))
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s: exists and may be yours, so it is not overwritten; choose another name, or "
                   "repeat the command with --replace",
                   o->path);
}

int file_draft_open(struct file_draft *d, const char *target, enum file_publish how,
                    struct err *err)
{
    struct stat st;
    char *real = realpath(target, NULL);
    *d = (struct file_draft){ .target = real == NULL ? mem_strdup(target) : real, .fd = -1 };
    bool there = lstat(d->target, &st) == 0;
    int rc = 0;
    if (there && how == FILE_NEW)
        rc = err_set(err, ERR_USAGE, "%s: there is such a file already; nothing was changed",
                     target);
    else if (there && !S_ISREG(st.st_mode))
        rc = err_set(err, ERR_USAGE, "%s: is not a file", target);
    if (rc == 0) {
        sweep_drafts(d->target);
        d->path = draft_name(d->target);
        d->fd = open_draft(d->path);
        if (d->fd < 0)
            rc = err_set(err, ERR_USAGE, "%s: cannot create: %s", target, strerror(errno));
        else
            file_unfinished(d->path);
        if (d->fd >= 0 && there)
            (void)fchmod(d->fd, st.st_mode & 0777);
    }
    if (rc < 0) {
        free(d->path);
        d->path = NULL;
        file_draft_drop(d);
    }
    return rc;
}

int file_sync_folder(const char *path, struct err *err)
{
    char *copy = mem_strdup(path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int rc = 0;
    if (fd < 0 || (fsync(fd) != 0 && errno != EINVAL && errno != EROFS))
        rc = err_set(err, ERR_INTEGRITY, "%s: its folder cannot be synced: %s", path,
                     strerror(errno));
    if (fd >= 0)
        close(fd);
    free(copy);
    return rc;
}

/* Without links a renaming has to do. */
int file_take_free_name(const char *from, const char *to)
{
    if (link(from, to) == 0) {
        (void)unlink(from);
        return 0;
    }
    if (errno == EEXIST || file_exists(to)) {
        errno = EEXIST;
        return -1;
    }
    return rename(from, to);
}

int file_draft_publish(struct file_draft *d, enum file_publish how, struct err *err)
{
    int rc = 0;
    bool ok = fsync(d->fd) == 0;
    if (ok)
        ok = (how == FILE_NEW ? file_take_free_name(d->path, d->target)
                              : rename(d->path, d->target)) == 0;
    if (!ok)
        rc = err_set(err, errno == EEXIST ? ERR_BUSY : ERR_INTEGRITY, "%s: write failed: %s",
                     d->target, strerror(errno));
    close(d->fd); /* the lock ends when the name is the target's */
    d->fd = -1;
    if (rc == 0) {
        file_finished(d->path);
        free(d->path);
        d->path = NULL;
        rc = file_sync_folder(d->target, err);
    }
    file_draft_drop(d);
    return rc;
}

void file_draft_drop(struct file_draft *d)
{
    if (d->fd >= 0)
        close(d->fd);
    if (d->path != NULL) {
        (void)unlink(d->path);
        file_finished(d->path);
    }
    free(d->path);
    free(d->target);
    *d = (struct file_draft){ .fd = -1 };
}

int file_draft_folder(const char *target, struct arena *a, const char **out, struct err *err)
{
    char *plain = mem_strdup(target);
    for (size_t n = strlen(plain); n > 1 && plain[n - 1] == '/'; n--)
        plain[n - 1] = '\0';
    sweep_drafts(plain);
    char *name = draft_name(plain);
    *out = arena_strdup(a, name);
    free(plain);
    free(name);
    if (mkdir(*out, 0777) != 0)
        return err_set(err, ERR_USAGE, "%s: cannot create a folder: %s", target, strerror(errno));
    hold_folder(*out);
    file_unfinished(*out);
    return 0;
}

int file_draft_folder_end(const char *folder, const char *target, int rc, struct err *err)
{
    if (rc == 0 && rename(folder, target) != 0)
        rc = err_set(err, ERR_INTEGRITY, "%s: write failed: %s", target, strerror(errno));
    if (rc < 0)
        remove_unfinished(folder);
    release_folder(folder);
    file_finished(folder);
    return rc < 0 ? rc : file_sync_folder(target, err);
}

static int write_stream(const char *path, const void *data, size_t len, struct err *err)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fd_write_all(fd, data, len);
    int rc = ok ? 0 : err_set(err, ERR_INTEGRITY, "%s: write failed: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return rc;
}

int file_write_atomic(const char *path, const void *data, size_t len, struct err *err)
{
    struct file_draft d;
    int rc = file_draft_open(&d, path, FILE_REPLACE, err);
    if (rc < 0)
        return rc;
    if (!fd_write_all(d.fd, data, len)) {
        rc = err_set(err, ERR_INTEGRITY, "%s: write failed: %s", path, strerror(errno));
        file_draft_drop(&d);
        return rc;
    }
    return file_draft_publish(&d, FILE_REPLACE, err);
}

int file_output_write(const struct file_output *o, const void *data, size_t len, struct err *err)
{
    int rc = file_output_check(o, data, len, err);
    return rc < 0   ? rc
           : rc > 0 ? write_stream(o->path, data, len, err)
                    : file_write_atomic(o->path, data, len, err);
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}
