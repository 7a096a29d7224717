/*
 * nvrtc_message.h - what nvrtc_server.c and the server's process say to each other.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_NVRTC_MESSAGE_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_NVRTC_MESSAGE_H

#include <limits.h>
#include <stdint.h>

/* struct nvrtc_answer answers each, in any order. */
struct nvrtc_request {
    uint32_t id;
    char dir[PATH_MAX];
};

#endif
