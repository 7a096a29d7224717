/*
 * listener_internal.h - the server and its requests.
 */
#ifndef ROLLBOOK_PROXY_LISTENER_LISTENER_INTERNAL_H
#define ROLLBOOK_PROXY_LISTENER_LISTENER_INTERNAL_H

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/http/http.h"
#include "src/proxy/listener/listener.h"
#include "src/proxy/listener/listener_library.h"

#define LISTENER_LOW_BACKLOG ((size_t)64 << 10)

enum stage { NEW, BODY, WAITING, ANSWERING };

struct client {
    struct listener *listener;
    struct MHD_Connection *connection;
    struct arena arena;
    const char *method, *target;
    struct http_header *headers; /* arena; NULL until asked for */
    size_t n_headers;
    struct buf body;
    size_t swallowed; /* bytes of a body that is too large */
    enum stage stage;
    bool suspended, hung_up, throttled;
    struct MHD_Response *response; /* until it is queued */
    int status;                    /* of the answer; 0 none yet */
    struct buf out;
    size_t taken; /* bytes of out that went to the library */
    bool finished, whole;
    void *user;
    struct client *previous, *next;
};

struct listener {
    struct listener_options options;
    struct MHD_Daemon *daemon;
    int epoll, library_fd;
    struct client *clients;
    size_t n_clients;
};

/* A request that is being worked on is suspended; whether its client hangs up is watched meanwhile.
 */
void client_suspend(struct client *k);
void client_resume(struct client *k);
void client_watch_hangup(struct client *k, bool on);

#endif
