/*
 * exchange_rows.h - exchanges and evaluations of the proxy as rows.
 */
#ifndef ROLLBOOK_SERVER_SPOOL_EXCHANGE_ROWS_H
#define ROLLBOOK_SERVER_SPOOL_EXCHANGE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/server/spool/row_places.h"

struct db;
struct err;
struct transcript;

/* It knows the runs that this process wrote, for row_writer_finish. */
struct row_writer;
struct row_writer *row_writer_new(struct db *db, const struct row_options *options);
void row_writer_free(struct row_writer *w); /* NULL is fine */

/* In the caller's transaction; a stored one is skipped. */
int row_writer_exchange(struct row_writer *w, const struct transcript *x, struct err *err);
/* text is a record of exchange.h. */
struct row_evaluation {
    int64_t rollout_id, evaluation_id; /* 0: stored before */
};
int row_writer_evaluation(struct row_writer *w, const char *id, const char *text, size_t len,
                          struct row_evaluation *out, struct err *err);
/* How many were skipped. */
uint64_t row_writer_known(const struct row_writer *w);
/* Forgets rows of a transaction that is undone. */
void row_writer_forget(struct row_writer *w);
/* Marks every run that this process wrote as complete. */
int row_writer_finish(struct row_writer *w, struct err *err);

#endif
