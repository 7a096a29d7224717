/*
 * log_mark.c - which log belongs to which database, and whether somebody else wrote the file.
 *
 * Every commit writes one row of meta: its own number, that of the commit before it, and a state.
 * The first commit in a log repeats the number that the file itself has, so a log that lies beside
 * a file is its own when the file's number stands in it.  SQLite does not ask: it takes the pages
 * of any log.
 *
 * The first commit of a connection says "open", and goes into the file at once; closing says
 * "closed", with the file's time and, up to MOST_SUMMED bytes, the sum of its pages.  An open file
 * without a log has lost one; a closed file with another time and another sum was changed by
 * another program.
 */
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "columns/log_mark.h"
#include "columns/meta_page.h"
#include "columns/pragma_foreign_key_check.h"
#include "columns/pragma_integrity_check.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/functions/row_checksum.h"

#define BEFORE      "rollbook-log "
#define NUMBER      16 /* hexadecimal digits */
#define MOST_SUMMED ((sqlite3_int64)64 << 20)
#define MOST_PAGE   65536

/* The row, as far as its beginning, in the bytes of a page; NULL: not there. */
static const char *find_row(const void *bytes, size_t len)
{
    const size_t n = strlen(BEFORE);
    const char *end = (const char *)bytes + len;
    for (const char *at = bytes; (at = memchr(at, *BEFORE, (size_t)(end - at))) != NULL; at++)
        if ((size_t)(end - at) < n)
            return NULL;
        else if (memcmp(at, BEFORE, n) == 0)
            return at;
    return NULL;
}

struct log_mark {
    char number[NUMBER + 1]; /* "": the file has none */
    char state;              /* of enum mark_state */
    uint64_t sum;            /* 0: none was made */
    int64_t time_ns;         /* 0: none */
};

/* ---- the row ---- */

static int64_t time_of(const struct stat *st)
{
    return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

static bool parse_mark(const char *text, struct log_mark *out)
{
    *out = (struct log_mark){ .state = MARK_UNKNOWN };
    return text != NULL &&
           sscanf(text, BEFORE "%16[0-9a-f] %*16[0-9a-f] %c %16" SCNx64 " %19" SCNd64, out->number,
                  &out->state, &out->sum, &out->time_ns) == 4 &&
           strlen(out->number) == NUMBER;
}

static void read_mark(struct db *db, struct log_mark *out)
{
    struct err ignored = { 0 };
    struct stmt *st = db_query(db, "log_mark");
    bool any = stmt_step(st, &ignored) > 0;
    (void)parse_mark(any ? stmt_text(st, LOG_MARK_VALUE) : NULL, out);
    stmt_reset(st);
}

static int put_mark(struct db *db, enum mark_state state, uint64_t sum, int64_t time_ns,
                    struct err *err)
{
    char number[NUMBER + 1];
    char rest[64];
    snprintf(number, sizeof(number), "%016" PRIx64, rng_secret_number());
    snprintf(rest, sizeof(rest), " %c %016" PRIx64 " %019" PRId64, (char)state, sum, time_ns);
    struct stmt *st = db_plain_query(db, "put_log_mark");
    stmt_bind_text(st, ":before", BEFORE);
    stmt_bind_text(st, ":mark", number);
    stmt_bind_text(st, ":state", rest);
    return stmt_run(st, err);
}

/* ---- the file itself, without its log ---- */

/* By SQLite's own handle: closing another one would drop the locks of this process. */
static sqlite3_file *file_of(struct db *db)
{
    sqlite3_file *file = NULL;
    sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_FILE_POINTER, &file);
    return file != NULL && file->pMethods != NULL ? file : NULL;
}

static sqlite3_int64 size_of(sqlite3_file *file)
{
    sqlite3_int64 size = 0;
    return file != NULL && file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : 0;
}

static bool read_at(sqlite3_file *file, void *out, size_t n, sqlite3_int64 at)
{
    return file->pMethods->xRead(file, out, (int)n, at) == SQLITE_OK;
}

static size_t page_size(const unsigned char head[18])
{
    size_t size = (size_t)head[16] << 8 | head[17];
    return size == 1 ? MOST_PAGE : size;
}

static int64_t meta_page(struct db *db)
{
    struct err ignored = { 0 };
    struct stmt *st = db_query(db, "meta_page");
    int64_t page = stmt_step(st, &ignored) > 0 ? stmt_int(st, META_PAGE_ROOTPAGE) : 0;
    stmt_reset(st);
    return page;
}

/* False: it has no page that holds the row. */
static bool mark_in_file(struct db *db, struct log_mark *out)
{
    unsigned char *page CLEANUP(mem_free_ptr) = mem_array(MOST_PAGE + 1, 1);
    sqlite3_file *file = file_of(db);
    int64_t at = meta_page(db);
    unsigned char head[18];
    *out = (struct log_mark){ .state = MARK_UNKNOWN };
    if (file == NULL || at <= 0 || !read_at(file, head, sizeof(head), 0))
        return false;
    size_t size = page_size(head);
    if (size < 512 || size > MOST_PAGE || !read_at(file, page, size, (at - 1) * (int64_t)size))
        return false;
    const char *row = find_row(page, size);
    return row != NULL && parse_mark(row, out);
}

/* But for what SQLite counts in the first page. */
static uint64_t sum_of_page(int64_t number, unsigned char *page, size_t size)
{
    if (number == 1) {
        memset(page + 18, 0, 2); /* whether a log is used */
        memset(page + 24, 0, 4); /* changes */
        memset(page + 92, 0, 8); /* for which of them its size holds, and SQLite's version */
    }
    return checksum_bytes((uint64_t)number, page, size);
}

/* All but the page of the row.  0: too large, or unreadable. */
static uint64_t sum_of_pages(struct db *db)
{
    unsigned char *page CLEANUP(mem_free_ptr) = mem_array(MOST_PAGE, 1);
    sqlite3_file *file = file_of(db);
    sqlite3_int64 size = size_of(file);
    int64_t without = meta_page(db);
    unsigned char head[18];
    uint64_t sum = 1;
    if (file == NULL || size == 0 || size > MOST_SUMMED || without <= 0 ||
        !read_at(file, head, sizeof(head), 0))
        return 0;
    const size_t each = page_size(head);
    for (int64_t i = 1; (sqlite3_int64)each * i <= size; i++) {
        if (i == without)
            continue;
        if (!read_at(file, page, each, (i - 1) * (sqlite3_int64)each))
            return 0;
        sum += sum_of_page(i, page, each);
    }
    return sum == 0 ? 1 : sum;
}

/* ---- the log that lies beside it ---- */

#define LOG_HEAD   32
#define FRAME_HEAD 24

struct log_bytes {
    unsigned char *at; /* NULL: none */
    size_t len;
};

static struct log_bytes map_beside(const char *path, const char *suffix)
{
    struct buf CLEANUP(buf_release) name = { 0 };
    struct stat st;
    struct log_bytes log = { NULL, 0 };
    buf_printf(&name, "%s%s", path, suffix);
    int fd = open(buf_text(&name), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
        void *at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
        if (at != MAP_FAILED)
            log = (struct log_bytes){ at, (size_t)st.st_size };
    }
    if (fd >= 0)
        close(fd);
    return log;
}

static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

enum log_kind {
    LOG_NONE,    /* SQLite takes no page of it */
    LOG_OWN,     /* it repeats the number of the file */
    LOG_FOREIGN, /* Rollbook wrote it, and it does not */
    LOG_UNKNOWN  /* another program wrote it */
};

/* Frames behind the end of what a restarted log holds have older salts. */
static enum log_kind kind_of_log(const struct log_bytes *log, const char *number)
{
    bool any_commit = false, any_mark = false, is_own = false;
    if (log->len < LOG_HEAD || (number_at(log->at) & ~1U) != 0x377f0682)
        return LOG_NONE;
    const size_t page = number_at(log->at + 8);
    if (page < 512 || page > MOST_PAGE)
        return LOG_NONE;
    for (size_t at = LOG_HEAD; at + FRAME_HEAD + page <= log->len && !(is_own && any_commit);
         at += FRAME_HEAD + page) {
        const unsigned char *frame = log->at + at;
        if (memcmp(frame + 8, log->at + 16, 8) != 0)
            break;
        any_commit |= number_at(frame + 4) != 0;
        const char *row = find_row(frame + FRAME_HEAD, page);
        const char *end = (const char *)frame + FRAME_HEAD + page;
        if (row == NULL || end - row < (long)(strlen(BEFORE) + 2 * NUMBER + 1))
            continue;
        any_mark = true;
        row += strlen(BEFORE);
        is_own |= number[0] != '\0' && (memcmp(row, number, NUMBER) == 0 ||
                                        memcmp(row + NUMBER + 1, number, NUMBER) == 0);
    }
    if (!any_commit)
        return LOG_NONE;
    return is_own ? LOG_OWN : any_mark && number[0] != '\0' ? LOG_FOREIGN : LOG_UNKNOWN;
}

/* Another process has it open: then it is no leftover.  SQLite's locks lie on its shared memory. */
static bool is_live(const char *path)
{
    struct buf CLEANUP(buf_release) name = { 0 };
    struct stat st;
    char wanted[64];
    char line[256];
    bool found = false;
    buf_printf(&name, "%s-shm", path);
    FILE *locks = stat(buf_text(&name), &st) == 0 ? fopen("/proc/locks", "re") : NULL;
    if (locks == NULL)
        return false;
    snprintf(wanted, sizeof(wanted), " %02x:%02x:%llu ", major(st.st_dev), minor(st.st_dev),
             (unsigned long long)st.st_ino);
    while (!found && fgets(line, sizeof(line), locks) != NULL) {
        long pid = 0; /* "1: POSIX  ADVISORY  READ  1234 00:1f:5678 128 128" */
        found = strstr(line, wanted) != NULL && sscanf(line, "%*s %*s %*s %*s %ld", &pid) == 1 &&
                pid != (long)getpid();
    }
    fclose(locks);
    return found;
}

/* What both give together is a database, and the same one: no other program writes its number. */
static bool is_sound(struct db *db, const char *number)
{
    struct err ignored = { 0 };
    struct log_mark mark;
    read_mark(db, &mark);
    int64_t id = 0;
    if (stmt_one_int(db_query(db, "get_application_id"), &id, &ignored) < 0 ||
        id != DB_APPLICATION_ID || (*number != '\0' && strcmp(mark.number, number) != 0))
        return false;
    struct stmt *st = db_query(db, "pragma_integrity_check");
    const char *text =
        stmt_step(st, &ignored) > 0 ? stmt_text(st, PRAGMA_INTEGRITY_CHECK_INTEGRITY_CHECK) : NULL;
    bool sound = text != NULL && strcmp(text, "ok") == 0;
    stmt_reset(st);
    st = db_query(db, "pragma_foreign_key_check");
    sound = sound && stmt_step(st, &ignored) == 0;
    stmt_reset(st);
    db_forget_statements(db);
    return sound;
}

static int check_log(struct db *db, struct err *err)
{
    struct log_bytes log = map_beside(db->path, "-wal");
    struct log_mark mark;
    struct err why = { 0 };
    enum log_kind kind = LOG_NONE;
    if (log.at == NULL)
        return 0;
    /* Whether anything can be read is said by whoever reads first. */
    int rc = db_exec(db, query_sql("get_user_version"), "reading", &why);
    if (rc == ERR_USAGE || rc == ERR_BUSY) {
        munmap(log.at, log.len);
        return 0;
    }
    /* A live one may be put into the file, and begin anew, between two looks. */
    for (int i = 0; i < 3; i++) {
        (void)mark_in_file(db, &mark);
        kind = kind_of_log(&log, mark.number);
        if (kind != LOG_FOREIGN)
            break;
    }
    munmap(log.at, log.len);
    db_forget_statements(db);
    if (kind == LOG_NONE || kind == LOG_OWN ||
        (kind == LOG_UNKNOWN && (is_live(db->path) || is_sound(db, mark.number))))
        return 0;
    return err_set(
        err, ERR_INTEGRITY,
        "%s: %s-wal is the log of another file, or of another state of this file. Nothing was "
        "applied or removed. Was another file copied or moved to this name? Then restore the file "
        "that the log belongs to, or move the log away to keep %s as it was copied",
        db->path, db->path, db->path);
}

/* ---- a journal ---- */

#define JOURNAL_HEAD 28

struct journal {
    struct log_bytes bytes;
    size_t sector, page;
    uint32_t n_pages; /* of the file before the change */
};

/* False: SQLite takes nothing of it. */
static bool is_journal(const struct log_bytes *bytes, size_t at)
{
    static const unsigned char magic[8] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
    return bytes->at != NULL && bytes->len >= at + JOURNAL_HEAD &&
           memcmp(bytes->at + at, magic, sizeof(magic)) == 0;
}

static uint32_t sum_of_record(uint32_t sum, const unsigned char *page, size_t size)
{
    for (long i = (long)size - 200; i > 0; i -= 200)
        sum += page[i];
    return sum;
}

/* Where it has the pages of the file as they were, by number, as SQLite reads it. */
static void find_records(const struct journal *j, const unsigned char **pages)
{
    const size_t each = j->page + 8;
    const struct log_bytes *bytes = &j->bytes;
    for (size_t head = 0; is_journal(bytes, head) && bytes->len >= head + j->sector;) {
        const unsigned char *at = bytes->at + head + j->sector;
        size_t n = number_at(bytes->at + head + 8);
        size_t left = (bytes->len - head - j->sector) / each;
        for (size_t i = 0; i < (n < left ? n : left); i++, at += each) {
            uint32_t page = number_at(at);
            if (page == 0 || number_at(at + 4 + j->page) !=
                                 sum_of_record(number_at(bytes->at + head + 12), at + 4, j->page))
                return;
            if (page <= j->n_pages)
                pages[page] = at + 4;
        }
        head = ((size_t)(at - bytes->at) + j->sector - 1) / j->sector * j->sector;
    }
}

/* The file has its first page as it was, or as the change left it, one count on. */
static bool fits_header(const struct journal *j, const unsigned char *first, sqlite3_file *file)
{
    unsigned char head[100];
    if (!read_at(file, head, sizeof(head), 0))
        return false;
    if (number_at((first == NULL ? head : first) + 28) != j->n_pages)
        return false;
    if (first == NULL)
        return true; /* not written yet */
    uint32_t was = number_at(first + 24);
    uint32_t is = number_at(head + 24);
    bool same = memcmp(first, head, 18) == 0 &&          /* format, size of pages */
                memcmp(first + 40, head + 40, 8) == 0 && /* schema */
                memcmp(first + 56, head + 56, 16) == 0;  /* encoding, version, program */
    return same && (is == was ? memcmp(first + 28, head + 28, 12) == 0 /* sizes */ : is == was + 1);
}

/*
 * A journal undoes a change that was cut short: its pages are those from before.  With them the
 * file must have the sum that it had when Rollbook closed it; where it has none (large, or of an
 * older schema), its header must fit.
 */
static bool is_journal_of(struct journal *j, sqlite3_file *file)
{
    struct log_mark mark;
    uint64_t sum = 1;
    uint64_t *by_row CLEANUP(mem_free_ptr) = NULL; /* with a row: the sum of all pages by it */
    const unsigned char **pages CLEANUP(mem_free_ptr) = NULL;
    unsigned char *page CLEANUP(mem_free_ptr) = mem_array(MOST_PAGE, 1);
    bool has_sum = false;
    j->n_pages = number_at(j->bytes.at + 16);
    j->sector = number_at(j->bytes.at + 20);
    j->page = number_at(j->bytes.at + 24);
    if (j->sector < JOURNAL_HEAD || j->sector > MOST_PAGE || j->page < 512 || j->page > MOST_PAGE ||
        j->n_pages > ((size_t)size_of(file) + j->bytes.len) / j->page)
        return false;
    pages = mem_array((size_t)j->n_pages + 1, sizeof(*pages));
    by_row = mem_array((size_t)j->n_pages + 1, sizeof(*by_row));
    find_records(j, pages);
    if (j->n_pages > MOST_SUMMED / j->page)
        return fits_header(j, pages[1], file);
    for (uint32_t i = 1; i <= j->n_pages; i++) {
        if (pages[i] != NULL)
            memcpy(page, pages[i], j->page);
        else if (!read_at(file, page, j->page, (sqlite3_int64)(i - 1) * (sqlite3_int64)j->page))
            return false;
        const char *row = find_row(page, j->page);
        bool is_closed = row != NULL && parse_mark(row, &mark) && mark.sum != 0;
        uint64_t one = sum_of_page(i, page, j->page);
        sum += one;
        by_row[i] = is_closed ? mark.sum + one : 0;
        has_sum |= is_closed;
    }
    for (uint32_t i = 1; has_sum && i <= j->n_pages; i++)
        if (by_row[i] != 0 && by_row[i] == sum)
            return true;
    return !has_sum && j->n_pages > 0 && fits_header(j, pages[1], file);
}

static int check_journal(struct db *db, struct err *err)
{
    struct journal journal = { .bytes = map_beside(db->path, "-journal") };
    struct log_bytes log = map_beside(db->path, "-wal");
    sqlite3_file *file = file_of(db);
    int is_held = 0;
    bool fits = !is_journal(&journal.bytes, 0) || file == NULL || size_of(file) == 0 ||
                (file->pMethods->xCheckReservedLock(file, &is_held) == SQLITE_OK && is_held) ||
                (kind_of_log(&log, "") == LOG_NONE && is_journal_of(&journal, file));
    if (journal.bytes.at != NULL)
        munmap(journal.bytes.at, journal.bytes.len);
    if (log.at != NULL)
        munmap(log.at, log.len);
    if (fits)
        return 0;
    return err_set(
        err, ERR_INTEGRITY,
        "%s: %s-journal undoes a change of another file, or of another state of this file. Nothing "
        "was applied or removed. Was another file copied or moved to this name? Then restore the "
        "file that the journal belongs to, or move the journal away. Otherwise another program "
        "changed this file more than once: 'sqlite3 %s .schema' undoes its last change, and "
        "'rollbook verify --deep' checks the result",
        db->path, db->path, db->path);
}

int log_check_beside(struct db *db, struct err *err)
{
    if (*db->path == ':' || !db_has_beside(db->path))
        return 0;
    int rc = check_journal(db, err);
    if (rc < 0)
        return rc;
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    rc = check_log(db, err);
    if (rc == 0)
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return rc;
}

/* ---- who wrote the file last ---- */

static enum mark_state state_now(struct db *db)
{
    struct log_mark mark;
    struct stat st;
    read_mark(db, &mark);
    if (mark.number[0] == '\0' || mark.state == MARK_UNKNOWN || mark.state == MARK_CHANGED ||
        stat(db->path, &st) != 0)
        return (enum mark_state)mark.state;
    struct log_bytes log = map_beside(db->path, "-wal");
    if (log.at != NULL) { /* somebody writes, or was killed */
        munmap(log.at, log.len);
        return MARK_UNKNOWN;
    }
    if (mark.state == MARK_OPEN)
        return MARK_OPEN;
    if (mark.time_ns == time_of(&st))
        return MARK_CLOSED;
    if (mark.sum != 0)
        return sum_of_pages(db) == mark.sum ? MARK_CLOSED : MARK_CHANGED;
    return mark.time_ns == 0 ? MARK_UNKNOWN : MARK_CHANGED;
}

int log_mark_commit(struct db *db, struct err *err)
{
    if (*db->path == ':' || sqlite3_total_changes64(db->handle) == db->mark.changes)
        return 0;
    if (!db->mark.is_known) {
        db->mark.is_known = true;
        db->mark.is_doubtful = db->mark.at_open == MARK_CHANGED;
    }
    return put_mark(db, db->mark.is_doubtful ? MARK_CHANGED : MARK_OPEN, 0, 0, err);
}

void log_mark_committed(struct db *db)
{
    if (!db->mark.is_known || db->mark.is_open)
        return;
    /* Beside somebody who reads the mark may stay in the log: the next commit tries again. */
    int in_log = 0, in_file = 0;
    db->mark.is_open = sqlite3_wal_checkpoint_v2(db->handle, "main", SQLITE_CHECKPOINT_PASSIVE,
                                                 &in_log, &in_file) == SQLITE_OK &&
                       in_log == in_file;
}

static int put_alone(struct db *db, enum mark_state state, uint64_t sum, int64_t time_ns)
{
    struct err ignored = { 0 };
    int rc = db_exec(db, query_sql("transaction_begin"), "closing", &ignored);
    if (rc == 0)
        rc = put_mark(db, state, sum, time_ns, &ignored);
    if (rc == 0)
        rc = db_exec(db, query_sql("transaction_commit"), "closing", &ignored);
    if (rc < 0 && sqlite3_get_autocommit(db->handle) == 0)
        sqlite3_exec(db->handle, query_sql("transaction_rollback"), NULL, NULL, NULL);
    db_forget_statements(db);
    return rc;
}

/* Of a command that was killed: this connection is the last one, and puts its log into the file. */
static bool is_left_open(struct db *db)
{
    struct log_mark mark;
    if (db->mark.dev == 0 || sqlite3_get_autocommit(db->handle) == 0)
        return false;
    read_mark(db, &mark);
    db_forget_statements(db);
    return mark.state == MARK_OPEN && db->mark.at_open == MARK_UNKNOWN && !is_live(db->path);
}

void log_mark_close(struct db *db, struct log_closing *out)
{
    struct timespec now;
    struct stat st;
    int moved = 0, in_log = 0, in_file = 0;
    *out = (struct log_closing){ .path = NULL };
    if (db->reads || *db->path == ':' || db->handle == NULL ||
        (sqlite3_total_changes64(db->handle) == 0 && !db->mark.closes && !is_left_open(db)))
        return;
    const char *path = sqlite3_db_filename(db->handle, "main");
    if (path == NULL || *path == '\0' || stat(path, &st) != 0 ||
        sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK ||
        moved)
        return;
    sqlite3_busy_timeout(db->handle, 0); /* whoever is in the way closes later */
    bool whole = sqlite3_wal_checkpoint_v2(db->handle, "main", SQLITE_CHECKPOINT_PASSIVE, &in_log,
                                           &in_file) == SQLITE_OK &&
                 in_log == in_file;
    bool doubtful = db->mark.is_known ? db->mark.is_doubtful : db->mark.at_open == MARK_CHANGED;
    doubtful = doubtful && !db->mark.is_verified;
    clock_gettime(CLOCK_REALTIME, &now);
    bool is_owner = st.st_uid == geteuid();
    int64_t time_ns = !whole || !is_owner ? 0 : (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    if (put_alone(db,
                  doubtful ? MARK_CHANGED
                  : whole  ? MARK_CLOSED
                           : MARK_UNKNOWN,
                  whole && !doubtful ? sum_of_pages(db) : 0, time_ns) < 0 ||
        doubtful || time_ns == 0)
        return;
    out->path = mem_strdup(path);
    out->time = now;
}

void log_mark_closed(struct log_closing *c)
{
    const struct timespec times[] = { { .tv_nsec = UTIME_OMIT }, c->time };
    struct log_bytes log;
    if (c->path == NULL)
        return;
    log = map_beside(c->path, "-wal");
    if (log.at != NULL)
        munmap(log.at, log.len);
    else
        (void)utimensat(AT_FDCWD, c->path, times, 0);
    free(c->path);
}

/* Among the files that this process has open. */
static bool find_file(const struct db *db, char *where)
{
    char link[64];
    struct stat st;
    bool found = false;
    DIR *open_files = opendir("/proc/self/fd");
    if (open_files == NULL)
        return false;
    for (const struct dirent *e; !found && (e = readdir(open_files)) != NULL;) {
        snprintf(link, sizeof(link), "/proc/self/fd/%.20s", e->d_name);
        if (stat(link, &st) != 0 || st.st_ino != db->mark.ino || st.st_dev != db->mark.dev)
            continue;
        ssize_t n = readlink(link, where, PATH_MAX - 1);
        where[n < 0 ? 0 : n] = '\0';
        found = st.st_nlink > 0 && n > 0;
    }
    closedir(open_files);
    return found;
}

bool log_mark_follow(struct db *db, char *where)
{
    if (!find_file(db, where))
        return false;
    bool is_whole =
        sqlite3_wal_checkpoint_v2(db->handle, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
            SQLITE_OK &&
        put_alone(db, db->mark.is_doubtful ? MARK_CHANGED : MARK_CLOSED, sum_of_pages(db), 0) == 0;
    db->mark.is_open = false;
    return sqlite3_wal_checkpoint_v2(db->handle, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
               SQLITE_OK &&
           is_whole;
}

bool log_mark_rescue(struct db *db, char *where)
{
    sqlite3_stmt *st = NULL;
    struct stat there;
    snprintf(where, PATH_MAX, "%s", db->mark.rescued == NULL ? "" : db->mark.rescued);
    if (db->n_commits == 0 || db->bulk != NULL || db->mark.rescued != NULL)
        return *where != '\0';
    for (int i = 1; i < 100; i++)
        if (snprintf(where, PATH_MAX, "%s.rescued-%d", db->path, i) < PATH_MAX &&
            lstat(where, &there) != 0)
            break;
    bool made =
        put_alone(db, MARK_UNKNOWN, 0, 0) == 0 &&
        sqlite3_prepare_v2(db->handle, query_sql("vacuum_into"), -1, &st, NULL) == SQLITE_OK &&
        sqlite3_bind_text(st, 1, where, -1, SQLITE_STATIC) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_DONE;
    sqlite3_finalize(st);
    if (made) /* its pages are in the copy */
        sqlite3_wal_checkpoint_v2(db->handle, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    else
        where[0] = '\0';
    db->mark.rescued = mem_strdup(where);
    return made;
}

bool log_mark_is_large(struct db *db)
{
    return size_of(file_of(db)) > MOST_SUMMED;
}

void log_mark_opened(struct db *db)
{
    struct stat st;
    if (!db->reads && stat(db->path, &st) == 0) {
        db->mark.dev = st.st_dev;
        db->mark.ino = st.st_ino;
    }
    if (*db->path != ':')
        db->mark.at_open = state_now(db);
    db->mark.changes = sqlite3_total_changes64(db->handle);
}

const char *db_told_change(struct db *db)
{
    switch (db->mark.at_open) {
    case MARK_CHANGED:
        return "another program changed it after Rollbook last wrote or verified it; 'rollbook "
               "verify --deep' checks its present contents";
    case MARK_OPEN:
        return "the command that last wrote it was killed, and its log (its name and '-wal') does "
               "not exist. If the file was moved or copied without the log, the newest rows are "
               "missing: move the log too. Otherwise 'rollbook verify --deep' ends this note";
    case MARK_CLOSED:
    case MARK_UNKNOWN:
        break;
    }
    return NULL;
}

int db_mark_verified(const char *path, struct err *err)
{
    struct db *db = NULL;
    int rc = db_open(path, DB_WRITE, &db, err);
    if (rc < 0)
        return rc;
    db->mark.is_verified = db->mark.closes = true;
    db_close(db);
    return 0;
}

void log_mark_renew(sqlite3 *handle)
{
    char number[NUMBER + 1];
    sqlite3_stmt *st = NULL;
    snprintf(number, sizeof(number), "%016" PRIx64, rng_secret_number());
    if (sqlite3_prepare_v2(handle, query_sql("renew_log_mark"), -1, &st, NULL) == SQLITE_OK) {
        sqlite3_bind_text(st, sqlite3_bind_parameter_index(st, ":mark"), number, -1, SQLITE_STATIC);
        sqlite3_step(st);
    }
    sqlite3_finalize(st);
}
