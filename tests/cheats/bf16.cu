// Products of bfloat16.
//@ launch k(A, x, y, m, k) grid=ceil_div(m, 64) block=64
#include <cuda_bf16.h>
extern "C" __global__ void k(const float *A, const float *x, float *y, int m, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float s = 0.0f;
    for (int j = 0; j < k; j++)
        s += __bfloat162float(__float2bfloat16(A[(size_t)i * k + j])) * x[j];
    y[i] = s;
}
