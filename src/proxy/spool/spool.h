/*
 * spool.h - the disk in front of the database: what happened, in order, in files that only grow.
 *
 * One thread appends, one reads behind it.  A record is written with one call before anything that
 * depends on it goes out, so that a killed process loses nothing; after a power cut what was
 * written in the last second may be missing (spool_sync).  Every record has a checksum: an end that
 * was not written whole is recognised, and so is a damaged middle, behind which reading goes on.
 * Files are removed when everything in them is in the database.
 *
 *   folder/0000000000000001.spool   records, each a header of 40 bytes and its payload
 *   folder/lock                     held by the process that uses the folder
 */
#ifndef ROLLBOOK_PROXY_SPOOL_SPOOL_H
#define ROLLBOOK_PROXY_SPOOL_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;

enum spool_kind {
    SPOOL_START = 1, /* of a file; payload: 16 hex digits that name the process */
    SPOOL_BEGIN,     /* of an exchange: JSON, LF, the request's body */
    SPOOL_HEAD,      /* status and header lines of the answer: JSON */
    SPOOL_DATA,      /* bytes of the answer */
    SPOOL_END,       /* JSON */
    SPOOL_EVALUATION /* an evaluation, whole: JSON */
};
#define SPOOL_N_KINDS 7

struct spool_record {
    enum spool_kind kind;
    uint64_t exchange; /* number, of the process that wrote it */
    int64_t unix_us;   /* when it was written */
    uint32_t len;      /* of the payload */
};

/* ---- one record as bytes (pure) ---- */

#define SPOOL_HEADER_BYTES 40
#define SPOOL_MAX_PAYLOAD  ((uint32_t)1 << 30)

void spool_encode_header(const struct spool_record *r, const void *payload,
                         unsigned char out[SPOOL_HEADER_BYTES]);
/* What stands at the beginning of len bytes. */
enum spool_found {
    SPOOL_WHOLE,   /* a record; its payload follows the header */
    SPOOL_CUT,     /* the beginning of one */
    SPOOL_DAMAGED, /* neither */
};
enum spool_found spool_decode(const unsigned char *at, size_t len, struct spool_record *out);
/* Bytes from at, which is damaged, to where the next header may begin; at least 1 where there is
 * any, and no byte of a header that is cut by the end. */
size_t spool_skip(const unsigned char *at, size_t len);

/* ---- writing ---- */

struct spool;

/* Locks the folder, making it if need be, and begins a new file there.  ERR_BUSY when another
 * process uses it.  name: 16 hex digits, of the exchanges of this process. */
int spool_open(const char *folder, const char *name, size_t file_bytes, struct spool **out,
               struct err *err);
/* The last file is removed when the reader is done with it. */
void spool_close(struct spool *s); /* NULL is fine */

/* Appends one record; nothing of it stays when it fails (ERR_INTEGRITY), and the next call tries
 * again. */
int spool_append(struct spool *s, enum spool_kind kind, uint64_t exchange, const void *payload,
                 size_t len, struct err *err);
/* Bytes of all files that are there, and exchanges and evaluations that ended in the time of this
 * process.  From any thread. */
uint64_t spool_bytes(struct spool *s);
uint64_t spool_ended(struct spool *s);
/* What was appended reaches the disk.  From any thread. */
int spool_sync(struct spool *s, struct err *err);

/* ---- reading, in another thread ---- */

/* Where a record's payload lies. */
struct spool_place {
    uint64_t file; /* number */
    uint64_t offset;
    uint32_t len;
};

struct spool_reader;

/* Exchanges and evaluations in the files of earlier processes, before anything is appended. */
int spool_count_old(struct spool *s, uint64_t *out, struct err *err);

/* From the oldest file on, those of earlier processes first. */
struct spool_reader *spool_reader_new(struct spool *s);
void spool_reader_free(struct spool_reader *r); /* NULL is fine */

/* 1 the next record, 0 nothing more for now; negative when a file cannot be read.  *out_name is
 * that of the process that wrote it, until the next call. */
int spool_next(struct spool_reader *r, struct spool_record *out, struct spool_place *out_place,
               const char **out_name, struct err *err);
/* Appends a payload. */
int spool_load(struct spool_reader *r, const struct spool_place *place, struct buf *out,
               struct err *err);
/* Removes the files before this one that were read to their end. */
void spool_forget(struct spool_reader *r, uint64_t before_file);
/* The file that is read now. */
uint64_t spool_reader_file(const struct spool_reader *r);
/* Bytes that were passed over: unfinished ends and damage. */
uint64_t spool_reader_skipped(const struct spool_reader *r);
/* Removes everything; when all that was read is in the database and nothing more is written. */
void spool_clear(struct spool_reader *r);

#endif
