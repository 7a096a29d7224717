/*
 * policies.c - the table of policies.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/rng.h"
#include "src/json/json.h"
#include "src/sample/policy.h"
#include "src/wire/wire.h"
#include "tasks/task.h"

extern const struct policy_vtable policy_builtin;
extern const struct policy_vtable policy_mutants;
extern const struct policy_vtable policy_openai;
extern const struct policy_vtable policy_replay;
extern const struct policy_vtable policy_tinker;

static const struct policy_vtable *const policies[] = {
    &policy_builtin, &policy_replay, &policy_mutants, &policy_openai, &policy_tinker,
};

const struct policy_vtable *const *policy_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(policies);
    return policies;
}

const struct policy_vtable *policy_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(policies); i++) {
        if (strcmp(policies[i]->name, name) == 0)
            return policies[i];
    }
    return NULL;
}

int policy_named(const char **name, const char **config, struct arena *a, struct err *err)
{
    const struct wire_server *server = wire_find_server(*name);
    if (policy_find(*name) != NULL || server == NULL || server->local_url == NULL)
        return 0;
    const char *given = *config == NULL ? "{}" : *config;
    struct json *o CLEANUP(json_free_ptr) =
        json_parse("--policy-config", given, strlen(given), err);
    if (o == NULL)
        return err->code;
    if (json_type(o) != JSON_OBJECT)
        return err_set(err, ERR_USAGE, "--policy-config: not an object");
    if (json_get(o, "base_url") == NULL)
        json_add_string(o, "base_url", server->local_url);
    if (json_get(o, "server") == NULL)
        json_add_string(o, "server", server->name);
    CLEANUP(buf_release) struct buf text = { 0 };
    json_print(o, true, &text);
    *config = arena_strdup(a, buf_text(&text));
    *name = policy_openai.name;
    return 0;
}

int policy_unknown(const char *name, struct err *err)
{
    CLEANUP(buf_release) struct buf names = { 0 };
    struct nearest near;
    nearest_init(&near, name);
    for (size_t i = 0; i < ARRAY_LEN(policies); i++) {
        buf_printf(&names, "%s%s", i > 0 ? ", " : "", policies[i]->name);
        nearest_offer(&near, policies[i]->name);
    }
    for (const struct wire_server *s = wire_servers; s->name != NULL; s++)
        if (s->local_url != NULL)
            nearest_offer(&near, s->name);
    err_set(err, ERR_USAGE,
            "unknown policy '%s'; the policies are %s, and vllm, sglang, llama.cpp or ollama for "
            "openai with that server",
            name, buf_text(&names));
    return err_suggest(err, &near);
}

unsigned policy_caps(struct policy *p)
{
    return p->vtable->open_caps != NULL ? p->vtable->open_caps(p) : p->vtable->caps;
}

int64_t sample_seed(const struct sample_request *q)
{
    struct rng r;
    uint64_t name = (uint64_t)q->task->level << 32 | (uint64_t)q->task->problem_id;
    uint64_t when = (uint64_t)(uint32_t)q->turn << 32 | (uint32_t)q->step;
    rng_init(&r, q->run_seed, RNG_SAMPLE, name, when, (uint64_t)q->sample);
    return (int64_t)(rng_u32(&r) >> 1);
}

int policy_scores(struct policy *p, const struct score_request *q, size_t n, struct arena *a,
                  struct token_scores *out, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        out[i] = (struct token_scores){ 0 };
        if (i % POLICY_SCORES_AHEAD == 0 && p->vtable->score_ahead != NULL)
            rc = p->vtable->score_ahead(
                p, q + i, n - i < POLICY_SCORES_AHEAD ? n - i : POLICY_SCORES_AHEAD, err);
        if (rc == 0 && q[i].n_tokens > 0)
            rc = p->vtable->score(p, &q[i], a, &out[i], err);
    }
    return rc;
}
