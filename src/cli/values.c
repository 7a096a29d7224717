#include "src/cli/values.h"
#include "src/base/buf.h"
#include "src/json/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/cli/table_command.h"

const struct opt common_options[] = {
    { "db", 0, OPT_TEXT, "PATH", NULL,
      "database (else ROLLBOOK_DB, else ./rollbook.db); to read: A,B or a folder of several" },
    { "json", 0, OPT_FLAG, NULL, NULL, "print one JSON object; the same as --format json" },
    { "format", 0, OPT_TEXT, "NAME", NULL, "table, csv, json, latex or markdown" },
    { "quiet", 'q', OPT_FLAG, NULL, NULL, "no messages and no progress on standard error" },
    { "help", 'h', OPT_FLAG, NULL, NULL, "examples, then every option" },
};
const size_t common_options_count = ARRAY_LEN(common_options);

struct cli_value {
    const struct opt *opt;
    const char *text; /* NULL: not given; "": a given flag */
};

struct cli_values {
    size_t n;
    struct cli_value items[];
};

static struct cli_values *values_new(struct cli *cli, const struct command *command)
{
    size_t n_own;
    const struct opt *own = command_options(command, cli->arena, &n_own);
    size_t n = common_options_count + n_own;
    struct cli_values *v = arena_alloc(cli->arena, sizeof(*v) + n * sizeof(v->items[0]));
    v->n = n;
    for (size_t i = 0; i < n; i++)
        v->items[i].opt =
            i < common_options_count ? &common_options[i] : &own[i - common_options_count];
    return v;
}

static int unknown_option(const struct cli_values *v, const char *name, struct err *err)
{
    struct nearest near;
    nearest_init(&near, name);
    for (size_t i = 0; i < v->n; i++)
        nearest_offer(&near, v->items[i].opt->name);
    if (near.name[0] == '\0')
        return err_set(err, ERR_USAGE, "unknown option --%s", name);
    return err_set(err, ERR_USAGE, "unknown option --%s; did you mean --%s?", name, near.name);
}

static struct cli_value *find_long(struct cli_values *v, const char *name, size_t len)
{
    for (size_t i = 0; i < v->n; i++)
        if (strlen(v->items[i].opt->name) == len && strncmp(v->items[i].opt->name, name, len) == 0)
            return &v->items[i];
    return NULL;
}

static struct cli_value *find_short(struct cli_values *v, char c)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->items[i].opt->short_name == c)
            return &v->items[i];
    return NULL;
}

static int check_value(const struct opt *o, const char *text, struct err *err)
{
    int64_t i;
    double d;
    switch (o->kind) {
    case OPT_FLAG:
    case OPT_TEXT:
    case OPT_LIST:
        return 0;
    case OPT_INT:
        if (!str_to_i64(text, &i))
            return err_set(err, ERR_USAGE, "--%s: '%s' is not an integer", o->name, text);
        return 0;
    case OPT_REAL:
        if (!str_to_double(text, &d))
            return err_set(err, ERR_USAGE, "--%s: '%s' is not a number", o->name, text);
        return 0;
    }
    return 0;
}

/* value follows '=' or is NULL; *index moves over a taken argument. */
static int take(struct cli *cli, struct cli_value *item, const char *value, int *index,
                struct err *err)
{
    const struct opt *o = item->opt;
    const char *before = item->text;
    if (before != NULL && o->kind != OPT_LIST)
        return err_set(err, ERR_USAGE, "--%s is given twice", o->name);
    if (o->kind == OPT_FLAG) {
        if (value != NULL)
            return err_set(err, ERR_USAGE, "--%s takes no value", o->name);
        item->text = "";
        return 0;
    }
    if (value == NULL) {
        if (*index + 1 >= cli->argc)
            return err_set(err, ERR_USAGE, "--%s needs a value: %s", o->name, o->metavar);
        value = cli->argv[++*index];
    }
    item->text = before == NULL ? value : arena_printf(cli->arena, "%s,%s", before, value);
    return check_value(o, value, err);
}

static int parse_long(struct cli *cli, const char *arg, int *index, struct err *err)
{
    const char *equals = strchr(arg, '=');
    size_t len = equals == NULL ? strlen(arg) : (size_t)(equals - arg);
    struct cli_value *item = find_long(cli->values, arg, len);
    if (item == NULL)
        return unknown_option(cli->values, arena_strndup(cli->arena, arg, len), err);
    return take(cli, item, equals == NULL ? NULL : equals + 1, index, err);
}

static int parse_short(struct cli *cli, const char *arg, int *index, struct err *err)
{
    struct cli_value *item = find_short(cli->values, arg[0]);
    if (item == NULL)
        return err_set(err, ERR_USAGE, "unknown option -%c", arg[0]);
    return take(cli, item, arg[1] == '\0' ? NULL : arg + 1, index, err);
}

static const struct opt *common_option(const char *arg)
{
    size_t len = strcspn(arg, "=");
    for (size_t i = 0; i < common_options_count; i++) {
        const struct opt *o = &common_options[i];
        bool is_long = len == strlen(o->name) + 2 && strncmp(arg, "--", 2) == 0 &&
                       strncmp(arg + 2, o->name, len - 2) == 0;
        bool is_short = o->short_name != 0 && arg[1] == o->short_name && arg[2] == '\0';
        if (is_long || is_short)
            return o;
    }
    return NULL;
}

static int check_count(const struct cli *cli, const struct command *command, struct err *err)
{
    if (opt_flag(cli, "help"))
        return 0;
    if (cli->n_args < command->min_args)
        return err_set(err, ERR_USAGE, "missing argument; usage: %s", command->usage);
    if (cli->n_args > command->max_args)
        return err_set(err, ERR_USAGE, "unexpected argument '%s'; usage: %s",
                       cli->args[command->max_args], command->usage);
    return 0;
}

int values_leading(int argc, char **argv, struct err *err)
{
    int i = 1;
    while (i < argc && argv[i][0] == '-' && strcmp(argv[i], "--version") != 0) {
        const struct opt *o = common_option(argv[i]);
        if (o == NULL)
            return err_set(err, ERR_USAGE,
                           "%s: before a command stand options of every command alone", argv[i]);
        if (strcmp(o->name, "help") == 0)
            return i;
        bool joined = o->kind == OPT_FLAG || strchr(argv[i], '=') != NULL;
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
    return rc < 0 ? rc : check_count(cli, command, err);
}

static const struct cli_value *value_of(const struct cli *cli, const char *name)
{
    const struct cli_value *item = find_long(cli->values, name, strlen(name));
    if (item == NULL) {
        fprintf(stderr, "rollbook: bug: option --%s is not in the command's table\n", name);
        abort();
    }
    return item;
}

const char *opt_text(const struct cli *cli, const char *name)
{
    const struct cli_value *item = value_of(cli, name);
    return item->text != NULL ? item->text : item->opt->standard;
}

int opt_set(struct cli *cli, const char *name, const char *text, struct err *err)
{
    struct cli_value *item = find_long(cli->values, name, strlen(name));
    int rc =
        item == NULL ? unknown_option(cli->values, name, err) : check_value(item->opt, text, err);
    if (rc == 0)
        item->text = text;
    return rc;
}

int opt_check(const struct command *command, const char *name, const char *text, struct err *err)
{
    for (size_t i = 0; i < command->n_options; i++)
        if (strcmp(command->options[i].name, name) == 0)
            return check_value(&command->options[i], text, err);
    return err_set(err, ERR_USAGE, "'%s' has no option --%s", command->name, name);
}

bool opt_exists(const struct cli *cli, const char *name)
{
    return find_long(cli->values, name, strlen(name)) != NULL;
}

bool opt_given(const struct cli *cli, const char *name)
{
    return value_of(cli, name)->text != NULL;
}

bool opt_flag(const struct cli *cli, const char *name)
{
    return value_of(cli, name)->text != NULL;
}

static const char *needed_text(const struct cli *cli, const char *name)
{
    const char *text = opt_text(cli, name);
    if (text == NULL) {
        fprintf(stderr, "rollbook: bug: option --%s has no default and was not given\n", name);
        abort();
    }
    return text;
}

int64_t opt_int(const struct cli *cli, const char *name)
{
    int64_t v = 0;
    str_to_i64(needed_text(cli, name), &v);
    return v;
}

double opt_real(const struct cli *cli, const char *name)
{
    double v = 0;
    str_to_double(needed_text(cli, name), &v);
    return v;
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
