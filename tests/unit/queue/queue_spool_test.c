/*
 * queue_spool_test.c - answers on disk: what lies there, who takes it over, what is set aside and
 * why.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/queue/queue_spool.h"
#include "src/worker/worker_proto.h"

static char folder[64];
static struct buf notes;

static void note(void *context, const char *text)
{
    buf_printf(context, "%s\n", text);
}

static int begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/rollbook-spool.XXXXXX");
    buf_clear(&notes);
    return mkdtemp(folder) == NULL;
}

static int end(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static struct queue_spool *open_spool(const char *below)
{
    char path[128];
    struct queue_spool *s = NULL;
    struct err err = { 0 };
    snprintf(path, sizeof path, "%s%s", folder, below);
    const struct queue_spool_options o = {
        .folder = path, .identity = "queue-1", .note = note, .note_context = &notes
    };
    if (queue_spool_open(&o, &s, &err) < 0)
        fail_msg("%s", err.msg);
    return s;
}

static void answer_of(int64_t job, struct buf *out)
{
    struct result_message m = { .id = job };
    m.result.outcome = OUTCOME_INFRA;
    buf_clear(out);
    result_encode(&m, out);
}

static void put(struct queue_spool *s, int64_t job, int64_t fence)
{
    struct buf answer = { 0 };
    struct err err = { 0 };
    answer_of(job, &answer);
    assert_int_equal(queue_spool_put(s, job, fence, &answer, &err), 0);
    assert_int_equal(queue_spool_sync(s, job, fence, &err), 0);
    buf_release(&answer);
}

static char *path_of(int64_t job, int64_t fence, unsigned part)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/queue-1/%u/%" PRId64 "-%" PRId64 ".answer", folder, part, job,
             fence);
    return path;
}

static void read_file(const char *path, struct buf *out)
{
    char chunk[4096];
    int fd = open(path, O_RDONLY);
    buf_clear(out);
    if (fd < 0)
        fail_msg("no %s", path);
    for (ssize_t n; (n = read(fd, chunk, sizeof chunk)) > 0;)
        buf_add(out, chunk, (size_t)n);
    close(fd);
}

static void write_file(const char *path, const void *data, size_t len)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, data, len), (ssize_t)len);
    close(fd);
}

static void an_answer_lies_behind_a_line_that_names_it(void **state)
{
    struct queue_spool *s = open_spool("");
    struct buf file = { 0 }, answer = { 0 }, wanted = { 0 };
    struct stat st;
    struct err err = { 0 };
    char hash[65];
    (void)state;
    put(s, 7, 3);
    answer_of(7, &answer);
    sha256_hex(answer.data, answer.len, hash);
    buf_printf(&wanted, "rollbook answer 1 queue-1 7 3 %s\n", hash);
    buf_add(&wanted, answer.data, answer.len);
    read_file(path_of(7, 3, 0), &file);
    assert_int_equal(file.len, wanted.len);
    assert_memory_equal(file.data, wanted.data, wanted.len);
    assert_int_equal(stat(path_of(7, 3, 0), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_non_null(strstr(queue_spool_path(s), "/queue-1/0"));
    assert_int_equal(queue_spool_left(s), 0); /* its own, of this run */
    queue_spool_remove(s, 7, 3);
    assert_int_not_equal(access(path_of(7, 3, 0), F_OK), 0);
    assert_int_equal(queue_spool_sync(s, 7, 3, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "/queue-1/0/7-3.answer: cannot be synced: No such file"));
    queue_spool_close(s);
    queue_spool_close(NULL);
    buf_release(&file);
    buf_release(&answer);
    buf_release(&wanted);
}

static void what_a_worker_left_is_taken_over_once(void **state)
{
    struct queue_spool *first = open_spool("/a/b/../..");
    struct queue_spool *second = open_spool("");
    struct buf answer = { 0 }, wanted = { 0 };
    int64_t job = 0, fence = 0;
    (void)state;
    assert_non_null(strstr(queue_spool_path(second), "/queue-1/1"));
    for (int64_t i = 1; i <= 150; i++)
        put(first, i, i + 1000);
    write_file(path_of(1, 2, 0), "", 0);
    queue_spool_adopt(second); /* its worker is alive */
    assert_int_equal(queue_spool_left(second), 0);
    assert_false(queue_spool_first(second, &job, &fence, &answer));
    queue_spool_remove(first, 150, 1150);
    unlink(path_of(1, 2, 0));
    queue_spool_close(first);
    queue_spool_adopt(second);
    assert_int_equal(queue_spool_left(second), 149);
    bool seen[151] = { false };
    for (size_t n = 149; n > 0; n--) {
        int64_t again = 0;
        assert_true(queue_spool_first(second, &job, &fence, &answer));
        assert_true(queue_spool_first(second, &again, &fence, &answer)); /* until it is removed */
        assert_int_equal(again, job);
        assert_int_equal(fence, job + 1000);
        assert_true(job >= 1 && job <= 149 && !seen[job]);
        seen[job] = true;
        answer_of(job, &wanted);
        assert_int_equal(answer.len, wanted.len);
        assert_memory_equal(answer.data, wanted.data, wanted.len);
        assert_int_equal(access(path_of(job, fence, 1), F_OK), 0);
        queue_spool_remove(second, job, fence);
        assert_int_not_equal(access(path_of(job, fence, 1), F_OK), 0);
        assert_int_equal(queue_spool_left(second), n - 1);
    }
    assert_false(queue_spool_first(second, &job, &fence, &answer));
    assert_int_equal(notes.len, 0);
    queue_spool_close(second);
    buf_release(&answer);
    buf_release(&wanted);
}

/* What is found when a part is opened again: each with its note, and the file beside it. */
static void what_is_damaged_is_set_aside_with_its_reason(void **state)
{
    static const char misfit[] = "its first line does not fit it: it is damaged or another lease's";
    static const struct {
        int64_t job; /* of the name; the file is of job 5, lease 6 */
        size_t cut;  /* bytes from the end */
        int flip;    /* a byte of the head or, from the end, of the body; 0: none */
        const char *why;
    } rows[] = {
        { 5, 0, 0, NULL },
        { 5, 0, 1, misfit },
        { 5, 0, 30, misfit },
        { 5, 0, -1, misfit },
        { 5, 1, 0, misfit },
        { 4, 0, 0, misfit },
        { 5, 100000, 0, "it is no answer" },
    };
    struct buf file = { 0 }, answer = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct queue_spool *s = open_spool("");
        int64_t job = 0, fence = 0;
        char wanted[400] = "", aside[220];
        put(s, 5, 6);
        read_file(path_of(5, 6, 0), &file);
        queue_spool_remove(s, 5, 6);
        queue_spool_close(s);
        if (rows[i].flip != 0)
            file.data[rows[i].flip > 0 ? (size_t)rows[i].flip : file.len - 1] ^= 1;
        write_file(path_of(rows[i].job, 6, 0), file.data,
                   file.len > rows[i].cut ? file.len - rows[i].cut : 0);
        buf_clear(&notes);
        s = open_spool("");
        assert_int_equal(queue_spool_left(s), 1);
        assert_int_equal(queue_spool_first(s, &job, &fence, &answer), rows[i].why == NULL);
        snprintf(aside, sizeof aside, "%s.refused", path_of(rows[i].job, 6, 0));
        if (rows[i].why != NULL)
            snprintf(wanted, sizeof wanted, "%s: %s; it is set aside as .refused\n",
                     path_of(rows[i].job, 6, 0), rows[i].why);
        if (strcmp(buf_text(&notes), wanted) != 0)
            fail_msg("row %zu: '%s', not '%s'", i, buf_text(&notes), wanted);
        assert_int_equal(access(aside, F_OK) == 0, rows[i].why != NULL);
        assert_int_equal(queue_spool_left(s), rows[i].why == NULL);
        unlink(aside);
        queue_spool_remove(s, rows[i].job, 6);
        queue_spool_close(s);
    }
    buf_release(&file);
    buf_release(&answer);
}

static void an_answer_that_is_no_result_is_set_aside(void **state)
{
    static const struct {
        const char *body;
        size_t len;
    } rows[] = { { "no JSON", 7 }, { "{}", 2 }, { "", 0 }, { "{\0}", 3 } };
    struct buf answer = { 0 };
    (void)state;
    for (size_t i = 0; i <= ARRAY_LEN(rows); i++) {
        struct queue_spool *s = open_spool("");
        struct buf body = { 0 };
        struct err err = { 0 };
        int64_t job = 0, fence = 0;
        if (i < ARRAY_LEN(rows))
            buf_add(&body, rows[i].body, rows[i].len);
        else
            answer_of(8, &body); /* of another job */
        assert_int_equal(queue_spool_put(s, 9, 1, &body, &err), 0);
        queue_spool_close(s);
        s = open_spool("");
        buf_clear(&notes);
        assert_false(queue_spool_first(s, &job, &fence, &answer));
        assert_non_null(
            strstr(buf_text(&notes), "/9-1.answer: it is no result of its job; it is set aside"));
        queue_spool_refuse(s, "nothing is there"); /* which is no fault */
        assert_int_equal(queue_spool_left(s), 0);
        queue_spool_close(s);
        buf_release(&body);
    }
    buf_release(&answer);
}

static void names_that_name_no_answer_are_set_aside(void **state)
{
    static const struct {
        const char *name;
        bool noted, stays;
    } rows[] = {
        { "x.answer", true, false },    { "1-2-3.answer", true, false },
        { "01-2.answer", true, false }, { "1-2.answers", false, true },
        { "new.draft", false, false },  { "1-2.answer.refused", false, true },
        { ".answer", true, false },     { "-1-2x.answer", true, false },
    };
    (void)state;
    queue_spool_close(open_spool(""));
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char path[200];
        snprintf(path, sizeof path, "%s/queue-1/0/%s", folder, rows[i].name);
        write_file(path, "x", 1);
        buf_clear(&notes);
        struct queue_spool *s = open_spool("");
        assert_int_equal(queue_spool_left(s), 0);
        if ((strstr(buf_text(&notes), "names no job and lease") != NULL) != rows[i].noted ||
            (access(path, F_OK) == 0) != rows[i].stays)
            fail_msg("%s: '%s'", rows[i].name, buf_text(&notes));
        queue_spool_close(s);
    }
}

static void a_folder_that_others_write_in_is_no_spool(void **state)
{
    static const struct {
        mode_t mode;
        bool taken;
    } rows[] = { { 0700, true }, { 0755, true }, { 0720, false }, { 0702, false } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct queue_spool_options o = { .folder = folder, .identity = "q" };
        struct queue_spool *s = NULL;
        struct err err = { 0 };
        assert_int_equal(chmod(folder, rows[i].mode), 0);
        int rc = queue_spool_open(&o, &s, &err);
        assert_int_equal(rc, rows[i].taken ? 0 : ERR_USAGE);
        assert_int_equal(strstr(err.msg, "others may write in it") == NULL, rows[i].taken);
        queue_spool_close(s);
    }
    char file[100];
    struct queue_spool *s = NULL;
    struct err err = { 0 };
    snprintf(file, sizeof file, "%s/file", folder);
    write_file(file, "x", 1);
    const struct queue_spool_options o = { .folder = file, .identity = "q" };
    assert_int_equal(queue_spool_open(&o, &s, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "is no folder"));
    snprintf(file, sizeof file, "%s/file/below", folder);
    assert_int_equal(queue_spool_open(&o, &s, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "cannot be made: Not a directory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_answer_lies_behind_a_line_that_names_it, begin, end),
        cmocka_unit_test_setup_teardown(what_a_worker_left_is_taken_over_once, begin, end),
        cmocka_unit_test_setup_teardown(what_is_damaged_is_set_aside_with_its_reason, begin, end),
        cmocka_unit_test_setup_teardown(an_answer_that_is_no_result_is_set_aside, begin, end),
        cmocka_unit_test_setup_teardown(names_that_name_no_answer_are_set_aside, begin, end),
        cmocka_unit_test_setup_teardown(a_folder_that_others_write_in_is_no_spool, begin, end),
    };
    int failed = cmocka_run_group_tests_name("queue_spool", tests, NULL, NULL);
    buf_release(&notes);
    return failed;
}
