/*
 * ingest_completions.c - answers with per-token log-probs in the dialects of servers: OpenAI chat,
 * legacy completions and Responses, vLLM, SGLang, llama.cpp, Gemini and Vertex, Ollama; token
 * streams as JSON Lines.
 *
 * Positive numbers are raw logits: such a completion is refused.  Sentinels and absent values are
 * kept and marked, and no sum is made over them.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/wire/completion_answer.h"
#include "src/wire/wire.h"

#define SUITE "completions"

struct completions_reading {
    const char *stem;
    struct completion_tokens stream;
    size_t n_stream_lines;
    struct completion_tokens pieces;
    struct buf piece_text;
    size_t n_pieces;
};

static const char *extra_of(struct arena *arena, const struct completion_answer *a,
                            const struct completion_tokens *t, size_t n_bytes)
{
    struct buf out = { 0 };
    buf_printf(&out,
               "{\"dialect\":\"%s\",\"n_bytes\":%zu,\"n_null\":%zu,\"n_sentinel\":%zu,"
               "\"n_rounded_positive\":%zu",
               a->dialect, n_bytes, t->n_null, t->n_sentinel, t->n_rounded);
    if (t->after_sampling)
        buf_puts(&out, ",\"after_sampling\":true");
    if (a->response != NULL) {
        const char *keys[2];
        size_t n_keys = 0;
        if (a->list_key != NULL)
            keys[n_keys++] = a->list_key;
        if (a->prompt != NULL)
            keys[n_keys++] = "prompt";
        buf_puts(&out, ",\"response\":");
        buf_puts(&out, sample_json_without(arena, a->response, keys, n_keys));
    }
    if (a->envelope != NULL) {
        static const char *const response[] = { "response" };
        buf_puts(&out, ",\"envelope\":");
        buf_puts(&out, sample_json_without(arena, a->envelope, response, 1));
    }
    if (a->choice != NULL && a->choice != a->response) {
        buf_puts(&out, ",\"choice\":");
        buf_puts(&out, sample_json(arena, a->choice));
    }
    buf_putc(&out, '}');
    const char *text = arena_strndup(arena, buf_text(&out), out.len);
    buf_release(&out);
    return text;
}

static void remark_marks(struct ingest_source *source, const struct completion_answer *a,
                         const struct completion_tokens *t)
{
    if (t->n_sentinel > 0)
        ingest_remark(
            source, "%s: %zu of %zu log-probs are sentinels (%g or less): kept and marked, no sum",
            a->where, t->n_sentinel, t->n, WIRE_LOGPROB_SENTINEL);
    if (t->n_null > 0)
        ingest_remark(source, "%s: %zu of %zu tokens have no log-prob: marked, no sum", a->where,
                      t->n_null, t->n);
    if (t->n_rounded > 0)
        ingest_remark(source, "%s: %zu log-probs are above 0 by rounding", a->where, t->n_rounded);
    if (t->after_sampling)
        ingest_remark(source, "%s: probabilities after the sampler, which are not the model's",
                      a->where);
    if (t->n_unlike > 0)
        ingest_remark(
            source,
            "%s: %zu log-probs, but %zu tokens or token ids: which belong together is not "
            "known, so that none of them are stored; extra keeps the answer",
            a->where, t->n, t->n_unlike);
    if (t->n > 0 && a->completion_tokens >= 0 && a->completion_tokens != (int64_t)t->n)
        ingest_remark(source, "%s: the usage counts %lld tokens, there are %zu log-probs", a->where,
                      (long long)a->completion_tokens, t->n);
}

static void release_pieces(struct completions_reading *w)
{
    completion_tokens_release(&w->pieces);
    buf_release(&w->piece_text);
    w->n_pieces = 0;
}

static void *copy(struct arena *a, const void *data, size_t n, size_t size)
{
    void *to = arena_array(a, n, size);
    if (n > 0)
        memcpy(to, data, n * size);
    return to;
}

static void put_tokens(struct arena *a, struct ingest_sample *r, const struct completion_tokens *t,
                       bool complete)
{
    r->n_tokens = t->n;
    r->logprobs = copy(a, t->logprobs, t->n, sizeof(*t->logprobs));
    if (t->n_ids == t->n)
        r->token_ids = copy(a, t->token_ids, t->n, sizeof(*t->token_ids));
    if (t->n == 0 || t->n_null + t->n_sentinel > 0 || !complete)
        return;
    r->sum_logprob = t->sum;
    r->mean_logprob = t->sum / (double)t->n;
}

static void take_answer(struct ingest_batch *out, const struct completion_answer *a,
                        const struct completion_tokens *t, bool complete)
{
    if (t->n_positive > 0) {
        ingest_refuse(out->source, a->where,
                      "%zu of %zu log-probs are positive (largest %g); they may be raw logits, "
                      "which are not log-probs",
                      t->n_positive, t->n, t->largest);
        return;
    }
    remark_marks(out->source, a, t);
    struct ingest_sample *r = ingest_batch_add(out, SUITE, a->task);
    const char *text = a->text != NULL ? a->text : buf_text(&t->text);
    r->where = a->where;
    r->sample = a->sample;
    r->completion = ingest_text(arena_strdup(out->arena, text));
    r->prompt = ingest_text(a->prompt == NULL ? NULL : arena_strdup(out->arena, a->prompt));
    r->finish_reason = a->finish == NULL ? NULL : arena_strdup(out->arena, a->finish);
    r->prompt_tokens = a->prompt_tokens;
    r->completion_tokens = a->completion_tokens >= 0      ? a->completion_tokens
                           : t->n > 0 && t->n_unlike == 0 ? (int64_t)t->n
                                                          : -1;
    if (t->n_unlike == 0)
        put_tokens(out->arena, r, t, complete);
    r->extra = extra_of(out->arena, a, t, strlen(text));
}

static void read_answer(struct ingest_batch *out, struct completion_answer *a)
{
    struct completion_tokens t = { 0 };
    if (!completion_tokens_read(&t, a->choice))
        ingest_remark(out->source, "%s: no log-probs in it", a->where);
    take_answer(out, a, &t, true);
    completion_tokens_release(&t);
}

static void take_choices(struct ingest_batch *out, struct completion_answer a,
                         const struct json *choices)
{
    const struct json *usage = json_get(a.response, "usage");
    const char *where = a.where;
    size_t n = json_count(choices);
    size_t i = 0;
    for (const struct json *c = json_first(choices); c != NULL; c = json_next(c), i++) {
        int index = sample_index(c, "index");
        const struct json *message = json_get(c, "message");
        a.where = arena_printf(out->arena, "%s, choice %zu", where, i);
        if (json_type(c) != JSON_OBJECT) {
            ingest_refuse(out->source, a.where, "the choice is not a JSON object");
            continue;
        }
        a.choice = c;
        a.sample = index >= 0 ? index : (int)i;
        a.text = a.finish = NULL;
        a.dialect = message != NULL ? "openai-chat" : a.dialect;
        json_string(message != NULL ? json_get(message, "content") : json_get(c, "text"), &a.text);
        json_string(json_get(c, "finish_reason"), &a.finish);
        a.prompt_tokens = completion_count(usage, "prompt_tokens", NULL);
        a.completion_tokens = n == 1 ? completion_count(usage, "completion_tokens", NULL) : -1;
        read_answer(out, &a);
    }
}

static void take_gemini(struct ingest_batch *out, struct completion_answer a,
                        const struct json *candidates)
{
    const struct json *usage = completion_member(a.response, "usageMetadata", "usage_metadata");
    const char *where = a.where;
    size_t n = json_count(candidates);
    size_t i = 0;
    for (const struct json *c = json_first(candidates); c != NULL; c = json_next(c), i++) {
        a.where = arena_printf(out->arena, "%s, candidate %zu", where, i);
        if (json_type(c) != JSON_OBJECT) {
            ingest_refuse(out->source, a.where, "the candidate is not a JSON object");
            continue;
        }
        int index = sample_index(c, "index");
        a.choice = c;
        a.sample = index >= 0 ? index : (int)i;
        a.dialect = "gemini";
        a.text = completion_parts_text(out->arena, c);
        a.finish = NULL;
        json_string(completion_member(c, "finishReason", "finish_reason"), &a.finish);
        a.prompt_tokens = completion_count(usage, "promptTokenCount", "prompt_token_count");
        a.completion_tokens =
            n == 1 ? completion_count(usage, "candidatesTokenCount", "candidates_token_count") : -1;
        read_answer(out, &a);
    }
}

/* Ollama streams responses that are not done, and one that is. */
static bool take_piece(struct ingest_batch *out, struct completion_answer *a)
{
    struct completions_reading *w = out->source->state;
    bool done = true;
    if (!json_bool(json_get(a->response, "done"), &done) || (done && w->n_pieces == 0))
        return false;
    w->n_pieces++;
    completion_tokens_read(&w->pieces, a->response);
    buf_puts(&w->piece_text, a->text == NULL ? "" : a->text);
    if (done) {
        a->text = buf_text(&w->piece_text);
        take_answer(out, a, &w->pieces, true);
        release_pieces(w);
    }
    return true;
}

static const struct {
    const char *key, *dialect;
    void (*take)(struct ingest_batch *out, struct completion_answer a, const struct json *list);
} lists[] = {
    { "choices", "openai-legacy", take_choices },
    { "candidates", "gemini", take_gemini },
    { "outputs", "vllm-offline", take_choices },
};

static void take_response(struct ingest_batch *out, struct completion_answer a)
{
    a.prompt_tokens = a.completion_tokens = -1;
    const char *name = NULL;
    if (out->source->model == NULL && (json_string(json_get(a.response, "model"), &name) ||
                                       json_string(json_get(a.response, "modelVersion"), &name)))
        out->source->model = arena_strdup(out->source->arena, name);
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        const struct json *list = json_get(a.response, lists[i].key);
        if (list == NULL || json_type(list) != JSON_ARRAY)
            continue;
        if (json_count(list) == 0) {
            ingest_refuse(out->source, a.where, "there is no completion: %s is empty",
                          lists[i].key);
            return;
        }
        a.list_key = lists[i].key;
        a.dialect = lists[i].dialect;
        json_string(json_get(a.response, "prompt"), &a.prompt);
        lists[i].take(out, a, list);
        return;
    }
    if (completion_answer_read(out->arena, &a)) {
        if (!take_piece(out, &a))
            read_answer(out, &a);
    } else {
        ingest_refuse(out->source, a.where,
                      "there is no completion: the record has neither choices, candidates, output, "
                      "text nor a token");
    }
}

static void take_value(struct ingest_batch *out, const struct ingest_record *record,
                       const char *where, const struct json *value);

/* Batch results are {custom_id, response: {body}} or {key, request, response}. */
static const struct json *unwrap(const struct json *value)
{
    const struct json *response = json_get(value, "response");
    const struct json *body = json_get(response, "body");
    if (body != NULL)
        return body;
    return response != NULL && json_type(response) == JSON_OBJECT ? response : value;
}

static const char *task_of(struct ingest_batch *out, const struct ingest_record *record,
                           const char *where, const struct json *value, const struct json *response)
{
    static const char *const keys[] = { "custom_id", "key" };
    struct completions_reading *w = out->source->state;
    const char *task =
        sample_string_of(out->arena, value, keys, response == value ? 1 : ARRAY_LEN(keys));
    if (task != NULL)
        return task;
    if (record->n_keys == 0 && strcmp(where, "the file") == 0)
        return w->stem;
    return arena_printf(out->arena, "%s %s", w->stem, where);
}

static void take_value(struct ingest_batch *out, const struct ingest_record *record,
                       const char *where, const struct json *value)
{
    struct completions_reading *w = out->source->state;
    if (json_type(value) == JSON_ARRAY) {
        size_t i = 0;
        if (json_first(value) == NULL)
            ingest_refuse(out->source, record->where, "there is no completion: the list is empty");
        for (const struct json *j = json_first(value); j != NULL; j = json_next(j), i++)
            take_value(out, record, arena_printf(out->arena, "%s, item %zu", record->where, i), j);
        return;
    }
    if (json_type(value) != JSON_OBJECT) {
        ingest_refuse(out->source, where, "there is no completion");
        return;
    }
    if (json_get(value, "token") != NULL && json_get(value, "logprob") != NULL) {
        const char *text = NULL;
        const struct json *id = json_get(value, "token_id");
        json_string(json_get(value, "token"), &text);
        completion_tokens_add(&w->stream, text, json_get(value, "logprob"),
                              id != NULL ? id : json_get(value, "id"));
        w->n_stream_lines++;
        return;
    }
    const struct json *response = unwrap(value);
    struct completion_answer a = { .where = where, .response = response, .sample = -1 };
    a.envelope = response == value ? NULL : value;
    a.task = task_of(out, record, where, value, response);
    take_response(out, a);
}

static void completions_take(struct ingest_batch *out, const struct ingest_record *record)
{
    take_value(out, record, record->where, record->json);
}

static int completions_begin(struct ingest_source *source, struct err *err)
{
    struct completions_reading *w = arena_alloc(source->arena, sizeof(*w));
    (void)err;
    *w = (struct completions_reading){ .stem = path_stem(source->arena, source->path) };
    source->state = w;
    return 0;
}

/* Tokens on lines are one answer. */
static int completions_finish(struct ingest_batch *out, struct err *err)
{
    struct completions_reading *w = out->source->state;
    struct completion_answer a = { .dialect = "stream", .where = "the stream", .task = w->stem };
    bool complete = out->source->counts.refused == 0;
    (void)err;
    a.prompt_tokens = a.completion_tokens = -1;
    if (w->n_pieces > 0)
        ingest_refuse(out->source, a.where,
                      "the last answer ends before it is done, after %zu lines", w->n_pieces);
    if (w->n_stream_lines == 0)
        return 0;
    if (!complete)
        ingest_remark(out->source, "the stream has unreadable lines: no sum of its log-probs");
    take_answer(out, &a, &w->stream, complete);
    return 0;
}

static void completions_end(struct ingest_source *source)
{
    struct completions_reading *w = source->state;
    completion_tokens_release(&w->stream);
    release_pieces(w);
}

static const char *completions_recognise(const struct ingest_probe *p)
{
    /* A log of inspect holds the answers of servers, and is none. */
    if (!ingest_probe_is_json(p) ||
        (ingest_probe_has_keys(p, "eval", "plan") && ingest_probe_has_key(p, "version")))
        return NULL;
    if (ingest_probe_has_keys(p, "choices", "logprobs"))
        return "JSON with choices and logprobs";
    if (ingest_probe_has_keys(p, "candidates", "logprobsResult"))
        return "JSON with candidates and logprobsResult";
    if (ingest_probe_has_keys(p, "done_reason", "logprobs"))
        return "JSON with done_reason and logprobs";
    if (ingest_probe_has_keys(p, "output", "logprobs") &&
        ingest_probe_has_text(p, "\"output_text\""))
        return "JSON with output, output_text and logprobs";
    if (ingest_probe_has_keys(p, "meta_info", "output_token_logprobs"))
        return "JSON with meta_info and output_token_logprobs";
    if (ingest_probe_has_key(p, "completion_probabilities"))
        return "JSON with completion_probabilities";
    if (ingest_probe_has_keys(p, "outputs", "cumulative_logprob"))
        return "JSON with outputs and cumulative_logprob";
    if (ingest_probe_has_keys(p, "token", "logprob") && !ingest_probe_has_key(p, "choices"))
        return "records with token and logprob";
    return NULL;
}

const struct ingest_format format_completions = {
    .name = "completions",
    .summary = "answers with log-probs: OpenAI, vLLM, SGLang, llama.cpp, Gemini, Ollama, stream",
    .version = 2,
    .mends_text = true,
    .recognise = completions_recognise,
    .begin = completions_begin,
    .take = completions_take,
    .finish = completions_finish,
    .end = completions_end,
};
