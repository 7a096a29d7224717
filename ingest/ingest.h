/*
 * ingest.h - other people's result files into the database.
 *
 * A format is a row of a table: parse turns the text into records and knows no database, store puts
 * them in.  A file is one transaction; importing it again adds nothing.  Every record of a file is
 * stored, a duplicate, or refused with a reason; docs/ingest.md says what becomes of each field.
 */
#ifndef ROLLBOOK_INGEST_INGEST_H
#define ROLLBOOK_INGEST_INGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct ingest_job;

struct ingest_options {
    const char *run_name;      /* NULL: the name of the file's folder */
    const char *baseline_name; /* NULL: from the file's name */
    const char *model;         /* NULL: from a configuration beside the file */
    const char *argv_json;     /* command line as a JSON array; NULL means [] */
    int level;                 /* 0: from the file, its path or a configuration beside it */
    bool dry_run;              /* everything but the commit */
};

struct ingest_format {
    const char *name;
    const char *summary;
    int version; /* goes up when the same file would give other rows */
    /* Fills job->records.  ERR_INTEGRITY for a damaged file, ERR_NOMATCH for one without records,
     * ERR_USAGE when an option is needed. */
    int (*parse)(struct ingest_job *job, struct err *err);
    /* Inside a transaction: stores job->records and counts in job->counts. */
    int (*store)(struct ingest_job *job, struct db *db, int64_t import_source_id, struct err *err);
};

struct ingest_counts {
    int64_t stored, duplicate, refused; /* their sum is what was read */
    int64_t left_out;                   /* of another level than the one asked for; not read */
};

/* A refused record or a remark, for people. */
struct ingest_message {
    const char *where;  /* "problem 3, sample 0"; "" for a remark about the file */
    const char *reason; /* arena */
    struct ingest_message *next;
};

struct ingest_job {
    const struct ingest_options *options; /* borrowed */
    const struct ingest_format *format;   /* borrowed */
    struct arena *arena;                  /* borrowed; everything below lives there */
    const char *path;                     /* as given */
    const char *name;                     /* path for messages */
    const char *text;
    size_t len;
    char sha256[65];
    const char *target; /* name of the run or baseline, known after parse */
    void *records;      /* the format's own */
    struct ingest_counts counts;
    struct ingest_message *refusals, **last_refusal;
    struct ingest_message *remarks, **last_remark;
};

/* The table, ended by a row with a NULL name. */
extern const struct ingest_format ingest_formats[];
const struct ingest_format *ingest_find_format(const char *name);

void ingest_job_init(struct ingest_job *job, const struct ingest_format *format,
                     const struct ingest_options *options, const char *path, struct arena *arena);
/* Reads the file ("-" is standard input) and parses it.  Touches no database. */
int ingest_read(struct ingest_job *job, struct err *err);
/* The same for text that is in memory already. */
int ingest_read_text(struct ingest_job *job, const char *text, size_t len, struct err *err);
/* Stores what was read in one transaction; rolls back on error, on dry_run and when nothing is new.
 */
int ingest_store(struct ingest_job *job, struct db *db, struct err *err);

/* For formats. */
void ingest_refuse(struct ingest_job *job, const char *where, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void ingest_remark(struct ingest_job *job, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
