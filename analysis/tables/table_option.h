/*
 * table_option.h - the members of an options struct: what the command line calls them.
 *
 * A kind of table describes each member once.  From that row the command line is read, its help is
 * printed, and a report says which command gives the table again.
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
    OPTION_TEXT,    /* const char *, NULL when not given */
    OPTION_LIST,    /* the same: items between commas; given again, it adds its items */
    OPTION_NAMES,   /* struct table_names: items between commas, of any characters */
    OPTION_CHOICE,  /* an enum: the index in choices */
    OPTION_STEP,    /* int: STEP_BOA, STEP_ALL or a number */
    OPTION_THREADS, /* int64_t, 0 when not given */
    /* Members of struct table_input instead: */
    OPTION_RUNS,    /* runs */
    OPTION_AGAINST, /* baseline, baseline_hardware */
    OPTION_OTHER    /* none: a flag for whoever prints the table */
};

/* NULL where a member does not apply. */
struct table_option {
    const char *name; /* "patience" */
    enum table_option_kind kind;
    size_t at;                  /* offset in the options, or in struct table_input */
    const char *metavar;        /* "P" */
    const char *help;           /* one line */
    const char *const *choices; /* NULL-ended */
};

/* The options struct of a kind. */
struct option_set {
    const struct table_option *rows;
    size_t n_rows;
    const void *standard; /* its values when nothing is said; NULL: it has no members */
    size_t size;
};

/* Sets the member of options that the row describes; texts and lists live in the arena.  ERR_USAGE
 * naming the option for a text that does not fit.  Of rows of struct table_input, options is that
 * one.  OPTION_OTHER sets nothing. */
int table_option_set(const struct table_option *o, void *options, const char *text,
                     struct arena *arena, struct err *err);
/* What sets the member to its value, in the arena; "" for a flag that is set, NULL for what is not
 * set at all. */
const char *table_option_text(const struct table_option *o, const void *options,
                              struct arena *arena);

#endif
