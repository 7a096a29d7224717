/*
 * evaluate_here.h - evaluations for other threads of the server's process, by the same queue and
 * into the same rows as POST /evaluate.
 */
#ifndef ROLLBOOK_SERVER_EVALUATE_HERE_H
#define ROLLBOOK_SERVER_EVALUATE_HERE_H

#include "src/base/mem.h"
#include "src/server/ask_request.h"
#include "src/server/spool/exchange.h"

struct err;
struct server;

/* Of one caller; the server guards it. */
struct server_call {
    bool cancelled;
};

struct server_verdict {
    struct evaluation_record record;
    int64_t rollout_id, evaluation_id; /* 0: rows wait in the spool */
    struct arena arenas[2];            /* of record */
};

/* Waits for room in the queue, then for the verdict and its row.  ERR_USAGE: in words for the
 * client; ERR_INTERRUPTED: cancelled; others: nothing was judged in time. */
int server_evaluate(struct server *s, const struct ask_input *in, struct server_call *call,
                    struct server_verdict *out, struct err *err);
/* From any thread, also before and after.  An evaluation that has begun is stored. */
void server_cancel(struct server *s, struct server_call *call);
/* Stores a call of a tool, from any thread; the texts are copied. */
void server_note_call(struct server *s, const struct call_record *call);
void server_verdict_release(struct server_verdict *v);

#endif
