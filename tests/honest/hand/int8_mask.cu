// task: l1/93
//@ launch masked_cumsum(x, mask, y, n) grid=m block=128
#include <cstdint>
__global__ void masked_cumsum(const float *__restrict__ x, const int8_t *__restrict__ mask, float *__restrict__ y, int64_t n)
{
    __shared__ float totals[128];
    const int64_t base = (int64_t)blockIdx.x * n;
    float carry = 0.0f;
    for (int64_t start = 0; start < n; start += blockDim.x) {
        int64_t j = start + threadIdx.x;
        float v = j < n && mask[base + j] ? x[base + j] : 0.0f;
        totals[threadIdx.x] = v;
        __syncthreads();
        for (int offset = 1; offset < 128; offset <<= 1) { // Hillis and Steele
            float add = threadIdx.x >= offset ? totals[threadIdx.x - offset] : 0.0f;
            __syncthreads();
            totals[threadIdx.x] += add;
            __syncthreads();
        }
        if (j < n)
            y[base + j] = carry + totals[threadIdx.x];
        carry += totals[127];
        __syncthreads();
    }
}
