#include "src/wire/completion_answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/wire/wire.h"

const struct json *completion_member(const struct json *object, const char *key, const char *other)
{
    const struct json *found = json_get(object, key);
    return found != NULL || other == NULL ? found : json_get(object, other);
}

int64_t completion_count(const struct json *object, const char *key, const char *other)
{
    int64_t n = -1;
    return json_int(completion_member(object, key, other), &n) && n >= 0 ? n : -1;
}

static bool is_string(const struct json *object, const char *key)
{
    const char *s;
    return json_string(json_get(object, key), &s);
}

static const char *string_at(const struct json *object, const char *key)
{
    const char *s = NULL;
    json_string(json_get(object, key), &s);
    return s;
}

static bool join_texts(const struct json *list, struct buf *out)
{
    bool any = false;
    for (const struct json *p = list == NULL ? NULL : json_first(list); p != NULL;
         p = json_next(p)) {
        const char *s = NULL;
        bool thought = false;
        json_bool(json_get(p, "thought"), &thought);
        if (thought || !json_string(json_get(p, "text"), &s))
            continue;
        buf_puts(out, s);
        any = true;
    }
    return any;
}

const char *completion_parts_text(struct arena *a, const struct json *candidate)
{
    struct buf out = { 0 };
    bool any = join_texts(json_get(json_get(candidate, "content"), "parts"), &out);
    const char *text = any ? arena_strdup(a, buf_text(&out)) : NULL;
    buf_release(&out);
    return text;
}

static bool is_message(const struct json *item)
{
    const char *type = string_at(item, "type");
    return type != NULL && strcmp(type, "message") == 0;
}

static bool is_openai_response(const struct json *r)
{
    const struct json *output = json_get(r, "output");
    if (output == NULL || json_type(output) != JSON_ARRAY)
        return false;
    for (const struct json *item = json_first(output); item != NULL; item = json_next(item))
        if (is_message(item))
            return true;
    return false;
}

/* Reasoning and tool calls stand beside messages and are no answer. */
static void read_openai_response(struct arena *a, struct completion_answer *out)
{
    struct buf text = { 0 };
    const struct json *usage = json_get(out->response, "usage");
    const char *why = string_at(json_get(out->response, "incomplete_details"), "reason");
    for (const struct json *item = json_first(json_get(out->response, "output")); item != NULL;
         item = json_next(item))
        if (is_message(item))
            join_texts(json_get(item, "content"), &text);
    out->text = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    out->finish = why != NULL ? why : string_at(out->response, "status");
    out->prompt_tokens = completion_count(usage, "input_tokens", NULL);
    out->completion_tokens = completion_count(usage, "output_tokens", NULL);
}

static bool is_sglang(const struct json *r)
{
    return is_string(r, "text") && json_get(r, "meta_info") != NULL;
}

/* The reason is a word, or an object with a type. */
static void read_sglang(struct arena *a, struct completion_answer *out)
{
    const struct json *meta = json_get(out->response, "meta_info");
    (void)a;
    out->text = string_at(out->response, "text");
    out->finish = string_at(meta, "finish_reason");
    if (out->finish == NULL)
        out->finish = string_at(json_get(meta, "finish_reason"), "type");
    out->prompt_tokens = completion_count(meta, "prompt_tokens", NULL);
    out->completion_tokens = completion_count(meta, "completion_tokens", NULL);
}

static bool is_llama_cpp(const struct json *r)
{
    return is_string(r, "content") &&
           (json_get(r, "completion_probabilities") != NULL ||
            json_get(r, "tokens_predicted") != NULL || json_get(r, "generation_settings") != NULL);
}

/* Releases before 2025 have a truth value for each reason. */
static const char *llama_cpp_stop(const struct json *r)
{
    static const struct {
        const char *key, *word;
    } reasons[] = { { "stopped_eos", "eos" },
                    { "stopped_limit", "limit" },
                    { "stopped_word", "word" } };
    const char *type = string_at(r, "stop_type");
    for (size_t i = 0; type == NULL && i < ARRAY_LEN(reasons); i++) {
        bool stopped = false;
        if (json_bool(json_get(r, reasons[i].key), &stopped) && stopped)
            type = reasons[i].word;
    }
    return type;
}

static void read_llama_cpp(struct arena *a, struct completion_answer *out)
{
    (void)a;
    out->prompt = string_at(out->response, "prompt");
    out->text = string_at(out->response, "content");
    out->finish = llama_cpp_stop(out->response);
    out->prompt_tokens = completion_count(out->response, "tokens_evaluated", NULL);
    out->completion_tokens = completion_count(out->response, "tokens_predicted", NULL);
}

static bool is_ollama(const struct json *r)
{
    return json_get(r, "response") != NULL || json_get(r, "message") != NULL;
}

static void read_ollama(struct arena *a, struct completion_answer *out)
{
    const struct json *message = json_get(out->response, "message");
    (void)a;
    out->text =
        message != NULL ? string_at(message, "content") : string_at(out->response, "response");
    out->finish = string_at(out->response, "done_reason");
    out->prompt_tokens = completion_count(out->response, "prompt_eval_count", NULL);
    out->completion_tokens = completion_count(out->response, "eval_count", NULL);
}

static const struct {
    const char *dialect;
    bool (*fits)(const struct json *response);
    void (*read)(struct arena *a, struct completion_answer *out);
} dialects[] = {
    { "openai-responses", is_openai_response, read_openai_response },
    { "sglang", is_sglang, read_sglang },
    { "llama.cpp", is_llama_cpp, read_llama_cpp },
    { "ollama", is_ollama, read_ollama },
};

bool completion_answer_read(struct arena *a, struct completion_answer *out)
{
    for (size_t i = 0; i < ARRAY_LEN(dialects); i++) {
        if (!dialects[i].fits(out->response))
            continue;
        out->dialect = dialects[i].dialect;
        out->choice = out->response;
        dialects[i].read(a, out);
        return true;
    }
    return false;
}

/*
 * Where each dialect keeps the log-probs of an answer.
 */

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

/* A list that should have an item a token. */
static void compare_count(struct completion_tokens *t, const struct json *list)
{
    if (is_list(list) && json_count(list) > 0 && json_count(list) != t->n)
        t->n_unlike = json_count(list);
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
    compare_count(t, tokens);
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
static bool take_llama_cpp(struct completion_tokens *t, const struct json *answer)
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
        read_by_id, read_chat, read_legacy, read_gemini, read_output, read_triples, take_llama_cpp,
    };
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(places) && !found; i++)
        found = places[i](t, answer);
    if (!found)
        return false;
    completion_tokens_set_ids(t, completion_member(answer, "token_ids", "tokens"));
    compare_count(t, completion_member(answer, "token_ids", "tokens"));
    if (t->n > 0 && t->n_ids != t->n) {
        completion_tokens_set_ids(t, json_get(answer, "output_ids"));
        compare_count(t, json_get(answer, "output_ids"));
    }
    return true;
}

static void judge(struct completion_tokens *t, double lp)
{
    if (isnan(lp)) {
        t->n_null++;
        return;
    }
    if (lp <= WIRE_LOGPROB_SENTINEL) {
        t->n_sentinel++;
        return;
    }
    t->n_positive += lp > WIRE_LOGPROB_ROUNDING;
    t->n_rounded += lp > 0 && lp <= WIRE_LOGPROB_ROUNDING;
    t->largest = t->n == 0 || lp > t->largest ? lp : t->largest;
    t->sum += lp;
}

static bool read_id(const char *text, const struct json *id, int64_t *out)
{
    static const char prefix[] = "token_id:";
    if (json_int(id, out))
        return *out >= 0 && *out <= INT32_MAX;
    return text != NULL && str_starts_with(text, prefix) &&
           str_to_i64(text + sizeof(prefix) - 1, out) && *out >= 0 && *out <= INT32_MAX;
}

static void add(struct completion_tokens *t, const char *text, double lp, const struct json *id)
{
    int64_t token_id = 0;
    if (t->n == t->capacity) {
        t->capacity = t->capacity == 0 ? 256 : t->capacity * 2;
        t->logprobs = mem_grow(t->logprobs, t->capacity, sizeof(*t->logprobs));
        t->token_ids = mem_grow(t->token_ids, t->capacity, sizeof(*t->token_ids));
    }
    judge(t, lp);
    bool has_id = !t->skip_ids && read_id(text, id, &token_id);
    t->n_ids += has_id;
    t->logprobs[t->n] = (float)lp;
    t->token_ids[t->n] = has_id ? (int32_t)token_id : 0;
    t->n++;
    if (text != NULL && !t->skip_text)
        buf_puts(&t->text, text);
}

static double number_of(const struct json *j)
{
    double v = (double)NAN;
    return json_number(j, &v) ? v : (double)NAN;
}

void completion_tokens_add(struct completion_tokens *t, const char *text,
                           const struct json *logprob, const struct json *id)
{
    add(t, text, number_of(logprob), id);
}

void completion_tokens_add_probability(struct completion_tokens *t, const char *text,
                                       const struct json *probability, const struct json *id)
{
    double p = number_of(probability);
    add(t, text, p > 0 ? log(p) : (double)NAN, id);
}

void completion_tokens_set_ids(struct completion_tokens *t, const struct json *ids)
{
    if (ids == NULL || json_type(ids) != JSON_ARRAY || json_count(ids) != t->n)
        return;
    size_t i = 0;
    t->n_ids = 0;
    for (const struct json *j = json_first(ids); j != NULL && i < t->n; j = json_next(j), i++) {
        int64_t id = 0;
        bool is_id = read_id(NULL, j, &id);
        t->n_ids += is_id;
        t->token_ids[i] = is_id ? (int32_t)id : 0;
    }
}

void completion_tokens_release(struct completion_tokens *t)
{
    free(t->logprobs);
    free(t->token_ids);
    buf_release(&t->text);
    *t = (struct completion_tokens){ 0 };
}
