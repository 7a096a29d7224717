#include "src/queue/queue_spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/worker/worker_proto.h"

#define MOST_PARTS 4096
#define MOST_LEFT  65536
#define NAME_BYTES 64
#define MOST_HEAD  256
#define ENDING     ".answer"
#define MAGIC      "rollbook answer 1"

struct left {
    int64_t job, fence;
};

struct queue_spool {
    struct queue_spool_options o;
    char *identity, *path; /* path: of this worker's part */
    int root, part, lock;  /* root: the queue's folder */
    unsigned number;
    struct left *left;
    size_t n_left, room;
};

static void close_fd(int fd)
{
    if (fd >= 0)
        close(fd);
}

static void name_of(int64_t job, int64_t fence, char out[NAME_BYTES])
{
    snprintf(out, NAME_BYTES, "%" PRId64 "-%" PRId64 ENDING, job, fence);
}

static bool read_name(const char *name, struct left *out)
{
    char back[NAME_BYTES];
    if (sscanf(name, "%" SCNd64 "-%" SCNd64, &out->job, &out->fence) != 2)
        return false;
    name_of(out->job, out->fence, back);
    return strcmp(name, back) == 0;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name);
    size_t m = strlen(ending);
    return n >= m && strcmp(name + n - m, ending) == 0;
}

static void set_aside(const struct queue_spool *s, const char *name, const char *why)
{
    char text[600];
    char aside[300];
    snprintf(aside, sizeof(aside), "%.255s.refused", name);
    bool moved = renameat(s->part, name, s->part, aside) == 0;
    snprintf(text, sizeof(text), "%.200s/%.100s: %s; %s", s->path, name, why,
             moved ? "it is set aside as .refused" : strerror(errno));
    if (s->o.note != NULL)
        s->o.note(s->o.note_context, text);
}

/* Folders above it too. */
static int make_folder(const char *path, struct err *err)
{
    char *copy CLEANUP(mem_free_ptr) = mem_strdup(path);
    struct stat st;
    for (char *at = copy + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(copy, 0700);
            *at = '/';
        }
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return err_set(err, ERR_USAGE, "the spool %s cannot be made: %s", path, strerror(errno));
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
        return err_set(err, ERR_USAGE, "the spool %s is no folder", path);
    if (st.st_uid != geteuid() || (st.st_mode & 022) != 0)
        return err_set(err, ERR_USAGE, "the spool %s is another user's, or others may write in it",
                       path);
    return 0;
}

/* 1: the part is ours now, 0: a worker has it or it is not there, negative: it cannot be made. */
static int take_part(int root, unsigned number, bool make, int *part, int *lock)
{
    char name[16];
    snprintf(name, sizeof(name), "%u", number);
    if (make && mkdirat(root, name, 0700) != 0 && errno != EEXIST)
        return -1;
    *lock = -1;
    *part = openat(root, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (*part < 0)
        return make ? -1 : 0;
    *lock = openat(*part, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (*lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) == 0)
        return 1;
    int rc = *lock >= 0 && errno == EWOULDBLOCK ? 0 : -1;
    close_fd(*lock);
    close_fd(*part);
    *lock = *part = -1;
    return rc;
}

static void add_left(struct queue_spool *s, const struct left *one)
{
    if (s->n_left == s->room) {
        s->room = s->room == 0 ? 64 : 2 * s->room;
        s->left = mem_grow(s->left, s->room, sizeof(*s->left));
    }
    s->left[s->n_left++] = *one;
}

/* Answers of a part come here; this worker's own part gives what it already has. */
static void gather(struct queue_spool *s, int part)
{
    int fd = openat(part, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *e;
    if (d == NULL)
        close_fd(fd);
    while (d != NULL && s->n_left < MOST_LEFT && (e = readdir(d)) != NULL) {
        struct left one;
        if (ends_in(e->d_name, ".draft"))
            (void)unlinkat(part, e->d_name, 0);
        if (!ends_in(e->d_name, ENDING))
            continue;
        if (part != s->part && renameat(part, e->d_name, s->part, e->d_name) != 0)
            continue;
        if (read_name(e->d_name, &one))
            add_left(s, &one);
        else
            set_aside(s, e->d_name, "the name of the answer names no job and lease");
    }
    if (d != NULL)
        closedir(d);
}

void queue_spool_adopt(struct queue_spool *s)
{
    struct stat st;
    for (unsigned i = 0; i < MOST_PARTS; i++) {
        int part = -1;
        int lock = -1;
        char name[16];
        snprintf(name, sizeof(name), "%u", i);
        if (fstatat(s->root, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            break;
        if (i == s->number || take_part(s->root, i, false, &part, &lock) <= 0)
            continue;
        gather(s, part);
        close_fd(lock);
        close_fd(part);
    }
}

static int open_part(struct queue_spool *s, const char *root, struct err *err)
{
    struct buf path = { 0 };
    int rc = 0;
    while (rc == 0 && s->number < MOST_PARTS) {
        rc = take_part(s->root, s->number, true, &s->part, &s->lock);
        s->number += rc == 0;
    }
    if (rc <= 0)
        return err_set(err, ERR_USAGE, "the spool %s cannot be used: %s", root,
                       rc == 0 ? "it has too many workers" : strerror(errno));
    buf_printf(&path, "%s/%u", root, s->number);
    s->path = buf_detach(&path);
    gather(s, s->part);
    queue_spool_adopt(s);
    return 0;
}

int queue_spool_open(const struct queue_spool_options *o, struct queue_spool **out, struct err *err)
{
    struct queue_spool *s = mem_alloc(sizeof(*s));
    struct buf root = { 0 };
    *s = (struct queue_spool){ .o = *o, .root = -1, .part = -1, .lock = -1 };
    s->identity = mem_strdup(o->identity);
    buf_printf(&root, "%s/%s", o->folder, o->identity);
    int rc = make_folder(o->folder, err);
    if (rc == 0)
        rc = make_folder(buf_text(&root), err);
    if (rc == 0) {
        s->root = open(buf_text(&root), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        rc = s->root >= 0 ? open_part(s, buf_text(&root), err)
                          : err_set(err, ERR_USAGE, "the spool %s cannot be opened: %s",
                                    buf_text(&root), strerror(errno));
    }
    buf_release(&root);
    if (rc < 0)
        queue_spool_close(s);
    else
        *out = s;
    return rc;
}

void queue_spool_close(struct queue_spool *s)
{
    if (s == NULL)
        return;
    close_fd(s->lock);
    close_fd(s->part);
    close_fd(s->root);
    free(s->identity);
    free(s->path);
    free(s->left);
    free(s);
}

const char *queue_spool_path(const struct queue_spool *s)
{
    return s->path;
}

size_t queue_spool_left(const struct queue_spool *s)
{
    return s->n_left;
}

static void put_head(const struct queue_spool *s, int64_t job, int64_t fence, const char *body,
                     size_t len, struct buf *out)
{
    char hash[65];
    sha256_hex(body, len, hash);
    buf_printf(out, MAGIC " %s %" PRId64 " %" PRId64 " %s\n", s->identity, job, fence, hash);
}

int queue_spool_put(struct queue_spool *s, int64_t job, int64_t fence, const struct buf *answer,
                    struct err *err)
{
    char name[NAME_BYTES];
    struct buf text = { 0 };
    name_of(job, fence, name);
    put_head(s, job, fence, answer->data, answer->len, &text);
    buf_add(&text, answer->data, answer->len);
    int fd =
        openat(s->part, "new.draft", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && fd_write_all(fd, text.data, text.len) &&
              renameat(s->part, "new.draft", s->part, name) == 0;
    int rc = ok ? 0
                : err_set(err, ERR_INTEGRITY, "%s: an answer cannot be kept there: %s", s->path,
                          strerror(errno));
    close_fd(fd);
    buf_release(&text);
    return rc;
}

int queue_spool_sync(struct queue_spool *s, int64_t job, int64_t fence, struct err *err)
{
    char name[NAME_BYTES];
    name_of(job, fence, name);
    int fd = openat(s->part, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0 && fsync(s->part) == 0;
    int rc = ok ? 0
                : err_set(err, ERR_INTEGRITY, "%s/%s: cannot be synced: %s", s->path, name,
                          strerror(errno));
    close_fd(fd);
    return rc;
}

void queue_spool_remove(struct queue_spool *s, int64_t job, int64_t fence)
{
    char name[NAME_BYTES];
    name_of(job, fence, name);
    (void)unlinkat(s->part, name, 0);
    for (size_t i = 0; i < s->n_left; i++)
        if (s->left[i].job == job && s->left[i].fence == fence)
            s->left[i--] = s->left[--s->n_left];
}

/* NULL, or what is wrong with the file. */
static const char *read_whole(int fd, struct buf *out)
{
    struct stat st;
    char chunk[1 << 16];
    ssize_t n = 0;
    if (fd < 0 || fstat(fd, &st) != 0)
        return "it cannot be opened";
    if (!S_ISREG(st.st_mode) || st.st_uid != geteuid())
        return "it is no file of this user";
    while (out->len <= FRAME_MAX_BYTES + MOST_HEAD && (n = read(fd, chunk, sizeof(chunk))) > 0)
        buf_add(out, chunk, (size_t)n);
    if (n < 0)
        return "it cannot be read";
    return out->len > FRAME_MAX_BYTES + MOST_HEAD ? "it is too large" : NULL;
}

/* Takes the head off. */
static const char *check(const struct queue_spool *s, const struct left *one, struct buf *text)
{
    const char *end = text->len == 0 ? NULL : memchr(text->data, '\n', text->len);
    struct buf head = { 0 };
    if (end == NULL)
        return "it is no answer";
    size_t at = (size_t)(end - text->data) + 1;
    put_head(s, one->job, one->fence, text->data + at, text->len - at, &head);
    bool same = head.len == at && memcmp(head.data, text->data, at) == 0;
    buf_release(&head);
    if (!same)
        return "its first line does not fit it: it is damaged or another lease's";
    memmove(text->data, text->data + at, text->len - at);
    text->len -= at;
    text->data[text->len] = '\0';
    struct arena a = { 0 };
    struct result_message m = { 0 };
    struct err why = { 0 };
    bool ok = memchr(text->data, '\0', text->len) == NULL &&
              result_decode(text->data, text->len, &a, &m, &why) == 0 && m.id == one->job;
    arena_release(&a);
    return ok ? NULL : "it is no result of its job";
}

void queue_spool_refuse(struct queue_spool *s, const char *why)
{
    char name[NAME_BYTES];
    if (s->n_left == 0)
        return;
    name_of(s->left[0].job, s->left[0].fence, name);
    set_aside(s, name, why);
    s->left[0] = s->left[--s->n_left];
}

bool queue_spool_first(struct queue_spool *s, int64_t *job, int64_t *fence, struct buf *answer)
{
    while (s->n_left > 0) {
        char name[NAME_BYTES];
        const struct left one = s->left[0];
        name_of(one.job, one.fence, name);
        buf_clear(answer);
        int fd = openat(s->part, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        const char *why = read_whole(fd, answer);
        close_fd(fd);
        if (why == NULL)
            why = check(s, &one, answer);
        if (why == NULL) {
            *job = one.job;
            *fence = one.fence;
            return true;
        }
        queue_spool_refuse(s, why);
    }
    return false;
}
