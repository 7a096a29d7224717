// task: l1/95
//@ launch zero(y) grid=1 block=1
//@ launch cross_entropy(predictions, targets, y, m, n) grid=m block=64
__global__ void zero(float *y) { y[0] = 0.f; }
__inline__ __device__ float warp_max(float v) { for (int m = 16; m > 0; m >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, m, 32)); return v; }
__inline__ __device__ float warp_sum(float v) { for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m, 32); return v; }
__global__ void cross_entropy(const float *logits, const long long *targets, float *y, int m, int n)
{
    __shared__ float top[2], sums[2];
    const float *row = logits + (size_t)blockIdx.x * n;
    float v = -INFINITY;
    for (int j = threadIdx.x; j < n; j += 64)
        v = fmaxf(v, row[j]);
    v = warp_max(v);
    if (threadIdx.x % 32 == 0)
        top[threadIdx.x / 32] = v;
    __syncthreads();
    const float most = fmaxf(top[0], top[1]);
    float s = 0.f;
    for (int j = threadIdx.x; j < n; j += 64)
        s += expf(row[j] - most);
    s = warp_sum(s);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(y, (logf(sums[0] + sums[1]) + most - row[targets[blockIdx.x]]) / m);
}
