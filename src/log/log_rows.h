/*
 * log_rows.h - lines of a log as rows.
 *
 * A log is JSON Lines.  Its first line names the run: {"schema": LOG_SCHEMA, "protocol": 1, "run":
 * {"name", "strategy", "model", "temperature", "seed", "config": {...}}}.  The others are
 * {"k": "r", "task", "step", "turn", "sample", "prompt", "completion", "finish", "prompt_tokens",
 * "tokens", "logprobs", "temperature", "rewards": {recipe: number}, "advantage", "extra": {...},
 * "verdict"}, where tokens and logprobs are base64 of little-endian int32 and float32 and verdict
 * is a record of evaluation_record_put; {"k": "m", "step", "metrics": {...}}; and {"k": "e"}, the
 * end.
 */
#ifndef ROLLBOOK_LOG_LOG_ROWS_H
#define ROLLBOOK_LOG_LOG_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct log_rows;

#define LOG_SCHEMA   "rollbook.log/1"
#define LOG_PROTOCOL 1

struct log_run {
    const char *name, *strategy, *model, *config; /* model may be NULL; config: JSON */
    double temperature;                           /* NaN unknown */
    bool has_seed;
    uint64_t seed;
};

/* Texts live in the arena.  ERR_INTEGRITY: another schema or protocol. */
int log_run_read(const char *line, size_t len, struct arena *a, struct log_run *out,
                 struct err *err);

/* argv: JSON, for runs. */
struct log_rows *log_rows_new(struct db *db, const char *argv);
void log_rows_free(struct log_rows *w); /* NULL is fine */
/* In the caller's transaction.  *out_ended: the line was the end of its log. */
int log_rows_put(struct log_rows *w, const struct log_run *run, const char *line, size_t len,
                 bool *out_ended, struct err *err);
/* Forgets rows of a transaction that was undone. */
void log_rows_forget(struct log_rows *w);
/* No log of this run is open any more; cut: its last one has no end. */
int log_rows_close_run(struct log_rows *w, const struct log_run *run, bool cut, struct err *err);

#endif
