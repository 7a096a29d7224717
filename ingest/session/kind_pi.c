/* kind_pi.c - sessions of Pi (versions 1 to 3): a header, then entries of a tree, a line each. */
#include <string.h>

#include "ingest/session/session_draft.h"
#include "src/base/mem.h"
#include "src/json/json.h"

/* The header is the first line. */
static const char *recognise(const struct ingest_probe *p)
{
    struct ingest_probe first = *p;
    const char *end = memchr(p->head, '\n', p->head_len);
    first.head_len = end == NULL ? p->head_len : (size_t)(end - p->head);
    if (ingest_probe_has_text(&first, "\"session\"") &&
        ingest_probe_has_keys(&first, "type", "cwd") &&
        ingest_probe_has_keys(&first, "id", "timestamp") && ingest_probe_has_key(p, "role"))
        return "lines of a session, with a header of id, timestamp and cwd";
    return NULL;
}

static void take_usage(const struct json *usage, struct ingest_usage *u)
{
    u->input = draft_count(usage, "input");
    u->output = draft_count(usage, "output");
    u->cache_read = draft_count(usage, "cacheRead");
    u->cache_write = draft_count(usage, "cacheWrite");
    u->reasoning = draft_count(usage, "reasoning");
    json_number(json_get(json_get(usage, "cost"), "total"), &u->cost_usd);
}

static void take_assistant(struct session_draft *d, struct ingest_session_step *step,
                           const struct json *m, struct arena *a)
{
    const struct json *content = json_get(m, "content");
    step->model = draft_string(d, m, "model");
    if (d->s.model == NULL)
        d->s.model = step->model;
    take_usage(json_get(m, "usage"), &step->usage);
    draft_add_text(d, step, draft_content(a, content));
    for (const struct json *c = json_type(content) == JSON_ARRAY ? json_first(content) : NULL;
         c != NULL; c = json_next(c)) {
        const char *type = NULL;
        if (json_string(json_get(c, "type"), &type) && strcmp(type, "toolCall") == 0)
            draft_call(d, step, draft_string(d, c, "id"), draft_string(d, c, "name"),
                       draft_value(a, json_get(c, "arguments")));
    }
}

static bool take_message(struct session_draft *d, const struct ingest_record *r,
                         const struct json *m, const char **out_kind)
{
    const char *role = "", *uid = NULL, *at = draft_string(d, r->json, "timestamp");
    double ms = 0;
    bool failed = false;
    *out_kind = json_string(json_get(m, "role"), &role) ? role : "message without role";
    if (at == NULL && json_number(json_get(m, "timestamp"), &ms))
        at = draft_time(d, ms);
    if (strcmp(role, "toolResult") == 0) {
        json_bool(json_get(m, "isError"), &failed);
        draft_answer(d, draft_string(d, m, "toolCallId"),
                     draft_content(r->arena, json_get(m, "content")), failed, r->where);
        return true;
    }
    const bool answers = strcmp(role, "assistant") == 0;
    /* Ids are short, and version 1 has none: with the time they tell entries of all sessions apart.
     */
    if (!json_string(json_get(r->json, "id"), &uid))
        uid = r->where;
    uid = arena_printf(r->arena, "%s@%s", uid, at == NULL ? draft_uid(d) : at);
    if (answers || strcmp(role, "user") == 0) {
        struct ingest_session_step *step =
            draft_step(d, uid, answers ? "assistant" : "user", r->line);
        step->at = at;
        if (answers)
            take_assistant(d, step, m, r->arena);
        else
            draft_add_text(d, step, draft_content(r->arena, json_get(m, "content")));
        return true;
    }
    if (strcmp(role, "bashExecution") == 0) { /* the user's own command */
        const char *command = draft_string(d, m, "command");
        struct ingest_session_step *step = draft_step(d, uid, "user", r->line);
        step->at = at;
        draft_add_text(d, step, command);
        return true;
    }
    return strcmp(role, "custom") == 0 || strcmp(role, "hookMessage") == 0 ||
           strcmp(role, "branchSummary") == 0 || strcmp(role, "compactionSummary") == 0;
}

static bool take(struct session_draft *d, const struct ingest_record *r, const char **out_kind)
{
    static const char *const passed[] = {
        "thinking_level_change", "compaction",  "branch_summary", "custom", "label",
        "custom_message",        "session_info"
    };
    const char *type = "";
    *out_kind = json_string(json_get(r->json, "type"), &type) ? type : "line without type";
    if (strcmp(type, "session") == 0) {
        if (d->s.uid == NULL)
            d->s.uid = draft_string(d, r->json, "id");
        if (d->s.model == NULL)
            d->s.model = draft_string(d, r->json, "modelId");
        return true;
    }
    if (strcmp(type, "message") == 0)
        return take_message(d, r, json_get(r->json, "message"), out_kind);
    if (strcmp(type, "model_change") == 0) {
        if (d->s.model == NULL)
            d->s.model = draft_string(d, r->json, "modelId");
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(passed); i++)
        if (strcmp(type, passed[i]) == 0)
            return true;
    return false;
}

const struct session_kind session_kind_pi = {
    .name = "pi",
    .agent = "pi",
    .summary = "Pi, session files of versions 1 to 3",
    .uids_are_global = true,
    .recognise = recognise,
    .take = take,
};
