/*
 * mcp_rpc.c - JSON-RPC 2.0: a message in, its answer out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/json/json_split.h"
#include "src/mcp/mcp_internal.h"
#include "src/sample/feedback.h"
#include "src/store/db.h"

#define MESSAGE_BYTES ((size_t)8 << 20)
#define SHORT_BYTES   200 /* of an argument that is stored as it is */
#define NAME_BYTES    100
#define ANSWER_BYTES  2000

enum rpc_error {
    RPC_PARSE = -32700,
    RPC_REQUEST = -32600,
    RPC_METHOD = -32601,
    RPC_PARAMS = -32602,
    RPC_INTERNAL = -32603,
    RPC_NO_RESOURCE = -32002
};

static const char *const revisions[] = { MCP_OLDEST, "2025-03-26", "2025-06-18", MCP_LATEST };

bool mcp_knows_revision(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(revisions); i++)
        if (strcmp(revisions[i], name) == 0)
            return true;
    return false;
}

static void put_id(struct buf *out, const struct json *id)
{
    buf_puts(out, "{\"jsonrpc\":\"2.0\",\"id\":");
    if (id == NULL)
        buf_puts(out, "null");
    else
        json_print(id, false, out);
}

static void put_error(struct buf *out, const struct json *id, enum rpc_error code,
                      const char *message)
{
    put_id(out, id);
    buf_printf(out, ",\"error\":{\"code\":%d,\"message\":", (int)code);
    buf_put_json_string(out, message, strlen(message));
    buf_puts(out, "}}");
}

static void put_result(struct buf *out, const struct json *id, const struct json *result)
{
    put_id(out, id);
    buf_puts(out, ",\"result\":");
    json_print(result, false, out);
    buf_putc(out, '}');
}

/* A request that is handled. */
struct request {
    struct mcp_session *session;
    const struct json *id, *params;
    const char *method;
    struct arena *a;
    struct buf *out;
};

/* ---- methods that answer at once ---- */

static void say_hello(struct request *q)
{
    const char *asked = NULL, *name = NULL, *version = NULL, *use = MCP_LATEST;
    struct mcp_session *s = q->session;
    if (!json_string(json_get(q->params, "protocolVersion"), &asked)) {
        put_error(q->out, q->id, RPC_PARAMS, "initialize needs protocolVersion, a text");
        return;
    }
    use = mcp_knows_revision(asked) ? asked : MCP_LATEST;
    const struct json *client = json_get(q->params, "clientInfo");
    json_string(json_get(client, "name"), &name);
    json_string(json_get(client, "version"), &version);
    pthread_mutex_lock(&s->mutex);
    snprintf(s->revision, sizeof(s->revision), "%s", use);
    snprintf(s->client, sizeof(s->client), "%.80s %.40s", name == NULL ? "unnamed" : name,
             version == NULL ? "" : version);
    pthread_mutex_unlock(&s->mutex);
    struct json *CLEANUP(json_free_ptr) r = json_new_object();
    json_add_string(r, "protocolVersion", use);
    struct json *can = json_add_object(r, "capabilities");
    json_add_object(can, "tools");
    json_add_object(can, "resources");
    struct json *us = json_add_object(r, "serverInfo");
    json_add_string(us, "name", "rollbook");
    json_add_string(us, "title", "Rollbook");
    json_add_string(us, "version", build_version());
    json_add_string(r, "instructions",
                    "Rollbook judges GPU kernels. Call task to read what is asked, evaluate for a "
                    "verdict from hidden inputs, history to see what each change brought, noise "
                    "before you believe a small speedup, and submit once at the end.");
    put_result(q->out, q->id, r);
}

static void ping(struct request *q)
{
    struct json *CLEANUP(json_free_ptr) r = json_new_object();
    put_result(q->out, q->id, r);
}

static void put_listed(struct request *q, const char *key, void (*put)(struct json *list))
{
    const struct json *cursor = json_get(q->params, "cursor");
    if (cursor != NULL && json_type(cursor) != JSON_NULL) {
        put_error(q->out, q->id, RPC_PARAMS, "no list has a second page: leave cursor out");
        return;
    }
    struct json *CLEANUP(json_free_ptr) r = json_new_object();
    put(json_add_array(r, key));
    put_result(q->out, q->id, r);
}

static void list_tools(struct request *q)
{
    put_listed(q, "tools", mcp_tools_put);
}

static void list_resources(struct request *q)
{
    put_listed(q, "resources", mcp_resources_put);
}

static void list_templates(struct request *q)
{
    put_listed(q, "resourceTemplates", mcp_templates_put);
}

/* ---- calls ---- */

static bool knows_links(struct mcp_session *s)
{
    pthread_mutex_lock(&s->mutex);
    bool knows = strcmp(s->revision, "2025-06-18") >= 0;
    pthread_mutex_unlock(&s->mutex);
    return knows;
}

static void put_text(struct json *content, const char *text)
{
    struct json *o = json_add_object(content, NULL);
    json_add_string(o, "type", "text");
    json_add_string(o, "text", text);
}

/* Clients of older revisions do not know links as content: they are lines there. */
static void put_links(struct json *content, struct mcp_call *c, bool as_links)
{
    struct buf CLEANUP(buf_release) lines = { 0 };
    for (size_t i = 0; i < c->n_links; i++) {
        const struct mcp_link *l = &c->links[i];
        if (!as_links) {
            buf_printf(&lines, "%s: %s\n", l->uri, l->help);
            continue;
        }
        struct json *o = json_add_object(content, NULL);
        json_add_string(o, "type", "resource_link");
        json_add_string(o, "uri", l->uri);
        json_add_string(o, "name", l->name);
        json_add_string(o, "description", l->help);
        json_add_string(o, "mimeType", "text/plain");
    }
    if (lines.len > 0)
        put_text(content, buf_text(&lines));
}

/* answers false: nobody waits any more. */
static void put_call_result(struct request *q, struct mcp_call *c, int rc, const struct err *err,
                            bool answers)
{
    struct json *CLEANUP(json_free_ptr) r = json_new_object();
    struct json *content = json_add_array(r, "content");
    const bool as_links = knows_links(q->session);
    if (rc < 0) {
        buf_clear(&c->text);
        mcp_put_clean(c, err->msg[0] == '\0' ? "the tool failed" : err->msg, sizeof(err->msg));
        buf_printf(&c->text, "\nNext: %s.\n",
                   c->next == NULL ? "correct the arguments and call the tool again" : c->next);
    }
    if (!answers)
        return;
    put_text(content, buf_text(&c->text));
    if (rc == 0)
        put_links(content, c, as_links);
    json_add_bool(r, "isError", rc < 0);
    if (rc == 0 && c->facts != NULL && as_links) {
        struct buf CLEANUP(buf_release) facts = { 0 };
        struct buf CLEANUP(buf_release) text = { 0 };
        json_print(c->facts, false, &facts);
        json_print(r, false, &text);
        put_id(q->out, q->id);
        buf_puts(q->out, ",\"result\":");
        buf_add(q->out, text.data, text.len - 1); /* without its brace */
        buf_printf(q->out, ",\"structuredContent\":%s}}", buf_text(&facts));
        return;
    }
    put_result(q->out, q->id, r);
}

/* The text of a kernel is a blob already, or was refused: its hash is enough. */
static void put_arguments(const struct json *arguments, struct buf *out)
{
    struct json *CLEANUP(json_free_ptr) copy = json_new_object();
    for (const struct json *m = json_first(arguments); m != NULL; m = json_next(m)) {
        const char *text = NULL;
        char hash[65];
        int64_t n = 0;
        if (strlen(json_key(m)) > NAME_BYTES)
            continue;
        if (json_string(m, &text) &&
            (strcmp(json_key(m), "kernel") == 0 || strlen(text) > SHORT_BYTES)) {
            sha256_hex(text, strlen(text), hash);
            struct json *o = json_add_object(copy, json_key(m));
            json_add_string(o, "sha256", hash);
            json_add_int(o, "bytes", (int64_t)strlen(text));
        } else if (text != NULL) {
            json_add_string(copy, json_key(m), text);
        } else if (json_int(m, &n)) {
            json_add_int(copy, json_key(m), n);
        }
    }
    json_print(copy, false, out);
}

static void note_call(const struct request *q, const struct mcp_tool *tool, struct mcp_call *c,
                      int rc, int64_t began_ns)
{
    struct buf CLEANUP(buf_release) arguments = { 0 };
    struct buf CLEANUP(buf_release) answer = { 0 };
    put_arguments(c->arguments, &arguments);
    feedback_put_clean(&answer, buf_text(&c->text), c->text.len, ANSWER_BYTES);
    const struct call_record record = { .run = q->session->run,
                                        .tool = tool->name,
                                        .arguments = buf_text(&arguments),
                                        .answer = buf_text(&answer),
                                        .began_at = c->began_at,
                                        .failed = rc < 0,
                                        .evaluation_id = c->evaluation_id,
                                        .took_ms =
                                            (double)(clock_monotonic_ns() - began_ns) / 1e6 };
    server_note_call(q->session->mcp->server, &record);
}

/* False: the session is over. */
static bool open_call(struct mcp_session *s, struct open_call *call)
{
    pthread_mutex_lock(&s->mutex);
    bool ok = !s->ended;
    for (size_t i = 0; i < MCP_CANCELLED; i++)
        if (s->cancelled[i] != NULL && strcmp(s->cancelled[i], call->id) == 0) {
            call->handle.cancelled = true;
            free(s->cancelled[i]);
            s->cancelled[i] = NULL;
        }
    if (ok) {
        call->next = s->calls;
        s->calls = call;
    }
    pthread_mutex_unlock(&s->mutex);
    return ok;
}

static void close_call(struct mcp_session *s, struct open_call *call)
{
    pthread_mutex_lock(&s->mutex);
    struct open_call **at = &s->calls;
    while (*at != call)
        at = &(*at)->next;
    *at = call->next;
    pthread_mutex_unlock(&s->mutex);
}

static void call_tool(struct request *q)
{
    const char *name = NULL;
    const struct json *arguments = json_get(q->params, "arguments");
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) id = { 0 };
    if (!json_string(json_get(q->params, "name"), &name)) {
        put_error(q->out, q->id, RPC_PARAMS, "tools/call needs name, a text");
        return;
    }
    const struct mcp_tool *tool = mcp_tool_find(name);
    if (tool == NULL || (arguments != NULL && json_type(arguments) != JSON_OBJECT &&
                         json_type(arguments) != JSON_NULL)) {
        put_error(q->out, q->id, RPC_PARAMS,
                  tool == NULL
                      ? arena_printf(q->a, "there is no tool '%.60s': tools/list names them", name)
                      : "arguments is an object");
        return;
    }
    json_print(q->id, false, &id);
    struct open_call open = { .id = buf_text(&id) };
    struct mcp_call c = { .mcp = q->session->mcp,
                          .session = q->session,
                          .handle = &open.handle,
                          .arguments = arguments,
                          .a = q->a };
    const int64_t began_ns = clock_monotonic_ns();
    clock_utc(c.began_at);
    if (!open_call(q->session, &open))
        return;
    int rc = mcp_arguments_check(tool, arguments, &err);
    if (rc == 0)
        rc = tool->run(&c, &err);
    close_call(q->session, &open);
    put_call_result(q, &c, rc, &err, !open.handle.cancelled);
    note_call(q, tool, &c, rc, began_ns);
    db_close(c.db);
    json_free(c.facts);
    buf_release(&c.text);
}

static void read_resource(struct request *q)
{
    const char *uri = NULL;
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    struct server_call handle = { false };
    struct mcp_call c = {
        .mcp = q->session->mcp, .session = q->session, .handle = &handle, .a = q->a
    };
    if (!json_string(json_get(q->params, "uri"), &uri)) {
        put_error(q->out, q->id, RPC_PARAMS, "resources/read needs uri, a text");
        return;
    }
    int rc = mcp_resource_read(&c, uri, &text, &err);
    if (rc < 0) {
        put_error(q->out, q->id, rc == ERR_NOMATCH ? RPC_NO_RESOURCE : RPC_INTERNAL, err.msg);
    } else {
        struct json *CLEANUP(json_free_ptr) r = json_new_object();
        struct json *o = json_add_object(json_add_array(r, "contents"), NULL);
        json_add_string(o, "uri", uri);
        json_add_string(o, "mimeType", "text/plain");
        json_add_string(o, "text", buf_text(&text));
        put_result(q->out, q->id, r);
    }
    db_close(c.db);
    buf_release(&c.text);
}

static const struct {
    const char *name;
    void (*handle)(struct request *q);
    bool is_quick;
} methods[] = {
    { "initialize", say_hello, true },
    { "ping", ping, true },
    { "tools/list", list_tools, true },
    { "tools/call", call_tool, false },
    { "resources/list", list_resources, true },
    { "resources/templates/list", list_templates, true },
    { "resources/read", read_resource, false },
};

/* ---- notifications ---- */

static void cancel(struct mcp_session *s, const struct json *id)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    if (id == NULL)
        return;
    json_print(id, false, &text);
    pthread_mutex_lock(&s->mutex);
    struct open_call *c = s->calls;
    while (c != NULL && strcmp(c->id, buf_text(&text)) != 0)
        c = c->next;
    if (c != NULL) {
        server_cancel(s->mcp->server, &c->handle);
    } else if (text.len <= NAME_BYTES) {
        char **slot = &s->cancelled[s->n_cancelled++ % MCP_CANCELLED];
        free(*slot);
        *slot = buf_detach(&text);
    }
    pthread_mutex_unlock(&s->mutex);
}

static void hear(struct mcp_session *s, const char *method, const struct json *params)
{
    if (strcmp(method, "notifications/cancelled") == 0)
        cancel(s, json_get(params, "requestId"));
}

/* ---- messages ---- */

static bool is_id(const struct json *id)
{
    const char *text = NULL;
    double number = 0;
    return json_string(id, &text) || json_number(id, &number);
}

static void handle(struct mcp_session *s, const struct json *message, struct arena *a,
                   struct buf *out)
{
    const char *version = NULL, *method = NULL;
    const struct json *id = json_get(message, "id");
    const struct json *params = json_get(message, "params");
    if (json_type(message) == JSON_OBJECT && json_get(message, "method") == NULL &&
        (json_get(message, "result") != NULL || json_get(message, "error") != NULL))
        return; /* an answer: nothing was asked */
    const bool has_id = json_type(message) == JSON_OBJECT && id != NULL;
    const struct json *shown = has_id && is_id(id) ? id : NULL;
    if (json_type(message) != JSON_OBJECT || !json_string(json_get(message, "jsonrpc"), &version) ||
        strcmp(version, "2.0") != 0 || !json_string(json_get(message, "method"), &method) ||
        (has_id && shown == NULL)) {
        put_error(
            out, shown, RPC_REQUEST,
            "a request is an object with jsonrpc \"2.0\", method, and id, a text or a number");
        return;
    }
    if (!has_id) {
        hear(s, method, params);
        return;
    }
    if (params != NULL && json_type(params) != JSON_OBJECT && json_type(params) != JSON_NULL) {
        put_error(out, id, RPC_PARAMS, "params is an object");
        return;
    }
    struct request q = { s, id, params, method, a, out };
    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        if (strcmp(methods[i].name, method) == 0) {
            methods[i].handle(&q);
            return;
        }
    put_error(out, id, RPC_METHOD,
              arena_printf(a, "there is no method '%.60s' here: tools and resources are offered",
                           method));
}

static void handle_batch(struct mcp_session *s, const struct json *list, struct arena *a,
                         struct buf *out)
{
    const size_t start = out->len;
    if (json_count(list) == 0)
        put_error(out, NULL, RPC_REQUEST, "the batch is empty");
    for (const struct json *m = json_first(list); m != NULL; m = json_next(m)) {
        struct buf CLEANUP(buf_release) one = { 0 };
        handle(s, m, a, &one);
        if (one.len > 0) {
            buf_putc(out, out->len == start ? '[' : ',');
            buf_add(out, one.data, one.len);
        }
    }
    if (out->len > start && json_count(list) > 0)
        buf_putc(out, ']');
}

/* A message with NUL in a text is no text of ours, but its sender waits for its id. */
static const struct json *parse(const char *text, size_t len, struct arena *a, bool *out_mended,
                                struct err *err)
{
    const struct json *root = json_parse_arena("the message", 1, text, len, a, err);
    *out_mended = false;
    if (root != NULL)
        return root;
    char *copy = arena_strndup(a, text, len);
    struct err still = { 0 };
    json_mend_text(copy, len);
    root = json_parse_arena("the message", 1, copy, len, a, &still);
    *out_mended = root != NULL;
    return root;
}

void mcp_message(struct mcp_session *s, const char *text, size_t len, struct buf *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    bool mended = false;
    if (len > MESSAGE_BYTES) {
        put_error(out, NULL, RPC_REQUEST, "a message has at most 8 MiB");
        return;
    }
    const struct json *root = parse(text, len, &a, &mended, &err);
    if (root == NULL)
        put_error(out, NULL, RPC_PARSE, err.msg);
    else if (mended)
        put_error(out, is_id(json_get(root, "id")) ? json_get(root, "id") : NULL, RPC_PARAMS,
                  err.msg);
    else if (json_type(root) == JSON_ARRAY)
        handle_batch(s, root, &a, out);
    else
        handle(s, root, &a, out);
}

bool mcp_is_quick(const char *text, size_t len)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err ignored = { 0 };
    const char *method = NULL;
    const struct json *root =
        len > MESSAGE_BYTES ? NULL : json_parse_arena("the message", 1, text, len, &a, &ignored);
    if (root == NULL || json_type(root) != JSON_OBJECT ||
        !json_string(json_get(root, "method"), &method) || json_get(root, "id") == NULL)
        return json_type(root) != JSON_ARRAY;
    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        if (strcmp(methods[i].name, method) == 0)
            return methods[i].is_quick;
    return true;
}
