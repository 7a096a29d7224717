/*
 * kernelbench_level.c - level, model and temperature from the path and files beside it.
 *
 * KernelBench's results have problem numbers alone.  A level from the folder's name or
 * generation_config.yaml is a guess, and every import says so.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_CONFIG_BYTES ((size_t)4 << 20)

static const char *const config_names[] = {
    "generation_config.yaml", "generation_config.json", "run_config.json", "config.json",
    "config_snapshot.json",
};

static void take_setting(struct arena *a, struct kb_config *c, const char *key, const char *value)
{
    int level = 0;
    double temperature = 0;
    if (strcmp(value, "None") == 0 || strcmp(value, "null") == 0 || *value == '\0')
        return;
    if (strcmp(key, "level") == 0 && kb_number(value, &level) && level <= PATH_MAX_LEVEL)
        c->level = level;
    else if (strcmp(key, "temperature") == 0 && str_to_double(value, &temperature))
        c->temperature = temperature;
    else if (strcmp(key, "model_name") == 0 || (strcmp(key, "model") == 0 && c->model == NULL))
        c->model = arena_strdup(a, value);
}

/* At the left margin; values may be quoted. */
static void read_yaml(struct arena *a, const char *text, struct kb_config *c)
{
    char **lines;
    size_t n = str_split(a, text, '\n', &lines);
    for (size_t i = 0; i < n; i++) {
        char *colon = strchr(lines[i], ':');
        if (colon == NULL || is_space(lines[i][0]))
            continue;
        *colon = '\0';
        char *value = colon + 1 + strspn(colon + 1, " \t'\"");
        size_t len = strlen(value);
        while (len > 0 && strchr(" \t\r'\"", value[len - 1]) != NULL)
            value[--len] = '\0';
        take_setting(a, c, lines[i], value);
    }
}

static void read_json(struct arena *a, const struct json *root, struct kb_config *c)
{
    static const char *const keys[] = { "level", "temperature", "model", "model_name" };
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct json *value = json_get(root, keys[i]);
        const char *text;
        if (value == NULL || json_type(value) == JSON_ARRAY || json_type(value) == JSON_OBJECT)
            continue;
        if (!json_string(value, &text))
            text = sample_json(a, value);
        take_setting(a, c, keys[i], text);
    }
}

static bool read_config(struct arena *a, const char *path, struct kb_config *c)
{
    struct buf text = { 0 };
    struct err ignored = { 0 };
    bool ok = file_exists(path) && file_read_found(path, MAX_CONFIG_BYTES, &text, &ignored) == 0;
    if (ok)
        c->text = arena_strdup(a, buf_text(&text));
    if (ok && str_ends_with(path, ".yaml")) {
        read_yaml(a, buf_text(&text), c);
    } else if (ok) {
        struct json *root = json_parse(path, buf_text(&text), text.len, &ignored);
        if (root != NULL)
            read_json(a, root, c);
        ok = root != NULL;
        json_free(root);
    }
    buf_release(&text);
    return ok;
}

struct kb_config kb_config_read(struct ingest_source *source)
{
    struct kb_config c = { .temperature = (double)NAN };
    const char *real = path_absolute(source->arena, source->path);
    if (real == NULL)
        return c;
    int folder = (int)(strrchr(real, '/') - real);
    for (size_t i = 0; i < ARRAY_LEN(config_names) && c.path == NULL; i++) {
        const char *path = arena_printf(source->arena, "%.*s/%s", folder, real, config_names[i]);
        if (read_config(source->arena, path, &c))
            c.path = config_names[i];
    }
    return c;
}

int kb_choose_level(struct ingest_source *source, const struct kb_config *config)
{
    if (source->options->level > 0)
        return source->options->level;
    const char *real = path_absolute(source->arena, source->path);
    int level = real == NULL ? 0 : path_level(real);
    if (level > 0)
        ingest_remark(source, "level %d guessed from the path; --level overrides it", level);
    else if (config->level > 0)
        ingest_remark(source, "level %d taken from %s in the file's folder; --level overrides it",
                      config->level, config->path);
    return level > 0 ? level : config->level;
}
