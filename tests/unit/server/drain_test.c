/* drain_test.c - from the spool into the database: order, what is set aside, and what waits while
 * the database refuses. */
#define _GNU_SOURCE
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/file.h"
#include "src/server/spool/drain.h"
#include "src/server/spool/exchange.h"
#include "src/spool/spool.h"
#include "src/wire/wire.h"
#include "tests/unit/strategy/rows_fixture.h"

#define NAME_A     "aaaaaaaaaaaaaaaa"
#define NAME_B     "bbbbbbbbbbbbbbbb"
#define LONG_MS    20000
#define ANSWER     "{\"choices\":[{\"index\":0,\"text\":\"A\",\"finish_reason\":\"stop\"}]}"
#define FILE_BYTES (1 << 20)

/* What the drain told. */
struct heard {
    char notes[1000];
    size_t n_notes;
    char evaluated[100];
};

static void on_note(void *context, const char *text)
{
    struct heard *h = context;
    size_t len = strlen(h->notes);
    h->n_notes++;
    snprintf(h->notes + len, sizeof(h->notes) - len, "%s|", text);
}

static void on_evaluated(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id)
{
    struct heard *h = context;
    size_t len = strlen(h->evaluated);
    snprintf(h->evaluated + len, sizeof(h->evaluated) - len, "%llu %lld %lld|",
             (unsigned long long)number, (long long)rollout_id, (long long)evaluation_id);
}

static void put(struct spool *s, enum spool_kind kind, uint64_t exchange, const char *text)
{
    struct err err = { 0 };
    assert_int_equal(spool_append(s, kind, exchange, text, strlen(text), &err), 0);
}

static void begin(struct spool *s, uint64_t exchange)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct tags tags = tags_none;
    tags.run = "r";
    exchange_put_begin(&text, "completions", "/v1/completions", &tags, "{\"prompt\":\"p\"}", 14);
    put(s, SPOOL_BEGIN, exchange, buf_text(&text));
}

/* In two pieces. */
static void answer(struct spool *s, uint64_t exchange)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    const struct exchange_head head = { .status = 200, .length = (int64_t)strlen(ANSWER) };
    struct err err = { 0 };
    exchange_put_head(&text, &head);
    put(s, SPOOL_HEAD, exchange, buf_text(&text));
    assert_int_equal(spool_append(s, SPOOL_DATA, exchange, ANSWER, 20, &err), 0);
    put(s, SPOOL_DATA, exchange, &ANSWER[20]);
}

static void end(struct spool *s, uint64_t exchange)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    exchange_put_end(&text, "answered", "", 1, 2);
    put(s, SPOOL_END, exchange, buf_text(&text));
}

static void put_whole(struct spool *s, uint64_t exchange)
{
    begin(s, exchange);
    answer(s, exchange);
    end(s, exchange);
}

/* No row can be made of it. */
static void put_broken(struct spool *s, uint64_t exchange)
{
    put(s, SPOOL_BEGIN, exchange, "no line");
    end(s, exchange);
}

static void put_evaluation(struct spool *s, uint64_t number)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct evaluation_record e = { .tags = tags_none,
                                   .completion = "no code",
                                   .completion_len = 7 };
    e.job.task_id = "l1/4";
    eval_result_init(&e.result, OUTCOME_NO_CODE, "no code");
    evaluation_record_put(&text, &e);
    put(s, SPOOL_EVALUATION, number, buf_text(&text));
}

static const char *path_in(const struct rows_fixture *f, const char *name)
{
    static char path[128];
    snprintf(path, sizeof(path), "%s/%s", f->folder, name);
    return path;
}

static struct spool *open_spool(const struct rows_fixture *f, const char *name)
{
    struct spool *s = NULL;
    struct err err = { 0 };
    assert_int_equal(spool_open(path_in(f, "spool"), name, FILE_BYTES, &s, &err), 0);
    return s;
}

static struct drain *start(struct spool *s, const char *name, const char *db_path, struct heard *h)
{
    const struct drain_options options = {
        .db_path = db_path,
        .name = name,
        .rows = { .run = "main", .config = "{}", .argv = "[]" },
        .hooks = { .note = on_note, .evaluated = on_evaluated, .context = h }
    };
    struct drain *d = NULL;
    struct err err = { 0 };
    assert_int_equal(drain_start(s, &options, &d, &err), 0);
    return d;
}

static void close_database(struct rows_fixture *f)
{
    db_close(f->db);
    f->db = NULL;
}

static void open_database(struct rows_fixture *f)
{
    assert_int_equal(db_open(path_in(f, "t.db"), DB_READ, &f->db, &f->err), 0);
}

static size_t files_of_spool(const struct rows_fixture *f)
{
    size_t n = 0;
    for (int i = 1; i < 10; i++) {
        char name[64];
        snprintf(name, sizeof(name), "spool/%016d.spool", i);
        n += file_exists(path_in(f, name));
    }
    return n;
}

static void wait_until_held_up(struct drain *d)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    struct drain_state state = { 0 };
    for (int i = 0; i < LONG_MS && !state.held_up; i++) {
        (void)nanosleep(&pause, NULL);
        drain_look(d, &state);
    }
    assert_true(state.held_up);
}

static void test_exchanges_are_stored_in_the_order_of_their_ends(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    close_database(f);
    struct spool *s = open_spool(f, NAME_A);
    struct drain *d = start(s, NAME_A, path_in(f, "t.db"), &h);
    begin(s, 1);
    begin(s, 2);
    answer(s, 1);
    answer(s, 2);
    end(s, 2);
    end(s, 1);
    begin(s, 3);
    drain_wake(d);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 1); /* the third has not ended */
    assert_int_equal(last.stored, 2);
    assert_int_equal(last.waiting, 0);
    assert_int_equal(last.skipped, 0);
    assert_false(last.held_up);
    spool_close(s);
    open_database(f);
    assert_rows(f, "SELECT extra ->> 'exchange' FROM rollout ORDER BY rollout_id",
                NAME_A "0000000000000002 " NAME_A "0000000000000001");
    assert_rows(f,
                "SELECT DISTINCT r.name, b.text FROM rollout JOIN run r USING (run_id) "
                "JOIN blob b ON b.blob_id = completion_blob_id",
                "r,A");
    assert_string_equal(h.notes, "");
}

/* Of another process nothing more will come: what it began has ended. */
static void test_what_a_stopped_process_began_has_ended(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    close_database(f);
    struct spool *s = open_spool(f, NAME_A);
    begin(s, 1);
    answer(s, 1);
    spool_close(s);
    s = open_spool(f, NAME_B);
    struct drain *d = start(s, NAME_B, path_in(f, "t.db"), &h);
    put_whole(s, 1);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 0);
    assert_int_equal(last.stored, 2);
    spool_close(s);
    assert_int_equal(files_of_spool(f), 0);
    open_database(f);
    assert_rows(f, "SELECT extra ->> 'exchange' FROM rollout ORDER BY 1",
                NAME_A "0000000000000001 " NAME_B "0000000000000001");
    assert_rows(f, "SELECT status FROM run WHERE name = 'r'", "complete");
}

static void test_more_than_a_transaction_takes_is_stored(void **state)
{
    enum { MANY = 150 };
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    close_database(f);
    struct spool *s = open_spool(f, NAME_A);
    struct drain *d = start(s, NAME_A, path_in(f, "t.db"), &h);
    for (uint64_t i = 1; i <= MANY; i++)
        put_whole(s, i);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 0);
    assert_int_equal(last.stored, MANY);
    spool_close(s);
    open_database(f);
    assert_rows(f, "SELECT count(*), count(DISTINCT sample) FROM rollout", "150,150");
    assert_int_equal(files_of_spool(f), 0);
}

static void test_one_that_cannot_be_stored_holds_up_no_other(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    close_database(f);
    struct spool *s = open_spool(f, NAME_A);
    put_whole(s, 1);
    put_broken(s, 2);
    put_whole(s, 3);
    put_whole(s, 4);
    spool_close(s);
    s = open_spool(f, NAME_B);
    struct drain *d = start(s, NAME_B, path_in(f, "t.db"), &h);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 1);
    assert_int_equal(last.stored, 3);
    assert_false(last.held_up);
    assert_string_equal(h.notes, "exchange " NAME_A "0000000000000002: the beginning of an "
                                 "exchange: no line|");
    spool_close(s);
    assert_int_equal(files_of_spool(f),
                     2); /* it stays there, beside the file of the second process */
    open_database(f);
    assert_rows(f, "SELECT group_concat(substr(extra ->> 'exchange', -1), '') FROM rollout", "134");
}

/* Two in a row are taken for a fault of the database: all of them stay, in their order. */
static void test_two_that_cannot_be_stored_wait(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    close_database(f);
    struct spool *s = open_spool(f, NAME_A);
    put_broken(s, 1);
    put_broken(s, 2);
    put_whole(s, 3);
    spool_close(s);
    s = open_spool(f, NAME_B);
    struct drain *d = start(s, NAME_B, path_in(f, "t.db"), &h);
    wait_until_held_up(d);
    drain_look(d, &last);
    assert_int_equal(last.waiting, 3);
    assert_int_equal(last.stored, 0);
    assert_int_equal(drain_stop(d, 0, &last), 3);
    assert_true(last.held_up);
    assert_string_equal(h.notes, "exchanges wait in the spool: exchange " NAME_A
                                 "0000000000000002: the beginning of an exchange: no line|");
    spool_close(s);
    assert_int_equal(files_of_spool(f), 2);
}

static void test_what_waited_is_stored_when_the_database_takes_rows_again(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    struct err err = { 0 };
    char good[128];
    close_database(f);
    snprintf(good, sizeof(good), "%s", path_in(f, "t.db"));
    assert_int_equal(file_write_atomic(path_in(f, "no.db"), "no database", 11, &err), 0);
    struct spool *s = open_spool(f, NAME_A);
    struct drain *d = start(s, NAME_A, path_in(f, "no.db"), &h);
    put_whole(s, 1);
    drain_wake(d);
    wait_until_held_up(d);
    assert_int_equal(rename(good, path_in(f, "no.db")), 0);
    put_whole(s, 2);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 0);
    assert_int_equal(last.stored, 2);
    assert_false(last.held_up);
    assert_int_equal(h.n_notes, 1);
    assert_int_equal(strncmp(h.notes, "exchanges wait in the spool: ", 29), 0);
    spool_close(s);
    assert_int_equal(files_of_spool(f), 0);
}

/* What a stopped process left is counted, and stored by the next one. */
static void test_what_is_left_is_stored_by_the_next_process(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    struct err err = { 0 };
    close_database(f);
    assert_int_equal(file_write_atomic(path_in(f, "no.db"), "no database", 11, &err), 0);
    struct spool *s = open_spool(f, NAME_A);
    struct drain *d = start(s, NAME_A, path_in(f, "no.db"), &h);
    put_whole(s, 1);
    put_evaluation(s, 2);
    drain_look(d, &last);
    assert_int_equal(last.waiting, 2);
    drain_wake(d);
    wait_until_held_up(d);
    assert_int_equal(drain_stop(d, 0, &last), 2);
    assert_int_equal(last.waiting, 2);
    assert_true(last.spool_bytes > 0);
    spool_close(s);
    s = open_spool(f, NAME_B);
    memset(&h, 0, sizeof(h));
    d = start(s, NAME_B, path_in(f, "t.db"), &h);
    put_evaluation(s, 7);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 0);
    assert_int_equal(last.stored, 3);
    assert_int_equal(last.waiting, 0);
    assert_string_equal(h.evaluated, "7 3 2|"); /* whoever asked for the other one is gone */
    spool_close(s);
}

/* What was set aside and what has not ended stays together, and the next process finds both. */
static void test_what_is_left_of_both_kinds_stays(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    close_database(f);
    struct spool *s = open_spool(f, NAME_A);
    put_broken(s, 1);
    put_whole(s, 2);
    spool_close(s);
    s = open_spool(f, NAME_B);
    struct drain *d = start(s, NAME_B, path_in(f, "t.db"), &h);
    begin(s, 3);
    answer(s, 3);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 2);
    assert_int_equal(last.stored, 1);
    assert_int_equal(last.waiting, 1);
    spool_close(s);
    assert_int_equal(files_of_spool(f), 2);
    s = open_spool(f, NAME_A);
    d = start(s, NAME_A, path_in(f, "t.db"), &h);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 1);
    assert_int_equal(last.stored, 1); /* the second is known */
    spool_close(s);
    open_database(f);
    assert_rows(f, "SELECT extra ->> 'exchange' FROM rollout ORDER BY 1",
                NAME_A "0000000000000002 " NAME_B "0000000000000003");
}

/* The server that the user named, and whether bodies are kept, hold for every row. */
static void test_options_reach_the_rows(void **state)
{
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    struct err err = { 0 };
    struct drain *d = NULL;
    char path[128];
    snprintf(path, sizeof(path), "%s", path_in(f, "t.db"));
    const struct drain_options options = {
        .db_path = path,
        .name = NAME_A,
        .rows = { .run = "main", .config = "{}", .argv = "[]", .drop_bodies = true },
        .server = wire_find_server("sglang"),
        .hooks = { .note = on_note, .evaluated = on_evaluated, .context = &h }
    };
    close_database(f);
    struct spool *s = open_spool(f, NAME_A);
    assert_int_equal(drain_start(s, &options, &d, &err), 0);
    put_whole(s, 1);
    assert_int_equal(drain_stop(d, LONG_MS, &last), 0);
    spool_close(s);
    open_database(f);
    assert_rows(f,
                "SELECT extra ->> 'server', request, response FROM rollout "
                "JOIN attempt USING (rollout_id) JOIN exchange USING (attempt_id)",
                "sglang,-,-");
}

/* Between two tries of a database that refuses is a pause. */
static void test_a_database_that_refuses_is_left_in_peace(void **state)
{
    enum { QUIET_MS = 100, MOST_EVENTS = 5000 };
    struct rows_fixture *f = *state;
    struct heard h = { .n_notes = 0 };
    struct drain_state last;
    struct err err = { 0 };
    int watch = inotify_init1(IN_CLOEXEC);
    assert_int_equal(file_write_atomic(path_in(f, "no.db"), "no database", 11, &err), 0);
    assert_true(inotify_add_watch(watch, path_in(f, "no.db"), IN_OPEN) >= 0);
    struct spool *s = open_spool(f, NAME_A);
    struct drain *d = start(s, NAME_A, path_in(f, "no.db"), &h);
    put_whole(s, 1);
    drain_wake(d);
    wait_until_held_up(d);
    struct pollfd p = { .fd = watch, .events = POLLIN };
    int events = 0;
    while (events < MOST_EVENTS && poll(&p, 1, QUIET_MS) > 0) {
        struct inotify_event e;
        assert_int_equal(read(watch, &e, sizeof(e)), sizeof(e));
        events++;
    }
    assert_true(events > 0 && events < MOST_EVENTS);
    (void)drain_stop(d, 0, &last);
    spool_close(s);
    close(watch);
}

#define ROWS_TEST(name) cmocka_unit_test_setup_teardown(name, rows_setup, rows_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROWS_TEST(test_exchanges_are_stored_in_the_order_of_their_ends),
        ROWS_TEST(test_what_a_stopped_process_began_has_ended),
        ROWS_TEST(test_more_than_a_transaction_takes_is_stored),
        ROWS_TEST(test_one_that_cannot_be_stored_holds_up_no_other),
        ROWS_TEST(test_two_that_cannot_be_stored_wait),
        ROWS_TEST(test_what_waited_is_stored_when_the_database_takes_rows_again),
        ROWS_TEST(test_what_is_left_is_stored_by_the_next_process),
        ROWS_TEST(test_a_database_that_refuses_is_left_in_peace),
        ROWS_TEST(test_what_is_left_of_both_kinds_stays),
        ROWS_TEST(test_options_reach_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
