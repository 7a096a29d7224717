/*
 * eval_backends.c - the table of backends.
 */
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/contract/backend.h"

static const struct backend *const backends[] = {
    &backend_cpu,
    &backend_cuda,
};

const struct backend *backend_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(backends); i++)
        if (strcmp(backends[i]->name, name) == 0)
            return backends[i];
    return NULL;
}
