/*
 * map_record.c - fields of a record as a map says where they stand.
 */
#include <limits.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "ingest/csv_table.h"
#include "ingest/formats/import_map.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define MAX_BESIDE_BYTES ((size_t)16 << 20)

/* One step of a pointer: "~1" is '/', "~0" is '~'. */
static const struct json *step(const struct json *at, const char *token, size_t len)
{
    char key[256];
    size_t n = 0;
    int64_t index = 0;
    for (size_t i = 0; i < len; i++) {
        char c = token[i];
        if (c == '~' && i + 1 < len && (token[i + 1] == '0' || token[i + 1] == '1'))
            c = token[++i] == '0' ? '~' : '/';
        if (n + 1 == sizeof(key))
            return NULL;
        key[n++] = c;
    }
    key[n] = '\0';
    if (json_type(at) == JSON_OBJECT)
        return json_get(at, key);
    if (json_type(at) == JSON_ARRAY && str_to_i64(key, &index) && index >= 0 &&
        (size_t)index < json_count(at))
        return json_at(at, (size_t)index);
    return NULL;
}

const struct json *json_pointer(const struct json *root, const char *pointer)
{
    const struct json *at = root;
    if (*pointer != '/')
        return *pointer == '\0' ? root : json_get(root, pointer);
    while (at != NULL && *pointer == '/') {
        size_t len = strcspn(++pointer, "/");
        at = step(at, pointer, len);
        pointer += len;
    }
    return at;
}

static const char *cell_of(const struct map_record *r, const char *from)
{
    const char *cell = csv_table_cell(r->table, *from == '/' ? from + 1 : from);
    return cell == NULL || *cell == '\0' ? NULL : cell;
}

/* A file of the folder that the record's file lies in: no link, and of text; NULL: none. */
static const char *text_beside(const struct map_record *r, const char *name)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    struct err absent = { 0 };
    struct stat st;
    const char *slash = r->path == NULL ? NULL : strrchr(r->path, '/');
    const char *star = strchr(name, '*');
    if (slash == NULL)
        return NULL;
    const char *dot = strrchr(slash, '.');
    const int stem = (int)(dot == NULL ? strlen(slash + 1) : (size_t)(dot - slash - 1));
    const char *path =
        star == NULL ? arena_printf(r->arena, "%.*s/%s", (int)(slash - r->path), r->path, name)
                     : arena_printf(r->arena, "%.*s/%.*s%.*s%s", (int)(slash - r->path), r->path,
                                    (int)(star - name), name, stem, slash + 1, star + 1);
    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        file_read_found(path, MAX_BESIDE_BYTES, &text, &absent) < 0 ||
        !utf8_is_text(buf_text(&text), text.len))
        return NULL;
    return arena_strdup(r->arena, buf_text(&text));
}

/* The text of a cell, name or constant, or the JSON value in *out_json. */
static const char *look_up(const struct map_record *r, enum map_field f,
                           const struct json **out_json)
{
    const struct map_rule *rule = &r->map->rules[f];
    *out_json = NULL;
    if (rule->key > 0)
        return r->n_keys < rule->key ? NULL : r->keys[r->n_keys - rule->key];
    if (rule->path)
        return r->path;
    if (rule->beside != NULL)
        return text_beside(r, rule->beside);
    if (rule->constant != NULL || rule->from == NULL)
        return rule->constant;
    if (r->table == NULL || rule->joined) {
        const struct json *record = rule->joined ? r->joined : r->json;
        *out_json = rule->member != NULL ? json_get(record, rule->member)
                                         : json_pointer(record, rule->from);
        return NULL;
    }
    return cell_of(r, rule->from);
}

/* The part of the text that the rule wants, or what stands for it; NULL when it is not there. */
static const char *matched(struct arena *a, const struct map_rule *rule, const char *text)
{
    regmatch_t at[2];
    if (text == NULL || regexec(rule->match, text, 2, at, 0) != 0)
        return NULL;
    if (rule->then != NULL || at[1].rm_so < 0)
        return rule->then;
    return arena_strndup(a, text + at[1].rm_so, (size_t)(at[1].rm_eo - at[1].rm_so));
}

/* The same, as the rule wants it. */
static const char *find(const struct map_record *r, enum map_field f, const struct json **out_json)
{
    *out_json = NULL;
    if (!import_map_has(r->map, f))
        return NULL;
    const regex_t *re = r->map->rules[f].match;
    const char *text = look_up(r, f, out_json);
    if (*out_json != NULL && json_type(*out_json) == JSON_NULL)
        *out_json = NULL;
    if (re != NULL) {
        if (*out_json != NULL && !json_string(*out_json, &text))
            text = sample_json(r->arena, *out_json);
        *out_json = NULL;
        const bool there = text != NULL;
        text = matched(r->arena, &r->map->rules[f], text);
        if (text == NULL && there)
            text = r->map->rules[f].otherwise;
    }
    const uint64_t bit = (uint64_t)1 << (unsigned)f;
    if (r->seen != NULL && (text != NULL || *out_json != NULL) &&
        (__atomic_load_n(r->seen, __ATOMIC_RELAXED) & bit) == 0)
        __atomic_fetch_or(r->seen, bit, __ATOMIC_RELAXED);
    return text;
}

void map_find_joined(struct map_record *r)
{
    const struct import_map *map = r->map;
    const struct json *j = r->table != NULL ? NULL : json_pointer(r->json, map->here);
    const char *key = r->table != NULL ? cell_of(r, map->here) : NULL;
    if (j != NULL && !json_string(j, &key))
        key = sample_json(r->arena, j);
    size_t low = 0;
    for (size_t high = map->n_joined; key != NULL && low < high;) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(map->joined[middle].key, key);
        if (order == 0) {
            r->joined = map->joined[middle].record;
            return;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
}

const char *map_metrics(const struct map_record *r)
{
    struct buf out CLEANUP(buf_release) = { 0 };
    buf_putc(&out, '{');
    for (size_t i = 0; i < r->map->n_metrics; i++) {
        const struct map_metric *m = &r->map->metrics[i];
        const char *cell = r->table != NULL ? cell_of(r, m->from) : NULL;
        double v = (double)NAN;
        if (!(r->table != NULL ? cell != NULL && str_to_double(cell, &v)
                               : json_number_lenient(json_pointer(r->json, m->from), &v)) ||
            !isfinite(v))
            continue;
        buf_puts(&out, out.len > 1 ? "," : "");
        buf_put_json_string(&out, m->name, strlen(m->name));
        buf_printf(&out, ":%.17g", v);
    }
    buf_putc(&out, '}');
    return arena_strdup(r->arena, buf_text(&out));
}

const char *map_text(const struct map_record *r, enum map_field f)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    const char *s = NULL;
    if (j != NULL)
        return json_string(j, &s) ? s : sample_json(r->arena, j);
    return text == NULL ? NULL : arena_strdup(r->arena, text);
}

const struct json *map_json(const struct map_record *r, enum map_field f, bool *out_bad)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    if (j != NULL)
        (void)json_string(j, &text);
    if (text == NULL)
        return j;
    struct err ignored = { 0 };
    j = json_parse_arena("a list", 1, text, strlen(text), r->arena, &ignored);
    *out_bad = *out_bad || j == NULL;
    return j;
}

double map_number(const struct map_record *r, enum map_field f)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    double v = (double)NAN;
    if (text == NULL && j == NULL)
        return (double)NAN;
    bool is_number = j != NULL ? json_number_lenient(j, &v) : str_to_double(text, &v);
    if (is_number && isfinite(v))
        return v * r->map->rules[f].factor + (double)r->map->rules[f].offset;
    if (r->unusable != NULL)
        *r->unusable |= (uint64_t)1 << (unsigned)f;
    return (double)NAN;
}

bool map_bool(const struct map_record *r, enum map_field f, bool *out, bool *out_bad)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    if (text == NULL && j == NULL)
        return false;
    if (text != NULL ? sample_word_bool(text, out) : sample_bool(j, out))
        return true;
    *out_bad = true;
    return false;
}

int map_index(const struct map_record *r, enum map_field f, bool *out_bad)
{
    const int64_t v = map_whole(r, f, out_bad);
    *out_bad = *out_bad || v >= INT_MAX;
    return v >= INT_MAX ? -1 : (int)v;
}

int64_t map_whole(const struct map_record *r, enum map_field f, bool *out_bad)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    int64_t v = -1;
    if (text == NULL && j == NULL)
        return -1;
    const char *s = text;
    bool ok = j != NULL && json_int(j, &v);
    if (!ok && (s != NULL || json_string(j, &s)))
        ok = str_to_i64(s, &v);
    if (ok && !__builtin_add_overflow(v, r->map->rules[f].offset, &v) && v >= 0)
        return v;
    *out_bad = true;
    return -1;
}
