/*
 * cuda_session.h - a session on a GPU: its process, memory and runs (cuda_session.c), its buffers
 * before and after a run (cuda_checks.c).
 */
#ifndef ROLLBOOK_EVAL_CUDA_CUDA_SESSION_H
#define ROLLBOOK_EVAL_CUDA_CUDA_SESSION_H

#include "src/eval/cuda/cuda_context.h"

struct kernel_session {
    struct backend_context *c;
    struct gpu_process process;
    struct buffer_layout layout; /* names, kinds, sizes; places are the regions' */
    struct gpu_region *regions[RUNNER_MAX_BUFFERS];
    const struct task *task;
    enum task_case task_case;
    bool outputs_f64, has_state;
    bool stained; /* a forbidden write: its process is not used again */
    int64_t deadline_ns;
    unsigned n_launches;
    void *outputs[TASK_MAX_TENSORS]; /* for the host, when asked for */
};

struct run {
    int at_end;
    uint64_t poison;
    const struct trial_key *key; /* or: */
    const void *const *inputs;
};

struct place {
    cuda_address region, at;
    uint64_t before, bytes, behind;
};

struct place session_place(const struct kernel_session *s, uint32_t i, int at_end);
int session_fill(struct kernel_session *s, const struct run *run, struct err *err);
/* want is NULL when the outputs are not known. */
int session_check(struct kernel_session *s, const struct run *run, const struct expected *want,
                  struct launch_report *r, struct err *err);

#endif
