/* values_test.c - options and arguments of a command: what is read, and what is refused in which
 * words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/values.h"

struct asked {
    const char *name, *tasks;
    int64_t count;
    double share;
    bool all;
    unsigned few;
    int step;
    uint64_t seed;
    const char *word;
};
static const char *const words[] = { "one", "two", "three", NULL };
static const char *const steps[] = { "best", "all", NULL };
static const struct option rows[] = {
    OPTION(struct asked, name, "name", "NAME", "a text", .letter = 'n'),
    OPTION(struct asked, tasks, "tasks", "LIST", "a list", .repeats = true),
    OPTION(struct asked, count, "count", "N", "a whole number", .letter = 'k'),
    OPTION(struct asked, share, "share", "X", "a number", .least = -1, .most = 1),
    OPTION(struct asked, all, "all", NULL, "a flag", .letter = 'a'),
    OPTION(struct asked, few, "few", "N", "a small number", .least = 0, .most = 9),
    OPTION(struct asked, step, "step", "N", "best, all or a number", .choices = steps, .most = 5),
    OPTION(struct asked, seed, "seed", "N", "any that is not negative"),
    OPTION(struct asked, word, "word", "W", "one of three", .choices = words),
};
static const struct asked standard = {
    .name = "nobody", .count = 3, .share = 0.5, .step = -1, .word = "two"
};
static const struct command command = { .name = "do it",
                                        .usage = "rollbook do it FILE [OTHER]",
                                        .min_args = 1,
                                        .max_args = 2,
                                        .options = OPTION_SET(rows, standard) };

/* The program's name and words between blanks; returns how many. */
static int words_of(const char *line, struct arena *a, char ***out)
{
    const char *whole = line[0] == '\0' ? "rollbook" : arena_printf(a, "rollbook %s", line);
    return (int)str_split(a, whole, ' ', out);
}

static void test_options_before_a_command(void **state)
{
    static const struct {
        const char *line;
        int at; /* of the command, or negative */
        const char *why;
    } cases[] = {
        { "", 1, NULL },
        { "list", 1, NULL },
        { "--json list", 2, NULL },
        { "--quiet list --json", 2, NULL },
        { "-q list", 2, NULL },
        { "--db x.db list", 3, NULL },
        { "--db=x.db list", 2, NULL },
        { "--db=x.db --format csv -q list", 5, NULL },
        { "--json", 2, NULL },
        { "--db x.db", 3, NULL },
        { "-h list", 1, NULL },
        { "-q --help list", 2, NULL },
        { "--version list", 1, NULL },
        { "-q --version", 2, NULL },
        { "--db", ERR_USAGE, "--db needs a value, PATH" },
        { "-q --format", ERR_USAGE, "--format needs a value, NAME" },
        { "--jsom list", ERR_USAGE,
          "--jsom: only options of every command may precede the command; put others after it" },
        { "--jso list", ERR_USAGE, "--jso: only options of every" },
        { "--jsonl list", ERR_USAGE, "--jsonl: only options of every" },
        { "-json list", ERR_USAGE, "-json: only options of every" },
        { "+-json list", 1, NULL },
        { "-qq list", ERR_USAGE, "-qq: only options of every" },
        { "-n list", ERR_USAGE, "-n: only options of every" },
        { "- list", ERR_USAGE, "-: only options of every" },
        { "-- list", ERR_USAGE, "--: only options of every" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        char **argv;
        int argc = words_of(cases[i].line, &a, &argv);
        int at = values_leading(argc, argv, &err);
        if (at != cases[i].at ||
            (cases[i].why != NULL && strncmp(err.msg, cases[i].why, strlen(cases[i].why)) != 0))
            fail_msg("'%s': %d, '%s'", cases[i].line, at, err.msg);
    }
}

static int parse(const char *line, struct arena *a, struct cli *cli, struct err *err)
{
    *cli = (struct cli){ .arena = a, .at_command = str_starts_with(line, "-q ") ? 2 : 1 };
    cli->argc = words_of(line, a, &cli->argv);
    return values_parse(cli, &command, 2, err);
}

/* "arguments; name; tasks; count; share; all; quiet", and the database if it is said. */
static const char *read_back(const struct cli *cli, struct arena *a)
{
    const struct asked *o = cli->options;
    const char *args = "", *db = cli->common.db;
    for (size_t i = 0; i < cli->n_args; i++)
        args = arena_printf(a, "%s%s%s", args, i == 0 ? "" : " ", cli->args[i]);
    return arena_printf(a, "%s; %s; %s; %lld; %g; %d; %d%s%s", args, o->name,
                        o->tasks == NULL ? "none" : o->tasks, (long long)o->count, o->share, o->all,
                        cli->common.quiet, db == NULL ? "" : "; ", db == NULL ? "" : db);
}

static void test_what_is_read(void **state)
{
    static const struct {
        const char *line, *want;
    } cases[] = {
        { "do it x", "x; nobody; none; 3; 0.5; 0; 0" },
        { "do it x y", "x y; nobody; none; 3; 0.5; 0; 0" },
        { "do it --name me x", "x; me; none; 3; 0.5; 0; 0" },
        { "do it x --name=me", "x; me; none; 3; 0.5; 0; 0" },
        { "do it x --name=", "x; ; none; 3; 0.5; 0; 0" },
        { "do it x --name=a=b", "x; a=b; none; 3; 0.5; 0; 0" },
        { "do it x -n me", "x; me; none; 3; 0.5; 0; 0" },
        { "do it x -nme", "x; me; none; 3; 0.5; 0; 0" },
        { "do it x --name=--all", "x; --all; none; 3; 0.5; 0; 0" },
        { "do it x -k 7 --share 1e-3 -a -q", "x; nobody; none; 7; 0.001; 1; 1" },
        { "do it x -k-7", "x; nobody; none; -7; 0.5; 0; 0" },
        { "-q do it x", "x; nobody; none; 3; 0.5; 0; 1" },
        { "do it x --tasks 1,2", "x; nobody; 1,2; 3; 0.5; 0; 0" },
        { "do it x --tasks 1,2 --tasks=4", "x; nobody; 1,2,4; 3; 0.5; 0; 0" },
        { "do it - --all", "-; nobody; none; 3; 0.5; 1; 0" },
        { "do it -- --all -n", "--all -n; nobody; none; 3; 0.5; 0; 0" },
        { "do it -a -- --", "--; nobody; none; 3; 0.5; 1; 0" },
        { "do it x --db y.db -q", "x; nobody; none; 3; 0.5; 0; 1; y.db" },
        { "do it --help", "; nobody; none; 3; 0.5; 0; 0" },
        { "do it x y z --help -k 7 --few 10", "x y z; nobody; none; 3; 0.5; 0; 0" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct cli cli;
        if (parse(cases[i].line, &a, &cli, &err) != 0)
            fail_msg("'%s': %s", cases[i].line, err.msg);
        assert_string_equal(read_back(&cli, &a), cases[i].want);
    }
}

static void test_what_is_refused(void **state)
{
    static const struct {
        const char *line, *why;
    } cases[] = {
        { "do it", "missing argument; usage: rollbook do it FILE [OTHER]" },
        { "do it x y z", "unexpected argument 'z'; usage: rollbook do it FILE [OTHER]" },
        { "do it x y z w", "unexpected argument 'z'; usage: rollbook do it FILE [OTHER]" },
        { "do it x --nane me", "unknown option --nane; did you mean --name?" },
        { "do it x --nane=me", "unknown option --nane; did you mean --name?" },
        { "do it x --forma csv", "unknown option --forma; did you mean --format?" },
        { "do it x --zzzzzzzzzzzz",
          "'do it' has no option --zzzzzzzzzzzz; 'rollbook do it -h' lists the options" },
        { "do it x -z", "'do it' has no option -z; 'rollbook do it -h' lists the options" },
        { "do it x -z -k", "'do it' has no option -z; 'rollbook do it -h' lists the options" },
        { "do it x -\001", "'do it' has no option -\001; 'rollbook do it -h' lists the options" },
        { "do it x --name", "--name needs a value: NAME" },
        { "do it x -n --all", "--name needs a value, NAME, before --all" },
        { "do it x -k", "--count needs a value: N" },
        { "do it x --name a --name b", "--name is given twice" },
        { "do it x -n a --name=b", "--name is given twice" },
        { "do it x -a --all", "--all is given twice" },
        { "do it x --all=1", "--all takes no value" },
        { "do it x -ab", "--all takes no value" },
        { "do it x -k 1.5", "--count: '1.5' is not an integer" },
        { "do it x --count=", "--count: '' is not an integer" },
        { "do it x --share much", "--share: 'much' is not a number" },
        { "do it x --share 1.5", "--share: 1.5 is not between -1 and 1" },
        { "do it x --share nan", "--share: 'nan' is not a number" },
        { "do it x --few 10 --step 6", "--few: 10 is not between 0 and 9" },
        { "do it x --few=-1", "--few: -1 is not between 0 and 9" },
        { "do it x --step 6", "--step: '6' is not one of best, all or a number from 0" },
        { "do it x --step -1", "--step: '-1' is not one of best, all or a number from 0" },
        { "do it x --seed=-1", "--seed: -1 is not between 0 and 9223372036854775807" },
        { "do it x --word four", "--word: 'four' is not one of one, two, three" },
        { "do it x --few many --word four", "--few: 'many' is not an integer" },
        { "do it x --format html",
          "--format: 'html' is not one of table, csv, json, latex, markdown" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct cli cli;
        if (parse(cases[i].line, &a, &cli, &err) != ERR_USAGE)
            fail_msg("'%s' is not refused", cases[i].line);
        assert_string_equal(err.msg, cases[i].why);
    }
}

static void test_what_fills_members(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct cli cli;
    (void)state;
    assert_int_equal(
        parse("do it x --few 9 --step best --seed 9223372036854775807 --word one", &a, &cli, &err),
        0);
    const struct asked *o = cli.options;
    assert_int_equal(o->few, 9);
    assert_int_equal(o->step, -2);
    assert_true(o->seed == INT64_MAX);
    assert_string_equal(o->word, "one");
    assert_int_equal(parse("do it x --step 5", &a, &cli, &err), 0);
    o = cli.options;
    assert_int_equal(o->step, 5);
    assert_string_equal(o->word, "two");
}

static void test_options_that_are_set_later(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct cli cli;
    (void)state;
    assert_int_equal(parse("do it x -k 7", &a, &cli, &err), 0);
    const struct asked *o = cli.options;
    assert_true(GIVEN(&cli, struct asked, count));
    assert_false(GIVEN(&cli, struct asked, share));
    assert_int_equal(opt_set(&cli, "share", "0.25", &err), 0);
    assert_true(GIVEN(&cli, struct asked, share));
    assert_true(o->share > 0.24 && o->share < 0.26);
    assert_int_equal(opt_set(&cli, "count", "many", &err), ERR_USAGE);
    assert_string_equal(err.msg, "--count: 'many' is not an integer");
    assert_int_equal(opt_set(&cli, "few", "10", &err), ERR_USAGE);
    assert_false(GIVEN(&cli, struct asked, few));
    assert_int_equal(o->count, 7);
    assert_int_equal(opt_set(&cli, "shar", "1", &err), ERR_USAGE);
    assert_string_equal(err.msg, "unknown option --shar; did you mean --share?");
    assert_int_equal(opt_check(&command, "count", "8", &err), 0);
    assert_int_equal(opt_check(&command, "count", "8.", &err), ERR_USAGE);
    assert_int_equal(opt_check(&command, "name", "", &err), 0);
    assert_int_equal(opt_check(&command, "json", "", &err), ERR_USAGE);
    assert_string_equal(err.msg, "'do it' has no option --json");
    assert_string_equal(cli_argv_json(&cli), "[\"rollbook\",\"do\",\"it\",\"x\",\"-k\",\"7\"]");
}

/* A standard value is one that could be given, or 0 or nothing, which is none. */
static void check_standard(const char *of, const struct option_set *set, const struct option *o)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    const char *text = option_default(set, o, &a);
    if (text == NULL || strcmp(text, "0") == 0)
        return;
    void *copy = arena_alloc(&a, set->size);
    memcpy(copy, set->standard, set->size);
    if (option_put(o, copy, text, &a, &err) < 0)
        fail_msg("%s: the standard value: %s", of, err.msg);
    if (memcmp(copy, set->standard, set->size) != 0 && o->type != OPTION_TEXT &&
        o->type != OPTION_NAMES)
        fail_msg("%s: --%s %s is not its standard value", of, o->name, text);
}

static void check_option(const char *of, const struct option *o)
{
    if (o->letter != 0 && !is_letter(o->letter))
        fail_msg("%s: the letter of --%s is %d", of, o->name, o->letter);
    assert_true(o->help != NULL && o->help[0] != '\0');
    if ((o->type == OPTION_BOOL) != (o->metavar == NULL))
        fail_msg("%s: --%s is a flag or has a value, not both", of, o->name);
    if (o->choices != NULL)
        assert_true(o->choices[0] != NULL);
    assert_true(o->least <= o->most);
}

static size_t list_rows(const struct option_set *set, const struct option **rows_of, size_t n)
{
    for (const struct option *o = NULL; (o = option_next(set, o)) != NULL;) {
        assert_true(n < 120);
        rows_of[n++] = o;
    }
    return n;
}

/* No two options of a command share a name or a letter, and each row is sound by itself. */
static void test_the_options_of_every_command(void **state)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    (void)state;
    for (size_t c = 0; c < n; c++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const struct option_set set = command_options(all[c]);
        const struct option *of[120];
        size_t n_common = list_rows(&common_options, of, 0);
        size_t n_rows = list_rows(&set, of, n_common);
        assert_true(all[c]->min_args <= all[c]->max_args);
        for (size_t i = 0; i < n_rows; i++) {
            check_option(all[c]->name, of[i]);
            check_standard(all[c]->name, i < n_common ? &common_options : &set, of[i]);
            for (size_t j = 0; j < i; j++)
                if (strcmp(of[i]->name, of[j]->name) == 0 ||
                    (of[i]->letter != 0 && of[i]->letter == of[j]->letter))
                    fail_msg("%s: --%s and --%s", all[c]->name, of[i]->name, of[j]->name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_before_a_command),
        cmocka_unit_test(test_what_is_read),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_what_fills_members),
        cmocka_unit_test(test_options_that_are_set_later),
        cmocka_unit_test(test_the_options_of_every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
