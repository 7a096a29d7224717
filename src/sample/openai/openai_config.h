/*
 * openai_config.h - settings of the policy "openai".
 */
#ifndef ROLLBOOK_SAMPLE_OPENAI_OPENAI_CONFIG_H
#define ROLLBOOK_SAMPLE_OPENAI_OPENAI_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/wire/wire.h"

struct arena;
struct buf;
struct err;

/* Texts live in the arena. */
struct openai_config {
    const char *base_url; /* no final slash: "http://127.0.0.1:8000/v1" */
    const char *model;    /* NULL: the server's first */
    const char *key_env;  /* environment variable; NULL: no key */
    const char *server;   /* row of wire_servers; NULL: by a probe */
    const char *scoring;  /* wire_scoring_name; NULL: the server's */
    const char *system;   /* a system message; NULL: none */
    const char *template_name;
    const char *hardware;
    enum wire_api api;
    double top_p;
    int top_k;
    int max_tokens;
    int n_per_request;    /* sharing a request */
    int score_max_tokens; /* prompt and completion of a scored sample */
    bool logprobs;
    bool keep_responses;
    const char **stops;
    size_t n_stops;
    size_t max_in_flight;
    int max_attempts;
    int64_t attempt_ms, give_up_ms;
};

/* ERR_USAGE names the member. */
int openai_config_parse(const char *text, struct arena *a, struct openai_config *out,
                        struct err *err);

/* Appends the members that shape an answer as a JSON object, without the model. */
void openai_config_put_sampling(const struct openai_config *c, struct buf *out);

#endif
