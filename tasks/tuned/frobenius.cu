//@ scratch parts f32[ceil_div(n, 65536)]
//@ scratch factor f32[1]
//@ launch norm_parts(x, parts, n) grid=ceil_div(n, 65536) block=256
//@ launch norm_root(parts, factor, ceil_div(n, 65536)) grid=1 block=1024
//@ launch norm_divide(x, factor, y, n) grid=ceil_div(n, 2048) block=256
static __device__ float block_sum(float sum)
{
    __shared__ float parts[32];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int k = 0; k < blockDim.x / 32; k++)
        sum += parts[k];
    return sum;
}

extern "C" __global__ void norm_parts(const float *x, float *parts, long long n)
{
    long long first = (long long)blockIdx.x * 65536, last = min(first + 65536, n);
    float sum = 0.0f;
    long long i = first + threadIdx.x * 4;
#pragma unroll 4
    for (; i + 4 <= last; i += 1024) {
        float4 v = *(const float4 *)(x + i);
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (; i < last; i++)
        sum += x[i] * x[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

extern "C" __global__ void norm_root(const float *parts, float *factor, int count)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < count; i += 1024)
        sum += parts[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        factor[0] = 1.0f / sqrtf(sum);
}

// From the end, of which some is still in the cache.
extern "C" __global__ void norm_divide(const float *x, const float *factor, float *y, long long n)
{
    long long first = (long long)(gridDim.x - 1 - blockIdx.x) * 2048 + threadIdx.x * 4;
    float by = factor[0];
    for (int part = 0; part < 2; part++) {
        long long i = first + part * 1024;
        if (i + 4 <= n) {
            float4 v = *(const float4 *)(x + i);
            *(float4 *)(y + i) = make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
        } else {
            for (; i < n; i++)
                y[i] = x[i] * by;
        }
    }
}
