#include "src/cli/values.h"
#include "src/base/buf.h"
#include "src/json/json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/cli/lookup.h"

struct cli_value {
    const struct option *option;
    void *to;         /* the struct of its member */
    const char *text; /* NULL: not given; "": a given flag */
};

struct cli_values {
    size_t n;
    struct option_set own;
    struct cli_value items[];
};

static size_t add_items(struct cli_value *items, size_t n, const struct option_set *set, void *own,
                        void *shared)
{
    for (const struct option *o = NULL; (o = option_next(set, o)) != NULL;)
        items[n++] = (struct cli_value){ .option = o, .to = o->is_shared ? shared : own };
    return n;
}

static struct cli_values *values_new(struct cli *cli, const struct command *command)
{
    const struct option_set own = command_options(command);
    size_t most = common_options.n_rows + own.n_rows;
    struct cli_values *v = arena_alloc(cli->arena, sizeof(*v) + most * sizeof(v->items[0]));
    void *options = arena_alloc(cli->arena, own.size + 1);
    if (own.size > 0)
        memcpy(options, own.standard, own.size);
    v->own = own;
    v->n = add_items(v->items, 0, &common_options, &cli->common, NULL);
    v->n = add_items(v->items, v->n, &own, options, &cli->input);
    cli->options = options;
    return v;
}

static int unknown_option(const struct cli_values *v, const struct command *command,
                          const char *name, struct err *err)
{
    struct nearest near;
    nearest_init(&near, name);
    for (size_t i = 0; i < v->n; i++)
        nearest_offer(&near, v->items[i].option->name);
    return lookup_unknown_option(command, name, near.name, err);
}

static struct cli_value *find_long(struct cli_values *v, const char *name, size_t len)
{
    for (size_t i = 0; i < v->n; i++)
        if (strlen(v->items[i].option->name) == len &&
            strncmp(v->items[i].option->name, name, len) == 0)
            return &v->items[i];
    return NULL;
}

/* Two options that fill one member mean the same. */
static int check_same(const struct cli_values *v, const struct cli_value *item, struct err *err)
{
    for (const struct cli_value *other = v->items; other != item; other++)
        if (other->text != NULL && other->to == item->to && other->option->at == item->option->at)
            return err_set(err, ERR_USAGE, "--%s and --%s mean the same: give only one",
                           other->option->name, item->option->name);
    return 0;
}

static struct cli_value *find_short(struct cli_values *v, char c)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->items[i].option->letter == c)
            return &v->items[i];
    return NULL;
}

/* value follows '=' or is NULL; *index moves over a taken argument. */
static int take(struct cli *cli, struct cli_value *item, const char *value, int *index,
                struct err *err)
{
    const struct option *o = item->option;
    const char *before = item->text;
    if (before != NULL && !option_repeats(o))
        return err_set(err, ERR_USAGE, "--%s is given twice", o->name);
    if (o->type == OPTION_BOOL) {
        if (value != NULL)
            return err_set(err, ERR_USAGE, "--%s takes no value", o->name);
        item->text = "";
        return 0;
    }
    if (value == NULL) {
        if (*index + 1 >= cli->argc)
            return err_set(err, ERR_USAGE, "--%s needs a value: %s", o->name, o->metavar);
        const char *next = cli->argv[*index + 1];
        if (strncmp(next, "--", 2) == 0 &&
            find_long(cli->values, next + 2, strcspn(next + 2, "=")) != NULL)
            return err_set(err, ERR_USAGE, "--%s needs a value, %s, before %s", o->name, o->metavar,
                           next);
        value = cli->argv[++*index];
    }
    item->text = before == NULL ? value : arena_printf(cli->arena, "%s,%s", before, value);
    return option_check_kind(o, value, err);
}

static int parse_long(struct cli *cli, const char *arg, int *index, struct err *err)
{
    const char *equals = strchr(arg, '=');
    size_t len = equals == NULL ? strlen(arg) : (size_t)(equals - arg);
    struct cli_value *item = find_long(cli->values, arg, len);
    if (item == NULL)
        return unknown_option(cli->values, cli->command, arena_strndup(cli->arena, arg, len), err);
    return take(cli, item, equals == NULL ? NULL : equals + 1, index, err);
}

static int parse_short(struct cli *cli, const char *arg, int *index, struct err *err)
{
    struct cli_value *item = find_short(cli->values, arg[0]);
    if (item == NULL)
        return err_set(err, ERR_USAGE, "'%s' has no option -%c; 'rollbook %s -h' lists the options",
                       cli->command->name, arg[0], cli->command->name);
    return take(cli, item, arg[1] == '\0' ? NULL : arg + 1, index, err);
}

static const struct option *common_option(const char *arg)
{
    size_t len = strcspn(arg, "=");
    for (const struct option *o = NULL; (o = option_next(&common_options, o)) != NULL;) {
        bool is_long = len == strlen(o->name) + 2 && strncmp(arg, "--", 2) == 0 &&
                       strncmp(arg + 2, o->name, len - 2) == 0;
        bool is_short = o->letter != 0 && arg[1] == o->letter && arg[2] == '\0';
        if (is_long || is_short)
            return o;
    }
    return NULL;
}

static int check_count(const struct cli *cli, const struct command *command, struct err *err)
{
    if (cli->n_args < command->min_args)
        return err_set(err, ERR_USAGE, "missing argument; usage: %s", command->usage);
    if (cli->n_args > command->max_args && command->max_args == 0 &&
        find_long(cli->values, "run", 3) != NULL)
        return err_set(err, ERR_USAGE,
                       "unexpected argument '%s'; a run is named by --run %s; usage: %s",
                       cli->args[0], cli->args[0], command->usage);
    if (cli->n_args > command->max_args)
        return err_set(err, ERR_USAGE, "unexpected argument '%s'; usage: %s",
                       cli->args[command->max_args], command->usage);
    return 0;
}

int values_leading(int argc, char **argv, struct err *err)
{
    int i = 1;
    while (i < argc && argv[i][0] == '-' && strcmp(argv[i], "--version") != 0) {
        const struct option *o = common_option(argv[i]);
        if (o == NULL)
            return err_set(
                err, ERR_USAGE,
                "%s: only options of every command may precede the command; put others after it",
                argv[i]);
        if (strcmp(o->name, "help") == 0)
            return i;
        bool joined = o->type == OPTION_BOOL || strchr(argv[i], '=') != NULL;
        if (!joined && i + 1 == argc)
            return err_set(err, ERR_USAGE, "%s needs a value, %s", argv[i], o->metavar);
        i += joined ? 1 : 2;
    }
    return i < argc ? i : argc;
}

int values_parse(struct cli *cli, const struct command *command, int words, struct err *err)
{
    bool options = true;
    int rc = 0;
    cli->command = command;
    cli->values = values_new(cli, command);
    cli->args = arena_array(cli->arena, (size_t)cli->argc, sizeof(*cli->args));
    for (int i = 1; i < cli->argc && rc == 0; i++) {
        if (i == cli->at_command)
            i += words;
        if (i == cli->argc)
            break;
        char *arg = cli->argv[i];
        if (options && strcmp(arg, "--") == 0)
            options = false;
        else if (options && str_starts_with(arg, "--"))
            rc = parse_long(cli, arg + 2, &i, err);
        else if (options && arg[0] == '-' && arg[1] != '\0')
            rc = parse_short(cli, arg + 1, &i, err);
        else
            cli->args[cli->n_args++] = arg;
    }
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < cli->values->n; i++) { /* help is given whatever the values are */
        const struct cli_value *item = &cli->values->items[i];
        cli->common.help = cli->common.help || (item->text != NULL && item->option->letter == 'h' &&
                                                item->to == &cli->common);
    }
    if (cli->common.help)
        return 0;
    rc = check_count(cli, command, err);
    for (size_t i = 0; i < cli->values->n && rc == 0; i++) {
        const struct cli_value *item = &cli->values->items[i];
        if (item->text != NULL)
            rc = check_same(cli->values, item, err);
        if (item->text != NULL && rc == 0)
            rc = option_put(item->option, item->to, item->text, cli->arena, err);
    }
    return rc;
}

int opt_set(struct cli *cli, const char *name, const char *text, struct err *err)
{
    struct cli_value *item = find_long(cli->values, name, strlen(name));
    int rc = item == NULL ? unknown_option(cli->values, cli->command, name, err)
                          : option_put(item->option, item->to, text, cli->arena, err);
    if (rc == 0)
        item->text = text;
    return rc;
}

int opt_check(const struct command *command, const char *name, const char *text, struct err *err)
{
    const struct option_set set = command_options(command);
    for (const struct option *o = NULL; (o = option_next(&set, o)) != NULL;)
        if (strcmp(o->name, name) == 0)
            return option_check_kind(o, text, err);
    return err_set(err, ERR_USAGE, "'%s' has no option --%s", command->name, name);
}

const struct option *opt_next_given(const struct cli *cli, const struct option *o)
{
    const struct cli_values *v = cli->values;
    size_t i = common_options.n_rows;
    while (i < v->n && o != NULL && v->items[i++].option != o)
        ;
    while (i < v->n && v->items[i].text == NULL)
        i++;
    return i < v->n ? v->items[i].option : NULL;
}

const char *opt_given_of(const struct cli *cli, const size_t *members, size_t n, size_t size)
{
    const struct cli_values *v = cli->values;
    assert(size == v->own.size);
    for (size_t m = 0; m < n; m++)
        for (size_t i = 0; i < v->n; i++) {
            const struct cli_value *item = &v->items[i];
            if (item->text != NULL && item->to == cli->options && item->option->at == members[m])
                return item->option->name;
        }
    return NULL;
}

bool opt_is_given(const struct cli *cli, size_t at, size_t size)
{
    return opt_given_of(cli, &at, 1, size) != NULL;
}

char *cli_argv_json(const struct cli *cli)
{
    struct buf text = { 0 };
    struct json *list CLEANUP(json_free_ptr) = json_new_array();
    for (int i = 0; i < cli->argc; i++)
        json_add_string(list, NULL, cli->argv[i]);
    json_print(list, false, &text);
    char *copy = arena_strdup(cli->arena, buf_text(&text));
    buf_release(&text);
    return copy;
}
