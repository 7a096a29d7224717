/*
 * front.h - between clients' sockets and libmicrohttpd: every byte of a request is judged before
 * the library reads it.
 *
 * The library joins folded lines to names and takes a line without a name for the end of a head, so
 * a client could decide where the next request begins.  A front accepts connections, reads heads
 * (framing_read_head), knows where bodies end, and passes on what means one thing to everybody.
 * Instead of a head that is refused the library gets one with FRONT_REFUSED, so that answers stay
 * in order; nothing that follows it on the connection is read.
 */
#ifndef ROLLBOOK_SERVER_LISTENER_FRONT_H
#define ROLLBOOK_SERVER_LISTENER_FRONT_H

#include <stdbool.h>

struct address;
struct err;
struct front;

#define FRONT_REFUSED "X-Rollbook-Refused" /* "400 WHY" */

struct front_options {
    const struct address *at;
    const char *name; /* of the address, for messages */
    unsigned most;    /* connections at a time; others wait to be accepted */
    /* Takes the library's end of a connection. */
    bool (*take)(void *context, int fd, const struct address *peer);
    void *context;
};

/* ERR_USAGE: it cannot listen there. */
int front_open(const struct front_options *options, struct front **out, struct err *err);
/* Sends what the library has answered; NULL is fine. */
void front_close(struct front *f);
void front_quiesce(struct front *f); /* accepts nothing more */
unsigned front_port(const struct front *f);
int front_fd(const struct front *f);      /* readable: work */
int front_wait_ms(const struct front *f); /* until front_run; -1: no limit */
void front_run(struct front *f);

#endif
