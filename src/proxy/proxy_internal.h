/*
 * proxy_internal.h - the proxy while it runs: what its parts share.
 */
#ifndef ROLLBOOK_PROXY_PROXY_INTERNAL_H
#define ROLLBOOK_PROXY_PROXY_INTERNAL_H

#include <pthread.h>

#include "src/proxy/proxy.h"
#include "src/proxy/secrets.h"
#include "src/proxy/spool/tags.h"

struct ask;
struct asker;
struct client;
struct drain;
struct forward;
struct http_relay;
struct kernel_queue;
struct listener;
struct spool;
struct stored_answer;

struct proxy {
    const struct proxy_options *options;
    const struct proxy_hooks *hooks;
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
    uint64_t next_number;
    struct forward *forwards; /* passed on or unwritten */
    bool is_dirty;
    struct ask *asks;     /* evaluations */
    struct asker *askers; /* their clients */
    bool spool_fails;     /* said already */
    bool spool_is_high;   /* said already */
    bool retries;         /* writing to the spool */
    int64_t retry_ns;
    int64_t stop_by_ns;           /* 0: not stopping */
    pthread_mutex_t mutex;        /* guards the rest */
    struct stored_answer *stored; /* by the drain */
};

void proxy_note(struct proxy *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* False: the spool takes nothing now, which has been said. */
bool proxy_log(struct proxy *p, int kind, uint64_t number, const void *payload, size_t len);

/* Tries again what is held up. */
void proxy_try_later(struct proxy *p);
/* Room for a further exchange; says when little is left. */
bool proxy_has_room(struct proxy *p);

/* tags and rest are the target's; sets the client's user. */
void forward_begin(struct proxy *p, struct client *k, const struct tags *tags, const char *rest);
void forward_ready(struct proxy *p, struct forward *f);
/* Writes and passes on this turn's bytes. */
void forward_flush(struct proxy *p);
void forward_drained(struct forward *f);
void forward_gone(struct proxy *p, struct forward *f, bool complete);
/* Tries the spool again; true: more is left. */
bool forward_retry(struct proxy *p);
void forward_abort_all(struct proxy *p);
struct http_relay_hooks forward_hooks(void);

void ask_ready(struct proxy *p, struct client *k);
void ask_batch_ready(struct proxy *p, struct client *k);
void ask_gone(struct proxy *p, struct asker *who);
/* Handles results, stored rows and deadlines; true: try the spool again. */
bool ask_work(struct proxy *p);
/* Until ask_work is due; -1: never. */
int ask_wait_ms(const struct proxy *p);
void ask_free_all(struct proxy *p);
bool ask_is(const struct proxy *p, const void *user);
/* Of drain_hooks. */
void ask_stored(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id);

#endif
