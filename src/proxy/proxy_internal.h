/*
 * proxy_internal.h - the proxy while it runs: what its parts share.
 */
#ifndef ROLLBOOK_PROXY_PROXY_INTERNAL_H
#define ROLLBOOK_PROXY_PROXY_INTERNAL_H

#include <pthread.h>

#include "src/proxy/proxy.h"
#include "src/proxy/screen.h"
#include "src/proxy/spool/tags.h"

struct ask;
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
    char *upstream; /* without a final slash; owned */
    bool upstream_is_private;
    const struct wire_server *server; /* NULL: by the answers */
    char name[17];                    /* of this process's exchanges */
    int epoll, wake;
    struct spool *spool;
    struct drain *drain;
    struct http_relay *relay;
    struct listener *listener;
    struct kernel_queue *kernels;
    uint64_t next_number;     /* of an exchange */
    struct forward *forwards; /* requests that are passed on, or whose end is not written yet */
    bool is_dirty;            /* one of them has bytes that are not passed on yet */
    struct ask *asks;         /* evaluations */
    bool spool_fails;         /* which has been said */
    bool spool_is_high;       /* most of max_spool is taken, which has been said */
    bool retries;             /* the spool did not take something: it is tried again */
    int64_t retry_ns;
    int64_t stop_by_ns;           /* when it is being stopped; 0: it is not */
    pthread_mutex_t mutex;        /* of what follows */
    struct stored_answer *stored; /* evaluations that the drain has stored */
};

void proxy_note(struct proxy *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends to the spool; false when it does not take it now, which has been said. */
bool proxy_log(struct proxy *p, int kind, uint64_t number, const void *payload, size_t len);

/* What is held up is tried again in a moment. */
void proxy_try_later(struct proxy *p);
/* Whether the spool may take a further exchange; says it when there is little room left. */
bool proxy_has_room(struct proxy *p);

/* ---- forward.c: requests for the server ---- */

/* tags and rest come from the target; the client's user is set. */
void forward_begin(struct proxy *p, struct client *k, const struct tags *tags, const char *rest);
void forward_ready(struct proxy *p, struct forward *f);
/* Writes down and passes on what came in this turn of the loop. */
void forward_flush(struct proxy *p);
void forward_drained(struct forward *f);
void forward_gone(struct proxy *p, struct forward *f, bool complete);
/* Tries again what the spool did not take; true when there is more. */
bool forward_retry(struct proxy *p);
/* Ends what is under way. */
void forward_abort_all(struct proxy *p);
struct http_relay_hooks forward_hooks(void);

/* ---- ask.c: POST /evaluate ---- */

void ask_ready(struct proxy *p, struct client *k);
void ask_gone(struct proxy *p, struct ask *a);
/* Results that came, rows that were stored, deadlines that passed; true when the spool is to be
 * tried again. */
bool ask_work(struct proxy *p);
/* Milliseconds until ask_work at the latest; -1 never. */
int ask_wait_ms(const struct proxy *p);
void ask_free_all(struct proxy *p);
bool ask_is(const struct proxy *p, const void *user); /* whether a client's user is one */
/* Of drain_hooks. */
void ask_stored(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id);

#endif
