/*
 * wire_request.c - requests as JSON text.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/wire/wire_score.h"

const char *wire_path(enum wire_api api)
{
    return api == WIRE_CHAT ? "/chat/completions" : "/completions";
}

static void put_key(struct buf *out, const char *key)
{
    if (out->len > 0 && out->data[out->len - 1] != '{')
        buf_putc(out, ',');
    buf_put_json_string(out, key, strlen(key));
    buf_putc(out, ':');
}

static void put_text_n(struct buf *out, const char *key, const char *value, size_t len)
{
    put_key(out, key);
    buf_put_json_string(out, value, len);
}

static void put_text(struct buf *out, const char *key, const char *value)
{
    put_text_n(out, key, value, strlen(value));
}

static void put_int(struct buf *out, const char *key, int64_t value)
{
    put_key(out, key);
    buf_printf(out, "%lld", (long long)value);
}

static void put_real_member(struct buf *out, const char *key, double value)
{
    put_key(out, key);
    buf_put_json_number(out, value);
}

static void put_truth(struct buf *out, const char *key, bool value)
{
    put_key(out, key);
    buf_puts(out, value ? "true" : "false");
}

static void put_ids(struct buf *out, const char *key, const int32_t *ids, size_t n)
{
    put_key(out, key);
    buf_putc(out, '[');
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%s%d", i == 0 ? "" : ",", ids[i]);
    buf_putc(out, ']');
}

static void put_messages(const struct wire_request *r, struct buf *out)
{
    put_key(out, "messages");
    buf_putc(out, '[');
    for (size_t i = 0; i < r->n_messages; i++) {
        buf_puts(out, i == 0 ? "{" : ",{");
        put_text(out, "role", r->messages[i].role);
        put_text(out, "content", r->messages[i].content);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

static void join_messages(const struct wire_request *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_messages; i++) {
        buf_puts(out, i == 0 ? "" : "\n\n");
        buf_puts(out, r->messages[i].content);
    }
}

static void put_prompt(const struct wire_request *r, struct buf *out)
{
    struct buf joined = { 0 };
    join_messages(r, &joined);
    put_text_n(out, "prompt", buf_text(&joined), joined.len);
    buf_release(&joined);
}

void wire_put_request(const struct wire_request *r, struct buf *out)
{
    const struct wire_server *s = r->server;
    bool renamed = r->api == WIRE_CHAT && s->max_completion_tokens;
    buf_putc(out, '{');
    put_text(out, "model", r->model);
    if (r->api == WIRE_CHAT)
        put_messages(r, out);
    else
        put_prompt(r, out);
    if (s->many)
        put_int(out, "n", r->n);
    if (s->seed && r->has_seed)
        put_int(out, "seed", r->seed);
    put_real_member(out, "temperature", r->temperature);
    put_real_member(out, "top_p", r->top_p);
    if (s->top_k)
        put_int(out, "top_k", r->top_k < 0 ? s->top_k_off : r->top_k);
    if (s->min_p)
        put_int(out, "min_p", 0);
    if (s->repetition_penalty != NULL)
        put_int(out, s->repetition_penalty, 1);
    put_int(out, renamed ? "max_completion_tokens" : "max_tokens", r->max_tokens);
    if (r->n_stops > 0) {
        put_key(out, "stop");
        buf_putc(out, '[');
        for (size_t i = 0; i < r->n_stops; i++) {
            buf_puts(out, i == 0 ? "" : ",");
            buf_put_json_string(out, r->stops[i], strlen(r->stops[i]));
        }
        buf_putc(out, ']');
    }
    if (r->logprobs) {
        if (r->api == WIRE_CHAT) {
            put_truth(out, "logprobs", true);
            put_int(out, "top_logprobs", r->server->least_top_logprobs);
        } else {
            put_int(out, "logprobs", r->server->least_top_logprobs);
        }
    }
    if (s->return_token_ids)
        put_truth(out, "return_token_ids", true);
    if (r->prompt_ids && s->return_prompt_ids)
        put_truth(out, "return_prompt_token_ids", true);
    if (s->keep_special)
        put_truth(out, "skip_special_tokens", false);
    put_truth(out, "stream", false);
    buf_putc(out, '}');
}

/*
 * Requests to score given tokens.
 */

static const struct {
    const char *name, *path;
    bool at_root;
} ways[] = {
    [WIRE_SCORE_NONE] = { "none", "", false },
    [WIRE_SCORE_PROMPT_LOGPROBS] = { "prompt_logprobs", "/completions", false },
    [WIRE_SCORE_ECHO] = { "echo", "/completions", false },
    [WIRE_SCORE_GENERATE] = { "generate", "/generate", true },
    [WIRE_SCORE_STEPS] = { "steps", "/completion", true },
};

const char *wire_scoring_name(enum wire_scoring way)
{
    return ways[way].name;
}

bool wire_scoring_parse(const char *name, enum wire_scoring *out)
{
    for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
        if (strcmp(ways[i].name, name) == 0) {
            *out = (enum wire_scoring)i;
            return true;
        }
    }
    return false;
}

const char *wire_score_path(enum wire_scoring way, bool *out_at_root)
{
    *out_at_root = ways[way].at_root;
    return ways[way].path;
}

static void put_texts(struct buf *out, const char *key, const struct wire_given *g)
{
    struct buf joined = { 0 };
    buf_add(&joined, g->prompt, g->prompt_len);
    buf_add(&joined, g->text, g->text_len);
    put_text_n(out, key, buf_text(&joined), joined.len);
    buf_release(&joined);
}

static void put_generate(const struct wire_given *g, struct buf *out)
{
    size_t n_prompt = g->n_ids - g->n_completion;
    if (g->ids != NULL)
        put_ids(out, "input_ids", g->ids, g->n_ids);
    else
        put_texts(out, "text", g);
    put_key(out, "sampling_params");
    buf_puts(out, "{\"max_new_tokens\":1,\"temperature\":1,\"top_p\":1}");
    put_truth(out, "return_logprob", true);
    /* The first log-prob told is null, so one token early. */
    put_int(out, "logprob_start_len", n_prompt > 0 ? (int64_t)n_prompt - 1 : 0);
    put_int(out, "top_logprobs_num", 0);
    put_truth(out, "return_text_in_logprobs", g->ids == NULL);
}

/* At temperature 1 without truncation, log-probs before and after the temperature agree. */
static void put_completions(enum wire_scoring way, const char *model, const struct wire_given *g,
                            struct buf *out)
{
    put_text(out, "model", model);
    if (g->ids != NULL)
        put_ids(out, "prompt", g->ids, g->n_ids);
    else
        put_texts(out, "prompt", g);
    put_int(out, "max_tokens", 1);
    put_real_member(out, "temperature", 1);
    put_real_member(out, "top_p", 1);
    if (way == WIRE_SCORE_ECHO) {
        put_truth(out, "echo", true);
        put_int(out, "logprobs", 0);
    } else {
        put_int(out, "prompt_logprobs", 0);
        put_truth(out, "return_token_ids", true);
    }
    put_truth(out, "stream", false);
}

void wire_put_score_request(enum wire_scoring way, const char *model, const struct wire_given *g,
                            struct buf *out)
{
    buf_putc(out, '{');
    if (way == WIRE_SCORE_GENERATE)
        put_generate(g, out);
    else
        put_completions(way, model, g, out);
    buf_putc(out, '}');
}

void wire_put_tokenize_prompt(const struct wire_request *r, struct buf *out)
{
    struct buf joined = { 0 };
    if (r->api == WIRE_COMPLETIONS) {
        join_messages(r, &joined);
        wire_put_tokenize_text(r, true, buf_text(&joined), joined.len, out);
        buf_release(&joined);
        return;
    }
    buf_putc(out, '{');
    put_text(out, "model", r->model);
    put_messages(r, out);
    put_truth(out, "add_generation_prompt", true);
    buf_putc(out, '}');
}

/* vLLM and SGLang know add_special_tokens, llama.cpp the others. */
void wire_put_tokenize_text(const struct wire_request *r, bool begins, const char *text, size_t len,
                            struct buf *out)
{
    buf_putc(out, '{');
    put_text(out, "model", r->model);
    put_text_n(out, r->server->tokenize, text, len);
    if (r->server->apply_template) {
        put_truth(out, "add_special", begins);
        put_truth(out, "parse_special", true);
    } else {
        put_truth(out, "add_special_tokens", begins);
    }
    buf_putc(out, '}');
}

void wire_put_template_request(const struct wire_request *r, struct buf *out)
{
    buf_putc(out, '{');
    put_messages(r, out);
    buf_putc(out, '}');
}

/* Log-probs are those before the sampler, whatever is drawn. */
void wire_put_step_request(const int32_t *ids, size_t n_ids, size_t n_probs, struct buf *out)
{
    buf_putc(out, '{');
    put_ids(out, "prompt", ids, n_ids);
    put_int(out, "n_predict", 1);
    put_real_member(out, "temperature", 1);
    put_int(out, "n_probs", (int64_t)n_probs);
    put_truth(out, "post_sampling_probs", false);
    put_truth(out, "cache_prompt", true);
    put_truth(out, "stream", false);
    buf_putc(out, '}');
}
