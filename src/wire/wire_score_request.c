/*
 * wire_score_request.c - requests to score given tokens.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/wire/wire_put.h"
#include "src/wire/wire_score.h"

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
    wire_put_text_n(out, key, buf_text(&joined), joined.len);
    buf_release(&joined);
}

static void put_generate(const struct wire_given *g, struct buf *out)
{
    size_t n_prompt = g->n_ids - g->n_completion;
    if (g->ids != NULL)
        wire_put_ids(out, "input_ids", g->ids, g->n_ids);
    else
        put_texts(out, "text", g);
    wire_put_key(out, "sampling_params");
    buf_puts(out, "{\"max_new_tokens\":1,\"temperature\":1,\"top_p\":1}");
    wire_put_truth(out, "return_logprob", true);
    /* The first log-prob told is null, so one token early. */
    wire_put_int(out, "logprob_start_len", n_prompt > 0 ? (int64_t)n_prompt - 1 : 0);
    wire_put_int(out, "top_logprobs_num", 0);
    wire_put_truth(out, "return_text_in_logprobs", g->ids == NULL);
}

/* At temperature 1 without truncation, log-probs before and after the temperature agree. */
static void put_completions(enum wire_scoring way, const char *model, const struct wire_given *g,
                            struct buf *out)
{
    wire_put_text(out, "model", model);
    if (g->ids != NULL)
        wire_put_ids(out, "prompt", g->ids, g->n_ids);
    else
        put_texts(out, "prompt", g);
    wire_put_int(out, "max_tokens", 1);
    wire_put_real(out, "temperature", 1);
    wire_put_real(out, "top_p", 1);
    if (way == WIRE_SCORE_ECHO) {
        wire_put_truth(out, "echo", true);
        wire_put_int(out, "logprobs", 0);
    } else {
        wire_put_int(out, "prompt_logprobs", 0);
        wire_put_truth(out, "return_token_ids", true);
    }
    wire_put_truth(out, "stream", false);
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
        wire_join_messages(r, &joined);
        wire_put_tokenize_text(r, true, buf_text(&joined), joined.len, out);
        buf_release(&joined);
        return;
    }
    buf_putc(out, '{');
    wire_put_text(out, "model", r->model);
    wire_put_messages(r, out);
    wire_put_truth(out, "add_generation_prompt", true);
    buf_putc(out, '}');
}

/* vLLM and SGLang know add_special_tokens, llama.cpp the others. */
void wire_put_tokenize_text(const struct wire_request *r, bool begins, const char *text, size_t len,
                            struct buf *out)
{
    buf_putc(out, '{');
    wire_put_text(out, "model", r->model);
    wire_put_text_n(out, r->server->tokenize, text, len);
    if (r->server->apply_template) {
        wire_put_truth(out, "add_special", begins);
        wire_put_truth(out, "parse_special", true);
    } else {
        wire_put_truth(out, "add_special_tokens", begins);
    }
    buf_putc(out, '}');
}

void wire_put_template_request(const struct wire_request *r, struct buf *out)
{
    buf_putc(out, '{');
    wire_put_messages(r, out);
    buf_putc(out, '}');
}

/* Log-probs are those before the sampler, whatever is drawn. */
void wire_put_step_request(const int32_t *ids, size_t n_ids, size_t n_probs, struct buf *out)
{
    buf_putc(out, '{');
    wire_put_ids(out, "prompt", ids, n_ids);
    wire_put_int(out, "n_predict", 1);
    wire_put_real(out, "temperature", 1);
    wire_put_int(out, "n_probs", (int64_t)n_probs);
    wire_put_truth(out, "post_sampling_probs", false);
    wire_put_truth(out, "cache_prompt", true);
    wire_put_truth(out, "stream", false);
    buf_putc(out, '}');
}
