#include "ingest/sample_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_kernelbench.h"
#include "src/base/err.h"
#include "src/base/mem.h"

struct sample_batch *sample_batch_new(struct ingest_job *job)
{
    struct sample_batch *b = arena_alloc(job->arena, sizeof(*b));
    b->model = job->options->model;
    b->temperature = (double)NAN;
    return b;
}

static void grow(struct ingest_job *job, struct sample_batch *b)
{
    size_t capacity = b->capacity == 0 ? 64 : b->capacity * 2;
    struct sample_row *items = arena_array(job->arena, capacity, sizeof(*items));
    if (b->n > 0)
        memcpy(items, b->items, b->n * sizeof(*items));
    b->items = items;
    b->capacity = capacity;
}

struct sample_row *sample_batch_add(struct ingest_job *job, struct sample_batch *b,
                                    const char *suite, const char *task_name)
{
    const double unknown = (double)NAN;
    if (b->n == b->capacity)
        grow(job, b);
    struct sample_row *r = &b->items[b->n++];
    *r = (struct sample_row){
        .where = "",
        .suite = suite,
        .task_name = task_name,
        .problem = SAMPLE_PROBLEM_OF_NAME,
        .sample = SAMPLE_NEXT_FREE,
        .prompt_tokens = -1,
        .completion_tokens = -1,
        .sum_logprob = unknown,
        .mean_logprob = unknown,
        .temperature = unknown,
        .trials_run = -1,
        .trials_passed = -1,
        .max_abs_err = unknown,
        .runtime_us = unknown,
        .min_us = unknown,
        .max_us = unknown,
        .std_us = unknown,
        .statistic = "mean",
        .baseline_us = unknown,
        .reward = unknown,
        .advantage = unknown,
        .n_records = 1,
    };
    return r;
}

static int by_task(const void *a, const void *b)
{
    const struct sample_row *x = *(const struct sample_row *const *)a;
    const struct sample_row *y = *(const struct sample_row *const *)b;
    int c = strcmp(x->suite, y->suite);
    if (c == 0 && x->level != y->level)
        c = x->level < y->level ? -1 : 1;
    if (c == 0 && x->problem != y->problem)
        c = x->problem < y->problem ? -1 : 1;
    if (c == 0 && x->step != y->step)
        c = x->step < y->step ? -1 : 1;
    if (c == 0 && x->turn != y->turn)
        c = x->turn < y->turn ? -1 : 1;
    return c;
}

static int by_task_and_place(const void *a, const void *b)
{
    const struct sample_row *x = *(const struct sample_row *const *)a;
    const struct sample_row *y = *(const struct sample_row *const *)b;
    int c = by_task(a, b);
    return c != 0 ? c : (x > y) - (x < y);
}

static void number_samples(struct ingest_job *job, struct sample_batch *b)
{
    struct sample_row **order = arena_array(job->arena, b->n, sizeof(struct sample_row *));
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        struct sample_row *r = &b->items[i];
        if (r->problem == SAMPLE_PROBLEM_OF_NAME)
            r->problem = ingest_number_of_name(r->task_name);
        if (r->sample == SAMPLE_NEXT_FREE)
            order[n++] = r;
    }
    qsort(order, n, sizeof(*order), by_task_and_place);
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && by_task(&order[i - 1], &order[i]) == 0;
        order[i]->sample = same ? order[i - 1]->sample + 1 : 0;
    }
}

static const char *default_run(struct ingest_job *job, enum sample_run_name naming)
{
    const char *stem = sample_file_stem(job);
    const char *folder = kb_folder_name(job->arena, job->path);
    switch (naming) {
    case SAMPLE_RUN_OF_FILE:
        break;
    case SAMPLE_RUN_OF_FOLDER:
        return folder;
    case SAMPLE_RUN_OF_BOTH:
        return folder == NULL || *stem == '\0' ? stem
                                               : arena_printf(job->arena, "%s/%s", folder, stem);
    }
    return stem;
}

static int name_run(struct ingest_job *job, enum sample_run_name naming, struct err *err)
{
    job->target =
        job->options->run_name != NULL ? job->options->run_name : default_run(job, naming);
    if (job->target == NULL || *job->target == '\0')
        return err_set(err, ERR_USAGE, "%s: has no %s to name the run after: give --run-name",
                       job->name, naming == SAMPLE_RUN_OF_FOLDER ? "folder" : "file name");
    return 0;
}

int sample_batch_finish(struct ingest_job *job, struct sample_batch *b, enum sample_run_name naming,
                        struct err *err)
{
    if (b->n == 0 && job->counts.refused > 0)
        return err_set(err, ERR_INTEGRITY, "%s: all %lld records were refused; the first%s%s: %s",
                       job->name, (long long)job->counts.refused,
                       *job->refusals->where == '\0' ? "" : ", ", job->refusals->where,
                       job->refusals->reason);
    if (b->n == 0)
        return err_set(err, ERR_NOMATCH, "%s: holds no records", job->name);
    number_samples(job, b);
    job->records = b;
    return name_run(job, naming, err);
}
