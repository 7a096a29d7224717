/*
 * table_kind.h - a kind of table: what a command prints and what a report shows.
 *
 * A kind is a function from (database, runs, options) to a struct table.  It prints nothing and
 * parses no command line.  Commands fill its options from their arguments, report plans name it
 * with options of their own (TABLE_ASK), so that page and command line cannot disagree.  Each kind
 * has a header with its options struct, their standard values (STANDARD_name: the only place of a
 * default) and its table_name.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_KIND_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/tables/table_option.h"

struct arena;
struct db;
struct err;
struct study;
struct table;

/* What a table is made from, beside its options.  Everything is borrowed. */
struct table_input {
    struct db *db;
    struct arena *arena;                      /* the table and what it is made from live there */
    struct table_names runs;                  /* none twice; none: all runs of the database */
    const char *baseline, *baseline_hardware; /* stored one to compare with; NULL: as measured */
    /* Runs that are loaded already, against that baseline: for a table of the same runs, which
     * reads them and changes nothing.  NULL: none. */
    const struct study *study;
    bool for_programs; /* cells that people do not read are wanted as well */
    /* Told what should be known beside the table; NULL: nobody asks. */
    void (*remark)(void *context, const char *text);
    void *remark_context;
};

struct table_kind {
    const char *command; /* that prints it: "analyze sweep" */
    struct option_set options;
    /* Errors are in words that fit the command line: what lacks is named by its option.  The table
     * is untouched on failure. */
    int (*make)(const struct table_input *in, const void *options, struct table *out,
                struct err *err);
    bool is_findings; /* rows are findings: a command with any ends with ERR_NEGATIVE */
};

/* A kind and its options in an initialiser: TABLE_ASK(sweep, .by = SWEEP_BY_MODEL), or as they are
 * when nothing is said.  The members that the macro sets are .table and .options. */
#define TABLE_ASK(name, ...)                                                                       \
    .table = &table_##name, .options = &(const struct table_##name##_options)                      \
    {                                                                                              \
        STANDARD_##name, __VA_ARGS__                                                               \
    }
#define TABLE_AS_IS(name) .table = &table_##name

/* options NULL: the standard ones. */
int table_make(const struct table_kind *kind, const struct table_input *in, const void *options,
               struct table *out, struct err *err);
/* Words behind the program's name of the command line that gives the table of these options: the
 * command and what differs from the standard. */
size_t table_words(const struct table_kind *kind, const void *options, struct arena *arena,
                   const char *const **out);

#endif
