/*
 * ingest.h - other people's result files into the database.
 *
 * A format is a row of a table, and one protocol reads them all: the source comes as records, take
 * turns each into samples and knows no database, finish adds what follows from the whole.  A record
 * is a line, a part of a JSON value, a row of a table or of a database, a file of a folder.  A
 * single value, a log, a folder and a database are one transaction, a long stream several;
 * importing again adds nothing.  Every record is stored, a duplicate, or refused with a reason;
 * docs/ingest.md says what becomes of each field.
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
struct ingest_job;
struct ingest_source;
struct json;
struct json_split;
struct stmt;

struct ingest_options {
    const char *run_name;      /* NULL: the name of the file's folder */
    const char *baseline_name; /* NULL: from the file's name */
    const char *model;         /* NULL: from a configuration beside the file */
    const char *strategy; /* NULL: from records, then names of files and folders; as the next */
    bool has_seed, has_step;
    int64_t seed;
    int step;              /* of samples that name none */
    const char *map;       /* mapping file of jsonl and csv; NULL none */
    const char *argv_json; /* command line as a JSON array; NULL means [] */
    int level;             /* 0: from the file, its path or a configuration beside it */
    int64_t error_limit;   /* this many refused records end the import; 0: no limit */
    bool dry_run;          /* everything but the commit */
};

/* What a file looks like before it is read (ingest_probe.c). */
struct ingest_probe {
    const char *path;
    const char *name; /* last component of the path */
    bool folder;
    const char *head; /* first bytes, NUL-terminated; "" for a folder */
    size_t head_len;
};

/* What a run is called when --run-name does not say it.  By the format: begin or finish sets
 * job->target. */
enum ingest_naming {
    INGEST_RUN_OF_FOLDER,
    INGEST_RUN_OF_FILE,
    INGEST_RUN_OF_BOTH,
    INGEST_NAMED_BY_FORMAT
};

/* How many containers above a record of a single value can have names. */
#define INGEST_MAX_KEYS 8

/* One record: one of json, row, columns, text and path is set. */
struct ingest_record {
    const struct json *json;     /* a line, or a part of a single value */
    const struct csv_table *row; /* of a table */
    struct stmt *columns;        /* a row of a database */
    const char *text;            /* a line of a log, without its end */
    size_t text_len;
    const char *path;    /* a file of a folder, which take reads */
    int64_t line;        /* from 1; of a list: the position */
    const char *where;   /* for messages */
    struct arena *arena; /* for this record alone */
    /* Of a part: the members that lead to it, NULL for an item of a list; 0 for a whole value. */
    const char *keys[INGEST_MAX_KEYS];
    size_t n_keys;
    int64_t index; /* in the innermost list; -1 none */
};

struct ingest_format {
    const char *name;
    const char *summary;
    int version; /* goes up when the same file would give other rows */
    enum ingest_naming naming;
    bool is_pure;    /* take changes nothing but out and what refusals say: threads may call it */
    bool folders;    /* it takes a whole folder as one input */
    bool names_runs; /* members of a record say its run: run_id, model, seed, strategy, step */
    const char *const *result_stems; /* of the files that a folder's run is made of; NULL: of all */
    /* Names of the files of a folder that are part of that input, with '*' for any text, ended by
     * NULL; NULL: everything below the folder is. */
    const char *const *parts;

    /* Why the probe looks like this format, in words; NULL when it does not.  NULL function: the
     * format has to be named. */
    const char *(*recognise)(const struct ingest_probe *p);
    /* Before the first record: sets job->state, and says what the source is by one of
     * ingest_open_... below when it is not JSON. */
    int (*begin)(struct ingest_job *job, struct err *err);
    /* Of a single JSON value: whether the parts of the container at hand are records, rather than
     * the container itself; lists at the top are entered in any case. */
    bool (*enters)(const struct ingest_job *job, const struct json_split *at);
    /* Adds the samples of one record to out, or refuses it (ingest_refuse).  What depends on other
     * records waits in job->state. */
    void (*take)(struct ingest_batch *out, const struct ingest_record *record);
    /* Behind the last record: adds what waits; an error undoes what is not committed. */
    int (*finish)(struct ingest_batch *out, struct err *err);
    /* Frees the state, after errors too, when begin was successful. */
    void (*end)(struct ingest_job *job);
};

struct ingest_counts {
    int64_t stored, duplicate, refused; /* their sum is what was read */
    int64_t contradicting;              /* of the refused: other content is stored in their place */
    int64_t left_out;                   /* of another level than the one asked for; not read */
    int64_t unusable;                   /* values that should be numbers and are none */
};

#define INGEST_MAX_KEPT 1000

/* A refused record or a remark, for people. */
struct ingest_message {
    const char *where;  /* "problem 3, sample 0"; "" for a remark about the file */
    const char *reason; /* arena */
    struct ingest_message *next;
};

/* A file of a folder, in the order of reading. */
struct ingest_file {
    const char *path;
    bool values; /* its JSON values are the records, rather than the file */
    struct ingest_file *next;
};

struct ingest_job {
    const struct ingest_options *options; /* borrowed */
    const struct ingest_format *format;   /* borrowed */
    struct arena *arena;                  /* borrowed; everything below lives there */
    const char *path;                     /* as given */
    const char *name;                     /* path for messages */
    bool folder;                          /* path is a folder, and the format takes it whole */
    struct sha256 hash; /* of what was read; of a folder: of what the format says (ingest_hash) */
    size_t len;
    char sha256[65];
    const char *target;        /* name of the run or baseline */
    const char *model;         /* that a file names itself; NULL none */
    double temperature;        /* of the run; NaN unknown */
    const char *path_strategy; /* what the path says, for want of better; NULL and -1: nothing */
    int64_t path_seed;
    int path_step;
    void *state;      /* the format's own, of begin for take */
    const char *head; /* valid during begin: the first bytes */
    size_t head_len;
    /* What was opened or added; all NULL: JSON. */
    const struct ingest_source *source; /* valid during begin */
    struct csv_table *table;
    struct stmt *rows;
    bool is_text;
    struct ingest_file *files, **last_file;
    bool committed; /* a part of it, or all, is in the database for good */
    struct ingest_counts counts;
    struct ingest_message *refusals, **last_refusal; /* the first INGEST_MAX_KEPT of them */
    size_t n_kept;
    struct ingest_message *remarks, **last_remark;
};

/* The table, ended by NULL. */
extern const struct ingest_format *const ingest_formats[];
const struct ingest_format *ingest_find_format(const char *name);

void ingest_job_init(struct ingest_job *job, const struct ingest_format *format,
                     const struct ingest_options *options, const char *path, struct arena *arena);
/* ERR_USAGE when a file cannot be opened, ERR_INTEGRITY when its first bytes show that it cannot
 * be read; before any database is opened. */
int ingest_check_head(const struct ingest_job *job, struct err *err);
/* Reads and stores a file ("-" is standard input) or folder record by record, in bounded memory,
 * INGEST_RECORDS_A_TRANSACTION of a stream a transaction.  After an interruption the same command
 * goes on: what is there is a duplicate.  Nothing is committed on dry_run and when nothing is new.
 */
#define INGEST_RECORDS_A_TRANSACTION 10000
int ingest_import(struct ingest_job *job, struct db *db, struct err *err);

/* ERR_INTEGRITY in words that help when the first bytes are those of a file that is packed or
 * encoded, or of none; text that can be read as it is passes. */
int ingest_check_kind(const char *name, const char *head, size_t len, struct err *err);
/* Whether path is read once and cannot be looked at before: "-", a pipe, a terminal. */
bool ingest_is_pipe(const char *path);

/* ---- ingest_probe.c, ingest_walk.c: which format, and what is in a folder ---- */

/* Looks at a file or folder; text lives in the arena. */
int ingest_probe(const char *path, struct arena *arena, struct ingest_probe *out, struct err *err);
/* The first format that recognises it, and why; NULL when none does. */
const struct ingest_format *ingest_recognise(const struct ingest_probe *p, const char **out_why);
/* True for a file that begins as JSON does. */
bool ingest_probe_is_json(const struct ingest_probe *p);
/* True when the head has a member of this name ("key":). */
bool ingest_probe_has_key(const struct ingest_probe *p, const char *key);
bool ingest_probe_has_keys(const struct ingest_probe *p, const char *one, const char *other);
bool ingest_probe_has_text(const struct ingest_probe *p, const char *text);
/* True when the folder (or the file's name) fits; '*' stands for any text. */
bool ingest_probe_has_file(const struct ingest_probe *p, const char *pattern);
/* '*' in the pattern stands for any text. */
bool ingest_name_fits(const char *pattern, const char *name);
/* True when the name is one of the format's parts of a folder. */
bool ingest_is_part(const struct ingest_format *format, const char *name);
/* Calls visit for each file and folder below path in the order of their names; visit returns 1 to
 * leave out what is in a folder, 0 to go on, negative to stop.  Links are not followed. */
int ingest_walk(const char *path, int (*visit)(void *context, const char *path, bool folder),
                void *context, struct err *err);

/* ---- for begin: what the source is ---- */

/* A table, whose heading *out is; the rows are the records. */
int ingest_open_table(struct ingest_job *job, char separator, const struct csv_table **out,
                      struct err *err);
/* Lines of text. */
void ingest_open_log(struct ingest_job *job);
/* A database of another program: the format sets job->rows to a statement whose rows are the
 * records, and closes *out in end. */
int ingest_open_database(struct ingest_job *job, struct db **out, struct err *err);
/* A folder with this file; call it for each. */
void ingest_add_file(struct ingest_job *job, const char *path, bool values);
/* What tells one folder's content from another's. */
void ingest_hash(struct ingest_job *job, const void *bytes, size_t len);

/* ---- for formats ---- */

/* Problem number of a task that has a name only: from 2^30 up, so that it meets no number that a
 * suite gives; from the name, so that the order of imports does not matter. */
int ingest_number_of_name(const char *name);
/* --run-name, else as the format's naming says; and what else the path says. */
int ingest_default_run(struct ingest_job *job, struct err *err);
/* The run of samples that name none. */
struct ingest_run ingest_run_of_job(const struct ingest_job *job);
/* The same, in the arena, as it is created with a sample from this hardware, measured beside a
 * baseline. */
const struct ingest_run *ingest_run_measured(const struct ingest_batch *out, const char *hardware,
                                             const char *baseline);
/* ERR_INTEGRITY when more records were refused than --max-errors allows. */
int ingest_check_errors(const struct ingest_job *job, struct err *err);
void ingest_refuse(struct ingest_job *job, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void ingest_remark(struct ingest_job *job, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
