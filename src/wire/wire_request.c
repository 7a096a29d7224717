/*
 * wire_request.c - requests as JSON text.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/wire/wire_put.h"

const char *wire_path(enum wire_api api)
{
    return api == WIRE_CHAT ? "/chat/completions" : "/completions";
}

void wire_put_key(struct buf *out, const char *key)
{
    if (out->len > 0 && out->data[out->len - 1] != '{')
        buf_putc(out, ',');
    buf_put_json_string(out, key, strlen(key));
    buf_putc(out, ':');
}

void wire_put_text_n(struct buf *out, const char *key, const char *value, size_t len)
{
    wire_put_key(out, key);
    buf_put_json_string(out, value, len);
}

void wire_put_text(struct buf *out, const char *key, const char *value)
{
    wire_put_text_n(out, key, value, strlen(value));
}

void wire_put_int(struct buf *out, const char *key, int64_t value)
{
    wire_put_key(out, key);
    buf_printf(out, "%lld", (long long)value);
}

void wire_put_real(struct buf *out, const char *key, double value)
{
    wire_put_key(out, key);
    buf_put_json_number(out, value);
}

void wire_put_truth(struct buf *out, const char *key, bool value)
{
    wire_put_key(out, key);
    buf_puts(out, value ? "true" : "false");
}

void wire_put_ids(struct buf *out, const char *key, const int32_t *ids, size_t n)
{
    wire_put_key(out, key);
    buf_putc(out, '[');
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "%s%d", i == 0 ? "" : ",", ids[i]);
    buf_putc(out, ']');
}

void wire_put_messages(const struct wire_request *r, struct buf *out)
{
    wire_put_key(out, "messages");
    buf_putc(out, '[');
    for (size_t i = 0; i < r->n_messages; i++) {
        buf_puts(out, i == 0 ? "{" : ",{");
        wire_put_text(out, "role", r->messages[i].role);
        wire_put_text(out, "content", r->messages[i].content);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

void wire_join_messages(const struct wire_request *r, struct buf *out)
{
    for (size_t i = 0; i < r->n_messages; i++) {
        buf_puts(out, i == 0 ? "" : "\n\n");
        buf_puts(out, r->messages[i].content);
    }
}

void wire_put_prompt(const struct wire_request *r, struct buf *out)
{
    struct buf joined = { 0 };
    wire_join_messages(r, &joined);
    wire_put_text_n(out, "prompt", buf_text(&joined), joined.len);
    buf_release(&joined);
}

void wire_put_request(const struct wire_request *r, struct buf *out)
{
    const struct wire_server *s = r->server;
    bool renamed = r->api == WIRE_CHAT && s->max_completion_tokens;
    buf_putc(out, '{');
    wire_put_text(out, "model", r->model);
    if (r->api == WIRE_CHAT)
        wire_put_messages(r, out);
    else
        wire_put_prompt(r, out);
    if (s->many)
        wire_put_int(out, "n", r->n);
    if (s->seed && r->has_seed)
        wire_put_int(out, "seed", r->seed);
    wire_put_real(out, "temperature", r->temperature);
    wire_put_real(out, "top_p", r->top_p);
    if (s->top_k)
        wire_put_int(out, "top_k", r->top_k < 0 ? s->top_k_off : r->top_k);
    if (s->min_p)
        wire_put_int(out, "min_p", 0);
    if (s->repetition_penalty != NULL)
        wire_put_int(out, s->repetition_penalty, 1);
    wire_put_int(out, renamed ? "max_completion_tokens" : "max_tokens", r->max_tokens);
    if (r->n_stops > 0) {
        wire_put_key(out, "stop");
        buf_putc(out, '[');
        for (size_t i = 0; i < r->n_stops; i++) {
            buf_puts(out, i == 0 ? "" : ",");
            buf_put_json_string(out, r->stops[i], strlen(r->stops[i]));
        }
        buf_putc(out, ']');
    }
    if (r->logprobs) {
        if (r->api == WIRE_CHAT) {
            wire_put_truth(out, "logprobs", true);
            wire_put_int(out, "top_logprobs", r->server->least_top_logprobs);
        } else {
            wire_put_int(out, "logprobs", r->server->least_top_logprobs);
        }
    }
    if (s->return_token_ids)
        wire_put_truth(out, "return_token_ids", true);
    if (r->prompt_ids && s->return_prompt_ids)
        wire_put_truth(out, "return_prompt_token_ids", true);
    if (s->keep_special)
        wire_put_truth(out, "skip_special_tokens", false);
    wire_put_truth(out, "stream", false);
    buf_putc(out, '}');
}
