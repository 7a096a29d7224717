/*
 * log_drain.h - the process that takes logs into the database: the folder DATABASE-log.
 *
 *   folder/lock          held by the one process that drains
 *   folder/NAME.jsonl    a log (log_rows.h); its producer holds a lock on it as long as it lives
 *   folder/NAME.done     how many of its bytes are in the database: 20 digits
 *   folder/NAME.refused  lines that cannot be stored, each after a line with the reason
 *
 * Logs are stored in the order of their names, which begin with the time.  A producer writes a log
 * under another name, locks it and renames it.  What a producer has written is stored once, however
 * often either side is killed: the place in the log is committed with its rows.  A log is removed
 * when it is stored and its producer is gone.
 */
#ifndef ROLLBOOK_LOG_LOG_DRAIN_H
#define ROLLBOOK_LOG_LOG_DRAIN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

struct log_drain_options {
    const char *db_path;
    const char *folder;                            /* NULL: the database's path and "-log" */
    int64_t idle_ms;                               /* without a log that lives until it ends */
    const char *argv;                              /* JSON, for runs */
    void (*note)(void *context, const char *text); /* one line */
    void *context;
    const volatile sig_atomic_t *stop; /* non-zero: end */
};

struct log_drain_summary {
    uint64_t stored, refused; /* lines */
    uint64_t cut;             /* logs whose last line was never finished */
};

/* ERR_BUSY: another process drains the folder; ERR_INTERRUPTED: stopped with lines left. */
int log_drain_run(const struct log_drain_options *options, struct log_drain_summary *out,
                  struct err *err);

#endif
