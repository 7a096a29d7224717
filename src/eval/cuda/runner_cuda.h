/*
 * runner_cuda.h - the process that owns a candidate's GPU context.
 */
#ifndef ROLLBOOK_EVAL_CUDA_RUNNER_CUDA_H
#define ROLLBOOK_EVAL_CUDA_RUNNER_CUDA_H

/* "rollbook runner cuda -": serves requests of cuda_abi.h until its socket closes. */
_Noreturn void runner_cuda(void);

#endif
