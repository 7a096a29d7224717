// task: l1/51
//@ launch argmax(x, y, r, c) grid=c,b block=64
#include <cstdint>
#include <cfloat>
__global__ void argmax(const float *x, int64_t *y, const int r, const int c)
{
    __shared__ float values[64];
    __shared__ int indices[64];
    const int tid = threadIdx.x;
    const float *column = x + (size_t)blockIdx.y * r * c + blockIdx.x;
    float best = -INFINITY;
    int at = INT_MAX;
    for (int i = tid; i < r; i += 64) {
        float v = column[(size_t)i * c];
        if (v > best || (v == best && i < at)) { best = v; at = i; }
    }
    values[tid] = best;
    indices[tid] = at;
    __syncthreads();
    for (int s = 32; s > 0; s >>= 1) {
        if (tid < s) {
            if (values[tid + s] > values[tid] || (values[tid + s] == values[tid] && indices[tid + s] < indices[tid])) {
                values[tid] = values[tid + s];
                indices[tid] = indices[tid + s];
            }
        }
        __syncthreads();
    }
    if (tid == 0)
        y[blockIdx.y * c + blockIdx.x] = indices[0];
}
