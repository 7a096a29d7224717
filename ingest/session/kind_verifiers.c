/*
 * kind_verifiers.c - traces.jsonl of verifiers (schema 1): a line is the trace of one rollout, with
 * its messages as nodes and its calls of the model.
 *
 * prompt_tokens are without those of the cache.  A call whose node is unknown has a step of its
 * own, because it was paid for.
 */
#include <math.h>
#include <string.h>

#include "ingest/session/session_draft.h"
#include "src/base/mem.h"
#include "src/json/json.h"

static const char *recognise(const struct ingest_probe *p)
{
    return ingest_probe_has_keys(p, "nodes", "calls") &&
                   ingest_probe_has_keys(p, "task", "agent") && ingest_probe_has_key(p, "rewards")
               ? "traces with task, agent, nodes and calls"
               : NULL;
}

static void take_usage(const struct json *usage, struct ingest_usage *u)
{
    u->input = draft_count(usage, "prompt_tokens");
    u->cache_read = draft_count(usage, "cached_input_tokens");
    u->output = draft_count(usage, "completion_tokens");
    u->reasoning = draft_count(usage, "reasoning_tokens");
    json_number(json_get(usage, "cost"), &u->cost_usd);
}

static void take_node(struct session_draft *d, const struct ingest_record *r,
                      const struct json *node, size_t number)
{
    const struct json *m = json_get(node, "message");
    const struct json *calls = json_get(m, "tool_calls");
    const char *role = "", *text = draft_content(r->arena, json_get(m, "content"));
    double at = 0;
    json_string(json_get(m, "role"), &role);
    if (strcmp(role, "tool") == 0) {
        draft_answer(d, draft_string(d, m, "tool_call_id"), text, false, r->where);
        return;
    }
    const bool answers = strcmp(role, "assistant") == 0;
    struct ingest_session_step *step = draft_step(d, arena_printf(r->arena, "%zu", number),
                                                  answers                     ? "assistant"
                                                  : strcmp(role, "user") == 0 ? "user"
                                                                              : "system",
                                                  (int64_t)number + 1);
    if (json_number(json_get(node, "timestamp"), &at))
        step->at = draft_time(d, at);
    draft_add_text(d, step, text);
    for (const struct json *c = json_type(calls) == JSON_ARRAY ? json_first(calls) : NULL;
         c != NULL; c = json_next(c))
        draft_call(d, step, draft_string(d, c, "id"), draft_string(d, c, "name"),
                   draft_value(r->arena, json_get(c, "arguments")));
}

static void take_call(struct session_draft *d, const struct ingest_record *r,
                      const struct json *call, size_t number, size_t n_nodes)
{
    const int64_t node = draft_count(call, "node");
    const bool known = node >= 0 && (size_t)node < n_nodes;
    const char *uid = known ? arena_printf(r->arena, "%lld", (long long)node)
                            : arena_printf(r->arena, "call %zu", number);
    struct ingest_session_step *step =
        draft_step(d, uid, "assistant", known ? node + 1 : (int64_t)(n_nodes + number + 1));
    step->model = draft_string(d, call, "model");
    if (d->s.model == NULL)
        d->s.model = step->model;
    take_usage(json_get(call, "usage"), &step->usage);
}

static void take_rewards(struct session_draft *d, const struct json *rewards)
{
    double sum = 0;
    bool any = false;
    for (const struct json *j = json_type(rewards) == JSON_OBJECT ? json_first(rewards) : NULL;
         j != NULL; j = json_next(j)) {
        double score = (double)NAN, weight = 1;
        if (!json_number(json_get(j, "score"), &score) || !isfinite(score))
            continue;
        json_number(json_get(j, "weight"), &weight);
        sum += score * weight;
        any = true;
    }
    if (any && isfinite(sum))
        d->s.reward = sum;
}

static bool take(struct session_draft *d, const struct ingest_record *r, const char **out_kind)
{
    const struct json *nodes = json_get(r->json, "nodes"), *calls = json_get(r->json, "calls");
    const struct json *task = json_get(r->json, "task");
    size_t n = 0, number = 0;
    *out_kind = "line without nodes";
    if (json_type(nodes) != JSON_ARRAY)
        return false;
    d->s.uid = draft_string(d, r->json, "id");
    d->s.agent = draft_string(d, json_get(json_get(r->json, "agent"), "config"), "harness");
    if (d->s.agent == NULL)
        d->s.agent = draft_string(d, json_get(r->json, "agent"), "name");
    d->s.version = draft_string(d, json_get(r->json, "verifiers"), "version");
    d->s.task = draft_string(d, task, "key");
    if (d->s.task == NULL)
        d->s.task = draft_string(d, task, "type");
    if (json_type(calls) == JSON_ARRAY) /* before verdicts, whose run names it */
        d->s.model = draft_string(d, json_first(calls), "model");
    for (const struct json *j = json_first(nodes); j != NULL; j = json_next(j))
        take_node(d, r, j, n++);
    for (const struct json *j = json_type(calls) == JSON_ARRAY ? json_first(calls) : NULL;
         j != NULL; j = json_next(j))
        take_call(d, r, j, number++, n);
    take_rewards(d, json_get(r->json, "rewards"));
    return true;
}

const struct session_kind session_kind_verifiers = {
    .name = "verifiers",
    .summary = "traces.jsonl of verifiers",
    .many = true,
    .recognise = recognise,
    .take = take,
};
