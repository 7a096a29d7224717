/*
 * cuda_profile.c - counters of a candidate, in a process that is never timed.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cuda/cuda_context.h"

static bool is_right(const struct task *t, const struct launch_report *r)
{
    for (size_t o = 0; o < t->n_outputs; o++)
        if (r->compared[o].matched < r->compared[o].n)
            return false;
    return true;
}

/* NULL: the counters mean something. */
static const char *why_not_counted(const struct session_spec *spec, const struct cuda_control *c,
                                   const struct launch_report *r)
{
    static char said[sizeof c->why_not_counted + 40];
    if (r->status != LAUNCH_OK)
        snprintf(said, sizeof said, "the kernel failed while it was counted: %.160s", r->message);
    else if (c->counted == 0)
        snprintf(said, sizeof said, "%.*s", (int)sizeof c->why_not_counted, c->why_not_counted);
    else if (!is_right(spec->task, r))
        snprintf(said, sizeof said, "the kernel computed something else while it was counted");
    else
        return NULL;
    return said;
}

int cuda_profile_count(struct backend_context *c, const struct session_spec *spec,
                       const struct trial_key *key, struct profile_kernel *kernels,
                       const char **why_not, struct err *err)
{
    struct kernel_session *s = NULL;
    struct session_spec counting = *spec;
    struct launch_report report;
    counting.counts = true;
    int rc = cuda_session_load(c, &counting, &s, &report, err);
    if (rc == 0 && s == NULL)
        *why_not = "the kernel could not be loaded to be counted";
    if (rc != 0 || s == NULL)
        return rc;
    rc = cuda_session_count(s, key, &report, err);
    if (rc == 0) {
        const struct cuda_control *answer = cuda_session_answer(s);
        *why_not = why_not_counted(spec, answer, &report);
        for (size_t i = 0;
             i < kernel_candidate(spec->candidate)->plan.n_launches && *why_not == NULL; i++)
            memcpy(kernels[i].counters, answer->counters[i], sizeof kernels[i].counters);
    }
    cuda_session_unload(s);
    return rc;
}

void cuda_profile_prepare(struct backend_context *c, bool wait)
{
    if (wait)
        gpu_process_settle(c);
    else
        gpu_process_prepare(c, CUDA_COUNTERS);
}

/* Single precision lanes of a multiprocessor (NVIDIA's programming guide). */
static const struct {
    int major, minor, lanes;
} lanes_of[] = {
    { 7, 0, 64 },   { 7, 2, 64 },   { 7, 5, 64 },   { 8, 0, 64 },   { 8, 6, 128 },
    { 8, 7, 128 },  { 8, 9, 128 },  { 9, 0, 128 },  { 10, 0, 128 }, { 10, 3, 128 },
    { 11, 0, 128 }, { 12, 0, 128 }, { 12, 1, 128 },
};

void cuda_profile_limits(struct backend_context *c, struct device_limits *out)
{
    const struct gpu *g = &c->gpu;
    int major = 0, minor = 0;
    (void)g->d->device_attribute(&major, CUDA_ATTR_CAPABILITY_MAJOR, g->device);
    (void)g->d->device_attribute(&minor, CUDA_ATTR_CAPABILITY_MINOR, g->device);
    *out = (struct device_limits){ .peak_flop_per_s = (double)NAN, .cache_bytes = g->l2_bytes };
    for (size_t i = 0; i < ARRAY_LEN(lanes_of); i++)
        if (lanes_of[i].major == major && lanes_of[i].minor == minor)
            out->peak_flop_per_s =
                2.0 * lanes_of[i].lanes * g->multiprocessors * g->clock_khz * 1e3;
}
