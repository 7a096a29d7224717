// Scratch is cleared.
//@ scratch sums f32[m]
//@ launch clear(sums, m) grid=ceil_div(m, 128) block=128
//@ launch matvec(A, x, sums, m, k) grid=m block=32
//@ launch copy(sums, y, m) grid=ceil_div(m, 128) block=128
extern "C" __global__ void clear(float *sums, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        sums[i] = 0.0f;
}
extern "C" __global__ void matvec(const float *A, const float *x, float *sums, int m, int k)
{
    float sum = 0.0f;
    for (int j = threadIdx.x; j < k; j += 32)
        sum += A[(size_t)blockIdx.x * k + j] * x[j];
    atomicAdd(&sums[blockIdx.x], sum);
}
extern "C" __global__ void copy(const float *sums, float *y, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        y[i] = sums[i];
}
