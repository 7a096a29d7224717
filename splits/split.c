#include "splits/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "splits/split_hash.h"
#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define SPLIT_MAX_BYTES ((size_t)16 << 20)

struct split_reader {
    const char *name;
    struct arena *arena;
    struct split *out;
    struct err *err;
};

static const char *optional_text(struct split_reader *r, const struct json *object, const char *key)
{
    const char *text;
    return json_string(json_get(object, key), &text) ? arena_strdup(r->arena, text) : NULL;
}

static void read_dataset(struct split_reader *r, const struct json *root)
{
    const struct json *d = json_get(root, "dataset");
    if (d == NULL || json_type(d) != JSON_OBJECT)
        return;
    r->out->dataset = optional_text(r, d, "name");
    r->out->config_name = optional_text(r, d, "config_name");
    r->out->version = optional_text(r, d, "version");
    r->out->fingerprint = optional_text(r, d, "fingerprint");
    json_int(json_get(d, "num_rows"), &r->out->num_rows);
}

/* "level_1" -> 1 */
static int read_level(struct split_reader *r, const struct json *root)
{
    const char *text;
    int64_t level;
    int rc = json_need_string(root, r->name, "level", &text, r->err);
    if (rc < 0)
        return rc;
    if (!str_starts_with(text, "level_") || !str_to_i64(text + strlen("level_"), &level) ||
        level < 1 || level > 99)
        return err_set(r->err, ERR_INTEGRITY, "%s: level '%.64s' is not like level_1", r->name,
                       text);
    r->out->level_name = arena_strdup(r->arena, text);
    r->out->level = (int)level;
    return 0;
}

static int by_value(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static int read_ids(struct split_reader *r, const struct json *ids, const char *key,
                    const int **out, size_t *out_count)
{
    const struct json *list;
    int rc = json_need_array(ids, r->name, key, &list, r->err);
    if (rc < 0)
        return rc;
    if (json_count(list) > SPLIT_MAX_PROBLEMS)
        return err_set(r->err, ERR_INTEGRITY, "%s: %s has too many ids", r->name, key);
    int *values = arena_array(r->arena, json_count(list) + 1, sizeof(*values));
    size_t n = 0;
    for (const struct json *item = json_first(list); item != NULL; item = json_next(item)) {
        int64_t id;
        if (!json_int(item, &id) || id < 1 || id > INT32_MAX)
            return err_set(r->err, ERR_INTEGRITY, "%s: problem_ids.%s[%zu] is no problem id",
                           r->name, key, n);
        values[n++] = (int)id;
    }
    qsort(values, n, sizeof(*values), by_value);
    for (size_t i = 1; i < n; i++)
        if (values[i] == values[i - 1])
            return err_set(r->err, ERR_INTEGRITY, "%s: problem_ids.%s holds %d twice", r->name, key,
                           values[i]);
    *out = values;
    *out_count = n;
    return 0;
}

static int read_parts(struct split_reader *r, const struct json *root)
{
    struct split *s = r->out;
    const struct json *ids;
    int rc;
    if ((rc = json_need_object(root, r->name, "problem_ids", &ids, r->err)) < 0 ||
        (rc = read_ids(r, ids, "train", &s->train, &s->n_train)) < 0 ||
        (rc = read_ids(r, ids, "eval", &s->eval, &s->n_eval)) < 0)
        return rc;
    for (size_t i = 0; i < s->n_eval; i++)
        if (split_has_train(s, s->eval[i]))
            return err_set(r->err, ERR_INTEGRITY, "%s: problem %d is in train and in eval", r->name,
                           s->eval[i]);
    return 0;
}

static int verify_hash(struct split_reader *r, const struct json *root)
{
    const char *stated;
    int rc = json_need_string(root, r->name, "split_hash", &stated, r->err);
    if (rc < 0)
        return rc;
    split_hash_tree(root, r->out->hash);
    if (strcmp(stated, r->out->hash) != 0)
        return err_set(r->err, ERR_INTEGRITY, "%s: split_hash is %.80s, but the content has %s",
                       r->name, stated, r->out->hash);
    return 0;
}

int split_parse(const char *name, const char *text, size_t len, struct arena *a, struct split *out,
                struct err *err)
{
    struct split s = { 0 };
    struct split_reader r = { .name = name, .arena = a, .out = &s, .err = err };
    struct err local = { 0 };
    if (err == NULL)
        r.err = err = &local;
    struct json *root CLEANUP(json_free_ptr) = json_parse(name, text, len, err);
    if (root == NULL)
        return (int)err->code;
    if (json_type(root) != JSON_OBJECT)
        return err_set(err, ERR_INTEGRITY, "%s: not an object", name);
    int rc;
    read_dataset(&r, root);
    if ((rc = read_level(&r, root)) < 0 || (rc = read_parts(&r, root)) < 0 ||
        (rc = verify_hash(&r, root)) < 0)
        return rc;
    s.has_seed = json_int(json_get(root, "seed"), &s.seed);
    s.text = arena_strndup(a, text, len);
    s.text_len = len;
    *out = s;
    return 0;
}

static const struct embedded_file *find_builtin(struct arena *a, const char *name)
{
    const char *base = str_starts_with(name, "splits/") ? name + strlen("splits/") : name;
    const char *suffix = str_ends_with(base, ".json") ? "" : ".json";
    return embed_find(embedded_splits, embedded_splits_count,
                      arena_printf(a, "splits/%s%s", base, suffix));
}

static int unknown_split(const char *name, struct err *err)
{
    CLEANUP(buf_release) struct buf names = { 0 };
    struct nearest near;
    nearest_init(&near, name);
    for (size_t i = 0; i < embedded_splits_count; i++) {
        const char *path = embedded_splits[i].name;
        char built_in[NEAREST_LONGEST + 1];
        if (!str_starts_with(path, "splits/") || !str_ends_with(path, ".json"))
            continue;
        snprintf(built_in, sizeof(built_in), "%.*s",
                 (int)(strlen(path) - strlen("splits/") - strlen(".json")),
                 path + strlen("splits/"));
        buf_printf(&names, "%s%s", names.len > 0 ? ", " : "", built_in);
        nearest_offer(&near, built_in);
    }
    int rc = err_set(err, ERR_USAGE, "no split '%.512s': neither a file nor built in, as %s are",
                     name, buf_text(&names));
    return err != NULL ? err_suggest(err, &near) : rc;
}

int split_find(const char *name_or_path, struct arena *a, struct split *out, struct err *err)
{
    if (!file_exists(name_or_path)) {
        const struct embedded_file *f = find_builtin(a, name_or_path);
        if (f == NULL)
            return unknown_split(name_or_path, err);
        return split_parse(f->name, (const char *)f->data, f->size, a, out, err);
    }
    struct buf text = { 0 };
    int rc = file_read(name_or_path, SPLIT_MAX_BYTES, &text, err);
    if (rc == 0)
        rc = split_parse(name_or_path, buf_text(&text), text.len, a, out, err);
    buf_release(&text);
    return rc;
}

static bool has(const int *ids, size_t n, int id)
{
    return n > 0 && bsearch(&id, ids, n, sizeof(*ids), by_value) != NULL;
}

bool split_has_eval(const struct split *s, int problem_id)
{
    return has(s->eval, s->n_eval, problem_id);
}

bool split_has_train(const struct split *s, int problem_id)
{
    return has(s->train, s->n_train, problem_id);
}
