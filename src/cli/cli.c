/*
 * cli.c - from argv to a command and its exit status.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/cli/ask_trust.h"
#include "src/cli/command.h"
#include "src/cli/help.h"
#include "src/cli/lookup.h"
#include "src/cli/output.h"
#include "src/cli/values.h"
#include "src/eval/eval.h"
#include "src/store/db.h"
#include "src/store/whole/joined.h"
#include "src/trust/trust.h"
#include "src/worker/worker.h"

static bool wants_help(const char *arg)
{
    return strcmp(arg, "-h") == 0 || strcmp(arg, "--help") == 0;
}

static int no_command(size_t n_words, char **words, struct err *err)
{
    bool help = n_words >= 2 && wants_help(words[1]);
    if (lookup_is_group(words[0]) && (n_words < 2 || words[1][0] == '-')) {
        /* For a group alone, as in "rollbook analyze". */
        struct buf out = { 0 };
        (void)help_group(words[0], &out);
        help_print(buf_text(&out), help ? stdout : stderr);
        buf_release(&out);
        return help ? 0
                    : err_set(err, ERR_USAGE, "'%s' needs a name from the list above", words[0]);
    }
    return lookup_unknown(n_words, words, err);
}

static int choose_format(struct cli *cli, struct err *err)
{
    const char *name = cli->common.format;
    cli->format = cli->common.json ? TABLE_JSON : TABLE_TEXT;
    if (name != NULL)
        (void)table_format_parse(name, &cli->format);
    if (cli->common.json && cli->format != TABLE_JSON)
        return err_set(err, ERR_USAGE, "--json and --format %s contradict each other", name);
    return 0;
}

/* A command sees one state of the database, whoever writes meanwhile. */
static int run_tied(struct cli *cli, const struct command *command, struct err *err)
{
    int rc = db_begin_read(cli->db, err);
    if (rc < 0)
        return rc;
    rc = command->run(cli, err);
    if (cli->db != NULL) /* a repair that could not open it again has none */
        db_end_read(cli->db);
    return rc;
}

#define MORE_MEMORY ((rlim_t)2 << 30)

/* Of a file whose views are not ours any number of rows can come. */
static void limit_memory(void)
{
    struct rlimit limit;
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err ignored = { 0 };
    if (file_read("/proc/self/statm", 4096, &text, &ignored) < 0 ||
        getrlimit(RLIMIT_AS, &limit) != 0)
        return;
    rlim_t used = (rlim_t)strtoull(buf_text(&text), NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > used + MORE_MEMORY)
        limit.rlim_cur = used + MORE_MEMORY;
    (void)setrlimit(RLIMIT_AS, &limit);
}

int cli_open_reader(struct cli *cli, struct err *err)
{
    const char *notes = NULL;
    /* A table is printed when all of it is made, so it can be made again. */
    bool facts = cli->command->table != NULL && !cli->wants_rows;
    int rc = joined_open(cli->db_path, facts, cli->arena, &cli->db, &notes, err);
    if (rc == 0 && notes != NULL && !cli->wants_rows)
        cli_note(cli, "note: %s", notes);
    if (rc == 0 && db_altered(cli->db) != NULL)
        limit_memory();
    if (rc == 0 && (cli->command->flags & CMD_JUDGES) == 0)
        rc = db_refuse_altered(cli->db, err);
    return rc;
}

/* What others know of a file before it is written: its objects, and who wrote it last. */
static void note_state(struct cli *cli)
{
    const char *change = db_told_change(cli->db);
    if (db_altered(cli->db) != NULL)
        cli_note(cli,
                 "note: %s of %s was altered by another program; run 'rollbook verify' for details",
                 db_altered(cli->db), cli->db_path);
    if (change != NULL)
        cli_note(cli, "note: %s: %s", cli->db_path, change);
}

/* A name with a comma may be one of a file that is to be made. */
int cli_open_writer(struct cli *cli, struct err *err)
{
    char **items = NULL;
    (void)str_split(cli->arena, cli->db_path, ',', &items);
    if (joined_is(cli->db_path) && file_exists(items[0]) && strchr(cli->db_path, ',') != NULL)
        return err_set(err, ERR_USAGE,
                       "%s: several databases can be read, not written; name one with --db",
                       cli->db_path);
    int rc = db_open(cli->db_path, DB_WRITE, &cli->db, err);
    if (rc == 0)
        note_state(cli);
    return rc;
}

static int run_on_database(struct cli *cli, const struct command *command, struct err *err)
{
    if ((command->flags & (CMD_READS | CMD_WRITES)) != 0) {
        int rc = (command->flags & CMD_WRITES) != 0 ? cli_open_writer(cli, err)
                                                    : cli_open_reader(cli, err);
        if (rc < 0)
            return rc;
    }
    bool tied = (command->flags & (CMD_READS | CMD_UNTIED)) == CMD_READS;
    return tied ? run_tied(cli, command, err) : command->run(cli, err);
}

static int run_command(struct cli *cli, const struct command *command, struct err *err)
{
    int rc = choose_format(cli, err);
    if (rc < 0)
        return rc;
    cli->quiet = cli->common.quiet;
    const char *path = cli->common.db;
    if (path == NULL)
        path = getenv("ROLLBOOK_DB");
    cli->db_path = path == NULL || (*path == '\0' && cli->common.db == NULL) ? "rollbook.db" : path;
    rc = run_on_database(cli, command, err);
    if (cli->db != NULL && joined_lacks_rows(cli->db)) {
        db_close(cli->db);
        cli->db = NULL;
        cli->wants_rows = true;
        *err = (struct err){ 0 };
        rc = run_on_database(cli, command, err);
    }
    if (rc == 0 && cli->db != NULL && !db_was_steady(cli->db))
        rc = err_set(err, ERR_BUSY,
                     "%s: another program changed it while it was read, so the output may mix two "
                     "states. Run the same command again",
                     cli->db_path);
    if (rc == ERR_NOMATCH && cli->db != NULL && db_is_new(cli->db) && err->msg[0] != '\0')
        err_set(err, err->code, "%s (%s did not exist; is --db right?)",
                arena_strdup(cli->arena, err->msg), cli->db_path);
    if (rc < 0 || cli->keeps_nothing)
        db_give_up(cli->db);
    else
        db_close(cli->db);
    cli->db = NULL;
    return rc;
}

static int print(void (*put)(struct buf *out), FILE *to)
{
    struct buf out = { 0 };
    put(&out);
    help_print(buf_text(&out), to);
    buf_release(&out);
    return 0;
}

static int dispatch(struct cli *cli, struct err *err)
{
    int matched;
    int at = values_leading(cli->argc, cli->argv, err);
    if (at < 0)
        return at;
    if (at == cli->argc) {
        print(help_overview, stderr);
        return cli->argc < 2
                   ? ERR_USAGE
                   : err_set(err, ERR_USAGE, "no command is named; 'rollbook help' lists them");
    }
    cli->at_command = at;
    char **words = cli->argv + at;
    size_t n_words = (size_t)(cli->argc - at);
    if (wants_help(words[0]))
        return print(help_overview, stdout);
    if (strcmp(words[0], "--version") == 0)
        return print(help_version, stdout);
    const struct command *command = lookup_command(n_words, words, &matched);
    if (command != NULL && n_words == 1 && command->min_args == 1) {
        /* "report" alone asks which there are. */
        char second[] = "list", *list[] = { words[0], second };
        const struct command *lists = lookup_command(ARRAY_LEN(list), list, &matched);
        if (lists != command)
            command = lists;
        matched = 1;
    }
    if (command == NULL)
        return no_command(n_words, words, err);
    int rc = values_parse(cli, command, matched, err);
    if (rc < 0)
        return rc;
    if (!cli->common.help)
        return run_command(cli, command, err);
    struct buf out = { 0 };
    help_command(command, &out);
    help_print(buf_text(&out), stdout);
    buf_release(&out);
    return 0;
}

/* A full disk or a closed pipe must not look like success. */
static int check_stdout(int rc, struct err *err)
{
    bool bad = fflush(stdout) != 0 || ferror(stdout);
    if (bad && rc == 0)
        return err_set(err, ERR_INTEGRITY, "writing to standard output failed");
    return rc;
}

static const struct cli *the_cli;

static void on_waiting(const char *path)
{
    cli_note(the_cli, "note: %s: waiting for another process that writes it", path);
}

int cli_main(int argc, char **argv)
{
    /* Children speak by their pipes and need nothing else set up. */
    if (argc > 2 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    if (argc == 5 && strcmp(argv[1], "worker") == 0 && argv[2][0] != '-')
        return worker_main(argc, argv);
    trace_begin();
    signal(SIGXFSZ, SIG_IGN); /* a file at its limit is a failed write */
    struct arena arena = { 0 };
    struct err err = { 0 };
    struct cli cli = { .arena = &arena, .argc = argc, .argv = argv };
    const struct trust_asker asker = { .context = &cli, .ask = ask_trust };
    trust_set_asker(&asker);
    the_cli = &cli;
    db_tell_waiting(on_waiting);
    int rc = check_stdout(dispatch(&cli, &err), &err);
    if (file_swept() != NULL)
        cli_note(&cli, "note: removed the unfinished file of a killed command: %s", file_swept());
    if (rc < 0 && err.msg[0] != '\0')
        output_error(err.msg);
    trust_set_asker(NULL);
    arena_release(&arena);
    trace_phases_print("the command");
    return err_exit_status(rc);
}
