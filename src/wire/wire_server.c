/*
 * wire_server.c - the table of servers and how to tell them apart.
 *
 * Rows follow documentation and sources of 2026: vLLM (default logprobs-mode: raw_logprobs),
 * SGLang, TensorRT-LLM (which refuses unknown fields), Ollama, OpenAI's API; llama.cpp's was tried
 * (docs/internals/integration.md).
 */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/wire/wire.h"

const struct wire_server wire_servers[] = {
    { .name = "vllm",
      .local_url = "http://127.0.0.1:8000/v1",
      .semantics = WIRE_LOGPROB_RAW,
      .scoring = WIRE_SCORE_PROMPT_LOGPROBS,
      .prompt_semantics = WIRE_LOGPROB_RAW,
      .version_path = "/version",
      .top_k = true,
      .top_k_off = -1,
      .seed = true,
      .many = true,
      .return_token_ids = true,
      .tokenize = "prompt",
      .keep_special = true,
      .min_p = true,
      .repetition_penalty = "repetition_penalty",
      .max_top_logprobs = 20 },
    { .name = "sglang",
      .local_url = "http://127.0.0.1:30000/v1",
      .semantics = WIRE_LOGPROB_SCALED,
      .scoring = WIRE_SCORE_GENERATE,
      .prompt_semantics = WIRE_LOGPROB_RAW,
      .version_path = "/get_server_info",
      .top_k = true,
      .top_k_off = -1,
      .seed = true,
      .many = true,
      .return_token_ids = true,
      .return_prompt_ids = true,
      .tokenize = "prompt",
      .keep_special = true,
      .min_p = true,
      .repetition_penalty = "repetition_penalty",
      .max_top_logprobs = 20 },
    { .name = "llama.cpp",
      .local_url = "http://127.0.0.1:8080/v1",
      .semantics = WIRE_LOGPROB_RAW,
      .scoring = WIRE_SCORE_STEPS,
      .prompt_semantics = WIRE_LOGPROB_RAW,
      .tokenize = "content",
      .apply_template = true,
      .top_k = true,
      .seed = true,
      .ids_in_logprobs = true,
      .min_p = true,
      .repetition_penalty = "repeat_penalty",
      .least_top_logprobs = 1,
      .max_top_logprobs = 20 },
    /* The Python package's server; a member of /v1/models is its own. */
    { .name = "llama-cpp-python",
      .local_url = "http://127.0.0.1:8000/v1",
      .semantics = WIRE_LOGPROB_RAW,
      .scoring = WIRE_SCORE_ECHO,
      .prompt_semantics = WIRE_LOGPROB_RAW,
      .top_k = true,
      .seed = true,
      .min_p = true,
      .repetition_penalty = "repeat_penalty",
      .max_top_logprobs = 20 },
    { .name = "openai",
      .semantics = WIRE_LOGPROB_UNKNOWN,
      .scoring = WIRE_SCORE_NONE,
      .prompt_semantics = WIRE_LOGPROB_UNKNOWN,
      .seed = true,
      .many = true,
      .max_completion_tokens = true,
      .max_top_logprobs = 20 },
    { .name = "tensorrt-llm",
      .local_url = "http://127.0.0.1:8000/v1",
      .semantics = WIRE_LOGPROB_UNKNOWN,
      .scoring = WIRE_SCORE_NONE,
      .prompt_semantics = WIRE_LOGPROB_UNKNOWN,
      .version_path = "/version",
      .top_k = true,
      .seed = true,
      .many = true,
      .max_top_logprobs = 1 },
    { .name = "ollama",
      .local_url = "http://127.0.0.1:11434/v1",
      .semantics = WIRE_LOGPROB_UNKNOWN,
      .scoring = WIRE_SCORE_NONE,
      .prompt_semantics = WIRE_LOGPROB_UNKNOWN,
      .version_path = "/api/version",
      .seed = true,
      .max_top_logprobs = 20 },
    { .name = "other",
      .semantics = WIRE_LOGPROB_UNKNOWN,
      .scoring = WIRE_SCORE_NONE,
      .prompt_semantics = WIRE_LOGPROB_UNKNOWN,
      .seed = true,
      .max_top_logprobs = 5 },
    { .name = NULL },
};

static const char *const semantics_names[] = { "raw", "temperature-scaled", "unknown" };

const char *wire_semantics_name(enum wire_semantics s)
{
    return semantics_names[s];
}

double wire_logprob_temperature(const struct wire_server *server, double sampled_at)
{
    switch (server->semantics) {
    case WIRE_LOGPROB_RAW:
        return 1;
    case WIRE_LOGPROB_SCALED:
        return sampled_at;
    case WIRE_LOGPROB_UNKNOWN:
        break;
    }
    return (double)NAN;
}

const struct wire_server *wire_find_server(const char *name)
{
    for (const struct wire_server *s = wire_servers; s->name != NULL; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

struct sign {
    enum { IN_URL, IN_MODELS, IN_PROPS } place;
    const char *text;
    const char *server;
};

/* The first found counts. */
static const struct sign signs[] = {
    { IN_MODELS, "\"owned_by\":\"vllm\"", "vllm" },
    { IN_MODELS, "\"owned_by\":\"sglang\"", "sglang" },
    { IN_MODELS, "\"owned_by\":\"llamacpp\"", "llama.cpp" },
    { IN_MODELS, "\"owned_by\":\"me\",\"permissions\":[]", "llama-cpp-python" },
    { IN_MODELS, "\"owned_by\":\"tensorrt_llm\"", "tensorrt-llm" },
    { IN_MODELS, "\"owned_by\":\"library\"", "ollama" },
    { IN_PROPS, "\"default_generation_settings\"", "llama.cpp" },
    { IN_PROPS, "\"total_slots\"", "llama.cpp" },
    { IN_URL, "//api.openai.com/", "openai" },
    { IN_URL, ":11434/", "ollama" },
};

/* Ignores JSON's white space. */
static bool holds(const char *text, const char *wanted)
{
    for (const char *start = text; *start != '\0'; start++) {
        const char *p = start;
        const char *w = wanted;
        while (*p != '\0' && *w != '\0') {
            if (*p == *w) {
                p++;
                w++;
            } else if (p > start && is_space(*p)) {
                p++;
            } else {
                break;
            }
        }
        if (*w == '\0')
            return true;
    }
    return false;
}

const struct wire_server *wire_recognise_server(const char *url, const char *models,
                                                const char *props)
{
    const char *const texts[] = { [IN_URL] = url, [IN_MODELS] = models, [IN_PROPS] = props };
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        const char *text = texts[signs[i].place];
        if (text != NULL && holds(text, signs[i].text))
            return wire_find_server(signs[i].server);
    }
    return wire_find_server("other");
}

/* Quotes in a text are escaped, so no model can write such a member. */
const struct wire_server *wire_recognise_answer(const char *body, size_t len)
{
    static const struct {
        const char *text, *server;
    } members[] = {
        { "\"disaggregated_params\":", "tensorrt-llm" },
        { "\"matched_stop\":", "sglang" },
        { "\"meta_info\":", "sglang" },
        { "\"prompt_logprobs\":", "vllm" },
        { "\"kv_transfer_params\":", "vllm" },
        { "\"stop_reason\":", "vllm" },
        { "\"predicted_per_second\":", "llama.cpp" },
        { "\"completion_probabilities\":", "llama.cpp" },
        { "\"fp_ollama\"", "ollama" },
        { "\"eval_count\":", "ollama" },
    };
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        if (len > 0 && memmem(body, len, members[i].text, strlen(members[i].text)) != NULL)
            return wire_find_server(members[i].server);
    return wire_find_server("other");
}
