/*
 * table.h - rows of typed cells, rendered as text table, CSV, JSON, LaTeX or Markdown.
 *
 * Every command that prints rows builds one; src/cli prints it.  Strings are copied into
 * table_init's arena.  A missing value is NA with a reason, never 0.
 */
#ifndef ROLLBOOK_TABLE_TABLE_H
#define ROLLBOOK_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct table_shape;

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON, TABLE_LATEX, TABLE_MARKDOWN };

enum cell_kind { CELL_NA, CELL_TEXT, CELL_INT, CELL_REAL, CELL_BOOL, CELL_JSON };

struct cell {
    enum cell_kind kind;
    const char *text; /* CELL_TEXT; CELL_JSON: JSON text; CELL_NA: the reason */
    int64_t i;        /* CELL_INT, CELL_BOOL */
    double real;      /* CELL_REAL */
};

/* Of a column of text: in a narrower terminal its lines are folded within the column. */
#define TABLE_FOLDED (-1)

/* What a cell has where it is not NA. */
enum column_type {
    COLUMN_UNSAID, /* in a table without a shape */
    COLUMN_TEXT,
    COLUMN_INT,
    COLUMN_REAL,
    COLUMN_BOOL,
    COLUMN_INT_OR_TEXT,
    COLUMN_LIST /* a JSON array */
};

/* A table without a shape needs name and digits alone. */
struct table_column {
    const char *name; /* key in JSON and CSV */
    int digits;       /* significant, for people; 0: 4; TABLE_FOLDED. CSV and JSON are exact */
    enum column_type type;
    const char *meaning;
    const char *na;    /* when it is NA; NULL: never */
    const char *unit;  /* "us"; NULL: a number without a unit, or no number */
    const char *words; /* "mean|interval": all that a text says; NULL: any text */
};

/* Who reads a note of a table that is_brief. */
enum note_rank {
    NOTE_DETAIL,   /* --explain shows it */
    NOTE_LEFT_OUT, /* what the rows leave out */
    NOTE_READING,  /* the denominator with its rule, and what the interval is */
    NOTE_WARNING   /* what could make the numbers mislead */
};

struct table {
    struct arena *arena;                /* borrowed */
    const char *schema;                 /* "rollbook.analyze.fast-p/1" */
    const struct table_shape *shape;    /* table_shape.h; NULL: none is written down */
    const struct table_column *columns; /* borrowed, static */
    size_t n_columns;
    struct cell *cells; /* n_rows * n_columns, row-major */
    size_t n_rows;
    size_t capacity_rows;
    const char **notes; /* below the table */
    enum note_rank *ranks;
    const char **causes; /* the formats of the notes: those of one format have one cause */
    size_t n_notes;
    /* For people, most notes are left out: two lines below the rows at most.  Warnings are never
     * there, whoever prints the table tells them apart. */
    bool is_brief;
};

void table_init(struct table *t, struct arena *arena, const char *schema,
                const struct table_column *columns, size_t n_columns);
/* Appends NA cells; the first is valid until the next row. */
struct cell *table_row(struct table *t);
struct cell cell_text(struct table *t, const char *s); /* NULL gives NA */
struct cell cell_json(struct table *t, const char *json);
struct cell cell_int(int64_t v);
struct cell cell_real(double v); /* NaN gives NA "undefined" */
struct cell cell_bool(bool v);
struct cell cell_na(struct table *t, const char *reason);
void table_note(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void table_left_out(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void table_reading(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void table_warning(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * JSON is an object {"schema": ..., "rows": [...], "notes": [...]}; NA is null, with reasons in the
 * row's "na": {column: reason}.  Infinity is "inf".  Models' text is terminal-safe in TABLE_TEXT;
 * LaTeX and Markdown specials are escaped; CSV follows RFC 4180 with LF line ends.
 */
void table_render(const struct table *t, enum table_format format, struct buf *out);
/* TABLE_TEXT for a terminal of that many columns (0: any).  Of a table of three and more columns
 * that does not fit, or on a terminal of less than 80, a line below says what all rows share; what
 * is still too wide is folded, or becomes a block per row, a line per column.  Notes are folded. */
void table_render_within(const struct table *t, size_t width, struct buf *out);
/* table, csv, json, latex, markdown. */
bool table_format_parse(const char *name, enum table_format *out);

/* What the renderers share. */
const struct cell *table_cell(const struct table *t, size_t row, size_t column);
/* Numbers and NA only: aligned to the right. */
bool table_column_is_numeric(const struct table *t, size_t column);
bool cell_is_number(const struct cell *c);

/* Rounded to digits, terminal-safe, on one line. */
void cell_put_display(struct buf *out, const struct cell *c, int digits);
/* Shortest exact form, raw text, "NA". */
void cell_put_exact(struct buf *out, const struct cell *c);
/* "NA in columns (rows): reason" for every distinct reason; returns how many there are.  Those of
 * columns that no option asked for are last; *out_told others are before them. */
size_t table_each_reason(const struct table *t, struct buf *out,
                         void (*put_line)(struct buf *out, const char *line), size_t *out_told);

/* At most two lines: what is left out, joined by cause, and how to read the rows. */
void table_put_brief(const struct table *t, struct buf *notes);
/* The first of them without reasons of NA, without its end; and the note of the second. */
void table_put_left_out(const struct table *t, struct buf *line);
const char *table_reading_note(const struct table *t); /* NULL: none */
void table_render_text(const struct table *t, struct buf *out);
void table_render_csv(const struct table *t, struct buf *out);
void table_render_json(const struct table *t, struct buf *out);
void table_render_latex(const struct table *t, struct buf *out);
void table_render_markdown(const struct table *t, struct buf *out);

#endif
