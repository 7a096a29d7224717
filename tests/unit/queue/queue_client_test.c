/*
 * queue_client_test.c - a connection to the queue, over a libpq that is the test's: what it is
 * asked, and what becomes of its answers and errors.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/queue/pq_library.h"
#include "src/queue/queue_client.h"

enum { MOST_OPTIONS = 16, BAD = 1, FAILED = 7 };

struct pg_conn {
    int status;
};

struct pg_result {
    int status;
    const char *state, *text; /* of an error */
    int n_rows;
    const char *cells[4][3];
};

struct pq pq;

static struct {
    struct buf log;
    int connections, results, option_lists, messages; /* that are not given back */
    int status;                                       /* of the next connection */
    struct pg_conn *last;
    const char *version, *identity; /* version NULL: no queue */
    const char *fails;              /* the beginning of a text or name that fails */
    const char *state, *text;       /* with these */
    bool breaks;                    /* and the connection with it */
    const char *notices[4];
    size_t n_notices;
    const char *defaults; /* "WORD=VALUE WORD=VALUE" */
    int64_t later_s;
} fake;

/* The clock runs ahead when the test says so. */
int clock_gettime(clockid_t id, struct timespec *t)
{
    int rc = (int)syscall(SYS_clock_gettime, id, t);
    t->tv_sec += fake.later_s;
    return rc;
}

static struct pq_option *options_of(const char *text)
{
    struct pq_option *o = mem_array(MOST_OPTIONS, sizeof(*o));
    char *copy CLEANUP(mem_free_ptr) = mem_strdup(text);
    char *save = NULL;
    int n = 0;
    for (char *word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(word, '=');
        assert_true(equals != NULL && n + 1 < MOST_OPTIONS);
        *equals = '\0';
        o[n].keyword = mem_strdup(word);
        o[n].envvar = strcmp(word, "host") == 0 ? mem_strdup("PGHOST") : NULL;
        o[n++].val = equals[1] == '\0' ? NULL : mem_strdup(equals + 1);
    }
    fake.option_lists++;
    return o;
}

static struct pq_option *parse(const char *text, char **message)
{
    if (strcmp(text, "odd") == 0)
        return NULL;
    if (strcmp(text, "bad") != 0)
        return options_of(text);
    *message = mem_strdup("no such word\n\n");
    fake.messages++;
    return NULL;
}

static struct pq_option *defaults(void)
{
    return options_of(fake.defaults);
}

static void free_options(struct pq_option *o)
{
    if (o == NULL)
        return;
    for (int i = 0; i < MOST_OPTIONS; i++) {
        free(o[i].keyword);
        free(o[i].envvar);
        free(o[i].val);
    }
    free(o);
    fake.option_lists--;
}

static void free_message(void *p)
{
    fake.messages--;
    free(p);
}

static PGconn *dial(const char *const *keywords, const char *const *values, int expand)
{
    assert_int_equal(expand, 0);
    buf_puts(&fake.log, "connect");
    for (size_t i = 0; keywords[i] != NULL; i++)
        buf_printf(&fake.log, " %s=%s", keywords[i], values[i]);
    buf_puts(&fake.log, "|");
    fake.last = mem_alloc(sizeof(*fake.last));
    fake.last->status = fake.status;
    fake.connections++;
    return fake.last;
}

static void hang_up(PGconn *c)
{
    assert_non_null(c);
    buf_puts(&fake.log, "finish|");
    fake.connections--;
    free(c);
}

static int status_of(const PGconn *c)
{
    return c->status;
}

static char *message_of(const PGconn *c)
{
    static char text[] = "nobody listens\n";
    (void)c;
    return text;
}

static int socket_of(const PGconn *c)
{
    (void)c;
    return 33;
}

static PGresult *result_of(PGconn *c, const char *what)
{
    PGresult *r = mem_alloc(sizeof(*r));
    fake.results++;
    if (fake.fails != NULL && strncmp(what, fake.fails, strlen(fake.fails)) == 0) {
        *r = (PGresult){ .status = FAILED, .state = fake.state, .text = fake.text };
        c->status = fake.breaks ? BAD : c->status;
    } else if (strncmp(what, "-- Of a queue", 13) == 0) {
        *r = (PGresult){ .status = PQ_TUPLES_OK,
                         .n_rows = fake.version != NULL,
                         .cells = { { fake.version, fake.identity } } };
    } else {
        r->status = PQ_COMMAND_OK;
        if (strstr(what, "CREATE FUNCTION register(") != NULL) {
            fake.version = "4";
            fake.fails = NULL;
        }
    }
    return r;
}

static PGresult *exec(PGconn *c, const char *text)
{
    buf_printf(&fake.log, "exec %.*s|", (int)strcspn(text, "\n"), text);
    return result_of(c, text);
}

static PGresult *exec_prepared(PGconn *c, const char *name, int n, const char *const *values,
                               const int *lengths, const int *formats, int format)
{
    assert_int_equal(format, 0);
    buf_printf(&fake.log, "run %s", name);
    for (int i = 0; i < n; i++)
        if (formats != NULL && formats[i] != 0)
            buf_printf(&fake.log, " %d:%d:%.*s", formats[i], lengths[i], lengths[i], values[i]);
        else
            buf_printf(&fake.log, " %s", values[i] == NULL ? "null" : values[i]);
    buf_puts(&fake.log, "|");
    PGresult *r = result_of(c, name);
    if (r->status == PQ_COMMAND_OK)
        *r = (PGresult){ .status = PQ_TUPLES_OK,
                         .n_rows = 3,
                         .cells = {
                             { "-7", "2.5", "text" }, { NULL, NULL, NULL }, { "x", "x", "" } } };
    return r;
}

static int result_status(const PGresult *r)
{
    return r->status;
}

static char *error_field(const PGresult *r, int field)
{
    const char *found = field == 'C' ? r->state : field == 'M' ? r->text : "another field";
    return (char *)(uintptr_t)found;
}

static int n_rows(const PGresult *r)
{
    return r->n_rows;
}

static int column_of(const PGresult *r, const char *name)
{
    static const char *const names[2][3] = { { "number", "real", "text" },
                                             { "version", "identity", "" } };
    for (int i = 0; i < 3; i++)
        if (strcmp(names[r->n_rows == 1][i], name) == 0)
            return i;
    return -1;
}

static char *value_at(const PGresult *r, int row, int column)
{
    assert_true(row < r->n_rows);
    return (char *)(uintptr_t)r->cells[row][column];
}

static int is_null(const PGresult *r, int row, int column)
{
    return r->cells[row][column] == NULL;
}

static void clear(PGresult *r)
{
    if (r == NULL)
        return;
    fake.results--;
    free(r);
}

static int consume(PGconn *c)
{
    return c->status == PQ_CONNECTION_OK;
}

static struct pq_notify *next_notice(PGconn *c)
{
    (void)c;
    if (fake.n_notices == 0)
        return NULL;
    struct pq_notify *n = mem_alloc(sizeof(*n));
    n->relname = (char *)(uintptr_t)fake.notices[--fake.n_notices];
    fake.messages++;
    return n;
}

int pq_load(struct err *err)
{
    (void)err;
    pq = (struct pq){ .PQconnectdbParams = dial,
                      .PQfinish = hang_up,
                      .PQstatus = status_of,
                      .PQerrorMessage = message_of,
                      .PQsocket = socket_of,
                      .PQconninfoParse = parse,
                      .PQconndefaults = defaults,
                      .PQconninfoFree = free_options,
                      .PQfreemem = free_message,
                      .PQexec = exec,
                      .PQexecPrepared = exec_prepared,
                      .PQresultStatus = result_status,
                      .PQresultErrorField = error_field,
                      .PQntuples = n_rows,
                      .PQfnumber = column_of,
                      .PQgetvalue = value_at,
                      .PQgetisnull = is_null,
                      .PQclear = clear,
                      .PQconsumeInput = consume,
                      .PQnotifies = next_notice };
    return 0;
}

static int begin(void **state)
{
    (void)state;
    buf_clear(&fake.log);
    fake.version = "4";
    fake.identity = "queue-1";
    fake.defaults = "host= hostaddr= sslmode=prefer dbname=";
    fake.fails = fake.state = fake.text = NULL;
    fake.breaks = false;
    fake.status = PQ_CONNECTION_OK;
    return unsetenv("PGSSLMODE");
}

/* Nothing that libpq gave is left. */
static int end(void **state)
{
    (void)state;
    return fake.connections + fake.results + fake.option_lists + fake.messages;
}

static struct queue_client *connect_to(const char *address)
{
    struct queue_client *c = NULL;
    struct err err = { 0 };
    if (queue_connect(address, &c, &err) != 0)
        fail_msg("%s", err.msg);
    return c;
}

#define TIMES                                                                                      \
    "connect connect_timeout=10 tcp_user_timeout=10000 keepalives_idle=5 "                         \
    "fallback_application_name=rollbook"
#define SESSION                                                                                    \
    "|exec SET statement_timeout = '60s'; SET client_min_messages = warning; "                     \
    "SET client_encoding = 'LATIN1'|exec -- Of a queue of any version.|"                           \
    "exec -- What a connection prepares when it opens; the program names these statements.|"

static void test_words_of_a_connection(void **state)
{
    static const struct {
        const char *address, *defaults, *sslmode, *want; /* sslmode: of the environment */
    } cases[] = {
        { "dbname=d", "host= hostaddr= sslmode=prefer dbname=", NULL, " sslmode=prefer dbname=d" },
        { "host=h", "host= hostaddr= sslmode=prefer dbname=x", NULL,
          " host=h sslmode=verify-full dbname=x" },
        { "host=h", "host= sslmode=prefer", "require", " host=h sslmode=prefer" },
        { "host=h sslmode=disable", "host= sslmode=prefer", NULL, " host=h sslmode=disable" },
        { "host=/tmp", "host= sslmode=prefer", NULL, " host=/tmp sslmode=prefer" },
        { "host=localhost", "host= sslmode=prefer", NULL, " host=localhost sslmode=prefer" },
        { "host=127.0.0.1", "host= sslmode=prefer", NULL, " host=127.0.0.1 sslmode=prefer" },
        { "host=::1", "host= sslmode=prefer", NULL, " host=::1 sslmode=prefer" },
        { "host=localhost.x", "host= sslmode=prefer", NULL,
          " host=localhost.x sslmode=verify-full" },
        { "dbname=d", "host=h sslmode=prefer dbname=", NULL,
          " host=h sslmode=verify-full dbname=d" },
        { "host=localhost", "host=h sslmode=prefer", NULL, " host=localhost sslmode=prefer" },
        { "host=localhost hostaddr=10.0.0.1", "host= hostaddr= sslmode=prefer", NULL,
          " host=localhost hostaddr=10.0.0.1 sslmode=verify-full" },
        { "host=h hostaddr=127.0.0.1", "host= hostaddr= sslmode=prefer", NULL,
          " host=h hostaddr=127.0.0.1 sslmode=prefer" },
        { "hostaddr=10.0.0.1", "host= hostaddr= sslmode=prefer", NULL,
          " hostaddr=10.0.0.1 sslmode=verify-full" },
        { "connect_timeout=3", "connect_timeout= keepalives_idle=7", NULL,
          " connect_timeout=3 keepalives_idle=7" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf CLEANUP(buf_release) want = { 0 };
        if (cases[i].sslmode != NULL)
            setenv("PGSSLMODE", cases[i].sslmode, 1);
        fake.defaults = cases[i].defaults;
        buf_clear(&fake.log);
        struct queue_client *c = connect_to(cases[i].address);
        buf_printf(&want, TIMES "%s" SESSION, cases[i].want);
        assert_string_equal(buf_text(&fake.log), buf_text(&want));
        assert_string_equal(queue_identity(c), "queue-1");
        assert_int_equal(queue_socket(c), 33);
        queue_disconnect(c);
        unsetenv("PGSSLMODE");
    }
    queue_disconnect(NULL);
}

static void test_connections_that_come_to_nothing(void **state)
{
    static const struct {
        const char *address, *fails, *state, *text, *version;
        int status, rc;
        const char *said;
    } cases[] = {
        { "bad", NULL, NULL, NULL, "4", 0, ERR_USAGE, "--queue: no such word" },
        { "odd", NULL, NULL, NULL, "4", 0, ERR_USAGE, "--queue: no address" },
        { "password=x", NULL, NULL, NULL, "4", 0, ERR_USAGE,
          "--queue: a password in the address would be shown and stored; PGPASSFILE or PGPASSWORD "
          "gives it" },
        { "dbname=d", NULL, NULL, NULL, "4", BAD, ERR_BUSY,
          "the queue cannot be reached: nobody listens" },
        { "dbname=d", "SET", "42601", "no", "4", 0, ERR_INTEGRITY, "the queue refuses 'SET': no" },
        { "dbname=d", "-- Of a queue", "42P01", "no", "4", 0, ERR_SCHEMA,
          "the database has no queue; make one with 'rollbook queue init'" },
        { "dbname=d", "-- Of a queue", "3F000", "no", "4", 0, ERR_SCHEMA,
          "the database has no queue; make one with 'rollbook queue init'" },
        { "dbname=d", "-- Of a queue", "42501", NULL, "4", 0, ERR_INTEGRITY,
          "the queue refuses 'meta': without a reason" },
        { "dbname=d", "-- What", "42883", "no function", "4", 0, ERR_INTEGRITY,
          "the queue refuses 'PREPARE': no function" },
        { "dbname=d", NULL, NULL, NULL, "2", 0, ERR_SCHEMA,
          "the queue has version 2, this program speaks version 4: 'rollbook queue init' brings "
          "the queue up to date and keeps its jobs" },
        { "dbname=d", NULL, NULL, NULL, "5", 0, ERR_SCHEMA,
          "the queue has version 5, this program speaks version 4: it is too old for the queue" },
        { "dbname=d", NULL, NULL, NULL, NULL, 0, ERR_SCHEMA,
          "the queue has version 0, this program speaks version 4: 'rollbook queue init' brings "
          "the queue up to date and keeps its jobs" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct queue_client *c = NULL;
        struct err err = { 0 };
        fake.fails = cases[i].fails;
        fake.state = cases[i].state;
        fake.text = cases[i].text;
        fake.version = cases[i].version;
        fake.status = cases[i].status;
        assert_int_equal(queue_connect(cases[i].address, &c, &err), cases[i].rc);
        assert_string_equal(err.msg, cases[i].said);
        assert_null(c);
        assert_int_equal(fake.connections, 0);
    }
}

/* What passes ends the connection, so that the next try comes after a pause. */
static void test_errors_of_a_statement(void **state)
{
    static const struct {
        const char *sqlstate, *text;
        bool breaks;
        int rc;
        bool connected;
        const char *said;
    } cases[] = {
        { "42601", "syntax", false, ERR_INTEGRITY, true, "the queue refuses 'reap': syntax" },
        { "42601", "syntax", true, ERR_BUSY, false, "the queue cannot be reached: syntax" },
        { NULL, NULL, false, ERR_BUSY, true, "the queue cannot be reached: nobody listens" },
        { "57P01", "ends", false, ERR_BUSY, true, "the queue cannot be reached: ends" },
        { "57014", "took too long\n", false, ERR_BUSY, false,
          "the queue's server cannot do it now: took too long" },
        { "08006", NULL, false, ERR_BUSY, false,
          "the queue's server cannot do it now: without a reason" },
        { "40P01", "a", false, ERR_BUSY, false, "the queue's server cannot do it now: a" },
        { "53100", "b", false, ERR_BUSY, false, "the queue's server cannot do it now: b" },
        { "58030", "c", false, ERR_BUSY, false, "the queue's server cannot do it now: c" },
        { "25006", "d", false, ERR_BUSY, false, "the queue's server cannot do it now: d" },
        { "25001", "e", false, ERR_INTEGRITY, true, "the queue refuses 'reap': e" },
        { "42P01", "f", false, ERR_SCHEMA, true,
          "the database has no queue; make one with 'rollbook queue init'" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct queue_client *c = connect_to("dbname=d");
        struct queue_rows rows = { NULL, 0 };
        struct err err = { 0 };
        fake.fails = "reap";
        fake.state = cases[i].sqlstate;
        fake.text = cases[i].text;
        fake.breaks = cases[i].breaks;
        assert_int_equal(queue_run(c, "reap", 0, NULL, &rows, &err), cases[i].rc);
        assert_string_equal(err.msg, cases[i].said);
        assert_int_equal(queue_is_connected(c), cases[i].connected);
        assert_int_equal(queue_socket(c), cases[i].connected ? 33 : -1);
        fake.fails = NULL;
        if (!cases[i].connected) {
            assert_int_equal(queue_run(c, "reap", 0, NULL, &rows, &err), ERR_BUSY);
            assert_string_equal(err.msg, "the queue cannot be reached");
            assert_int_equal(queue_notices(c), 0);
        }
        queue_disconnect(c);
    }
}

static void test_rows_of_a_statement(void **state)
{
    struct queue_client *c = connect_to("dbname=d");
    const char *args[] = { "1", NULL, "x" };
    struct queue_rows r;
    struct err err = { 0 };
    (void)state;
    buf_clear(&fake.log);
    assert_int_equal(queue_run(c, "claim", 3, args, &r, &err), 0);
    assert_string_equal(buf_text(&fake.log), "run claim 1 null x|");
    assert_int_equal(r.n, 3);
    assert_int_equal(queue_int(&r, 0, "number"), -7);
    assert_true(fabs(queue_real(&r, 0, "real") - 2.5) < 1e-12);
    assert_string_equal(queue_text(&r, 0, "text"), "text");
    assert_null(queue_text(&r, 1, "number"));
    assert_string_equal(queue_text(&r, 2, "text"), "");
    for (int row = 1; row < 3; row++) {
        assert_int_equal(queue_int(&r, row, "number"), 0);
        assert_true(fabs(queue_real(&r, row, "real")) < 1e-12);
    }
    queue_rows_end(&r);
    assert_true(r.result == NULL && r.n == 0);
    queue_disconnect(c);
}

static void test_long_texts_go_as_they_are(void **state)
{
    static const unsigned char want[] = { 0, 0, 0, 1, 0, 0, 0, 0, 0,   0,   0, 25, 0,    0,    0, 2,
                                          0, 0, 0, 1, 0, 0, 0, 3, 'a', '"', 0, 0,  0x01, 0x02, 3 };
    struct queue_client *c = connect_to("dbname=d");
    struct buf texts[2] = { { 0 }, { 0 } };
    struct buf large = { .max = 4 };
    const struct queue_call too_long = { "finish", 0, 1, NULL, &large };
    const char *args[] = { "{1}", "{2}" };
    struct queue_rows r;
    struct err err = { 0 };
    char *long_text CLEANUP(mem_free_ptr) = mem_array(0x010203, 1);
    (void)state;
    queue_texts_begin(&texts[0]);
    queue_texts_add(&texts[0], "a\"\0", 3);
    queue_texts_add(&texts[0], long_text, 0x010203);
    assert_int_equal(texts[0].len, 20 + 4 + 3 + 4 + 0x010203);
    assert_memory_equal(texts[0].data, want, 26);
    assert_memory_equal(texts[0].data + 27, &want[27], 4);
    buf_puts(&texts[1], "xy");
    buf_clear(&texts[0]);
    buf_puts(&texts[0], "abc");
    buf_clear(&fake.log);
    assert_int_equal(
        queue_run_texts(c, &(struct queue_call){ "finish", 2, 2, args, texts }, &r, &err), 0);
    assert_string_equal(buf_text(&fake.log), "run finish {1} {2} 1:3:abc 1:2:xy|");
    queue_rows_end(&r);
    buf_puts(&large, "more than that");
    assert_int_equal(queue_run_texts(c, &too_long, &r, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "finish: too much for one message");
    large.overflow = false;
    large.len = (size_t)INT32_MAX + 1;
    assert_int_equal(queue_run_texts(c, &too_long, &r, &err), ERR_INTEGRITY);
    large.len = 0;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        buf_release(&texts[i]);
    buf_release(&large);
    queue_disconnect(c);
}

static void test_arrays_in_their_notation(void **state)
{
    struct buf CLEANUP(buf_release) texts = { 0 };
    struct buf CLEANUP(buf_release) numbers = { 0 };
    struct buf CLEANUP(buf_release) none = { 0 };
    (void)state;
    queue_array_add(&texts, "plain", 5);
    queue_array_add(&texts, "", 0);
    queue_array_add(&texts, "a\"b\\", 4);
    queue_array_add(&texts, "\"\"cut", 2);
    assert_string_equal(queue_array_end(&texts), "{\"plain\",\"\",\"a\\\"b\\\\\",\"\\\"\\\"\"}");
    queue_array_add_int(&numbers, -1);
    queue_array_add_int(&numbers, INT64_MAX);
    assert_string_equal(queue_array_end(&numbers), "{-1,9223372036854775807}");
    assert_string_equal(queue_array_end(&none), "{}");
}

static void test_what_was_notified(void **state)
{
    static const struct {
        const char *names[4]; /* ended by NULL */
        unsigned want;
    } cases[] = {
        { { NULL }, 0 },
        { { "rollbook_ready" }, QUEUE_READY },
        { { "rollbook_done", "other", "rollbook_done" }, QUEUE_DONE },
        { { "rollbook_cancel", "rollbook_ready" }, QUEUE_CANCEL | QUEUE_READY },
    };
    struct queue_client *c = connect_to("dbname=d");
    struct err err = { 0 };
    (void)state;
    buf_clear(&fake.log);
    assert_int_equal(queue_listen(c, 0, &err), 0);
    assert_string_equal(buf_text(&fake.log), "");
    assert_int_equal(queue_listen(c, QUEUE_READY | QUEUE_CANCEL, &err), 0);
    assert_string_equal(buf_text(&fake.log),
                        "exec LISTEN rollbook_ready|exec LISTEN rollbook_cancel|");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        for (fake.n_notices = 0; cases[i].names[fake.n_notices] != NULL; fake.n_notices++)
            fake.notices[fake.n_notices] = cases[i].names[fake.n_notices];
        assert_int_equal(queue_notices(c), cases[i].want);
        assert_int_equal(queue_notices(c), 0);
    }
    fake.fails = "LISTEN rollbook_done";
    fake.state = "42501";
    assert_int_equal(queue_listen(c, QUEUE_DONE, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "the queue refuses 'LISTEN': without a reason");
    queue_disconnect(c);
}

/* At most one try a second.  What was told meanwhile is unknown, so everything is looked at. */
static void test_a_connection_is_made_again(void **state)
{
    struct queue_client *c = connect_to("dbname=d");
    struct err err = { 0 };
    (void)state;
    assert_int_equal(queue_listen(c, QUEUE_DONE, &err), 0);
    buf_clear(&fake.log);
    assert_int_equal(queue_reconnect(c, &err), ERR_BUSY);
    assert_string_equal(err.msg, "the queue cannot be reached");
    assert_string_equal(buf_text(&fake.log), "");
    fake.last->status = BAD;
    fake.later_s++;
    assert_int_equal(queue_reconnect(c, &err), 0);
    assert_string_equal(buf_text(&fake.log), "finish|" TIMES " sslmode=prefer dbname=d" SESSION
                                             "exec LISTEN rollbook_done|");
    assert_int_equal(queue_notices(c), QUEUE_DONE);
    fake.later_s++;
    fake.identity = "queue-2";
    assert_int_equal(queue_reconnect(c, &err), ERR_SCHEMA);
    assert_string_equal(err.msg, "another queue is at the address now");
    queue_disconnect(c);
}

#define SCHEMA                                                                                     \
    "exec -- The queue in PostgreSQL: jobs under way and their results, nothing else.  Time is "   \
    "the server's|"
#define UPGRADE                                                                                    \
    "exec -- A queue of an earlier version gets this version's tables and keeps its jobs; "        \
    "queue_functions.sql|"
#define AGAIN TIMES " sslmode=prefer dbname=d" SESSION

static void test_a_queue_is_made_or_brought_up_to_date(void **state)
{
    static const struct {
        const char *fails, *version;
        int rc;
        bool renewed;
        const char *log, *said; /* log: what follows the look at the version */
    } cases[] = {
        { NULL, "5", ERR_USAGE, false, "finish|", "the database has a queue already" },
        { NULL, "4", ERR_USAGE, false, "finish|", "the database has a queue already" },
        { NULL, "2", 0, true, UPGRADE "finish|" AGAIN "finish|", "" },
        { "-- Of a queue", "3", 0, false, SCHEMA "finish|" AGAIN "run configure 1.500|finish|",
          "" },
        { "-- A queue of", "2", ERR_INTEGRITY, true, UPGRADE "finish|",
          "the queue refuses 'queue init': no" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct err err = { 0 };
        bool renewed = !cases[i].renewed;
        fake.fails = cases[i].fails;
        fake.state = i == 4 ? "42501" : "42P01";
        fake.text = "no";
        fake.version = cases[i].version;
        buf_clear(&fake.log);
        assert_int_equal(queue_init("dbname=d", 1.5, &renewed, &err), cases[i].rc);
        assert_int_equal(renewed, cases[i].renewed);
        if (cases[i].rc < 0)
            assert_string_equal(err.msg, cases[i].said);
        const char *rest = strstr(buf_text(&fake.log), "any version.|");
        assert_non_null(rest);
        assert_string_equal(rest + 13, cases[i].log);
    }
}

/* Neither the environment nor the command line tells a candidate how to connect. */
static void test_the_address_is_hidden(void **state)
{
    char program[] = "a=b", plain[] = "work", uri[] = "postgresql://h/d", words[] = "host=h";
    char *argv[] = { program, plain, uri, words, NULL };
    struct queue_client *c = connect_to("dbname=d");
    (void)state;
    setenv("PGHOST", "h", 1);
    setenv("PGPASSFILE", "f", 1);
    setenv("PGSERVICEFILE", "s", 1);
    setenv("OTHER", "stays", 1);
    queue_hide(4, argv);
    int dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    assert_int_equal(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);
    assert_int_equal(dumpable, 0);
    assert_null(getenv("PGHOST"));
    assert_null(getenv("PGPASSFILE"));
    assert_null(getenv("PGSERVICEFILE"));
    assert_string_equal(getenv("OTHER"), "stays");
    assert_string_equal(program, "a=b");
    assert_string_equal(plain, "work");
    assert_string_equal(uri, "xxxxxxxxxxxxxxxx");
    assert_string_equal(words, "xxxxxx");
    queue_disconnect(c);
}

#define CLIENT_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLIENT_TEST(test_words_of_a_connection),
        CLIENT_TEST(test_connections_that_come_to_nothing),
        CLIENT_TEST(test_errors_of_a_statement),
        CLIENT_TEST(test_rows_of_a_statement),
        CLIENT_TEST(test_long_texts_go_as_they_are),
        CLIENT_TEST(test_arrays_in_their_notation),
        CLIENT_TEST(test_what_was_notified),
        CLIENT_TEST(test_a_connection_is_made_again),
        CLIENT_TEST(test_a_queue_is_made_or_brought_up_to_date),
        CLIENT_TEST(test_the_address_is_hidden),
    };
    int rc = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&fake.log);
    return rc;
}
