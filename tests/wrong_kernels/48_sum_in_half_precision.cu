//@ launch mean(x, y, b, r, c) grid=ceil_div(b * c, 256) block=256
#include <cuda_fp16.h>
extern "C" __global__ void mean(const float *x, float *y, int b, int r, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    float total = 0.0f;
    for (int j = 0; j < r; j++)
        total = __half2float(__float2half(total + x[((long long)(i / c) * r + j) * c + i % c])); // wrong
        total += x[((long long)(i / c) * r + j) * c + i % c]; // right
    y[i] = total / r;
}
