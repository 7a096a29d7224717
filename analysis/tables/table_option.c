#include "analysis/tables/table_option.h"

#include <stdbool.h>
#include <string.h>

#include "analysis/study/study.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

/* Members are read and written as bytes: an enum is as wide as an int. */
static void put(void *options, size_t at, const void *value, size_t size)
{
    memcpy((char *)options + at, value, size);
}

static void get(const void *options, size_t at, void *value, size_t size)
{
    memcpy(value, (const char *)options + at, size);
}

static int set_number(const struct table_option *o, void *options, const char *text,
                      struct err *err)
{
    int64_t i = 0;
    double d = 0;
    if (o->kind == OPTION_REAL && !str_to_double(text, &d))
        return err_set(err, ERR_USAGE, "--%s: '%s' is not a number", o->name, text);
    if (o->kind != OPTION_REAL && !str_to_i64(text, &i))
        return err_set(err, ERR_USAGE, "--%s: '%s' is not an integer", o->name, text);
    if (o->kind == OPTION_THREADS && i == 0)
        i = -1; /* 0 means not given, so it is no number of threads */
    if (o->kind == OPTION_REAL)
        put(options, o->at, &d, sizeof(d));
    else
        put(options, o->at, &i, sizeof(i));
    return 0;
}

static int set_names(const struct table_option *o, void *options, const char *text,
                     struct arena *arena, struct err *err)
{
    char **items = NULL;
    struct table_names names = { .n = str_split_names(arena, text, &items) };
    const char **list = arena_array(arena, names.n, sizeof(*list));
    for (size_t i = 0; i < names.n; i++) {
        if (items[i][0] == '\0')
            return err_set(err, ERR_USAGE, "--%s: an empty name in '%s'", o->name, text);
        list[i] = items[i];
    }
    names.items = list;
    put(options, o->at, &names, sizeof(names));
    return 0;
}

static int no_choice(const struct table_option *o, const char *text, struct err *err)
{
    CLEANUP(buf_release) struct buf list = { 0 };
    size_t n = 0;
    while (o->choices[n] != NULL)
        n++;
    if (n == 2)
        return err_set(err, ERR_USAGE, "--%s: '%s' is neither %s nor %s", o->name, text,
                       o->choices[0], o->choices[1]);
    for (size_t i = 0; i < n; i++)
        buf_printf(&list, "%s%s", i > 0 ? ", " : "", o->choices[i]);
    return err_set(err, ERR_USAGE, "--%s: '%s' is none of %s", o->name, text, buf_text(&list));
}

static int set_choice(const struct table_option *o, void *options, const char *text,
                      struct err *err)
{
    int i = 0;
    while (o->choices[i] != NULL && strcmp(o->choices[i], text) != 0)
        i++;
    if (o->choices[i] == NULL)
        return no_choice(o, text, err);
    put(options, o->at, &i, sizeof(i));
    return 0;
}

static int set_step(const struct table_option *o, void *options, const char *text, struct err *err)
{
    int64_t number = 0;
    int step = 0;
    if (strcmp(text, "boa") == 0)
        step = STEP_BOA;
    else if (strcmp(text, "all") == 0)
        step = STEP_ALL;
    else if (str_to_i64(text, &number) && number >= 0 && number <= 1000000)
        step = (int)number;
    else
        return err_set(err, ERR_USAGE, "--%s: '%s' is none of boa, all or a number from 0", o->name,
                       text);
    put(options, o->at, &step, sizeof(step));
    return 0;
}

int table_option_set(const struct table_option *o, void *options, const char *text,
                     struct arena *arena, struct err *err)
{
    const bool yes = true;
    switch (o->kind) {
    case OPTION_FLAG:
        put(options, o->at, &yes, sizeof(yes));
        return 0;
    case OPTION_INT:
    case OPTION_REAL:
    case OPTION_THREADS:
        return set_number(o, options, text, err);
    case OPTION_TEXT:
    case OPTION_LIST:
    case OPTION_AGAINST:
        text = arena_strdup(arena, text);
        put(options, o->at, &text, sizeof(text));
        return 0;
    case OPTION_NAMES:
    case OPTION_RUNS:
        return set_names(o, options, text, arena, err);
    case OPTION_CHOICE:
        return set_choice(o, options, text, err);
    case OPTION_STEP:
        return set_step(o, options, text, err);
    case OPTION_OTHER:
        return 0;
    }
    return 0;
}

static const char *names_text(const struct table_option *o, const void *options,
                              struct arena *arena)
{
    struct table_names names;
    get(options, o->at, &names, sizeof(names));
    return names.n == 0 ? NULL : str_join_names(arena, names.items, names.n);
}

static const char *step_text(int step, struct arena *arena)
{
    if (step == STEP_BOA)
        return "boa";
    return step == STEP_ALL ? "all" : arena_printf(arena, "%d", step);
}

const char *table_option_text(const struct table_option *o, const void *options,
                              struct arena *arena)
{
    const char *text = NULL;
    bool flag = false;
    int64_t i = 0;
    int number = 0;
    double d = 0;
    switch (o->kind) {
    case OPTION_FLAG:
        get(options, o->at, &flag, sizeof(flag));
        return flag ? "" : NULL;
    case OPTION_INT:
    case OPTION_THREADS:
        get(options, o->at, &i, sizeof(i));
        return o->kind == OPTION_THREADS && i == 0 ? NULL
                                                   : arena_printf(arena, "%lld", (long long)i);
    case OPTION_REAL:
        get(options, o->at, &d, sizeof(d));
        return arena_printf(arena, "%.15g", d);
    case OPTION_TEXT:
    case OPTION_LIST:
    case OPTION_AGAINST:
        get(options, o->at, &text, sizeof(text));
        return text;
    case OPTION_NAMES:
    case OPTION_RUNS:
        return names_text(o, options, arena);
    case OPTION_CHOICE:
        get(options, o->at, &number, sizeof(number));
        return o->choices[number];
    case OPTION_STEP:
        get(options, o->at, &number, sizeof(number));
        return step_text(number, arena);
    case OPTION_OTHER:
        return NULL;
    }
    return NULL;
}
