/*
 * spool.h - a durable log: the proxy's exchanges in front of the database, a worker's answers in
 * front of the queue; in order, in files that only grow.
 *
 * One thread appends, one reads behind it.  A record is one write before anything that depends on
 * it goes out, so a killed process loses nothing; a power cut may lose the last second
 * (spool_sync).  Checksums show an unfinished end and a damaged middle, behind which reading goes
 * on.  Files are removed when nothing in them is needed.
 *
 *   folder/0000000000000001.spool   records, each a header of 40 bytes and its payload
 *   folder/lock                     held by the process that uses the folder
 */
#ifndef ROLLBOOK_SPOOL_SPOOL_H
#define ROLLBOOK_SPOOL_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;

enum spool_kind {
    SPOOL_START = 1, /* of a file: the process's 16 hex digits */
    SPOOL_BEGIN,     /* JSON, LF, the request's body */
    SPOOL_HEAD,      /* the answer's status and headers: JSON */
    SPOOL_DATA,
    SPOOL_END,        /* JSON */
    SPOOL_EVALUATION, /* whole: JSON */
    SPOOL_ANSWER,     /* of a job: its head, LF, the result */
    SPOOL_TAKEN       /* the answer of this head is not needed any more */
};
#define SPOOL_N_KINDS 9

struct spool_record {
    enum spool_kind kind;
    uint64_t number; /* of the exchange in its process, or of the job */
    int64_t unix_us; /* of writing */
    uint32_t len;
};

#define SPOOL_HEADER_BYTES 40
#define SPOOL_MAX_PAYLOAD  ((uint32_t)1 << 30)

void spool_encode_header(const struct spool_record *r, const void *payload,
                         unsigned char out[SPOOL_HEADER_BYTES]);
enum spool_found {
    SPOOL_WHOLE,
    SPOOL_CUT,
    SPOOL_DAMAGED, /* neither */
};
enum spool_found spool_decode(const unsigned char *at, size_t len, struct spool_record *out);
/* Bytes from damaged at to the next possible header: at least 1 if there are any, none of a
 * header cut by the end. */
size_t spool_skip(const unsigned char *at, size_t len);

struct spool;

/* Locks the folder, makes it if needed, and begins a file.  name: 16 hex digits, of this
 * process's exchanges.  ERR_BUSY: another process has it. */
int spool_open(const char *folder, const char *name, size_t file_bytes, struct spool **out,
               struct err *err);
/* The same for a reader of what others left: nothing is appended. */
int spool_open_left(const char *folder, struct spool **out, struct err *err);
/* The last file goes when the reader is done with it. */
void spool_close(struct spool *s); /* NULL is fine */

/* On ERR_INTEGRITY nothing of the record stays, and the next call tries again. */
int spool_append(struct spool *s, enum spool_kind kind, uint64_t number, const void *payload,
                 size_t len, struct err *err);
/* Bytes of all files; exchanges and evaluations that ended in this process.  From any thread. */
uint64_t spool_bytes(struct spool *s);
uint64_t spool_ended(struct spool *s);
/* Appended records reach the disk.  From any thread. */
int spool_sync(struct spool *s, struct err *err);

struct spool_place {
    uint64_t file; /* number */
    uint64_t offset;
    uint32_t len;
};

/* Of the record of this length that was appended last. */
void spool_last(struct spool *s, size_t len, struct spool_place *out);
/* Removes the files before this one, and the records of the last file when it is before it.  Only
 * where no reader follows. */
void spool_trim(struct spool *s, uint64_t before_file);

struct spool_reader;

/* Exchanges and evaluations of earlier processes; call before appending. */
int spool_count_old(struct spool *s, uint64_t *out, struct err *err);

/* Starts at the oldest file, of earlier processes first. */
struct spool_reader *spool_reader_new(struct spool *s);
void spool_reader_free(struct spool_reader *r);

/* 1: a record, 0: none for now, or negative.  *out_name, of the record's process, is valid until
 * the next call. */
int spool_next(struct spool_reader *r, struct spool_record *out, struct spool_place *out_place,
               const char **out_name, struct err *err);
int spool_load(struct spool_reader *r, const struct spool_place *place, struct buf *out,
               struct err *err);
/* Removes earlier files that were read to their end. */
void spool_forget(struct spool_reader *r, uint64_t before_file);
uint64_t spool_reader_file(const struct spool_reader *r);
/* Unfinished ends and damage. */
uint64_t spool_reader_skipped(const struct spool_reader *r);
bool spool_reader_is_damaged(const struct spool_reader *r); /* more than unfinished ends */
/* As spool_forget of all earlier files, but they are renamed to NAME.refused. */
void spool_set_aside(struct spool_reader *r);
/* Removes everything; call when all is in the database and writing has ended. */
void spool_clear(struct spool_reader *r);

#endif
