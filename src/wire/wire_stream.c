/*
 * wire_stream.c - pieces of an answer, joined.
 *
 * Texts are joined, lists lengthened; of others the last word counts.  The result is an unstreamed
 * answer, so one reader reads both.
 */
#include "src/wire/wire_stream.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/wire/wire.h"

struct json;

enum stream_list { L_CONTENT, L_TOKENS, L_TOKEN_LOGPROBS, L_TOKEN_IDS, L_PROBABILITIES, L_TRIPLES };
#define N_LISTS (L_TRIPLES + 1)

struct piece {
    bool used, is_chat;
    struct buf text;
    bool grows; /* SGLang: each text repeats the one before */
    struct buf longest;
    struct buf reasoning;
    const char *reasoning_field; /* NULL none */
    const char *finish;          /* NULL not yet */
    struct buf lists[N_LISTS];   /* items, by commas */
    bool has[N_LISTS];
    const char *last; /* JSON of the last piece, which repeats all */
};

enum family { F_NONE, F_CHOICES, F_RESPONSES, F_SGLANG, F_LLAMA, F_OLLAMA };

struct stream_assembly {
    struct arena *a;
    enum family family;
    struct piece *pieces; /* by index */
    size_t n, capacity, n_used;
    const char *model, *usage; /* JSON */
    const char *whole;         /* the answer of one event */
    struct wire_stream_end *end;
};

static const char *wire_print(struct arena *a, const struct json *j)
{
    struct buf b = { 0 };
    json_print(j, false, &b);
    const char *text = arena_strndup(a, buf_text(&b), b.len);
    buf_release(&b);
    return text;
}

static void put_list(struct buf *out, const char *key, const struct piece *p,
                     enum stream_list which)
{
    if (p->has[which])
        buf_printf(out, ",\"%s\":[%s]", key, buf_text(&p->lists[which]));
}

static void put_string(struct buf *out, const char *key, const char *s, size_t len)
{
    buf_printf(out, "\"%s\":", key);
    buf_put_json_string(out, s, len);
}

static void put_logprobs(struct buf *out, const struct piece *p)
{
    if (!p->has[L_CONTENT] && !p->has[L_TOKEN_LOGPROBS])
        return;
    buf_puts(out, ",\"logprobs\":{\"piecewise\":true");
    put_list(out, "content", p, L_CONTENT);
    put_list(out, "tokens", p, L_TOKENS);
    put_list(out, "token_logprobs", p, L_TOKEN_LOGPROBS);
    buf_putc(out, '}');
}

static void put_choice(struct buf *out, const struct piece *p, size_t index)
{
    buf_printf(out, "{\"index\":%zu,", index);
    if (p->is_chat)
        buf_puts(out, "\"message\":{\"role\":\"assistant\",");
    put_string(out, p->is_chat ? "content" : "text", buf_text(&p->text), p->text.len);
    if (p->reasoning_field != NULL) {
        buf_putc(out, ',');
        put_string(out, p->reasoning_field, buf_text(&p->reasoning), p->reasoning.len);
    }
    buf_puts(out, p->is_chat ? "}" : "");
    put_logprobs(out, p);
    put_list(out, "token_ids", p, L_TOKEN_IDS);
    if (p->finish != NULL) {
        buf_putc(out, ',');
        put_string(out, "finish_reason", p->finish, strlen(p->finish));
    }
    buf_putc(out, '}');
}

static void put_choices(struct stream_assembly *s, struct buf *out)
{
    bool first = true;
    buf_printf(out, "{\"model\":%s,\"usage\":%s,\"choices\":[",
               s->model == NULL ? "null" : s->model, s->usage == NULL ? "null" : s->usage);
    for (size_t i = 0; i < s->n; i++) {
        if (!s->pieces[i].used)
            continue;
        buf_puts(out, first ? "" : ",");
        first = false;
        put_choice(out, &s->pieces[i], i);
    }
    buf_puts(out, "]}");
}

/* skip names the members replaced. */
static void put_rest(struct stream_assembly *s, struct buf *out, const char *last,
                     const char *const skip[], size_t n_skip)
{
    struct err ignored = { 0 };
    const struct json *root = json_parse_arena("event", 1, last, strlen(last), s->a, &ignored);
    for (const struct json *m = json_first(root); m != NULL; m = json_next(m)) {
        bool skipped = false;
        for (size_t i = 0; i < n_skip; i++)
            skipped = skipped || strcmp(json_key(m), skip[i]) == 0;
        if (skipped)
            continue;
        buf_putc(out, ',');
        buf_put_json_string(out, json_key(m), strlen(json_key(m)));
        buf_putc(out, ':');
        json_print(m, false, out);
    }
}

static void put_sglang_meta(struct stream_assembly *s, struct buf *out, const struct piece *p)
{
    static const char *const skip[] = { "output_token_logprobs" };
    struct err ignored = { 0 };
    const struct json *root =
        json_parse_arena("event", 1, p->last, strlen(p->last), s->a, &ignored);
    buf_puts(out, ",\"meta_info\":{\"piecewise\":true");
    put_rest(s, out, wire_print(s->a, json_get(root, "meta_info")), skip, ARRAY_LEN(skip));
    put_list(out, "output_token_logprobs", p, L_TRIPLES);
    buf_putc(out, '}');
}

static void put_sglang(struct stream_assembly *s, struct buf *out)
{
    static const char *const skip[] = { "text", "meta_info", "output_ids" };
    bool first = true;
    buf_puts(out, s->n > 1 ? "[" : "");
    for (size_t i = 0; i < s->n; i++) {
        const struct piece *p = &s->pieces[i];
        if (!p->used)
            continue;
        buf_puts(out, first ? "" : ",");
        first = false;
        if (p->grows) {
            buf_puts(out, p->last);
            continue;
        }
        buf_putc(out, '{');
        put_string(out, "text", buf_text(&p->text), p->text.len);
        put_rest(s, out, p->last, skip, ARRAY_LEN(skip));
        put_list(out, "output_ids", p, L_TOKEN_IDS);
        put_sglang_meta(s, out, p);
        buf_putc(out, '}');
    }
    buf_puts(out, s->n > 1 ? "]" : "");
}

static void put_llama(struct stream_assembly *s, struct buf *out)
{
    static const char *const skip[] = { "content", "tokens", "completion_probabilities" };
    const struct piece *p = &s->pieces[0];
    buf_putc(out, '{');
    put_string(out, "content", buf_text(&p->text), p->text.len);
    put_rest(s, out, p->last, skip, ARRAY_LEN(skip));
    put_list(out, "tokens", p, L_TOKEN_IDS);
    put_list(out, "completion_probabilities", p, L_PROBABILITIES);
    buf_putc(out, '}');
}

static void put_ollama(struct stream_assembly *s, struct buf *out)
{
    static const char *const skip[] = { "message", "response", "logprobs", "thinking" };
    const struct piece *p = &s->pieces[0];
    buf_puts(out, p->is_chat ? "{\"message\":{\"role\":\"assistant\"," : "{");
    put_string(out, p->is_chat ? "content" : "response", buf_text(&p->text), p->text.len);
    if (p->reasoning_field != NULL) {
        buf_putc(out, ',');
        put_string(out, p->reasoning_field, buf_text(&p->reasoning), p->reasoning.len);
    }
    buf_puts(out, p->is_chat ? "}" : "");
    put_rest(s, out, p->last, skip, ARRAY_LEN(skip));
    put_list(out, "logprobs", p, L_CONTENT);
    buf_putc(out, '}');
}

static void wire_put_assembly(struct stream_assembly *s, struct buf *out)
{
    switch (s->family) {
    case F_CHOICES:
        put_choices(s, out);
        return;
    case F_RESPONSES:
        buf_puts(out, s->whole);
        return;
    case F_SGLANG:
        put_sglang(s, out);
        return;
    case F_LLAMA:
        put_llama(s, out);
        return;
    case F_OLLAMA:
        put_ollama(s, out);
        return;
    case F_NONE:
        return;
    }
}

#define MAX_CHOICES 1024 /* OpenAI's n ends at 128 */

static const char *text_of(const struct json *object, const char *key)
{
    const char *s = NULL;
    return json_string(json_get(object, key), &s) ? s : NULL;
}

static bool is_list(const struct json *j)
{
    return j != NULL && json_type(j) == JSON_ARRAY;
}

static bool is_object(const struct json *j)
{
    return j != NULL && json_type(j) == JSON_OBJECT;
}

static struct piece *piece_at(struct stream_assembly *s, const struct json *holder, size_t position)
{
    int64_t index = (int64_t)position;
    json_int(json_get(holder, "index"), &index);
    if (index < 0 || index >= MAX_CHOICES)
        return NULL;
    size_t i = (size_t)index;
    if (i >= s->capacity) {
        size_t capacity = i < 4 ? 4 : 2 * i;
        struct piece *more = arena_array(s->a, capacity, sizeof(*more));
        if (s->n > 0)
            memcpy(more, s->pieces, s->n * sizeof(*more));
        s->pieces = more;
        s->capacity = capacity;
    }
    s->n = i >= s->n ? i + 1 : s->n;
    s->n_used += !s->pieces[i].used;
    s->pieces[i].used = true;
    return &s->pieces[i];
}

static void add_list(struct piece *p, enum stream_list which, const struct json *list)
{
    if (!is_list(list))
        return;
    p->has[which] = true;
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e)) {
        if (p->lists[which].len > 0)
            buf_putc(&p->lists[which], ',');
        json_print(e, false, &p->lists[which]);
    }
}

static void add_text(struct buf *to, const char *s)
{
    if (s != NULL)
        buf_puts(to, s);
}

static void add_reasoning(struct stream_assembly *s, struct piece *p, const struct json *from)
{
    static const char *const fields[] = { "reasoning_content", "reasoning", "thinking" };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        const char *text = text_of(from, fields[i]);
        if (text == NULL || text[0] == '\0')
            continue;
        if (p->reasoning_field == NULL)
            p->reasoning_field = arena_strdup(s->a, fields[i]);
        if (strcmp(p->reasoning_field, fields[i]) == 0)
            buf_puts(&p->reasoning, text);
    }
}

static void note_finish(struct stream_assembly *s, struct piece *p, const char *finish)
{
    if (finish != NULL)
        p->finish = arena_strdup(s->a, finish);
}

static void take_logprobs(struct piece *p, const struct json *lp)
{
    if (!is_object(lp))
        return;
    add_list(p, L_CONTENT, json_get(lp, "content"));
    add_list(p, L_TOKENS, json_get(lp, "tokens"));
    add_list(p, L_TOKEN_LOGPROBS, json_get(lp, "token_logprobs"));
}

static void take_choices(struct stream_assembly *s, const struct json *event)
{
    const struct json *choices = json_get(event, "choices");
    size_t position = 0;
    for (const struct json *c = json_first(choices); c != NULL; c = json_next(c), position++) {
        const struct json *delta = json_get(c, "delta");
        struct piece *p = is_object(c) ? piece_at(s, c, position) : NULL;
        if (p == NULL)
            continue;
        if (delta == NULL)
            delta = json_get(c, "message");
        p->is_chat = p->is_chat || delta != NULL;
        add_text(&p->text, delta != NULL ? text_of(delta, "content") : text_of(c, "text"));
        add_reasoning(s, p, delta != NULL ? delta : c);
        take_logprobs(p, json_get(c, "logprobs"));
        add_list(p, L_TOKEN_IDS, json_get(c, "token_ids"));
        note_finish(s, p, text_of(c, "finish_reason"));
    }
}

static void take_response(struct stream_assembly *s, const struct json *event)
{
    static const char *const last[] = { "response.completed", "response.incomplete" };
    const char *type = text_of(event, "type");
    const struct json *response = json_get(event, "response");
    for (size_t i = 0; i < ARRAY_LEN(last); i++)
        if (strcmp(type, last[i]) == 0 && is_object(response)) {
            s->whole = wire_print(s->a, response);
            s->end->complete = true;
        }
    if (strcmp(type, "response.failed") == 0) {
        const char *message = text_of(json_get(response, "error"), "message");
        s->end->error = arena_strdup(s->a, message == NULL ? "the response failed" : message);
    }
}

/* An event repeats the whole, or (an option) holds the new part. */
static void take_sglang(struct stream_assembly *s, const struct json *event)
{
    const char *text = text_of(event, "text");
    const struct json *meta = json_get(event, "meta_info");
    const struct json *finish = json_get(meta, "finish_reason");
    struct piece *p = piece_at(s, event, 0);
    if (p == NULL)
        return;
    p->grows = (p->last == NULL || p->grows) &&
               str_starts_with(text == NULL ? "" : text, buf_text(&p->longest));
    add_text(&p->text, text);
    buf_clear(&p->longest);
    add_text(&p->longest, text);
    p->last = wire_print(s->a, event);
    add_list(p, L_TRIPLES, json_get(meta, "output_token_logprobs"));
    add_list(p, L_TOKEN_IDS, json_get(event, "output_ids"));
    note_finish(s, p, is_object(finish) ? text_of(finish, "type") : text_of(meta, "finish_reason"));
}

static void take_llama(struct stream_assembly *s, const struct json *event)
{
    struct piece *p = piece_at(s, NULL, 0);
    bool stop = false;
    add_text(&p->text, text_of(event, "content"));
    add_list(p, L_TOKEN_IDS, json_get(event, "tokens"));
    add_list(p, L_PROBABILITIES, json_get(event, "completion_probabilities"));
    p->last = wire_print(s->a, event);
    if (json_bool(json_get(event, "stop"), &stop) && stop)
        note_finish(s, p, "stop");
}

static void take_ollama(struct stream_assembly *s, const struct json *event)
{
    const struct json *message = json_get(event, "message");
    struct piece *p = piece_at(s, NULL, 0);
    bool done = false;
    p->is_chat = p->is_chat || message != NULL;
    add_text(&p->text, message != NULL ? text_of(message, "content") : text_of(event, "response"));
    add_reasoning(s, p, message != NULL ? message : event);
    add_list(p, L_CONTENT, json_get(event, "logprobs"));
    p->last = wire_print(s->a, event);
    if (json_bool(json_get(event, "done"), &done) && done)
        note_finish(s, p, "stop");
}

static bool has_choices(const struct json *event)
{
    return is_list(json_get(event, "choices"));
}

static bool is_response(const struct json *event)
{
    const char *type = text_of(event, "type");
    return type != NULL && str_starts_with(type, "response.");
}

static bool is_sglang(const struct json *event)
{
    return is_object(json_get(event, "meta_info"));
}

static bool is_llama(const struct json *event)
{
    return text_of(event, "content") != NULL && json_get(event, "stop") != NULL;
}

static bool is_ollama(const struct json *event)
{
    return json_get(event, "done") != NULL;
}

static const struct {
    enum family family;
    bool (*fits)(const struct json *event);
    void (*take)(struct stream_assembly *s, const struct json *event);
} families[] = {
    { F_CHOICES, has_choices, take_choices }, { F_RESPONSES, is_response, take_response },
    { F_SGLANG, is_sglang, take_sglang },     { F_LLAMA, is_llama, take_llama },
    { F_OLLAMA, is_ollama, take_ollama },
};

static void note_error(struct stream_assembly *s, const char *data, size_t len)
{
    struct buf why = { 0 };
    wire_read_error(data, len, &why);
    s->end->error = arena_strndup(s->a, buf_text(&why), why.len);
    buf_release(&why);
}

static void take_event(struct stream_assembly *s, const struct json *event)
{
    const struct json *usage = json_get(event, "usage");
    const struct json *model = json_get(event, "model");
    if (is_object(usage))
        s->usage = wire_print(s->a, usage);
    if (model != NULL && s->model == NULL)
        s->model = wire_print(s->a, model);
    for (size_t i = 0; i < ARRAY_LEN(families); i++) {
        if (!families[i].fits(event))
            continue;
        if (s->family == F_NONE)
            s->family = families[i].family;
        if (s->family == families[i].family)
            families[i].take(s, event);
        return;
    }
}

static void take_data(struct stream_assembly *s, const struct buf *data)
{
    struct arena scratch = { 0 };
    struct buf repaired = { 0 };
    struct err ignored = { 0 };
    if (strcmp(buf_text(data), "[DONE]") == 0) {
        s->end->complete = true;
        return;
    }
    wire_repair(buf_text(data), data->len, &repaired);
    const struct json *event =
        json_parse_arena("event", 1, buf_text(&repaired), repaired.len, &scratch, &ignored);
    if (!is_object(event)) {
        s->end->n_unreadable++;
    } else {
        const struct json *error = json_get(event, "error");
        s->end->n_events++;
        if (error != NULL && json_type(error) != JSON_NULL && !is_response(event))
            note_error(s, buf_text(&repaired), repaired.len);
        else
            take_event(s, event);
    }
    buf_release(&repaired);
    arena_release(&scratch);
}

static bool all_finished(const struct stream_assembly *s)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++) {
        if (!s->pieces[i].used)
            continue;
        any = true;
        if (s->pieces[i].finish == NULL)
            return false;
    }
    return any;
}

int wire_assemble(enum wire_framing framing, const struct json_text *body, struct arena *a,
                  struct buf *out, struct wire_stream_end *out_end, struct err *err)
{
    struct stream_assembly s = { .a = a, .end = out_end };
    struct buf data = { 0 };
    const char *at = body->text;
    int rc = 0;
    *out_end = (struct wire_stream_end){ 0 };
    while (wire_next_event(framing, &at, body->text + body->len, &data))
        take_data(&s, &data);
    buf_release(&data);
    out_end->complete = out_end->error == NULL && (out_end->complete || all_finished(&s));
    if (s.n_used > 0 || s.whole != NULL)
        wire_put_assembly(&s, out);
    else
        rc =
            err_set(err, ERR_INTEGRITY, "%s",
                    out_end->error != NULL ? out_end->error : "nothing of an answer in the stream");
    for (size_t i = 0; i < s.n; i++) {
        struct piece *p = &s.pieces[i];
        buf_release(&p->text);
        buf_release(&p->longest);
        buf_release(&p->reasoning);
        for (size_t k = 0; k < N_LISTS; k++)
            buf_release(&p->lists[k]);
    }
    return rc;
}

/*
 * A body as events.
 */

static bool begins_with(const char *body, size_t len, const char *word)
{
    size_t n = strlen(word);
    return len >= n && memcmp(body, word, n) == 0;
}

static const char *skip_mark(const char *at, const char *end)
{
    return begins_with(at, (size_t)(end - at), "\xEF\xBB\xBF") ? at + 3 : at;
}

enum wire_framing wire_framing_of(const char *content_type, const char *body, size_t len)
{
    static const char *const fields[] = { "data:", "event:", "id:", "retry:", ":" };
    if (content_type != NULL && strncasecmp(content_type, "text/event-stream", 17) == 0)
        return WIRE_EVENTS;
    if (content_type != NULL && (strncasecmp(content_type, "application/x-ndjson", 20) == 0 ||
                                 strncasecmp(content_type, "application/jsonl", 17) == 0))
        return WIRE_LINES;
    const char *start = skip_mark(body, body + len);
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (begins_with(start, len - (size_t)(start - body), fields[i]))
            return WIRE_EVENTS;
    return WIRE_WHOLE;
}

static bool next_line(const char **at, const char *end, const char **line, size_t *len)
{
    const char *p = *at;
    if (p >= end)
        return false;
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    *line = *at;
    *len = (size_t)(p - *at);
    if (p < end && *p == '\r' && p + 1 < end && p[1] == '\n')
        p++;
    *at = p < end ? p + 1 : end;
    return true;
}

static bool is_blank(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (line[i] != ' ' && line[i] != '\t')
            return false;
    return true;
}

static void add_data(const char *line, size_t len, bool *any, struct buf *data)
{
    if (!begins_with(line, len, "data") || (len > 4 && line[4] != ':'))
        return;
    size_t skip = len > 4 ? 5 : 4;
    if (skip < len && line[skip] == ' ')
        skip++;
    if (*any)
        buf_putc(data, '\n');
    buf_add(data, line + skip, len - skip);
    *any = true;
}

bool wire_next_event(enum wire_framing framing, const char **at, const char *end, struct buf *data)
{
    const char *line = NULL;
    size_t len = 0;
    bool any = false;
    buf_clear(data);
    *at = skip_mark(*at, end);
    while (next_line(at, end, &line, &len)) {
        if (framing == WIRE_LINES && !is_blank(line, len)) {
            buf_add(data, line, len);
            return true;
        }
        if (framing == WIRE_EVENTS && len == 0 && any)
            return true;
        if (framing == WIRE_EVENTS)
            add_data(line, len, &any, data);
    }
    return any;
}
