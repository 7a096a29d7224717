#include "src/sample/tinker/tinker_config.h"

#include <stddef.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"

#define WHERE      "configuration of policy tinker"
#define AT(member) offsetof(struct tinker_config, member)

static const struct {
    const char *key;
    size_t at;
} texts[] = {
    { "base_url", AT(base_url) },
    { "model", AT(model) },
    { "key_env", AT(key_env) },
    { "tokenizer", AT(tokenizer) },
    { "python", AT(python) },
    { "reasoning_effort", AT(reasoning) },
    { "system", AT(system) },
    { "template", AT(template_name) },
    { "hardware", AT(hardware) },
    { "logprob_semantics", AT(semantics) },
    { "loss_reduction", AT(reduction) },
};
static const struct {
    const char *key;
    size_t at;
    int least, most;
} integers[] = {
    { "top_k", AT(top_k), -1, 1000000000 },
    { "max_tokens", AT(max_tokens), 1, 10000000 },
    { "rank", AT(rank), 1, 4096 },
    { "seed", AT(seed), 0, 2147483647 },
    { "max_in_flight", AT(max_in_flight), 1, 1024 },
    { "max_attempts", AT(max_attempts), 1, 1000 },
    { "poll_ms", AT(poll_ms), 1, 60000 },
    { "give_up_ms", AT(give_up_ms), 1, 1000000000 },
};
static const struct {
    const char *key;
    size_t at;
    double above, most;
} reals[] = {
    { "top_p", AT(top_p), 0, 1 },
    { "learning_rate", AT(learning_rate), 0, 1e3 },
};
static const struct {
    const char *key;
    size_t at;
} truths[] = {
    { "prompt_logprobs_last_n", AT(last_n) },
    { "keep_responses", AT(keep_responses) },
};

static int take_text(const struct json *value, void *to, struct arena *a, struct err *err)
{
    const char *text = NULL;
    if (!json_string(value, &text) || text[0] == '\0')
        return err_set(err, ERR_USAGE, "%s: %s has to be a text", WHERE, json_key(value));
    *(const char **)to = arena_strdup(a, text);
    return 0;
}

static int take(const struct json *value, struct arena *a, struct tinker_config *c, struct err *err)
{
    const char *key = json_key(value);
    char *to = (char *)c;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        if (strcmp(texts[i].key, key) == 0)
            return take_text(value, to + texts[i].at, a, err);
    for (size_t i = 0; i < ARRAY_LEN(integers); i++) {
        int64_t v = 0;
        if (strcmp(integers[i].key, key) != 0)
            continue;
        if (!json_int(value, &v) || v < integers[i].least || v > integers[i].most)
            return err_set(err, ERR_USAGE, "%s: %s has to be a whole number from %d to %d", WHERE,
                           key, integers[i].least, integers[i].most);
        *(int *)(void *)(to + integers[i].at) = (int)v;
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(reals); i++) {
        double v = 0;
        if (strcmp(reals[i].key, key) != 0)
            continue;
        if (!json_number(value, &v) || !(v > reals[i].above && v <= reals[i].most))
            return err_set(err, ERR_USAGE, "%s: %s has to be a number above %g, at most %g", WHERE,
                           key, reals[i].above, reals[i].most);
        *(double *)(void *)(to + reals[i].at) = v;
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(truths); i++)
        if (strcmp(truths[i].key, key) == 0)
            return json_bool(value, (bool *)(void *)(to + truths[i].at))
                       ? 0
                       : err_set(err, ERR_USAGE, "%s: %s has to be true or false", WHERE, key);
    return err_set(err, ERR_USAGE, "%s: unknown member '%s'", WHERE, key);
}

static int check(struct tinker_config *c, struct arena *a, struct err *err)
{
    if (c->base_url == NULL || c->model == NULL)
        return err_set(err, ERR_USAGE,
                       "%s: %s is missing, as in {\"base_url\": \"http://127.0.0.1:8000\", "
                       "\"model\": \"Qwen/Qwen3-8B\"}",
                       WHERE, c->base_url == NULL ? "base_url" : "model");
    if (strcmp(c->semantics, "raw") != 0 && strcmp(c->semantics, "scaled") != 0 &&
        strcmp(c->semantics, "unknown") != 0)
        return err_set(err, ERR_USAGE, "%s: logprob_semantics has to be raw, scaled or unknown",
                       WHERE);
    if (strcmp(c->reduction, "sum") != 0 && strcmp(c->reduction, "mean") != 0 &&
        strcmp(c->reduction, "unknown") != 0)
        return err_set(err, ERR_USAGE, "%s: loss_reduction has to be sum, mean or unknown", WHERE);
    size_t len = strlen(c->base_url);
    while (len > 0 && c->base_url[len - 1] == '/')
        len--;
    c->base_url = arena_strndup(a, c->base_url, len);
    if (c->tokenizer == NULL)
        c->tokenizer = c->model;
    return 0;
}

int tinker_config_parse(const char *text, struct arena *a, struct tinker_config *out,
                        struct err *err)
{
    struct tinker_config c = { .semantics = "unknown",
                               .reduction = "unknown",
                               .top_p = 1,
                               .learning_rate = 1e-5,
                               .top_k = -1,
                               .max_tokens = 4096,
                               .rank = 16,
                               .seed = 1,
                               .max_in_flight = 64,
                               .max_attempts = 8,
                               .poll_ms = 1000,
                               .give_up_ms = 3600000,
                               .keep_responses = true };
    struct json *CLEANUP(json_free_ptr) root =
        text == NULL ? json_new_object() : json_parse(WHERE, text, strlen(text), err);
    if (root == NULL || json_type(root) != JSON_OBJECT)
        return err_set(err, ERR_USAGE, "%s has to be a JSON object", WHERE);
    int rc = 0;
    for (const struct json *m = json_first(root); m != NULL && rc == 0; m = json_next(m))
        rc = take(m, a, &c, err);
    if (rc == 0)
        rc = check(&c, a, err);
    if (rc == 0)
        *out = c;
    return rc;
}

void tinker_config_put_sampling(const struct tinker_config *c, struct buf *out)
{
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "tokenizer", c->tokenizer);
    json_add_string(root, "reasoning_effort", c->reasoning);
    json_add_string(root, "system", c->system);
    json_add_number(root, "top_p", c->top_p);
    json_add_int(root, "top_k", c->top_k);
    json_add_int(root, "max_tokens", c->max_tokens);
    json_print(root, false, out);
}
