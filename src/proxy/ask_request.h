/*
 * ask_request.h - what a client wants evaluated.  Pure.
 *
 * The body is a kernel file and the query says the rest, or the body is a JSON object with a member
 * "kernel" or "completion".  Tags count as well: of the path, of headers, of query or object.
 */
#ifndef ROLLBOOK_PROXY_ASK_REQUEST_H
#define ROLLBOOK_PROXY_ASK_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/eval.h"
#include "src/proxy/spool/tags.h"

#define ASK_MAX_KERNEL ((size_t)1 << 20) /* bytes; more is no kernel file */

struct ask_request {
    struct eval_job job; /* task_id (of the tasks that can be evaluated), case, mode, seed */
    bool has_seed;
    const char *backend;
    const char *text; /* kernel file, or completion */
    size_t len;
    bool is_completion;
    struct tags tags;
};

struct problem_shelf;

/* tags: what path and headers say; problems: the PyTorch problems there are (NULL: none). ERR_USAGE
 * in words for the client. */
int ask_request_read(const char *target, const char *content_type, const char *body, size_t len,
                     const struct tags *tags, const struct problem_shelf *problems, struct arena *a,
                     struct ask_request *out, struct err *err);

#endif
