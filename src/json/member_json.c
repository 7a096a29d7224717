#include "src/json/member_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

static uint64_t u64_at(const void *at)
{
    uint64_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

static const void *pointer_at(const void *at)
{
    const void *p;
    memcpy(&p, at, sizeof p);
    return p;
}

static void put_u64(struct json *parent, const char *key, uint64_t v, bool as_number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)v);
    if (as_number && v <= INT64_MAX)
        json_add_int(parent, key, (int64_t)v);
    else
        json_add_string(parent, key, digits);
}

static void put_real(struct json *parent, const char *key, double v)
{
    if (isfinite(v))
        json_add_number(parent, key, v);
    else
        json_add_null(parent, key);
}

static void put_int(struct json *parent, const char *key, const struct member *m, const void *from)
{
    int64_t v;
    if (!member_int(m, from, &v))
        json_add_null(parent, key);
    else if (m->kind == MEMBER_BOOL || m->kind == MEMBER_FLAG)
        json_add_bool(parent, key, v != 0);
    else
        json_add_int(parent, key, v);
}

/* Models' texts are {"hex": ...} unless clean UTF-8. */
static void put_bytes(struct json *parent, const char *key, const char *s, size_t n)
{
    struct buf CLEANUP(buf_release) copy = { 0 };
    if (s == NULL) {
        json_add_null(parent, key);
    } else if (utf8_is_text(s, n)) {
        buf_add(&copy, s, n);
        json_add_string(parent, key, buf_text(&copy));
    } else {
        buf_put_hex(&copy, s, n);
        json_add_string(json_add_object(parent, key), "hex", buf_text(&copy));
    }
}

static void put_reals(struct json *parent, const char *key, const double *v, size_t n)
{
    struct json *list = json_add_array(parent, key);
    for (size_t i = 0; i < n; i++)
        put_real(list, NULL, v[i]);
}

static void put_list(struct json *parent, const char *key, const struct member *m, const void *from,
                     unsigned reader)
{
    struct json *list = json_add_array(parent, key);
    const char *items = pointer_at(member_at(m, from));
    for (size_t i = 0; i < member_n(m, from); i++)
        members_put(json_add_object(list, NULL), m->of, items + i * m->of->struct_size, reader);
}

static void put_struct(struct json *parent, const char *key, const struct member_table *of,
                       const void *from, unsigned reader)
{
    if (from == NULL)
        json_add_null(parent, key);
    else
        members_put(json_add_object(parent, key), of, from, reader);
}

static void put_three(struct json *parent, const char *key, const unsigned v[3])
{
    struct json *list = json_add_array(parent, key);
    for (size_t i = 0; i < 3; i++)
        json_add_int(list, NULL, v[i]);
}

static void put_said(struct json *parent, const char *key, const struct member *m, const void *from)
{
    char text[1024];
    m->say(from, text, sizeof text);
    if (text[0] == '\0')
        json_add_null(parent, key);
    else
        json_add_string(parent, key, text);
}

void member_put(struct json *parent, const char *key, const struct member *m, const void *from,
                unsigned reader)
{
    const void *at = member_at(m, from);
    switch (m->kind) {
    case MEMBER_TEXT:
    case MEMBER_CHARS:
    case MEMBER_ENUM:
        json_add_string(parent, key, member_text(m, from));
        break;
    case MEMBER_BYTES:
        put_bytes(parent, key, pointer_at(at), member_n(m, from));
        break;
    case MEMBER_BOOL:
    case MEMBER_FLAG:
    case MEMBER_INT:
    case MEMBER_UNSIGNED:
    case MEMBER_COUNT:
    case MEMBER_INDEX:
    case MEMBER_SIGNAL:
    case MEMBER_ID:
        put_int(parent, key, m, from);
        break;
    case MEMBER_U64:
    case MEMBER_SEED:
        put_u64(parent, key, u64_at(at), m->kind == MEMBER_SEED);
        break;
    case MEMBER_REAL:
    case MEMBER_DERIVED:
        put_real(parent, key, member_real(m, from));
        break;
    case MEMBER_DERIVED_TEXT:
        put_said(parent, key, m, from);
        break;
    case MEMBER_THREE:
        put_three(parent, key, at);
        break;
    case MEMBER_REALS:
    case MEMBER_REALS_BESIDE:
        if (m->kind == MEMBER_REALS_BESIDE && pointer_at(at) == NULL)
            json_add_null(parent, key);
        else
            put_reals(parent, key, pointer_at(at), member_n(m, from));
        break;
    case MEMBER_LIST:
        put_list(parent, key, m, from, reader);
        break;
    case MEMBER_PART:
        put_struct(parent, key, m->of, at, reader);
        break;
    case MEMBER_POINTER:
        put_struct(parent, key, m->of, pointer_at(at), reader);
        break;
    }
}

void members_put(struct json *object, const struct member_table *t, const void *from,
                 unsigned reader)
{
    for (size_t i = 0; i < t->n; i++)
        if ((t->members[i].hidden & reader) == 0)
            member_put(object, t->members[i].name, &t->members[i], from, reader);
}

void member_print(const struct member *m, const void *from, unsigned reader, struct buf *out)
{
    struct json *CLEANUP(json_free_ptr) list = json_new_array();
    member_put(list, NULL, m, from, reader);
    json_print(json_first(list), false, out);
}

static bool take_u64(const struct json *v, void *at)
{
    const char *s;
    int64_t i;
    uint64_t u = 0;
    bool ok = json_string(v, &s) ? str_to_u64(s, &u) : json_int(v, &i) && i >= 0;
    if (!ok)
        return false;
    u = json_type(v) == JSON_STRING ? u : (uint64_t)i;
    memcpy(at, &u, sizeof u);
    return true;
}

static bool take_int(const struct json *v, const struct member *m, void *at)
{
    int64_t i;
    bool b;
    if (json_type(v) == JSON_NULL &&
        (m->kind == MEMBER_FLAG || m->kind == MEMBER_COUNT || m->kind == MEMBER_INDEX ||
         m->kind == MEMBER_SIGNAL || m->kind == MEMBER_ID)) {
        const int64_t index = m->kind == MEMBER_INDEX ? -1 : 0;
        const int count = m->kind == MEMBER_SIGNAL ? 0 : -1;
        if (m->kind == MEMBER_INDEX || m->kind == MEMBER_ID)
            memcpy(at, &index, sizeof index);
        else
            memcpy(at, &count, sizeof count);
        return true;
    }
    if (m->kind == MEMBER_BOOL)
        return json_bool(v, at);
    if (m->kind == MEMBER_FLAG && json_bool(v, &b))
        i = b;
    else if (m->kind == MEMBER_FLAG || !json_int(v, &i))
        return false;
    if (m->kind == MEMBER_INDEX || m->kind == MEMBER_ID) {
        memcpy(at, &i, sizeof i);
        return true;
    }
    if (i < (m->kind == MEMBER_UNSIGNED ? 0 : -INT32_MAX) || i > INT32_MAX)
        return false;
    const int n = (int)i;
    memcpy(at, &n, sizeof n);
    return true;
}

static bool take_real(const struct json *v, double *out)
{
    *out = (double)NAN;
    return json_type(v) == JSON_NULL || json_number_lenient(v, out);
}

static bool take_text(const struct json *v, struct arena *a, const char **out)
{
    const char *s;
    *out = NULL;
    if (json_type(v) == JSON_NULL)
        return true;
    if (!json_string(v, &s))
        return false;
    *out = arena_strdup(a, s);
    return true;
}

static bool take_chars(const struct json *v, char *out, size_t size)
{
    const char *s = "";
    if (json_type(v) != JSON_NULL && !json_string(v, &s))
        return false;
    if (strlen(s) >= size)
        return false;
    memset(out, 0, size);
    memcpy(out, s, strlen(s));
    return true;
}

static bool take_enum(const struct json *v, const struct member *m, void *at)
{
    const char *s;
    if (!json_string(v, &s))
        return false;
    for (int i = 0; i < (int)m->size; i++)
        if (strcmp(m->enum_name(i), s) == 0) {
            memcpy(at, &i, sizeof i);
            return true;
        }
    return false;
}

static bool take_bytes(const struct json *v, struct arena *a, const char **out, size_t *out_n)
{
    const char *s;
    *out_n = 0;
    if (json_type(v) != JSON_OBJECT) {
        bool ok = take_text(v, a, out);
        *out_n = ok && *out != NULL ? strlen(*out) : 0;
        return ok;
    }
    if (!json_string(json_get(v, "hex"), &s) || strlen(s) % 2 != 0)
        return false;
    size_t n = strlen(s) / 2;
    char *bytes = arena_alloc(a, n + 1);
    for (size_t i = 0; i < n; i++) {
        int high = hex_value(s[2 * i]), low = hex_value(s[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (char)(high * 16 + low);
    }
    *out = bytes;
    *out_n = n;
    return true;
}

static bool take_reals(const struct json *v, struct arena *a, double **out, size_t *out_n)
{
    size_t i = 0;
    if (json_type(v) != JSON_ARRAY)
        return false;
    double *list = arena_array(a, json_count(v), sizeof *list);
    for (const struct json *x = json_first(v); x != NULL; x = json_next(x))
        if (!take_real(x, &list[i++]))
            return false;
    *out = list;
    *out_n = i;
    return true;
}

static bool take_reals_beside(const struct json *v, struct arena *a, double **out, size_t n)
{
    size_t found = 0;
    *out = NULL;
    return json_type(v) == JSON_NULL || (take_reals(v, a, out, &found) && found == n);
}

static bool take_three(const struct json *v, unsigned out[3])
{
    int64_t n;
    if (json_type(v) != JSON_ARRAY || json_count(v) != 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (!json_int(json_at(v, i), &n) || n < 0 || n > UINT32_MAX)
            return false;
        out[i] = (unsigned)n;
    }
    return true;
}

static bool take_struct(const struct json *v, const struct member_table *t, struct arena *a,
                        void *to)
{
    struct err ignored;
    return json_type(v) == JSON_OBJECT && members_take(v, "", t, a, to, &ignored) == 0;
}

static bool take_list(const struct json *v, const struct member *m, struct arena *a, void *to)
{
    size_t n = 0;
    char *items = NULL;
    if (json_type(v) != JSON_NULL && json_type(v) != JSON_ARRAY)
        return false;
    if (json_type(v) == JSON_ARRAY)
        items = arena_array(a, json_count(v), m->of->struct_size);
    const struct json *x = json_type(v) == JSON_ARRAY ? json_first(v) : NULL;
    for (; x != NULL; x = json_next(x), n++) {
        char *item = items + n * m->of->struct_size;
        if (m->of->init != NULL)
            m->of->init(item);
        if (!take_struct(x, m->of, a, item))
            return false;
    }
    memcpy((char *)to + m->offset, &items, sizeof items);
    memcpy((char *)to + m->n_offset, &n, sizeof n);
    return true;
}

static bool take_pointer(const struct json *v, const struct member *m, struct arena *a, void *at)
{
    void *made = NULL;
    if (json_type(v) != JSON_NULL) {
        made = arena_alloc(a, m->of->struct_size);
        if (m->of->init != NULL)
            m->of->init(made);
        if (!take_struct(v, m->of, a, made))
            return false;
    }
    memcpy(at, &made, sizeof made);
    return true;
}

bool member_take(const struct json *v, const struct member *m, struct arena *a, void *to)
{
    void *at = (char *)to + m->offset;
    size_t *n = (void *)((char *)to + m->n_offset);
    switch (m->kind) {
    case MEMBER_TEXT:
        return take_text(v, a, at);
    case MEMBER_CHARS:
        return take_chars(v, at, m->size);
    case MEMBER_BYTES:
        return take_bytes(v, a, at, n);
    case MEMBER_BOOL:
    case MEMBER_FLAG:
    case MEMBER_INT:
    case MEMBER_UNSIGNED:
    case MEMBER_COUNT:
    case MEMBER_INDEX:
    case MEMBER_SIGNAL:
    case MEMBER_ID:
        return take_int(v, m, at);
    case MEMBER_U64:
    case MEMBER_SEED:
        return take_u64(v, at);
    case MEMBER_REAL:
        return take_real(v, at);
    case MEMBER_ENUM:
        return take_enum(v, m, at);
    case MEMBER_THREE:
        return take_three(v, at);
    case MEMBER_REALS:
        return take_reals(v, a, at, n);
    case MEMBER_REALS_BESIDE:
        return take_reals_beside(v, a, at, *n);
    case MEMBER_LIST:
        return take_list(v, m, a, to);
    case MEMBER_PART:
        return take_struct(v, m->of, a, at);
    case MEMBER_POINTER:
        return take_pointer(v, m, a, at);
    case MEMBER_DERIVED:
    case MEMBER_DERIVED_TEXT:
        return true;
    }
    return false;
}

int members_take(const struct json *object, const char *what, const struct member_table *t,
                 struct arena *a, void *to, struct err *err)
{
    if (json_type(object) != JSON_OBJECT)
        return err_set(err, ERR_INTEGRITY, "%s: no JSON object", what);
    for (size_t i = 0; i < t->n; i++) {
        const struct member *m = &t->members[i];
        const struct json *v = json_get(object, m->name);
        if (v == NULL ? m->needed : !member_take(v, m, a, to))
            return err_set(err, ERR_INTEGRITY, "%s: '%s' is missing or malformed", what, m->name);
    }
    return 0;
}
