/*
 * verify.h - is the file whole, and does it say what was written?
 */
#ifndef ROLLBOOK_STORE_WHOLE_VERIFY_H
#define ROLLBOOK_STORE_WHOLE_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

struct db;
struct err;

struct verify_sink {
    void *context;
    /* looked_at says what was checked ("312 blobs"). */
    void (*checked)(void *context, const char *check, const char *looked_at, int64_t findings);
    /* place names the row ("blob 17"), what the fault; at most 100 a check. */
    void (*found)(void *context, const char *check, const char *place, const char *what);
};

/*
 * Checks pages, indices, foreign keys, the schema against this program's, every blob's sha256, the
 * views, stored summaries of token and timing arrays, and checksums of rows (row_checksum.h).  A
 * row that an SQL user changed is a finding, unless amendment names it or checksum_with brought its
 * checksum along.  deep reads every index entry and every row of every view.  ERR_INTEGRITY:
 * something was found.
 */
int db_verify(struct db *db, bool deep, const struct verify_sink *sink, struct err *err);

/* What must hold before rows go into another file: no table is missing, keys name rows, texts have
 * their hashes and rows their checksums.  ERR_INTEGRITY with the first that does not. */
int db_check_content(struct db *db, struct err *err);

#endif
