/*
 * runner_nvrtc.h - the run-time compiler's process.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_RUNNER_NVRTC_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_RUNNER_NVRTC_H

/*
 * In a child of nvrtc_server.h: dir/job names, one a line, library, folder of headers, architecture
 * and kernels; dir/kernel.cpp is the text.  Leaves dir/kernel.so, a bundle (cuda_bundle.h), and
 * dir/log.  Statuses are those of enum compile_exit.
 */
int runner_nvrtc(const char *dir);

/* Options that decide about code and numerics, for people and for cache keys. */
extern const char nvrtc_flags_text[];

#endif
