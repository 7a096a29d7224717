/*
 * report_job.h - a report as a list of sections, and one run through them.
 *
 * A section is a table of parts: tables of a kind (analysis/tables), figures of
 * figures.h, and functions for what is neither.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_JOB_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/from_store/load_runs.h"
#include "analysis/kinds/table_kinds.h"
#include "analysis/study/study.h"
#include "analysis/tables/table_kind.h"
#include "reports/report/reports.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/option/option.h"

struct doc;
struct doc_pair;
struct report_job;
struct report_answer;
struct figure_model;

enum column_style {
    SHOW_AS_IS,
    SHOW_PERCENT,          /* a share, times 100 */
    SHOW_INTERVAL,         /* with high: "[0.2, 0.7]" */
    SHOW_PERCENT_INTERVAL, /* the same, times 100 */
    SHOW_HASH              /* first 16 digits of a sha256 */
};

struct part_column {
    const char *name;    /* the command's */
    const char *heading; /* NULL: name with blanks */
    enum column_style style;
    int decimals;     /* of reals; 0: significant digits */
    const char *high; /* upper end of an interval */
    const char *low;  /* lower end, of a turned table */
};

enum part_kind { PART_TABLE, PART_FIGURE, PART_DRAW };

/* When a part or a section is there. */
enum part_when {
    WHEN_ALWAYS,
    WHEN_ADAPTIVE, /* some run has steps */
    WHEN_SEVERAL,  /* two runs or more */
    WHEN_TURNS,    /* a sample has several turns */
    WHEN_TEXTS,    /* candidates' texts are scanned */
    WHEN_SHAPES    /* a sample is of a problem with several shapes */
};

#define PART_THE_TASK "{task}" /* the report's task, as is */

struct report_part {
    enum part_kind kind;
    enum part_when when;
    const char *text;               /* caption of a table; {interval}: the kinds that it holds */
    const char *none;               /* said of no rows; "": nothing; NULL: that there are none */
    const char *source;             /* of a figure, or what draw wants */
    const char *beside;             /* figure to its right; NULL: none */
    const struct table_kind *table; /* with options; NULL: the standard ones */
    const void *options;
    const char *rows;    /* instead: a file of schema/queries with :id */
    const char *explain; /* schema of a figure's formulas; NULL: none */
    const char *explain_beside;
    const struct part_column *columns;
    size_t n_columns; /* 0: all */
    /* Its values stand side by side; columns (at most 8) then name a row. */
    const char *turned;
    struct part_column value; /* what a turned table shows */
    const char *only, *is;    /* only rows with one of these texts ("a,b"), or "true"; NULL: all */
    bool bare;                /* its remarks stand below the table before it */
    bool judged;              /* only runs whose samples can be told fast from slow */
    /* Of a plan about two strategies: only the runs of its first or second one (1, 2; 0: all), and
     * the members of a table's options, by offset, that name the runs of the first and the second.
     */
    size_t strategy;
    const size_t *named;
    size_t n_named;
    void (*draw)(struct report_job *j, const struct report_part *p);
};

/* The options are those of TABLE_ASK or TABLE_AS_IS. */
#define REPORT_COLUMNS(c) .columns = (c), .n_columns = ARRAY_LEN(c)
#define REPORT_TABLE(ask, caption, c)                                                              \
    {                                                                                              \
        .kind = PART_TABLE, ask, .text = (caption), REPORT_COLUMNS(c)                              \
    }
/* For judged runs alone. */
#define REPORT_JUDGED(ask, caption, c)                                                             \
    {                                                                                              \
        .kind = PART_TABLE, ask, .text = (caption), REPORT_COLUMNS(c), .judged = true              \
    }
#define REPORT_FIGURE(name, schema)                                                                \
    {                                                                                              \
        .kind = PART_FIGURE, .source = (name), .explain = (schema)                                 \
    }
/* Two figures abreast. */
#define REPORT_FIGURES(left, left_schema, right, right_schema)                                     \
    {                                                                                              \
        .kind = PART_FIGURE, .source = (left), .explain = (left_schema), .beside = (right),        \
        .explain_beside = (right_schema)                                                           \
    }
#define REPORT_DRAW(function)                                                                      \
    {                                                                                              \
        .kind = PART_DRAW, .draw = (function)                                                      \
    }
/* Parts name_parts, there when the query has rows. */
#define REPORT_SECTION_OF_ROWS(name, title, query)                                                 \
    const struct report_section name = { .heading = (title),                                       \
                                         .rows = (query),                                          \
                                         .parts = name##_parts,                                    \
                                         .n_parts = ARRAY_LEN(name##_parts) }
#define REPORT_SECTION(name, title, condition)                                                     \
    const struct report_section name = { .heading = (title),                                       \
                                         .when = (condition),                                      \
                                         .parts = name##_parts,                                    \
                                         .n_parts = ARRAY_LEN(name##_parts) }

struct report_section {
    const char *heading;
    enum part_when when;
    const char *rows; /* with :id: there when it has rows; NULL: always */
    const struct report_part *parts;
    size_t n_parts;
};

struct report_plan {
    const char *title;
    const char *keywords;
    const char *const *strategies; /* NULL-ended; NULL: any */
    bool against_adapted;          /* runs that do not adapt are held against those that do */
    size_t least_runs, most_runs;  /* most 0: no limit */
    bool needs_rollouts;           /* ERR_NODATA without any */
    bool needs_steps;              /* only runs that adapt, by default; ERR_NODATA without */
    bool needs_task;
    const struct report_section *const *sections; /* NULL-ended */
    const char *const *explains;                  /* schemas of the methods' formulas; NULL: none */
    int (*prepare)(struct report_job *j, struct err *err);         /* own data; NULL: none */
    void (*answer)(struct report_job *j, struct report_answer *a); /* the first page */
    const char *picture;                     /* a figure that shows the answer; NULL: none */
    void (*in_detail)(struct report_job *j); /* behind the contents; NULL: none */
    bool is_short; /* methods follow the sections at once; queries are an attached file */
    void (*methods)(struct report_job *j); /* after the formulas; NULL: none */
};

#define REPORT_SECTIONS(...)                                                                       \
    .sections = (const struct report_section *const[])                                             \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

#define REPORT_EXPLAINED_MAX 80

struct report_job {
    const struct report *report;
    const struct report_plan *plan;
    const struct report_options *o;
    struct arena *arena;
    struct figure_source figures;        /* db, runs, rule, level */
    struct figure_source of_strategy[2]; /* the plan's, for parts about one; db NULL: not needed */
    const struct study *study;
    const struct provenance *provenance;
    const char **left_out; /* "name (why)" */
    size_t n_left_out;
    const char *title;
    const char *task;   /* the only one, or NULL */
    int64_t subject_id; /* of "rows": task or first run */
    void *own;          /* of the plan's functions */
    struct doc *doc;
    struct err failed; /* first error beyond missing data */
    const struct table_shape *explained[REPORT_EXPLAINED_MAX];
    size_t n_explained;
    const char *drawn[REPORT_EXPLAINED_MAX]; /* figures, once each */
    size_t n_drawn;
    const char *asked[REPORT_EXPLAINED_MAX]; /* by commands */
    size_t n_asked;
    const char *warned[REPORT_EXPLAINED_MAX]; /* below some table */
    size_t n_warned;
    const char *queried[REPORT_EXPLAINED_MAX]; /* with rows */
    size_t n_queried;
};

/* For functions of a plan; what cannot be had leaves its reason. */
void job_table(struct report_job *j, const struct report_part *p);
/* "WHAT: NA, why."; WHAT ends at its first full stop. */
void job_not_available(struct report_job *j, const char *what, const char *why);
/* For the methods; NULL does nothing. */
void job_explain(struct report_job *j, const struct table_shape *e);
/* False without rows. */
bool job_rows(struct report_job *j, const char *query, int64_t id, struct table *out);

/* The table that the part asks for, as the command gives it. */
int job_ask(struct report_job *j, const struct report_part *p, struct table *out, struct err *err);
/* The runs that a part is about, of all strategies (0) or one of the plan's (1, 2). */
struct name_list job_asked_runs(struct report_job *j, const struct report_part *p, size_t strategy);
/* Few tasks, noise, CPU, grammar, missing verdicts. */
void job_common_caveats(struct report_job *j, struct report_answer *a);
/* Draws a figure that is not in the document yet. */
void job_figure(struct report_job *j, const char *name);

/* report_pages.c: the first page and the last ones. */
void job_front(struct report_job *j);
void job_methods(struct report_job *j);
/* Code version, device, compiler, model, split, seeds, temperatures, timing, dates; then pairs. */
void parts_provenance(struct doc *d, struct arena *a, const struct provenance *p,
                      const struct doc_pair *more, size_t n_more);
/* A run a paragraph. */
void parts_put_commands(struct buf *out, const struct provenance *p);
/* As typed. */
void parts_commands(struct doc *d, const struct provenance *p);
/* The command that draws the report from these runs, in the arena; names too long for a page are
 * left out where the default takes the same runs. */
const char *parts_report_command(struct arena *a, const char *report,
                                 const struct report_options *o, const struct provenance *p);

/* report_table.c: the column has to be there; the part's columns, decimals by column */
struct table job_select(struct report_job *j, const struct table *in, const struct report_part *p,
                        int **out_decimals);
/* Without the program's name. */
const char *job_command(struct report_job *j, const struct report_part *p);

/* By part->turned, at most 9 values side by side, 6 with intervals. */
struct table job_pivot(struct report_job *j, const struct table *in, const struct report_part *p);
void job_copy_notes(struct report_job *j, struct table *to, const struct table *from,
                    const struct report_part *p);

#endif
