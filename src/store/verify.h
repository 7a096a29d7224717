/*
 * verify.h - is the file whole, and does it say what was written?
 */
#ifndef ROLLBOOK_STORE_VERIFY_H
#define ROLLBOOK_STORE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

struct db;
struct err;

struct verify_sink {
    void *context;
    /* A check ended: what it looked at ("312 blobs") and how many findings it had. */
    void (*checked)(void *context, const char *check, const char *looked_at, int64_t findings);
    /* place names the row ("blob 17"), what says what is wrong with it; at most 100 a check. */
    void (*found)(void *context, const char *check, const char *place, const char *what);
};

/*
 * Checks pages and indices, foreign keys, the schema against this program's, the sha256 of every
 * blob, the views, and the stored summaries of token and timing arrays.  deep reads every index
 * entry and every row of every view.  0 when nothing was found, else ERR_INTEGRITY.
 */
int db_verify(struct db *db, bool deep, const struct verify_sink *sink, struct err *err);

#endif
