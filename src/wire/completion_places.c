/*
 * completion_places.c - where each dialect keeps the log-probs of an answer.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/wire/completion_answer.h"
#include "src/wire/completion_tokens.h"

static bool is_list(const struct json *j)
{
    return j != NULL && json_type(j) == JSON_ARRAY;
}

static const char *text_of(const struct json *j)
{
    const char *s = NULL;
    json_string(j, &s);
    return s;
}

static bool add_entries(struct completion_tokens *t, const struct json *list, const char *key,
                        const char *other)
{
    if (!is_list(list))
        return false;
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e)) {
        if (t->skip_text && t->skip_ids) {
            completion_tokens_add(t, NULL, completion_member(e, key, other), NULL);
            continue;
        }
        const struct json *id = completion_member(e, "tokenId", "token_id");
        completion_tokens_add(t, text_of(json_get(e, "token")), completion_member(e, key, other),
                              id != NULL ? id : json_get(e, "id"));
    }
    return true;
}

/* Also a plain list, of Ollama. */
static bool read_chat(struct completion_tokens *t, const struct json *answer)
{
    const struct json *lp = json_get(answer, "logprobs");
    return add_entries(t, is_list(lp) ? lp : json_get(lp, "content"), "logprob", NULL);
}

/* Legacy completions have parallel lists. */
static bool read_legacy(struct completion_tokens *t, const struct json *answer)
{
    const struct json *logprobs = json_get(answer, "logprobs");
    const struct json *list = json_get(logprobs, "token_logprobs");
    const struct json *tokens = json_get(logprobs, "tokens");
    const struct json *token = is_list(tokens) ? json_first(tokens) : NULL;
    if (!is_list(list))
        return false;
    for (const struct json *lp = json_first(list); lp != NULL; lp = json_next(lp)) {
        completion_tokens_add(t, text_of(token), lp, NULL);
        token = token == NULL ? NULL : json_next(token);
    }
    return true;
}

static bool read_gemini(struct completion_tokens *t, const struct json *answer)
{
    const struct json *result = completion_member(answer, "logprobsResult", "logprobs_result");
    return add_entries(t, completion_member(result, "chosenCandidates", "chosen_candidates"),
                       "logProbability", "log_probability");
}

/* Candidates by token id at each position: {"12": {"logprob": -1, ...}}. */
static bool read_by_id(struct completion_tokens *t, const struct json *answer)
{
    const struct json *positions = json_get(answer, "logprobs");
    const struct json *ids = json_get(answer, "token_ids");
    const struct json *first = is_list(positions) ? json_first(positions) : NULL;
    const struct json *id = is_list(ids) ? json_first(ids) : NULL;
    if (first == NULL || id == NULL || json_type(first) != JSON_OBJECT ||
        json_get(first, "token") != NULL)
        return false;
    for (const struct json *at = first; at != NULL; at = json_next(at)) {
        char key[32] = "";
        int64_t n = 0;
        if (json_int(id, &n))
            snprintf(key, sizeof(key), "%lld", (long long)n);
        const struct json *chosen = json_get(at, key);
        completion_tokens_add(t, text_of(json_get(chosen, "decoded_token")),
                              json_get(chosen, "logprob"), id);
        id = id == NULL ? NULL : json_next(id);
    }
    return true;
}

/* SGLang: [log-prob, id, text or null] a token. */
static bool read_triples(struct completion_tokens *t, const struct json *answer)
{
    const struct json *list = json_get(json_get(answer, "meta_info"), "output_token_logprobs");
    if (!is_list(list))
        return false;
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e)) {
        const struct json *lp = is_list(e) ? json_first(e) : NULL;
        const struct json *id = lp == NULL ? NULL : json_next(lp);
        const struct json *text = id == NULL ? NULL : json_next(id);
        completion_tokens_add(t, text_of(text), lp, id);
    }
    return true;
}

/* Old llama.cpp candidates name the chosen token by text only. */
static const struct json *probability_of(const struct json *entry, const char *text)
{
    const struct json *probs = json_get(entry, "probs");
    const struct json *c = is_list(probs) && text != NULL ? json_first(probs) : NULL;
    for (; c != NULL; c = json_next(c)) {
        const char *candidate = text_of(json_get(c, "tok_str"));
        if (candidate != NULL && strcmp(candidate, text) == 0)
            return json_get(c, "prob");
    }
    return NULL;
}

/* llama.cpp: log-probs, probabilities after the sampler ("prob"), or candidates with both. */
static bool read_llama_cpp(struct completion_tokens *t, const struct json *answer)
{
    const struct json *list = json_get(answer, "completion_probabilities");
    if (!is_list(list))
        return false;
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e)) {
        const struct json *token = completion_member(e, "token", "content");
        const struct json *lp = json_get(e, "logprob");
        const struct json *prob = json_get(e, "prob");
        if (prob == NULL && lp == NULL)
            prob = probability_of(e, text_of(token));
        t->after_sampling = t->after_sampling || (lp == NULL && prob != NULL);
        if (lp != NULL)
            completion_tokens_add(t, text_of(token), lp, json_get(e, "id"));
        else
            completion_tokens_add_probability(t, text_of(token), prob, json_get(e, "id"));
    }
    return true;
}

/* OpenAI Responses: a list for each part of a message. */
static bool read_output(struct completion_tokens *t, const struct json *answer)
{
    const struct json *output = json_get(answer, "output");
    bool any = false;
    if (!is_list(output))
        return false;
    for (const struct json *item = json_first(output); item != NULL; item = json_next(item)) {
        const struct json *parts = json_get(item, "content");
        const struct json *part = is_list(parts) ? json_first(parts) : NULL;
        for (; part != NULL; part = json_next(part))
            any = add_entries(t, json_get(part, "logprobs"), "logprob", NULL) || any;
    }
    return any && t->n > 0;
}

bool completion_tokens_read(struct completion_tokens *t, const struct json *answer)
{
    static bool (*const places[])(struct completion_tokens *, const struct json *) = {
        read_by_id, read_chat, read_legacy, read_gemini, read_output, read_triples, read_llama_cpp,
    };
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(places) && !found; i++)
        found = places[i](t, answer);
    completion_tokens_set_ids(t, completion_member(answer, "token_ids", "tokens"));
    if (t->n > 0 && t->n_ids != t->n)
        completion_tokens_set_ids(t, json_get(answer, "output_ids"));
    return found;
}
