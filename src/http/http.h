/*
 * http.h - requests to HTTP servers, many at a time, tried again where that helps.
 *
 * src/http is the only user of libcurl.  Every request ends in one final answer; each attempt
 * before it is announced before it is sent, so a caller who stores them never pays twice.
 * Redirects are answers and are not followed: a key would go with them.  libcurl's memory and the
 * key are hidden from core files and forked processes (http_memory.h).
 */
#ifndef ROLLBOOK_HTTP_HTTP_H
#define ROLLBOOK_HTTP_HTTP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;
struct http_client;

struct http_options {
    size_t max_in_flight;   /* 0: 16; the adaptive limit's ceiling */
    int64_t connect_ms;     /* 0: 10,000 */
    int64_t first_byte_ms;  /* from the send; 0: 600,000 */
    int64_t stall_ms;       /* between two bytes; 0: 60,000 */
    int64_t attempt_ms;     /* 0: 900,000 */
    int64_t give_up_ms;     /* of a request; 0: 1,800,000 */
    int max_attempts;       /* overload answers do not count; 0: 8 */
    size_t response_limit;  /* bytes of a body; 0: 256 MiB */
    const char *key;        /* copied; NULL: none */
    const char *key_header; /* borrowed; NULL: a bearer's */
    uint64_t seed;          /* jitter */
};

/* ERR_USAGE: no header can carry the key. */
int http_open(const struct http_options *options, struct http_client **out, struct err *err);
void http_close(struct http_client *c); /* NULL is fine */

struct http_header {
    const char *name, *value;
};

/* Borrowed until http_send returns. */
struct http_request {
    const char *method;
    const char *url;
    const char *body; /* JSON; NULL with GET */
    size_t body_len;
    const struct http_header *headers; /* beside body and key */
    size_t n_headers;
};

enum http_end {
    HTTP_ANSWERED, /* see status */
    HTTP_NO_CONNECTION,
    HTTP_TIMED_OUT, /* by a deadline, see detail */
    HTTP_CUT,
    HTTP_TOO_LARGE,
    HTTP_UNTRUSTED, /* no fitting certificate */
    HTTP_FAILED     /* see detail */
};
#define HTTP_N_ENDS 7
const char *http_end_name(enum http_end end);

struct http_answer {
    enum http_end end;
    int status;       /* 0: no status line */
    int attempt;      /* from 1 */
    const char *body; /* NUL-terminated; never NULL */
    size_t body_len;
    const char *detail;             /* one line; "" if answered */
    const char *request_id;         /* the server's; "" */
    int64_t retry_after_ms;         /* asked for; -1: not */
    double first_byte_ms, total_ms; /* from the send; NaN: no byte */
    bool reused;                    /* an open connection */
    bool redacted;
    bool final; /* no attempt follows */
};

/*
 * Each may be NULL; a negative result ends http_send.  Answers are valid for the call.  settle
 * follows announcements and answers, before anything announced is sent: one commit for all.
 */
struct http_hooks {
    int (*before)(void *context, size_t request, int attempt, struct err *err);
    int (*after)(void *context, size_t request, const struct http_answer *answer, struct err *err);
    int (*settle)(void *context, struct err *err);
    void *context;
    const volatile sig_atomic_t *stop; /* non-zero: ERR_INTERRUPTED */
    /* Makes a request anew before each attempt is announced; requests may be NULL then.  The
     * body is appended to body, which is empty; the rest is borrowed until the attempt has
     * ended. */
    int (*make)(void *context, size_t request, struct http_request *out, struct buf *body,
                struct err *err);
    /* Why an answer of status 200 failed, which is tried again; NULL: it did not. */
    const char *(*refuse)(void *context, size_t request, const struct http_answer *answer);
    /* The caller's other work, without waiting; all is settled. */
    int (*beside)(void *context, struct err *err);
    /* Descriptors that announce work for beside; returns how many, up to most. */
    size_t (*watch)(void *context, int *fds, size_t most);
};

#define HTTP_MAX_WATCHED 256

/*
 * Sends n requests, as many at a time as the server bears, until each has its final answer: 0
 * whatever these are.  ERR_USAGE: a URL is not http or https, has credentials, or would show the
 * key to a network; ERR_INTERRUPTED; a hook's error.
 */
int http_send(struct http_client *c, const struct http_request *requests, size_t n,
              const struct http_hooks *hooks, struct err *err);

/*
 * Moves a key out of the environment, /proc and children included; wipe it with http_key_free.
 * NULL: unset or empty.
 */
char *http_key_take(const char *variable);
void http_key_free(char *key); /* NULL is fine */
/* From now on no core file is written and nobody can trace this process, which holds others'
 * keys. */
void http_hide_process(void);

#endif
