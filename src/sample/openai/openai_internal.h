/*
 * openai_internal.h - the policy "openai" while it is open.
 */
#ifndef ROLLBOOK_SAMPLE_OPENAI_OPENAI_INTERNAL_H
#define ROLLBOOK_SAMPLE_OPENAI_OPENAI_INTERNAL_H

#include "src/base/mem.h"
#include "src/sample/openai/openai_config.h"
#include "src/sample/policy.h"

struct http_answer;
struct http_client;
struct wire_answer;
struct wire_choice;
struct wire_message;

/* The last prompt's ids; samples of a task are adjacent. */
struct openai_prompt_ids {
    struct arena arena;
    char *prompt;
    int32_t *ids; /* NULL: not told */
    size_t n_ids;
};

struct openai {
    struct policy policy; /* first: a policy begins with its table */
    struct arena arena;
    struct openai_config config;
    const struct wire_server *server;
    enum wire_scoring scoring;
    struct http_client *http;
    const char *model;
    const char *probe;
    struct openai_prompt_ids prompt_ids;
    char template_sha256[65];
    enum answer_form form;
    char *key; /* owned; NULL none */
};

/* Appends the configured prompt. */
int openai_put_prompt(const struct openai *o, const struct task *task, struct buf *out,
                      struct err *err);
#define OPENAI_PROMPT_MESSAGES 2
/* The configured system message, then the prompt.  Returns how many. */
size_t openai_messages(const struct openai *o, const char *prompt,
                       struct wire_message out[OPENAI_PROMPT_MESSAGES]);

struct openai_reply {
    int status; /* 0: none, see detail */
    const char *detail;
    const char *body; /* never NULL */
    size_t len;
};
/* GET without a body, else POST.  0 for any status, or an error of http_send. */
int openai_call(struct openai *o, const char *url, const struct buf *body, struct arena *a,
                struct openai_reply *out, struct err *err);
/* Sets ERR_INTEGRITY with the server's words. */
int openai_reply_refused(const struct openai *o, const struct openai_reply *r, struct err *err);
const char *openai_base_url(const struct openai *o, const char *path, struct arena *a);
/* Without a final "/v1". */
const char *openai_root_url(const struct openai *o, const char *path, struct arena *a);

struct openai_choice {
    const struct wire_answer *answer;
    struct wire_choice *choice; /* sentinels are hidden */
    const struct http_answer *http;
    size_t place, n_places;
    double temperature;
};
/* Borrows the choice's texts and numbers. */
void openai_completion(const struct openai *o, const struct openai_choice *x, struct arena *a,
                       struct completion *out);

int openai_draw(struct policy *p, const struct sample_request *requests, size_t n,
                const struct sample_sink *sink, struct err *err);
int openai_score(struct policy *p, const struct score_request *q, struct arena *a,
                 struct token_scores *out, struct err *err);

#endif
