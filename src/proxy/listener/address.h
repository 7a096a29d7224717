/*
 * address.h - where to listen.  Pure.
 */
#ifndef ROLLBOOK_PROXY_LISTENER_ADDRESS_H
#define ROLLBOOK_PROXY_LISTENER_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>

struct err;

struct address {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } socket;
    bool is_v6, is_loopback;
};

/* "127.0.0.1:8080", "[::1]:8080", "localhost:0".  ERR_USAGE otherwise: names are not looked up. */
int address_parse(const char *text, struct address *out, struct err *err);

/* False for a Host header of another site, whose name may have been made to point here. */
bool address_is_loopback_host(const char *host);

#endif
