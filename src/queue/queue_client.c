#include "src/queue/queue_client.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/queue/pq_library.h"

#define MOST_WORDS   64
#define RETRY_NS     INT64_C(1000000000)
#define ERROR_STATE  'C' /* fields of a result that failed */
#define ERROR_TEXT   'M'
#define STATE_ABSENT "42P01"

struct queue_client {
    PGconn *connection;
    size_t n_words;
    char *keywords[MOST_WORDS + 1], *values[MOST_WORDS + 1];
    unsigned listens, notices;
    int64_t tried_ns;
    char identity[40];
};

static const struct {
    const char *name, *listen;
    unsigned notice;
} channels[] = {
    { "rollbook_ready", "LISTEN rollbook_ready", QUEUE_READY },
    { "rollbook_done", "LISTEN rollbook_done", QUEUE_DONE },
    { "rollbook_cancel", "LISTEN rollbook_cancel", QUEUE_CANCEL },
};

static const char *value_of(const struct pq_option *options, const char *keyword)
{
    for (; options != NULL && options->keyword != NULL; options++)
        if (strcmp(options->keyword, keyword) == 0)
            return options->val;
    return NULL;
}

static void set_word(struct queue_client *c, const char *keyword, const char *value)
{
    if (c->n_words == MOST_WORDS || value == NULL || value[0] == '\0')
        return;
    c->keywords[c->n_words] = mem_strdup(keyword);
    c->values[c->n_words++] = mem_strdup(value);
}

static bool is_near(const char *host, const char *address)
{
    static const char *const near[] = { "localhost", "127.0.0.1", "::1" };
    if (host != NULL && host[0] == '/')
        return true;
    if (host == NULL && address == NULL)
        return true;
    for (size_t i = 0; i < ARRAY_LEN(near); i++)
        if (strcmp(address != NULL ? address : host, near[i]) == 0)
            return true;
    return false;
}

/* text: libpq's, which ends in a newline. */
static int told(int code, const char *what, const char *text, struct err *err)
{
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '\n')
        n--;
    return err_set(err, code, "%s: %.*s", what, (int)n, text);
}

/* /proc shows the environment of a process for as long as it runs, and a run may take days.  NULL:
 * it gives none. */
static const char *take_password(void)
{
    static char *kept;
    char *given = getenv("PGPASSWORD");
    if (given == NULL)
        return kept;
    free(kept);
    kept = mem_strdup(given);
    memset(given, 'x', strlen(given));
    (void)unsetenv("PGPASSWORD");
    return kept;
}

/* libpq's own words of the address and the environment, and what a queue wants besides. */
static int read_address(struct queue_client *c, const char *address, struct err *err)
{
    char *message = NULL;
    struct pq_option *given = pq.PQconninfoParse(address, &message);
    int rc = 0;
    if (given == NULL)
        rc = told(ERR_USAGE, "--queue", message == NULL ? "no address" : message, err);
    else if (value_of(given, "password") != NULL)
        rc = err_set(err, ERR_USAGE,
                     "--queue: a password in the address would be shown and stored; "
                     "PGPASSFILE or PGPASSWORD gives it");
    if (message != NULL)
        pq.PQfreemem(message);
    /* A server that is cut off is noticed, and a new connection goes elsewhere or waits.  What
     * comes later counts: the address's own words. */
    set_word(c, "connect_timeout", "10");
    set_word(c, "tcp_user_timeout", "10000");
    set_word(c, "keepalives_idle", "5");
    set_word(c, "fallback_application_name", "rollbook");
    struct pq_option *defaults = rc == 0 ? pq.PQconndefaults() : NULL;
    for (struct pq_option *o = defaults; o != NULL && o->keyword != NULL; o++) {
        const char *value = value_of(given, o->keyword);
        if (value == NULL && strcmp(o->keyword, "sslmode") == 0 && getenv("PGSSLMODE") == NULL)
            value = is_near(value_of(given, "host") != NULL ? value_of(given, "host")
                                                            : value_of(defaults, "host"),
                            value_of(given, "hostaddr"))
                        ? o->val
                        : "verify-full";
        set_word(c, o->keyword, value != NULL ? value : o->val);
    }
    if (take_password() != NULL)
        set_word(c, "password", take_password());
    pq.PQconninfoFree(defaults);
    pq.PQconninfoFree(given);
    return rc;
}

/* What a server says that may be able to later: its disk or memory is full, it begins or ends, it
 * was told to give way, it only reads for now. */
static const char *const passing[] = { "08", "40", "53", "57", "58", "25006" };

static bool passes(const char *state)
{
    for (size_t i = 0; i < ARRAY_LEN(passing); i++)
        if (strncmp(state, passing[i], strlen(passing[i])) == 0)
            return true;
    return false;
}

/* The connection is given up with what passes, so that the next try comes after a pause. */
static int failed(struct queue_client *c, const PGresult *r, const char *what, struct err *err)
{
    const char *state = r == NULL ? NULL : pq.PQresultErrorField(r, ERROR_STATE);
    const char *text = r == NULL ? NULL : pq.PQresultErrorField(r, ERROR_TEXT);
    if (pq.PQstatus(c->connection) != PQ_CONNECTION_OK || state == NULL ||
        strncmp(state, "57P", 3) == 0)
        return told(ERR_BUSY, "the queue cannot be reached",
                    text != NULL ? text : pq.PQerrorMessage(c->connection), err);
    if (passes(state)) {
        int rc = told(ERR_BUSY, "the queue's server cannot do it now",
                      text != NULL ? text : "without a reason", err);
        pq.PQfinish(c->connection);
        c->connection = NULL;
        return rc;
    }
    if (strcmp(state, STATE_ABSENT) == 0 || strcmp(state, "3F000") == 0)
        return err_set(err, ERR_SCHEMA,
                       "the database has no queue; make one with 'rollbook queue init'");
    return err_set(err, ERR_INTEGRITY, "the queue refuses '%s': %s", what,
                   text != NULL ? text : "without a reason");
}

static int execute(struct queue_client *c, const char *what, const char *text, struct err *err)
{
    PGresult *r = pq.PQexec(c->connection, text);
    int status = pq.PQresultStatus(r);
    int rc = status == PQ_COMMAND_OK || status == PQ_TUPLES_OK ? 0 : failed(c, r, what, err);
    pq.PQclear(r);
    return rc;
}

static const char *embedded_text(const char *name)
{
    return (const char *)embed_find(embedded_queue, embedded_queue_count, name)->data;
}

static int dial(struct queue_client *c, struct err *err)
{
    c->tried_ns = clock_monotonic_ns();
    if (c->connection != NULL)
        pq.PQfinish(c->connection);
    c->connection =
        pq.PQconnectdbParams((const char *const *)c->keywords, (const char *const *)c->values, 0);
    if (pq.PQstatus(c->connection) != PQ_CONNECTION_OK)
        return told(ERR_BUSY, "the queue cannot be reached", pq.PQerrorMessage(c->connection), err);
    /* Bytes of texts pass as they are, whatever the encoding of the database. */
    return execute(c, "SET",
                   "SET statement_timeout = '60s'; SET client_min_messages = warning; "
                   "SET client_encoding = 'LATIN1'",
                   err);
}

/* Before the statements, which another version's functions do not fit. */
static int read_meta(struct queue_client *c, int64_t *version, char identity[40], struct err *err)
{
    PGresult *r = pq.PQexec(c->connection, embedded_text("src/queue/queue_meta.sql"));
    int rc = pq.PQresultStatus(r) == PQ_TUPLES_OK ? 0 : failed(c, r, "meta", err);
    struct queue_rows rows = { .result = r, .n = rc < 0 ? 0 : pq.PQntuples(r) };
    *version = rows.n == 1 ? queue_int(&rows, 0, "version") : 0;
    const char *text = rows.n == 1 ? queue_text(&rows, 0, "identity") : NULL;
    snprintf(identity, 40, "%s", text == NULL ? "" : text);
    pq.PQclear(r);
    return rc;
}

static int check_meta(struct queue_client *c, struct err *err)
{
    int64_t version = 0;
    char identity[sizeof(c->identity)];
    int rc = read_meta(c, &version, identity, err);
    if (rc < 0)
        return rc;
    if (version != QUEUE_VERSION)
        return err_set(err, ERR_SCHEMA,
                       "the queue has version %" PRId64 ", this program speaks version %d: %s",
                       version, QUEUE_VERSION,
                       version < QUEUE_VERSION
                           ? "'rollbook queue init' brings the queue up to date and keeps its jobs"
                           : "it is too old for the queue");
    if (c->identity[0] != '\0' && strcmp(c->identity, identity) != 0)
        return err_set(err, ERR_SCHEMA, "another queue is at the address now");
    memcpy(c->identity, identity, sizeof(identity));
    return 0;
}

static int open_session(struct queue_client *c, struct err *err)
{
    int rc = dial(c, err);
    if (rc == 0)
        rc = check_meta(c, err);
    if (rc == 0)
        rc = execute(c, "PREPARE", embedded_text("src/queue/queue_statements.sql"), err);
    return rc < 0 ? rc : queue_listen(c, c->listens, err);
}

const char *queue_identity(const struct queue_client *c)
{
    return c->identity;
}

static int new_client(const char *address, struct queue_client **out, struct err *err)
{
    int rc = pq_load(err);
    if (rc < 0)
        return rc;
    *out = mem_alloc(sizeof(**out));
    return read_address(*out, address, err);
}

int queue_connect(const char *address, struct queue_client **out, struct err *err)
{
    struct queue_client *c = NULL;
    int rc = new_client(address, &c, err);
    if (rc == 0)
        rc = open_session(c, err);
    if (rc < 0)
        queue_disconnect(c);
    else
        *out = c;
    return rc;
}

void queue_disconnect(struct queue_client *c)
{
    if (c == NULL)
        return;
    if (c->connection != NULL)
        pq.PQfinish(c->connection);
    for (size_t i = 0; i < c->n_words; i++) {
        free(c->keywords[i]);
        free(c->values[i]);
    }
    free(c);
}

void queue_hide(int argc, char **argv)
{
    struct pq_option *defaults = pq.PQconndefaults();
    for (const struct pq_option *o = defaults; o != NULL && o->keyword != NULL; o++)
        if (o->envvar != NULL)
            (void)unsetenv(o->envvar);
    (void)unsetenv("PGPASSFILE");
    (void)unsetenv("PGSERVICEFILE");
    pq.PQconninfoFree(defaults);
    (void)prctl(PR_SET_DUMPABLE, 0); /* neither memory nor environment are read by others */
    for (int i = 1; i < argc; i++)
        if (strstr(argv[i], "://") != NULL || strchr(argv[i], '=') != NULL)
            memset(argv[i], 'x', strlen(argv[i]));
}

/* One simple query is one transaction: the schema is whole or as it was. */
static int make_schema(struct queue_client *c, const char *tables, struct err *err)
{
    struct buf text = { 0 };
    buf_puts(&text, embedded_text(tables));
    buf_puts(&text, embedded_text("src/queue/queue_functions.sql"));
    PGresult *made = pq.PQexec(c->connection, buf_text(&text));
    int rc = 0;
    if (pq.PQresultStatus(made) != PQ_COMMAND_OK)
        rc = failed(c, made, "queue init", err);
    pq.PQclear(made);
    buf_release(&text);
    return rc;
}

int queue_init(const char *address, double lease_s, bool *was_renewed, struct err *err)
{
    struct queue_client *c = NULL;
    struct queue_rows r;
    char lease[32], identity[40];
    int64_t version = 0;
    snprintf(lease, sizeof(lease), "%.3f", lease_s);
    *was_renewed = false;
    int rc = new_client(address, &c, err);
    if (rc == 0)
        rc = dial(c, err);
    if (rc == 0)
        rc = read_meta(c, &version, identity, err);
    if (rc == ERR_SCHEMA) {
        rc = make_schema(c, "src/queue/queue_schema.sql", err);
    } else if (rc == 0 && version >= QUEUE_VERSION) {
        rc = err_set(err, ERR_USAGE, "the database has a queue already");
    } else if (rc == 0) {
        rc = make_schema(c, "src/queue/queue_upgrade.sql", err);
        *was_renewed = true;
    }
    if (rc == 0)
        rc = open_session(c, err);
    if (rc == 0 && !*was_renewed) {
        rc = queue_run(c, "configure", 1, (const char *const[]){ lease }, &r, err);
        if (rc == 0)
            queue_rows_end(&r);
    }
    queue_disconnect(c);
    return rc;
}

int queue_run(struct queue_client *c, const char *name, int n_args, const char *const *args,
              struct queue_rows *out, struct err *err)
{
    const struct queue_call call = { .name = name, .n_args = n_args, .args = args };
    return queue_run_texts(c, &call, out, err);
}

#define MOST_ARGS 8

int queue_run_texts(struct queue_client *c, const struct queue_call *call, struct queue_rows *out,
                    struct err *err)
{
    const char *all[MOST_ARGS] = { NULL };
    int lengths[MOST_ARGS] = { 0 };
    int formats[MOST_ARGS] = { 0 };
    int n = call->n_args;
    assert(n + call->n_texts <= MOST_ARGS);
    for (int i = 0; i < n; i++)
        all[i] = call->args[i];
    for (int i = 0; i < call->n_texts; i++, n++) {
        const struct buf *text = &call->texts[i];
        if (text->overflow || text->len > INT32_MAX)
            return err_set(err, ERR_INTEGRITY, "%s: too much for one message", call->name);
        all[n] = text->data;
        lengths[n] = (int)text->len;
        formats[n] = 1;
    }
    if (!queue_is_connected(c))
        return err_set(err, ERR_BUSY, "the queue cannot be reached");
    PGresult *r = pq.PQexecPrepared(c->connection, call->name, n, all, lengths, formats, 0);
    if (pq.PQresultStatus(r) != PQ_TUPLES_OK) {
        int rc = failed(c, r, call->name, err);
        pq.PQclear(r);
        return rc;
    }
    *out = (struct queue_rows){ .result = r, .n = pq.PQntuples(r) };
    return 0;
}

const char *queue_text(const struct queue_rows *r, int row, const char *name)
{
    int column = pq.PQfnumber(r->result, name);
    assert(column >= 0);
    return pq.PQgetisnull(r->result, row, column) ? NULL : pq.PQgetvalue(r->result, row, column);
}

int64_t queue_int(const struct queue_rows *r, int row, const char *name)
{
    int64_t v = 0;
    const char *text = queue_text(r, row, name);
    return text != NULL && str_to_i64(text, &v) ? v : 0;
}

double queue_real(const struct queue_rows *r, int row, const char *name)
{
    double v = 0;
    const char *text = queue_text(r, row, name);
    return text != NULL && str_to_double(text, &v) ? v : 0;
}

void queue_rows_end(struct queue_rows *r)
{
    pq.PQclear(r->result);
    r->result = NULL;
    r->n = 0;
}

bool queue_is_connected(const struct queue_client *c)
{
    return c->connection != NULL && pq.PQstatus(c->connection) == PQ_CONNECTION_OK;
}

int queue_reconnect(struct queue_client *c, struct err *err)
{
    if (clock_monotonic_ns() - c->tried_ns < RETRY_NS)
        return err_set(err, ERR_BUSY, "the queue cannot be reached");
    c->notices = c->listens; /* what was told meanwhile is unknown */
    return open_session(c, err);
}

int queue_listen(struct queue_client *c, unsigned notices, struct err *err)
{
    int rc = 0;
    c->listens = notices;
    for (size_t i = 0; i < ARRAY_LEN(channels) && rc == 0; i++)
        if ((notices & channels[i].notice) != 0)
            rc = execute(c, "LISTEN", channels[i].listen, err);
    return rc;
}

unsigned queue_notices(struct queue_client *c)
{
    struct pq_notify *n;
    if (queue_is_connected(c) && pq.PQconsumeInput(c->connection) == 1)
        while ((n = pq.PQnotifies(c->connection)) != NULL) {
            for (size_t i = 0; i < ARRAY_LEN(channels); i++)
                if (strcmp(channels[i].name, n->relname) == 0)
                    c->notices |= channels[i].notice;
            pq.PQfreemem(n);
        }
    unsigned seen = c->notices;
    c->notices = 0;
    return seen;
}

int queue_socket(const struct queue_client *c)
{
    return queue_is_connected(c) ? pq.PQsocket(c->connection) : -1;
}

void queue_array_add(struct buf *b, const char *text, size_t len)
{
    buf_puts(b, b->len == 0 ? "{\"" : ",\"");
    for (size_t from = 0, at = 0; at <= len; at++) {
        if (at < len && text[at] != '"' && text[at] != '\\')
            continue;
        buf_add(b, text + from, at - from);
        if (at < len)
            buf_putc(b, '\\');
        from = at;
    }
    buf_putc(b, '"');
}

#define TEXT_OID    25
#define ARRAY_COUNT 12 /* where an array's head has the number of items */
#define ARRAY_HEAD  20

static void put_be32(char *at, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(v >> (24 - 8 * i));
}

static uint32_t get_be32(const char *at)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++)
        v = v << 8 | (unsigned char)at[i];
    return v;
}

/* Dimensions, whether nulls are there, type, and of the one dimension length and first index. */
void queue_texts_begin(struct buf *b)
{
    char head[ARRAY_HEAD] = { 0 };
    put_be32(head, 1);
    put_be32(head + 8, TEXT_OID);
    put_be32(head + ARRAY_HEAD - 4, 1);
    buf_add(b, head, sizeof(head));
}

void queue_texts_add(struct buf *b, const char *text, size_t len)
{
    char length[4];
    put_be32(b->data + ARRAY_COUNT, get_be32(b->data + ARRAY_COUNT) + 1);
    put_be32(length, (uint32_t)len);
    buf_add(b, length, sizeof(length));
    buf_add(b, text, len);
}

void queue_array_add_int(struct buf *b, int64_t v)
{
    buf_printf(b, "%c%" PRId64, b->len == 0 ? '{' : ',', v);
}

const char *queue_array_end(struct buf *b)
{
    buf_puts(b, b->len == 0 ? "{}" : "}");
    return buf_text(b);
}
