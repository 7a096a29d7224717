#include "ingest/ingest_sample.h"

#include <math.h>
#include <string.h>

const struct ingest_sample ingest_sample_unknown = {
    .where = "",
    .suite = "",
    .problem = -1,
    .task_name = "",
    .step = -1,
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
    .speedup_lower = (double)NAN,
    .speedup_upper = (double)NAN,
};

struct ingest_text ingest_text(const char *s)
{
    return (struct ingest_text){ .data = s, .len = s == NULL ? 0 : strlen(s) };
}

void *ingest_room(struct arena *a, void *items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity)
        return items;
    *capacity = n == 0 ? 1 : n * 2;
    void *more = arena_array(a, *capacity, size);
    if (n > 0)
        memcpy(more, items, n * size);
    return more;
}

struct ingest_sample *ingest_batch_add(struct ingest_batch *b, const char *suite,
                                       const char *task_name)
{
    b->items = ingest_room(b->arena, b->items, b->n, &b->capacity, sizeof(*b->items));
    struct ingest_sample *s = &b->items[b->n++];
    *s = ingest_sample_unknown;
    s->suite = suite;
    s->task_name = task_name;
    return s;
}

void ingest_batch_add_step(struct ingest_batch *b, const char *where, int step, const char *metrics)
{
    b->steps = ingest_room(b->arena, b->steps, b->n_steps, &b->capacity_steps, sizeof(*b->steps));
    b->steps[b->n_steps++] = (struct ingest_step){ where, step, metrics };
}
