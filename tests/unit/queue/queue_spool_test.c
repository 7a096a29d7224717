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
#include "src/base/file.h"
#include "src/base/mem.h"
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
    assert_int_equal(queue_spool_sync(s, &err), 0);
    buf_release(&answer);
}

static char *path_in(unsigned part, const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/queue-1/%u/%s", folder, part, name);
    return path;
}

#define LOG     "0000000000000001.spool"
#define REFUSED LOG ".refused"
#define HEADER  40            /* bytes before a record's payload */
#define START   (HEADER + 16) /* of the record that begins a log */

static void read_file(const char *path, struct buf *out)
{
    struct err err = { 0 };
    buf_clear(out);
    if (file_read(path, 1 << 20, out, &err) < 0)
        fail_msg("%s", err.msg);
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
    (void)state;
    put(s, 7, 3);
    answer_of(7, &answer);
    buf_puts(&wanted, "queue-1 3\n");
    buf_add(&wanted, answer.data, answer.len);
    read_file(path_in(0, LOG), &file);
    assert_int_equal(file.len, START + HEADER + wanted.len);
    assert_memory_equal(file.data + START + HEADER, wanted.data, wanted.len);
    assert_int_equal(file.data[START + 8], 7);
    assert_int_equal(stat(path_in(0, LOG), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_non_null(strstr(queue_spool_path(s), "/queue-1/0"));
    assert_int_equal(queue_spool_left(s), 0); /* its own, of this run */
    queue_spool_remove(s, 7, 3);
    queue_spool_remove(s, 7, 3); /* which is no fault */
    read_file(path_in(0, LOG), &file);
    assert_int_equal(file.len, START);
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
    struct buf answer = { 0 }, wanted = { 0 }, file = { 0 };
    int64_t job = 0, fence = 0;
    (void)state;
    assert_non_null(strstr(queue_spool_path(second), "/queue-1/1"));
    for (int64_t i = 1; i <= 150; i++)
        put(first, i, i + 1000);
    queue_spool_adopt(second); /* its worker is alive */
    assert_int_equal(queue_spool_left(second), 0);
    assert_false(queue_spool_first(second, &job, &fence, &answer));
    queue_spool_remove(first, 150, 1150);
    queue_spool_close(first);
    queue_spool_adopt(second);
    assert_int_not_equal(access(path_in(0, LOG), F_OK), 0);
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
        queue_spool_remove(second, job, fence);
        assert_int_equal(queue_spool_left(second), n - 1);
    }
    assert_false(queue_spool_first(second, &job, &fence, &answer));
    assert_int_equal(notes.len, 0);
    read_file(path_in(1, LOG), &file);
    assert_int_equal(file.len, START);
    queue_spool_close(second);
    buf_release(&answer);
    buf_release(&wanted);
    buf_release(&file);
}

/* More than a file holds: files go as their answers are taken, and the rest is found again. */
static void files_go_when_their_answers_are_taken(void **state)
{
    struct queue_spool *s = open_spool("");
    struct buf large = { 0 }, got = { 0 };
    struct result_message m = { .id = 0 };
    struct err err = { 0 };
    char *text CLEANUP(mem_free_ptr) = mem_array(300001, 1);
    (void)state;
    memset(text, 'x', 300000);
    for (int64_t job = 1; job <= 12; job++) {
        m.id = job;
        m.result.outcome = OUTCOME_INFRA;
        m.result.message = text;
        buf_clear(&large);
        result_encode(&m, &large);
        assert_int_equal(queue_spool_put(s, job, 5, &large, &err), 0);
        if (job > 2)
            queue_spool_remove(s, job - 2, 5);
    }
    assert_int_not_equal(access(path_in(0, LOG), F_OK), 0);
    queue_spool_close(s);
    s = open_spool("");
    assert_int_equal(queue_spool_left(s), 2);
    for (int64_t n = 2; n > 0; n--) {
        int64_t job = 0, fence = 0;
        assert_true(queue_spool_first(s, &job, &fence, &got));
        assert_true((job == 11 || job == 12) && fence == 5 && got.len > 300000);
        queue_spool_remove(s, job, fence);
    }
    assert_int_equal(notes.len, 0);
    queue_spool_close(s);
    buf_release(&large);
    buf_release(&got);
}

/* What is found when a part is opened again: whole records are read, and a damaged file stays under
 * another name.  An end that was cut off, as by a power cut, is no damage. */
static void what_is_damaged_is_set_aside(void **state)
{
    static const struct {
        size_t at; /* the byte that is changed; 0: none */
        size_t cut;
        unsigned left;
        bool aside;
    } rows[] = {
        { 0, 0, 2, false },         { 0, 1, 1, false },
        { START + 1, 0, 1, true },  { START + HEADER + 1, 0, 1, true },
        { START + 25, 0, 1, true }, { 1, 0, 2, true },
        { START + 8, 0, 1, true },  { START + HEADER + 1, 1, 0, true },
    };
    struct buf file = { 0 }, answer = { 0 };
    struct queue_spool *s = open_spool("");
    (void)state;
    put(s, 5, 6);
    put(s, 8, 9);
    read_file(path_in(0, LOG), &file);
    queue_spool_close(s);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char command[200];
        int64_t job = 0, fence = 0;
        unsigned left = 0;
        snprintf(command, sizeof command, "rm -f %s/queue-1/0/*.spool*", folder);
        assert_int_equal(system(command), 0);
        file.data[rows[i].at] ^= rows[i].at == 0 ? 0 : 1;
        write_file(path_in(0, LOG), file.data, file.len - rows[i].cut);
        file.data[rows[i].at] ^= rows[i].at == 0 ? 0 : 1;
        buf_clear(&notes);
        s = open_spool("");
        for (; queue_spool_first(s, &job, &fence, &answer); left++) {
            assert_true((job == 5 && fence == 6) || (job == 8 && fence == 9));
            queue_spool_remove(s, job, fence);
        }
        bool said = strstr(buf_text(&notes), "bytes are damaged; the files are set aside") != NULL;
        bool aside = access(path_in(0, REFUSED), F_OK) == 0;
        if (left != rows[i].left || said != rows[i].aside || aside != rows[i].aside)
            fail_msg("row %zu: %u left, '%s'", i, left, buf_text(&notes));
        assert_int_not_equal(access(path_in(0, LOG), F_OK), 0);
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
        if (strstr(buf_text(&notes),
                   "/9-1.answer: it is not a result of its job; it is set aside") == NULL)
            fail_msg("row %zu: '%s'", i, buf_text(&notes));
        queue_spool_refuse(s, "nothing is there"); /* which is no fault */
        assert_int_equal(queue_spool_left(s), 0);
        queue_spool_close(s);
        buf_release(&body);
    }
    buf_release(&answer);
}

static void files_of_earlier_versions_are_told(void **state)
{
    (void)state;
    queue_spool_close(open_spool(""));
    write_file(path_in(0, "1-2.answer"), "x", 1);
    write_file(path_in(0, "1-3.answer"), "x", 1);
    write_file(path_in(0, "1-4.answer.refused"), "x", 1);
    buf_clear(&notes);
    queue_spool_close(open_spool(""));
    assert_non_null(strstr(buf_text(&notes), "2 answers of an earlier version are in "));
    assert_int_equal(access(path_in(0, "1-2.answer"), F_OK), 0);
}

/* A log of another queue, which somebody moved here, gives nothing to this one. */
static void answers_of_another_queue_are_not_handed_in(void **state)
{
    struct buf file = { 0 }, answer = { 0 };
    int64_t job = 0, fence = 0;
    struct queue_spool *s = open_spool("");
    (void)state;
    put(s, 5, 6);
    read_file(path_in(0, LOG), &file);
    queue_spool_close(s);
    char other[200];
    struct err err = { 0 };
    const struct queue_spool_options o = { .folder = folder, .identity = "queue-11" };
    assert_int_equal(queue_spool_open(&o, &s, &err), 0);
    queue_spool_close(s);
    snprintf(other, sizeof other, "%s/queue-11/0/" LOG, folder);
    write_file(other, file.data, file.len);
    assert_int_equal(queue_spool_open(&o, &s, &err), 0);
    assert_int_equal(queue_spool_left(s), 0);
    assert_false(queue_spool_first(s, &job, &fence, &answer));
    queue_spool_close(s);
    buf_release(&file);
    buf_release(&answer);
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
    assert_non_null(strstr(err.msg, "is not a folder"));
    snprintf(file, sizeof file, "%s/file/below", folder);
    assert_int_equal(queue_spool_open(&o, &s, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "cannot be made: Not a directory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_answer_lies_behind_a_line_that_names_it, begin, end),
        cmocka_unit_test_setup_teardown(what_a_worker_left_is_taken_over_once, begin, end),
        cmocka_unit_test_setup_teardown(files_go_when_their_answers_are_taken, begin, end),
        cmocka_unit_test_setup_teardown(what_is_damaged_is_set_aside, begin, end),
        cmocka_unit_test_setup_teardown(an_answer_that_is_no_result_is_set_aside, begin, end),
        cmocka_unit_test_setup_teardown(files_of_earlier_versions_are_told, begin, end),
        cmocka_unit_test_setup_teardown(answers_of_another_queue_are_not_handed_in, begin, end),
        cmocka_unit_test_setup_teardown(a_folder_that_others_write_in_is_no_spool, begin, end),
    };
    int failed = cmocka_run_group_tests_name("queue_spool", tests, NULL, NULL);
    buf_release(&notes);
    return failed;
}
