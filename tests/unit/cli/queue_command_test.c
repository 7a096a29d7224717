/*
 * queue_command_test.c - what the commands of a queue ask of it and print of its answers, held to a
 * text that somebody has read: tests/approved/units/queue_commands.txt.
 *
 * The queue is this program: queue_client.h and queue_work are answered here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/queue/queue.h"
#include "src/queue/queue_client.h"
#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

#define COLUMNS 6

/* What the next statement answers, and what was asked of the queue. */
static const char *const (*answers)[COLUMNS];
static const char *const *names; /* of their columns */
static int n_answers, open_connections, open_rows;
static bool fails;
static struct buf asked;
static int client;

int queue_connect(const char *address, struct queue_client **to, struct err *err)
{
    buf_printf(&asked, " connect %s;", address);
    if (strcmp(address, "nowhere") == 0)
        return err_set(err, ERR_BUSY, "nobody is there");
    open_connections++;
    *to = (struct queue_client *)(void *)&client;
    return 0;
}

void queue_disconnect(struct queue_client *c)
{
    open_connections -= c != NULL;
}

void queue_hide(int argc, char **argv)
{
    buf_printf(&asked, " hide %d %s;", argc, argv[1]);
}

const char *queue_identity(const struct queue_client *c)
{
    (void)c;
    return "identity";
}

int queue_init(const char *address, double lease_s, bool *was_renewed, struct err *err)
{
    buf_printf(&asked, " init %s %g;", address, lease_s);
    *was_renewed = strcmp(address, "old") == 0;
    return strcmp(address, "nowhere") == 0 ? err_set(err, ERR_BUSY, "nobody is there") : 0;
}

int queue_run(struct queue_client *c, const char *name, int n_args, const char *const *args,
              struct queue_rows *to, struct err *err)
{
    assert_ptr_equal(c, &client);
    buf_printf(&asked, " %s", name);
    for (int i = 0; i < n_args; i++)
        buf_printf(&asked, " %s", args[i]);
    buf_puts(&asked, ";");
    if (fails)
        return err_set(err, ERR_INTEGRITY, "the statement failed");
    open_rows++;
    *to = (struct queue_rows){ &client, n_answers };
    return 0;
}

int queue_run_texts(struct queue_client *c, const struct queue_call *call, struct queue_rows *to,
                    struct err *err)
{
    return queue_run(c, call->name, call->n_args, call->args, to, err);
}

const char *queue_text(const struct queue_rows *r, int row, const char *name)
{
    int column = 0;
    while (column < COLUMNS && strcmp(names[column], name) != 0)
        column++;
    assert_true(row >= 0 && row < r->n && column < COLUMNS);
    return answers[row][column];
}

int64_t queue_int(const struct queue_rows *r, int row, const char *name)
{
    int64_t v = -1;
    assert_true(str_to_i64(queue_text(r, row, name), &v));
    return v;
}

double queue_real(const struct queue_rows *r, int row, const char *name)
{
    return strtod(queue_text(r, row, name), NULL);
}

void queue_rows_end(struct queue_rows *r)
{
    open_rows -= r->result != NULL;
    *r = (struct queue_rows){ NULL, 0 };
}

int queue_reconnect(struct queue_client *c, struct err *err)
{
    (void)c;
    return err_set(err, ERR_BUSY, "away");
}

bool queue_is_connected(const struct queue_client *c)
{
    return c != NULL;
}

int queue_listen(struct queue_client *c, unsigned notices, struct err *err)
{
    (void)c;
    (void)notices;
    (void)err;
    return 0;
}

unsigned queue_notices(struct queue_client *c)
{
    (void)c;
    return 0;
}

int queue_socket(const struct queue_client *c)
{
    (void)c;
    return -1;
}

void queue_array_add(struct buf *b, const char *text, size_t len)
{
    buf_add(b, text, len);
}

void queue_array_add_int(struct buf *b, int64_t v)
{
    buf_printf(b, "%lld", (long long)v);
}

const char *queue_array_end(struct buf *b)
{
    return buf_text(b);
}

void queue_texts_begin(struct buf *b)
{
    (void)b;
}

void queue_texts_add(struct buf *b, const char *text, size_t len)
{
    buf_add(b, text, len);
}

int queue_work(struct queue_client *c, const struct queue_work_options *o,
               struct queue_work_summary *to, struct err *err)
{
    const char *python = getenv("ROLLBOOK_PYTHON");
    assert_ptr_equal(c, &client);
    assert_non_null(o->stop);
    buf_printf(&asked,
               " work class %s backend %s workers %u threads %u stop %g spool %s python %s;",
               o->device_class == NULL ? "-" : o->device_class, o->local.backend, o->local.workers,
               o->local.threads, o->stop_s, o->spool == NULL ? "-" : o->spool,
               python == NULL ? "-" : python);
    o->note(o->note_context, "a note of the worker");
    *to = (struct queue_work_summary){ 11, 2, 3, o->spool == NULL ? 0 : 4 };
    return fails ? err_set(err, ERR_BUSY, "the queue went away") : 0;
}

static void tell(const char *line)
{
    buf_clear(&asked);
    say(line);
    buf_printf(&out, "asked:%s\n", buf_text(&asked));
    assert_int_equal(open_connections, 0);
    assert_int_equal(open_rows, 0);
}

static void test_a_queue_is_asked(void **state)
{
    static const char *const status[][COLUMNS] = {
        { "jobs_ready", "12", "jobs that no worker has" },
        { "oldest_s", "0.25", "age of the oldest, in seconds" },
    };
    static const char *const dead[][COLUMNS] = {
        { "7", "cpu", "3", "host/1", "2026-01-01T00:00:00Z", "abc" },
        { "9", "cuda:h200", "2", NULL, "2026-01-02T00:00:00Z", "def" },
    };
    static const char *const retried[][COLUMNS] = { { "5" } };
    static const char *const status_names[] = { "name", "value", "help" };
    static const char *const dead_names[] = { "job_id",      "job_class",     "job_attempt",
                                              "job_lost_by", "job_submitted", "job_key" };
    static const char *const retried_names[] = { "retry" };
    static const char *const none[] = { "queue status", "queue dead --format csv", "queue drain",
                                        "queue retry" };
    (void)state;
    (void)unsetenv("ROLLBOOK_PYTHON");
    tell("queue init --queue there");
    tell("queue init --queue there --lease 1");
    tell("queue init --queue there --lease 3600");
    tell("queue init --queue old --lease 2.5");
    tell("queue init --queue nowhere");
    answers = status;
    names = status_names;
    n_answers = 2;
    tell("queue status --queue there");
    tell("queue status --queue there --json");
    tell("queue status --queue there --prometheus");
    answers = dead;
    names = dead_names;
    tell("queue dead --queue there");
    tell("queue dead --queue there --json");
    answers = retried;
    names = retried_names;
    n_answers = 1;
    tell("queue retry --queue there");
    tell("queue retry --queue there -q");
    tell("queue drain --queue there");
    tell("queue drain --queue there --off");
    n_answers = 0;
    tell("queue status --queue there --format csv");
    tell("queue dead --queue there --format csv");
    for (size_t i = 0; i < ARRAY_LEN(none); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        fails = false;
        tell(arena_printf(&a, "%s --queue nowhere", none[i]));
        fails = true;
        tell(arena_printf(&a, "%s --queue there", none[i]));
    }
    fails = false;
    tell("worker --queue there");
    tell("worker --queue there --backend cuda --device-class h200 -j 256 --threads 1024 "
         "--stop-after "
         "2.5 --spool folder --python py3");
    tell("worker --queue there -j 0 --threads 1 -q");
    tell("worker --queue nowhere");
    fails = true;
    tell("worker --queue there");
    fails = false;
    approved_check_exactly("queue_commands", &out);
    buf_release(&asked);
}

static int setup(void **state)
{
    (void)state;
    return said_setup();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_a_queue_is_asked) };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
