/*
 * ask_request.h - what a client wants evaluated.  Pure.
 *
 * The body is a kernel file with the rest in the query, or a JSON object with a member "kernel" or
 * "completion".  Tags of path, headers, query and object count.  "problem" is the text of a PyTorch
 * problem, which runs unconfined: only who may start programs here may send it.
 */
#ifndef ROLLBOOK_SERVER_ASK_REQUEST_H
#define ROLLBOOK_SERVER_ASK_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/eval/eval.h"
#include "src/server/spool/tags.h"

#define ASK_MAX_KERNEL     ((size_t)1 << 20)  /* bytes */
#define ASK_MAX_COMPLETION ((size_t)32 << 20) /* bytes */

struct ask_request {
    struct eval_job job; /* task_id, case, mode, seed */
    bool has_seed;
    const char *backend;
    const char *text;
    size_t len;
    bool is_completion;
    bool wants_record;   /* the whole result beside the answer */
    const char *problem; /* its text; NULL: the task says it */
    uint64_t id;         /* the client's, of a line; 0: none */
    struct tags tags;
};

struct problem_shelf;

struct ask_input {
    const char *target, *content_type; /* content_type may be NULL */
    const char *body;
    size_t len;
    const struct tags *tags;              /* of path and headers */
    const struct problem_shelf *problems; /* NULL: none */
    bool takes_problems;                  /* texts of problems */
    bool takes_id;                        /* a member "id" */
    bool counters;                        /* asks the backend for them */
};

/* ERR_USAGE in words for the client. */
int ask_request_read(const struct ask_input *in, struct arena *a, struct ask_request *out,
                     struct err *err);

/* What is asked as a record without a result.  *out_judged: a completion without code, whose
 * outcome is there.  Texts stay the request's. */
struct evaluation_record;
int ask_request_record(const struct ask_request *q, uint64_t number, struct arena *a,
                       struct evaluation_record *out, bool *out_judged, struct err *err);

#endif
