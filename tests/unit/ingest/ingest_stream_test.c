/*
 * ingest_stream_test.c - what is made of a file of JSON by how it begins: lines, one value, a
 * damaged first line, a byte-order mark; of what length it is; and what is said of a bad one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingest/ingest.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/db.h"

#define RECORD(N) "{\"input\": \"question " N "\", \"output\": \"answer\", \"score\": 1}"
#define MARK      "\xef\xbb\xbf"
#define LONG      300000 /* more than is read at a time */

static struct db *db;
static char path[] = "/tmp/rollbook-stream-XXXXXX";
static struct arena arena;
static struct ingest_options options = { .run_name = "r", .dry_run = true };

/* Returns as ingest_import does. */
static int import_text(const char *text, size_t len, struct ingest_source *source, struct err *err)
{
    if (file_write_atomic(path, text, len, err) != 0)
        fail_msg("%s", err->msg);
    ingest_source_init(source, ingest_find_format("rollouts"), &options, path, &arena);
    return ingest_import(source, db, err);
}

struct row {
    const char *text;
    int rc;
    int64_t stored, refused;
    const char *message; /* the error, or place and reason of the first refusal, or NULL */
};

static void check_row(size_t i, const struct row *row, size_t len)
{
    struct ingest_source source;
    struct err err = { 0 };
    char said[2100] = "", hash[65];
    int rc = import_text(row->text, len, &source, &err);
    if (rc < 0)
        snprintf(said, sizeof said, "%s", err.msg);
    else if (source.refusals != NULL)
        snprintf(said, sizeof said, "%s: %s", source.refusals->where, source.refusals->reason);
    if (rc != row->rc || source.counts.stored != row->stored ||
        source.counts.refused != row->refused ||
        (row->message == NULL ? said[0] != '\0' : strstr(said, row->message) == NULL))
        fail_msg("row %zu: %d, %lld stored, %lld refused: %s", i, rc,
                 (long long)source.counts.stored, (long long)source.counts.refused, said);
    if (rc < 0)
        return;
    struct sha256 h;
    sha256_init(&h);
    sha256_update(&h, row->text, len);
    sha256_final_hex(&h, hash);
    assert_string_equal(source.sha256, hash);
    assert_int_equal(source.len, len);
}

static void a_file_is_read_as_it_begins(void **state)
{
    static const struct row rows[] = {
        { RECORD("1"), 0, 1, 0, NULL },
        { RECORD("1") "\n", 0, 1, 0, NULL },
        { RECORD("1") "\n \t\r\n\n", 0, 1, 0, NULL },
        { RECORD("1") "\n" RECORD("2") "\n", 0, 2, 0, NULL },
        { RECORD("1") "\r\n" RECORD("2") "\r\n", 0, 2, 0, NULL },
        { "\n \r\n" RECORD("1") "\n\n\t\n" RECORD("2"), 0, 2, 0, NULL },
        { "[" RECORD("1") "," RECORD("2") "]", 0, 2, 0, NULL },
        { "\n[\n" RECORD("1") ",\n" RECORD("2") "\n]\n\n", 0, 2, 0, NULL },
        { "{\"input\":\n\"question\", \"output\": \"answer\"\n}\n", 0, 1, 0, NULL },
        /* A byte-order mark is no part of the first line; less than one is. */
        { MARK RECORD("1"), 0, 1, 0, NULL },
        { MARK RECORD("1") "\n" RECORD("2"), 0, 2, 0, NULL },
        { MARK "[" RECORD("1") "]", 0, 1, 0, NULL },
        { MARK, ERR_NOMATCH, 0, 0, ": contains no records" },
        { MARK "\n \n", ERR_NOMATCH, 0, 0, ": contains no records" },
        { "\xef\xbb" RECORD("1"), ERR_INTEGRITY, 0, 0, ":1:1: no line begins as JSON does" },
        { "\xef\xbb", ERR_INTEGRITY, 0, 0, ":1:1: no line begins as JSON does" },
        { MARK MARK RECORD("1"), ERR_INTEGRITY, 0, 0, ":1:1: no line begins as JSON does" },
        /* One bad line is one bad line, */
        { "{\"input\": 1\n" RECORD("2") "\n", 0, 1, 1, "line 1: " },
        { "\n{\"input\": 1\n" RECORD("2") "\n", 0, 1, 1, "line 2: " },
        { RECORD("1") "\n\n{\"input\": \n" RECORD("2") "\n", 0, 2, 1, "line 3: " },
        { "\n\n" RECORD("1") "\n{\"score\": 1}\n", 0, 1, 1,
          "line 4: not a rollout of verl, TRL or tinker-cookbook" },
        { "12\n" RECORD("2") "\n", 0, 1, 1, "line 1: not a rollout of" },
        { "[1]\n" RECORD("2") "\n", 0, 1, 1, "line 1: not a rollout of" },
        { "words\n" RECORD("2") "\n" RECORD("3") "\n", 0, 2, 1, "line 1: " },
        { "{\"input\": 1\n" RECORD("2"), 0, 1, 1, "line 1: " },
        { "{\"input\": 1\n\n" RECORD("2"), 0, 1, 1, "line 1: " },
        /* but where no record follows, the value goes on behind it. */
        { "{\"input\": 1\n", ERR_INTEGRITY, 0, 0, ":1:12: the file ends where" },
        { "{\"input\": 1\n\nx\n" RECORD("2"), ERR_INTEGRITY, 0, 0, ":3:1: " },
        { "{\"input\": 1,\n\t \n  \"output\": x }\n", ERR_INTEGRITY, 0, 0, ":3:13: 'x'" },
        { "\n\n{\"input\": 1\nx", ERR_INTEGRITY, 0, 0, ":4:1: " },
        { "[" RECORD("1") "\n" RECORD("2") "\n", ERR_INTEGRITY, 1, 0, ":2:1: " },
        { "[" RECORD("1") "] x", ERR_INTEGRITY, 1, 0, ":1:" },
        { RECORD("1") " x\n", ERR_INTEGRITY, 1, 0, ":1:" },
        /* Nothing that could be stored is an error in words. */
        { "", ERR_INTEGRITY, 0, 0, ":1:1: the file is empty" },
        { "\n\n", ERR_NOMATCH, 0, 0, ": contains no records" },
        { "[]", ERR_NOMATCH, 0, 0, ": contains no records" },
        { "{\"score\": 1}", ERR_INTEGRITY, 0, 1,
          ": all 1 records were refused; the first, the file: not a rollout of" },
        { "{\"score\": 1}\n{\"score\": 2}\n", ERR_INTEGRITY, 0, 2,
          ": all 2 records were refused; the first, line 1: not a rollout of" },
        { "a,b\n1,2\n", ERR_INTEGRITY, 0, 0, "read by 'rollbook ingest csv FILE --map m.json'" },
        { "PAR1", ERR_INTEGRITY, 0, 0, ": is Parquet: write it as JSON Lines first" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        check_row(i, &rows[i], strlen(rows[i].text));
}

static void put_many(struct buf *b, char c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_putc(b, c);
}

static void check_buf(size_t i, struct buf *b, int64_t stored, int64_t refused, const char *message)
{
    check_row(i, &(struct row){ buf_text(b), 0, stored, refused, message }, b->len);
    buf_clear(b);
}

static void lines_may_be_longer_than_what_is_read_at_a_time(void **state)
{
    struct buf b = { 0 };
    (void)state;
    buf_puts(&b, "{\"input\": \"");
    put_many(&b, 'x', LONG);
    buf_puts(&b, "\", \"output\": \"answer\"}\n" RECORD("2") "\n{\"input\": \n");
    check_buf(1, &b, 2, 1, "line 3: ");
    buf_puts(&b, "{\"input\": \n{\"input\": \"");
    put_many(&b, 'x', LONG);
    buf_puts(&b, "\", \"output\": \"answer\"}\n");
    check_buf(2, &b, 1, 1, "line 1: ");
    buf_puts(&b, RECORD("1"));
    put_many(&b, '\n', LONG);
    check_buf(3, &b, 1, 0, NULL);
    buf_puts(&b, RECORD("1"));
    put_many(&b, '\n', LONG);
    buf_puts(&b, "{\"input\": \n");
    char where[40];
    snprintf(where, sizeof where, "line %d: ", LONG + 1);
    check_buf(4, &b, 1, 1, where);
    put_many(&b, '\n', LONG);
    buf_puts(&b, RECORD("1") "\n{\"input\": \n");
    snprintf(where, sizeof where, "line %d: ", LONG + 2);
    check_buf(5, &b, 1, 1, where);
    /* A first line of more than 16 MiB is a value that is read in parts. */
    buf_puts(&b, "[" RECORD("1"));
    put_many(&b, ' ', (size_t)17 << 20);
    buf_puts(&b, "," RECORD("2") "]\n");
    check_buf(6, &b, 2, 0, NULL);
    buf_release(&b);
}

/* As many refused records as the limit end an import; what was committed before stays. */
static void an_import_ends_at_the_limit_of_errors(void **state)
{
    static const char bad[] = "{\"score\": 1}\n";
    struct ingest_source source;
    struct err err = { 0 };
    struct buf b = { 0 };
    (void)state;
    options.error_limit = 3;
    buf_printf(&b, RECORD("1") "\n%s%s", bad, bad);
    assert_int_equal(import_text(buf_text(&b), b.len, &source, &err), 0);
    assert_int_equal(source.counts.refused, 2);
    buf_puts(&b, bad);
    assert_int_equal(import_text(buf_text(&b), b.len, &source, &err), ERR_INTEGRITY);
    assert_non_null(
        strstr(err.msg, ": more than 2 records were refused; line 4: not a rollout of"));
    options.error_limit = 0;
    assert_int_equal(import_text(buf_text(&b), b.len, &source, &err), 0);
    buf_release(&b);
}

static void pass_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)names;
    assert_int_equal(n, 1);
}

static void take_count(void *context, size_t n, const struct sql_value *values)
{
    assert_int_equal(n, 1);
    *(int64_t *)context = values[0].i;
}

static int64_t count(const char *sql)
{
    struct err err = { 0 };
    int64_t n = -1;
    const struct sql_sink sink = { &n, pass_columns, take_count };
    if (db_user_sql(db, sql, &sink, &err) != 0)
        fail_msg("%s", err.msg);
    return n;
}

/* The end of a file is lost, not what was stored before; the same file goes on there. */
static void a_long_stream_is_stored_in_several_transactions(void **state)
{
    struct ingest_source source;
    struct err err = { 0 };
    struct buf b = { 0 };
    (void)state;
    for (int i = 0; i < INGEST_RECORDS_A_TRANSACTION + 5; i++)
        buf_printf(&b, "{\"group_idx\": %d, \"traj_idx\": %d}\n", i / 100, i % 100);
    buf_puts(&b, "{}\n");
    options.dry_run = false;
    options.error_limit = 1;
    assert_int_equal(import_text(buf_text(&b), b.len, &source, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg,
                           "stopped after 10000 records of r were stored; the same command "
                           "goes on: "));
    assert_int_equal(count("SELECT count(*) FROM rollout"), INGEST_RECORDS_A_TRANSACTION);
    assert_int_equal(count("SELECT n_stored FROM import_source"), INGEST_RECORDS_A_TRANSACTION);
    options.error_limit = 0;
    assert_int_equal(import_text(buf_text(&b), b.len, &source, &err), 0);
    assert_int_equal(source.counts.stored, 5);
    assert_int_equal(source.counts.duplicate, INGEST_RECORDS_A_TRANSACTION);
    assert_int_equal(source.counts.refused, 1);
    assert_int_equal(count("SELECT count(*) FROM rollout"), INGEST_RECORDS_A_TRANSACTION + 5);
    options.dry_run = true;
    buf_release(&b);
}

static void without_news_nothing_is_written(void **state)
{
    static const char text[] = RECORD("1") "\n" RECORD("2") "\n";
    struct ingest_source source;
    struct err err = { 0 };
    (void)state;
    options.dry_run = false;
    options.run_name = "news";
    assert_int_equal(import_text(text, strlen(text), &source, &err), 0);
    assert_int_equal(source.counts.stored, 2);
    int64_t sources = count("SELECT count(*) FROM import_source");
    assert_int_equal(import_text(text, strlen(text), &source, &err), 0);
    assert_int_equal(source.counts.duplicate, 2);
    assert_int_equal(count("SELECT count(*) FROM import_source"), sources);
    options.dry_run = true;
    options.run_name = "r";
}

/* Every answer comes twice. */
static void a_text_is_stored_once_however_often_it_comes(void **state)
{
    enum { TEXTS = 1500 };
    struct ingest_source source;
    struct err err = { 0 };
    struct buf b = { 0 };
    (void)state;
    int64_t rollouts = count("SELECT count(*) FROM rollout");
    int64_t texts = count("SELECT count(*) FROM blob");
    for (int i = 0; i < 2 * TEXTS; i++)
        buf_printf(&b, "{\"input\": \"q\", \"output\": \"answer %d\", \"step\": %d}\n", i % TEXTS,
                   i / TEXTS);
    options.dry_run = false;
    options.run_name = "texts";
    assert_int_equal(import_text(buf_text(&b), b.len, &source, &err), 0);
    assert_int_equal(count("SELECT count(*) FROM rollout"), rollouts + 2 * TEXTS);
    assert_int_equal(count("SELECT count(*) FROM blob"), texts + TEXTS + 1);
    assert_int_equal(
        count("SELECT count(*) FROM v_rollout WHERE run = 'texts' AND prompt = 'q' AND "
              "completion = 'answer ' || (sample % 1500)"),
        2 * TEXTS);
    options.dry_run = true;
    options.run_name = "r";
    buf_release(&b);
}

static void what_cannot_be_read_is_said(void **state)
{
    struct ingest_source source;
    struct err err = { 0 };
    (void)state;
    ingest_source_init(&source, ingest_find_format("rollouts"), &options, "/tmp", &arena);
    assert_int_equal(ingest_import(&source, db, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "/tmp: read failed: Is a directory");
    ingest_source_init(&source, ingest_find_format("rollouts"), &options, "/no/such/file", &arena);
    assert_int_equal(ingest_import(&source, db, &err), ERR_USAGE);
    assert_string_equal(err.msg, "/no/such/file: cannot open: No such file or directory");
}

/* Before a database is opened; what is read once is left to the import. */
static void heads_are_looked_at_before(void **state)
{
    static const struct {
        const char *path, *text; /* NULL: as it is there */
        int rc;
        const char *message;
    } rows[] = {
        { "-", NULL, 0, "" },
        { "/dev/null", NULL, 0, "" },
        { "/no/such/file", NULL, ERR_USAGE, "/no/such/file: cannot open: No such file" },
        { "/tmp", NULL, ERR_INTEGRITY, "/tmp: read failed: Is a directory" },
        { path, "", ERR_INTEGRITY, ":1:1: the file is empty" },
        { path, "{", 0, "" },
        { path, "PAR", 0, "" },
        { path, "PAR1", ERR_INTEGRITY, ": is Parquet: " },
        { path, "ARROW1", ERR_INTEGRITY, ": is an Arrow file: " },
        { path, "version https://git-lfs", ERR_INTEGRITY, ": is a Git LFS pointer" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct ingest_source source;
        struct err err = { 0 };
        if (rows[i].text != NULL)
            assert_int_equal(
                file_write_atomic(path, rows[i].text, strlen(rows[i].text), &(struct err){ 0 }), 0);
        ingest_source_init(&source, ingest_find_format("rollouts"), &options, rows[i].path, &arena);
        if (ingest_check_head(&source, &err) != rows[i].rc ||
            strstr(err.msg, rows[i].message) == NULL)
            fail_msg("row %zu: %s", i, err.msg);
    }
    /* An archive says so at byte 257. */
    char tar[300];
    struct err err = { 0 };
    memset(tar, 'x', sizeof tar);
    memcpy(tar + 257, "ustar", 5);
    assert_int_equal(ingest_check_kind("a", tar, 261, &err), 0);
    assert_int_equal(ingest_check_kind("a", tar, 262, &err), ERR_INTEGRITY);
    assert_string_equal(
        err.msg, "a: is a tar archive: unpack it first, as with tar xf, and name the folder");
    assert_int_equal(ingest_check_kind("a.tar.gz", "\x1f\x8b", 2, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "is packed with gzip: unpack it first, as with tar xf"));
    assert_int_equal(ingest_check_kind("a.gz", "\x1f\x8b", 2, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "as with gunzip -k"));
}

static int setup(void **state)
{
    struct err err = { 0 };
    int fd = mkstemp(path);
    (void)state;
    if (fd < 0)
        return -1;
    close(fd);
    return db_open(DB_IN_MEMORY, DB_WRITE, &db, &err);
}

static int teardown(void **state)
{
    (void)state;
    db_close(db);
    arena_release(&arena);
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_as_it_begins),
        cmocka_unit_test(lines_may_be_longer_than_what_is_read_at_a_time),
        cmocka_unit_test(an_import_ends_at_the_limit_of_errors),
        cmocka_unit_test(a_long_stream_is_stored_in_several_transactions),
        cmocka_unit_test(without_news_nothing_is_written),
        cmocka_unit_test(a_text_is_stored_once_however_often_it_comes),
        cmocka_unit_test(heads_are_looked_at_before),
        cmocka_unit_test(what_cannot_be_read_is_said),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
