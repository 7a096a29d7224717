#include "src/eval/cuda/driver/cuda_cupti.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_launch.h"
#include "src/eval/cuda/driver/cuda_library.h"

#define BUFFER_BYTES      ((size_t)256 * 1024)
#define MAX_RECORDS       256
#define CONCURRENT_KERNEL 10
#define FLUSH_FORCED      1

struct cupti {
    int (*callbacks)(void (*requested)(uint8_t **, size_t *, size_t *),
                     void (*completed)(void *, uint32_t, uint8_t *, size_t, size_t));
    int (*enable)(int kind);
    int (*disable)(int kind);
    int (*flush)(uint32_t flag);
    int (*next)(uint8_t *buffer, size_t bytes, const unsigned char **record);
};

static const struct library_symbol symbols[] = {
    { "cuptiActivityRegisterCallbacks", offsetof(struct cupti, callbacks) },
    { "cuptiActivityEnable", offsetof(struct cupti, enable) },
    { "cuptiActivityDisable", offsetof(struct cupti, disable) },
    { "cuptiActivityFlushAll", offsetof(struct cupti, flush) },
    { "cuptiActivityGetNextRecord", offsetof(struct cupti, next) },
};

/* Offsets of fields in the documented record, unchanged from CUDA 12 to 13. */
enum { RECORD_START = 16, RECORD_END = 24, RECORD_NAME = 104 };

struct kernel_record {
    uint64_t start_ns, end_ns;
    char name[CUDA_NAME_BYTES];
};

static struct cupti cupti;
static bool is_open;
static struct kernel_record records[MAX_RECORDS];
static size_t n_records;

static void buffer_requested(uint8_t **buffer, size_t *bytes, size_t *max_records)
{
    *buffer = mem_alloc(BUFFER_BYTES); /* CUPTI wants 8-byte alignment */
    *bytes = BUFFER_BYTES;
    *max_records = 0;
}

static void keep(const unsigned char *record)
{
    uint32_t kind;
    const char *name = NULL;
    struct kernel_record *k = &records[n_records];
    memcpy(&kind, record, sizeof kind);
    if (kind != CONCURRENT_KERNEL || n_records == MAX_RECORDS)
        return;
    memcpy(&k->start_ns, record + RECORD_START, sizeof k->start_ns);
    memcpy(&k->end_ns, record + RECORD_END, sizeof k->end_ns);
    memcpy(&name, record + RECORD_NAME, sizeof name);
    if (name == NULL || strlen(name) >= sizeof k->name)
        return;
    memcpy(k->name, name, strlen(name) + 1);
    n_records++;
}

static void buffer_completed(void *context, uint32_t stream, uint8_t *buffer, size_t bytes,
                             size_t valid)
{
    const unsigned char *record = NULL;
    (void)context;
    (void)stream;
    (void)bytes;
    while (valid > 0 && cupti.next(buffer, valid, &record) == 0)
        keep(record);
    free(buffer);
}

static bool open_library(void)
{
    static const char *const names[] = { "libcupti.so.13", "libcupti.so.12", "libcupti.so", NULL };
    static bool tried;
    if (tried)
        return is_open;
    tried = true;
    void *library = library_open(names);
    is_open = library != NULL &&
              library_bind(library, "libcupti", symbols, ARRAY_LEN(symbols), &cupti, NULL) == 0 &&
              cupti.callbacks(buffer_requested, buffer_completed) == 0;
    return is_open;
}

bool cupti_start(void)
{
    return open_library() && cupti.enable(CONCURRENT_KERNEL) == 0;
}

void cupti_stop(void)
{
    if (is_open)
        (void)cupti.disable(CONCURRENT_KERNEL);
}

void cupti_clear(void)
{
    if (is_open)
        (void)cupti.flush(FLUSH_FORCED);
    n_records = 0;
}

static bool is_of_plan(const char *name, const struct cuda_plan *plan)
{
    for (uint32_t i = 0; i < plan->n_launches; i++)
        if (strcmp(plan->launches[i].name, name) == 0)
            return true;
    return false;
}

bool cupti_span(const struct cuda_plan *plan, double *out_us)
{
    uint64_t from_ns = UINT64_MAX, to_ns = 0;
    uint32_t found = 0;
    if (!is_open || cupti.flush(FLUSH_FORCED) != 0)
        return false;
    for (size_t i = 0; i < n_records; i++) {
        if (!is_of_plan(records[i].name, plan))
            continue;
        from_ns = records[i].start_ns < from_ns ? records[i].start_ns : from_ns;
        to_ns = records[i].end_ns > to_ns ? records[i].end_ns : to_ns;
        found++;
    }
    if (found != plan->n_launches || to_ns < from_ns)
        return false;
    *out_us = (double)(to_ns - from_ns) / 1e3;
    return true;
}

static const struct kernel_record *next_record(const struct cuda_plan *plan,
                                               const struct kernel_record *before)
{
    const struct kernel_record *found = NULL;
    for (size_t i = 0; i < n_records; i++) {
        const struct kernel_record *k = &records[i];
        if (is_of_plan(k->name, plan) && (before == NULL || k->start_ns > before->start_ns) &&
            (found == NULL || k->start_ns < found->start_ns))
            found = k;
    }
    return found;
}

bool cupti_kernels(const struct cuda_plan *plan, double *out_us)
{
    const struct kernel_record *k = NULL;
    if (!is_open || cupti.flush(FLUSH_FORCED) != 0)
        return false;
    for (uint32_t i = 0; i < plan->n_launches; i++) {
        k = next_record(plan, k);
        if (k == NULL || strcmp(k->name, plan->launches[i].name) != 0)
            return false;
        out_us[i] = (double)(k->end_ns - k->start_ns) / 1e3;
    }
    return next_record(plan, k) == NULL;
}

bool cupti_duration(const char *name, double *out_us)
{
    bool found = false;
    if (!is_open || cupti.flush(FLUSH_FORCED) != 0)
        return false;
    for (size_t i = 0; i < n_records; i++)
        if (strcmp(records[i].name, name) == 0) {
            *out_us = (double)(records[i].end_ns - records[i].start_ns) / 1e3;
            found = true;
        }
    return found;
}
