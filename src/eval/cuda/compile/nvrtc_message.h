/*
 * nvrtc_message.h - what nvrtc_server.c and the server's process say to each other.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_NVRTC_MESSAGE_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_NVRTC_MESSAGE_H

#include <limits.h>
#include <stdint.h>

/* One message a request; answered by struct nvrtc_answer, in any order. */
struct nvrtc_request {
    uint32_t id;
    char dir[PATH_MAX];
};

#endif
