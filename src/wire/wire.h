/*
 * wire.h - the words of OpenAI-compatible servers: which server speaks which, requests as text,
 * answers as completions.  Pure; src/http carries the texts.
 *
 * Most servers ignore in silence what they do not know, so a request holds only what the table says
 * that a server understands.
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
struct json_text;

/* What log-probs refer to. */
enum wire_semantics {
    WIRE_LOGPROB_RAW,     /* at temperature 1, before penalties and top-k/p */
    WIRE_LOGPROB_SCALED,  /* at the temperature, before top-k/p */
    WIRE_LOGPROB_UNKNOWN, /* unknown */
};
const char *wire_semantics_name(enum wire_semantics s);
struct wire_server;
/* Temperature of a log-prob of a sample at sampled_at; NaN unknown. */
double wire_logprob_temperature(const struct wire_server *server, double sampled_at);

enum wire_scoring {
    WIRE_SCORE_NONE,
    WIRE_SCORE_PROMPT_LOGPROBS, /* completions: prompt_logprobs */
    WIRE_SCORE_ECHO,            /* completions: echo, logprobs */
    WIRE_SCORE_GENERATE,        /* POST /generate: return_logprob */
    WIRE_SCORE_STEPS,           /* POST /completion a token */
};

/* A row of the table in wire_server.c, or that row after a probe. */
struct wire_server {
    const char *name;      /* "vllm", "sglang", "llama.cpp", ... */
    const char *local_url; /* where it listens when it is started without options; NULL: none */
    enum wire_semantics semantics;
    enum wire_scoring scoring;
    enum wire_semantics prompt_semantics;
    const char *version_path; /* answers "version"; NULL none */
    bool top_k;               /* takes top_k */
    int top_k_off;            /* no limit: -1 or 0 */
    bool seed;                /* takes seed */
    bool many;
    bool return_token_ids;          /* and answers token_ids */
    bool ids_in_logprobs;           /* each log-prob has an id */
    bool return_prompt_ids;         /* by return_prompt_token_ids */
    const char *tokenize;           /* a text's member of POST /tokenize; NULL: none */
    bool apply_template;            /* POST /apply-template, for /tokenize */
    bool keep_special;              /* takes skip_special_tokens */
    bool min_p;                     /* and has a default of its own */
    const char *repetition_penalty; /* its name; NULL: none */
    bool max_completion_tokens;     /* for max_tokens */
    int least_top_logprobs;         /* no log-probs below this */
    int max_top_logprobs;
};

/* The last row before the NULL name, "other", takes the common part only. */
extern const struct wire_server wire_servers[];
const struct wire_server *wire_find_server(const char *name); /* NULL: unknown */
/* models is of GET /v1/models, props of GET /props (NULL: none), url the base URL.  Never NULL. */
const struct wire_server *wire_recognise_server(const char *url, const char *models,
                                                const char *props);
/* From an answer alone, by members that one server writes. */
const struct wire_server *wire_recognise_answer(const char *body, size_t len);

enum wire_api { WIRE_CHAT, WIRE_COMPLETIONS };

struct wire_message {
    const char *role; /* "system", "user", "assistant" */
    const char *content;
};

struct wire_request {
    const struct wire_server *server;
    enum wire_api api;
    const char *model;
    const struct wire_message *messages; /* completions: with blank lines */
    size_t n_messages;
    int n;              /* 1 unless it takes more */
    bool has_seed;      /* false: the server takes none */
    int64_t seed;       /* 0 .. 2^31 - 1 */
    double temperature; /* always sent: servers have defaults */
    double top_p;       /* in (0, 1] */
    int top_k;          /* -1: off */
    int max_tokens;
    const char *const *stops;
    size_t n_stops;
    bool logprobs;
    bool prompt_ids; /* the prompt's as well */
};

/* Appends the JSON body; equal requests are equal bytes. */
void wire_put_request(const struct wire_request *r, struct buf *out);
/* Below the base URL: "/chat/completions", "/completions". */
const char *wire_path(enum wire_api api);

/* Up to this, a token outside of the server's list: no log-prob. */
#define WIRE_LOGPROB_SENTINEL (-9999.0)
/* Further above 0 it is a logit. */
#define WIRE_LOGPROB_ROUNDING 1e-3

/* Text lives in the arena. */
struct wire_choice {
    int index;
    const char *text; /* never NULL */
    size_t text_len;
    const char *reasoning;       /* a reasoning field; NULL none */
    const char *reasoning_field; /* its name */
    const char *finish_reason;   /* NULL: an incomplete answer */
    size_t n_tokens;             /* of logprobs, else of token_ids */
    float *logprobs;             /* NULL none; NaN unknown */
    int32_t *token_ids;          /* NULL unless one a token */
    size_t n_null;
    size_t n_sentinel;   /* up to WIRE_LOGPROB_SENTINEL */
    size_t n_missing;    /* in usage, without log-prob */
    size_t n_surplus;    /* dropped: too many, or of an empty text */
    size_t n_positive;   /* above rounding: logits */
    bool ids_do_not_fit; /* dropped: not one a token */
};

struct wire_answer {
    struct wire_choice *choices;
    size_t n_choices;
    const char *model;                       /* the server's name; NULL none */
    int64_t prompt_tokens;                   /* of usage; -1 unknown */
    int64_t completion_tokens;               /* over choices; -1 unknown */
    int64_t cached_tokens, reasoning_tokens; /* -1 unknown */
    size_t n_repairs;                        /* replaced bytes and escapes */
};

/*
 * Reads the body of a 200 answer in any dialect.  ERR_INTEGRITY: no JSON even after repair, no
 * choices, or an error in the clothes of an answer.
 */
int wire_read_answer(const char *name, const char *body, size_t len, struct arena *a,
                     struct wire_answer *out, struct err *err);

/* An error's body says that the model's context is exceeded. */
bool wire_is_too_long(const char *body);

void wire_hide_sentinels(struct wire_choice *c);

/* Adds what a rollout's row has no column for: the model's name, reasoning, cached and thought
 * tokens, counts of faulty log-probs. */
void wire_add_remarks(struct json *to, const struct wire_answer *w, const struct wire_choice *c);

/* An error's body in one line for people. */
void wire_read_error(const char *body, size_t len, struct buf *out);

/*
 * Appends JSON text with U+FFFD for what no UTF-8 text can hold: NUL and half surrogate escapes,
 * invalid bytes.  Returns how many.
 */
size_t wire_repair(const char *text, size_t len, struct buf *out);
/* A body as JSON after that repair; out_repairs may be NULL. */
const struct json *wire_parse(const char *name, const char *body, size_t len, struct arena *a,
                              size_t *out_repairs, struct err *err);
/* Leaves out members (json_parse_without). */
const struct json *wire_parse_without(const struct json_text *body, const char *const *without,
                                      struct arena *a, size_t *out_repairs, struct err *err);

#endif
