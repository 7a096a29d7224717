/*
 * cpu_cache_test.c - what the compile cache gives back, what it takes for damaged or somebody
 * else's, and what it removes.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/process/cpu_cache.h"
#include "tests/support/write_file.h"

/* The inode under which the cache holds an object of that text. */
static ino_t store(struct cache *c, const char *text)
{
    struct arena a = { 0 };
    struct artifact out = { 0 };
    struct err err = { 0 };
    struct stat s;
    char object[4096];
    snprintf(object, sizeof(object), "%s/object", c->dir);
    FILE *f = fopen(object, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(cache_store(c, "key", object, &a, &out, &err), 0);
    assert_int_not_equal(access(object, F_OK), 0);
    assert_int_equal(stat(out.path, &s), 0);
    arena_release(&a);
    return s.st_ino;
}

static void the_same_object_keeps_its_file(void **state)
{
    char dir[] = "/tmp/rollbook-cache-XXXXXX";
    struct cache c = { 0 };
    struct err err = { 0 };
    (void)state;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", dir, 1), 0);
    assert_int_equal(cache_open(&c, &err), 0);
    ino_t first = store(&c, "one");
    assert_true(store(&c, "one") == first);
    ino_t other = store(&c, "another");
    assert_true(other != first);
    assert_true(store(&c, "another") == other);
    char command[64];
    snprintf(command, sizeof(command), "rm -rf %s", dir);
    assert_int_equal(system(command), 0);
}

static char root[] = "/tmp/rollbook-cached-XXXXXX";
static struct arena arena;

static const char *below_root(const char *name)
{
    return arena_printf(&arena, "%s/%s", root, name);
}

static void open_below_root(struct cache *c, const char *name)
{
    struct err err = { 0 };
    assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", below_root(name), 1), 0);
    if (cache_open(c, &err) != 0)
        fail_msg("%s", err.msg);
}

static const char key[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

static void what_was_stored_is_found(void **state)
{
    static const struct artifact rows[] = {
        { .outcome = OUTCOME_MEASURED,
          .log = "a warning",
          .fiber_launches = 5,
          .has_shared = true,
          .state_bytes = 4096 },
        { .outcome = OUTCOME_MEASURED, .has_dynamic = true, .dynamic_offset = 1024 },
        { .outcome = OUTCOME_COMPILE, .message = "no such name", .log = "line 1\nline 2" },
        { .outcome = OUTCOME_CHEAT, .cheat_kind = "host_code", .message = "runs at load" },
    };
    struct cache c = { 0 };
    (void)state;
    open_below_root(&c, "a/b/c");
    struct artifact got;
    assert_false(cache_find(&c, key, &arena, &got));
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct artifact stored = rows[i];
        struct err err = { 0 };
        const char *object = rows[i].outcome == OUTCOME_MEASURED ? below_root("object") : NULL;
        const char *message = rows[i].message;
        if (object != NULL)
            write_file(object, "object", 6);
        assert_int_equal(cache_store(&c, key, object, &arena, &stored, &err), 0);
        assert_true(cache_find(&c, key, &arena, &got));
        assert_true(got.cached);
        assert_int_equal(got.outcome, rows[i].outcome);
        assert_int_equal(got.cheat_kind != NULL, rows[i].cheat_kind != NULL);
        assert_int_equal(got.message != NULL, message != NULL);
        if (message != NULL)
            assert_string_equal(got.message, message);
        assert_string_equal(got.log, rows[i].log == NULL ? "" : rows[i].log);
        assert_int_equal(got.fiber_launches, rows[i].fiber_launches);
        assert_int_equal(got.has_shared, rows[i].has_shared);
        assert_int_equal(got.state_bytes, rows[i].state_bytes);
        assert_int_equal(got.has_dynamic, rows[i].has_dynamic);
        assert_int_equal(got.dynamic_offset, rows[i].dynamic_offset);
        assert_string_equal(got.sha256, stored.sha256);
        assert_int_equal(got.path != NULL, object != NULL);
        if (object != NULL)
            assert_string_equal(got.path, arena_printf(&arena, "%s/%s.so", c.dir, key));
    }
    assert_int_equal(
        cache_store(&c, key, below_root("no_such_object"), &arena, &got, &(struct err){ 0 }),
        ERR_INTEGRITY);
}

/* One bit anywhere in the compiler's words or the object, and no object, are an absent entry. */
static void a_damaged_entry_is_absent(void **state)
{
    struct cache c = { 0 };
    struct err err = { 0 };
    struct artifact a = { .outcome = OUTCOME_MEASURED, .message = "well", .log = "a warning" };
    struct artifact got;
    struct buf meta = { 0 };
    (void)state;
    open_below_root(&c, "damaged");
    write_file(below_root("object"), "object", 6);
    assert_int_equal(cache_store(&c, key, below_root("object"), &arena, &a, &err), 0);
    const char *path = arena_printf(&arena, "%s/%s.meta", c.dir, key);
    assert_int_equal(file_read(path, 1 << 20, &meta, &err), 0);
    for (size_t i = 0; i < meta.len; i++) {
        meta.data[i] ^= 4;
        write_file(path, meta.data, meta.len);
        assert_false(cache_find(&c, key, &arena, &got));
        meta.data[i] ^= 4;
    }
    for (size_t len = 0; len < meta.len; len += 7) {
        write_file(path, meta.data, len);
        assert_false(cache_find(&c, key, &arena, &got));
    }
    buf_putc(&meta, 'x');
    write_file(path, meta.data, meta.len);
    assert_false(cache_find(&c, key, &arena, &got));
    write_file(path, meta.data, meta.len - 1);
    assert_true(cache_find(&c, key, &arena, &got));
    write_file(a.path, "objecT", 6);
    assert_false(cache_find(&c, key, &arena, &got));
    assert_int_equal(unlink(a.path), 0);
    assert_false(cache_find(&c, key, &arena, &got));
    buf_release(&meta);
}

static void touch_before(const char *path, int seconds)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &now), 0);
    const struct timespec times[2] = { { now.tv_sec - seconds, 0 }, { now.tv_sec - seconds, 0 } };
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* What a killed compiler left is removed once it is an hour old: with the first object that an
 * evaluator stores, and with every 256th after it. */
static void folders_that_were_left_are_removed_when_they_are_old(void **state)
{
    struct cache c = { 0 };
    struct err err = { 0 };
    char left[4096], new_one[4096];
    (void)state;
    open_below_root(&c, "left");
    assert_int_equal(cache_temp_dir(&c, left, sizeof left, &err), 0);
    assert_int_equal(cache_temp_dir(&c, new_one, sizeof new_one, &err), 0);
    write_file(arena_printf(&arena, "%s/kernel.cpp", left), "x", 1);
    write_file(arena_printf(&arena, "%s/log", left), "x", 1);
    touch_before(left, 3700);
    touch_before(new_one, 3500);
    int stores = 0;
    while (access(left, F_OK) == 0 && stores < 1000) {
        struct artifact a = { .outcome = OUTCOME_COMPILE, .message = "no" };
        assert_int_equal(cache_store(&c, key, NULL, &arena, &a, &err), 0);
        stores++;
    }
    assert_int_equal(stores, 1);
    assert_int_equal(access(new_one, F_OK), 0);
    touch_before(new_one, 3700);
    for (stores = 0; access(new_one, F_OK) == 0 && stores < 1000; stores++) {
        struct artifact a = { .outcome = OUTCOME_COMPILE, .message = "no" };
        assert_int_equal(cache_store(&c, key, NULL, &arena, &a, &err), 0);
    }
    assert_int_equal(stores, 257);
    assert_true(cache_find(&c, key, &arena, &(struct artifact){ 0 }));
}

static const char *entry(const struct cache *c, char digit, const char *end)
{
    char name[65];
    memset(name, digit, 64);
    name[64] = '\0';
    return arena_printf(&arena, "%s/%s%s", c->dir, name, end);
}

/* Beyond 512 MiB those that were used least lately go, until 384 MiB are left; what has another
 * name is not counted and stays. */
static void a_cache_that_is_too_large_loses_the_oldest(void **state)
{
    static const struct {
        char digit;
        const char *end;
        int mib, age_s;
        bool stays;
    } rows[] = {
        { 'c', ".so", 130, 300, true },   { 'a', ".so", 100, 500, false },
        { 'd', ".meta", 150, 200, true }, { 'b', ".so", 120, 400, false },
        { 'e', ".o", 0, 900, true },      { 'f', ".so", 100, 100, true }, /* the last to come */
    };
    struct cache c = { 0 };
    struct err err = { 0 };
    (void)state;
    open_below_root(&c, "large");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *path = entry(&c, rows[i].digit, rows[i].end);
        int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        assert_true(fd >= 0);
        if (i + 1 == ARRAY_LEN(rows)) { /* 500 MiB are not too many */
            struct artifact a = { .outcome = OUTCOME_COMPILE, .message = "no" };
            c.stores = 256;
            assert_int_equal(cache_store(&c, key, NULL, &arena, &a, &err), 0);
            for (size_t k = 0; k < i; k++)
                assert_int_equal(access(entry(&c, rows[k].digit, rows[k].end), F_OK), 0);
        }
        if (rows[i].mib > 0 && fallocate(fd, 0, 0, (off_t)rows[i].mib << 20) != 0)
            skip(); /* a file system that cannot promise room at once */
        assert_int_equal(close(fd), 0);
        touch_before(path, rows[i].age_s);
    }
    struct artifact a = { .outcome = OUTCOME_COMPILE, .message = "no" };
    c.stores = 256;
    assert_int_equal(cache_store(&c, key, NULL, &arena, &a, &err), 0);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if ((access(entry(&c, rows[i].digit, rows[i].end), F_OK) == 0) != rows[i].stays)
            fail_msg("%c%s", rows[i].digit, rows[i].end);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        (void)unlink(entry(&c, rows[i].digit, rows[i].end));
}

/* A folder with somebody's files gets no tag, and then nothing in it is removed. */
static void only_a_folder_of_ours_is_tagged(void **state)
{
    static const struct {
        const char *name;
        bool ours;
    } rows[] = {
        { NULL, true },
        { "torch", true },
        { ".hidden", true },
        { "tmp.abcdef", true },
        { "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff.so", true },
        { "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff.meta", true },
        { "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff.meta.abcdef", true },
        { "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff.meta.abcde", false },
        { "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff.o", false },
        { "00112233445566778899aabbccddeeff00112233445566778899aabbccddeef.so", false },
        { "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff0.so", false },
        { "thesis.tex", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct cache c = { 0 };
        const char *dir = arena_printf(&arena, "tagged%zu", i);
        assert_int_equal(mkdir(below_root(dir), 0700), 0);
        if (rows[i].name != NULL)
            write_file(arena_printf(&arena, "%s/%s/%s", root, dir, rows[i].name), "", 0);
        open_below_root(&c, dir);
        const char *tag = arena_printf(&arena, "%s/CACHEDIR.TAG", c.dir);
        if ((access(tag, F_OK) == 0) != rows[i].ours)
            fail_msg("%s", rows[i].name);
        open_below_root(&c, dir);
        if ((access(tag, F_OK) == 0) != rows[i].ours)
            fail_msg("%s, opened again", rows[i].name);
        if (rows[i].ours) {
            struct buf text = { 0 };
            assert_int_equal(file_read(tag, 4096, &text, NULL), 0);
            assert_string_equal(buf_text(&text),
                                "Signature: 8a477f597d28d172789f06886806bc55\n"
                                "# Compiled candidates of Rollbook; may be removed.\n");
            buf_release(&text);
        }
    }
}

static void the_folder_belongs_to_its_user_alone(void **state)
{
    struct cache c = { 0 };
    struct err err = { 0 };
    (void)state;
    for (int shared = 0; shared < 2; shared++) {
        const char *dir = below_root(shared ? "group" : "others");
        assert_int_equal(mkdir(dir, 0700), 0);
        assert_int_equal(chmod(dir, shared ? 0720 : 0702), 0);
        assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", dir, 1), 0);
        assert_int_equal(cache_open(&c, &err), ERR_INTEGRITY);
        assert_non_null(strstr(err.msg, "must belong to you and be writable only by you"));
    }
    open_below_root(&c, "real");
    assert_int_equal(symlink("real", below_root("link")), 0);
    assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", below_root("link"), 1), 0);
    assert_int_equal(cache_open(&c, &err), ERR_INTEGRITY);
    write_file(below_root("file"), "", 0);
    assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", below_root("file"), 1), 0);
    assert_int_equal(cache_open(&c, &err), ERR_INTEGRITY);
    assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", below_root("file/below"), 1), 0);
    assert_int_equal(cache_open(&c, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "cannot create the compile cache"));
}

static void the_environment_says_where_the_folder_is(void **state)
{
    static const struct {
        const char *own, *xdg, *home, *want; /* below the root but for an empty or relative one */
    } rows[] = {
        { "own", "xdg", "home", "own" },
        { "", "xdg", "home", "xdg/rollbook" },
        { "", "", "home", "home/.cache/rollbook" },
    };
    (void)state;
    assert_int_equal(mkdir(below_root("home"), 0700), 0);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct cache c = { 0 };
        struct err err = { 0 };
        const char *own = rows[i].own[0] == '\0' ? "" : below_root(rows[i].own);
        const char *xdg = rows[i].xdg[0] == '\0' ? "relative" : below_root(rows[i].xdg);
        assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", own, 1), 0);
        assert_int_equal(setenv("XDG_CACHE_HOME", xdg, 1), 0);
        assert_int_equal(setenv("HOME", below_root(rows[i].home), 1), 0);
        assert_int_equal(cache_open(&c, &err), 0);
        assert_string_equal(c.dir, below_root(rows[i].want));
    }
}

/* A folder whose path has this length, whatever it takes. */
static const char *folder_of_length(size_t len)
{
    const char *path = below_root("deep");
    (void)mkdir(path, 0700);
    while (strlen(path) < len) {
        size_t left = len - strlen(path) - 1, part = left > 201 ? 199 : left;
        path = arena_printf(&arena, "%s/%0*d", path, (int)part, 0);
        (void)mkdir(path, 0700);
    }
    return path;
}

/* Names of files behind it have their room.  The folder is where the process stands, which is a
 * short name of it. */
static void a_path_may_be_so_long(void **state)
{
    enum { MOST = 3072 - 128 };
    char here[4096];
    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(setenv("ROLLBOOK_CACHE_DIR", "/proc/self/cwd", 1), 0);
    for (size_t len = MOST - 1; len <= MOST + 1; len++) {
        struct cache c = { 0 };
        struct err err = { 0 };
        const char *path = folder_of_length(len);
        assert_int_equal(strlen(path), len);
        assert_int_equal(chdir(path), 0);
        if (len <= MOST) {
            assert_int_equal(cache_open(&c, &err), 0);
            assert_string_equal(c.dir, path);
            continue;
        }
        assert_int_equal(cache_open(&c, &err), ERR_INTEGRITY);
        assert_string_equal(err.msg, "the path of the compile cache is too long");
    }
    assert_int_equal(chdir(here), 0);
}

static int make_root(void **state)
{
    char real[4096];
    (void)state;
    return mkdtemp(root) == NULL || realpath(root, real) == NULL || strcmp(real, root) != 0;
}

static int remove_root(void **state)
{
    char command[64];
    (void)state;
    arena_release(&arena);
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_object_keeps_its_file),
        cmocka_unit_test(what_was_stored_is_found),
        cmocka_unit_test(a_damaged_entry_is_absent),
        cmocka_unit_test(folders_that_were_left_are_removed_when_they_are_old),
        cmocka_unit_test(a_cache_that_is_too_large_loses_the_oldest),
        cmocka_unit_test(only_a_folder_of_ours_is_tagged),
        cmocka_unit_test(the_folder_belongs_to_its_user_alone),
        cmocka_unit_test(the_environment_says_where_the_folder_is),
        cmocka_unit_test(a_path_may_be_so_long),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
