/* spool_files_test.c - the files of a spool: counts, removal, gaps, and what refuses to be one. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "tests/unit/spool/spool_fixture.h"

static uint64_t read_count(struct spool_reader *r)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    uint64_t n = 0;
    read_all(r, &got);
    for (size_t i = 0; i < got.len; i++)
        n += got.data[i] == '|';
    return n;
}

/* Descriptors that are open. */
static size_t count_open(void)
{
    size_t n = 0;
    DIR *dir = opendir("/proc/self/fd");
    assert_non_null(dir);
    while (readdir(dir) != NULL)
        n++;
    closedir(dir);
    return n;
}

static void test_files_are_removed_when_they_may_be(void **state)
{
    struct spool *s = open_spool(NAME_A, 100);
    struct spool_reader *r = spool_reader_new(s);
    char path[128];
    struct buf got = { 0 };
    (void)state;
    for (int i = 0; i < 20; i++)
        put(s, SPOOL_DATA, (uint64_t)i, "0123456789");
    read_all(r, &got);
    uint64_t last = spool_reader_file(r);
    assert_true(last > 5);
    snprintf(path, sizeof(path), "%s/0000000000000001.spool", folder);
    assert_true(file_exists(path));
    spool_forget(r, 3);
    assert_false(file_exists(path));
    snprintf(path, sizeof(path), "%s/0000000000000003.spool", folder);
    assert_true(file_exists(path));
    spool_forget(r, last);
    assert_false(file_exists(path));
    spool_clear(r);
    buf_release(&got);
    spool_reader_free(r);
    spool_close(s);
}

/* Names of files are numbers of sixteen digits of which there are sixteen. */
static void test_many_files_are_read_in_their_order(void **state)
{
    enum { MANY = 40 };
    struct spool *s = open_spool(NAME_A, 100);
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) want = { 0 };
    uint64_t old = 0;
    (void)state;
    for (uint64_t i = 1; i <= MANY; i++) {
        put(s, i % 2 == 0 ? SPOOL_END : SPOOL_EVALUATION, i, "a text that fills its file");
        buf_printf(&want, "a%d %llu a text that fills its file|",
                   i % 2 == 0 ? (int)SPOOL_END : (int)SPOOL_EVALUATION, (unsigned long long)i);
    }
    assert_int_equal(spool_ended(s), MANY);
    spool_close(s);
    s = open_spool(NAME_B, 100);
    assert_int_equal(spool_count_old(s, &old, &err), 0);
    assert_int_equal(old, MANY / 2); /* exchanges are counted by their beginnings */
    struct spool_reader *r = spool_reader_new(s);
    assert_reads(r, buf_text(&want));
    assert_true(spool_reader_file(r) > 32);
    assert_true(spool_bytes(s) > MANY * (SPOOL_HEADER_BYTES + 26));
    spool_clear(r);
    assert_int_equal(spool_bytes(s),
                     SPOOL_HEADER_BYTES + 16); /* the file that is written says whose it is */
    spool_reader_free(r);
    spool_close(s);
}

/* A file is followed by the next when it is larger than it may be; the bytes of all are counted,
 * and no longer once they are removed. */
static void test_bytes_and_files_are_counted(void **state)
{
    static const struct {
        const char *text;
        enum spool_kind kind;
        uint64_t bytes, ended;
        bool second; /* there is a second file */
    } steps[] = {
        { "0123456789", SPOOL_BEGIN, START_BYTES + 50, 0, false },
        { "", SPOOL_HEAD, START_BYTES + 90, 0, false },
        { "12345678901234", SPOOL_END, START_BYTES + 144, 1, false }, /* exactly full: 200 bytes */
        { "", SPOOL_DATA, START_BYTES + 184, 1, false },
        { "x", SPOOL_EVALUATION, 2 * START_BYTES + 225, 2, true },
        { "y", SPOOL_BEGIN, 2 * START_BYTES + 266, 2, true },
    };
    char second[128];
    char third[128];
    struct spool *s = open_spool(NAME_A, START_BYTES + 144);
    struct spool_reader *r = spool_reader_new(s);
    (void)state;
    snprintf(second, sizeof(second), "%s/0000000000000002.spool", folder);
    snprintf(third, sizeof(third), "%s/0000000000000003.spool", folder);
    assert_int_equal(spool_bytes(s), START_BYTES);
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        put(s, steps[i].kind, i, steps[i].text);
        assert_int_equal(spool_bytes(s), steps[i].bytes);
        assert_int_equal(spool_ended(s), steps[i].ended);
        assert_int_equal(file_exists(second), steps[i].second);
    }
    assert_false(file_exists(third));
    assert_int_equal(spool_reader_file(r), 1);
    assert_int_equal(read_count(r), ARRAY_LEN(steps));
    assert_int_equal(spool_reader_file(r), 2);
    spool_forget(r, 9); /* the file that is read stays */
    assert_true(file_exists(second));
    assert_int_equal(spool_bytes(s), START_BYTES + 82);
    spool_forget(r, 9);
    assert_int_equal(spool_bytes(s), START_BYTES + 82);
    spool_reader_free(r);
    spool_close(s);
}

static void test_no_descriptor_is_left_open(void **state)
{
    const size_t before = count_open();
    struct err err = { 0 };
    struct rlimit limit;
    (void)state;
    for (int round = 0; round < 3; round++) {
        struct spool *second = NULL;
        struct spool *s = open_spool(NAME_A, 60);
        struct spool_reader *r = spool_reader_new(s);
        assert_int_equal(count_open(), before + 3);
        for (uint64_t i = 0; i < 5; i++)
            put(s, SPOOL_DATA, i, "x");
        assert_int_equal(count_open(), before + 4); /* the file before is synced later */
        assert_int_equal(spool_sync(s, &err), 0);
        assert_int_equal(count_open(), before + 3);
        assert_int_equal(spool_sync(s, &err), 0);
        assert_int_equal(spool_open(folder, NAME_B, 60, &second, &err), ERR_BUSY);
        assert_int_equal(count_open(), before + 3);
        assert_true(read_count(r) >= 5);
        assert_int_equal(count_open(), before + 4);
        put(s, SPOOL_DATA, 9, "x");
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
        signal(SIGXFSZ, SIG_IGN);
        const struct rlimit small = { .rlim_cur = 10, .rlim_max = limit.rlim_max };
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        assert_int_equal(spool_append(s, SPOOL_DATA, 9, "x", 1, &err), ERR_INTEGRITY);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        assert_int_equal(count_open(), before + 5);
        spool_reader_free(r);
        spool_close(s);
        assert_int_equal(count_open(), before);
    }
}

/* A record that no file takes leaves no file behind. */
static void test_a_file_that_cannot_be_begun(void **state)
{
    char next[128];
    struct rlimit limit;
    struct err err = { 0 };
    struct spool *s = open_spool(NAME_A, 60);
    struct spool_reader *r = spool_reader_new(s);
    (void)state;
    snprintf(next, sizeof(next), "%s/0000000000000002.spool", folder);
    put(s, SPOOL_DATA, 1, "x");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    const struct rlimit small = { .rlim_cur = 10, .rlim_max = limit.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(spool_append(s, SPOOL_END, 2, "y", 1, &err), ERR_INTEGRITY);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_string_equal(err.msg, "the spool cannot be written: No space left on device");
    assert_false(file_exists(next));
    assert_int_equal(spool_bytes(s), START_BYTES + 41);
    assert_int_equal(spool_ended(s), 0);
    assert_int_equal(file_write_atomic(next, "", 0, &err), 0);
    err = (struct err){ 0 };
    assert_int_equal(spool_append(s, SPOOL_END, 2, "y", 1, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "the spool gets no file: File exists");
    assert_int_equal(unlink(next), 0);
    put(s, SPOOL_END, 3, "z");
    assert_true(file_exists(next));
    assert_reads(r, "a4 1 x|a5 3 z|");
    spool_reader_free(r);
    spool_close(s);
}

static void test_what_cannot_be_a_spool(void **state)
{
    static const struct {
        const char *made, *below, *said; /* made: a folder, when it ends in "/" */
        int status;
    } cases[] = {
        { NULL, "/no/folder", "cannot be made: No such file or directory", ERR_USAGE },
        { "/file", "/file", "Not a directory", ERR_USAGE },
        { "/whole/lock/", "/whole", "/lock: Is a directory", ERR_USAGE },
        { "/last/ffffffffffffffff.spool", "/last", NULL, 0 },
        { "/full/0000000000000000.spool", "/full", NULL, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char command[400];
        char path[128];
        struct spool *s = NULL;
        struct err err = { 0 };
        if (cases[i].made != NULL) {
            snprintf(command, sizeof(command),
                     "p=%s%s; case $p in */) mkdir -p $p;; *) mkdir -p "
                     "${p%%/*}; touch $p;; esac",
                     folder, cases[i].made);
            assert_int_equal(system(command), 0);
        }
        snprintf(path, sizeof(path), "%s%s", folder, cases[i].below);
        assert_int_equal(spool_open(path, NAME_A, 100, &s, &err), cases[i].status);
        if (cases[i].said != NULL) {
            assert_memory_equal(err.msg, path, strlen(path));
            assert_non_null(strstr(err.msg, cases[i].said));
        }
        spool_close(s);
    }
}

/* Only this user reads what clients sent. */
static void test_files_are_the_users_alone(void **state)
{
    static const struct {
        const char *name;
        mode_t mode;
    } made[] = { { "", 0700 }, { "/lock", 0600 }, { "/0000000000000001.spool", 0600 } };
    const mode_t before = umask(0);
    char path[128];
    struct err err = { 0 };
    struct spool *s = NULL;
    (void)state;
    snprintf(path, sizeof(path), "%s/new", folder);
    assert_int_equal(spool_open(path, NAME_A, 100, &s, &err), 0);
    umask(before);
    for (size_t i = 0; i < ARRAY_LEN(made); i++) {
        struct stat st;
        snprintf(path, sizeof(path), "%s/new%s", folder, made[i].name);
        assert_int_equal(stat(path, &st), 0);
        assert_int_equal(st.st_mode & 07777, made[i].mode);
    }
    spool_close(s);
}

/* Files whose names only look like those of a spool are neither read, counted nor removed. */
static void test_other_files_of_the_folder_are_left_alone(void **state)
{
    static const char *const others[] = {
        "0000000000000001.SPOOL",     "000000000000000A.spool", "1.spool",
        "0000000000000009.spool.old", "+000000000000009.spool", "notes"
    };
    char path[128];
    struct err err = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, others[i]);
        assert_int_equal(file_write_atomic(path, "text", 4, &err), 0);
    }
    struct spool *s = open_spool(NAME_A, 100);
    struct spool_reader *r = spool_reader_new(s);
    assert_int_equal(spool_bytes(s), START_BYTES);
    assert_int_equal(spool_reader_file(r), 1);
    put(s, SPOOL_DATA, 1, "x");
    assert_reads(r, "a4 1 x|");
    spool_clear(r);
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, others[i]);
        assert_true(file_exists(path));
    }
    spool_reader_free(r);
    spool_close(s);
}

/* Their numbers go on behind the highest; reading begins at the lowest, and a file that is gone is
 * passed over. */
static void test_files_with_gaps_between_them(void **state)
{
    char from[128];
    char to[128];
    struct spool *s = open_spool(NAME_A, 100);
    uint64_t old = 9;
    struct err err = { 0 };
    (void)state;
    put(s, SPOOL_BEGIN, 1, "x");
    spool_close(s);
    snprintf(from, sizeof(from), "%s/0000000000000001.spool", folder);
    snprintf(to, sizeof(to), "%s/000000000000001e.spool", folder);
    assert_int_equal(rename(from, to), 0);
    s = open_spool(NAME_B, 100);
    put(s, SPOOL_BEGIN, 2, "y");
    spool_close(s);
    snprintf(from, sizeof(from), "%s/000000000000001f.spool", folder);
    snprintf(to, sizeof(to), "%s/0000000000000022.spool", folder);
    assert_int_equal(rename(from, to), 0);
    s = open_spool(NAME_A, 100);
    assert_int_equal(spool_bytes(s), 3 * START_BYTES + 82);
    assert_int_equal(spool_count_old(s, &old, &err), 0);
    assert_int_equal(old, 2);
    struct spool_reader *r = spool_reader_new(s);
    assert_int_equal(spool_reader_file(r), 0x1e);
    put(s, SPOOL_DATA, 3, "z");
    assert_reads(r, "a2 1 x|b2 2 y|a4 3 z|");
    assert_int_equal(spool_reader_file(r), 0x23);
    assert_int_equal(spool_reader_skipped(r), 0);
    spool_clear(r);
    assert_int_equal(spool_bytes(s), START_BYTES + 41);
    assert_false(file_exists(to));
    spool_reader_free(r);
    spool_close(s);
}

/* Of what follows the file, and of a file that is gone, nothing can be loaded; of a file that was
 * read before, everything. */
static void test_payloads_are_loaded_from_any_file(void **state)
{
    static const struct {
        struct spool_place place;
        const char *want; /* NULL: it cannot be read */
    } cases[] = {
        { { 1, START_BYTES + SPOOL_HEADER_BYTES, 5 }, "first" },
        { { 1, START_BYTES + SPOOL_HEADER_BYTES + 1, 3 }, "irs" },
        { { 1, START_BYTES + SPOOL_HEADER_BYTES, 6 }, NULL },
        { { 1, 1 << 20, 1 }, NULL },
        { { 1, 1 << 20, 0 }, "" },
        { { 2, START_BYTES + SPOOL_HEADER_BYTES, 6 }, "second" },
        { { 2, START_BYTES + SPOOL_HEADER_BYTES, 7 }, NULL },
        { { 3, 0, 1 }, NULL },
    };
    struct spool *s = open_spool(NAME_A, 60);
    struct spool_reader *r = spool_reader_new(s);
    (void)state;
    put(s, SPOOL_DATA, 1, "first");
    put(s, SPOOL_DATA, 2, "second");
    assert_int_equal(read_count(r), 2);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) got = { 0 };
        struct err err = { 0 };
        int rc = spool_load(r, &cases[i].place, &got, &err);
        if (cases[i].want != NULL) {
            assert_int_equal(rc, 0);
            assert_string_equal(buf_text(&got), cases[i].want);
        } else {
            char want[64];
            assert_int_equal(rc, ERR_INTEGRITY);
            snprintf(want, sizeof(want), "%016x.spool: cannot be read",
                     (unsigned)cases[i].place.file);
            assert_string_equal(err.msg, want);
        }
    }
    spool_reader_free(r);
    spool_close(s);
}

/* On a full disk nothing of a record stays, and the next takes its place. */
static void test_a_full_disk(void **state)
{
    struct spool *s = open_spool(NAME_A, 1 << 20);
    struct spool_reader *r = spool_reader_new(s);
    struct rlimit before;
    struct err err = { 0 };
    char large[1000] = "";
    (void)state;
    put(s, SPOOL_DATA, 1, "before");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    struct rlimit small = { .rlim_cur = 300, .rlim_max = before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(spool_append(s, SPOOL_DATA, 2, large, sizeof(large), &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "cannot be written"));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    put(s, SPOOL_DATA, 3, "after");
    assert_reads(r, "a4 1 before|a4 3 after|");
    spool_clear(r);
    spool_reader_free(r);
    spool_close(s);
}

/* Without a descriptor to spare the disk is not reached, and that is said. */
static void test_a_sync_that_fails_is_told(void **state)
{
    struct rlimit limit;
    struct err err = { 0 };
    struct spool *s = open_spool(NAME_A, 1 << 20);
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const struct rlimit none = { .rlim_cur = 0, .rlim_max = limit.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    int rc = spool_sync(s, &err);
    struct err other = { 0 };
    int again = spool_sync(s, &other);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_int_equal(rc, ERR_INTEGRITY);
    assert_string_equal(err.msg, "the spool does not reach the disk: Too many open files");
    assert_int_equal(again, 0); /* nothing new to sync */
    put(s, SPOOL_DATA, 1, "x");
    assert_int_equal(spool_sync(s, &err), 0);
    spool_close(s);
    spool_close(NULL);
    spool_reader_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_files_are_removed_when_they_may_be, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_many_files_are_read_in_their_order, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_bytes_and_files_are_counted, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_no_descriptor_is_left_open, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_file_that_cannot_be_begun, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_a_spool, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_files_are_the_users_alone, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_other_files_of_the_folder_are_left_alone, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_files_with_gaps_between_them, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_payloads_are_loaded_from_any_file, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_a_full_disk, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_a_sync_that_fails_is_told, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
