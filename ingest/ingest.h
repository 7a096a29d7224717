/*
 * ingest.h - other people's result files into the database.
 *
 * A format is a row of a table, and one protocol reads them all: the source comes as records (a
 * line, a part of a JSON value, a row of a table or database, a file of a folder), take turns each
 * into samples and knows no database, finish adds what follows from the whole.  A single value,
 * log, folder or database is one transaction, a long stream several; importing again adds nothing.
 * Every record is stored, a duplicate, or refused with a reason; docs/internals/ingest.md has the
 * fields.
 */
#ifndef ROLLBOOK_INGEST_INGEST_H
#define ROLLBOOK_INGEST_INGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ingest/ingest_sample.h"
#include "src/base/sha256.h"

struct arena;
struct csv_table;
struct db;
struct err;
struct ingest_source;
struct ingest_feed;
struct json;
struct json_split;
struct stmt;

struct ingest_options {
    const char *run_name;      /* NULL: the folder's name */
    const char *baseline_name; /* NULL: from the file's name */
    const char *model;         /* NULL: from a configuration beside the file */
    const char *strategy; /* NULL: from records, then names of files and folders; as the next */
    bool has_seed, has_step;
    int64_t seed;
    int step;              /* of samples that name none */
    const char *map;       /* of jsonl and csv; NULL: none */
    const char *argv_json; /* JSON array; NULL: [] */
    int level;             /* 0: from file, path or configuration */
    int64_t error_limit;   /* refused records that end the import; 0: no limit */
    bool dry_run;          /* all but the commit */
};

/* A file before it is read (ingest_probe.c). */
struct ingest_probe {
    const char *path;
    const char *name; /* last component of path */
    bool folder;
    const char *head; /* first bytes behind a mark of UTF-8, and a NUL; "" for a folder */
    size_t head_len;
};

/* Without --run-name.  INGEST_NAMED_BY_FORMAT: begin or finish sets source->target. */
enum ingest_naming {
    INGEST_RUN_OF_FOLDER,
    INGEST_RUN_OF_TREE, /* the folder's path below the one that was named; alone as of the folder */
    INGEST_RUN_OF_FILE,
    INGEST_RUN_OF_BOTH,
    INGEST_NAMED_BY_FORMAT
};

/* Containers above a record that can have names. */
#define INGEST_MAX_KEYS 8

/* One of json, row, columns, text and path is set. */
struct ingest_record {
    const struct json *json;     /* a line, or part of a value */
    const struct csv_table *row; /* of a table */
    struct stmt *columns;        /* a row of a database */
    const char *text;            /* a line of a log, without end */
    size_t text_len;
    const char *path;    /* a file of a folder */
    int64_t line;        /* from 1; in a list the position */
    const char *where;   /* for messages */
    struct arena *arena; /* of this record */
    /* Members that lead to a part, NULL for a list's item; 0 for a whole value. */
    const char *keys[INGEST_MAX_KEYS];
    size_t n_keys;
    int64_t index; /* in the innermost list; -1: none */
};

struct ingest_format {
    const char *name;
    const char *summary;
    int version; /* rises when a file would give other rows */
    enum ingest_naming naming;
    bool is_pure;    /* take changes only out and refusals, so threads may call it */
    bool folders;    /* takes a folder as one input */
    bool mends_text; /* a value with text that cannot be, as NUL in a token, is taken without it */
    bool names_runs; /* members of a record say its run: run_id, model, seed, strategy, step */
    const char *const *result_stems; /* of the files that a folder's run is made of; NULL: of all */
    /* Files of a folder that are part of the input, '*' for any text, ended by NULL; NULL: all
     * below it. */
    const char *const *parts;

    /* Why the probe looks like this format, or NULL.  NULL function: it has to be named. */
    const char *(*recognise)(const struct ingest_probe *p);
    /* Before the first record: sets source->state, and calls one of ingest_open_... for what is not
     * JSON. */
    int (*begin)(struct ingest_source *source, struct err *err);
    /* Are the parts of this container records, rather than it?  Lists at the top are always
     * entered. */
    bool (*enters)(const struct ingest_source *source, const struct json_split *at);
    /* Adds a record's samples to out, or refuses it (ingest_refuse); what depends on others waits
     * in source->state. */
    void (*take)(struct ingest_batch *out, const struct ingest_record *record);
    /* Adds what waits; an error undoes what is not committed. */
    int (*finish)(struct ingest_batch *out, struct err *err);
    /* Frees the state, also after errors, if begin succeeded. */
    void (*end)(struct ingest_source *source);
};

struct ingest_counts {
    int64_t stored, duplicate, refused; /* their sum was read */
    int64_t contradicting;              /* refused: stored with other content */
    int64_t clashing;                   /* of these: with those of another file */
    int64_t left_out;                   /* of another level than asked for */
    int64_t unusable;                   /* values that should be numbers */
    int64_t twins;                      /* records with two members of one name */
    int64_t unlike; /* records whose tokens, log-probs and ids differ in number */
};

#define INGEST_MAX_KEPT 1000
/* A refused record or a remark, for people. */
struct ingest_message {
    const char *where;  /* "problem 3, sample 0"; "": the file */
    const char *reason; /* arena */
    struct ingest_message *next;
};

/* Files come in the order of reading. */
struct ingest_file {
    const char *path;
    bool values; /* its JSON values are the records */
    struct ingest_file *next;
};

struct ingest_source {
    const struct ingest_options *options; /* borrowed */
    const struct ingest_format *format;   /* borrowed */
    struct arena *arena;                  /* borrowed; the rest lives there */
    const char *path;                     /* as given */
    const char *name;                     /* path in messages */
    const char *tree;                     /* folder it was found below; NULL: named itself */
    bool folder;                          /* taken whole */
    struct sha256 hash;                   /* of what was read; of a folder by ingest_hash */
    size_t len;
    char sha256[65];
    const char *target;        /* of the run or baseline */
    const char *model;         /* named by a file; NULL: none */
    double temperature;        /* of the run; NaN: unknown */
    const char *path_strategy; /* what the path says, for want of better; NULL and -1: nothing */
    int64_t path_seed;
    int path_step;
    void *state;      /* the format's, from begin */
    const char *head; /* first bytes, during begin */
    size_t head_len;
    /* Opened or added; all NULL: JSON. */
    const struct ingest_feed *feed; /* during begin */
    struct csv_table *table;
    struct stmt *rows;
    bool is_text;
    struct ingest_file *files, **last_file;
    bool committed; /* something is committed */
    struct ingest_counts counts;
    struct ingest_message *refusals, **last_refusal; /* first INGEST_MAX_KEPT */
    size_t n_kept;
    struct ingest_message *remarks, **last_remark;
};

/* Ended by NULL. */
extern const struct ingest_format *const ingest_formats[];
const struct ingest_format *ingest_find_format(const char *name);

void ingest_source_init(struct ingest_source *source, const struct ingest_format *format,
                        const struct ingest_options *options, const char *path,
                        struct arena *arena);
/* Before a database is opened: ERR_USAGE when a file cannot be opened, ERR_INTEGRITY when its first
 * bytes show that it cannot be read. */
int ingest_check_head(const struct ingest_source *source, struct err *err);
/* Stores a file ("-": standard input) or folder in bounded memory, INGEST_RECORDS_A_TRANSACTION of
 * a stream a transaction.  The same command goes on after an interruption: what is there is a
 * duplicate.  Nothing is committed on dry_run, or without news. */
#define INGEST_RECORDS_A_TRANSACTION 10000
int ingest_import(struct ingest_source *source, struct db *db, struct err *err);

/* ERR_INTEGRITY, in helpful words, for packed or encoded files; readable text passes. */
int ingest_check_kind(const char *name, const char *head, size_t len, struct err *err);
/* Read once: "-", a pipe, a terminal. */
bool ingest_is_pipe(const char *path);

/* ---- ingest_probe.c, ingest_walk.c ---- */

/* Text lives in the arena. */
int ingest_probe(const char *path, struct arena *arena, struct ingest_probe *out, struct err *err);
/* The first that recognises it, and why; NULL: none. */
const struct ingest_format *ingest_recognise(const struct ingest_probe *p, const char **out_why);
bool ingest_probe_is_json(const struct ingest_probe *p);
/* The head has the member "key":. */
bool ingest_probe_has_key(const struct ingest_probe *p, const char *key);
bool ingest_probe_has_keys(const struct ingest_probe *p, const char *one, const char *other);
bool ingest_probe_has_text(const struct ingest_probe *p, const char *text);
/* Folder, or file's name, fits; '*' is any text. */
bool ingest_probe_has_file(const struct ingest_probe *p, const char *pattern);
/* One of the format's parts of a folder. */
bool ingest_is_part(const struct ingest_format *format, const char *name);
/* By name, files and folders below path; visit returns 1 to leave out a folder's content, 0 to go
 * on, negative to stop.  Links are not followed. */
int ingest_walk(const char *path, int (*visit)(void *context, const char *path, bool folder),
                void *context, struct err *err);

/* ---- for begin ---- */

/* Rows are records; *out is the heading: the first row, or the first with this column. */
int ingest_open_table(struct ingest_source *source, char separator, const char *column,
                      const struct csv_table **out, struct err *err);
/* Lines are records. */
void ingest_open_log(struct ingest_source *source);
/* The format sets source->rows to a statement, whose rows are records, and closes *out in end. */
int ingest_open_database(struct ingest_source *source, struct db **out, struct err *err);
/* Once a file. */
void ingest_add_file(struct ingest_source *source, const char *path, bool values);
/* What tells folders' contents apart. */
void ingest_hash(struct ingest_source *source, const void *bytes, size_t len);

/* ---- for formats ---- */

/* From the name, for a task without number, so that the order of imports does not matter; from 2^30
 * up, beyond all suites. */
int ingest_number_of_name(const char *name);
/* --run-name, else as the format's naming says; and what else the path says. */
int ingest_default_run(struct ingest_source *source, struct err *err);
/* For samples that name none. */
struct ingest_run ingest_run_of_source(const struct ingest_source *source);
/* In the arena, created with a sample of this hardware, measured beside a baseline. */
const struct ingest_run *ingest_run_measured(const struct ingest_batch *out, const char *hardware,
                                             const char *baseline);
/* ERR_INTEGRITY beyond --max-errors. */
int ingest_check_errors(const struct ingest_source *source, struct err *err);
void ingest_refuse(struct ingest_source *source, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void ingest_remark(struct ingest_source *source, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
