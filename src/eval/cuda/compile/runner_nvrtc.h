/*
 * runner_nvrtc.h - the run-time compiler's process.
 */
#ifndef ROLLBOOK_EVAL_CUDA_COMPILE_RUNNER_NVRTC_H
#define ROLLBOOK_EVAL_CUDA_COMPILE_RUNNER_NVRTC_H

/*
 * Runs in a child of nvrtc_server.h.  dir/job has lines: library, folder of headers, architecture,
 * kernels; dir/kernel.cpp is the text.  It leaves dir/kernel.so, a bundle (cuda_bundle.h), and
 * dir/log.  Statuses are of enum compile_exit.
 */
int runner_nvrtc(const char *dir);

/* Options that decide code and numerics, for people and cache keys. */
extern const char nvrtc_flags_text[];

#endif
