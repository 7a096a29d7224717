#include "ingest/ingest_sample.h"

#include <math.h>
#include <string.h>

const struct ingest_sample ingest_sample_unknown = {
    .where = "",
    .suite = "",
    .problem = -1,
    .task_name = "",
    .sample = INGEST_BY_ORDER,
    .prompt_tokens = -1,
    .completion_tokens = -1,
    .sum_logprob = (double)NAN,
    .mean_logprob = (double)NAN,
    .logprob_temperature = (double)NAN,
    .reward = (double)NAN,
    .advantage = (double)NAN,
    .n_records = 1,
    .hardware = "",
    .trials_run = -1,
    .trials_passed = -1,
    .max_abs_err = (double)NAN,
    .max_rel_err = (double)NAN,
    .matched_share = (double)NAN,
    .timing = { (double)NAN, (double)NAN, (double)NAN, (double)NAN, -1 },
    .reference = { (double)NAN, (double)NAN, (double)NAN, (double)NAN, -1 },
};

struct ingest_text ingest_text(const char *s)
{
    return (struct ingest_text){ .data = s, .len = s == NULL ? 0 : strlen(s) };
}

struct ingest_sample *ingest_batch_add(struct ingest_batch *b, const char *suite,
                                       const char *task_name)
{
    if (b->n == b->capacity) {
        size_t capacity = b->capacity == 0 ? 4 : b->capacity * 2;
        struct ingest_sample *items = arena_array(b->arena, capacity, sizeof(*items));
        if (b->n > 0)
            memcpy(items, b->items, b->n * sizeof(*items));
        b->items = items;
        b->capacity = capacity;
    }
    struct ingest_sample *s = &b->items[b->n++];
    *s = ingest_sample_unknown;
    s->suite = suite;
    s->task_name = task_name;
    return s;
}
