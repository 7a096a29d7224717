/*
 * tinker_internal.h - the policy "tinker" while it is open.
 */
#ifndef ROLLBOOK_SAMPLE_TINKER_TINKER_INTERNAL_H
#define ROLLBOOK_SAMPLE_TINKER_TINKER_INTERNAL_H

#include "src/base/mem.h"
#include "src/sample/policy.h"
#include "src/sample/tinker/tinker_config.h"

struct http_answer;
struct http_client;
struct json;
struct torch_host;

/* The server's objects of one session; empty ("") ones are made when they are needed. */
struct tinker_live {
    char session[256], model[256], sampler[256];
    char sampler_weights[512]; /* of the model as it was saved last; a server may forget them with
                                  it */
    int n_models, n_samplers;  /* made so far */
    int64_t train_seq;         /* of the model's last operation */
    int64_t sample_seq;        /* of the sampler's next one */
    bool changed;              /* the model learned since it was saved */
    int64_t used_ns, beaten_ns;
};

struct tinker_promise {
    struct tinker_promise *next;
    const char *sha256, *promise; /* of what was asked, and its name at the server */
};

struct tinker {
    struct policy policy; /* first: a policy begins with its table */
    struct arena arena;
    struct tinker_config config;
    struct http_client *http;
    struct http_client *aside; /* tries once and soon gives up */
    struct torch_host *tokens; /* NULL: bytes */
    int32_t stops[16];
    size_t n_stops;
    struct tinker_live live;
    char weights[512],
        sampler_weights[512]; /* the server's names of the checkpoint; "": the base */
    bool forget_moments;
    char template_sha256[65];
    enum answer_form form;
    const char *facts;
    char *key;                          /* owned; NULL none */
    const struct policy_record *record; /* NULL: nothing is kept */
    struct tinker_promise *ahead;       /* promises that have no row: there is no run yet */
};

struct tinker_message {
    const char *role, *text;
};

/* POST /api/v1/PATH; the answer lives in the arena.  Waits for a result that is promised. */
int tinker_ask(struct tinker *t, const char *path, const struct json *body, struct arena *a,
               const struct json **out, struct err *err);
/* The same, kept from before it is sent; content is what is asked, which another process asks in
 * the same words.  With resumes a result that was promised to one that was killed is taken. */
struct tinker_work {
    const char *operation;
    const struct json *content;
    const char *model; /* whose state decides the result */
    size_t n_sequences, n_tokens;
    bool resumes;
    const char *path; /* of the server */
};
int tinker_ask_for(struct tinker *t, const struct tinker_work *w, const struct json *body,
                   struct arena *a, const struct json **out, struct err *err);
/* Sends it without waiting, if something is kept: tinker_ask_for finds the promise. */
int tinker_ask_ahead(struct tinker *t, const struct tinker_work *w, const struct json *body,
                     struct err *err);
/* Without that wait; sampled requests are announced otherwise. */
const char *tinker_url(const struct tinker *t, const char *path, struct arena *a);
/* A promise's answer: 1 finished, 0 not yet, or ERR_INTEGRITY with the server's words. */
int tinker_is_ready(const struct json *answer, struct err *err);
void tinker_sleep_ms(int64_t ms);
/* Work beside requests: a server unloads what belongs to a session that is silent. */
int tinker_beat(struct tinker *t, struct err *err);
int tinker_pause_ms(const struct tinker *t, int pass);

/* A session, and in it a sampler or a model, of the current checkpoint. */
int tinker_need_session(struct tinker *t, struct err *err);
int tinker_need_sampler(struct tinker *t, struct err *err);
int tinker_need_model(struct tinker *t, struct err *err);
/* The model is not used again; servers hold few at a time. */
void tinker_drop_model(struct tinker *t);

int tinker_tokens_open(struct tinker *t, struct err *err);
/* Sets the text of a completion that has ids. */
int tinker_decode(struct tinker *t, struct completion *c, struct arena *a, struct err *err);

/* A task's ids (prompt NULL: the configured one), with exchanges from the first on. */
struct tinker_prompt {
    const struct task *task;
    const char *prompt;
    const struct exchange *exchanges;
    size_t first, n_exchanges;
    const int32_t *token_ids; /* of a completion of it, or NULL */
    size_t n_tokens;
};
int tinker_put_prompt(const struct tinker *t, const struct task *task, struct buf *out,
                      struct err *err);
struct token_ids {
    int32_t *ids;
    size_t n;
};
/* Asked once: ids that the record knows are taken.  out_sha256 names them there. */
int tinker_prompt_ids(struct tinker *t, const struct tinker_prompt *p, struct arena *a,
                      struct token_ids *out, char out_sha256[65], struct err *err);

void tinker_add_ids(struct json *parent, const char *key, const int32_t *ids, size_t n);
/* Adds {"chunks": ...} as a member. */
void tinker_add_input(struct json *parent, const char *key, const int32_t *ids, size_t n);

int tinker_draw(struct policy *p, const struct sample_request *requests, size_t n,
                const struct sample_sink *sink, struct err *err);
int tinker_score(struct policy *p, const struct score_request *q, struct arena *a,
                 struct token_scores *out, struct err *err);
int tinker_score_ahead(struct policy *p, const struct score_request *q, size_t n, struct err *err);
int tinker_update(struct policy *p, const struct update_item *items, size_t n,
                  const struct update_options *options, struct update_metrics *out,
                  struct err *err);
int tinker_save(struct policy *p, struct buf *out, struct err *err);
int tinker_load(struct policy *p, const void *data, size_t len, struct err *err);

#endif
