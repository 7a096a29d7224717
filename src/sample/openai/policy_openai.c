/*
 * policy_openai.c - a language model behind an OpenAI-compatible server; docs/internals/policy.md.
 *
 * Here: reaching the server and finding out what it is.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/http/http.h"
#include "src/sample/openai/openai_internal.h"
#include "src/sample/policy.h"
#include "src/sample/prompt.h"
#include "src/wire/wire.h"
#include "src/wire/wire_probe.h"
#include "src/wire/wire_score.h"
#include "tasks/task.h"

extern const struct policy_vtable policy_openai;

static void openai_close(struct policy *p)
{
    struct openai *o = (struct openai *)p;
    if (o == NULL)
        return;
    http_close(o->http);
    http_key_free(o->key);
    arena_release(&o->prompt_ids.arena);
    arena_release(&o->arena);
    free(o);
}

static int take_key(struct openai *o, struct err *err)
{
    const char *variable = o->config.key_env;
    if (variable == NULL)
        return 0;
    o->key = http_key_take(variable);
    return o->key != NULL
               ? 0
               : err_set(err, ERR_USAGE,
                         "the environment variable %s, which should contain the key, is not set",
                         variable);
}

/* NULL without a good answer. */
static int get(struct openai *o, const char *url, const char **out, struct err *err)
{
    struct openai_reply reply;
    int rc = openai_call(o, url, NULL, &o->arena, &reply, err);
    *out = reply.status == 200 ? reply.body : NULL;
    return rc;
}

static int get_models(struct openai *o, const char **out, struct err *err)
{
    struct openai_reply reply;
    const char *base = o->config.base_url;
    int rc = openai_call(o, openai_base_url(o, "/models", &o->arena), NULL, &o->arena, &reply, err);
    if (rc < 0)
        return rc;
    if (reply.status == 0)
        return err_set(err, ERR_INTEGRITY, "%s does not answer: %s", base, reply.detail);
    if (reply.status == 401 || reply.status == 403)
        return err_set(err, ERR_USAGE, "%s refuses the key (status %d)", base, reply.status);
    *out = reply.status == 200 ? reply.body : NULL;
    return 0;
}

static int probe_server(struct openai *o, struct err *err)
{
    struct wire_probe probe = { 0 };
    const struct openai_config *c = &o->config;
    struct arena *a = &o->arena;
    int rc = get_models(o, &probe.models, err);
    if (rc == 0)
        rc = get(o, openai_root_url(o, "/props", a), &probe.props, err);
    if (rc < 0)
        return rc;
    o->server = c->server != NULL ? wire_find_server(c->server)
                                  : wire_recognise_server(c->base_url, probe.models, probe.props);
    o->scoring = o->server->scoring;
    if (c->scoring != NULL)
        wire_scoring_parse(c->scoring, &o->scoring);
    if (o->server->version_path != NULL)
        rc = get(o, openai_root_url(o, o->server->version_path, a), &probe.version, err);
    o->model = c->model != NULL ? c->model : wire_first_model(probe.models, a);
    if (rc == 0 && o->model == NULL)
        rc = err_set(err, ERR_USAGE,
                     "%s names no model: give one as \"model\" in the configuration", c->base_url);
    if (rc == 0 && c->n_per_request > 1 && !o->server->many)
        rc = err_set(err, ERR_USAGE, "%s takes one sample a request: n_per_request has to be 1",
                     o->server->name);
    if (rc == 0) {
        struct buf text = { 0 };
        probe.server = o->server;
        probe.configured = o->config.server != NULL;
        probe.scoring = o->scoring;
        probe.base_url = o->config.base_url;
        probe.model = o->model;
        wire_put_probe(&probe, &text);
        o->probe = arena_strdup(&o->arena, buf_text(&text));
        buf_release(&text);
    }
    return rc;
}

/* Far more than a token's text, log-prob, bytes and id. */
#define TOKEN_BYTES_MAX  ((size_t)2048)
#define ANSWER_BYTES_MAX ((size_t)256 << 20)

static size_t answer_limit(const struct openai_config *c)
{
    size_t limit = ((size_t)c->max_tokens + 512) * (size_t)c->n_per_request * TOKEN_BYTES_MAX;
    return limit < ANSWER_BYTES_MAX ? limit : ANSWER_BYTES_MAX;
}

/* Nobody should wait an hour to learn of a wrong port. */
#define PROBE_ATTEMPTS 3

static int open_client(struct openai *o, int max_attempts, struct err *err)
{
    struct http_options options = { .response_limit = answer_limit(&o->config),
                                    .max_in_flight = o->config.max_in_flight,
                                    .max_attempts = max_attempts,
                                    .attempt_ms = o->config.attempt_ms,
                                    .first_byte_ms = o->config.attempt_ms,
                                    .give_up_ms = o->config.give_up_ms,
                                    .key = o->key };
    return http_open(&options, &o->http, err);
}

static struct prompt_settings prompt_settings(const struct openai *o)
{
    return (struct prompt_settings){ .template_name = o->config.template_name,
                                     .hardware = o->config.hardware };
}

static int read_template(struct openai *o, struct err *err)
{
    struct prompt_settings settings = prompt_settings(o);
    int rc = prompt_template_hash(&settings, o->template_sha256, err);
    return rc < 0 ? rc : prompt_answer_form(&settings, &o->form, err);
}

static int openai_open(const char *config, struct policy **out, struct err *err)
{
    struct openai *o = mem_alloc(sizeof(*o));
    o->policy.vtable = &policy_openai;
    int rc = openai_config_parse(config, &o->arena, &o->config, err);
    if (rc == 0)
        rc = read_template(o, err);
    if (rc == 0)
        rc = take_key(o, err);
    if (rc == 0)
        rc = open_client(o, PROBE_ATTEMPTS, err);
    if (rc == 0)
        rc = probe_server(o, err);
    http_close(o->http);
    o->http = NULL;
    if (rc == 0)
        rc = open_client(o, o->config.max_attempts, err);
    if (rc < 0) {
        openai_close(&o->policy);
        return rc;
    }
    *out = &o->policy;
    return 0;
}

size_t openai_messages(const struct openai *o, const char *prompt, struct wire_message out[2])
{
    size_t n = 0;
    if (o->config.system != NULL)
        out[n++] = (struct wire_message){ "system", o->config.system };
    out[n++] = (struct wire_message){ "user", prompt };
    return n;
}

int openai_put_prompt(const struct openai *o, const struct task *task, struct buf *out,
                      struct err *err)
{
    struct prompt_settings settings = prompt_settings(o);
    if (task->module != NULL && settings.template_name == NULL)
        return err_set(err, ERR_USAGE,
                       "task %s is a PyTorch problem: name the template in the policy's "
                       "configuration, e.g. {\"template\": \"" PROMPT_MODULE_TEMPLATE
                       "\"} (rollbook prompt list)",
                       task->id);
    return prompt_render_with(&settings, task, out, err);
}

static int openai_prompt(struct policy *p, const struct task *task, struct buf *out,
                         struct err *err)
{
    return openai_put_prompt((const struct openai *)p, task, out, err);
}

/* Besides its name, the server's words about the model shape its samples. */
static int openai_model_hash(struct policy *p, char out[65], struct err *err)
{
    const struct openai *o = (const struct openai *)p;
    struct buf text = { 0 };
    (void)err;
    buf_printf(&text, "%s\n%s\n%s\n", o->server->name, o->config.base_url, o->model);
    sha256_hex(buf_text(&text), text.len, out);
    buf_release(&text);
    return 0;
}

static enum answer_form openai_answer_form(struct policy *p)
{
    return ((struct openai *)p)->form;
}

static unsigned openai_open_caps(struct policy *p)
{
    const struct openai *o = (const struct openai *)p;
    return POLICY_SAMPLE | (o->scoring == WIRE_SCORE_NONE ? 0U : (unsigned)POLICY_SCORE);
}

static const char *openai_server_facts(struct policy *p)
{
    return ((struct openai *)p)->probe;
}

static void openai_sampling_facts(struct policy *p, struct buf *out)
{
    openai_config_put_sampling(&((const struct openai *)p)->config, out);
}

static const char *openai_model_name(struct policy *p)
{
    return ((struct openai *)p)->model;
}

const struct policy_vtable policy_openai = {
    .name = "openai",
    .summary = "a language model on an OpenAI-compatible server",
    .caps = POLICY_SAMPLE | POLICY_SCORE,
    .open = openai_open,
    .close = openai_close,
    .answer_form = openai_answer_form,
    .prompt = openai_prompt,
    .draw = openai_draw,
    .score = openai_score,
    .model_hash = openai_model_hash,
    .model_name = openai_model_name,
    .open_caps = openai_open_caps,
    .sampling_facts = openai_sampling_facts,
    .server_facts = openai_server_facts,
};
