/*
 * completion_answer.h - one answer of a server's response, whatever the server.
 */
#ifndef ROLLBOOK_WIRE_COMPLETION_ANSWER_H
#define ROLLBOOK_WIRE_COMPLETION_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/buf.h"

struct arena;
struct json;

struct completion_answer {
    const char *dialect, *where, *task;
    const struct json *response, *choice;
    const struct json *envelope; /* of a batch; may be NULL */
    const char *list_key;        /* member with the answers; NULL: none */
    const char *prompt;          /* may be NULL */
    const char *text;            /* NULL: the tokens joined */
    const char *finish;          /* may be NULL */
    int sample;
    int64_t prompt_tokens, completion_tokens; /* -1 unknown */
};

/* Completes an answer that is the only one of its response: OpenAI Responses, SGLang, llama.cpp,
 * Ollama.  False: another dialect. */
bool completion_answer_read(struct arena *a, struct completion_answer *out);
/* Joins a Gemini candidate's parts without thoughts; NULL: none. */
const char *completion_parts_text(struct arena *a, const struct json *candidate);
/* The first present; other may be NULL. */
const struct json *completion_member(const struct json *object, const char *key, const char *other);
/* A count, or -1. */
int64_t completion_count(const struct json *object, const char *key, const char *other);

/*
 * The log-probs of one completion, checked while they are collected.
 */

struct completion_tokens {
    size_t n, capacity;
    float *logprobs;    /* owned; NaN: none; sentinels stay */
    int32_t *token_ids; /* owned; valid when n_ids == n */
    size_t n_ids, n_null, n_sentinel;
    size_t n_positive; /* beyond rounding: logits */
    size_t n_rounded;
    size_t n_unlike;     /* of tokens or ids, which the answer lists in another number; 0: none */
    bool after_sampling; /* the sampler's probabilities */
    double sum, largest;
    struct buf text; /* tokens joined */
    /* Set before reading: leave out the text, the entries' ids. */
    bool skip_text, skip_ids;
};

/* text and id may be NULL.  The text "token_id:12" is an id. */
void completion_tokens_add(struct completion_tokens *t, const char *text,
                           const struct json *logprob, const struct json *id);
/* Keeps the logarithm; none of 0. */
void completion_tokens_add_probability(struct completion_tokens *t, const char *text,
                                       const struct json *probability, const struct json *id);
/* Ids count only when there is one a token. */
void completion_tokens_set_ids(struct completion_tokens *t, const struct json *ids);
/* Adds the tokens of a choice, candidate or response in any dialect, of files and servers.
 * False: no log-probs.  Probabilities become their logarithms. */
bool completion_tokens_read(struct completion_tokens *t, const struct json *answer);
void completion_tokens_release(struct completion_tokens *t);

#endif
