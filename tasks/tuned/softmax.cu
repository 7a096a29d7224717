//@ launch softmax(x, y, n, min(n, 57344)) grid=m block=1024 smem=4 * min(n, 57344)
// A block a row. What shared memory holds of it is read once; the rest is read again from its end, of which some is still in the cache.
static __device__ void add(float v, float *most, float *sum)
{
    if (v > *most) {
        *sum *= expf(*most - v);
        *most = v;
    }
    *sum += expf(v - *most);
}

extern "C" __global__ void softmax(const float *x, float *y, int n, int kept)
{
    extern __shared__ float own[];
    __shared__ float mosts[32], sums[32];
    const float *v = x + (long long)blockIdx.x * n;
    float *out = y + (long long)blockIdx.x * n;
    float most = v[0], sum = 0.0f;
#pragma unroll 4
    for (int j = threadIdx.x; j < kept; j += 1024) {
        own[j] = v[j];
        add(own[j], &most, &sum);
    }
#pragma unroll 4
    for (int j = kept + threadIdx.x; j < n; j += 1024)
        add(v[j], &most, &sum);
    float highest = most;
    for (int apart = 16; apart > 0; apart /= 2)
        highest = fmaxf(highest, __shfl_xor_sync(0xffffffffu, highest, apart));
    sum *= expf(most - highest);
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    if (threadIdx.x % 32 == 0) {
        mosts[threadIdx.x / 32] = highest;
        sums[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    most = mosts[0];
    for (int k = 1; k < 32; k++)
        most = fmaxf(most, mosts[k]);
    sum = 0.0f;
    for (int k = 0; k < 32; k++)
        sum += sums[k] * expf(mosts[k] - most);
#pragma unroll 4
    for (int j = n - 1 - threadIdx.x; j >= kept; j -= 1024)
        out[j] = ${value};
    v = own;
#pragma unroll 4
    for (int j = threadIdx.x; j < kept; j += 1024)
        out[j] = ${value};
}
