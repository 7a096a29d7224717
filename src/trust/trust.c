#include "src/trust/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "columns/get_meta.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/store/db.h"

static const struct trust_asker *the_asker;

void trust_set_asker(const struct trust_asker *asker)
{
    the_asker = asker;
}

#define MOST_BYTES ((size_t)64 << 20)

void trust_add(struct trust_list *list, const char *what, const char *value, const char *shown)
{
    if (value == NULL)
        return;
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->items[i].what, what) == 0 && strcmp(list->items[i].value, value) == 0)
            return;
    /* Grows at powers of two: at those the array is full. */
    if ((list->n & (list->n - 1)) == 0) {
        struct trust_setting *more =
            arena_array(list->arena, list->n == 0 ? 1 : 2 * list->n, sizeof(*more));
        if (list->n > 0)
            memcpy(more, list->items, list->n * sizeof(*more));
        list->items = more;
    }
    list->items[list->n++] = (struct trust_setting){ what, value, shown };
}

static void approval_of(const char *database_id, const struct trust_setting *s, char out[65])
{
    struct sha256 h;
    const char *const parts[] = { "rollbook approval 1", database_id, s->what, s->value };
    sha256_init(&h);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        sha256_update(&h, parts[i], strlen(parts[i]) + 1);
    sha256_final_hex(&h, out);
}

/* NULL: the user has no folder for it. */
static const char *folder_of_approvals(struct arena *a)
{
    const char *own = getenv("ROLLBOOK_CONFIG_DIR");
    const char *xdg = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    if (own != NULL && *own != '\0')
        return own;
    if (xdg != NULL && *xdg == '/')
        return arena_printf(a, "%s/rollbook", xdg);
    return home != NULL && *home == '/' ? arena_printf(a, "%s/.config/rollbook", home) : NULL;
}

/* Whoever can write the file can make this user run programs. */
static int check_owner(int fd, const char *path, struct err *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return err_set(err, ERR_INTEGRITY, "%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode) || st.st_uid != geteuid() || (st.st_mode & 022) != 0)
        return err_set(err, ERR_INTEGRITY,
                       "%s keeps the settings that you approved, but it is not a file that only "
                       "you can write; as its owner, run: chmod 600 %s",
                       path, path);
    return 0;
}

/* Whoever can write the folder can put another file there. */
static int check_folder(const char *folder, struct err *err)
{
    struct stat st;
    if (stat(folder, &st) != 0)
        return 0; /* then the file cannot be opened either */
    if ((st.st_uid != geteuid() && st.st_uid != 0) || (st.st_mode & 022) != 0)
        return err_set(err, ERR_INTEGRITY,
                       "%s keeps the settings that you approved, but it is not a folder that only "
                       "you can write; as its owner, run: chmod 700 %s",
                       folder, folder);
    return 0;
}

/* Appends the file of approvals to out; nothing when there is none. */
static int read_approvals(struct arena *a, struct buf *out, struct err *err)
{
    const char *folder = folder_of_approvals(a);
    const char *path = folder == NULL ? NULL : arena_printf(a, "%s/approved", folder);
    int rc = folder == NULL ? 0 : check_folder(folder, err);
    if (rc < 0)
        return rc;
    int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return path == NULL || errno == ENOENT || errno == ENOTDIR
                   ? 0
                   : err_set(err, ERR_INTEGRITY, "cannot read %s: %s", path, strerror(errno));
    rc = check_owner(fd, path, err);
    if (rc == 0)
        rc = file_read_open(fd, path, MOST_BYTES, out, err);
    close(fd);
    return rc;
}

/* A line is a hash, a blank, and words for whoever reads the file. */
static bool is_approved(const struct buf *approvals, const char hash[65])
{
    const char *text = buf_text(approvals);
    for (const char *at = text; (at = strstr(at, hash)) != NULL; at++)
        if ((at == text || at[-1] == '\n') && strchr(" \n", at[64]) != NULL)
            return true;
    return false;
}

static int make_folders(const char *folder, struct arena *a)
{
    char *path = arena_strdup(a, folder);
    for (char *at = path + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            if (mkdir(path, 0700) != 0 && errno != EEXIST)
                return -1;
            *at = '/';
        }
    return mkdir(path, 0700) != 0 && errno != EEXIST ? -1 : 0;
}

/* One write for all lines, so that two commands at a time do not mix theirs. */
static int append_lines(const char *path, const struct buf *lines, struct err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return err_set(err, ERR_INTEGRITY, "%s: %s", path, strerror(errno));
    int rc = check_owner(fd, path, err);
    if (rc == 0 && (!fd_write_all(fd, lines->data, lines->len) || fsync(fd) != 0))
        rc = err_set(err, ERR_INTEGRITY, "%s: %s", path, strerror(errno));
    close(fd);
    return rc;
}

static int remember(const char *database_id, const struct trust_list *list,
                    const struct buf *approvals, struct err *err)
{
    struct buf CLEANUP(buf_release) lines = { 0 };
    for (size_t i = 0; i < list->n; i++) {
        char hash[65];
        approval_of(database_id, &list->items[i], hash);
        if (!is_approved(approvals, hash))
            buf_printf(&lines, "%s %s\n", hash, list->items[i].what);
    }
    if (lines.len == 0)
        return 0;
    const char *folder = folder_of_approvals(list->arena);
    if (folder == NULL)
        return err_set(err, ERR_INTEGRITY, "HOME is not set");
    if (make_folders(folder, list->arena) < 0)
        return err_set(err, ERR_INTEGRITY, "%s: %s", folder, strerror(errno));
    return append_lines(arena_printf(list->arena, "%s/approved", folder), &lines, err);
}

/*
 * The identity that a database got when its first setting was approved: 128 random bits, in meta,
 * which no merge, export or hash of rows takes along.  "": it has none, and may_write did not let
 * it get one; then nothing can be remembered.
 */
static int identity_of(struct db *db, bool may_write, char out[33], struct err *err)
{
    struct stmt *st = db_query(db, "get_meta");
    stmt_bind_text(st, ":key", "identity");
    int rc = stmt_step(st, err);
    const char *stored = rc > 0 ? stmt_text(st, GET_META_VALUE) : NULL;
    bool is_one = stored != NULL && strlen(stored) == 32;
    out[0] = '\0';
    if (is_one)
        memcpy(out, stored, 33);
    stmt_reset(st);
    if (rc < 0 || is_one || !may_write)
        return rc < 0 ? rc : 0;
    snprintf(out, 33, "%016llx%016llx", (unsigned long long)rng_secret_number(),
             (unsigned long long)rng_secret_number());
    st = db_query(db, "put_meta");
    stmt_bind_text(st, ":key", "identity");
    stmt_bind_text(st, ":value", out);
    return stmt_run(st, err);
}

int trust_obey(struct db *db, const struct trust_list *list, struct err *err)
{
    struct buf CLEANUP(buf_release) approvals = { 0 };
    struct trust_list unapproved = { .arena = list->arena };
    char id[33];
    if (list->n == 0)
        return 0;
    int rc = identity_of(db, false, id, err);
    if (rc == 0)
        rc = read_approvals(list->arena, &approvals, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < list->n; i++) {
        char hash[65];
        approval_of(id, &list->items[i], hash);
        if (id[0] == '\0' || !is_approved(&approvals, hash))
            trust_add(&unapproved, list->items[i].what, list->items[i].value, list->items[i].shown);
    }
    if (unapproved.n == 0)
        return 0;
    if (the_asker == NULL)
        return err_set(err, ERR_UNTRUSTED, "the database's %s '%s' is not approved",
                       unapproved.items[0].what,
                       unapproved.items[0].shown != NULL ? unapproved.items[0].shown
                                                         : unapproved.items[0].value);
    rc = the_asker->ask(the_asker->context, &unapproved, err);
    struct err ignored; /* approved for this time; the next command asks again */
    if (rc == 0 && identity_of(db, true, id, &ignored) == 0)
        (void)remember(id, &unapproved, &approvals, &ignored);
    return rc;
}

int trust_own(struct db *db, const struct trust_list *list, const char **out_why, struct err *err)
{
    struct buf CLEANUP(buf_release) approvals = { 0 };
    struct err why = { 0 };
    char id[33];
    *out_why = NULL;
    if (list->n == 0)
        return 0;
    int rc = identity_of(db, true, id, err);
    if (rc == 0)
        rc = read_approvals(list->arena, &approvals, err);
    if (rc == 0 && remember(id, list, &approvals, &why) < 0)
        *out_why = arena_strdup(list->arena, why.msg);
    return rc;
}
