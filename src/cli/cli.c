/*
 * cli.c - from argv to a command and its exit status.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/analyze_explain.h"
#include "src/cli/command.h"
#include "src/cli/help.h"
#include "src/cli/values.h"
#include "src/eval/eval.h"
#include "src/store/db.h"
#include "src/worker/worker.h"

static void put_stderr(const char *prefix, const char *text)
{
    struct buf safe = { 0 };
    str_put_terminal_safe(&safe, text, strlen(text));
    fprintf(stderr, "%s%s\n", prefix, buf_text(&safe));
    buf_release(&safe);
}

void cli_note(const struct cli *cli, const char *fmt, ...)
{
    struct arena a = { 0 };
    char text[2000];
    va_list ap;
    if (cli->quiet)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    put_stderr("", text);
    arena_release(&a);
}

void cli_print_table(const struct cli *cli, const struct table *t)
{
    struct buf out = { 0 };
    struct table shown = *t;
    if (opt_exists(cli, "explain") && opt_flag(cli, "explain"))
        analyze_explain(&shown);
    table_render(&shown, cli->format, &out);
    fwrite(buf_text(&out), 1, out.len, stdout);
    buf_release(&out);
}

/* The words of a command's name that argv matches, 0 when it does not. */
static int match_words(const struct command *command, int argc, char **argv)
{
    const char *space = strchr(command->name, ' ');
    size_t first = space == NULL ? strlen(command->name) : (size_t)(space - command->name);
    if (argc < 2 || strlen(argv[1]) != first || strncmp(argv[1], command->name, first) != 0)
        return 0;
    if (space == NULL)
        return 1;
    return argc >= 3 && strcmp(argv[2], space + 1) == 0 ? 2 : 0;
}

static const struct command *find_command(int argc, char **argv, int *out_words)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    const struct command *best = NULL;
    *out_words = 0;
    for (size_t i = 0; i < n; i++) {
        int words = match_words(all[i], argc, argv);
        if (words > *out_words) {
            *out_words = words;
            best = all[i];
        }
    }
    return best;
}

static bool is_group(const char *word)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++)
        if (str_starts_with(all[i]->name, word) && all[i]->name[strlen(word)] == ' ')
            return true;
    return false;
}

static bool wants_help(const char *arg)
{
    return strcmp(arg, "-h") == 0 || strcmp(arg, "--help") == 0;
}

/* "rollbook analyze" or "rollbook analyze nonsense": names the members of the group. */
static int show_group(int argc, char **argv, struct err *err)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    struct buf out = { 0 };
    buf_printf(&out, "Examples\n");
    for (size_t i = 0; i < n; i++)
        if ((all[i]->flags & CMD_HIDDEN) == 0 && str_starts_with(all[i]->name, argv[1]) &&
            all[i]->name[strlen(argv[1])] == ' ')
            buf_printf(&out, "  rollbook %-22s %s\n", all[i]->name, all[i]->summary);
    bool help = argc >= 3 && wants_help(argv[2]);
    fputs(buf_text(&out), help ? stdout : stderr);
    buf_release(&out);
    if (help)
        return 0;
    if (argc < 3)
        return err_set(err, ERR_USAGE, "'%s' needs one of the names above", argv[1]);
    return err_set(err, ERR_USAGE, "'%s %s' is none of the names above", argv[1], argv[2]);
}

static int unknown_command(const char *name, struct err *err)
{
    const char *names[128];
    size_t n;
    const struct command *const *all = command_all(&n);
    if (n > ARRAY_LEN(names))
        n = ARRAY_LEN(names);
    for (size_t i = 0; i < n; i++)
        names[i] = all[i]->name;
    const char *near = nearest_name(name, names, n);
    if (near != NULL)
        return err_set(err, ERR_USAGE, "unknown command '%s'; did you mean '%s'?", name, near);
    return err_set(err, ERR_USAGE, "unknown command '%s'; 'rollbook help' lists them", name);
}

static const char *choose_db(const struct cli *cli)
{
    const char *path = opt_text(cli, "db");
    if (path == NULL)
        path = getenv("ROLLBOOK_DB");
    return path == NULL || *path == '\0' ? "rollbook.db" : path;
}

static int choose_format(struct cli *cli, struct err *err)
{
    const char *name = opt_text(cli, "format");
    cli->format = opt_flag(cli, "json") ? TABLE_JSON : TABLE_TEXT;
    if (name == NULL)
        return 0;
    if (!table_format_parse(name, &cli->format))
        return err_set(err, ERR_USAGE,
                       "--format: '%s' is none of table, csv, json, latex, markdown", name);
    if (opt_flag(cli, "json") && cli->format != TABLE_JSON)
        return err_set(err, ERR_USAGE, "--json and --format %s contradict each other", name);
    return 0;
}

/* What somebody else writes meanwhile is in no part of what a command says. */
static int run_tied(struct cli *cli, const struct command *command, struct err *err)
{
    int rc = db_begin_read(cli->db, err);
    if (rc < 0)
        return rc;
    rc = command->run(cli, err);
    db_end_read(cli->db);
    return rc;
}

static int run_command(struct cli *cli, const struct command *command, struct err *err)
{
    int rc = choose_format(cli, err);
    if (rc < 0)
        return rc;
    cli->quiet = opt_flag(cli, "quiet");
    cli->db_path = choose_db(cli);
    if ((command->flags & (CMD_READS | CMD_WRITES)) != 0) {
        enum db_mode mode = (command->flags & CMD_WRITES) != 0 ? DB_WRITE : DB_READ;
        rc = db_open(cli->db_path, mode, &cli->db, err);
        if (rc < 0)
            return rc;
    }
    bool tied = (command->flags & (CMD_READS | CMD_UNTIED)) == CMD_READS;
    rc = tied ? run_tied(cli, command, err) : command->run(cli, err);
    db_close(cli->db);
    cli->db = NULL;
    return rc;
}

static int dispatch(struct cli *cli, struct err *err)
{
    int words;
    struct buf out = { 0 };
    if (cli->argc < 2 || wants_help(cli->argv[1])) {
        help_overview(&out);
        fputs(buf_text(&out), cli->argc < 2 ? stderr : stdout);
        buf_release(&out);
        return cli->argc < 2 ? ERR_USAGE : 0;
    }
    if (strcmp(cli->argv[1], "--version") == 0) {
        help_version(&out);
        fputs(buf_text(&out), stdout);
        buf_release(&out);
        return 0;
    }
    const struct command *command = find_command(cli->argc, cli->argv, &words);
    if (command == NULL)
        return is_group(cli->argv[1]) ? show_group(cli->argc, cli->argv, err)
                                      : unknown_command(cli->argv[1], err);
    int rc = values_parse(cli, command, 1 + words, err);
    if (rc < 0)
        return rc;
    if (opt_flag(cli, "help")) {
        help_command(command, &out);
        fputs(buf_text(&out), stdout);
        buf_release(&out);
        return 0;
    }
    return run_command(cli, command, err);
}

/* A full disk or a closed pipe must not look like success. */
static int check_stdout(int rc, struct err *err)
{
    bool bad = fflush(stdout) != 0 || ferror(stdout);
    if (bad && rc == 0)
        return err_set(err, ERR_INTEGRITY, "writing to standard output failed");
    return rc;
}

int cli_main(int argc, char **argv)
{
    /* Children are known by what they write to their pipes; nothing else is set up for them. */
    if (argc >= 2 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    if (argc >= 2 && strcmp(argv[1], "worker") == 0)
        return worker_main(argc, argv);
    struct arena arena = { 0 };
    struct err err = { 0 };
    struct cli cli = { .arena = &arena, .argc = argc, .argv = argv };
    int rc = check_stdout(dispatch(&cli, &err), &err);
    if (rc < 0 && err.msg[0] != '\0')
        put_stderr("rollbook: ", err.msg);
    arena_release(&arena);
    return err_exit_status(rc);
}
