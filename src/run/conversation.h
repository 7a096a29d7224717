/*
 * conversation.h - stored turns as a model is shown them.
 */
#ifndef ROLLBOOK_RUN_CONVERSATION_H
#define ROLLBOOK_RUN_CONVERSATION_H

#include <stddef.h>
#include <stdint.h>

#include "src/sample/policy.h"

struct arena;
struct db;
struct err;

/* Answers lose their reasoning and end after this many bytes. */
#define CONVERSATION_ANSWER_BYTES 32768

/* completion 0: no answer.  Texts live in the arena. */
int conversation_exchange(struct db *db, int64_t completion, int64_t feedback, struct arena *a,
                          struct exchange *out, struct err *err);

struct spoken {
    const char *role; /* "system", "user", "assistant" */
    const char *content;
    size_t len;
};

/* Gives all that a rollout was asked, in order.  ERR_NOMATCH: no such rollout; ERR_NODATA: its
 * prompt is not stored. */
int conversation_of(struct db *db, int64_t rollout_id, struct arena *a, struct spoken **out,
                    size_t *out_n, struct err *err);

#endif
