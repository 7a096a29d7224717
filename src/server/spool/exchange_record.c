/*
 * exchange_record.c - an exchange in the spool, and back.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "src/server/spool/exchange.h"
#include "src/worker/worker_proto.h"

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

/*
 * A line of JSON with the lengths of the parts behind it: kernel, completion,
 * device and result (as in messages of workers).
 */

#define WHAT "the record of an evaluation"

enum record_part { KERNEL, COMPLETION, DEVICE, RESULT };
#define N_PARTS 4
static const char *const part_names[N_PARTS] = { "kernel", "completion", "device", "result" };

void evaluation_record_put(struct buf *out, const struct evaluation_record *e)
{
    struct buf device = { 0 };
    struct buf result = { 0 };
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    const struct result_message message = { .result = e->result };
    if (e->has_device)
        hello_encode(&e->device, &device);
    result_encode(&message, &result);
    tags_encode(&e->tags, json_add_object(root, "tags"));
    members_put(root, &eval_setting_members, &e->job, READER_WORKER);
    const struct {
        const void *data;
        size_t len;
    } parts[N_PARTS] = { [KERNEL] = { e->job.kernel_text, e->job.kernel_len },
                         [COMPLETION] = { e->completion, e->completion_len },
                         [DEVICE] = { e->has_device ? device.data : NULL, device.len },
                         [RESULT] = { result.data, result.len } };
    for (size_t i = 0; i < N_PARTS; i++)
        json_add_int(root, part_names[i], parts[i].data == NULL ? -1 : (int64_t)parts[i].len);
    json_print(root, false, out);
    buf_putc(out, '\n');
    for (size_t i = 0; i < N_PARTS; i++)
        if (parts[i].data != NULL)
            buf_add(out, parts[i].data, parts[i].len);
    buf_release(&device);
    buf_release(&result);
}

struct part_place {
    const char *data; /* NULL: absent */
    size_t len;
};

static int find_parts(const struct json *root, const char *at, const char *end,
                      struct part_place out[N_PARTS], struct err *err)
{
    for (size_t i = 0; i < N_PARTS; i++) {
        int64_t len = -1;
        json_int(json_get(root, part_names[i]), &len);
        out[i] = (struct part_place){ 0 };
        if (len < 0)
            continue;
        if (len > end - at)
            return err_set(err, ERR_INTEGRITY, "%s: %s is cut", WHAT, part_names[i]);
        out[i] = (struct part_place){ at, (size_t)len };
        at += len;
    }
    return 0;
}

int evaluation_record_get(const char *text, size_t len, struct arena *a,
                          struct evaluation_record *out, struct err *err)
{
    struct part_place parts[N_PARTS];
    struct result_message message;
    const char *line_end = len == 0 ? NULL : memchr(text, '\n', len);
    const struct json *root =
        line_end == NULL ? NULL
                         : json_parse_arena(WHAT, 1, text, (size_t)(line_end - text), a, err);
    if (root == NULL)
        return err_set(err, ERR_INTEGRITY, "%s has no head", WHAT);
    *out = (struct evaluation_record){ 0 };
    int rc = find_parts(root, line_end + 1, text + len, parts, err);
    if (rc == 0)
        rc = members_take(root, WHAT, &eval_setting_members, a, &out->job, err);
    if (rc == 0)
        rc = tags_decode(json_get(root, "tags"), a, &out->tags, err);
    if (rc == 0 && parts[DEVICE].data != NULL)
        rc = hello_decode(parts[DEVICE].data, parts[DEVICE].len, &out->device, err);
    if (rc == 0)
        rc = parts[RESULT].data == NULL
                 ? err_set(err, ERR_INTEGRITY, "%s has no result", WHAT)
                 : result_decode(parts[RESULT].data, parts[RESULT].len, a, &message, err);
    if (rc < 0)
        return rc;
    out->result = message.result;
    out->has_device = parts[DEVICE].data != NULL;
    out->job.kernel_text = parts[KERNEL].data;
    out->job.kernel_len = parts[KERNEL].len;
    out->completion = parts[COMPLETION].data;
    out->completion_len = parts[COMPLETION].len;
    return 0;
}

#define CALL_BEGINS "{\"agent_call\":"

void call_record_put(struct buf *out, const struct call_record *c)
{
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    struct json *o = json_add_object(root, "agent_call");
    json_add_string(o, "run", c->run);
    json_add_string(o, "tool", c->tool);
    json_add_string(o, "arguments", c->arguments);
    json_add_bool(o, "failed", c->failed);
    json_add_string(o, "answer", c->answer);
    json_add_int(o, "evaluation_id", c->evaluation_id);
    json_add_string(o, "began_at", c->began_at);
    json_add_number(o, "took_ms", c->took_ms);
    json_print(root, false, out);
}

int call_record_get(const char *text, size_t len, struct arena *a, struct call_record *out,
                    struct err *err)
{
    static const char where[] = "a call of a tool";
    if (len < strlen(CALL_BEGINS) || memcmp(text, CALL_BEGINS, strlen(CALL_BEGINS)) != 0)
        return 0;
    const struct json *root = json_parse_arena(where, 1, text, len, a, err);
    const struct json *o = json_get(root, "agent_call");
    *out = (struct call_record){ .failed = false };
    int rc = root == NULL ? err->code : json_need_string(o, where, "run", &out->run, err);
    if (rc == 0)
        rc = json_need_string(o, where, "tool", &out->tool, err);
    if (rc == 0)
        rc = json_need_string(o, where, "arguments", &out->arguments, err);
    if (rc == 0)
        rc = json_need_string(o, where, "answer", &out->answer, err);
    if (rc == 0)
        rc = json_need_string(o, where, "began_at", &out->began_at, err);
    if (rc == 0)
        rc = json_need_int(o, where, "evaluation_id", &out->evaluation_id, err);
    if (rc == 0)
        rc = json_need_number(o, where, "took_ms", &out->took_ms, err);
    json_bool(json_get(o, "failed"), &out->failed);
    return rc < 0 ? rc : 1;
}
