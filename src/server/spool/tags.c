#include "src/server/spool/tags.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ingest/sample_text.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/http/http.h"
#include "src/json/json.h"

#define PREFIX      "X-Rollbook-"
#define MOST_BYTES  200 /* of a name */
#define MOST_NUMBER 1000000000
#define OTHER_KEY   "other"

const struct tags tags_none = { .step = -1, .turn = -1, .sample = -1 };

static const struct {
    const char *name;
    bool is_number;
    size_t offset;
} known[] = {
    { "run", false, offsetof(struct tags, run) },
    { "task", false, offsetof(struct tags, task) },
    { "step", true, offsetof(struct tags, step) },
    { "turn", true, offsetof(struct tags, turn) },
    { "sample", true, offsetof(struct tags, sample) },
};

/* "l1-4" is "l1/4", where no slash can be written. */
static const char *task_name(const char *s, struct arena *a)
{
    size_t level = strspn(s + (s[0] == 'l'), "0123456789");
    const char *dash = s + 1 + level;
    if (s[0] != 'l' || level == 0 || (*dash != '-' && *dash != '/'))
        return s;
    size_t digits = strspn(dash + 1, "0123456789");
    if (digits == 0 || dash[1 + digits] != '\0')
        return s;
    return arena_printf(a, "%.*s/%s", (int)(1 + level), s, dash + 1);
}

static bool is_plain_name(const char *s)
{
    size_t len = strlen(s);
    if (len == 0 || len > MOST_BYTES || !utf8_is_text(s, len))
        return false;
    for (const char *p = s; *p != '\0'; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            return false;
    return true;
}

int tags_set(struct tags *t, const char *name, const char *value, struct arena *a, struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        void *to = (char *)t + known[i].offset;
        int64_t n = 0;
        if (strcmp(known[i].name, name) != 0)
            continue;
        if (!known[i].is_number && !is_plain_name(value))
            return err_set(err, ERR_USAGE, "%s: a name of 1 to %d printable bytes is wanted", name,
                           MOST_BYTES);
        if (!known[i].is_number) {
            const char *copy = arena_strdup(a, value);
            *(const char **)to = strcmp(name, "task") == 0 ? task_name(copy, a) : copy;
            return 0;
        }
        if (!str_to_i64(value, &n) || n < 0 || n > MOST_NUMBER)
            return err_set(err, ERR_USAGE, "%s: '%.40s' is not a number from 0 to %d", name, value,
                           MOST_NUMBER);
        *(int *)to = (int)n;
        return 0;
    }
    return err_set(err, ERR_NOMATCH, "%s: no such tag", name);
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        if (strcmp(known[i].name, name) == 0)
            return true;
    return false;
}

int tags_take_target(struct tags *t, const char *target, struct arena *a, const char **out_rest,
                     struct err *err)
{
    const char *at = target;
    int rc = 0;
    while (rc == 0 && *at == '/' && (at != target || str_starts_with(target, "/run/"))) {
        size_t name_len = strcspn(at + 1, "/?");
        const char *value = at + 1 + name_len;
        const char *name = arena_strndup(a, at + 1, name_len);
        if (!is_known(name) || *value != '/')
            break;
        size_t len = strcspn(value + 1, "/?");
        const char *decoded = url_decode(a, value + 1, len, false);
        rc = tags_set(t, name, decoded == NULL ? "" : decoded, a, err);
        at = value + 1 + len;
    }
    *out_rest = *at == '/' ? at : arena_printf(a, "/%s", at);
    return rc;
}

int tags_take_header(struct tags *t, const char *name, const char *value, struct arena *a,
                     struct err *err)
{
    size_t n = strlen(PREFIX);
    char lower[32] = "";
    if (strncasecmp(name, PREFIX, n) != 0)
        return 0;
    for (size_t i = 0; name[n + i] != '\0' && i + 1 < sizeof(lower); i++)
        lower[i] = to_lower(name[n + i]);
    if (is_known(lower)) {
        int rc = tags_set(t, lower, value, a, err);
        return rc < 0 ? rc : 1;
    }
    if (strcmp(lower, "token") == 0) /* the proxy's key is no tag */
        return 1;
    if (t->n_other < TAGS_MAX_OTHER && utf8_is_text(value, strlen(value)))
        t->other[t->n_other++] = arena_printf(a, "%s: %s", lower, value);
    return 1;
}

int tags_take_headers(struct tags *t, const struct http_header *headers, size_t n, struct arena *a,
                      struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n && rc >= 0; i++) {
        for (size_t k = 0; k < i; k++)
            if (strncasecmp(headers[i].name, PREFIX, strlen(PREFIX)) == 0 &&
                strcasecmp(headers[i].name, headers[k].name) == 0)
                return err_set(err, ERR_USAGE, "%.64s is given twice", headers[i].name);
        rc = tags_take_header(t, headers[i].name, headers[i].value, a, err);
    }
    return rc < 0 ? rc : 0;
}

void tags_encode(const struct tags *t, struct json *object)
{
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        const void *from = (const char *)t + known[i].offset;
        if (known[i].is_number && *(const int *)from >= 0)
            json_add_int(object, known[i].name, *(const int *)from);
        if (!known[i].is_number && *(const char *const *)from != NULL)
            json_add_string(object, known[i].name, *(const char *const *)from);
    }
    if (t->strategy != NULL)
        json_add_string(object, "strategy", t->strategy);
    if (t->purpose != NULL)
        json_add_string(object, "purpose", t->purpose);
    struct json *other = t->n_other > 0 ? json_add_array(object, OTHER_KEY) : NULL;
    for (int i = 0; i < t->n_other; i++)
        json_add_string(other, NULL, t->other[i]);
}

static bool is_own(const struct json *m, const char *name, const char *word, struct arena *a,
                   const char **out)
{
    const char *value = NULL;
    if (strcmp(json_key(m), name) != 0 || !json_string(m, &value) || strcmp(value, word) != 0)
        return false;
    *out = arena_strdup(a, value);
    return true;
}

int tags_decode(const struct json *object, struct arena *a, struct tags *out, struct err *err)
{
    int rc = 0;
    *out = tags_none;
    for (const struct json *m = object == NULL ? NULL : json_first(object); m != NULL && rc == 0;
         m = json_next(m)) {
        char number[32];
        const char *value = number;
        int64_t n = 0;
        if (strcmp(json_key(m), OTHER_KEY) == 0) {
            for (const struct json *o = json_first(m); o != NULL; o = json_next(o))
                if (json_string(o, &value) && out->n_other < TAGS_MAX_OTHER)
                    out->other[out->n_other++] = arena_strdup(a, value);
            continue;
        }
        if (is_own(m, "strategy", "session", a, &out->strategy) ||
            is_own(m, "purpose", "confirm", a, &out->purpose))
            continue;
        if (!json_string(m, &value) && !json_int(m, &n))
            return err_set(err, ERR_USAGE, "%s: neither a text nor a number", json_key(m));
        if (value == number)
            snprintf(number, sizeof(number), "%lld", (long long)n);
        rc = tags_set(out, json_key(m), value, a, err);
    }
    return rc;
}

char *url_decode(struct arena *a, const char *s, size_t len, bool plus)
{
    char *out = arena_alloc(a, len + 1);
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        int high = i + 2 < len && s[i] == '%' ? hex_value(s[i + 1]) : -1;
        int low = high >= 0 ? hex_value(s[i + 2]) : -1;
        char plain = plus && s[i] == '+' ? ' ' : s[i];
        out[n++] = low >= 0 ? (char)(high * 16 + low) : plain;
        i += low >= 0 ? 2 : 0;
        if (out[n - 1] == '\0')
            return NULL;
    }
    out[n] = '\0';
    return out;
}

int url_query(struct arena *a, const char *target,
              int (*take)(void *context, const char *name, const char *value, struct err *err),
              void *context, struct err *err)
{
    const char *at = strchr(target, '?');
    int rc = 0;
    while (rc >= 0 && at != NULL && *at != '\0') {
        size_t len = strcspn(++at, "&");
        const char *equals = memchr(at, '=', len);
        size_t name_len = equals == NULL ? len : (size_t)(equals - at);
        const char *name = url_decode(a, at, name_len, true);
        const char *value =
            equals == NULL ? "" : url_decode(a, equals + 1, len - name_len - 1, true);
        if (name == NULL || value == NULL)
            return err_set(err, ERR_USAGE, "a NUL in the query");
        if (len > 0)
            rc = take(context, name, value, err);
        at += len;
    }
    return rc;
}

/* The first that fits. */
static const struct api apis[] = {
    { "chat", "/chat/completions", "messages", NULL },
    { "completions", "/completions", "prompt", NULL },
    { "responses", "/responses", "input", NULL },
    { "ollama-chat", "/api/chat", "messages", "options" },
    { "ollama-generate", "/api/generate", "prompt", "options" },
    { "generate", "/generate", "text", "sampling_params" },
    { "llama.cpp", "/completion", "prompt", NULL },
};

const struct api *api_of(const char *method, const char *target)
{
    size_t len = strcspn(target, "?");
    if (strcmp(method, "POST") != 0)
        return NULL;
    while (len > 1 && target[len - 1] == '/')
        len--;
    for (size_t i = 0; i < ARRAY_LEN(apis); i++) {
        size_t n = strlen(apis[i].path);
        if (len >= n && memcmp(target + len - n, apis[i].path, n) == 0)
            return &apis[i];
    }
    return NULL;
}

const struct api *api_named(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(apis); i++)
        if (strcmp(apis[i].name, name) == 0)
            return &apis[i];
    return NULL;
}

/* Choices come by prompt, equally many for each. */
static const struct json *prompt_of_choice(const struct json *list, const struct json *request,
                                           int choice)
{
    int64_t n = 1;
    json_int(json_get(request, "n"), &n);
    size_t at = n > 0 && choice >= 0 ? (size_t)choice / (size_t)n : 0;
    return at < json_count(list) ? json_at(list, at) : NULL;
}

const char *api_prompt(const struct api *api, const struct json *request, int choice,
                       struct arena *a)
{
    const struct json *p = json_get(request, api->prompt);
    const char *text = NULL;
    if (p == NULL || json_string(p, &text))
        return text;
    const struct json *first = json_type(p) == JSON_ARRAY ? json_first(p) : NULL;
    if (first == NULL)
        return NULL;
    if (json_type(first) == JSON_OBJECT) {
        bool alone = json_count(p) == 1 && json_string(json_get(first, "content"), &text);
        return alone ? text : sample_json(a, p);
    }
    json_string(prompt_of_choice(p, request, choice), &text);
    return text;
}

double api_temperature(const struct api *api, const struct json *request)
{
    double t = (double)NAN;
    const struct json *holder = api->settings == NULL ? request : json_get(request, api->settings);
    json_number(json_get(holder, "temperature"), &t);
    return t;
}

const char *api_settings(const struct api *api, const struct json *request, struct arena *a)
{
    const char *const prompts[] = { api->prompt, "input_ids" };
    return sample_json_without(a, request, prompts, ARRAY_LEN(prompts));
}
