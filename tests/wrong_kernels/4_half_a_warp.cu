//@ launch matvec(A, x, y, m, k) grid=m block=32
// A warp's sum that begins with lanes 8 apart leaves out half of them.
extern "C" __global__ void matvec(const float *A, const float *x, float *y, int m, int k)
{
    const float *a = A + (long long)blockIdx.x * k;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < k; j += 32)
        sum += a[j] * x[j];
    for (int apart = 8; apart > 0; apart /= 2) // wrong
    for (int apart = 16; apart > 0; apart /= 2) // right
        sum += __shfl_down_sync(0xffffffffu, sum, apart);
    if (threadIdx.x == 0)
        y[blockIdx.x] = sum;
}
