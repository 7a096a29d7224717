/*
 * exchange.h - a request that was passed on and its answer, in the spool and as read.  Pure.
 */
#ifndef ROLLBOOK_SERVER_SPOOL_EXCHANGE_H
#define ROLLBOOK_SERVER_SPOOL_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/eval.h"
#include "src/server/spool/tags.h"

struct arena;
struct buf;
struct completion;
struct err;
struct wire_server;

struct transcript {
    char id[33];
    const char *api, *path;
    struct tags tags;
    const char *request; /* never NULL */
    size_t request_len;
    int status;                                               /* 0: no answer */
    const char *content_type, *content_encoding, *request_id; /* NULL none */
    const char *response;                                     /* never NULL */
    size_t response_len;
    int64_t length;                   /* announced; -1: none */
    int64_t begun_us, last_us;        /* Unix time of first and last record */
    const char *end;                  /* of enum http_end; NULL: unseen */
    const char *detail;               /* never NULL */
    double first_byte_ms, total_ms;   /* NaN unknown */
    const struct wire_server *server; /* the user's choice; NULL: by the answer */
};

void exchange_put_begin(struct buf *out, const char *api, const char *path, const struct tags *tags,
                        const char *body, size_t len);
int exchange_get_begin(const char *text, size_t len, struct arena *a, struct transcript *out,
                       struct err *err);
struct exchange_head {
    int status;
    int64_t length;
    const char *content_type, *content_encoding, *request_id; /* NULL none */
};
void exchange_put_head(struct buf *out, const struct exchange_head *h);
int exchange_get_head(const char *text, size_t len, struct arena *a, struct transcript *out,
                      struct err *err);
void exchange_put_end(struct buf *out, const char *end, const char *detail, double first_byte_ms,
                      double total_ms);
int exchange_get_end(const char *text, size_t len, struct arena *a, struct transcript *out,
                     struct err *err);

struct exchange_answer {
    struct completion *completions; /* arena; with extra */
    const char **prompts;           /* one each; NULL: none */
    size_t n;
    const char *model;  /* NULL: none */
    double temperature; /* asked for; NaN: not said */
    bool streamed;
    const char *problem;
};

/* Any bytes give completions or a problem. */
void exchange_read(const struct transcript *x, struct arena *a, struct exchange_answer *out);

/*
 * An evaluation that was asked for over HTTP, as the spool keeps it.
 */

struct evaluation_record {
    struct tags tags;
    struct eval_job job;    /* kernel_text NULL: no code */
    const char *completion; /* NULL: a kernel was given */
    size_t completion_len;
    bool has_device; /* false: no worker was asked */
    struct device_info device;
    struct eval_result result;
};

/* A call of a tool by an agent, which the spool keeps among evaluations.  Texts are borrowed. */
struct call_record {
    const char *run, *tool, *arguments, *answer, *began_at;
    bool failed;
    int64_t evaluation_id; /* 0: none */
    double took_ms;
};
void call_record_put(struct buf *out, const struct call_record *c);
/* 1: it is one, and texts live in the arena; 0: it is an evaluation. */
int call_record_get(const char *text, size_t len, struct arena *a, struct call_record *out,
                    struct err *err);

void evaluation_record_put(struct buf *out, const struct evaluation_record *e);
/* Texts are borrowed or live in the arena. */
int evaluation_record_get(const char *text, size_t len, struct arena *a,
                          struct evaluation_record *out, struct err *err);

#endif
