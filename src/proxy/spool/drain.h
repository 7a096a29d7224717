/*
 * drain.h - the thread that takes exchanges from the spool into the database.
 *
 * It is the only one that sees the database.  Exchanges are stored in the order in which they
 * ended, many in a transaction; while another process writes or the disk is full, they wait in the
 * spool and are tried again, and nobody else waits for that.  One that cannot be stored for a
 * reason of its own stays in the spool and does not hold up the others.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_DRAIN_H
#define ROLLBOOK_PROXY_SPOOL_DRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/proxy/spool/exchange_rows.h"

struct err;
struct spool;
struct wire_server;
struct drain;

struct drain_hooks {
    /* A line for people, without its end. */
    void (*note)(void *context, const char *text);
    /* An evaluation of this process is stored. */
    void (*evaluated)(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id);
    void *context;
};

struct drain_options {
    const char *db_path;
    const char *name; /* 16 hex digits: exchanges of other processes will not go on */
    struct row_options rows;
    const struct wire_server *server; /* NULL: by the answers */
    struct drain_hooks hooks;         /* called in the thread */
};

int drain_start(struct spool *spool, const struct drain_options *options, struct drain **out,
                struct err *err);
/* Something was appended that may end an exchange. */
void drain_wake(struct drain *d);

struct drain_state {
    uint64_t stored; /* exchanges and evaluations by this process */
    size_t waiting;  /* that ended and are not stored, read or not */
    uint64_t spool_bytes;
    bool held_up;     /* the database does not take them now */
    uint64_t skipped; /* bytes of the spool that could not be read */
};
void drain_look(struct drain *d, struct drain_state *out);

/* Stores what is there and ends the thread; gives up when the database does not take it within
 * grace_ms.  How many are left in the spool.  The spool is empty when there are none. */
size_t drain_stop(struct drain *d, int64_t grace_ms, struct drain_state *out);

#endif
