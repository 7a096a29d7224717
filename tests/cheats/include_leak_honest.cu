// Headers that every kernel includes.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
