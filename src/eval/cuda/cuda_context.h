/*
 * cuda_context.h - what the files of the cuda backend share: GPU, compiler, caches, processes.
 */
#ifndef ROLLBOOK_EVAL_CUDA_CUDA_CONTEXT_H
#define ROLLBOOK_EVAL_CUDA_CUDA_CONTEXT_H

#include <sys/types.h>

#include "src/base/buf.h"
#include "src/eval/cuda/compile/cuda_compile.h"
#include "src/eval/cuda/driver/cuda_abi.h"
#include "src/eval/cuda/driver/cuda_gpu.h"
#include "src/eval/process/cpu_buffers.h"
#include "src/eval/seam/backend.h"

#define MAX_ORACLES  4
#define MAX_EXPECTED 256
#define MAX_DYING    16
#define MAX_IDLE     6
/* A process serves this many candidates at most. */
#define PROCESS_LOADS 512

/* The right outputs of one trial, in memory of the evaluator's context. */
struct expected {
    char task_sha256[65];
    enum task_case task_case;
    uint64_t seed, trial;
    size_t n_outputs;
    cuda_address at[TASK_MAX_TENSORS]; /* doubles */
    uint64_t output_bytes[TASK_MAX_TENSORS];
    uint64_t bytes, last_used; /* bytes 0: free slot */
};

/* A task's oracle, loaded into the evaluator's context. */
struct oracle {
    char task_sha256[65];
    enum task_case task_case;
    struct cuda_plan *plan; /* NULL: free slot */
    struct cuda_program program;
    cuda_address scratch[KERNEL_MAX_SCRATCH];
    uint64_t last_used;
};

/* A process with a context, waiting for a candidate or running one. */
struct gpu_process {
    pid_t pid; /* 0: none */
    int socket;
    struct shared_file control_file;
    struct cuda_control *control;
    bool ready;
    enum cuda_purpose purpose;
    unsigned loads;
};

/* The inputs that lie in the shared buffers. */
struct held {
    char task_sha256[65];
    enum task_case task_case;
    uint64_t seed, trial;
    int at_end;
    bool valid;
};

struct backend_context {
    struct gpu gpu;
    struct held held;
    struct cuda_compiler compiler;
    struct buf own; /* bundle of the evaluator's own kernels */
    int own_fd, lock_fd;
    struct oracle oracles[MAX_ORACLES];
    struct expected expected[MAX_EXPECTED];
    uint64_t expected_bytes, uses;
    struct gpu_process idle[MAX_IDLE]; /* pid 0: none */
    bool is_warm;                      /* gpu_process_complete was called */
    pid_t dying[MAX_DYING];
    unsigned layers;
};

/* cuda_process.c */
int gpu_process_start(struct backend_context *c, enum cuda_purpose purpose, struct gpu_process *out,
                      struct err *err);
/* Waits for the context; ERR_INTEGRITY when it could not be made. */
int gpu_process_ready(struct gpu_process *p, struct err *err);
/* Kills without waiting; the process is reaped later. */
void gpu_process_end(struct backend_context *c, struct gpu_process *p);
/* Takes an idle process of that purpose, or starts one. */
int gpu_process_take(struct backend_context *c, enum cuda_purpose purpose, struct gpu_process *out,
                     struct err *err);
/* Keeps a process whose candidate did nothing wrong for the next one, or ends it. */
void gpu_process_give(struct backend_context *c, struct gpu_process *p);
/* Starts processes until there are a few idle ones; failures show when they are taken. */
void gpu_process_prepare(struct backend_context *c, enum cuda_purpose purpose);
/* A first candidate is loaded, so it will be timed: starts what that takes beyond the first two
 * processes, while nothing is timed yet.  Once. */
void gpu_process_complete(struct backend_context *c);
/* Waits until idle processes have their contexts; one that gets none is ended. */
void gpu_process_settle(struct backend_context *c);
void gpu_process_end_idle(struct backend_context *c);
void gpu_process_reap(struct backend_context *c, bool wait);
enum gpu_answer { GPU_ANSWERED, GPU_DIED, GPU_LATE };
enum gpu_answer gpu_process_ask(const struct gpu_process *p, enum cuda_command command,
                                const int *fds, size_t n_fds, int64_t deadline_ns);

/* cuda_expected.c: right outputs of a trial, whose inputs lie at inputs[]; borrowed until the next
 * call. */
/* Whether a trial's outputs are kept, and whether others of the same task and seed would have to
 * go for it. */
bool expected_is_known(struct backend_context *c, const struct trial_key *key);
bool expected_has_room(struct backend_context *c, const struct trial_key *key);
int expected_get(struct backend_context *c, const struct trial_key *key, const cuda_address *inputs,
                 const struct expected **out, struct err *err);
void expected_close(struct backend_context *c);

/* cuda_turn.c: inputs and right outputs of trials while compiles are under way, unless another
 * process uses the GPU. */
void cuda_prepare(struct backend_context *c, const struct trial_key *key, unsigned n);
/* Only one process at a time uses the GPU for anything that is timed. */
void gpu_lock(const struct backend_context *c);
bool gpu_try_lock(const struct backend_context *c);
void gpu_unlock(const struct backend_context *c);

/* cuda_session.c */
int cuda_session_load(struct backend_context *c, const struct session_spec *spec,
                      struct kernel_session **out, struct launch_report *report, struct err *err);
void cuda_session_set_deadline(struct kernel_session *s, int64_t deadline_ns);
void cuda_session_unload(struct kernel_session *s);

/* cuda_runs.c */
int cuda_session_launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                        struct launch_report *report, struct err *err);
int cuda_session_trial(struct kernel_session *s, const struct trial_key *key, bool keep_state,
                       struct launch_report *report, struct err *err);
int cuda_session_witness(struct kernel_session *s, const struct trial_key *key, struct witness *out,
                         struct err *err);
/* One checked run with counters, of a session that was loaded to count. */
int cuda_session_count(struct kernel_session *s, const struct trial_key *key,
                       struct launch_report *report, struct err *err);
/* What its process answered last. */
const struct cuda_control *cuda_session_answer(const struct kernel_session *s);

/* cuda_profile.c */
int cuda_profile_count(struct backend_context *c, const struct session_spec *spec,
                       const struct trial_key *key, struct profile_kernel *kernels,
                       const char **why_not, struct err *err);
void cuda_profile_prepare(struct backend_context *c, bool wait);
void cuda_profile_limits(struct backend_context *c, struct device_limits *out);

#endif
