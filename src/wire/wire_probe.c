#include "src/wire/wire_probe.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/wire/wire_score.h"

/* Facts that stay while the server serves the same: no times, no loads. */
static const char *const model_facts[] = { "owned_by", "root", "parent", "max_model_len" };
static const char *const server_facts[] = { "build_info", "model_path", "total_slots",
                                            "weight_version" };

static const struct json *read(const char *body, struct arena *a)
{
    struct err ignored = { 0 };
    return body == NULL ? NULL : wire_parse("answer", body, strlen(body), a, NULL, &ignored);
}

static const struct json *model_list(const char *models, struct arena *a)
{
    const struct json *list = json_get(read(models, a), "data");
    return list != NULL && json_type(list) == JSON_ARRAY ? list : NULL;
}

const char *wire_first_model(const char *models, struct arena *a)
{
    const char *id = NULL;
    json_string(json_get(json_first(model_list(models, a)), "id"), &id);
    return id;
}

static const struct json *find_model(const char *models, const char *name, struct arena *a)
{
    for (const struct json *m = json_first(model_list(models, a)); m != NULL; m = json_next(m)) {
        const char *id = NULL;
        if (json_string(json_get(m, "id"), &id) && strcmp(id, name) == 0)
            return m;
    }
    return NULL;
}

static void add_scalar(struct json *to, const char *key, const struct json *value)
{
    const char *text = NULL;
    int64_t whole = 0;
    double real = 0;
    if (json_string(value, &text))
        json_add_string(to, key, text);
    else if (json_int(value, &whole))
        json_add_int(to, key, whole);
    else if (json_number(value, &real))
        json_add_number(to, key, real);
}

static void add_facts(struct json *to, const char *const *keys, size_t n, const struct json *from)
{
    for (size_t i = 0; i < n; i++)
        add_scalar(to, keys[i], json_get(from, keys[i]));
}

static void add_capabilities(struct json *to, const struct wire_probe *p)
{
    const struct wire_server *s = p->server;
    json_add_string(to, "logprob_semantics", wire_semantics_name(s->semantics));
    json_add_int(to, "max_top_logprobs", s->max_top_logprobs);
    json_add_bool(to, "token_ids", s->return_token_ids || s->ids_in_logprobs);
    json_add_bool(to, "tokenize", s->tokenize != NULL);
    json_add_bool(to, "seed", s->seed);
    json_add_bool(to, "n", s->many);
    json_add_bool(to, "top_k", s->top_k);
    json_add_string(to, "scoring", wire_scoring_name(p->scoring));
    json_add_bool(to, "echo", p->scoring == WIRE_SCORE_ECHO);
    json_add_bool(to, "prompt_logprobs", p->scoring == WIRE_SCORE_PROMPT_LOGPROBS);
    if (p->scoring != WIRE_SCORE_NONE)
        json_add_string(to, "scored_semantics", wire_semantics_name(s->prompt_semantics));
}

static const char *version_of(const struct json *version, const struct json *props)
{
    const char *text = NULL;
    if (!json_string(json_get(version, "version"), &text))
        json_string(json_get(props, "build_info"), &text);
    return text;
}

void wire_put_probe(const struct wire_probe *p, struct buf *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *props = read(p->props, &a);
    const struct json *version = read(p->version, &a);
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "server", p->server->name);
    json_add_bool(root, "recognised", !p->configured && strcmp(p->server->name, "other") != 0);
    json_add_string(root, "version", version_of(version, props));
    json_add_string(root, "base_url", p->base_url);
    json_add_string(root, "model", p->model);
    add_facts(json_add_object(root, "model_facts"), model_facts, ARRAY_LEN(model_facts),
              find_model(p->models, p->model, &a));
    struct json *facts = json_add_object(root, "server_facts");
    add_facts(facts, server_facts, ARRAY_LEN(server_facts), props);
    add_facts(facts, server_facts, ARRAY_LEN(server_facts), version);
    add_scalar(facts, "n_ctx", json_get(json_get(props, "default_generation_settings"), "n_ctx"));
    add_capabilities(json_add_object(root, "capabilities"), p);
    json_print(root, false, out);
}
