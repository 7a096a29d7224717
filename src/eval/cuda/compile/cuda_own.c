#include "src/eval/cuda/compile/cuda_own.h"

#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/cuda/driver/cuda_gpu.h"

int cuda_own_build(struct cuda_compiler *c, struct buf *out, struct err *err)
{
    const char *names[(int)GPU_KERNELS + (int)TIMER_KERNELS];
    const struct embedded_file *f =
        embed_find(embedded_device, embedded_device_count, "src/eval/device/cuda_checker.cu");
    for (size_t i = 0; i < GPU_KERNELS; i++)
        names[i] = gpu_kernel_names[i];
    for (size_t i = 0; i < TIMER_KERNELS; i++)
        names[GPU_KERNELS + i] = timer_kernel_names[i];
    if (f == NULL)
        return err_set(err, ERR_INTEGRITY, "the evaluator's own kernels are missing");
    return cuda_compile_own(c, (const char *)f->data, names, ARRAY_LEN(names), out, err);
}
