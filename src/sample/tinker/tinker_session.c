/*
 * tinker_session.c - sessions, samplers and models, made when they are needed.
 *
 * A checkpoint is a name on the server.  A process that continues a run begins with a new model and
 * loads it, so an update that was cut short leaves no trace in what is learned.  Weights for
 * sampling are saved anew from that model, since a server may drop them with the model that they
 * came from.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/json/json.h"
#include "src/sample/tinker/tinker_internal.h"

/* Servers unload the models of a session that was silent for longer. */
#define SILENCE_NS INT64_C(100000000000)

static int keep(const struct json *answer, const char *key, char *out, size_t size, struct err *err)
{
    const char *text = NULL;
    int rc = json_need_string(answer, "the server's answer", key, &text, err);
    if (rc == 0 && (text[0] == '\0' || strlen(text) >= size))
        rc = err_set(err, ERR_INTEGRITY, "the server's %s has %zu bytes", key, strlen(text));
    if (rc == 0)
        (void)snprintf(out, size, "%s", text);
    return rc;
}

int tinker_need_session(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    const bool silent = clock_monotonic_ns() - t->live.used_ns > SILENCE_NS;
    if (t->live.session[0] != '\0' && (!silent || t->live.changed))
        return 0;
    tinker_drop_model(t);
    t->live = (struct tinker_live){ .session = "" };
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_array(body, "tags");
    json_add_object(body, "user_metadata");
    json_add_string(body, "sdk_version", "0.25.0");
    json_add_string(body, "type", "create_session");
    int rc = tinker_ask(t, "create_session", body, &a, &answer, err);
    return rc < 0 ? rc : keep(answer, "session_id", t->live.session, sizeof t->live.session, err);
}

static int save_as(struct tinker *t, const char *path, char *out, size_t size, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", t->live.model);
    json_add_int(body, "seq_id", ++t->live.train_seq);
    json_add_string(body, "path", arena_printf(&a, "rollbook-%lld", (long long)t->live.train_seq));
    json_add_string(body, "type", path);
    int rc = tinker_ask(t, path, body, &a, &answer, err);
    return rc < 0 ? rc : keep(answer, "path", out, size, err);
}

int tinker_need_sampler(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    int rc = tinker_need_session(t, err);
    if (rc < 0 || t->live.sampler[0] != '\0')
        return rc;
    if (t->weights[0] != '\0' && t->live.sampler_weights[0] == '\0')
        rc = tinker_need_model(t, err);
    if (rc == 0 && t->weights[0] != '\0' && t->live.sampler_weights[0] == '\0')
        rc = save_as(t, "save_weights_for_sampler", t->live.sampler_weights,
                     sizeof t->live.sampler_weights, err);
    if (rc < 0)
        return rc;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "session_id", t->live.session);
    json_add_int(body, "sampling_session_seq_id", t->live.n_samplers++);
    if (t->live.sampler_weights[0] != '\0')
        json_add_string(body, "model_path", t->live.sampler_weights);
    else
        json_add_string(body, "base_model", t->config.model);
    json_add_string(body, "type", "create_sampling_session");
    t->live.sample_seq = 0;
    rc = tinker_ask(t, "create_sampling_session", body, &a, &answer, err);
    return rc < 0
               ? rc
               : keep(answer, "sampling_session_id", t->live.sampler, sizeof t->live.sampler, err);
}

static int load_weights(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", t->live.model);
    json_add_int(body, "seq_id", ++t->live.train_seq);
    json_add_string(body, "path", t->weights);
    json_add_bool(body, "optimizer", !t->forget_moments);
    json_add_string(body, "type", "load_weights");
    return tinker_ask(t, "load_weights", body, &a, &answer, err);
}

int tinker_need_model(struct tinker *t, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const struct json *answer = NULL;
    int rc = tinker_need_session(t, err);
    if (rc < 0 || t->live.model[0] != '\0')
        return rc;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "session_id", t->live.session);
    json_add_int(body, "model_seq_id", t->live.n_models++);
    json_add_string(body, "base_model", t->config.model);
    struct json *lora = json_add_object(body, "lora_config");
    json_add_int(lora, "rank", t->config.rank);
    json_add_int(lora, "seed", t->config.seed);
    json_add_bool(lora, "train_unembed", true);
    json_add_bool(lora, "train_mlp", true);
    json_add_bool(lora, "train_attn", true);
    json_add_string(body, "type", "create_model");
    t->live.train_seq = 0;
    rc = tinker_ask(t, "create_model", body, &a, &answer, err);
    if (rc == 0)
        rc = keep(answer, "model_id", t->live.model, sizeof t->live.model, err);
    if (rc == 0 && t->weights[0] != '\0')
        rc = load_weights(t, err);
    if (rc < 0)
        tinker_drop_model(t);
    return rc;
}

void tinker_drop_model(struct tinker *t)
{
    if (t->live.model[0] == '\0')
        return;
    struct json *CLEANUP(json_free_ptr) body = json_new_object();
    json_add_string(body, "model_id", t->live.model);
    json_add_string(body, "type", "unload_model");
    tinker_tell(t, "unload_model", body);
    t->live.model[0] = t->live.sampler[0] = t->live.sampler_weights[0] = '\0';
}

int tinker_save(struct policy *p, struct buf *out, struct err *err)
{
    struct tinker *t = (struct tinker *)p;
    int rc = 0;
    if (t->live.changed) {
        rc = save_as(t, "save_weights", t->weights, sizeof t->weights, err);
        if (rc == 0)
            rc = save_as(t, "save_weights_for_sampler", t->live.sampler_weights,
                         sizeof t->live.sampler_weights, err);
        if (rc < 0)
            return rc;
        (void)snprintf(t->sampler_weights, sizeof t->sampler_weights, "%s",
                       t->live.sampler_weights);
        t->live.changed = false;
        t->live.sampler[0] = '\0';
        t->forget_moments = false;
    }
    struct json *CLEANUP(json_free_ptr) state = json_new_object();
    json_add_string(state, "weights", t->weights);
    json_add_string(state, "sampler_weights", t->sampler_weights);
    json_add_bool(state, "forget_moments", t->forget_moments);
    json_print(state, false, out);
    return rc;
}

int tinker_load(struct policy *p, const void *data, size_t len, struct err *err)
{
    struct tinker *t = (struct tinker *)p;
    const char *weights = NULL;
    const char *sampler = NULL;
    bool forget = false;
    struct json *CLEANUP(json_free_ptr) state = json_parse("checkpoint", data, len, err);
    if (state == NULL)
        return ERR_INTEGRITY;
    if (!json_string(json_get(state, "weights"), &weights) ||
        !json_string(json_get(state, "sampler_weights"), &sampler) ||
        !json_bool(json_get(state, "forget_moments"), &forget) ||
        strlen(weights) >= sizeof t->weights || strlen(sampler) >= sizeof t->sampler_weights)
        return err_set(err, ERR_INTEGRITY, "this is no checkpoint of the policy tinker");
    if (!t->live.changed && strcmp(weights, t->weights) == 0 &&
        strcmp(sampler, t->sampler_weights) == 0 && forget == t->forget_moments)
        return 0;
    (void)snprintf(t->weights, sizeof t->weights, "%s", weights);
    (void)snprintf(t->sampler_weights, sizeof t->sampler_weights, "%s", sampler);
    t->forget_moments = forget;
    tinker_drop_model(t);
    t->live.sampler[0] = t->live.sampler_weights[0] = '\0';
    t->live.changed = false;
    return 0;
}
