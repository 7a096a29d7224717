/*
 * wire_answer.c - the body of an answer as completions; completion_places.c reads tokens.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/wire/completion_answer.h"
#include "src/wire/wire.h"

static const char *text_of(const struct json *object, const char *key)
{
    const char *s = NULL;
    return object != NULL && json_string(json_get(object, key), &s) ? s : NULL;
}

static int64_t count_of(const struct json *object, const char *key)
{
    int64_t n = -1;
    return object != NULL && json_int(json_get(object, key), &n) && n >= 0 ? n : -1;
}

static bool is_list(const struct json *j)
{
    return j != NULL && json_type(j) == JSON_ARRAY;
}

static void *copy(struct arena *a, const void *from, size_t n, size_t size)
{
    void *to = arena_array(a, n, size);
    if (n > 0)
        memcpy(to, from, n * size);
    return to;
}

static void read_ids(struct wire_choice *c, const struct json *list, struct arena *a)
{
    size_t n = 0;
    int32_t *ids = arena_array(a, json_count(list), sizeof(*ids));
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e)) {
        int64_t id = -1;
        if (!json_int(e, &id) || id < 0 || id > INT32_MAX) {
            c->ids_do_not_fit = true;
            return;
        }
        ids[n++] = (int32_t)id;
    }
    c->token_ids = n > 0 ? ids : NULL;
    c->n_tokens = n;
}

static void read_reasoning(struct wire_choice *c, const struct json *message)
{
    static const char *const fields[] = { "reasoning_content", "reasoning" };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        const char *s = text_of(message, fields[i]);
        if (s == NULL || s[0] == '\0' || c->reasoning != NULL)
            continue;
        c->reasoning = s;
        c->reasoning_field = fields[i];
    }
}

static void read_choice(struct wire_choice *c, const struct json *choice, int position,
                        struct arena *a)
{
    const struct json *message = json_get(choice, "message");
    int64_t index = count_of(choice, "index");
    const char *text = message != NULL ? text_of(message, "content") : text_of(choice, "text");
    *c = (struct wire_choice){ .index = index >= 0 && index < INT_MAX ? (int)index : position };
    c->text = text == NULL ? "" : text;
    c->text_len = strlen(c->text);
    c->finish_reason = text_of(choice, "finish_reason");
    if (message != NULL)
        read_reasoning(c, message);
    /* A list of ids is better than those in the log-probs. */
    const struct json *ids = json_get(choice, "token_ids");
    struct completion_tokens t = { .skip_text = true, .skip_ids = is_list(ids) };
    bool any = completion_tokens_read(&t, choice);
    if (any) {
        bool fit = t.n > 0 && t.n_ids == t.n;
        c->n_tokens = t.n;
        c->logprobs = copy(a, t.logprobs, t.n, sizeof(*t.logprobs));
        c->token_ids = fit ? copy(a, t.token_ids, t.n, sizeof(*t.token_ids)) : NULL;
        c->ids_do_not_fit = is_list(ids) && !fit && json_count(ids) + t.n > 0;
        c->n_null = t.n_null;
        c->n_sentinel = t.n_sentinel;
        c->n_positive = t.n_positive;
    }
    completion_tokens_release(&t);
    if (!any && is_list(ids))
        read_ids(c, ids, a);
}

static void read_usage(struct wire_answer *out, const struct json *usage)
{
    const struct json *details = json_get(usage, "completion_tokens_details");
    out->prompt_tokens = count_of(usage, "prompt_tokens");
    out->completion_tokens = count_of(usage, "completion_tokens");
    out->cached_tokens = count_of(json_get(usage, "prompt_tokens_details"), "cached_tokens");
    out->reasoning_tokens = count_of(details, "reasoning_tokens");
    if (out->reasoning_tokens < 0)
        out->reasoning_tokens = count_of(usage, "reasoning_tokens");
}

/*
 * llama.cpp's server has one entry for several tokens of one character, and none for a character
 * without end.  The end's token and hidden reasoning are no gaps.
 */
static void count_missing(const struct wire_answer *w, struct wire_choice *c)
{
    int64_t missing = w->completion_tokens - (int64_t)c->n_tokens;
    bool ended = c->finish_reason != NULL && strcmp(c->finish_reason, "stop") == 0;
    if (w->reasoning_tokens > 0)
        missing -= w->reasoning_tokens;
    if (w->completion_tokens < 0 || c->logprobs == NULL || missing <= (ended ? 1 : 0))
        return;
    c->n_missing = (size_t)missing;
    c->token_ids = NULL;
}

/* Log-probs of another text are worse than none: one more than usage may be the end's, others
 * are somebody else's. */
static void drop_surplus(struct wire_answer *w)
{
    size_t all = 0;
    for (size_t i = 0; i < w->n_choices; i++)
        all += w->choices[i].n_tokens;
    bool too_many = w->completion_tokens >= 0 && all > (size_t)w->completion_tokens + w->n_choices;
    for (size_t i = 0; i < w->n_choices; i++) {
        struct wire_choice *c = &w->choices[i];
        bool is_empty = c->text_len == 0 && c->reasoning == NULL;
        if (c->n_tokens > 0 && (too_many || (is_empty && c->n_tokens > 1))) {
            c->n_surplus = c->n_tokens;
            c->n_tokens = 0;
            c->logprobs = NULL;
            c->token_ids = NULL;
            c->n_null = c->n_sentinel = c->n_positive = 0;
        }
    }
}

int wire_read_answer(const char *name, const char *body, size_t len, struct arena *a,
                     struct wire_answer *out, struct err *err)
{
    static const char *const unused[] = { "bytes", "top_logprobs", NULL };
    size_t n_repairs = 0;
    int position = 0;
    const struct json *root = wire_parse_without(&(struct json_text){ name, body, len, 1, 1 },
                                                 unused, a, &n_repairs, err);
    if (root == NULL)
        return err->code;
    const struct json *choices = json_get(root, "choices");
    if (!is_list(choices) || json_count(choices) == 0) {
        struct buf why = { 0 };
        wire_read_error(body, len, &why);
        int rc =
            err_set(err, ERR_INTEGRITY, "%s: no choices in the answer: %s", name, buf_text(&why));
        buf_release(&why);
        return rc;
    }
    *out = (struct wire_answer){ .n_repairs = n_repairs, .model = text_of(root, "model") };
    out->choices = arena_array(a, json_count(choices), sizeof(*out->choices));
    for (const struct json *c = json_first(choices); c != NULL; c = json_next(c)) {
        if (json_type(c) != JSON_OBJECT)
            return err_set(err, ERR_INTEGRITY, "%s: choice %d is not an object", name, position);
        read_choice(&out->choices[out->n_choices++], c, position++, a);
    }
    read_usage(out, json_get(root, "usage"));
    drop_surplus(out);
    if (out->n_choices == 1)
        count_missing(out, &out->choices[0]);
    return 0;
}

void wire_hide_sentinels(struct wire_choice *c)
{
    for (size_t i = 0; c->n_sentinel > 0 && c->logprobs != NULL && i < c->n_tokens; i++)
        if ((double)c->logprobs[i] <= WIRE_LOGPROB_SENTINEL)
            c->logprobs[i] = NAN;
}

/*
 * Facts of an answer beside text and numbers.
 */

static void add_count(struct json *to, const char *key, int64_t n)
{
    if (n > 0)
        json_add_int(to, key, n);
}

void wire_add_remarks(struct json *to, const struct wire_answer *w, const struct wire_choice *c)
{
    if (w->model != NULL)
        json_add_string(to, "model", w->model);
    if (c->reasoning != NULL)
        json_add_string(to, c->reasoning_field, c->reasoning);
    add_count(to, "cached_tokens", w->cached_tokens);
    add_count(to, "reasoning_tokens", w->reasoning_tokens);
    add_count(to, "n_missing_logprobs", (int64_t)c->n_missing);
    add_count(to, "n_surplus_logprobs", (int64_t)c->n_surplus);
    add_count(to, "n_null_logprobs", (int64_t)c->n_null);
    add_count(to, "n_sentinel_logprobs", (int64_t)c->n_sentinel);
    add_count(to, "n_positive_logprobs", (int64_t)c->n_positive);
    add_count(to, "n_repairs", (int64_t)w->n_repairs);
    if (c->ids_do_not_fit)
        json_add_bool(to, "token_ids_do_not_fit", true);
}

/*
 * What a server complains about, in one line.
 */

#define MOST_BYTES 512

/* {"error":{"message"}}, {"error":"text"}, {"message"}, {"detail":"text"}, {"detail":[{"msg"}]}. */
static const char *find_message(const struct json *root)
{
    const struct json *error = json_get(root, "error");
    const struct json *detail = json_get(root, "detail");
    const char *found = text_of(error, "message");
    if (found == NULL)
        found = text_of(root, "error");
    if (found == NULL)
        found = text_of(root, "message");
    if (found == NULL)
        found = text_of(root, "detail");
    if (found == NULL && detail != NULL && json_type(detail) == JSON_ARRAY)
        found = text_of(json_first(detail), "msg");
    return found;
}

/* Cut between characters. */
static void put_line(struct buf *out, const char *s, size_t len)
{
    size_t n = len < MOST_BYTES ? len : MOST_BYTES;
    while (n > 0 && n < len && ((unsigned char)s[n] & 0xC0) == 0x80)
        n--;
    struct buf safe = { 0 };
    str_put_terminal_safe(&safe, s, n);
    for (size_t i = 0; i < safe.len; i++)
        buf_putc(out, safe.data[i] == '\n' || safe.data[i] == '\t' ? ' ' : safe.data[i]);
    buf_puts(out, n < len ? " ..." : "");
    buf_release(&safe);
}

bool wire_is_too_long(const char *body)
{
    static const char *const words[] = {
        "context_length_exceeded",       "exceed_context_size",
        "maximum context length",        "maximum model length",
        "model's context length",        "available context size",
        "Prompt length plus max_tokens", "max_seq_len",
    };
    for (size_t w = 0; w < ARRAY_LEN(words); w++)
        if (strstr(body, words[w]) != NULL)
            return true;
    return false;
}

void wire_read_error(const char *body, size_t len, struct buf *out)
{
    struct arena a = { 0 };
    struct err ignored = { 0 };
    const struct json *root =
        len == 0 ? NULL : json_parse_arena("answer", 1, body, len, &a, &ignored);
    const char *message =
        root != NULL && json_type(root) == JSON_OBJECT ? find_message(root) : NULL;
    if (message != NULL)
        put_line(out, message, strlen(message));
    else if (len > 0)
        put_line(out, body, len);
    else
        buf_puts(out, "an empty answer");
    arena_release(&a);
}

/*
 * Text that a server had no right to send, made readable.
 */

static const char replacement_escape[] = "\\ufffd";
static const char replacement_bytes[] = "\xEF\xBF\xBD";

static int hex4(const char *s, size_t len)
{
    return len < 4 ? -1 : hex4_value(s);
}

static bool is_low(int v)
{
    return v >= 0xDC00 && v <= 0xDFFF;
}

/* 0: the escape has to be replaced (6 bytes). */
static size_t good_escape(const char *s, size_t len)
{
    if (len < 2 || s[1] != 'u')
        return len < 2 ? len : 2;
    int v = hex4(s + 2, len - 2);
    if (v < 0)
        return 2; /* the parser refuses it */
    if (v == 0 || is_low(v))
        return 0;
    if (v < 0xD800 || v > 0xDBFF)
        return 6;
    if (len >= 8 && s[6] == '\\' && s[7] == 'u' && is_low(hex4(s + 8, len - 8)))
        return 12;
    return 0;
}

size_t wire_repair(const char *text, size_t len, struct buf *out)
{
    size_t n_replaced = 0;
    size_t kept_from = 0;
    out->max = out->len + 3 * len + 1; /* a byte becomes three at the most */
    for (size_t i = 0; i < len;) {
        bool escape = text[i] == '\\';
        size_t n = escape                          ? good_escape(text + i, len - i)
                   : (unsigned char)text[i] < 0x80 ? (size_t)(text[i] != '\0')
                                                   : utf8_sequence_length(text + i, len - i);
        if (n > 0) {
            i += n;
            continue;
        }
        buf_add(out, text + kept_from, i - kept_from);
        buf_puts(out, escape ? replacement_escape : replacement_bytes);
        n_replaced++;
        i += escape ? 6 : 1;
        kept_from = i;
    }
    buf_add(out, text + kept_from, len - kept_from);
    return n_replaced;
}

const struct json *wire_parse_without(const struct json_text *body, const char *const *without,
                                      struct arena *a, size_t *out_repairs, struct err *err)
{
    struct buf repaired = { 0 };
    size_t n = 0;
    const struct json *root = json_parse_without(body, without, a, err);
    if (root == NULL) /* repairs are rare: only after a failure */
        n = wire_repair(body->text, body->len, &repaired);
    if (n > 0) {
        const struct json_text whole = { body->name, buf_text(&repaired), repaired.len, 1, 1 };
        root = json_parse_without(&whole, without, a, err);
    }
    buf_release(&repaired);
    if (out_repairs != NULL)
        *out_repairs = n;
    return root;
}

const struct json *wire_parse(const char *name, const char *body, size_t len, struct arena *a,
                              size_t *out_repairs, struct err *err)
{
    return wire_parse_without(&(struct json_text){ name, body, len, 1, 1 }, NULL, a, out_repairs,
                              err);
}
