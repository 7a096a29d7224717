/*
 * ingest_transcript.h - a session of a coding agent, on its way to rows.
 */
#ifndef ROLLBOOK_INGEST_INGEST_TRANSCRIPT_H
#define ROLLBOOK_INGEST_INGEST_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/ingest_sample.h"

/* Tokens are -1 and the cost is NaN where they are unknown; no token is in two members, but for
 * those of reasoning, which are output as well. */
struct ingest_usage {
    int64_t input, cache_read, cache_write, output, reasoning;
    double cost_usd;
};
extern const struct ingest_usage ingest_usage_unknown;

/* A file's text after a call. */
struct ingest_code {
    const char *path, *how, *sha256;
    struct ingest_text text;
};

struct ingest_call {
    const char *uid; /* NULL: none */
    const char *tool;
    struct ingest_text arguments, result; /* no result: there is no answer */
    bool failed;
    const struct ingest_code *codes;
    size_t n_codes, capacity_codes;
};

struct ingest_session_step {
    const char *uid;
    int64_t line;
    const char *at, *role, *sub_agent, *model; /* NULL: unknown; sub_agent: the agent itself */
    struct ingest_text text;
    size_t text_capacity;
    struct ingest_usage usage;
    bool copied; /* from another session, says the file */
    struct ingest_call *calls;
    size_t n_calls, capacity_calls;
};

struct ingest_session {
    const char *where; /* for messages */
    const char *name, *kind, *uid;
    const char *agent, *version, *model, *task; /* NULL: unknown */
    double reward, cost_usd;                    /* NaN: not stated */
    int64_t n_unknown;
    const char *unknown;  /* kinds of records; NULL: none */
    const char *run;      /* of its stated verdicts; NULL: none */
    bool uids_are_global; /* a step's uid in another session is the same step */
    struct ingest_session_step *steps;
    size_t n_steps, capacity_steps;
};

/* It lives until the batch is put. */
void ingest_batch_add_session(struct ingest_batch *b, const struct ingest_session *session);

#endif
