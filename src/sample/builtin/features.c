#include "src/sample/builtin/features.h"

#include <math.h>
#include <string.h>

#include "tasks/task.h"

enum {
    AT_BIAS = 0,
    AT_DIMS = 1,
    N_DIMS = 4,
    AT_FLOPS = 5,
    AT_BYTES = 6,
    AT_INTENSITY = 7,
    AT_FAMILY = 8,
    N_FAMILY = 16,
    AT_TASK = 24,
    N_TASK = 32,
    AT_SLOT = 56,
    AT_TOKEN = 88,
    N_TOKEN = FEATURE_WIDTH - AT_TOKEN
};

/* FNV-1a with a final mix, which spreads short names over the buckets. */
static uint32_t hash_bytes(const void *data, size_t len)
{
    const unsigned char *p = data;
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * 16777619u;
    h ^= h >> 16;
    h *= 0x85EBCA6Bu;
    return h ^ h >> 13;
}

static uint32_t hash_token(int32_t token)
{
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)((uint32_t)token >> (8 * i));
    return hash_bytes(bytes, sizeof(bytes));
}

static void add(struct feature_list *l, size_t index, double value)
{
    l->items[l->n++] = (struct feature){ index, value };
}

/* log2 of an expression over the sizes of case full; 0: undefined. */
static double log2_of(const struct task *t, const struct expr *e)
{
    struct expr_name names[TASK_MAX_DIMS];
    struct expr_error error;
    int64_t value = 0;
    size_t n = task_names(t, CASE_FULL, names);
    if (!e || expr_eval(e, names, n, &value, &error) != 0 || value < 1)
        return 0;
    return log2((double)value);
}

void features_of_task(const struct task *task, struct feature_list *out)
{
    double flops = log2_of(task, task->flops), bytes = log2_of(task, task->bytes);
    out->n = 0;
    add(out, AT_BIAS, 1);
    for (size_t d = 0; d < task->n_dims && d < N_DIMS; d++) {
        int64_t size = task->dim_values[CASE_FULL][d];
        add(out, AT_DIMS + d, size > 1 ? log2((double)size) / 16 : 0);
    }
    add(out, AT_FLOPS, flops / 64);
    add(out, AT_BYTES, bytes / 64);
    add(out, AT_INTENSITY, (flops - bytes) / 8);
    add(out, AT_FAMILY + hash_bytes(task->family, strlen(task->family)) % N_FAMILY, 1);
    add(out, AT_TASK + hash_bytes(task->id, strlen(task->id)) % N_TASK, 1);
}

void features_of_walk(const struct feature_list *task, const struct grammar_walk *w,
                      struct feature_list *out)
{
    *out = *task;
    add(out, AT_SLOT + w->slot, 1);
    for (size_t s = 0; s < w->slot; s++) {
        if (w->choice[s] < 0)
            continue;
        int32_t token = grammar_token(w->grammar, s, (size_t)w->choice[s]);
        add(out, AT_TOKEN + hash_token(token) % N_TOKEN, 0.5);
    }
}
