/*
 * command.h - the command table.
 *
 * Adding a command: one file src/cli/cmd_NAME.c that defines a const struct command, and one row in
 * commands.c.  Help, parsing and the tests walk the table.  Only src/cli prints: rows go to stdout
 * through cli_print_table, messages to stderr.
 */
#ifndef ROLLBOOK_CLI_COMMAND_H
#define ROLLBOOK_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/table/table.h"

struct arena;
struct buf;
struct db;
struct err;
struct option_set;
struct table_kind;

/* OPT_LIST is a text of items between commas; given again, it adds its items. */
enum opt_kind { OPT_FLAG, OPT_TEXT, OPT_LIST, OPT_INT, OPT_REAL };

/* One option; values are asked for by name.  --db, --json, --format, --quiet and --help belong to
 * every command and are not listed. */
struct opt {
    const char *name; /* "run": --run X or --run=X */
    char short_name;  /* 'o' for -o, or 0 */
    enum opt_kind kind;
    const char *metavar;  /* "NAME" */
    const char *standard; /* default as text, or NULL for none */
    const char *help;     /* one line */
};

enum command_flags {
    CMD_READS = 1,  /* opens the database read-only before run, which sees one state of it */
    CMD_WRITES = 2, /* opens it for writing, creating it when missing */
    CMD_HIDDEN = 4, /* not in the help */
    CMD_UNTIED = 8  /* of those that read: makes its own transactions */
};

struct command;

struct cli {
    struct db *db; /* open when the command's flags ask for it */
    const char *db_path;
    enum table_format format;
    bool quiet;
    struct arena *arena; /* lives as long as the command */
    int argc;            /* whole command line, for provenance */
    char **argv;
    int at_command; /* where its words begin in argv, behind options of every command */
    const struct command *command;
    size_t n_args; /* positional arguments */
    char **args;
    struct cli_values *values;
};

struct command {
    const char *name; /* "init", or two words: "analyze fast-p" */
    const char *summary;
    const char *usage;    /* "rollbook eval KERNEL.cu --task ID [options]" */
    const char *examples; /* lines, shown first by -h */
    unsigned flags;
    size_t min_args, max_args;
    const struct opt *options;
    size_t n_options;
    const struct option_set *set;   /* further options, read by table_command_read; NULL: none */
    const struct table_kind *table; /* what it prints, whose options it has; NULL: its own */
    void (*more)(
        struct buf *out); /* appends to the help what its arguments may be; NULL: nothing */
    /* 0 or a negative err_code; ERR_NEGATIVE with an empty message exits 1 without a word. */
    int (*run)(struct cli *cli, struct err *err);
};

/* Of eval and run: a median is judged from ten samples on, and mode fast times five. */
#define ADAPTIVE_NEEDS_FULL                                                                        \
    "--adaptive needs --mode full: a median is known to 1 %% from ten timed runs on, and mode "    \
    "fast makes five"

const struct command *const *command_all(size_t *out_count);

/* Value of an option of this command, or its default; unknown names end the program. */
const char *opt_text(const struct cli *cli, const char *name); /* NULL when absent */
bool opt_given(const struct cli *cli, const char *name);
bool opt_exists(const struct cli *cli, const char *name); /* the command has it */
bool opt_flag(const struct cli *cli, const char *name);
int64_t opt_int(const struct cli *cli, const char *name); /* has a default or was given */
double opt_real(const struct cli *cli, const char *name);

/* Columns of the terminal on standard output; 0 when that is none. */
size_t cli_terminal_width(void);
/* Prints in the chosen format, and text as wide as the terminal; a failed write to stdout is
 * reported by the dispatcher. */
void cli_print_table(const struct cli *cli, const struct table *t);
/* A message on stderr unless --quiet; control characters are made visible. */
void cli_note(const struct cli *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The command line as a JSON array, for provenance; in the command's arena. */
char *cli_argv_json(const struct cli *cli);

/* Parses argv, runs the command, returns the exit status. */
int cli_main(int argc, char **argv);

#endif
