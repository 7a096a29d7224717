/*
 * exchange_record.c - an exchange in the spool, and back.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/proxy/spool/exchange.h"

static const char *text_of(const struct json *object, const char *key)
{
    const char *s = NULL;
    return json_string(json_get(object, key), &s) ? s : NULL;
}

static double number_of(const struct json *object, const char *key)
{
    double v = (double)NAN;
    json_number(json_get(object, key), &v);
    return v;
}

static const struct json *parse(const char *what, const char *text, size_t len, struct arena *a,
                                struct err *err)
{
    const struct json *root = json_parse_arena(what, 1, text, len, a, err);
    if (root != NULL && json_type(root) != JSON_OBJECT) {
        err_set(err, ERR_INTEGRITY, "%s: no object", what);
        return NULL;
    }
    return root;
}

void exchange_put_begin(struct buf *out, const char *api, const char *path, const struct tags *tags,
                        const char *body, size_t len)
{
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "api", api);
    json_add_string(root, "path", path);
    tags_encode(tags, json_add_object(root, "tags"));
    json_print(root, false, out);
    buf_putc(out, '\n');
    buf_add(out, body, len);
}

int exchange_get_begin(const char *text, size_t len, struct arena *a, struct transcript *out,
                       struct err *err)
{
    const char *line_end = len == 0 ? NULL : memchr(text, '\n', len);
    if (line_end == NULL)
        return err_set(err, ERR_INTEGRITY, "the beginning of an exchange: no line");
    const struct json *root =
        parse("the beginning of an exchange", text, (size_t)(line_end - text), a, err);
    if (root == NULL)
        return err->code;
    out->api = text_of(root, "api");
    out->path = text_of(root, "path");
    out->request = line_end + 1;
    out->request_len = len - (size_t)(line_end + 1 - text);
    if (out->api == NULL || out->path == NULL)
        return err_set(err, ERR_INTEGRITY, "the beginning of an exchange: no api or path");
    return tags_decode(json_get(root, "tags"), a, &out->tags, err);
}

static void add_known(struct json *to, const char *key, const char *value)
{
    if (value != NULL)
        json_add_string(to, key, value);
}

void exchange_put_head(struct buf *out, const struct exchange_head *h)
{
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_int(root, "status", h->status);
    json_add_int(root, "length", h->length);
    add_known(root, "content_type", h->content_type);
    add_known(root, "content_encoding", h->content_encoding);
    add_known(root, "request_id", h->request_id);
    json_print(root, false, out);
}

int exchange_get_head(const char *text, size_t len, struct arena *a, struct transcript *out,
                      struct err *err)
{
    int64_t status = 0;
    const struct json *root = parse("the head of an answer", text, len, a, err);
    if (root == NULL)
        return err->code;
    json_int(json_get(root, "status"), &status);
    json_int(json_get(root, "length"), &out->length);
    out->status = status > 0 && status < 1000 ? (int)status : 0;
    out->content_type = text_of(root, "content_type");
    out->content_encoding = text_of(root, "content_encoding");
    out->request_id = text_of(root, "request_id");
    return 0;
}

void exchange_put_end(struct buf *out, const char *end, const char *detail, double first_byte_ms,
                      double total_ms)
{
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "end", end);
    json_add_string(root, "detail", detail);
    if (isfinite(first_byte_ms))
        json_add_number(root, "first_byte_ms", first_byte_ms);
    json_add_number(root, "total_ms", total_ms);
    json_print(root, false, out);
}

int exchange_get_end(const char *text, size_t len, struct arena *a, struct transcript *out,
                     struct err *err)
{
    const struct json *root = parse("the end of an exchange", text, len, a, err);
    if (root == NULL)
        return err->code;
    const char *detail = text_of(root, "detail");
    out->end = text_of(root, "end");
    out->detail = detail == NULL ? "" : detail;
    out->first_byte_ms = number_of(root, "first_byte_ms");
    out->total_ms = number_of(root, "total_ms");
    return 0;
}
