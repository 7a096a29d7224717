#include "src/queue/queue_spool.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/spool/spool.h"
#include "src/worker/worker_proto.h"

#define MOST_PARTS 4096
#define FILE_BYTES ((size_t)1 << 20)
#define LOG_NAME   "rollbook answers" /* as long as a log's name has to be */

struct kept {
    int64_t job, fence;
    struct spool_place place; /* in this worker's part */
    bool is_left;             /* by another worker */
};

struct queue_spool {
    struct queue_spool_options o;
    char *identity, *root, *path; /* root: the queue's folder; path: of this worker's part */
    unsigned number;
    struct spool *log;
    struct spool_reader *reader; /* of log */
    struct kept *kept;
    size_t n, room;
};

static void note(const struct queue_spool *s, const char *text)
{
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
        return err_set(err, ERR_USAGE, "the spool %s is not a folder", path);
    if (st.st_uid != geteuid() || (st.st_mode & 022) != 0)
        return err_set(err, ERR_USAGE, "the spool %s is another user's, or others may write in it",
                       path);
    return 0;
}

static struct kept *find(struct kept *list, size_t n, int64_t job, int64_t fence)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].job == job && list[i].fence == fence)
            return &list[i];
    return NULL;
}

static void add(struct kept **list, size_t *n, size_t *room, const struct kept *one)
{
    if (*n == *room) {
        *room = *room == 0 ? 64 : 2 * *room;
        *list = mem_grow(*list, *room, sizeof(**list));
    }
    (*list)[(*n)++] = *one;
}

static int append(struct queue_spool *s, enum spool_kind kind, int64_t job, int64_t fence,
                  const struct buf *answer, struct err *err)
{
    struct buf text = { 0 };
    buf_printf(&text, "%s %" PRId64 "\n", s->identity, fence);
    if (answer != NULL)
        buf_add(&text, answer->data, answer->len);
    int rc = spool_append(s->log, kind, (uint64_t)job, buf_text(&text), text.len, err);
    if (rc == 0 && kind == SPOOL_ANSWER) {
        struct kept one = { .job = job, .fence = fence };
        spool_last(s->log, text.len, &one.place);
        add(&s->kept, &s->n, &s->room, &one);
    }
    buf_release(&text);
    return rc;
}

/* Takes the head off.  False: the record is another queue's. */
static bool load(const struct queue_spool *s, struct spool_reader *r,
                 const struct spool_place *place, int64_t *fence, struct buf *out)
{
    struct err ignored;
    buf_clear(out);
    size_t n = strlen(s->identity);
    if (spool_load(r, place, out, &ignored) < 0)
        return false;
    const char *end = out->len == 0 ? NULL : memchr(out->data, '\n', out->len);
    if (end == NULL || !str_starts_with(out->data, s->identity) || out->data[n] != ' ')
        return false;
    *fence = strtoll(out->data + n + 1, NULL, 10);
    size_t at = (size_t)(end - out->data) + 1;
    memmove(out->data, out->data + at, out->len - at);
    out->len -= at;
    out->data[out->len] = '\0';
    return true;
}

/* What lies in a log and was not taken comes to the end of this worker's, whose own earlier files
 * are read in the same way. */
static void take_over(struct queue_spool *s, struct spool *from, const char *part)
{
    struct spool_reader *r = spool_reader_new(from);
    struct spool_record record;
    struct spool_place place;
    struct err err = { 0 };
    struct buf text = { .max = 2 * FRAME_MAX_BYTES };
    struct kept *list = NULL;
    const char *name = "";
    size_t n = 0;
    size_t room = 0;
    int rc;
    while ((rc = spool_next(r, &record, &place, &name, &err)) > 0) {
        struct kept one = { .job = (int64_t)record.number, .place = place, .is_left = true };
        if (!load(s, r, &place, &one.fence, &text))
            continue;
        struct kept *same = find(list, n, one.job, one.fence);
        bool is_known = same != NULL || find(s->kept, s->n, one.job, one.fence) != NULL;
        if (record.kind == SPOOL_ANSWER && !is_known)
            add(&list, &n, &room, &one);
        if (record.kind == SPOOL_TAKEN && same != NULL)
            *same = list[--n];
    }
    for (size_t i = 0; i < n && rc == 0; i++) {
        (void)load(s, r, &list[i].place, &list[i].fence, &text);
        rc = append(s, SPOOL_ANSWER, list[i].job, list[i].fence, &text, &err);
        if (rc == 0)
            s->kept[s->n - 1].is_left = true;
    }
    if (rc == 0 && n > 0)
        rc = spool_sync(s->log, &err);
    if (rc < 0) {
        note(s, err.msg);
    } else if (spool_reader_is_damaged(r)) {
        char why[600];
        snprintf(why, sizeof(why),
                 "%.400s: %" PRIu64 " bytes are damaged; the files are set aside "
                 "as .refused",
                 part, spool_reader_skipped(r));
        note(s, why);
        spool_set_aside(r);
    } else if (from == s->log) {
        spool_forget(r, UINT64_MAX);
    } else {
        spool_clear(r);
    }
    spool_reader_free(r);
    buf_release(&text);
    free(list);
}

static char *part_path(const struct queue_spool *s, unsigned number)
{
    struct buf path = { 0 };
    buf_printf(&path, "%s/%u", s->root, number);
    return buf_detach(&path);
}

void queue_spool_adopt(struct queue_spool *s)
{
    for (unsigned i = 0; i < MOST_PARTS; i++) {
        char *part CLEANUP(mem_free_ptr) = part_path(s, i);
        struct spool *log = NULL;
        struct err ignored;
        if (!file_exists(part))
            break;
        if (i == s->number || spool_open_left(part, &log, &ignored) < 0)
            continue;
        take_over(s, log, part);
        spool_close(log);
    }
}

static int open_part(struct queue_spool *s, struct err *err)
{
    int rc = ERR_BUSY;
    for (; rc == ERR_BUSY && s->number < MOST_PARTS; s->number += rc == ERR_BUSY) {
        free(s->path);
        s->path = part_path(s, s->number);
        rc = spool_open(s->path, LOG_NAME, FILE_BYTES, &s->log, err);
    }
    if (rc == ERR_BUSY)
        return err_set(err, ERR_USAGE, "the spool %s cannot be used: it has too many workers",
                       s->root);
    if (rc < 0) {
        err_context(err, "the spool %s cannot be used", s->root);
        return err->code = ERR_USAGE;
    }
    s->reader = spool_reader_new(s->log);
    take_over(s, s->log, s->path);
    /* Answers of versions before the log, a file each: only those versions read them. */
    char text[600];
    size_t n = 0;
    DIR *d = opendir(s->path);
    for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        n += str_ends_with(e->d_name, ".answer");
    if (d != NULL)
        closedir(d);
    snprintf(text, sizeof(text),
             "%zu answers of an earlier version are in %.400s: start a worker of that version to "
             "deliver them",
             n, s->path);
    if (n > 0)
        note(s, text);
    queue_spool_adopt(s);
    return 0;
}

int queue_spool_open(const struct queue_spool_options *o, struct queue_spool **out, struct err *err)
{
    struct queue_spool *s = mem_alloc(sizeof(*s));
    struct buf root = { 0 };
    s->o = *o;
    s->identity = mem_strdup(o->identity);
    buf_printf(&root, "%s/%s", o->folder, o->identity);
    s->root = buf_detach(&root);
    int rc = make_folder(o->folder, err);
    if (rc == 0)
        rc = make_folder(s->root, err);
    if (rc == 0)
        rc = open_part(s, err);
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
    spool_reader_free(s->reader);
    spool_close(s->log);
    free(s->identity);
    free(s->root);
    free(s->path);
    free(s->kept);
    free(s);
}

const char *queue_spool_path(const struct queue_spool *s)
{
    return s->path;
}

size_t queue_spool_left(const struct queue_spool *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += s->kept[i].is_left;
    return n;
}

int queue_spool_put(struct queue_spool *s, int64_t job, int64_t fence, const struct buf *answer,
                    struct err *err)
{
    int rc = append(s, SPOOL_ANSWER, job, fence, answer, err);
    return rc < 0 ? err_context(err, "%s: an answer cannot be kept there", s->path) : 0;
}

int queue_spool_sync(struct queue_spool *s, struct err *err)
{
    int rc = spool_sync(s->log, err);
    return rc < 0 ? err_context(err, "%s", s->path) : 0;
}

/* A mark that cannot be written lets the answer be handed in again, which the queue takes as too
 * late. */
void queue_spool_remove(struct queue_spool *s, int64_t job, int64_t fence)
{
    struct kept *k = find(s->kept, s->n, job, fence);
    struct err ignored;
    uint64_t oldest = UINT64_MAX;
    if (k == NULL)
        return;
    *k = s->kept[--s->n];
    for (size_t i = 0; i < s->n; i++)
        oldest = s->kept[i].place.file < oldest ? s->kept[i].place.file : oldest;
    if (s->n > 0)
        (void)append(s, SPOOL_TAKEN, job, fence, NULL, &ignored);
    spool_trim(s->log, oldest);
}

static void refuse(struct queue_spool *s, struct kept *k, const struct buf *answer, const char *why)
{
    struct buf name = { 0 };
    struct buf text = { 0 };
    struct err err = { 0 };
    buf_printf(&name, "%s/%" PRId64 "-%" PRId64 ".answer", s->path, k->job, k->fence);
    buf_printf(&text, "%s: %.300s; ", buf_text(&name), why);
    buf_puts(&name, ".refused");
    (void)unlink(buf_text(&name));
    int rc = file_write_atomic(buf_text(&name), buf_text(answer), answer->len, &err);
    buf_puts(&text, rc == 0 ? "it is set aside as .refused" : err.msg);
    note(s, buf_text(&text));
    queue_spool_remove(s, k->job, k->fence);
    buf_release(&name);
    buf_release(&text);
}

static struct kept *first_left(struct queue_spool *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->kept[i].is_left)
            return &s->kept[i];
    return NULL;
}

void queue_spool_refuse(struct queue_spool *s, const char *why)
{
    struct buf text = { .max = 2 * FRAME_MAX_BYTES };
    struct kept *k = first_left(s);
    if (k != NULL) {
        (void)load(s, s->reader, &k->place, &k->fence, &text);
        refuse(s, k, &text, why);
    }
    buf_release(&text);
}

bool queue_spool_first(struct queue_spool *s, int64_t *job, int64_t *fence, struct buf *answer)
{
    for (struct kept *k; (k = first_left(s)) != NULL;) {
        struct arena a = { 0 };
        struct result_message m = { 0 };
        struct err why = { 0 };
        bool ok = load(s, s->reader, &k->place, fence, answer) &&
                  memchr(buf_text(answer), '\0', answer->len) == NULL &&
                  result_decode(buf_text(answer), answer->len, &a, &m, &why) == 0 && m.id == k->job;
        arena_release(&a);
        *job = k->job;
        if (ok)
            return true;
        refuse(s, k, answer, "it is not a result of its job");
    }
    return false;
}
