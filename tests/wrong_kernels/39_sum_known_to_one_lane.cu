//@ launch l2_norm(x, y, n) grid=m block=32
// Only the first lane has the whole sum.
extern "C" __global__ void l2_norm(const float *x, float *y, int n)
{
    const float *v = x + (long long)blockIdx.x * n;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n; j += 32)
        sum += v[j] * v[j];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, apart);
    sum = __shfl_sync(0xffffffffu, sum, 0); // right
    for (int j = threadIdx.x; j < n; j += 32)
        y[(long long)blockIdx.x * n + j] = v[j] / sqrtf(sum);
}
