#include "src/eval/cuda/driver/cuda_count.h"

#include "src/eval/cuda/driver/cuda_counters.h"

static cuda_result count_launches(const struct count_job *j, bool *counting)
{
    const struct cuda_driver *d = j->timer->d;
    cuda_result e = CUDA_OK;
    for (uint32_t i = 0; i < j->plan->n_launches && e == CUDA_OK && *counting; i++) {
        *counting = counters_range_begin(i);
        if (*counting)
            e = cuda_program_run_one(d, j->program, j->plan, i, j->buffers, j->timer->stream);
        *counting = *counting && counters_range_end();
    }
    cuda_result over = d->stream_sync(j->timer->stream);
    return e == CUDA_OK ? over : e;
}

static cuda_result count_pass(const struct count_job *j, bool *counting, bool *more)
{
    struct cuda_sample unused;
    cuda_result e = j->reload(j->arg);
    if (e == CUDA_OK)
        e = cuda_timer_run(j->timer, false, NULL, NULL, &unused); /* for its cold caches */
    *counting = e == CUDA_OK && counters_pass_begin();
    if (*counting)
        e = count_launches(j, counting);
    *counting = e == CUDA_OK && *counting && counters_pass_end(more);
    return e;
}

cuda_result cuda_count(const struct count_job *job, double (*values)[PROFILE_COUNTERS],
                       bool *out_counted)
{
    bool counting = counters_begin(job->context, job->plan->n_launches), more = counting;
    cuda_result e = CUDA_OK;
    while (counting && more && e == CUDA_OK)
        e = count_pass(job, &counting, &more);
    *out_counted = counting && e == CUDA_OK && counters_end(values);
    if (!*out_counted)
        counters_abandon();
    return e;
}
