/*
 * openai_score.c - log-probs of given tokens from a server.
 *
 * A completion is scored behind its prompt's own tokens: the sampling endpoint applies the chat
 * template, so it tells them for a request of one token.  Requests go one at a time: prompt
 * log-probs need the square of a sample's memory and have brought servers down.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/sample/openai/openai_internal.h"
#include "src/wire/wire_score.h"

#define BYTES_A_TOKEN 8 /* most that is worth a request */
#define LIKELY_TOKENS 64
#define ALL_TOKENS    1000000 /* more than any server has */

static struct wire_request prompt_request(const struct openai *o, const struct wire_message *m,
                                          size_t n)
{
    return (struct wire_request){ .server = o->server,
                                  .api = o->config.api,
                                  .model = o->model,
                                  .messages = m,
                                  .n_messages = n,
                                  .n = 1,
                                  .temperature = 1,
                                  .top_p = 1,
                                  .top_k = -1,
                                  .max_tokens = 1,
                                  .prompt_ids = true };
}

static int post(struct openai *o, const char *url, struct buf *body, struct arena *a,
                struct openai_reply *out, struct err *err)
{
    int rc = openai_call(o, url, body, a, out, err);
    buf_release(body);
    return rc;
}

/* An answer of one token has the prompt's ids. */
static int ask_endpoint(struct openai *o, const struct wire_request *r,
                        struct openai_prompt_ids *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct openai_reply reply;
    struct buf body = { 0 };
    wire_put_request(r, &body);
    int rc = post(o, openai_base_url(o, wire_path(r->api), &a), &body, &a, &reply, err);
    if (rc < 0 || reply.status == 0)
        return rc < 0 ? rc : openai_reply_refused(o, &reply, err);
    if (reply.status == 200)
        wire_read_prompt_ids(reply.body, reply.len, &out->arena, &out->ids, &out->n_ids);
    return 0;
}

/* The model sees this text; *out_body is for /tokenize. */
static int put_templated(struct openai *o, const struct wire_request *r, struct arena *a,
                         struct buf *out_body, struct err *err)
{
    struct openai_reply reply;
    struct buf body = { 0 };
    wire_put_template_request(r, &body);
    int rc = post(o, openai_root_url(o, "/apply-template", a), &body, a, &reply, err);
    const char *text =
        rc == 0 && reply.status == 200 ? wire_read_template(reply.body, reply.len, a) : NULL;
    if (text != NULL)
        wire_put_tokenize_text(r, true, text, strlen(text), out_body);
    return rc;
}

static int ask_tokenizer(struct openai *o, const struct wire_request *r,
                         struct openai_prompt_ids *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct openai_reply reply;
    struct buf body = { 0 };
    int rc = 0;
    if (o->server->apply_template && r->api == WIRE_CHAT)
        rc = put_templated(o, r, &a, &body, err);
    else
        wire_put_tokenize_prompt(r, &body);
    if (rc == 0 && body.len > 0)
        rc = post(o, openai_root_url(o, "/tokenize", &a), &body, &a, &reply, err);
    else
        return rc;
    if (rc == 0 && reply.status == 200)
        wire_read_prompt_ids(reply.body, reply.len, &out->arena, &out->ids, &out->n_ids);
    return rc;
}

static int ask_prompt_ids(struct openai *o, const char *prompt, struct openai_prompt_ids *out,
                          struct err *err)
{
    struct wire_message messages[2];
    struct wire_request r = prompt_request(o, messages, openai_messages(o, prompt, messages));
    int rc = o->server->return_token_ids ? ask_endpoint(o, &r, out, err) : 0;
    return rc == 0 && out->ids == NULL ? ask_tokenizer(o, &r, out, err) : rc;
}

static int need_prompt_ids(struct openai *o, const char *prompt, struct err *err)
{
    struct openai_prompt_ids *p = &o->prompt_ids;
    if (p->prompt != NULL && strcmp(p->prompt, prompt) == 0)
        return 0;
    arena_reset(&p->arena);
    *p = (struct openai_prompt_ids){ .arena = p->arena };
    int rc = o->server->tokenize != NULL ? ask_prompt_ids(o, prompt, p, err) : 0;
    if (rc == 0)
        p->prompt = arena_strdup(&p->arena, prompt);
    return rc;
}

static int tokenize_completion(struct openai *o, const struct score_request *q, struct arena *a,
                               int32_t **out, size_t *out_count, struct err *err)
{
    struct buf body = { 0 };
    struct openai_reply reply;
    struct wire_request r = prompt_request(o, NULL, 0);
    wire_put_tokenize_text(&r, false, q->text, q->text_len, &body);
    int rc = post(o, openai_root_url(o, "/tokenize", a), &body, a, &reply, err);
    if (rc < 0)
        return rc;
    if (reply.status != 200)
        return openai_reply_refused(o, &reply, err);
    if (!wire_read_prompt_ids(reply.body, reply.len, a, out, out_count))
        return err_set(err, ERR_NODATA,
                       "the completion's token ids are not known, and the server "
                       "does not tell them");
    return 0;
}

static int give_ids(struct openai *o, const struct score_request *q, struct arena *a,
                    struct wire_given *out, struct err *err)
{
    const struct openai_prompt_ids *p = &o->prompt_ids;
    int32_t *ids = NULL;
    size_t n = q->n_tokens;
    int rc = 0;
    if (q->token_ids == NULL) {
        rc = tokenize_completion(o, q, a, &ids, &n, err);
        if (rc < 0)
            return rc;
    }
    int32_t *all = arena_array(a, p->n_ids + n, sizeof(*all));
    memcpy(all, p->ids, p->n_ids * sizeof(*all));
    if (n > 0)
        memcpy(all + p->n_ids, ids == NULL ? q->token_ids : ids, n * sizeof(*all));
    *out = (struct wire_given){ .ids = all, .n_ids = p->n_ids + n, .n_completion = n };
    return 0;
}

static int give_texts(const struct openai *o, const char *prompt, const struct score_request *q,
                      struct arena *a, struct wire_given *out, struct err *err)
{
    const char *system = o->config.system;
    const char *whole = system == NULL ? prompt : arena_printf(a, "%s\n\n%s", system, prompt);
    if (o->config.api == WIRE_CHAT)
        return err_set(err, ERR_USAGE,
                       "%s does not tell the token ids of a chat's prompt, without which its "
                       "completions cannot be placed; \"api\": \"completions\" scores by text",
                       o->server->name);
    *out = (struct wire_given){
        .prompt = whole, .prompt_len = strlen(whole), .text = q->text, .text_len = q->text_len
    };
    return 0;
}

static int check_size(const struct openai *o, const struct wire_given *g, struct err *err)
{
    size_t most = (size_t)o->config.score_max_tokens;
    if (g->n_ids > most)
        return err_set(err, ERR_NODATA,
                       "prompt and completion are %zu tokens, more than score_max_tokens (%zu)",
                       g->n_ids, most);
    if (g->prompt_len + g->text_len > most * BYTES_A_TOKEN)
        return err_set(err, ERR_NODATA,
                       "prompt and completion are %zu bytes, too long for score_max_tokens (%zu)",
                       g->prompt_len + g->text_len, most);
    return 0;
}

static int give(struct openai *o, const struct score_request *q, const char *prompt,
                struct arena *a, struct wire_given *out, struct err *err)
{
    int rc = need_prompt_ids(o, prompt, err);
    if (rc == 0)
        rc = o->prompt_ids.ids != NULL ? give_ids(o, q, a, out, err)
                                       : give_texts(o, prompt, q, a, out, err);
    return rc == 0 ? check_size(o, out, err) : rc;
}

static int ask_step(struct openai *o, const int32_t *ids, size_t n, size_t n_probs, float *out,
                    struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct openai_reply reply;
    struct buf body = { 0 };
    wire_put_step_request(ids, n, n_probs, &body);
    int rc = post(o, openai_root_url(o, "/completion", &a), &body, &a, &reply, err);
    if (rc == 0 && reply.status != 200)
        rc = openai_reply_refused(o, &reply, err);
    const struct json_text answer = { "answer", reply.body, reply.len, 1, 1 };
    return rc < 0 ? rc : wire_read_step(&answer, ids[n], &a, out, err);
}

/* A request a token; one that is not among the likeliest is searched among all. */
static int score_by_steps(struct openai *o, const struct wire_given *g, struct arena *a,
                          struct wire_scores *out, struct err *err)
{
    static const size_t n_probs[] = { LIKELY_TOKENS, ALL_TOKENS };
    float *logprobs = arena_array(a, g->n_completion + 1, sizeof(*logprobs));
    if (g->ids == NULL || g->n_completion == 0)
        return err_set(err, ERR_NODATA, "%s",
                       g->ids == NULL ? "the server tells no token ids"
                                      : "the completion has no token");
    for (size_t i = 0; i < g->n_completion; i++) {
        size_t before = g->n_ids - g->n_completion + i;
        int found = 0;
        for (size_t k = 0; k < ARRAY_LEN(n_probs) && found == 0; k++)
            found = ask_step(o, g->ids, before, n_probs[k], &logprobs[i], err);
        if (found == 0)
            found = err_set(err, ERR_NODATA, "%d is not a token of the model", g->ids[before]);
        if (found < 0)
            return err_context(err, "token %zu of the completion", i);
    }
    *out = (struct wire_scores){ logprobs, g->n_completion };
    return 0;
}

static int score_at_once(struct openai *o, const struct wire_given *g, struct arena *a,
                         struct wire_scores *out, struct err *err)
{
    struct buf body = { 0 };
    struct openai_reply reply;
    bool at_root = false;
    const char *path = wire_score_path(o->scoring, &at_root);
    const char *url = at_root ? openai_root_url(o, path, a) : openai_base_url(o, path, a);
    wire_put_score_request(o->scoring, o->model, g, &body);
    int rc = post(o, url, &body, a, &reply, err);
    if (rc == 0 && reply.status != 200)
        rc = openai_reply_refused(o, &reply, err);
    const struct json_text answer = { "answer", reply.body, reply.len, 1, 1 };
    return rc < 0 ? rc : wire_read_scores(o->scoring, &answer, g, a, out, err);
}

static int send_given(struct openai *o, const struct wire_given *g, struct arena *a,
                      struct token_scores *out, struct err *err)
{
    struct wire_scores scores = { 0 };
    int rc = o->scoring == WIRE_SCORE_STEPS ? score_by_steps(o, g, a, &scores, err)
                                            : score_at_once(o, g, a, &scores, err);
    if (rc < 0)
        return rc;
    *out = (struct token_scores){ .n_tokens = scores.n,
                                  .logprobs = scores.logprobs,
                                  .temperature = 1,
                                  .semantics = wire_semantics_name(o->server->prompt_semantics),
                                  .aligned_by = g->ids != NULL ? "ids" : "text" };
    return 0;
}

int openai_score(struct policy *p, const struct score_request *q, struct arena *a,
                 struct token_scores *out, struct err *err)
{
    struct openai *o = (struct openai *)p;
    struct buf rendered = { 0 };
    struct wire_given given;
    int rc = 0;
    if (o->scoring == WIRE_SCORE_NONE)
        return err_set(err, ERR_USAGE, "%s gives no log-probs of given tokens", o->server->name);
    if (q->prompt == NULL && q->task == NULL)
        return err_set(err, ERR_NODATA, "its prompt is not stored");
    if (q->prompt == NULL)
        rc = openai_put_prompt(o, q->task, &rendered, err);
    if (rc == 0)
        rc = give(o, q, q->prompt != NULL ? q->prompt : buf_text(&rendered), a, &given, err);
    if (rc == 0)
        rc = send_given(o, &given, a, out, err);
    buf_release(&rendered);
    return rc;
}
