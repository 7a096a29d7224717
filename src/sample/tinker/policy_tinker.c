/*
 * policy_tinker.c - a language model that a Tinker server samples and trains;
 * docs/internals/policy.md.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/eval/torch/torch_host.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/sample/prompt.h"
#include "src/sample/tinker/tinker_internal.h"

extern const struct policy_vtable policy_tinker;

static void close_it(struct policy *p)
{
    struct tinker *t = (struct tinker *)p;
    if (t == NULL)
        return;
    if (t->aside != NULL)
        tinker_drop_model(t);
    torch_host_close(t->tokens);
    http_close(t->aside);
    http_close(t->http);
    http_key_free(t->key);
    arena_release(&t->arena);
    free(t);
}

static int open_client(struct tinker *t, struct err *err)
{
    const char *variable = t->config.key_env;
    if (variable != NULL) {
        t->key = http_key_take(variable);
        if (t->key == NULL)
            return err_set(err, ERR_USAGE,
                           "the environment variable %s, which should contain the key, is not set",
                           variable);
    }
    const struct http_options options = { .max_in_flight = (size_t)t->config.max_in_flight,
                                          .max_attempts = t->config.max_attempts,
                                          .give_up_ms = t->config.give_up_ms,
                                          .key = t->key,
                                          .key_header = "X-API-Key" };
    struct http_options aside = options;
    aside.max_attempts = 1;
    aside.connect_ms = aside.attempt_ms = aside.give_up_ms = 5000;
    int rc = http_open(&options, &t->http, err);
    return rc < 0 ? rc : http_open(&aside, &t->aside, err);
}

/* What the run's record says of the server; names of sessions are not in it. */
static void put_facts(struct tinker *t)
{
    CLEANUP(buf_release) struct buf text = { 0 };
    struct json *CLEANUP(json_free_ptr) facts = json_new_object();
    json_add_string(facts, "server", "tinker");
    json_add_string(facts, "base_url", t->config.base_url);
    json_add_string(facts, "model", t->config.model);
    json_add_int(facts, "lora_rank", t->config.rank);
    json_add_string(facts, "tokenizer", t->config.tokenizer);
    json_add_string(facts, "logprob_semantics", t->config.semantics);
    json_add_string(facts, "loss_reduction", t->config.reduction);
    json_add_string(facts, "losses", "importance_sampling, ppo, cispo, cross_entropy");
    json_add_string(facts, "scoring",
                    t->config.last_n ? "prompt_logprobs_last_n" : "prompt_logprobs");
    json_print(facts, false, &text);
    t->facts = arena_strdup(&t->arena, buf_text(&text));
}

static int open_it(const char *config, struct policy **out, struct err *err)
{
    struct tinker *t = mem_alloc(sizeof(*t));
    t->policy.vtable = &policy_tinker;
    int rc = tinker_config_parse(config, &t->arena, &t->config, err);
    const struct prompt_settings settings = { .template_name = t->config.template_name,
                                              .hardware = t->config.hardware };
    if (rc == 0)
        rc = prompt_template_hash(&settings, t->template_sha256, err);
    if (rc == 0)
        rc = prompt_answer_form(&settings, &t->form, err);
    if (rc == 0)
        rc = open_client(t, err);
    if (rc == 0)
        rc = tinker_tokens_open(t, err);
    if (rc == 0)
        rc = tinker_need_session(t, err);
    if (rc < 0) {
        close_it(&t->policy);
        return rc;
    }
    put_facts(t);
    *out = &t->policy;
    return 0;
}

static int prompt(struct policy *p, const struct task *task, struct buf *out, struct err *err)
{
    return tinker_put_prompt((const struct tinker *)p, task, out, err);
}

static enum answer_form answer_form(struct policy *p)
{
    return ((struct tinker *)p)->form;
}

static int model_hash(struct policy *p, char out[65], struct err *err)
{
    const struct tinker_config *c = &((const struct tinker *)p)->config;
    CLEANUP(buf_release) struct buf text = { 0 };
    (void)err;
    buf_printf(&text, "tinker\n%s\n%s\n%s\n%d\n%d\n", c->base_url, c->model, c->tokenizer, c->rank,
               c->seed);
    sha256_hex(buf_text(&text), text.len, out);
    return 0;
}

static const char *model_name(struct policy *p)
{
    return ((struct tinker *)p)->config.model;
}

static unsigned open_caps(struct policy *p)
{
    return p->vtable->caps;
}

static const char *server_facts(struct policy *p)
{
    return ((struct tinker *)p)->facts;
}

static void sampling_facts(struct policy *p, struct buf *out)
{
    tinker_config_put_sampling(&((const struct tinker *)p)->config, out);
}

/* A loaded model without its moments is a new model. */
static void reset_optimiser(struct policy *p)
{
    struct tinker *t = (struct tinker *)p;
    t->forget_moments = t->weights[0] != '\0';
    tinker_drop_model(t);
}

static void keep_record(struct policy *p, const struct policy_record *record)
{
    ((struct tinker *)p)->record = record;
}

const struct policy_vtable policy_tinker = {
    .name = "tinker",
    .summary = "a language model that a Tinker server samples and trains",
    .caps = POLICY_SAMPLE | POLICY_SCORE | POLICY_UPDATE | POLICY_CHECKPOINT,
    .open = open_it,
    .close = close_it,
    .answer_form = answer_form,
    .prompt = prompt,
    .draw = tinker_draw,
    .score = tinker_score,
    .score_ahead = tinker_score_ahead,
    .update = tinker_update,
    .save = tinker_save,
    .load = tinker_load,
    .reset_optimiser = reset_optimiser,
    .model_hash = model_hash,
    .model_name = model_name,
    .open_caps = open_caps,
    .server_facts = server_facts,
    .keep_record = keep_record,
    .sampling_facts = sampling_facts,
};
