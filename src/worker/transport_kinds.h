/*
 * transport_kinds.h - the rows of transports.c; private to src/worker.
 */
#ifndef ROLLBOOK_WORKER_TRANSPORT_KINDS_H
#define ROLLBOOK_WORKER_TRANSPORT_KINDS_H

#include "src/worker/transport.h"

extern const struct transport_kind transport_kind_local;
extern const struct transport_kind transport_kind_loopback;
extern const struct transport_kind transport_kind_socket;
extern const struct transport_kind transport_kind_queue; /* src/queue */

#endif
