/*
 * wire_probe.h - facts of a server, stored with what it served.
 */
#ifndef ROLLBOOK_WIRE_WIRE_PROBE_H
#define ROLLBOOK_WIRE_WIRE_PROBE_H

#include "src/wire/wire.h"

/* Bodies are NULL where there were none. */
struct wire_probe {
    const struct wire_server *server;
    bool configured; /* named by the user */
    enum wire_scoring scoring;
    const char *base_url, *model;
    const char *models;  /* of GET /models */
    const char *props;   /* of GET /props */
    const char *version; /* of GET version_path */
};

/*
 * Appends {"server", "recognised", "version", "base_url", "model", "model_facts": {...},
 * "server_facts": {...}, "capabilities": {...}}; unknown is null or left out.  Facts that change by
 * the hour are left out, so equal servers give equal bytes.
 */
void wire_put_probe(const struct wire_probe *p, struct buf *out);

/* Of GET /models, in the arena; NULL: none. */
const char *wire_first_model(const char *models, struct arena *a);

#endif
