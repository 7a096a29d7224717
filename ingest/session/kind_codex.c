/*
 * kind_codex.c - rollout files of Codex: lines with type and payload, or, of old versions, items
 * without them.
 *
 * Counters of tokens are running totals of the session: a step's tokens are what a total adds to
 * the one before it, so that repeated counts add nothing.  Tokens that were read from the cache or
 * written to it are part of the input.  Events tell what items tell: they count where there are no
 * items.
 */
#include <string.h>

#include "ingest/session/session_draft.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

static const char *recognise(const struct ingest_probe *p)
{
    if (ingest_probe_has_key(p, "payload") && (ingest_probe_has_text(p, "\"session_meta\"") ||
                                               ingest_probe_has_text(p, "\"event_msg\"") ||
                                               ingest_probe_has_text(p, "\"response_item\"")))
        return "lines of session_meta, response_item and event_msg";
    if (ingest_probe_has_keys(p, "instructions", "timestamp") && ingest_probe_has_key(p, "git") &&
        (ingest_probe_has_key(p, "record_type") || ingest_probe_has_text(p, "\"function_call\"")))
        return "items of an early rollout file";
    return NULL;
}

#define EXIT_CODE "Exit code: "

/* The answer at hand: its items are one step, which its count of tokens ends. */
static struct ingest_session_step *answer(struct session_draft *d, const struct ingest_record *r)
{
    if (d->open == NULL) {
        d->open = draft_step(d, r->where, "assistant", r->line);
        d->open->at = draft_string(d, r->json, "timestamp");
        d->open->model = d->model;
    }
    return d->open;
}

static void take_message(struct session_draft *d, const struct ingest_record *r,
                         const struct json *item)
{
    const char *role = "";
    const char *text = draft_content(r->arena, json_get(item, "content"));
    json_string(json_get(item, "role"), &role);
    if (strcmp(role, "assistant") == 0) {
        draft_add_text(d, answer(d, r), text);
        return;
    }
    d->open = NULL;
    struct ingest_session_step *step =
        draft_step(d, r->where, strcmp(role, "user") == 0 ? "user" : "system", r->line);
    step->at = draft_string(d, r->json, "timestamp");
    draft_add_text(d, step, text);
}

static void take_answer(struct session_draft *d, const struct ingest_record *r,
                        const struct json *item)
{
    const struct json *output = json_get(item, "output");
    const char *text = NULL;
    bool good = true;
    if (json_type(output) == JSON_OBJECT) {
        json_bool(json_get(output, "success"), &good);
        output = json_get(output, "content");
    }
    text = json_type(output) == JSON_ARRAY ? draft_content(r->arena, output)
                                           : draft_value(r->arena, output);
    if (text != NULL && *text == '{') { /* {"output": ..., "metadata": {"exit_code": 0}} */
        struct err ignored = { 0 };
        const struct json *inner =
            json_parse_arena("output", 1, text, strlen(text), r->arena, &ignored);
        const char *said = NULL;
        int64_t status = 0;
        if (json_string(json_get(inner, "output"), &said))
            text = said;
        if (json_int(json_get(json_get(inner, "metadata"), "exit_code"), &status))
            good = status == 0;
    } else if (text != NULL && str_starts_with(text, EXIT_CODE)) {
        good = text[strlen(EXIT_CODE)] == '0';
    }
    draft_answer(d, draft_string(d, item, "call_id"), text, !good, r->where);
}

static bool take_item(struct session_draft *d, const struct ingest_record *r,
                      const struct json *item, const char **out_kind)
{
    static const char *const passed[] = { "reasoning",          "web_search_call",
                                          "ghost_snapshot",     "compaction",
                                          "compaction_summary", "other",
                                          "tool_search_call",   "tool_search_output" };
    const char *type = "";
    *out_kind = json_string(json_get(item, "type"), &type) ? type : "item without type";
    if (strcmp(type, "message") == 0) {
        take_message(d, r, item);
        return true;
    }
    if (strcmp(type, "function_call") == 0 || strcmp(type, "custom_tool_call") == 0) {
        const struct json *args = json_get(item, "arguments");
        draft_call(d, answer(d, r), draft_string(d, item, "call_id"), draft_string(d, item, "name"),
                   draft_value(r->arena, args != NULL ? args : json_get(item, "input")));
        return true;
    }
    if (strcmp(type, "local_shell_call") == 0) {
        draft_call(d, answer(d, r), draft_string(d, item, "call_id"), "local_shell",
                   draft_value(r->arena, json_get(item, "action")));
        return true;
    }
    if (strcmp(type, "function_call_output") == 0 || strcmp(type, "custom_tool_call_output") == 0 ||
        strcmp(type, "local_shell_call_output") == 0) {
        take_answer(d, r, item);
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(passed); i++)
        if (strcmp(type, passed[i]) == 0)
            return true;
    return false;
}

/* What the total has more than the one before; a smaller total began anew. */
static int64_t gain(int64_t now, int64_t *before)
{
    if (now < 0)
        return -1;
    const int64_t more = now >= *before ? now - *before : now;
    *before = now;
    return more;
}

static void take_tokens(struct session_draft *d, const struct ingest_record *r,
                        const struct json *info)
{
    const struct json *total = json_get(info, "total_token_usage");
    struct ingest_usage *was = &d->before;
    if (json_type(total) != JSON_OBJECT)
        return;
    const int64_t input = gain(draft_count(total, "input_tokens"), &was->input);
    const int64_t cached = gain(draft_count(total, "cached_input_tokens"), &was->cache_read);
    const int64_t written = gain(draft_count(total, "cache_write_input_tokens"), &was->cache_write);
    const int64_t output = gain(draft_count(total, "output_tokens"), &was->output);
    const int64_t reasoning = gain(draft_count(total, "reasoning_output_tokens"), &was->reasoning);
    if (input <= 0 && output <= 0)
        return; /* said again */
    struct ingest_usage *u = &answer(d, r)->usage;
    *u = ingest_usage_unknown;
    u->input = draft_less(draft_less(input, cached), written);
    u->cache_read = cached;
    u->cache_write = written;
    u->output = output;
    u->reasoning = reasoning;
    d->open = NULL;
}

/* A tool of an event: it is called and has answered. */
static void take_tool(struct session_draft *d, const struct ingest_record *r,
                      const struct json *item, const char *tool, const char *arguments,
                      const char *said)
{
    const char *uid = draft_string(d, item, "id");
    int64_t status = 0;
    json_int(json_get(item, "exit_code"), &status);
    draft_call(d, answer(d, r), uid, tool, arguments);
    draft_answer(d, uid, said, status != 0, r->where);
}

/* Files that were added come whole, others as a difference. */
static void take_changes(struct session_draft *d, const struct ingest_record *r,
                         const struct json *item)
{
    const struct json *changes = json_get(item, "changes");
    for (const struct json *c = json_type(changes) == JSON_OBJECT ? json_first(changes) : NULL;
         c != NULL; c = json_next(c)) {
        const char *content = NULL;
        struct buf args CLEANUP(buf_release) = { 0 };
        if (!json_string(json_get(c, "content"), &content) &&
            !json_string(json_get(json_get(c, "add"), "content"), &content)) {
            d->n_unseen_edits++;
            continue;
        }
        buf_puts(&args, "{\"path\":");
        buf_put_json_text(&args, json_key(c));
        buf_puts(&args, ",\"content\":");
        buf_put_json_text(&args, content);
        buf_putc(&args, '}');
        const char *uid = arena_printf(r->arena, "%s/%s", r->where, json_key(c));
        draft_call(d, answer(d, r), uid, "FileChange", buf_text(&args));
        draft_answer(d, uid, "", false, r->where);
    }
}

static void take_completed(struct session_draft *d, const struct ingest_record *r,
                           const struct json *item)
{
    const char *type = "", *said = NULL;
    if (!json_string(json_get(item, "type"), &type))
        return;
    if (strcmp(type, "AgentMessage") == 0) {
        draft_add_text(d, answer(d, r), draft_content(r->arena, json_get(item, "content")));
    } else if (strcmp(type, "UserMessage") == 0) {
        d->open = NULL;
        struct ingest_session_step *step = draft_step(d, r->where, "user", r->line);
        step->at = draft_string(d, r->json, "timestamp");
        draft_add_text(d, step, draft_content(r->arena, json_get(item, "content")));
    } else if (strcmp(type, "CommandExecution") == 0) {
        if (!json_string(json_get(item, "aggregated_output"), &said))
            json_string(json_get(item, "stdout"), &said);
        const char *words = draft_value(r->arena, json_get(item, "command"));
        take_tool(d, r, item, type,
                  words == NULL ? NULL : arena_printf(r->arena, "{\"command\":%s}", words), said);
    } else if (strcmp(type, "McpToolCall") == 0) {
        take_tool(d, r, item, draft_string(d, item, "tool"),
                  draft_value(r->arena, json_get(item, "arguments")),
                  draft_value(r->arena, json_get(item, "result")));
    } else if (strcmp(type, "FileChange") == 0) {
        take_changes(d, r, item);
    }
}

static bool take_event(struct session_draft *d, const struct ingest_record *r,
                       const struct json *event)
{
    const char *type = NULL;
    if (!json_string(json_get(event, "type"), &type))
        return false;
    if (strcmp(type, "token_count") == 0)
        take_tokens(d, r, json_get(event, "info"));
    if (strcmp(type, "item_completed") == 0 && !d->has_items)
        take_completed(d, r, json_get(event, "item"));
    return true;
}

static void take_meta(struct session_draft *d, const struct json *meta)
{
    const char *from = NULL;
    if (d->s.uid != NULL)
        return; /* of the session that this one was forked from */
    d->s.uid = draft_string(d, meta, "id");
    d->s.version = draft_string(d, meta, "cli_version");
    if (json_string(json_get(meta, "forked_from_id"), &from))
        ingest_remark(d->source,
                      "forked from the session %.60s: its history is here as well, and its tokens, "
                      "where they were counted on, are in both",
                      from);
}

static bool take(struct session_draft *d, const struct ingest_record *r, const char **out_kind)
{
    static const char *const passed[] = { "compacted", "world_state", "inter_agent_communication",
                                          "inter_agent_communication_metadata" };
    const struct json *payload = json_get(r->json, "payload");
    const char *type = "";
    *out_kind = json_string(json_get(r->json, "type"), &type) ? type : "line without type";
    if (strcmp(type, "session_meta") == 0) {
        take_meta(d, payload);
        return true;
    }
    if (strcmp(type, "turn_context") == 0) {
        const char *model = draft_string(d, payload, "model");
        d->model = model != NULL ? model : d->model;
        if (d->s.model == NULL)
            d->s.model = model;
        return true;
    }
    d->has_items |= strcmp(type, "response_item") == 0;
    if (strcmp(type, "response_item") == 0)
        return take_item(d, r, payload, out_kind);
    if (strcmp(type, "event_msg") == 0)
        return take_event(d, r, payload);
    for (size_t i = 0; i < ARRAY_LEN(passed); i++)
        if (strcmp(type, passed[i]) == 0)
            return true;
    if (payload != NULL)
        return false;
    if (*type == '\0' && json_get(r->json, "instructions") != NULL) {
        take_meta(d, r->json); /* of an early version */
        return true;
    }
    return json_get(r->json, "record_type") != NULL || take_item(d, r, r->json, out_kind);
}

const struct session_kind session_kind_codex = {
    .name = "codex",
    .agent = "codex",
    .summary = "Codex, rollout files",
    .recognise = recognise,
    .take = take,
};
