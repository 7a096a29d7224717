/*
 * nvrtc_server.h - a process that has the compiler loaded and forks for every kernel file.
 *
 * Opening the compiler takes longer than compiling most kernels.  The server never looks at hostile
 * text: a confined child made ahead of need compiles each.  Several run beside each other; answers
 * come as they end.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_NVRTC_SERVER_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_NVRTC_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct err;

/* Waiting compiles count too. */
#define NVRTC_MAX_JOBS 24
/* The server kills a child that takes longer. */
#define NVRTC_WALL_NS ((int64_t)300 * 1000000000)

#define NVRTC_LATE (-1)

struct nvrtc_answer {
    uint32_t id;
    int32_t status;          /* of waitpid, or NVRTC_LATE */
    int64_t wall_ns, cpu_ns; /* from hand-over; of all its life */
};

struct nvrtc_server {
    pid_t pid; /* 0: not running */
    int socket;
    uint32_t last_id;
    size_t n_answers, n_asked; /* answers not fetched; compiles under way */
    struct nvrtc_answer answers[NVRTC_MAX_JOBS];
};

/* Starts the server unless it runs. */
int nvrtc_server_start(struct nvrtc_server *s, const char *library, struct err *err);
void nvrtc_server_stop(struct nvrtc_server *s);
bool nvrtc_server_has_room(const struct nvrtc_server *s);
/* Begins the job in dir (runner_nvrtc.h); *out_id names it. */
int nvrtc_server_begin(struct nvrtc_server *s, const char *dir, uint32_t *out_id, struct err *err);
/* Does not wait. */
bool nvrtc_server_is_done(struct nvrtc_server *s, uint32_t id);
/* Waits for an answer and forgets it.  An error is ours: the server is gone with all compiles. */
int nvrtc_server_wait(struct nvrtc_server *s, uint32_t id, struct nvrtc_answer *out,
                      struct err *err);

/* The server's side: "rollbook runner nvrtc-server LIBRARY". */
int nvrtc_server_main(const char *library);

#endif
