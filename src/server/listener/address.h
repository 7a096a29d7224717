/*
 * address.h - where to listen.  Pure.
 */
#ifndef ROLLBOOK_SERVER_LISTENER_ADDRESS_H
#define ROLLBOOK_SERVER_LISTENER_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/un.h>

struct err;

struct address {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
        struct sockaddr_un local;
    } socket;
    bool is_v6, is_local, is_loopback; /* local: a socket in the file system, loopback as well */
};

/* "127.0.0.1:8080", "[::1]:8080", "localhost:0", "unix:PATH".  ERR_USAGE otherwise: names are not
 * looked up. */
int address_parse(const char *text, struct address *out, struct err *err);

/* False for a Host header of another site, whose name may have been made to point here. */
bool address_is_loopback_host(const char *host);

#endif
