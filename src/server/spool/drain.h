/*
 * drain.h - the thread that takes exchanges from the spool into the database.
 *
 * It alone sees the database.  Exchanges are stored in the order of their ends, many in a
 * transaction; while another process writes or the disk is full they wait in the spool, and nobody
 * waits for them.  One that cannot be stored for a reason of its own stays there and holds up no
 * others.
 */
#ifndef ROLLBOOK_SERVER_SPOOL_DRAIN_H
#define ROLLBOOK_SERVER_SPOOL_DRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/server/spool/exchange_rows.h"

struct err;
struct spool;
struct wire_server;
struct drain;

struct drain_hooks {
    /* One line for people. */
    void (*note)(void *context, const char *text);
    void (*evaluated)(void *context, uint64_t number, int64_t rollout_id, int64_t evaluation_id);
    void *context;
};

struct drain_options {
    const char *db_path;
    const char *name; /* 16 hex digits: others' exchanges are over */
    struct row_options rows;
    const struct wire_server *server; /* NULL: by the answers */
    struct drain_hooks hooks;
};

int drain_start(struct spool *spool, const struct drain_options *options, struct drain **out,
                struct err *err);
void drain_wake(struct drain *d);

struct drain_state {
    uint64_t stored; /* by this process; what an earlier one had stored does not count */
    size_t waiting;  /* ended, not stored */
    uint64_t spool_bytes;
    bool held_up;     /* the database refuses now */
    uint64_t skipped; /* unreadable bytes */
};
void drain_look(struct drain *d, struct drain_state *out);

/* Stores what is there and ends the thread, or gives up after grace_ms.  Returns how many are
 * left; 0: the spool is empty. */
size_t drain_stop(struct drain *d, int64_t grace_ms, struct drain_state *out);

#endif
