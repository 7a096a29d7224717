#include "src/wire/completion_answer.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/json/json.h"

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
