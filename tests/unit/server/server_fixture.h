/* server_fixture.h - the proxy in a thread of a test, before a server and evaluators of the test.
 */
#ifndef ROLLBOOK_TESTS_PROXY_FIXTURE_H
#define ROLLBOOK_TESTS_PROXY_FIXTURE_H

#include <ctype.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/time.h>

#include "src/base/str.h"
#include "src/server/server.h"
#include "tests/unit/server/mismatch_evaluator.h"
#include "tests/unit/server/raw_server.h"
#include "tests/unit/strategy/rows_fixture.h"

/* The proxy, in a thread. */
static struct {
    struct server_options options;
    char upstream[64], db[96];
    pthread_t thread;
    sem_t ready;
    bool runs;
    unsigned port;
    volatile sig_atomic_t stop;
    int waker;
    pthread_mutex_t mutex;
    struct buf notes;
    struct server_summary summary;
    struct err err;
    int rc;
} proxy;

static inline void on_ready(void *context, struct server *s, unsigned port)
{
    (void)context, (void)s;
    proxy.port = port;
    proxy.runs = true;
    sem_post(&proxy.ready);
}

static inline void on_note(void *context, const char *text)
{
    (void)context;
    pthread_mutex_lock(&proxy.mutex);
    buf_printf(&proxy.notes, "%s\n", text);
    pthread_mutex_unlock(&proxy.mutex);
}

static inline void on_waker(void *context, int fd)
{
    (void)context;
    proxy.waker = fd >= 0 ? fd : proxy.waker;
}

static inline void *run_proxy(void *context)
{
    const struct server_hooks hooks = {
        .ready = on_ready, .note = on_note, .stop = &proxy.stop, .set_waker = on_waker
    };
    (void)context;
    proxy.rc = server_run(&proxy.options, &hooks, &proxy.summary, &proxy.err);
    if (!proxy.runs)
        sem_post(&proxy.ready);
    return NULL;
}

static inline void stop(void)
{
    const uint64_t one = 1;
    proxy.stop = 1;
    if (proxy.runs)
        assert_int_equal(write(proxy.waker, &one, sizeof(one)), sizeof(one));
    pthread_join(proxy.thread, NULL);
    assert_int_equal(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);
    if (proxy.rc != 0 && strstr(proxy.err.msg, "libmicrohttpd") != NULL)
        skip();
    if (proxy.rc != 0)
        fail_msg("%s", proxy.err.msg);
}

static inline void start(void)
{
    assert_int_equal(pthread_create(&proxy.thread, NULL, run_proxy, NULL), 0);
    sem_wait(&proxy.ready);
    if (!proxy.runs)
        stop();
}

static inline int begin(void **state)
{
    if (rows_setup(state) != 0)
        return 1;
    struct rows_fixture *f = *state;
    db_close(f->db);
    f->db = NULL;
    memset(&proxy, 0, sizeof(proxy));
    evaluator.works = evaluator.withholds = false;
    sem_init(&proxy.ready, 0, 0);
    pthread_mutex_init(&proxy.mutex, NULL);
    server.listener = listen_somewhere(&server.port);
    buf_clear(&server.seen);
    snprintf(proxy.upstream, sizeof(proxy.upstream), "http://127.0.0.1:%d/base//", server.port);
    snprintf(proxy.db, sizeof(proxy.db), "%s/t.db", f->folder);
    proxy.options = (struct server_options){ .upstream = proxy.upstream,
                                             .listen = "127.0.0.1:0",
                                             .db_path = proxy.db,
                                             .run = "main",
                                             .max_body = 200,
                                             .first_byte_ms = 20000,
                                             .stall_ms = 20000,
                                             .max_spool = 1 << 20,
                                             .grace_ms = 20000,
                                             .transport = &evaluators,
                                             .workers = 1,
                                             .queue = 4,
                                             .evaluate_ms = 20000,
                                             .argv = "[\"proxy\"]" };
    return pthread_create(&server.thread, NULL, serve, NULL);
}

static inline int end(void **state)
{
    shutdown(server.listener, SHUT_RDWR);
    pthread_join(server.thread, NULL);
    close(server.listener);
    buf_release(&server.seen);
    buf_release(&proxy.notes);
    return rows_teardown(state);
}

/* "@" is the length of the request's body. */
static inline int send_request(struct arena *a, const char *request)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)proxy.port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const struct timeval patience = { .tv_sec = 60 };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof(at)), 0);
    assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)), 0);
    const char *body = strstr(request, "\r\n\r\n");
    const char *length = strstr(request, "Content-Length: @");
    if (length != NULL)
        request = arena_printf(a, "%.*s%zu%s", (int)(length + 16 - request), request,
                               strlen(body + 4), length + 17);
    send_text(fd, request);
    return fd;
}

static inline void read_answer(int fd, struct buf *out)
{
    char chunk[4096];
    for (ssize_t n; (n = recv(fd, chunk, sizeof(chunk), 0)) > 0;)
        buf_add(out, chunk, (size_t)n);
    close(fd);
}

/* The whole answer.  Dates and words of statuses are left out, names of exchanges as "NAME" and
 * their number. */
static inline const char *ask(struct arena *a, const char *request)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    read_answer(send_request(a, request), &out);
    char *text = arena_strdup(a, buf_text(&out));
    char *reason = strchr(text, ' ');
    char *line_end = strstr(text, "\r\n");
    if (reason != NULL && line_end != NULL) /* words of the library */
        memmove(reason + 4, line_end, strlen(line_end) + 1);
    char *date = strstr(text, "Date: ");
    if (date != NULL) {
        const char *rest = strstr(date, "\r\n") + 2;
        memmove(date, rest, strlen(rest) + 1);
    }
    char *id = strstr(text, "X-Rollbook-Exchange: ");
    if (id != NULL) {
        char *digits = id + strlen("X-Rollbook-Exchange: ");
        for (int i = 0; i < 16; i++)
            assert_true(isxdigit((unsigned char)digits[i]));
        memcpy(digits, "NAME", 4);
        memmove(digits + 4, digits + 16, strlen(digits + 16) + 1);
    }
    return text;
}

/* The last request that the server saw, its port as "PORT". */
static inline const char *seen(struct arena *a)
{
    char *text = arena_strdup(a, buf_text(&server.seen));
    const char *port = arena_printf(a, ":%d", server.port);
    char *at = strstr(text, port);
    if (at != NULL) {
        memcpy(at, ":PORT", 5);
        memmove(at + 5, at + strlen(port), strlen(at + strlen(port)) + 1);
    }
    return text;
}

static inline void open_database(struct rows_fixture *f)
{
    assert_int_equal(db_open(proxy.db, DB_READ, &f->db, &f->err), 0);
}

/* Notes, with "ID" for the name of this process's exchanges and without libcurl's words. */
static inline void assert_notes(const char *want)
{
    struct buf CLEANUP(buf_release) got = { 0 };
    struct arena CLEANUP(arena_release) a = { 0 };
    char **lines;
    size_t n = str_split(&a, buf_text(&proxy.notes), '\n', &lines);
    for (size_t i = 0; i + 1 < n; i++) {
        const char *at = strspn(lines[i], "0123456789abcdef") == 32 ? lines[i] + 16 : lines[i];
        const char *cut = strstr(at, ": cut: ");
        buf_printf(&got, "%s%.*s|", at == lines[i] ? "" : "ID",
                   cut == NULL ? (int)strlen(at) : (int)(cut + 5 - at), at);
    }
    assert_string_equal(buf_text(&got), want);
}

#define OPEN                                                                                       \
    "every user and program of this machine can ask through this address and have kernels "        \
    "evaluated; --token-env closes it|"

#define GET(target, more) "GET " target " HTTP/1.1\r\nHost: localhost\r\n" CLOSE more "\r\n"
#define POST(target, more, body)                                                                   \
    "POST " target " HTTP/1.1\r\nHost: localhost\r\n" CLOSE "Content-Length: @\r\n" more "\r"      \
    "\n" body

#define PROXY_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

#endif
