#include "src/sample/openai/openai_config.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/wire/wire_score.h"

#define WHERE "configuration of policy openai"

enum kind { TEXT, INTEGER, LONG, SIZE, REAL, TRUTH };

static const struct openai_member {
    const char *key;
    enum kind kind;
    size_t offset;
    double least, most;
} members[] = {
    { "base_url", TEXT, offsetof(struct openai_config, base_url), 0, 0 },
    { "model", TEXT, offsetof(struct openai_config, model), 0, 0 },
    { "key_env", TEXT, offsetof(struct openai_config, key_env), 0, 0 },
    { "server", TEXT, offsetof(struct openai_config, server), 0, 0 },
    { "scoring", TEXT, offsetof(struct openai_config, scoring), 0, 0 },
    { "system", TEXT, offsetof(struct openai_config, system), 0, 0 },
    { "template", TEXT, offsetof(struct openai_config, template_name), 0, 0 },
    { "hardware", TEXT, offsetof(struct openai_config, hardware), 0, 0 },
    { "top_p", REAL, offsetof(struct openai_config, top_p), 1e-9, 1 },
    { "top_k", INTEGER, offsetof(struct openai_config, top_k), -1, 1e9 },
    { "max_tokens", INTEGER, offsetof(struct openai_config, max_tokens), 1, 10e6 },
    { "n_per_request", INTEGER, offsetof(struct openai_config, n_per_request), 1, 128 },
    { "score_max_tokens", INTEGER, offsetof(struct openai_config, score_max_tokens), 1, 10e6 },
    { "logprobs", TRUTH, offsetof(struct openai_config, logprobs), 0, 0 },
    { "keep_responses", TRUTH, offsetof(struct openai_config, keep_responses), 0, 0 },
    { "max_in_flight", SIZE, offsetof(struct openai_config, max_in_flight), 1, 1024 },
    { "max_attempts", INTEGER, offsetof(struct openai_config, max_attempts), 1, 1000 },
    { "attempt_ms", LONG, offsetof(struct openai_config, attempt_ms), 1, 1e9 },
    { "give_up_ms", LONG, offsetof(struct openai_config, give_up_ms), 1, 1e9 },
};

static int put_number(const struct openai_member *m, const struct json *value, void *to,
                      struct err *err)
{
    double v = 0;
    int64_t whole = 0;
    bool fits = m->kind == REAL ? json_number(value, &v) : json_int(value, &whole);
    if (m->kind != REAL)
        v = (double)whole;
    if (!fits || !(v >= m->least && v <= m->most))
        return err_set(err, ERR_USAGE, "%s: %s has to be a%s number from %g to %g", WHERE, m->key,
                       m->kind == REAL ? "" : " whole", m->least, m->most);
    if (m->kind == REAL)
        *(double *)to = v;
    else if (m->kind == INTEGER)
        *(int *)to = (int)whole;
    else if (m->kind == LONG)
        *(int64_t *)to = whole;
    else
        *(size_t *)to = (size_t)whole;
    return 0;
}

static int put_stops(const struct json *list, struct arena *a, struct openai_config *out,
                     struct err *err)
{
    if (json_type(list) != JSON_ARRAY)
        return err_set(err, ERR_USAGE, "%s: stop has to be a list of texts", WHERE);
    out->stops = arena_array(a, json_count(list), sizeof(*out->stops));
    for (const struct json *e = json_first(list); e != NULL; e = json_next(e)) {
        const char *text = NULL;
        if (!json_string(e, &text))
            return err_set(err, ERR_USAGE, "%s: stop has to be a list of texts", WHERE);
        out->stops[out->n_stops++] = arena_strdup(a, text);
    }
    return 0;
}

static int put_api(const struct json *value, struct openai_config *out, struct err *err)
{
    const char *text = NULL;
    bool chat = json_string(value, &text) && strcmp(text, "chat") == 0;
    if (!chat && (text == NULL || strcmp(text, "completions") != 0))
        return err_set(err, ERR_USAGE, "%s: api has to be \"chat\" or \"completions\"", WHERE);
    out->api = chat ? WIRE_CHAT : WIRE_COMPLETIONS;
    return 0;
}

static int put_any(const struct json *value, struct arena *a, struct openai_config *out,
                   struct err *err)
{
    const char *key = json_key(value);
    if (strcmp(key, "stop") == 0)
        return put_stops(value, a, out, err);
    if (strcmp(key, "api") == 0)
        return put_api(value, out, err);
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        if (strcmp(members[i].key, key) == 0) {
            const struct openai_member *m = &members[i];
            void *to = (char *)out + m->offset;
            const char *text = NULL;
            if (m->kind == TRUTH && !json_bool(value, to))
                return err_set(err, ERR_USAGE, "%s: %s has to be true or false", WHERE, m->key);
            if (m->kind == TEXT && (!json_string(value, &text) || text[0] == '\0'))
                return err_set(err, ERR_USAGE, "%s: %s has to be a text", WHERE, m->key);
            if (m->kind == TEXT)
                *(const char **)to = arena_strdup(a, text);
            return m->kind == TEXT || m->kind == TRUTH ? 0 : put_number(m, value, to, err);
        }
    return err_set(err, ERR_USAGE, "%s: unknown member '%s'", WHERE, key);
}

static int check(struct openai_config *c, struct arena *a, struct err *err)
{
    if (c->base_url == NULL)
        return err_set(err, ERR_USAGE,
                       "%s: base_url is missing, as in {\"base_url\":\"http://127.0.0.1:8000/v1\"}",
                       WHERE);
    if (c->server != NULL && wire_find_server(c->server) == NULL)
        return err_set(err, ERR_USAGE, "%s: unknown server '%s'", WHERE, c->server);
    enum wire_scoring way;
    if (c->scoring != NULL && !wire_scoring_parse(c->scoring, &way))
        return err_set(err, ERR_USAGE,
                       "%s: scoring has to be none, prompt_logprobs, echo, generate or steps",
                       WHERE);
    size_t len = strlen(c->base_url);
    while (len > 0 && c->base_url[len - 1] == '/')
        len--;
    c->base_url = arena_strndup(a, c->base_url, len);
    if (c->key_env == NULL && str_starts_with(c->base_url, "https://api.openai.com/"))
        c->key_env = "OPENAI_API_KEY";
    return 0;
}

int openai_config_parse(const char *text, struct arena *a, struct openai_config *out,
                        struct err *err)
{
    const char *given = text == NULL ? "{}" : text;
    struct openai_config c = { .api = WIRE_CHAT,
                               .top_p = 1,
                               .top_k = -1,
                               .max_tokens = 4096,
                               .n_per_request = 1,
                               .score_max_tokens = 8192,
                               .logprobs = true,
                               .keep_responses = true,
                               .max_in_flight = 64,
                               .max_attempts = 8,
                               .attempt_ms = 900000,
                               .give_up_ms = 3600000 };
    struct json *CLEANUP(json_free_ptr) root = json_parse(WHERE, given, strlen(given), err);
    int rc = 0;
    if (root == NULL)
        return err_set(err, ERR_USAGE,
                       *given == '{'
                           ? "%s is not JSON: %s"
                           : "%s is not JSON: %s; \"$(cat FILE)\" gives what a file contains",
                       WHERE, given);
    if (json_type(root) != JSON_OBJECT)
        return err_set(err, ERR_USAGE, "%s has to be a JSON object", WHERE);
    for (const struct json *m = json_first(root); m != NULL && rc == 0; m = json_next(m))
        rc = put_any(m, a, &c, err);
    if (rc == 0)
        rc = check(&c, a, err);
    if (rc == 0)
        *out = c;
    return rc;
}

void openai_config_put_sampling(const struct openai_config *c, struct buf *out)
{
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "api", c->api == WIRE_CHAT ? "chat" : "completions");
    json_add_string(root, "system", c->system);
    json_add_number(root, "top_p", c->top_p);
    json_add_int(root, "top_k", c->top_k);
    json_add_int(root, "max_tokens", c->max_tokens);
    struct json *stops = json_add_array(root, "stop");
    for (size_t i = 0; i < c->n_stops; i++)
        json_add_string(stops, NULL, c->stops[i]);
    json_print(root, false, out);
}
