/*
 * ingest_lines.h - JSON Lines, parsed by threads beside the one that stores.
 *
 * Blocks of whole lines come in the source's order, whatever the number of threads, with what a
 * pure format made of records and said of them; counts follow with the block.
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
    struct arena *arena;       /* the block's */
    struct ingest_batch batch; /* of a pure format, texts hashed */
    struct ingest_counts counts;
    const struct ingest_message *refusals, *remarks;
};

/* Lives until it is given back. */
struct line_block {
    struct line_record *records;
    size_t n;
    struct sha256 hash; /* of the source up to here */
    size_t len;
};

/* Line numbers go on from line; rest was read ahead. */
struct line_start {
    int fd;
    int64_t line;
    const char *rest;
    size_t rest_len;
    struct sha256 hash; /* of all that was read, with rest */
    size_t len;
    size_t n_threads; /* 0: by processors */
};

#define LINE_MAX_BYTES ((size_t)64 << 20)

/* The source's state must not change until the reader is freed. */
struct line_reader *line_reader_new(const struct ingest_source *source,
                                    const struct line_start *start);
/* *out NULL at the end. */
int line_reader_next(struct line_reader *r, const struct line_block **out, struct err *err);
void line_reader_give_back(struct line_reader *r);
/* Also in the middle. */
void line_reader_free(struct line_reader *r);

#endif
