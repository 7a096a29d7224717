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

/* "127.0.0.1:8080", "[::1]:8080", "localhost:0"; ERR_USAGE for anything else: names are not looked
 * up. */
int address_parse(const char *text, struct address *out, struct err *err);

/* True when the value of a Host header names this machine's loopback, so that a page of another
 * site, whose name was made to point here, is recognised by its own name. */
bool address_is_loopback_host(const char *host);

#endif
