/*
 * command.h - the command table.
 *
 * A new command is src/cli/cmd/cmd_NAME.c with a const struct command, and one row in commands.c.
 * Help, parsing and tests walk the table.  Only src/cli prints: rows to stdout by cli_print_table,
 * messages to stderr.
 */
#ifndef ROLLBOOK_CLI_COMMAND_H
#define ROLLBOOK_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/tables/table_kind.h"
#include "src/option/option.h"
#include "src/table/table.h"

struct arena;
struct buf;
struct db;
struct err;

enum command_flags {
    CMD_READS = 1,  /* a database, read-only, in one state */
    CMD_WRITES = 2, /* a database, created if missing */
    CMD_HIDDEN = 4, /* not in the help */
    CMD_UNTIED = 8, /* with CMD_READS: own transactions */
    CMD_JUDGES = 16 /* reads a database whose tables are not ours */
};

struct command;

/* What every command takes. */
struct cli_common {
    const char *db, *format;
    bool json, quiet, replace, trust, help;
};

struct cli {
    struct db *db; /* if the flags ask for it */
    const char *db_path;
    enum table_format format;
    bool quiet;
    struct arena *arena;
    int argc; /* for provenance */
    char **argv;
    int at_command; /* of its words in argv */
    const struct command *command;
    size_t n_args; /* positional */
    char **args;
    struct cli_values *values;
    struct cli_common common;
    void *options;            /* the command's struct, filled */
    struct table_input input; /* of commands that print tables; other members are set as well */
    bool wants_rows;          /* facts alone did not do (src/store/whole/joined.h) */
    bool keeps_nothing;       /* set by a command that stored nothing: a file that it made goes */
};

struct command {
    const char *name; /* or "analyze fast-p" */
    const char *summary;
    const char *usage;
    const char *examples;
    unsigned flags;
    size_t min_args, max_args;
    const struct option_set *options; /* but --db and others of every command; NULL: none */
    const struct table_kind *table;   /* whose options the command has; NULL: none */
    const struct table_shape *shape;  /* without a kind, of what --json prints; NULL: unsaid */
    void (*more)(struct buf *out);    /* appends possible arguments; may be NULL */
    /* ERR_NEGATIVE with an empty message exits 1 in silence. */
    int (*run)(struct cli *cli, struct err *err);
};

#define ADAPTIVE_NEEDS_FULL                                                                        \
    "--adaptive needs --mode full, or --timed-runs 11 or more: a median is known to 1 %% from "    \
    "ten timed runs on, and mode fast makes five"
#define ADAPTIVE_LEAST 11

/* Opens --db for reading: a file, or several (src/store/whole/joined.h). */
int cli_open_reader(struct cli *cli, struct err *err);
/* Opens --db for writing, for commands that write with one of their options only. */
int cli_open_writer(struct cli *cli, struct err *err);

const struct command *const *command_all(size_t *out_count);

/* What the help shows together: commands first to end of command_all. */
struct command_group {
    const char *name, *says;
    size_t first, end;
};
const struct command_group *command_groups(size_t *out_count);

/* Whether an option that fills the member of cli->options is given. */
#define GIVEN(cli, struct_type, member_name)                                                       \
    opt_is_given((cli), offsetof(struct_type, member_name), sizeof(struct_type))
bool opt_is_given(const struct cli *cli, size_t at, size_t size);
/* The name of the first given one of several members, told by their offsets; NULL: none. */
#define GIVEN_OF(cli, struct_type, members)                                                        \
    opt_given_of((cli), (members), sizeof(members) / sizeof((members)[0]), sizeof(struct_type))
const char *opt_given_of(const struct cli *cli, const size_t *members, size_t n, size_t size);
/* As if it had been given once; text is borrowed.  ERR_USAGE: no such option, or a bad value. */
int opt_set(struct cli *cli, const char *name, const char *text, struct err *err);
/* The given options of the command one after the other: NULL begins and ends. */
const struct option *opt_next_given(const struct cli *cli, const struct option *o);
/* Whether opt_set would take it for that command. */
int opt_check(const struct command *command, const char *name, const char *text, struct err *err);
/* 0: it is no terminal. */
size_t cli_terminal_width(FILE *to);
/* Prints in the chosen format, text at terminal width; the dispatcher reports a failed write. */
void cli_print_table(const struct cli *cli, const struct table *t);
/* On stderr unless --quiet; control characters are made visible. */
void cli_note(const struct cli *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Writes an output that an option names; "-" is standard output.  mark: of struct file_output. */
int cli_write_output(const struct cli *cli, const char *path, const char *mark,
                     const struct buf *bytes, struct err *err);
/* Whether it may be written, asked before the work; begins: how the bytes will begin. */
int cli_check_output(const struct cli *cli, const char *path, const char *mark, const char *begins,
                     struct err *err);
/* For a command that wrote path ("-": standard output) and prints no table: notes of what it wrote,
 * and with --json one object of these counts. */
struct made_count {
    const char *what;
    int64_t n;
};
void cli_tell_made(const struct cli *cli, const char *path, const struct made_count *counts,
                   size_t n);

/* JSON for provenance; in the command's arena. */
char *cli_argv_json(const struct cli *cli);

/* Returns the exit status. */
int cli_main(int argc, char **argv);

#endif
