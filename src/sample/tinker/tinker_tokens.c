/*
 * tinker_tokens.c - texts as token ids and back: by transformers' tokenizer in a Python process, or
 * as bytes.
 *
 * "bytes" is a toy for tests: texts are joined by blank lines, a token is a byte, and 256 ends an
 * answer.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/eval/torch/torch_host.h"
#include "src/json/json.h"
#include "src/sample/prompt.h"
#include "src/sample/tinker/tinker_internal.h"
#include "tasks/task.h"

#define ASK_NS     INT64_C(300000000000)
#define BYTES_STOP 256

void tinker_add_ids(struct json *parent, const char *key, const int32_t *ids, size_t n)
{
    struct json *list = json_add_array(parent, key);
    for (size_t i = 0; i < n; i++)
        json_add_int(list, NULL, ids[i]);
}

void tinker_add_input(struct json *parent, const char *key, const int32_t *ids, size_t n)
{
    struct json *chunk =
        json_add_object(json_add_array(json_add_object(parent, key), "chunks"), NULL);
    json_add_string(chunk, "type", "encoded_text");
    tinker_add_ids(chunk, "tokens", ids, n);
}

static int read_ids(const struct json *list, int32_t *out, size_t n, struct err *err)
{
    size_t at = 0;
    for (const struct json *e = json_first(list); e != NULL && at < n; e = json_next(e)) {
        int64_t v = 0;
        if (!json_int(e, &v) || v < 0 || v > INT32_MAX)
            return err_set(err, ERR_INTEGRITY, "the tokenizer gave something that is no id");
        out[at++] = (int32_t)v;
    }
    return 0;
}

static int ask(struct tinker *t, const struct json *question, struct json **out, struct err *err)
{
    int rc = torch_ask_reference(t->tokens, question, clock_monotonic_ns() + ASK_NS, out, err);
    if (rc == ERR_NEGATIVE) /* this Python or this model, not a result */
        err->code = rc = ERR_USAGE;
    return rc < 0 ? err_context(err, "tokenizer of %s", t->config.tokenizer) : 0;
}

int tinker_tokens_open(struct tinker *t, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    if (strcmp(t->config.tokenizer, "bytes") == 0) {
        t->stops[t->n_stops++] = BYTES_STOP;
        return 0;
    }
    int rc = torch_host_open_tool(t->config.python, "tokens.py", &t->tokens, err);
    if (rc < 0)
        return rc;
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(question, "op", "open");
    json_add_string(question, "tokenizer", t->config.tokenizer);
    rc = ask(t, question, &answer, err);
    if (rc < 0)
        return rc;
    const struct json *stops = json_get(answer, "stops");
    t->n_stops = json_count(stops) < ARRAY_LEN(t->stops) ? json_count(stops) : ARRAY_LEN(t->stops);
    return read_ids(stops, t->stops, t->n_stops, err);
}

static int encode_bytes(const struct tinker_message *messages, size_t n, struct arena *a,
                        int32_t **out, size_t *out_count)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += strlen(messages[i].text) + 2;
    int32_t *ids = arena_array(a, total + 1, sizeof(*ids));
    *out_count = 0;
    for (size_t i = 0; i < n; i++) {
        for (const char *s = messages[i].text; *s != '\0'; s++)
            ids[(*out_count)++] = (unsigned char)*s;
        ids[(*out_count)++] = '\n';
        ids[(*out_count)++] = '\n';
    }
    *out = ids;
    return 0;
}

static int encode(struct tinker *t, const struct tinker_message *messages, size_t n,
                  struct arena *a, int32_t **out, size_t *out_count, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const struct json *ids = NULL;
    if (t->tokens == NULL)
        return encode_bytes(messages, n, a, out, out_count);
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(question, "op", "encode");
    json_add_string(question, "reasoning_effort", t->config.reasoning);
    struct json *list = json_add_array(question, "messages");
    for (size_t i = 0; i < n; i++) {
        struct json *m = json_add_object(list, NULL);
        json_add_string(m, "role", messages[i].role);
        json_add_string(m, "content", messages[i].text);
    }
    int rc = ask(t, question, &answer, err);
    if (rc == 0)
        rc = json_need_array(answer, "tokenizer", "ids", &ids, err);
    if (rc < 0)
        return rc;
    *out_count = json_count(ids);
    *out = arena_array(a, *out_count + 1, sizeof(**out));
    return read_ids(ids, *out, *out_count, err);
}

static void hash_text(struct sha256 *h, const char *s)
{
    const char *text = s == NULL ? "" : s;
    sha256_update(h, text, strlen(text) + 1);
}

int tinker_encode(struct tinker *t, const struct tinker_message *messages, size_t n,
                  struct arena *a, int32_t **out, size_t *out_count, char out_sha256[65],
                  struct err *err)
{
    const struct policy_record *r = t->record;
    struct sha256 h;
    sha256_init(&h);
    hash_text(&h, t->config.tokenizer);
    hash_text(&h, t->config.reasoning);
    for (size_t i = 0; i < n; i++) {
        hash_text(&h, messages[i].role);
        hash_text(&h, messages[i].text);
    }
    sha256_final_hex(&h, out_sha256);
    int rc = r == NULL ? 0 : r->find_prompt(r->context, out_sha256, a, out, out_count, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    rc = encode(t, messages, n, a, out, out_count, err);
    if (rc == 0 && *out_count > 0 && r != NULL)
        rc = r->keep_prompt(r->context, out_sha256, t->config.tokenizer, *out, *out_count, err);
    return rc;
}

int tinker_decode(struct tinker *t, const int32_t *ids, size_t n, struct arena *a, const char **out,
                  size_t *out_len, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const char *text = NULL;
    if (t->tokens == NULL) {
        char *bytes = arena_alloc(a, n + 1);
        *out_len = 0;
        for (size_t i = 0; i < n; i++)
            if (ids[i] > 0 && ids[i] < BYTES_STOP)
                bytes[(*out_len)++] = (char)ids[i];
        *out = bytes;
        return 0;
    }
    struct json *question CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(question, "op", "decode");
    tinker_add_ids(question, "ids", ids, n);
    int rc = ask(t, question, &answer, err);
    if (rc == 0)
        rc = json_need_string(answer, "tokenizer", "text", &text, err);
    if (rc < 0)
        return rc;
    *out = arena_strdup(a, text);
    *out_len = strlen(text);
    return 0;
}

int tinker_put_prompt(const struct tinker *t, const struct task *task, struct buf *out,
                      struct err *err)
{
    const char *name = t->config.template_name;
    const struct prompt_settings settings = {
        .template_name = name == NULL && task->module != NULL ? PROMPT_MODULE_TEMPLATE : name,
        .hardware = t->config.hardware,
    };
    return prompt_render_with(&settings, task, out, err);
}

int tinker_prompt_ids(struct tinker *t, const struct tinker_prompt *p, struct arena *a,
                      int32_t **out, size_t *out_count, char out_sha256[65], struct err *err)
{
    CLEANUP(buf_release) struct buf prompt = { 0 };
    struct tinker_message *m = arena_array(a, 2 + 2 * p->n_exchanges, sizeof(*m));
    size_t n = 0;
    int rc = p->prompt == NULL ? tinker_put_prompt(t, p->task, &prompt, err) : 0;
    if (rc < 0)
        return rc;
    if (t->config.system != NULL)
        m[n++] = (struct tinker_message){ "system", t->config.system };
    m[n++] = (struct tinker_message){ "user", p->prompt == NULL ? buf_text(&prompt) : p->prompt };
    for (size_t i = p->first; i < p->n_exchanges; i++) {
        m[n++] = (struct tinker_message){ "assistant", p->exchanges[i].answer };
        m[n++] = (struct tinker_message){ "user", p->exchanges[i].feedback };
    }
    return tinker_encode(t, m, n, a, out, out_count, out_sha256, err);
}
