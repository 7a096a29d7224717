#include "src/server/server.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/http/http.h"
#include "src/http/http_relay.h"
#include "src/json/json.h"
#include "src/server/errands.h"
#include "src/server/kernel_queue.h"
#include "src/server/listener/address.h"
#include "src/server/listener/listener.h"
#include "src/server/log_route.h"
#include "src/server/server_internal.h"
#include "src/server/spool/drain.h"
#include "src/spool/spool.h"
#include "src/store/db.h"
#include "src/wire/wire.h"

#define NS_PER_MS   1000000
#define MAX_CLIENTS 3500
#define IDLE_S      300 /* of an idle connection */
#define SPOOL_BYTES ((size_t)16 << 20)
#define RETRY_MS    200
#define GIB         1073741824.0
#define FILES       16384 /* descriptors */

void server_note(struct server *p, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    p->hooks->note(p->hooks->context, text);
}

void server_try_later(struct server *p)
{
    p->retries = true;
    p->retry_ns = clock_monotonic_ns() + (int64_t)RETRY_MS * NS_PER_MS;
}

bool server_log(struct server *p, int kind, uint64_t number, const void *payload, size_t len)
{
    struct err err = { 0 };
    int rc = spool_append(p->spool, (enum spool_kind)kind, number, payload, len, &err);
    if (p->spool_fails != (rc < 0))
        server_note(p, "%s", rc < 0 ? err.msg : "the spool can be written again: answers go on");
    p->spool_fails = rc < 0;
    if (rc == 0)
        return true;
    server_try_later(p);
    return false;
}

bool server_has_room(struct server *p)
{
    uint64_t most = p->options->max_spool;
    uint64_t bytes = spool_bytes(p->spool);
    if (!p->spool_is_high && bytes > most / 5 * 4) {
        p->spool_is_high = true;
        server_note(p,
                    "the spool contains %.1f of %.1f GiB (--max-spool): samples arrive faster than "
                    "the database stores them",
                    (double)bytes / GIB, (double)most / GIB);
    }
    if (bytes < most / 2)
        p->spool_is_high = false;
    return bytes <= most;
}

static int check_upstream(struct server *p, struct err *err)
{
    const char *url = p->options->upstream;
    size_t len = strlen(url);
    int rc = http_relay_check_url(url, &p->upstream_is_private, err);
    if (rc < 0)
        return rc;
    if (strpbrk(url, "?#") != NULL)
        return err_set(err, ERR_USAGE, "--upstream: no query belongs there");
    while (len > 0 && url[len - 1] == '/')
        len--;
    p->upstream = mem_alloc(len + 1);
    memcpy(p->upstream, url, len);
    return 0;
}

static int check_options(struct server *p, struct err *err)
{
    const struct server_options *o = p->options;
    struct address at = { 0 };
    int rc = o->upstream == NULL ? 0 : check_upstream(p, err);
    if (rc == 0 && o->listen != NULL)
        rc = address_parse(o->listen, &at, err);
    if (rc < 0)
        return rc;
    p->screen.loopback = at.is_loopback || o->listen == NULL;
    p->screen.token = o->token;
    if (!p->screen.loopback && o->token == NULL)
        return err_set(err, ERR_USAGE,
                       "%s is reached by other machines: name a token with --token-env", o->listen);
    p->server = o->server == NULL ? NULL : wire_find_server(o->server);
    return o->server == NULL || p->server != NULL
               ? 0
               : err_set(err, ERR_USAGE, "--server: unknown server '%s'", o->server);
}

static void draw_name(struct server *p)
{
    const uint64_t word = rng_secret();
    struct buf CLEANUP(buf_release) hex = { 0 };
    buf_put_hex(&hex, &word, sizeof(word));
    memcpy(p->name, hex.data, sizeof(p->name));
}

/* Each client takes four. */
static void ask_for_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= FILES)
        return;
    limit.rlim_cur = limit.rlim_max < FILES ? limit.rlim_max : FILES;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void take_note(void *context, const char *text)
{
    struct server *p = context;
    p->hooks->note(p->hooks->context, text);
}

static char *describe(const struct server *p)
{
    struct buf b = { 0 };
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    if (p->upstream != NULL)
        json_add_string(root, "upstream", p->upstream);
    if (p->options->server != NULL)
        json_add_string(root, "server", p->options->server);
    json_print(root, false, &b);
    return buf_detach(&b);
}

static int start_drain(struct server *p, const char *config, struct err *err)
{
    const struct server_options *o = p->options;
    const struct drain_options options = {
        .db_path = o->db_path,
        .name = p->name,
        .rows = { .run = o->run, .config = config, .argv = o->argv, .drop_bodies = o->drop_bodies },
        .server = p->server,
        .hooks = { .note = take_note, .evaluated = ask_stored, .context = p },
    };
    return drain_start(p->spool, &options, &p->drain, err);
}

static int open_spool(struct server *p, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *folder = p->options->spool != NULL
                             ? p->options->spool
                             : arena_printf(&a, "%s-spool", p->options->db_path);
    return spool_open(folder, p->name, SPOOL_BYTES, &p->spool, err);
}

static int open_listener(struct server *p, struct err *err)
{
    if (p->options->listen == NULL)
        return 0;
    const struct listener_options options = {
        .address = p->options->listen,
        .max_body = p->options->max_body,
        .max_clients = MAX_CLIENTS,
        .idle_s = IDLE_S,
        .hooks = { .begun = routes_begun,
                   .ready = routes_ready,
                   .drained = routes_drained,
                   .gone = routes_gone,
                   .context = p },
    };
    return listener_open(&options, &p->listener, err);
}

static int open_relay(struct server *p, struct err *err)
{
    const struct http_relay_options options = { .first_byte_ms = p->options->first_byte_ms,
                                                .stall_ms = p->options->stall_ms,
                                                .hooks = forward_hooks() };
    return p->upstream == NULL ? 0 : http_relay_open(&options, &p->relay, err);
}

static int watch(struct server *p, int fd, struct err *err)
{
    struct epoll_event e = { .events = EPOLLIN, .data.fd = fd };
    return epoll_ctl(p->epoll, EPOLL_CTL_ADD, fd, &e) == 0
               ? 0
               : err_set(err, ERR_INTEGRITY, "no event loop: %s", strerror(errno));
}

static int open_loop(struct server *p, struct err *err)
{
    p->epoll = epoll_create1(EPOLL_CLOEXEC);
    int rc = watch(p, p->wake, err);
    if (rc == 0 && p->relay != NULL)
        rc = watch(p, http_relay_fd(p->relay), err);
    if (rc == 0 && p->listener != NULL)
        rc = watch(p, listener_fd(p->listener), err);
    if (rc == 0)
        rc = watch(p, kernel_queue_fd(p->kernels), err);
    return rc;
}

/* A database held by another process is waited for later; other errors count now. */
static int check_database(const struct server *p, struct err *err)
{
    struct db *db = NULL;
    int rc = db_open(p->options->db_path, p->options->reads_only ? DB_READ : DB_WRITE, &db, err);
    db_close(db);
    return rc == ERR_BUSY ? 0 : rc;
}

static int open_parts(struct server *p, const char *config, struct err *err)
{
    int rc = check_database(p, err);
    if (rc == 0)
        rc = open_spool(p, err);
    if (rc == 0)
        rc = open_relay(p, err);
    if (rc == 0)
        rc = open_listener(p, err);
    if (rc == 0)
        rc = kernel_queue_open(p->options->transport, p->options->workers, p->options->queue,
                               &p->kernels, err);
    if (rc == 0)
        rc = open_loop(p, err);
    return rc < 0 ? rc : start_drain(p, config, err);
}

static int soonest(int a, int b)
{
    return a < 0 ? b : b < 0 || a < b ? a : b;
}

static int ms_until(int64_t then_ns)
{
    int64_t left = (then_ns - clock_monotonic_ns()) / NS_PER_MS + 1;
    return left < 0 ? 0 : (int)left;
}

static int wait_ms(const struct server *p)
{
    int wait = ask_wait_ms(p);
    if (p->relay != NULL)
        wait = soonest(wait, http_relay_wait_ms(p->relay));
    if (p->listener != NULL)
        wait = soonest(wait, listener_wait_ms(p->listener));
    if (p->retries)
        wait = soonest(wait, ms_until(p->retry_ns));
    return p->stop_by_ns == 0 ? wait : soonest(wait, ms_until(p->stop_by_ns));
}

static void retry(struct server *p)
{
    if (!p->retries || clock_monotonic_ns() < p->retry_ns)
        return;
    p->retries = false;
    bool more = forward_retry(p);
    p->retries = p->retries || more;
}

static int turn(struct server *p, struct err *err)
{
    struct epoll_event events[8];
    uint64_t count;
    epoll_wait(p->epoll, events, 8, wait_ms(p));
    ssize_t n = read(p->wake, &count, sizeof(count));
    (void)n;
    int rc = p->relay == NULL ? 0 : http_relay_run(p->relay, err);
    if (rc < 0)
        return rc;
    errands_take(p->errands);
    forward_flush(p);
    bool again = ask_work(p);
    p->retries = p->retries || again;
    retry(p);
    if (p->listener != NULL)
        listener_run(p->listener); /* last: sends the answers above */
    return 0;
}

/* Without a listener nobody waits, but what was begun is to be stored. */
static bool is_asked(const struct server *p)
{
    if (p->listener == NULL && kernel_queue_size(p->kernels) > 0)
        return true;
    return (p->listener != NULL && listener_clients(p->listener) > 0) ||
           errands_running(p->errands) > 0;
}

static int serve(struct server *p, struct err *err)
{
    int rc = 0;
    while (rc == 0 && !(p->hooks->stop != NULL && *p->hooks->stop != 0))
        rc = turn(p, err);
    if (rc < 0)
        return rc;
    if (p->listener != NULL)
        listener_quiesce(p->listener);
    p->stop_by_ns = clock_monotonic_ns() + p->options->grace_ms * NS_PER_MS;
    while (rc == 0 && is_asked(p) && clock_monotonic_ns() < p->stop_by_ns)
        rc = turn(p, err);
    return rc;
}

static void close_parts(struct server *p, struct server_summary *out)
{
    struct drain_state state = { 0 };
    if (p->listener != NULL)
        listener_close(p->listener);
    forward_abort_all(p);
    ask_close_inquiries(p);
    errands_free(p->errands);
    if (p->drain != NULL)
        ask_work(p);
    kernel_queue_close(p->kernels);
    http_relay_close(p->relay);
    if (p->drain != NULL) {
        out->left = drain_stop(p->drain, p->options->grace_ms, &state);
        out->stored = state.stored;
    }
    ask_free_all(p);
    spool_close(p->spool);
    close(p->epoll);
    close(p->wake);
    pthread_cond_destroy(&p->answered);
    pthread_mutex_destroy(&p->mutex);
}

int server_run(const struct server_options *options, const struct server_hooks *hooks,
               struct server_summary *out, struct err *err)
{
    struct server p = { .options = options, .hooks = hooks, .epoll = -1, .wake = -1 };
    char *config = NULL;
    *out = (struct server_summary){ 0 };
    http_hide_process();
    ask_for_descriptors();
    pthread_mutex_init(&p.mutex, NULL);
    pthread_cond_init(&p.answered, NULL);
    draw_name(&p);
    p.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    p.errands = errands_new(p.wake);
    int rc = check_options(&p, err);
    if (rc == 0) {
        config = describe(&p);
        rc = open_parts(&p, config, err);
    }
    if (rc == 0) {
        hooks->set_waker(hooks->context, p.wake);
        log_route_begin(&p);
        hooks->ready(hooks->context, &p, p.listener == NULL ? 0 : listener_port(p.listener));
        if (options->token == NULL && options->listen != NULL &&
            !str_starts_with(options->listen, "unix:"))
            server_note(&p, "every user and program of this machine can ask through this address "
                            "and have kernels evaluated; --token-env closes it");
        rc = serve(&p, err);
    }
    hooks->set_waker(hooks->context, -1);
    close_parts(&p, out);
    free(config);
    free(p.upstream);
    return rc;
}
