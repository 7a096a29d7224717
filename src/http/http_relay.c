#define _GNU_SOURCE
#include "src/http/http_relay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/http/http_curl.h"
#include "src/http/http_internal.h"

struct http_passage {
    struct http_relay *relay;
    void *context;
    CURL *easy;
    struct curl_slist *sent;
    struct buf body;
    struct curl_slist *received;
    struct arena arena;                              /* during head */
    int64_t started_ns, first_byte_ns, last_byte_ns; /* 0: not yet */
    bool told_head, cancelled, held, wants_more;
    char detail[CURL_ERROR_SIZE];
    struct http_passage *previous, *next;
};

struct http_relay {
    struct http_relay_options options;
    CURLM *multi;
    int epoll;
    int64_t timer_ns; /* 0: no call of libcurl */
    int64_t scanned_ns;
    bool has_requests;
    struct http_passage *active, *spare;
    size_t n_spare;
};

#define MAX_HEADERS 200

static bool is_framing(const char *name, size_t len)
{
    static const char *const names[] = {
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
        "trailer",    "te",         "content-length"
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strlen(names[i]) == len && strncasecmp(names[i], name, len) == 0)
            return true;
    return false;
}

static void tell_head(struct http_passage *p)
{
    struct http_header headers[MAX_HEADERS];
    struct http_relay_head head = { .headers = headers };
    long status = 0;
    curl_off_t length = -1;
    curl_easy_getinfo(p->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(p->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    head.status = (int)status;
    head.length = length;
    size_t n = 0;
    for (const struct curl_slist *h = p->received; h != NULL && n < MAX_HEADERS; h = h->next) {
        const char *colon = strchr(h->data, ':');
        size_t name_len = colon == NULL ? 0 : (size_t)(colon - h->data);
        if (name_len == 0 || is_framing(h->data, name_len))
            continue;
        const char *value = colon + 1;
        value += strspn(value, " \t");
        size_t len = strlen(value);
        while (len > 0 && strchr(" \t\r\n", value[len - 1]) != NULL)
            len--;
        headers[n].name = arena_strndup(&p->arena, h->data, name_len);
        headers[n++].value = arena_strndup(&p->arena, value, len);
    }
    head.n_headers = n;
    p->told_head = true;
    p->relay->options.hooks.head(p->context, &head);
    arena_reset(&p->arena);
}

/* Trailers and interim answers are not passed on. */
static size_t take_header(char *line, size_t size, size_t n, void *context)
{
    struct http_passage *p = context;
    size_t len = size * n;
    long status = 0;
    p->last_byte_ns = clock_monotonic_ns();
    if (p->first_byte_ns == 0)
        p->first_byte_ns = p->last_byte_ns;
    if (p->cancelled || p->told_head)
        return len;
    if (len >= 5 && memcmp(line, "HTTP/", 5) == 0) {
        curl_slist_free_all(p->received);
        p->received = NULL;
        return len;
    }
    curl_easy_getinfo(p->easy, CURLINFO_RESPONSE_CODE, &status);
    if (len <= 2 && line[0] != ' ' && (line[0] == '\r' || line[0] == '\n')) {
        if (status >= 200)
            tell_head(p);
        return len;
    }
    char *copy = arena_strndup(&p->arena, line, len);
    struct curl_slist *longer = curl_slist_append(p->received, copy);
    p->received = longer != NULL ? longer : p->received;
    return len;
}

static size_t take_bytes(char *data, size_t size, size_t n, void *context)
{
    struct http_passage *p = context;
    size_t len = size * n;
    p->last_byte_ns = clock_monotonic_ns();
    if (p->cancelled)
        return 0;
    if (len == 0)
        return 0;
    p->held = !p->relay->options.hooks.bytes(p->context, data, len);
    return p->held ? CURL_WRITEFUNC_PAUSE : len;
}

/* Started programs do not inherit connections. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static bool has_header(const struct http_relay_request *request, const char *name)
{
    for (size_t i = 0; i < request->n_headers; i++)
        if (strcasecmp(request->headers[i].name, name) == 0)
            return true;
    return false;
}

static int add_headers(struct http_passage *p, const struct http_relay_request *request,
                       struct err *err)
{
    static const char *const own[] = { "Expect", "Accept", "User-Agent", "Content-Type" };
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(own) && rc == 0; i++)
        if (!has_header(request, own[i]))
            rc = http_add_header(&p->sent, own[i], ":", "", err);
    for (size_t i = 0; i < request->n_headers && rc == 0; i++) {
        const struct http_header *h = &request->headers[i];
        rc = http_add_header(&p->sent, h->name, h->value[0] == '\0' ? ";" : ": ", h->value, err);
    }
    return rc;
}

static void set_transfer(struct http_passage *p, const char *url, bool local)
{
    CURL *e = p->easy;
    http_set_bounds(e, local);
    curl_easy_setopt(e, CURLOPT_URL, url);
    curl_easy_setopt(e, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(e, CURLOPT_HTTPHEADER, p->sent);
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)p->relay->options.connect_ms);
    curl_easy_setopt(e, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, take_bytes);
    curl_easy_setopt(e, CURLOPT_WRITEDATA, p);
    curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(e, CURLOPT_HEADERDATA, p);
    curl_easy_setopt(e, CURLOPT_ERRORBUFFER, p->detail);
    curl_easy_setopt(e, CURLOPT_PRIVATE, p);
    curl_easy_setopt(e, CURLOPT_BUFFERSIZE, 1L << 16);
}

/* Takes the body over.  ERR_USAGE: no request can carry it. */
static int http_passage_prepare(struct http_passage *p, const struct http_relay_request *request,
                                struct err *err)
{
    bool local = false;
    int rc = http_check_url(request->url, false, &local, err);
    if (rc == 0)
        rc = add_headers(p, request, err);
    if (rc < 0)
        return rc;
    set_transfer(p, request->url, local);
    CURL *e = p->easy;
    bool bodiless = strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
    if (request->body != NULL) {
        p->body = *request->body;
        *request->body = (struct buf){ .max = p->body.max };
    }
    if (p->body.len > 0 || !bodiless) {
        curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)p->body.len);
        curl_easy_setopt(e, CURLOPT_POSTFIELDS, buf_text(&p->body));
    }
    if (strcmp(request->method, "HEAD") == 0)
        curl_easy_setopt(e, CURLOPT_NOBODY, 1L);
    curl_easy_setopt(e, CURLOPT_CUSTOMREQUEST, request->method);
    return 0;
}

static void http_passage_free(struct http_passage *p)
{
    curl_easy_cleanup(p->easy);
    curl_slist_free_all(p->sent);
    curl_slist_free_all(p->received);
    buf_release(&p->body);
    arena_release(&p->arena);
    free(p);
}

#define NS_PER_MS       1000000
#define MAX_CONNECTIONS 512 /* idle ones */
#define SCAN_MS         500 /* between looks at deadlines */
#define MAX_SPARE       256 /* handles */
#define EVENTS_A_RUN    64

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *context, void *known)
{
    struct http_relay *r = context;
    struct epoll_event e = { .data.fd = fd };
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(r->epoll, EPOLL_CTL_DEL, fd, &e);
        return 0;
    }
    e.events = (what & CURL_POLL_IN ? EPOLLIN : 0U) | (what & CURL_POLL_OUT ? EPOLLOUT : 0U);
    if (known == NULL)
        curl_multi_assign(r->multi, fd, r);
    if (epoll_ctl(r->epoll, known == NULL ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &e) != 0)
        epoll_ctl(r->epoll, known == NULL ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &e);
    return 0;
}

static int set_timer(CURLM *multi, long ms, void *context)
{
    struct http_relay *r = context;
    (void)multi;
    r->timer_ns = ms < 0 ? 0 : clock_monotonic_ns() + (int64_t)ms * NS_PER_MS;
    return 0;
}

static void unlink_passage(struct http_passage *p)
{
    struct http_relay *r = p->relay;
    if (p->previous != NULL)
        p->previous->next = p->next;
    else
        r->active = p->next;
    if (p->next != NULL)
        p->next->previous = p->previous;
}

static void retire(struct http_passage *p)
{
    struct http_relay *r = p->relay;
    curl_multi_remove_handle(r->multi, p->easy);
    unlink_passage(p);
    if (r->n_spare >= MAX_SPARE) {
        http_passage_free(p);
        return;
    }
    /* Keeps the handle. */
    struct http_passage kept = { .relay = p->relay, .easy = p->easy };
    curl_easy_reset(p->easy);
    curl_slist_free_all(p->sent);
    curl_slist_free_all(p->received);
    buf_release(&p->body);
    arena_release(&p->arena);
    *p = kept;
    p->next = r->spare;
    r->spare = p;
    r->n_spare++;
}

static struct http_passage *take_spare(struct http_relay *r)
{
    struct http_passage *p = r->spare;
    if (p != NULL) {
        r->spare = p->next;
        r->n_spare--;
        p->next = NULL;
        return p;
    }
    p = mem_alloc(sizeof(*p));
    p->relay = r;
    p->easy = curl_easy_init();
    return p;
}

static void finish(struct http_passage *p, enum http_end end, const char *detail)
{
    struct http_relay *r = p->relay;
    char words[CURL_ERROR_SIZE];
    void *context = p->context;
    int64_t now = clock_monotonic_ns();
    size_t len = strnlen(detail, sizeof(words) - 1);
    memcpy(words, detail, len);
    words[len] = '\0';
    struct http_relay_end e = {
        .end = end,
        .detail = words,
        .first_byte_ms =
            p->first_byte_ns == 0 ? (double)NAN : (double)(p->first_byte_ns - p->started_ns) * 1e-6,
        .total_ms = (double)(now - p->started_ns) * 1e-6,
    };
    bool told = !p->cancelled;
    retire(p);
    if (told)
        r->options.hooks.done(context, &e);
}

static void finish_ended(struct http_relay *r)
{
    int left = 0;
    CURLMsg *m;
    while ((m = curl_multi_info_read(r->multi, &left)) != NULL) {
        char *data = NULL;
        CURLcode code = m->data.result;
        if (m->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &data);
        struct http_passage *p = (struct http_passage *)(void *)data;
        if (code == CURLE_OK)
            finish(p, HTTP_ANSWERED, "");
        else
            finish(p, http_end_of_code(code),
                   p->detail[0] != '\0' ? p->detail : curl_easy_strerror(code));
    }
}

/* With bytes held back, the silence is ours. */
static const char *overdue(const struct http_passage *p, int64_t now_ns)
{
    const struct http_relay_options *o = &p->relay->options;
    if (p->first_byte_ns == 0 && now_ns - p->started_ns > o->first_byte_ms * NS_PER_MS)
        return "no answer began in time";
    if (p->first_byte_ns != 0 && !p->held && now_ns - p->last_byte_ns > o->stall_ms * NS_PER_MS)
        return "the answer stalled";
    return NULL;
}

static void scan_deadlines(struct http_relay *r, int64_t now_ns)
{
    struct http_passage *next;
    if (now_ns - r->scanned_ns < (int64_t)SCAN_MS * NS_PER_MS)
        return;
    r->scanned_ns = now_ns;
    for (struct http_passage *p = r->active; p != NULL; p = next) {
        const char *why = p->cancelled ? NULL : overdue(p, now_ns);
        next = p->next;
        if (why != NULL)
            finish(p, HTTP_TIMED_OUT, why);
    }
}

static void obey_requests(struct http_relay *r)
{
    struct http_passage *next;
    if (!r->has_requests)
        return;
    r->has_requests = false;
    for (struct http_passage *p = r->active; p != NULL; p = next) {
        next = p->next;
        if (p->cancelled) {
            retire(p);
        } else if (p->wants_more) {
            p->wants_more = p->held = false;
            p->last_byte_ns = clock_monotonic_ns();
            curl_easy_pause(p->easy, CURLPAUSE_CONT);
        }
    }
}

int http_relay_check_url(const char *url, bool *out_private, struct err *err)
{
    bool local = false;
    struct err ignored = { 0 };
    int rc = http_check_url(url, false, &local, err);
    if (rc == 0)
        *out_private = http_check_url(url, true, &local, &ignored) == 0;
    return rc;
}

int http_relay_open(const struct http_relay_options *options, struct http_relay **out,
                    struct err *err)
{
    int rc = http_init_libcurl(err);
    if (rc < 0)
        return rc;
    struct http_relay *r = mem_alloc(sizeof(*r));
    r->options = *options;
    if (r->options.connect_ms <= 0)
        r->options.connect_ms = 10000;
    if (r->options.first_byte_ms <= 0)
        r->options.first_byte_ms = 600000;
    if (r->options.stall_ms <= 0)
        r->options.stall_ms = 600000;
    r->epoll = epoll_create1(EPOLL_CLOEXEC);
    r->multi = curl_multi_init();
    if (r->multi == NULL || r->epoll < 0) {
        http_relay_close(r);
        return err_set(err, ERR_INTEGRITY, "libcurl gives no handle");
    }
    curl_multi_setopt(r->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl_multi_setopt(r->multi, CURLMOPT_SOCKETDATA, r);
    curl_multi_setopt(r->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(r->multi, CURLMOPT_TIMERDATA, r);
    curl_multi_setopt(r->multi, CURLMOPT_MAXCONNECTS, (long)MAX_CONNECTIONS);
    *out = r;
    return 0;
}

void http_relay_close(struct http_relay *r)
{
    if (r == NULL)
        return;
    for (struct http_passage *p = r->active, *next; p != NULL; p = next) {
        next = p->next;
        curl_multi_remove_handle(r->multi, p->easy);
        http_passage_free(p);
    }
    for (struct http_passage *p = r->spare, *next; p != NULL; p = next) {
        next = p->next;
        http_passage_free(p);
    }
    curl_multi_cleanup(r->multi);
    if (r->epoll >= 0)
        close(r->epoll);
    free(r);
}

int http_relay_fd(const struct http_relay *r)
{
    return r->epoll;
}

int http_relay_wait_ms(const struct http_relay *r)
{
    int64_t now = clock_monotonic_ns();
    int64_t wait = r->active == NULL ? -1 : SCAN_MS;
    if (r->has_requests)
        return 0;
    if (r->timer_ns != 0) {
        int64_t timer = (r->timer_ns - now + NS_PER_MS - 1) / NS_PER_MS;
        timer = timer < 0 ? 0 : timer;
        wait = wait < 0 || timer < wait ? timer : wait;
    }
    return (int)wait;
}

int http_relay_run(struct http_relay *r, struct err *err)
{
    struct epoll_event events[EVENTS_A_RUN];
    int running = 0;
    CURLMcode code = CURLM_OK;
    obey_requests(r);
    int n = epoll_wait(r->epoll, events, EVENTS_A_RUN, 0);
    for (int i = 0; i < n && code == CURLM_OK; i++) {
        int what = (events[i].events & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0) |
                   (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                   (events[i].events & EPOLLERR ? CURL_CSELECT_ERR : 0);
        code = curl_multi_socket_action(r->multi, events[i].data.fd, what, &running);
    }
    int64_t now = clock_monotonic_ns();
    if (code == CURLM_OK && r->timer_ns != 0 && r->timer_ns <= now) {
        r->timer_ns = 0;
        code = curl_multi_socket_action(r->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    if (code != CURLM_OK)
        return err_set(err, ERR_INTEGRITY, "libcurl fails in its loop: %s",
                       curl_multi_strerror(code));
    finish_ended(r);
    scan_deadlines(r, now);
    return 0;
}

int http_relay_start(struct http_relay *r, const struct http_relay_request *request, void *context,
                     struct http_passage **out, struct err *err)
{
    struct http_passage *p = take_spare(r);
    int rc = p->easy != NULL ? http_passage_prepare(p, request, err)
                             : err_set(err, ERR_INTEGRITY, "libcurl gives no handle");
    if (rc < 0) {
        http_passage_free(p);
        return rc;
    }
    p->context = context;
    p->started_ns = clock_monotonic_ns();
    p->next = r->active;
    if (r->active != NULL)
        r->active->previous = p;
    r->active = p;
    if (curl_multi_add_handle(r->multi, p->easy) != CURLM_OK) {
        unlink_passage(p);
        http_passage_free(p);
        return err_set(err, ERR_INTEGRITY, "libcurl does not take a request");
    }
    *out = p;
    return 0;
}

void http_relay_cancel(struct http_passage *p)
{
    p->cancelled = true;
    p->relay->has_requests = true;
}

void http_relay_continue(struct http_passage *p)
{
    p->wants_more = true;
    p->relay->has_requests = true;
}
