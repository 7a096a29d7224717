/*
 * server_internal.h - the proxy while it runs: what its parts share.
 */
#ifndef ROLLBOOK_SERVER_SERVER_INTERNAL_H
#define ROLLBOOK_SERVER_SERVER_INTERNAL_H

#include <pthread.h>

#include "src/server/secrets.h"
#include "src/server/server.h"
#include "src/server/spool/tags.h"

/* What a request is at, of a client's user: begins every struct that stands there. */
struct client_work {
    void (*drained)(void *work);
    void (*gone)(struct server *s, void *work, bool complete);
};

struct ask;
struct asker;
struct client;
struct drain;
struct errands;
struct forward;
struct http_relay;
struct inquiry;
struct kernel_queue;
struct listener;
struct noted_call;
struct spool;
struct stored_answer;

struct server {
    const struct server_options *options;
    const struct server_hooks *hooks;
    struct screen screen;
    char *upstream; /* no final slash; owned */
    bool upstream_is_private;
    const struct wire_server *server; /* NULL: by the answers */
    char name[17];                    /* of this process's exchanges */
    int epoll, wake;
    struct spool *spool;
    struct drain *drain;
    struct http_relay *relay;
    struct listener *listener;
    struct kernel_queue *kernels;
    struct errands *errands;
    uint64_t next_number;
    uint64_t n_asked;         /* evaluations */
    struct forward *forwards; /* passed on or unwritten */
    bool is_dirty;
    struct ask *asks;     /* evaluations */
    struct asker *askers; /* their clients */
    bool spool_fails;     /* said already */
    bool spool_is_high;   /* said already */
    bool retries;         /* writing to the spool */
    int64_t retry_ns;
    int64_t stop_by_ns;           /* 0: not stopping */
    pthread_cond_t answered;      /* with mutex: an inquiry is done */
    pthread_mutex_t mutex;        /* guards the rest */
    struct stored_answer *stored; /* by the drain */
    struct inquiry *inquiries;    /* of threads that wait */
    bool inquiries_closed;
    struct noted_call *calls; /* the newest first */
    bool drains_logs;
    uint64_t logs_posted;
};

void server_note(struct server *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* False: the spool takes nothing now, which has been said. */
bool server_log(struct server *p, int kind, uint64_t number, const void *payload, size_t len);

/* Tries again what is held up. */
void server_try_later(struct server *p);
/* Room for a further exchange; says when little is left. */
bool server_has_room(struct server *p);

/* tags and rest are the target's; sets the client's user. */
void forward_begin(struct server *p, struct client *k, const struct tags *tags, const char *rest);
void forward_ready(struct server *p, struct client *k);
/* Writes and passes on this turn's bytes. */
void forward_flush(struct server *p);
/* Tries the spool again; true: more is left. */
bool forward_retry(struct server *p);
void forward_abort_all(struct server *p);
struct http_relay_hooks forward_hooks(void);

void ask_ready(struct server *p, struct client *k);
void ask_batch_ready(struct server *p, struct client *k);
/* Handles results, stored rows and deadlines; true: try the spool again. */
bool ask_work(struct server *p);
/* Until ask_work is due; -1: never. */
int ask_wait_ms(const struct server *p);
void ask_free_all(struct server *p);
/* Threads that wait are told that they were cancelled, and so are later ones. */
void ask_close_inquiries(struct server *p);
/* Of drain_hooks. */
void ask_stored(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id);

/* Hooks of the listener: which row a request means. */
void routes_begun(void *context, struct client *k);
void routes_ready(void *context, struct client *k);
void routes_drained(void *context, struct client *k);
void routes_gone(void *context, struct client *k, bool complete);

#endif
