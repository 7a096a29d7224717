/*
 * ingest_lines.h - JSON Lines, read and parsed by threads beside the one that stores.
 *
 * Blocks of whole lines come in the order of the source, so that what is stored does not depend on
 * the number of threads.  What a record of a pure format became, and what was said about it, comes
 * with it; nothing is counted before the block is at hand.
 */
#ifndef ROLLBOOK_INGEST_INGEST_LINES_H
#define ROLLBOOK_INGEST_INGEST_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "ingest/ingest.h"
#include "ingest/ingest_sample.h"
#include "src/base/sha256.h"

struct line_reader;

struct line_record {
    int64_t line;
    const char *where;
    const struct json *json;   /* NULL: refused */
    struct arena *arena;       /* of the block */
    struct ingest_batch batch; /* of a pure format; texts are hashed */
    struct ingest_counts counts;
    const struct ingest_message *refusals, *remarks;
};

/* Everything in it lives until it is given back. */
struct line_block {
    struct line_record *records;
    size_t n;
    struct sha256 hash; /* of the source up to the end of the block */
    size_t len;
};

/* Where a source stands: line numbers count from line, rest was read ahead. */
struct line_start {
    int fd;
    int64_t line;
    const char *rest;
    size_t rest_len;
    struct sha256 hash; /* of everything that was read, rest too */
    size_t len;
    size_t n_threads; /* 0: as many as there are processors for */
};

#define LINE_MAX_BYTES ((size_t)64 << 20)

/* The job's state must stay as it is until the reader is freed. */
struct line_reader *line_reader_new(const struct ingest_job *job, const struct line_start *start);
/* The next block, or NULL in *out at the end. */
int line_reader_next(struct line_reader *r, const struct line_block **out, struct err *err);
void line_reader_give_back(struct line_reader *r);
/* Ends the threads, also in the middle. */
void line_reader_free(struct line_reader *r);

#endif
