/*
 * wire.h - the words of OpenAI-compatible servers: which server speaks which, requests as text,
 * answers as completions.  Pure: text in, text and structs out; src/http carries them.
 *
 * Servers differ in what they take and in what their log-probs mean, and most ignore in silence
 * what they do not know, so that a request holds only what the table says a server understands.
 */
#ifndef ROLLBOOK_WIRE_WIRE_H
#define ROLLBOOK_WIRE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct json;

/* What the log-probs of a server refer to. */
enum wire_semantics {
    WIRE_LOGPROB_RAW,     /* softmax of the logits at temperature 1, before penalties and top-k/p */
    WIRE_LOGPROB_SCALED,  /* after the temperature, before top-k/p */
    WIRE_LOGPROB_UNKNOWN, /* the server does not say */
};
const char *wire_semantics_name(enum wire_semantics s);
struct wire_server;
/* What a log-prob of this server is at, when it sampled at temperature sampled_at; NaN unknown. */
double wire_logprob_temperature(const struct wire_server *server, double sampled_at);

enum wire_scoring {
    WIRE_SCORE_NONE,
    WIRE_SCORE_PROMPT_LOGPROBS, /* completions with prompt_logprobs */
    WIRE_SCORE_ECHO,            /* completions with echo and logprobs */
    WIRE_SCORE_GENERATE,        /* POST /generate with return_logprob */
    WIRE_SCORE_STEPS,           /* POST /completion for each token, among what could follow */
};

/* One kind of server; a row of the table in wire_server.c, or that row after a probe. */
struct wire_server {
    const char
        *name; /* "vllm", "sglang", "llama.cpp", "openai", "tensorrt-llm", "ollama", "other" */
    enum wire_semantics semantics;
    enum wire_scoring scoring;
    enum wire_semantics prompt_semantics; /* of the log-probs of given tokens */
    const char *version_path; /* below the root; its answer has a member "version"; NULL none */
    bool top_k;               /* takes top_k */
    int top_k_off;            /* its number for no limit: -1 or 0 */
    bool seed;                /* takes seed */
    bool many;                /* takes n > 1 */
    bool return_token_ids;    /* takes return_token_ids and answers with token_ids */
    bool ids_in_logprobs;     /* answers with an id beside each log-prob, asked or not */
    bool return_prompt_ids;   /* wants return_prompt_token_ids for the prompt's */
    const char
        *tokenize; /* member of POST /tokenize, at the root, that holds a text; NULL: has none */
    bool apply_template; /* POST /apply-template makes a text of messages; /tokenize takes none */
    bool keep_special;   /* takes skip_special_tokens */
    bool min_p;          /* takes min_p, and cuts tokens by a default of its own without */
    const char *repetition_penalty; /* what it calls it; NULL: takes none */
    bool max_completion_tokens;     /* the chat endpoint wants this name for max_tokens */
    int least_top_logprobs;         /* it gives no log-probs to those who ask for fewer */
    int max_top_logprobs;
};

/* The table; ended by a row with a NULL name.  The last row, "other", takes the common part only.
 */
extern const struct wire_server wire_servers[];
const struct wire_server *wire_find_server(const char *name); /* NULL when unknown */
/* Which row fits: models is the text of GET /v1/models, props that of GET /props (NULL when the
 * server has none), url the base URL.  Never NULL. */
const struct wire_server *wire_recognise_server(const char *url, const char *models,
                                                const char *props);
/* The same from an answer alone, by the members that only one server writes. */
const struct wire_server *wire_recognise_answer(const char *body, size_t len);

/* ---- requests ---- */

enum wire_api { WIRE_CHAT, WIRE_COMPLETIONS };

struct wire_message {
    const char *role; /* "system", "user", "assistant" */
    const char *content;
};

struct wire_request {
    const struct wire_server *server;
    enum wire_api api;
    const char *model;
    const struct wire_message *messages; /* completions: their contents joined by blank lines */
    size_t n_messages;
    int n;              /* >= 1; 1 unless the server takes more */
    bool has_seed;      /* left out when the server takes none */
    int64_t seed;       /* 0 .. 2^31 - 1 */
    double temperature; /* always sent: servers have defaults of their own */
    double top_p;       /* in (0, 1] */
    int top_k;          /* -1: off */
    int max_tokens;
    const char *const *stops;
    size_t n_stops;
    bool logprobs;
    bool prompt_ids; /* those of the prompt as well */
};

/* Appends the JSON body; keys in a fixed order, so that equal requests are equal bytes. */
void wire_put_request(const struct wire_request *r, struct buf *out);
/* The path below the base URL: "/chat/completions", "/completions". */
const char *wire_path(enum wire_api api);

/* ---- answers ---- */

/* Servers write this and lower where a token is outside of their list: no log-prob. */
#define WIRE_LOGPROB_SENTINEL (-9999.0)
/* A log-prob may be above 0 by so much; what is further above is a logit. */
#define WIRE_LOGPROB_ROUNDING 1e-3

/* One choice of an answer.  Text lives in the arena. */
struct wire_choice {
    int index;
    const char *text; /* never NULL */
    size_t text_len;
    const char *reasoning;       /* text of a reasoning field; NULL none */
    const char *reasoning_field; /* its name */
    const char *finish_reason;   /* NULL when there is none: the answer is not complete */
    size_t n_tokens;             /* of logprobs, or of token_ids when there are no logprobs */
    float *logprobs;             /* NULL none; NaN where the server gives none */
    int32_t *token_ids;          /* NULL unless there is one a token */
    size_t n_null;               /* tokens without a log-prob */
    size_t n_sentinel;           /* log-probs of WIRE_LOGPROB_SENTINEL and lower */
    size_t n_missing;            /* tokens that usage counts and the log-probs lack */
    size_t n_surplus;            /* log-probs that were dropped: more than usage has tokens, or of
                                    an empty text */
    size_t n_positive;           /* above 0 beyond rounding: logits, not log-probs */
    bool ids_do_not_fit;         /* there were ids, but not one a token: dropped */
};

struct wire_answer {
    struct wire_choice *choices; /* in the order of the answer */
    size_t n_choices;
    const char *model;                       /* as the server names it; NULL none */
    int64_t prompt_tokens;                   /* of usage; -1 unknown */
    int64_t completion_tokens;               /* summed over choices; -1 unknown */
    int64_t cached_tokens, reasoning_tokens; /* -1 unknown */
    size_t n_repairs; /* bytes and escapes replaced so that the text could be read */
};

/*
 * Reads the body of a 200 answer of any of the dialects.  ERR_INTEGRITY when it is no JSON even
 * after repair, has no choices, or is an error in the clothes of an answer.
 */
int wire_read_answer(const char *name, const char *body, size_t len, struct arena *a,
                     struct wire_answer *out, struct err *err);

/* Does the body of an error say that prompt and answer do not fit the model's context? */
bool wire_is_too_long(const char *body);

/* Where a server wrote a sentinel there is no log-prob: NaN. */
void wire_hide_sentinels(struct wire_choice *c);

/* Adds to a JSON object what a rollout's row has no column for: the model's name, reasoning, tokens
 * that were cached or thought, and how many log-probs are not what they should be. */
void wire_add_remarks(struct json *to, const struct wire_answer *w, const struct wire_choice *c);

/* One line for people out of the body of an error, in whatever shape the server gives it. */
void wire_read_error(const char *body, size_t len, struct buf *out);

/*
 * Appends JSON text with what no UTF-8 text can hold replaced by U+FFFD: NUL and half surrogate
 * escapes, invalid bytes.  Returns how many were replaced.  What is no such text stays as it is.
 */
size_t wire_repair(const char *text, size_t len, struct buf *out);
/* A body as JSON, after that repair; out_repairs may be NULL. */
const struct json *wire_parse(const char *name, const char *body, size_t len, struct arena *a,
                              size_t *out_repairs, struct err *err);
/* The same with members left out (json_parse_without). */
const struct json *wire_parse_without(const char *name, const char *body, size_t len,
                                      const char *const *without, struct arena *a,
                                      size_t *out_repairs, struct err *err);

#endif
