/*
 * tinker_config.h - settings of the policy "tinker".
 */
#ifndef ROLLBOOK_SAMPLE_TINKER_TINKER_CONFIG_H
#define ROLLBOOK_SAMPLE_TINKER_TINKER_CONFIG_H

#include <stdbool.h>

struct arena;
struct buf;
struct err;

/* Texts live in the arena. */
struct tinker_config {
    const char *base_url;  /* no final slash */
    const char *model;     /* base model */
    const char *key_env;   /* environment variable; NULL: no key */
    const char *tokenizer; /* "bytes", or a name or folder for transformers; NULL: the model's */
    const char *python;    /* that has transformers; NULL: ROLLBOOK_PYTHON, else python3 */
    const char *reasoning; /* effort, for chat templates that take one; NULL: none */
    const char *system;    /* a system message; NULL: none */
    const char *template_name;
    const char *hardware;
    const char *semantics; /* of sampled log-probs: "raw", "scaled", "unknown" */
    const char *reduction; /* of the server's loss: sum, mean, unknown */
    double top_p, learning_rate;
    int top_k, max_tokens, rank, seed, max_in_flight, max_attempts;
    int poll_ms;    /* pause between polls, at most */
    int give_up_ms; /* of a result */
    bool last_n;    /* the server gives the log-probs of a prompt's end alone */
    bool keep_responses;
};

/* ERR_USAGE names the member. */
int tinker_config_parse(const char *text, struct arena *a, struct tinker_config *out,
                        struct err *err);
/* Appends the members that shape an answer as a JSON object, without the model. */
void tinker_config_put_sampling(const struct tinker_config *c, struct buf *out);

#endif
