/*
 * kind_claude_code.c - transcripts of Claude Code: its session files, those of its sub-agents, and
 * the stream that "--output-format stream-json" prints.
 *
 * A message comes as several lines, one a block of its content, each with the usage of the whole
 * message or of a part of its stream: the usage with most output counts, once.
 */
#include <math.h>
#include <string.h>

#include "ingest/session/session_draft.h"
#include "src/base/mem.h"
#include "src/json/json.h"

static const char *recognise(const struct ingest_probe *p)
{
    const bool session =
        ingest_probe_has_key(p, "sessionId") || ingest_probe_has_key(p, "session_id");
    if (session && ingest_probe_has_keys(p, "type", "message") && ingest_probe_has_key(p, "uuid") &&
        (ingest_probe_has_text(p, "\"user\"") || ingest_probe_has_text(p, "\"assistant\"")))
        return "lines with sessionId, uuid and messages";
    return NULL;
}

static void take_usage(const struct json *usage, struct ingest_usage *u)
{
    const int64_t output = draft_count(usage, "output_tokens");
    if (json_type(usage) != JSON_OBJECT || output < u->output)
        return;
    u->output = output;
    u->input = draft_count(usage, "input_tokens");
    u->cache_read = draft_count(usage, "cache_read_input_tokens");
    u->cache_write = draft_count(usage, "cache_creation_input_tokens");
}

/* Of the sub-agent that a line belongs to; NULL: none. */
static const char *sub_agent(struct session_draft *d, const struct json *line)
{
    bool side = false;
    const char *id = draft_string(d, line, "agentId");
    json_bool(json_get(line, "isSidechain"), &side);
    if (id == NULL)
        id = draft_string(d, line, "parent_tool_use_id");
    return id != NULL ? id : side ? "sidechain" : NULL;
}

static void take_assistant(struct session_draft *d, const struct ingest_record *r,
                           const struct json *line, const struct json *m)
{
    const struct json *content = json_get(m, "content");
    const char *uid = NULL, *type = NULL;
    if (!json_string(json_get(m, "id"), &uid) && !json_string(json_get(line, "uuid"), &uid))
        uid = arena_printf(r->arena, "%s@%s", r->where, draft_uid(d));
    struct ingest_session_step *step = draft_step(d, uid, "assistant", r->line);
    if (step->at == NULL)
        step->at = draft_string(d, line, "timestamp");
    if (step->model == NULL) {
        step->model = draft_string(d, m, "model");
        step->sub_agent = sub_agent(d, line);
    }
    if (d->s.model == NULL && step->sub_agent == NULL && step->model != NULL &&
        step->model[0] != '<')
        d->s.model = step->model;
    take_usage(json_get(m, "usage"), &step->usage);
    json_number(json_get(line, "costUSD"), &step->usage.cost_usd);
    if (json_type(content) != JSON_ARRAY) {
        draft_add_text(d, step, draft_content(r->arena, content));
        return;
    }
    for (const struct json *c = json_first(content); c != NULL; c = json_next(c)) {
        type = "";
        json_string(json_get(c, "type"), &type);
        if (strcmp(type, "text") == 0)
            draft_add_text(d, step, draft_string(d, c, "text"));
        else if (strcmp(type, "tool_use") == 0 || strcmp(type, "server_tool_use") == 0)
            draft_call(d, step, draft_string(d, c, "id"), draft_string(d, c, "name"),
                       draft_value(r->arena, json_get(c, "input")));
    }
}

/* What the line says beside the message: the file before an edit, or as it was read. */
static void take_side(struct session_draft *d, const struct json *side)
{
    const struct json *file = json_get(side, "file");
    draft_file_is(d, draft_string(d, side, "filePath"), draft_string(d, side, "originalFile"));
    if (draft_count(file, "startLine") == 1 && draft_count(file, "numLines") >= 0 &&
        draft_count(file, "numLines") == draft_count(file, "totalLines"))
        draft_file_is(d, draft_string(d, file, "filePath"), draft_string(d, file, "content"));
}

/* With what a tool of MCP answers to programs. */
static const char *answer_of(struct arena *a, const struct json *line, const struct json *block)
{
    const char *text = draft_content(a, json_get(block, "content"));
    const struct json *facts = json_get(json_get(line, "toolUseResult"), "structuredContent");
    if (json_type(facts) != JSON_OBJECT)
        return text;
    return arena_printf(a, "%s\n%s", text == NULL ? "" : text, draft_value(a, facts));
}

static void take_user(struct session_draft *d, const struct ingest_record *r,
                      const struct json *line, const struct json *m)
{
    const struct json *content = json_get(m, "content");
    const char *uid = NULL, *type = NULL, *text = NULL;
    if (json_type(content) == JSON_ARRAY) {
        take_side(d, json_get(line, "toolUseResult"));
        for (const struct json *c = json_first(content); c != NULL; c = json_next(c)) {
            bool failed = false;
            if (!json_string(json_get(c, "type"), &type) || strcmp(type, "tool_result") != 0)
                continue;
            json_bool(json_get(c, "is_error"), &failed);
            draft_answer(d, draft_string(d, c, "tool_use_id"), answer_of(r->arena, line, c), failed,
                         r->where);
        }
    }
    text = draft_content(r->arena, content);
    if (text == NULL)
        return; /* answers alone */
    if (!json_string(json_get(line, "uuid"), &uid))
        uid = arena_printf(r->arena, "%s@%s", r->where, draft_uid(d));
    struct ingest_session_step *step = draft_step(d, uid, "user", r->line);
    step->at = draft_string(d, line, "timestamp");
    step->sub_agent = sub_agent(d, line);
    if (step->text.data == NULL)
        draft_add_text(d, step, text);
}

static void take_line(struct session_draft *d, const struct ingest_record *r,
                      const struct json *line, const char *type)
{
    const struct json *m = json_get(line, "message");
    if (strcmp(type, "assistant") == 0)
        take_assistant(d, r, line, m);
    else
        take_user(d, r, line, m);
}

/* Progress of a sub-agent repeats its messages: they are known by their ids. */
static void take_progress(struct session_draft *d, const struct ingest_record *r)
{
    const struct json *line = json_get(json_get(r->json, "data"), "message");
    const char *type = NULL;
    if (json_string(json_get(line, "type"), &type) && strcmp(type, "assistant") == 0)
        take_line(d, r, line, type);
}

static bool take(struct session_draft *d, const struct ingest_record *r, const char **out_kind)
{
    static const char *const passed[] = {
        "system",           "summary",     "file-history-snapshot", "queue-operation",
        "attachment",       "last-prompt", "custom-title",          "ai-title",
        "agent-name",       "tag",         "permission-mode",       "pr-link",
        "agent-setting",    "mode",        "stream_event",          "worktree-state",
        "rate_limit_event",
    };
    const char *type = "";
    *out_kind = json_string(json_get(r->json, "type"), &type) ? type : "line without type";
    if (d->s.uid == NULL)
        d->s.uid = draft_string(d, r->json, "sessionId");
    if (d->s.uid == NULL)
        d->s.uid = draft_string(d, r->json, "session_id");
    if (d->s.version == NULL)
        d->s.version = draft_string(d, r->json, "version");
    if (strcmp(type, "assistant") == 0 || strcmp(type, "user") == 0) {
        take_line(d, r, r->json, type);
        return true;
    }
    if (strcmp(type, "progress") == 0)
        take_progress(d, r);
    if (strcmp(type, "result") == 0) /* of the whole, sub-agents included */
        json_number(json_get(r->json, "total_cost_usd"), &d->s.cost_usd);
    if (strcmp(type, "progress") == 0 || strcmp(type, "result") == 0)
        return true;
    for (size_t i = 0; i < ARRAY_LEN(passed); i++)
        if (strcmp(type, passed[i]) == 0)
            return true;
    return false;
}

const struct session_kind session_kind_claude_code = {
    .name = "claude-code",
    .agent = "claude-code",
    .summary = "Claude Code, sessions with their sub-agents, or stream-json",
    .uids_are_global = true,
    .recognise = recognise,
    .take = take,
};
