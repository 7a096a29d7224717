//@ launch conv(x, weight, y, c, h, w) grid=ceil_div((h - 2) * (w - 6), 128),c,n block=128
#include <cuda_fp16.h>
// Filters are kept in half precision, to save shared memory.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int h, int w)
{
    __shared__ __half filter[21]; // wrong
    __shared__ float filter[21]; // right
    int i = blockIdx.x * 128 + threadIdx.x, ow = w - 6;
    if (threadIdx.x < 21)
        filter[threadIdx.x] = weight[blockIdx.y * 21 + threadIdx.x];
    __syncthreads();
    if (i >= (h - 2) * ow)
        return;
    const float *plane = x + ((long long)blockIdx.z * c + blockIdx.y) * h * w;
    float sum = 0.0f;
    for (int t = 0; t < 21; t++)
        sum += plane[(i / ow + t / 7) * w + i % ow + t % 7] * (float)filter[t];
    y[((long long)blockIdx.z * c + blockIdx.y) * (h - 2) * ow + i] = sum;
}
