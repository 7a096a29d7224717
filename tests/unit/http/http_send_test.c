/*
 * http_send_test.c - the hooks of a send in their order, who ends it, and whether an answer is the
 * last.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http.h"
#include "tests/unit/http/peer.h"

static struct {
    struct buf calls;
    const char *fails; /* the call that ends it, as in calls; "": none */
    char url[64];
} seen;

static int note(struct err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int note(struct err *err, const char *fmt, ...)
{
    char call[100];
    va_list args;
    va_start(args, fmt);
    vsnprintf(call, sizeof call, fmt, args);
    va_end(args);
    buf_printf(&seen.calls, "%s\n", call);
    return strcmp(call, seen.fails) == 0 ? err_set(err, ERR_SCHEMA, "%s failed", call) : 0;
}

static int make(void *context, size_t request, struct http_request *out, struct buf *body,
                struct err *err)
{
    assert_ptr_equal(context, &seen);
    *out = (struct http_request){ .method = "PUT", .url = seen.url };
    if (request == 1)
        buf_puts(body, "{}");
    return note(err, "make %zu", request);
}

static int before(void *context, size_t request, int attempt, struct err *err)
{
    assert_ptr_equal(context, &seen);
    return note(err, "before %zu.%d", request, attempt);
}

static int after(void *context, size_t request, const struct http_answer *a, struct err *err)
{
    assert_ptr_equal(context, &seen);
    return note(err, "after %zu.%d %s %d%s%s%s", request, a->attempt, http_end_name(a->end),
                a->status, a->final ? " final" : "", a->detail[0] != '\0' ? ": " : "", a->detail);
}

static int settle(void *context, struct err *err)
{
    assert_ptr_equal(context, &seen);
    return note(err, "settle");
}

static const char *refuse(void *context, size_t request, const struct http_answer *a)
{
    assert_ptr_equal(context, &seen);
    assert_int_equal(a->status, 200);
    assert_int_equal(request, 0);
    return "no use";
}

#define OK           "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
#define HEAD(STATUS) "HTTP/1.1 " STATUS " X\r\nConnection: close\r\n"

static int send_all(const struct http_options *o, const struct http_hooks *hooks, size_t n,
                    struct err *err)
{
    struct http_client *c = NULL;
    snprintf(seen.url, sizeof seen.url, "http://127.0.0.1:%d/", peer.port);
    const struct http_request requests[] = {
        { .method = "GET", .url = seen.url },
        { .method = "POST", .url = seen.url, .body = "[1]", .body_len = 3 },
    };
    buf_clear(&seen.calls);
    if (http_open(o, &c, err) != 0)
        fail_msg("%s", err->msg);
    int rc = http_send(c, hooks->make != NULL ? NULL : requests, n, hooks, err);
    http_close(c);
    return rc;
}

/* One at a time: what is announced is settled before it is sent. */
static void hooks_are_called_in_this_order(void **state)
{
    static const char *const answers[] = { OK, OK };
    static const struct http_options one = { .max_in_flight = 1 };
    struct http_hooks hooks = {
        .before = before, .after = after, .settle = settle, .context = &seen
    };
    struct err err = { 0 };
    (void)state;
    seen.fails = "";
    peer_start(answers, 2);
    assert_int_equal(send_all(&one, &hooks, 2, &err), 0);
    peer_end();
    assert_string_equal(buf_text(&seen.calls), "before 0.1\nsettle\nafter 0.1 answered 200 final\n"
                                               "before 1.1\nsettle\nafter 1.1 answered 200 final\n"
                                               "settle\n");
    assert_string_equal(buf_text(&peer.seen),
                        "GET / HTTP/1.1\nUser-Agent: rollbook\nAccept: */*\n\n"
                        "POST / HTTP/1.1\nUser-Agent: rollbook\nAccept: */*\n"
                        "Content-Type: application/json\nContent-Length: 3\n\n[1]");
    /* Made one by one they are announced alike. */
    hooks.make = make;
    peer_start(answers, 2);
    assert_int_equal(send_all(&one, &hooks, 2, &err), 0);
    peer_end();
    assert_string_equal(buf_text(&seen.calls),
                        "make 0\nbefore 0.1\nsettle\nafter 0.1 answered 200 final\n"
                        "make 1\nbefore 1.1\nsettle\nafter 1.1 answered 200 final\nsettle\n");
    assert_string_equal(buf_text(&peer.seen),
                        "PUT / HTTP/1.1\nUser-Agent: rollbook\nAccept: */*\n\n"
                        "PUT / HTTP/1.1\nUser-Agent: rollbook\nAccept: */*\n"
                        "Content-Type: application/json\nContent-Length: 2\n\n{}");
    /* None are needed, and no request is none. */
    const struct http_hooks none = { .context = NULL };
    peer_start(answers, 1);
    assert_int_equal(send_all(&one, &none, 1, &err), 0);
    peer_end();
    assert_int_equal(send_all(&one, &hooks, 0, &err), 0);
    assert_string_equal(buf_text(&seen.calls), "");
}

static void each_hook_can_end_it(void **state)
{
    static const char *const answers[] = { OK };
    static const struct http_options one = { .max_in_flight = 1 };
    static const struct {
        const char *fails, *calls;
        size_t n_answers;
    } rows[] = {
        { "make 0", "make 0\n", 0 },
        { "before 0.1", "make 0\nbefore 0.1\n", 0 },
        { "settle", "make 0\nbefore 0.1\nsettle\n", 0 },
        { "after 0.1 answered 200 final",
          "make 0\nbefore 0.1\nsettle\nafter 0.1 answered 200 final\n", 1 },
        { "make 1", "make 0\nbefore 0.1\nsettle\nafter 0.1 answered 200 final\nmake 1\n", 1 },
    };
    const struct http_hooks hooks = {
        .make = make, .before = before, .after = after, .settle = settle, .context = &seen
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err err = { 0 };
        char said[100];
        seen.fails = rows[i].fails;
        peer_start(answers, rows[i].n_answers);
        assert_int_equal(send_all(&one, &hooks, 2, &err), ERR_SCHEMA);
        peer_end();
        snprintf(said, sizeof said, "%s failed", rows[i].fails);
        assert_string_equal(err.msg, said);
        assert_string_equal(buf_text(&seen.calls), rows[i].calls);
    }
}

/* The hook of the first answer ends it, so that nobody waits for the next. */
static void whether_an_answer_is_the_last(void **state)
{
    static const struct {
        struct http_options o;
        const char *answer;
        bool refuses;
        const char *told;
    } rows[] = {
        { { .max_attempts = 2 }, HEAD("500") "\r\n", false, "answered 500" },
        { { .max_attempts = 1 }, HEAD("500") "\r\n", false, "answered 500 final" },
        { { .seed = 0 }, HEAD("400") "\r\n", false, "answered 400 final" },
        { { .give_up_ms = 9000 }, HEAD("500") "Retry-After: 8\r\n\r\n", false, "answered 500" },
        { { .give_up_ms = 8000 },
          HEAD("500") "Retry-After: 9\r\n\r\n",
          false,
          "answered 500 final" },
        /* An overload costs an attempt where nothing else was heard. */
        { { .max_attempts = 1 }, HEAD("429") "\r\n", false, "answered 429 final" },
        { { .max_attempts = 2 }, HEAD("503") "\r\n", false, "answered 503" },
        { { .max_attempts = 2 }, HEAD("200") "\r\n", true, "failed 200: no use" },
        { { .max_attempts = 1 }, HEAD("200") "\r\n", true, "failed 200 final: no use" },
        { { .max_attempts = 2 },
          HEAD("200") "X-Should-Retry: false\r\n\r\n",
          true,
          "failed 200 final: no use" },
        { { .max_attempts = 2 }, HEAD("404") "\r\n", true, "answered 404 final" },
        { { .max_attempts = 2 }, "", false, "cut 0: Empty reply from server" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct http_hooks hooks = { .after = after,
                                          .refuse = rows[i].refuses ? refuse : NULL,
                                          .context = &seen };
        struct err err = { 0 };
        char call[100];
        snprintf(call, sizeof call, "after 0.1 %s", rows[i].told);
        seen.fails = call;
        peer_start(&rows[i].answer, 1);
        int rc = send_all(&rows[i].o, &hooks, 1, &err);
        peer_end();
        buf_putc(&seen.calls, '\0');
        if (rc != ERR_SCHEMA)
            fail_msg("row %zu: %s", i, seen.calls.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hooks_are_called_in_this_order),
        cmocka_unit_test(each_hook_can_end_it),
        cmocka_unit_test(whether_an_answer_is_the_last),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&seen.calls);
    buf_release(&peer.seen);
    return failed;
}
