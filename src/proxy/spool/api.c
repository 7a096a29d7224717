#include "src/proxy/spool/api.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "ingest/sample_text.h"
#include "src/base/mem.h"
#include "src/json/json.h"

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
