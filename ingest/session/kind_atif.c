/*
 * kind_atif.c - trajectories of Harbor in the Agent Trajectory Interchange Format (1.0 to 1.8).
 *
 * prompt_tokens hold the cached ones.  Steps that were copied from an earlier trajectory do not
 * count, and a sub-agent's steps stand in its own trajectory alone.
 */
#include <math.h>
#include <string.h>

#include "ingest/session/session_draft.h"
#include "src/base/mem.h"
#include "src/json/json.h"

static const char *recognise(const struct ingest_probe *p)
{
    return ingest_probe_has_key(p, "schema_version") && ingest_probe_has_text(p, "\"ATIF-v")
               ? "a trajectory of ATIF"
               : NULL;
}

static void take_calls(struct session_draft *d, struct ingest_session_step *step,
                       const struct json *calls, struct arena *a)
{
    for (const struct json *c = json_type(calls) == JSON_ARRAY ? json_first(calls) : NULL;
         c != NULL; c = json_next(c))
        draft_call(d, step, draft_string(d, c, "tool_call_id"), draft_string(d, c, "function_name"),
                   draft_value(a, json_get(c, "arguments")));
}

static void take_results(struct session_draft *d, const struct json *observation,
                         const struct ingest_call *only, const char *where, struct arena *a)
{
    const struct json *results = json_get(observation, "results");
    for (const struct json *o = json_type(results) == JSON_ARRAY ? json_first(results) : NULL;
         o != NULL; o = json_next(o)) {
        const char *uid = draft_string(d, o, "source_call_id");
        draft_answer(d, uid != NULL || only == NULL ? uid : only->uid,
                     draft_content(a, json_get(o, "content")), false, where);
    }
}

static void take_usage(const struct json *metrics, struct ingest_usage *u)
{
    u->cache_read = draft_count(metrics, "cached_tokens");
    u->input = draft_less(draft_count(metrics, "prompt_tokens"), u->cache_read);
    u->output = draft_count(metrics, "completion_tokens");
    json_number(json_get(metrics, "cost_usd"), &u->cost_usd);
}

static bool take_step(struct session_draft *d, const struct ingest_record *r, const struct json *j,
                      const char *sub_agent, int64_t number)
{
    const char *source = "";
    bool copied = false;
    if (!json_string(json_get(j, "source"), &source))
        return false;
    const bool agent = strcmp(source, "agent") == 0;
    const char *uid = arena_printf(r->arena, "%s%s%lld", sub_agent == NULL ? "" : sub_agent,
                                   sub_agent == NULL ? "" : "/", (long long)number);
    struct ingest_session_step *step = draft_step(d, uid,
                                                  agent                         ? "assistant"
                                                  : strcmp(source, "user") == 0 ? "user"
                                                                                : "system",
                                                  number);
    step->at = draft_string(d, j, "timestamp");
    step->sub_agent = sub_agent;
    json_bool(json_get(j, "is_copied_context"), &copied);
    step->copied = copied;
    draft_add_text(d, step, draft_content(r->arena, json_get(j, "message")));
    if (agent) {
        const char *model = draft_string(d, j, "model_name");
        step->model = model != NULL ? model : d->s.model;
        take_usage(json_get(j, "metrics"), &step->usage);
        take_calls(d, step, json_get(j, "tool_calls"), r->arena);
    }
    take_results(d, json_get(j, "observation"), step->n_calls == 1 ? &step->calls[0] : NULL,
                 r->where, r->arena);
    return true;
}

/* A list in the list: sub-agents' own sub-agents. */
static void take_trajectory(struct session_draft *d, const struct ingest_record *r,
                            const struct json *j, int depth)
{
    const struct json *steps = json_get(j, "steps"), *more = json_get(j, "subagent_trajectories");
    const char *name = draft_string(d, j, "trajectory_id");
    int64_t n = 0;
    if (name == NULL)
        name = draft_string(d, json_get(j, "agent"), "name");
    for (const struct json *s = json_type(steps) == JSON_ARRAY ? json_first(steps) : NULL;
         s != NULL; s = json_next(s))
        take_step(d, r, s, name == NULL ? "sub-agent" : name, ++n);
    for (const struct json *t = json_type(more) == JSON_ARRAY && depth < 8 ? json_first(more)
                                                                           : NULL;
         t != NULL; t = json_next(t))
        take_trajectory(d, r, t, depth + 1);
}

static void take_final(struct session_draft *d, const struct json *metrics)
{
    struct ingest_usage *u = &d->before; /* until the steps are known */
    json_number(json_get(metrics, "total_cost_usd"), &d->s.cost_usd);
    u->cache_read = draft_count(metrics, "total_cached_tokens");
    u->input = draft_less(draft_count(metrics, "total_prompt_tokens"), u->cache_read);
    u->output = draft_count(metrics, "total_completion_tokens");
}

static bool take(struct session_draft *d, const struct ingest_record *r, const char **out_kind)
{
    static const char *const passed[] = { "schema_version", "notes", "extra",
                                          "continued_trajectory_ref" };
    const char *key = r->n_keys == 0 || r->keys[0] == NULL ? "" : r->keys[0];
    *out_kind = *key == '\0' ? "value" : draft_copy(d, key);
    if (strcmp(key, "steps") == 0)
        return take_step(d, r, r->json, NULL, r->index + 1);
    if (strcmp(key, "subagent_trajectories") == 0) {
        for (const struct json *t = json_first(r->json); t != NULL; t = json_next(t))
            take_trajectory(d, r, t, 0);
        return true;
    }
    if (strcmp(key, "trajectory_id") == 0 || (strcmp(key, "session_id") == 0 && d->s.uid == NULL))
        d->s.uid = draft_copy(d, draft_value(r->arena, r->json));
    else if (strcmp(key, "agent") == 0) {
        d->s.agent = draft_string(d, r->json, "name");
        d->s.version = draft_string(d, r->json, "version");
        d->s.model = draft_string(d, r->json, "model_name");
    } else if (strcmp(key, "final_metrics") == 0)
        take_final(d, r->json);
    else if (strcmp(key, "session_id") != 0) {
        for (size_t i = 0; i < ARRAY_LEN(passed); i++)
            if (strcmp(key, passed[i]) == 0)
                return true;
        return false;
    }
    return true;
}

/* Where no step tells its tokens, the whole's stand at the last answer. */
static void finish(struct session_draft *d)
{
    struct ingest_session_step *last = NULL;
    for (size_t i = 0; i < d->s.n_steps; i++) {
        struct ingest_session_step *s = &d->s.steps[i];
        if (s->usage.output >= 0 || s->usage.input >= 0)
            return;
        if (strcmp(s->role, "assistant") == 0)
            last = s;
    }
    if (last == NULL || (d->before.output <= 0 && d->before.input <= 0))
        return;
    last->usage.input = d->before.input;
    last->usage.cache_read = d->before.cache_read;
    last->usage.output = d->before.output;
    ingest_remark(d->source, "tokens are stated for the whole session only: they stand at its last "
                             "answer");
}

const struct session_kind session_kind_atif = {
    .name = "atif",
    .summary = "trajectories of Harbor (ATIF 1.0 to 1.8)",
    .is_value = true,
    .recognise = recognise,
    .take = take,
    .finish = finish,
};
