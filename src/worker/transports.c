/*
 * transports.c - the table of ways to evaluators.
 */
#include <string.h>

#include "src/base/mem.h"
#include "src/worker/transport.h"

extern const struct transport_kind transport_kind_local, transport_kind_loopback,
    transport_kind_socket, transport_kind_queue;

static const struct transport_kind *const kinds[] = {
    &transport_kind_local,
    &transport_kind_loopback,
    &transport_kind_socket,
    &transport_kind_queue,
};

const struct transport_kind *const transport_local = &transport_kind_local;

const struct transport_kind *transport_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    }
    return NULL;
}
