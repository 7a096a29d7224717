/* values_test.c - options and arguments of a command: what is read, and what is refused in which
 * words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/table_command.h"
#include "src/cli/values.h"

static const struct opt options[] = {
    { "name", 'n', OPT_TEXT, "NAME", "nobody", "a text" },
    { "tasks", 0, OPT_LIST, "LIST", NULL, "a list" },
    { "count", 'k', OPT_INT, "N", "3", "a whole number" },
    { "share", 0, OPT_REAL, "X", "0.5", "a number" },
    { "all", 'a', OPT_FLAG, NULL, NULL, "a flag" },
};
static const struct command command = { .name = "do it",
                                        .usage = "rollbook do it FILE [OTHER]",
                                        .min_args = 1,
                                        .max_args = 2,
                                        .options = options,
                                        .n_options = ARRAY_LEN(options) };

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
          "--jsom: before a command stand options of every command alone" },
        { "--jso list", ERR_USAGE, "--jso: before a command" },
        { "--jsonl list", ERR_USAGE, "--jsonl: before a command" },
        { "-json list", ERR_USAGE, "-json: before a command" },
        { "+-json list", 1, NULL },
        { "-qq list", ERR_USAGE, "-qq: before a command" },
        { "-n list", ERR_USAGE, "-n: before a command" },
        { "- list", ERR_USAGE, "-: before a command" },
        { "-- list", ERR_USAGE, "--: before a command" },
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
    const char *args = "";
    const char *db = opt_text(cli, "db");
    const char *tasks = opt_text(cli, "tasks");
    for (size_t i = 0; i < cli->n_args; i++)
        args = arena_printf(a, "%s%s%s", args, i == 0 ? "" : " ", cli->args[i]);
    return arena_printf(a, "%s; %s; %s; %lld; %g; %d; %d%s%s", args, opt_text(cli, "name"),
                        tasks == NULL ? "none" : tasks, (long long)opt_int(cli, "count"),
                        opt_real(cli, "share"), opt_flag(cli, "all"), opt_flag(cli, "quiet"),
                        db == NULL ? "" : "; ", db == NULL ? "" : db);
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
        { "do it x -n --all", "x; --all; none; 3; 0.5; 0; 0" },
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
        { "do it x y z --help", "x y z; nobody; none; 3; 0.5; 0; 0" },
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
        { "do it x --zzzzzzzzzzzz", "unknown option --zzzzzzzzzzzz" },
        { "do it x -z", "unknown option -z" },
        { "do it x -z -k", "unknown option -z" },
        { "do it x -\001", "unknown option -\001" },
        { "do it x --name", "--name needs a value: NAME" },
        { "do it x -k", "--count needs a value: N" },
        { "do it x --name a --name b", "--name is given twice" },
        { "do it x -n a --name=b", "--name is given twice" },
        { "do it x -a --all", "--all is given twice" },
        { "do it x --all=1", "--all takes no value" },
        { "do it x -ab", "--all takes no value" },
        { "do it x -k 1.5", "--count: '1.5' is not an integer" },
        { "do it x --count=", "--count: '' is not an integer" },
        { "do it x --share much", "--share: 'much' is not a number" },
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

static void test_options_that_are_set_later(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct cli cli;
    (void)state;
    assert_int_equal(parse("do it x -k 7", &a, &cli, &err), 0);
    assert_true(opt_given(&cli, "count"));
    assert_false(opt_given(&cli, "share"));
    assert_true(opt_exists(&cli, "json"));
    assert_false(opt_exists(&cli, "jso"));
    assert_int_equal(opt_set(&cli, "share", "0.25", &err), 0);
    assert_true(opt_given(&cli, "share"));
    assert_string_equal(opt_text(&cli, "share"), "0.25");
    assert_int_equal(opt_set(&cli, "count", "many", &err), ERR_USAGE);
    assert_string_equal(err.msg, "--count: 'many' is not an integer");
    assert_int_equal(opt_int(&cli, "count"), 7);
    assert_int_equal(opt_set(&cli, "shar", "1", &err), ERR_USAGE);
    assert_string_equal(err.msg, "unknown option --shar; did you mean --share?");
    assert_int_equal(opt_check(&command, "count", "8", &err), 0);
    assert_int_equal(opt_check(&command, "count", "8.", &err), ERR_USAGE);
    assert_int_equal(opt_check(&command, "name", "", &err), 0);
    assert_int_equal(opt_check(&command, "json", "", &err), ERR_USAGE);
    assert_string_equal(err.msg, "'do it' has no option --json");
    assert_string_equal(cli_argv_json(&cli), "[\"rollbook\",\"do\",\"it\",\"x\",\"-k\",\"7\"]");
}

/* A command that asks for an option that it does not have, or for a number that nobody gave, ends
 * at once. */
static void test_a_wrong_question_ends_the_program(void **state)
{
    static const char *const wants[] = {
        "rollbook: bug: option --nane is not in the command's table\n",
        "rollbook: bug: option --tasks has no default and was not given\n",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(wants); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct cli cli;
        char said[200] = "";
        int pipes[2], status = 0;
        assert_int_equal(parse("do it x", &a, &cli, &err), 0);
        assert_int_equal(pipe(pipes), 0);
        pid_t pid = fork();
        if (pid == 0) {
            const struct rlimit none = { 0, 0 };
            (void)setrlimit(RLIMIT_CORE, &none);
            (void)signal(SIGABRT, SIG_DFL);
            dup2(pipes[1], STDERR_FILENO);
            (void)(i == 0 ? opt_flag(&cli, "nane") : opt_int(&cli, "tasks") > 0);
            _exit(0);
        }
        close(pipes[1]);
        assert_true(read(pipes[0], said, sizeof(said) - 1) > 0);
        close(pipes[0]);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
        assert_string_equal(said, wants[i]);
    }
}

static void check_option(const char *of, const struct opt *o)
{
    if (o->short_name != 0 && !is_letter(o->short_name))
        fail_msg("%s: the short name of --%s is %d", of, o->name, o->short_name);
    assert_true(o->help != NULL && o->help[0] != '\0');
    if ((o->kind == OPT_FLAG) != (o->metavar == NULL))
        fail_msg("%s: --%s is a flag or has a value, not both", of, o->name);
}

/* A letter or nothing stands for an option of any command, and no two share a name or a letter. */
static void test_the_options_of_every_command(void **state)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    (void)state;
    for (size_t c = 0; c < n; c++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        size_t n_own;
        const struct opt *own = command_options(all[c], &a, &n_own);
        assert_true(all[c]->min_args <= all[c]->max_args);
        for (size_t i = 0; i < common_options_count + n_own; i++) {
            const struct opt *o =
                i < common_options_count ? &common_options[i] : &own[i - common_options_count];
            check_option(all[c]->name, o);
            for (size_t j = 0; j < i; j++) {
                const struct opt *p =
                    j < common_options_count ? &common_options[j] : &own[j - common_options_count];
                if (strcmp(o->name, p->name) == 0 ||
                    (o->short_name != 0 && o->short_name == p->short_name))
                    fail_msg("%s: --%s and --%s", all[c]->name, o->name, p->name);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_before_a_command),
        cmocka_unit_test(test_what_is_read),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_options_that_are_set_later),
        cmocka_unit_test(test_a_wrong_question_ends_the_program),
        cmocka_unit_test(test_the_options_of_every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
