/*
 * completion_answer.h - one answer of a server's response, whatever the server.
 */
#ifndef ROLLBOOK_WIRE_COMPLETION_ANSWER_H
#define ROLLBOOK_WIRE_COMPLETION_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
