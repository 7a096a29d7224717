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

static const char *const formats[] = { "table", "csv", "json", "latex", "markdown", NULL };
static const struct option common_rows[] = {
    OPTION(struct cli_common, db, "db", "PATH",
           "database (else ROLLBOOK_DB, else ./rollbook.db); to read: A,B or a folder of several"),
    OPTION(struct cli_common, json, "json", NULL,
           "print one JSON object; the same as --format json"),
    OPTION(struct cli_common, format, "format", "NAME", "table, csv, json, latex or markdown",
           .choices = formats),
    OPTION(struct cli_common, quiet, "quiet", NULL, "no messages and no progress on standard error",
           .letter = 'q'),
    OPTION(struct cli_common, help, "help", NULL, "examples, then every option", .letter = 'h'),
};
static const struct cli_common common_standard = { .db = NULL };
const struct option_set common_options = OPTION_SET(common_rows, common_standard);

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

const struct option *option_next(const struct option_set *set, const struct option *o)
{
    const struct option *end = set->rows + set->n_rows;
    for (o = o == NULL ? set->rows : o + 1; o != end; o++)
        if (o->name != NULL && (o->takers == 0 || (o->takers & set->taker) != 0))
            return o;
    return NULL;
}

/* Old rows as rows of an array of eight bytes each, before the struct of the others. */
static struct option_set with_old(const struct command *command, const struct option_set *set,
                                  struct arena *arena)
{
    size_t n = command->n_options;
    struct option *rows = arena_array(arena, n + set->n_rows, sizeof(*rows));
    char *standard = arena_alloc(arena, 8 * n + set->size + 1);
    struct err ignored;
    for (size_t i = 0; i < n; i++) {
        const struct opt *o = &command->options[i];
        rows[i] = (struct option){ .member = o->name,
                                   .name = o->name,
                                   .at = 8 * i,
                                   .type = o->kind == OPT_FLAG   ? OPTION_BOOL
                                           : o->kind == OPT_INT  ? OPTION_INT64
                                           : o->kind == OPT_REAL ? OPTION_DOUBLE
                                                                 : OPTION_TEXT,
                                   .metavar = o->metavar,
                                   .help = o->help,
                                   .letter = o->short_name,
                                   .repeats = o->kind == OPT_LIST,
                                   .has_no_default = o->standard == NULL };
        if (o->standard != NULL)
            option_put(&rows[i], standard, o->standard, arena, &ignored);
    }
    for (size_t i = 0; i < set->n_rows; i++) {
        rows[n + i] = set->rows[i];
        rows[n + i].at += set->rows[i].is_shared ? 0 : 8 * n;
    }
    if (set->size > 0)
        memcpy(standard + 8 * n, set->standard, set->size);
    return (struct option_set){ rows, n + set->n_rows, standard, 8 * n + set->size, set->taker };
}

struct option_set command_options(const struct command *command, struct arena *arena)
{
    const struct option_set *set =
        command->table != NULL ? &command->table->options : &command->set;
    return command->n_options == 0 ? *set : with_old(command, set, arena);
}

static size_t add_items(struct cli_value *items, size_t n, const struct option_set *set, void *own,
                        void *shared)
{
    for (const struct option *o = NULL; (o = option_next(set, o)) != NULL;)
        items[n++] = (struct cli_value){ .option = o, .to = o->is_shared ? shared : own };
    return n;
}

static struct cli_values *values_new(struct cli *cli, const struct command *command)
{
    const struct option_set own = command_options(command, cli->arena);
    size_t most = common_options.n_rows + own.n_rows;
    struct cli_values *v = arena_alloc(cli->arena, sizeof(*v) + most * sizeof(v->items[0]));
    char *options = arena_alloc(cli->arena, own.size + 1);
    if (own.size > 0)
        memcpy(options, own.standard, own.size);
    v->own = own;
    v->n = add_items(v->items, 0, &common_options, &cli->common, NULL);
    v->n = add_items(v->items, v->n, &own, options, &cli->input);
    cli->options = options + 8 * command->n_options;
    return v;
}

static int unknown_option(const struct cli_values *v, const char *name, struct err *err)
{
    struct nearest near;
    nearest_init(&near, name);
    for (size_t i = 0; i < v->n; i++)
        nearest_offer(&near, v->items[i].option->name);
    if (near.name[0] == '\0')
        return err_set(err, ERR_USAGE, "unknown option --%s", name);
    return err_set(err, ERR_USAGE, "unknown option --%s; did you mean --%s?", name, near.name);
}

static struct cli_value *find_long(struct cli_values *v, const char *name, size_t len)
{
    for (size_t i = 0; i < v->n; i++)
        if (strlen(v->items[i].option->name) == len &&
            strncmp(v->items[i].option->name, name, len) == 0)
            return &v->items[i];
    return NULL;
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
            return err_set(err, ERR_USAGE,
                           "%s: before a command stand options of every command alone", argv[i]);
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
            rc = option_put(item->option, item->to, item->text, cli->arena, err);
    }
    return rc;
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
    return item->text != NULL ? item->text
                              : option_default(&cli->values->own, item->option, cli->arena);
}

int opt_set(struct cli *cli, const char *name, const char *text, struct err *err)
{
    struct cli_value *item = find_long(cli->values, name, strlen(name));
    int rc = item == NULL ? unknown_option(cli->values, name, err)
                          : option_put(item->option, item->to, text, cli->arena, err);
    if (rc == 0)
        item->text = text;
    return rc;
}

int opt_check(const struct command *command, const char *name, const char *text, struct err *err)
{
    CLEANUP(arena_release) struct arena arena = { 0 };
    const struct option_set set = command_options(command, &arena);
    for (const struct option *o = NULL; (o = option_next(&set, o)) != NULL;)
        if (strcmp(o->name, name) == 0)
            return option_check_kind(o, text, err);
    return err_set(err, ERR_USAGE, "'%s' has no option --%s", command->name, name);
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
