/*
 * report_source.h - where a report gets the tables that the program's commands print.
 *
 * A report that shows what "analyze training" prints asks for that very table, so page and command
 * line cannot disagree.  src/cli implements this; reports see structs alone.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_SOURCE_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct study;
struct table;

/* Names that an option of the command stands for, whatever characters they hold. */
struct report_names {
    const char *option; /* "run", "a", "base" */
    const char *const *names;
    size_t n;
};

/* A value for an option, for commands that have it. */
struct report_setting {
    const char *option; /* "baseline" */
    const char *value;  /* NULL: not set */
};

struct report_ask {
    const char *command;          /* "analyze training --smooth 0": split at spaces */
    const char *const *arguments; /* further ones, as they stand */
    size_t n_arguments;
    const struct report_names *names;
    size_t n_names;
    const struct report_setting *settings;
    size_t n_settings;
    const struct study *study; /* runs that were loaded already, NULL: none; for the same names */
};

/* Formula, reference, denominator and queries behind a table; see analyze_explain.h. */
#define REPORT_FACTS 6
#define REPORT_FILES 9
struct report_explanation {
    const char *schema;                 /* without the version */
    const char *formulas[REPORT_FACTS]; /* sentences of formula.h */
    const char *references[REPORT_FACTS];
    const char *denominator;
    const char *n;
    const char *queries[REPORT_FILES]; /* names of files in schema/queries */
};

struct report_source {
    void *self;
    /* First table that the command prints.  What the command says when it cannot is in err. */
    int (*ask)(void *self, const struct report_ask *ask, struct arena *arena, struct table *out,
               struct err *err);
    /* Rows of schema/queries/NAME.sql with :id bound; see "rollbook show". */
    int (*rows)(void *self, const char *query, int64_t id, struct arena *arena, struct table *out,
                struct err *err);
    /* NULL when the table has none. */
    const struct report_explanation *(*explain)(const char *schema);
    /* The statement without its comments, "" when there is no such file. */
    const char *(*query_text)(const char *query, struct arena *arena);
    int (*find_run)(void *self, const char *name, int64_t *out_id, struct err *err);
    int (*find_task)(void *self, const char *name, int64_t *out_id, struct err *err);
};

#endif
