//@ launch row_norm(x, y, n, min(n, 57344)) grid=m block=1024 smem=4 * min(n, 57344)
// A block a row. What shared memory holds of it is read once; the rest is read again from its end, of which most is still in the cache.
extern "C" __global__ void row_norm(const float *x, float *y, int n, int kept)
{
    extern __shared__ float own[];
    __shared__ float parts[32];
    const float *line = x + (long long)blockIdx.x * n;
    float *out = y + (long long)blockIdx.x * n;
    float sum = 0.0f;
#pragma unroll 8
    for (int j = threadIdx.x; j < kept; j += 1024) {
        float v = line[j];
        own[j] = v;
        sum += ${term};
    }
#pragma unroll 8
    for (int j = kept + threadIdx.x; j < n; j += 1024) {
        float v = line[j];
        sum += ${term};
    }
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int k = 0; k < 32; k++)
        sum += parts[k];
    float factor = 1.0f / (${divisor});
#pragma unroll 8
    for (int j = n - 1 - threadIdx.x; j >= kept; j -= 1024)
        out[j] = line[j] * factor;
#pragma unroll 8
    for (int j = threadIdx.x; j < kept; j += 1024)
        out[j] = own[j] * factor;
}
