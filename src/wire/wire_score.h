/*
 * wire_score.h - asking a server for the log-probs of given tokens, and finding them in its answer.
 *
 * Answers differ at the head (null, NaN or no entry for the first token) and agree at the end, so a
 * completion is searched from there: by ids, else by text.  What does not line up is refused;
 * nothing is guessed.
 */
#ifndef ROLLBOOK_WIRE_WIRE_SCORE_H
#define ROLLBOOK_WIRE_WIRE_SCORE_H

#include "src/wire/wire.h"

/* Ids where known, else texts. */
struct wire_given {
    const int32_t *ids; /* NULL: the texts */
    size_t n_ids;
    size_t n_completion; /* of ids, at their end; 0 with texts */
    const char *prompt;
    size_t prompt_len;
    const char *text; /* the completion */
    size_t text_len;
};

/* way is neither WIRE_SCORE_NONE nor WIRE_SCORE_STEPS. */
void wire_put_score_request(enum wire_scoring way, const char *model, const struct wire_given *g,
                            struct buf *out);
/* *out_at_root: below the server's root, not its base URL. */
const char *wire_score_path(enum wire_scoring way, bool *out_at_root);
/* "none", "prompt_logprobs", "echo", "generate", "steps". */
const char *wire_scoring_name(enum wire_scoring way);
bool wire_scoring_parse(const char *name, enum wire_scoring *out);

/*
 * A log-prob a token of the completion, in the arena.  ERR_INTEGRITY: another dialect; ERR_NODATA:
 * tokens do not line up with the given ones, or lack a log-prob.
 */
struct wire_scores {
    float *logprobs;
    size_t n;
};
int wire_read_scores(enum wire_scoring way, const struct json_text *answer,
                     const struct wire_given *g, struct arena *a, struct wire_scores *out,
                     struct err *err);

/* WIRE_SCORE_STEPS: the n_probs likeliest tokens behind ids. */
void wire_put_step_request(const int32_t *ids, size_t n_ids, size_t n_probs, struct buf *out);
/* 1 and the token's log-prob, or 0: it is not among them; ERR_INTEGRITY: there are none;
 * ERR_NODATA: no log-prob. */
int wire_read_step(const struct json_text *answer, int32_t id, struct arena *a, float *out,
                   struct err *err);

/* From an answer (prompt_token_ids) or /tokenize (tokens).  False: none. */
bool wire_read_prompt_ids(const char *body, size_t len, struct arena *a, int32_t **out,
                          size_t *out_count);
/* Bodies for POST /tokenize: a prompt as its endpoint sees it; text that begins as a prompt
 * does, or follows one. */
void wire_put_tokenize_prompt(const struct wire_request *r, struct buf *out);
void wire_put_tokenize_text(const struct wire_request *r, bool begins, const char *text, size_t len,
                            struct buf *out);
/* For POST /apply-template, and the text of its answer; NULL: none. */
void wire_put_template_request(const struct wire_request *r, struct buf *out);
const char *wire_read_template(const char *body, size_t len, struct arena *a);

#endif
