/*
 * table_option.h - the members of an options struct: what the command line calls them.
 *
 * One row a member serves reading, help, and the command that a report names.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_OPTION_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_OPTION_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

struct table_names {
    const char *const *items;
    size_t n;
};

enum table_option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_INT,     /* int64_t */
    OPTION_REAL,    /* double */
    OPTION_TEXT,    /* const char *; NULL: not given */
    OPTION_LIST,    /* items between commas; repeating it adds items */
    OPTION_NAMES,   /* struct table_names: comma list of any characters */
    OPTION_CHOICE,  /* an enum: index in choices */
    OPTION_STEP,    /* int: STEP_BOA, STEP_ALL or a number */
    OPTION_THREADS, /* int64_t; 0: not given */
    /* Of struct table_input: */
    OPTION_RUNS,    /* runs */
    OPTION_AGAINST, /* baseline, baseline_hardware */
    OPTION_OTHER    /* for whoever prints the table */
};

/* NULL: does not apply. */
struct table_option {
    const char *name; /* "patience" */
    enum table_option_kind kind;
    size_t at;                  /* offset in options or struct table_input */
    const char *metavar;        /* "P" */
    const char *help;           /* one line */
    const char *const *choices; /* NULL-ended */
};

struct option_set {
    const struct table_option *rows;
    size_t n_rows;
    const void *standard; /* its standard values; NULL: no members */
    size_t size;
};

/* Texts and lists live in the arena.  ERR_USAGE names the option.  Rows of struct table_input take
 * that one as options; OPTION_OTHER sets nothing. */
int table_option_set(const struct table_option *o, void *options, const char *text,
                     struct arena *arena, struct err *err);
/* In the arena; "" for a flag that is set, NULL: not set. */
const char *table_option_text(const struct table_option *o, const void *options,
                              struct arena *arena);

#endif
