#include "splits/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/mt19937.h"
#include "src/base/nearest.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/json/json.h"

/* Split_hash of a parsed split; private to splits. */
struct json;

/* Over all members but split_hash, known or not, as Python prints them. */
void split_hash_tree(const struct json *root, char out[65]);

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
        const char *base = str_starts_with(name_or_path, "splits/")
                               ? name_or_path + strlen("splits/")
                               : name_or_path;
        const char *suffix = str_ends_with(base, ".json") ? "" : ".json";
        const struct embedded_file *f = embed_find(embedded_splits, embedded_splits_count,
                                                   arena_printf(a, "splits/%s%s", base, suffix));
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

static int by_key(const void *left, const void *right)
{
    const struct json *a = *(const struct json *const *)left;
    const struct json *b = *(const struct json *const *)right;
    return strcmp(json_key(a), json_key(b));
}

static uint32_t decode_utf8(const char *s, size_t n)
{
    static const unsigned char first_mask[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t c = (unsigned char)s[0] & first_mask[n];
    for (size_t i = 1; i < n; i++)
        c = c << 6 | ((unsigned char)s[i] & 0x3fu);
    return c;
}

/* json.dumps escapes what is not ASCII; printed JSON has it in strings alone. */
static void put_ascii(struct buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = utf8_sequence_length(s + i, len - i);
        if (n <= 1) {
            buf_putc(out, s[i++]);
            continue;
        }
        uint32_t c = decode_utf8(s + i, n);
        if (c >= 0x10000) {
            buf_printf(out, "\\u%04x", 0xd7c0u + (c >> 10));
            c = 0xdc00u + (c & 0x3ffu);
        }
        buf_printf(out, "\\u%04x", c);
        i += n;
    }
}

void split_hash_tree(const struct json *root, char out[65])
{
    const struct json **members CLEANUP(mem_free_ptr) =
        mem_array(json_count(root) + 1, sizeof(*members));
    struct buf text = { 0 }, ascii = { 0 };
    size_t n = 0;
    for (const struct json *m = json_first(root); m != NULL; m = json_next(m))
        if (strcmp(json_key(m), "split_hash") != 0)
            members[n++] = m;
    qsort(members, n, sizeof(*members), by_key);
    for (size_t i = 0; i < n; i++) {
        buf_putc(&text, i == 0 ? '{' : ',');
        buf_put_json_string(&text, json_key(members[i]), strlen(json_key(members[i])));
        buf_putc(&text, ':');
        json_print(members[i], true, &text);
    }
    buf_puts(&text, n == 0 ? "{}" : "}");
    put_ascii(&ascii, text.data, text.len);
    sha256_hex(ascii.data, ascii.len, out);
    buf_release(&text);
    buf_release(&ascii);
}

/*
 * Draw a split as the published ones were drawn.
 */

#define MAX_LEVEL_SIZE 100

/* Problems a level (KernelBench v0.2), and the published fingerprint of the data set, for level 1
 * alone. */
static const struct {
    size_t size;
    const char *fingerprint;
} levels[] = {
    { 100, "66eecc5652b90a3e" },
    { 100, NULL },
    { 50, NULL },
    { 20, NULL },
};

size_t split_level_size(int level)
{
    return level >= 1 && level <= (int)ARRAY_LEN(levels) ? levels[level - 1].size : 0;
}

static void add_ids(struct json *object, const char *key, const int *ids, size_t n)
{
    struct json *list = json_add_array(object, key);
    for (size_t i = 0; i < n; i++)
        json_add_int(list, NULL, ids[i]);
}

static struct json *build(int level, int64_t seed, const char *fingerprint, const int *ids,
                          size_t n_train)
{
    char level_name[32];
    size_t n = split_level_size(level);
    struct json *root = json_new_object();
    struct json *dataset = json_add_object(root, "dataset");
    json_add_string(dataset, "name", "ScalingIntelligence/KernelBench");
    json_add_string(dataset, "config_name", "default");
    json_add_string(dataset, "version", "0.0.0");
    if (fingerprint != NULL)
        json_add_string(dataset, "fingerprint", fingerprint);
    json_add_int(dataset, "num_rows", (int64_t)n);
    snprintf(level_name, sizeof(level_name), "level_%d", level);
    json_add_string(root, "level", level_name);
    json_add_int(root, "seed", seed);
    struct json *parts = json_add_object(root, "problem_ids");
    add_ids(parts, "train", ids, n_train);
    add_ids(parts, "eval", ids + n_train, n - n_train);
    return root;
}

/* Indented by two; a list of numbers stays on its line. */
static void print_lines(const struct json *object, int indent, struct buf *out)
{
    buf_puts(out, "{\n");
    for (const struct json *m = json_first(object); m != NULL; m = json_next(m)) {
        buf_printf(out, "%*s\"%s\": ", indent + 2, "", json_key(m));
        if (json_type(m) == JSON_OBJECT)
            print_lines(m, indent + 2, out);
        else
            json_print(m, false, out);
        buf_puts(out, json_next(m) != NULL ? ",\n" : "\n");
    }
    buf_printf(out, "%*s}", indent, "");
}

static int check_fraction(size_t n, double fraction, size_t *out_train, struct err *err)
{
    if (!(fraction > 0 && fraction < 1))
        return err_set(err, ERR_USAGE, "the train fraction must lie between 0 and 1");
    *out_train = (size_t)(fraction * (double)n);
    if (*out_train == 0)
        return err_set(err, ERR_USAGE, "a train fraction of %g leaves no train problem of %zu",
                       fraction, n);
    return 0;
}

int split_make(int level, int64_t seed, double train_fraction, const char *fingerprint,
               struct arena *a, struct split *out, struct err *err)
{
    int ids[MAX_LEVEL_SIZE];
    size_t n = split_level_size(level), n_train;
    struct mt19937 m;
    struct buf text = { 0 };
    if (n == 0)
        return err_set(err, ERR_USAGE, "level %d: KernelBench has levels 1 to 4", level);
    int rc = check_fraction(n, train_fraction, &n_train, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n; i++)
        ids[i] = (int)i + 1;
    mt19937_seed(&m, seed);
    mt19937_shuffle(&m, ids, n);
    qsort(ids, n_train, sizeof(*ids), by_value);
    qsort(ids + n_train, n - n_train, sizeof(*ids), by_value);
    struct json *root CLEANUP(json_free_ptr) =
        build(level, seed, fingerprint != NULL ? fingerprint : levels[level - 1].fingerprint, ids,
              n_train);
    char hash[65];
    split_hash_tree(root, hash);
    json_add_string(root, "split_hash", hash);
    print_lines(root, 0, &text);
    buf_putc(&text, '\n');
    rc = split_parse("made split", buf_text(&text), text.len, a, out, err);
    buf_release(&text);
    return rc;
}
