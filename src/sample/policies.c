/*
 * policies.c - the table of policies.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/rng.h"
#include "src/base/str.h"
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

/* The same question about the same tokens, which has the same scores. */
static bool is_same_request(const struct score_request *a, const struct score_request *b)
{
    if (a->n_tokens != b->n_tokens || a->text_len != b->text_len || a->task != b->task ||
        memcmp(&a->temperature, &b->temperature, sizeof(a->temperature)) != 0 ||
        a->n_exchanges + b->n_exchanges > 0)
        return false;
    if ((a->token_ids == NULL) != (b->token_ids == NULL) ||
        (a->token_ids != NULL &&
         memcmp(a->token_ids, b->token_ids, a->n_tokens * sizeof(*a->token_ids)) != 0))
        return false;
    return str_same(a->text, b->text) && str_same(a->prompt, b->prompt);
}

/* Who asks for what in a block of requests; equal ones are asked once. */
struct score_block {
    struct score_request *q;
    size_t n;
    size_t *places; /* of the askers */
    size_t *asks;   /* which q an asker waits for */
    size_t n_askers;
};

static int collect_block(const struct score_asker *asker, size_t first, size_t n, struct arena *a,
                         struct score_block *b, struct err *err)
{
    *b = (struct score_block){ .q = arena_array(a, n, sizeof(*b->q)),
                               .places = arena_array(a, n, sizeof(*b->places)),
                               .asks = arena_array(a, n, sizeof(*b->asks)) };
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        int rc = asker->ask(asker->context, first + i, a, &b->q[b->n], err);
        if (rc < 0)
            return rc;
        if (rc == 0)
            continue;
        while (same < b->n && !is_same_request(&b->q[same], &b->q[b->n]))
            same++;
        b->n += same == b->n;
        b->places[b->n_askers] = first + i;
        b->asks[b->n_askers++] = same;
    }
    return 0;
}

static int ask_block(struct policy *p, size_t first, size_t n, const struct score_asker *asker,
                     struct arena *a, struct err *err)
{
    struct score_block b;
    int rc = collect_block(asker, first, n, a, &b, err);
    if (rc == 0 && p->vtable->score_ahead != NULL)
        rc = p->vtable->score_ahead(p, b.q, b.n, err);
    for (size_t k = 0; k < b.n && rc == 0; k++) {
        struct arena CLEANUP(arena_release) answer = { 0 };
        struct token_scores scores = { 0 };
        const int scored = p->vtable->score(p, &b.q[k], &answer, &scores, err);
        for (size_t i = 0; i < b.n_askers && rc == 0; i++)
            if (b.asks[i] == k)
                rc = asker->take(asker->context, b.places[i], scored, &scores, err);
    }
    return rc;
}

int policy_ask_scores(struct policy *p, size_t n, const struct score_asker *asker, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i += POLICY_SCORES_AHEAD) {
        rc = ask_block(p, i, n - i < POLICY_SCORES_AHEAD ? n - i : POLICY_SCORES_AHEAD, asker, &a,
                       err);
        arena_rewind(&a);
    }
    return rc;
}

struct token_scores token_scores_copy(const struct token_scores *of, struct arena *a)
{
    struct token_scores copy = *of;
    float *logprobs = arena_array(a, of->n_tokens, sizeof(*logprobs));
    if (of->n_tokens > 0)
        memcpy(logprobs, of->logprobs, of->n_tokens * sizeof(*logprobs));
    copy.logprobs = logprobs;
    return copy;
}

struct scores_at_hand {
    const struct score_request *q;
    struct arena *arena;
    struct token_scores *out;
};

static int ask_at_hand(void *context, size_t i, struct arena *a, struct score_request *out,
                       struct err *err)
{
    const struct scores_at_hand *h = context;
    (void)a;
    (void)err;
    *out = h->q[i];
    h->out[i] = (struct token_scores){ 0 };
    return out->n_tokens > 0;
}

static int take_at_hand(void *context, size_t i, int rc, const struct token_scores *scores,
                        struct err *err)
{
    const struct scores_at_hand *h = context;
    (void)err;
    if (rc == 0)
        h->out[i] = token_scores_copy(scores, h->arena);
    return rc;
}

int policy_scores(struct policy *p, const struct score_request *q, size_t n, struct arena *a,
                  struct token_scores *out, struct err *err)
{
    struct scores_at_hand h = { q, a, out };
    return policy_ask_scores(p, n, &(struct score_asker){ ask_at_hand, take_at_hand, &h }, err);
}
