/*
 * report_job.h - a report as a list of sections, and one run through them.
 *
 * A report is a table of sections, a section a table of parts: sentences, tables of a kind
 * (analysis/tables), figures of figures.h, and functions for what is neither.  report_build
 * chooses and loads the runs and draws the front page, the contents, the sections, the methods and
 * the appendix.
 */
#ifndef ROLLBOOK_REPORTS_REPORT_REPORT_JOB_H
#define ROLLBOOK_REPORTS_REPORT_REPORT_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/load/load_provenance.h"
#include "analysis/study/study.h"
#include "analysis/tables/explanations.h"
#include "analysis/tables/table_kind.h"
#include "reports/report/report.h"
#include "src/base/err.h"
#include "src/base/mem.h"

struct doc;
struct report_job;

enum column_style {
    SHOW_AS_IS,
    SHOW_PERCENT,          /* a share, times 100 */
    SHOW_INTERVAL,         /* this column and high: "[0.2, 0.7]" */
    SHOW_PERCENT_INTERVAL, /* the same, times 100 */
    SHOW_HASH              /* the first 16 digits of a sha256 */
};

/* A column of a command's table as the page shows it. */
struct part_column {
    const char *name;    /* as the command calls it */
    const char *heading; /* NULL: name with blanks for underscores */
    enum column_style style;
    int decimals;     /* of reals; 0: by significant digits */
    const char *high; /* upper end of an interval */
    const char *low;  /* lower end, for the value of a turned table */
};

enum part_kind { PART_TEXT, PART_TABLE, PART_FIGURE, PART_DRAW };

/* When a part or a section makes sense. */
enum part_when {
    WHEN_ALWAYS,
    WHEN_ADAPTIVE, /* some run has more than one step */
    WHEN_SEVERAL,  /* there are two runs or more */
    WHEN_TURNS     /* some sample has several turns */
};

#define PART_THE_TASK "{task}" /* as is: the task of the report */

struct report_part {
    enum part_kind kind;
    enum part_when when;
    const char *text;   /* paragraph, caption of a table */
    const char *none;   /* said when a table has no row, "" nothing; NULL: that it has none */
    const char *source; /* name of a figure, or what draw wants */
    const struct table_kind *table; /* of a table, with its options (NULL: the standard ones) */
    const void *options;
    const char *rows;    /* of a table instead: a file of schema/queries with :id */
    const char *explain; /* schema whose formulas belong to a figure; NULL: none */
    const struct part_column *columns;
    size_t n_columns; /* 0: all, as they are */
    /* A column whose values stand side by side; columns are then what names a row, at most 8. */
    const char *turned;
    struct part_column value; /* what a turned table shows, with its interval if there is one */
    const char *only, *is;    /* rows whose column only is the text is; NULL: all */
    bool judged; /* the command is asked about runs whose samples can be told fast from slow */
    void (*draw)(struct report_job *j, const struct report_part *p);
};

/* The usual parts: a table of a kind with options as TABLE_ASK or TABLE_AS_IS give them. */
#define REPORT_COLUMNS(c) .columns = (c), .n_columns = ARRAY_LEN(c)
#define REPORT_TABLE(ask, caption, c)                                                              \
    {                                                                                              \
        .kind = PART_TABLE, ask, .text = (caption), REPORT_COLUMNS(c)                              \
    }
/* The same of runs whose samples can be told fast from slow. */
#define REPORT_JUDGED(ask, caption, c)                                                             \
    {                                                                                              \
        .kind = PART_TABLE, ask, .text = (caption), REPORT_COLUMNS(c), .judged = true              \
    }
#define REPORT_FIGURE(name, schema)                                                                \
    {                                                                                              \
        .kind = PART_FIGURE, .source = (name), .explain = (schema)                                 \
    }
#define REPORT_DRAW(function)                                                                      \
    {                                                                                              \
        .kind = PART_DRAW, .draw = (function)                                                      \
    }
/* A section of the parts name_parts, there when the query has rows. */
#define REPORT_SECTION_OF_ROWS(name, title, query)                                                 \
    const struct report_section name = { .heading = (title),                                       \
                                         .rows = (query),                                          \
                                         .parts = name##_parts,                                    \
                                         .n_parts = ARRAY_LEN(name##_parts) }
/* A section of the parts name_parts. */
#define REPORT_SECTION(name, title, condition)                                                     \
    const struct report_section name = { .heading = (title),                                       \
                                         .when = (condition),                                      \
                                         .parts = name##_parts,                                    \
                                         .n_parts = ARRAY_LEN(name##_parts) }

struct report_section {
    const char *heading;
    enum part_when when;
    const char *rows; /* file of schema/queries with :id: no section without rows; NULL: always */
    const struct report_part *parts;
    size_t n_parts;
};

struct report_plan {
    const char *title;
    const char *keywords;
    const char *const *strategies; /* of the runs, NULL-ended; NULL: any */
    size_t least_runs, most_runs;  /* most 0: no limit */
    bool needs_rollouts;           /* ERR_NODATA when the runs hold none */
    bool needs_steps;              /* by default only runs that adapt; ERR_NODATA without */
    bool needs_task;               /* about one task */
    const struct report_section *const *sections; /* NULL-ended */
    const char *const *explains; /* schemas whose formulas belong to the methods; NULL: none */
    int (*prepare)(struct report_job *j, struct err *err); /* data of its own; NULL: none */
    void (*in_short)(struct report_job *j);                /* of the front page; NULL: counts */
    bool is_short; /* methods go on where the sections end, queries are a file within the PDF */
    void (*methods)(struct report_job *j); /* paragraphs after the formulas; NULL: none */
};

#define REPORT_EXPLAINED_MAX 80

struct report_job {
    const struct report *report;
    const struct report_plan *plan;
    const struct report_options *o;
    struct arena *arena;
    struct figure_source figures; /* holds db, runs, rule, level */
    const struct study *study;
    const struct provenance *provenance;
    const char **left_out; /* "name (status)" */
    size_t n_left_out;
    const char *title;
    const char *task;   /* of a report about one */
    int64_t subject_id; /* of "rows": the task, or the first run */
    void *own;          /* of the plan's functions */
    struct doc *doc;
    struct err failed; /* the first error that is more than missing data */
    const struct explanation *explained[REPORT_EXPLAINED_MAX];
    size_t n_explained;
    const char *drawn[REPORT_EXPLAINED_MAX]; /* figures: none comes twice */
    size_t n_drawn;
    const char *asked[REPORT_EXPLAINED_MAX]; /* commands that give the tables again */
    size_t n_asked;
    const char *queried[REPORT_EXPLAINED_MAX]; /* queries that gave rows */
    size_t n_queried;
};

/* What functions of a plan draw with.  A table or figure that cannot be had leaves its reason. */
void job_table(struct report_job *j, const struct report_part *p);
void job_figure(struct report_job *j, const char *name, const char *explain);
/* "WHAT: NA, why.": WHAT is the text up to its first full stop. */
void job_not_available(struct report_job *j, const char *what, const char *why);
/* Notes an explanation for the methods; NULL does nothing. */
void job_explain(struct report_job *j, const struct explanation *e);
/* Rows of a query of schema/queries with :id; false when there are none. */
bool job_rows(struct report_job *j, const char *query, int64_t id, struct table *out);

/* report_choose.c: names of the runs, into j; ERR_NODATA without any. */
int job_choose(struct report_job *j, struct err *err);
/* report_front.c: the front page, and where all of it comes from */
void job_front(struct report_job *j);
void job_provenance(struct report_job *j);
/* report_methods.c: methods, references, commands, queries */
void job_methods(struct report_job *j);
/* report_table.c: index of a column that the plan says the command has; the chosen columns of a
 * command's table, decimals by column */
size_t job_column(const struct table *t, const char *name);
struct table job_select(struct report_job *j, const struct table *in, const struct report_part *p,
                        int **out_decimals);
/* The command that gives the table of a part again, without the program's name. */
const char *job_command(struct report_job *j, const struct report_part *p);
/* report_pivot.c: the same turned by part->turned; at most 9 values side by side, 6 with intervals
 */
struct table job_pivot(struct report_job *j, const struct table *in, const struct report_part *p);
/* report_notes.c: what a command remarks below its table.  What it says of several runs is said
 * once; of many remarks the first and the last ones are kept. */
void job_copy_notes(struct table *to, const struct table *from, const char *command);

#endif
