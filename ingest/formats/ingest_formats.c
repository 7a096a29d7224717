/* ingest_formats.c - the table of formats, in the order of trying. */
#include <stddef.h>
#include <string.h>

#include "ingest/ingest.h"

/* Row NAME is format_NAME. */
#define FORMATS(ROW)                                                                               \
    ROW(session)                                                                                   \
    ROW(kernelbench)                                                                               \
    ROW(kernelbench_log)                                                                           \
    ROW(kernelbench_baseline)                                                                      \
    ROW(samples)                                                                                   \
    ROW(completions)                                                                               \
    ROW(robust_kbench)                                                                             \
    ROW(nvbench)                                                                                   \
    ROW(google_benchmark)                                                                          \
    ROW(cuda_l1)                                                                                   \
    ROW(cuda_l2)                                                                                   \
    ROW(traces)                                                                                    \
    ROW(nsys)                                                                                      \
    ROW(jsonl)                                                                                     \
    ROW(csv)                                                                                       \
    ROW(kernelgym)                                                                                 \
    ROW(telemetry)                                                                                 \
    ROW(inspect)                                                                                   \
    ROW(rollouts)                                                                                  \
    ROW(trainer_log)                                                                               \
    ROW(kernelbot)                                                                                 \
    ROW(openevolve)                                                                                \
    ROW(tritonbench)                                                                               \
    ROW(ncu)                                                                                       \
    ROW(tensorboard)

#define DECLARE(name) extern const struct ingest_format format_##name;
#define ADDRESS(name) &format_##name,

FORMATS(DECLARE)

const struct ingest_format *const ingest_formats[] = { FORMATS(ADDRESS) NULL };

const struct ingest_format *ingest_find_format(const char *name)
{
    for (size_t i = 0; ingest_formats[i] != NULL; i++)
        if (strcmp(ingest_formats[i]->name, name) == 0)
            return ingest_formats[i];
    return NULL;
}
