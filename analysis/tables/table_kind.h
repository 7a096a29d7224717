/*
 * table_kind.h - a kind of table: what a command prints and what a report shows.
 *
 * A kind makes a struct table from (database, runs, options); it neither prints nor parses.
 * Commands fill options from arguments, report plans name their own (TABLE_ASK), so that page and
 * command line cannot disagree.  A kind's header has its options struct, STANDARD_name (the only
 * place of a default) and table_name.
 */
#ifndef ROLLBOOK_ANALYSIS_TABLES_TABLE_KIND_H
#define ROLLBOOK_ANALYSIS_TABLES_TABLE_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/option/option.h"
#include "src/table/table_shape.h"

struct arena;
struct db;
struct err;
struct study;
struct study_memo;

/* All is borrowed. */
struct table_input {
    struct db *db;
    struct arena *arena;
    struct name_list runs;                    /* none twice; none: all */
    const char *baseline, *baseline_hardware; /* stored one; NULL: as measured */
    const char *precision_class; /* the least precise one that counts as correct; NULL: any */
    /* Loaded against that baseline; read, not changed.  NULL: none. */
    const struct study *study;
    struct study_memo *memo; /* analyses that another table or a figure made; or NULL */
    const char *argument, *db_path;
    bool for_programs; /* wants cells that people do not read */
    bool explain;      /* whoever prints it adds what it means */
    /* Gets what should be known beside the table; or NULL. */
    void (*remark)(void *context, const char *text);
    void *remark_context;
};

#define KIND_SHAPES 8

/* Help, docs/commands.md, --explain and the JSON schemas are printed from it. */
struct table_kind {
    const char *command; /* prints it: "analyze sweep" */
    /* NULL: the command has a file of its own, and these there. */
    const char *summary, *usage, *examples;
    const struct table_shape *shapes[KIND_SHAPES]; /* all that make gives; NULL-ended */
    bool takes_argument; /* one that is no option: argument of struct table_input */
    bool opens_database; /* itself, if it needs one: db is NULL, db_path says which */
    struct option_set options;
    /* Errors fit the command line and name the option.  The table is untouched on failure. */
    int (*make)(const struct table_input *in, const void *options, struct table *out,
                struct err *err);
    /* Is told each option that is given, be it the standard value; or NULL. */
    void (*given)(void *options, const struct option *option);
    bool is_findings; /* rows are findings: any ends with ERR_NEGATIVE */
};

/* A kind with options in an initialiser: TABLE_ASK(sweep, .by = SWEEP_BY_MODEL) sets .table and
 * .options. */
#define TABLE_ASK(name, ...)                                                                       \
    .table = &table_##name, .options = &(const struct table_##name##_options)                      \
    {                                                                                              \
        STANDARD_##name, __VA_ARGS__                                                               \
    }
#define TABLE_AS_IS(name) .table = &table_##name

/* options NULL: the standard ones. */
int table_make(const struct table_kind *kind, const struct table_input *in, const void *options,
               struct table *out, struct err *err);
/* The command line of these options behind the program's name: what differs from the standard. */
size_t table_words(const struct table_kind *kind, const void *options, struct arena *arena,
                   const char *const **out);

/* A file of schema/queries: "schema/queries/load/load_runs.sql", or NULL. */
const char *table_query_path(const char *name);
/* Without comments, in the file's lines; "": none is called so. */
const char *table_query_text(const char *name, struct arena *arena);

#endif
