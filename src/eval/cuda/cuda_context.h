/*
 * cuda_context.h - what the files of the cuda backend share: GPU, compiler, caches, processes.
 */
#ifndef ROLLBOOK_EVAL_CUDA_CUDA_CONTEXT_H
#define ROLLBOOK_EVAL_CUDA_CUDA_CONTEXT_H

#include <sys/types.h>

#include "src/base/buf.h"
#include "src/eval/contract/backend.h"
#include "src/eval/cuda/compile/cuda_compile.h"
#include "src/eval/cuda/driver/cuda_abi.h"
#include "src/eval/cuda/driver/cuda_gpu.h"
#include "src/eval/process/cpu_buffers.h"

#define MAX_ORACLES  4
#define MAX_EXPECTED 256
#define MAX_DYING    16
#define MAX_IDLE     6
/* A process serves at most this many candidates. */
#define PROCESS_LOADS 512

/* Right outputs of one trial, in the evaluator's context. */
struct expected {
    char task_sha256[65];
    enum task_case task_case;
    uint64_t seed, trial;
    size_t n_outputs;
    cuda_address at[TASK_MAX_TENSORS]; /* doubles */
    uint64_t output_bytes[TASK_MAX_TENSORS];
    uint64_t bytes, last_used; /* bytes 0: free */
};

struct oracle {
    char task_sha256[65];
    enum task_case task_case;
    struct cuda_plan *plan; /* NULL: free */
    struct cuda_program program;
    cuda_address scratch[KERNEL_MAX_SCRATCH];
    uint64_t last_used;
};

/* Has a context; waits for a candidate or runs one. */
struct gpu_process {
    pid_t pid; /* 0: none */
    int socket;
    struct shared_file control_file;
    struct cuda_control *control;
    bool ready;
    enum cuda_purpose purpose;
    unsigned loads;
};

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
    struct buf own;
    int own_fd, lock_fd;
    struct oracle oracles[MAX_ORACLES];
    struct expected expected[MAX_EXPECTED];
    uint64_t expected_bytes, uses;
    struct gpu_process idle[MAX_IDLE]; /* pid 0: none */
    bool is_warm;                      /* after gpu_process_complete */
    pid_t dying[MAX_DYING];
    unsigned layers;
};

int gpu_process_start(struct backend_context *c, enum cuda_purpose purpose, struct gpu_process *out,
                      struct err *err);
/* Kills without waiting; a later call reaps. */
void gpu_process_end(struct backend_context *c, struct gpu_process *p);
/* Takes an idle process, or starts one. */
int gpu_process_take(struct backend_context *c, enum cuda_purpose purpose, struct gpu_process *out,
                     struct err *err);
/* Keeps a process whose candidate did nothing wrong, or ends it. */
void gpu_process_give(struct backend_context *c, struct gpu_process *p);
/* Failures to start show when a process is taken. */
void gpu_process_prepare(struct backend_context *c, enum cuda_purpose purpose);
/* Once, before anything is timed: starts the further processes that timing takes. */
void gpu_process_complete(struct backend_context *c);
/* Waits for contexts of idle processes; ends one that gets none. */
void gpu_process_settle(struct backend_context *c);
void gpu_process_end_idle(struct backend_context *c);
void gpu_process_reap(struct backend_context *c, bool wait);
enum gpu_answer { GPU_ANSWERED, GPU_DIED, GPU_LATE };
enum gpu_answer gpu_process_ask(const struct gpu_process *p, enum cuda_command command,
                                const int *fds, size_t n_fds, int64_t deadline_ns);

/* cuda_expected.c: the inputs lie at inputs[]; outputs are borrowed until the next call. */
/* has_room: no other trial of the same task and seed would have to go. */
bool expected_is_known(struct backend_context *c, const struct trial_key *key);
bool expected_has_room(struct backend_context *c, const struct trial_key *key);
int expected_get(struct backend_context *c, const struct trial_key *key, const cuda_address *inputs,
                 const struct expected **out, struct err *err);
void expected_close(struct backend_context *c);

/* Prepares inputs and right outputs during compiles, unless another process uses
 * the GPU. */
void cuda_prepare(struct backend_context *c, const struct trial_key *key, unsigned n);
/* Timed work needs the GPU alone. */
void gpu_lock(const struct backend_context *c);
void gpu_unlock(const struct backend_context *c);

int cuda_session_load(struct backend_context *c, const struct session_spec *spec,
                      struct kernel_session **out, struct launch_report *report, struct err *err);
void cuda_session_set_deadline(struct kernel_session *s, int64_t deadline_ns);
void cuda_session_unload(struct kernel_session *s);

int cuda_session_launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                        struct launch_report *report, struct err *err);
int cuda_session_trial(struct kernel_session *s, const struct trial_key *key, bool keep_state,
                       struct launch_report *report, struct err *err);
int cuda_session_witness(struct kernel_session *s, const struct trial_key *key, struct witness *out,
                         struct err *err);

int cuda_profile_count(struct backend_context *c, const struct session_spec *spec,
                       const struct trial_key *key, struct profile_kernel *kernels,
                       const char **why_not, struct err *err);
void cuda_profile_prepare(struct backend_context *c, bool wait);
void cuda_profile_limits(struct backend_context *c, struct device_limits *out);

#endif
