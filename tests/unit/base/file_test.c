/*
 * file_test.c - files are read within their limits, written whole or not at all, and what is
 * unfinished when a process ends is removed.
 */
#define _GNU_SOURCE /* F_GETPIPE_SZ */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"

struct folder {
    char top[27];
    char path[60]; /* within folders of the test, so that what is removed above it is noticed */
    struct arena arena;
    struct err err;
    int free_fd; /* the lowest before the test */
};

static int free_fd(void)
{
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    close(fd);
    return fd;
}

static int setup(void **state)
{
    struct folder *f = mem_alloc(sizeof(*f));
    snprintf(f->top, sizeof(f->top), "/tmp/rollbook-file-XXXXXX");
    assert_non_null(mkdtemp(f->top));
    for (int i = 0; i <= 5; i++) {
        snprintf(f->path, sizeof(f->path), "%s%.*s", f->top, 3 * i, "/in/in/in/in/in");
        if (i > 0)
            assert_int_equal(mkdir(f->path, 0755), 0);
    }
    f->free_fd = free_fd();
    *state = f;
    return 0;
}

/* No descriptor is left open by a test. */
static int teardown(void **state)
{
    struct folder *f = *state;
    char command[80];
    assert_int_equal(free_fd(), f->free_fd);
    snprintf(command, sizeof(command), "rm -rf %s", f->top);
    assert_int_equal(system(command), 0);
    arena_release(&f->arena);
    free(f);
    return 0;
}

static const char *in(struct folder *f, const char *name)
{
    return arena_printf(&f->arena, "%s/%s", f->path, name);
}

static void put(const char *path, const char *text, size_t len)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

static void assert_text(const char *path, const char *want)
{
    struct buf b = { 0 };
    struct err err = { 0 };
    if (file_read(path, 1000000, &b, &err) < 0)
        fail_msg("%s", err.msg);
    assert_string_equal(buf_text(&b), want);
    buf_release(&b);
}

/* What is in a folder, by name, each with a blank behind it. */
static const char *names(struct folder *f, const char *path)
{
    struct dirent **entries = NULL;
    const char *all = "";
    int n = scandir(path, &entries, NULL, alphasort);
    assert_true(n >= 0);
    for (int i = 0; i < n; i++) {
        if (entries[i]->d_name[0] != '.')
            all = arena_printf(&f->arena, "%s%s ", all, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return all;
}

static void assert_said(struct folder *f, int got, int code, const char *path, const char *what)
{
    assert_int_equal(got, code);
    assert_string_equal(f->err.msg, arena_printf(&f->arena, "%s: %s", path, what));
}

static void test_a_file_of_as_many_bytes_as_the_limit_is_read(void **state)
{
    enum { BYTES = 200000 }; /* more than are read at once */
    struct folder *f = *state;
    char *text = arena_alloc(&f->arena, BYTES);
    for (size_t i = 0; i < BYTES; i++)
        text[i] = (char)('a' + i * 7 % 26 + i / 65536);
    put(in(f, "f"), text, BYTES);
    for (int found = 0; found < 2; found++) {
        struct buf b = { 0 };
        int (*read_it)(const char *, size_t, struct buf *, struct err *) =
            found == 0 ? file_read : file_read_found;
        buf_puts(&b, "before");
        assert_int_equal(read_it(in(f, "f"), BYTES, &b, &f->err), 0);
        assert_int_equal(b.len, BYTES + 6);
        assert_memory_equal(b.data, "before", 6);
        assert_memory_equal(b.data + 6, text, BYTES);
        assert_said(f, read_it(in(f, "f"), BYTES - 1, &b, &f->err), ERR_INTEGRITY, in(f, "f"),
                    "larger than the limit of 199999 bytes");
        buf_release(&b);
        b = (struct buf){ .max = 1000 };
        assert_said(f, read_it(in(f, "f"), BYTES, &b, &f->err), ERR_INTEGRITY, in(f, "f"),
                    "too large");
        buf_release(&b);
    }
}

static void test_what_cannot_be_read_is_said(void **state)
{
    struct folder *f = *state;
    struct buf b = { 0 };
    assert_int_equal(mkfifo(in(f, "pipe"), 0600), 0);
    assert_said(f, file_read(in(f, "none"), 9, &b, &f->err), ERR_USAGE, in(f, "none"),
                "cannot open: No such file or directory");
    assert_said(f, file_read_found(in(f, "none"), 9, &b, &f->err), ERR_USAGE, in(f, "none"),
                "cannot open: No such file or directory");
    assert_said(f, file_read(f->path, 9, &b, &f->err), ERR_USAGE, f->path,
                "is a folder, not a file");
    assert_said(f, file_read_found(f->path, 9, &b, &f->err), ERR_INTEGRITY, f->path,
                "no regular file");
    assert_said(f, file_read_found(in(f, "pipe"), 9, &b, &f->err), ERR_INTEGRITY, in(f, "pipe"),
                "no regular file");
    assert_said(f, file_read_found("/dev/zero", 9, &b, &f->err), ERR_INTEGRITY, "/dev/zero",
                "no regular file");
    assert_int_equal(file_read("/dev/null", 0, &b, &f->err), 0);
    assert_said(f, file_read("/proc/self/mem", 9, &b, &f->err), ERR_INTEGRITY, "/proc/self/mem",
                "read failed: Input/output error");
    assert_int_equal(b.len, 0);
    buf_release(&b);
}

static void test_a_dash_is_standard_input(void **state)
{
    struct folder *f = *state;
    struct buf b = { 0 };
    int before = dup(STDIN_FILENO);
    put(in(f, "f"), "from outside", 12);
    for (size_t limit = 12; limit >= 11; limit--) {
        int fd = open(in(f, "f"), O_RDONLY);
        dup2(fd, STDIN_FILENO);
        close(fd);
        int rc = file_read("-", limit, &b, &f->err);
        if (limit == 12)
            assert_int_equal(rc, 0);
        else
            assert_said(f, rc, ERR_INTEGRITY, "standard input",
                        "larger than the limit of 11 bytes");
    }
    assert_string_equal(buf_text(&b), "from outside");
    dup2(before, STDIN_FILENO);
    close(before);
    buf_release(&b);
}

static void ignore_signal(int number)
{
    (void)number;
}

struct reader {
    int fd;
    pthread_t writer;
    struct buf got;
    size_t n_interrupts;
};

/* Interrupts the writer while the pipe is full, then takes everything. */
static void *interrupt_and_read(void *p)
{
    struct reader *r = p;
    char bytes[4096];
    int full = fcntl(r->fd, F_GETPIPE_SZ), there = 0;
    while (ioctl(r->fd, FIONREAD, &there) == 0 && there < full)
        sched_yield();
    for (; r->n_interrupts < 50; r->n_interrupts++) {
        pthread_kill(r->writer, SIGUSR1);
        sched_yield();
    }
    for (ssize_t n; (n = read(r->fd, bytes, sizeof(bytes))) > 0;)
        buf_add(&r->got, bytes, (size_t)n);
    return NULL;
}

/* A signal that is handled cuts a write short, or it writes nothing. */
static void test_writing_goes_on_after_signals(void **state)
{
    enum { BYTES = 300000 };
    struct folder *f = *state;
    struct sigaction before, action = { .sa_handler = ignore_signal };
    char *text = arena_alloc(&f->arena, BYTES);
    int ends[2];
    pthread_t thread;
    for (size_t i = 0; i < BYTES; i++)
        text[i] = (char)(i * 31 + i / 4096);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(sigaction(SIGUSR1, &action, &before), 0);
    struct reader r = { .fd = ends[0], .writer = pthread_self() };
    assert_int_equal(pthread_create(&thread, NULL, interrupt_and_read, &r), 0);
    bool ok = fd_write_all(ends[1], text, BYTES);
    close(ends[1]);
    pthread_join(thread, NULL);
    close(ends[0]);
    sigaction(SIGUSR1, &before, NULL);
    assert_true(ok);
    assert_int_equal(r.n_interrupts, 50);
    assert_int_equal(r.got.len, BYTES);
    assert_memory_equal(r.got.data, text, BYTES);
    buf_release(&r.got);
}

/* As a user asks for it who says --replace. */
static int write_output(const char *path, const void *data, size_t len, struct err *err)
{
    return file_output_write(&(struct file_output){ .path = path, .replace = true }, data, len,
                             err);
}

static void test_what_cannot_be_written_is_said(void **state)
{
    struct folder *f = *state;
    int fd = open("/dev/full", O_WRONLY);
    assert_true(fd >= 0);
    assert_false(fd_write_all(fd, "x", 1));
    assert_true(fd_write_all(fd, "x", 0));
    close(fd);
    assert_said(f, write_output("/dev/full", "x", 1, &f->err), ERR_INTEGRITY, "/dev/full",
                "write failed: No space left on device");
    assert_int_equal(write_output("/dev/null", "x", 1, &f->err), 0);
    assert_said(f, write_output(f->path, "x", 1, &f->err), ERR_USAGE, f->path, "is not a file");
    assert_said(f, write_output(in(f, "no/f"), "x", 1, &f->err), ERR_USAGE, in(f, "no/f"),
                "cannot create: No such file or directory");
    assert_int_equal(symlink("nowhere", in(f, "link")), 0);
    assert_said(f, write_output(in(f, "link"), "x", 1, &f->err), ERR_USAGE, in(f, "link"),
                "is not a file");
    assert_string_equal(names(f, f->path), "link ");
}

static void test_a_pipe_is_written_to_directly(void **state)
{
    struct folder *f = *state;
    char got[8] = "";
    assert_int_equal(mkfifo(in(f, "pipe"), 0600), 0);
    int fd = open(in(f, "pipe"), O_RDONLY | O_NONBLOCK);
    assert_true(fd >= 0);
    assert_int_equal(write_output(in(f, "pipe"), "told", 4, &f->err), 0);
    assert_int_equal(read(fd, got, sizeof(got)), 4);
    assert_string_equal(got, "told");
    close(fd);
    assert_string_equal(names(f, f->path), "pipe ");
}

/* The first bytes say of which kind a file is. */
static void test_a_file_of_another_kind_is_not_overwritten(void **state)
{
    static const struct {
        const char *bytes;
        size_t len;
        const char *what;
    } kinds[] = {
        { "plain", 5, "a text" },
        { "%PDF-1.4", 8, "a PDF" },
        { "%PDF-", 5, "a PDF" },
        { "%PDF", 4, "a text" },
        { "SQLite format 3\0x", 17, "a database" },
        { "SQLite format ", 14, "a text" },
        { "\177ELF\2", 5, "a program" },
        { "\x1f\x8b", 2, "a compressed file" },
        { "(\xb5/\xfd", 4, "a compressed file" },
        { "(\xb5/\xfdmore", 8, "a compressed file" },
        { "a\0b", 3, "a binary file" },
    };
    struct folder *f = *state;
    for (size_t old = 0; old < ARRAY_LEN(kinds); old++)
        for (size_t new = 0; new < ARRAY_LEN(kinds); new ++) {
            bool may = strcmp(kinds[old].what, kinds[new].what) == 0 &&
                       strcmp(kinds[old].what, "a database") != 0;
            const char *path = in(f, "f");
            put(path, kinds[old].bytes, kinds[old].len);
            int rc = write_output(path, kinds[new].bytes, kinds[new].len, &f->err);
            if (may)
                assert_int_equal(rc, 0);
            else
                assert_said(f, rc, ERR_USAGE, path,
                            arena_printf(&f->arena,
                                         "is %s and is not overwritten with %s; remove it or "
                                         "choose another name",
                                         kinds[old].what, kinds[new].what));
            struct buf b = { 0 };
            size_t there = may ? new : old;
            assert_int_equal(file_read(path, 100, &b, &f->err), 0);
            assert_int_equal(b.len, kinds[there].len);
            assert_memory_equal(b.data, kinds[there].bytes, b.len);
            buf_release(&b);
            assert_string_equal(names(f, f->path), "f ");
        }
}

/* A NUL among the first 512 bytes is one of a binary file.  What is empty may become anything. */
static void test_the_first_512_bytes_are_looked_at(void **state)
{
    struct folder *f = *state;
    char text[600], binary[600];
    memset(text, 'x', sizeof(text));
    memset(binary, 'x', sizeof(binary));
    text[512] = '\0';
    binary[511] = '\0';
    put(in(f, "f"), text, sizeof(text));
    assert_int_equal(write_output(in(f, "f"), "a text", 6, &f->err), 0);
    assert_int_equal(write_output(in(f, "f"), text, sizeof(text), &f->err), 0);
    assert_int_equal(write_output(in(f, "f"), binary, sizeof(binary), &f->err), ERR_USAGE);
    put(in(f, "f"), binary, sizeof(binary));
    assert_int_equal(write_output(in(f, "f"), "a text", 6, &f->err), ERR_USAGE);
    put(in(f, "f"), "x", 1);
    assert_int_equal(write_output(in(f, "f"), "%PDF-1.4", 8, &f->err), ERR_USAGE);
    put(in(f, "f"), "", 0);
    assert_int_equal(link(in(f, "f"), in(f, "other name")), 0);
    assert_int_equal(write_output(in(f, "f"), "%PDF-1.4", 8, &f->err), 0);
    assert_text(in(f, "f"), "%PDF-1.4");
    assert_text(in(f, "other name"), "");
}

/* The mark says whose a file is: it may stand anywhere in the first 64 KiB.  --replace helps where
 * there is none. */
static void test_a_file_of_the_users_own_is_not_overwritten(void **state)
{
    enum { WINDOW = 1 << 16 };
    static const struct {
        size_t at; /* where the mark ends; 0: there is none */
        const char *mark;
        bool replace, may;
    } rows[] = {
        { 0, NULL, false, false },         { 0, "% Ours", false, false },
        { 6, "% Ours", false, true },      { 0, NULL, true, true },
        { 0, "% Ours", true, true },       { 6, NULL, false, false },
        { WINDOW, "% Ours", false, true }, { WINDOW + 1, "% Ours", false, false },
    };
    struct folder *f = *state;
    const char *path = in(f, "f");
    char *old = arena_alloc(&f->arena, WINDOW + 10);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct file_output o = { path, rows[i].mark, rows[i].replace };
        memset(old, 'x', WINDOW + 10);
        if (rows[i].at > 0)
            memcpy(old + rows[i].at - 6, "% Ours", 6);
        put(path, old, WINDOW + 10);
        for (int writes = 0; writes < 2; writes++) {
            int rc = writes ? file_output_write(&o, "new", 3, &f->err)
                            : file_output_check(&o, "", 0, &f->err);
            if (rows[i].may)
                assert_int_equal(rc, 0);
            else
                assert_said(f, rc, ERR_USAGE, path,
                            "exists and may be yours, so it is not overwritten; choose another "
                            "name, or repeat the command with --replace");
        }
        struct buf b = { 0 };
        assert_int_equal(file_read(path, 1 << 20, &b, &f->err), 0);
        assert_int_equal(b.len, rows[i].may ? 3 : WINDOW + 10);
        buf_release(&b);
    }
    put(path, "", 0);
    assert_int_equal(file_output_write(&(struct file_output){ .path = path }, "new", 3, &f->err),
                     0);
    assert_int_equal(
        file_output_check(&(struct file_output){ .path = "/dev/null" }, "", 0, &f->err), 1);
}

/* Whether a name is that of a draft: the target's, sixteen random digits, .partial. */
static void assert_draft_name(const char *name, const char *target)
{
    size_t n = strlen(target);
    assert_memory_equal(name, target, n);
    assert_int_equal(strlen(name), n + 1 + 16 + 8);
    assert_int_equal(name[n], '.');
    assert_int_equal(strspn(name + n + 1, "0123456789abcdef"), 16);
    assert_string_equal(name + n + 17, ".partial");
}

static void test_a_draft_becomes_the_file_that_is_named(void **state)
{
    struct folder *f = *state;
    struct file_draft d;
    struct stat st;
    mode_t mask = umask(022);
    put(in(f, "f"), "old", 3);
    assert_int_equal(chmod(in(f, "f"), 0640), 0);
    assert_int_equal(symlink("f", in(f, "link")), 0);
    assert_int_equal(file_draft_open(&d, in(f, "link"), FILE_REPLACE, &f->err), 0);
    assert_string_equal(d.target, in(f, "f"));
    assert_draft_name(d.path, in(f, "f"));
    assert_true(fd_write_all(d.fd, "new", 3));
    assert_text(in(f, "f"), "old");
    assert_int_equal(file_draft_publish(&d, FILE_REPLACE, &f->err), 0);
    assert_true(d.path == NULL && d.target == NULL && d.fd == -1);
    assert_text(in(f, "f"), "new");
    assert_int_equal(stat(in(f, "f"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    assert_int_equal(lstat(in(f, "link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));

    assert_int_equal(file_draft_open(&d, in(f, "g"), FILE_NEW, &f->err), 0);
    assert_draft_name(d.path, in(f, "g"));
    assert_int_equal(file_draft_publish(&d, FILE_NEW, &f->err), 0);
    assert_int_equal(stat(in(f, "g"), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0644);
    assert_string_equal(names(f, f->path), "f g link ");
    umask(mask);
}

/* A program that was started without standard input gets its number for the first file. */
static void test_files_without_standard_input(void **state)
{
    struct folder *f = *state;
    struct file_draft d;
    struct stat st;
    int kept = dup(0);
    assert_true(kept > 0 && close(0) == 0);
    int rc = file_draft_open(&d, in(f, "nought"), FILE_NEW, &f->err);
    int fd = d.fd;
    if (rc == 0)
        rc = write(fd, "xyz", 3) == 3 ? file_draft_publish(&d, FILE_NEW, &f->err) : -1;
    struct buf CLEANUP(buf_release) text = { 0 };
    int read_rc = file_read(in(f, "nought"), 100, &text, &f->err);
    assert_true(dup2(kept, 0) == 0 && close(kept) == 0);
    assert_int_equal(rc, 0);
    assert_int_equal(fd, 0);
    assert_int_equal(read_rc, 0);
    assert_string_equal(buf_text(&text), "xyz");
    assert_int_equal(stat(in(f, "nought"), &st), 0);
    assert_int_equal(st.st_size, 3);
    assert_int_equal(unlink(in(f, "nought")), 0);
}

static void test_a_draft_that_fails_leaves_nothing(void **state)
{
    struct folder *f = *state;
    struct file_draft d;
    put(in(f, "f"), "old", 3);
    assert_said(f, file_draft_open(&d, in(f, "f"), FILE_NEW, &f->err), ERR_USAGE, in(f, "f"),
                "there is such a file already; nothing was changed");
    assert_true(d.path == NULL && d.target == NULL && d.fd == -1);
    assert_said(f, file_draft_open(&d, f->path, FILE_REPLACE, &f->err), ERR_USAGE, f->path,
                "is not a file");
    assert_true(d.path == NULL && d.target == NULL && d.fd == -1);
    assert_said(f, file_draft_open(&d, in(f, "no/f"), FILE_NEW, &f->err), ERR_USAGE, in(f, "no/f"),
                "cannot create: No such file or directory");
    assert_true(d.path == NULL && d.target == NULL && d.fd == -1);

    assert_int_equal(file_draft_open(&d, in(f, "f"), FILE_REPLACE, &f->err), 0);
    file_draft_drop(&d);
    assert_true(d.path == NULL && d.target == NULL && d.fd == -1);
    file_draft_drop(&d);

    assert_int_equal(file_draft_open(&d, in(f, "g"), FILE_NEW, &f->err), 0);
    put(in(f, "g"), "meanwhile", 9);
    assert_said(f, file_draft_publish(&d, FILE_NEW, &f->err), ERR_BUSY, in(f, "g"),
                "write failed: File exists");
    assert_true(d.path == NULL && d.target == NULL && d.fd == -1);
    assert_text(in(f, "g"), "meanwhile");

    assert_int_equal(file_draft_open(&d, in(f, "h"), FILE_REPLACE, &f->err), 0);
    assert_int_equal(mkdir(in(f, "h"), 0755), 0);
    assert_said(f, file_draft_publish(&d, FILE_REPLACE, &f->err), ERR_INTEGRITY, in(f, "h"),
                "write failed: Is a directory");
    assert_text(in(f, "f"), "old");
    assert_string_equal(names(f, f->path), "f g h ");
}

static void test_a_name_that_is_free_is_taken_once(void **state)
{
    struct folder *f = *state;
    put(in(f, "a"), "a", 1);
    put(in(f, "b"), "b", 1);
    errno = 0;
    assert_int_equal(file_take_free_name(in(f, "a"), in(f, "b")), -1);
    assert_int_equal(errno, EEXIST);
    assert_string_equal(names(f, f->path), "a b ");
    assert_text(in(f, "b"), "b");
    assert_int_equal(file_take_free_name(in(f, "a"), in(f, "c")), 0);
    assert_string_equal(names(f, f->path), "b c ");
    assert_text(in(f, "c"), "a");
    assert_int_equal(file_take_free_name(in(f, "none"), in(f, "d")), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(file_take_free_name(in(f, "none"), in(f, "b")), -1);
    assert_int_equal(errno, EEXIST);
    /* A folder has no second name. */
    assert_int_equal(mkdir(in(f, "e"), 0755), 0);
    assert_int_equal(file_take_free_name(in(f, "e"), in(f, "g")), 0);
    assert_string_equal(names(f, f->path), "b c g ");
}

static void test_a_folder_is_synced(void **state)
{
    struct folder *f = *state;
    assert_int_equal(file_sync_folder(in(f, "any"), &f->err), 0);
    assert_said(f, file_sync_folder(in(f, "no/any"), &f->err), ERR_INTEGRITY, in(f, "no/any"),
                "its folder cannot be synced: No such file or directory");
    assert_true(file_exists(f->path));
    assert_false(file_exists(in(f, "any")));
}

static void test_a_draft_of_a_folder_becomes_the_folder(void **state)
{
    struct folder *f = *state;
    const char *draft = NULL;
    static const char *const slashes[] = { "", "/", "//" };
    for (size_t i = 0; i < ARRAY_LEN(slashes); i++) {
        const char *target = in(f, arena_printf(&f->arena, "d%zu", i));
        const char *asked = arena_printf(&f->arena, "%s%s", target, slashes[i]);
        assert_int_equal(file_draft_folder(asked, &f->arena, &draft, &f->err), 0);
        assert_draft_name(draft, target);
        put(arena_printf(&f->arena, "%s/f", draft), "x", 1);
        assert_int_equal(file_draft_folder_end(draft, target, 0, &f->err), 0);
        assert_text(arena_printf(&f->arena, "%s/f", target), "x");
    }
    assert_said(f, file_draft_folder(in(f, "no/d"), &f->arena, &draft, &f->err), ERR_USAGE,
                in(f, "no/d"), "cannot create a folder: No such file or directory");
    assert_int_equal(file_draft_folder(in(f, "d0"), &f->arena, &draft, &f->err), 0);
    assert_said(f, file_draft_folder_end(draft, in(f, "d0"), 0, &f->err), ERR_INTEGRITY,
                in(f, "d0"), "write failed: Directory not empty");
    assert_string_equal(names(f, f->path), "d0 d1 d2 ");
}

/* Folders within folders are removed, four deep, and nothing beside or above them. */
static void test_a_folder_that_fails_is_removed_with_what_it_holds(void **state)
{
    struct folder *f = *state;
    for (int deep = 0; deep <= 5; deep++) {
        const char *draft = NULL;
        put(in(f, "beside"), "x", 1);
        assert_int_equal(file_draft_folder(in(f, "d"), &f->arena, &draft, &f->err), 0);
        const char *at = draft;
        for (int level = 0; level <= deep; level++) {
            if (level > 0) {
                at = arena_printf(&f->arena, "%s/within", at);
                assert_int_equal(mkdir(at, 0755), 0);
            }
            for (int i = 0; i < (level == 0 ? 200 : 3); i++)
                put(arena_printf(&f->arena, "%s/a_file_of_a_long_name_%d", at, i), "x", 1);
            if (level < 4)
                assert_int_equal(mkdir(arena_printf(&f->arena, "%s/empty", at), 0755), 0);
        }
        assert_int_equal(file_draft_folder_end(draft, in(f, "d"), ERR_NODATA, &f->err), ERR_NODATA);
        if (deep <= 4) {
            assert_string_equal(names(f, f->path), "beside ");
        } else {
            assert_string_equal(names(f, draft), "within ");
            assert_string_equal(names(f, arena_printf(&f->arena, "%s/within", draft)), "within ");
        }
        assert_text(in(f, "beside"), "x");
    }
}

static void end_by_own_handler(int number)
{
    (void)number;
    _exit(9);
}

enum ending {
    BY_SIGNAL,
    IN_A_CHILD,     /* of the process that began them */
    BY_OWN_HANDLER, /* of the command */
    AT_ONCE
};

/* What a process does that has begun files and ends. */
static void begin_and_end(struct folder *f, enum ending how, int number)
{
    int status = 0;
    if (how == BY_OWN_HANDLER)
        (void)signal(number, end_by_own_handler);
    else
        (void)signal(number, SIG_DFL);
    for (int round = 0; round < 3; round++) { /* more than there are places at a time */
        for (int i = 0; i < 16; i++) {
            const char *path = in(f, arena_printf(&f->arena, "part%d", i));
            put(path, "x", 1);
            put(arena_printf(&f->arena, "%s-wal", path), "x", 1);
            put(arena_printf(&f->arena, "%s-shm", path), "x", 1);
            put(arena_printf(&f->arena, "%s-journal", path), "x", 1);
            file_unfinished(path);
            if (round < 2)
                file_finished(path);
            if (round < 2 && i == 7)
                file_finished(in(f, "never begun"));
        }
    }
    if (how == IN_A_CHILD && fork() == 0)
        raise(number);
    if (how == IN_A_CHILD) {
        (void)wait(&status);
        _exit(WIFSIGNALED(status) && WTERMSIG(status) == number ? 8 : 1);
    }
    if (how != AT_ONCE)
        raise(number);
    _exit(7);
}

static void test_an_ending_signal_removes_what_is_unfinished(void **state)
{
    static const int ending[] = { SIGINT, SIGTERM, SIGHUP };
    struct folder *f = *state;
    for (size_t s = 0; s < ARRAY_LEN(ending); s++)
        for (enum ending how = BY_SIGNAL; how <= AT_ONCE; how++) {
            int status = 0;
            put(in(f, "done"), "x", 1);
            pid_t pid = fork();
            if (pid == 0)
                begin_and_end(f, how, ending[s]);
            assert_int_equal(waitpid(pid, &status, 0), pid);
            if (how == BY_SIGNAL) {
                assert_true(WIFSIGNALED(status));
                assert_int_equal(WTERMSIG(status), ending[s]);
                assert_string_equal(names(f, f->path), "done ");
                continue;
            }
            assert_true(WIFEXITED(status));
            assert_int_equal(WEXITSTATUS(status), how == IN_A_CHILD       ? 8
                                                  : how == BY_OWN_HANDLER ? 9
                                                                          : 7);
            for (int i = 0; i < 16; i++) {
                const char *path = in(f, arena_printf(&f->arena, "part%d", i));
                assert_int_equal(unlink(path), 0);
                assert_int_equal(unlink(arena_printf(&f->arena, "%s-wal", path)), 0);
                assert_int_equal(unlink(arena_printf(&f->arena, "%s-shm", path)), 0);
                assert_int_equal(unlink(arena_printf(&f->arena, "%s-journal", path)), 0);
            }
        }
}

/* What does all that files are used for, where the first descriptor that is free is 0. */
static int use_files_without_standard_input(struct folder *f)
{
    struct buf b = { 0 };
    const char *draft = NULL;
    struct file_draft d;
    close(STDIN_FILENO);
    bool ok = file_write_atomic(in(f, "f"), "one", 3, &f->err) == 0;
    ok = ok && file_write_atomic(in(f, "f"), "two", 3, &f->err) == 0;
    ok = ok && write_output(in(f, "f"), "%PDF-", 5, &f->err) == ERR_USAGE;
    ok = ok && write_output("/dev/null", "x", 1, &f->err) == 0;
    ok = ok && file_read(in(f, "f"), 3, &b, &f->err) == 0;
    ok = ok && file_read_found(in(f, "f"), 3, &b, &f->err) == 0;
    ok = ok && strcmp(buf_text(&b), "twotwo") == 0;
    ok = ok && file_draft_open(&d, in(f, "f"), FILE_REPLACE, &f->err) == 0;
    if (ok)
        file_draft_drop(&d);
    ok = ok && file_draft_folder(in(f, "d"), &f->arena, &draft, &f->err) == 0;
    ok = ok && file_write_atomic(arena_printf(&f->arena, "%s/g", draft), "x", 1, &f->err) == 0;
    ok = ok && file_draft_folder_end(draft, in(f, "d"), ERR_NODATA, &f->err) == ERR_NODATA;
    buf_release(&b);
    return ok && fcntl(STDIN_FILENO, F_GETFD) < 0 ? 0 : 1;
}

static void test_files_are_used_without_standard_input(void **state)
{
    struct folder *f = *state;
    int status = 1;
    pid_t pid = fork();
    if (pid == 0)
        _exit(use_files_without_standard_input(f));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_string_equal(names(f, f->path), "f ");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_an_ending_signal_removes_what_is_unfinished), /* no signal is watched yet */
        CASE(test_a_file_of_as_many_bytes_as_the_limit_is_read),
        CASE(test_what_cannot_be_read_is_said),
        CASE(test_a_dash_is_standard_input),
        CASE(test_writing_goes_on_after_signals),
        CASE(test_what_cannot_be_written_is_said),
        CASE(test_a_pipe_is_written_to_directly),
        CASE(test_a_file_of_another_kind_is_not_overwritten),
        CASE(test_the_first_512_bytes_are_looked_at),
        CASE(test_a_file_of_the_users_own_is_not_overwritten),
        CASE(test_a_draft_becomes_the_file_that_is_named),
        CASE(test_files_without_standard_input),
        CASE(test_a_draft_that_fails_leaves_nothing),
        CASE(test_a_name_that_is_free_is_taken_once),
        CASE(test_a_folder_is_synced),
        CASE(test_a_draft_of_a_folder_becomes_the_folder),
        CASE(test_a_folder_that_fails_is_removed_with_what_it_holds),
        CASE(test_files_are_used_without_standard_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
