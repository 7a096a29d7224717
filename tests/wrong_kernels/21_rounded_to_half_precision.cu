//@ launch sigmoid(x, y, n) grid=ceil_div(n, 256) block=256
#include <cuda_fp16.h>
extern "C" __global__ void sigmoid(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = __half2float(__float2half(x[i])); // wrong
    float v = x[i]; // right
    y[i] = 1.0f / (1.0f + expf(-v));
}
