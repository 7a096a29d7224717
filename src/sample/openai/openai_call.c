/*
 * openai_call.c - one request and its answer, beside the samples.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/http/http.h"
#include "src/sample/openai/openai_internal.h"
#include "src/wire/wire.h"

struct listening {
    struct arena *arena;
    struct openai_reply *reply;
};

static int take(void *context, size_t request, const struct http_answer *a, struct err *err)
{
    struct listening *l = context;
    (void)request;
    (void)err;
    l->reply->status = a->end == HTTP_ANSWERED ? a->status : 0;
    l->reply->detail = arena_strdup(l->arena, a->detail);
    l->reply->body = arena_strndup(l->arena, a->body, a->body_len);
    l->reply->len = a->body_len;
    return 0;
}

int openai_call(struct openai *o, const char *url, const struct buf *body, struct arena *a,
                struct openai_reply *out, struct err *err)
{
    struct http_request r = { .method = body == NULL ? "GET" : "POST", .url = url };
    struct listening l = { .arena = a, .reply = out };
    struct http_hooks hooks = { .after = take, .context = &l };
    if (body != NULL) {
        r.body = buf_text(body);
        r.body_len = body->len;
    }
    *out = (struct openai_reply){ .detail = "", .body = "" };
    return http_send(o->http, &r, 1, &hooks, err);
}

int openai_reply_refused(const struct openai *o, const struct openai_reply *r, struct err *err)
{
    struct buf why = { 0 };
    if (r->status == 0)
        return err_set(err, ERR_INTEGRITY, "%s does not answer: %s", o->config.base_url, r->detail);
    wire_read_error(r->body, r->len, &why);
    int rc = err_set(err, ERR_INTEGRITY, "%s answers with status %d: %s", o->config.base_url,
                     r->status, buf_text(&why));
    buf_release(&why);
    return rc;
}

const char *openai_base_url(const struct openai *o, const char *path, struct arena *a)
{
    return arena_printf(a, "%s%s", o->config.base_url, path);
}

const char *openai_root_url(const struct openai *o, const char *path, struct arena *a)
{
    const char *base = o->config.base_url;
    size_t len = strlen(base);
    if (len >= 3 && strcmp(base + len - 3, "/v1") == 0)
        len -= 3;
    return arena_printf(a, "%.*s%s", (int)len, base, path);
}
