/*
 * http_send.c - the loop: due requests go out within the limit, ended ones are told.
 */
#include <stdlib.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_internal.h"
#include "src/http/http_retry.h"

#define NS_PER_MS 1000000
#define POLL_MS   100

struct send_progress {
    int attempts, overloads; /* overloads are no attempts */
    int64_t first_sent_ns;
    int64_t not_before_ns;
};

struct sending {
    struct http_client *c;
    const struct http_request *requests;
    size_t n;
    const struct http_hooks *hooks;
    struct send_progress *progress; /* by request */
    size_t *waiting;
    size_t n_waiting;
    size_t next; /* first one never sent */
    size_t in_flight, n_final;
    bool answered; /* with more than overloads */
    int overloads;
    int64_t overloaded_ns;  /* since when */
    int64_t quiet_until_ns; /* asked for by the server */
    bool unsettled;
};

static struct http_transfer *idle_transfer(struct http_client *c)
{
    for (size_t i = 0; i < c->options.max_in_flight; i++)
        if (!c->transfers[i].busy)
            return &c->transfers[i];
    return NULL;
}

static int make_request(struct sending *s, struct http_transfer *t, size_t request,
                        struct http_request *out, struct err *err)
{
    *out = s->hooks->make == NULL ? s->requests[request] : (struct http_request){ 0 };
    if (s->hooks->make == NULL)
        return 0;
    buf_clear(&t->sent);
    int rc = s->hooks->make(s->hooks->context, request, out, &t->sent, err);
    if (rc == 0 && t->sent.len > 0) {
        out->body = t->sent.data;
        out->body_len = t->sent.len;
    }
    return rc;
}

static int start(struct sending *s, size_t request, struct err *err)
{
    struct http_client *c = s->c;
    struct send_progress *p = &s->progress[request];
    struct http_transfer *t = idle_transfer(c);
    struct http_request r;
    int rc = make_request(s, t, request, &r, err);
    if (rc == 0)
        rc = http_transfer_prepare(t, &c->options, &r, err);
    if (rc == 0 && s->hooks->before != NULL)
        rc = s->hooks->before(s->hooks->context, request, p->attempts + 1, err);
    if (rc < 0)
        return rc;
    s->unsettled = true;
    t->request = request;
    t->attempt = ++p->attempts;
    t->sent_ns = clock_monotonic_ns();
    if (p->attempts == 1)
        p->first_sent_ns = t->sent_ns;
    if (curl_multi_add_handle(c->multi, t->easy) != CURLM_OK)
        return err_set(err, ERR_INTEGRITY, "libcurl does not take a request");
    t->busy = true;
    s->in_flight++;
    return 0;
}

/* Waiting ones go first; false: none. */
static bool take_due(struct sending *s, int64_t now_ns, size_t *out)
{
    for (size_t i = 0; i < s->n_waiting; i++) {
        if (s->progress[s->waiting[i]].not_before_ns > now_ns)
            continue;
        *out = s->waiting[i];
        s->waiting[i] = s->waiting[--s->n_waiting];
        return true;
    }
    if (s->next == s->n || s->quiet_until_ns > now_ns)
        return false;
    *out = s->next++;
    return true;
}

static int start_due(struct sending *s, struct err *err)
{
    size_t request = 0;
    int rc = 0;
    while (rc == 0 && http_limit_allows(&s->c->limit, s->in_flight) &&
           s->in_flight < s->c->options.max_in_flight &&
           take_due(s, clock_monotonic_ns(), &request))
        rc = start(s, request, err);
    return rc;
}

static void plan_next(struct sending *s, const struct http_transfer *t, struct http_answer *a,
                      int64_t now_ns)
{
    struct send_progress *p = &s->progress[t->request];
    int64_t wait_ms = http_backoff_ms(p->attempts, a->retry_after_ms, rng_double(&s->c->jitter));
    int64_t spent_ms = (now_ns - p->first_sent_ns) / NS_PER_MS;
    p->overloads += s->answered && http_is_overload(a);
    if (p->attempts - p->overloads >= s->c->options.max_attempts ||
        spent_ms + wait_ms > s->c->options.give_up_ms)
        a->final = true;
    if (a->final) {
        s->n_final++;
        return;
    }
    p->not_before_ns = now_ns + wait_ms * NS_PER_MS;
    s->waiting[s->n_waiting++] = t->request;
}

static void refuse_useless(const struct sending *s, const struct http_transfer *t,
                           struct http_answer *a)
{
    if (s->hooks->refuse == NULL || a->end != HTTP_ANSWERED || a->status != 200)
        return;
    const char *why = s->hooks->refuse(s->hooks->context, t->request, a);
    if (why == NULL)
        return;
    a->end = HTTP_FAILED;
    a->detail = why;
    a->final = t->must_not_retry;
}

static int finish(struct sending *s, struct http_transfer *t, CURLcode code, const char *overdue,
                  struct err *err)
{
    struct http_answer a;
    int64_t now_ns = clock_monotonic_ns();
    curl_multi_remove_handle(s->c->multi, t->easy);
    http_transfer_answer(t, &s->c->options, code, overdue, now_ns, &a);
    /* Requests sent before an overload was seen say nothing new. */
    bool is_news = t->sent_ns > s->overloaded_ns;
    if (http_is_overload(&a)) {
        s->overloads += is_news;
        s->overloaded_ns = is_news ? now_ns : s->overloaded_ns;
        http_limit_overload(&s->c->limit, s->in_flight);
        /* One request was told to wait, so others need not ask. */
        int64_t wait_ms =
            http_backoff_ms(s->overloads, a.retry_after_ms, rng_double(&s->c->jitter));
        int64_t quiet_ms = wait_ms < HTTP_QUIET_CAP_MS ? wait_ms : HTTP_QUIET_CAP_MS;
        int64_t until_ns = now_ns + quiet_ms * NS_PER_MS;
        if (until_ns > s->quiet_until_ns)
            s->quiet_until_ns = until_ns;
    } else if (a.end == HTTP_ANSWERED) {
        s->answered = true;
        s->overloads = is_news ? 0 : s->overloads;
        http_limit_answered(&s->c->limit, a.first_byte_ms, s->in_flight);
    }
    refuse_useless(s, t, &a);
    t->busy = false;
    s->in_flight--;
    plan_next(s, t, &a, now_ns);
    s->unsettled = true;
    if (s->hooks->after == NULL)
        return 0;
    return s->hooks->after(s->hooks->context, t->request, &a, err);
}

static int finish_ended(struct sending *s, struct err *err)
{
    int left = 0;
    int rc = 0;
    CURLMsg *m;
    while (rc == 0 && (m = curl_multi_info_read(s->c->multi, &left)) != NULL) {
        char *t = NULL;
        CURLcode code = m->data.result;
        if (m->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &t);
        rc = finish(s, (struct http_transfer *)(void *)t, code, NULL, err);
    }
    return rc;
}

static int finish_overdue(struct sending *s, struct err *err)
{
    int64_t now_ns = clock_monotonic_ns();
    int rc = 0;
    for (size_t i = 0; i < s->c->options.max_in_flight && rc == 0; i++) {
        struct http_transfer *t = &s->c->transfers[i];
        const char *why = t->busy ? http_transfer_overdue(t, &s->c->options, now_ns) : NULL;
        if (why != NULL)
            rc = finish(s, t, CURLE_OPERATION_TIMEDOUT, why, err);
    }
    return rc;
}

/* At most POLL_MS, so that a signal's flag is seen. */
static int pause_ms(const struct sending *s)
{
    int64_t wait = POLL_MS;
    int64_t now_ns = clock_monotonic_ns();
    for (size_t i = 0; i < s->n_waiting; i++) {
        int64_t due = (s->progress[s->waiting[i]].not_before_ns - now_ns) / NS_PER_MS + 1;
        if (due < wait)
            wait = due;
    }
    return wait < 1 ? 1 : (int)wait;
}

static int settle(struct sending *s, struct err *err)
{
    bool wanted = s->unsettled && s->hooks->settle != NULL;
    s->unsettled = false;
    return wanted ? s->hooks->settle(s->hooks->context, err) : 0;
}

static void wait_for_more(struct sending *s)
{
    int fds[HTTP_MAX_WATCHED];
    struct curl_waitfd watched[HTTP_MAX_WATCHED];
    size_t n =
        s->hooks->watch == NULL ? 0 : s->hooks->watch(s->hooks->context, fds, ARRAY_LEN(fds));
    for (size_t i = 0; i < n; i++)
        watched[i] = (struct curl_waitfd){ .fd = fds[i], .events = CURL_WAIT_POLLIN };
    curl_multi_poll(s->c->multi, watched, (unsigned)n, pause_ms(s), NULL);
}

static int turn(struct sending *s, struct err *err)
{
    int running = 0;
    const volatile sig_atomic_t *stop = s->hooks->stop;
    if (stop != NULL && *stop != 0)
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    int rc = start_due(s, err);
    if (rc == 0)
        rc = settle(s, err);
    if (rc < 0)
        return rc;
    size_t sent = s->in_flight;
    if (curl_multi_perform(s->c->multi, &running) != CURLM_OK)
        return err_set(err, ERR_INTEGRITY, "libcurl fails in its loop");
    if (s->hooks->beside != NULL)
        rc = s->hooks->beside(s->hooks->context, err);
    if (rc == 0)
        rc = finish_ended(s, err);
    if (rc == 0)
        rc = finish_overdue(s, err);
    if (rc == 0 && s->n_final < s->n && s->in_flight == sent)
        wait_for_more(s);
    return rc;
}

int http_send(struct http_client *c, const struct http_request *requests, size_t n,
              const struct http_hooks *hooks, struct err *err)
{
    static const struct http_hooks none = { 0 };
    struct sending s = { .c = c, .requests = requests, .n = n };
    int rc = 0;
    s.hooks = hooks != NULL ? hooks : &none;
    s.progress = mem_array(n, sizeof(*s.progress));
    s.waiting = mem_array(n, sizeof(*s.waiting));
    while (rc == 0 && s.n_final < n)
        rc = turn(&s, err);
    if (rc == 0)
        rc = settle(&s, err);
    if (rc < 0) {
        for (size_t i = 0; i < s.c->options.max_in_flight; i++) {
            struct http_transfer *t = &s.c->transfers[i];
            if (!t->busy)
                continue;
            curl_multi_remove_handle(s.c->multi, t->easy);
            t->busy = false;
        }
    }
    free(s.progress);
    free(s.waiting);
    return rc;
}
