#include "src/option/option.h"

#include <errno.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"

bool option_repeats(const struct option *o)
{
    return o->repeats || o->type == OPTION_NAMES;
}

int option_check_kind(const struct option *o, const char *text, struct err *err)
{
    int64_t i;
    double d;
    if (o->type == OPTION_DOUBLE && !str_to_double(text, &d))
        return err_set(err, ERR_USAGE, "--%s: '%s' is not a number", o->name, text);
    if ((o->type == OPTION_INT || o->type == OPTION_UNSIGNED || o->type == OPTION_INT64 ||
         o->type == OPTION_UINT64) &&
        o->choices == NULL && !str_to_i64(text, &i) && errno != ERANGE)
        return err_set(err, ERR_USAGE, "--%s: '%s' is not an integer", o->name, text);
    return 0;
}

/* Members are read and written as bytes: an enum is as wide as an int. */
static void put_bytes(const struct option *o, void *to, const void *value, size_t size)
{
    memcpy((char *)to + o->at, value, size);
}

static void get_bytes(const struct option *o, const void *from, void *value, size_t size)
{
    memcpy(value, (const char *)from + o->at, size);
}

static void put_int(const struct option *o, void *to, int64_t i)
{
    const int narrow = (int)i; /* an unsigned one has the same bytes */
    if (o->type == OPTION_INT || o->type == OPTION_UNSIGNED)
        put_bytes(o, to, &narrow, sizeof(narrow));
    else
        put_bytes(o, to, &i, sizeof(i));
}

static int64_t get_int(const struct option *o, const void *from)
{
    int64_t wide = 0;
    int narrow = 0;
    if (o->type != OPTION_INT && o->type != OPTION_UNSIGNED) {
        get_bytes(o, from, &wide, sizeof(wide));
        return wide;
    }
    get_bytes(o, from, &narrow, sizeof(narrow));
    return o->type == OPTION_UNSIGNED ? (int64_t)(unsigned)narrow : narrow;
}

static size_t count_choices(const struct option *o)
{
    size_t n = 0;
    while (o->choices[n] != NULL)
        n++;
    return n;
}

static int no_choice(const struct option *o, const char *text, struct err *err)
{
    CLEANUP(buf_release) struct buf list = { 0 };
    size_t n = count_choices(o);
    bool or_number = o->type == OPTION_INT;
    if (n == 2 && !or_number)
        return err_set(err, ERR_USAGE, "--%s: '%s' is neither %s nor %s", o->name, text,
                       o->choices[0], o->choices[1]);
    for (size_t i = 0; i < n; i++)
        buf_printf(&list, "%s%s", i > 0 ? ", " : "", o->choices[i]);
    err_set(err, ERR_USAGE, "--%s: '%s' is not one of %s%s", o->name, text, buf_text(&list),
            or_number ? " or a number from 0" : "");
    return err_suggest_among(err, text, buf_text(&list));
}

static int put_choice(const struct option *o, void *to, const char *text, struct arena *arena,
                      struct err *err)
{
    size_t n = count_choices(o), i = 0;
    int64_t number = 0;
    while (i < n && strcmp(o->choices[i], text) != 0)
        i++;
    if (i == n) {
        bool is_good = o->type == OPTION_INT && str_to_i64(text, &number) && number >= o->least &&
                       number <= o->most;
        if (!is_good)
            return no_choice(o, text, err);
        put_int(o, to, number);
        return 0;
    }
    text = arena_strdup(arena, text);
    if (o->type == OPTION_TEXT)
        put_bytes(o, to, &text, sizeof(text));
    else
        put_int(o, to, o->type == OPTION_INT ? -(int64_t)(n - i) : (int64_t)i);
    return 0;
}

static int put_number(const struct option *o, void *to, const char *text, struct err *err)
{
    const int64_t standing[] = {
        [OPTION_INT] = INT32_MIN, [OPTION_INT64] = INT64_MIN, [OPTION_UINT64] = 0
    };
    bool is_bound = o->least != 0 || o->most != 0;
    int64_t least = is_bound ? o->least : standing[o->type];
    int64_t most = is_bound                                              ? o->most
                   : o->type == OPTION_INT || o->type == OPTION_UNSIGNED ? INT32_MAX
                                                                         : INT64_MAX;
    int64_t i = 0;
    if (!str_to_i64(text, &i) || i < least || i > most)
        return err_set(err, ERR_USAGE, "--%s: %s is not between %lld and %lld", o->name, text,
                       (long long)least, (long long)most);
    put_int(o, to, i);
    return 0;
}

static int put_real(const struct option *o, void *to, const char *text, struct err *err)
{
    double d = 0;
    str_to_double(text, &d);
    if ((o->least != 0 || o->most != 0) && !(d >= (double)o->least && d <= (double)o->most))
        return err_set(err, ERR_USAGE, "--%s: %g is not between %lld and %lld", o->name, d,
                       (long long)o->least, (long long)o->most);
    put_bytes(o, to, &d, sizeof(d));
    return 0;
}

static int put_names(const struct option *o, void *to, const char *text, struct arena *arena,
                     struct err *err)
{
    char **items = NULL;
    struct name_list names = { .n = str_split_names(arena, text, &items) };
    for (size_t i = 0; i < names.n; i++)
        if (items[i][0] == '\0')
            return err_set(err, ERR_USAGE, "--%s: an empty name in '%s'", o->name, text);
    names.items = (const char *const *)items;
    put_bytes(o, to, &names, sizeof(names));
    return 0;
}

int option_put(const struct option *o, void *to, const char *text, struct arena *arena,
               struct err *err)
{
    const bool yes = true;
    int rc = option_check_kind(o, text, err);
    if (rc < 0)
        return rc;
    if (o->choices != NULL)
        return put_choice(o, to, text, arena, err);
    switch (o->type) {
    case OPTION_BOOL:
        put_bytes(o, to, &yes, sizeof(yes));
        return 0;
    case OPTION_INT:
    case OPTION_UNSIGNED:
    case OPTION_INT64:
    case OPTION_UINT64:
        return put_number(o, to, text, err);
    case OPTION_DOUBLE:
        return put_real(o, to, text, err);
    case OPTION_TEXT:
        text = arena_strdup(arena, text);
        put_bytes(o, to, &text, sizeof(text));
        return 0;
    case OPTION_NAMES:
        return put_names(o, to, text, arena, err);
    }
    return 0;
}

const char *option_text(const struct option *o, const void *from, struct arena *arena)
{
    const char *text = NULL;
    struct name_list names;
    bool flag = false;
    double d = 0;
    switch (o->type) {
    case OPTION_BOOL:
        get_bytes(o, from, &flag, sizeof(flag));
        return flag ? "" : NULL;
    case OPTION_INT:
    case OPTION_UNSIGNED:
    case OPTION_INT64:
    case OPTION_UINT64:
        break;
    case OPTION_DOUBLE:
        get_bytes(o, from, &d, sizeof(d));
        return arena_printf(arena, "%.15g", d);
    case OPTION_TEXT:
        get_bytes(o, from, &text, sizeof(text));
        return text;
    case OPTION_NAMES:
        get_bytes(o, from, &names, sizeof(names));
        return names.n == 0 ? NULL : str_join_names(arena, names.items, names.n);
    }
    int64_t i = get_int(o, from);
    if (o->choices != NULL && o->type == OPTION_UNSIGNED)
        return o->choices[i];
    if (o->choices != NULL && i < 0)
        return o->choices[(int64_t)count_choices(o) + i];
    return o->has_no_default && i == 0 ? NULL : arena_printf(arena, "%lld", (long long)i);
}

const char *option_default(const struct option_set *set, const struct option *o,
                           struct arena *arena)
{
    bool has_one = o->type != OPTION_BOOL && !o->is_shared && !o->has_no_default;
    return has_one ? option_text(o, set->standard, arena) : NULL;
}

int option_check_run_name(const char *option, const char *text, struct err *err)
{
    const size_t len = strlen(text);
    if (len == 0 || len > 200)
        return err_set(err, ERR_USAGE, "--%s: must have 1 to 200 bytes", option);
    bool is_fit = utf8_is_text(text, len) && strchr(text, ',') == NULL && text[0] != ' ' &&
                  text[len - 1] != ' ';
    for (size_t i = 0; i < len && is_fit; i++)
        is_fit = (unsigned char)text[i] >= ' ' && text[i] != 0x7f;
    if (!is_fit)
        return err_set(
            err, ERR_USAGE,
            "--%s: '%s' cannot name a run: lists of names end it at a comma, and lose "
            "blanks at its ends; control characters and bytes that are not UTF-8 are refused",
            option, text);
    return 0;
}
