/*
 * http_client_test.c - the client against a server that misbehaves on request.
 *
 * The path says how: /ok, /flaky (503 twice, then 200), /later (200, then 503 thrice), /storm (429
 * to all for a while), /quota, /cut, /drip, /hang, /large, /redirect, /echo, /close (no answer),
 * /length (a wrong one).
 */
#include <math.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http.h"

struct shared {
    atomic_int requests, connections, under_way, most_under_way;
    atomic_llong first_ns;
};

static struct {
    struct shared *seen;
    pid_t pid;
    int port;
} server;

static void send_all(int fd, const char *text)
{
    size_t len = strlen(text);
    while (len > 0) {
        ssize_t n = send(fd, text, len, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        text += n;
        len -= (size_t)n;
    }
}

static void answer(int fd, int status, const char *headers, const char *body)
{
    char head[512];
    snprintf(head, sizeof(head), "HTTP/1.1 %d X\r\nContent-Length: %zu\r\n%s\r\n", status,
             strlen(body), headers);
    send_all(fd, head);
    send_all(fd, body);
}

static bool path_is(const char *request, const char *path)
{
    const char *at = strchr(request, ' ');
    return at != NULL && strncmp(at + 1, path, strlen(path)) == 0;
}

static void answer_echo(int fd, const char *request)
{
    answer(fd, 401, "X-Request-Id: req-7\r\n", request);
}

static void drip(int fd)
{
    send_all(fd, "HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\n");
    for (int i = 0; i < 1000 && send(fd, "x", 1, MSG_NOSIGNAL) == 1; i++)
        usleep(30000);
}

static void large(int fd)
{
    static char block[65537];
    memset(block, 'x', sizeof(block) - 1);
    send_all(fd, "HTTP/1.1 200 X\r\nContent-Length: 100000000\r\n\r\n");
    for (int i = 0; i < 1526 && send(fd, block, 65536, MSG_NOSIGNAL) > 0; i++)
        continue;
}

/* For 300 ms everybody is told to come back after a second. */
static void storm(int fd)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    long long now_ns = t.tv_sec * 1000000000LL + t.tv_nsec;
    long long none = 0;
    atomic_compare_exchange_strong(&server.seen->first_ns, &none, now_ns);
    bool busy = now_ns - server.seen->first_ns < 300000000;
    answer(fd, busy ? 429 : 200, "Retry-After: 1\r\n", busy ? "busy" : "done");
}

/* False: close the connection. */
static bool respond(int fd, const char *request, int number)
{
    if (path_is(request, "/ok"))
        answer(fd, 200, "", "{\"ok\":true}");
    else if (path_is(request, "/slow")) {
        usleep(100000);
        answer(fd, 200, "", "late");
    } else if (path_is(request, "/flaky"))
        answer(fd, number < 2 ? 503 : 200, "Retry-After: 0\r\n", number < 2 ? "busy" : "done");
    else if (path_is(request, "/later"))
        answer(fd, number == 0 || number > 3 ? 200 : 503, "Retry-After: 0\r\n", "sometimes");
    else if (path_is(request, "/storm"))
        storm(fd);
    else if (path_is(request, "/quota"))
        answer(fd, 429, "", "{\"error\":{\"code\":\"insufficient_quota\"}}");
    else if (path_is(request, "/final"))
        answer(fd, 500, "x-should-retry: false\r\n", "broken");
    else if (path_is(request, "/redirect"))
        answer(fd, 307, "Location: http://127.0.0.1:1/ok\r\n", "");
    else if (path_is(request, "/echo"))
        answer_echo(fd, request);
    else if (path_is(request, "/cut")) {
        send_all(fd, "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhalf");
        return false;
    } else if (path_is(request, "/drip"))
        drip(fd);
    else if (path_is(request, "/large"))
        large(fd);
    else if (path_is(request, "/hang"))
        sleep(30);
    else
        return false;
    return true;
}

static size_t read_request(int fd, char *out, size_t room)
{
    size_t have = 0;
    for (;;) {
        ssize_t n = recv(fd, out + have, room - 1 - have, 0);
        if (n <= 0)
            return 0;
        have += (size_t)n;
        out[have] = '\0';
        const char *end = strstr(out, "\r\n\r\n");
        if (end == NULL)
            continue;
        const char *length = strstr(out, "Content-Length: ");
        size_t body = length == NULL ? 0 : (size_t)strtoul(length + 16, NULL, 10);
        if (have >= (size_t)(end - out) + 4 + body)
            return have;
    }
}

static void serve_connection(int fd)
{
    static char request[1 << 16];
    server.seen->connections++;
    while (read_request(fd, request, sizeof(request)) > 0) {
        int number = server.seen->requests++;
        int busy = ++server.seen->under_way;
        if (busy > server.seen->most_under_way)
            server.seen->most_under_way = busy;
        bool more = respond(fd, request, number);
        server.seen->under_way--;
        if (!more)
            break;
    }
    close(fd);
    _exit(0);
}

static int setup(void **state)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t len = sizeof(address);
    (void)state;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server.seen =
        mmap(NULL, sizeof(*server.seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(fd, 64) != 0 || getsockname(fd, (struct sockaddr *)&address, &len) != 0)
        return -1;
    server.port = ntohs(address.sin_port);
    server.pid = fork();
    if (server.pid == 0) {
        setpgid(0, 0);
        signal(SIGCHLD, SIG_IGN);
        for (;;) {
            int connection = accept(fd, NULL, NULL);
            if (connection >= 0 && fork() == 0)
                serve_connection(connection);
            close(connection);
        }
    }
    setpgid(server.pid, server.pid);
    close(fd);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    kill(-server.pid, SIGKILL);
    waitpid(server.pid, NULL, 0);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    server.seen->requests = server.seen->connections = server.seen->most_under_way = 0;
    server.seen->under_way = 0;
    server.seen->first_ns = 0;
    return 0;
}

struct log {
    int before, after, final;
    int unsettled;
    enum http_end end;
    int status;
    bool reused, redacted;
    int64_t retry_after_ms;
    struct buf body, detail, id;
    const volatile sig_atomic_t *stop;
};

static int note_before(void *context, size_t request, int attempt, struct err *err)
{
    struct log *l = context;
    (void)request;
    (void)attempt;
    (void)err;
    l->before++;
    l->unsettled++;
    return 0;
}

static int note_after(void *context, size_t request, const struct http_answer *a, struct err *err)
{
    struct log *l = context;
    (void)request;
    (void)err;
    l->after++;
    l->unsettled++;
    l->final += a->final;
    l->end = a->end;
    l->status = a->status;
    l->reused = a->reused;
    l->redacted = a->redacted;
    l->retry_after_ms = a->retry_after_ms;
    buf_clear(&l->body);
    buf_add(&l->body, a->body, a->body_len);
    buf_clear(&l->detail);
    buf_puts(&l->detail, a->detail);
    buf_clear(&l->id);
    buf_puts(&l->id, a->request_id);
    return 0;
}

/* The server saw nothing before it was settled. */
static int note_settled(void *context, struct err *err)
{
    struct log *l = context;
    (void)err;
    assert_true(l->unsettled > 0);
    assert_true(server.seen->requests <= l->before);
    l->unsettled = 0;
    return 0;
}

static void log_release(struct log *l)
{
    buf_release(&l->body);
    buf_release(&l->detail);
    buf_release(&l->id);
}

static int send_some(const char *path, size_t n, const struct http_options *options, struct log *l,
                     struct err *err)
{
    static const char body[] = "{\"n\":1}";
    struct http_client *c = NULL;
    char url[128];
    struct http_hooks hooks = { .before = note_before,
                                .after = note_after,
                                .settle = note_settled,
                                .context = l,
                                .stop = l->stop };
    snprintf(url, sizeof(url), "http://127.0.0.1:%d%s", server.port, path);
    struct http_request *requests = mem_array(n, sizeof(*requests));
    for (size_t i = 0; i < n; i++)
        requests[i] = (struct http_request){ "POST", url, body, strlen(body), NULL, 0 };
    assert_int_equal(http_open(options, &c, err), 0);
    int rc = http_send(c, requests, n, &hooks, err);
    http_close(c);
    free(requests);
    return rc;
}

static void expect(const char *path, const struct http_options *options, enum http_end end,
                   int status, int attempts)
{
    struct log l = { 0 };
    struct err err = { 0 };
    forget(NULL);
    assert_int_equal(send_some(path, 1, options, &l, &err), 0);
    assert_int_equal(l.end, end);
    assert_int_equal(l.status, status);
    assert_int_equal(l.before, attempts);
    assert_int_equal(l.after, attempts);
    assert_int_equal(l.final, 1);
    assert_int_equal(l.unsettled, 0);
    log_release(&l);
}

static void test_final_answers(void **state)
{
    struct http_options o = { .max_attempts = 3 };
    (void)state;
    expect("/ok", &o, HTTP_ANSWERED, 200, 1);
    expect("/quota", &o, HTTP_ANSWERED, 429, 1);
    expect("/final", &o, HTTP_ANSWERED, 500, 1);
    expect("/redirect", &o, HTTP_ANSWERED, 307, 1);
}

static void test_try_again_until_it_works(void **state)
{
    struct http_options o = { .max_attempts = 5 };
    (void)state;
    expect("/flaky", &o, HTTP_ANSWERED, 200, 3);
}

/* After an answer time bounds attempts, not their number. */
static void test_overload_uses_up_no_attempts(void **state)
{
    struct http_options o = { .max_attempts = 1, .max_in_flight = 1 };
    struct http_options give_up = { .max_attempts = 9, .give_up_ms = 500 };
    struct err err = { 0 };
    struct log l = { 0 };
    (void)state;
    assert_int_equal(send_some("/later", 2, &o, &l, &err), 0);
    assert_int_equal(l.final, 2);
    assert_int_equal(l.after, 5);
    assert_int_equal(l.status, 200);
    expect("/flaky", &o, HTTP_ANSWERED, 503, 1);
    expect("/storm", &give_up, HTTP_ANSWERED, 429, 1);
    log_release(&l);
}

static void test_a_storm_keeps_all_back(void **state)
{
    struct http_options o = { .max_in_flight = 8 };
    struct err err = { 0 };
    struct log l = { 0 };
    (void)state;
    assert_int_equal(send_some("/storm", 60, &o, &l, &err), 0);
    assert_int_equal(l.final, 60);
    assert_int_equal(l.status, 200);
    assert_true(l.after <= 60 + 8);
    log_release(&l);
}

static const char *refuse_twice(void *context, size_t request, const struct http_answer *a)
{
    struct log *l = context;
    (void)request;
    assert_string_equal(a->body, "{\"ok\":true}");
    return l->after < 2 ? "makes no sense" : NULL;
}

static void test_a_useless_answer_is_asked_for_again(void **state)
{
    struct http_client *c = NULL;
    struct err err = { 0 };
    struct log l = { 0 };
    struct http_hooks hooks = { .after = note_after, .refuse = refuse_twice, .context = &l };
    char url[64];
    (void)state;
    snprintf(url, sizeof(url), "http://127.0.0.1:%d/ok", server.port);
    struct http_request r = { "GET", url, NULL, 0, NULL, 0 };
    for (int most = 2; most <= 3; most++) {
        l.after = l.final = 0;
        assert_int_equal(http_open(&(struct http_options){ .max_attempts = most }, &c, &err), 0);
        assert_int_equal(http_send(c, &r, 1, &hooks, &err), 0);
        assert_int_equal(l.after, most);
        assert_int_equal(l.final, 1);
        assert_int_equal(l.end, most == 2 ? HTTP_FAILED : HTTP_ANSWERED);
        assert_string_equal(buf_text(&l.detail), most == 2 ? "makes no sense" : "");
        http_close(c);
    }
    log_release(&l);
}

static void test_attempts_end(void **state)
{
    struct http_options o = { .max_attempts = 2 };
    (void)state;
    expect("/cut", &o, HTTP_CUT, 200, 2);
    expect("/close", &o, HTTP_CUT, 0, 2);
}

static void test_deadlines(void **state)
{
    struct http_options first = { .max_attempts = 1, .first_byte_ms = 150 };
    struct http_options whole = { .max_attempts = 1, .attempt_ms = 300 };
    struct http_options give_up = { .max_attempts = 100, .first_byte_ms = 50, .give_up_ms = 200 };
    (void)state;
    expect("/hang", &first, HTTP_TIMED_OUT, 0, 1);
    expect("/drip", &whole, HTTP_TIMED_OUT, 200, 1);
    expect("/hang", &give_up, HTTP_TIMED_OUT, 0, 1);
}

static void test_too_large(void **state)
{
    struct http_options o = { .response_limit = 1 << 20 };
    (void)state;
    expect("/large", &o, HTTP_TOO_LARGE, 200, 1);
}

static void test_nobody_listens(void **state)
{
    struct http_client *c = NULL;
    struct err err = { 0 };
    struct log l = { 0 };
    struct http_options o = { .max_attempts = 2 };
    struct http_hooks hooks = {
        .before = note_before, .after = note_after, .settle = note_settled, .context = &l
    };
    struct http_request r = { "GET", "http://127.0.0.1:1/", NULL, 0, NULL, 0 };
    (void)state;
    assert_int_equal(http_open(&o, &c, &err), 0);
    assert_int_equal(http_send(c, &r, 1, &hooks, &err), 0);
    assert_int_equal(l.end, HTTP_NO_CONNECTION);
    assert_int_equal(l.after, 2);
    assert_true(l.detail.len > 0);
    http_close(c);
    log_release(&l);
}

static void test_key_is_sent_and_redacted(void **state)
{
    struct http_options o = { .key = "sk-very-secret" };
    struct err err = { 0 };
    struct log l = { 0 };
    (void)state;
    assert_int_equal(send_some("/echo", 1, &o, &l, &err), 0);
    assert_int_equal(l.status, 401);
    assert_true(l.redacted);
    assert_non_null(strstr(buf_text(&l.body), "Authorization: Bearer **************\r\n"));
    assert_null(strstr(buf_text(&l.body), "secret"));
    assert_non_null(strstr(buf_text(&l.body), "{\"n\":1}"));
    assert_string_equal(buf_text(&l.id), "req-7");
    log_release(&l);
}

static void test_bad_keys_are_refused(void **state)
{
    struct http_options o = { .key = "sk-a\r\nHost: elsewhere" };
    struct http_client *c = NULL;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(http_open(&o, &c, &err), ERR_USAGE);
    assert_null(strstr(err.msg, "elsewhere"));
}

/* Hiding an x would take every x out of a kernel. */
static void test_keys_that_cannot_be_hidden_are_refused(void **state)
{
    static const struct {
        const char *key;
        bool is_taken;
    } cases[] = {
        { "x", false },       { "float4", false },
        { "seven77", false }, { "\\\\\\\\\\\\\\\\x", false },
        { "eight888", true }, { "EMPTY", true },
        { "none", true },     { "not-needed", true },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct http_options o = { .key = cases[i].key };
        struct http_client *c = NULL;
        struct err err = { 0 };
        assert_int_equal(http_open(&o, &c, &err), cases[i].is_taken ? 0 : ERR_USAGE);
        if (!cases[i].is_taken)
            assert_non_null(strstr(err.msg, "fewer than 8"));
        http_close(c);
    }
}

static void test_placeholders_stay_in_answers(void **state)
{
    struct http_options o = { .key = "EMPTY" };
    struct err err = { 0 };
    struct log l = { 0 };
    (void)state;
    assert_int_equal(send_some("/echo", 1, &o, &l, &err), 0);
    assert_false(l.redacted);
    assert_non_null(strstr(buf_text(&l.body), "Bearer EMPTY"));
    log_release(&l);
}

static void test_many_share_connections(void **state)
{
    struct http_options o = { .max_in_flight = 4 };
    struct err err = { 0 };
    struct log l = { 0 };
    (void)state;
    assert_int_equal(send_some("/ok", 500, &o, &l, &err), 0);
    assert_int_equal(l.final, 500);
    assert_int_equal(server.seen->requests, 500);
    assert_true(server.seen->connections <= 4);
    assert_true(server.seen->most_under_way <= 4);
    log_release(&l);
}

static void test_many_go_at_once(void **state)
{
    struct http_options o = { .max_in_flight = 8 };
    struct err err = { 0 };
    struct log l = { 0 };
    (void)state;
    assert_int_equal(send_some("/slow", 16, &o, &l, &err), 0);
    assert_int_equal(l.final, 16);
    assert_true(server.seen->most_under_way > 1);
    log_release(&l);
}

static int refuse_second(void *context, size_t request, int attempt, struct err *err)
{
    (void)context;
    (void)attempt;
    return request == 1 ? err_set(err, ERR_INTEGRITY, "disk full") : 0;
}

static void test_a_hook_ends_it(void **state)
{
    struct http_client *c = NULL;
    struct err err = { 0 };
    char url[64];
    struct http_hooks hooks = { .before = refuse_second };
    (void)state;
    snprintf(url, sizeof(url), "http://127.0.0.1:%d/hang", server.port);
    struct http_request r[2] = { { "GET", url, NULL, 0, NULL, 0 },
                                 { "GET", url, NULL, 0, NULL, 0 } };
    assert_int_equal(http_open(&(struct http_options){ 0 }, &c, &err), 0);
    assert_int_equal(http_send(c, r, 2, &hooks, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "disk full");
    http_close(c);
}

struct maker {
    char url[64];
    int made, ended, most_alive;
    int pipe[2];
    int n_read, n_beside;
};

static int make_numbered(void *context, size_t request, struct http_request *out, struct buf *body,
                         struct err *err)
{
    struct maker *m = context;
    (void)err;
    assert_int_equal(body->len, 0);
    buf_printf(body, "{\"number\":%zu}", request);
    *out = (struct http_request){ .method = "POST", .url = m->url };
    if (++m->made - m->ended > m->most_alive)
        m->most_alive = m->made - m->ended;
    return 0;
}

static int check_numbered(void *context, size_t request, const struct http_answer *a,
                          struct err *err)
{
    struct maker *m = context;
    char expected[32];
    (void)err;
    m->ended++;
    snprintf(expected, sizeof(expected), "{\"number\":%zu}", request);
    if (a->status == 401)
        assert_non_null(strstr(a->body, expected));
    return 0;
}

static int read_pipe(void *context, struct err *err)
{
    struct maker *m = context;
    char c;
    (void)err;
    m->n_beside++;
    m->n_read += m->n_beside > 1 && m->n_read == 0 && read(m->pipe[0], &c, 1) == 1;
    return 0;
}

static size_t watch_pipe(void *context, int *fds, size_t most)
{
    struct maker *m = context;
    if (m->n_read > 0 || most == 0)
        return 0;
    fds[0] = m->pipe[0];
    return 1;
}

static void make_some(const char *path, size_t n, struct maker *m)
{
    struct http_options o = { .max_in_flight = 4, .max_attempts = 5 };
    struct http_client *c = NULL;
    struct err err = { 0 };
    struct http_hooks hooks = { .make = make_numbered, .after = check_numbered, .context = m };
    if (m->pipe[1] != 0) {
        hooks.beside = read_pipe;
        hooks.watch = watch_pipe;
    }
    snprintf(m->url, sizeof(m->url), "http://127.0.0.1:%d%s", server.port, path);
    assert_int_equal(http_open(&o, &c, &err), 0);
    assert_int_equal(http_send(c, NULL, n, &hooks, &err), 0);
    http_close(c);
}

static void test_requests_are_made_when_due(void **state)
{
    struct maker m = { 0 };
    (void)state;
    make_some("/echo", 100, &m);
    assert_int_equal(m.made, 100);
    assert_true(m.most_alive <= 4);
}

static void test_each_attempt_is_made_anew(void **state)
{
    struct maker m = { 0 };
    (void)state;
    make_some("/flaky", 1, &m);
    assert_int_equal(m.made, 3);
}

/* /slow answers after 100 ms; waiting burns no turns. */
static void test_other_work_goes_on(void **state)
{
    struct maker m = { 0 };
    (void)state;
    assert_int_equal(pipe(m.pipe), 0);
    assert_int_equal(write(m.pipe[1], "x", 1), 1);
    make_some("/slow", 1, &m);
    assert_int_equal(m.n_read, 1);
    assert_in_range(m.n_beside, 2, 30);
    close(m.pipe[0]);
    close(m.pipe[1]);
}

static void test_stop_interrupts(void **state)
{
    static volatile sig_atomic_t stop = 1;
    struct http_options o = { 0 };
    struct err err = { 0 };
    struct log l = { .stop = &stop };
    (void)state;
    assert_int_equal(send_some("/hang", 1, &o, &l, &err), ERR_INTERRUPTED);
    assert_int_equal(l.after, 0);
    log_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_final_answers, forget),
        cmocka_unit_test_setup(test_try_again_until_it_works, forget),
        cmocka_unit_test_setup(test_overload_uses_up_no_attempts, forget),
        cmocka_unit_test_setup(test_a_storm_keeps_all_back, forget),
        cmocka_unit_test_setup(test_a_useless_answer_is_asked_for_again, forget),
        cmocka_unit_test_setup(test_attempts_end, forget),
        cmocka_unit_test_setup(test_deadlines, forget),
        cmocka_unit_test_setup(test_too_large, forget),
        cmocka_unit_test_setup(test_nobody_listens, forget),
        cmocka_unit_test_setup(test_key_is_sent_and_redacted, forget),
        cmocka_unit_test_setup(test_bad_keys_are_refused, forget),
        cmocka_unit_test_setup(test_keys_that_cannot_be_hidden_are_refused, forget),
        cmocka_unit_test_setup(test_placeholders_stay_in_answers, forget),
        cmocka_unit_test_setup(test_many_share_connections, forget),
        cmocka_unit_test_setup(test_many_go_at_once, forget),
        cmocka_unit_test_setup(test_a_hook_ends_it, forget),
        cmocka_unit_test_setup(test_requests_are_made_when_due, forget),
        cmocka_unit_test_setup(test_each_attempt_is_made_anew, forget),
        cmocka_unit_test_setup(test_other_work_goes_on, forget),
        cmocka_unit_test_setup(test_stop_interrupts, forget),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
