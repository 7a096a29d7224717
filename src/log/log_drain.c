#define _GNU_SOURCE
#include "src/log/log_drain.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "columns/log_place.h"
#include "columns/log_places.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/log/log_rows.h"
#include "src/store/db.h"
#include "src/store/facts.h"
#include "src/store/writer.h"

#define READ_BYTES     ((size_t)4 << 20)
#define BATCH_BYTES    ((size_t)8 << 20) /* a transaction, or BATCH_LINES */
#define BATCH_LINES    5000
#define LINE_MAX_BYTES ((size_t)1 << 30)
#define REST_MS        20  /* between looks at busy logs: larger transactions */
#define IDLE_MS        250 /* longest wait without news */
#define HELD_UP_MS     250
#define BUSY_MS        600000 /* for a database of others, once nobody logs any more */
#define LOCK_MS        1000   /* producers try the lock as well */
#define FACTS_REST     50     /* see src/server/spool/drain.c */
#define NS_PER_MS      1000000

struct log_file {
    char *name; /* without ".jsonl"; owned */
    int fd;
    uint64_t at;     /* read and stored, or refused */
    uint64_t put;    /* in the transaction under way */
    struct buf rest; /* read behind at */
    struct arena arena;
    struct log_run run;
    bool has_run, ended, gone; /* gone: the producer */
    bool is_foreign;           /* of another protocol: left alone */
    struct log_file *next;     /* by name */
};

struct log_drain {
    const struct log_drain_options *options;
    struct log_drain_summary *summary;
    char *folder;
    int lock, notify;
    struct db *db;
    struct log_rows *rows;
    struct log_file *files;
    bool facts_behind;
    int64_t facts_due_ns;
    char last_note[300];
};

static void note(struct log_drain *d, const char *text)
{
    if (strncmp(d->last_note, text, sizeof(d->last_note) - 1) == 0)
        return;
    snprintf(d->last_note, sizeof(d->last_note), "%s", text);
    d->options->note(d->options->context, text);
}

static char *path_of(const struct log_drain *d, const char *name, const char *ending,
                     struct arena *a)
{
    return arena_printf(a, "%s/%s%s", d->folder, name, ending);
}

/* ---- files ---- */

static void free_file(struct log_file *f)
{
    if (f->fd >= 0)
        close(f->fd);
    buf_release(&f->rest);
    arena_release(&f->arena);
    free(f->name);
    free(f);
}

static bool is_known(const struct log_drain *d, const char *name)
{
    for (const struct log_file *f = d->files; f != NULL; f = f->next)
        if (strcmp(f->name, name) == 0)
            return true;
    return false;
}

static int stored_bytes(struct log_drain *d, const char *name, uint64_t *out, struct err *err)
{
    int64_t n = 0;
    struct stmt *st = db_query(d->db, "log_place");
    stmt_bind_text(st, ":file", name);
    int rc = stmt_step(st, err);
    if (rc > 0)
        n = stmt_int(st, LOG_PLACE_BYTES);
    stmt_reset(st);
    *out = n > 0 ? (uint64_t)n : 0;
    return rc < 0 ? rc : 0;
}

/* The first line says the run, also of a log that was read to some place before. */
static int read_head(struct log_file *f, struct err *err)
{
    struct buf CLEANUP(buf_release) head = { 0 };
    char *room = mem_alloc(READ_BYTES);
    const char *end = NULL;
    ssize_t n = 1;
    while (end == NULL && n > 0 && head.len < BATCH_BYTES) {
        n = pread(f->fd, room, READ_BYTES, (off_t)head.len);
        if (n > 0)
            buf_add(&head, room, (size_t)n);
        end = head.len == 0 ? NULL : memchr(head.data, '\n', head.len);
    }
    free(room);
    if (end == NULL)
        return 0; /* later */
    const size_t len = (size_t)(end - head.data);
    const char *line = arena_strndup(&f->arena, head.data, len);
    int rc = log_run_read(line, len, &f->arena, &f->run, err);
    f->has_run = rc == 0;
    if (f->at == 0)
        f->at = f->put = len + 1;
    return rc;
}

static int add_file(struct log_drain *d, const char *name, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct log_file *f = mem_alloc(sizeof(*f));
    f->name = mem_strdup(name);
    f->fd = open(path_of(d, name, ".jsonl", &a), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    int rc = 0;
    struct stat st;
    if (f->fd < 0 && errno != ENOENT && errno != ELOOP)
        rc = err_set(err, ERR_INTEGRITY, "%s.jsonl cannot be read: %s", name, strerror(errno));
    else if (f->fd < 0 || fstat(f->fd, &st) != 0 || !S_ISREG(st.st_mode))
        rc = ERR_NOMATCH; /* what no producer makes */
    if (rc == 0)
        rc = stored_bytes(d, name, &f->at, err);
    f->put = f->at;
    if (rc < 0) {
        free_file(f);
        return rc == ERR_NOMATCH ? 0 : rc;
    }
    struct log_file **at = &d->files; /* names begin with the time */
    while (*at != NULL && strcmp((*at)->name, f->name) < 0)
        at = &(*at)->next;
    f->next = *at;
    *at = f;
    return 0;
}

/* -1: the folder is gone. */
static int scan(struct log_drain *d, struct err *err)
{
    DIR *folder = opendir(d->folder);
    if (folder == NULL)
        return -1;
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const size_t len = strlen(e->d_name);
        if (len <= 6 || e->d_name[0] == '.' || !str_ends_with(e->d_name, ".jsonl"))
            continue;
        const char *name = arena_strndup(&a, e->d_name, len - 6);
        if (!is_known(d, name) && add_file(d, name, err) < 0)
            note(d, err->msg);
    }
    closedir(folder);
    return 0;
}

/* ---- lines into rows ---- */

static void refuse(struct log_drain *d, const struct log_file *f, const char *line, size_t len,
                   const char *why)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    const char *path = path_of(d, f->name, ".refused", &a);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
    buf_printf(&text, "# %s\n", why);
    buf_add(&text, line, len);
    buf_putc(&text, '\n');
    ssize_t n = fd < 0 ? -1 : write(fd, text.data, text.len);
    if (fd >= 0)
        close(fd);
    d->summary->refused++;
    char said[600];
    snprintf(said, sizeof(said), "a line was not stored%s: %.400s",
             n == (ssize_t)text.len ? " (it is kept in the log's .refused)" : "", why);
    note(d, said);
}

static int put_place(struct log_drain *d, const struct log_file *f, struct err *err)
{
    struct stmt *st = db_query(d->db, "log_set_place");
    stmt_bind_text(st, ":file", f->name);
    stmt_bind_int(st, ":bytes", (int64_t)f->put);
    return stmt_run(st, err);
}

/* The next whole line behind f->put, which is not moved; NULL: none yet. */
static const char *next_line(struct log_file *f, size_t *out_len)
{
    for (;;) {
        const size_t from = (size_t)(f->put - f->at);
        const char *start = f->rest.len > from ? f->rest.data + from : NULL;
        const char *end = start == NULL ? NULL : memchr(start, '\n', f->rest.len - from);
        if (end != NULL) {
            *out_len = (size_t)(end - start);
            return start;
        }
        if (f->rest.len > LINE_MAX_BYTES)
            return NULL;
        char *room = mem_alloc(READ_BYTES);
        ssize_t n = pread(f->fd, room, READ_BYTES, (off_t)(f->at + f->rest.len));
        if (n > 0)
            buf_add(&f->rest, room, (size_t)n);
        free(room);
        if (n <= 0)
            return NULL;
    }
}

/* Lines of one log, at most as many as are left of a batch.  *out_line and len: the last. */
static int put_lines(struct log_drain *d, struct log_file *f, size_t *left_bytes,
                     size_t *left_lines, struct err *err)
{
    size_t len = 0;
    const char *line;
    int rc = 0;
    while (rc == 0 && *left_bytes > 0 && *left_lines > 0 && (line = next_line(f, &len)) != NULL) {
        bool ended = false;
        if (len > 0)
            rc = log_rows_put(d->rows, &f->run, line, len, &ended, err);
        if (rc < 0)
            return rc;
        f->ended = f->ended || ended;
        f->put += len + 1;
        *left_bytes -= len < *left_bytes ? len : *left_bytes;
        (*left_lines)--;
    }
    return 0;
}

static void keep(struct log_drain *d, struct log_file *f)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char text[24];
    if (f->put == f->at)
        return;
    const size_t used = (size_t)(f->put - f->at);
    memmove(f->rest.data, f->rest.data + used, f->rest.len - used);
    f->rest.len -= used;
    f->at = f->put;
    int fd =
        open(path_of(d, f->name, ".done", &a), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    snprintf(text, sizeof(text), "%020" PRIu64 "\n", f->at);
    ssize_t n = fd < 0 ? 0 : pwrite(fd, text, 21, 0);
    (void)n; /* producers wait in vain and say so */
    if (fd >= 0)
        close(fd);
}

static void give_up(struct log_drain *d)
{
    db_rollback(d->db);
    log_rows_forget(d->rows);
    for (struct log_file *f = d->files; f != NULL; f = f->next)
        f->put = f->at;
}

static int commit(struct log_drain *d, struct err *err)
{
    int rc = 0;
    for (struct log_file *f = d->files; f != NULL && rc == 0; f = f->next)
        if (f->put > f->at)
            rc = put_place(d, f, err);
    return rc < 0 ? rc : writer_commit(d->db, err);
}

/* One transaction of all logs.  most: lines. */
static int store_batch(struct log_drain *d, size_t most, size_t *out_n, struct err *err)
{
    size_t bytes = BATCH_BYTES, lines = most;
    int rc = writer_begin(d->db, err);
    for (struct log_file *f = d->files; f != NULL && rc == 0; f = f->next)
        if (f->has_run)
            rc = put_lines(d, f, &bytes, &lines, err);
    *out_n = most - lines;
    if (rc == 0)
        rc = commit(d, err);
    if (rc < 0) {
        give_up(d);
        return rc;
    }
    for (struct log_file *f = d->files; f != NULL; f = f->next)
        keep(d, f);
    d->summary->stored += *out_n;
    return 0;
}

/* The database takes a write, so the line that it does not take is at fault. */
static int refuse_first(struct log_drain *d, const char *why, struct err *err)
{
    for (struct log_file *f = d->files; f != NULL; f = f->next) {
        size_t len = 0;
        const char *line = f->has_run ? next_line(f, &len) : NULL;
        if (line == NULL)
            continue;
        int rc = db_begin(d->db, err);
        f->put += len + 1;
        if (rc == 0)
            rc = put_place(d, f, err);
        if (rc == 0)
            rc = db_commit(d->db, err);
        if (rc < 0) {
            give_up(d);
            return rc;
        }
        refuse(d, f, line, len, why);
        keep(d, f);
        return 0;
    }
    return 0;
}

/* 1: something was stored, 0: nothing is there, negative: the database takes nothing now. */
static int store_some(struct log_drain *d, struct err *err)
{
    size_t n = 0;
    int rc = store_batch(d, BATCH_LINES, &n, err);
    if (rc == ERR_BUSY)
        return rc;
    for (size_t i = 0; rc < 0 && i < BATCH_LINES; i++) { /* line by line up to the bad one */
        struct err why = { 0 };
        rc = store_batch(d, 1, &n, &why);
        if (rc == ERR_BUSY)
            return rc;
        if (rc < 0)
            return refuse_first(d, why.msg, err) < 0 ? ERR_BUSY : 1;
        rc = n == 0 ? 0 : ERR_INTEGRITY;
    }
    d->facts_behind = d->facts_behind || n > 0;
    return n > 0 ? 1 : 0;
}

/* ---- ends of logs ---- */

static bool has_rest(const struct log_file *f)
{
    struct stat st;
    return fstat(f->fd, &st) == 0 && (uint64_t)st.st_size > f->at;
}

static bool is_last_of_run(const struct log_drain *d, const struct log_file *f)
{
    for (const struct log_file *o = d->files; o != NULL; o = o->next)
        if (o != f && o->has_run && strcmp(o->run.name, f->run.name) == 0)
            return false;
    return true;
}

static int forget_place(struct log_drain *d, const char *name, struct err *err)
{
    struct stmt *st = db_query(d->db, "log_forget_place");
    stmt_bind_text(st, ":file", name);
    return stmt_run(st, err);
}

/* The file goes first: a place without a log is forgotten by the next start. */
static int end_file(struct log_drain *d, struct log_file *f, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const bool is_cut = has_rest(f);
    int rc = db_begin(d->db, err);
    if (rc == 0 && f->has_run && is_last_of_run(d, f))
        rc = log_rows_close_run(d->rows, &f->run, !f->ended, err);
    if (rc == 0)
        rc = db_commit(d->db, err);
    if (rc < 0) {
        give_up(d);
        return rc;
    }
    d->summary->cut += is_cut;
    if (!f->has_run && is_cut) {
        rename(path_of(d, f->name, ".jsonl", &a), path_of(d, f->name, ".refused", &a));
        note(d, "a log without a head is kept as .refused");
    }
    unlink(path_of(d, f->name, ".jsonl", &a));
    unlink(path_of(d, f->name, ".done", &a));
    return forget_place(d, f->name, err);
}

/* 1: one more log has lost its producer. */
static int end_files(struct log_drain *d, struct err *err)
{
    int rc = 0, news = 0;
    for (struct log_file **at = &d->files; *at != NULL && rc == 0;) {
        struct log_file *f = *at;
        size_t len = 0;
        if (f->is_foreign) {
            at = &f->next;
            continue;
        }
        if (!f->gone) { /* looked at once more: it may have written before it went */
            f->gone = flock(f->fd, LOCK_EX | LOCK_NB) == 0;
            news = news || f->gone;
        } else if (f->has_run ? next_line(f, &len) == NULL : true) {
            rc = end_file(d, f, err);
            if (rc < 0)
                break;
            *at = f->next;
            free_file(f);
            continue;
        }
        at = &f->next;
    }
    return rc < 0 ? rc : news;
}

/* ---- the loop ---- */

static int open_database(struct log_drain *d, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    if (d->db != NULL)
        return 0;
    int rc = db_open(d->options->db_path, DB_WRITE, &d->db, err);
    if (rc == 0)
        rc = writer_stays(d->db, err);
    if (rc < 0)
        return rc;
    d->rows = log_rows_new(d->db, d->options->argv);
    struct stmt *st = db_query(d->db, "log_places");
    const char **gone = NULL;
    size_t n = 0, room = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (n == room) {
            room = room == 0 ? 16 : 2 * room;
            gone = mem_grow(gone, room, sizeof(*gone));
        }
        gone[n++] = arena_strdup(&a, stmt_text(st, LOG_PLACES_FILE));
    }
    stmt_reset(st);
    for (size_t i = 0; i < n && rc == 0; i++)
        if (access(path_of(d, gone[i], ".jsonl", &a), F_OK) != 0 && errno == ENOENT)
            rc = forget_place(d, gone[i], err);
    free(gone);
    return rc;
}

static int open_folder(struct log_drain *d, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    if (mkdir(d->folder, 0777) != 0 && errno != EEXIST)
        return err_set(err, ERR_USAGE, "%s cannot be made: %s", d->folder, strerror(errno));
    d->lock = open(path_of(d, "lock", "", &a), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (d->lock < 0)
        return err_set(err, ERR_USAGE, "%s/lock cannot be opened: %s", d->folder, strerror(errno));
    const int64_t until = clock_monotonic_ns() + (int64_t)LOCK_MS * NS_PER_MS;
    while (flock(d->lock, LOCK_EX | LOCK_NB) != 0) {
        if (clock_monotonic_ns() > until)
            return err_set(err, ERR_BUSY, "another process takes the logs of %s", d->folder);
        poll(NULL, 0, 10);
    }
    d->notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (d->notify >= 0)
        inotify_add_watch(d->notify, d->folder, IN_MODIFY | IN_MOVED_TO | IN_CLOSE_WRITE);
    return 0;
}

static void rest(struct log_drain *d, bool had_some)
{
    char events[16384];
    struct pollfd fd = { .fd = d->notify, .events = POLLIN };
    poll(NULL, 0, had_some ? 0 : REST_MS);
    if (!had_some)
        poll(&fd, d->notify >= 0, IDLE_MS);
    while (d->notify >= 0 && read(d->notify, events, sizeof(events)) > 0)
        ;
}

static void refresh_facts(struct log_drain *d)
{
    struct err err = { 0 };
    if (!d->facts_behind || d->db == NULL || clock_monotonic_ns() < d->facts_due_ns)
        return;
    int64_t start_ns = clock_monotonic_ns();
    d->facts_behind = facts_refresh(d->db, &err) != 0;
    int64_t end_ns = clock_monotonic_ns();
    d->facts_due_ns = end_ns + FACTS_REST * (end_ns - start_ns);
}

static bool has_logs(const struct log_drain *d)
{
    const struct log_file *f = d->files;
    while (f != NULL && f->is_foreign)
        f = f->next;
    return f != NULL;
}

/* 1: go on at once, 0: nothing to do, negative: the database takes nothing. */
static int turn(struct log_drain *d, struct err *err)
{
    int rc = open_database(d, err);
    if (rc < 0)
        return rc;
    if (scan(d, err) < 0)
        return 0;
    for (struct log_file *f = d->files; f != NULL; f = f->next) {
        struct err why = { 0 };
        if (!f->has_run && !f->is_foreign && read_head(f, &why) < 0) {
            f->is_foreign = true;
            note(d, why.msg);
        }
    }
    if (!has_logs(d))
        return 0;
    rc = store_some(d, err);
    if (rc == 0)
        rc = end_files(d, err);
    return rc;
}

static bool has_producers(struct log_drain *d)
{
    for (struct log_file *f = d->files; f != NULL; f = f->next)
        f->gone = f->gone || flock(f->fd, LOCK_EX | LOCK_NB) == 0;
    for (const struct log_file *f = d->files; f != NULL; f = f->next)
        if (!f->gone)
            return true;
    return false;
}

static bool folder_is_there(const struct log_drain *d)
{
    struct stat st;
    return stat(d->folder, &st) == 0;
}

static int loop(struct log_drain *d, struct err *err)
{
    int64_t idle_since = clock_monotonic_ns();
    int64_t stored_ns = idle_since; /* the database was fine */
    int rc = 0;
    while (*d->options->stop == 0 && folder_is_there(d)) {
        rc = turn(d, err);
        if (rc < 0) {
            /* Its logs stay for the next process. */
            const int64_t patience_ms = rc == ERR_BUSY ? BUSY_MS : d->options->idle_ms;
            if (clock_monotonic_ns() - stored_ns > patience_ms * NS_PER_MS && !has_producers(d))
                return rc;
            note(d, err->msg);
            poll(NULL, 0, HELD_UP_MS);
            continue;
        }
        stored_ns = clock_monotonic_ns();
        if (has_logs(d))
            idle_since = clock_monotonic_ns();
        else if (clock_monotonic_ns() - idle_since >= d->options->idle_ms * NS_PER_MS)
            break;
        if (rc == 0)
            refresh_facts(d);
        rest(d, rc > 0);
    }
    if (*d->options->stop != 0 && has_logs(d))
        return err_set(err, ERR_INTERRUPTED,
                       "stopped; the next 'rollbook log' stores the rest of %s", d->folder);
    d->facts_due_ns = 0;
    refresh_facts(d);
    return 0;
}

int log_drain_run(const struct log_drain_options *options, struct log_drain_summary *out,
                  struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct log_drain d = { .options = options, .summary = out, .lock = -1, .notify = -1 };
    *out = (struct log_drain_summary){ 0 };
    d.folder = options->folder != NULL ? arena_strdup(&a, options->folder)
                                       : arena_printf(&a, "%s-log", options->db_path);
    int rc = open_folder(&d, err);
    if (rc == 0)
        rc = loop(&d, err);
    while (d.files != NULL) {
        struct log_file *f = d.files;
        d.files = f->next;
        free_file(f);
    }
    log_rows_free(d.rows);
    db_close(d.db);
    if (d.notify >= 0)
        close(d.notify);
    if (d.lock >= 0)
        close(d.lock);
    return rc;
}
